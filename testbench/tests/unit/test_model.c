/* The model: the prediction of every published point, the largest-bucket bound, estimates and
 * buffers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/text.h"
#include "board/board.h"
#include "emit/emit_verilog.h"
#include "ir/spread.h"
#include "lower/lower.h"
#include "plan/predict/bound.h"
#include "plan/predict/predict.h"
#include "plan/size/buffers.h"
#include "program_builder.h"
#include "templates/estimate.h"

enum { ZIP = 1 << BL_RULE_ZIP, TABLE = 1 << BL_RULE_TABLE, HISTOGRAM = 1 << BL_RULE_HISTOGRAM };
enum { EOP = 1 << BL_RULE_EOP, SPLIT = 1 << BL_RULE_SPLIT };

static void near(double value, double wanted, double tolerance) {
    if (fabs(value - wanted) > tolerance) fail_msg("%g is not %g", value, wanted);
}

static void published_points(void **state) {
    (void)state;
    static const struct {
        int columns;
        bl_rules rules;
        double mhz, link;
        int passes;
        double gigabytes;
        int counted;
    } points[] = {
        {2, 0, 125, 4.00, 11, 23.27, 4},
        {1, 0, 150, 6.25, 6, 51.20, 4},
        {1, TABLE | HISTOGRAM, 125, 6.25, 3, 85.33, 4},
        {1, TABLE | HISTOGRAM | EOP, 178, 6.25, 2, 182.27, 4},
        {1, TABLE | HISTOGRAM | EOP | SPLIT, 150, 6.25, 1, 307.20, 4},
        {2, BL_ALL_RULES, 150, 6.25, 1, 307.20, 8},
    };
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        struct builder b = builder_base(8, 8, points[i].columns, points[i].mhz * 1e6,
                                        points[i].link * 1e9);
        struct bl_plan *plan = builder_plan(&b, points[i].rules);
        assert_int_equal(b.diags->errors, 0);
        assert_int_equal(plan->pass_count, points[i].passes);
        assert_int_equal(plan->prediction.counted_bytes, points[i].counted);
        near(plan->prediction.bytes_per_second / 1e9, points[i].gigabytes, 0.01);
        builder_free(&b);
    }
}

static void network_is_the_limit_when_slow(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 1e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    near(plan->prediction.bytes_per_second, 64e9, 1);
    near(plan->prediction.link_load, 1, 0);
    builder_free(&b);
    b = builder_base(8, 8, 2, 150e6, 1e9);
    plan = builder_plan(&b, 0);
    near(plan->prediction.crossings, 2, 0);
    near(plan->prediction.network_bytes_per_second, 32e9, 1);
    builder_free(&b);
}

/* Zipped in part of the passes: the passes weigh what they move, so nothing is won. */
static void partly_zipped_counts_keys(void **state) {
    (void)state;
    struct builder b = builder_new(8, 8, 2, 150e6, 6.25e9);
    struct bl_version *key1 = builder_version(&b, "key1", b.key, false),
                      *value1 = builder_version(&b, "value1", b.value, false);
    builder_pass(&b);
    builder_columns(&b, BL_READ, b.sources_by_column[0], b.sources_by_column[1]);
    builder_move(&b, BL_CROSSBAR, b.node, NULL);
    builder_columns(&b, BL_WRITE, key1, value1);
    value1->result = true;
    builder_move_pass(&b, key1, BL_CROSSBAR, b.channel, NULL, "key2")->result = true;
    builder_finish(&b);
    struct bl_plan *plan = builder_plan(&b, 0);
    near(plan->prediction.effective_passes, 3, 0);
    near(plan->prediction.crossings, 0, 0);
    near(plan->prediction.bytes_per_second, 8 * 38.4e9 / 3, 1);
    builder_free(&b);
}

/* Two nodes, eight channels: two links of a word a cycle bring less than the memory and less than
 * their payload rate. */
