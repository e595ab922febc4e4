/* Inside of the runtime: what the library knows of the starts of kernels, so that a wait belongs to
   one and learns when a reset has ended it. None of these calls blocks. */
#ifndef BL_DEVICE_STARTS_H
#define BL_DEVICE_STARTS_H

#include "bl_device_inner.h"
#include "bl_device_kernel.h"

#ifdef __GNUC__
#pragma GCC visibility push(hidden)
#endif

struct bl_device_starts;

/* NULL: no memory left. */
struct bl_device_starts *bl_device_starts_new(struct bl_device *device,
                                              const struct bl_device_kernels *kernels);

/* Whether the kernel is one of them. */
bool bl_device_starts_know(const struct bl_device_starts *starts,
                           const struct bl_device_kernel *kernel);

/* A node was reset by somebody else. */
void bl_device_starts_lost(struct bl_device_starts *starts, int node);
/* Resets of all nodes so far. */
unsigned bl_device_starts_resets(struct bl_device_starts *starts);
/* Since so many the nodes know their numbers, their ends and their memories; whether they do. */
void bl_device_starts_join(struct bl_device_starts *starts, unsigned resets);
bool bl_device_starts_joined(struct bl_device_starts *starts);

/* A thread starts a kernel, or changes what it uses, until it lets it go; false: another one
   does. */
bool bl_device_starts_claim(struct bl_device_starts *starts, int node,
                            const struct bl_device_kernel *kernel);
void bl_device_starts_let_go(struct bl_device_starts *starts, int node,
                             const struct bl_device_kernel *kernel);

/* Where a node's memory, number `memory` of the kernels', lies; bytes 0: none was set. */
struct bl_device_region {
    uint64_t bus, bytes;
};
struct bl_device_region bl_device_starts_region(struct bl_device_starts *starts, int node,
                                                int memory);
void bl_device_starts_set_region(struct bl_device_starts *starts, int node, int memory,
                                 const struct bl_device_region *region);
/* The kernels of the table; NULL: there is none. */
const struct bl_device_kernels *bl_device_starts_kernels(const struct bl_device_starts *starts);

/* A write to a register of a node. */
struct bl_device_post {
    uint32_t address, value;
};
/* A start of a kernel, and its end. */
struct bl_device_started {
    enum {
        BL_DEVICE_START_NONE, /* by this library */
        BL_DEVICE_START_MADE,
        BL_DEVICE_START_ENDED, /* and that was seen */
        BL_DEVICE_START_RESET  /* by a reset, before its end was seen */
    } what;
    unsigned resets; /* before it */
    uint32_t number;
    uint32_t state; /* ENDED: that of its register */
    uint64_t clocks;
};
/* Starts a kernel by a write, behind the start that `before` has of it; false, and nothing happens:
   a reset has come since started->resets. */
bool bl_device_starts_make(struct bl_device_starts *starts, int node,
                           const struct bl_device_kernel *kernel,
                           const struct bl_device_started *started,
                           const struct bl_device_started *before,
                           const struct bl_device_post *post);
/* The same of what was seen of a kernel's start, which is kept when it has ended, and is still the
   last one. */
bool bl_device_starts_see(struct bl_device_starts *starts, int node,
                          const struct bl_device_kernel *kernel,
                          const struct bl_device_started *seen, const struct bl_device_post *post);
/* Whether a wait has seen the end of a start that was made, the last one or the one before: *ended.
 */
bool bl_device_starts_ended(struct bl_device_starts *starts, int node,
                            const struct bl_device_kernel *kernel,
                            const struct bl_device_started *start, struct bl_device_started *ended);
/* The start before the last one. */
struct bl_device_started bl_device_starts_before(struct bl_device_starts *starts, int node,
                                                 const struct bl_device_kernel *kernel);

/* A thread that waits for a kernel comes, and learns of the start; it leaves, and the last one does
   a write, if no reset has come since `resets`. */
struct bl_device_started bl_device_starts_enter(struct bl_device_starts *starts, int node,
                                                const struct bl_device_kernel *kernel,
                                                unsigned *resets);
void bl_device_starts_leave(struct bl_device_starts *starts, int node,
                            const struct bl_device_kernel *kernel, unsigned resets,
                            const struct bl_device_post *post);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
