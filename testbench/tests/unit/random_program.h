/* Random programs: phases that move all columns by a function, each in one of the ways that the
 * language has. */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include "program_builder.h"

static inline uint32_t next_random(uint32_t *seed) {
    return *seed = *seed * 1664525u + 1013904223u;
}
static inline int choose(uint32_t *seed, int limit) {
    return (int)((next_random(seed) >> 16) % (uint32_t)limit);
}

struct random_program {
    struct builder b;
    struct bl_version *at[2];
    int columns, tables;
    bool zipped;
    uint32_t seed;
};

static inline const char *fresh(struct random_program *r, const char *stem) {
    return bl_format(r->b.arena, "%s%d", stem, ++r->tables);
}

static inline void move_together(struct random_program *r, enum bl_stage_kind kind,
                                 const struct bl_function *function, struct bl_product *uses) {
    builder_pass(&r->b);
    builder_columns(&r->b, BL_READ, r->at[0], r->at[1]);
    builder_move(&r->b, kind, function, uses);
    for (int c = 0; c < 2; c++)
        r->at[c] = builder_version(&r->b, fresh(r, c ? "value" : "key"), r->at[c]->column, false);
    builder_columns(&r->b, BL_WRITE, r->at[0], r->at[1]);
}

static inline void random_crossbar(struct random_program *r, const struct bl_function *function) {
    struct bl_version *key = r->at[0];
    if (r->zipped) {
        move_together(r, BL_CROSSBAR, function, NULL);
        return;
    }
    for (int c = 0; c < r->columns; c++) {
        bool table = c > 0 || choose(&r->seed, 2);
        struct bl_product *product = table ? builder_table_pass(&r->b, key, function, fresh(r, "t"))
                                           : NULL;
        r->at[c] = builder_move_pass(&r->b, r->at[c], BL_CROSSBAR, function, product,
                                     fresh(r, c ? "value" : "key"));
    }
}

static inline void random_exchange(struct random_program *r, struct bl_product *sizes) {
    if (r->zipped) {
        move_together(r, BL_ALLTOALLV, r->b.node, sizes);
        return;
    }
    for (int c = 0; c < r->columns; c++)
        r->at[c] = builder_move_pass(&r->b, r->at[c], BL_ALLTOALLV, r->b.node, sizes,
                                     fresh(r, c ? "value" : "key"));
}

static inline void random_branch(struct random_program *r, const struct bl_function *function) {
    if (choose(&r->seed, 3) || r->zipped) return;
    builder_move_pass(&r->b, r->at[0], BL_CROSSBAR, function, NULL, fresh(r, "branch"))->result =
        true;
}

static inline struct random_program random_program(uint32_t seed) {
    static const int shapes[][2] = {{2, 2}, {2, 4}, {4, 4}, {4, 2},
                                    {8, 8}, {4, 8}, {8, 4}, {16, 2}};
    struct random_program r = {.seed = seed * 2654435761u + 1};
    const int *shape = shapes[choose(&r.seed, 8)];
    r.columns = 1 + choose(&r.seed, 2);
    r.zipped = r.columns == 2 && choose(&r.seed, 3) == 0;
    r.b = builder_new(shape[0], shape[1], r.columns, 150e6, 6.25e9);
    for (int c = 0; c < r.columns; c++) r.at[c] = r.b.sources_by_column[c];
    int phases = 1 + choose(&r.seed, 3);
    for (int phase = 0; phase < phases; phase++) {
        bool counted = choose(&r.seed, 2), early = choose(&r.seed, 2);
        struct bl_product *sizes = counted && early
                                       ? builder_histogram_pass(&r.b, r.at[0], fresh(&r, "sizes"))
                                       : NULL;
        random_crossbar(&r, r.b.node);
        random_branch(&r, r.b.channel);
        if (counted && !early) sizes = builder_histogram_pass(&r.b, r.at[0], fresh(&r, "sizes"));
        if (choose(&r.seed, 4)) random_exchange(&r, sizes);
        random_branch(&r, r.b.node);
        if (choose(&r.seed, 4)) random_crossbar(&r, r.b.channel);
    }
    for (int c = 0; c < r.columns; c++) r.at[c]->result = true;
    builder_finish(&r.b);
    return r;
}

#endif