static void a_link_takes_a_word_a_clock(void **state) {
    (void)state;
    struct builder b = builder_base(2, 8, 1, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    near(plan->prediction.bytes_per_second, 2 * 2 * 4.8e9, 1);
    assert_int_equal(plan->prediction.clock, 0);
    builder_free(&b);
}

/* The bound and a fixed way: one pass at 150 MHz, 35 cycles of HBM2 to the first word and from the
 * last one, 400 ns of link; then every step's own. */
static void the_way_does_not_grow_with_the_records(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    double way = 12 + 35 + 2 * 10 + 7 + 60;
    near(plan->steps[0].way_cycles, way, 0.1);
    near(bl_expected_even(plan, 1 << 14).cycles, 256 + way, 0.1);
    struct bl_expected expected = bl_expected_even(plan, 1 << 20);
    near(expected.cycles, 16384 + way, 0.1);
    near(expected.bytes_per_second, plan->prediction.bytes_per_second * 16384 / expected.cycles, 1);
    plan = builder_plan(&b, 0);
    double read = plan->steps[0].way_cycles - (10 + 2 + 64 + 64);
    assert_true(read > 15 && read < 20);
    near(bl_expected_even(plan, 1 << 14).cycles,
         6 * 256 + (10 + read + 2 + 64 + 64) + 2 * (12 + 35 + 10 + 3) + (12 + 35 + 7 + 60), 0.5);
    builder_free(&b);
}

/* Two values on four nodes: what is behind the exchange takes twice as long. */
static void few_values_weigh_more(void **state) {
    (void)state;
    struct builder b = builder_base(4, 4, 1, 150e6, 6.25e9);
    struct bl_plan *even = builder_plan(&b, BL_ALL_RULES);
    near(bl_expected_even(even, 1 << 14).bound_cycles, 512, 0);
    double way = even->steps[0].way_cycles, peak = even->prediction.bytes_per_second;
    ((struct bl_function *)b.node)->bits = 1;
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    near(plan->prediction.bytes_per_second, peak / 2, 1);
    near(plan->prediction.effective_passes, even->prediction.effective_passes, 0);
    near(bl_expected_even(plan, 1 << 14).cycles, 1024 + way, 0.5);
    plan = builder_plan(&b, 0);
    near(bl_expected_even(plan, 1 << 14).bound_cycles, 512 + 1024 + 1024 + 2048, 0);
    builder_free(&b);
}

/* A mix has as many values as its masks have rank, whatever its bits. */
static void values_are_counted_by_rank(void **state) {
    (void)state;
    const struct bl_column key = {.name = "key", .bits = 32};
    const bl_wide masks[] = {3, 6, 5};
    const struct bl_function mix = {.column = &key, .bits = 3, .mix = 1, .masks = masks, .ones = 1},
                             slice = {.column = &key, .lsb = 4, .bits = 8};
    assert_int_equal(bl_function_rank(&mix), 2);
    assert_int_equal(bl_function_rank(&slice), 8);
    double shares[4];
    bl_function_shares(&mix, 4, shares); /* 1, 4, 7 and 2: each of four nodes */
    for (int node = 0; node < 4; node++) near(shares[node], 1, 0);
    bl_function_shares(&mix, 3, shares); /* 1, 1, 1 and 2 */
    near(shares[0], 0, 0);
    near(shares[1], 2.25, 0);
    bl_function_shares(&slice, 3, shares);
    near(bl_fullest_share(shares, 3), 3 * 86 / 256.0, 1e-12);
}

struct counts {
    uint64_t read[64], written[64], sent[64];
};

static struct bl_bound bound_of(const struct bl_plan *plan, const struct counts *counts,
                                uint64_t records) {
    struct bl_step_counts *steps = BL_NEW(plan->arena, struct bl_step_counts, plan->step_count);
    for (int i = 0; i < plan->step_count; i++)
        steps[i] = (struct bl_step_counts){counts->read, counts->written, counts->sent};
    return bl_bound_make(plan, steps, records, NULL);
}

static void even_keys_reach_the_model(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    struct counts counts;
    for (int i = 0; i < 64; i++) counts.read[i] = counts.written[i] = counts.sent[i] = 16384;
    struct bl_bound bound = bound_of(plan, &counts, 64 * 16384);
    near(bound.cycles, 2048, 0);
    near(bound.bytes_per_second, plan->prediction.bytes_per_second, 1);
    builder_free(&b);
}

static void fullest_place_sets_the_bound(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, BL_ALL_RULES);
    struct counts counts;
    for (int i = 0; i < 64; i++)
        counts.read[i] = counts.sent[i] = 1000, counts.written[i] = i == 17 ? 8001 : 900;
    struct bl_bound bound = bound_of(plan, &counts, 64000);
    near(bound.cycles, 1001, 0);
    assert_int_equal(bound.by, BL_BOUND_WRITE);
    counts.sent[5] = 16000;
    bound = bound_of(plan, &counts, 64000);
    assert_int_equal(bound.by, BL_BOUND_LINK);
    near(bound.cycles, 2000, 0);
    builder_free(&b);
    b = builder_base(8, 8, 1, 150e6, 1e9);
    bound = bound_of(builder_plan(&b, BL_ALL_RULES), &counts, 64000);
    assert_int_equal(bound.by, BL_BOUND_LINK);
    near(bound.cycles, 16000 * 4 * 0.15, 1e-6);
    builder_free(&b);
}

/* A table pass and its user read twice as many words; with several nodes a lane or several lanes a
 * node the lane's share changes. */
