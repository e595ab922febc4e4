/* Fusion: the parse of --fuse, each rule's condition, the check of every rewrite, and random
 * programs under every set of rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "base/text.h"
#include "driver/steps.h"
#include "ir/types/types.h"
#include "plan/fuse/fuse.h"
#include "plan/fuse/pieces.h"
#include "plan/fuse/fuse_inner.h"
#include "plan_meaning.h"
#include "program_builder.h"
#include "random_program.h"
#include "rounds.h"

enum { ZIP = 1 << BL_RULE_ZIP, TABLE = 1 << BL_RULE_TABLE, HISTOGRAM = 1 << BL_RULE_HISTOGRAM };
enum { EOP = 1 << BL_RULE_EOP, SPLIT = 1 << BL_RULE_SPLIT };

static void rules_are_parsed(void **state) {
    (void)state;
    bl_rules rules;
    const char *bad = NULL, *list = "table,sort,eop";
    assert_true(bl_rules_parse("all", &rules, &bad) && rules == BL_ALL_RULES);
    assert_true(bl_rules_parse("none", &rules, &bad) && rules == 0);
    assert_true(bl_rules_parse("table,histogram", &rules, &bad) && rules == (TABLE | HISTOGRAM));
    assert_true(bl_rules_parse("split,zip,eop", &rules, &bad) && rules == (SPLIT | ZIP | EOP));
    assert_false(bl_rules_parse(list, &rules, &bad));
    assert_ptr_equal(bad, list + 6);
    static const char *const wrong[] = {"",       "tables",    "tab", "table,",
                                        ",table", "all,table", "ALL"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(bl_rules_parse(wrong[i], &rules, &bad));
}

static int passes_with(int columns, bl_rules rules) {
    struct builder b = builder_base(8, 8, columns, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, rules);
    assert_int_equal(b.diags->errors, 0);
    int count = plan->pass_count;
    builder_free(&b);
    return count;
}

static void published_points_by_rules_alone(void **state) {
    (void)state;
    assert_int_equal(passes_with(2, 0), 11);
    assert_int_equal(passes_with(1, 0), 6);
    assert_int_equal(passes_with(1, TABLE | HISTOGRAM), 3);
    assert_int_equal(passes_with(1, TABLE | HISTOGRAM | EOP), 2);
    assert_int_equal(passes_with(1, TABLE | HISTOGRAM | EOP | SPLIT), 1);
    assert_int_equal(passes_with(1, BL_ALL_RULES), 1);
    assert_int_equal(passes_with(2, BL_ALL_RULES), 1);
    assert_int_equal(passes_with(1, TABLE), 4);
    assert_int_equal(passes_with(1, HISTOGRAM), 5);
    assert_int_equal(passes_with(1, EOP), 5);
    assert_int_equal(passes_with(1, TABLE | EOP), 2);
    assert_int_equal(passes_with(1, TABLE | SPLIT), 3);
    assert_int_equal(passes_with(2, ZIP), 11);
    assert_int_equal(passes_with(2, ZIP | TABLE), 4);
    assert_int_equal(passes_with(2, BL_ALL_RULES & ~(bl_rules)ZIP), 8);
}

/* What the last decision of a rule on two neighbours of the program as written says. */
static const struct bl_decision *decision(const struct bl_plan *plan, enum bl_rule rule,
                                          int first) {
    for (int i = 0; i < plan->decision_count; i++) {
        const struct bl_decision *d = &plan->decisions[i];
        if (d->rule == (int)rule && d->first == first && d->second == first + 1) return d;
    }
    return NULL;
}

static bool is_sentence(const char *text) {
    size_t length = strlen(text);
    return length > 10 && ((*text >= 'A' && *text <= 'Z') || *text == '`') &&
           text[length - 1] == '.';
}

