#include "bl_device_kernel_inner.h"

#include <pthread.h>
#include <stdlib.h>

struct item {
    struct bl_device_started started, before;
    int waiting; /* threads */
    bool claimed;
};

struct bl_device_starts {
    struct bl_device *device;
    const struct bl_device_kernels *kernels;
    int nodes;
    pthread_mutex_t lock; /* of what is below */
    unsigned resets, joined;
    struct bl_device_region *regions; /* [node * memory_count + memory] */
    struct item items[];              /* [node * kernel_count + kernel] */
};

struct bl_device_starts *bl_device_starts_new(struct bl_device *device,
                                              const struct bl_device_kernels *kernels) {
    size_t count = (size_t)bl_device_nodes(device) * (size_t)kernels->kernel_count;
    struct bl_device_starts *starts = calloc(1, sizeof *starts + count * sizeof *starts->items);
    size_t places = (size_t)bl_device_nodes(device) * (size_t)kernels->memory_count;
    if (starts) starts->regions = calloc(places + 1, sizeof *starts->regions);
    if (!starts || !starts->regions) {
        free(starts);
        return NULL;
    }
    starts->device = device;
    starts->kernels = kernels;
    starts->nodes = bl_device_nodes(device);
    starts->resets = 1;
    pthread_mutex_init(&starts->lock, NULL);
    return starts;
}

void bl_device_starts_free(struct bl_device_starts *starts) {
    if (!starts) return;
    pthread_mutex_destroy(&starts->lock);
    free(starts->regions);
    free(starts);
}

const struct bl_device_kernels *bl_device_starts_kernels(const struct bl_device_starts *starts) {
    return starts ? starts->kernels : NULL;
}

bool bl_device_starts_know(const struct bl_device_starts *starts,
                           const struct bl_device_kernel *kernel) {
    for (int i = 0; starts && i < starts->kernels->kernel_count; i++)
        if (&starts->kernels->kernels[i] == kernel) return true;
    return false;
}

static struct item *enter(struct bl_device_starts *starts, int node,
                          const struct bl_device_kernel *kernel) {
    pthread_mutex_lock(&starts->lock);
    return &starts
                ->items[node * starts->kernels->kernel_count + (kernel - starts->kernels->kernels)];
}
static void leave(struct bl_device_starts *starts) { pthread_mutex_unlock(&starts->lock); }

/* ---- resets; with the lock held */

static void end_by_reset(struct bl_device_starts *starts, int node) {
    for (int i = 0; i < starts->kernels->kernel_count; i++) {
        struct bl_device_started *started =
            &starts->items[node * starts->kernels->kernel_count + i].started;
        if (started->what == BL_DEVICE_START_MADE) started->what = BL_DEVICE_START_RESET;
    }
}

void bl_device_starts_reset(struct bl_device_starts *starts) {
    if (!starts) return;
    pthread_mutex_lock(&starts->lock);
    starts->resets++;
    for (int node = 0; node < starts->nodes; node++) end_by_reset(starts, node);
    leave(starts);
}

void bl_device_starts_lost(struct bl_device_starts *starts, int node) {
    pthread_mutex_lock(&starts->lock);
    end_by_reset(starts, node);
    leave(starts);
}

unsigned bl_device_starts_resets(struct bl_device_starts *starts) {
    pthread_mutex_lock(&starts->lock);
    unsigned resets = starts->resets;
    leave(starts);
    return resets;
}

void bl_device_starts_join(struct bl_device_starts *starts, unsigned resets) {
    pthread_mutex_lock(&starts->lock);
    starts->joined = resets;
    leave(starts);
}

bool bl_device_starts_joined(struct bl_device_starts *starts) {
    pthread_mutex_lock(&starts->lock);
    bool joined = starts->joined == starts->resets;
    leave(starts);
    return joined;
}

/* ---- memories */

static struct bl_device_region *place(struct bl_device_starts *starts, int node, int memory) {
    return &starts->regions[node * starts->kernels->memory_count + memory];
}

