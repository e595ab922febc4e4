/* The state graph and the checks, against a token game that is as plain as can be, on random nets.
 */
#include "async/net/stg.h"
#include "async/states/state_graph.h"
#include "async/states/stg_checks.h"
#include "rounds.h"
#include "stg_text.h"

enum { PLACES = 7, TRANSITIONS = 7, MOST = 3000 };

/* States as a list of token counts and values, searched from end to end. */
struct plain {
    struct {
        int tokens[PLACES];
        unsigned code;
    } states[MOST];
    int count, arcs, markings, deadlocks;
    bool too_many;
};

static int plain_find(struct plain *plain, const int *tokens, unsigned code) {
    for (int i = 0; i < plain->count; i++)
        if (plain->states[i].code == code &&
            !memcmp(plain->states[i].tokens, tokens, sizeof plain->states[i].tokens))
            return i;
    if (plain->count == MOST) {
        plain->too_many = true;
        return 0;
    }
    memcpy(plain->states[plain->count].tokens, tokens, sizeof plain->states[plain->count].tokens);
    plain->states[plain->count].code = code;
    return plain->count++;
}

static bool plain_fire(const struct bl_stg_transition *transition, int *tokens) {
    for (int i = 0; i < transition->pre_count; i++)
        if (!tokens[transition->pre[i]]) return false;
    for (int i = 0; i < transition->pre_count; i++) tokens[transition->pre[i]]--;
    for (int i = 0; i < transition->post_count; i++) tokens[transition->post[i]]++;
    return true;
}

static void plain_explore(struct plain *plain, const struct bl_stg *stg) {
    int tokens[PLACES] = {0};
    memset(plain, 0, sizeof *plain);
    net_play(stg, NULL, 0, tokens);
    plain_find(plain, tokens, 0);
    for (int state = 0; state < plain->count && !plain->too_many; state++) {
        int before = plain->arcs;
        for (int i = 0; i < stg->transition_count; i++) {
            memcpy(tokens, plain->states[state].tokens, sizeof tokens);
            if (!plain_fire(&stg->transitions[i], tokens)) continue;
            plain->arcs++;
            plain_find(plain, tokens,
                       plain->states[state].code ^
                           (bl_stg_is_silent(stg, i) ? 0u : 1u << stg->transitions[i].signal));
        }
        plain->deadlocks += plain->arcs == before;
    }
    for (int i = 0, j; i < plain->count; i++) {
        for (j = 0;
             j < i && memcmp(plain->states[i].tokens, plain->states[j].tokens, sizeof tokens) != 0;
             j++) {}
        plain->markings += j == i;
    }
}

/* A net of toggles (which are consistent whatever they do) and dummies; every place is named, so
 * that all exist. */
static void random_net(struct bl_text *text, uint64_t *random) {
    bl_text_add(text, ".inputs s0 s1\n.outputs s2 s3\n.dummy d\n.graph\n");
    for (int i = 0; i < TRANSITIONS; i++) {
        char name[16];
        unsigned signal = (unsigned)net_random(random, 5);
        if (signal == 4) snprintf(name, sizeof name, "d/%d", i);
        else snprintf(name, sizeof name, "s%u~/%d", signal, i);
        for (unsigned j = 0, count = 1 + (unsigned)net_random(random, 2); j < count; j++)
            bl_text_add(text, "p%u %s\n", (unsigned)net_random(random, PLACES), name);
        for (unsigned j = 0, count = (net_random(random, 8) != 0) + (net_random(random, 4) == 0);
             j < count; j++)
            bl_text_add(text, "%s p%u\n", name, (unsigned)net_random(random, PLACES));
    }
    for (int i = 0; i < PLACES; i++) bl_text_add(text, "p%d\n", i);
    bl_text_add(text, ".marking {");
    for (int i = 0; i < PLACES; i++)
        if (net_random(random, 3) == 0)
            bl_text_add(text, " p%d=%u", i, 1 + (unsigned)(net_random(random, 3) == 0));
    bl_text_add(text, " }\n.end\n");
}

