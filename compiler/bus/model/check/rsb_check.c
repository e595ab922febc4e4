/* Breadth-first over all states of a ring of arbiter cells; then the longest way between two moves
 * of the token. */
#include "bus/model/check/rsb_check.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/carried/checked.h"
#include "bus/model/check/rsb_rules.h"

/* Bits of a cell's word: the number may not have settled here; the cell has served its domain with
 * the token that is here; from MARKINGS on the number of the markings that its graphs have. */
enum { LATE = BL_RSB_WIRE_END, SERVED, MARKINGS };
enum { EVENTS = 100000 }; /* more without a choice are a circle */

/* A ring while its gates move. A gate's move changes what its own cell and the two beside it want,
 * no more. */
struct ring {
    uint64_t words[BL_RSB_CELLS];
    uint64_t excited[BL_RSB_CELLS]; /* gates and wires that want to move; kept true by refresh() */
};

/* An arc that does not move the token, for the second pass. */
struct arc {
    uint32_t to, events;
};

/* The different cells of a ring. */
enum { FIRST, OTHER, FLAWED, KINDS };

struct search {
    const struct bl_rsb_check_options *options;
    int count;
    struct bl_rsb_cell present[KINDS]; /* where the options have none */
    const struct bl_rsb_cell *cells[KINDS];
    struct bl_rsb_memo *memo;
    uint64_t *words; /* count words a state */
    uint32_t *parents;
    struct bl_rsb_event *events;
    size_t *first_arc; /* of a state; states are expanded in order, so the next state's is the end
                          of its arcs */
    uint32_t *slots;   /* state + 1, open addressing */
    uint32_t slot_count, capacity;
    struct arc *arcs;
    size_t arc_count, arc_capacity;
    uint32_t from; /* the state that is expanded */
    struct bl_rsb_check *result;
};

static enum bl_rsb_flaw flaw_of(const struct search *s, int cell) {
    return cell == s->options->flawed ? s->options->flaw : BL_RSB_FLAW_NONE;
}

static int kind_of(const struct search *s, int cell) {
    bool broken = s->options->broken && cell == s->options->flawed;
    if (broken || flaw_of(s, cell) != BL_RSB_FLAW_NONE) return FLAWED;
    return cell ? OTHER : FIRST;
}

/* The wires as the cell sees them. */
static uint64_t seen(const struct search *s, const uint64_t *words, int cell) {
    return s->options->wires ? words[cell] : bl_rsb_seen(words, s->count, cell);
}

static uint64_t gates_of(const struct search *s, int cell, uint64_t seen) {
    int kind = kind_of(s, cell);
    return bl_rsb_recall(s->cells[kind], kind, seen, s->memo);
}

/* Gates and wires that want to move. */
static uint64_t excitation(const struct search *s, const uint64_t *words, int cell) {
    uint64_t gates = gates_of(s, cell, seen(s, words, cell));
    return s->options->wires ? gates | bl_rsb_travelling(words, s->count, cell) : gates;
}

static int beside(const struct search *s, int cell, int side) {
    int at = cell + side;
    return at < 0 ? s->count - 1 : at < s->count ? at : 0;
}

static void refresh(const struct search *s, struct ring *ring, int cell) {
    ring->excited[cell] = excitation(s, ring->words, cell);
}

/* What may move of what wants to. */
static uint64_t movable(const struct search *s, const struct ring *ring, int cell) {
    uint64_t excited = ring->excited[cell], held = bl_rsb_held(ring->words[cell], excited);
    bool all = !s->cells[kind_of(s, cell)]->joined || flaw_of(s, cell) == BL_RSB_FLAW_CHOICE;
    return all ? excited : excited & ~held;
}

static void fault(struct search *s, enum bl_rsb_fault fault, int cell) {
    if (s->result->fault) return;
    s->result->fault = fault;
    s->result->cell = cell;
}

static uint32_t *slot_of(struct search *s, const uint64_t *words) {
    size_t size = (size_t)s->count * sizeof *words;
    uint32_t at = (uint32_t)XXH3_64bits(words, size) & (s->slot_count - 1);
    while (s->slots[at] &&
           memcmp(s->words + (size_t)(s->slots[at] - 1) * (size_t)s->count, words, size))
        at = (at + 1) & (s->slot_count - 1);
    return &s->slots[at];
}

