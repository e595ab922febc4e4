/* Unate covering by reduction and branch and bound; the bound is a set of rows no two of which
 * share a column. */
#include "async/logic/covering.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/arena.h"
#include "async/logic/points.h"

struct search {
    struct bl_arena *arena;
    int words, column_words;
    int rows, columns;
    uint64_t *by_column;  /* columns x words: the rows */
    uint64_t *by_row;     /* rows x column_words: the columns */
    uint64_t *neighbours; /* rows x words: the rows that share a column with a row */
    int *cheapest;        /* of the columns of a row */
    int *cost, *name;     /* of the columns that are left */
    int *chosen, *best;
    int chosen_count, best_count, best_cost;
    int nodes, limit;
};

static uint64_t *column_of(const struct search *s, int column) {
    return s->by_column + (int64_t)column * s->words;
}
static uint64_t *row_of(const struct search *s, int row) {
    return s->by_row + (int64_t)row * s->column_words;
}
static bool bit(const uint64_t *set, int i) { return set[i / 64] >> i % 64 & 1; }
static void put(uint64_t *set, int i) { set[i / 64] |= (uint64_t)1 << i % 64; }

static bool within(const uint64_t *part, const uint64_t *whole, int words) {
    for (int i = 0; i < words; i++)
        if (part[i] & ~whole[i]) return false;
    return true;
}

static bool is_empty(const uint64_t *set, int words) {
    for (int i = 0; i < words; i++)
        if (set[i]) return false;
    return true;
}

static void transpose(struct search *s) {
    s->column_words = (s->columns + 63) / 64;
    s->by_row = BL_NEW(s->arena, uint64_t, (int64_t)s->rows * s->column_words);
    for (int c = 0; c < s->columns; c++)
        for (int w = 0; w < s->words; w++)
            for (uint64_t rest = column_of(s, c)[w]; rest; rest &= rest - 1)
                put(row_of(s, w * 64 + __builtin_ctzll(rest)), c);
}

/* Of equal rows only the last stays. Lists those that do, ascending; returns how many. */
static int drop_copies(const struct search *s, int *kept) {
    size_t size = sizeof(uint64_t) * (size_t)s->column_words;
    int slots = 64, count = 0, first = s->rows;
    while (slots < 2 * s->rows) slots *= 2;
    int *table = BL_NEW(s->arena, int, slots); /* row + 1 */
    for (int r = s->rows - 1; r >= 0; r--) {
        uint64_t at = XXH3_64bits(row_of(s, r), size) & (uint64_t)(slots - 1);
        while (table[at] && memcmp(row_of(s, table[at] - 1), row_of(s, r), size) != 0)
            at = (at + 1) & (uint64_t)(slots - 1);
        if (table[at]) continue;
        table[at] = r + 1;
        kept[--first] = r;
    }
    for (int i = first; i < s->rows; i++) kept[count++] = kept[i];
    return count;
}

/* Of rows that are all different, drops those that are covered whenever another one is; returns how
 * many are left. */
static int drop_implied(const struct search *s, int *kept, int count) {
    int left = 0, *sizes = BL_NEW(s->arena, int, count);
    bool *gone = BL_NEW(s->arena, bool, count);
    for (int i = 0; i < count; i++)
        for (int w = 0; w < s->column_words; w++) sizes[i] += bl_ones(row_of(s, kept[i])[w]);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count && !gone[i]; k++)
            gone[i] = sizes[k] < sizes[i] && !gone[k] &&
                      within(row_of(s, kept[k]), row_of(s, kept[i]), s->column_words);
    for (int i = 0; i < count; i++)
        if (!gone[i]) kept[left++] = kept[i];
    return left;
}

/* Drops rows that are covered whenever another one is. Returns whether any went. */
static bool drop_rows(struct search *s) {
    int *kept = BL_NEW(s->arena, int, s->rows), left = drop_implied(s, kept, drop_copies(s, kept));
    uint64_t *packed = BL_NEW(s->arena, uint64_t, (int64_t)s->columns * s->words);
    for (int i = 0; i < left; i++)
        for (int w = 0; w < s->column_words; w++)
            for (uint64_t rest = row_of(s, kept[i])[w]; rest; rest &= rest - 1)
                put(packed + (int64_t)(w * 64 + __builtin_ctzll(rest)) * s->words, i);
    bool changed = left < s->rows;
    s->rows = left;
    s->by_column = packed;
    return changed;
}

/* Drops columns for which another one covers as much and costs no more. */
static bool drop_columns(struct search *s) {
    bool *gone = BL_NEW(s->arena, bool, s->columns);
    int left = 0;
    for (int c = 0; c < s->columns; c++)
        for (int other = 0; other < s->columns && !gone[c]; other++)
            if (other != c && !gone[other] && s->cost[other] <= s->cost[c] &&
                within(column_of(s, c), column_of(s, other), s->words))
                gone[c] = true;
    for (int c = 0; c < s->columns; c++) {
        if (gone[c]) continue;
        memmove(column_of(s, left), column_of(s, c), sizeof(uint64_t) * (size_t)s->words);
        s->cost[left] = s->cost[c];
        s->name[left++] = s->name[c];
    }
    bool changed = left < s->columns;
    s->columns = left;
    return changed;
}