static void every_neighbour_has_a_decision_per_rule(void **state) {
    (void)state;
    for (int columns = 1; columns <= 2; columns++)
        for (bl_rules rules = 0; rules <= BL_ALL_RULES; rules++) {
            struct builder b = builder_base(8, 8, columns, 150e6, 6.25e9);
            struct bl_plan *plan = builder_plan(&b, rules);
            for (int first = 1; first < b.program->pass_count; first++)
                for (int rule = 0; rule < BL_RULE_COUNT; rule++)
                    assert_non_null(decision(plan, (enum bl_rule)rule, first));
            for (int i = 0; i < plan->decision_count; i++) {
                assert_true(is_sentence(plan->decisions[i].reason));
                if (plan->decisions[i].applied) assert_true(rules >> plan->decisions[i].rule & 1);
                if (plan->decisions[i].applied || rules >> plan->decisions[i].rule & 1) continue;
                bool settled = plan->home[plan->decisions[i].first - 1] ==
                                   plan->home[plan->decisions[i].first] ||
                               !plan->home[plan->decisions[i].first - 1] ||
                               !plan->home[plan->decisions[i].first];
                assert_true(settled ||
                            strstr(plan->decisions[i].reason, "Not asked for by --fuse"));
            }
            builder_free(&b);
        }
}

static void says(const struct bl_plan *plan, enum bl_rule rule, int first, const char *words) {
    const struct bl_decision *d = decision(plan, rule, first);
    assert_non_null(d);
    if (!strstr(d->reason, words)) fail_msg("\"%s\" does not say \"%s\"", d->reason, words);
}

static void reasons_name_the_stages(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 2, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES & ~(bl_rules)ZIP);
    says(plan, BL_RULE_TABLE, 4, "`value`, but `t2` is made from `key`");
    says(plan, BL_RULE_ZIP, 6, "Not asked for by --fuse; it would apply");
    says(plan, BL_RULE_EOP, 5, "does not write");
    builder_free(&b);
    b = builder_base(8, 8, 1, 150e6, 6.25e9);
    plan = builder_plan(&b, TABLE);
    says(plan, BL_RULE_EOP, 3, "Not asked for by --fuse");
    says(plan, BL_RULE_EOP, 3, "needs its sizes");
    builder_free(&b);
    b = builder_base(8, 8, 1, 150e6, 6.25e9);
    plan = builder_plan(&b, EOP);
    says(plan, BL_RULE_EOP, 3, "steered by the table `t1`");
    builder_free(&b);
}

/* One rule on two places of the base flow, with a board and a network of the test's own. */
static const char *refusal(struct builder *b, bl_rule_function *rule, int first, int second,
                           const struct bl_board *board, const struct bl_network_row *network) {
    int count = b->program->version_count;
    struct bl_type *promised = BL_NEW(b->arena, struct bl_type, count);
    bl_types_assign(b->arena, b->program, b->program->passes, b->program->pass_count, promised);
    struct bl_fuse fuse = {.arena = b->arena,
                           .program = b->program,
                           .board = board,
                           .cost = bl_lowered_cost,
                           .network = network,
                           .promised = promised,
                           .pieces = bl_pieces_whole(b->arena, b->program),
                           .home = BL_NEW(b->arena, int, b->program->pass_count)};
    bl_fuse_begin(&fuse);
    struct bl_rewrite rewrite = {.reason = NULL};
    return rule(&fuse, first, second, &rewrite) ? NULL : rewrite.reason;
}

static void eop_asks_the_network(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    struct bl_network_row row = *bl_network_find("full_mesh");
    assert_null(refusal(&b, bl_fuse_eop, 0, 3, b.program->cluster.board, &row));
    row.marks_end = false;
    assert_non_null(strstr(refusal(&b, bl_fuse_eop, 0, 3, b.program->cluster.board, &row),
                           "does not mark the end"));
    row.marks_end = true, row.ordered = false;
    assert_non_null(strstr(refusal(&b, bl_fuse_eop, 0, 3, b.program->cluster.board, &row),
                           "does not keep the order"));
    builder_free(&b);
}