static void grow_states(struct search *s) {
    s->capacity = s->capacity ? s->capacity * 2 : 1024;
    s->words = bl_zneeded(
        realloc(s->words, (size_t)s->capacity * (size_t)s->count * sizeof *s->words));
    s->parents = bl_zneeded(realloc(s->parents, s->capacity * sizeof *s->parents));
    s->events = bl_zneeded(realloc(s->events, s->capacity * sizeof *s->events));
    s->first_arc = bl_zneeded(
        realloc(s->first_arc, ((size_t)s->capacity + 1) * sizeof *s->first_arc));
}

static void grow_slots(struct search *s) {
    free(s->slots);
    s->slot_count = s->slot_count ? s->slot_count * 2 : 4096;
    s->slots = bl_zalloc(s->slot_count, sizeof *s->slots);
    for (uint32_t i = 0; i < s->result->states; i++)
        *slot_of(s, s->words + (size_t)i * (size_t)s->count) = i + 1;
}

/* The number of a state, a new one where it was not known. */
static uint32_t add(struct search *s, const uint64_t *words, struct bl_rsb_event event) {
    uint32_t *slot = slot_of(s, words), state = s->result->states;
    if (*slot) return *slot - 1;
    if (state >= s->options->limit) {
        fault(s, BL_RSB_FAULT_LIMIT, 0);
        return 0;
    }
    if (state >= s->capacity) grow_states(s);
    memcpy(s->words + (size_t)state * (size_t)s->count, words, (size_t)s->count * sizeof *words);
    s->parents[state] = s->from;
    s->events[state] = event;
    *slot = state + 1;
    if (++s->result->states * 2 > s->slot_count) grow_slots(s);
    return state;
}

/* An arc of `events` events to a state. */
static void arc(struct search *s, const uint64_t *words, struct bl_rsb_event event,
                uint32_t events) {
    uint32_t to = add(s, words, event);
    s->result->arcs++;
    if (event.gate == BL_RSB_TOKEN) return;
    if (s->arc_count == s->arc_capacity) {
        s->arc_capacity = s->arc_capacity ? s->arc_capacity * 2 : 4096;
        s->arcs = bl_zneeded(realloc(s->arcs, s->arc_capacity * sizeof *s->arcs));
    }
    s->arcs[s->arc_count++] = (struct arc){to, events};
}

static int holder(const uint64_t *words, int count) {
    for (int i = 0; i < count; i++)
        if (bl_rsb_bit(bl_rsb_seen(words, count, i), BL_RSB_WIRE_HERE) !=
            bl_rsb_bit(words[i], BL_RSB_TOKEN))
            return i;
    return 0;
}

/* The number lines show the number of the token's holder to every cell. */
static void compare(const struct search *s, uint64_t *words) {
    int target = bl_rsb_target(words[holder(words, s->count)]);
    for (int i = 0; i < s->count; i++) {
        words[i] &= ~(UINT64_C(1) << BL_RSB_MATCH);
        if (i == target) words[i] |= UINT64_C(1) << BL_RSB_MATCH;
    }
}

/* Until the number lines have settled here they may show anything: that may not matter. */
static bool minds_number(const struct search *s, const uint64_t *words, int cell) {
    if (!bl_rsb_bit(words[cell], LATE)) return false;
    uint64_t word = seen(s, words, cell);
    return gates_of(s, cell, word) != gates_of(s, cell, word ^ bl_rsb_mask(BL_RSB_MATCH));
}

/* The number lines begin to change: for no cell are they settled. */
static void make_late(struct search *s, uint64_t *words) {
    for (int i = 0; i < s->count; i++) words[i] |= UINT64_C(1) << LATE;
    for (int i = 0; i < s->count; i++)
        if (minds_number(s, words, i)) fault(s, BL_RSB_FAULT_NUMBER, i);
}

/* Wires to the neighbours, but for the token. */
static bool goes_out(int gate) {
    return gate == BL_RSB_GO_CW || gate == BL_RSB_GO_CCW || gate == BL_RSB_NA_CW ||
           gate == BL_RSB_NA_CCW;
}

