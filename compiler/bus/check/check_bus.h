/* A ring: a bus of its own, as kind/kind.h has it; and its parts, which may also join the nodes of
   a cluster. */
#ifndef BL_CHECK_BUS_H
#define BL_CHECK_BUS_H

#include "check/check.h"
#include "simulation/ring/rsb.h"

struct bl_arbiter;
struct bl_bus;
struct bl_onboard;

/* Collect a bus, its traffic or a transfer; make the program's bus of them at the end. */
void bl_collect_bus(struct bl_check *check, const struct bl_declaration *declaration,
                    void **collected);
void bl_collect_traffic(struct bl_check *check, const struct bl_declaration *declaration,
                        void **collected);
void bl_collect_transfer(struct bl_check *check, const struct bl_declaration *declaration,
                         void **collected);
void bl_finish_bus(struct bl_check *check, void *collected);

/* Delays of the segments of so many domains: the longest stands for all. Changes nothing where all
   have one; false after a report. (check_delays.c) */
bool bl_finish_delays(struct bl_check *check, const struct bl_delays *delays, struct bl_range range,
                      int domains, struct bl_rsb_segments *segments, int64_t *delay_ps);
/* What is decided about a bus with a domain a board, which `board` names; NULL after a report.
   (check_onboard.c) */
const struct bl_onboard *bl_check_onboard(struct bl_check *check, const struct bl_part *board,
                                          struct bl_bus *bus);
/* The cell of the graphs that an `arbiter` names; NULL after a report. (check_arbiter.c) */
const struct bl_arbiter *bl_check_arbiter(struct bl_check *check, const struct bl_part *arbiter);

#endif
