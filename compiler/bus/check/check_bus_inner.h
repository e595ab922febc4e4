/* What check_bus.h has for the files of its folder alone. */
#ifndef BL_CHECK_BUS_INNER_H
#define BL_CHECK_BUS_INNER_H

struct bl_bus;
struct bl_check;
struct bl_onboard;
struct bl_part;

/* What is decided about a bus with a domain a board, which `board` names; NULL after a report. */
const struct bl_onboard *bl_check_onboard(struct bl_check *check, const struct bl_part *board,
                                          struct bl_bus *bus);

#endif
