/* Broken circuits of one graph: stg_mutants FILE.g [BOUND] [STATES] makes its circuits in four
   styles, breaks each in every way of stg_mutants.h, at most BOUND (12) times of each kind, and
   prints a line for each style and kind that there is:
   "style whole|parts strict|hidden kind made tried same caught other missed accused" (stg_judge.h);
   blanks in the kind are `_`. A circuit of more than STATES (50,000) states is taken apart
   (synth_parts.h), and BOUND holds for each part; `strict` says that the circuit has neither state
   signals nor gates inside. Exit status 1 when a circuit is missing or not right to begin with. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/mutants/stg_judge.h"
#include "async/gates/synth_parts.h"
#include "async/net/stg_parse.h"
#include "async/states/stg_divide.h"

struct job {
    struct bl_arena *arena;
    struct bl_diags *diags;
    const struct bl_stg *net;
    struct bl_spec *spec;
    int bound, states;
};

static void print_counts(const char *style, const char *how, bool hidden,
                         const struct stg_counts *counts) {
    for (int fault = 0; fault < STG_FAULTS; fault++) {
        const struct stg_counts *row = &counts[fault];
        if (!row->made) continue;
        printf("%s %s %s ", style, how, hidden ? "hidden" : "strict");
        for (const char *word = stg_fault_words[fault]; *word; word++)
            putchar(*word == ' ' ? '_' : *word);
        printf(" %d %d %d %d %d %d %d\n", row->made, row->tried, row->same, row->caught, row->other,
               row->missed, row->accused);
    }
}

/* Every part against the specification in which all other signals are given. */
static bool judge_parts(const struct job *job, const struct bl_synthesis *made,
                        struct stg_counts *counts) {
    bool right = true;
    for (int g = 0; g < made->netlist->gate_count && right; g++) {
        const struct bl_gate *gate = &made->netlist->gates[g];
        if (gate->signal < 0 || gate->kind == BL_GATE_INPUT || gate->kind == BL_GATE_MUTEX)
            continue;
        struct stg_right part = {.arena = bl_arena_new(), .concurrent = true};
        part.net = bl_spec_net(part.arena, made->spec, gate->signal);
        part.netlist = bl_synth_part(part.arena, made->netlist, g);
        right = stg_right_find(&part, BL_VERIFY_STATES);
        if (right) stg_judge_all(&part, job->bound, false, counts);
        bl_arena_free(part.arena);
    }
    return right;
}

static bool judge_style(const struct job *job, enum bl_gate_style style) {
    static const char *const words[] = {"complex", "generalized", "standard",
                                        "lut"}; /* as enum bl_gate_style has them */
    struct stg_counts counts[STG_FAULTS] = {0};
    struct stg_right whole = {.arena = bl_arena_new(), .net = job->net};
    struct bl_synth_options options = {.style = style};
    const struct bl_synthesis made = bl_synthesise(whole.arena, job->diags, job->net, job->spec,
                                                   &options);
    whole.netlist = made.netlist;
    whole.concurrent = made.spec && !made.spec->inserted;
    bool right = made.netlist && stg_right_find(&whole, job->states),
         parts = made.netlist && !right && !whole.play.wrong;
    if (right) stg_judge_all(&whole, job->bound, false, counts);
    if (parts) right = judge_parts(job, &made, counts);
    print_counts(words[style], parts ? "parts" : "whole", parts || whole.hidden, counts);
    bl_arena_free(whole.arena);
    return right;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    struct bl_sources sources = {0};
    struct job job = {.arena = bl_arena_new(),
                      .bound = argc > 2 ? atoi(argv[2]) : 12,
                      .states = argc > 3 ? atoi(argv[3]) : 50000};
    job.diags = bl_diags_new(job.arena, &sources);
    job.net = bl_stg_read(job.arena, job.diags, argv[1]);
    if (job.net) job.net = bl_stg_two_way(job.arena, job.net, BL_GRAPH_STATES);
    struct bl_state_graph *graph = job.net ? bl_graph_build(job.arena, job.net, BL_GRAPH_STATES)
                                           : NULL;
    bool right = graph && graph->end == BL_GRAPH_COMPLETE && graph->consistent;
    graph = right ? bl_graph_observe(job.arena, graph, BL_GRAPH_STATES) : NULL;
    struct bl_spec *spec = graph ? bl_synth_specify(job.arena, job.diags, job.net, graph) : NULL;
    job.spec = spec ? bl_synth_resolve(job.arena, job.diags, graph, spec, 0).spec : NULL;
    right = job.spec != NULL;
    for (int style = BL_STYLE_COMPLEX; style <= BL_STYLE_LUT && job.spec; style++)
        right &= judge_style(&job, (enum bl_gate_style)style);
    bl_diags_print(job.diags, stderr, false);
    bl_arena_free(job.arena);
    return !right;
}
