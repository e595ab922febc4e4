/* Checks that compare states by their codes. */
#include <stdlib.h>
#include <string.h>

#include "async/states/explore_inner.h"
#include "async/states/stg_check_inner.h"
#include "base/text.h"

/* The states of one code, or of one code that want the same of the circuit. */
struct class {
    int first;
    int64_t size;
};

struct classes {
    struct bl_record_set set;
    struct bl_heap sizes; /* struct class of every record */
};

static void open_classes(struct classes *classes, int words) {
    bl_record_set_open(&classes->set, words, words);
    classes->sizes = (struct bl_heap){.size = sizeof(struct class)};
}

static void close_classes(struct classes *classes) {
    bl_record_set_close(&classes->set);
    free(classes->sizes.bytes);
}

/* The class of a record, which has one state more now. */
static struct class *enter(struct classes *classes, const uint64_t *record, int state) {
    size_t before = classes->set.records.count,
           at = bl_record_set_add(&classes->set, record, bl_record_hash(record, classes->set.key));
    if (at == before) *(struct class *)bl_heap_add(&classes->sizes, 1) = (struct class){state, 0};
    struct class *class = (struct class *)classes->sizes.bytes + at;
    class->size++;
    return class;
}

static int64_t count_pairs(const struct classes *classes) {
    const struct class *sizes = classes->sizes.bytes;
    int64_t pairs = 0;
    for (size_t i = 0; i < classes->sizes.count; i++)
        pairs += sizes[i].size * (sizes[i].size - 1) / 2;
    return pairs;
}

/* What the circuit has to do in a state. */
static uint64_t wanted(const struct bl_state_graph *graph, int state, int word) {
    return bl_graph_excited(graph, state)[word] & graph->local[word];
}

static bool wants_same(const struct bl_state_graph *graph, int left, int right) {
    for (int word = 0; word < graph->code_words; word++)
        if (wanted(graph, left, word) != wanted(graph, right, word)) return false;
    return true;
}

static const char *code_text(struct bl_arena *arena, const struct bl_state_graph *graph,
                             int state) {
    char *text = bl_alloc(arena, (size_t)graph->net->signal_count + 1);
    for (int i = 0; i < graph->net->signal_count; i++)
        text[i] = bl_graph_value(graph, state, i) ? '1' : '0';
    return text;
}

/* The lowest signal that only one of two states wants to move. */
static int disputed(const struct bl_state_graph *graph, int left, int right) {
    int word = 0;
    while (wanted(graph, left, word) == wanted(graph, right, word)) word++;
    return 64 * word + __builtin_ctzll(wanted(graph, left, word) ^ wanted(graph, right, word));
}

static void report_pair(struct bl_arena *arena, struct bl_stg_report *report,
                        enum bl_stg_check check, int64_t pairs, const int *states) {
    const struct bl_state_graph *graph = report->observed;
    const char *code = code_text(arena, graph, states[0]), *many = bl_ending(pairs, "s");
    const char *reason = bl_format(
        arena, "%lld pair%s of states; both of these traces lead to the code %s", (long long)pairs,
        many, code);
    if (check == BL_STG_CHECK_CSC)
        reason = bl_format(arena, "%s, but `%s` moves after one only", reason,
                           graph->net->signals[disputed(graph, states[0], states[1])].name);
    struct bl_stg_finding *finding = bl_check_no(report, check, reason);
    for (int i = 0; i < 2; i++) bl_check_trace(arena, finding, graph, states[i], -1, -1);
}

/* Enters all states into classes by code, and by code and what they want; the first pair of each
 * kind is kept. */
static void classify(struct bl_arena *arena, const struct bl_state_graph *graph,
                     struct classes *codes, struct classes *wants, int *usc, int *csc) {
    size_t words = (size_t)graph->code_words;
    uint64_t *record = BL_NEW(arena, uint64_t, 2 * words);
    for (int state = 0; state < graph->state_count; state++) {
        memcpy(record, bl_graph_code(graph, state), words * sizeof *record);
        const struct class *code = enter(codes, record, state);
        for (size_t i = 0; i < words; i++) record[words + i] = wanted(graph, state, (int)i);
        enter(wants, record, state);
        if (code->size == 1) continue;
        if (usc[1] < 0) memcpy(usc, (int[]){code->first, state}, 2 * sizeof *usc);
        if (csc[1] < 0 && !wants_same(graph, code->first, state))
            memcpy(csc, (int[]){code->first, state}, 2 * sizeof *csc);
    }
}

