/* Finds the wires that must not be late by making them late. */
#include "async/verify/signoff.h"

#include <string.h>

#include "base/arena.h"
#include "async/verify/verify.h"

enum {
    LIMIT_TIMES = 2,
    LIMIT_MORE = 2000,
    MOST_MOVES = 8 * 1000 * 1000
}; /* of one verification, in states; of all together */

struct finder {
    struct bl_arena *arena;
    const struct bl_stg *net;
    const struct bl_netlist *netlist;
    struct bl_signoff *signoff;
    int limit;
    int capacity;
    bool *late; /* per branch: made late */
};

static int signal_of(const struct finder *finder, int gate) {
    for (int s = 0; s < finder->net->signal_count; s++)
        if (!strcmp(finder->net->signals[s].name, finder->netlist->gates[gate].name)) return s;
    return -1;
}

static bool is_output(const struct finder *finder, int gate) {
    int signal = signal_of(finder, gate);
    return signal >= 0 && finder->net->signals[signal].kind == BL_STG_OUTPUT;
}

static bool cover_reads(const struct bl_cover *cover, int gate) {
    for (int i = 0; i < cover->input_count; i++)
        if (cover->inputs[i] == gate) return true;
    return false;
}

static bool reads(const struct bl_netlist *netlist, int reader, int gate) {
    const struct bl_gate *row = &netlist->gates[reader];
    if (row->kind == BL_GATE_INPUT) return false;
    return cover_reads(&row->set, gate) ||
           (row->kind == BL_GATE_HOLD && cover_reads(&row->reset, gate));
}

static void add_branch(struct finder *finder, int from, int to, bool decided) {
    struct bl_signoff *signoff = finder->signoff;
    signoff->branches = bl_grow(finder->arena, signoff->branches, signoff->branch_count,
                                &finder->capacity, sizeof *signoff->branches);
    signoff->branches[signoff->branch_count++] = (struct bl_branch){
        .from = from, .to = to, .matters = true, .decided = decided};
}

/* A wire with one end is no fork: to be late there is to be a slow gate. What the environment gives
 * or reads, it knows itself, too. */
static void list_branches(struct finder *finder) {
    for (int from = 0; from < finder->netlist->gate_count; from++) {
        const struct bl_gate *row = &finder->netlist->gates[from];
        int readers = 0;
        bool outside = row->kind == BL_GATE_INPUT || is_output(finder, from);
        for (int to = 0; to < finder->netlist->gate_count; to++)
            readers += reads(finder->netlist, to, from);
        if (row->kind == BL_GATE_HOLD) add_branch(finder, from, from, false);
        if (readers + outside < 2 && !(readers && row->kind == BL_GATE_HOLD)) continue;
        for (int to = 0; to < finder->netlist->gate_count; to++)
            if (reads(finder->netlist, to, from) && !(to == from && row->kind == BL_GATE_HOLD))
                add_branch(finder, from, to, true);
        if (is_output(finder, from)) add_branch(finder, from, -1, true);
    }
}

/* The netlist with some branches behind buffers of their own. */
struct slow {
    struct bl_netlist netlist;
    int *original; /* per gate: what it is in the netlist as it was; the source's number for a
                      buffer */
    int buffer;    /* of the branch that is tried */
};

static void redirect(struct bl_arena *arena, struct bl_cover *cover, int from, int to) {
    if (!cover_reads(cover, from)) return;
    int *inputs = BL_NEW(arena, int, cover->input_count);
    for (int i = 0; i < cover->input_count; i++)
        inputs[i] = cover->inputs[i] == from ? to : cover->inputs[i];
    cover->inputs = inputs;
}

static void add_buffer(struct bl_arena *arena, const struct finder *finder, struct slow *slow,
                       const struct bl_branch *branch) {
    int number = slow->netlist.gate_count++;
    struct bl_gate *gates = slow->netlist.gates, *buffer = &gates[number];
    *buffer = (struct bl_gate){.kind = BL_GATE_FUNCTION,
                               .signal = -1,
                               .partner = -1,
                               .initial = gates[branch->from].initial};
    buffer->set = (struct bl_cover){BL_NEW(arena, int, 1), 1, BL_NEW(arena, struct bl_cube, 1), 1,
                                    NULL};
    buffer->set.inputs[0] = branch->from;
    buffer->set.cubes[0] = (struct bl_cube){1, 1};
    slow->original[number] = branch->from;
    if (branch->to >= 0) {
        const char *reader = finder->netlist->gates[branch->to].name;
        buffer->name = bl_format(arena, "late %s to %s", finder->netlist->gates[branch->from].name,
                                 reader);
        redirect(arena, &gates[branch->to].set, branch->from, number);
        redirect(arena, &gates[branch->to].reset, branch->from, number);
    } else { /* the environment looks at the buffer: it takes the name */
        buffer->name = gates[branch->from].name;
        gates[branch->from].name = bl_format(arena, "early %s", buffer->name);
    }
}

