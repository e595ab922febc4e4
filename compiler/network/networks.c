#include "network/networks.h"

#include <string.h>

#include "base/arena.h"

static const struct bl_network_row *const rows[] = {
#define BL_NETWORK(word) &bl_##word##_row,
#include "network/networks.def"
#undef BL_NETWORK
};
enum { ROWS = sizeof rows / sizeof *rows };

const struct bl_network_row *bl_network_find(const char *word) {
    for (int i = 0; i < ROWS; i++)
        if (!strcmp(rows[i]->word, word)) return rows[i];
    return NULL;
}

const struct bl_network_row *bl_network_usual(void) { return rows[0]; }

const char *bl_network_words(struct bl_arena *arena) {
    const char *list = rows[0]->word;
    for (int i = 1; i < ROWS; i++)
        list = bl_format(arena, "%s%s%s", list, i + 1 < ROWS ? ", " : " and ", rows[i]->word);
    return list;
}

const char *bl_network_words_with(struct bl_arena *arena, size_t capability) {
    const char *list = "";
    for (int i = 0; i < ROWS; i++) {
        const bool *has = (const bool *)((const char *)rows[i] + capability);
        if (*has)
            list = bl_format(arena, "%s%s`network %s`", list, *list ? " or " : "", rows[i]->word);
    }
    return list;
}
