/* Starts of kernels, and the waits for their ends. */
#include <stdio.h>

#include "bl_device_kernel_inner.h"

enum { NUMBER = 0xffff, ERROR_SHIFT = BL_DEVICE_KERNEL_ERROR_SHIFT, WAITS = 1 << 16 };

static uint32_t go_of(const struct bl_device_kernel *kernel) {
    return kernel->arguments + 4 * (uint32_t)kernel->argument_count;
}
static uint32_t seen_of(const struct bl_device_kernel *kernel) { return go_of(kernel) + 4; }

const char *bl_device_kernel_error(uint32_t state) {
    switch (state >> ERROR_SHIFT) {
    case 0: return NULL;
#define ROW(name, number, text) \
    case number: return text;
        BL_DEVICE_KERNEL_ERRORS(ROW)
#undef ROW
    default: return "an unknown error";
    }
}

/* It does nothing any more until the node is reset. */
static bool is_dead(uint32_t state) {
    uint32_t error = state >> ERROR_SHIFT;
    return error == BL_DEVICE_KERNEL_READ_FAILED || error == BL_DEVICE_KERNEL_WRITE_FAILED ||
           error == BL_DEVICE_KERNEL_PARTNER;
}

/* Its start has ended, or there was none. The number alone does not say: a doorbell of another bus
   master may have any. */
static bool names_its_number(const struct bl_device_kernel_registers *registers) {
    return (registers->number & NUMBER) == (registers->state & NUMBER);
}
static bool has_ended(const struct bl_device_kernel_registers *registers) {
    return !(registers->waits & BL_DEVICE_KERNEL_RUNS) && names_its_number(registers);
}

static bool is_on(const struct bl_device_kernel *kernel, int node) {
    return kernel->nodes >> node & 1;
}

/* Whether there are such a node and such a kernel. */
static enum bl_device_result check_known(struct bl_device *device, int node,
                                         const struct bl_device_kernel *kernel) {
    enum bl_device_result result = bl_device_place(device, kernel);
    if (result) return result;
    if (node < 0 || node >= bl_device_nodes(device))
        return bl_device_fail(device, BL_DEVICE_BAD_CALL, "there is no node %d", node);
    if (bl_device_starts_know(bl_device_starts(device), kernel)) return BL_DEVICE_OK;
    return bl_device_fail(device, BL_DEVICE_BAD_CALL,
                          "kernel %s is none of the device's: bl_device_kernels_open comes first",
                          kernel->name);
}

/* Whether the kernel is on the node, too. */
static enum bl_device_result check_place(struct bl_device *device, int node,
                                         const struct bl_device_kernel *kernel) {
    enum bl_device_result result = check_known(device, node, kernel);
    if (result || is_on(kernel, node)) return result;
    return bl_device_fail(device, BL_DEVICE_BAD_CALL, "kernel %s is not on node %d", kernel->name,
                          node);
}

/* Whether it runs is read before the number of the start that has ended: behind it, a run that ends
   in between, with the next one about to begin, would look like a kernel that rests. */
static enum bl_device_result read_ends(struct bl_device *device, int node,
                                       const struct bl_device_kernel *kernel,
                                       struct bl_device_kernel_registers *registers) {
    enum { ENDED = 3, WORDS = 2 }; /* state and clocks; waits and missing, behind them */
    uint32_t ended[ENDED], waits[WORDS];
    enum bl_device_result result = bl_device_reg_read(device, node, kernel->state + 4 * ENDED,
                                                      waits, WORDS);
    if (!result) result = bl_device_reg_read(device, node, kernel->state, ended, ENDED);
    if (result) return result;
    registers->state = ended[0];
    registers->clocks = (uint64_t)ended[2] << 32 | ended[1];
    registers->waits = waits[0];
    registers->missing = waits[1];
    return BL_DEVICE_OK;
}

/* Of a kernel that ran and has ended since the second look says so: nobody has to wait for a change
   that has come. The status is read last: if it knows of no reset, what was read before is of one
   life. */
