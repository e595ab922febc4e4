/* Emission and sign-off of circuits made by hand: names, where the reset goes, tables, forks. */
#include "async/emit/emit_async.h"
#include "async/emit/emit_async_inner.h"
#include "netlist_text.h"

#define AB "in a 0\nin b 0\n"

static struct bl_async *begin(struct net_run *run, const char *net, const char *circuit,
                              int table_inputs) {
    net_good(run, net);
    return bl_async_new(run->arena, run->stg, netlist_read(run->arena, circuit), table_inputs);
}

static void tables(void **state) {
    (void)state;
    struct net_run run;
    struct bl_text text = {0};
    struct bl_async *async = begin(&run, C_ELEMENT, AB "hold c 0 a b ; a' b'", 0);
    bl_async_gates(&text, async);
    assert_int_equal(bl_async_tables(async), 1);
    assert_non_null(strstr(text.bytes, "bl_lut #(.INPUTS(4), .TABLE(64'hE8), .FABRIC(FABRIC)) "
                                       "bl_gate_c (.i({rst, c, b, a}), .o(c));"));
    bl_text_free(&text);
    net_end(&run);
}

/* Full tables: c needs a second one, because its inputs may be anything; k follows c and l, which
 * are held. */
static void resets(void **state) {
    (void)state;
    struct net_run run;
    const char *net = ".inputs a b\n.outputs c l\n.graph\na+ c+\nc+ a-\na- c-\nc- a+\nb+ l+\nl+ "
                      "b-\nb- l-\nl- b+\n"
                      ".marking { <c-,a+> <l-,b+> }\n.end\n";
    struct bl_async *async = begin(
        &run, net, AB "fn c 0 a b k l | a\nfn l 0 b\nfn k 1 c' l' a b | c' | l' a b", 4);
    assert_int_equal(async->forms[2], BL_FORM_TABLE_RESET);
    assert_true(async->resets[2] && async->resets[3]);
    assert_int_equal(async->forms[4], BL_FORM_TABLE);
    assert_false(async->resets[4]);
    assert_int_equal(bl_async_tables(async), 4);
    net_end(&run);
}

static void names(void **state) {
    (void)state;
    struct net_run run;
    const char *net = ".inputs rst wire gate_x\n.outputs x a.b a_b bl_k\n.graph\nrst+ x+\nwire+ "
                      "a.b+\ngate_x+ a_b+ bl_k+\n"
                      ".marking { }\n.end\n";
    struct bl_async *async = begin(
        &run, net,
        "in rst 0\nin wire 0\nin gate_x 0\nfn x 0 rst\nfn a.b 0 wire\nfn a_b 0 gate_x\n"
        "fn bl_k 0 gate_x",
        0);
    const char *const wanted[] = {"rst_1", "wire_1", "gate_x", "x", "a_b_1", "a_b", "s_bl_k"};
    for (int i = 0; i < 7; i++) assert_string_equal(async->names[i], wanted[i]);
    net_end(&run);
}

/* Neither the module nor a signal takes a name that the files use for something else. */
static void own_names(void **state) {
    (void)state;
    static const char *const models[][2] = {
        {"rst", "rst_1"},         {"FABRIC", "FABRIC_1"}, {"gate_DELAY", "gate_DELAY"},
        {"BL_SEED", "s_BL_SEED"}, {"unused", "unused_1"}, {"reg", "reg_1"},
        {"next_c", "next_c"}};
    for (int i = 0; i < 7; i++) {
        struct net_run run;
        net_good(&run,
                 ".inputs DELAY BL_SEED\n.outputs BL_EVENTS rst__model\n.graph\nDELAY+ BL_EVENTS+\n"
                 "BL_SEED+ rst__model+\n.marking { }\n.end\n");
        struct bl_netlist *netlist = netlist_read(
            run.arena, "in DELAY 0\nin BL_SEED 0\nfn BL_EVENTS 0 DELAY\nfn rst__model 0 BL_SEED");
        netlist->name = models[i][0];
        const struct bl_async *async = bl_async_new(run.arena, run.stg, netlist, 0);
        assert_string_equal(async->module, models[i][1]);
        assert_string_equal(async->names[0], "DELAY_1");
        assert_string_equal(async->names[1], i == 3 ? "s_BL_SEED_1" : "s_BL_SEED");
        assert_string_equal(async->names[2], "s_BL_EVENTS");
        assert_string_equal(async->names[3], "rst__model");
        net_end(&run);
    }
}

