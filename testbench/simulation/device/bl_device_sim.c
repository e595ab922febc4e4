#define _POSIX_C_SOURCE 200809L
#include "simulation/device/bl_device_sim.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/progress.h"
#include "base/carried/store.h"

enum {
    REGISTER_WINDOW = 8 /* cycles of a window in which somebody waits for a register */,
    POLL_WINDOW = 1 /* or for a word of memory */
};

/* What a host thread waits for. */
struct waiter {
    struct waiter *next;
    enum bl_device_result (*look)(void *argument, bool *done);
    void *argument;
    int cycles;       /* time advances by so many at most, of core; 0: as far as it can */
    int64_t since_ps; /* when the waiting began */
    bool done;
    enum bl_device_result result;
    pthread_t thread;
};

struct sim_device {
    struct bl_cluster_sim *cluster;
    struct bl_device_sim_hooks hooks;
    struct bl_progress reported;
    pthread_mutex_t lock;
    pthread_cond_t advanced;
    struct waiter *waiters;
    int threads, blocked;
    unsigned resets;            /* by the host */
    bool cancelled;             /* nobody waits for an interrupt until the next reset */
    enum bl_device_result lost; /* the simulation cannot go on: every call says so */
    int64_t *started;           /* [nodes] */
    char *message;
    size_t message_size;
};

/* ---- waiting: all with the lock held ---- */

static void look_at(struct sim_device *sim, struct waiter *waiter) {
    waiter->result = waiter->look(waiter->argument, &waiter->done);
    if (waiter->done) sim->blocked--;
}

static enum bl_device_result fail(struct sim_device *sim, enum bl_device_result result,
                                  const char *format, ...) {
    free(sim->message);
    sim->message = NULL;
    FILE *file = open_memstream(&sim->message, &sim->message_size);
    if (!file) return result;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    if (result == BL_DEVICE_STUCK || result == BL_DEVICE_TIMEOUT)
        bl_cluster_sim_describe(sim->cluster, file);
    fclose(file);
    return result;
}

/* Ends all waiting without what was waited for; nobody is left who could hear of an access that
 * is still under way. */
static void give_up(struct sim_device *sim, enum bl_device_result result) {
    for (int i = 0; i < bl_cluster_sim_nodes(sim->cluster); i++)
        bl_node_forget(bl_cluster_sim_node(sim->cluster, i));
    for (struct waiter *waiter = sim->waiters; waiter; waiter = waiter->next) {
        if (waiter->done) continue;
        waiter->done = true;
        waiter->result = result;
        sim->blocked--;
    }
}

/* Nothing has moved for long, and nobody has begun to wait in that time. */
static bool stuck(const struct sim_device *sim) {
    int64_t youngest = 0;
    for (const struct waiter *waiter = sim->waiters; waiter; waiter = waiter->next)
        if (waiter->since_ps > youngest) youngest = waiter->since_ps;
    return sim->blocked == sim->threads && bl_cluster_sim_stuck(sim->cluster, youngest);
}

static void look_at_all(struct sim_device *sim) {
    for (struct waiter *waiter = sim->waiters; waiter; waiter = waiter->next)
        if (!waiter->done) look_at(sim, waiter);
}

static void advance(struct sim_device *sim) {
    int64_t window = bl_cluster_sim_window(sim->cluster);
    int64_t period_ps = bl_cluster_sim_node(sim->cluster, 0)->clocks[0].clock.period_ps;
    for (struct waiter *waiter = sim->waiters; waiter; waiter = waiter->next)
        if (waiter->cycles && !waiter->done && waiter->cycles * period_ps < window)
            window = waiter->cycles * period_ps;
    bl_cluster_sim_advance(sim->cluster, window);
    look_at_all(sim);
    if (sim->hooks.progress) sim->hooks.progress(sim->hooks.user, bl_cluster_sim_now(sim->cluster));
    bl_progress_report(&sim->reported, bl_cluster_sim_now(sim->cluster));
    if (sim->hooks.stop && sim->hooks.stop(sim->hooks.user))
        give_up(sim, fail(sim, BL_DEVICE_INTERRUPTED, "interrupted"));
    else if (stuck(sim))
        give_up(sim, fail(sim, BL_DEVICE_STUCK,
                          "deadlock: nothing moves any more; each node waits for:\n"));
}

