/* Events of the ring arbiter: gates move some time after they are excited, wires bring that to the
 * neighbours some time later. */
#include "bus/model/rsb_state.h"

#include <stdlib.h>

#include "base/carried/checked.h"
#include "bus/model/rsb_times.h"

static bool before(const struct event *a, const struct event *b) {
    return a->time < b->time || (a->time == b->time && a->order < b->order);
}

static void push(struct bl_rsb *bus, struct event event) {
    if (bus->heap_count == bus->heap_size) {
        int size = bus->heap_size ? bus->heap_size * 2 : 256;
        bus->heap = bl_zneeded(realloc(bus->heap, (size_t)size * sizeof *bus->heap));
        bus->heap_size = size;
    }
    event.order = bus->orders++;
    int at = bus->heap_count++;
    for (int up; at && before(&event, &bus->heap[up = (at - 1) / 2]); at = up)
        bus->heap[at] = bus->heap[up];
    bus->heap[at] = event;
}

static struct event pop(struct bl_rsb *bus) {
    struct event first = bus->heap[0], last = bus->heap[--bus->heap_count];
    int at = 0;
    for (int child; (child = 2 * at + 1) < bus->heap_count; at = child) {
        if (child + 1 < bus->heap_count && before(&bus->heap[child + 1], &bus->heap[child]))
            child++;
        if (!before(&bus->heap[child], &last)) break;
        bus->heap[at] = bus->heap[child];
    }
    bus->heap[at] = last;
    return first;
}

static void report(struct bl_rsb *bus, enum bl_rsb_error error, int cell) {
    bus->errors[error]++;
    bus->acts++;
    if (bus->options.error) bus->options.error(bus->options.user, error, cell);
}

static void tell(const struct bl_rsb *bus, int cell, int gate, bool value) {
    if (bus->options.moved) bus->options.moved(bus->options.user, bus->time, cell, gate, value);
}

static const struct bl_rsb_cell *cell_of(const struct bl_rsb *bus, int cell) {
    return cell ? bus->other : bus->first;
}

/* The gates that want to move, but those that are stuck. */
static uint64_t excited(struct bl_rsb *bus, int cell) {
    uint64_t gates = bl_rsb_recall(cell_of(bus, cell), cell != 0, bus->words[cell], &bus->memo);
    return gates & ~bus->stuck[cell];
}

/* What a gate waits for a table that stands in it, unless that has settled by then. */
static int64_t extra_ps(const struct bl_rsb *bus, int cell, int gate) {
    unsigned waits = cell_of(bus, cell)->waits[gate];
    int64_t changed = INT64_MIN / 2;
    if (bl_rsb_bit(bus->words[cell], gate)) waits &= cell_of(bus, cell)->ahead;
    for (int i = 0; waits >> i; i++)
        if (waits >> i & 1 && bus->tables[cell].since[i] > changed)
            changed = bus->tables[cell].since[i];
    int64_t left = changed + bus->options.gate_ps - bus->time;
    return left > 0 ? left : 0;
}

/* The timed tables that have become 1, or changed where both edges wait. */
static void note_tables(struct bl_rsb *bus, int cell) {
    struct tables *tables = &bus->tables[cell];
    const struct bl_rsb_cell *kind = cell_of(bus, cell);
    unsigned set = bl_rsb_timed(kind, bus->words[cell]);
    unsigned moved = (set ^ tables->set) & (set | kind->ahead);
    for (int i = 0; moved >> i; i++)
        if (moved >> i & 1) tables->since[i] = bus->time;
    if ((set ^ tables->set) >> kind->done & 1)
        tell(bus, cell, BL_RSB_BUSY, !(set >> kind->done & 1));
    tables->set = set;
}

/* Gates that have become excited get an event. */
static void excite(struct bl_rsb *bus, int cell) {
    note_tables(bus, cell);
    uint64_t gates = excited(bus, cell) & ~bus->due[cell];
    for (int gate = 0; gates >> gate; gate++) {
        if (!(gates >> gate & 1)) continue;
        int64_t delay = bus->options.gate_ps;
        delay += extra_ps(bus, cell, gate);
        if (bus->options.spread_ps)
            delay += (int64_t)(bl_random_real(&bus->random) * (double)(bus->options.spread_ps + 1));
        bus->due[cell] |= bl_rsb_mask(gate);
        push(bus, (struct event){
                      .time = bus->time + delay, .cell = (uint8_t)cell, .gate = (uint8_t)gate});
    }
}