/* The assumption about the number lines: when the first wire into a cell moves they have settled
   there, and in the token's own cell when its first `go` wire moves. */
static void settle_number(struct search *s, uint64_t *words, int cell, int gate) {
    bool arrives = gate >= BL_RSB_WIRE && gate != BL_RSB_WIRE_HERE;
    if (arrives || (goes_out(gate) && flaw_of(s, cell) != BL_RSB_FLAW_NUMBER))
        words[cell] &= ~(UINT64_C(1) << LATE);
    for (int side = -1; side <= 1 && goes_out(gate) && !s->options->wires; side += 2)
        words[beside(s, cell, side)] &= ~(UINT64_C(1) << LATE);
    for (int side = -1; side <= 1; side++)
        if (minds_number(s, words, beside(s, cell, side)))
            fault(s, BL_RSB_FAULT_NUMBER, beside(s, cell, side));
}

/* No request that has not been answered, and no path. */
static bool needs_no_number(uint64_t word) {
    bool asks = bl_rsb_bit(word, BL_RSB_REQUEST) && !bl_rsb_bit(word, BL_RSB_NOTIFIED);
    return !asks && !bl_rsb_bit(word, BL_RSB_OWN_CW) && !bl_rsb_bit(word, BL_RSB_OWN_CCW);
}

static int markings_of(uint64_t word) { return (int)(word >> MARKINGS); }

static void set_markings(uint64_t *word, int markings) {
    *word = (*word & (bl_rsb_mask(MARKINGS) - 1)) | (uint64_t)markings << MARKINGS;
}

/* The graphs of a cell see what has changed in its word. */
static void play(struct search *s, uint64_t *words, int cell, uint64_t before) {
    uint64_t after = seen(s, words, cell);
    int markings = bl_rsb_graphs_step(s->options->graphs, markings_of(before), before, after);
    if (markings < 0) fault(s, BL_RSB_FAULT_GRAPH, cell);
    else set_markings(&words[cell], markings);
}

/* The graphs of all cells begin. */
static void play_start(struct search *s, uint64_t *words) {
    for (int i = 0; i < s->count && s->options->graphs; i++) {
        int markings = bl_rsb_graphs_start(s->options->graphs, seen(s, words, i));
        if (markings < 0) fault(s, BL_RSB_FAULT_GRAPH, i);
        else set_markings(&words[i], markings);
    }
}

/* The token is about to leave: nothing moves but the token itself, also over wires. */
static enum bl_rsb_fault settled(const struct search *s, const uint64_t *words, int *where) {
    for (int i = 0; i < s->count && s->options->wires; i++) {
        *where = i;
        if (bl_rsb_travelling(words, s->count, i) & ~(UINT64_C(1) << BL_RSB_WIRE_HERE))
            return BL_RSB_FAULT_UNSETTLED;
    }
    for (int i = 0; i < s->count && s->options->graphs; i++) {
        *where = i;
        if (bl_rsb_graphs_owes(s->options->graphs, markings_of(words[i])))
            return BL_RSB_FAULT_GRAPH;
    }
    return bl_rsb_check_settled(words, s->count, where);
}

/* The token leaves a cell, whose number is kept as long as it has a path. */
static void pass_token(struct search *s, uint64_t *words, int cell) {
    words[cell] &= ~(UINT64_C(1) << SERVED);
    if (bl_rsb_bit(words[cell], BL_RSB_TOKEN) && needs_no_number(words[cell]))
        words[cell] &= ~(UINT64_C(15) << BL_RSB_TARGET);
    compare(s, words);
}

/* What else happens when a gate has moved: the rules are asked, and what no longer matters is
 * forgotten. */
static void consequences(struct search *s, uint64_t *words, int cell, int gate) {
    bool value = bl_rsb_bit(words[cell], gate);
    int where = cell;
    enum bl_rsb_fault wrong = BL_RSB_FAULT_NONE;
    if (gate == BL_RSB_OPEN && bl_rsb_bit(words[cell], SERVED)) wrong = BL_RSB_FAULT_UNFAIR;
    if (gate == BL_RSB_OPEN) words[cell] |= UINT64_C(1) << SERVED;
    if (gate == BL_RSB_NOTIFIED && value) wrong = bl_rsb_check_answer(words, s->count, cell);
    if (gate == BL_RSB_TOKEN && value) wrong = settled(s, words, &where);
    if (wrong) fault(s, wrong, where);
    if (gate == BL_RSB_TOKEN) make_late(s, words);
    settle_number(s, words, cell, gate);
    if (gate == BL_RSB_TOKEN) pass_token(s, words, cell);
}

