/* The order of the checks, and those that look at markings only. */
#include "async/states/stg_checks.h"

#include <string.h>

#include "async/states/stg_check_inner.h"
#include "async/states/stg_divide.h"
#include "base/text.h"

static const struct {
    const char *word;
    bool fatal;
    const char *help;
} rows[] = {
#define BL_CHECK(name, word, fatal, help) {word, fatal, help},
    BL_STG_CHECKS(BL_CHECK)
#undef BL_CHECK
};

const char *bl_stg_check_word(enum bl_stg_check check) { return rows[check].word; }
const char *bl_stg_check_help(enum bl_stg_check check) { return rows[check].help; }

struct bl_stg_finding *bl_check_no(struct bl_stg_report *report, enum bl_stg_check check,
                                   const char *reason) {
    struct bl_stg_finding *finding = &report->findings[check];
    *finding = (struct bl_stg_finding){
        .verdict = BL_VERDICT_NO, .fatal = rows[check].fatal, .reason = reason};
    return finding;
}

void bl_check_trace(struct bl_arena *arena, struct bl_stg_finding *finding,
                    const struct bl_state_graph *graph, int state, int member, int last) {
    struct bl_stg_trace *trace = &finding->traces[finding->trace_count++];
    int length, *path = bl_graph_trace(arena, graph, state, member, &length);
    trace->length = length + (last >= 0);
    trace->transitions = BL_NEW(arena, int, trace->length);
    if (length) memcpy(trace->transitions, path, (size_t)length * sizeof *path);
    if (last >= 0) trace->transitions[length] = last;
}

static bool is_enabled(const struct bl_state_graph *graph, int state, int transition) {
    for (int i = graph->arc_start[state]; i < graph->arc_start[state + 1]; i++)
        if (graph->arcs[i].transition == transition) return true;
    return false;
}

void bl_check_observed_trace(struct bl_arena *arena, struct bl_stg_finding *finding,
                             const struct bl_state_graph *graph, int state, int last) {
    int member = -1;
    for (int i = graph->members ? graph->member_start[state] : 0;
         graph->members && i < graph->member_start[state + 1] && member < 0; i++)
        if (is_enabled(graph->base, graph->members[i].state, last)) member = i;
    bl_check_trace(arena, finding, graph, state, member, last);
}

static void check_bounded(struct bl_arena *arena, struct bl_stg_report *report) {
    const struct bl_state_graph *graph = report->graph;
    if (graph->end == BL_GRAPH_UNBOUNDED) {
        int length, before;
        bl_graph_trace(arena, graph, graph->cover_state, -1, &length);
        bl_graph_trace(arena, graph, graph->cover_from, -1, &before);
        const char *reason = bl_format(arena,
                                       "the last %d transition%s of this trace can go on for ever "
                                       "and leave more tokens each time",
                                       length - before, bl_ending(length - before, "s"));
        bl_check_trace(arena, bl_check_no(report, BL_STG_CHECK_BOUNDED, reason), graph,
                       graph->cover_state, -1, -1);
        bl_check_no(report, BL_STG_CHECK_SAFE, "it is not even bounded");
    } else if (graph->bound > 1) {
        const char *reason = bl_format(arena, "`%s` holds %d tokens",
                                       report->stg->places[graph->bound_place].name, graph->bound);
        bl_check_trace(arena, bl_check_no(report, BL_STG_CHECK_SAFE, reason), graph,
                       graph->bound_state, -1, -1);
    }
}

/* Only nets that are not safe, or whose places have a capacity, need to look. */
static void check_capacity(struct bl_arena *arena, struct bl_stg_report *report) {
    const struct bl_state_graph *graph = report->graph;
    for (int place = 0; place < report->stg->place_count; place++) {
        int capacity = report->stg->places[place].capacity;
        for (int state = 0; capacity && capacity < graph->bound && state < graph->state_count;
             state++) {
            int tokens = bl_graph_tokens(graph, state, place);
            if (tokens <= capacity) continue;
            const char *reason = bl_format(arena, "`%s` holds %d tokens, its capacity is %d",
                                           report->stg->places[place].name, tokens, capacity);
            bl_check_trace(arena, bl_check_no(report, BL_STG_CHECK_CAPACITY, reason), graph, state,
                           -1, -1);
            return;
        }
    }
}

/* Whether the trace alone shows that the signal does not alternate: its last two edges of the
 * signal are equal. */