static void leave(struct sim_device *sim, struct waiter *waiter) {
    struct waiter **place = &sim->waiters;
    while (*place != waiter) place = &(*place)->next;
    *place = waiter->next;
}

/* Blocks until look() says done. Whoever blocks last advances the time for all. */
static enum bl_device_result block(struct sim_device *sim,
                                   enum bl_device_result (*look)(void *, bool *), void *argument,
                                   int cycles) {
    struct waiter waiter = {.next = sim->waiters,
                            .look = look,
                            .argument = argument,
                            .cycles = cycles,
                            .since_ps = bl_cluster_sim_now(sim->cluster),
                            .thread = pthread_self()};
    sim->waiters = &waiter;
    sim->blocked++;
    look_at(sim, &waiter);
    while (!waiter.done) {
        if (sim->blocked < sim->threads) pthread_cond_wait(&sim->advanced, &sim->lock);
        else {
            advance(sim);
            pthread_cond_broadcast(&sim->advanced);
        }
    }
    leave(sim, &waiter);
    return waiter.result;
}

/* ---- the backend's functions ----
   Each call has the lock and a guard, to which a failure of the simulation comes back: from then on
   every call returns its code and its words. */

static void enter(struct sim_device *sim, struct bl_guard *guard) {
    pthread_mutex_lock(&sim->lock);
    bl_guard_begin(guard);
    if (sim->lost) bl_zfail(&(struct bl_failure){0});
}

static enum bl_device_result finish(struct sim_device *sim, const struct bl_guard *guard,
                                    enum bl_device_result result) {
    bl_guard_end(guard);
    pthread_mutex_unlock(&sim->lock);
    return result;
}

/* This thread waits no more: its waiters were in functions that are left. */
static void leave_all(struct sim_device *sim) {
    for (struct waiter **place = &sim->waiters; *place;) {
        if (pthread_equal((*place)->thread, pthread_self())) *place = (*place)->next;
        else place = &(*place)->next;
    }
}

/* What a call returns whose guard has ended. */
static enum bl_device_result lost(struct sim_device *sim, const struct bl_guard *guard) {
    if (!sim->lost) {
        sim->lost = guard->failure.memory ? BL_DEVICE_NO_MEMORY : BL_DEVICE_NO_DEVICE;
        give_up(sim, fail(sim, sim->lost, "the simulation has ended: %s", guard->failure.text));
        leave_all(sim);
        pthread_cond_broadcast(&sim->advanced);
    }
    pthread_mutex_unlock(&sim->lock);
    return sim->lost;
}

/* With the lock held. */
static enum bl_device_result check_memory(struct sim_device *sim, int node, uint64_t address,
                                          size_t size) {
    if (bl_cluster_sim_node(sim->cluster, node)->host)
        return fail(sim, BL_DEVICE_BAD_CALL,
                    "the memory of nodes with a host port has no back door");
    if (size <= BL_STORE_BYTES && address <= BL_STORE_BYTES - size) return BL_DEVICE_OK;
    return fail(sim, BL_DEVICE_BEYOND, "a simulated channel ends at address 0x%llx",
                (unsigned long long)BL_STORE_BYTES);
}

static enum bl_device_result write_memory(void *state, int node, int channel, uint64_t address,
                                          const void *bytes, size_t size) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    enter(sim, &guard);
    enum bl_device_result result = check_memory(sim, node, address, size);
    if (result == BL_DEVICE_OK)
        bl_cluster_sim_write(sim->cluster, node, channel, address, bytes, size);
    return finish(sim, &guard, result);
}

static enum bl_device_result read_memory(void *state, int node, int channel, uint64_t address,
                                         void *bytes, size_t size) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    enter(sim, &guard);
    enum bl_device_result result = check_memory(sim, node, address, size);
    if (result == BL_DEVICE_OK)
        bl_cluster_sim_read(sim->cluster, node, channel, address, bytes, size);
    return finish(sim, &guard, result);
}