static int neighbour(const struct bl_rsb *bus, int cell, bool clockwise) {
    int count = bus->options.cells;
    return clockwise ? (cell + 1) % count : (cell + count - 1) % count;
}

static void send(struct bl_rsb *bus, int cell, bool clockwise, int wire, bool value) {
    int64_t margin = wire == BL_RSB_WIRE_HERE ? bus->options.token_ps : 0;
    if (wire == BL_RSB_WIRE_HERE && value &&
        !bl_rsb_is_done(bus->words[neighbour(bus, cell, clockwise)]))
        margin += bus->options.stop_ps;
    int segment = clockwise ? cell : neighbour(bus, cell, false);
    enum bl_rsb_way way = clockwise ? BL_RSB_CLOCKWISE : BL_RSB_COUNTER;
    int64_t delay = bl_rsb_segment_ps(&bus->options, segment, way) + margin;
    push(bus, (struct event){.time = bus->time + delay,
                             .cell = (uint8_t)neighbour(bus, cell, clockwise),
                             .gate = (uint8_t)wire,
                             .value = value});
}

/* The rising token is here: from now on every cell sees this one's number. */
static void show_number(struct bl_rsb *bus, int cell) {
    for (int i = 0; i < bus->options.cells; i++) {
        bus->words[i] &= ~bl_rsb_mask(BL_RSB_MATCH);
        if (i == bl_rsb_target(bus->words[cell])) bus->words[i] |= bl_rsb_mask(BL_RSB_MATCH);
    }
}

static void arrive(struct bl_rsb *bus, const struct event *event) {
    uint64_t bit = bl_rsb_mask(event->gate), *word = &bus->words[event->cell];
    if (bl_rsb_bit(*word, event->gate) != event->value)
        tell(bus, event->cell, event->gate, event->value);
    *word = event->value ? *word | bit : *word & ~bit;
    if (event->gate == BL_RSB_WIRE_HERE && event->value) show_number(bus, event->cell);
}

/* Whether nothing of another domain is on the way from `source` to its target; with `mark` >= -1
 * the way is given to that domain. */
static bool walk(struct bl_rsb *bus, int source, enum bl_rsb_way way, int mark) {
    bool free = true, clockwise = way == BL_RSB_CLOCKWISE;
    for (int cell = source; cell != bus->target[source]; cell = neighbour(bus, cell, clockwise)) {
        int segment = clockwise ? cell : neighbour(bus, cell, false);
        if (bus->user[segment] >= 0) free = false;
        if (mark >= -1) bus->user[segment] = mark;
    }
    return free && bus->owner[bus->target[source]] < 0;
}

static enum bl_rsb_way granted(const struct bl_rsb *bus, int cell) {
    uint64_t word = bus->words[cell];
    if (bl_rsb_bit(word, BL_RSB_OWN_CW) && bl_rsb_bit(word, BL_RSB_WIRE_RIGHT))
        return BL_RSB_CLOCKWISE;
    if (bl_rsb_bit(word, BL_RSB_OWN_CCW) && bl_rsb_bit(word, BL_RSB_WIRE_LEFT))
        return BL_RSB_COUNTER;
    return BL_RSB_NO_WAY;
}

