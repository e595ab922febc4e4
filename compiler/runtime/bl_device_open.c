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
    enum bl_device_result (*open)(const char *rest, struct bl_device **device, char *why,
                                  size_t room);
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

static enum bl_device_result unknown_kind(char *why, size_t room) {
    size_t used = (size_t)snprintf(why, room, "a device's name begins with its kind:");
    for (int i = 0; i < KINDS && used < room; i++)
        used += (size_t)snprintf(why + used, room - used, " %s:", kinds[i].name);
    return BL_DEVICE_BAD_CALL;
}

static enum bl_device_result open_name(const char *name, struct bl_device **device, char *why,
                                       size_t room) {
    const char *colon = strchr(name, ':');
    const struct kind *kind = colon ? kind_of(name, (size_t)(colon - name)) : NULL;
    return kind ? kind->open(colon + 1, device, why, room) : unknown_kind(why, room);
}

/* What the program has without a name. */
static enum bl_device_result open_usual(struct bl_device **device, char *why, size_t room) {
    const struct bl_device_simulation *linked = &bl_device_simulation;
    if (linked) return bl_device_open_simulation(linked, device, why, room);
    snprintf(why, room, "BANKLOOM_DEVICE does not say which device: \"sim:DIR\"");
    return BL_DEVICE_NO_DEVICE;
}

enum bl_device_result bl_device_try_open(struct bl_device **device, const char *name, char *why,
                                         size_t room) {
    char words[BL_DEVICE_WORDS] = "";
    if (device) *device = NULL;
    if (!device || (!why && room)) return BL_DEVICE_BAD_CALL;
    if (!name) name = getenv("BANKLOOM_DEVICE");
    bool named = name && *name;
    enum bl_device_result result = named ? open_name(name, device, words, sizeof words)
                                         : open_usual(device, words, sizeof words);
    const char *text = *words ? words : bl_device_text(result);
    snprintf(why, room, "%s%s%s", named ? name : "", named ? ": " : "", text);
    return result;
}

enum bl_device_result bl_device_open(struct bl_device **device, const char *name) {
    char why[BL_DEVICE_PATH + BL_DEVICE_WORDS];
    enum bl_device_result result = bl_device_try_open(device, name, why, sizeof why);
    if (result && device) fprintf(stderr, "error: %s\n", why);
    return result;
}
