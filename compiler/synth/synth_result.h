/* What a synthesis has found, against the device. */
#ifndef BL_SYNTH_RESULT_H
#define BL_SYNTH_RESULT_H

#include <stdbool.h>

struct bl_resources;
struct bl_synth;

/* One resource of the device. */
enum bl_resource { BL_LOGIC, BL_FF, BL_BLOCK_RAM, BL_DSP, BL_RESOURCE_COUNT };
double bl_synth_used(const struct bl_resources *resources, enum bl_resource resource);
double bl_synth_capacity(const struct bl_synth *synth, enum bl_resource resource);
const char *bl_synth_resource_word(enum bl_resource resource); /* "block_ram" */
bool bl_synth_beyond(const struct bl_synth *synth, enum bl_resource resource);
bool bl_synth_fits(const struct bl_synth *synth);

#endif
