/* Inside of the runtime: what its files do for each other. */
#ifndef BL_DEVICE_INNER_H
#define BL_DEVICE_INNER_H

#include "bl_device_pipeline.h"

#ifdef __GNUC__
#pragma GCC visibility push(hidden)
#endif

enum {
    BL_DEVICE_WORDS = 8192, /* bytes of a message, which may have lines for each node */
    BL_DEVICE_PATH = 4096,  /* of a path */
    BL_DEVICE_LANES = 32    /* at most */
};

/* Opens what a name says behind its kind. What went wrong is in `why`, of `room` bytes. */
enum bl_device_result bl_device_open_library(const char *path, struct bl_device **device, char *why,
                                             size_t room);
struct bl_device_simulation;
enum bl_device_result bl_device_open_simulation(const struct bl_device_simulation *simulation,
                                                struct bl_device **device, char *why, size_t room);

/* NULL: there is no device. */
const struct bl_device_network *bl_device_network(const struct bl_device *device);
/* Opens the nodes' network, which bl_device_start does otherwise. */
enum bl_device_result bl_device_open_network(struct bl_device *device);
/* The text of a cause, or NULL. */
const char *bl_device_cause(const struct bl_device *device, uint32_t cause);

/* The result of a wait, or what the nodes' registers say of it. *ended: all nodes are done, and
   their network goes on. */
enum bl_device_result bl_device_explain(struct bl_device *device, enum bl_device_result result,
                                        bool *ended);
/* Whether there is a device, and a place for the answer. */
enum bl_device_result bl_device_place(struct bl_device *device, const void *place);

/* Makes the formatted words, at most 255 bytes of them, what bl_device_message says; returns
   `result`. */
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
enum bl_device_result
bl_device_fail(struct bl_device *device, enum bl_device_result result, const char *format, ...);

/* Whether the pipeline of a device is known; a version of it. */
enum bl_device_result bl_device_known(struct bl_device *device);
enum bl_device_result bl_device_find_version(struct bl_device *device, int number,
                                             const struct bl_device_version **version);
/* The registers of a version's counts, of all lanes. */
enum bl_device_result bl_device_lane_counts(struct bl_device *device,
                                            const struct bl_device_version *version, int node,
                                            uint32_t counts[BL_DEVICE_LANES]);

/* ---- kernels */

struct bl_device_starts;
/* What the device knows of its kernels' starts; NULL: bl_device_kernels_open was not called. */
struct bl_device_starts *bl_device_starts(const struct bl_device *device);
/* The device's time, in ps; 0: it does not tell. */
int64_t bl_device_now(const struct bl_device *device);
/* A kernel of the node was started: for faults of a simulation that count from there. */
void bl_device_begins(struct bl_device *device, int node);

/* Writes to a register of a node; the message stays what it is. */
void bl_device_post(struct bl_device *device, int node, uint32_t address, uint32_t value);

/* The node has no memory any more that lies in these bytes; BL_DEVICE_BUSY while it is used. */
enum bl_device_result bl_device_kernels_forget(struct bl_device *device, int node, uint64_t bus,
                                               uint64_t bytes);
/* A reset of all nodes begins, which ends what runs; NULL is none; and the device is closed. */
void bl_device_starts_reset(struct bl_device_starts *starts);
void bl_device_starts_free(struct bl_device_starts *starts);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
