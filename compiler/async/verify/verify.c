/* Explores circuit and environment together, breadth first, until something is wrong or all is
 * seen. */
#include "async/verify/verify.h"

#include <string.h>

#include "base/arena.h"
#include "async/verify/verify_explore.h"

const char *bl_fault_word(enum bl_fault fault) {
    static const char *const words[] = {
#define BL_FAULT(name, word) word,
        BL_FAULTS(BL_FAULT)
#undef BL_FAULT
    };
    return words[fault];
}

static int find_gate(const struct bl_netlist *netlist, const char *name) {
    for (int i = 0; i < netlist->gate_count; i++)
        if (!strcmp(netlist->gates[i].name, name)) return i;
    return -1;
}

static void blame(struct bl_verifier *verifier, enum bl_fault fault, int gate, const char *reason) {
    if (verifier->fault) return;
    verifier->fault = fault;
    verifier->culprit = gate;
    verifier->reason = reason;
}

/* Finds the gate of one signal. */
static void match_signal(struct bl_verifier *verifier, int signal, bool *visible) {
    const struct bl_stg_signal *row = &verifier->net->signals[signal];
    int gate = find_gate(verifier->netlist, row->name);
    bool internal = row->kind == BL_STG_INTERNAL;
    if (gate < 0 && internal) return;
    if (gate < 0) {
        blame(verifier, BL_FAULT_SHAPE, -1,
              bl_format(verifier->result, "no gate makes `%s`", row->name));
        return;
    }
    if ((row->kind == BL_STG_INPUT) != (verifier->netlist->gates[gate].kind == BL_GATE_INPUT)) {
        bool input = row->kind == BL_STG_INPUT;
        const char *format = input ? "`%s` is an input, but a gate makes it"
                                   : "`%s` is not an input, but no gate makes it";
        blame(verifier, BL_FAULT_SHAPE, gate, bl_format(verifier->result, format, row->name));
    }
    if (internal && verifier->hide_internal) return;
    visible[signal] = true;
    verifier->gate_of[signal] = gate;
    verifier->signal_of[gate] = signal;
}

/* What synthesis has named as an input must be one of the net's. */
static void check_inputs(struct bl_verifier *verifier) {
    for (int i = 0; i < verifier->netlist->gate_count; i++) {
        const struct bl_gate *gate = &verifier->netlist->gates[i];
        if (gate->kind == BL_GATE_INPUT && verifier->signal_of[i] < 0)
            blame(verifier, BL_FAULT_SHAPE, i,
                  bl_format(verifier->result, "the input `%s` is not a signal of the graph",
                            gate->name));
    }
}

static void match(struct bl_verifier *verifier) {
    int signals = verifier->net->signal_count, gates = verifier->netlist->gate_count;
    bool *visible = BL_NEW(verifier->arena, bool, signals + 1);
    verifier->gate_of = BL_NEW(verifier->arena, int, signals + 1);
    verifier->signal_of = BL_NEW(verifier->arena, int, gates + 1);
    for (int i = 0; i < signals; i++) verifier->gate_of[i] = -1;
    for (int i = 0; i < gates; i++) verifier->signal_of[i] = -1;
    for (int i = 0; i < signals; i++) match_signal(verifier, i, visible);
    check_inputs(verifier);
    verifier->gates = bl_gates_new(verifier->arena, verifier->net, verifier->netlist);
    if (verifier->gates->wrong) {
        const char *name = verifier->netlist->gates[verifier->gates->wrong_gate].name;
        blame(verifier, BL_FAULT_SHAPE, verifier->gates->wrong_gate,
              bl_format(verifier->result, "`%s` %s", name, verifier->gates->wrong));
    }
    verifier->environment = bl_environment_new(verifier->arena, verifier->net, visible);
}

static void start(struct bl_verifier *verifier) {
    verifier->words = 1 + 2 * verifier->gates->words;
    verifier->now = BL_NEW(verifier->arena, uint64_t, verifier->words);
    verifier->after = BL_NEW(verifier->arena, uint64_t, verifier->words);
    verifier->excited = BL_NEW(verifier->arena, int, verifier->netlist->gate_count + 1);
    verifier->next = BL_NEW(verifier->arena, int, 2 * verifier->netlist->gate_count + 2);
    bl_table_init(&verifier->states, verifier->arena);
    verifier->after[0] = (uint64_t)bl_environment_start(verifier->environment);
    for (int i = 0; i < verifier->netlist->gate_count; i++)
        verifier->after[1 + i / 64] |= (uint64_t)verifier->netlist->gates[i].initial << i % 64;
    for (int i = 0; i < verifier->netlist->gate_count; i++) bl_verify_excite(verifier, i);
    bl_verify_reach(verifier, -1, -1);
}

/* The events from reset to a state, and one more unless `last` is -1. */
static void make_trace(struct bl_verifier *verifier, struct bl_verification *verdict) {
    int length = verifier->last >= 0;
    for (int state = verifier->at; state > 0; state = verifier->from.items[state].state) length++;
    verdict->trace = BL_NEW(verifier->result, struct bl_verify_event, length + 1);
    verdict->trace_length = length;
    if (verifier->last >= 0) {
        const uint64_t *values = bl_table_bytes(&verifier->states, verifier->at);
        verdict->trace[--length] = (struct bl_verify_event){
            verifier->last, !bl_gates_value(values + 1, verifier->last)};
    }
    for (int state = verifier->at; state > 0; state = verifier->from.items[state].state) {
        const uint64_t *values = bl_table_bytes(&verifier->states, state);
        int gate = verifier->from.items[state].gate;
        verdict->trace[--length] = (struct bl_verify_event){gate, bl_gates_value(values + 1, gate)};
    }
}

static struct bl_verification conclude(struct bl_verifier *verifier) {
    struct bl_verification verdict = {
        .fault = verifier->fault,
        .reason = verifier->reason,
        .gate = verifier->culprit,
        .state_count = verifier->states.count,
        .arc_count = verifier->arc_count,
        .marking_count = verifier->environment->markings.count,
    };
    if (verifier->states.count) make_trace(verifier, &verdict);
    return verdict;
}

struct bl_verification bl_verify(struct bl_arena *arena, const struct bl_stg *net,
                                 const struct bl_netlist *netlist,
                                 const struct bl_verify_options *options) {
    struct bl_arena *scratch = bl_arena_new();
    struct bl_verifier verifier = {.result = arena,
                                   .arena = scratch,
                                   .net = net,
                                   .netlist = netlist,
                                   .culprit = -1,
                                   .last = -1};
    int limit = options && options->limit ? options->limit : BL_VERIFY_STATES;
    verifier.hide_internal = options && options->hide_internal;
    verifier.concurrent = options && options->concurrent;
    match(&verifier);
    if (!verifier.fault) {
        start(&verifier);
        bl_verify_explore(&verifier, limit);
    }
    if (!verifier.fault) bl_verify_progress(&verifier);
    struct bl_verification verdict = conclude(&verifier);
    bl_arena_free(scratch);
    return verdict;
}
