/* Mutual exclusions of more than two ways: found, divided into two-way ones, made, and broken on
 * purpose. */
#include "rounds.h"
#include "stg_text.h"

#include "async/net/stg_net.h"
#include "async/states/stg_divide.h"
#include "async/stg_circuit.h"

enum start {
    REST,
    ASKED,
    GRANTED,
    LEFT
}; /* of a client at the beginning: r and g are 00, 10, 11, 01 */
struct ways_net {
    int count;
    bool late;
    enum start start[6];
};

static bool holds(const struct ways_net *net, enum start start) {
    return start == GRANTED || (net->late && start == LEFT);
}

static void add_marking(struct bl_text *text, const struct ways_net *net) {
    static const char *const arcs[] = {"<e/%d,r%d+>", "<r%d+,g%d+>", "<g%d+,r%d->", "<r%d-,g%d->"};
    bool held = false;
    bl_text_add(text, ".marking {");
    for (int i = 1; i <= net->count; i++) {
        enum start start = net->start[i - 1];
        bl_text_add(text, " ");
        bl_text_add(text, arcs[start], i, i);
        held |= holds(net, start);
    }
    bl_text_add(text, "%s }\n.end\n", held ? "" : " me");
}

/* Clients with a handshake of four phases at one place; a dummy follows each grant's fall. */
static void add_net(struct bl_text *text, const struct ways_net *net) {
    bl_text_add(text, "#@mutex me protocol=%s\n.dummy e\n", net->late ? "LATE" : "EARLY");
    for (int i = 1; i <= net->count; i++) bl_text_add(text, ".inputs r%d\n.outputs g%d\n", i, i);
    bl_text_add(text, ".graph\n");
    for (int i = 1; i <= net->count; i++)
        bl_text_add(text,
                    "me g%d+\n%c%d- me\nr%d+ g%d+\ng%d+ r%d-\nr%d- g%d-\ng%d- e/%d\ne/%d r%d+\n", i,
                    net->late ? 'g' : 'r', i, i, i, i, i, i, i, i, i, i, i);
    add_marking(text, net);
}

static const struct bl_stg_report *check(struct net_run *run, const struct ways_net *net) {
    struct bl_text text = {0};
    add_net(&text, net);
    net_good(run, text.bytes);
    bl_text_free(&text);
    assert_int_equal(run->diags->count, 0);
    const struct bl_stg_report *report = bl_stg_check(run->arena, run->stg, 100000);
    for (int i = 0; i < BL_STG_CHECK_COUNT; i++)
        if (report->findings[i].fatal)
            print_error("%s: %s\n", bl_stg_check_word((enum bl_stg_check)i),
                        report->findings[i].reason);
    assert_true(report->synthesizable);
    assert_non_null(report->divided);
    return report;
}

static const struct ways_net nets[] = {
    {3, true, {REST}},
    {3, false, {REST}},
    {4, true, {REST}},
    {4, false, {REST}},
    {5, true, {REST}},
    {5, false, {REST}},
    {3, true, {ASKED, GRANTED, REST}},
    {3, true, {LEFT, ASKED, ASKED}},
    {3, true, {ASKED, ASKED, ASKED}},
    {4, false, {LEFT, GRANTED, ASKED, REST}},
    {3, false, {LEFT, LEFT, ASKED}},
};
enum { NETS = sizeof nets / sizeof *nets };

static int signal_named(const struct bl_stg *stg, const char *name, int number) {
    char room[16];
    snprintf(room, sizeof room, "%s%d", name, number);
    for (int i = 0; i < stg->signal_count; i++)
        if (!strcmp(stg->signals[i].name, room)) return i;
    fail_msg("no signal %s", room);
    return -1;
}

