/* The compiled bench of a pipeline: made once and kept in the cache by the content of everything
 * that it is made of. */
#ifndef BL_MODEL_H
#define BL_MODEL_H

#include "base/tools/toolchain.h"
#include "output/output.h"

/* Characters of a path that make does not take as they are. */
#define BL_NOT_FOR_MAKE " \t$#%:'\""

struct bl_model_options {
    const char
        *trace;  /* a model that can write waveforms of this kind, "vcd" or "fst"; NULL: none */
    bool icarus; /* the circuit under Icarus, not as a model by Verilator */
    bool quiet;  /* no progress on stderr */
    const char *keep; /* folder to write and compile in, instead of the cache; or NULL */
    const char *host; /* a host program to compile in place of the bench, a C or C++ file by its
                         absolute path; or NULL */
};

/* The path of the bench's program, compiled now or found in the cache; that of the host program is
   compiled every time, and is for bl_model_drop to remove. NULL after a message on stderr. */
const char *bl_model_make(struct bl_arena *arena, const struct bl_output *output,
                          const struct bl_home *home, const char *pipeline,
                          const struct bl_model_options *options);

/* Removes a host program that was made for one run. */
void bl_model_drop(struct bl_arena *arena, const char *program,
                   const struct bl_model_options *options);

#endif
