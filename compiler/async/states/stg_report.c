#include "async/states/stg_report.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "async/net/stg_net.h"
#include "base/text.h"
#include "async/states/stg_checks.h"
#include "async/states/stg_divide.h"

static const char *const verdict_words[] = {"yes", "no", "open"};

static int count_kind(const struct bl_stg *stg, enum bl_stg_kind kind) {
    int count = 0;
    for (int i = 0; i < stg->signal_count; i++) count += stg->signals[i].kind == kind;
    return count;
}

static void print_size(struct bl_text *text, const struct bl_stg_report *report) {
    const struct bl_stg *stg = report->stg;
    int inputs = count_kind(stg, BL_STG_INPUT), outputs = count_kind(stg, BL_STG_OUTPUT),
        internals = count_kind(stg, BL_STG_INTERNAL);
    bl_text_add(text, "%s: %d input%s, %d output%s, ", stg->name, inputs, bl_ending(inputs, "s"),
                outputs, bl_ending(outputs, "s"));
    bl_text_add(text, "%d internal signal%s", internals, bl_ending(internals, "s"));
    if (stg->dummy_count)
        bl_text_add(text, ", %d dumm%s", stg->dummy_count, stg->dummy_count == 1 ? "y" : "ies");
    bl_text_add(text, "; %d transition%s, %d place%s\n", stg->transition_count,
                bl_ending(stg->transition_count, "s"), stg->place_count,
                bl_ending(stg->place_count, "s"));
}

static void print_states(struct bl_text *text, const struct bl_stg_report *report) {
    const struct bl_state_graph *graph = report->graph;
    const char *least = graph->end == BL_GRAPH_COMPLETE ? "" : "at least ";
    bl_text_add(text, "%s%d reachable marking%s, %d state%s, %d arc%s", least, graph->marking_count,
                bl_ending(graph->marking_count, "s"), graph->state_count,
                bl_ending(graph->state_count, "s"), graph->arc_count,
                bl_ending(graph->arc_count, "s"));
    if (report->observed && report->observed != graph)
        bl_text_add(text, "; %d state%s without dummies", report->observed->state_count,
                    bl_ending(report->observed->state_count, "s"));
    bl_text_add(text, "\n");
}

static void print_mutexes(struct bl_text *text, const struct bl_stg *stg) {
    static const char *const protocols[] = {"", "LATE", "EARLY"};
    for (int i = 0; i < stg->mutex_count; i++) {
        const struct bl_stg_mutex *mutex = &stg->mutexes[i];
        bl_text_add(text, "mutual exclusion %s: %s -> %s, %s -> %s, %s\n",
                    stg->places[mutex->place].name, stg->signals[mutex->request[0]].name,
                    stg->signals[mutex->grant[0]].name, stg->signals[mutex->request[1]].name,
                    stg->signals[mutex->grant[1]].name, protocols[mutex->protocol]);
    }
}

/* "made of 3 two-way ones and 6 internal signals: a, b, ..." */
static void print_division(struct bl_text *text, const struct bl_stg_report *report,
                           const struct bl_stg_ways *ways, int first) {
    const char *mark = ": ";
    bl_text_add(text, "; made of %d two-way ones with %d more internal signals",
                bl_ways_pairs(ways), bl_ways_stages(ways));
    for (int i = first; i < first + bl_ways_stages(ways); i++, mark = ", ")
        bl_text_add(text, "%s%s", mark, report->divided->signals[i].name);
}

static void print_ways(struct bl_text *text, const struct bl_stg_report *report) {
    const struct bl_stg *stg = report->stg;
    int first = stg->signal_count;
    for (int i = 0; i < stg->ways_count; i++) {
        const struct bl_stg_ways *ways = &stg->ways[i];
        bl_text_add(text, "mutual exclusion %s of %d ways: ", stg->places[ways->place].name,
                    ways->count);
        for (int j = 0; j < ways->count; j++)
            bl_text_add(text, "%s -> %s, ", stg->signals[ways->requests[j]].name,
                        stg->signals[ways->grants[j]].name);
        bl_text_add(text, "%s", ways->protocol == BL_STG_LATE ? "LATE" : "EARLY");
        if (report->divided) print_division(text, report, ways, first);
        bl_text_add(text, "\n");
        first += bl_ways_stages(ways);
    }
}