struct bl_device_region bl_device_starts_region(struct bl_device_starts *starts, int node,
                                                int memory) {
    pthread_mutex_lock(&starts->lock);
    struct bl_device_region region = *place(starts, node, memory);
    leave(starts);
    return region;
}

void bl_device_starts_set_region(struct bl_device_starts *starts, int node, int memory,
                                 const struct bl_device_region *region) {
    pthread_mutex_lock(&starts->lock);
    *place(starts, node, memory) = *region;
    leave(starts);
}

/* ---- starts */

bool bl_device_starts_claim(struct bl_device_starts *starts, int node,
                            const struct bl_device_kernel *kernel) {
    struct item *item = enter(starts, node, kernel);
    bool was = item->claimed;
    item->claimed = true;
    leave(starts);
    return !was;
}

void bl_device_starts_let_go(struct bl_device_starts *starts, int node,
                             const struct bl_device_kernel *kernel) {
    enter(starts, node, kernel)->claimed = false;
    leave(starts);
}

/* With the lock held: so no reset comes between what is looked at and the write. */
static void do_post(struct bl_device_starts *starts, int node, const struct bl_device_post *post) {
    if (post) bl_device_post(starts->device, node, post->address, post->value);
}

bool bl_device_starts_make(struct bl_device_starts *starts, int node,
                           const struct bl_device_kernel *kernel,
                           const struct bl_device_started *started,
                           const struct bl_device_started *before,
                           const struct bl_device_post *post) {
    struct item *item = enter(starts, node, kernel);
    bool current = started->resets == starts->resets;
    if (current) {
        item->before = *before;
        item->started = *started;
        do_post(starts, node, post);
    }
    leave(starts);
    return current;
}

bool bl_device_starts_see(struct bl_device_starts *starts, int node,
                          const struct bl_device_kernel *kernel,
                          const struct bl_device_started *seen, const struct bl_device_post *post) {
    struct item *item = enter(starts, node, kernel);
    bool current = seen->resets == starts->resets,
         last = item->started.what == BL_DEVICE_START_MADE && item->started.number == seen->number;
    if (current && last && seen->what == BL_DEVICE_START_ENDED) item->started = *seen;
    if (current) do_post(starts, node, post);
    leave(starts);
    return current;
}

static bool is_end_of(const struct bl_device_started *ended,
                      const struct bl_device_started *start) {
    return ended->what == BL_DEVICE_START_ENDED && ended->resets == start->resets &&
           ended->number == start->number;
}

bool bl_device_starts_ended(struct bl_device_starts *starts, int node,
                            const struct bl_device_kernel *kernel,
                            const struct bl_device_started *start,
                            struct bl_device_started *ended) {
    const struct item *item = enter(starts, node, kernel);
    bool last = is_end_of(&item->started, start), before = is_end_of(&item->before, start);
    if (start->what != BL_DEVICE_START_MADE) last = before = false;
    if (last || before) *ended = last ? item->started : item->before;
    leave(starts);
    return last || before;
}

struct bl_device_started bl_device_starts_before(struct bl_device_starts *starts, int node,
                                                 const struct bl_device_kernel *kernel) {
    struct bl_device_started before = enter(starts, node, kernel)->before;
    leave(starts);
    return before;
}

struct bl_device_started bl_device_starts_enter(struct bl_device_starts *starts, int node,
                                                const struct bl_device_kernel *kernel,
                                                unsigned *resets) {
    struct item *item = enter(starts, node, kernel);
    struct bl_device_started started = item->started;
    item->waiting++;
    *resets = starts->resets;
    leave(starts);
    return started;
}

void bl_device_starts_leave(struct bl_device_starts *starts, int node,
                            const struct bl_device_kernel *kernel, unsigned resets,
                            const struct bl_device_post *post) {
    struct item *item = enter(starts, node, kernel);
    if (!--item->waiting && resets == starts->resets) do_post(starts, node, post);
    leave(starts);
}