static enum bl_device_result reg_write(void *state, int node, uint32_t address, uint32_t value) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    const struct bl_register_access access = {.write = true, .address = address, .value = value};
    enter(sim, &guard);
    bl_node_post(bl_cluster_sim_node(sim->cluster, node), &access);
    return finish(sim, &guard, BL_DEVICE_OK);
}

static enum bl_device_result look_flag(void *argument, bool *done) {
    *done = *(bool *)argument;
    return BL_DEVICE_OK;
}

static enum bl_device_result check_reset(struct sim_device *sim, int node, uint8_t response) {
    if (response != BL_HOST_WAS_RESET) return BL_DEVICE_OK;
    return fail(sim, BL_DEVICE_NODE_ERROR, "node %d was reset before it answered", node);
}

static enum bl_device_result reg_read(void *state, int node, uint32_t address, uint32_t *values,
                                      int count) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    bool done = count <= 0;
    uint8_t response = BL_AXI_OKAY;
    enter(sim, &guard);
    for (int i = 0; i < count; i++) {
        const struct bl_register_access access = {.address = address + 4 * (uint32_t)i,
                                                  .result = &values[i],
                                                  .response = &response,
                                                  .done = i == count - 1 ? &done : NULL};
        bl_node_post(bl_cluster_sim_node(sim->cluster, node), &access);
    }
    enum bl_device_result result = block(sim, look_flag, &done, REGISTER_WINDOW);
    if (!result) result = check_reset(sim, node, response);
    if (!result && response != BL_AXI_OKAY)
        result = fail(sim, BL_DEVICE_BAD_CALL, "node %d has no register at 0x%x", node,
                      (unsigned)address);
    return finish(sim, &guard, result);
}

struct posted {
    struct bl_cluster_sim *cluster;
    uint64_t *counts; /* [nodes] */
};

static enum bl_device_result look_posted(void *argument, bool *done) {
    const struct posted *posted = argument;
    *done = true;
    for (int i = 0; i < bl_cluster_sim_nodes(posted->cluster); i++)
        *done &= bl_node_past(bl_cluster_sim_node(posted->cluster, i), posted->counts[i]);
    return BL_DEVICE_OK;
}

/* Blocks until the nodes' registers have seen all accesses so far: others may always be on their
   way, of threads that poll. */
static enum bl_device_result block_posted(struct sim_device *sim) {
    const int nodes = bl_cluster_sim_nodes(sim->cluster);
    struct posted posted = {sim->cluster, bl_zalloc((size_t)nodes, sizeof *posted.counts)};
    for (int i = 0; i < nodes; i++)
        posted.counts[i] = bl_node_posted(bl_cluster_sim_node(sim->cluster, i));
    const enum bl_device_result result = block(sim, look_posted, &posted, REGISTER_WINDOW);
    bl_zfree(posted.counts);
    return result;
}

/* ---- host ports */

static enum bl_device_result buffer(void *state, int node, int gpu, size_t size, void **bytes,
                                    uint64_t *bus) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    enum bl_device_result result = BL_DEVICE_OK;
    enter(sim, &guard);
    struct bl_host_port *port = bl_cluster_sim_node(sim->cluster, node)->host;
    if (gpu >= bl_host_port_gpus(port))
        result = fail(sim, BL_DEVICE_BAD_CALL, "node %d has no GPU %d: it has %d", node, gpu,
                      bl_host_port_gpus(port));
    *bytes = result ? NULL : bl_host_port_alloc(port, gpu, size, bus);
    if (!*bytes && !result)
        result = fail(sim, BL_DEVICE_NO_MEMORY, "node %d: %s has no %zu bytes left that it reaches",
                      node, gpu < 0 ? "the host" : "its GPU", size);
    return finish(sim, &guard, result);
}

static enum bl_device_result own(void *state, int node, void *bytes, size_t size, uint64_t *bus) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    enter(sim, &guard);
    *bus = bl_host_port_own(bl_cluster_sim_node(sim->cluster, node)->host, bytes, size);
    return finish(sim, &guard, BL_DEVICE_OK);
}

