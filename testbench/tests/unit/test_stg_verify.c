/* The verifier, on circuits made by hand: right ones, and one for everything that can be wrong. */
#include "netlist_text.h"
#include <cjson/cJSON.h>
#include "async/verify/verify.h"
#include "async/verify/verify_environment.h"
#include "async/verify/verify_gates.h"
#include "async/verify/verify_print.h"

struct check {
    const char *net, *circuit;
    enum bl_fault fault;
    const char *gate, *trace;
    int asks;
};
enum { HIDE_INTERNAL = 1, CONCURRENT }; /* asks: one of the options of the verifier */

/* "a+ b+ c-" */
static void trace_text(struct bl_text *text, const struct bl_netlist *netlist,
                       const struct bl_verification *verdict) {
    bl_text_bytes(text, "", 0);
    for (int i = 0; i < verdict->trace_length; i++)
        bl_text_add(text, "%s%s%c", i ? " " : "", netlist->gates[verdict->trace[i].gate].name,
                    verdict->trace[i].value ? '+' : '-');
}

static struct bl_verification check(const struct check *row) {
    struct net_run run;
    struct bl_text trace = {0};
    net_good(&run, row->net);
    struct bl_netlist *netlist = netlist_read(run.arena, row->circuit);
    struct bl_verify_options options = {.hide_internal = row->asks == HIDE_INTERNAL,
                                        .concurrent = row->asks == CONCURRENT};
    struct bl_verification verdict = bl_verify(run.arena, run.stg, netlist, &options);
    trace_text(&trace, netlist, &verdict);
    if (verdict.fault != row->fault)
        print_error("%s: %s\nafter %s\n", row->circuit, verdict.reason, trace.bytes);
    assert_int_equal(verdict.fault, row->fault);
    assert_int_equal(verdict.fault == BL_FAULT_NONE, verdict.reason == NULL);
    if (row->gate) assert_string_equal(netlist->gates[verdict.gate].name, row->gate);
    if (row->trace) assert_string_equal(trace.bytes, row->trace);
    bl_text_free(&trace);
    verdict.trace = NULL;
    net_end(&run);
    return verdict;
}

#define AB "in a 0\nin b 0\n"

