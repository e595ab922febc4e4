/* Amounts in a board's description: a number with its unit. */
#ifndef BL_BOARD_VALUE_H
#define BL_BOARD_VALUE_H

#include "board/board_read.h"

/* Units of amounts: enumerator, what it is, an example. */
#define BL_BOARD_UNITS(ROW)                             \
    ROW(COUNT, "a whole number", "16")                  \
    ROW(LOGIC, "a number of logic cells", "702720 alm") \
    ROW(BITS, "a number of bits", "40 bit")             \
    ROW(SHARE, "a share", "55 %")                       \
    ROW(SIZE, "a size", "32 B")                         \
    ROW(TIME, "a time", "300 ns")                       \
    ROW(FREQUENCY, "a frequency", "450 MHz")            \
    ROW(BIT_RATE, "a rate in bits", "10.3125 Gbit/s")

enum bl_board_unit {
#define ROW(name, text, example) BL_UNIT_##name,
    BL_BOARD_UNITS(ROW)
#undef ROW
        BL_UNIT_COUNT_OF
};

const char *bl_board_unit_text(enum bl_board_unit unit);
const char *bl_board_unit_example(enum bl_board_unit unit);

/* The amount of a NUMBER as it is kept: COUNT, LOGIC, BITS as they are; SHARE 0..1; SIZE bytes;
   TIME ns; FREQUENCY Hz; BIT_RATE bit/s. False when its unit is another one, or when a whole number
   is wanted and it is none. */
bool bl_board_amount(const struct bl_board_value *value, enum bl_board_unit unit, double *real);

/* "450 MHz", "16": a NUMBER as it stands in the source. */
const char *bl_board_number_text(struct bl_arena *arena, const struct bl_board_value *value);
/* An amount as it is kept, as text with a unit: "450 MHz", "10.3125 Gbit/s", "256 MiB". */
const char *bl_board_amount_text(struct bl_arena *arena, enum bl_board_unit unit, double real);

#endif