static enum bl_device_result release(void *state, int node, uint64_t bus) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    enter(sim, &guard);
    enum bl_device_result result = BL_DEVICE_OK;
    if (!bl_host_port_release(bl_cluster_sim_node(sim->cluster, node)->host, bus))
        result = fail(sim, BL_DEVICE_BAD_CALL, "node %d: no buffer begins at 0x%llx", node,
                      (unsigned long long)bus);
    return finish(sim, &guard, result);
}

/* When a limit in time is over; 0: never. */
static int64_t deadline(const struct sim_device *sim, int64_t timeout_ps) {
    int64_t now = bl_cluster_sim_now(sim->cluster);
    return timeout_ps && timeout_ps < INT64_MAX - now ? now + timeout_ps : 0;
}

struct interrupt {
    struct sim_device *sim;
    int node;
    int64_t deadline_ps;
};

/* The host's program runs some time after it. */
static bool interrupts(struct bl_cluster_sim *cluster, int number) {
    const struct bl_sim_node *node = bl_cluster_sim_node(cluster, number);
    if (!node->out.irq || !node->host) return node->out.irq;
    return bl_cluster_sim_now(cluster) - node->irq_ps >= bl_host_port_interrupt(node->host);
}

static enum bl_device_result look_interrupt(void *argument, bool *done) {
    const struct interrupt *interrupt = argument;
    struct bl_cluster_sim *cluster = interrupt->sim->cluster;
    bool late = interrupt->deadline_ps && bl_cluster_sim_now(cluster) >= interrupt->deadline_ps;
    *done = interrupts(cluster, interrupt->node) || late || interrupt->sim->cancelled;
    return late ? fail(interrupt->sim, BL_DEVICE_TIMEOUT,
                       "no interrupt came in the time given; what every node waits for:\n")
                : BL_DEVICE_OK;
}

static enum bl_device_result interrupt(void *state, int node, int64_t timeout_ps) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    enter(sim, &guard);
    struct interrupt waits = {.sim = sim, .node = node, .deadline_ps = deadline(sim, timeout_ps)};
    enum bl_device_result result = block_posted(sim);
    if (!result) result = block(sim, look_interrupt, &waits, REGISTER_WINDOW);
    return finish(sim, &guard, result);
}

/* ---- the window of nodes with a hub */

/* With the lock held. *tlp: the node's port. */
static enum bl_device_result check_window(struct sim_device *sim, int node, uint64_t offset,
                                          struct bl_host_tlp **tlp) {
    *tlp = bl_cluster_sim_node(sim->cluster, node)->tlp;
    if (!*tlp) return fail(sim, BL_DEVICE_BAD_CALL, "the nodes have no window");
    if (bl_host_tlp_within(*tlp, offset)) return BL_DEVICE_OK;
    return fail(sim, BL_DEVICE_BEYOND, "the window ends before offset 0x%llx",
                (unsigned long long)offset);
}

static enum bl_device_result look_room(void *argument, bool *done) {
    *done = !bl_host_tlp_full(argument);
    return BL_DEVICE_OK;
}

static enum bl_device_result store(void *state, int node, uint64_t offset, uint32_t value) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    struct bl_host_tlp *tlp;
    if (setjmp(guard.back)) return lost(sim, &guard);
    enter(sim, &guard);
    enum bl_device_result result = check_window(sim, node, offset, &tlp);
    if (!result) result = block(sim, look_room, tlp, REGISTER_WINDOW);
    if (!result)
        bl_host_tlp_access(
            tlp, bl_cluster_sim_now(sim->cluster),
            &(struct bl_host_access){.address = bl_host_tlp_address(tlp, offset), .value = value});
    return finish(sim, &guard, result);
}