/* What the file has is found, and its checks stay its own. */
static void finds(void **state) {
    (void)state;
    for (int i = 0; i < NETS; i++) {
        struct net_run run;
        const struct bl_stg_report *report = check(&run, &nets[i]);
        assert_int_equal(run.stg->mutex_count, 0);
        assert_int_equal(run.stg->ways_count, 1);
        assert_int_equal(run.stg->hint_count, 0);
        assert_int_equal(run.stg->ways->count, nets[i].count);
        assert_int_equal(run.stg->ways->protocol, nets[i].late ? BL_STG_LATE : BL_STG_EARLY);
        assert_true(run.stg->ways->declared);
        assert_string_equal(run.stg->signals[run.stg->ways->grants[2]].name, "g3");
        assert_string_equal(run.stg->signals[run.stg->ways->requests[2]].name, "r3");
        assert_ptr_equal(report->stg, run.stg);
        assert_int_equal(report->graph->net->signal_count, 2 * nets[i].count);
        net_end(&run);
    }
}

/* Two-way ones only, as the parser would find them in the net's text. */
static void divides(void **state) {
    (void)state;
    for (int i = 0; i < NETS; i++) {
        struct net_run run, again;
        struct bl_text text = {0};
        int n = nets[i].count;
        const struct bl_stg *net = check(&run, &nets[i])->divided;
        assert_int_equal(net->ways_count, 0);
        assert_int_equal(net->mutex_count, n * (n - 1) / 2);
        assert_int_equal(net->signal_count, 2 * n + n * (n - 1));
        assert_int_equal(net->dummy_count, 1);
        for (int j = 0; j < net->mutex_count; j++)
            assert_int_equal(net->mutexes[j].protocol, BL_STG_LATE);
        for (int j = 2 * n; j < net->signal_count; j++)
            assert_int_equal(net->signals[j].kind, BL_STG_INTERNAL);
        bl_stg_print(&text, net);
        net_good(&again, text.bytes);
        assert_int_equal(again.stg->mutex_count, net->mutex_count);
        assert_int_equal(again.stg->transition_count, net->transition_count);
        assert_int_equal(again.stg->place_count, net->place_count);
        bl_text_free(&text);
        net_end(&again);
        net_end(&run);
    }
}

/* Marks in `reached` the states from which an arc of the transition can come. */
static void go_back(struct net_run *run, struct bl_state_graph *graph, int transition,
                    bool *reached) {
    int *stack = BL_NEW(run->arena, int, graph->state_count), depth = 0;
    for (int s = 0; s < graph->state_count; s++)
        for (int i = graph->arc_start[s]; i < graph->arc_start[s + 1]; i++)
            if (graph->arcs[i].transition == transition && !reached[s])
                reached[stack[depth++] = s] = true;
    while (depth) {
        int s = stack[--depth];
        for (int i = graph->back_start[s]; i < graph->back_start[s + 1]; i++)
            if (!reached[graph->back[i].state])
                reached[stack[depth++] = graph->back[i].state] = true;
    }
}

/* In every state one client at most has the grant, and every client can still come to its turn. */
static void is_fair(void **state) {
    (void)state;
    for (int i = 0; i < NETS; i++) {
        struct net_run run;
        const struct bl_stg *net = check(&run, &nets[i])->divided;
        struct bl_state_graph *graph = bl_graph_build(run.arena, net, 1000000);
        assert_int_equal(graph->end, BL_GRAPH_COMPLETE);
        assert_int_equal(graph->bound, 1);
        assert_true(graph->consistent);
        bl_graph_backward(run.arena, graph);
        for (int s = 0; s < graph->state_count; s++) {
            int granted = 0;
            for (int c = 1; c <= nets[i].count; c++)
                granted += bl_graph_value(graph, s, signal_named(net, "g", c)) &&
                           (nets[i].late || bl_graph_value(graph, s, signal_named(net, "r", c)));
            assert_true(granted <= 1);
        }
        for (int c = 1; c <= nets[i].count; c++) {
            char name[16];
            bool *reached = BL_NEW(run.arena, bool, graph->state_count);
            snprintf(name, sizeof name, "g%d+", c);
            go_back(&run, graph, net_transition(net, name), reached);
            for (int s = 0; s < graph->state_count; s++) assert_true(reached[s]);
        }
        net_end(&run);
    }
}

static struct bl_stg_circuit make(struct net_run *run, const struct ways_net *net,
                                  enum bl_gate_style style) {
    struct bl_stg_circuit circuit = {.options = {.style = style}};
    const struct bl_stg_report *report = check(run, net);
    bl_stg_circuit_make(run->arena, run->diags, report, &circuit);
    return circuit;
}