/* Every arc is a firing and moves one bit of the code; the arcs backward are the arcs forward. */
static void check_arcs(struct bl_arena *arena, struct bl_state_graph *graph) {
    int64_t sum = 0, back = 0;
    bl_graph_backward(arena, graph);
    for (int state = 0; state < graph->state_count; state++) {
        uint64_t excited = 0;
        for (int i = graph->arc_start[state]; i < graph->arc_start[state + 1]; i++) {
            const struct bl_state_arc *arc = &graph->arcs[i];
            bool silent = bl_stg_is_silent(graph->net, arc->transition);
            uint64_t bit = silent ? 0
                                  : UINT64_C(1) << graph->net->transitions[arc->transition].signal;
            assert_int_equal(*bl_graph_code(graph, state) ^ *bl_graph_code(graph, arc->state), bit);
            excited |= bit;
            sum += (int64_t)(state + 1) * (arc->state + 7) * (arc->transition + 3);
        }
        assert_int_equal(excited, *bl_graph_excited(graph, state));
        for (int i = graph->back_start[state]; i < graph->back_start[state + 1]; i++)
            back += (int64_t)(graph->back[i].state + 1) * (state + 7) *
                    (graph->back[i].transition + 3);
    }
    assert_int_equal(graph->back_start[graph->state_count], graph->arc_count);
    assert_int_equal(sum, back);
}

static void check_state_trace(struct bl_arena *arena, const struct bl_state_graph *graph,
                              int state) {
    int length, tokens[PLACES], *trace = bl_graph_trace(arena, graph, state, -1, &length);
    uint64_t code = *bl_graph_code(graph, 0);
    net_play(graph->net, trace, length, tokens);
    for (int i = 0; i < length; i++)
        if (!bl_stg_is_silent(graph->net, trace[i]))
            code ^= UINT64_C(1) << graph->net->transitions[trace[i]].signal;
    assert_int_equal(code, *bl_graph_code(graph, state));
    for (int i = 0; i < graph->net->place_count && graph->marking_words; i++)
        assert_int_equal(bl_graph_tokens(graph, state, i), tokens[i]);
}

/* No dummy is left, no state has two arcs of a signal, and a random walk in the net is a walk in
 * the observed graph. */
static void check_observed(struct bl_arena *arena, struct bl_state_graph *graph,
                           struct bl_state_graph *observed, uint64_t *random) {
    check_arcs(arena, observed);
    for (int i = 0; i < observed->state_count; i += 1 + observed->state_count / 50)
        check_state_trace(arena, observed, i);
    for (int i = 0; i < observed->arc_count; i++)
        assert_false(bl_stg_is_silent(graph->net, observed->arcs[i].transition));
    int here = 0, seen = 0;
    for (int step = 0; step < 200 && graph->arc_start[here + 1] > graph->arc_start[here]; step++) {
        unsigned arcs = (unsigned)(graph->arc_start[here + 1] - graph->arc_start[here]);
        const struct bl_state_arc *arc =
            &graph->arcs[graph->arc_start[here] + (int)net_random(random, arcs)];
        int next = -1, signal = graph->net->transitions[arc->transition].signal;
        here = arc->state;
        for (int i = observed->arc_start[seen];
             i < observed->arc_start[seen + 1] && signal < graph->net->signal_count; i++) {
            if (graph->net->transitions[observed->arcs[i].transition].signal != signal) continue;
            assert_int_equal(next, -1);
            next = observed->arcs[i].state;
        }
        if (signal < graph->net->signal_count) seen = next;
        assert_true(seen >= 0);
        assert_int_equal(*bl_graph_code(graph, here), *bl_graph_code(observed, seen));
    }
}

/* Conflicts, pair by pair. */
static void check_pairs(const struct bl_stg_report *report) {
    const struct bl_state_graph *graph = report->observed;
    int64_t usc = 0, csc = 0;
    for (int i = 0; i < graph->state_count; i++)
        for (int j = 0; j < i; j++) {
            if (*bl_graph_code(graph, i) != *bl_graph_code(graph, j)) continue;
            usc++;
            csc += ((*bl_graph_excited(graph, i) ^ *bl_graph_excited(graph, j)) & 0xC) !=
                   0; /* s2 and s3 are outputs */
        }
    assert_int_equal(usc, report->usc_pairs);
    assert_int_equal(csc, report->csc_pairs);
}

static void check_traces(const struct bl_stg_report *report) {
    int tokens[PLACES];
    for (int i = 0; i < BL_STG_CHECK_COUNT; i++)
        for (int j = 0; j < report->findings[i].trace_count; j++)
            net_play(report->stg, report->findings[i].traces[j].transitions,
                     report->findings[i].traces[j].length, tokens);
    const struct bl_stg_finding *deadlock = &report->findings[BL_STG_CHECK_DEADLOCK];
    if (deadlock->verdict != BL_VERDICT_NO) return;
    net_play(report->stg, deadlock->traces[0].transitions, deadlock->traces[0].length, tokens);
    for (int i = 0; i < report->stg->transition_count; i++)
        assert_false(plain_fire(&report->stg->transitions[i], tokens));
}