static enum bl_device_result load(void *state, int node, uint64_t offset, uint32_t *value) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    struct bl_host_tlp *tlp;
    if (setjmp(guard.back)) return lost(sim, &guard);
    bool done = false;
    uint8_t response = BL_AXI_OKAY;
    enter(sim, &guard);
    enum bl_device_result result = check_window(sim, node, offset, &tlp);
    const struct bl_host_access access = {.load = true,
                                          .address = result ? 0 : bl_host_tlp_address(tlp, offset),
                                          .result = value,
                                          .response = &response,
                                          .done = &done};
    if (!result) bl_host_tlp_access(tlp, bl_cluster_sim_now(sim->cluster), &access);
    if (!result) result = block(sim, look_flag, &done, REGISTER_WINDOW);
    if (!result) result = check_reset(sim, node, response);
    if (!result && response != BL_AXI_OKAY)
        result = fail(sim, BL_DEVICE_NODE_ERROR,
                      "node %d: the load was answered with \"unsupported request\"", node);
    return finish(sim, &guard, result);
}

struct memory_poll {
    struct sim_device *sim;
    const volatile uint32_t *word;
    uint32_t value;
    int64_t deadline_ps;
    unsigned resets;
};

/* What a node has not written before a reset it never writes. */
static enum bl_device_result look_word(void *argument, bool *done) {
    const struct memory_poll *poll = argument;
    bool late = poll->deadline_ps && bl_cluster_sim_now(poll->sim->cluster) >= poll->deadline_ps,
         seen = *poll->word == poll->value, reset = poll->resets != poll->sim->resets;
    *done = late || seen || reset;
    if (reset && !seen)
        return fail(poll->sim, BL_DEVICE_NODE_ERROR,
                    "the nodes were reset before the word was written");
    return late && !seen ? fail(poll->sim, BL_DEVICE_TIMEOUT,
                                "the word was not written in the time given; what every node "
                                "waits for:\n")
                         : BL_DEVICE_OK;
}

static enum bl_device_result poll_word(void *state, const volatile uint32_t *word, uint32_t value,
                                       int64_t timeout_ps) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    enter(sim, &guard);
    struct memory_poll poll = {sim, word, value, deadline(sim, timeout_ps), sim->resets};
    return finish(sim, &guard, block(sim, look_word, &poll, POLL_WINDOW));
}

static void cancel(void *state) {
    struct sim_device *sim = state;
    pthread_mutex_lock(&sim->lock);
    sim->cancelled = true;
    for (struct waiter *waiter = sim->waiters; waiter; waiter = waiter->next)
        if (!waiter->done && waiter->look == look_interrupt) look_at(sim, waiter);
    pthread_cond_broadcast(&sim->advanced);
    pthread_mutex_unlock(&sim->lock);
}

static enum bl_device_result reset(void *state) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    enter(sim, &guard);
    enum bl_device_result result = block_posted(sim);
    if (!result && !bl_cluster_sim_reset(sim->cluster))
        result = fail(sim, BL_DEVICE_BAD_CALL, "nodes that are joined by a bus are not reset");
    sim->cancelled = false;
    sim->resets += !result;
    look_at_all(sim);
    pthread_cond_broadcast(&sim->advanced);
    return finish(sim, &guard, result);
}

static enum bl_device_result start(void *state) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    enter(sim, &guard);
    enum bl_device_result result = block_posted(sim);
    for (int i = 0; result == BL_DEVICE_OK && i < bl_cluster_sim_nodes(sim->cluster); i++) {
        const struct bl_register_access access = {.write = true,
                                                  .address = BL_DEVICE_REG_CONTROL,
                                                  .value = 1,
                                                  .taken_ps = &sim->started[i]};
        sim->started[i] = -1;
        bl_node_starts(bl_cluster_sim_node(sim->cluster, i));
        bl_node_post(bl_cluster_sim_node(sim->cluster, i), &access);
    }
    return finish(sim, &guard, result);
}

/* One node's status as it is polled. */
struct poll {
    uint32_t status;
    bool read, done;
};
struct run {
    struct sim_device *sim;
    struct poll *polls; /* [nodes] */
    int64_t deadline_ps;
    bool lost; /* a node neither runs nor has come to the end: it was reset */
};