/* The rules, asked when a domain is notified that its request has been tried. */
static void check_answer(struct bl_rsb *bus, int cell) {
    uint64_t word = bus->words[cell];
    enum bl_rsb_way way = granted(bus, cell);
    bool both = way == BL_RSB_CLOCKWISE && bl_rsb_bit(word, BL_RSB_OWN_CCW) &&
                bl_rsb_bit(word, BL_RSB_WIRE_LEFT);
    bool clockwise = walk(bus, cell, BL_RSB_CLOCKWISE, -2),
         counter = walk(bus, cell, BL_RSB_COUNTER, -2);
    if (way == BL_RSB_NO_WAY && (clockwise || counter)) report(bus, BL_RSB_ERROR_REFUSED, cell);
    if (way != BL_RSB_NO_WAY) {
        uint64_t end = bus->words[bus->target[cell]];
        bool ends = bl_rsb_bit(end, way == BL_RSB_CLOCKWISE ? BL_RSB_END_CW : BL_RSB_END_CCW);
        if (!(way == BL_RSB_CLOCKWISE ? clockwise : counter))
            report(bus, BL_RSB_ERROR_SHARED, cell);
        if (both || !ends) report(bus, BL_RSB_ERROR_WRONG, cell);
        walk(bus, cell, way, cell);
        bus->owner[bus->target[cell]] = cell;
    }
    bus->way[cell] = way;
}

static void undo(struct bl_rsb *bus, int cell) {
    if (bus->way[cell] == BL_RSB_NO_WAY) return;
    walk(bus, cell, bus->way[cell], -1);
    bus->owner[bus->target[cell]] = -1;
    bus->way[cell] = BL_RSB_NO_WAY;
}

/* Reports requests that have waited for too long. */
static void watch(struct bl_rsb *bus) {
    for (int cell; (cell = bl_rsb_watch_late(&bus->watch, bus->time)) >= 0;)
        report(bus, BL_RSB_ERROR_LATE, cell);
}

static void notified(struct bl_rsb *bus, int cell, bool value) {
    bus->acts++;
    if (value != bl_rsb_bit(bus->words[cell], BL_RSB_REQUEST))
        report(bus, BL_RSB_ERROR_UNASKED, cell);
    if (bl_rsb_watch_answer(&bus->watch, cell, bus->time)) report(bus, BL_RSB_ERROR_LATE, cell);
    if (bus->waited[cell] > bus->bypass) bus->bypass = bus->waited[cell];
    if (bus->waited[cell] > bus->options.cells - 1) report(bus, BL_RSB_ERROR_BYPASSED, cell);
    for (int i = 0; i < bus->options.cells; i++)
        if (i != cell && !bl_rsb_is_done(bus->words[i])) bus->waited[i]++;
    bool had = bus->way[cell] != BL_RSB_NO_WAY;
    if (value) check_answer(bus, cell);
    else undo(bus, cell);
    bool has = bus->way[cell] != BL_RSB_NO_WAY;
    if (had != has) tell(bus, cell, BL_RSB_PATH, has);
    if (bus->options.answer) bus->options.answer(bus->options.user, cell, value, bus->way[cell]);
}

static void moved(struct bl_rsb *bus, int cell, int gate, bool value) {
    tell(bus, cell, gate, value);
    switch (gate) {
    case BL_RSB_GO_CW: send(bus, cell, true, BL_RSB_WIRE_LEFT, value); break;
    case BL_RSB_GO_CCW: send(bus, cell, false, BL_RSB_WIRE_RIGHT, value); break;
    case BL_RSB_NA_CW: send(bus, cell, false, BL_RSB_WIRE_RIGHT_NA, value); break;
    case BL_RSB_NA_CCW: send(bus, cell, true, BL_RSB_WIRE_LEFT_NA, value); break;
    case BL_RSB_TOKEN:
        send(bus, cell, true, BL_RSB_WIRE_HERE, value != (cell + 1 == bus->options.cells));
        bus->token_time = bus->time;
        break;
    case BL_RSB_TAKEN: bus->waited[cell] = 0; break;
    case BL_RSB_NOTIFIED: notified(bus, cell, value); break;
    default: break;
    }
}

static bool is_due_now(const struct bl_rsb *bus, int cell, int gate) {
    for (int i = 0; i < bus->heap_count && bus->due[cell] >> gate & 1; i++)
        if (bus->heap[i].cell == cell && bus->heap[i].gate == gate)
            return bus->heap[i].time == bus->time;
    return false;
}

