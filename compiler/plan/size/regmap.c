#include "plan/size/regmap.h"
#include "base/arena.h"
#include "bl_device_dma_registers.h"
#include "ir/network.h"

static const char ROW_NAME[] = "histogram_row";

static struct bl_register *add(struct bl_arena *arena, struct bl_regmap *map, const char *name,
                               bool config, int words, const char *help) {
    struct bl_register *reg = BL_APPEND(arena, map);
    int *total = config ? &map->config_words : &map->read_words;
    *reg = (struct bl_register){
        .name = name, .word = *total, .words = words, .config = config, .help = help};
    *total += words;
    return reg;
}

static void add_counts(struct bl_arena *arena, struct bl_regmap *map, const struct bl_plan *plan,
                       bool source) {
    const struct bl_program *program = plan->program;
    for (int i = 0; i < program->version_count; i++) {
        const struct bl_version *version = program->versions[i];
        if (!plan->live[i] || version->source != source) continue;
        add(arena, map, bl_format(arena, "%s_count", version->symbol), source,
            bl_lanes(&program->cluster),
            source ? "elements of the column in each channel, given by the host"
                   : "elements written to each channel")
            ->version = version;
    }
}

/* A word that the host reads is the net of its name, "network_NAME"; one that it writes drives
   it. */
static void add_network(struct bl_arena *arena, struct bl_regmap *map,
                        const struct bl_cluster *cluster) {
    const struct bl_network_register *row = cluster->network.row->registers;
    for (; cluster->nodes > 1 && row && row->name; row++) {
        struct bl_register *reg = add(arena, map, bl_format(arena, "network_%s", row->name),
                                      row->config, 1, row->help);
        reg->net = reg->name;
        reg->network = true;
        reg->role = row->role;
    }
}

/* Of the DMA between the host and the channels. All words of a kind lie one behind the other, as
   the runtime counts them. */
static void add_host(struct bl_arena *arena, struct bl_regmap *map,
                     const struct bl_cluster *cluster) {
#define SETTING(constant, name, help) {"host_" #name, help, true},
#define RESULT(constant, name, help) {"host_" #name, help, false},
    static const struct {
        const char *name, *help;
        bool config;
    } rows[] = {BL_DEVICE_DMA_SETTINGS(SETTING) BL_DEVICE_DMA_RESULTS(RESULT)};
#undef SETTING
#undef RESULT
    for (size_t i = 0; cluster->host && cluster->memory.channels && i < sizeof rows / sizeof *rows;
         i++) {
        struct bl_register *reg = add(arena, map, rows[i].name, rows[i].config, 1, rows[i].help);
        reg->net = reg->name;
        reg->host = true;
    }
}

static void add_passes(struct bl_arena *arena, struct bl_regmap *map, const struct bl_plan *plan) {
    add_counts(arena, map, plan, true);
    add_counts(arena, map, plan, false);
    add(arena, map, "overflow", false, 1,
        "one bit per channel: a column version did not fit its region")
        ->net = "overflow_word";
    add(arena, map, "error", false, 1, "bit 0: the exchange's protocol was violated")->net =
        "error_word";
}

/* Those of a program without passes. */
static void add_program(struct bl_arena *arena, struct bl_regmap *map, const struct bl_plan *plan) {
    for (const struct bl_plan_register *reg = plan->registers; reg && reg->name; reg++)
        add(arena, map, reg->name, reg->config, 1, reg->help)->net = reg->net;
}

struct bl_regmap *bl_regmap_make(struct bl_arena *arena, const struct bl_plan *plan) {
    struct bl_regmap *map = BL_NEW(arena, struct bl_regmap, 1);
    if (plan->pass_count) add_passes(arena, map, plan);
    add_program(arena, map, plan);
    for (int i = 0; i < plan->program->counted_count; i++) {
        const struct bl_counted *counted = &plan->program->counted[i];
        add(arena, map, bl_format(arena, "%s_counts", counted->product->symbol), false,
            BL_ROW_COUNTS, "counts of the row that is asked for")
            ->counted = counted;
    }
    if (plan->program->counted_count)
        add(arena, map, ROW_NAME, true, 1,
            "the row of 16 counts of every histogram that can be read");
    add_network(arena, map, &plan->program->cluster);
    add_host(arena, map, &plan->program->cluster);
    return map;
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

const struct bl_register *bl_regmap_row(const struct bl_regmap *map) {
    for (int i = 0; i < map->count; i++)
        if (map->items[i].name == ROW_NAME) return &map->items[i];
    return NULL;
}

const struct bl_register *bl_regmap_count(const struct bl_regmap *map,
                                          const struct bl_version *version) {
    for (int i = 0; i < map->count; i++)
        if (map->items[i].version == version) return &map->items[i];
    return NULL;
}
