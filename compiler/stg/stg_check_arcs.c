/* Checks of what an arc does to the signals that are excited before it. */
#include <string.h>

#include "stg_check.h"

static int lowest_bit(const uint64_t *words) {
    int word = 0;
    while (!words[word]) word++;
    return 64 * word + __builtin_ctzll(words[word]);
}

/* An edge of a signal in a state, as it is read: "a+". */
static const char *edge_text(struct bl_arena *arena, const struct bl_state_graph *graph, int state, int signal) {
    return bl_format(arena, "%s%c", graph->net->signals[signal].name, bl_graph_value(graph, state, signal) ? '-' : '+');
}

/* For each transition, the signals that it may take back: the other grant of a mutual exclusion. One row of code_words words each. */
static uint64_t *exemptions(struct bl_arena *scratch, const struct bl_state_graph *graph) {
    const struct bl_stg *net = graph->net;
    uint64_t *exempt = BL_NEW(scratch, uint64_t, (size_t)graph->code_words * (size_t)net->transition_count);
    for (int i = 0; i < net->mutex_count; i++) {
        const struct bl_stg_mutex *mutex = &net->mutexes[i];
        const struct bl_stg_place *place = &net->places[mutex->place];
        for (int j = 0; j < place->post_count; j++) {
            int other = net->transitions[place->post[j]].signal == mutex->grant[0] ? mutex->grant[1] : mutex->grant[0];
            exempt[(size_t)graph->code_words * (size_t)place->post[j] + (size_t)other / 64] |= UINT64_C(1) << other % 64;
        }
    }
    return exempt;
}

struct arc_check {
    struct bl_arena *arena, *scratch;
    struct bl_stg_report *report;
    const struct bl_state_graph *graph;
    const uint64_t *exempt;
    uint64_t *found;              /* one code */
};

static void say(struct arc_check *check, enum bl_stg_check kind, int state, const struct bl_state_arc *arc, const char *what) {
    if (check->report->findings[kind].verdict == BL_VERDICT_NO) return;
    int signal = lowest_bit(check->found);
    const char *edge = edge_text(check->arena, check->graph, state, signal);
    const char *reason = bl_format(check->arena, "`%s` %s `%s`", check->graph->net->transitions[arc->transition].name, what, edge);
    bl_check_observed_trace(check->arena, bl_check_no(check->report, kind, reason), check->graph, state, arc->transition);
}

/* Which of the signals in `from` but not in `to` (both of a state) are local (or not), besides the one that moves, is left in
   check->found. False when there is none. */
static bool lost(struct arc_check *check, const uint64_t *from, const uint64_t *to, int transition, bool local, bool exempt) {
    const struct bl_state_graph *graph = check->graph;
    int moved = graph->net->transitions[transition].signal;
    uint64_t any = 0;
    for (int i = 0; i < graph->code_words; i++) {
        uint64_t bits = from[i] & ~to[i] & (local ? graph->local[i] : ~graph->local[i]);
        if (moved / 64 == i) bits &= ~(UINT64_C(1) << moved % 64);
        if (exempt) bits &= ~check->exempt[(size_t)graph->code_words * (size_t)transition + (size_t)i];
        any |= check->found[i] = bits;
    }
    return any;
}

static void check_arc(struct arc_check *check, int state, const struct bl_state_arc *arc) {
    const struct bl_state_graph *graph = check->graph;
    const uint64_t *before = bl_graph_excited(graph, state), *after = bl_graph_excited(graph, arc->state);
    int signal = graph->net->transitions[arc->transition].signal;
    enum bl_stg_kind kind = graph->net->signals[signal].kind;
    if (lost(check, before, after, arc->transition, true, true)) say(check, BL_STG_CHECK_PERSISTENT, state, arc, "takes back");
    if (kind == BL_STG_INPUT) return;
    if (lost(check, before, after, arc->transition, false, false)) say(check, BL_STG_CHECK_PROPER, state, arc, "takes back");
    if (kind == BL_STG_INTERNAL && lost(check, after, before, arc->transition, false, false)) {
        say(check, BL_STG_CHECK_PROPER, state, arc, "triggers");
    }
}

void bl_check_persistent(struct bl_arena *arena, struct bl_stg_report *report) {
    struct bl_arena *scratch = bl_arena_new();
    const struct bl_state_graph *graph = report->observed;
    struct arc_check check = {arena, scratch, report, graph, exemptions(scratch, graph), BL_NEW(scratch, uint64_t, graph->code_words)};
    for (int state = 0; state < graph->state_count; state++)
        for (int i = graph->arc_start[state]; i < graph->arc_start[state + 1]; i++) check_arc(&check, state, &graph->arcs[i]);
    bl_arena_free(scratch);
}

/* The value that a signal has or is about to have. */
static bool next_value(const struct bl_state_graph *graph, int state, int signal) {
    return bl_graph_value(graph, state, signal) != bl_graph_is_excited(graph, state, signal);
}

/* What one side of a mutual exclusion does wrong in a state, or NULL. */
static const char *wrong_side(const struct bl_state_graph *graph, const struct bl_stg_mutex *mutex, int side, int state) {
    int grant = mutex->grant[side], other = mutex->grant[!side];
    bool request = bl_graph_value(graph, state, mutex->request[side]), other_request = bl_graph_value(graph, state, mutex->request[!side]);
    bool next = next_value(graph, state, grant), other_granted = bl_graph_value(graph, state, other);
    if (request && other_request && other_granted && bl_graph_value(graph, state, grant)) return "is up together with the other grant";
    if (request && !other_granted && !next) return "does not come, although it is requested and the other grant is down";
    if (!request && next) return "is up or about to rise without its request";
    if (other_request && other_granted && next) return "is up or about to rise while the other side has the grant";
    return NULL;
}

static bool check_mutex(struct bl_arena *arena, struct bl_stg_report *report, const struct bl_stg_mutex *mutex, int state) {
    for (int side = 0; side < 2; side++) {
        const char *wrong = wrong_side(report->observed, mutex, side, state);
        if (!wrong) continue;
        const char *reason = bl_format(arena, "at `%s`, `%s` %s", report->stg->places[mutex->place].name,
                                       report->stg->signals[mutex->grant[side]].name, wrong);
        bl_check_trace(arena, bl_check_no(report, BL_STG_CHECK_MUTEX, reason), report->observed, state, -1, -1);
        return false;
    }
    return true;
}

void bl_check_mutexes(struct bl_arena *arena, struct bl_stg_report *report) {
    for (int i = 0; i < report->stg->mutex_count; i++)
        for (int state = 0; state < report->observed->state_count; state++)
            if (!check_mutex(arena, report, &report->stg->mutexes[i], state)) return;
}
