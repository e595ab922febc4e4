/* Which cluster the program is, and what it needs. */
#include "base/arena.h"
#include "check/check_inner.h"
#include "check/check_written.h"
#include "ir/network.h"
#include "put/put.h"

const struct bl_body_type bl_puts_body = {"bl_puts"};

/* The cluster of the only `dma`; NULL after a report. */
static struct bl_binding *find_cluster(struct bl_check *check) {
    struct bl_name first = check->dmas.items[0].cluster;
    for (int i = 1; i < check->dmas.count; i++)
        if (check->dmas.items[i].cluster.symbol != first.symbol) {
            bl_report(check->diags, BL_MSG_PUT_CLUSTERS, check->dmas.items[i].name.range);
            return NULL;
        }
    return first.symbol && first.symbol->type ? first.symbol->type : NULL;
}

/* Why its hosts cannot put. */
static const char *why_none(struct bl_check *check, const struct bl_cluster *cluster) {
    if (cluster->nodes < 2) return "that takes two nodes or more";
    return bl_format(check->arena, "that takes `network hub`, and this is `network %s`",
                     cluster->network.word);
}

void bl_finish_puts(struct bl_check *check, void *collected) {
    struct bl_program *program = check->program;
    struct bl_cluster *cluster = &program->cluster;
    struct bl_binding *binding = find_cluster(check);
    (void)collected;
    if (!binding || check->diags->errors) return;
    binding->used = true;
    if (!bl_finish_cluster(check, binding->cluster, false, check->overrides, cluster)) return;
    if (cluster->nodes < 2 || !cluster->network.row->window) {
        bl_report(check->diags, BL_MSG_PUT_NETWORK, cluster->network.range, cluster->name,
                  why_none(check, cluster));
        return;
    }
    if (cluster->memory.range.line)
        bl_report(check->diags, BL_MSG_PUT_MEMORY, cluster->memory.range, cluster->name);
    program->pipeline = cluster->name;
    program->range = cluster->range;
    program->symbol = bl_check_written_name(check->arena, &program->renames, "cluster",
                                            cluster->name);
    bl_check_made_program(check, &bl_puts_body, program);
}