enum bl_device_result bl_device_kernel_read(struct bl_device *device, int node,
                                            const struct bl_device_kernel *kernel,
                                            struct bl_device_kernel_registers *registers) {
    enum bl_device_result result = bl_device_reg_read(device, node, go_of(kernel),
                                                      &registers->number, 1);
    if (!result) result = read_ends(device, node, kernel, registers);
    if (!result && names_its_number(registers) && registers->waits & BL_DEVICE_KERNEL_RUNS)
        result = read_ends(device, node, kernel, registers);
    if (result) return result;
    return bl_device_reg_read(device, node, BL_DEVICE_REG_STATUS, &registers->status, 1);
}

/* ---- starts */

static enum bl_device_result busy(struct bl_device *device, int node,
                                  const struct bl_device_kernel *kernel, uint32_t state) {
    const char *error = bl_device_kernel_error(state);
    return bl_device_fail(device, BL_DEVICE_BUSY, "kernel %s of node %d %s%s", kernel->name, node,
                          error ? "has moves under way that began before its error: " : "runs",
                          error ? error : "");
}

enum bl_device_result bl_device_kernel_claim(struct bl_device *device, int node,
                                             const struct bl_device_kernel *kernel,
                                             struct bl_device_kernel_registers *registers) {
    struct bl_device_starts *starts = bl_device_starts(device);
    enum bl_device_result result = check_known(device, node, kernel);
    if (result) return result;
    if (!bl_device_starts_claim(starts, node, kernel)) return busy(device, node, kernel, 0);
    result = bl_device_kernel_read(device, node, kernel, registers);
    if (!result && !has_ended(registers)) result = busy(device, node, kernel, registers->state);
    if (result) bl_device_starts_let_go(starts, node, kernel);
    return result;
}

/* Whether the node has a region of each memory that the kernel names. */
static enum bl_device_result check_memories(struct bl_device *device, int node,
                                            const struct bl_device_kernel *kernel) {
    struct bl_device_starts *starts = bl_device_starts(device);
    const struct bl_device_kernels *kernels = bl_device_starts_kernels(starts);
    for (int i = 0; i < kernels->memory_count; i++)
        if (kernel->memories >> i & 1 && !bl_device_starts_region(starts, node, i).bytes)
            return bl_device_fail(device, BL_DEVICE_BAD_CALL,
                                  "kernel %s of node %d names memory %s, whose bus address and "
                                  "size are not set",
                                  kernel->name, node, kernels->memories[i].name);
    return BL_DEVICE_OK;
}

/* Why a kernel that rests cannot be started. */
static enum bl_device_result check_startable(struct bl_device *device, int node,
                                             const struct bl_device_kernel *kernel,
                                             const struct bl_device_kernel_registers *registers) {
    if (registers->status & BL_DEVICE_STATUS_RESET) {
        bl_device_starts_lost(bl_device_starts(device), node);
        return bl_device_fail(device, BL_DEVICE_NODE_ERROR,
                              "node %d was reset: all nodes want a reset before a start", node);
    }
    if (!bl_device_starts_joined(bl_device_starts(device)))
        return bl_device_fail(device, BL_DEVICE_BAD_CALL,
                              "the nodes were reset: join them before a start");
    if (!is_dead(registers->state)) {
        enum bl_device_result result = bl_device_kernel_unmarked(device, node, kernel);
        return result ? result : check_memories(device, node, kernel);
    }
    return bl_device_fail(device, BL_DEVICE_NODE_ERROR,
                          "kernel %s of node %d: %s: the nodes want a reset before its next start",
                          kernel->name, node, bl_device_kernel_error(registers->state));
}

static enum bl_device_result write_arguments(struct bl_device *device, int node,
                                             const struct bl_device_kernel *kernel,
                                             const uint32_t *arguments) {
    enum bl_device_result result = BL_DEVICE_OK;
    for (int i = 0; i < kernel->argument_count && !result; i++)
        result = bl_device_reg_write(device, node, kernel->arguments + 4 * (uint32_t)i,
                                     arguments[i]);
    return result;
}

static enum bl_device_result was_reset(struct bl_device *device, int node,
                                       const struct bl_device_kernel *kernel) {
    return bl_device_fail(device, BL_DEVICE_NODE_ERROR,
                          "kernel %s of node %d: the node was reset before it had ended",
                          kernel->name, node);
}

