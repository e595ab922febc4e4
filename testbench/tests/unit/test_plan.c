/* Planning: steps, sides, regions, order, and the errors of what the circuit has no form for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cjson/cJSON.h>
#include <cmocka.h>
#include "base/arena.h"
#include "base/text.h"
#include "board/board.h"
#include "emit/emit_bench.h"
#include "explain/explain.h"
#include "lower/lower.h"
#include "ir/plan.h"
#include "plan/plan.h"
#include "plan/route/route.h"
#include "plan/steps/place.h"
#include "ir/carried/bench.h"
#include "program_builder.h"

enum { TABLE = 1 << BL_RULE_TABLE, HISTOGRAM = 1 << BL_RULE_HISTOGRAM, EOP = 1 << BL_RULE_EOP };

static bool reported(const struct builder *b, const char *code) {
    for (int i = 0; i < b->diags->count; i++)
        if (!strcmp(b->diags->items[i].code, code)) return true;
    return false;
}

/* Every version that is read lies on the side that its step reads, every written one on the other,
 * and no two regions of a side overlap. */
static void check_places(const struct bl_plan *plan) {
    for (int i = 0; i < plan->step_count; i++)
        for (int p = plan->steps[i].first_pass;
             p < plan->steps[i].first_pass + plan->steps[i].pass_count; p++)
            for (int s = 0; s < plan->passes[p].stage_count; s++) {
                const struct bl_stage *stage = &plan->passes[p].stages[s];
                for (int v = 0; v < stage->version_count; v++)
                    assert_int_equal(plan->places[stage->versions[v]->id].side,
                                     plan->steps[i].read_side ^
                                         (stage->row->role == BL_STAGE_WRITES));
            }
    for (int a = 0; a < plan->program->version_count; a++)
        for (int b = 0; b < a; b++) {
            const struct bl_place *x = &plan->places[a], *y = &plan->places[b];
            if (x->side < 0 || x->side != y->side) continue;
            assert_true(x->base + x->bytes <= y->base || y->base + y->bytes <= x->base);
            assert_true(x->base + x->bytes <= plan->board->memory.channel_bytes);
        }
}

static void base_flow_alternates_strips(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 2, 125e6, 4e9);
    struct bl_plan *plan = builder_plan(&b, 0);
    assert_int_equal(b.diags->errors, 0);
    assert_int_equal(plan->pass_count, 11);
    assert_int_equal(plan->step_count, 7);
    static const int pass_counts[] = {1, 2, 2, 1, 1, 2, 2}, sides[] = {0, 0, 0, 1, 1, 0, 0},
                     epochs[] = {0, 0, 0, 0, 1, 0, 0};
    for (int i = 0; i < 7; i++) {
        assert_int_equal(plan->steps[i].pass_count, pass_counts[i]);
        assert_int_equal(plan->steps[i].read_side, sides[i]);
        assert_int_equal(plan->steps[i].epoch, epochs[i]);
        assert_int_equal(plan->steps[i].ordered, i > 0);
        assert_false(plan->steps[i].stagger);
    }
    check_places(plan);
    builder_free(&b);
}

static void one_pass_staggers(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    assert_int_equal(plan->step_count, 1);
    assert_true(plan->steps[0].stagger);
    assert_false(plan->steps[0].ordered);
    assert_true(plan->places[0].side == 0 && plan->places[b.program->version_count - 1].side == 1);
    assert_int_equal(plan->places[1].side, -1);
    assert_false(plan->live[1]);
    assert_int_equal(plan->places[0].bytes, plan->board->memory.channel_bytes);
    check_places(plan);
    builder_free(&b);
}

static void keys_alone_are_never_ordered(void **state) {
    (void)state;
    for (bl_rules rules = 0; rules <= BL_ALL_RULES; rules++) {
        struct builder b = builder_base(4, 8, 1, 150e6, 6.25e9);
        struct bl_plan *plan = builder_plan(&b, rules);
        for (int i = 0; i < plan->step_count; i++) assert_false(plan->steps[i].ordered);
        check_places(plan);
        builder_free(&b);
    }
}