static bool repeats(const struct bl_stg *stg, const struct bl_stg_trace *trace, int signal) {
    int last = trace->transitions[trace->length - 1];
    for (int i = trace->length - 2; i >= 0; i--) {
        const struct bl_stg_transition *transition = &stg->transitions[trace->transitions[i]];
        if (transition->signal == signal) return transition->edge == stg->transitions[last].edge;
    }
    return false;
}

static void check_consistent(struct bl_arena *arena, struct bl_stg_report *report) {
    const struct bl_state_graph *graph = report->graph;
    if (graph->consistent) return;
    struct bl_stg_finding *finding = bl_check_no(report, BL_STG_CHECK_CONSISTENT, NULL);
    const char *name = report->stg->signals[graph->clash_signal].name;
    for (int i = 0; i < 2; i++)
        bl_check_trace(arena, finding, graph, graph->clash_state[i], -1,
                       graph->clash_transition[i]);
    finding->reason = bl_format(
        arena, "`%s` would begin with 0 by one of these traces and with 1 by the other", name);
    for (int i = 0; i < 2; i++) {
        if (!repeats(report->stg, &finding->traces[i], graph->clash_signal)) continue;
        const char *way = report->stg->transitions[graph->clash_transition[i]].edge == BL_STG_RISE
                              ? "rises"
                              : "falls";
        finding->reason = bl_format(arena, "`%s` %s twice in a row", name, way);
        finding->traces[0] = finding->traces[i];
        finding->trace_count = 1;
        return;
    }
}

static void check_deadlock(struct bl_arena *arena, struct bl_stg_report *report) {
    const struct bl_state_graph *graph = report->graph;
    if (!report->stg->transition_count)
        bl_check_no(report, BL_STG_CHECK_DEADLOCK, "the net has no transitions");
    for (int state = 0; report->stg->transition_count && state < graph->state_count; state++) {
        if (graph->arc_start[state + 1] > graph->arc_start[state]) continue;
        bl_check_trace(arena,
                       bl_check_no(report, BL_STG_CHECK_DEADLOCK, "nothing can happen any more"),
                       graph, state, -1, -1);
        return;
    }
}

/* All checks from `first` on are left open. */
static void leave_open(struct bl_stg_report *report, enum bl_stg_check first, const char *reason) {
    for (int i = first; i < BL_STG_CHECK_COUNT; i++)
        if (report->findings[i].verdict == BL_VERDICT_YES)
            report->findings[i] = (struct bl_stg_finding){.verdict = BL_VERDICT_OPEN,
                                                          .reason = reason};
}

static void check_observed(struct bl_arena *arena, struct bl_stg_report *report, int limit) {
    report->observed = bl_graph_observe(arena, report->graph, limit);
    if (!report->observed) {
        leave_open(report, BL_STG_CHECK_DETERMINATE,
                   "the graph without dummies has too many states");
        return;
    }
    bl_check_determinate(arena, report);
    bl_check_persistent(arena, report);
    bl_check_mutexes(arena, report);
    bl_check_codes(arena, report);
}

struct bl_stg_report *bl_stg_check(struct bl_arena *arena, const struct bl_stg *stg, int limit) {
    struct bl_stg_report *report = BL_NEW(arena, struct bl_stg_report, 1);
    report->stg = stg;
    report->graph = bl_graph_build(arena, stg, limit);
    check_bounded(arena, report);
    if (report->graph->end == BL_GRAPH_COMPLETE) {
        check_capacity(arena, report);
        check_deadlock(arena, report);
    }
    check_consistent(arena, report);
    if (report->graph->end == BL_GRAPH_UNBOUNDED)
        leave_open(report, BL_STG_CHECK_CAPACITY, "it is not bounded");
    else if (report->graph->end == BL_GRAPH_LIMIT)
        leave_open(report, BL_STG_CHECK_BOUNDED, "there are more states than the limit");
    else if (!report->graph->consistent)
        leave_open(report, BL_STG_CHECK_DETERMINATE, "it is not consistent");
    else check_observed(arena, report, limit);
    report->synthesizable = !bl_stg_obstacle(report);
    if (report->synthesizable && stg->ways_count)
        report->divided = bl_stg_divide(arena, report->graph);
    return report;
}

const struct bl_stg_finding *bl_stg_obstacle(const struct bl_stg_report *report) {
    for (int i = 0; i < BL_STG_CHECK_COUNT; i++)
        if (report->findings[i].fatal) return &report->findings[i];
    for (int i = 0; i < BL_STG_CHECK_COUNT; i++)
        if (report->findings[i].verdict == BL_VERDICT_OPEN) return &report->findings[i];
    return NULL;
}
