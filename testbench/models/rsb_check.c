/* Breadth-first over all states of a ring of arbiter cells; then the longest way between two moves of the token. */
#include "rsb_check.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "rsb_rules.h"

enum { SERVED = 31 };             /* bit of a cell's word: it has served its domain with the token that is here */
enum { EVENTS = 100000 };         /* more without a choice are a circle */

struct search {
    const struct bl_rsb_check_options *options;
    int count;
    uint32_t *words;              /* count words a state */
    uint32_t *parents;
    struct bl_rsb_event *events;
    uint32_t *slots;              /* state + 1, open addressing */
    uint32_t slot_count, capacity;
    uint32_t *degree, *depth;     /* of the second pass; arcs that move the token are left out */
    uint32_t *queue, queued;
    bool counting, relaxing;
    uint32_t from;                /* the state that is expanded */
    struct bl_rsb_check *result;
};

static enum bl_rsb_flaw flaw_of(const struct search *s, int cell) {
    return cell == s->options->flawed ? s->options->flaw : BL_RSB_FLAW_NONE;
}

static bool excited(const struct search *s, const uint32_t *words, int cell, int gate) {
    struct bl_rsb_wires wires = bl_rsb_wires(words, s->count, cell);
    return bl_rsb_next(words[cell], &wires, (enum bl_rsb_gate)gate, flaw_of(s, cell)) != bl_rsb_bit(words[cell], gate);
}

static uint32_t excitation(const struct search *s, const uint32_t *words, int cell) {
    uint32_t set = 0;
    for (int gate = 0; gate < BL_RSB_GATE_COUNT; gate++) set |= (uint32_t)excited(s, words, cell, gate) << gate;
    return set;
}

static void fault(struct search *s, enum bl_rsb_fault fault, int cell) {
    if (s->result->fault) return;
    s->result->fault = fault;
    s->result->cell = cell;
}

static uint32_t *slot_of(struct search *s, const uint32_t *words) {
    size_t size = (size_t)s->count * sizeof *words;
    uint32_t at = (uint32_t)XXH3_64bits(words, size) & (s->slot_count - 1);
    while (s->slots[at] && memcmp(s->words + (size_t)(s->slots[at] - 1) * (size_t)s->count, words, size))
        at = (at + 1) & (s->slot_count - 1);
    return &s->slots[at];
}

static void grow_states(struct search *s) {
    s->capacity = s->capacity ? s->capacity * 2 : 1024;
    s->words = realloc(s->words, (size_t)s->capacity * (size_t)s->count * sizeof *s->words);
    s->parents = realloc(s->parents, s->capacity * sizeof *s->parents);
    s->events = realloc(s->events, s->capacity * sizeof *s->events);
}

static void grow_slots(struct search *s) {
    free(s->slots);
    s->slot_count = s->slot_count ? s->slot_count * 2 : 4096;
    s->slots = calloc(s->slot_count, sizeof *s->slots);
    for (uint32_t i = 0; i < s->result->states; i++) *slot_of(s, s->words + (size_t)i * (size_t)s->count) = i + 1;
}

static void add(struct search *s, const uint32_t *words, struct bl_rsb_event event) {
    uint32_t *slot = slot_of(s, words);
    if (*slot) return;
    uint32_t state = s->result->states++;
    if (state >= s->options->limit) {
        s->result->states--;
        fault(s, BL_RSB_FAULT_LIMIT, 0);
        return;
    }
    if (state >= s->capacity) grow_states(s);
    memcpy(s->words + (size_t)state * (size_t)s->count, words, (size_t)s->count * sizeof *words);
    s->parents[state] = s->from;
    s->events[state] = event;
    *slot = state + 1;
    if (s->result->states * 2 > s->slot_count) grow_slots(s);
}

