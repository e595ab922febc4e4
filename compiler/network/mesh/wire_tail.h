/* A frame's tail.
   compiler/layout/layouts made it of rtl_templates/wire/tail.def. */
#ifndef BL_WIRE_TAIL_H
#define BL_WIRE_TAIL_H

/* First bits and widths of fields. */
enum {
    BL_WIRE_TAIL_SUM_AT = 0,
    BL_WIRE_TAIL_SUM_W = 32,
    BL_WIRE_TAIL_CREDIT_AT = 32,
    BL_WIRE_TAIL_CREDIT_W = 16,
    BL_WIRE_TAIL_EXPECTED_AT = 48,
    BL_WIRE_TAIL_EXPECTED_W = 16,
    BL_WIRE_TAIL_NUMBER_AT = 64,
    BL_WIRE_TAIL_NUMBER_W = 16,
    BL_WIRE_TAIL_FLITS_AT = 80,
    BL_WIRE_TAIL_FLITS_W = 6,
    BL_WIRE_TAIL_KIND_AT = 86,
    BL_WIRE_TAIL_KIND_W = 2,
    BL_WIRE_TAIL_ROUND_AT = 88,
    BL_WIRE_TAIL_ROUND_W = 2,
    BL_WIRE_TAIL_ASKS_AT = 90,
    BL_WIRE_TAIL_ASKS_W = 1,
    BL_WIRE_TAIL_ASKED_ROUND_AT = 91,
    BL_WIRE_TAIL_ASKED_ROUND_W = 2,
    BL_WIRE_TAIL_HEARD_AT = 93,
    BL_WIRE_TAIL_HEARD_W = 1,
    BL_WIRE_TAIL_RESERVED_AT = 94,
    BL_WIRE_TAIL_RESERVED_W = 2,
    BL_WIRE_TAIL_BLOCK_AT = 96,
};

/* Bits of a frame's tail. */
static inline int bl_wire_tail_width(int block_w) {
    return block_w + 96;
}

#endif
