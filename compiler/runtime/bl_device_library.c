/* Simulations: shared libraries that are loaded when a device is opened, and stay. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bl_device_backend.h"
#include "bl_device_inner.h"

enum { PATH_BYTES = 4096 };

static enum bl_device_result fits(const struct bl_device_simulation *simulation, char *why) {
    if (simulation->interface != BL_DEVICE_INTERFACE)
        snprintf(
            why, BL_DEVICE_WORDS,
            "built for version %u of the device interface, this program has %d: build it again "
            "with the bankloom of the program",
            (unsigned)simulation->interface, BL_DEVICE_INTERFACE);
    else if (simulation->backend_bytes != sizeof(struct bl_device_backend) ||
             simulation->pipeline_bytes != sizeof(struct bl_device_pipeline))
        snprintf(why, BL_DEVICE_WORDS,
                 "built with other tables of the device interface than this program's: build it "
                 "again with the bankloom of the program");
    else return BL_DEVICE_OK;
    return BL_DEVICE_MISMATCH;
}

enum bl_device_result bl_device_open_simulation(const struct bl_device_simulation *simulation,
                                                struct bl_device **device, char *why) {
    const struct bl_device_backend *backend = NULL;
    void *state = NULL;
    enum bl_device_result result = fits(simulation, why);
    if (!result) result = simulation->open(&backend, &state, why, BL_DEVICE_WORDS);
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
static enum bl_device_result find(const char *path, char *file, char *why) {
    struct stat status;
    if (stat(path, &status)) {
        snprintf(why, BL_DEVICE_WORDS, "%s", strerror(errno));
        return BL_DEVICE_NO_DEVICE;
    }
    const char *end = S_ISDIR(status.st_mode) ? "/bench/device.so" : "";
    /* a name without a slash would be looked for elsewhere */
    const char *begin = strchr(path, '/') ? "" : "./";
    int length = snprintf(file, PATH_BYTES, "%s%s%s", begin, path, end);
    if (length < PATH_BYTES && !stat(file, &status)) return BL_DEVICE_OK;
    snprintf(why, BL_DEVICE_WORDS,
             "there is no bench/device.so in it: `make -C DIR/bench device` makes it in a folder "
             "that bankloom has built");
    return BL_DEVICE_NO_DEVICE;
}

enum bl_device_result bl_device_open_library(const char *path, struct bl_device **device,
                                             char *why) {
    char file[PATH_BYTES];
    enum bl_device_result result = find(path, file, why);
    if (result) return result;
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(why, BL_DEVICE_WORDS, "no simulation: %s", dlerror());
        return BL_DEVICE_NO_DEVICE;
    }
    const struct bl_device_simulation *simulation = dlsym(library, "bl_device_simulation");
    result = simulation ? bl_device_open_simulation(simulation, device, why) : BL_DEVICE_NO_DEVICE;
    if (!simulation) snprintf(why, BL_DEVICE_WORDS, "a library, but no simulation of bankloom");
    /* One that was opened stays: Verilator's library keeps memory in variables of its own. */
    if (!*device) dlclose(library);
    return result;
}