/* An arc of `events` events to a state, in the pass that is running. */
static void arc(struct search *s, const uint32_t *words, struct bl_rsb_event event, uint32_t events) {
    if (!s->counting && !s->relaxing) {
        s->result->arcs++;
        add(s, words, event);
        return;
    }
    if (event.gate == BL_RSB_TOKEN) return;
    uint32_t to = *slot_of(s, words) - 1;
    if (s->counting) {
        s->degree[to]++;
        return;
    }
    if (s->depth[to] < s->depth[s->from] + events) s->depth[to] = s->depth[s->from] + events;
    if (!--s->degree[to]) s->queue[s->queued++] = to;
}

static int holder(const uint32_t *words, int count) {
    for (int i = 0; i < count; i++)
        if (bl_rsb_wires(words, count, i).token != bl_rsb_bit(words[i], BL_RSB_TOKEN)) return i;
    return 0;
}

/* A request arrives at a cell: the number that goes with it is compared; when it has gone, the comparison is forgotten. */
static void compare(const struct search *s, uint32_t *words, int cell, int gate) {
    int other = gate == BL_RSB_GO_CW ? (cell + 1) % s->count : (cell + s->count - 1) % s->count;
    uint32_t bit = UINT32_C(1) << (gate == BL_RSB_GO_CW ? BL_RSB_MATCH_CW : BL_RSB_MATCH_CCW);
    words[other] &= ~bit;
    if (bl_rsb_bit(words[cell], gate) && bl_rsb_target(words[holder(words, s->count)]) == other) words[other] |= bit;
}

/* What else happens when a gate has moved: the rules are asked, and what no longer matters is forgotten. */
static void consequences(struct search *s, uint32_t *words, int cell, int gate) {
    bool value = bl_rsb_bit(words[cell], gate);
    int where = cell;
    enum bl_rsb_fault wrong = BL_RSB_FAULT_NONE;
    if (gate == BL_RSB_GO_CW || gate == BL_RSB_GO_CCW) compare(s, words, cell, gate);
    if (gate == BL_RSB_OPEN && words[cell] >> SERVED) wrong = BL_RSB_FAULT_UNFAIR;
    if (gate == BL_RSB_OPEN) words[cell] |= UINT32_C(1) << SERVED;
    if (gate == BL_RSB_TOLD && value) wrong = bl_rsb_check_answer(words, s->count, cell);
    if (gate == BL_RSB_TOLD) words[cell] &= ~(UINT32_C(15) << BL_RSB_TARGET);
    if (gate == BL_RSB_TOKEN && value) wrong = bl_rsb_check_settled(words, s->count, &where);
    if (gate == BL_RSB_TOKEN) words[cell] &= ~(UINT32_C(1) << SERVED);
    if (wrong) fault(s, wrong, where);
}

/* Gates that were about to move and no longer are; the other side of a mutual exclusion may. */
static void hazards(struct search *s, const uint32_t *before, const uint32_t *after, int cell, int gate) {
    for (int side = -1; side <= 1; side++) {
        int i = (cell + side + s->count) % s->count;
        uint32_t lost = excitation(s, before, i) & ~excitation(s, after, i);
        if (i == cell && gate < BL_RSB_GATE_COUNT) {
            int partner = bl_rsb_partner((enum bl_rsb_gate)gate);
            lost &= ~(UINT32_C(1) << gate);
            if (partner >= 0) lost &= ~(UINT32_C(1) << partner);
        }
        if (lost) fault(s, BL_RSB_FAULT_HAZARD, i);
    }
}

/* A gate or a wish moves, in place. */
static void move(struct search *s, uint32_t *words, int cell, int gate) {
    uint32_t before[BL_RSB_CELLS];
    memcpy(before, words, (size_t)s->count * sizeof *before);
    words[cell] ^= UINT32_C(1) << gate;
    consequences(s, words, cell, gate);
    hazards(s, before, words, cell, gate);
}

/* The gates that reduction lets go first: those that compete with nothing, falls, and the lock of a domain that has just decided. */
static bool goes_first(uint32_t word, int gate) {
    if (gate == BL_RSB_TOKEN) return false;
    return bl_rsb_partner((enum bl_rsb_gate)gate) < 0 || bl_rsb_bit(word, gate) || gate == BL_RSB_LOCK;
}

