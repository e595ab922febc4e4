/* Points of fusion: "none/table,histogram/+eop/+split", "steps". */
#ifndef BL_SWEEP_FUSE_H
#define BL_SWEEP_FUSE_H

struct bl_arena;
struct bl_program;
struct bl_sweep_choice;

/* bl_kind_sweep.points of a pipeline: points of fusion, separated by "/": "all", "none", a list of
   rules, "+" and rules to add to the point before, or "steps": none and then each rule that changes
   the plan, one more at a time. `program` is what the steps are tried on.
   Returns how many, or 0 after a message on stderr. */
int bl_sweep_fuse_parse(struct bl_arena *arena, const char *text, const struct bl_program *program,
                        struct bl_sweep_choice **points);

#endif
