/* Checks of what an arc does to the signals that are excited before it. */
#include <string.h>

#include "async/states/stg_check_inner.h"

static int lowest_bit(const uint64_t *words) {
    int word = 0;
    while (!words[word]) word++;
    return 64 * word + __builtin_ctzll(words[word]);
}

/* An edge of a signal in a state, as it is read: "a+". */
static const char *edge_text(struct bl_arena *arena, const struct bl_state_graph *graph, int state,
                             int signal) {
    return bl_format(arena, "%s%c", graph->net->signals[signal].name,
                     bl_graph_value(graph, state, signal) ? '-' : '+');
}

/* A mutual exclusion of two ways as one of any number. */
static struct bl_stg_ways as_ways(const struct bl_stg_mutex *mutex, int *room) {
    memcpy(room, mutex->grant, sizeof mutex->grant);
    memcpy(room + 2, mutex->request, sizeof mutex->request);
    return (struct bl_stg_ways){mutex->place, 2, room, room + 2, mutex->protocol, mutex->declared};
}

/* What takes the place's token may take back all other grants. */
static void exempt_grants(const struct bl_state_graph *graph, const struct bl_stg_ways *ways,
                          uint64_t *exempt) {
    const struct bl_stg_place *place = &graph->net->places[ways->place];
    for (int i = 0; i < place->post_count; i++) {
        uint64_t *row = exempt + (size_t)graph->code_words * (size_t)place->post[i];
        int taker = graph->net->transitions[place->post[i]].signal;
        for (int j = 0; j < ways->count; j++)
            if (ways->grants[j] != taker)
                row[ways->grants[j] / 64] |= UINT64_C(1) << ways->grants[j] % 64;
    }
}

/* For each transition, the signals that it may take back: the other grants of a mutual exclusion.
 * One row of code_words words each. */
static uint64_t *exemptions(struct bl_arena *scratch, const struct bl_state_graph *graph) {
    const struct bl_stg *net = graph->net;
    uint64_t *exempt = BL_NEW(scratch, uint64_t,
                              (size_t)graph->code_words * (size_t)net->transition_count);
    for (int i = 0; i < net->mutex_count; i++) {
        int room[4];
        struct bl_stg_ways ways = as_ways(&net->mutexes[i], room);
        exempt_grants(graph, &ways, exempt);
    }
    for (int i = 0; i < net->ways_count; i++) exempt_grants(graph, &net->ways[i], exempt);
    return exempt;
}

struct arc_check {
    struct bl_arena *arena, *scratch;
    struct bl_stg_report *report;
    const struct bl_state_graph *graph;
    const uint64_t *exempt;
    uint64_t *found; /* one code */
};

static void say(struct arc_check *check, enum bl_stg_check kind, int state,
                const struct bl_state_arc *arc, const char *what) {
    if (check->report->findings[kind].verdict == BL_VERDICT_NO) return;
    int signal = lowest_bit(check->found);
    const char *edge = edge_text(check->arena, check->graph, state, signal);
    const char *reason = bl_format(check->arena, "`%s` %s `%s`",
                                   check->graph->net->transitions[arc->transition].name, what,
                                   edge);
    bl_check_observed_trace(check->arena, bl_check_no(check->report, kind, reason), check->graph,
                            state, arc->transition);
}

/* Which of the signals in `from` but not in `to` (both of a state) are local (or not), besides the
   one that moves, is left in check->found. False when there is none. */
static bool lost(struct arc_check *check, const uint64_t *from, const uint64_t *to, int transition,
                 bool local, bool exempt) {
    const struct bl_state_graph *graph = check->graph;
    int moved = graph->net->transitions[transition].signal;
    uint64_t any = 0;
    for (int i = 0; i < graph->code_words; i++) {
        uint64_t bits = from[i] & ~to[i] & (local ? graph->local[i] : ~graph->local[i]);
        if (moved / 64 == i) bits &= ~(UINT64_C(1) << moved % 64);
        if (exempt)
            bits &= ~check->exempt[(size_t)graph->code_words * (size_t)transition + (size_t)i];
        any |= check->found[i] = bits;
    }
    return any;
}

static void check_arc(struct arc_check *check, int state, const struct bl_state_arc *arc) {
    const struct bl_state_graph *graph = check->graph;
    const uint64_t *before = bl_graph_excited(graph, state),
                   *after = bl_graph_excited(graph, arc->state);
    int signal = graph->net->transitions[arc->transition].signal;
    enum bl_stg_kind kind = graph->net->signals[signal].kind;
    if (lost(check, before, after, arc->transition, true, true))
        say(check, BL_STG_CHECK_PERSISTENT, state, arc, "takes back");
    if (kind == BL_STG_INPUT) return;
    if (lost(check, before, after, arc->transition, false, false))
        say(check, BL_STG_CHECK_PROPER, state, arc, "takes back");
    if (kind == BL_STG_INTERNAL && lost(check, after, before, arc->transition, false, false)) {
        say(check, BL_STG_CHECK_PROPER, state, arc, "triggers");
    }
}

