/* Two-level minimisation: primes around the points of the on-set, then covering. */
#include "async/logic/minimise.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/arena.h"
#include "async/logic/covering.h"

const struct bl_effort bl_effort_exact = {2000, 6000, 20000}, bl_effort_quick = {24, 0, 0};

struct pool {
    struct bl_arena *arena; /* scratch */
    const struct bl_points *points;
    struct bl_cube *cubes;
    uint64_t **sets; /* of on-points */
    int count, room, limit;
    int *table, table_size; /* open addressing: index + 1 */
};

enum { FIRST_PRIMES = 64, ROOM_FACTOR = 4 };

/* The place of a prime in the table, or where it would be. */
static int *find_place(const struct pool *pool, const struct bl_cube *cube) {
    for (uint64_t at = XXH3_64bits(cube, sizeof *cube);; at++) {
        int *place = &pool->table[at & (uint64_t)(pool->table_size - 1)];
        if (!*place) return place;
        const struct bl_cube *other = &pool->cubes[*place - 1];
        if (other->care == cube->care && other->value == cube->value) return place;
    }
}

/* Room for more primes: the table is at most half full. */
static void pool_grow(struct pool *pool) {
    int room = pool->room ? pool->room * ROOM_FACTOR : FIRST_PRIMES;
    struct bl_cube *cubes = BL_NEW(pool->arena, struct bl_cube, room);
    uint64_t **sets = BL_NEW(pool->arena, uint64_t *, room);
    if (pool->count) memcpy(cubes, pool->cubes, sizeof *cubes * (size_t)pool->count);
    if (pool->count) memcpy(sets, pool->sets, sizeof *sets * (size_t)pool->count);
    pool->cubes = cubes;
    pool->sets = sets;
    pool->room = room;
    pool->table_size = 2 * room;
    pool->table = BL_NEW(pool->arena, int, pool->table_size);
    for (int i = 0; i < pool->count; i++) *find_place(pool, &cubes[i]) = i + 1;
}

/* Adds a prime unless it is there; false when the pool is full. */
static bool pool_add(struct pool *pool, struct bl_cube cube, const uint64_t *on) {
    if (pool->count == pool->room) pool_grow(pool);
    int *place = find_place(pool, &cube);
    if (*place) return true;
    if (pool->count == pool->limit) return false;
    uint64_t *set = pool->sets[pool->count] = bl_set_new(pool->arena, pool->points);
    bl_set_of_cube(pool->points, &cube, set);
    for (int w = 0; w < pool->points->words; w++) set[w] &= on[w];
    pool->cubes[pool->count++] = cube;
    *place = pool->count;
    return true;
}

static bool collect(struct pool *pool, const uint64_t *on, const uint64_t *off,
                    const struct bl_effort *effort) {
    bool complete = true;
    uint64_t *masks = BL_NEW(pool->arena, uint64_t, effort->primes_per_point);
    for (int i = 0; i < pool->points->count; i++) {
        if (!bl_set_has(on, i)) continue;
        uint64_t code = pool->points->codes[i];
        int count = bl_primes_at(pool->points, code, off, masks, effort->primes_per_point,
                                 &complete);
        for (int k = 0; k < count; k++)
            if (!pool_add(pool, (struct bl_cube){masks[k], code & masks[k]}, on)) complete = false;
    }
    return complete;
}

/* Renumbers the rows so that only on-points count. */
static int pack_rows(struct pool *pool, const uint64_t *on, uint64_t **columns) {
    int rows = bl_set_size(on, pool->points->words), words = (rows + 63) / 64, row = 0;
    int *row_of = BL_NEW(pool->arena, int, pool->points->count);
    for (int i = 0; i < pool->points->count; i++)
        if (bl_set_has(on, i)) row_of[i] = row++;
    for (int c = 0; c < pool->count; c++) {
        columns[c] = BL_NEW(pool->arena, uint64_t, words);
        for (int w = 0; w < pool->points->words; w++)
            for (uint64_t rest = pool->sets[c][w]; rest; rest &= rest - 1)
                bl_set_add(columns[c], row_of[w * 64 + __builtin_ctzll(rest)]);
    }
    return rows;
}