/* key -> crossbar -> alltoallv, then crossbar: what split looks for. */
static struct builder ready_to_split(void) {
    struct builder b = builder_new(8, 8, 1, 150e6, 6.25e9);
    builder_pass(&b);
    builder_columns(&b, BL_READ, b.sources_by_column[0], NULL);
    builder_move(&b, BL_CROSSBAR, b.node, NULL);
    builder_move(&b, BL_ALLTOALLV, b.node, NULL);
    struct bl_version *key1 = builder_version(&b, "key1", b.key, false);
    builder_columns(&b, BL_WRITE, key1, NULL);
    builder_move_pass(&b, key1, BL_CROSSBAR, b.channel, NULL, "key2")->result = true;
    builder_finish(&b);
    return b;
}

static void split_asks_the_board(void **state) {
    (void)state;
    struct builder b = ready_to_split();
    struct bl_board board = *b.program->cluster.board;
    assert_null(refusal(&b, bl_fuse_split, 0, 1, &board, bl_network_find("full_mesh")));
    board.logic = 100000;
    assert_non_null(strstr(refusal(&b, bl_fuse_split, 0, 1, &board, bl_network_find("full_mesh")),
                           "leaves 45000 of its 100000"));
    board.logic = b.program->cluster.board->logic;
    struct bl_board_ram few = *board.block_rams.items;
    few.blocks = 100; /* of the 168 that the whole node takes; the crossbars alone take none */
    board.block_rams.items = &few;
    assert_non_null(strstr(refusal(&b, bl_fuse_split, 0, 1, &board, bl_network_find("full_mesh")),
                           "100 of its 100"));
    few.blocks = 168;
    board.ff = 50000;
    assert_non_null(strstr(refusal(&b, bl_fuse_split, 0, 1, &board, bl_network_find("full_mesh")),
                           "50000 of its 50000"));
    builder_free(&b);
    b = ready_to_split();
    b.program->versions[1]->result = true;
    assert_non_null(strstr(
        refusal(&b, bl_fuse_split, 0, 1, b.program->cluster.board, bl_network_find("full_mesh")),
        "result"));
    builder_free(&b);
    b = ready_to_split();
    builder_move_pass(&b, b.program->versions[1], BL_CROSSBAR, b.node, NULL, "key3")->result = true;
    builder_finish(&b);
    assert_non_null(strstr(
        refusal(&b, bl_fuse_split, 0, 1, b.program->cluster.board, bl_network_find("full_mesh")),
        "read by other passes"));
    builder_free(&b);
}

/* Values that travel alone: a crossbar behind the exchange could wait for all sources at once. */
static void split_asks_for_columns_together(void **state) {
    (void)state;
    struct builder b = ready_to_split();
    struct bl_version *source = builder_version(&b, "value", b.value, true),
                      *key1 = b.program->versions[1];
    struct bl_product *near = builder_table_pass(&b, b.sources_by_column[0], b.node, "near");
    struct bl_version *value = builder_move_pass(&b, source, BL_CROSSBAR, b.node, near, "value1");
    value = builder_move_pass(&b, value, BL_ALLTOALLV, b.node, NULL, "value2");
    builder_move_pass(&b, value, BL_CROSSBAR, b.channel,
                      builder_table_pass(&b, key1, b.channel, "far"), "value3")
        ->result = true;
    b.program->passes[b.program->pass_count - 2].stages[0].versions[0] =
        value; /* so that key1 has one reader */
    builder_finish(&b);
    assert_non_null(strstr(
        refusal(&b, bl_fuse_split, 0, 1, b.program->cluster.board, bl_network_find("full_mesh")),
        "in a circle"));
    builder_free(&b);
}

