/* What a template takes of any fabric: look-up tables by their inputs, flip-flops, carries,
 * distributed RAM; a function per template. */
#ifndef BL_COST_H
#define BL_COST_H

#include <stdbool.h>
#include "board/fabric.h"
#include "ir/circuit.h"

struct bl_board;

enum { BL_LUT_INPUTS = 6, BL_COST_PARAMETERS = 20 };

/* Neutral terms: those of a fabric with tables of up to six inputs, not yet those of a board. */
struct bl_cost {
    double lut[BL_LUT_INPUTS + 1]; /* tables that use so many inputs, [2] to [6] */
    double carry;                  /* bits of adders, counters and differences */
    double ff;
    double ram16,
        ram32; /* distributed RAM, in bits of a word: columns of up to 16 words, of up to 32 */
    double block_ram; /* of the board's first kind */
    double dsp;
};

/* Templates directly below one, each with all that is below it. */
struct bl_cost_part {
    const char *name;
    double times;
    struct bl_cost cost; /* of all of them */
};
enum { BL_COST_PARTS = 12 };
struct bl_cost_parts {
    struct bl_cost_part items[BL_COST_PARTS];
    int count;
    bool shown; /* as the template's row asks, bl_cost_show: `explain` tells them apart */
};

/* One template being counted. `board` decides how many block RAMs a memory takes; without `below`
 * only the template's own logic counts. */
struct bl_costing {
    const struct bl_board *board;
    bool below;
    struct bl_cost cost;
    struct bl_cost_parts *parts; /* NULL: they are not wanted */
};

/* A template: what it takes, and its parameters with their defaults in the order of its file, but
 * for derived ones; `p` has their values in that order, as has every array of values below. Of
 * a vector of bits the value is how many of them are 1. */
struct bl_cost_row {
    const char *name;
    void (*add)(struct bl_costing *to, const int *p);
    struct {
        const char *name;
        int value;
    } parameters[BL_COST_PARAMETERS + 1]; /* the last one has no name */
};

/* All rows in the order of their names; the last one has none. templates/tables.awk makes it of
 * rtl_templates/ and of the functions void bl_cost_NAME(struct bl_costing *to, const int *p) in
 * all folders of the compiler. */
extern const struct bl_cost_row bl_costs[];

/* The row of a template, or NULL. */
const struct bl_cost_row *bl_cost_find(const char *name);

/* What a template takes with the values given, everything below included unless `own`. Names that
 * it has not are ignored. */
struct bl_cost bl_cost_of(const struct bl_cost_row *row, const struct bl_board *board,
                          const int *values, bool own);
/* The same with everything below it, and its parts. */
struct bl_cost bl_cost_parts_of(const struct bl_cost_row *row, const struct bl_board *board,
                                const int *values, struct bl_cost_parts *parts);
/* The values of an instance's parameters, in the row's order. */
void bl_cost_values(const struct bl_cost_row *row, const struct bl_instance *instance,
                    int values[BL_COST_PARAMETERS]);

/* In the board's unit of logic: ALM, LUT6, LUT4 or logic cells. */
struct bl_resources bl_cost_weigh(const struct bl_cost *cost, const struct bl_board *board);

/* ---- for the functions of the rows */

/* `count` bits, each a choice of one of `ways` by an encoded number, or by one enable for each way
 * (one-hot). */
void bl_cost_choose(struct bl_costing *to, int ways, double count);
void bl_cost_gather(struct bl_costing *to, int ways, double count);
/* Distributed RAM of `words` words, read where the address points; `registered`: that is a register
 * of the clock that writes. Block RAM. */
void bl_cost_ram(struct bl_costing *to, int width, int words, bool registered);
void bl_cost_block(struct bl_costing *to, int width, int words);
/* `times` templates below, by name and values in the order of their row. */
void bl_cost_below(struct bl_costing *to, double times, const char *name, const int *values);
/* The template's parts are large enough to be distinguished. */
void bl_cost_show(struct bl_costing *to);
#define BL_COST_BELOW(to, times, name, ...) \
    bl_cost_below(to, times, name, (const int[]){__VA_ARGS__})

#endif
