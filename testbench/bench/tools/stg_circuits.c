/* One line of the table of circuits: stg_circuits FILE.g [K] [STATES] prints "states conflicts
   inserted", then for complex gates, generalised C, standard C and look-up tables of K inputs (6)
   "literals added verified", then the seconds of CPU that synthesis took and those that
   verification took, how many signals of complete state coding are proven to be needed, and how
   many gates of generalised C hold: with a literal of feedback each, the literals are counted as
   for complex gates. `added` counts the state signals beyond those of complete state coding;
   `verified` is yes, "parts" where the whole has more than STATES (2 million) states and its parts
   were verified (synth_parts.h), or what is wrong ("none": no circuit). */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "async/gates/synth_parts.h"
#include "async/net/stg_parse.h"
#include "async/states/stg_divide.h"
#include "base/arena.h"

struct line {
    struct bl_arena *arena;
    struct bl_diags *diags;
    const struct bl_stg *net;
    struct bl_coding coding;
    int tables, states, holding;
    double synthesis, verification;
};

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static int count_holding(const struct bl_netlist *netlist) {
    int count = 0;
    for (int i = 0; i < netlist->gate_count; i++) count += netlist->gates[i].kind == BL_GATE_HOLD;
    return count;
}

static void print_style(struct line *line, enum bl_gate_style style) {
    struct bl_synth_options options = {.style = style, .lut_inputs = line->tables};
    struct bl_verify_options limits = {.limit = line->states};
    double start = seconds();
    struct bl_synthesis made = bl_synthesise(line->arena, line->diags, line->net, line->coding.spec,
                                             &options);
    line->synthesis += seconds() - start;
    if (!made.netlist) {
        printf(" - - none");
        return;
    }
    if (style == BL_STYLE_GENERALISED_C) line->holding = count_holding(made.netlist);
    limits.concurrent = !made.spec->inserted;
    start = seconds();
    struct bl_verification verdict = bl_verify(line->arena, line->net, made.netlist, &limits);
    bool large = verdict.fault == BL_FAULT_LIMIT;
    if (large) verdict = bl_verify_parts(line->arena, line->net, &made, &limits);
    line->verification += seconds() - start;
    printf(" %d %d %s", made.literals, made.added,
           verdict.fault ? "WRONG"
           : large       ? "parts"
                         : "yes");
}

static int print_line(struct line *line, struct bl_state_graph *graph) {
    double start = seconds();
    struct bl_spec *spec = bl_synth_specify(line->arena, line->diags, line->net, graph);
    if (spec) line->coding = bl_synth_resolve(line->arena, line->diags, graph, spec, 0);
    line->synthesis = seconds() - start;
    if (!line->coding.spec) return 1;
    printf("%d %lld %d", spec->state_count, (long long)bl_spec_conflicts(spec),
           line->coding.spec->signal_count - spec->signal_count);
    for (int style = BL_STYLE_COMPLEX; style <= BL_STYLE_LUT; style++)
        print_style(line, (enum bl_gate_style)style);
    printf(" %.3f %.3f %d %d\n", line->synthesis, line->verification, line->coding.least,
           line->holding);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    struct bl_sources sources = {0};
    struct line line = {.arena = bl_arena_new(),
                        .tables = argc > 2 ? atoi(argv[2]) : 6,
                        .states = argc > 3 ? atoi(argv[3]) : 2000000};
    line.diags = bl_diags_new(line.arena, &sources);
    line.net = bl_stg_read(line.arena, line.diags, argv[1]);
    if (line.net) line.net = bl_stg_two_way(line.arena, line.net, BL_GRAPH_STATES);
    struct bl_state_graph *graph = line.net ? bl_graph_build(line.arena, line.net, BL_GRAPH_STATES)
                                            : NULL;
    bool whole = graph && graph->end == BL_GRAPH_COMPLETE && graph->consistent;
    graph = whole ? bl_graph_observe(line.arena, graph, BL_GRAPH_STATES) : NULL;
    int status = graph ? print_line(&line, graph) : 1;
    if (status) bl_diags_print(line.diags, stderr, false);
    bl_arena_free(line.arena);
    return status;
}
