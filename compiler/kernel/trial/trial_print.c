/* What came of the trial of a kernel in Verilog, for a reader and as JSON. */
#include <cjson/cJSON.h>
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/text.h"
#include "kernel/trial/kernel_trial.h"
#include "stage_bench/trial_records.h"

/* ---- what is wrong, in one sentence */

/* What a sentence has beside the name of the port. */
enum numbers { NONE, THE_WORD, THE_ELEMENT, COUNT_AND_ELEMENT };

struct sentence {
    const char *format;
    enum numbers numbers;
    bool input; /* the port is one */
};
static const struct sentence sentences[] = {
    [BL_KERNEL_RIGHT] = {"", NONE, false},
    [BL_KERNEL_VALUE] = {"`%s` differs from the golden function at element %d", THE_ELEMENT, false},
    [BL_KERNEL_LACKS] = {"`%s` leaves out %d elements, element %d first", COUNT_AND_ELEMENT, false},
    [BL_KERNEL_REPEATS] = {"`%s` gives %d elements again, in place of element %d",
                           COUNT_AND_ELEMENT, false},
    [BL_KERNEL_EARLY] = {"`%s` gives word %d before all that it is made of came in", THE_WORD,
                         false},
    [BL_KERNEL_EXTRA] = {"`%s` gives word %d, and there is none to give", THE_WORD, false},
    [BL_KERNEL_LAST] = {"`%s` has a wrong tlast at word %d: it belongs to the last word of each "
                        "move",
                        THE_WORD, false},
    [BL_KERNEL_KEEP] = {"`%s` has a wrong tkeep at word %d: it is not ones from the lowest up",
                        THE_WORD, false},
    [BL_KERNEL_SHORT] = {"`%s` does not fill word %d, which is not the last one of its move",
                         THE_WORD, false},
    [BL_KERNEL_LONG] = {"`%s` gives more in word %d than is left of its move", THE_WORD, false},
    [BL_KERNEL_CHANGED] = {"`%s` changes word %d before it is taken, or takes it back", THE_WORD,
                           false},
    [BL_KERNEL_UNKNOWN_IN] = {"`%s_tready` is X", NONE, true},
    [BL_KERNEL_UNKNOWN_OUT] = {"`%s_tvalid` is X", NONE, false},
    [BL_KERNEL_STANDS_IN] = {"stalled: `%s` does not take word %d", THE_WORD, true},
    [BL_KERNEL_STANDS_OUT] = {"stalled: `%s` does not give element %d, and all it is made of "
                              "came in",
                              THE_ELEMENT, false},
    [BL_KERNEL_SPILLS] = {"`%s` does not stop giving words", NONE, false},
};

static const char *const plays[] = {
#define ROW(name, text) text,
    BL_KERNEL_PLAYS(ROW)
#undef ROW
};

/* The one port there is at the fault. */
static const struct bl_kernel_port *port_of(const struct bl_kernel_trial *trial,
                                            const struct bl_kernel_verdict *verdict) {
    return sentences[verdict->fault].input ? trial->ports.in[verdict->port]
                                           : trial->ports.out[verdict->port];
}

static const char *complaint(const struct bl_kernel_trial *trial,
                             const struct bl_kernel_verdict *verdict) {
    const struct sentence *sentence = &sentences[verdict->fault];
    const char *name = port_of(trial, verdict)->name;
    switch (sentence->numbers) {
    case THE_WORD: return bl_format(trial->arena, sentence->format, name, verdict->word + 1);
    case THE_ELEMENT: return bl_format(trial->arena, sentence->format, name, verdict->element + 1);
    case COUNT_AND_ELEMENT:
        return bl_format(trial->arena, sentence->format, name, verdict->count,
                         verdict->element + 1);
    default: return bl_format(trial->arena, sentence->format, name);
    }
}

/* ---- text */

static int longest_move(const struct bl_kernel_trial *trial) {
    int most = 0;
    for (int i = 0; i < trial->moves.lengths.count; i++)
        most = bl_max(most, trial->moves.lengths.items[i]);
    return most;
}

static int shortest_move(const struct bl_kernel_trial *trial) {
    int least = longest_move(trial);
    for (int i = 0; i < trial->moves.lengths.count; i++)
        least = bl_min(least, trial->moves.lengths.items[i]);
    return least;
}