/* Gates that were about to move and no longer are; the other side of a mutual exclusion may. */
static void hazard(struct search *s, uint64_t lost, int cell, int moved, int gate) {
    if (cell == moved) {
        int partner = bl_rsb_partner(gate);
        lost &= ~(UINT64_C(1) << gate);
        if (partner >= 0) lost &= ~(UINT64_C(1) << partner);
    }
    /* the falling token takes the request as it is, new or old */
    if (s->options->wires ? gate == BL_RSB_WIRE_HERE && cell == moved
                          : gate == BL_RSB_TOKEN && cell == beside(s, moved, 1))
        lost &= ~(UINT64_C(1) << BL_RSB_TAKEN);
    if (lost) fault(s, BL_RSB_FAULT_HAZARD, cell);
}

/* What the cell and those beside it want after a move in it. */
static void react(struct search *s, struct ring *ring, int moved, int gate) {
    for (int side = -1; side <= 1; side++) {
        int cell = beside(s, moved, side);
        uint64_t before = ring->excited[cell];
        refresh(s, ring, cell);
        hazard(s, before & ~ring->excited[cell], cell, moved, gate);
    }
}

static void flip(struct search *s, uint64_t *words, int cell, int gate) {
    uint64_t before[3];
    for (int side = -1; side <= 1 && s->options->graphs; side++)
        before[side + 1] = seen(s, words, beside(s, cell, side));
    words[cell] ^= UINT64_C(1) << gate;
    for (int side = -1; side <= 1 && s->options->graphs && !s->result->fault; side++)
        play(s, words, beside(s, cell, side), before[side + 1]);
}

/* A gate or a wire moves. */
static void move(struct search *s, struct ring *ring, int cell, int gate) {
    flip(s, ring->words, cell, gate);
    consequences(s, ring->words, cell, gate);
    react(s, ring, cell, gate);
}

/* The gates that reduction lets go first: those that compete with nothing, and falls. */
static bool goes_first(uint64_t word, int gate) {
    if (gate == BL_RSB_TOKEN) return false;
    return bl_rsb_partner(gate) < 0 || bl_rsb_bit(word, gate);
}

static bool move_first(struct search *s, struct ring *ring) {
    for (int cell = 0; cell < s->count; cell++) {
        uint64_t gates = movable(s, ring, cell);
        for (int gate = 0; gates >> gate; gate++)
            if (bl_rsb_bit(gates, gate) && goes_first(ring->words[cell], gate)) {
                move(s, ring, cell, gate);
                return true;
            }
    }
    return false;
}

/* Reduced: everything that competes with nothing moves, in one order. Returns how many events that
 * were. */
static uint32_t settle(struct search *s, struct ring *ring) {
    uint32_t events = 0;
    while (s->options->reduced && !s->result->fault && move_first(s, ring))
        if (++events > EVENTS) fault(s, BL_RSB_FAULT_LIVELOCK, 0);
    return events;
}

static void fire(struct search *s, const struct ring *ring, int cell, int gate) {
    struct ring after = *ring;
    move(s, &after, cell, gate);
    struct bl_rsb_event event = {(uint8_t)cell, (uint8_t)gate, bl_rsb_bit(after.words[cell], gate)};
    uint32_t settled_in = settle(s, &after);
    arc(s, after.words, event, 1 + settled_in);
}

/* One more domain may want something: each that does, or is still to be notified that it does not,
 * counts. */
static bool may_more(const struct search *s, const uint64_t *words) {
    int requests = 0;
    for (int i = 0; i < s->count; i++)
        requests += bl_rsb_bit(words[i], BL_RSB_REQUEST) || bl_rsb_bit(words[i], BL_RSB_NOTIFIED);
    return !s->options->requests || requests < s->options->requests;
}

/* A domain changes its request when it has been answered and the cell is no longer busy; after a
 * request the token may still be here. */