/* A grant that is due with the other one of its destination, which is to win. */
static bool loses_tie(const struct bl_rsb *bus, int cell, int gate) {
    int other = bl_rsb_partner(gate);
    int leans = bus->lean == BL_RSB_CLOCKWISE ? BL_RSB_END_CW : BL_RSB_END_CCW;
    return bus->lean != BL_RSB_NO_WAY && other == leans && is_due_now(bus, cell, other);
}

static void fire(struct bl_rsb *bus, int cell, int gate) {
    bus->due[cell] &= ~bl_rsb_mask(gate);
    if (loses_tie(bus, cell, gate)) return;
    if (!(excited(bus, cell) >> gate & 1)) {
        bool may = bl_rsb_partner(gate) >= 0 || gate == BL_RSB_TAKEN ||
                   bl_rsb_bit(cell_of(bus, cell)->races, gate);
        if (!may && !(bus->stuck[cell] >> gate & 1)) report(bus, BL_RSB_ERROR_HAZARD, cell);
        return;
    }
    bus->words[cell] ^= bl_rsb_mask(gate);
    moved(bus, cell, gate, bl_rsb_bit(bus->words[cell], gate));
}

/* Whether a lap of the rising token, and so of the falling one before it, is over. */
static bool is_lap(const struct event *event) {
    return event->gate == BL_RSB_WIRE_HERE && event->cell == 0 && event->value;
}

static void step(struct bl_rsb *bus, int64_t until) {
    struct event event = pop(bus);
    bus->time = event.time;
    watch(bus);
    bus->events++;
    if (event.gate < BL_RSB_WIRE) fire(bus, event.cell, event.gate);
    else arrive(bus, &event);
    excite(bus, event.cell);
    if (is_lap(&event) && !bus->options.every_lap && !bus->options.spread_ps)
        bl_rsb_lap(bus, until);
}

bool bl_rsb_run(struct bl_rsb *bus, int64_t until) {
    while (bus->heap_count && bus->heap[0].time <= until) step(bus, until);
    bus->time = until;
    if (bus->time - bus->token_time > bus->patience) {
        report(bus, BL_RSB_ERROR_STANDS, 0);
        bus->token_time = bus->time;
    }
    watch(bus);
    return bus->heap_count > 0;
}

bool bl_rsb_is_ready(const struct bl_rsb *bus, int domain) {
    uint64_t word = bus->words[domain];
    return bl_rsb_bit(word, BL_RSB_REQUEST) == bl_rsb_bit(word, BL_RSB_NOTIFIED) &&
           bl_rsb_is_done(word);
}

void bl_rsb_request(struct bl_rsb *bus, int domain, int target) {
    uint64_t word = bus->words[domain];
    bus->acts++;
    if (bl_rsb_bit(word, BL_RSB_REQUEST) != bl_rsb_bit(word, BL_RSB_NOTIFIED))
        report(bus, BL_RSB_ERROR_WITHDRAWN, domain);
    word &= ~bl_rsb_mask(BL_RSB_REQUEST);
    if (target >= 0) {
        bus->target[domain] = target;
        word &= ~(UINT64_C(15) << BL_RSB_TARGET);
        word |= bl_rsb_mask(BL_RSB_REQUEST) | (uint64_t)target << BL_RSB_TARGET;
    }
    if (bl_rsb_bit(word ^ bus->words[domain], BL_RSB_REQUEST))
        tell(bus, domain, BL_RSB_REQUEST, target >= 0);
    bus->words[domain] = word;
    if (bl_rsb_bit(word, BL_RSB_REQUEST) != bl_rsb_bit(word, BL_RSB_NOTIFIED))
        bl_rsb_watch_ask(&bus->watch, domain, bus->time);
    else bl_rsb_watch_drop(&bus->watch, domain);
    excite(bus, domain);
}

void bl_rsb_lean(struct bl_rsb *bus, enum bl_rsb_way way) { bus->lean = way; }

static bool segments_in_range(const struct bl_rsb_options *options) {
    for (int i = 0; i < 2 * options->cells; i++) {
        enum bl_rsb_way way = i % 2 ? BL_RSB_COUNTER : BL_RSB_CLOCKWISE;
        int64_t delay = bl_rsb_segment_ps(options, i / 2, way);
        if (delay < 0 || delay > options->wire_ps) return false;
    }
    return true;
}

