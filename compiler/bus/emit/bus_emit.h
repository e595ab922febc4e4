/* The folder of a bus: Verilog, a bench with requests and their answers, what a layout must keep
 * to.
 */
#ifndef BL_BUS_EMIT_H
#define BL_BUS_EMIT_H

#include <stdbool.h>

#include "bus/bus.h"
#include "bus/model/traffic/rsb_script.h"

struct bl_output;

/* Adds all files: rtl/NAME.v, the whole bus, rtl/NAME_arbiter.v, their templates and files.f;
   sim/NAME_bench.v, packets over the bus, sim/NAME_arbiter_bench.v with its requests; NAME.sdc,
   NAME.xdc, signoff.txt. `requests` have been answered by the model, with the bus's delays. `root`
   holds rtl_templates/. False after a message on stderr. */
bool bl_bus_output(struct bl_output *output, const struct bl_bus *bus,
                   const struct bl_rsb_request *requests, int count, const char *root);

/* Of a bus with elements and written transfers: the Verilog, and sim/NAME_bench.v, which makes the
 * transfers. */
bool bl_bus_domains_output(struct bl_output *output, const struct bl_bus *bus, const char *root);

/* The parts. */
void bl_bus_arbiter(struct bl_text *text, const struct bl_bus *bus);
enum { BL_BUS_AFTER = 200 /* cycles that it goes on after the last word */ };

#endif