/* What the registers say of the last start. */
static struct bl_device_started last_start(unsigned resets,
                                           const struct bl_device_kernel_registers *registers) {
    struct bl_device_started last = {.resets = resets,
                                     .number = registers->number & NUMBER,
                                     .state = registers->state,
                                     .clocks = registers->clocks};
    last.what = BL_DEVICE_START_ENDED;
    return last;
}

/* Of a kernel that rests, and is claimed. */
static enum bl_device_result ring(struct bl_device *device, int node,
                                  const struct bl_device_kernel *kernel, unsigned resets,
                                  const struct bl_device_kernel_registers *registers) {
    const struct bl_device_started before = last_start(resets, registers);
    struct bl_device_started started = {.resets = resets};
    started.what = BL_DEVICE_START_MADE;
    started.number = (registers->number + 1) & NUMBER;
    const struct bl_device_post go = {go_of(kernel), started.number};
    if (!bl_device_starts_make(bl_device_starts(device), node, kernel, &started, &before, &go))
        return was_reset(device, node, kernel);
    bl_device_begins(device, node);
    return BL_DEVICE_OK;
}

enum bl_device_result bl_device_kernel_start(struct bl_device *device, int node,
                                             const struct bl_device_kernel *kernel,
                                             const uint32_t *arguments) {
    struct bl_device_kernel_registers registers;
    enum bl_device_result result = check_place(device, node, kernel);
    if (!result) result = bl_device_kernel_allows(device, node, kernel, arguments);
    if (result) return result;
    unsigned resets = bl_device_starts_resets(bl_device_starts(device));
    result = bl_device_kernel_claim(device, node, kernel, &registers);
    if (result) return result;
    result = check_startable(device, node, kernel, &registers);
    if (!result) result = write_arguments(device, node, kernel, arguments);
    if (!result) result = ring(device, node, kernel, resets, &registers);
    bl_device_starts_let_go(bl_device_starts(device), node, kernel);
    return result;
}

/* ---- waits */

/* One that a thread does, for a start. */
struct wait {
    struct bl_device *device;
    struct bl_device_starts *starts;
    int node;
    const struct bl_device_kernel *kernel;
    struct bl_device_started start;
    unsigned resets;              /* when it began */
    int64_t timeout_ps, until_ps; /* until_ps 0: the device does not tell the time */
    uint64_t clocks;
};

/* The end of its start; registers: those that show it, NULL: they show another one. */
static enum bl_device_result end(struct wait *w, const struct bl_device_started *ended,
                                 const struct bl_device_kernel_registers *registers) {
    const char *error = bl_device_kernel_error(ended->state);
    char fault[BL_DEVICE_WORDS / 4] = "";
    bool done = !error || ended->state >> ERROR_SHIFT == BL_DEVICE_KERNEL_MISSED;
    w->clocks = done ? ended->clocks : 0;
    if (!error) return BL_DEVICE_OK;
    if (registers) bl_device_kernel_fault(w->device, w->kernel, registers, fault, sizeof fault);
    return bl_device_fail(w->device, BL_DEVICE_NODE_ERROR, "kernel %s of node %d: %s%s",
                          w->kernel->name, w->node, error, fault);
}

/* It has ended, if another one came behind it. */
static bool is_past(const struct wait *w, const struct bl_device_kernel_registers *registers,
                    struct bl_device_started *seen) {
    if (w->start.what != BL_DEVICE_START_MADE || w->start.number == (registers->number & NUMBER))
        return false;
    *seen = bl_device_starts_before(w->starts, w->node, w->kernel);
    return true;
}

/* A reset has come; but another thread may have seen the end before it. */
static enum bl_device_result end_by_reset(struct wait *w, bool *over) {
    struct bl_device_started ended;
    *over = true;
    if (bl_device_starts_ended(w->starts, w->node, w->kernel, &w->start, &ended))
        return end(w, &ended, NULL);
    return was_reset(w->device, w->node, w->kernel);
}

