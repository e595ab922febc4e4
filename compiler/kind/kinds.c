#include "kind/kinds.h"

#include "base/arena.h"

#define BL_KIND(word) extern const struct bl_kind bl_##word##_kind;
#include "kind/kinds.def"
#undef BL_KIND

const struct bl_kind *const bl_kinds[] = {
#define BL_KIND(word) &bl_##word##_kind,
#include "kind/kinds.def"
#undef BL_KIND
};
enum { KINDS = sizeof bl_kinds / sizeof *bl_kinds };
const int bl_kind_count = KINDS;

int bl_kind_number(const struct bl_kind *kind) {
    int i = 0;
    while (bl_kinds[i] != kind) i++;
    return i;
}

const struct bl_kind_word *bl_kind_word(int number, const struct bl_kind **kind) {
    for (int i = 0; i < KINDS; i++)
        for (const struct bl_kind_word *word = bl_kinds[i]->words; word->word; word++) {
            if (number-- > 0) continue;
            if (kind) *kind = bl_kinds[i];
            return word;
        }
    return NULL;
}

const char *bl_kind_list(struct bl_arena *arena, int first) {
    const char *list = bl_kinds[first]->one;
    for (int i = first + 1; i < KINDS; i++)
        list = bl_format(arena, "%s%s%s", list, i + 1 < KINDS ? ", " : " or ", bl_kinds[i]->one);
    return list;
}