/* The bits of an element, from its bytes, the lowest first. */
static const char *show(const struct bl_kernel_trial *trial, const struct bl_column *type,
                        const uint8_t *bytes, unsigned unknown) {
    uint64_t bits = 0, not_known = 0;
    const char *text = "0x";
    if (type->bits <= 64) {
        for (int i = type->bits / 8; i--;) {
            bits = bits << 8 | bytes[i];
            not_known = not_known << 8 | (unknown >> i & 1 ? 255u : 0u);
        }
        return bl_trial_show(trial->arena, type, bits, not_known);
    }
    for (int i = type->bits / 8; i--;)
        text = unknown >> i & 1 ? bl_format(trial->arena, "%sxx", text)
                                : bl_format(trial->arena, "%s%02x", text, bytes[i]);
    return text;
}

static void add_pair(struct bl_text *text, const char *name, const char *value) {
    bl_text_add(text, "           %-12s %s\n", name, value);
}

/* The arguments of the run that a call is in. */
static const uint32_t *arguments_of(const struct bl_kernel_trial *trial, int call) {
    const struct bl_kernel_moves *moves = &trial->moves;
    int end = 0, run = 0;
    for (int move = 0; move < moves->lengths.count; move++) {
        if (move == moves->runs.items[run].moves) run++;
        end += moves->lengths.items[move];
        if (call < end) break;
    }
    return moves->runs.items[run].arguments;
}

/* What the golden function was called with. */
static void add_call(struct bl_text *text, const struct bl_kernel_trial *trial, int call) {
    const uint32_t *arguments = arguments_of(trial, call);
    for (int i = 0; i < trial->own->argument_count; i++)
        add_pair(text, trial->own->arguments[i],
                 bl_format(trial->arena, "0x%08lx (%lu)", (unsigned long)arguments[i],
                           (unsigned long)arguments[i]));
    for (int i = 0; i < trial->ports.ins; i++)
        add_pair(text, trial->ports.in[i]->name,
                 show(trial, &trial->ports.in_types[i],
                      trial->moves.elements[i] + call * trial->ports.in[i]->bytes, 0));
}

static bool has_value(const struct bl_kernel_verdict *verdict) {
    return verdict->fault == BL_KERNEL_VALUE || verdict->fault == BL_KERNEL_LACKS ||
           verdict->fault == BL_KERNEL_REPEATS;
}

static const uint8_t *golden_value(const struct bl_kernel_trial *trial,
                                   const struct bl_kernel_verdict *verdict) {
    return trial->answers.out[verdict->port].bytes.items +
           (size_t)verdict->element * (size_t)trial->ports.out[verdict->port]->bytes;
}

static void add_difference(struct bl_text *text, const struct bl_kernel_trial *trial,
                           const struct bl_kernel_verdict *verdict) {
    const struct bl_column *type = &trial->ports.out_types[verdict->port];
    if (!has_value(verdict)) return;
    add_call(text, trial, trial->answers.out[verdict->port].calls.items[verdict->element]);
    bl_text_add(text, "           %-12s %-34s %s\n", "", "golden model", "Verilog");
    bl_text_add(text, "           %-12s %-34s %s\n", trial->ports.out[verdict->port]->name,
                show(trial, type, golden_value(trial, verdict), 0),
                show(trial, type, verdict->got, verdict->unknown));
}

static void add_seen(struct bl_text *text, const struct bl_kernel_trial *trial,
                     const struct bl_kernel_verdict *verdict, const char *simulators) {
    struct bl_arena *arena = trial->arena;
    if (verdict->fault == BL_KERNEL_RIGHT) {
        bl_trial_add_line(
            text, "moves",
            bl_format(arena, "%s: %d moves of %d to %d elements agree, with gaps and backpressure",
                      simulators, trial->moves.lengths.count, shortest_move(trial),
                      longest_move(trial)));
        return;
    }
    bl_trial_add_line(text, "WRONG",
                      bl_format(arena, "%s: %s", simulators, complaint(trial, verdict)));
    bl_trial_add_lines(
        text, bl_format(arena, "with %s, in cycle %d", plays[verdict->play], verdict->cycle));
    add_difference(text, trial, verdict);
}

static bool alike(const struct bl_kernel_verdict *a, const struct bl_kernel_verdict *b) {
    return a->fault == b->fault && a->play == b->play && a->port == b->port &&
           a->cycle == b->cycle && a->word == b->word && a->element == b->element &&
           a->unknown == b->unknown && !memcmp(a->got, b->got, sizeof a->got);
}

