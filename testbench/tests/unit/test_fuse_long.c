/* run_tests: without sanitizers, because it measures time. */
/* Fusion of long programs: what is found by relations between passes is what a trial of all pairs
 * finds, and time grows with the passes. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <cmocka.h>
#include "base/text.h"
#include "driver/steps.h"
#include "ir/plan.h"
#include "ir/types/types.h"
#include "plan/fuse/fuse.h"
#include "plan/fuse/pieces.h"
#include "plan/fuse/fuse_inner.h"
#include "plan/limits/plan_limits.h"
#include "plan/plan.h"
#include "plan/plan_node.h"
#include "program_builder.h"
#include "random_program.h"
#include "rounds.h"

static bl_rule_function *const functions[] = {
#define ROW(name, word, function, help) [BL_RULE_##name] = function,
    BL_RULES(ROW)
#undef ROW
};

static struct bl_fuse fuse_of(const struct builder *b) {
    const struct bl_program *program = b->program;
    struct bl_type *promised = BL_NEW(b->arena, struct bl_type, program->version_count);
    bl_types_assign(b->arena, program, program->passes, program->pass_count, promised);
    struct bl_fuse fuse = {.arena = b->arena,
                           .program = program,
                           .board = program->cluster.board,
                           .cost = bl_lowered_cost,
                           .network = program->cluster.network.row,
                           .promised = promised,
                           .pieces = bl_pieces_whole(b->arena, program),
                           .home = BL_NEW(b->arena, int, program->pass_count)};
    bl_fuse_begin(&fuse);
    return fuse;
}

/* The plain way: the passes without gaps are numbered by rank, every two of them are tried, and
 * every rewrite is checked as a whole. */
struct trial {
    struct bl_fuse fuse;
    int *ranks, count;
    struct bl_decision *items;
    int decisions, capacity;
};

static void rank(struct trial *t) {
    t->count = 0;
    for (int p = 0; p < t->fuse.program->pass_count; p++)
        if (t->fuse.passes[p].stage_count) t->ranks[t->count++] = p;
}

static bool limits_allow(const struct trial *t, const struct bl_rewrite *rewrite, int first,
                         int second) {
    struct bl_limit limits[BL_MOST_LIMITS];
    const struct bl_cluster *cluster = &t->fuse.program->cluster;
    for (int c = 0; c < rewrite->change_count; c++) {
        const struct bl_pass *pass = &rewrite->changes[c].pass;
        if (pass->stage_count && pass->number == rewrite->into &&
            bl_pass_limits(t->fuse.arena, cluster, pass, limits))
            return bl_pass_limits(t->fuse.arena, cluster, &t->fuse.passes[first], limits) ||
                   bl_pass_limits(t->fuse.arena, cluster, &t->fuse.passes[second], limits);
    }
    return true;
}

static bool take(struct trial *t, enum bl_rule rule, int first, int second) {
    struct bl_fuse *fuse = &t->fuse;
    struct bl_rewrite rewrite = {.reason = ""};
    const char *why;
    struct bl_decision decision = {
        rule, true, fuse->passes[first].number, fuse->passes[second].number, NULL, {0}};
    if (!functions[rule](fuse, first, second, &rewrite)) return false;
    int count = bl_fuse_list(fuse, &rewrite, fuse->spare);
    if (!bl_rewrite_legal(fuse->arena, fuse->program, fuse->promised, fuse->spare, count,
                          fuse->scratch, &why))
        return false;
    if (!limits_allow(t, &rewrite, first, second)) return false;
    decision.reason = rewrite.reason;
    t->items = bl_grow(fuse->arena, t->items, t->decisions, &t->capacity, sizeof *t->items);
    t->items[t->decisions++] = decision;
    rewrite.drifts = true;
    bl_fuse_commit(fuse, &rewrite);
    rank(t);
    return true;
}

static bool try_all_pairs(struct trial *t, enum bl_rule rule) {
    bool any = false;
    for (int first = 0; first < t->count; first++)
        for (int second = first + 1; second < t->count; second++)
            if (take(t, rule, t->ranks[first], t->ranks[second])) {
                any = true;
                second = first;
            }
    return any;
}

static struct trial try_all(const struct builder *b, bl_rules rules) {
    struct trial t = {.fuse = fuse_of(b), .ranks = BL_NEW(b->arena, int, b->program->pass_count)};
    rank(&t);
    for (bool again = true; again;) {
        again = false;
        for (int rule = 0; rule < BL_RULE_COUNT; rule++)
            if (rules >> rule & 1) again |= try_all_pairs(&t, (enum bl_rule)rule);
    }
    return t;
}