static void far_table_comes_next_to_its_user(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 1, 150e6, 6.25e9);
    struct bl_product *table = builder_table_pass(&b, b.sources_by_column[0], b.node, "t");
    builder_histogram_pass(&b, b.sources_by_column[0], "sizes");
    builder_move_pass(&b, b.sources_by_column[0], BL_CROSSBAR, b.node, table, "key1")->result =
        true;
    builder_finish(&b);
    struct bl_plan *plan = builder_plan(&b, 0);
    assert_int_equal(b.diags->errors, 0);
    assert_int_equal(plan->step_count, 2);
    assert_int_equal(plan->passes[0].number, 2);
    assert_int_equal(plan->passes[1].number, 1);
    assert_int_equal(plan->steps[1].pass_count, 2);
    assert_int_equal(b.program->passes[0].number, 1);
    builder_free(&b);
}

static void tables_without_one_user_are_errors(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 1, 150e6, 6.25e9);
    builder_table_pass(&b, b.sources_by_column[0], b.node, "t");
    builder_finish(&b);
    builder_plan(&b, 0);
    assert_true(reported(&b, "E1004"));
    builder_free(&b);
    b = builder_new(8, 8, 1, 150e6, 6.25e9);
    struct bl_product *table = builder_table_pass(&b, b.sources_by_column[0], b.node, "t");
    builder_move_pass(&b, b.sources_by_column[0], BL_CROSSBAR, b.node, table, "key1")->result =
        true;
    builder_move_pass(&b, b.sources_by_column[0], BL_CROSSBAR, b.node, table, "key2")->result =
        true;
    builder_finish(&b);
    builder_plan(&b, 0);
    assert_true(reported(&b, "E1005"));
    builder_free(&b);
}

static void sides_that_cannot_be_are_errors(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 2, 150e6, 6.25e9);
    struct bl_version *key1 = builder_move_pass(&b, b.sources_by_column[0], BL_CROSSBAR, b.node,
                                                NULL, "key1");
    builder_table_pass(&b, b.sources_by_column[0], b.channel, "t");
    struct bl_product *table = b.program->passes[1].stages[1].makes;
    builder_move_pass(&b, key1, BL_CROSSBAR, b.channel, table, "key2")->result = true;
    builder_finish(&b);
    builder_plan(&b, 0);
    assert_true(reported(&b, "E1009"));
    builder_free(&b);
}

static void sources_lie_where_their_partner_needs_them(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 2, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, TABLE);
    check_places(plan);
    assert_int_equal(plan->places[0].side, plan->places[1].side);
    for (int i = 0; i < plan->step_count; i++)
        assert_false(plan->steps[i].stagger && plan->steps[i].ordered);
    builder_free(&b);
}

static void channels_have_to_be_there(void **state) {
    (void)state;
    struct builder b = builder_base(8, 32, 1, 150e6, 6.25e9);
    builder_plan(&b, 0);
    assert_true(reported(&b, "E1002"));
    builder_free(&b);
}

/* Two ports of a controller: halves lie apart in its memory, and the memory counts what is written
 * as well. */
static void halves_may_share_controllers(void **state) {
    (void)state;
    struct builder b = builder_base(8, 2, 1, 150e6, 6.25e9);
    double alone = builder_plan(&b, BL_ALL_RULES)->prediction.memory_bytes_per_second;
    struct bl_board board = *b.program->cluster.board;
    board.memory.channels = board.memory.ports = 2;
    b.program->cluster.board = &board;
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    assert_int_equal(b.diags->errors, 0);
    assert_true(bl_plan_shares_memory(plan));
    const struct bl_place *from = &plan->places[0],
                          *to = &plan->places[b.program->version_count - 1];
    assert_true(from->side == 0 && to->side == 1);
    assert_true(from->base + from->bytes <= to->base &&
                to->base + to->bytes <= board.memory.channel_bytes);
    assert_true(plan->prediction.memory_bytes_per_second == alone / 2);
    check_places(plan);
    builder_free(&b);
}

