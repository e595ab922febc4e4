/* Every mutant of circuits that synthesis makes of the examples, in all styles: what changes the
   function of a gate must be caught by the verifier, or two checkers agree that the circuit is
   right in another way. */
#include <limits.h>

#include "netlist_text.h"

#include "../mutants/stg_judge.h"
#include "async/gates/synth.h"
#include "async/net/stg_parse.h"
#include "async/states/stg_checks.h"
#include "async/states/stg_divide.h"

static const char *const examples[] = {"arbiter_3",        "arbiter_3_early", "arbiter_early",
                                       "arbiter_late",     "bus_controller",  "c_element",
                                       "latch_controller", "sequencer",       "toggle"};

static struct bl_synthesis synthesise(struct net_run *run, const struct bl_stg *net,
                                      enum bl_gate_style style) {
    const struct bl_stg_report *report = bl_stg_check(run->arena, net, 10000);
    struct bl_synth_options options = {.style = style};
    struct bl_spec *spec = bl_synth_specify(run->arena, run->diags, net, report->observed);
    if (spec) spec = bl_synth_resolve(run->arena, run->diags, report->observed, spec, 0).spec;
    return spec ? bl_synthesise(run->arena, run->diags, net, spec, &options)
                : (struct bl_synthesis){0};
}

/* Both checkers look at every mutant. Adds to the counts. */
static void judge_example(const char *name, enum bl_gate_style style, struct stg_counts *counts) {
    struct net_run run = {.arena = bl_arena_new()};
    struct stg_right right = {.arena = run.arena};
    struct bl_verify_options options = {0};
    run.diags = bl_diags_new(run.arena, &run.sources);
    run.stg = bl_stg_read(run.arena, run.diags, bl_format(run.arena, "examples/stg/%s.g", name));
    assert_non_null(run.stg);
    const struct bl_stg *net = bl_stg_two_way(run.arena, run.stg, 10000);
    assert_non_null(right.net = net);
    struct bl_synthesis made = synthesise(&run, net, style);
    assert_non_null(right.netlist = made.netlist);
    options.concurrent = right.concurrent = !made.spec->inserted;
    assert_int_equal(bl_verify(run.arena, net, made.netlist, &options).fault, BL_FAULT_NONE);
    assert_true(stg_right_find(&right, BL_VERIFY_STATES));
    stg_judge_all(&right, INT_MAX / 2, true, counts);
    net_end(&run);
}

static void mutants(void **state) {
    (void)state;
    struct stg_counts counts[STG_FAULTS] = {0};
    int changed = 0, other = 0;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        for (int style = BL_STYLE_COMPLEX; style <= BL_STYLE_LUT; style++)
            judge_example(examples[i], (enum bl_gate_style)style, counts);
    for (int i = 0; i < STG_FAULTS; i++) {
        const struct stg_counts *row = &counts[i];
        print_message("%s: %d made, %d change nothing, %d caught, %d right in another way\n",
                      stg_fault_words[i], row->made, row->same, row->caught, row->other);
        assert_int_equal(row->tried, row->made);
        assert_true(row->caught > 0);
        assert_int_equal(row->missed, 0);
        assert_int_equal(row->accused, 0);
        changed += row->made - row->same;
        other += row->other;
    }
    assert_true(other * 10 < changed);
}

/* The second player finds by itself what is wrong: a feedback too few, one too many, set and reset
 * at once, a product that comes late. */
static void second_player(void **state) {
    (void)state;
    struct net_run run;
    net_good(&run, C_ELEMENT);
    struct bl_netlist *netlist = netlist_read(run.arena, "in a 0\nin b 0\nfn c 0 a b | a c | b c");
    assert_false(stg_play(run.arena, run.stg, netlist, true, 100).wrong);
    const char *const wrong[] = {"fn c 0 a b | a c", "fn c 0 a b c", "hold c 0 a b ; b",
                                 "fn c 0 x | y | z\nfn x 0 a b\nfn y 0 a c\nfn z 0 b c"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        netlist = netlist_read(run.arena, bl_format(run.arena, "in a 0\nin b 0\n%s", wrong[i]));
        assert_true(stg_play(run.arena, run.stg, netlist, false, 100).wrong);
    }
    net_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(mutants), cmocka_unit_test(second_player)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