/* The end of the trace covers one of the markings before it, strictly. */
static void check_unbounded(const struct bl_stg_report *report) {
    const struct bl_stg_trace *trace = &report->findings[BL_STG_CHECK_BOUNDED].traces[0];
    int last[PLACES], tokens[PLACES];
    bool covers = false;
    net_play(report->stg, trace->transitions, trace->length, last);
    for (int length = 0; length < trace->length && !covers; length++) {
        covers = true;
        net_play(report->stg, trace->transitions, length, tokens);
        for (int i = 0; i < report->stg->place_count; i++) covers &= last[i] >= tokens[i];
        covers &= memcmp(last, tokens, (size_t)report->stg->place_count * sizeof *last) != 0;
    }
    assert_true(covers);
}

static void random_nets(void **state) {
    (void)state;
    static struct plain plain;
    uint64_t random = 0x1234567890ABCDEF;
    int complete = 0, unbounded = 0, unsafe = 0, silent = 0;
    const int rounds = bl_rounds(1500);
    for (int round = 0; round < rounds; round++) {
        struct bl_text text = {0};
        struct net_run run;
        random_net(&text, &random);
        net_good(&run, text.bytes);
        struct bl_stg_report *report = bl_stg_check(run.arena, run.stg, 20000);
        plain_explore(&plain, run.stg);
        if (report->graph->end == BL_GRAPH_UNBOUNDED) {
            assert_true(plain.too_many);
            check_unbounded(report);
            unbounded++;
        } else if (!plain.too_many) {
            assert_int_equal(report->graph->end, BL_GRAPH_COMPLETE);
            assert_int_equal(report->graph->state_count, plain.count);
            assert_int_equal(report->graph->marking_count, plain.markings);
            assert_int_equal(report->graph->arc_count, plain.arcs);
            assert_int_equal(report->findings[BL_STG_CHECK_DEADLOCK].verdict == BL_VERDICT_NO,
                             plain.deadlocks > 0);
            check_arcs(run.arena, report->graph);
            int stride = 1 + report->graph->state_count / 20;
            for (int i = 0; i < report->graph->state_count; i += stride)
                check_state_trace(run.arena, report->graph, i);
            assert_non_null(report->observed);
            check_observed(run.arena, report->graph, report->observed, &random);
            check_pairs(report);
            check_traces(report);
            complete++;
            unsafe += report->graph->bound > 1;
            silent += report->observed != report->graph;
        }
        net_end(&run);
        bl_text_free(&text);
    }
    assert_true(complete > rounds / 8 && unbounded > rounds / 30 && unsafe > rounds / 30 &&
                silent > rounds / 30);
}

static void codes(void **state) {
    (void)state;
    struct net_run run;
    net_good(&run, ".inputs a quiet\n.outputs b\n.initial state quiet\n.graph\na- b+\nb+ a+\na+ "
                   "b-\nb- a-\n.marking { <b-,a-> }\n.end\n");
    struct bl_state_graph *graph = bl_graph_build(run.arena, run.stg, 100);
    assert_int_equal(graph->state_count, 4);
    assert_true(bl_graph_value(graph, 0, 0));
    assert_true(bl_graph_value(graph, 0, 1));
    assert_false(bl_graph_value(graph, 0, 2));
    assert_int_equal(*graph->local, 4);
    assert_int_equal(graph->place_bits, 1);
    assert_true(bl_graph_observe(run.arena, graph, 100) == graph);
    net_end(&run);
}

/* 70 signals need two words a code; one of them must not disturb another. */
static void wide_codes(void **state) {
    (void)state;
    struct net_run run;
    struct bl_text text = {0};
    bl_text_add(&text, ".outputs");
    for (int i = 0; i < 70; i++) bl_text_add(&text, " x%d", i);
    bl_text_add(&text, "\n.graph\n");
    for (int i = 0; i < 69; i++) bl_text_add(&text, "x%d+ x%d+\nx%d- x%d-\n", i, i + 1, i, i + 1);
    bl_text_add(&text, "x69+ x0-\nx69- x0+\n");
    bl_text_add(&text, ".marking { <x69-,x0+> }\n.end\n");
    net_good(&run, text.bytes);
    struct bl_stg_report *report = bl_stg_check(run.arena, run.stg, 1000);
    assert_int_equal(report->graph->code_words, 2);
    assert_int_equal(report->graph->state_count, 140);
    assert_int_equal(report->usc_pairs, 0);
    assert_true(report->synthesizable);
    for (int i = 0; i < 140; i++)
        for (int s = 0; s < 70; s++)
            assert_int_equal(bl_graph_value(report->graph, i, s), i <= 70 ? s < i : s >= i - 70);
    net_end(&run);
    bl_text_free(&text);
}