void bl_check_persistent(struct bl_arena *arena, struct bl_stg_report *report) {
    struct bl_arena *scratch = bl_arena_new();
    const struct bl_state_graph *graph = report->observed;
    struct arc_check check = {arena,
                              scratch,
                              report,
                              graph,
                              exemptions(scratch, graph),
                              BL_NEW(scratch, uint64_t, graph->code_words)};
    for (int state = 0; state < graph->state_count; state++)
        for (int i = graph->arc_start[state]; i < graph->arc_start[state + 1]; i++)
            check_arc(&check, state, &graph->arcs[i]);
    bl_arena_free(scratch);
}

/* The value that a signal has or is about to have. */
static bool next_value(const struct bl_state_graph *graph, int state, int signal) {
    return bl_graph_value(graph, state, signal) != bl_graph_is_excited(graph, state, signal);
}

/* Whether another side has the grant; `asked`: and still asks for it. */
static bool other_granted(const struct bl_state_graph *graph, const struct bl_stg_ways *ways,
                          int side, int state, bool asked) {
    for (int i = 0; i < ways->count; i++)
        if (i != side && bl_graph_value(graph, state, ways->grants[i]) &&
            (!asked || bl_graph_value(graph, state, ways->requests[i])))
            return true;
    return false;
}

/* What one side of a mutual exclusion does wrong in a state, or NULL. */
static const char *wrong_side(const struct bl_state_graph *graph, const struct bl_stg_ways *ways,
                              int side, int state) {
    int grant = ways->grants[side];
    bool request = bl_graph_value(graph, state, ways->requests[side]),
         next = next_value(graph, state, grant);
    bool held = other_granted(graph, ways, side, state, true);
    if (request && held && bl_graph_value(graph, state, grant))
        return "is up together with the other grant";
    if (request && !next && !other_granted(graph, ways, side, state, false))
        return ways->count > 2
                   ? "does not come, although it is requested and all other grants are down"
                   : "does not come, although it is requested and the other grant is down";
    if (!request && next) return "is up or about to rise without its request";
    if (held && next)
        return ways->count > 2 ? "is up or about to rise while another side has the grant"
                               : "is up or about to rise while the other side has the grant";
    return NULL;
}

static void say_mutex(struct bl_arena *arena, struct bl_stg_report *report, int place, int signal,
                      const char *wrong, int state, int last) {
    const char *reason = bl_format(arena, "at `%s`, `%s` %s", report->stg->places[place].name,
                                   report->stg->signals[signal].name, wrong);
    bl_check_observed_trace(arena, bl_check_no(report, BL_STG_CHECK_MUTEX, reason),
                            report->observed, state, last);
}

static bool check_sides(struct bl_arena *arena, struct bl_stg_report *report,
                        const struct bl_stg_ways *ways, int state) {
    for (int side = 0; side < ways->count; side++) {
        const char *wrong = wrong_side(report->observed, ways, side, state);
        if (wrong) say_mutex(arena, report, ways->place, ways->grants[side], wrong, state, -1);
        if (wrong) return false;
    }
    return true;
}

/* A request that falls before its grant has come, or comes again before that has gone, would run
 * after the stages of more than two ways. */
static bool check_turns(struct bl_arena *arena, struct bl_stg_report *report,
                        const struct bl_stg_ways *ways, int state) {
    const struct bl_state_graph *graph = report->observed;
    for (int i = graph->arc_start[state]; i < graph->arc_start[state + 1]; i++)
        for (int side = 0; side < ways->count; side++) {
            int request = ways->requests[side], transition = graph->arcs[i].transition;
            if (graph->net->transitions[transition].signal != request) continue;
            if (bl_graph_value(graph, state, request) ==
                bl_graph_value(graph, state, ways->grants[side]))
                continue;
            say_mutex(arena, report, ways->place, request,
                      "does not wait for its grant, as it must where there are more than two",
                      state, transition);
            return false;
        }
    return true;
}

static bool check_ways(struct bl_arena *arena, struct bl_stg_report *report,
                       const struct bl_stg_ways *ways) {
    for (int state = 0; state < report->observed->state_count; state++) {
        if (!check_sides(arena, report, ways, state)) return false;
        if (ways->count > 2 && !check_turns(arena, report, ways, state)) return false;
    }
    return true;
}

void bl_check_mutexes(struct bl_arena *arena, struct bl_stg_report *report) {
    for (int i = 0; i < report->stg->mutex_count; i++) {
        int room[4];
        struct bl_stg_ways ways = as_ways(&report->stg->mutexes[i], room);
        if (!check_ways(arena, report, &ways)) return;
    }
    for (int i = 0; i < report->stg->ways_count; i++)
        if (!check_ways(arena, report, &report->stg->ways[i])) return;
}