enum { LOST_MASK = BL_DEVICE_STATUS_BUSY | BL_DEVICE_STATUS_DONE | BL_DEVICE_STATUS_ERROR };

static void post_poll(struct run *run, int node) {
    struct poll *poll = &run->polls[node];
    const struct bl_register_access access = {
        .address = BL_DEVICE_REG_STATUS, .result = &poll->status, .done = &poll->read};
    poll->read = false;
    bl_node_post(bl_cluster_sim_node(run->sim->cluster, node), &access);
}

static enum bl_device_result finished(struct run *run) {
    for (int i = 0; i < bl_cluster_sim_nodes(run->sim->cluster); i++)
        if (run->polls[i].status & BL_DEVICE_STATUS_ERROR)
            return fail(run->sim, BL_DEVICE_NODE_ERROR, "node %d reports an error", i);
    return BL_DEVICE_OK;
}

/* A run that takes too long ends when the last status that was asked for has come. */
static enum bl_device_result look_run(void *argument, bool *done) {
    struct run *run = argument;
    struct bl_cluster_sim *cluster = run->sim->cluster;
    bool over = run->lost || (run->deadline_ps && bl_cluster_sim_now(cluster) >= run->deadline_ps),
         all = true, asked = false;
    for (int i = 0; i < bl_cluster_sim_nodes(cluster); i++) {
        struct poll *poll = &run->polls[i];
        if (poll->read)
            poll->done = poll->status & BL_DEVICE_STATUS_DONE &&
                         !bl_node_settle(bl_cluster_sim_node(cluster, i));
        if (poll->read) run->lost |= (poll->status & LOST_MASK) == BL_DEVICE_STATUS_ERROR;
        if (poll->read && !poll->done && !over && !run->lost) post_poll(run, i);
        all &= poll->done;
        asked |= !poll->read;
    }
    *done = all || ((over || run->lost) && !asked);
    if (all || (*done && run->lost)) return finished(run);
    return *done ? fail(run->sim, BL_DEVICE_TIMEOUT,
                        "the nodes were not done in the time given; what every node waits for:\n")
                 : BL_DEVICE_OK;
}

static enum bl_device_result wait_done(void *state, int64_t timeout_ps) {
    struct sim_device *sim = state;
    struct bl_guard guard;
    if (setjmp(guard.back)) return lost(sim, &guard);
    enter(sim, &guard);
    struct run run = {
        .sim = sim,
        .polls = bl_zalloc((size_t)bl_cluster_sim_nodes(sim->cluster), sizeof *run.polls)};
    run.deadline_ps = deadline(sim, timeout_ps);
    for (int i = 0; i < bl_cluster_sim_nodes(sim->cluster); i++) post_poll(&run, i);
    enum bl_device_result result = block(sim, look_run, &run, 0);
    bl_zfree(run.polls);
    return finish(sim, &guard, result);
}

static void attach(void *state, int threads) {
    struct sim_device *sim = state;
    pthread_mutex_lock(&sim->lock);
    sim->threads += threads;
    pthread_cond_broadcast(&sim->advanced);
    pthread_mutex_unlock(&sim->lock);
}

static const char *message(void *state) {
    const struct sim_device *sim = state;
    return sim->message ? sim->message : "";
}

static int64_t now(void *state) {
    struct sim_device *sim = state;
    pthread_mutex_lock(&sim->lock);
    int64_t now_ps = bl_cluster_sim_now(sim->cluster);
    pthread_mutex_unlock(&sim->lock);
    return now_ps + 1;
}

/* The first one of a node's kernels is what a reset on purpose counts from. */
static void begins(void *state, int node) {
    struct sim_device *sim = state;
    pthread_mutex_lock(&sim->lock);
    bl_node_begins(bl_cluster_sim_node(sim->cluster, node));
    pthread_mutex_unlock(&sim->lock);
}

/* Of a host program, to which nobody else says it. */
static void warn_unmet(const struct sim_device *sim) {
    for (int i = 0; i < bl_cluster_sim_nodes(sim->cluster) && !sim->hooks.user; i++)
        if (bl_node_reset_unmet(bl_cluster_sim_node(sim->cluster, i)))
            fprintf(stderr,
                    "warning: the reset of node %d that --memory or BL_SIM_MEMORY asks for did "
                    "not happen: the program was over before\n",
                    i);
}