static void limit(void **state) {
    (void)state;
    struct net_run run;
    net_good(&run, C_ELEMENT);
    struct bl_stg_report *report = bl_stg_check(run.arena, run.stg, 4);
    assert_int_equal(report->graph->end, BL_GRAPH_LIMIT);
    assert_false(report->synthesizable);
    for (int i = 0; i < BL_STG_CHECK_COUNT; i++)
        assert_int_not_equal(report->findings[i].verdict, BL_VERDICT_NO);
    net_end(&run);
}

/* Grants may take each other back; when the second one is not a grant, it may not. */
static void grants_are_exempt(void **state) {
    (void)state;
    struct net_run run;
    net_good(&run, ARBITER);
    struct bl_stg_report *report = bl_stg_check(run.arena, run.stg, 100);
    assert_true(report->synthesizable);
    assert_int_equal(report->findings[BL_STG_CHECK_PERSISTENT].verdict, BL_VERDICT_YES);
    run.stg->mutex_count = 0;
    report = bl_stg_check(run.arena, run.stg, 100);
    assert_int_equal(report->findings[BL_STG_CHECK_PERSISTENT].verdict, BL_VERDICT_NO);
    assert_false(report->synthesizable);
    net_end(&run);
}

/* A grant that stays up until something else has happened after the fall of its request is none of
 * a mutual exclusion element. */
static void late_grant(void **state) {
    (void)state;
    struct net_run run;
    net_good(&run, ".inputs r1 r2 e\n.outputs g1 g2\n.graph\nr1+ g1+\ng1+ r1-\nr1- e+\ne+ g1-\ng1- "
                   "e-\ne- r1+\ng1- me\n"
                   "r2+ g2+\ng2+ r2-\nr2- g2-\ng2- r2+ me\nme g1+ g2+\n.marking { <e-,r1+> "
                   "<g2-,r2+> me }\n.end\n");
    assert_int_equal(run.stg->mutex_count, 1);
    const struct bl_stg_report *report = bl_stg_check(run.arena, run.stg, 100);
    assert_int_equal(report->findings[BL_STG_CHECK_MUTEX].verdict, BL_VERDICT_NO);
    assert_string_equal(report->findings[BL_STG_CHECK_MUTEX].reason,
                        "at `me`, `g1` is up or about to rise without its request");
    assert_int_equal(report->findings[BL_STG_CHECK_MUTEX].traces[0].length, 3);
    assert_false(report->synthesizable);
    net_end(&run);
}

/* Conflicts that inputs alone lead through forbid a circuit; those with an output between do not.
 */
static void hopeless(void **state) {
    (void)state;
    static const struct {
        const char *net;
        bool fatal;
        int first, second;
    } rows[] = {
        {".inputs r b\n.outputs a\n.graph\nr+ b+\nb+ b-\nb- a+\na+ r-\nr- a-\na- r+\n.marking { "
         "<a-,r+> }\n.end\n",
         true, 1, 3},
        {".inputs r\n.outputs a b\n.graph\nr+ b+\nb+ b-\nb- a+\na+ r-\nr- a-\na- r+\n.marking { "
         "<a-,r+> }\n.end\n",
         false, 1, 3},
        {".inputs r\n.outputs a\n.graph\nr~ p\np a~\na~ q\nq r~\n.marking { q=3 }\n.end\n", true, 0,
         2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct net_run run;
        net_good(&run, rows[i].net);
        const struct bl_stg_report *report = bl_stg_check(run.arena, run.stg, 100);
        const struct bl_stg_finding *csc = &report->findings[BL_STG_CHECK_CSC];
        assert_int_equal(csc->verdict, BL_VERDICT_NO);
        assert_int_equal(csc->fatal, rows[i].fatal);
        assert_int_equal(report->synthesizable, !rows[i].fatal);
        assert_int_equal(csc->traces[0].length, rows[i].first);
        assert_int_equal(csc->traces[1].length, rows[i].second);
        assert_int_equal(strstr(csc->reason, "no state signal can help") != NULL, rows[i].fatal);
        net_end(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_nets),       cmocka_unit_test(codes),
        cmocka_unit_test(wide_codes),        cmocka_unit_test(limit),
        cmocka_unit_test(grants_are_exempt), cmocka_unit_test(late_grant),
        cmocka_unit_test(hopeless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