static const char *hint_text(struct bl_text *room, const struct bl_stg *stg,
                             const struct bl_stg_hint *hint) {
    room->length = 0;
    bl_text_add(room, "`%s` looks like a mutual exclusion but %s", stg->places[hint->place].name,
                hint->text);
    return room->bytes;
}

static void print_hints(struct bl_text *text, const struct bl_stg *stg) {
    struct bl_text room = {0};
    for (int i = 0; i < stg->hint_count; i++)
        bl_text_add(text, "note: %s\n", hint_text(&room, stg, &stg->hints[i]));
    bl_text_free(&room);
}

static void print_trace(struct bl_text *text, const struct bl_stg *stg,
                        const struct bl_stg_trace *trace) {
    bl_text_add(text, "    trace:");
    for (int i = 0; i < trace->length; i++)
        bl_text_add(text, " %s", stg->transitions[trace->transitions[i]].name);
    bl_text_add(text, trace->length ? "\n" : " (the initial marking)\n");
}

static void print_finding(struct bl_text *text, const struct bl_stg_report *report,
                          enum bl_stg_check check) {
    const struct bl_stg_finding *finding = &report->findings[check];
    bl_text_add(text, "%-19s %-4s %s\n", bl_stg_check_word(check), verdict_words[finding->verdict],
                finding->reason ? finding->reason : bl_stg_check_help(check));
    for (int i = 0; i < finding->trace_count; i++)
        print_trace(text, report->stg, &finding->traces[i]);
}

void bl_stg_report_print(struct bl_text *text, const struct bl_stg_report *report) {
    print_size(text, report);
    print_states(text, report);
    print_mutexes(text, report->stg);
    print_ways(text, report);
    print_hints(text, report->stg);
    for (int i = 0; i < BL_STG_CHECK_COUNT; i++) print_finding(text, report, (enum bl_stg_check)i);
}

static void json_trace(cJSON *list, const struct bl_stg *stg, const struct bl_stg_trace *trace) {
    cJSON *array = cJSON_CreateArray();
    for (int i = 0; i < trace->length; i++)
        cJSON_AddItemToArray(array,
                             cJSON_CreateString(stg->transitions[trace->transitions[i]].name));
    cJSON_AddItemToArray(list, array);
}

static cJSON *json_finding(const struct bl_stg_report *report, enum bl_stg_check check) {
    const struct bl_stg_finding *finding = &report->findings[check];
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "check", bl_stg_check_word(check));
    cJSON_AddStringToObject(object, "verdict", verdict_words[finding->verdict]);
    cJSON_AddBoolToObject(object, "fatal", finding->fatal);
    if (finding->reason) cJSON_AddStringToObject(object, "reason", finding->reason);
    if (finding->trace_count) {
        cJSON *traces = cJSON_AddArrayToObject(object, "traces");
        for (int i = 0; i < finding->trace_count; i++)
            json_trace(traces, report->stg, &finding->traces[i]);
    }
    return object;
}

static void json_signals(cJSON *root, const struct bl_stg *stg) {
    cJSON *signals = cJSON_AddArrayToObject(root, "signals");
    for (int i = 0; i < stg->signal_count; i++) {
        cJSON *signal = cJSON_CreateObject();
        cJSON_AddStringToObject(signal, "name", stg->signals[i].name);
        cJSON_AddStringToObject(signal, "kind", bl_stg_kind_word(stg->signals[i].kind));
        cJSON_AddItemToArray(signals, signal);
    }
}

static const char *const protocol_words[] = {"UNKNOWN", "LATE", "EARLY"};

static void json_mutexes(cJSON *root, const char *name, const struct bl_stg *stg, int from,
                         int to) {
    cJSON *list = cJSON_AddArrayToObject(root, name);
    for (int i = from; i < to; i++) {
        const struct bl_stg_mutex *mutex = &stg->mutexes[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "place", stg->places[mutex->place].name);
        cJSON_AddStringToObject(object, "protocol", protocol_words[mutex->protocol]);
        for (int side = 0; side < 2; side++) {
            cJSON_AddStringToObject(object, side ? "request2" : "request1",
                                    stg->signals[mutex->request[side]].name);
            cJSON_AddStringToObject(object, side ? "grant2" : "grant1",
                                    stg->signals[mutex->grant[side]].name);
        }
        cJSON_AddItemToArray(list, object);
    }
}