/* Why a node has ended: it was reset, or its network has stopped. Its partners never end. */
static bool has_stopped(struct bl_device *device, int node, uint32_t status, char *why,
                        size_t room) {
    uint32_t cause = 0;
    if (status & BL_DEVICE_STATUS_RESET) {
        bl_device_starts_lost(bl_device_starts(device), node);
        snprintf(why, room, "node %d was reset", node);
        return true;
    }
    if (!(status & BL_DEVICE_STATUS_NETWORK) ||
        bl_device_reg_read(device, node, BL_DEVICE_REG_NETWORK_CAUSE, &cause, 1))
        return false;
    const char *text = bl_device_cause(device, cause);
    snprintf(why, room, "the network of node %d has stopped: %s", node,
             text ? text : "of an unknown cause");
    return true;
}

static bool is_lost(struct bl_device *device, int node, char *why, size_t room) {
    uint32_t status = 0;
    return !bl_device_reg_read(device, node, BL_DEVICE_REG_STATUS, &status, 1) &&
           has_stopped(device, node, status, why, room);
}

/* One that has not ended: it never does without the network that it needs. */
static enum bl_device_result
can_end(struct wait *w, const struct bl_device_kernel_registers *registers, bool *over) {
    char why[BL_DEVICE_WORDS];
    *over = w->kernel->talks && has_stopped(w->device, w->node, registers->status, why, sizeof why);
    if (!*over) return BL_DEVICE_OK;
    return bl_device_fail(w->device, BL_DEVICE_NODE_ERROR, "kernel %s of node %d has not ended: %s",
                          w->kernel->name, w->node, why);
}

/* What the registers say of a start that no reset has ended. */
static enum bl_device_result judge(struct wait *w,
                                   const struct bl_device_kernel_registers *registers, bool *over) {
    struct bl_device_started seen = last_start(w->resets, registers);
    *over = is_past(w, registers, &seen);
    if (*over) return end(w, &seen, NULL);
    *over = has_ended(registers) || bl_device_kernel_error(registers->state);
    if (*over && !w->start.what && !registers->state)
        return bl_device_fail(w->device, BL_DEVICE_NOT_STARTED,
                              "kernel %s of node %d was never started", w->kernel->name, w->node);
    if (!*over) seen.what = BL_DEVICE_START_MADE;
    const struct bl_device_post post = {seen_of(w->kernel), registers->state | WAITS};
    if (!bl_device_starts_see(w->starts, w->node, w->kernel, &seen, *over ? NULL : &post))
        return end_by_reset(w, over);
    return *over ? end(w, &seen, registers) : can_end(w, registers, over);
}

/* The start's end, if it is there: *over. Until then the kernel is to interrupt. */
static enum bl_device_result look(struct wait *w, bool *over) {
    struct bl_device_kernel_registers registers;
    if (bl_device_starts_resets(w->starts) != w->resets) return end_by_reset(w, over);
    enum bl_device_result result = bl_device_kernel_read(w->device, w->node, w->kernel, &registers);
    if (bl_device_starts_resets(w->starts) != w->resets) return end_by_reset(w, over);
    if (result) return result;
    if (!(registers.status & BL_DEVICE_STATUS_RESET)) return judge(w, &registers, over);
    bl_device_starts_lost(w->starts, w->node);
    return end_by_reset(w, over);
}

/* The error of a kernel of the node, for which others may wait. */
static bool has_failed(struct bl_device *device, int node, char *why, size_t room) {
    char text[BL_DEVICE_WORDS / 4] = "";
    if (!bl_device_kernel_culprit(device, node, text, sizeof text)) return false;
    snprintf(why, room, "%s", text);
    return true;
}

/* The wait ends without the end of the start. */
static enum bl_device_result give_up(struct wait *w, enum bl_device_result result) {
    char why[BL_DEVICE_WORDS], waits[BL_DEVICE_WORDS / 4];
    if (result != BL_DEVICE_TIMEOUT && result != BL_DEVICE_STUCK) return result;
    snprintf(why, sizeof why, "%s", bl_device_message(w->device));
    for (int node = 0; node < bl_device_nodes(w->device) && result != BL_DEVICE_NODE_ERROR; node++)
        if (is_lost(w->device, node, why, sizeof why) ||
            (result == BL_DEVICE_STUCK && has_failed(w->device, node, why, sizeof why)))
            result = BL_DEVICE_NODE_ERROR;
    bool waits_for = result != BL_DEVICE_NODE_ERROR &&
                     bl_device_kernel_waits(w->device, w->node, w->kernel, waits, sizeof waits);
    return bl_device_fail(w->device, result, "kernel %s of node %d has not ended: %s%s%s",
                          w->kernel->name, w->node, waits_for ? waits : "", waits_for ? "; " : "",
                          why);
}

