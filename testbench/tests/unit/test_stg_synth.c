/* Synthesis: state signals, circuits of four styles, each against the net it was made from. */
#include "stg_text.h"

#include "async/coding/csc.h"
#include "async/coding/labelling.h"
#include "async/gates/gaps.h"
#include "async/gates/synth_parts.h"
#include "async/logic/form.h"

/* Two handshakes, one inside the other's first half: the same code before and after. */
#define NESTED                                                                                \
    ".inputs r b\n.outputs a q\n.graph\nr+ q+\nq+ b+\nb+ q-\nq- b-\nb- a+\na+ r-\nr- a-\na- " \
    "r+\n.marking { <a-,r+> }\n.end\n"
/* One after the other, three of them. */
#define THREE                                                                                  \
    ".inputs r a b c\n.outputs k x y z\n.graph\nr+ x+\nx+ a+\na+ x-\nx- a-\na- y+\ny+ b+\nb+ " \
    "y-\ny- b-\nb- z+\nz+ c+\nc+ z-\nz- c-\nc- "                                               \
    "k+\n"                                                                                     \
    "k+ r-\nr- k-\nk- r+\n.marking { <k-,r+> }\n.end\n"
/* Both at once. */
#define FORK                                                                                  \
    ".inputs r a b\n.outputs k x y\n.graph\nr+ x+ y+\nx+ a+\na+ x-\nx- a-\na- k+\ny+ b+\nb+ " \
    "y-\ny- b-\nb- k+\nk+ r-\nr- k-\nk- r+\n"                                                 \
    ".marking { <k-,r+> }\n.end\n"
/* The environment chooses. */
#define CHOICE                                                                                \
    ".inputs p q b\n.outputs x y\n.graph\nidle p+ q+\np+ x+\nx+ b+\nb+ x-\nx- p-\np- b-\nb- " \
    "idle\nq+ y+\ny+ b+/1\nb+/1 y-\ny- q-\nq- "                                               \
    "b-/1\n"                                                                                  \
    "b-/1 idle\n.marking { idle }\n.end\n"
/* Eight ways to join. */
#define JOIN                                                                                   \
    ".inputs a b c d e f g\n.outputs z\n.graph\na+ z+\nb+ z+\nc+ z+\nd+ z+\ne+ z+\nf+ z+\ng+ " \
    "z+\nz+ a- b- c- d- e- f- g-\na- z-\nb- "                                                  \
    "z-\nc- z-\n"                                                                              \
    "d- z-\ne- z-\nf- z-\ng- z-\nz- a+ b+ c+ d+ e+ f+ g+\n"                                    \
    ".marking { <z-,a+> <z-,b+> <z-,c+> <z-,d+> <z-,e+> <z-,f+> <z-,g+> }\n.end\n"
/* Starts with an output excited. */
#define EAGER                                                                                \
    ".inputs b\n.outputs q k\n.graph\nq+ b+\nb+ q-\nq- b-\nb- k+\nk+ k-\nk- q+\n.marking { " \
    "<k-,q+> }\n.end\n"
#define MUTEX_NET                                                                               \
    ".inputs r s\n.outputs g h x\n.graph\nr+ g+\ng+ x+\nx+ r-\nr- g-\ng- x-\nx- r+\ns+ h+\nh+ " \
    "s-\ns- h-\nh- s+\nm g+ h+\ng- m\nh- m\n"                                                   \
    ".marking { m <x-,r+> <h-,s+> }\n.end\n"
#define GAP                                                                                      \
    ".inputs a\n.outputs z c d\n.graph\na+ z+ c+\nc+ d+\nz+ c-\nd+ c-\nc- z-\nz- a-\na- d-\nd- " \
    "a+\n.marking { <d-,a+> }\n.end\n"
/* Between the two states with one code nothing but inputs moves. */
#define HOPELESS                                                                                   \
    ".inputs a\n.outputs x\n.graph\na+ a-\na- x+\nx+ a+/1\na+/1 a-/1\na-/1 x-\nx- a+\n.marking { " \
    "<x-,a+> }\n.end\n"