static void c_element(void **state) {
    (void)state;
    const struct check right = {C_ELEMENT, AB "fn c 0 a b | a c | b c", BL_FAULT_NONE, NULL, "", 0};
    struct bl_verification verdict = check(&right);
    assert_int_equal(verdict.state_count, 8);
    assert_int_equal(verdict.arc_count, 10);
    assert_int_equal(verdict.marking_count, 8);
    const struct check rows[] = {
        {C_ELEMENT, AB "lut4 c 0 a b | a c | b c", BL_FAULT_NONE, NULL, "", 0},
        {C_ELEMENT, AB "hold c 0 a b ; a' b'", BL_FAULT_NONE, NULL, "", 0},
        /* a literal too few */
        {C_ELEMENT, AB "fn c 0 a | a c | b c", BL_FAULT_CONFORM, "c", "a+ c+", 0},
        {C_ELEMENT, AB "fn c 0 a b | a c", BL_FAULT_CONFORM, "c", "a+ b+ c+ a- c-", 0},
        {C_ELEMENT, AB "fn c 0 a b", BL_FAULT_CONFORM, "c", "a+ b+ c+ a- c-", 0},
        {C_ELEMENT, AB "hold c 0 a b ; a'", BL_FAULT_CONFORM, "c", "a+ b+ c+ a- c-", 0},
        {C_ELEMENT, AB "hold c 0 a ; a' b'", BL_FAULT_CONFORM, "c", "a+ c+", 0},
        {C_ELEMENT, AB "hold c 0 a' b' ; a b", BL_FAULT_CONFORM, "c", "c+", 0},
        {C_ELEMENT, AB "hold c 0 a b ; b", BL_FAULT_FIGHT, "c", "a+ b+", 0},
        {C_ELEMENT, AB "fn c 0 a b c", BL_FAULT_DEADLOCK, "c", "a+ b+", 0},
        {C_ELEMENT, AB "fn c 1 a b | a c | b c", BL_FAULT_CONFORM, "c", "c-", 0},
        {C_ELEMENT, "in a 1\nin b 0\nfn c 0 a b | a c | b c", BL_FAULT_VALUE, "a", "", 0},
        /* the same function of small gates: the product of the old value comes too late */
        {C_ELEMENT, AB "fn c 0 x | y | z\nfn x 0 a b\nfn y 0 a c\nfn z 0 b c", BL_FAULT_HAZARD,
         NULL, NULL, 0},
        {C_ELEMENT, AB "lut2 c 0 a b | a c | b c", BL_FAULT_SHAPE, "c", "", 0},
        {C_ELEMENT, AB, BL_FAULT_SHAPE, NULL, "", 0},
        {C_ELEMENT, "in b 0\nfn a 0 b\nfn c 0 a b | a c | b c", BL_FAULT_SHAPE, "a", "", 0},
        {C_ELEMENT, AB "in c 0", BL_FAULT_SHAPE, "c", "", 0},
        {C_ELEMENT, AB "in d 0\nfn c 0 a b | a c | b c", BL_FAULT_SHAPE, "d", "", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

#define LATE "mutex g1 0 r1 g2\nmutex g2 0 r2 g1"
#define REQUESTS "in r1 0\nin r2 0\n"
#define EARLY_NET                                                                                 \
    ".inputs r1 r2\n.outputs g1 g2\n.graph\nr1+ g1+\ng1+ r1-\nr1- g1- me\ng1- r1+\nr2+ g2+\ng2+ " \
    "r2-\nr2- g2- me\ng2- r2+\nme g1+ g2+\n"                                                      \
    ".marking { <g1-,r1+> <g2-,r2+> me }\n.end\n"

static void mutexes(void **state) {
    (void)state;
    const struct check rows[] = {
        {ARBITER, REQUESTS LATE, BL_FAULT_NONE, NULL, "", 0},
        {EARLY_NET, REQUESTS LATE, BL_FAULT_NONE, NULL, "", 0},
        /* not an element but two gates: who comes second takes the other's reason away */
        {ARBITER, REQUESTS "fn g1 0 r1 g2'\nfn g2 0 r2 g1'", BL_FAULT_HAZARD, NULL, "r1+ r2+ g1+",
         0},
        {ARBITER, REQUESTS "fn g1 0 r1\nfn g2 0 r2", BL_FAULT_CONFORM, NULL, "r1+ g1+ r2+ g2+", 0},
        {ARBITER, REQUESTS "mutex g1 0 r2 g2\nmutex g2 0 r1 g1", BL_FAULT_CONFORM, "g2", "r1+ g2+",
         0},
        {ARBITER, REQUESTS "mutex g1 0 r1 g2\nfn g2 0 r2 g1'", BL_FAULT_SHAPE, "g1", "", 0},
        {ARBITER, REQUESTS "mutex g1 1 r1 g2\nmutex g2 1 r2 g1", BL_FAULT_SHAPE, "g1", "", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

/* The early element is used where the graph asks for it: there and nowhere else both grants are
 * high for a moment. */
static void early_overlaps(void **state) {
    (void)state;
    const char *const nets[] = {ARBITER, EARLY_NET};
    int counts[2];
    for (int early = 0; early < 2; early++) {
        struct net_run run;
        net_good(&run, nets[early]);
        struct bl_netlist *netlist = netlist_read(run.arena, REQUESTS LATE);
        struct bl_gates *gates = bl_gates_new(run.arena, run.stg, netlist);
        assert_int_equal(bl_mutex_is_early(run.stg, netlist, 2), early);
        uint64_t falling = 2 | 4; /* r2 up, r1 down, g1 still up */
        assert_int_equal(bl_gates_next(gates, &falling, 3), early);
        counts[early] = bl_verify(run.arena, run.stg, netlist, NULL).state_count;
        net_end(&run);
    }
    assert_true(counts[1] > counts[0]);
}

/* An inserted state signal is free to come when it wants, a gate inside too; both without hazards.
 */
static void inner_gates(void **state) {
    (void)state;
    const char *buffer =
        ".inputs a\n.outputs c\n.graph\na+ c+\nc+ a-\na- c-\nc- a+\n.marking { <c-,a+> }\n.end\n";
    const struct check rows[] = {
        {buffer, "in a 0\nfn c 0 x'\nfn x 1 a'", BL_FAULT_NONE, NULL, "", 0},
        /* the inverter begins with the wrong value: it may be slow, so the output moves first */
        {buffer, "in a 0\nfn c 0 x'\nfn x 0 a'", BL_FAULT_CONFORM, "c", "c+", 0},
        /* a gate that swings on its own, and one that may miss its moment */
        {buffer, "in a 0\nfn c 0 a\nfn x 0 x'", BL_FAULT_NONE, NULL, "", 0},
        {buffer, "in a 0\nfn c 0 a\nfn x 0 a c'", BL_FAULT_HAZARD, "x", "a+ c+", 0},
        /* never and forever too late */
        {buffer, "in a 0\nfn c 0 a x\nfn x 0 x", BL_FAULT_DEADLOCK, "c", "a+", 0},
        {buffer, "in a 0\nfn c 0 a y\nfn y 0 y\nfn x 0 x'", BL_FAULT_PROGRESS, "c", "a+", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

/* c needs a, and does not need b; a circuit that waits for b is not live, because nobody promised
 * it. */
static void waits_for_an_input(void **state) {
    (void)state;
    const char *net = ".inputs a b\n.outputs c\n.graph\na+ c+\nc+ a-\na- c-\nc- a+\nb+ b-\nb- "
                      "b+\n.marking { <c-,a+> <b-,b+> }\n.end\n";
    const char *joined =
        ".inputs a b\n.outputs c\n.graph\na+ c+\nc+ a- b-\na- c-\nb- c-\nc- a+ b+\nb+ b-\n"
        ".marking { <c-,a+> <c-,b+> }\n.end\n";
    const struct check rows[] = {
        {net, AB "fn c 0 a", BL_FAULT_NONE, NULL, "", 0},
        {net, AB "hold c 0 a b ; a'", BL_FAULT_HAZARD, "c", "a+ b+ b-", 0},
        {joined, AB "fn c 0 a b | a c | b c", BL_FAULT_PROGRESS, "c", "a+", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

/* Two outputs that the graph wants at once: one that waits for the other is right only for who does
 * not ask for more. */
static void waits_for_an_output(void **state) {
    (void)state;
    const char *net =
        ".inputs a\n.outputs c e\n.graph\na+ c+ e+\nc+ a-\ne+ a-\na- c- e-\nc- a+\ne- a+\n"
        ".marking { <c-,a+> <e-,a+> }\n.end\n";
    const struct check rows[] = {
        {net, "in a 0\nfn c 0 a\nfn e 0 c", BL_FAULT_NONE, NULL, "", 0},
        {net, "in a 0\nfn c 0 a\nfn e 0 c", BL_FAULT_DELAY, "e", "a+", CONCURRENT},
        {net, "in a 0\nfn c 0 a\nfn e 0 a | c", BL_FAULT_DELAY, "e", "a+ c+ e+ a-", CONCURRENT},
        {net, "in a 0\nfn c 0 a\nfn e 0 a", BL_FAULT_NONE, NULL, "", CONCURRENT},
        {net, "in a 0\nfn c 0 a\nfn e 0 x\nfn x 0 a", BL_FAULT_NONE, NULL, "", CONCURRENT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

/* The environment forgets nothing that it cannot see: after a+ the dummy may or may not have fired,
 * and either output is right. */
static void unseen(void **state) {
    (void)state;
    const char *dummy = ".inputs a\n.outputs c\n.dummy d\n.graph\na+ d\nd c+\nc+ a-\na- d/1\nd/1 "
                        "c-\nc- a+\n.marking { <c-,a+> }\n.end\n";
    const char *choice = ".inputs a\n.outputs c e\n.dummy d1 d2\n.graph\na+ p\np d1 d2\nd1 c+\nd2 "
                         "e+\nc+ a-/1\na-/1 c-\ne+ a-/2\na-/2 e-\n"
                         "c- q\ne- q\nq a+\n.marking { q }\n.end\n";
    /* the same word leads to two markings: what is seen of c tells which */
    const char *twins = ".inputs a\n.outputs c e\n.graph\np a+/1 a+/2\na+/1 c+\na+/2 c+/1\nc+ "
                        "a-/1\nc+/1 a-/2\na-/1 c-\na-/2 c-/1\n"
                        "c- p\nc-/1 e+\ne+ e-\ne- p\n.marking { p }\n.end\n";
    const struct check rows[] = {
        {dummy, "in a 0\nfn c 0 a", BL_FAULT_NONE, NULL, "", 0},
        {dummy, "in a 0\nfn c 0 a'", BL_FAULT_CONFORM, "c", "c+", 0},
        {choice, "in a 0\nfn c 0 a\nfn e 0 e", BL_FAULT_NONE, NULL, "", 0},
        {choice, "in a 0\nfn c 0 c\nfn e 0 a", BL_FAULT_NONE, NULL, "", 0},
        {choice, "in a 0\nfn c 0 a\nfn e 0 a", BL_FAULT_CONFORM, NULL, "a+ c+ e+", 0},
        {choice, "in a 0\nfn c 0 c\nfn e 0 e", BL_FAULT_DEADLOCK, NULL, "a+", 0},
        {twins, "in a 0\nfn c 0 a\nfn e 0 e", BL_FAULT_NONE, NULL, "", 0},
        {twins, "in a 0\nfn c 0 a\nfn e 0 c", BL_FAULT_CONFORM, "e", "a+ c+ e+", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

/* An internal signal follows the graph, unless it is hidden or the circuit has none. */
static void internal(void **state) {
    (void)state;
    const char *net = ".inputs a\n.outputs c\n.internal x\n.graph\na+ x+\nx+ c+\nc+ a-\na- x-\nx- "
                      "c-\nc- a+\n.marking { <c-,a+> }\n.end\n";
    const struct check rows[] = {
        {net, "in a 0\nfn c 0 x\nfn x 0 a", BL_FAULT_NONE, NULL, "", 0},
        {net, "in a 0\nfn c 0 a\nfn x 0 a", BL_FAULT_CONFORM, "c", "a+ c+", 0},
        {net, "in a 0\nfn c 0 a\nfn x 0 x", BL_FAULT_CONFORM, "c", "a+ c+", 0},
        {net, "in a 0\nfn c 0 a\nfn x 0 x", BL_FAULT_NONE, NULL, "", HIDE_INTERNAL},
        {net, "in a 0\nfn c 0 a", BL_FAULT_NONE, NULL, "", 0},
        {net, "in a 0\nfn c 0 a\nfn x 0 a c'", BL_FAULT_HAZARD, "x", "a+ c+", HIDE_INTERNAL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

/* Toggles, a net that ends, places with several tokens, and one that never ends to collect them. */
static void nets(void **state) {
    (void)state;
    const char *toggle =
        ".inputs t\n.outputs q\n.graph\nt~ q~\nq~ t~\n.marking { <q~,t~> }\n.end\n";
    const char *once = ".inputs a\n.outputs c\n.graph\np a+\na+ c+\nc+ q\n.marking { p }\n.end\n";
    const char *buffer =
        ".inputs a\n.outputs c\n.graph\na+ a-\na- a+ full\nfree a-\nfull c+\nc+ c-\nc- c+ free\n"
        ".marking { <a-,a+> <c-,c+> free=2 }\n.end\n";
    const char *endless = ".inputs a\n.outputs c\n.graph\na+ a-\na- a+ p\np c+\nc+ c-\nc- "
                          "c+\n.marking { <a-,a+> <c-,c+> }\n.end\n";
    const struct check rows[] = {
        {toggle, "in t 0\nfn q 0 t", BL_FAULT_NONE, NULL, "", 0},
        {toggle, "in t 1\nfn q 1 t", BL_FAULT_NONE, NULL, "", 0},
        {toggle, "in t 0\nfn q 0 t'", BL_FAULT_CONFORM, "q", "q+", 0},
        {once, "in a 0\nfn c 0 a", BL_FAULT_NONE, NULL, "", 0},
        {once, "in a 0\nfn c 0 c", BL_FAULT_DEADLOCK, "c", "a+", 0},
        {buffer, "in a 0\nfn c 0 a", BL_FAULT_CONFORM, NULL, "a+ c+", 0},
        {endless, "in a 0\nfn c 0 c", BL_FAULT_LIMIT, NULL, "", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

/* A ring of 70 signals: values, fan-out and traces beyond the first word. */
static void wide(void **state) {
    (void)state;
    struct net_run run;
    struct bl_text net = {0};
    bl_text_add(&net, ".outputs");
    for (int i = 0; i < 70; i++) bl_text_add(&net, " x%d", i);
    bl_text_add(&net, "\n.graph\n");
    for (int i = 0; i < 69; i++) bl_text_add(&net, "x%d+ x%d+\nx%d- x%d-\n", i, i + 1, i, i + 1);
    bl_text_add(&net, "x69+ x0-\nx69- x0+\n.marking { <x69-,x0+> }\n.end\n");
    net_good(&run, net.bytes);
    struct bl_netlist netlist = {
        .name = "ring", .gates = BL_NEW(run.arena, struct bl_gate, 70), .gate_count = 70};
    for (int i = 0; i < 70; i++) {
        struct bl_cover *cover = &netlist.gates[i].set;
        netlist.gates[i] = (struct bl_gate){
            .name = run.stg->signals[i].name, .kind = BL_GATE_FUNCTION, .partner = -1};
        *cover = (struct bl_cover){BL_NEW(run.arena, int, 1), 1,
                                   BL_NEW(run.arena, struct bl_cube, 1), 1, NULL};
        cover->inputs[0] = (i + 69) % 70;
        cover->cubes[0] = (struct bl_cube){1, i > 0};
    }
    assert_int_equal(bl_verify(run.arena, run.stg, &netlist, NULL).fault, BL_FAULT_NONE);
    netlist.gates[69].set.cubes[0].value = 0;
    struct bl_verification verdict = bl_verify(run.arena, run.stg, &netlist, NULL);
    assert_int_equal(verdict.fault, BL_FAULT_CONFORM);
    assert_int_equal(verdict.gate, 69);
    netlist.gates[69].set.cubes[0].care = 0;
    verdict = bl_verify(run.arena, run.stg, &netlist, &(struct bl_verify_options){.limit = 10});
    assert_int_equal(verdict.fault, BL_FAULT_CONFORM);
    net_end(&run);
    bl_text_free(&net);
}

static void printing(void **state) {
    (void)state;
    struct net_run run;
    struct bl_text text = {0};
    net_good(&run, C_ELEMENT);
    struct bl_netlist *netlist = netlist_read(run.arena, AB "fn c 0 a b | a c");
    struct bl_verification verdict = bl_verify(run.arena, run.stg, netlist, NULL);
    bl_verification_print(&text, netlist, &verdict);
    assert_non_null(
        strstr(text.bytes, "test: unexpected output: the graph does not allow `c-` here"));
    assert_non_null(strstr(text.bytes, "    after reset: a=0 b=0 c=0\n    then: a+ b+ c+ a- c-\n"));
    text.length = 0;
    cJSON *object = cJSON_CreateObject();
    bl_verification_add_json(netlist, &verdict, object);
    char *printed = cJSON_Print(object);
    assert_non_null(strstr(printed, "\"correct\":\tfalse"));
    assert_non_null(strstr(printed, "\"trace\":\t[\"a+\", \"b+\", \"c+\", \"a-\", \"c-\"]"));
    free(printed);
    cJSON_Delete(object);
    text.length = 0;
    bl_verification_vcd(&text, netlist, &verdict);
    assert_non_null(strstr(text.bytes, "$var wire 1 # c $end\n$var wire 1 $ fault $end\n"));
    assert_non_null(strstr(text.bytes, "#0\n$dumpvars\n0!\n0\"\n0#\n0$\n$end\n#10\n1!\n#20\n1\"\n#"
                                       "30\n1#\n#40\n0!\n#50\n0#\n#51\n1$\n#70\n"));
    bl_text_free(&text);
    net_end(&run);
}

/* Where the graph may wait for an input for ever: no visible local signal is wanted, whatever
 * happens unseen. */
static void resting(void **state) {
    (void)state;
    static const struct {
        const char *net;
        bool start, later;
    } rows[] = {
        {".inputs r\n.outputs a\n.graph\nr+ a+\na+ r-\nr- a-\na- r+\n.marking { <a-,r+> }\n.end\n",
         true, false},
        {".inputs r\n.outputs a\n.internal x\n.graph\nr+ a+\na+ r-\nr- a-\na- r+\n"
         "x+ x-\nx- x+\n.marking { <a-,r+> <x-,x+> }\n.end\n",
         true, false},
        {".inputs r\n.outputs a\n.dummy d e\n.graph\nr+ a+\na+ r-\nr- a-\na- r+\n"
         "d e\ne d\n.marking { <a-,r+> <e,d> }\n.end\n",
         true, false},
        {".inputs r\n.outputs a\n.internal x\n.graph\nr+ x+\nx+ a+\na+ r-\nr- x-\nx- a-\na- "
         "r+\n.marking { <a-,r+> }\n.end\n",
         true, false},
        {".inputs r\n.outputs a\n.dummy d e\n.graph\nr+ p\np d e\n"
         "d p\ne a+\na+ r-\nr- a-\na- r+\n.marking { <a-,r+> }\n.end\n",
         true, false},
        {".inputs r\n.outputs a\n.dummy d e\n.graph\nr+ p\np d e\n"
         "d q\ne a+\na+ r-\nr- a-\na- s\nq r-/2\nr-/2 s\ns r+\n.marking { s }\n.end\n",
         true, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net_run run;
        bool visible[] = {true, true, false};
        net_good(&run, rows[i].net);
        struct bl_environment *env = bl_environment_new(run.arena, run.stg, visible);
        int start = bl_environment_start(env), later = bl_environment_step(env, start, 0, true);
        if (bl_environment_state(env, start)->may_rest != rows[i].start)
            fail_msg("start of %s", rows[i].net);
        if (bl_environment_state(env, later)->may_rest != rows[i].later)
            fail_msg("after r+ of %s", rows[i].net);
        net_end(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c_element),
        cmocka_unit_test(mutexes),
        cmocka_unit_test(early_overlaps),
        cmocka_unit_test(inner_gates),
        cmocka_unit_test(waits_for_an_input),
        cmocka_unit_test(waits_for_an_output),
        cmocka_unit_test(unseen),
        cmocka_unit_test(internal),
        cmocka_unit_test(nets),
        cmocka_unit_test(wide),
        cmocka_unit_test(printing),
        cmocka_unit_test(resting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