/* Right for the divided net and for that of the file, in all styles. */
static void circuits(void **state) {
    (void)state;
    const int count = bl_rounds(NETS);
    for (int i = 0; i < count; i++)
        for (int style = BL_STYLE_COMPLEX; style <= BL_STYLE_LUT; style++) {
            struct net_run run;
            const struct bl_stg_circuit circuit = make(&run, &nets[i], (enum bl_gate_style)style);
            assert_true(bl_stg_circuit_is_right(&circuit));
            assert_ptr_equal(circuit.file_net, run.stg);
            assert_int_equal(circuit.verification.fault, BL_FAULT_NONE);
            assert_int_equal(circuit.for_file.fault, BL_FAULT_NONE);
            assert_true(circuit.for_file.marking_count < circuit.verification.marking_count);
            net_end(&run);
        }
}

/* The element between two ways is left out: each gets through as soon as it asks. */
static void leave_out(const struct bl_netlist *netlist, int pair) {
    for (int i = 0; i < netlist->gate_count; i++) {
        struct bl_gate *gate = &netlist->gates[i];
        if (gate->kind != BL_GATE_MUTEX || (pair != i && pair != gate->partner)) continue;
        gate->kind = BL_GATE_FUNCTION;
        netlist->gates[gate->partner].kind = BL_GATE_FUNCTION;
        return;
    }
}

enum { MOST_MUTEXES = 64 };

/* Which gates of a net's circuit are elements; how many. */
static int mutexes_of(const struct ways_net *net, int gates[MOST_MUTEXES]) {
    struct net_run run;
    const struct bl_stg_circuit circuit = make(&run, net, BL_STYLE_COMPLEX);
    const struct bl_netlist *netlist = circuit.synthesis.netlist;
    int count = 0;
    for (int i = 0; i < netlist->gate_count; i++)
        if (netlist->gates[i].kind == BL_GATE_MUTEX && count < MOST_MUTEXES) gates[count++] = i;
    net_end(&run);
    return count;
}

/* Without any one of its elements the circuit is wrong, and the graph of the file alone tells. */
static void left_out(void **state) {
    (void)state;
    int tried = 0;
    for (int i = 0; i < 4; i++) {
        int gates[MOST_MUTEXES], count = mutexes_of(&nets[i], gates);
        for (int k = 0; k < count; k++) {
            struct net_run run;
            const struct bl_stg_circuit circuit = make(&run, &nets[i], BL_STYLE_COMPLEX);
            leave_out(circuit.synthesis.netlist, gates[k]);
            enum bl_fault fault =
                bl_verify(run.arena, run.stg, circuit.synthesis.netlist, NULL).fault;
            assert_true(fault == (nets[i].late ? BL_FAULT_HAZARD : BL_FAULT_CONFORM));
            tried++;
            net_end(&run);
        }
    }
    assert_int_equal(tried, 2 * (6 + 12));
}

/* A net that was divided wrongly gives no circuit: a pair's token is missing. */
static void lost_token(void **state) {
    (void)state;
    struct net_run run;
    struct bl_stg_circuit circuit = {.options = {.style = BL_STYLE_LUT}};
    const struct bl_stg_report *report = check(&run, &nets[0]);
    report->divided->places[net_place(report->divided, "me_g1_or_g2")].tokens = 0;
    bl_stg_circuit_make(run.arena, run.diags, report, &circuit);
    assert_false(bl_stg_circuit_is_right(&circuit));
    assert_int_equal(run.diags->count, 1);
    assert_string_equal(run.diags->items[0].code, "E4064");
    net_end(&run);
}