static bool move_first(struct search *s, uint32_t *words) {
    for (int cell = 0; cell < s->count; cell++) {
        uint32_t set = excitation(s, words, cell);
        for (int gate = 0; gate < BL_RSB_GATE_COUNT; gate++)
            if (set >> gate & 1 && goes_first(words[cell], gate)) {
                move(s, words, cell, gate);
                return true;
            }
    }
    return false;
}

/* Reduced: everything that competes with nothing moves, in one order. Returns how many events that were. */
static uint32_t settle(struct search *s, uint32_t *words) {
    uint32_t events = 0;
    while (s->options->reduced && !s->result->fault && move_first(s, words))
        if (++events > EVENTS) fault(s, BL_RSB_FAULT_LIVELOCK, 0);
    return events;
}

static void fire(struct search *s, const uint32_t *words, int cell, int gate) {
    uint32_t after[BL_RSB_CELLS];
    memcpy(after, words, (size_t)s->count * sizeof *after);
    move(s, after, cell, gate);
    struct bl_rsb_event event = {(uint8_t)cell, (uint8_t)gate, bl_rsb_bit(after[cell], gate)};
    arc(s, after, event, 1 + settle(s, after));
}

/* One more domain may want something: each that does, or is still to be told that it does not, counts. */
static bool may_more(const struct search *s, const uint32_t *words) {
    int wishes = 0;
    for (int i = 0; i < s->count; i++) wishes += bl_rsb_bit(words[i], BL_RSB_WISH) || bl_rsb_bit(words[i], BL_RSB_TOLD);
    return !s->options->wishes || wishes < s->options->wishes;
}

/* A domain changes its wish after it has been answered, when the token that brought the answer has left. */
static bool may_wish(const struct search *s, const uint32_t *words, int cell) {
    uint32_t word = words[cell];
    bool wish = bl_rsb_bit(word, BL_RSB_WISH);
    if (!wish && !may_more(s, words)) return false;
    if (wish != bl_rsb_bit(word, BL_RSB_TOLD) || wish != bl_rsb_bit(word, BL_RSB_OPEN) || bl_rsb_bit(word, BL_RSB_LOCK)) return false;
    return !bl_rsb_wires(words, s->count, cell).token || bl_rsb_bit(word, BL_RSB_TOKEN);
}

static void wish(struct search *s, const uint32_t *words, int cell) {
    uint32_t after[BL_RSB_CELLS];
    bool rises = !bl_rsb_bit(words[cell], BL_RSB_WISH);
    for (int target = 0; target < s->count; target++) {
        if (rises ? target == cell : target > 0) continue;
        memcpy(after, words, (size_t)s->count * sizeof *after);
        after[cell] ^= UINT32_C(1) << BL_RSB_WISH;
        after[cell] |= (uint32_t)target << BL_RSB_TARGET;
        hazards(s, words, after, cell, BL_RSB_WISH);
        struct bl_rsb_event event = {(uint8_t)cell, BL_RSB_WISH, rises};
        arc(s, after, event, 1 + settle(s, after));
    }
}

/* Reduced: only the domain to which the rising token comes next decides. */
static bool decides(const struct search *s, const uint32_t *words, int cell) {
    if (!s->options->reduced) return true;
    int at = holder(words, s->count), next = (at + 1) % s->count;
    bool rises = bl_rsb_wires(words, s->count, at).token;
    return next == cell && (next ? rises : !rises);
}

static void expand(struct search *s, const uint32_t *words) {
    uint64_t before = s->result->arcs;
    for (int cell = 0; cell < s->count; cell++) {
        uint32_t set = excitation(s, words, cell);
        for (int gate = 0; gate < BL_RSB_GATE_COUNT && !s->result->fault; gate++)
            if (set >> gate & 1) fire(s, words, cell, gate);
        if (!s->result->fault && may_wish(s, words, cell) && decides(s, words, cell)) wish(s, words, cell);
    }
    if (!s->counting && !s->relaxing && !s->result->fault && s->result->arcs == before) fault(s, BL_RSB_FAULT_DEADLOCK, 0);
}