static void check_unused(const char *net, const char *circuit, int tables, const char *wanted) {
    struct net_run run;
    struct bl_text text = {0};
    bl_async_gates(&text, begin(&run, net, circuit, tables));
    const char *found = strstr(text.bytes, "wire unused");
    if (!wanted) assert_null(found);
    else if (!found || strncmp(found, wanted, strlen(wanted)) != 0) fail_msg("%s", text.bytes);
    bl_text_free(&text);
    net_end(&run);
}

/* What nothing reads is named: inputs, internal signals, reset and fabric of a circuit without
 * tables. */
static void unread(void **state) {
    (void)state;
    static const char net[] =
        ".inputs a b\n.outputs c\n.internal x\n.graph\na+ c+\nb+ x+\n.marking { }\n.end\n";
    check_unused(net, AB "fn c 0 a b\nfn x 0 x", 0, NULL);
    check_unused(net, AB "fn c 0 a\nfn x 0 x", 0, "wire unused = &{1'b0, b};");
    check_unused(net, AB "fn c 0 a b\nfn x 0 a", 0, "wire unused = &{1'b0, x};");
    check_unused(net, AB "fn c 0 a b x\nfn x 0 a b c", 2, "wire unused = &{1'b0, FABRIC == 0};");
    check_unused(".inputs a\n.graph\na+ a-\n.marking { }\n.end\n", "in a 0", 0,
                 "wire unused = &{1'b0, rst, FABRIC == 0, a};");
}

/* A sum of 7 inputs is no table; its reset is one more literal of every product. */
static void large(void **state) {
    (void)state;
    struct net_run run;
    struct bl_text text = {0};
    const char *net = ".inputs a b c d e f g\n.outputs x\n.graph\na+ x+\n.marking { }\n.end\n";
    struct bl_async *async = begin(
        &run, net,
        "in a 0\nin b 0\nin c 0\nin d 0\nin e 0\nin f 0\nin g 0\nfn x 1 a b | c d e f g'", 0);
    bl_async_gates(&text, async);
    assert_int_equal(bl_async_tables(async), -1);
    assert_non_null(strstr(text.bytes,
                           ".CUBES(3),\n        .CARE({8'b11111100, 8'b10000011, 8'b10000000}),\n"
                           "        .VALUE({8'b00111100, 8'b00000011, 8'b10000000})"));
    bl_text_free(&text);
    net_end(&run);
}

/* Of a C element only the feedback matters. */
static void forks(void **state) {
    (void)state;
    struct net_run run;
    net_good(&run, C_ELEMENT);
    struct bl_netlist *netlist = netlist_read(run.arena, AB "fn c 0 a b | a c | b c");
    const struct bl_signoff *signoff = bl_signoff_find(run.arena, run.stg, netlist, 0);
    assert_int_equal(signoff->branch_count, 4);
    assert_int_equal(signoff->matter_count, 1);
    for (int i = 0; i < 4; i++) {
        const struct bl_branch *branch = &signoff->branches[i];
        assert_int_equal(branch->matters, branch->from == 2 && branch->to == 2);
        if (!branch->matters) continue;
        assert_true(branch->rise);
        assert_int_equal(branch->race_length, 2); /* an input falls, then c */
        assert_int_equal(branch->race[1], 2);
    }
    net_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),    cmocka_unit_test(resets), cmocka_unit_test(names),
        cmocka_unit_test(own_names), cmocka_unit_test(unread), cmocka_unit_test(large),
        cmocka_unit_test(forks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
