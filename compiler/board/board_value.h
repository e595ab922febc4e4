/* Amounts in a board's description: a number with its unit. */
#ifndef BL_BOARD_VALUE_H
#define BL_BOARD_VALUE_H

#include "board/board_read.h"

/* The amount of a NUMBER in the base unit of its kind; false when its unit is another one. */
bool bl_board_amount(const struct bl_board_value *value, enum bl_amount amount, double *real);

/* "450 MHz", "16": a NUMBER as it stands in the source. */
const char *bl_board_number_text(struct bl_arena *arena, const struct bl_board_value *value);
/* An amount from the base unit of its kind: "450 MHz", "10.3125 Gbit/s", "256 MiB". */
const char *bl_board_amount_text(struct bl_arena *arena, enum bl_amount amount, double real);

#endif
