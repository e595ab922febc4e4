/* Calls with NULL, put in by null_calls.sh, over a backend that does nothing: before a run nothing
   crashes, after one each call returns what it should, with words. */
#include "HOST_H"

#include "bl_device_backend.h"
#include "bl_device_pipeline.h"

#include <stdio.h>
#include <string.h>

static void close_it(void *state) { (void)state; }
static void attach(void *state, int threads) { (void)state, (void)threads; }
static enum bl_device_result put(void *state, int node, int channel, uint64_t address,
                                 const void *bytes, size_t size) {
    (void)state, (void)node, (void)channel, (void)address, (void)bytes, (void)size;
    return BL_DEVICE_OK;
}
static enum bl_device_result get(void *state, int node, int channel, uint64_t address, void *bytes,
                                 size_t size) {
    (void)state, (void)node, (void)channel, (void)address;
    memset(bytes, 0, size);
    return BL_DEVICE_OK;
}
static enum bl_device_result put_register(void *state, int node, uint32_t address, uint32_t value) {
    (void)state, (void)node, (void)address, (void)value;
    return BL_DEVICE_OK;
}
static enum bl_device_result get_registers(void *state, int node, uint32_t address,
                                           uint32_t *values, int count) {
    (void)state, (void)node;
    static const uint32_t known[] = {BL_DEVICE_ID, BL_DEVICE_MAP};
    for (int i = 0; i < count; i++) values[i] = address == BL_DEVICE_REG_ID ? known[i % 2] : 1;
    return BL_DEVICE_OK;
}
static enum bl_device_result start(void *state) { return (void)state, BL_DEVICE_OK; }
static enum bl_device_result wait(void *state, int64_t limit) {
    return (void)state, (void)limit, BL_DEVICE_OK;
}
static const char *message(void *state) { return (void)state, ""; }

static const struct bl_device_backend backend = {
    "idle", close_it, attach, put, get, put_register, get_registers, start, start, wait, message};
static int state, wrong, tried;
static const char *now = "";

/* In stderr first, so that after a crash the last line is the call. */
static void said(const char *what) {
    now = what;
    fprintf(stderr, "%s\n", what);
    tried++;
}

static bool strict;

static void complain(const char *why, const char *words) {
    printf("WRONG %s: %s %s\n", now, why, words);
    wrong++;
}

static void code(int result, int wanted, struct bl_device *device) {
    if (strict && result != wanted) complain("returns", bl_device_text(result));
    if (!*bl_device_text(result)) complain("has no", "words");
    const char *words = bl_device_message(device);
    if (strict && (!words || !*words)) complain("has no", "message");
}

static void nothing(bool holds) {
    if (!holds) complain("returns", "something");
}
static void words(const char *text) {
    if (!text || !*text) complain("has no", "words");
}

static void all(struct bl_device *device) {
    static max_align_t buffer[4096];
    static const struct bl_device_column column = {0, 4096, 16, 4};
    static const struct bl_device_histogram histogram = {0, 4, 1, 1, 1};
    void *any = buffer;
    struct bl_device *other = NULL;
    const struct bl_device_pipeline *table = &HOST_PIPELINE;
    (void)any, (void)column, (void)histogram, (void)other, (void)table;
    CALLS
}

static enum bl_device_result open_it(const struct bl_device_backend **its, void **own, char *why,
                                     size_t room) {
    (void)why, (void)room;
    *its = &backend;
    *own = &state;
    return BL_DEVICE_OK;
}

/* As if a simulation were linked. */
extern const struct bl_device_simulation bl_device_simulation;
const struct bl_device_simulation bl_device_simulation = {BL_DEVICE_INTERFACE,
                                                          sizeof(struct bl_device_backend),
                                                          sizeof(struct bl_device_pipeline),
                                                          HOST_NODES,
                                                          2 * HOST_LANES,
                                                          NULL,
                                                          open_it};

int main(void) {
    struct bl_device *device;
    if (HOST_OPEN(&device)) return 1;
    all(device);
    if (HOST_WAIT(device, -1) != BL_DEVICE_BAD_CALL || !strstr(bl_device_message(device), "limit"))
        complain("wait", "with a negative limit");
    if (HOST_START(device) || HOST_WAIT(device, 0)) return 1;
    strict = true;
    all(device);
    bl_device_close(device);
    printf("%d calls with NULL, %d wrong%s\n", tried / 2, wrong, wrong ? "" : ", all answered");
    return wrong != 0;
}
