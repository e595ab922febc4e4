/* Builds typed programs by hand, for tests that start behind the front end. One record {key,
   value}, both of 32 bits; a test may make it {key, value, mark}: builder_mark. */
#ifndef PROGRAM_BUILDER_H
#define PROGRAM_BUILDER_H

#include <stdarg.h>
#include <string.h>
#include "base/arena.h"
#include "base/diag.h"
#include "driver/compile.h"
#include "kind/kinds.h"
#include "ir/types/types.h"
#include "known_board.h"
#include "settings/setting.h"
#include "network/networks.h"
#include "node/node.h"
#include "ir/plan.h"
#include "stage/stages.h"

struct builder {
    struct bl_arena *arena;
    struct bl_program *program;
    int version_capacity, pass_capacity;
    struct bl_sources sources;
    struct bl_diags *diags;
    const struct bl_column *key, *value;
    const struct bl_function *node, *channel;
    struct bl_version *sources_by_column[2];
};

static inline int builder_log2(int value) {
    int bits = 0;
    while ((1 << bits) < value) bits++;
    return bits;
}

static inline const struct bl_function *builder_function(struct builder *b, const char *name,
                                                         const struct bl_column *column, int lsb,
                                                         int bits) {
    struct bl_function *function = BL_NEW(b->arena, struct bl_function, 1);
    *function = (struct bl_function){.name = name, .column = column, .lsb = lsb, .bits = bits};
    return function;
}

static inline struct bl_version *builder_version(struct builder *b, const char *name,
                                                 const struct bl_column *column, bool source) {
    struct bl_program *program = b->program;
    program->versions = bl_grow(b->arena, program->versions, program->version_count,
                                &b->version_capacity, sizeof *program->versions);
    struct bl_version *version = BL_NEW(b->arena, struct bl_version, 1);
    *version = (struct bl_version){.id = program->version_count,
                                   .name = name,
                                   .symbol = name,
                                   .column = column,
                                   .source = source};
    program->versions[program->version_count++] = version;
    return version;
}

/* A third column of the record, as a source. */
static inline struct bl_version *builder_mark(struct builder *b) {
    struct bl_record *record = &b->program->record;
    record->columns[2] = (struct bl_column){.name = "mark", .index = 2, .bits = 32};
    record->column_count = 3;
    return builder_version(b, "mark", &record->columns[2], true);
}

static inline struct bl_product *builder_product(struct builder *b, const char *name,
                                                 enum bl_stage_kind kind) {
    struct bl_product *product = BL_NEW(b->arena, struct bl_product, 1);
    *product = (struct bl_product){name, name, bl_stage_row(kind), {0}, false};
    return product;
}

static inline void builder_pass(struct builder *b) {
    struct bl_program *program = b->program;
    program->passes = bl_grow(b->arena, program->passes, program->pass_count, &b->pass_capacity,
                              sizeof *program->passes);
    program->passes[program->pass_count] = (struct bl_pass){
        .number = program->pass_count + 1, .stages = BL_NEW(b->arena, struct bl_stage, 8)};
    program->pass_count++;
}

static inline struct bl_stage *builder_stage(struct builder *b, enum bl_stage_kind kind) {
    struct bl_pass *pass = &b->program->passes[b->program->pass_count - 1];
    struct bl_stage *stage = &pass->stages[pass->stage_count++];
    stage->row = bl_stage_row(kind);
    return stage;
}

/* READ or WRITE of one column, or of two when `second` is given. */
static inline void builder_columns(struct builder *b, enum bl_stage_kind kind,
                                   struct bl_version *first, struct bl_version *second) {
    struct bl_stage *stage = builder_stage(b, kind);
    stage->versions = BL_NEW(b->arena, struct bl_version *, 2);
    stage->versions[0] = first, stage->versions[1] = second;
    stage->version_count = second ? 2 : 1;
}

static inline void builder_move(struct builder *b, enum bl_stage_kind kind,
                                const struct bl_function *function, struct bl_product *uses) {
    struct bl_stage *stage = builder_stage(b, kind);
    stage->functions = BL_NEW(b->arena, const struct bl_function *, 2);
    stage->functions[0] = function;
    stage->function_count = 1;
    stage->uses = uses;
}

static inline struct bl_product *builder_histogram(struct builder *b, const char *name) {
    struct bl_stage *stage = builder_stage(b, BL_HISTOGRAM);
    stage->functions = BL_NEW(b->arena, const struct bl_function *, 2);
    stage->functions[0] = b->node, stage->functions[1] = b->channel;
    stage->function_count = 2;
    return stage->makes = builder_product(b, name, BL_HISTOGRAM);
}

/* A pass "read from -> table(function) as name". */
static inline struct bl_product *builder_table_pass(struct builder *b, struct bl_version *from,
                                                    const struct bl_function *function,
                                                    const char *name) {
    builder_pass(b);
    builder_columns(b, BL_READ, from, NULL);
    builder_move(b, BL_TABLE, function, NULL);
    struct bl_pass *pass = &b->program->passes[b->program->pass_count - 1];
    return pass->stages[1].makes = builder_product(b, name, BL_TABLE);
}

static inline struct bl_product *builder_histogram_pass(struct builder *b, struct bl_version *from,
                                                        const char *name) {
    builder_pass(b);
    builder_columns(b, BL_READ, from, NULL);
    return builder_histogram(b, name);
}

