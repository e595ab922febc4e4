/* How the graphs of the ring arbiter's cell make the cell: which signal is which wire of
   docs/rsb.md, and what stands between them. */
#ifndef BL_COMPOSITION_H
#define BL_COMPOSITION_H

#include "bus/model/check/rsb_graphs.h"

struct bl_arena;

/* BL_CELL_PART(NAME, word): the graphs of a cell. */
#define BL_CELL_PARTS(BL_CELL_PART)                                                         \
    BL_CELL_PART(TOKEN, "token")   /* when the domain's request is worked on */             \
    BL_CELL_PART(SOURCE, "source") /* asks both ways round, and keeps the path */           \
    BL_CELL_PART(PASS, "pass")     /* hands on requests and answers of others, for each way \
                                    */                                                      \
    BL_CELL_PART(DESTINATION, "destination") /* grants the request that comes first */

enum bl_cell_part {
#define BL_CELL_PART(name, word) BL_CELL_PART_##name,
    BL_CELL_PARTS(BL_CELL_PART)
#undef BL_CELL_PART
        BL_CELL_PART_COUNT
};

/* A signal of a part. In `signal`, `wire` and the conditions `_w` is the way: in names of signals
   `_1` clockwise and `_2` counter-clockwise, in expressions as in struct bl_rsb_row. A row with a
   way is two. Of the pass-through there is a graph for each way. */
struct bl_cell_signal {
    int part; /* -1: none; the wire's edge is one that another row tells */
    bool output;
    const char *signal, *wire;
    bool one_of; /* one of the signals that the wire may be (struct bl_rsb_signal_row) */
    const char *rises_if, *only_if; /* and under which conditions */
    /* In a cell that is made of the graphs what a signal is for the part's other gates; NULL: the
       wire. The gate of an output has the wire's name, and is 0 with `rst` where `reset` is 1. An
       output that is one of several has no gate of its own: bl_cell_glue merges it into one. */
    const char *from;
    bool reset;
};

/* The signals, up to one without a wire. */
extern const struct bl_cell_signal bl_cell_signals[];

/* What stands between the parts: rows over the cell's gates and wires, `rst`, and the parts'
   outputs as "source.go_w". And what is different in the first cell of a ring. */
extern const struct bl_rsb_row bl_cell_glue[], bl_cell_glue_first[];

enum { BL_CELL_GRAPHS = BL_CELL_PART_COUNT + 1 };

/* The row of a part's signal, NULL: it has none of that name; `*clockwise` becomes the way that its
   name says, and stays where it says none. */
const struct bl_cell_signal *bl_cell_signal_of(enum bl_cell_part part, const char *name,
                                               bool *clockwise);
/* Whether a row's signal has a way, and its name in one. */
bool bl_cell_signal_has_way(const struct bl_cell_signal *row);
const char *bl_cell_signal_name(struct bl_arena *arena, const struct bl_cell_signal *row,
                                bool clockwise);
/* What a part's gate is called in a cell made of graphs: "source.notified", "pass.go_1". */
const char *bl_cell_gate_name(struct bl_arena *arena, enum bl_cell_part part, const char *signal,
                              bool clockwise);

/* The graph of a part in a way. */
int bl_cell_graph(enum bl_cell_part part, bool clockwise);

/* The rows of bl_cell_signals for both ways; `rows` has BL_RSB_ROWS places. Returns how many. The
   names live in `arena`. */
int bl_composition_rows(struct bl_arena *arena, struct bl_rsb_signal_row *rows);

/* As `arbiter` names the part. */
const char *bl_cell_part_word(enum bl_cell_part part);

#endif
