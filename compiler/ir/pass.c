#include "ir/pass.h"

#include <stddef.h>
#include "base/arena.h"

static const char stage_letters[] = {
    [BL_STAGE_READS] = 'R',      [BL_STAGE_COUNTS] = 'H',  [BL_STAGE_STEERS] = 'T',
    [BL_STAGE_TO_CHANNEL] = 'X', [BL_STAGE_TO_NODE] = 'A', [BL_STAGE_WRITES] = 'W',
    [BL_STAGE_COMPUTES] = 'C',
};

static bool moves(enum bl_stage_role role) {
    return role != BL_STAGE_COUNTS && role != BL_STAGE_COMPUTES;
}

static const char *letters_of(const struct bl_pass *pass, char *letters, bool all) {
    int length = 0;
    for (int i = 0; i < pass->stage_count && length < 15; i++)
        if (all || moves(pass->stages[i].row->role))
            letters[length++] = stage_letters[pass->stages[i].row->role];
    letters[length] = '\0';
    return letters;
}

const char *bl_pass_letters(const struct bl_pass *pass, char *letters) {
    return letters_of(pass, letters, true);
}
const char *bl_pass_shape(const struct bl_pass *pass, char *letters) {
    return letters_of(pass, letters, false);
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

bool bl_is_fed(const struct bl_pass *pass, const struct bl_stage *exchange) {
    return exchange > pass->stages && exchange[-1].row->role == BL_STAGE_TO_CHANNEL;
}

const struct bl_column *bl_pass_column(const struct bl_pass *pass, int place) {
    const struct bl_stage *read = bl_stage_find(pass, BL_STAGE_READS);
    if (place < read->version_count) return read->versions[place]->column;
    place -= read->version_count;
    for (int s = 0; s < pass->stage_count; s++) {
        int made = pass->stages[s].own ? pass->stages[s].own->make_count : 0;
        if (place < made) return pass->stages[s].made[place];
        place -= made;
    }
    return NULL;
}

int bl_own_bits(const struct bl_own *own) {
    int bits = 0;
    for (int i = 0; i < own->make_count; i++) bits += own->makes[i].bits;
    return bits;
}

int bl_pass_made(const struct bl_pass *pass) {
    int count = 0;
    for (int s = 0; s < pass->stage_count; s++)
        if (pass->stages[s].own) count += pass->stages[s].own->make_count;
    return count;
}

bool bl_stage_makes(const struct bl_stage *stage, const struct bl_column *column) {
    for (int i = 0; stage->own && i < stage->own->make_count; i++)
        if (stage->made[i] == column) return true;
    return false;
}

const struct bl_stage *bl_stage_maker(const struct bl_pass *pass, const struct bl_stage *stage,
                                      const struct bl_column *column) {
    for (const struct bl_stage *own = pass->stages; own < stage; own++)
        if (bl_stage_makes(own, column)) return own;
    return NULL;
}

bool bl_stage_gets(const struct bl_pass *pass, const struct bl_stage *stage,
                   const struct bl_column *column) {
    return bl_stage_maker(pass, stage, column) ||
           bl_stage_has_column(bl_stage_find(pass, BL_STAGE_READS), column);
}

const struct bl_version *bl_version_at(const struct bl_pass *pass, const struct bl_stage *stage,
                                       const struct bl_column *column) {
    const struct bl_stage *read = bl_stage_find(pass, BL_STAGE_READS);
    for (const struct bl_stage *own = stage; own-- > pass->stages;)
        for (int i = 0; own->own && i < own->hidden_count; i++)
            if (own->hidden[i]->column == column) return own->hidden[i];
    for (int i = 0; i < read->version_count; i++)
        if (read->versions[i]->column == column) return read->versions[i];
    return NULL;
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

int bl_stage_bits(const struct bl_stage *stage) {
    int bits = 0;
    for (int i = 0; i < stage->version_count; i++) bits += stage->versions[i]->column->bits;
    return bits;
}

const char *bl_names(struct bl_arena *arena, const struct bl_stage *stage) {
    const char *names = stage->versions[0]->name;
    for (int i = 1; i < stage->version_count; i++)
        names = bl_format(arena, "%s, %s", names, stage->versions[i]->name);
    return names;
}
