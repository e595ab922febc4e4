/* The table of networks. */
#ifndef BL_NETWORKS_H
#define BL_NETWORKS_H

#include "ir/network.h"

#define BL_NETWORK(word) extern const struct bl_network_row bl_##word##_row;
#include "network/networks.def"
#undef BL_NETWORK

/* The row of a word of the source, or NULL. */
const struct bl_network_row *bl_network_find(const char *word);
/* That of a node which is alone: whatever it can do, nobody asks. */
const struct bl_network_row *bl_network_usual(void);
/* All words: "full_mesh and rsb". */
const char *bl_network_words(struct bl_arena *arena);
/* "`network rsb`": those whose bool at this place of the row is true. */
const char *bl_network_words_with(struct bl_arena *arena, size_t capability);

#endif
