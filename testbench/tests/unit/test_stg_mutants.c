/* Every mutant of circuits that synthesis makes of the examples, in all styles: what changes the function of a signal of the graph must be
   caught by the verifier. */
#include "stg_text.h"

#include "../mutants/stg_mutants.h"
#include "synth.h"
#include "verify.h"

struct counts { int caught, changed, same, free; int faults[STG_FAULTS]; };

static const char *const examples[] = {"arbiter_early", "arbiter_late",
                                       "bus_controller", "c_element", "latch_controller", "sequencer", "toggle"};

static struct bl_netlist *synthesise(struct net_run *run, enum bl_gate_style style) {
    const struct bl_stg_report *report = bl_stg_check(run->arena, run->stg, 10000);
    struct bl_synth_options options = {.style = style};
    struct bl_spec *spec = bl_synth_specify(run->arena, run->diags, run->stg, report->observed);
    if (spec) spec = bl_synth_resolve(run->arena, run->diags, report->observed, spec, 0);
    return spec ? bl_synthesise(run->arena, run->diags, run->stg, spec, &options).netlist : NULL;
}

static bool is_signal(const struct bl_stg *stg, const char *name) {
    for (int i = 0; i < stg->signal_count; i++)
        if (!strcmp(stg->signals[i].name, name)) return true;
    return false;
}

static void try_mutant(struct net_run *run, const struct bl_netlist *netlist, const struct stg_mutant *mutant, struct counts *counts) {
    struct bl_arena *scratch = bl_arena_new();
    struct bl_netlist *broken = stg_mutant_make(scratch, netlist, mutant);
    bool differs = stg_mutant_differs(run->stg, netlist, broken, mutant->gate);
    bool caught = bl_verify(scratch, run->stg, broken, NULL).fault != BL_FAULT_NONE;
    const char *name = netlist->gates[mutant->gate].name;
    if (!differs) assert_false(caught);
    if (differs && !caught && is_signal(run->stg, name))
        fail_msg("%s: %s in %s%s, product %d, variable %d", netlist->name, stg_fault_words[mutant->fault], name,
                 mutant->reset ? ", reset" : "", mutant->cube, mutant->variable);
    counts->caught += caught;
    counts->changed += differs;
    counts->same += !differs;
    counts->free += differs && !caught; /* a state signal or a gate inside that does it another way */
    counts->faults[mutant->fault] += caught;
    bl_arena_free(scratch);
}

static void mutants(void **state) {
    (void)state;
    struct counts counts = {0};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        for (int style = BL_STYLE_COMPLEX; style <= BL_STYLE_LUT; style++) {
            struct net_run run = {.arena = bl_arena_new()};
            struct stg_mutant mutant;
            run.diags = bl_diags_new(run.arena, &run.sources);
            run.stg = bl_stg_read(run.arena, run.diags, bl_format(run.arena, "examples/stg/%s.g", examples[i]));
            assert_non_null(run.stg);
            struct bl_netlist *netlist = synthesise(&run, (enum bl_gate_style)style);
            assert_non_null(netlist);
            assert_int_equal(bl_verify(run.arena, run.stg, netlist, NULL).fault, BL_FAULT_NONE);
            for (int number = 0; stg_mutant_find(netlist, number, &mutant); number++) try_mutant(&run, netlist, &mutant, &counts);
            net_end(&run);
        }
    print_message("%d mutants change a function: %d caught, %d are right in another way; %d change nothing\n", counts.changed,
                  counts.caught, counts.free, counts.same);
    for (int i = 0; i < STG_FAULTS; i++) {
        print_message("%s: %d caught\n", stg_fault_words[i], counts.faults[i]);
        assert_true(counts.faults[i] > 0);
    }
    assert_true(counts.free * 10 < counts.changed);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(mutants)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