static void exchanges_need_a_crossbar_before(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 1, 150e6, 6.25e9);
    builder_move_pass(&b, b.sources_by_column[0], BL_ALLTOALLV, b.node, NULL, "key1")->result =
        true;
    builder_finish(&b);
    builder_plan(&b, 0);
    assert_true(reported(&b, "E1012"));
    builder_free(&b);
}

/* With more nodes than channels a channel holds records of several nodes, and a value that travels
 * alone does not know its own. */
static void values_alone_need_a_channel_per_node(void **state) {
    (void)state;
    struct builder b = builder_base(16, 8, 2, 150e6, 6.25e9);
    builder_plan(&b, 0);
    assert_true(reported(&b, "E1013"));
    builder_free(&b);
    b = builder_base(16, 8, 2, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    assert_int_equal(b.diags->errors, 0);
    assert_int_equal(plan->pass_count, 1);
    builder_free(&b);
}

/* Two exchanges in a pass: one error, at the stage that does not fit. */
static void chains_that_do_not_fit_are_errors_at_their_stage(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 1, 150e6, 6.25e9);
    builder_move_pass(&b, b.sources_by_column[0], BL_ALLTOALLV, b.node, NULL, "key1")->result =
        true;
    struct bl_pass *pass = &b.program->passes[0];
    pass->stages[3] = pass->stages[2];
    pass->stages[2] = pass->stages[1];
    pass->stage_count = 4;
    for (int s = 0; s < 4; s++)
        pass->stages[s].range = (struct bl_range){
            .file = 1, .line = 1, .column = (uint16_t)(10 + s), .extent = 1};
    builder_finish(&b);
    builder_plan(&b, 0);
    assert_int_equal(b.diags->errors, 1);
    assert_string_equal(b.diags->items[0].code, "E1003");
    assert_int_equal(b.diags->items[0].range.column, 12);
    builder_free(&b);
}

/* Two crossbars in a circle of passes need wide words in both; a crossbar of zipped words beside
 * one of single columns tears the records.
 */
static void apart_columns_need_equal_words(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 2, 150e6, 6.25e9);
    builder_pass(&b);
    builder_columns(&b, BL_READ, b.sources_by_column[0], b.sources_by_column[1]);
    builder_move(&b, BL_CROSSBAR, b.node, NULL);
    struct bl_version *key1 = builder_version(&b, "key1", b.key, false),
                      *value1 = builder_version(&b, "value1", b.value, false);
    builder_columns(&b, BL_WRITE, key1, value1);
    struct bl_version *again = builder_move_pass(&b, b.sources_by_column[0], BL_CROSSBAR, b.node,
                                                 NULL, "key1b");
    key1->result = value1->result = again->result = true;
    builder_finish(&b);
    builder_plan(&b, 0);
    assert_true(reported(&b, "E1010"));
    builder_free(&b);
}

static void later_histogram_must_not_overwrite(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 1, 150e6, 6.25e9);
    struct bl_product *first = builder_histogram_pass(&b, b.sources_by_column[0], "first");
    builder_histogram_pass(&b, b.sources_by_column[0], "second");
    struct bl_version *key1 = builder_move_pass(&b, b.sources_by_column[0], BL_CROSSBAR, b.node,
                                                NULL, "key1");
    builder_move_pass(&b, key1, BL_ALLTOALLV, b.node, first, "key2")->result = true;
    builder_finish(&b);
    builder_plan(&b, 0);
    assert_true(reported(&b, "E1015"));
    builder_free(&b);
}

/* The value of a parameter of the first instance of a module. */
static const char *parameter(const struct bl_circuit *circuit, const char *module,
                             const char *name) {
    for (int i = 0; i < circuit->items.count; i++) {
        const struct bl_instance *instance = circuit->items.items[i].instance;
        if (circuit->items.items[i].kind != BL_ITEM_INSTANCE || strcmp(instance->module, module))
            continue;
        for (int p = 0; p < instance->parameters.count; p++)
            if (!strcmp(instance->parameters.items[p].name, name))
                return instance->parameters.items[p].value;
    }
    fail_msg("no %s of %s", name, module);
    return NULL;
}

