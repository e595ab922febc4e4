#include "emit/emit_network.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "emit/parts.h"
#include "ir/network.h"
#include "node/regmap.h"

/* A cause with the number of a node in place of its %d. */
static void emit_cause(struct bl_parts *parts, const char *text, int node) {
    const char *at = strstr(text, "%d");
    char words[128];
    snprintf(words, sizeof words, at ? "%.*s%d%s" : "%.*s",
             at ? (int)(at - text) : (int)sizeof words, text, node, at ? at + 2 : "");
    bl_part_set(parts, "text", words);
    bl_part(parts, "a cause");
}

static void emit_causes(struct bl_parts *parts, const struct bl_network_cause *cause) {
    if (!cause) return;
    bl_part(parts, "causes");
    for (; cause->text; cause++)
        for (int node = 0; node < cause->nodes || !node; node++)
            emit_cause(parts, cause->text, node);
    bl_part(parts, "the end");
}

static void emit_counters(struct bl_parts *parts, const struct bl_network_counter *counter) {
    if (!counter) return;
    bl_part(parts, "counters");
    for (; counter->name; counter++) {
        bl_part_set(parts, "name", counter->name);
        bl_part_set(parts, "text", counter->help);
        bl_part_number(parts, "number", counter->number);
        bl_part_set(parts, "by_peer", counter->by_peer ? "true" : "false");
        bl_part_set(parts, "loss", counter->loss ? "true" : "false");
        bl_part_set(parts, "presence", counter->presence ? "true" : "false");
        bl_part(parts, "a counter");
    }
    bl_part(parts, "the end of counters");
}

/* The words of all nodes' tables; how many each has. */
static int emit_words(struct bl_parts *parts, const struct bl_node *node) {
    const struct bl_carrier_row *row = node->cluster->network.carrier;
    int count = 0;
    if (!row->table || !node->carrier.joined) return 0;
    const uint32_t *words = row->table(node->arena, node, &count);
    bl_part(parts, "table");
    for (int i = 0; i < count * node->cluster->nodes; i++) {
        bl_part_set(parts, "word", bl_format(node->arena, "0x%08x", (unsigned)words[i]));
        bl_part(parts, "a word");
    }
    bl_part(parts, "the end of the table");
    return count;
}

/* Fills a hole with the address of the register that has this role; false: there is none. */
static bool set_register(struct bl_parts *parts, struct bl_arena *arena,
                         const struct bl_regmap *map, const char *hole, enum bl_network_role role) {
    const struct bl_register *reg = bl_regmap_role(map, role);
    if (reg) bl_part_set(parts, hole, bl_format(arena, "0x%04xu", bl_register_address(reg, 0)));
    return reg;
}

/* The constant itself; `words`: of each node's table, 0: it has none. */
static void emit_network(struct bl_parts *parts, const struct bl_node *node, int words) {
    const struct bl_carrier_row *row = node->cluster->network.carrier;
    const struct bl_regmap *map = node->registers;
    bl_part(parts, "begin");
    if (row->causes) bl_part(parts, "its causes");
    if (set_register(parts, node->arena, map, "address", BL_ROLE_SESSION))
        bl_part(parts, "its session");
    if (row->counters && set_register(parts, node->arena, map, "select", BL_ROLE_SELECT) &&
        set_register(parts, node->arena, map, "shown", BL_ROLE_SHOWN) &&
        set_register(parts, node->arena, map, "count", BL_ROLE_COUNT))
        bl_part(parts, "its counters");
    bl_part_number(parts, "words", words);
    if (words && set_register(parts, node->arena, map, "table", BL_ROLE_TABLE) &&
        set_register(parts, node->arena, map, "taken", BL_ROLE_TAKEN))
        bl_part(parts, "its table");
    bl_part(parts, "end");
}

bool bl_emit_network(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    struct bl_parts parts = {.text = text, .file = "network.c"};
    const struct bl_carrier_row *row = cluster->network.carrier;
    const struct bl_regmap *map = node->registers;
    if (cluster->nodes == 1) return false;
    if (!row->causes && !row->counters && !row->table && !bl_regmap_role(map, BL_ROLE_SESSION))
        return false;
    emit_causes(&parts, row->causes);
    emit_counters(&parts, row->counters);
    emit_network(&parts, node, emit_words(&parts, node));
    return true;
}
