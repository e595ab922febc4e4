/* Registers, the sequence of steps, and the numbers that differ from step to step. */
#ifndef BL_LOWER_CONTROL_H
#define BL_LOWER_CONTROL_H

#include <stdbool.h>

struct bl_lowering;
struct bl_version;

/* The registers of a node, and the nets of what the host writes and reads: settings, read_words,
   node_number, start, busy, done, faults, read_errors, write_errors, was_reset, clocks, and
   network_cause; `unfinished` is what the status says of a run. */
void bl_lower_registers(struct bl_lowering *lo, bool staggers);

/* The counts of a version's elements in every channel, as a net of BL_COUNT_W bits
 * a lane. */
const char *bl_lower_count(struct bl_lowering *lo, const struct bl_version *version);

#endif