struct bl_rsb *bl_rsb_new(const struct bl_rsb_options *options) {
    if (options->cells < 3 || options->cells > BL_RSB_CELLS || options->gate_ps < 1 ||
        options->wire_ps < 0 || options->token_ps < 0 || options->stop_ps < 0 ||
        options->spread_ps < 0 || !segments_in_range(options))
        return NULL;
    struct bl_rsb *bus = bl_zalloc(1, sizeof *bus);
    bus->options = *options;
    if (options->moved) bus->options.every_lap = true;
    bus->random = bl_random_at(options->seed, 0);
    bus->patience = 2 * (bl_rsb_hold_ps(options, 1) + options->wire_ps + options->token_ps +
                         2 * (options->gate_ps + options->spread_ps));
    bl_rsb_watch_start(&bus->watch, bl_rsb_wait_ps(options), bus->patience);
    for (int i = 0; i < options->cells; i++) bus->user[i] = bus->owner[i] = -1;
    bl_rsb_cell_present(&bus->present[0], true, true, BL_RSB_FLAW_NONE);
    bl_rsb_cell_present(&bus->present[1], false, true, BL_RSB_FLAW_NONE);
    bus->first = options->made ? &options->made->first : &bus->present[0];
    bus->other = options->made ? &options->made->other : &bus->present[1];
    bus->words[0] |= bl_rsb_mask(BL_RSB_WIRE_HERE);
    for (int i = 0; i < options->cells; i++)
        bus->tables[i].set = bl_rsb_timed(cell_of(bus, i), bus->words[i]);
    excite(bus, 0);
    return bus;
}

void bl_rsb_free(struct bl_rsb *bus) {
    if (!bus) return;
    free(bus->heap);
    free(bus);
}

void bl_rsb_stick(struct bl_rsb *bus, int cell, int gate, bool value) {
    uint64_t bit = bl_rsb_mask(gate);
    bus->acts++;
    bus->stuck[cell] |= bit;
    if (bl_rsb_bit(bus->words[cell], gate) == value) return;
    bus->words[cell] ^= bit;
    moved(bus, cell, gate, value);
    excite(bus, cell);
}

int64_t bl_rsb_time(const struct bl_rsb *bus) { return bus->time; }
int64_t bl_rsb_next_time(const struct bl_rsb *bus) {
    return bus->heap_count ? bus->heap[0].time : INT64_MAX;
}
uint64_t bl_rsb_events(const struct bl_rsb *bus) { return bus->events; }
int bl_rsb_bypass(const struct bl_rsb *bus) { return bus->bypass; }
uint64_t bl_rsb_error_count(const struct bl_rsb *bus, enum bl_rsb_error error) {
    return bus->errors[error];
}
bool bl_rsb_gate_value(const struct bl_rsb *bus, int cell, int gate) {
    return gate == BL_RSB_BUSY ? !bl_rsb_is_done(bus->words[cell])
                               : bl_rsb_bit(bus->words[cell], gate);
}

bool bl_rsb_busy(const struct bl_rsb *bus, int domain) {
    int done = cell_of(bus, domain)->done;
    return !bl_rsb_is_done(bus->words[domain]) ||
           bus->time < bus->tables[domain].since[done] + bus->options.gate_ps;
}

enum bl_rsb_way bl_rsb_path(const struct bl_rsb *bus, int domain, int *hops) {
    int count = bus->options.cells, clockwise = (bus->target[domain] - domain + count) % count;
    if (hops)
        *hops = bus->way[domain] == BL_RSB_NO_WAY      ? 0
                : bus->way[domain] == BL_RSB_CLOCKWISE ? clockwise
                                                       : count - clockwise;
    return bus->way[domain];
}

const char *bl_rsb_error_word(enum bl_rsb_error error) {
    static const char *const words[] = {
#define BL_RSB_ERROR(name, word) word,
        BL_RSB_ERRORS(BL_RSB_ERROR)
#undef BL_RSB_ERROR
    };
    return words[error];
}
