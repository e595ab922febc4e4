/* A few threads that run the same function for the indices 0..count-1, once per call. */
#ifndef BL_POOL_H
#define BL_POOL_H

struct bl_pool;

/* `threads` in all, the caller's own included; 0: as many as the machine has processors. */
struct bl_pool *bl_pool_new(int threads);
void bl_pool_free(struct bl_pool *pool); /* NULL is none */
int bl_pool_threads(const struct bl_pool *pool);

/* Calls function(argument, i) for every i, in any order, on any thread, and returns when all are
 * done. A call that fails (base/carried/checked.h) ends the share of its thread, and bl_pool_run
 * fails with its words. */
void bl_pool_run(struct bl_pool *pool, int count, void (*function)(void *argument, int index),
                 void *argument);

#endif
