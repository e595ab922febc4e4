/* Inside of the runtime: what its files do for each other. */
#ifndef BL_DEVICE_INNER_H
#define BL_DEVICE_INNER_H

#include "bl_device_pipeline.h"

#ifdef __GNUC__
#pragma GCC visibility push(hidden)
#endif

enum { BL_DEVICE_WORDS = 256 /* bytes of a message */, BL_DEVICE_LANES = 32 /* at most */ };

/* Opens what a name says behind its kind. What went wrong is in `why`, BL_DEVICE_WORDS bytes. */
enum bl_device_result bl_device_open_library(const char *path, struct bl_device **device,
                                             char *why);
struct bl_device_simulation;
enum bl_device_result bl_device_open_simulation(const struct bl_device_simulation *simulation,
                                                struct bl_device **device, char *why);
/* Of dlopen: closed behind the device. */
void bl_device_keep_library(struct bl_device *device, void *library);

/* Whether the pipeline of a device is known; a version of it. */
enum bl_device_result bl_device_known(struct bl_device *device);
enum bl_device_result bl_device_find_version(struct bl_device *device, int number,
                                             const struct bl_device_version **version);
/* The registers of a version's counts, of all lanes. */
enum bl_device_result bl_device_lane_counts(struct bl_device *device,
                                            const struct bl_device_version *version, int node,
                                            uint32_t counts[BL_DEVICE_LANES]);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