/* The time that a wait has left; 0: any. */
static int64_t time_left(const struct wait *w) {
    if (!w->timeout_ps || w->timeout_ps == INT64_MAX) return 0;
    int64_t left = w->until_ps ? w->until_ps - bl_device_now(w->device) : w->timeout_ps;
    return left > 0 ? left : 1;
}

static enum bl_device_result wait_on(struct wait *w) {
    bool over = false;
    enum bl_device_result result = look(w, &over);
    while (!result && !over) {
        result = bl_device_interrupt(w->device, w->node, time_left(w));
        if (result) return give_up(w, result);
        result = look(w, &over);
    }
    return result;
}

/* For a start that a reset has ended, or that had ended before one, no register is asked. */
static enum bl_device_result wait_for(struct wait *w) {
    if (w->start.what == BL_DEVICE_START_RESET) return was_reset(w->device, w->node, w->kernel);
    if (w->start.what == BL_DEVICE_START_ENDED && w->start.resets != w->resets)
        return end(w, &w->start, NULL);
    return wait_on(w);
}

enum bl_device_result bl_device_kernel_wait(struct bl_device *device, int node,
                                            const struct bl_device_kernel *kernel,
                                            int64_t timeout_ps, uint64_t *clocks) {
    enum bl_device_result result = check_place(device, node, kernel);
    if (clocks) *clocks = 0;
    if (!result && timeout_ps < 0)
        return bl_device_fail(device, BL_DEVICE_BAD_CALL, "a limit in time is 0 or more");
    if (result) return result;
    struct wait wait = {.device = device,
                        .starts = bl_device_starts(device),
                        .node = node,
                        .kernel = kernel,
                        .timeout_ps = timeout_ps};
    int64_t now = bl_device_now(device);
    if (now > 0) wait.until_ps = timeout_ps < INT64_MAX - now ? now + timeout_ps : INT64_MAX;
    wait.start = bl_device_starts_enter(wait.starts, node, kernel, &wait.resets);
    result = wait_for(&wait);
    const struct bl_device_post quiet = {seen_of(kernel), 0};
    bl_device_starts_leave(wait.starts, node, kernel, wait.resets, &quiet);
    if (clocks) *clocks = wait.clocks;
    return result;
}

enum bl_device_result bl_device_kernel_rests(struct bl_device *device, int node,
                                             const struct bl_device_kernel *kernel) {
    struct bl_device_kernel_registers unused;
    enum bl_device_result result = bl_device_kernel_claim(device, node, kernel, &unused);
    if (!result) bl_device_starts_let_go(bl_device_starts(device), node, kernel);
    return result;
}

/* ---- calls */

/* None is started while one of them runs. */
static enum bl_device_result start_all(struct bl_device *device,
                                       const struct bl_device_kernel *kernel,
                                       const uint32_t *arguments) {
    enum bl_device_result result = bl_device_place(device, kernel);
    for (int node = 0; !result && node < bl_device_nodes(device); node++)
        if (is_on(kernel, node)) result = bl_device_kernel_allows(device, node, kernel, arguments);
    for (int node = 0; !result && node < bl_device_nodes(device); node++)
        if (is_on(kernel, node)) result = bl_device_kernel_rests(device, node, kernel);
    for (int node = 0; !result && node < bl_device_nodes(device); node++)
        if (is_on(kernel, node)) result = bl_device_kernel_start(device, node, kernel, arguments);
    return result;
}

enum bl_device_result bl_device_kernel_call(struct bl_device *device,
                                            const struct bl_device_kernel *kernel,
                                            const uint32_t *arguments, int64_t timeout_ps,
                                            uint64_t *clocks) {
    enum bl_device_result result = start_all(device, kernel, arguments);
    uint64_t longest = 0, taken;
    for (int node = 0; !result && node < bl_device_nodes(device); node++) {
        if (!is_on(kernel, node)) continue;
        result = bl_device_kernel_wait(device, node, kernel, timeout_ps, &taken);
        if (!result && taken > longest) longest = taken;
    }
    if (clocks) *clocks = longest;
    return result;
}