/* Two shared places and several transitions of a grant; a name that is taken already. */
static void two_places(void **state) {
    (void)state;
    struct net_run run;
    struct bl_stg_circuit circuit = {.options = {.style = BL_STYLE_COMPLEX}};
    net_good(
        &run,
        ".inputs r1 r2 r3\n.outputs g1 g2 g3 m_g1_before_g2 h1 h2 h3\n.graph\n"
        "m g1+ g1+/1 g2+ g3+\nk h1+ h1+/1 h2+ h3+\n"
        "c r1+ r1+/1\nr1+ g1+\nr1+/1 g1+/1\ng1+ h1+\nh1+ m_g1_before_g2+\nm_g1_before_g2+ r1-\n"
        "g1+/1 h1+/1\nh1+/1 m_g1_before_g2+/1\nm_g1_before_g2+/1 r1-/1\n"
        "r1- g1-\nr1-/1 g1-/1\ng1- m h1-\ng1-/1 m h1-/1\nh1- k m_g1_before_g2-\nm_g1_before_g2- c\n"
        "h1-/1 k m_g1_before_g2-/1\nm_g1_before_g2-/1 c\n"
        "r2+ g2+\ng2+ h2+\nh2+ r2-\nr2- g2-\ng2- m h2-\nh2- k r2+\n"
        "r3+ g3+\ng3+ h3+\nh3+ r3-\nr3- g3-\ng3- m h3-\nh3- k r3+\n"
        ".marking { m k c <h2-,r2+> <h3-,r3+> }\n.end\n");
    assert_int_equal(run.stg->ways_count, 2);
    const struct bl_stg_report *report = bl_stg_check(run.arena, run.stg, 100000);
    if (!report->synthesizable) print_error("%s\n", bl_stg_obstacle(report)->reason);
    assert_non_null(report->divided);
    assert_int_equal(report->divided->mutex_count, 6);
    assert_string_equal(report->divided->signals[run.stg->signal_count].name, "m_g1_before_g2_");
    bl_stg_circuit_make(run.arena, run.diags, report, &circuit);
    if (run.diags->count) print_error("%s\n", run.diags->items[0].text);
    assert_true(bl_stg_circuit_is_right(&circuit));
    net_end(&run);
}

struct refusal {
    const char *net, *reason;
};

/* What has not the behaviour that the stages need is refused with the reason. */
static void refuses(void **state) {
    (void)state;
    static const struct refusal rows[] = {
        /* r3 falls when it likes */
        {".inputs r1 r2 r3\n.outputs g1 g2 g3\n.graph\nm g1+ g2+ g3+\nr1+ g1+\ng1+ r1-\nr1- "
         "g1-\ng1- m r1+\nr2+ g2+\ng2+ r2-\nr2- g2-\n"
         "g2- m r2+\nr3+ p\np g3+ r3-/1\nr3-/1 i\ni r3+\ng3+ r3-\nr3- g3-\ng3- m i\n.marking { m "
         "<g1-,r1+> <g2-,r2+> i }\n.end\n",
         "at `m`, `r3` does not wait for its grant, as it must where there are more than two"},
        /* g3 has something else to wait for */
        {".inputs r1 r2 r3\n.outputs g1 g2 g3\n.graph\nm g1+ g2+ g3+\nr1+ g1+\ng1+ r1-\nr1- "
         "g1-\ng1- m r1+\nr2+ g2+\ng2+ r2-\nr2- g2-\n"
         "g2- m r2+\nr3+ g3+\ng3+ r3-\nr3- g3-\ng3- m r3+ q\nq g3+\n.marking { m <g1-,r1+> "
         "<g2-,r2+> <g3-,r3+> q=1 }\n.end\n",
         NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net_run run;
        net_good(&run, rows[i].net);
        const struct bl_stg_report *report = bl_stg_check(run.arena, run.stg, 1000);
        const char *reason = report->findings[BL_STG_CHECK_MUTEX].reason;
        assert_false(report->synthesizable);
        assert_null(report->divided);
        if (rows[i].reason) assert_string_equal(reason, rows[i].reason);
        else assert_int_equal(report->findings[BL_STG_CHECK_PERSISTENT].verdict, BL_VERDICT_NO);
        net_end(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds),      cmocka_unit_test(divides),  cmocka_unit_test(is_fair),
        cmocka_unit_test(circuits),   cmocka_unit_test(left_out), cmocka_unit_test(lost_token),
        cmocka_unit_test(two_places), cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