static void histogram_asks_who_needs_the_counts(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 1, 150e6, 6.25e9);
    struct bl_version *key = b.sources_by_column[0];
    struct bl_product *sizes = builder_histogram_pass(&b, key, "sizes");
    struct bl_version *key1 = builder_move_pass(&b, key, BL_CROSSBAR, b.node, NULL, "key1");
    builder_move_pass(&b, key1, BL_ALLTOALLV, b.node, sizes, "key2")->result = true;
    builder_move_pass(&b, key, BL_CROSSBAR, b.channel, NULL, "other")->result = true;
    builder_finish(&b);
    assert_null(refusal(&b, bl_fuse_histogram, 0, 1, b.program->cluster.board,
                        bl_network_find("full_mesh")));
    const char *why = refusal(&b, bl_fuse_histogram, 0, 3, b.program->cluster.board,
                              bl_network_find("full_mesh"));
    assert_non_null(strstr(why, "Pass 3 needs the counts `sizes` before pass 4 is over"));
    builder_free(&b);
}

/* Zipped columns stand in the record's order, whichever pass came first. */
static void zipped_columns_keep_the_order_of_the_record(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 2, 150e6, 6.25e9);
    struct bl_product *table = builder_table_pass(&b, b.sources_by_column[0], b.node, "t");
    builder_move_pass(&b, b.sources_by_column[1], BL_CROSSBAR, b.node, table, "value1")->result =
        true;
    builder_move_pass(&b, b.sources_by_column[0], BL_CROSSBAR, b.node, NULL, "key1")->result = true;
    builder_finish(&b);
    struct bl_plan *plan = builder_plan(&b, ZIP);
    assert_int_equal(plan->pass_count, 1);
    for (int s = 0; s < 3; s += 2)
        for (int c = 0; c < 2; c++)
            assert_int_equal(plan->passes[0].stages[s].versions[c]->column->index, c);
    assert_null(plan->passes[0].stages[1].uses);
    builder_free(&b);
}

static void rules_keep_what_others_read(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 1, 150e6, 6.25e9);
    struct bl_version *key1 = builder_move_pass(&b, b.sources_by_column[0], BL_CROSSBAR, b.node,
                                                NULL, "key1");
    struct bl_version *key2 = builder_move_pass(&b, key1, BL_ALLTOALLV, b.node, NULL, "key2");
    builder_move_pass(&b, key1, BL_CROSSBAR, b.channel, NULL, "other")->result = true;
    key2->result = true;
    builder_finish(&b);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    assert_int_equal(plan->pass_count, 3);
    says(plan, BL_RULE_EOP, 1, "read by other passes");
    builder_free(&b);
}

static void zip_takes_all_columns(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 2, 150e6, 6.25e9);
    struct bl_version *mark = builder_mark(&b);
    struct bl_version *from[] = {b.sources_by_column[0], b.sources_by_column[1], mark};
    static const char *const names[] = {"key1", "value1", "mark1"}, *const tables[] = {NULL, "t2",
                                                                                       "t3"};
    for (int i = 0; i < 3; i++) {
        struct bl_product *table = i ? builder_table_pass(&b, from[0], b.node, tables[i]) : NULL;
        builder_move_pass(&b, from[i], BL_CROSSBAR, b.node, table, names[i])->result = true;
    }
    builder_finish(&b);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    assert_int_equal(b.diags->errors, 0);
    assert_int_equal(plan->pass_count, 1);
    assert_int_equal(plan->passes[0].stages[0].version_count, 3);
    assert_ptr_equal(plan->passes[0].stages[0].versions[2], mark);
    builder_free(&b);
}

/* Deliberately wrong rewrites of the base flow: the one check must see each. */
struct wrong {
    struct builder b;
    struct bl_pass *passes;
    int count;
};

static struct wrong wrong_copy(void) {
    struct wrong w = {.b = builder_base(8, 8, 2, 150e6, 6.25e9)};
    w.count = w.b.program->pass_count;
    w.passes = BL_NEW(w.b.arena, struct bl_pass, w.count);
    memcpy(w.passes, w.b.program->passes, sizeof *w.passes * (size_t)w.count);
    for (int p = 0; p < w.count; p++) {
        struct bl_stage *stages = BL_NEW(w.b.arena, struct bl_stage, 8);
        memcpy(stages, w.passes[p].stages, sizeof *stages * (size_t)w.passes[p].stage_count);
        w.passes[p].stages = stages;
    }
    return w;
}

