#define _POSIX_C_SOURCE 200809L
#include "simulation/core/pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/carried/checked.h"

struct bl_pool {
    int threads, started;
    pthread_t *ids;
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned round; /* counts the calls of bl_pool_run */
    int running;    /* workers that have not finished this round */
    bool quit;
    void (*function)(void *argument, int index);
    void *argument;
    int count;
    atomic_int next;
    bool failed; /* one of the calls of this round has, for this reason */
    struct bl_failure failure;
};

static void take_indices(void *argument) {
    struct bl_pool *pool = argument;
    int index;
    while ((index = atomic_fetch_add(&pool->next, 1)) < pool->count)
        pool->function(pool->argument, index);
}

/* Every thread has a guard of its own; what fails first is reported to the caller. */
static void run_share(struct bl_pool *pool) {
    struct bl_failure failure;
    if (bl_guarded(take_indices, pool, &failure)) return;
    pthread_mutex_lock(&pool->lock);
    if (!pool->failed) pool->failure = failure;
    pool->failed = true;
    pthread_mutex_unlock(&pool->lock);
}

static void *worker(void *argument) {
    struct bl_pool *pool = argument;
    unsigned round = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == round && !pool->quit) pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->quit) break;
        round = pool->round;
        pthread_mutex_unlock(&pool->lock);
        run_share(pool);
        pthread_mutex_lock(&pool->lock);
        if (--pool->running == 0) pthread_cond_signal(&pool->end);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static int processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 256 ? 256 : (int)count;
}

/* Signals are the caller's business: workers block them all. */
static void start_workers(struct bl_pool *pool) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (pool->started < pool->threads - 1 &&
           pthread_create(&pool->ids[pool->started], NULL, worker, pool) == 0)
        pool->started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct bl_pool *bl_pool_new(int threads) {
    struct bl_pool *pool = bl_zalloc(1, sizeof *pool);
    pool->threads = threads > 0 ? threads : processors();
    pool->ids = bl_zalloc((size_t)pool->threads, sizeof *pool->ids);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    start_workers(pool);
    return pool;
}

void bl_pool_free(struct bl_pool *pool) {
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->started; i++) pthread_join(pool->ids[i], NULL);
    pthread_cond_destroy(&pool->begin);
    pthread_cond_destroy(&pool->end);
    pthread_mutex_destroy(&pool->lock);
    bl_zfree(pool->ids);
    bl_zfree(pool);
}

int bl_pool_threads(const struct bl_pool *pool) { return pool->started + 1; }

void bl_pool_run(struct bl_pool *pool, int count, void (*function)(void *argument, int index),
                 void *argument) {
    pthread_mutex_lock(&pool->lock);
    pool->function = function;
    pool->argument = argument;
    pool->count = count;
    pool->running = pool->started;
    pool->failed = false;
    atomic_store(&pool->next, 0);
    pool->round++;
    if (pool->started) pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    run_share(pool);
    pthread_mutex_lock(&pool->lock);
    while (pool->running) pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    if (pool->failed) bl_zfail(&pool->failure);
}