static void json_names(cJSON *root, const char *name, const struct bl_stg *stg, const int *signals,
                       int first, int count) {
    cJSON *list = cJSON_AddArrayToObject(root, name);
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(
            list, cJSON_CreateString(stg->signals[signals ? signals[i] : first + i].name));
}

static void json_ways(cJSON *root, const struct bl_stg_report *report) {
    const struct bl_stg *stg = report->stg;
    int signal = stg->signal_count, pair = stg->mutex_count;
    cJSON *list = cJSON_AddArrayToObject(root, "mutexes_of_more_ways");
    for (int i = 0; i < stg->ways_count; i++) {
        const struct bl_stg_ways *ways = &stg->ways[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "place", stg->places[ways->place].name);
        cJSON_AddStringToObject(object, "protocol", protocol_words[ways->protocol]);
        cJSON_AddNumberToObject(object, "ways", ways->count);
        json_names(object, "requests", stg, ways->requests, 0, ways->count);
        json_names(object, "grants", stg, ways->grants, 0, ways->count);
        if (report->divided)
            json_names(object, "added_signals", report->divided, NULL, signal,
                       bl_ways_stages(ways));
        if (report->divided)
            json_mutexes(object, "made_of", report->divided, pair, pair + bl_ways_pairs(ways));
        cJSON_AddItemToArray(list, object);
        signal += bl_ways_stages(ways);
        pair += bl_ways_pairs(ways);
    }
}

static void json_hints(cJSON *root, const struct bl_stg *stg) {
    struct bl_text room = {0};
    cJSON *list = cJSON_AddArrayToObject(root, "hints");
    for (int i = 0; i < stg->hint_count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(hint_text(&room, stg, &stg->hints[i])));
    bl_text_free(&room);
}

static void json_counts(cJSON *root, const struct bl_stg_report *report) {
    const struct bl_stg *stg = report->stg;
    cJSON_AddNumberToObject(root, "inputs", count_kind(stg, BL_STG_INPUT));
    cJSON_AddNumberToObject(root, "outputs", count_kind(stg, BL_STG_OUTPUT));
    cJSON_AddNumberToObject(root, "internals", count_kind(stg, BL_STG_INTERNAL));
    cJSON_AddNumberToObject(root, "dummies", stg->dummy_count);
    cJSON_AddNumberToObject(root, "transitions", stg->transition_count);
    cJSON_AddNumberToObject(root, "places", stg->place_count);
    cJSON_AddBoolToObject(root, "complete", report->graph->end == BL_GRAPH_COMPLETE);
    cJSON_AddNumberToObject(root, "reachable_markings", report->graph->marking_count);
    cJSON_AddNumberToObject(root, "states", report->graph->state_count);
    cJSON_AddNumberToObject(root, "arcs", report->graph->arc_count);
    cJSON_AddNumberToObject(root, "bound", report->graph->bound);
    if (!report->observed) return;
    cJSON_AddNumberToObject(root, "observed_states", report->observed->state_count);
    cJSON_AddNumberToObject(root, "usc_conflict_pairs", (double)report->usc_pairs);
    cJSON_AddNumberToObject(root, "csc_conflict_pairs", (double)report->csc_pairs);
}

void bl_stg_report_add_json(const struct bl_stg_report *report, cJSON *root) {
    cJSON_AddStringToObject(root, "model", report->stg->name);
    json_counts(root, report);
    json_signals(root, report->stg);
    json_mutexes(root, "mutexes", report->stg, 0, report->stg->mutex_count);
    json_ways(root, report);
    json_hints(root, report->stg);
    cJSON *checks = cJSON_AddArrayToObject(root, "checks");
    for (int i = 0; i < BL_STG_CHECK_COUNT; i++)
        cJSON_AddItemToArray(checks, json_finding(report, (enum bl_stg_check)i));
    cJSON_AddBoolToObject(root, "synthesizable", report->synthesizable);
}