/* What a wire is set to. */
static const char *assigned(const struct bl_circuit *circuit, const char *name) {
    for (int i = 0; i < circuit->items.count; i++) {
        const struct bl_item *item = &circuit->items.items[i];
        if (item->kind == BL_ITEM_NET && !strcmp(item->net.name, name)) return item->net.assign;
    }
    fail_msg("no %s", name);
    return NULL;
}

/* The buffers are counted anew, and circuit and explain are made of the plan as it is now. */
static const struct bl_circuit *changed_plan(struct builder *b, struct bl_plan *plan,
                                             struct bl_text *text) {
    plan->buffer_count = 0;
    bl_plan_size(plan, b->diags);
    const struct bl_circuit *circuit = bl_lower(b->arena, plan);
    bl_explain_print(text, plan, circuit);
    return circuit;
}

/* What the plan has decided nobody decides again: a change of its number shows everywhere. */
static void the_depth_of_links_is_the_plans(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    struct bl_text text = {0};
    plan->node->carrier.links.log_depth = 11;
    plan->node->carrier.links.packet_words = 5;
    const struct bl_circuit *circuit = changed_plan(&b, plan, &text);
    assert_string_equal(parameter(circuit, "bl_endpoint", "LOG_BUFFER"), "11");
    assert_string_equal(parameter(circuit, "bl_alltoallv_send", "PACKET_WORDS"), "5");
    assert_non_null(strstr(text.bytes, "link receive buffer  2048 x "));
    bl_text_free(&text);
    builder_free(&b);
}

static void bursts_without_a_response_are_the_plans(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    struct bl_text text = {0};
    plan->accesses.write_bursts = 77;
    const struct bl_circuit *circuit = changed_plan(&b, plan, &text);
    assert_string_equal(parameter(circuit, "bl_writer", "MAX_OUTSTANDING"), "77");
    assert_non_null(strstr(text.bytes, "Up to 77 bursts wait for their response."));
    bl_text_free(&text);
    builder_free(&b);
}

/* Bursts cover a write's way and a refresh, 650 ns on this board; a power of two within what the
 * template takes. */
static void bursts_cover_a_refresh(void **state) {
    (void)state;
    static const struct {
        int width, burst;
        double mhz;
        int bursts;
    } rows[] = {{32, 128, 150, 32}, {32, 128, 190, 32},  {32, 128, 192, 64}, {64, 128, 150, 64},
                {64, 64, 150, 128}, {64, 4096, 450, 32}, {16, 16, 450, 256}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct builder b = builder_base(2, 1, 1, rows[i].mhz * 1e6, 6.25e9);
        b.program->cluster.memory.width = rows[i].width;
        b.program->cluster.memory.burst = rows[i].burst;
        assert_int_equal(builder_plan(&b, 0)->accesses.write_bursts, rows[i].bursts);
        builder_free(&b);
    }
}

static void crossbars_are_the_plans(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    struct bl_text text = {0};
    for (int i = 0; i < plan->route->units.count; i++) {
        struct bl_unit *unit = plan->route->units.items[i];
        if (unit->crossbar.groups) unit->crossbar.elems = 3;
        if (unit->crossbar.groups) unit->name = "another";
    }
    const struct bl_circuit *circuit = changed_plan(&b, plan, &text);
    assert_string_equal(parameter(circuit, "bl_crossbar", "ELEMS"), "3");
    assert_non_null(strstr(text.bytes, "(1 x 8 x 3 x 8)"));
    struct bl_text verilog = {0};
    bl_circuit_print(&verilog, circuit);
    assert_non_null(strstr(verilog.bytes, "another"));
    bl_text_free(&verilog);
    bl_text_free(&text);
    builder_free(&b);
}