static const char *verdict(struct wrong *w) {
    int versions = w->b.program->version_count;
    struct bl_type *promised = BL_NEW(w->b.arena, struct bl_type, versions),
                   *types = BL_NEW(w->b.arena, struct bl_type, versions);
    const char *why = NULL;
    bl_types_assign(w->b.arena, w->b.program, w->b.program->passes, w->b.program->pass_count,
                    promised);
    return bl_rewrite_legal(w->b.arena, w->b.program, promised, w->passes, w->count, types, &why)
               ? NULL
               : why;
}

static void drop(struct wrong *w, int place) {
    w->count--;
    memmove(w->passes + place, w->passes + place + 1,
            sizeof *w->passes * (size_t)(w->count - place));
}

static void refused(struct wrong *w, const char *words) {
    const char *why = verdict(w);
    assert_non_null(why);
    if (!strstr(why, words)) fail_msg("\"%s\" does not say \"%s\"", why, words);
    builder_free(&w->b);
}

static void wrong_rewrites_are_refused(void **state) {
    (void)state;
    struct wrong w = wrong_copy();
    assert_null(verdict(&w));
    builder_free(&w.b);
    w = wrong_copy(), drop(&w, 0), refused(&w, "`sizes` would be used before it is complete");
    w = wrong_copy(), drop(&w, 2), refused(&w, "`key1` would be used before it is complete");
    w = wrong_copy(), drop(&w, 10), refused(&w, "result `value3` would not be written");
    w = wrong_copy(), w.passes[2].stages[1].functions = &w.b.channel,
    refused(&w, "channel that the program promises for `key1`");
    w = wrong_copy(), w.passes[5].stages[1].functions = &w.b.channel,
    refused(&w, "node that the program promises for `key2`");
    w = wrong_copy(), w.passes[4].stages[1] = w.passes[4].stages[2], w.passes[4].stage_count = 2,
    refused(&w, "channel");
    struct bl_pass swap;
    w = wrong_copy(), swap = w.passes[1], w.passes[1] = w.passes[2], w.passes[2] = swap,
    refused(&w, "`t1` would be used before");
}

/* Values that take another way than their keys end with the same types, but not at the same places:
 * only the rows tell. */
static void torn_records_are_refused(void **state) {
    (void)state;
    struct wrong w = wrong_copy();
    struct bl_stage *value = w.passes[10].stages, *exchange = w.passes[6].stages;
    assert_int_equal(value[1].row->kind, BL_CROSSBAR);
    value[3] = value[2];
    value[2] = value[1];
    w.passes[10].stage_count = 4;
    assert_non_null(verdict(&w));
    assert_int_equal(exchange[1].row->kind, BL_ALLTOALLV);
    refused(&w, "no longer hold the same records");
}

/* A rewrite that orders what the program leaves open, or opens what it orders, is refused as well.
 */
static void changed_order_is_refused(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    int versions = b.program->version_count;
    struct bl_type *promised = BL_NEW(b.arena, struct bl_type, versions),
                   *types = BL_NEW(b.arena, struct bl_type, versions);
    const char *why = "";
    bl_types_assign(b.arena, b.program, b.program->passes, b.program->pass_count, promised);
    promised[versions - 1].order = BL_ORDER_STABLE;
    assert_false(bl_rewrite_legal(b.arena, b.program, promised, b.program->passes,
                                  b.program->pass_count, types, &why));
    assert_non_null(strstr(why, "order"));
    builder_free(&b);
}

/* The plan keeps the types of results, needs no more passes than were written, and its meaning is
 * that of the program. */
