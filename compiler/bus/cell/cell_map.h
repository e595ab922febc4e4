/* A cell's gates in look-up tables of four inputs and transparent latches. */
#ifndef BL_CELL_MAP_H
#define BL_CELL_MAP_H

#include "bus/cell/compose.h"

enum { BL_TABLE_INPUTS = 4, BL_LATCH_PINS = 5, BL_ELEMENTS = 72 };

enum bl_element_kind { BL_ELEMENT_TABLE, BL_ELEMENT_LATCH };

/* One look-up table or latch; names are those of the cell's rows, wires, `rst`, `request`, `match`
   and of other elements. */
struct bl_element {
    char name[BL_RSB_NAME];
    enum bl_element_kind kind;
    const char *inputs[BL_LATCH_PINS]; /* of a latch: clear, set, load, enable, d; NULL: none */
    int count;                         /* of the inputs of a table */
    uint32_t table; /* of a table: bit i its output where input k is bit k of i; of a latch a bit
                       for each pin that is inverted, clear in bit 4 (bl_latch) */
    bool races;     /* a change may be taken back: arbitration, a request that is just taken, and
                       tables that are parts of a gate */
    const char *inside; /* NULL, or the gate that this table is a part of */
};

struct bl_cell_map {
    struct bl_element items[BL_ELEMENTS];
    int count;
};

/* NULL, or why the rows cannot be made so: "NAME reads too many signals". */
const char *bl_cell_map(struct bl_arena *arena, const struct bl_rsb_rows *rows,
                        struct bl_cell_map *map);

/* The rows of the cell as it was mapped, each element a gate with a delay of its own: for the model
   of events. They live in `arena`. */
struct bl_rsb_rows bl_cell_map_rows(struct bl_arena *arena, const struct bl_rsb_rows *rows,
                                    const struct bl_cell_map *map);

/* Marks the gates of a cell of such rows whose elements may race. */
void bl_cell_map_races(const struct bl_cell_map *map, struct bl_rsb_cell *cell);

/* Takes the token inverted, as the Verilog of the first cell does: that is how there is one. `here`
   is then the wire as the cell behind drives it. */
void bl_cell_map_invert(struct bl_cell_map *map);

#endif