static bool may_request(const struct search *s, const uint64_t *words, int cell) {
    uint64_t word = words[cell];
    bool request = bl_rsb_bit(word, BL_RSB_REQUEST);
    if (!request && !may_more(s, words)) return false;
    return request == bl_rsb_bit(word, BL_RSB_NOTIFIED) && bl_rsb_is_done(word);
}

/* The number of a domain changes; where the token is at its cell, the lines do. */
static void show_late(struct search *s, uint64_t *words, int cell) {
    if (holder(words, s->count) != cell) return;
    make_late(s, words);
    compare(s, words);
}

/* Reduced: the falling token has taken the request, which nothing has seen since. */
static void request(struct search *s, const struct ring *ring, int cell) {
    bool rises = !bl_rsb_bit(ring->words[cell], BL_RSB_REQUEST);
    for (int target = 0; target < s->count; target++) {
        if (rises ? target == cell : target > 0) continue;
        struct ring after = *ring;
        after.words[cell] ^= UINT64_C(1) << BL_RSB_REQUEST;
        if (s->options->reduced) after.words[cell] ^= UINT64_C(1) << BL_RSB_TAKEN;
        if (rises) after.words[cell] &= ~(UINT64_C(15) << BL_RSB_TARGET);
        after.words[cell] |= (uint64_t)target << BL_RSB_TARGET;
        if (rises) show_late(s, after.words, cell);
        react(s, &after, cell, BL_RSB_REQUEST);
        struct bl_rsb_event event = {(uint8_t)cell, BL_RSB_REQUEST, rises};
        uint32_t settled_in = settle(s, &after);
        arc(s, after.words, event, 1 + settled_in);
    }
}

/* Reduced: only the domain to which the rising token comes next decides. */
static bool decides(const struct search *s, const uint64_t *words, int cell) {
    if (!s->options->reduced) return true;
    int at = holder(words, s->count), next = (at + 1) % s->count;
    bool rises = bl_rsb_bit(bl_rsb_seen(words, s->count, at), BL_RSB_WIRE_HERE);
    return next == cell && (next ? rises : !rises);
}

static void expand(struct search *s, uint32_t state) {
    struct ring ring = {{0}, {0}};
    uint64_t before = s->result->arcs;
    memcpy(ring.words, s->words + (size_t)state * (size_t)s->count,
           (size_t)s->count * sizeof *ring.words);
    for (int cell = 0; cell < s->count; cell++) refresh(s, &ring, cell);
    s->from = state;
    s->first_arc[state] = s->arc_count;
    for (int cell = 0; cell < s->count; cell++) {
        uint64_t gates = movable(s, &ring, cell);
        for (int gate = 0; gates >> gate && !s->result->fault; gate++)
            if (bl_rsb_bit(gates, gate)) fire(s, &ring, cell, gate);
        if (!s->result->fault && may_request(s, ring.words, cell) && decides(s, ring.words, cell))
            request(s, &ring, cell);
    }
    if (!s->result->fault && s->result->arcs == before) fault(s, BL_RSB_FAULT_DEADLOCK, 0);
}

/* The longest ways to the states of `queue`, which no arc leads to that has not been followed.
   Returns how many states were reached: fewer than all where there is a circle. */
static uint32_t longest(struct search *s, uint32_t *queue, uint32_t queued, uint32_t *degree,
                        uint32_t *depth) {
    uint32_t done = 0;
    for (; done < queued; done++) {
        uint32_t from = queue[done];
        if (depth[from] > s->result->bound) s->result->bound = depth[from];
        for (size_t i = s->first_arc[from]; i < s->first_arc[from + 1]; i++) {
            uint32_t to = s->arcs[i].to, there = depth[from] + s->arcs[i].events;
            if (depth[to] < there) depth[to] = there;
            if (!--degree[to]) queue[queued++] = to;
        }
    }
    return done;
}

