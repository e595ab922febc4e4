#include "ir/pass.h"

#include <stddef.h>
#include "base/arena.h"

static const char stage_letters[] = {
    [BL_STAGE_READS] = 'R',      [BL_STAGE_COUNTS] = 'H',  [BL_STAGE_STEERS] = 'T',
    [BL_STAGE_TO_CHANNEL] = 'X', [BL_STAGE_TO_NODE] = 'A', [BL_STAGE_WRITES] = 'W',
};

static const char *letters_but(const struct bl_pass *pass, char *letters, int skipped) {
    int length = 0;
    for (int i = 0; i < pass->stage_count && length < 15; i++)
        if ((int)pass->stages[i].row->role != skipped)
            letters[length++] = stage_letters[pass->stages[i].row->role];
    letters[length] = '\0';
    return letters;
}

const char *bl_pass_letters(const struct bl_pass *pass, char *letters) {
    return letters_but(pass, letters, -1);
}
const char *bl_pass_shape(const struct bl_pass *pass, char *letters) {
    return letters_but(pass, letters, BL_STAGE_COUNTS);
}

struct bl_stage *bl_stage_find(const struct bl_pass *pass, enum bl_stage_role role) {
    for (int i = 0; i < pass->stage_count; i++)
        if (pass->stages[i].row->role == role) return &pass->stages[i];
    return NULL;
}

const struct bl_stage *bl_stage_before(const struct bl_pass *pass, const struct bl_stage *stage,
                                       enum bl_stage_role role) {
    const struct bl_stage *last = NULL;
    for (int i = 0; i < pass->stage_count && &pass->stages[i] < stage; i++)
        if (pass->stages[i].row->role == role) last = &pass->stages[i];
    return last;
}

bool bl_feeds_exchange(const struct bl_pass *pass, const struct bl_stage *stage) {
    int next = (int)(stage - pass->stages) + 1;
    return next < pass->stage_count && pass->stages[next].row->role == BL_STAGE_TO_NODE;
}

struct bl_version *bl_pass_reads(const struct bl_pass *pass) {
    return bl_stage_find(pass, BL_STAGE_READS)->versions[0];
}

bool bl_stage_has(const struct bl_stage *stage, const struct bl_version *version) {
    for (int i = 0; i < stage->version_count; i++)
        if (stage->versions[i] == version) return true;
    return false;
}

bool bl_stage_has_column(const struct bl_stage *stage, const struct bl_column *column) {
    for (int i = 0; i < stage->version_count; i++)
        if (stage->versions[i]->column == column) return true;
    return false;
}

const char *bl_names(struct bl_arena *arena, const struct bl_stage *stage) {
    const char *names = stage->versions[0]->name;
    for (int i = 1; i < stage->version_count; i++)
        names = bl_format(arena, "%s, %s", names, stage->versions[i]->name);
    return names;
}

const char *bl_home_label(struct bl_arena *arena, const int *home, int count, int number) {
    const char *label = "pass ", *between = "";
    for (int i = 0; i < count; i++) {
        if (home[i] != number) continue;
        label = bl_format(arena, "%s%s%d", label, between, i + 1);
        between = "+";
    }
    return label;
}
