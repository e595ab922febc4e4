/* Cells over links between nodes with a small switch each. A kind of medium: a delay of some cycles
   on every link, both ways. */
#ifndef BL_CELLS_H
#define BL_CELLS_H

#include "ir/carried/medium.h"

/* The faults that it can inject: ROW(name, word, help). */
#define BL_CELLS_FAULT_ROWS(ROW)                                                     \
    ROW(DATA, "data", "a bit of a word behind the header is flipped, for each cell") \
    ROW(HEADER, "header", "a bit of the header is flipped, for each cell")           \
    ROW(NACK, "nack", "a bit on the wire back is flipped, for the time of each cell")

enum {
    BL_CELL_LINKS = 2,         /* of a node, each way */
    BL_CELL_WORDS = 1024 / 32, /* of 32 bits in the widest word */
    BL_CELL_LEAST_WORD = 16,
    BL_CELL_LEAST = 17, /* words of a cell */
    BL_CELL_MOST = 1025,
    BL_CELL_MOST_WIRE = 511 /* cycles, for which the longest cell does */
};

/* The pins of a node's link out and of a link in, as of ir/carried/axi.h; width 0 is a word's.
   bl_cells.v says what they mean. */
#define BL_CELL_OUTWARD(IN, OUT)              \
    OUT(uint8_t, first, , 1, )                \
    OUT(uint32_t, word, [BL_CELL_WORDS], 0, ) \
    OUT(uint8_t, parity, , 1, )               \
    IN(uint8_t, said, , 1, )
#define BL_CELL_INWARD(IN, OUT)              \
    IN(uint8_t, first, , 1, )                \
    IN(uint32_t, word, [BL_CELL_WORDS], 0, ) \
    IN(uint8_t, parity, , 1, )               \
    OUT(uint8_t, said, , 1, )

/* The clocks that come with a link in and with the wire back of a link out, of which they stand in
   front of the number. */
#define BL_CELL_CLOCK_IN "s_cell"
#define BL_CELL_CLOCK_BACK "m_cell"

struct bl_cell_sent {
    BL_CELL_OUTWARD(BL_NO_FIELD, BL_FIELD)
};
struct bl_cell_heard {
    BL_CELL_OUTWARD(BL_FIELD, BL_NO_FIELD)
};
struct bl_cell_came {
    BL_CELL_INWARD(BL_FIELD, BL_NO_FIELD)
};
struct bl_cell_returned {
    BL_CELL_INWARD(BL_NO_FIELD, BL_FIELD)
};

/* Of a node: links out, and links in. */
struct bl_cells_in {
    struct bl_cell_heard to[BL_CELL_LINKS];
    struct bl_cell_came from[BL_CELL_LINKS];
};
struct bl_cells_out {
    struct bl_cell_sent to[BL_CELL_LINKS];
    struct bl_cell_returned from[BL_CELL_LINKS];
};

/* What its network writes for it. */
struct bl_cells_config {
    int width;           /* bits of a word */
    int cell;            /* words of a cell */
    int wire;            /* cycles of a link, each way */
    bool crosses;        /* links have clocks of their own */
    const uint8_t *ends; /* [nodes * BL_CELL_LINKS]: of a link out, BL_CELL_LINKS times the node
                            that it leads to, and as which link it comes in there */
};

extern const struct bl_medium_kind bl_medium_cells;

#endif
