#include "network/networks.h"

#include <string.h>

#include "base/arena.h"

const struct bl_network_row *const bl_networks[] = {
#define BL_NETWORK(word) &bl_##word##_row,
#include "network/networks.def"
#undef BL_NETWORK
    NULL};
enum { ROWS = sizeof bl_networks / sizeof *bl_networks - 1 };

const struct bl_network_row *bl_network_find(const char *word) {
    for (int i = 0; i < ROWS; i++)
        if (!strcmp(bl_networks[i]->word, word)) return bl_networks[i];
    return NULL;
}

const struct bl_network_row *bl_network_usual(void) { return bl_networks[0]; }

const char *bl_network_words(struct bl_arena *arena) {
    const char *list = bl_networks[0]->word;
    for (int i = 1; i < ROWS; i++)
        list = bl_format(arena, "%s%s%s", list, i + 1 < ROWS ? ", " : " and ",
                         bl_networks[i]->word);
    return list;
}

const char *bl_network_words_with(struct bl_arena *arena, size_t capability) {
    const char *list = "";
    for (int i = 0; i < ROWS; i++) {
        const bool *has = (const bool *)((const char *)bl_networks[i] + capability);
        if (*has)
            list = bl_format(arena, "%s%s`network %s`", list, *list ? " or " : "",
                             bl_networks[i]->word);
    }
    return list;
}
