/* What the fusion rules share: building a rewritten list. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "plan/fuse/fuse.h"
#include "plan/fuse/fuse_inner.h"
#include "plan/fuse/pieces.h"

const char *bl_pass_label(const struct bl_fuse *fuse, const struct bl_pass *pass) {
    if (fuse->quiet) return "pass ";
    int *numbers = BL_NEW(fuse->arena, int, fuse->program->pass_count), count = 0;
    for (int part = fuse->first_part[pass->number]; part; part = fuse->next_part[part])
        numbers[count++] = part;
    return bl_pieces_label(fuse->arena, fuse->pieces, fuse->program->pass_count, numbers, count);
}

static const char *sentence(struct bl_arena *arena, const char *format, va_list arguments) {
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    if (*text >= 'a' && *text <= 'z') *text = (char)(*text - 'a' + 'A');
    return bl_strdup(arena, text);
}

bool bl_refuse(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, struct bl_range range,
               const char *format, ...) {
    if (fuse->quiet) return false;
    va_list arguments;
    va_start(arguments, format);
    rewrite->reason = sentence(fuse->arena, format, arguments);
    va_end(arguments);
    rewrite->range = range;
    return false;
}

bool bl_fuse_accept(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, struct bl_range range,
                    const char *format, ...) {
    if (fuse->quiet) return true;
    va_list arguments;
    va_start(arguments, format);
    rewrite->reason = sentence(fuse->arena, format, arguments);
    va_end(arguments);
    rewrite->range = range;
    return true;
}

bool bl_only_crossbars(const struct bl_pass *pass) {
    return bl_stage_find(pass, BL_STAGE_TO_CHANNEL) && bl_stage_find(pass, BL_STAGE_WRITES) &&
           !bl_stage_find(pass, BL_STAGE_TO_NODE);
}

static struct bl_change *change_at(const struct bl_fuse *fuse, struct bl_rewrite *rewrite,
                                   int place) {
    int i = 0;
    while (i < rewrite->change_count && rewrite->changes[i].place != place) i++;
    if (i == BL_MOST_CHANGES) abort();
    if (i == rewrite->change_count)
        rewrite->changes[rewrite->change_count++] = (struct bl_change){place, fuse->passes[place]};
    return &rewrite->changes[i];
}

const struct bl_change *bl_change_at(const struct bl_rewrite *rewrite, int place) {
    for (int i = 0; i < rewrite->change_count; i++)
        if (rewrite->changes[i].place == place) return &rewrite->changes[i];
    return NULL;
}

struct bl_pass *bl_rewrite_put(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, int place,
                               const struct bl_pass *copied, int more) {
    struct bl_pass *pass = &change_at(fuse, rewrite, place)->pass;
    *pass = *copied;
    struct bl_stage *stages = BL_NEW(fuse->arena, struct bl_stage, pass->stage_count + more);
    memcpy(stages, pass->stages, sizeof(struct bl_stage) * (size_t)pass->stage_count);
    pass->stages = stages;
    return pass;
}

struct bl_pass *bl_rewrite_own(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, int place,
                               int more) {
    return bl_rewrite_put(fuse, rewrite, place, &change_at(fuse, rewrite, place)->pass, more);
}

void bl_rewrite_drop(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, int place) {
    change_at(fuse, rewrite, place)->pass.stage_count = 0;
}

void bl_rewrite_insert(struct bl_pass *pass, int after, const struct bl_stage *stage) {
    struct bl_stage *hole = pass->stages + after + 1;
    memmove(hole + 1, hole, sizeof(struct bl_stage) * (size_t)(pass->stage_count - after - 1));
    *hole = *stage;
    pass->stage_count++;
}

void bl_rewrite_remove(struct bl_pass *pass, int index) {
    pass->stage_count--;
    memmove(pass->stages + index, pass->stages + index + 1,
            sizeof(struct bl_stage) * (size_t)(pass->stage_count - index));
}

/* What is written stands in the order of the pass's columns. */
static void order_write(struct bl_arena *arena, struct bl_pass *pass) {
    struct bl_stage *write = &pass->stages[pass->stage_count - 1];
    struct bl_version **versions = bl_alloc(arena, sizeof *versions * (size_t)write->version_count);
    const struct bl_column *column;
    int count = 0;
    for (int place = 0; (column = bl_pass_column(pass, place)); place++)
        for (int i = 0; i < write->version_count; i++)
            if (write->versions[i]->column == column && count < write->version_count)
                versions[count++] = write->versions[i];
    if (count == write->version_count) write->versions = versions;
}

