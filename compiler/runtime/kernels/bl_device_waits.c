/* What a kernel waits for, or has failed by, in words: of its registers, and of those of the nodes
   at the other ends of its channels. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bl_device_kernel_inner.h"

enum { PEER = 0xff, STEP_SHIFT = 16, WAITS = 0x80, END = 0x7f };
#define JOINED UINT32_C(0x80000000)

/* Text that grows, and is cut off. */
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
static void
say(char *text, size_t room, const char *format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, room - used, format, arguments);
    va_end(arguments);
}

static const struct bl_device_kernels *all(const struct bl_device *device) {
    return bl_device_starts_kernels(bl_device_starts(device));
}

/* NULL: it is at rest, or behind its last one. */
static const struct bl_device_kernel_step *step_of(const struct bl_device_kernel *kernel,
                                                   uint32_t waits) {
    int step = (int)(waits >> STEP_SHIFT);
    return step > 0 && step <= kernel->step_count ? &kernel->steps[step - 1] : NULL;
}

/* The last move with the end that waits, up to where the kernel is: those behind it have not begun,
   and in a repeat those in front of it. NULL: no end waits. */
static const struct bl_device_kernel_step *waiting_step(const struct bl_device_kernel *kernel,
                                                        uint32_t waits) {
    const int end = (int)(waits & END), at = (int)(waits >> STEP_SHIFT), count = kernel->step_count;
    if (!(waits & WAITS) || end >= kernel->end_count) return NULL;
    for (int i = 0; i < count; i++) {
        const struct bl_device_kernel_step *step = &kernel->steps[(2 * count + at - 1 - i) % count];
        if (step->from == end || step->to == end) return step;
    }
    return NULL;
}

/* ---- errors */

/* An error of this kernel, which a partner's is not. */
static bool has_own_error(uint32_t error) { return error && error != BL_DEVICE_KERNEL_PARTNER; }

static bool is_on(const struct bl_device_kernel *kernel, int node) {
    return kernel->nodes >> node & 1;
}

/* Bit c: it uses channel c. */
static uint32_t channels_of(const struct bl_device_kernel *kernel) {
    uint32_t channels = 0;
    for (int i = 0; i < kernel->end_count; i++)
        if (kernel->ends[i].channel >= 0) channels |= UINT32_C(1) << kernel->ends[i].channel;
    return channels;
}

bool bl_device_kernel_culprit(struct bl_device *device, int node, char *text, size_t room) {
    uint32_t state = 0;
    for (int i = 0; i < all(device)->kernel_count; i++) {
        const struct bl_device_kernel *kernel = &all(device)->kernels[i];
        if (!is_on(kernel, node) || bl_device_reg_read(device, node, kernel->state, &state, 1) ||
            !has_own_error(state >> BL_DEVICE_KERNEL_ERROR_SHIFT))
            continue;
        say(text, room, "kernel %s of node %d: %s", kernel->name, node,
            bl_device_kernel_error(state));
        return true;
    }
    return false;
}

static void say_culprit(struct bl_device *device, char *text, size_t room) {
    char why[BL_DEVICE_WORDS / 4] = "; ";
    for (int node = 0; node < bl_device_nodes(device); node++)
        if (bl_device_kernel_culprit(device, node, why, sizeof why)) {
            say(text, room, "%s", why);
            return;
        }
}

/* ": gpu -> channel ping, pingpong.loom:21, at address 4096" */
void bl_device_kernel_fault(struct bl_device *device, const struct bl_device_kernel *kernel,
                            const struct bl_device_kernel_registers *registers, char *text,
                            size_t room) {
    const struct bl_device_kernel_step *step = step_of(kernel, registers->waits);
    uint32_t error = registers->state >> BL_DEVICE_KERNEL_ERROR_SHIFT;
    if (error == BL_DEVICE_KERNEL_PARTNER) step = waiting_step(kernel, registers->waits);
    *text = 0;
    if (step && step->what) say(text, room, ": %s", step->what);
    if (step) say(text, room, ", %s:%d", all(device)->file, step->line);
    if (step && (error == BL_DEVICE_KERNEL_UNALIGNED || error == BL_DEVICE_KERNEL_BEYOND))
        say(text, room, ", at address %lu of the memory", (unsigned long)registers->missing);
    if (error == BL_DEVICE_KERNEL_PARTNER) say_culprit(device, text, room);
}

/* ---- marks */

enum bl_device_result bl_device_kernel_unmarked(struct bl_device *device, int node,
                                                const struct bl_device_kernel *kernel) {
    char why[BL_DEVICE_WORDS / 4] = "";
    uint32_t marks = 0;
    enum bl_device_result result = BL_DEVICE_OK;
    const uint32_t address = all(device)->marks;
    if (address) result = bl_device_reg_read(device, node, address, &marks, 1);
    marks &= channels_of(kernel);
    if (result || !marks) return result;
    say_culprit(device, why, sizeof why);
    int i = 0;
    while (kernel->ends[i].channel < 0 || !(marks >> kernel->ends[i].channel & 1)) i++;
    return bl_device_fail(device, BL_DEVICE_NODE_ERROR,
                          "kernel %s of node %d uses %s, on which a kernel has failed%s: the nodes "
                          "want a reset before its next start",
                          kernel->name, node, kernel->ends[i].name, why);
}