/* A pass "read from -> kind(function, uses) -> write new"; yields the new version. */
static inline struct bl_version *builder_move_pass(struct builder *b, struct bl_version *from,
                                                   enum bl_stage_kind kind,
                                                   const struct bl_function *function,
                                                   struct bl_product *uses, const char *name) {
    builder_pass(b);
    builder_columns(b, BL_READ, from, NULL);
    builder_move(b, kind, function, uses);
    struct bl_version *to = builder_version(b, name, from->column, false);
    builder_columns(b, BL_WRITE, to, NULL);
    return to;
}

/* Joins the nodes by another network, without settings. */
static inline void builder_network(struct builder *b, const char *word) {
    struct bl_network *network = &b->program->cluster.network;
    network->row = bl_network_find(word);
    network->own = bl_alloc(b->arena, network->row->bytes);
    network->carrier = bl_carrier_find(network->row, network->own);
}
/* A setting of the network, in base units. */
static inline void builder_set(struct builder *b, const char *word, double real) {
    const struct bl_network *network = &b->program->cluster.network;
    const struct bl_setting *settings = network->row->settings;
    bl_setting_store(&settings[bl_setting_find(settings, word)], real,
                     (void *)(uintptr_t)network->own);
}

static inline struct builder builder_new(int nodes, int lanes, int columns, double hertz,
                                         double link) {
    struct builder b = {.arena = bl_arena_new()};
    struct bl_program *program = b.program = BL_NEW(b.arena, struct bl_program, 1);
    *program = (struct bl_program){
        .arena = b.arena, .kind = bl_kinds[0], .pipeline = "sort", .input = "items"};
    program->cluster = (struct bl_cluster){
        .name = "optweb",
        .board = known_board(b.arena),
        .nodes = nodes,
        .clock_count = 1,
        .clocks = BL_NEW(b.arena, struct bl_clock, 1),
        .memory =
            {.channels = 2 * lanes, .width = 32, .strip = 512, .burst = 128, .plane_bits = 32},
        .network = {.row = bl_network_find("full_mesh"), .word = "full_mesh"}};
    builder_network(&b, "full_mesh");
    builder_set(&b, "link", link);
    builder_set(&b, "latency", 400e-9);
    program->cluster.clocks[0] = (struct bl_clock){.name = "core", .hertz = hertz};
    program->record = (struct bl_record){
        .name = "item", .columns = BL_NEW(b.arena, struct bl_column, 3), .column_count = columns};
    program->record.columns[0] = (struct bl_column){.name = "key", .index = 0, .bits = 32};
    program->record.columns[1] = (struct bl_column){.name = "value", .index = 1, .bits = 32};
    b.key = &program->record.columns[0], b.value = &program->record.columns[1];
    b.channel = builder_function(&b, "channel", b.key, 0, builder_log2(lanes));
    b.node = builder_function(&b, "node", b.key, builder_log2(lanes), builder_log2(nodes));
    for (int c = 0; c < columns; c++)
        b.sources_by_column[c] = builder_version(&b, c ? "value" : "key", c ? b.value : b.key,
                                                 true);
    return b;
}

/* To be called when the program is complete. */
static inline void builder_finish(struct builder *b) {
    struct bl_program *program = b->program;
    struct bl_type *types = BL_NEW(b->arena, struct bl_type, program->version_count);
    b->diags = bl_diags_new(b->arena, &b->sources);
    bl_types_assign(b->arena, program, program->passes, program->pass_count, types);
    for (int v = 0; v < program->version_count; v++) program->versions[v]->type = types[v];
}

static inline struct bl_plan *builder_plan(struct builder *b, bl_rules rules) {
    return bl_planned(b->arena, b->program, rules, b->diags);
}
/* What carries words of the cluster's first column, one in a stream for each lane. */
static inline struct bl_carrier *builder_carrier(const struct builder *b) {
    const struct bl_cluster *cluster = &b->program->cluster;
    struct bl_carrier *carrier = BL_NEW(b->arena, struct bl_carrier, 1);
    *carrier = bl_carrier_of(bl_cut_of_plane(cluster), bl_lanes(cluster));
    return carrier;
}
static inline void builder_free(struct builder *b) { bl_arena_free(b->arena); }

/* The base flow of the counting sort; 11 passes with two columns, 6 with one. */
static inline struct builder builder_base(int nodes, int lanes, int columns, double hertz,
                                          double link) {
    struct builder b = builder_new(nodes, lanes, columns, hertz, link);
    static const char *const names[3][2] = {
        {"key1", "value1"}, {"key2", "value2"}, {"key3", "value3"}};
    static const char *const tables[2][2] = {{"t1", "t2"}, {"t3", "t4"}};
    struct bl_version *at[2] = {b.sources_by_column[0], b.sources_by_column[1]};
    struct bl_product *sizes = builder_histogram_pass(&b, at[0], "sizes");
    for (int phase = 0; phase < 3; phase++) {
        struct bl_version *key = at[0];
        const struct bl_function *function = phase == 2 ? b.channel : b.node;
        for (int c = 0; c < columns; c++) {
            struct bl_product *table = phase == 1 ? sizes
                                                  : builder_table_pass(&b, key, function,
                                                                       tables[phase / 2][c]);
            at[c] = builder_move_pass(&b, at[c], phase == 1 ? BL_ALLTOALLV : BL_CROSSBAR, function,
                                      table, names[phase][c]);
            at[c]->result = phase == 2;
        }
    }
    builder_finish(&b);
    return b;
}

#endif