static const char *words(struct bl_arena *arena, const struct bl_fuse *fuse) {
    struct bl_text text = {0};
    for (int p = 0; p < fuse->program->pass_count; p++) {
        if (!fuse->passes[p].stage_count) continue;
        bl_text_add(&text, "%d %d: ", p, fuse->passes[p].number);
        bl_pass_print(&text, &fuse->passes[p]);
        bl_text_add(&text, "\n");
    }
    for (int p = 0; p < fuse->program->pass_count; p++) bl_text_add(&text, " %d", fuse->home[p]);
    const char *copy = bl_strndup(arena, text.bytes, text.length);
    bl_text_free(&text);
    return copy;
}

/* Yields how many rewrites there were. */
static int compare(const struct builder *b, bl_rules rules) {
    struct trial t = try_all(b, rules);
    struct bl_fuse fuse = fuse_of(b);
    struct bl_plan plan = {.program = b->program, .arena = b->arena, .rules = rules};
    bl_fuse_attempt(&plan, &fuse, 0);
    assert_int_equal(plan.decision_count, t.decisions);
    for (int i = 0; i < t.decisions; i++) {
        assert_int_equal(plan.decisions[i].rule, t.items[i].rule);
        assert_int_equal(plan.decisions[i].first, t.items[i].first);
        assert_int_equal(plan.decisions[i].second, t.items[i].second);
        assert_string_equal(plan.decisions[i].reason, t.items[i].reason);
    }
    assert_string_equal(words(b->arena, &fuse), words(b->arena, &t.fuse));
    return t.decisions;
}

static void relations_find_what_all_pairs_show(void **state) {
    (void)state;
    int rewrites = 0;
    const uint32_t programs = getenv("BL_LONG") ? 600 : (uint32_t)bl_rounds(150);
    for (uint32_t seed = 1; seed <= programs; seed++)
        for (bl_rules rules = 1; rules <= BL_ALL_RULES; rules += 3) {
            struct random_program r = random_program(seed);
            rewrites += compare(&r.b, rules);
            builder_free(&r.b);
        }
    assert_true(rewrites > 10 * (int)programs);
}

/* A rewrite that the changed passes alone do not show to be legal is left to the check of the whole
 * list. */
static void local_check_sees_wrong_rewrites(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 2, 150e6, 6.25e9);
    struct bl_fuse fuse = fuse_of(&b);
    for (int p = 0; p < b.program->pass_count; p++) {
        struct bl_rewrite same = {.reason = ""}, gone = {.reason = ""}, other = {.reason = ""};
        bl_rewrite_own(&fuse, &same, p, 0);
        assert_true(bl_rewrite_local(&fuse, &same));
        bl_rewrite_drop(&fuse, &gone, p);
        assert_false(bl_rewrite_local(&fuse, &gone));
        struct bl_stage *move = &bl_rewrite_own(&fuse, &other, p, 0)->stages[1];
        move->functions = BL_NEW(b.arena, const struct bl_function *, 2);
        move->functions[0] = builder_function(&b, "bit", b.key, 31, 1);
        assert_int_equal(bl_rewrite_local(&fuse, &other),
                         move->row->role == BL_STAGE_COUNTS || move->row->role == BL_STAGE_STEERS);
    }
    struct bl_rewrite late = {.reason = ""};
    bl_rewrite_put(&fuse, &late, 5, &fuse.passes[2], 0);
    bl_rewrite_put(&fuse, &late, 2, &fuse.passes[5], 0);
    assert_false(bl_rewrite_local(&fuse, &late));
    builder_free(&b);
}

/* `rounds` times table, crossbar, exchange, crossbar, which fuse to one pass each, and so to one
 * step. */
