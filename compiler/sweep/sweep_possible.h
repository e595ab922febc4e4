/* What is wrong with every point of a sweep, reported once before anything starts; and what its
 * points warn of. */
#ifndef BL_SWEEP_POSSIBLE_H
#define BL_SWEEP_POSSIBLE_H

struct bl_arena;
struct bl_program;
struct bl_sources;
struct bl_sweep;
struct bl_sweep_request;

/* The program under the first combination of options for which it has no errors;
   the points of fusion and the parts of the shape that are not swept are taken from it. `sources`
   gets its files. NULL after a message, which is that of the first combination. */
const struct bl_program *bl_sweep_program(struct bl_arena *arena,
                                          const struct bl_sweep_request *request,
                                          struct bl_sources *sources);
/* -1 when at least one point compiles and has room for the records, and the names
   that all points share are known. Else the exit status, after the message, which is the first
   point's where all are wrong. Warnings of the points are reported once. Fills `sweep->input` and
   the points' board_memory. Starts nothing, writes nothing. */
int bl_sweep_possible(struct bl_sweep *sweep, const struct bl_sweep_request *request);
/* The memory model that a point is timed with; NULL: not known. And the one that all points are
   timed with; NULL: they differ. */
const char *bl_sweep_memory(const struct bl_sweep *sweep, int point);
const char *bl_sweep_common_memory(const struct bl_sweep *sweep);

#endif
