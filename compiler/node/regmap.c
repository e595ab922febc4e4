#include "node/regmap.h"

#include <string.h>

#include "base/arena.h"
#include "bl_device_dma_registers.h"
#include "ir/network.h"

struct bl_register *bl_registers_add(struct bl_arena *arena, struct bl_registers *list,
                                     const char *name, bool config, int words, const char *help) {
    struct bl_register *reg = BL_APPEND(arena, list);
    *reg = (struct bl_register){.name = name, .words = words, .config = config, .help = help};
    return reg;
}

/* Behind those that are there. */
static struct bl_register *place(struct bl_arena *arena, struct bl_regmap *map,
                                 const struct bl_register *reg) {
    struct bl_register *placed = BL_APPEND(arena, map);
    int *total = reg->config ? &map->config_words : &map->read_words;
    *placed = *reg;
    placed->word = *total;
    *total += reg->words;
    return placed;
}

static struct bl_register *add(struct bl_arena *arena, struct bl_regmap *map, const char *name,
                               bool config, const char *help) {
    const struct bl_register reg = {
        .name = name, .words = 1, .config = config, .help = help, .net = name};
    return place(arena, map, &reg);
}

/* A word that the host reads is the net of its name, "network_NAME"; one that it writes drives
   it. */
static void add_network(struct bl_arena *arena, struct bl_regmap *map,
                        const struct bl_cluster *cluster) {
    const struct bl_network_register *row = cluster->network.carrier->registers;
    for (; cluster->nodes > 1 && row && row->name; row++) {
        struct bl_register *reg = add(arena, map, bl_format(arena, "network_%s", row->name),
                                      row->config, row->help);
        reg->network = true;
        reg->role = row->role;
    }
}

/* Of the DMA between the host and the channels. All words of a kind lie one behind the other, as
   the runtime counts them. */
static void add_host(struct bl_arena *arena, struct bl_regmap *map, const struct bl_node *node) {
#define SETTING(constant, name, help) {"host_" #name, help, true},
#define RESULT(constant, name, help) {"host_" #name, help, false},
    static const struct {
        const char *name, *help;
        bool config;
    } rows[] = {BL_DEVICE_DMA_SETTINGS(SETTING) BL_DEVICE_DMA_RESULTS(RESULT)};
#undef SETTING
#undef RESULT
    if (!node->cluster->host || !node->memory.channels) return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        add(arena, map, rows[i].name, rows[i].config, rows[i].help)->host = true;
}

const struct bl_regmap *bl_regmap_make(const struct bl_node *node,
                                       const struct bl_registers *program) {
    struct bl_regmap *map = BL_NEW(node->arena, struct bl_regmap, 1);
    for (int i = 0; i < program->count; i++) place(node->arena, map, &program->items[i]);
    add_network(node->arena, map, node->cluster);
    add_host(node->arena, map, node);
    return map;
}

const struct bl_register *bl_regmap_find(const struct bl_regmap *map, const char *name) {
    for (int i = 0; i < map->count; i++)
        if (!strcmp(map->items[i].name, name)) return &map->items[i];
    return NULL;
}

const struct bl_register *bl_regmap_host(const struct bl_regmap *map, bool config) {
    for (int i = 0; i < map->count; i++)
        if (map->items[i].host && map->items[i].config == config) return &map->items[i];
    return NULL;
}

const struct bl_register *bl_regmap_role(const struct bl_regmap *map, enum bl_network_role role) {
    for (int i = 0; i < map->count; i++)
        if (map->items[i].role == role) return &map->items[i];
    return NULL;
}

const struct bl_register *bl_regmap_histogram(const struct bl_regmap *map,
                                              const struct bl_counted *counted) {
    for (int i = 0; i < map->count; i++)
        if (map->items[i].counted == counted) return &map->items[i];
    return NULL;
}

const struct bl_register *bl_regmap_count(const struct bl_regmap *map,
                                          const struct bl_version *version) {
    for (int i = 0; i < map->count; i++)
        if (map->items[i].version == version) return &map->items[i];
    return NULL;
}