#define UNSTABLE \
    ".inputs a\n.outputs x\n.graph\np a+ x+\na+ a-\na- p\nx+ x-\nx- p\n.marking { p }\n.end\n"

struct made {
    struct net_run run;
    struct bl_state_graph *graph;
    struct bl_spec *spec, *resolved;
};

static struct made resolve(const char *text) {
    struct made made;
    net_good(&made.run, text);
    struct bl_arena *arena = made.run.arena;
    made.graph = bl_graph_observe(arena, bl_graph_build(arena, made.run.stg, 100000), 100000);
    made.spec = bl_synth_specify(arena, made.run.diags, made.run.stg, made.graph);
    made.resolved = made.spec
                        ? bl_synth_resolve(arena, made.run.diags, made.graph, made.spec, 0).spec
                        : NULL;
    return made;
}

static int inserted(const struct made *made) {
    return made->resolved->signal_count - made->spec->signal_count;
}

/* Events of the old specification that a state of the new one can do, at once or after new signals
 * have moved. */
static bool comes(const struct bl_spec *spec, const struct bl_spec *old, int state, int event,
                  int depth) {
    if (bl_spec_follow(spec, state, event) >= 0) return true;
    for (int i = spec->start[state]; i < spec->start[state + 1] && depth; i++)
        if (spec->arcs[i].event >= old->event_count &&
            comes(spec, old, spec->arcs[i].state, event, depth - 1))
            return true;
    return false;
}

/* Without the new signals the specification does what the old one does; inputs wait for nothing,
 * and no local signal is disabled. */
static void check_projection(const struct made *made) {
    const struct bl_spec *old = made->spec, *spec = made->resolved;
    for (int s = 0; s < spec->state_count; s++) {
        for (int i = spec->start[s]; i < spec->start[s + 1]; i++) {
            const struct bl_spec_arc *arc = &spec->arcs[i];
            int before = spec->origin[s], wanted = arc->event < old->event_count
                                                       ? bl_spec_follow(old, before, arc->event)
                                                       : before;
            uint64_t moved = (uint64_t)1 << spec->event_signal[arc->event];
            assert_int_equal(spec->origin[arc->state], wanted);
            assert_int_equal(spec->codes[arc->state], spec->codes[s] ^ moved);
            assert_int_equal(
                spec->excited[s] & ~spec->excited[arc->state] & bl_spec_local(spec) & ~moved, 0);
        }
        for (int i = old->start[spec->origin[s]]; i < old->start[spec->origin[s] + 1]; i++) {
            int event = old->arcs[i].event;
            assert_true(
                comes(spec, old, s, event, bl_spec_is_input(old, event) ? 0 : inserted(made)));
        }
    }
    assert_int_equal(bl_spec_conflicts(spec), 0);
}

static int check_style(const struct made *made, enum bl_gate_style style, int tables) {
    struct bl_synth_options options = {.style = style, .lut_inputs = tables};
    struct bl_synthesis result = bl_synthesise(made->run.arena, made->run.diags, made->run.stg,
                                               made->resolved, &options);
    assert_non_null(result.netlist);
    struct bl_verification verdict = bl_verify(made->run.arena, made->run.stg, result.netlist,
                                               NULL);
    if (verdict.fault) print_error("style %d: %s\n", style, verdict.reason);
    assert_int_equal(verdict.fault, BL_FAULT_NONE);
    for (int i = 0; i < result.netlist->gate_count; i++)
        if (result.netlist->gates[i].lut_inputs)
            assert_true(result.netlist->gates[i].set.input_count <= tables);
    assert_int_equal(result.literals, bl_netlist_literals(result.netlist));
    return result.literals;
}

