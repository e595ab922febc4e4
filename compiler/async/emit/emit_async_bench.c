/* A bench whose environment is the graph: it gives inputs at random when the graph allows them,
   watches that outputs come when and only when it does, and that the circuit never falls asleep. */
#include "async/emit/emit_async_inner.h"
#include "base/arena.h"
#include "base/text.h"
#include "emit/parts.h"
#include "async/emit/emit_async.h"
#include "async/verify/verify_environment.h"

enum { DELAY = 20 }; /* the most that a gate takes */

struct bench {
    struct bl_parts parts;
    const struct bl_async *async;
    struct bl_environment *environment;
    int *gate_of; /* per signal of the net that is a port; else -1 */
    int arcs;
};

/* All states of the environment; false when there are too many arcs. */
static bool explore(struct bench *bench) {
    bl_environment_start(bench->environment);
    for (int state = 0; state < bench->environment->states.count; state++) {
        for (int i = 0; i < bl_environment_state(bench->environment, state)->move_count; i++) {
            struct bl_env_move move = bl_environment_state(bench->environment, state)->moves[i];
            bl_environment_step(bench->environment, state, move.signal, move.rise);
            if (++bench->arcs > BL_BENCH_ARCS || bench->environment->overflow) return false;
        }
    }
    return true;
}

static bool prepare(struct bench *bench) {
    const struct bl_stg *net = bench->async->net;
    bool *visible = BL_NEW(bench->async->arena, bool, net->signal_count + 1);
    bench->gate_of = BL_NEW(bench->async->arena, int, net->signal_count + 1);
    for (int s = 0; s < net->signal_count; s++) bench->gate_of[s] = -1;
    for (int i = 0; i < bench->async->netlist->gate_count; i++) {
        int signal = bl_async_signal(bench->async, i);
        if (signal < 0 || net->signals[signal].kind == BL_STG_INTERNAL) continue;
        visible[signal] = true;
        bench->gate_of[signal] = i;
    }
    bench->environment = bl_environment_new(bench->async->arena, net, visible);
    return explore(bench);
}

static bool is_input(const struct bench *bench, int signal) {
    return bench->async->net->signals[signal].kind == BL_STG_INPUT;
}

static const char *name_of(const struct bench *bench, int signal) {
    return bench->async->names[bench->gate_of[signal]];
}

/* A part for every port that is an input, or for every one that is none. */
static void add_each(struct bench *bench, bool input, const char *part) {
    for (int s = 0; s < bench->async->net->signal_count; s++) {
        if (bench->gate_of[s] < 0 || is_input(bench, s) != input) continue;
        bl_part_set(&bench->parts, "signal", name_of(bench, s));
        bl_part_number(&bench->parts, "signal_number", s);
        bl_part_number(&bench->parts, "fall", 2 * s);
        bl_part_number(&bench->parts, "rise", 2 * s + 1);
        bl_part_number(&bench->parts, "initial",
                       bench->async->netlist->gates[bench->gate_of[s]].initial);
        bl_part(&bench->parts, part);
    }
}

static void add_circuit(struct bench *bench) {
    struct bl_text list = {0};
    bl_part(&bench->parts, "begin");
    for (int s = 0; s < bench->async->net->signal_count; s++) {
        if (bench->gate_of[s] < 0) continue;
        bl_part_set(&bench->parts, "kind", is_input(bench, s) ? "reg " : "wire");
        bl_part_set(&bench->parts, "signal", name_of(bench, s));
        bl_part(&bench->parts, "port");
        bl_text_add(&list, ", .%s(%s)", name_of(bench, s), name_of(bench, s));
    }
    bl_part_set(&bench->parts, "ports", list.bytes ? list.bytes : "");
    bl_part(&bench->parts, "circuit");
    bl_text_free(&list);
}

/* The states of the graph as an observer of the ports sees them. */
static void add_graph(struct bench *bench) {
    struct bl_parts *parts = &bench->parts;
    int arc = 0;
    for (int state = 0; state < bench->environment->states.count; state++) {
        const struct bl_env_state *row = bl_environment_state(bench->environment, state);
        bl_part_number(parts, "state", state);
        bl_part_number(parts, "first_arc", arc);
        bl_part_number(parts, "may_rest", row->may_rest);
        bl_part(parts, "state");
        for (int i = 0; i < row->move_count; i++, arc++) {
            bl_part_number(parts, "arc", arc);
            bl_part_number(parts, "move", 2 * row->moves[i].signal + row->moves[i].rise);
            bl_part_number(parts, "next", row->moves[i].next);
            bl_part(parts, "move");
        }
    }
}

static void add_play(struct bench *bench) {
    bl_part(&bench->parts, "moved");
    add_each(bench, false, "watch an output");
    bl_part(&bench->parts, "is it mine");
    add_each(bench, true, "an input");
    bl_part(&bench->parts, "give");
    add_each(bench, true, "give an input");
    bl_part(&bench->parts, "reset");
    add_each(bench, true, "reset an input");
    bl_part(&bench->parts, "wait");
    add_each(bench, false, "look at an output");
    bl_part(&bench->parts, "play");
}

void bl_async_bench(struct bl_text *text, const struct bl_async *async) {
    struct bench bench = {
        .async = async,
        .parts = {.text = text,
                  .file = "async_bench.v",
                  .holes = {{"circuit", async->netlist->name}, {"module", async->module}}}};
    if (!prepare(&bench)) return;
    bl_part_number(&bench.parts, "most_delay", DELAY);
    bl_part_number(&bench.parts, "patience", DELAY * 8 * (2 + async->netlist->gate_count));
    bl_part_number(&bench.parts, "states", bench.environment->states.count);
    bl_part_number(&bench.parts, "arcs", bench.arcs);
    add_circuit(&bench);
    add_graph(&bench);
    add_play(&bench);
}