/* Simulators that say the same are reported together. */
static void add_moves(struct bl_text *text, const struct bl_kernel_trial *trial) {
    const struct bl_kernel_seen *seen = trial->seen;
    if (trial->seen_count == 2 && alike(&seen[0].verdict, &seen[1].verdict))
        add_seen(text, trial, &seen->verdict,
                 bl_format(trial->arena, "%s and %s", seen[0].simulator, seen[1].simulator));
    else
        for (int i = 0; i < trial->seen_count; i++)
            add_seen(text, trial, &seen[i].verdict, seen[i].simulator);
}

static const char *list_rates(struct bl_arena *arena, const char *text,
                              const struct bl_kernel_port *const *ports, const double *rates,
                              int count) {
    for (int i = 0; i < count; i++)
        text = bl_format(arena, "%s%s%s at %s", text, *text ? ", " : "",
                         rates[i] < 0 ? "not measured" : bl_format(arena, "%.2f", rates[i]),
                         ports[i]->name);
    return text;
}

/* Words a cycle of the first, long move. */
static void add_rate(struct bl_text *text, const struct bl_kernel_trial *trial) {
    struct bl_arena *arena = trial->arena;
    const struct bl_kernel_verdict *verdict = &trial->seen[0].verdict;
    if (!bl_kernel_trial_is_right(trial) || !trial->seen_count) return;
    const char *rates = list_rates(arena, "", trial->ports.in, verdict->rate_in, trial->ports.ins);
    rates = list_rates(arena, rates, trial->ports.out, verdict->rate_out, trial->ports.outs);
    if (verdict->latency >= 0)
        rates = bl_format(arena, "%s; %d cycle%s from word to word", rates, verdict->latency,
                          bl_ending(verdict->latency, "s"));
    bl_trial_add_line(text, "rate", bl_format(arena, "words a cycle: %s", rates));
}

static void add_twice(struct bl_text *text, const struct bl_kernel_trial *trial) {
    if (trial->twice < 0) return;
    bl_trial_add_line(text, "WRONG",
                      "the golden function leaves unset what it says it gives, or keeps something "
                      "beside its");
    bl_trial_add_lines(text, bl_format(trial->arena, "state: call %d first", trial->twice + 1));
    add_call(text, trial, trial->twice);
}

/* "per 4 a after 2", as it is declared. */
static const char *rate_text(const struct bl_kernel_trial *trial,
                             const struct bl_kernel_rate *rate) {
    const char *of = trial->ports.in[rate->of]->name;
    if (rate->move) return bl_format(trial->arena, "per move of %s", of);
    const char *text = rate->per > 1 ? bl_format(trial->arena, "per %d %s", rate->per, of)
                                     : bl_format(trial->arena, "per %s", of);
    return rate->after ? bl_format(trial->arena, "%s after %d", text, rate->after) : text;
}

static void add_rate_fault(struct bl_text *text, const struct bl_kernel_trial *trial) {
    const struct bl_kernel_rate_fault *fault = &trial->rate;
    if (fault->port < 0) return;
    const struct bl_kernel_port *port = trial->ports.out[fault->port];
    bl_trial_add_line(text, "WRONG",
                      bl_format(trial->arena,
                                "the golden function %s an element at `%s`, declared `%s`: call %d",
                                fault->gave ? "gives" : "does not give", port->name,
                                rate_text(trial, &port->rate), fault->call + 1));
    add_call(text, trial, fault->call);
}

void bl_kernel_trial_print(struct bl_text *text, const struct bl_kernel_trial *trial) {
    bl_text_add(text, "kernel %s: %s, %s\n", trial->own->name, trial->files->verilog,
                trial->files->golden);
    bl_trial_add_broken(text, &trial->found);
    if (trial->found.broken && trial->answers.calls && trial->answers.calls < trial->moves.calls)
        add_call(text, trial, trial->answers.calls);
    bl_trial_add_lines(text, trial->found.broken_log ? trial->found.broken_log : "");
    add_twice(text, trial);
    add_rate_fault(text, trial);
    add_moves(text, trial);
    add_rate(text, trial);
    bl_trial_add_found(text, trial->arena, &trial->found);
}

/* ---- JSON */