static void circuits(void **state) {
    (void)state;
    const struct {
        const char *net;
        int signals, complex, generalised;
    } rows[] = {
        {NESTED, 1, 7, 6}, {THREE, 2, 18, 16}, {FORK, 2, 16, 14},    {CHOICE, 0, 4, 4},
        {JOIN, 0, 15, 14}, {EAGER, 1, 7, 6},   {MUTEX_NET, 0, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct made made = resolve(rows[i].net);
        assert_non_null(made.resolved);
        check_projection(&made);
        int complex = check_style(&made, BL_STYLE_COMPLEX, 0),
            generalised = check_style(&made, BL_STYLE_GENERALISED_C, 0);
        assert_true(inserted(&made) <= rows[i].signals && complex <= rows[i].complex &&
                    generalised <= rows[i].generalised);
        check_style(&made, BL_STYLE_STANDARD_C, 0);
        for (int tables = 4; tables <= 6; tables++) check_style(&made, BL_STYLE_LUT, tables);
        net_end(&made.run);
    }
}

static void refusals(void **state) {
    (void)state;
    struct made made = resolve(HOPELESS);
    struct bl_conflict *core;
    assert_null(made.resolved);
    assert_int_equal(made.run.diags->errors, 1);
    assert_string_equal(made.run.diags->items[0].code, "E4062");
    assert_non_null(made.run.diags->items[0].notes);
    assert_non_null(strstr(made.run.diags->items[0].notes->text, "without delaying an input"));
    assert_true(bl_csc_core(made.run.arena, made.spec, &core) > 0);
    assert_false(core[0].separable);
    assert_non_null(strstr(made.run.diags->items[0].text, "no state signal can tell"));
    net_end(&made.run);
    made = resolve(UNSTABLE);
    assert_null(made.spec);
    assert_string_equal(made.run.diags->items[0].code, "E4061");
    net_end(&made.run);
}

/* How many signals are needed at least: four kinds of states of one code (r up, all else down) need
 * two. */
static void least(void **state) {
    (void)state;
    const struct {
        const char *net;
        int least, found;
    } rows[] = {{NESTED, 1, 1}, {THREE, 2, 2}, {FORK, 2, 2}, {EAGER, 1, 1}, {CHOICE, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct made made = resolve(rows[i].net);
        assert_int_equal(bl_csc_least(made.spec), rows[i].least);
        assert_int_equal(inserted(&made), rows[i].found);
        net_end(&made.run);
    }
}

/* While z+ is due, c+ and d+ happen: any product for it leaves both out, and then is 1 after c- and
 * z-, too. */
static void gaps(void **state) {
    (void)state;
    struct made made = resolve(GAP);
    assert_ptr_equal(made.resolved, made.spec);
    struct bl_gaps found = bl_gaps_find(made.run.arena, made.resolved);
    assert_int_equal(found.count, 1);
    assert_string_equal(bl_gap_text(made.run.arena, made.resolved, found.items),
                        "`z+` after a+: every product that is 1 as long as it is excited is also 1 "
                        "after a+ z+ c+ d+ c- z-, where it is "
                        "not to be");
    struct bl_synth_options options = {.style = BL_STYLE_STANDARD_C};
    assert_true(
        bl_synthesise(made.run.arena, made.run.diags, made.run.stg, made.resolved, &options).added >
        0);
    check_style(&made, BL_STYLE_STANDARD_C, 0);
    net_end(&made.run);
}

/* Two inputs are too few for a table, and one more signal does not help. */
static void no_circuit(void **state) {
    (void)state;
    struct made made = resolve(JOIN);
    struct bl_synth_options options = {.style = BL_STYLE_LUT, .lut_inputs = 2, .signal_limit = 1};
    assert_null(bl_synthesise(made.run.arena, made.run.diags, made.run.stg, made.resolved, &options)
                    .netlist);
    assert_string_equal(made.run.diags->items[0].code, "E4063");
    net_end(&made.run);
}

/* More signals than a code has bits, one after the other. */
static void too_many(void **state) {
    (void)state;
    struct bl_text text = {0};
    struct net_run run;
    bl_text_add(&text, ".outputs");
    for (int i = 0; i < 65; i++) bl_text_add(&text, " s%d", i);
    bl_text_add(&text, "\n.graph\n");
    for (int i = 0; i < 130; i++)
        bl_text_add(&text, "s%d%c s%d%c\n", i % 65, i < 65 ? '+' : '-', (i + 1) % 65,
                    (i + 1) % 130 < 65 ? '+' : '-');
    bl_text_add(&text, ".marking { <s64-,s0+> }\n.end\n");
    net_good(&run, text.bytes);
    struct bl_state_graph *graph = bl_graph_build(run.arena, run.stg, 1000);
    assert_null(bl_synth_specify(run.arena, run.diags, run.stg, graph));
    assert_string_equal(run.diags->items[0].code, "E4060");
    bl_text_free(&text);
    net_end(&run);
}

/* In parts as in the whole; a part with a gate that is wrong is found. */
static void parts(void **state) {
    (void)state;
    const char *const nets[] = {NESTED, THREE, FORK, JOIN, MUTEX_NET};
    int broken = 0, caught = 0;
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++) {
        struct made made = resolve(nets[i]);
        struct bl_synth_options options = {.style = BL_STYLE_STANDARD_C};
        struct bl_synthesis result = bl_synthesise(made.run.arena, made.run.diags, made.run.stg,
                                                   made.resolved, &options);
        assert_int_equal(bl_verify_parts(made.run.arena, made.run.stg, &result, NULL).fault,
                         BL_FAULT_NONE);
        for (int g = 0; g < result.netlist->gate_count; g++) {
            struct bl_cover *cover = &result.netlist->gates[g].set;
            if (result.netlist->gates[g].kind != BL_GATE_FUNCTION || cover->cubes[0].care == 0)
                continue;
            struct bl_cube kept = cover->cubes[0];
            cover->cubes[0].value ^= kept.care & -kept.care;
            enum bl_fault whole =
                bl_verify(made.run.arena, made.run.stg, result.netlist, NULL).fault;
            enum bl_fault apart =
                bl_verify_parts(made.run.arena, made.run.stg, &result, NULL).fault;
            assert_true(whole == BL_FAULT_NONE || apart != BL_FAULT_NONE);
            broken += whole != BL_FAULT_NONE;
            caught += apart != BL_FAULT_NONE;
            cover->cubes[0] = kept;
        }
        net_end(&made.run);
    }
    assert_true(broken > 10 && caught >= broken);
}

enum { MOST_STATES = 200, EVENTS = 16 };

/* One signal's values, the events that it may not delay, and where it is excited. */
struct labelling {
    bool target[MOST_STATES], hurried[EVENTS], excited[MOST_STATES];
};

/* Whether a local event that is enabled in a state was there in a state before, and did not wait
 * there. */
static bool was_there(const struct bl_spec *spec, const struct labelling *l, int state,
                      int signal) {
    for (int before = 0; before < spec->state_count; before++)
        for (int i = spec->start[before]; i < spec->start[before + 1]; i++) {
            if (spec->arcs[i].state != state || spec->event_signal[spec->arcs[i].event] == signal)
                continue;
            if ((spec->excited[before] >> signal & 1) && l->target[before] != l->target[state])
                return true;
            for (int k = spec->start[before]; k < spec->start[before + 1] && l->excited[before];
                 k++) {
                int beside = spec->arcs[k].state;
                if (spec->event_signal[spec->arcs[k].event] == signal && l->excited[beside] &&
                    l->target[beside] == l->target[state])
                    return true;
            }
        }
    return false;
}

/* One step of the plainest way to the least excitation: 0 when there is nothing to do, -1 when
 * there is none. */
static int excite_one(const struct bl_spec *spec, struct labelling *l) {
    for (int s = 0; s < spec->state_count; s++)
        for (int i = spec->start[s]; i < spec->start[s + 1]; i++) {
            int next = spec->arcs[i].state, event = spec->arcs[i].event;
            bool same = l->target[s] == l->target[next];
            bool goes_on = l->excited[s] && (bl_spec_is_input(spec, event) || l->hurried[event] ||
                                             was_there(spec, l, s, spec->event_signal[event]));
            if (goes_on && !same) return -1;
            if (l->excited[next] || (same && !goes_on)) continue;
            l->excited[next] = true;
            return 1;
        }
    return 0;
}

/* One lane against the plain way; whether there is a labelling. */
static bool check_lane(const struct bl_spec *spec, struct labelling *l, const uint64_t *excited,
                       int lane, bool found) {
    int done;
    while ((done = excite_one(spec, l)) > 0) continue;
    bool changes = false;
    for (int s = 0; s < spec->state_count; s++) changes |= l->excited[s];
    assert_int_equal(found, !done && changes);
    for (int s = 0; s < spec->state_count && found; s++)
        assert_int_equal(excited[s] >> lane & 1, l->excited[s]);
    return found;
}

static bool toss(uint32_t *seed, int bits) {
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> (32 - bits) == 0;
}

/* What the labeller makes of random halves, 64 at a time, is the least excitation; it is legal, or
 * refused. Some events are in a hurry. */
static void labels(void **state) {
    (void)state;
    struct made made = resolve(FORK);
    const struct bl_spec *spec = made.spec;
    const struct bl_labeller *labeller = bl_labeller_new(made.run.arena, spec);
    uint32_t seed = 5;
    int good = 0;
    for (int round = 0; round < 50; round++) {
        static struct labelling lanes[BL_LANES];
        uint64_t target[MOST_STATES] = {0}, excited[MOST_STATES] = {0}, hurried[EVENTS] = {0};
        memset(lanes, 0, sizeof lanes);
        for (int lane = 0; lane < BL_LANES; lane++) {
            for (int s = 1; s < spec->state_count; s++) lanes[lane].target[s] = toss(&seed, 2);
            for (int e = 0; e < spec->event_count; e++)
                lanes[lane].hurried[e] = round % 2 && toss(&seed, 3);
            for (int s = 0; s < spec->state_count; s++)
                target[s] |= (uint64_t)lanes[lane].target[s] << lane;
            for (int e = 0; e < spec->event_count; e++)
                hurried[e] |= (uint64_t)lanes[lane].hurried[e] << lane;
        }
        uint64_t found = bl_labeller_run(labeller, target, round % 2 ? hurried : NULL, excited);
        for (int lane = 0; lane < BL_LANES; lane++) {
            uint8_t labels[MOST_STATES];
            if (!check_lane(spec, &lanes[lane], excited, lane, found >> lane & 1)) continue;
            good++;
            bl_labeller_labels(labeller, target, excited, lane, labels);
            assert_true(bl_insert_legal(spec, labels));
            struct made grown = made;
            grown.resolved = bl_insert_apply(made.run.arena, made.spec, labels, "x");
            if (!bl_spec_conflicts(grown.resolved)) check_projection(&grown);
        }
    }
    assert_true(good > 0);
    net_end(&made.run);
}

static void equations(void **state) {
    (void)state;
    struct made made = resolve(MUTEX_NET);
    struct bl_text text = {0};
    struct bl_synth_options options = {.style = BL_STYLE_COMPLEX};
    bl_netlist_print(
        &text, bl_synthesise(made.run.arena, made.run.diags, made.run.stg, made.resolved, &options)
                   .netlist);
    bl_text_bytes(&text, "", 1);
    assert_string_equal(text.bytes, "g = mutex(r; h);\nh = mutex(s; g);\nx = g;\n");
    bl_text_free(&text);
    net_end(&made.run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circuits), cmocka_unit_test(least),      cmocka_unit_test(gaps),
        cmocka_unit_test(refusals), cmocka_unit_test(no_circuit), cmocka_unit_test(too_many),
        cmocka_unit_test(parts),    cmocka_unit_test(labels),     cmocka_unit_test(equations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