static void check_plan(struct random_program *r, bl_rules rules, const struct meaning *wanted) {
    const struct bl_program *program = r->b.program;
    struct bl_plan *plan = builder_plan(&r->b, rules);
    if (r->b.diags->errors)
        fail_msg("rules %u: %s %s", rules, r->b.diags->items[0].code, r->b.diags->items[0].text);
    assert_true(plan->pass_count <= program->pass_count);
    struct bl_type *types = BL_NEW(r->b.arena, struct bl_type, program->version_count);
    bl_types_assign(r->b.arena, program, plan->passes, plan->pass_count, types);
    for (int v = 0; v < program->version_count; v++) {
        if (!program->versions[v]->result) continue;
        assert_true(bl_function_equal(types[v].node, program->versions[v]->type.node));
        assert_true(bl_function_equal(types[v].channel, program->versions[v]->type.channel));
        assert_int_equal(types[v].order, program->versions[v]->type.order);
    }
    struct meaning *got = meaning_make(r->b.arena, plan, r->seed);
    const char *difference = meaning_compare(r->b.arena, program, wanted, got);
    if (difference) fail_msg("rules %u: %s", rules, difference);
}

static void random_programs_keep_their_meaning(void **state) {
    (void)state;
    int fused = 0;
    const uint32_t programs = getenv("BL_LONG") ? 150 : (uint32_t)bl_rounds(50);
    for (uint32_t seed = 1; seed <= programs; seed++) {
        struct random_program r = random_program(seed);
        struct bl_plan *unfused = builder_plan(&r.b, 0);
        if (r.b.diags->errors) {
            builder_free(&r.b);
            continue;
        }
        struct meaning *wanted = meaning_make(r.b.arena, unfused, 1);
        for (bl_rules rules = 0; rules <= BL_ALL_RULES; rules++) check_plan(&r, rules, wanted);
        fused += builder_plan(&r.b, BL_ALL_RULES)->pass_count < unfused->pass_count;
        builder_free(&r.b);
    }
    assert_true(fused > (int)programs / 3);
}

/* The interpreter that the test above relies on tells a torn record and a lost one. */
static void meaning_sees_wrong_plans(void **state) {
    (void)state;
    struct builder b = builder_base(4, 4, 2, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, 0);
    struct meaning *wanted = meaning_make(b.arena, plan, 1);
    assert_null(meaning_compare(b.arena, b.program, wanted, meaning_make(b.arena, plan, 2)));
    for (int i = 0; i < plan->step_count; i++) plan->steps[i].ordered = false;
    assert_non_null(meaning_compare(b.arena, b.program, wanted, meaning_make(b.arena, plan, 2)));
    plan = builder_plan(&b, BL_ALL_RULES);
    assert_null(meaning_compare(b.arena, b.program, wanted, meaning_make(b.arena, plan, 3)));
    plan->passes[0].stages[3] = plan->passes[0].stages[4];
    plan->passes[0].stage_count--;
    assert_non_null(meaning_compare(b.arena, b.program, wanted, meaning_make(b.arena, plan, 3)));
    builder_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_parsed),
        cmocka_unit_test(published_points_by_rules_alone),
        cmocka_unit_test(every_neighbour_has_a_decision_per_rule),
        cmocka_unit_test(reasons_name_the_stages),
        cmocka_unit_test(eop_asks_the_network),
        cmocka_unit_test(split_asks_the_board),
        cmocka_unit_test(split_asks_for_columns_together),
        cmocka_unit_test(histogram_asks_who_needs_the_counts),
        cmocka_unit_test(zipped_columns_keep_the_order_of_the_record),
        cmocka_unit_test(rules_keep_what_others_read),
        cmocka_unit_test(zip_takes_all_columns),
        cmocka_unit_test(wrong_rewrites_are_refused),
        cmocka_unit_test(torn_records_are_refused),
        cmocka_unit_test(changed_order_is_refused),
        cmocka_unit_test(random_programs_keep_their_meaning),
        cmocka_unit_test(meaning_sees_wrong_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
