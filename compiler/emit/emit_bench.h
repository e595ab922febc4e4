/* The C that goes with a pipeline's circuit: golden model and bench. All deterministic: same plan,
 * same bytes. */
#ifndef BL_EMIT_BENCH_H
#define BL_EMIT_BENCH_H

#include "base/carried/wide.h"
#include "ir/plan.h"

struct bl_arena;
struct bl_bench_program;
struct bl_text;

/* Records of one dealt block: a burst of the widest column. */
int bl_deal_elements(const struct bl_program *program);

/* "{0x0110u, 0x0840u, 4, 0, 0}": where the counts of a histogram are read, as a struct
 * bl_device_histogram of bl_device.h. */
void bl_emit_device_histogram(struct bl_text *text, const struct bl_plan *plan,
                              const struct bl_counted *counted);

/* The tables of ir/carried/bench.h for this plan, and main(). */
void bl_emit_bench(struct bl_text *text, const struct bl_plan *plan);

/* The part of these tables that bl_bench_options_parse looks at, but for the model. */
void bl_bench_facts(struct bl_arena *arena, const struct bl_plan *plan,
                    struct bl_bench_program *program);

/* A constant of C, of type bl_wide where it has more than 64 bits. */
const char *bl_wide_constant(struct bl_arena *arena, bl_wide value);
/* The masks of a mix as the elements of an array in C. */
const char *bl_masks_text(struct bl_arena *arena, const struct bl_function *function);

#endif