static void add_json_rates(cJSON *object, const struct bl_kernel_trial *trial,
                           const struct bl_kernel_verdict *verdict) {
    cJSON *rates = cJSON_AddObjectToObject(object, "words_a_cycle");
    for (int i = 0; i < trial->ports.ins; i++)
        cJSON_AddNumberToObject(rates, trial->ports.in[i]->name, verdict->rate_in[i]);
    for (int i = 0; i < trial->ports.outs; i++)
        cJSON_AddNumberToObject(rates, trial->ports.out[i]->name, verdict->rate_out[i]);
    cJSON_AddNumberToObject(object, "latency", verdict->latency);
}

static void add_json_values(cJSON *object, const struct bl_kernel_trial *trial,
                            const struct bl_kernel_verdict *verdict) {
    const struct bl_column *type = &trial->ports.out_types[verdict->port];
    const char *golden = show(trial, type, golden_value(trial, verdict), 0),
               *got = show(trial, type, verdict->got, verdict->unknown);
    cJSON_AddStringToObject(object, "golden",
                            bl_strndup(trial->arena, golden, strcspn(golden, " ")));
    cJSON_AddStringToObject(object, "verilog", bl_strndup(trial->arena, got, strcspn(got, " ")));
}

static void add_json_fault(cJSON *object, const struct bl_kernel_trial *trial,
                           const struct bl_kernel_verdict *verdict) {
    enum numbers numbers = sentences[verdict->fault].numbers;
    cJSON_AddStringToObject(object, "text", complaint(trial, verdict));
    cJSON_AddStringToObject(object, "with", plays[verdict->play]);
    cJSON_AddStringToObject(object, "port", port_of(trial, verdict)->name);
    cJSON_AddNumberToObject(object, "cycle", verdict->cycle);
    if (numbers == THE_WORD) cJSON_AddNumberToObject(object, "word", verdict->word + 1);
    if (numbers > THE_WORD) cJSON_AddNumberToObject(object, "element", verdict->element + 1);
    if (numbers == COUNT_AND_ELEMENT) cJSON_AddNumberToObject(object, "count", verdict->count);
    if (has_value(verdict)) add_json_values(object, trial, verdict);
}

static void add_json_seen(cJSON *simulators, const struct bl_kernel_trial *trial,
                          const struct bl_kernel_seen *seen) {
    static const char *const words[] = {
#define ROW(name, word) word,
        BL_KERNEL_FAULTS(ROW)
#undef ROW
    };
    const struct bl_kernel_verdict *verdict = &seen->verdict;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(simulators, object);
    cJSON_AddStringToObject(object, "simulator", seen->simulator);
    cJSON_AddStringToObject(object, "verdict", words[verdict->fault]);
    if (verdict->fault == BL_KERNEL_RIGHT) add_json_rates(object, trial, verdict);
    else add_json_fault(object, trial, verdict);
}

void bl_kernel_trial_add_json(const struct bl_kernel_trial *trial, struct cJSON *kernels) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(kernels, object);
    cJSON_AddStringToObject(object, "kernel", trial->own->name);
    cJSON_AddStringToObject(object, "verilog", trial->files->verilog);
    cJSON_AddStringToObject(object, "golden", trial->files->golden);
    cJSON_AddBoolToObject(object, "right", bl_kernel_trial_is_right(trial));
    cJSON_AddNumberToObject(object, "moves", trial->moves.lengths.count);
    cJSON_AddNumberToObject(object, "calls", trial->moves.calls);
    bl_trial_json_broken(object, &trial->found);
    if (trial->twice >= 0) cJSON_AddNumberToObject(object, "two_answers_for", trial->twice + 1);
    if (trial->rate.port >= 0) {
        const struct bl_kernel_port *port = trial->ports.out[trial->rate.port];
        cJSON *undeclared = cJSON_AddObjectToObject(object, "not_as_declared");
        cJSON_AddStringToObject(undeclared, "port", port->name);
        cJSON_AddStringToObject(undeclared, "declared", rate_text(trial, &port->rate));
        cJSON_AddNumberToObject(undeclared, "call", trial->rate.call + 1);
    }
    cJSON *simulators = cJSON_AddArrayToObject(object, "simulators");
    for (int i = 0; i < trial->seen_count; i++) add_json_seen(simulators, trial, &trial->seen[i]);
    bl_trial_json_found(object, &trial->found);
}
