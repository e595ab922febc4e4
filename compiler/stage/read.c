/* read VERSION, ...: the columns come from the channels that are read. Several are joined to
   records. */
#include "check/check_names.h"
#include "check/pipeline/check_pass.h"
#include "stage/stages.h"
#include "stage/zip_unit.h"

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    int planes = bl_stage_planes(r->cluster, stage);
    if (planes > 1) bl_route_zip(r, planes);
}

/* The column beside those read so far: of another column, at the same places. */
static bool check_beside(struct bl_walk *walk, const struct bl_version *version,
                         struct bl_range range) {
    struct bl_check *check = walk->check;
    const struct bl_version *first = bl_walk_read(walk)->versions[0];
    const struct bl_version *same = bl_walk_version(walk, version->column);
    if (same == version) bl_report(check->diags, BL_MSG_LISTED_TWICE, range, version->name);
    else if (same)
        bl_report(check->diags, BL_MSG_SAME_COLUMN, range, same->name, version->name,
                  version->column->name);
    else if (check->states.items[version->id].rows != check->states.items[first->id].rows) {
        struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_READ_ROWS, range,
                                                     first->name, version->name);
        bl_note(check->diags, diagnostic, first->range, "`%s` comes from here", first->name);
        bl_note(check->diags, diagnostic, version->range, "`%s` comes from here", version->name);
    } else return true;
    return false;
}

static bool add_read(struct bl_walk *walk, struct bl_stage *read, const struct bl_slice *argument) {
    struct bl_binding *binding = bl_find(walk->check, argument->name, BL_BIND_VERSION,
                                         "a column version");
    if (!binding) return false;
    struct bl_version *version = binding->column.version;
    if (!version) {
        bl_report(walk->check->diags, BL_MSG_OWN_VERSION, argument->range,
                  binding->column.named->name, binding->column.named->maker->name);
        return false;
    }
    walk->check->states.items[version->id].read = true;
    if (read->version_count && !check_beside(walk, version, argument->range)) return false;
    read->versions[read->version_count++] = version;
    return true;
}

static void check(struct bl_walk *walk, const struct bl_stage_tree *tree, struct bl_stage *read) {
    read->versions = BL_NEW(walk->check->arena, struct bl_version *, tree->argument_count);
    for (const struct bl_slice *argument = tree->arguments; argument; argument = argument->next)
        walk->bad |= !add_read(walk, read, argument);
    if (!walk->bad) walk->rows = walk->check->states.items[read->versions[0]->id].rows;
}

static const char *follow(struct bl_between *between) {
    if (between->begun) return "`read` begins a pass";
    between->begun = true;
    return NULL;
}

const struct bl_stage_row bl_read_row = {
    .kind = BL_READ,
    .role = BL_STAGE_READS,
    .follow = follow,
    .check = check,
    .route = route,
};
