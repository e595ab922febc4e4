/* The C that goes with a pipeline's circuit: golden model and bench. All deterministic: same plan,
 * same bytes. */
#ifndef BL_EMIT_BENCH_H
#define BL_EMIT_BENCH_H

#include "ir/plan.h"
#include "simulation/core/wide.h"

struct bl_arena;
struct bl_bench_program;
struct bl_text;

/* The pipeline's meaning, pass by pass as written, on arrays: void <pipeline>_golden(struct
 * bl_golden *). Independent of the plan. */
void bl_emit_golden(struct bl_text *text, const struct bl_program *program);
void bl_emit_golden_header(struct bl_text *text, const struct bl_program *program);
/* How the functions of all stages of the user's own are declared: in a header of its own, so that
 * their files meet no other names. */
void bl_emit_golden_stages(struct bl_text *text, const struct bl_program *program);
/* What that header says of the golden function of one stage of the user's own. */
void bl_emit_own_prototype(struct bl_text *text, const struct bl_program *program,
                           const struct bl_own *own);

/* Records of one dealt block: a burst of the widest column. */
int bl_deal_elements(const struct bl_program *program);

/* "{0x0110u, 0x0840u, 4, 0, 0}": where the counts of a histogram are read, as a struct
 * bl_device_histogram of bl_device.h. */
void bl_emit_device_histogram(struct bl_text *text, const struct bl_plan *plan,
                              const struct bl_counted *counted);

/* The tables of simulation/run/bench.h for this plan, and main(). */
void bl_emit_bench(struct bl_text *text, const struct bl_plan *plan);

/* The texts of the network's causes as elements of an array in C, NULL at the end; NULL where it
   never stops. */
const char *bl_causes_text(struct bl_arena *arena, const struct bl_cluster *cluster);

/* The part of these tables that bl_bench_options_parse looks at, but for the model. */
void bl_bench_facts(struct bl_arena *arena, const struct bl_plan *plan,
                    struct bl_bench_program *program);

/* The Makefile beside the bench: `make` compiles model and bench, `make run` runs it. */
void bl_emit_bench_makefile(struct bl_text *text, const struct bl_plan *plan);
/* The part of it that compiles Verilator's own library, the same for all programs. */
void bl_emit_verilated_makefile(struct bl_text *text);

/* The Makefile beside the golden model: an archive of it alone, for host programs. */
void bl_emit_golden_makefile(struct bl_text *text, const struct bl_program *program);

/* A constant of C, of type bl_wide where it has more than 64 bits. */
const char *bl_wide_constant(struct bl_arena *arena, bl_wide value);
/* The masks of a mix as the elements of an array in C. */
const char *bl_masks_text(struct bl_arena *arena, const struct bl_function *function);

#endif
