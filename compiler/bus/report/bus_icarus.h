/* The emitted Verilog under Icarus against the event model. */
#ifndef BL_BUS_ICARUS_H
#define BL_BUS_ICARUS_H

#include <stdbool.h>
#include <stdint.h>

struct bl_arena;
struct bl_bus;
struct bl_bus_comparison;
struct bl_bus_request;
struct bl_rsb_request;
struct cJSON;

/* Plays requests, whose answers by the model are known, to the emitted Verilog under Icarus and
 * compares. The exit status. */
int bl_bus_compare(struct bl_arena *arena, const struct bl_bus *bus,
                   const struct bl_bus_request *request, const struct bl_rsb_request *requests,
                   int count, struct bl_bus_comparison *comparison);
/* Whether its programs are there; else a message. */
bool bl_bus_can_compare(void);
/* The comparison as a member `verilog` of a JSON object, when it was made. */
void bl_bus_comparison_json(struct cJSON *to, const struct bl_bus_comparison *comparison);

/* Makes the written transfers of a bus with elements in the Verilog of all domains: `words_ps` of
   each is when its last word has come, in the model. The exit status. */
int bl_bus_compare_domains(struct bl_arena *arena, const struct bl_bus *bus,
                           const struct bl_bus_request *request, const int64_t *words_ps,
                           struct bl_bus_comparison *comparison);

#endif
