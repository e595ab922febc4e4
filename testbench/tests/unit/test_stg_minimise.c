/* Two-level minimisation, covering and factoring against brute force on random functions of four
 * variables. */
#include "stg_text.h"

#include "async/logic/covering.h"
#include "async/logic/form.h"
#include "async/logic/support.h"

enum { VARIABLES = 4, POINTS = 16, FUNCTIONS = 40, CUBES = 81 };

static uint32_t draw(uint32_t *seed) {
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 16;
}

struct function {
    struct bl_arena *arena;
    struct bl_points *points;
    uint64_t on, off;
};

static struct function start(uint32_t *seed) {
    struct function f = {.arena = bl_arena_new()};
    uint64_t *codes = BL_NEW(f.arena, uint64_t, POINTS);
    for (int i = 0; i < POINTS; i++) codes[i] = (uint64_t)i;
    f.points = bl_points_new(f.arena, codes, POINTS, VARIABLES);
    for (int i = 0; i < POINTS; i++) {
        uint32_t value = draw(seed) % 3;
        if (value == 0) f.on |= (uint64_t)1 << i;
        if (value == 1) f.off |= (uint64_t)1 << i;
    }
    return f;
}

/* All products: digit v of the number says whether variable v is absent, 0 or 1. */
static struct bl_cube cube_of(int number) {
    struct bl_cube cube = {0, 0};
    for (int v = 0; v < VARIABLES; v++, number /= 3) {
        if (number % 3) cube.care |= (uint64_t)1 << v;
        if (number % 3 == 2) cube.value |= (uint64_t)1 << v;
    }
    return cube;
}

/* The fewest literals of a sum, by trying for every set of points that is covered so far every
 * product. */
static int fewest_literals(const struct function *f) {
    static int least[1 << POINTS];
    uint64_t sets[CUBES];
    int costs[CUBES], count = 0;
    for (int i = 0; i < CUBES; i++) {
        struct bl_cube cube = cube_of(i);
        bl_set_of_cube(f->points, &cube, &sets[count]);
        if (sets[count] & f->off) continue;
        costs[count++] = __builtin_popcountll(cube.care);
    }
    for (int i = 1; i < 1 << POINTS; i++) least[i] = 1000;
    for (int covered = 0; covered < 1 << POINTS; covered++)
        for (int i = 0; i < count && least[covered] < 1000; i++) {
            int next = covered | (int)(sets[i] & f->on), cost = least[covered] + costs[i];
            if (cost < least[next]) least[next] = cost;
        }
    return least[f->on];
}

static void sums(void **state) {
    (void)state;
    uint32_t seed = 1;
    for (int i = 0; i < FUNCTIONS; i++) {
        struct function f = start(&seed);
        struct bl_sum sum = bl_minimise(f.arena, f.points, &f.on, &f.off, &bl_effort_exact);
        uint64_t all = 0, set;
        for (int k = 0; k < sum.count; k++) {
            bl_set_of_cube(f.points, &sum.cubes[k], &set);
            all |= set;
        }
        assert_true(sum.exact);
        assert_int_equal(f.on & ~all, 0);
        assert_int_equal(f.off & all, 0);
        assert_int_equal(sum.literals, fewest_literals(&f));
        bl_arena_free(f.arena);
    }
}

/* Whether the variables tell a code from every point of the off-set that usable variables do. */
static bool tells(const struct bl_points *points, const uint64_t *off, uint64_t code,
                  uint64_t variables) {
    for (int i = 0; i < points->count; i++) {
        uint64_t difference = (points->codes[i] ^ code) & points->usable;
        if (bl_set_has(off, i) && difference && !(difference & variables)) return false;
    }
    return true;
}

static bool is_prime(const struct bl_points *points, const uint64_t *off, uint64_t code,
                     uint64_t variables) {
    bool prime = !(variables & ~points->usable) && tells(points, off, code, variables);
    for (uint64_t rest = variables; rest && prime; rest &= rest - 1)
        prime = !tells(points, off, code, variables & ~(rest & -rest));
    return prime;
}

/* All primes around points of several words, by trying every set of variables; small off-sets make
 * some that read many variables. */
static void primes(void **state) {
    (void)state;
    enum { MANY = 9, LIMIT = 1 << MANY };
    uint64_t codes[LIMIT], masks[LIMIT];
    uint32_t seed = 13;
    for (int round = 0; round < 60; round++) {
        struct bl_arena *arena = bl_arena_new();
        int count = 0;
        for (uint64_t code = 0; code < LIMIT; code++)
            if (draw(&seed) % 3) codes[count++] = code;
        struct bl_points *points = bl_points_new(arena, codes, count, MANY);
        if (round % 2) points->usable = draw(&seed) % LIMIT | 3;
        uint64_t *off = bl_set_new(arena, points), code = draw(&seed) % LIMIT;
        for (int i = 0; i < count; i++)
            if (draw(&seed) % (uint32_t)(1 + round) == 0) bl_set_add(off, i);
        bool complete = true, found[LIMIT] = {false};
        int primes = bl_primes_at(points, code, off, masks, LIMIT, &complete);
        assert_true(complete);
        for (int i = 0; i < primes; i++) {
            assert_false(found[masks[i]]);
            found[masks[i]] = true;
        }
        for (uint64_t mask = 0; mask < LIMIT; mask++)
            assert_int_equal(found[mask], is_prime(points, off, code, mask));
        bl_arena_free(arena);
    }
}

