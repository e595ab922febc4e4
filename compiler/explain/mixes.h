/* What is said of functions that are XORs of bits. */
#ifndef BL_MIXES_H
#define BL_MIXES_H

#include "ir/program.h"

struct bl_arena;

/* The different functions of a program's stages that are more than a slice, in the order of the
   source; how many. */
int bl_mixes_of(struct bl_arena *arena, const struct bl_program *program,
                const struct bl_function ***mixes);
/* The most bits of the column that a bit of a mix is the XOR of. */
int bl_mix_terms(const struct bl_function *mix);
/* LUTs of six inputs that its longest way passes. */
int bl_mix_levels(const struct bl_function *mix);

#endif