/* Replaces the pair by one that no state signal can tell apart, which forbids synthesis. */
static void report_hopeless(struct bl_arena *arena, struct bl_stg_report *report) {
    const struct bl_state_graph *graph = report->observed;
    int states[2], signal;
    if (!bl_check_hopeless(graph, states, &signal)) return;
    const char *reason = bl_format(arena,
                                   "and no state signal can help: inputs alone lead from one of "
                                   "these states to the other, both "
                                   "have the code %s, and `%s` moves after one only",
                                   code_text(arena, graph, states[0]),
                                   graph->net->signals[signal].name);
    struct bl_stg_finding *finding = bl_check_no(report, BL_STG_CHECK_CSC, reason);
    finding->fatal = true;
    for (int i = 0; i < 2; i++) bl_check_trace(arena, finding, graph, states[i], -1, -1);
}

void bl_check_codes(struct bl_arena *arena, struct bl_stg_report *report) {
    const struct bl_state_graph *graph = report->observed;
    struct classes codes, wants;
    int usc[] = {-1, -1}, csc[] = {-1, -1};
    open_classes(&codes, graph->code_words);
    open_classes(&wants, 2 * graph->code_words);
    classify(arena, graph, &codes, &wants, usc, csc);
    report->usc_pairs = count_pairs(&codes);
    report->csc_pairs = report->usc_pairs - count_pairs(&wants);
    if (report->usc_pairs) report_pair(arena, report, BL_STG_CHECK_USC, report->usc_pairs, usc);
    if (report->csc_pairs) report_pair(arena, report, BL_STG_CHECK_CSC, report->csc_pairs, csc);
    if (report->csc_pairs) report_hopeless(arena, report);
    close_classes(&codes);
    close_classes(&wants);
}

/* The signals that each state of the net can move after any dummies, as bits. */
static uint64_t *weakly_excited(struct bl_arena *scratch, const struct bl_state_graph *graph) {
    size_t words = (size_t)graph->code_words, total = words * (size_t)graph->state_count;
    uint64_t *weak = BL_NEW(scratch, uint64_t, total);
    memcpy(weak, graph->excited, total * sizeof *weak);
    for (bool changed = true; changed;) {
        changed = false;
        for (int arc = graph->arc_count - 1, state = graph->state_count - 1; arc >= 0; arc--) {
            while (graph->arc_start[state] > arc) state--;
            if (!bl_stg_is_silent(graph->net, graph->arcs[arc].transition)) continue;
            uint64_t *here = weak + words * (size_t)state;
            const uint64_t *there = weak + words * (size_t)graph->arcs[arc].state;
            for (size_t i = 0; i < words; i++) {
                changed |= (there[i] & ~here[i]) != 0;
                here[i] |= there[i];
            }
        }
    }
    return weak;
}

/* The lowest local signal that differs, or -1. */
static int difference(const struct bl_state_graph *graph, const uint64_t *left,
                      const uint64_t *right) {
    for (int signal = 0; signal < graph->net->signal_count; signal++)
        if (bl_graph_bit(graph->local, signal) &&
            bl_graph_bit(left, signal) != bl_graph_bit(right, signal))
            return signal;
    return -1;
}

static bool compare_members(struct bl_arena *arena, struct bl_stg_report *report,
                            const uint64_t *weak, int state) {
    const struct bl_state_graph *graph = report->observed;
    int first = graph->member_start[state];
    const uint64_t *wanted_first = weak +
                                   (size_t)graph->code_words * (size_t)graph->members[first].state;
    for (int i = first + 1; i < graph->member_start[state + 1]; i++) {
        int signal = difference(graph, wanted_first,
                                weak + (size_t)graph->code_words * (size_t)graph->members[i].state);
        if (signal < 0) continue;
        const char *name = graph->net->signals[signal].name;
        const char *reason = bl_format(
            arena,
            "`%s` is possible after one of these traces only, but they look alike from outside",
            name);
        struct bl_stg_finding *finding = bl_check_no(report, BL_STG_CHECK_DETERMINATE, reason);
        bl_check_trace(arena, finding, graph, state, first, -1);
        bl_check_trace(arena, finding, graph, state, i, -1);
        return false;
    }
    return true;
}

void bl_check_determinate(struct bl_arena *arena, struct bl_stg_report *report) {
    if (!report->observed->members) return;
    struct bl_arena *scratch = bl_arena_new();
    const uint64_t *weak = weakly_excited(scratch, report->graph);
    for (int state = 0; state < report->observed->state_count; state++)
        if (!compare_members(arena, report, weak, state)) break;
    bl_arena_free(scratch);
}