static void bound_follows_the_shape(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, 0);
    struct counts counts;
    for (int i = 0; i < 64; i++) counts.read[i] = counts.written[i] = counts.sent[i] = 800;
    near(bound_of(plan, &counts, 51200).cycles, 100 + 200 + 100 + 200, 0);
    builder_free(&b);
    b = builder_base(16, 4, 1, 150e6, 6.25e9);
    struct counts wide = counts;
    uint64_t sent[256];
    for (int i = 0; i < 256; i++) sent[i] = 80;
    plan = builder_plan(&b, BL_ALL_RULES);
    struct bl_bound bound = bl_bound_make(
        plan, &(struct bl_step_counts){wide.read, wide.written, sent}, 64 * 800, NULL);
    near(bound.cycles, 100, 0);
    sent[16 * 3 + 1] = sent[16 * 3 + 5] = 1000;
    bound = bl_bound_make(plan, &(struct bl_step_counts){wide.read, wide.written, sent}, 64 * 800,
                          NULL);
    assert_int_equal(bound.by, BL_BOUND_LANE);
    near(bound.cycles, (2000 + 160) / 8.0, 0);
    builder_free(&b);
}

static void estimates_grow_with_the_shape(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 150e6, 6.25e9);
    const struct bl_board *board = b.program->cluster.board;
    int nominal = bl_estimate_crossbar(board, 8, 8, 8, 32);
    assert_true(bl_estimate_crossbar(board, 8, 8, 16, 32) > 2 * nominal);
    assert_true(bl_estimate_crossbar(board, 4, 4, 8, 32) < nominal / 2);
    assert_true(bl_estimate_crossbar(board, 8, 8, 8, 64) > nominal);
    near(bl_estimate_crossbar(board, 8, 16, 8, 32), 2 * nominal, 0.05 * nominal);
    static const struct {
        int inputs, outputs, elems, counted;
    } shapes[] = {{2, 2, 8, 4938}, {4, 4, 8, 12918}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        near(bl_estimate_crossbar(board, shapes[i].inputs, shapes[i].outputs, shapes[i].elems, 32),
             shapes[i].counted, 0.03 * shapes[i].counted);
    builder_free(&b);
}

static void buffers_cover_their_round_trips(void **state) {
    (void)state;
    static const double latencies[] = {100e3, 400e3, 5e6};
    for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++) {
        struct builder b = builder_base(8, 8, 1, 178e6, 6.25e9);
        builder_set(&b, "latency", 1e-12 * latencies[i]);
        struct bl_plan *plan = builder_plan(&b, 0);
        const struct bl_buffer *link = bl_plan_buffer(plan, "link receive buffer"),
                               *reader = bl_plan_buffer(plan, "reader queue");
        assert_true(link->depth >= 2 * latencies[i] * 178e-6);
        assert_int_equal(link->depth, 1 << plan->node->carrier.links.log_depth);
        assert_int_equal(link->width_bits, plan->node->carrier.flit_bits);
        assert_int_equal(link->block_rams,
                         link->count * bl_board_rams(plan->board, link->depth, link->width_bits));
        assert_true(reader->depth >= plan->board->memory.read_ns * 0.178 + 4);
        assert_int_equal(bl_plan_buffer(plan, "destination table")->depth, 1024);
        builder_free(&b);
    }
    struct builder b = builder_base(8, 8, 1, 178e6, 6.25e9);
    assert_null(bl_plan_buffer(builder_plan(&b, BL_ALL_RULES), "destination table"));
    builder_free(&b);
    struct bl_arena *arena = bl_arena_new();
    const struct bl_board *board = known_board(arena);
    assert_int_equal(bl_board_rams(board, 512, 40), 1);
    assert_int_equal(bl_board_rams(board, 513, 41), 3);
    bl_arena_free(arena);
}

/* What the plan says of the links is what the circuit has. */
static bool lowered_with(struct builder *b, struct bl_plan *plan, const char *name, int value) {
    struct bl_text verilog = {0}, map = {0};
    char setting[64];
    bl_emit_verilog(&verilog, &map, bl_lower(b->arena, plan), &b->sources);
    snprintf(setting, sizeof setting, ".%s(%d)", name, value);
    bool there = strstr(verilog.bytes, setting) != NULL;
    bl_text_free(&verilog);
    bl_text_free(&map);
    return there;
}

static void links_are_decided_once(void **state) {
    (void)state;
    struct builder b = builder_base(8, 8, 1, 178e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&b, 0);
    struct bl_links *links = &plan->node->carrier.links;
    links->log_depth = 11, links->packet_words = 7, links->lane_words = 9;
    assert_true(lowered_with(&b, plan, "LOG_BUFFER", 11) &&
                !lowered_with(&b, plan, "LOG_BUFFER", 8));
    assert_true(lowered_with(&b, plan, "PACKET_WORDS", 7) &&
                lowered_with(&b, plan, "PACKET_WORDS", 9));
    builder_free(&b);
}