static struct bl_sum cover(struct bl_arena *arena, struct pool *pool, const uint64_t *on,
                           int nodes) {
    struct bl_covering problem = {.column_count = pool->count, .node_limit = nodes};
    problem.columns = BL_NEW(pool->arena, uint64_t *, pool->count);
    int *costs = BL_NEW(pool->arena, int, pool->count);
    problem.costs = costs;
    problem.row_count = pack_rows(pool, on, problem.columns);
    for (int c = 0; c < pool->count; c++) costs[c] = 1 + 64 * bl_ones(pool->cubes[c].care);
    struct bl_covering_result result = bl_covering_solve(pool->arena, &problem);
    struct bl_sum sum = {BL_NEW(arena, struct bl_cube, result.count), result.count,
                         result.cost / 64, result.exact};
    for (int i = 0; i < result.count; i++) sum.cubes[i] = pool->cubes[result.columns[i]];
    return sum;
}

/* Drops cubes that the others make needless, those with most literals first. */
static void drop_needless(const struct bl_points *points, const uint64_t *on, struct bl_sum *sum,
                          uint64_t *scratch) {
    for (int i = sum->count - 1; i >= 0; i--) {
        uint64_t *set = scratch, *rest = scratch + points->words;
        memcpy(rest, on, sizeof *rest * (size_t)points->words);
        for (int k = 0; k < sum->count; k++) {
            if (k == i) continue;
            bl_set_of_cube(points, &sum->cubes[k], set);
            for (int w = 0; w < points->words; w++) rest[w] &= ~set[w];
        }
        if (!bl_set_empty(rest, points->words)) continue;
        sum->literals -= bl_ones(sum->cubes[i].care);
        sum->count--;
        memmove(&sum->cubes[i], &sum->cubes[i + 1], sizeof *sum->cubes * (size_t)(sum->count - i));
    }
}

/* The prime around a point that covers most open points for its literals. */
static struct bl_cube best_prime(const struct bl_points *points, int point, const uint64_t *open,
                                 const uint64_t *off, int limit, uint64_t *scratch) {
    uint64_t masks[limit], code = points->codes[point];
    bool complete = true;
    int count = bl_primes_at(points, code, off, masks, limit, &complete);
    struct bl_cube best = {0, 0};
    int best_gain = 0;
    for (int k = 0; k < count; k++) {
        struct bl_cube cube = {masks[k], code & masks[k]};
        bl_set_of_cube(points, &cube, scratch);
        for (int w = 0; w < points->words; w++) scratch[w] &= open[w];
        int gain = bl_set_size(scratch, points->words);
        if (!best_gain || gain * bl_ones(best.care) > best_gain * bl_ones(cube.care)) {
            best = cube;
            best_gain = gain;
        }
    }
    return best;
}

static struct bl_sum one_by_one(struct bl_arena *arena, const struct bl_points *points,
                                const uint64_t *on, const uint64_t *off, int limit) {
    struct bl_sum sum = {BL_NEW(arena, struct bl_cube, bl_set_size(on, points->words)), 0, 0,
                         false};
    uint64_t scratch[3 * points->words], *open = scratch + 2 * points->words;
    memcpy(open, on, sizeof *open * (size_t)points->words);
    for (int point; (point = bl_set_first(open, points->words)) >= 0;) {
        struct bl_cube cube = best_prime(points, point, open, off, limit, scratch);
        sum.cubes[sum.count++] = cube;
        sum.literals += bl_ones(cube.care);
        bl_set_of_cube(points, &cube, scratch);
        for (int w = 0; w < points->words; w++) open[w] &= ~scratch[w];
    }
    drop_needless(points, on, &sum, scratch);
    return sum;
}

struct bl_sum bl_minimise(struct bl_arena *arena, const struct bl_points *points,
                          const uint64_t *on, const uint64_t *off, const struct bl_effort *effort) {
    if (bl_set_empty(on, points->words)) return (struct bl_sum){.exact = true};
    if (!effort->primes) return one_by_one(arena, points, on, off, effort->primes_per_point);
    struct pool pool = {.arena = bl_arena_new(), .points = points, .limit = effort->primes};
    bool complete = collect(&pool, on, off, effort);
    struct bl_sum sum;
    if (pool.count < pool.limit) sum = cover(arena, &pool, on, effort->nodes);
    else sum = one_by_one(arena, points, on, off, bl_effort_quick.primes_per_point);
    sum.exact = sum.exact && complete;
    bl_arena_free(pool.arena);
    return sum;
}