static struct builder long_program(int rounds, int columns) {
    struct builder b = builder_new(8, 8, columns, 150e6, 6.25e9);
    struct bl_version *at[] = {b.sources_by_column[0], b.sources_by_column[1]};
    for (int i = 0; i < rounds; i++) {
        struct bl_version *key = at[0];
        for (int c = 0; c < columns; c++) {
            struct bl_product *table = builder_table_pass(&b, key, b.node,
                                                          bl_format(b.arena, "t%d_%d", i, c));
            at[c] = builder_move_pass(&b, at[c], BL_CROSSBAR, b.node, table,
                                      bl_format(b.arena, "a%d_%d", i, c));
        }
        for (int c = 0; c < columns; c++)
            at[c] = builder_move_pass(&b, at[c], BL_ALLTOALLV, b.node, NULL,
                                      bl_format(b.arena, "b%d_%d", i, c));
        key = at[0];
        for (int c = 0; c < columns; c++) {
            struct bl_product *table = builder_table_pass(&b, key, b.channel,
                                                          bl_format(b.arena, "u%d_%d", i, c));
            at[c] = builder_move_pass(&b, at[c], BL_CROSSBAR, b.channel, table,
                                      bl_format(b.arena, "c%d_%d", i, c));
        }
    }
    for (int c = 0; c < columns; c++) at[c]->result = true;
    builder_finish(&b);
    return b;
}

static void long_programs_become_as_many_steps(void **state) {
    (void)state;
    for (int rounds = 64; rounds <= 65; rounds++)
        for (int columns = 1; columns <= 2; columns++) {
            struct builder b = long_program(rounds, columns);
            struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
            assert_int_equal(plan->pass_count, rounds);
            assert_int_equal(b.diags->errors, rounds - 64);
            if (b.diags->errors) assert_string_equal(b.diags->items[0].code, "E1017");
            if (b.diags->errors) assert_non_null(strstr(b.diags->items[0].text, "one of 65"));
            builder_free(&b);
        }
}

/* More passes than 64 steps can ever stand for are not planned at all. */
static void hopeless_programs_are_refused_at_once(void **state) {
    (void)state;
    for (int columns = 1; columns <= 2; columns++) {
        struct builder b = long_program(1000, columns);
        struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
        assert_int_equal(b.diags->errors, 1);
        assert_string_equal(b.diags->items[0].code, "E1017");
        assert_non_null(strstr(b.diags->items[0].text, "whatever is fused"));
        assert_int_equal(plan->pass_count, 5000 * columns);
        builder_free(&b);
    }
}

/* Processor time of fusing and making a circuit of it, seconds. */
static double seconds_of(int rounds, bl_rules rules) {
    struct builder b = long_program(rounds, 2);
    struct bl_plan plan = {.program = b.program,
                           .arena = b.arena,
                           .rules = rules,
                           .board = b.program->cluster.board,
                           .cost = bl_lowered_cost};
    plan.types = BL_NEW(b.arena, struct bl_type, b.program->version_count);
    plan.home = BL_NEW(b.arena, int, b.program->pass_count);
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    bl_fuse_run(&plan);
    bl_plan_arrange(&plan, b.diags);
    bl_plan_node(&plan, b.diags);
    bl_plan_size(&plan, b.diags);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    assert_true(plan.pass_count >= rounds);
    builder_free(&b);
    return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

/* 600 passes and 6,000. Memory that is freed stays with the program, so that it is not the kernel's
   time that is measured. The least of some turns counts, for other work on the machine takes the
   cache; as soon as it holds the bars, no further turn would change the answer. The bars are for
   BL_LONG; else only what no other work explains is wrong: what is quadratic takes a hundred times
   the time. */
static void time_grows_with_the_passes(void **state) {
    (void)state;
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    const double most = getenv("BL_LONG") ? 1 : 20, ratio = getenv("BL_LONG") ? 12 : 40;
    static const bl_rules sets[] = {BL_ALL_RULES, 0, BL_ALL_RULES & ~(1u << BL_RULE_TABLE)};
    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
        double small = 1e9, large = 1e9;
        for (int turn = 0; turn < 10 && (large > most || (!s && large > ratio * small) || !turn);
             turn++) {
            double one = seconds_of(60, sets[s]), ten = seconds_of(600, sets[s]);
            small = one < small ? one : small;
            large = ten < large ? ten : large;
        }
        print_message("rules %u: 600 passes in %.1f ms, 6,000 in %.1f ms\n", sets[s], 1e3 * small,
                      1e3 * large);
        assert_true(large <= most);
        if (!s) assert_true(large <= ratio * small);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relations_find_what_all_pairs_show),
        cmocka_unit_test(local_check_sees_wrong_rewrites),
        cmocka_unit_test(long_programs_become_as_many_steps),
        cmocka_unit_test(hopeless_programs_are_refused_at_once),
        cmocka_unit_test(time_grows_with_the_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
