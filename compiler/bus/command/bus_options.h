/* What `run` and `explain` take of a program with a bus. */
#ifndef BL_BUS_OPTIONS_H
#define BL_BUS_OPTIONS_H

#include "bus/report/bus_run.h"
#include "command/options/request.h"

/* What has a grammar of its own, as it was given. */
struct bl_bus_texts {
    const char *verb, *domains, *delay, *gap, *gate, *arbitration, *simulator, *fault, *without;
};
/* bl_request.own of a bus. */
struct bl_bus_own {
    struct bl_bus_request request;
    struct bl_bus_texts texts;
};

/* As bl_kind.options and .check_options; explain takes what changes the bus: one value of each. */
int bl_bus_options(struct bl_request *request, struct bl_option_list *list);
int bl_bus_check_options(struct bl_request *request);

#endif