static struct slow make_slow(struct bl_arena *arena, const struct finder *finder, int tried) {
    const struct bl_netlist *netlist = finder->netlist;
    int most = netlist->gate_count + finder->signoff->branch_count;
    struct slow slow = {.netlist = *netlist, .original = BL_NEW(arena, int, most)};
    slow.netlist.gates = BL_NEW(arena, struct bl_gate, most);
    memcpy(slow.netlist.gates, netlist->gates,
           (size_t)netlist->gate_count * sizeof *netlist->gates);
    for (int i = 0; i < netlist->gate_count; i++) slow.original[i] = i;
    for (int i = 0; i < finder->signoff->branch_count; i++) {
        if (!finder->late[i] && i != tried) continue;
        if (i == tried) slow.buffer = slow.netlist.gate_count;
        add_buffer(arena, finder, &slow, &finder->signoff->branches[i]);
    }
    return slow;
}

/* Index behind the last event but one by which the source and its buffer came apart; 0 when there
 * is none. */
static int find_begin(const struct finder *finder, const struct slow *slow,
                      const struct bl_verification *verdict, const struct bl_branch *branch) {
    bool source = finder->netlist->gates[branch->from].initial, buffer = source;
    int begin = 0;
    for (int i = 0; i + 1 < verdict->trace_length; i++) {
        if (verdict->trace[i].gate == slow->buffer) buffer = !buffer;
        if (verdict->trace[i].gate != branch->from) continue;
        source = !source;
        if (source != buffer) begin = i + 1;
    }
    return begin;
}

/* From the counterexample: what followed from the move of `from` while the buffer had not yet
 * moved. */
static void find_race(const struct finder *finder, const struct slow *slow,
                      const struct bl_verification *verdict, struct bl_branch *branch) {
    int count = slow->netlist.gate_count, begin = find_begin(finder, slow, verdict, branch);
    if (!begin) return;
    bool *follows = BL_NEW(finder->arena, bool, count);
    bool outside = finder->netlist->gates[branch->from].kind == BL_GATE_INPUT ||
                   is_output(finder, branch->from);
    branch->rise = verdict->trace[begin - 1].value;
    branch->race = BL_NEW(finder->arena, int, verdict->trace_length - begin);
    follows[branch->from] = true;
    for (int i = begin; i < verdict->trace_length; i++) {
        int gate = verdict->trace[i].gate;
        bool input = slow->netlist.gates[gate].kind == BL_GATE_INPUT, after = input && outside;
        for (int j = 0; j < count && !input; j++)
            after |= follows[j] && j != slow->buffer && reads(&slow->netlist, gate, j);
        if (!after && i + 1 < verdict->trace_length) continue;
        follows[gate] = true;
        outside |= !input && is_output(finder, slow->original[gate]);
        if (gate < finder->netlist->gate_count) branch->race[branch->race_length++] = gate;
    }
}

static void try_late(struct finder *finder, int index) {
    struct bl_arena *scratch = bl_arena_new();
    struct bl_branch *branch = &finder->signoff->branches[index];
    struct slow slow = make_slow(scratch, finder, index);
    struct bl_verify_options options = {.limit = finder->limit};
    struct bl_verification verdict = bl_verify(scratch, finder->net, &slow.netlist, &options);
    finder->signoff->moves += verdict.arc_count;
    branch->matters = verdict.fault != BL_FAULT_NONE;
    branch->decided = verdict.fault != BL_FAULT_LIMIT;
    finder->late[index] = !branch->matters;
    if (branch->matters && branch->decided) find_race(finder, &slow, &verdict, branch);
    bl_arena_free(scratch);
}

struct bl_signoff *bl_signoff_find(struct bl_arena *arena, const struct bl_stg *net,
                                   const struct bl_netlist *netlist, int limit) {
    struct finder finder = {.arena = arena,
                            .net = net,
                            .netlist = netlist,
                            .signoff = BL_NEW(arena, struct bl_signoff, 1)};
    struct bl_verification plain = bl_verify(arena, net, netlist, NULL);
    finder.limit = limit ? limit : plain.state_count * LIMIT_TIMES + LIMIT_MORE;
    list_branches(&finder);
    finder.late = BL_NEW(arena, bool, finder.signoff->branch_count + 1);
    for (int i = 0; i < finder.signoff->branch_count; i++) {
        struct bl_branch *branch = &finder.signoff->branches[i];
        if (branch->decided && finder.signoff->moves > MOST_MOVES) branch->decided = false;
        if (branch->decided) try_late(&finder, i);
        finder.signoff->matter_count += finder.signoff->branches[i].matters;
    }
    return finder.signoff;
}