/* ---- waits */

/* One that is looked at. */
struct waiting {
    struct bl_device *device;
    int node, peer;
    const struct bl_device_kernel_end *end;
    char *text;
    size_t room;
};

/* The registers of the end's channel, `to` and `from` behind it; NULL: moves choose its nodes. */
static const struct bl_device_channel *channel_of(const struct waiting *w) {
    const struct bl_device_kernels *kernels = all(w->device);
    for (int i = 0; i < kernels->channel_count; i++)
        if (w->end->peers &&
            w->end->peers == (w->end->sends ? kernels->channels[i].peers : kernels->channels[i].of))
            return &kernels->channels[i];
    return NULL;
}

/* To which node an end is joined; -1: to none, or it does not say. */
static int joined_to(const struct waiting *w, int node, uint32_t address) {
    uint32_t value = 0;
    if (bl_device_reg_read(w->device, node, address, &value, 1) || !(value & JOINED)) return -1;
    return (int)(value & PEER);
}

/* Whether the end and its peer are joined; says where they are not. */
static bool check_join(struct waiting *w) {
    const struct bl_device_channel *channel = channel_of(w);
    if (!channel) return false;
    uint32_t here = channel->to + (w->end->sends ? 0 : 4),
             there = channel->to + (w->end->sends ? 4 : 0);
    w->peer = joined_to(w, w->node, here);
    if (w->peer < 0) {
        say(w->text, w->room, "; it is joined to no node");
        return false;
    }
    say(w->text, w->room, " %s node %d", w->end->sends ? "to" : "from", w->peer);
    int back = joined_to(w, w->peer, there);
    if (back == w->node) return true;
    if (back < 0) say(w->text, w->room, "; node %d is not joined to it", w->peer);
    else say(w->text, w->room, "; node %d is joined to node %d", w->peer, back);
    return false;
}

static bool has_other_end(const struct waiting *w, const struct bl_device_kernel *kernel) {
    for (int i = 0; i < kernel->end_count; i++)
        if (kernel->ends[i].channel == w->end->channel && kernel->ends[i].sends != w->end->sends)
            return true;
    return false;
}

/* A kernel at the other end that does not run, where none does. */
static void say_partner(struct waiting *w) {
    const struct bl_device_kernel *rests = NULL;
    for (int i = 0; i < all(w->device)->kernel_count; i++) {
        const struct bl_device_kernel *kernel = &all(w->device)->kernels[i];
        struct bl_device_kernel_registers registers;
        if (!is_on(kernel, w->peer) || !has_other_end(w, kernel)) continue;
        if (bl_device_kernel_read(w->device, w->peer, kernel, &registers) ||
            registers.waits & BL_DEVICE_KERNEL_RUNS)
            return;
        rests = kernel;
    }
    if (rests) say(w->text, w->room, "; kernel %s of node %d does not run", rests->name, w->peer);
}

/* Peers of which nothing has come since the network was opened. */
static void say_silent(struct waiting *w) {
    struct bl_device_counter counter;
    for (int i = 0; i < bl_device_counters(w->device); i++)
        if (!bl_device_counter(w->device, w->node, i, &counter) && counter.presence &&
            !counter.count && (w->peer < 0 || counter.peer == w->peer))
            say(w->text, w->room, "; node %d has not answered since the network was opened",
                counter.peer);
}

/* "it waits for channel ping to bring 16 words of 4 bytes from node 0" */
static void say_end(struct waiting *w, uint32_t missing) {
    say(w->text, w->room, " it waits for %s%s", w->end->sends ? "room in " : "", w->end->name);
    say(w->text, w->room, w->end->sends ? " for %lu word%s of 4 bytes"
                                        : " to bring %lu word%s of 4 bytes",
        (unsigned long)missing, missing == 1 ? "" : "s");
    if (check_join(w)) say_partner(w);
    say_silent(w);
}

bool bl_device_kernel_waits(struct bl_device *device, int node,
                            const struct bl_device_kernel *kernel, char *text, size_t room) {
    struct bl_device_kernel_registers registers;
    struct waiting w = {.device = device, .node = node, .peer = -1, .text = text, .room = room};
    *text = 0;
    if (bl_device_kernel_read(device, node, kernel, &registers)) return false;
    const struct bl_device_kernel_step *step = waiting_step(kernel, registers.waits);
    if (!step) return false;
    w.end = &kernel->ends[registers.waits & END];
    say(text, room, "at %s:%d", all(device)->file, step->line);
    say_end(&w, registers.missing);
    return true;
}