static void forms(void **state) {
    (void)state;
    uint32_t seed = 7;
    for (int i = 0; i < 200; i++) {
        struct function f = start(&seed);
        const struct bl_form *form = bl_form_find(f.arena, f.points, &f.on, &f.off),
                             *quick = bl_form_quick(f.arena, f.points, &f.on, &f.off);
        struct bl_sum sum = bl_minimise(f.arena, f.points, &f.on, &f.off, &bl_effort_exact),
                      flat = bl_form_flatten(f.arena, form);
        assert_true(form->literals <= sum.literals && form->literals <= quick->literals);
        for (int p = 0; p < POINTS; p++) {
            bool value = bl_form_value(form, (uint64_t)p), sum_value = false;
            for (int k = 0; k < flat.count; k++)
                sum_value |= bl_cube_has(&flat.cubes[k], (uint64_t)p);
            assert_int_equal(value, sum_value);
            assert_int_equal(bl_form_value(bl_form_not(f.arena, form), (uint64_t)p), !value);
            if (bl_set_has(&f.on, p)) assert_true(value && bl_form_value(quick, (uint64_t)p));
            if (bl_set_has(&f.off, p)) assert_false(value || bl_form_value(quick, (uint64_t)p));
        }
        bl_arena_free(f.arena);
    }
}

/* A C element of six inputs: six literals to set it, the signal and six to hold it. */
static void factored(void **state) {
    (void)state;
    struct bl_arena *arena = bl_arena_new();
    uint64_t codes[128], on[2] = {0}, off[2] = {0};
    struct bl_text text = {0};
    const char *const names[] = {"a", "b", "c", "d", "e", "f", "z"};
    for (int i = 0; i < 128; i++) {
        codes[i] = (uint64_t)i;
        bool next = (i & 63) == 63 || ((i & 64) && (i & 63));
        bl_set_add(next ? on : off, i);
    }
    struct bl_points *points = bl_points_new(arena, codes, 128, 7);
    const struct bl_form *form = bl_form_find(arena, points, on, off);
    bl_form_print(&text, form, names);
    bl_text_bytes(&text, "", 1);
    assert_int_equal(form->literals, 13);
    assert_int_equal(bl_form_support(form), 127);
    assert_non_null(strstr(text.bytes, "z ("));
    assert_int_equal(bl_form_flatten(arena, form).literals, 18);
    bl_text_free(&text);
    bl_arena_free(arena);
}

/* The cheapest columns, by trying all choices. */
static int cheapest(const struct bl_covering *problem) {
    int least = INT32_MAX;
    for (int choice = 0; choice < 1 << problem->column_count; choice++) {
        uint64_t covered = 0;
        int cost = 0;
        for (int c = 0; c < problem->column_count; c++) {
            if (!(choice >> c & 1)) continue;
            covered |= problem->columns[c][0];
            cost += problem->costs[c];
        }
        if (covered == ((uint64_t)1 << problem->row_count) - 1 && cost < least) least = cost;
    }
    return least;
}

static void covering(void **state) {
    (void)state;
    uint32_t seed = 3;
    for (int i = 0; i < 100; i++) {
        struct bl_arena *arena = bl_arena_new();
        uint64_t sets[11], *columns[11];
        int costs[11];
        for (int c = 0; c < 11; c++) {
            sets[c] = draw(&seed) & draw(&seed) & 0x3FF;
            columns[c] = &sets[c];
            costs[c] = 1 + (int)(draw(&seed) % 6);
        }
        sets[10] |= ~(sets[0] | sets[1] | sets[2] | sets[3] | sets[4] | sets[5]) & 0x3FF;
        struct bl_covering problem = {10, 11, columns, costs, 100000};
        struct bl_covering_result result = bl_covering_solve(arena, &problem);
        uint64_t covered = 0;
        int cost = 0;
        for (int k = 0; k < result.count; k++) {
            covered |= sets[result.columns[k]];
            cost += costs[result.columns[k]];
        }
        assert_true(result.exact);
        assert_int_equal(covered, 0x3FF);
        assert_int_equal(cost, result.cost);
        assert_int_equal(cost, cheapest(&problem));
        bl_arena_free(arena);
    }
}

static void supports(void **state) {
    (void)state;
    uint32_t seed = 11;
    for (int i = 0; i < 100; i++) {
        struct function f = start(&seed);
        uint64_t support = bl_support_find(f.points, &f.on, &f.off, 0);
        assert_true(bl_support_tells(f.points, &f.on, &f.off, support));
        for (uint64_t rest = support; rest; rest &= rest - 1)
            assert_false(bl_support_tells(f.points, &f.on, &f.off, support & ~(rest & -rest)));
        bl_arena_free(f.arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),     cmocka_unit_test(primes),   cmocka_unit_test(forms),
        cmocka_unit_test(factored), cmocka_unit_test(covering), cmocka_unit_test(supports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
