/* Simulations: shared libraries that are loaded when a device is opened, and stay. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bl_device_backend.h"
#include "bl_device_inner.h"

static enum bl_device_result fits(const struct bl_device_simulation *simulation, char *why,
                                  size_t room) {
    if (simulation->interface != BL_DEVICE_INTERFACE)
        snprintf(
            why, room,
            "built for version %u of the device interface, this program has %d: build it again "
            "with the bankloom of the program",
            (unsigned)simulation->interface, BL_DEVICE_INTERFACE);
    else if (simulation->backend_bytes != sizeof(struct bl_device_backend) ||
             simulation->pipeline_bytes != sizeof(struct bl_device_pipeline))
        snprintf(why, room,
                 "built with other tables of the device interface than this program's: build it "
                 "again with the bankloom of the program");
    else return BL_DEVICE_OK;
    return BL_DEVICE_MISMATCH;
}

enum bl_device_result bl_device_open_simulation(const struct bl_device_simulation *simulation,
                                                struct bl_device **device, char *why, size_t room) {
    const struct bl_device_backend *backend = NULL;
    void *state = NULL;
    enum bl_device_result result = fits(simulation, why, room);
    if (!result) result = simulation->open(&backend, &state, why, room);
    if (result) return result;
    *device = bl_device_make(backend, state, simulation->nodes, simulation->channels);
    if (!*device) return BL_DEVICE_NO_MEMORY;
    if (simulation->pipeline) result = bl_device_set_pipeline(*device, simulation->pipeline);
    if (!result) return result;
    bl_device_close(*device);
    *device = NULL;
    return result;
}

/* The file of a simulation: the path, or, when that is a folder, where a build has it. */
static enum bl_device_result find(const char *path, char *file, char *why, size_t room) {
    struct stat status;
    if (stat(path, &status)) {
        snprintf(why, room, "%s", strerror(errno));
        return BL_DEVICE_NO_DEVICE;
    }
    const char *end = S_ISDIR(status.st_mode) ? "/bench/device.so" : "";
    /* a name without a slash would be looked for elsewhere */
    const char *begin = strchr(path, '/') ? "" : "./";
    int length = snprintf(file, BL_DEVICE_PATH, "%s%s%s", begin, path, end);
    if (length < BL_DEVICE_PATH && !stat(file, &status)) return BL_DEVICE_OK;
    snprintf(why, room,
             "there is no bench/device.so in it: `make -C DIR/bench device` makes it in a folder "
             "that bankloom has built");
    return BL_DEVICE_NO_DEVICE;
}

enum bl_device_result bl_device_open_library(const char *path, struct bl_device **device, char *why,
                                             size_t room) {
    char file[BL_DEVICE_PATH];
    enum bl_device_result result = find(path, file, why, room);
    if (result) return result;
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(why, room, "no simulation: %s", dlerror());
        return BL_DEVICE_NO_DEVICE;
    }
    const struct bl_device_simulation *simulation = dlsym(library, "bl_device_simulation");
    result = simulation ? bl_device_open_simulation(simulation, device, why, room)
                        : BL_DEVICE_NO_DEVICE;
    if (!simulation) snprintf(why, room, "a library, but no simulation of bankloom");
    /* One that was opened stays: Verilator's library keeps memory in variables of its own. */
    if (!*device) dlclose(library);
    return result;
}