/* Posted writes have no answer, so nobody else would say it. */
static void warn_nowhere(const struct sim_device *sim) {
    for (int i = 0; i < bl_cluster_sim_nodes(sim->cluster); i++) {
        const struct bl_sim_node *node = bl_cluster_sim_node(sim->cluster, i);
        if (!node->host) continue;
        const struct bl_host_counts counts = bl_host_port_counts(node->host);
        if (counts.nowhere)
            fprintf(stderr,
                    "warning: the host of node %d has dropped %" PRIu64 " writes of its node that "
                    "were for none of its memories, or malformed; the first at 0x%" PRIx64 "\n",
                    i, counts.nowhere, counts.first);
    }
}

static void close_sim(void *state) {
    struct sim_device *sim = state;
    warn_unmet(sim);
    warn_nowhere(sim);
    bl_cluster_sim_unmet(sim->cluster, stderr);
    const int error = bl_cluster_sim_end_capture(sim->cluster);
    if (error) fprintf(stderr, "cannot write the frames: %s\n", strerror(error));
    bl_cluster_sim_free(sim->cluster);
    pthread_cond_destroy(&sim->advanced);
    pthread_mutex_destroy(&sim->lock);
    bl_zfree(sim->started);
    free(sim->message);
    bl_zfree(sim);
}

const struct bl_device_backend bl_device_sim_backend = {
    .name = "simulation",
    .close = close_sim,
    .attach = attach,
    .write = write_memory,
    .read = read_memory,
    .reg_write = reg_write,
    .reg_read = reg_read,
    .reset = reset,
    .start = start,
    .wait = wait_done,
    .buffer = buffer,
    .interrupt = interrupt,
    .cancel = cancel,
    .own = own,
    .release = release,
    .now = now,
    .begins = begins,
    .store = store,
    .load = load,
    .poll = poll_word,
    .message = message,
};

void *bl_device_sim_new(const struct bl_cluster_sim_config *config,
                        const struct bl_device_sim_hooks *hooks) {
    struct bl_cluster_sim *cluster = bl_cluster_sim_new(config);
    struct sim_device *sim = bl_zalloc(1, sizeof *sim);
    sim->cluster = cluster;
    sim->started = bl_zalloc((size_t)config->nodes, sizeof *sim->started);
    for (int i = 0; i < config->nodes; i++) sim->started[i] = -1;
    if (hooks) sim->hooks = *hooks;
    sim->reported = bl_progress_begin(sim->hooks.reported);
    sim->threads = 1;
    pthread_mutex_init(&sim->lock, NULL);
    pthread_cond_init(&sim->advanced, NULL);
    return sim;
}

struct bl_device *bl_device_open_sim(const struct bl_cluster_sim_config *config,
                                     const struct bl_device_sim_hooks *hooks) {
    return bl_device_make(&bl_device_sim_backend, bl_device_sim_new(config, hooks), config->nodes,
                          config->models[0]->channels);
}

struct bl_cluster_sim *bl_device_sim_of(void *state) {
    return ((struct sim_device *)state)->cluster;
}

struct bl_cluster_sim *bl_device_sim_cluster(struct bl_device *device) {
    return ((struct sim_device *)bl_device_state(device, &bl_device_sim_backend))->cluster;
}

int64_t bl_device_sim_started(struct bl_device *device, int node) {
    const struct sim_device *sim = bl_device_state(device, &bl_device_sim_backend);
    return sim->started[node];
}

int64_t bl_device_sim_first_start(struct bl_device *device) {
    const struct sim_device *sim = bl_device_state(device, &bl_device_sim_backend);
    int64_t first = -1;
    for (int i = 0; i < bl_cluster_sim_nodes(sim->cluster); i++)
        if (sim->started[i] >= 0 && (first < 0 || sim->started[i] < first)) first = sim->started[i];
    return first;
}
