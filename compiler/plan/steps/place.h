/* Where column versions live: which half of the channels, and which region in it. A step writes to
 * the half that it does not read. */
#ifndef BL_PLACE_H
#define BL_PLACE_H

#include <stdbool.h>
#include <stdint.h>

struct bl_board;
struct bl_diags;
struct bl_plan;

/* Sides and regions. */
void bl_places_make(struct bl_plan *plan, struct bl_diags *diags);

/* What of a channel of the board's memory a node addresses. */
uint64_t bl_channel_bytes(const struct bl_board *board);

/* Whether the half that is read and the half that is written are ports of the same controllers:
 * channel i and channel i + lanes of one. */
bool bl_plan_shares_memory(const struct bl_plan *plan);

#endif
