/* Devices by their names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bl_device_backend.h"
#include "bl_device_inner.h"

/* The simulation that is linked into the program, if there is one. */
extern const struct bl_device_simulation bl_device_simulation __attribute__((weak));

/* The kinds of devices: "KIND:REST". */
static const struct kind {
    const char *name;
    enum bl_device_result (*open)(const char *rest, struct bl_device **device, char *why);
} kinds[] = {
    {"sim", bl_device_open_library},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const struct kind *kind_of(const char *name, size_t length) {
    for (int i = 0; i < KINDS; i++)
        if (strlen(kinds[i].name) == length && !strncmp(kinds[i].name, name, length))
            return &kinds[i];
    return NULL;
}

static enum bl_device_result unknown_kind(char *why) {
    int used = snprintf(why, BL_DEVICE_WORDS, "a device's name begins with its kind:");
    for (int i = 0; i < KINDS && used < BL_DEVICE_WORDS; i++)
        used += snprintf(why + used, BL_DEVICE_WORDS - (size_t)used, " %s:", kinds[i].name);
    return BL_DEVICE_BAD_CALL;
}

static enum bl_device_result open_name(const char *name, struct bl_device **device, char *why) {
    const char *colon = strchr(name, ':');
    const struct kind *kind = colon ? kind_of(name, (size_t)(colon - name)) : NULL;
    return kind ? kind->open(colon + 1, device, why) : unknown_kind(why);
}

/* What the program has without a name. */
static enum bl_device_result open_usual(struct bl_device **device, char *why) {
    const struct bl_device_simulation *linked = &bl_device_simulation;
    if (linked) return bl_device_open_simulation(linked, device, why);
    snprintf(why, BL_DEVICE_WORDS, "BANKLOOM_DEVICE does not say which device: \"sim:DIR\"");
    return BL_DEVICE_NO_DEVICE;
}

enum bl_device_result bl_device_open(struct bl_device **device, const char *name) {
    char why[BL_DEVICE_WORDS] = "";
    if (!device) return BL_DEVICE_BAD_CALL;
    *device = NULL;
    if (!name) name = getenv("BANKLOOM_DEVICE");
    bool named = name && *name;
    enum bl_device_result result = named ? open_name(name, device, why) : open_usual(device, why);
    if (result)
        fprintf(stderr, "error: %s%s%s\n", named ? name : "", named ? ": " : "",
                *why ? why : bl_device_text(result));
    return result;
}