static void expand_state(struct search *s, uint32_t state) {
    uint32_t words[BL_RSB_CELLS];
    memcpy(words, s->words + (size_t)state * (size_t)s->count, (size_t)s->count * sizeof *words);
    s->from = state;
    expand(s, words);
}

/* Second pass: without the arcs that move the token no circle may be left; the longest way is the bound. */
static void measure(struct search *s) {
    uint32_t states = s->result->states, done = 0;
    s->degree = calloc(states, sizeof *s->degree);
    s->depth = calloc(states, sizeof *s->depth);
    s->queue = malloc(states * sizeof *s->queue);
    s->counting = true;
    for (uint32_t i = 0; i < states; i++) expand_state(s, i);
    s->counting = false;
    s->relaxing = true;
    for (uint32_t i = 0; i < states; i++)
        if (!s->degree[i]) s->queue[s->queued++] = i;
    for (; done < s->queued; done++) {
        uint32_t state = s->queue[done];
        if (s->depth[state] > s->result->bound) s->result->bound = s->depth[state];
        expand_state(s, state);
    }
    for (uint32_t i = 0; i < states && done < states; i++)
        if (s->degree[i]) {
            s->from = i;
            fault(s, BL_RSB_FAULT_LIVELOCK, 0);
            break;
        }
    free(s->degree);
    free(s->depth);
    free(s->queue);
}

static void write_trace(struct search *s) {
    int length = 0;
    for (uint32_t i = s->from; i; i = s->parents[i]) length++;
    s->result->trace = malloc(((size_t)length + 1) * sizeof *s->result->trace);
    s->result->trace_length = length;
    for (uint32_t i = s->from; i; i = s->parents[i]) s->result->trace[--length] = s->events[i];
}

struct bl_rsb_check bl_rsb_check(const struct bl_rsb_check_options *options) {
    struct bl_rsb_check result = {.fault = BL_RSB_FAULT_NONE};
    struct search s = {.options = options, .count = options->cells, .result = &result};
    uint32_t start[BL_RSB_CELLS] = {0};
    grow_slots(&s);
    add(&s, start, (struct bl_rsb_event){0, 0, false});
    for (uint32_t i = 0; i < result.states && !result.fault; i++) expand_state(&s, i);
    if (!result.fault) measure(&s);
    if (result.fault) write_trace(&s);
    free(s.words);
    free(s.parents);
    free(s.events);
    free(s.slots);
    return result;
}

const char *bl_rsb_fault_word(enum bl_rsb_fault fault) {
    static const char *const words[] = {
#define BL_RSB_FAULT(name, word) word,
        BL_RSB_FAULTS(BL_RSB_FAULT)
#undef BL_RSB_FAULT
    };
    return words[fault];
}

void bl_rsb_check_print(FILE *out, const struct bl_rsb_check *check, const struct bl_rsb_check_options *options) {
    fprintf(out, "%d cells, %s, ", options->cells, options->reduced ? "reduced" : "exhaustive");
    if (options->wishes) fprintf(out, "at most %d wishes, ", options->wishes);
    fprintf(out, "%s, %u states, %llu arcs",
            bl_rsb_fault_word(check->fault), check->states, (unsigned long long)check->arcs);
    if (check->fault) fprintf(out, ", at cell %d\n", check->cell);
    else if (options->reduced) fprintf(out, "\n");
    else fprintf(out, ", at most %u events between two moves of the token\n", check->bound);
    for (int i = 0; i < check->trace_length; i++) {
        const struct bl_rsb_event *e = &check->trace[i];
        const char *word = e->gate == BL_RSB_WISH ? "wish" : bl_rsb_gate_word((enum bl_rsb_gate)e->gate);
        fprintf(out, "  cell %d: %s%c\n", e->cell, word, e->value ? '+' : '-');
    }
}