/* Without the arcs that move the token no circle may be left; the longest way is the bound. */
static void measure(struct search *s) {
    uint32_t states = s->result->states, queued = 0;
    uint32_t *degree = bl_zalloc(states, sizeof *degree);
    uint32_t *depth = bl_zalloc(states, sizeof *depth);
    uint32_t *queue = bl_zalloc(states, sizeof *queue);
    s->first_arc[states] = s->arc_count;
    for (size_t i = 0; i < s->arc_count; i++) degree[s->arcs[i].to]++;
    for (uint32_t i = 0; i < states; i++)
        if (!degree[i]) queue[queued++] = i;
    bool circle = longest(s, queue, queued, degree, depth) < states;
    for (uint32_t i = 0; i < states && circle && !s->result->fault; i++)
        if (degree[i]) {
            s->from = i;
            fault(s, BL_RSB_FAULT_LIVELOCK, 0);
        }
    free(degree);
    free(depth);
    free(queue);
}

static void write_trace(struct search *s) {
    int length = 0;
    for (uint32_t i = s->from; i; i = s->parents[i]) length++;
    s->result->trace = bl_zalloc((size_t)length + 1, sizeof *s->result->trace);
    s->result->trace_length = length;
    for (uint32_t i = s->from; i; i = s->parents[i]) s->result->trace[--length] = s->events[i];
}

/* The cells of the ring: those of the options, or the present ones. */
static void choose_cells(struct search *s) {
    const struct bl_rsb_check_options *o = s->options;
    bl_rsb_cell_present(&s->present[FIRST], true, o->split, BL_RSB_FLAW_NONE);
    bl_rsb_cell_present(&s->present[OTHER], false, o->split, BL_RSB_FLAW_NONE);
    bl_rsb_cell_present(&s->present[FLAWED], o->flawed == 0, o->split, o->flaw);
    for (int i = 0; i < KINDS; i++) s->cells[i] = &s->present[i];
    if (o->first) s->cells[FIRST] = o->first;
    if (o->other) s->cells[OTHER] = o->other;
    if (o->broken) s->cells[FLAWED] = o->broken;
    s->memo = bl_zalloc(1, sizeof *s->memo);
}

struct bl_rsb_check bl_rsb_check(const struct bl_rsb_check_options *options) {
    struct bl_rsb_check result = {.fault = BL_RSB_FAULT_NONE};
    struct search s = {.options = options, .count = options->cells, .result = &result};
    choose_cells(&s);
    uint64_t start[BL_RSB_CELLS] = {0};
    compare(&s, start);
    play_start(&s, start);
    grow_slots(&s);
    add(&s, start, (struct bl_rsb_event){0, 0, false});
    for (uint32_t i = 0; i < result.states && !result.fault; i++) expand(&s, i);
    if (!result.fault) measure(&s);
    if (result.fault) write_trace(&s);
    free(s.words);
    free(s.parents);
    free(s.events);
    free(s.first_arc);
    free(s.arcs);
    free(s.slots);
    free(s.memo);
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

void bl_rsb_check_print(FILE *out, const struct bl_rsb_check *check,
                        const struct bl_rsb_check_options *options) {
    fprintf(out, "%d cells, %s, ", options->cells, options->reduced ? "reduced" : "exhaustive");
    if (options->wires) fprintf(out, "wires with delays, ");
    if (options->split) fprintf(out, "without multiplexers, ");
    if (options->requests) fprintf(out, "at most %d requests, ", options->requests);
    fprintf(out, "%s, %u states, %llu arcs", bl_rsb_fault_word(check->fault), check->states,
            (unsigned long long)check->arcs);
    if (check->fault) fprintf(out, ", at cell %d", check->cell);
    if (check->fault == BL_RSB_FAULT_GRAPH)
        fprintf(out, ": %s", bl_rsb_graphs_reason(options->graphs));
    if (check->fault) fprintf(out, "\n");
    else if (options->reduced) fprintf(out, "\n");
    else fprintf(out, ", at most %u events between two moves of the token\n", check->bound);
    struct bl_rsb_cell present;
    bl_rsb_cell_present(&present, false, options->split, BL_RSB_FLAW_NONE);
    for (int i = 0; i < check->trace_length; i++) {
        const struct bl_rsb_event *e = &check->trace[i];
        const struct bl_rsb_cell *cell = e->cell ? options->other : options->first;
        const char *word = bl_rsb_gate_word(cell ? cell : &present, e->gate);
        fprintf(out, "  cell %d: %s%c\n", e->cell, word, e->value ? '+' : '-');
    }
}
