/* A ring: a bus of its own, as kind/kind.h has it; and its parts, which may also join the nodes of
   a cluster. */
#ifndef BL_CHECK_BUS_H
#define BL_CHECK_BUS_H

#include "bus/model/rsb.h"
#include "check/check.h"

/* Collect a bus, its traffic or a transfer; make the program's bus of them at the end. */
void bl_collect_bus(struct bl_check *check, const struct bl_declaration *declaration,
                    void **collected);
void bl_collect_traffic(struct bl_check *check, const struct bl_declaration *declaration,
                        void **collected);
void bl_collect_transfer(struct bl_check *check, const struct bl_declaration *declaration,
                         void **collected);
void bl_finish_bus(struct bl_check *check, void *collected);

#endif
