/* The fabrics that Yosys synthesises for: which commands, how cells are counted, how many inputs a
 * look-up table has. */
#ifndef BL_SYNTH_FABRIC_H
#define BL_SYNTH_FABRIC_H

#include <stdbool.h>
#include "base/tools/tools.h"

struct bl_arena;
struct bl_text;

/* What a module takes. Logic is in the fabric's unit, halves are possible. */
struct bl_resources {
    double logic, ff, block_ram, dsp;
};

/* The block that Yosys counts block RAM in: its widest form, in bits and words. */
struct bl_fabric_block {
    const char *name;
    int width, depth;
};

struct bl_fabric {
    const char *command;   /* of Yosys: the beginning of what the board's description names */
    const char *successor; /* its beginning for a Yosys that has dropped the family, and the first
                              that may have; or NULL */
    struct bl_release dropped;
    const char *unit;    /* "ALM" */
    const char *counted; /* how logic is counted, for the reader */
    const char *note;    /* what Yosys says of its own support, or "" */
    struct bl_fabric_block block;
    int lut_inputs;     /* of a look-up table */
    int lut_ram_words;  /* read by one level of logic; 0: distributed RAM is made of flip-flops and
                           multiplexers */
    bool own_block_ram; /* mapped by the rules of bl_fabric_block_rules, for the template that block
                           RAM is meant for */
    const char *before, *after;  /* scripts around that: `@` is the command */
    const struct bl_cell *cells; /* ends with a row without a name */
};

/* What one cell takes; `name` may end with a `*`, the first row that fits counts. */
struct bl_cell {
    const char *name;
    struct bl_resources takes;
};

/* The row for the command of a board's description, or NULL. */
const struct bl_fabric *bl_fabric_find(const char *command);

/* `command` of a board for this Yosys: it may have dropped the family. */
const char *bl_fabric_command_for(struct bl_arena *arena, const struct bl_fabric *fabric,
                                  const char *command, struct bl_release yosys);

/* The block in each of its shapes, as `memory_bram -rules` reads it, and as the Verilog of its
 * interface. */
void bl_fabric_block_rules(struct bl_text *text, const struct bl_fabric_block *block);
void bl_fabric_block_module(struct bl_text *text, const struct bl_fabric_block *block);

/* The names of all rows' commands, one a line of `index`; NULL behind the last. */
const char *bl_fabric_command(int index);

/* What a cell takes. False when the fabric has none of that name. */
bool bl_fabric_cell(const struct bl_fabric *fabric, const char *name, struct bl_resources *takes);

/* Levels of look-up tables of an asynchronous read of a memory of `words` words. */
int bl_fabric_read_levels(const struct bl_fabric *fabric, long words);

/* Adds `more` so many times. */
void bl_resources_add(struct bl_resources *sum, const struct bl_resources *more, double times);

#endif