static void regions_are_the_plans(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    struct bl_text text = {0};
    for (int v = 0; v < b.program->version_count; v++)
        if (plan->places[v].side >= 0) plan->places[v].base = 0x123400;
    const struct bl_circuit *circuit = changed_plan(&b, plan, &text);
    assert_string_equal(assigned(circuit, "read_base0"), "28'd1192960");
    assert_string_equal(assigned(circuit, "write_base0"), "28'd1192960");
    assert_non_null(strstr(text.bytes, "0x000123400"));
    struct bl_bench_program facts;
    bl_bench_facts(b.arena, plan, &facts);
    for (int v = 0; v < facts.version_count; v++)
        if (facts.versions[v].live) assert_int_equal(facts.versions[v].base, 0x123400);
    bl_text_free(&text);
    builder_free(&b);
}

static void explain_says_everything(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 2, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, TABLE | HISTOGRAM | EOP);
    struct bl_text text = {0}, json = {0};
    const struct bl_circuit *circuit = bl_lower(b.arena, plan);
    bl_explain_print(&text, plan, circuit);
    bl_explain_print_json(&json, plan, circuit, b.diags);
    static const char *const said[] = {"passes as written (11)",
                                       "fusions (--fuse table,histogram,eop)",
                                       "Not asked for by --fuse",
                                       "steps of the circuit",
                                       "reader queue",
                                       "link receive buffer",
                                       "crossings: none",
                                       "T = N * min"};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        assert_non_null(strstr(text.bytes, said[i]));
    cJSON *root = cJSON_Parse(json.bytes);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(root, "decisions")),
                     plan->decision_count);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(root, "steps")), plan->step_count);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(root, "written")), 11);
    cJSON_Delete(root);
    for (int i = 0; i < plan->decision_count; i++)
        if (plan->decisions[i].applied)
            assert_non_null(strstr(text.bytes, plan->decisions[i].reason));
    bl_text_free(&text);
    bl_text_free(&json);
    builder_free(&b);
}

/* Whether a circuit with a port `clk`, an instance `unit` and such a net has a name twice. */
static const char *twice_with(const char *net) {
    struct bl_arena *arena = bl_arena_new();
    struct bl_circuit *circuit = bl_circuit_new(arena, "top", "");
    bl_circuit_port(circuit, BL_INPUT, 1, "clk");
    bl_circuit_net(circuit, 1, NULL, "%s", net);
    bl_circuit_instance(circuit, "bl_skid", "unit", "", (struct bl_range){0});
    bl_circuit_net(circuit, 8, NULL, "word");
    const char *twice = bl_circuit_twice(circuit);
    if (twice) assert_string_equal(twice, net);
    bl_arena_free(arena);
    return twice ? net : NULL;
}

static void names_that_are_there_twice_are_found(void **state) {
    (void)state;
    static const char *const taken[] = {"clk", "unit", "word"}, *const other[] = {"rst", "words"};
    for (int i = 0; i < 3; i++) assert_non_null(twice_with(taken[i]));
    for (int i = 0; i < 2; i++) assert_null(twice_with(other[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base_flow_alternates_strips),
        cmocka_unit_test(one_pass_staggers),
        cmocka_unit_test(keys_alone_are_never_ordered),
        cmocka_unit_test(far_table_comes_next_to_its_user),
        cmocka_unit_test(tables_without_one_user_are_errors),
        cmocka_unit_test(sides_that_cannot_be_are_errors),
        cmocka_unit_test(sources_lie_where_their_partner_needs_them),
        cmocka_unit_test(channels_have_to_be_there),
        cmocka_unit_test(halves_may_share_controllers),
        cmocka_unit_test(exchanges_need_a_crossbar_before),
        cmocka_unit_test(values_alone_need_a_channel_per_node),
        cmocka_unit_test(chains_that_do_not_fit_are_errors_at_their_stage),
        cmocka_unit_test(apart_columns_need_equal_words),
        cmocka_unit_test(later_histogram_must_not_overwrite),
        cmocka_unit_test(the_depth_of_links_is_the_plans),
        cmocka_unit_test(bursts_without_a_response_are_the_plans),
        cmocka_unit_test(bursts_cover_a_refresh),
        cmocka_unit_test(crossbars_are_the_plans),
        cmocka_unit_test(regions_are_the_plans),
        cmocka_unit_test(names_that_are_there_twice_are_found),
        cmocka_unit_test(explain_says_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