static void find_neighbours(struct search *s) {
    s->neighbours = BL_NEW(s->arena, uint64_t, (int64_t)s->rows * s->words);
    s->cheapest = BL_NEW(s->arena, int, s->rows);
    for (int r = 0; r < s->rows; r++) {
        s->cheapest[r] = INT32_MAX;
        for (int c = 0; c < s->columns; c++) {
            if (!bit(row_of(s, r), c)) continue;
            if (s->cost[c] < s->cheapest[r]) s->cheapest[r] = s->cost[c];
            for (int w = 0; w < s->words; w++)
                s->neighbours[(int64_t)r * s->words + w] |= column_of(s, c)[w];
        }
    }
}

static int lower_bound(const struct search *s, const uint64_t *open) {
    uint64_t rest[s->words];
    memcpy(rest, open, sizeof rest);
    int bound = 0;
    for (int w = 0; w < s->words; w++)
        while (rest[w]) {
            int row = w * 64 + __builtin_ctzll(rest[w]);
            bound += s->cheapest[row];
            for (int i = 0; i < s->words; i++)
                rest[i] &= ~s->neighbours[(int64_t)row * s->words + i];
        }
    return bound;
}

/* The open row with the fewest columns that are not banned. */
static int hardest_row(const struct search *s, const uint64_t *open, const uint64_t *banned) {
    int hardest = -1, least = INT32_MAX;
    for (int r = 0; r < s->rows; r++) {
        if (!bit(open, r)) continue;
        int count = 0;
        for (int w = 0; w < s->column_words; w++) count += bl_ones(row_of(s, r)[w] & ~banned[w]);
        if (count < least) {
            least = count;
            hardest = r;
        }
    }
    return hardest;
}

struct choice {
    int column, cost, gain;
};

static int compare_choices(const void *one, const void *other) {
    const struct choice *a = one, *b = other;
    int64_t left = (int64_t)a->cost * b->gain, right = (int64_t)b->cost * a->gain;
    return left != right ? (left < right ? -1 : 1) : a->column - b->column;
}

static int list_choices(const struct search *s, const uint64_t *open, const uint64_t *banned,
                        int row, struct choice *list) {
    int count = 0;
    for (int c = 0; c < s->columns; c++) {
        if (!bit(row_of(s, row), c) || bit(banned, c)) continue;
        int gain = 0;
        for (int w = 0; w < s->words; w++) gain += bl_ones(column_of(s, c)[w] & open[w]);
        list[count++] = (struct choice){c, s->cost[c], gain};
    }
    qsort(list, (size_t)count, sizeof *list, compare_choices);
    return count;
}

static void branch(struct search *s, const uint64_t *open, const uint64_t *banned, int cost) {
    if (cost >= s->best_cost) return;
    if (is_empty(open, s->words)) {
        s->best_cost = cost;
        s->best_count = s->chosen_count;
        memcpy(s->best, s->chosen, sizeof(int) * (size_t)s->chosen_count);
        return;
    }
    if (s->nodes++ >= s->limit && s->best_cost < INT32_MAX) return;
    if (cost + lower_bound(s, open) >= s->best_cost) return;
    uint64_t rest[s->words], out[s->column_words];
    struct choice list[s->columns];
    memcpy(out, banned, sizeof out);
    int count = list_choices(s, open, banned, hardest_row(s, open, banned), list);
    for (int i = 0; i < count; i++) {
        for (int w = 0; w < s->words; w++) rest[w] = open[w] & ~column_of(s, list[i].column)[w];
        s->chosen[s->chosen_count++] = list[i].column;
        branch(s, rest, out, cost + list[i].cost);
        s->chosen_count--;
        put(out, list[i].column);
    }
}

static void load(struct search *s, const struct bl_covering *problem) {
    s->rows = problem->row_count;
    s->columns = problem->column_count;
    s->words = (s->rows + 63) / 64;
    s->by_column = BL_NEW(s->arena, uint64_t, (int64_t)s->columns * s->words);
    s->cost = BL_NEW(s->arena, int, s->columns);
    s->name = BL_NEW(s->arena, int, s->columns);
    for (int c = 0; c < s->columns; c++) {
        memcpy(column_of(s, c), problem->columns[c], sizeof(uint64_t) * (size_t)s->words);
        s->cost[c] = problem->costs[c];
        s->name[c] = c;
    }
}

static void reduce(struct search *s) {
    for (bool changed = true; changed;) {
        changed = drop_columns(s);
        transpose(s);
        if (drop_rows(s)) changed = true;
    }
    transpose(s);
    find_neighbours(s);
}

static int ascending(const void *one, const void *other) {
    return *(const int *)one - *(const int *)other;
}

struct bl_covering_result bl_covering_solve(struct bl_arena *arena,
                                            const struct bl_covering *problem) {
    struct bl_covering_result result = {.exact = true};
    if (!problem->row_count) return result;
    struct search s = {
        .arena = bl_arena_new(), .best_cost = INT32_MAX, .limit = problem->node_limit};
    load(&s, problem);
    reduce(&s);
    s.chosen = BL_NEW(s.arena, int, s.columns);
    s.best = BL_NEW(s.arena, int, s.columns);
    uint64_t *open = BL_NEW(s.arena, uint64_t, s.words),
             *banned = BL_NEW(s.arena, uint64_t, s.column_words);
    for (int r = 0; r < s.rows; r++) put(open, r);
    branch(&s, open, banned, 0);
    result = (struct bl_covering_result){BL_NEW(arena, int, s.best_count), s.best_count,
                                         s.best_cost, s.nodes < s.limit};
    for (int i = 0; i < s.best_count; i++) result.columns[i] = s.name[s.best[i]];
    if (s.best_count) qsort(result.columns, (size_t)s.best_count, sizeof(int), ascending);
    bl_arena_free(s.arena);
    return result;
}
