/* What the results of a sweep depend on beside its options, as one hash. */
#ifndef BL_SWEEP_NAMES_H
#define BL_SWEEP_NAMES_H

struct bl_arena;
struct bl_sources;

/* What all results of this program depend on, as words: its text, bankloom itself,
   its templates and boards. NULL after a message on stderr. */
const char *bl_sweep_identity(struct bl_arena *arena, const struct bl_sources *sources);

#endif
