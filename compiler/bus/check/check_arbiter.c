#include "bus/check/check_arbiter.h"

#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "base/tools/toolchain.h"
#include "bus/cell/arbiter.h"
#include "check/check.h"

static int part_named(const char *word) {
    int part = 0;
    while (part < BL_CELL_PART_COUNT && strcmp(word, bl_cell_part_word((enum bl_cell_part)part)))
        part++;
    return part;
}

static void take(struct bl_check *check, const struct bl_part *part,
                 struct bl_arbiter_source *sources) {
    int at = part_named(part->word.symbol->text);
    if (at == BL_CELL_PART_COUNT || !part->label.symbol) return;
    if (sources[at].path)
        bl_note(check->diags,
                bl_report(check->diags, BL_MSG_PART_TWICE, part->range, part->word.symbol->text),
                sources[at].range, "given here");
    const char *source = check->diags->sources->items[part->label.range.file].path;
    sources[at] = (struct bl_arbiter_source){
        bl_path_beside(check->arena, source, part->label.symbol->text), part->label.symbol->text,
        part->label.range};
}

const struct bl_arbiter *bl_check_arbiter(struct bl_check *check, const struct bl_part *arbiter) {
    struct bl_arbiter_source sources[BL_CELL_PART_COUNT] = {{NULL, NULL, {0}}};
    struct bl_home home;
    for (const struct bl_part *part = arbiter->parts; part; part = part->next)
        take(check, part, sources);
    if (check->diags->errors || !bl_home_find(check->arena, &home)) return NULL;
    return bl_arbiter_make(check->arena, check->diags, arbiter->word.range, sources, home.root);
}