struct bl_pass *bl_rewrite_join(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, int first,
                                int second) {
    const struct bl_pass *from = &fuse->passes[first];
    struct bl_pass *both = bl_rewrite_own(fuse, rewrite, first,
                                          fuse->passes[second].stage_count - 2);
    const struct bl_pass *to = &change_at(fuse, rewrite, second)->pass;
    both->stage_count--;
    for (int s = 1; s < to->stage_count; s++) both->stages[both->stage_count++] = to->stages[s];
    order_write(fuse->arena, both);
    rewrite->into = both->number = from->number < to->number ? from->number : to->number;
    bl_rewrite_drop(fuse, rewrite, second);
    return both;
}

const struct bl_version *bl_pass_confused(const struct bl_pass *pass) {
    const struct bl_stage *write = bl_stage_find(pass, BL_STAGE_WRITES);
    for (int i = 0; write && i < write->version_count; i++)
        if (write->versions[i]->column != bl_pass_column(pass, i)) return write->versions[i];
    return NULL;
}

/* Whether a pass of the rewritten list uses the product. */
static bool still_used(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite,
                       const struct bl_product *product) {
    struct bl_where users = bl_related(fuse->relations, BL_USES, product);
    for (int u = 0; u < users.count; u++)
        if (!bl_change_at(rewrite, users.places[u])) return true;
    for (int c = 0; c < rewrite->change_count; c++)
        for (int s = 0; s < rewrite->changes[c].pass.stage_count; s++)
            if (rewrite->changes[c].pass.stages[s].uses == product) return true;
    return false;
}

/* Whether a pass is there for the product alone: what stages of the user's own make for it goes
   nowhere else. */
static bool only_makes(const struct bl_pass *pass, const struct bl_product *product) {
    for (int s = 0; s < pass->stage_count; s++) {
        enum bl_stage_role role = pass->stages[s].row->role;
        if (role != BL_STAGE_READS && role != BL_STAGE_COMPUTES && pass->stages[s].makes != product)
            return false;
    }
    return true;
}

bool bl_rewrite_sweep(const struct bl_fuse *fuse, struct bl_rewrite *rewrite,
                      const struct bl_product *product) {
    if (product->result || still_used(fuse, rewrite, product)) return false;
    int place = bl_product_maker(fuse->relations, product);
    if (only_makes(&fuse->passes[place], product)) {
        bl_rewrite_drop(fuse, rewrite, place);
        return true;
    }
    struct bl_pass *pass = bl_rewrite_own(fuse, rewrite, place, 0);
    for (int i = 0; i < pass->stage_count; i++)
        if (pass->stages[i].makes == product) bl_rewrite_remove(pass, i);
    return true;
}

bool bl_feeds(const struct bl_fuse *fuse, int first, int second, struct bl_rewrite *rewrite) {
    const struct bl_stage *write = bl_stage_find(&fuse->passes[first], BL_STAGE_WRITES),
                          *read = bl_stage_find(&fuse->passes[second], BL_STAGE_READS);
    const char *from = bl_pass_label(fuse, &fuse->passes[first]),
               *to = bl_pass_label(fuse, &fuse->passes[second]);
    int made = bl_pass_made(&fuse->passes[first]) + bl_pass_made(&fuse->passes[second]);
    if (made > BL_MOST_MADE)
        return bl_refuse(fuse, rewrite, read->range,
                         "Stages would make %d columns in one pass, at most %d can be.", made,
                         BL_MOST_MADE);
    for (int i = 0; i < read->version_count; i++)
        if (!write || !bl_stage_has(write, read->versions[i]))
            return bl_refuse(fuse, rewrite, read->range, "%s reads `%s`, which %s does not write.",
                             to, read->versions[i]->name, from);
    for (int i = 0; i < write->version_count; i++) {
        const struct bl_version *version = write->versions[i];
        if (!bl_stage_has(read, version))
            return bl_refuse(fuse, rewrite, write->range,
                             "%s also writes `%s`, which %s does not read.", from, version->name,
                             to);
        if (version->result)
            return bl_refuse(fuse, rewrite, write->range,
                             "`%s` is a result of the pipeline, so it must reach the memory.",
                             version->name);
        if (bl_version_readers(fuse->relations, version) > 1)
            return bl_refuse(fuse, rewrite, write->range,
                             "`%s` is read by other passes too, so it must reach the memory.",
                             version->name);
    }
    return true;
}