/* Only a lane that goes to several nodes, faster than a link takes its words, makes packets that
 * fit the link's register. */
static void packets_follow_lanes_and_links(void **state) {
    (void)state;
    static const struct {
        int nodes, lanes;
        double mhz, link;
        int words;
    } rows[] = {
        {2, 1, 150, 4.79e9, 2},  {2, 1, 150, 4.8e9, 16},
        {2, 2, 150, 1e9, 16},    {2, 4, 150, 1e9, 16},
        {16, 8, 250, 6.25e9, 2}, {24, 8, 250, 6.25e9, 2}, /* links of one lane each: no queues */
        {6, 8, 250, 6.25e9, 16}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct builder b = builder_base(rows[i].nodes, rows[i].lanes, 1, rows[i].mhz * 1e6,
                                        rows[i].link);
        assert_int_equal(builder_plan(&b, 0)->node->carrier.links.packet_words, rows[i].words);
        builder_free(&b);
    }
}

/* 6 nodes and 8 lanes: each link has 4 lanes. On 8 nodes it has one, and no queues. */
static void pairs_of_lanes_and_links_have_queues(void **state) {
    (void)state;
    struct builder pairs = builder_base(6, 8, 1, 150e6, 6.25e9),
                   single = builder_base(8, 8, 1, 150e6, 6.25e9);
    struct bl_plan *plan = builder_plan(&pairs, 0);
    const struct bl_buffer *sends = bl_plan_buffer(plan, "link send queue"),
                           *arrives = bl_plan_buffer(plan, "link arrival queue");
    assert_true(sends->count == 24 && sends->depth == 64 && !sends->block_rams);
    assert_true(arrives->count == 24 && arrives->depth == 32 && !arrives->block_rams);
    assert_int_equal(sends->width_bits, plan->node->carrier.flit_bits);
    assert_null(bl_plan_buffer(builder_plan(&single, 0), "link send queue"));
    builder_free(&pairs);
    builder_free(&single);
}

/* A link that takes a flit in four cycles has a quarter of the flits under way. */
static void slow_links_need_less_room(void **state) {
    (void)state;
    struct builder fast = builder_base(8, 8, 1, 200e6, 6.4e9),
                   slow = builder_base(8, 8, 1, 200e6, 1.6e9);
    builder_set(&fast, "latency", 10e-6);
    builder_set(&slow, "latency", 10e-6);
    assert_int_equal(builder_plan(&fast, 0)->node->carrier.links.log_depth,
                     12); /* 4,012 and what is kept free */
    assert_int_equal(builder_plan(&slow, 0)->node->carrier.links.log_depth,
                     11); /* 1,003 and what is kept free */
    builder_free(&fast);
    builder_free(&slow);
}

/* A latency beyond the board's block RAM is refused where it stands; the one that the message names
 * is the longest that is not. */
static void latencies_are_the_boards_to_limit(void **state) {
    (void)state;
    static const struct {
        double latency_ps;
        bool fits;
    } rows[] = {{327e6, true}, {328e6, false}, {1e9, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct builder b = builder_base(2, 2, 1, 200e6, 10e9);
        builder_set(&b, "latency", 1e-12 * rows[i].latency_ps);
        b.program->cluster.network.latency_range = (struct bl_range){.line = 7};
        builder_plan(&b, BL_ALL_RULES);
        assert_int_equal(b.diags->count, rows[i].fits ? 0 : 1);
        if (!rows[i].fits) {
            assert_string_equal(b.diags->items[0].code, "E1018");
            assert_int_equal(b.diags->items[0].range.line, 7);
            assert_non_null(
                strstr(b.diags->items[0].text, "the longest latency that fits is 327 us"));
        }
        builder_free(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_takes_a_word_a_clock),
        cmocka_unit_test(the_way_does_not_grow_with_the_records),
        cmocka_unit_test(few_values_weigh_more),
        cmocka_unit_test(values_are_counted_by_rank),
        cmocka_unit_test(links_are_decided_once),
        cmocka_unit_test(packets_follow_lanes_and_links),
        cmocka_unit_test(pairs_of_lanes_and_links_have_queues),
        cmocka_unit_test(slow_links_need_less_room),
        cmocka_unit_test(latencies_are_the_boards_to_limit),
        cmocka_unit_test(published_points),
        cmocka_unit_test(network_is_the_limit_when_slow),
        cmocka_unit_test(partly_zipped_counts_keys),
        cmocka_unit_test(even_keys_reach_the_model),
        cmocka_unit_test(fullest_place_sets_the_bound),
        cmocka_unit_test(bound_follows_the_shape),
        cmocka_unit_test(estimates_grow_with_the_shape),
        cmocka_unit_test(buffers_cover_their_round_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
