#include "bus/model/traffic/rsb_script.h"

#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/random.h"

struct domain {
    int64_t
        due; /* when it acts next; INT64_MAX while it waits for an answer, or has nothing to do */
    int64_t requested; /* when it changed its request last */
    int transfer;      /* its present one, -1: none is left */
    bool path;
};

struct player {
    struct bl_rsb_script *script;
    struct bl_rsb_bus bus;
    struct domain domains[BL_RSB_CELLS];
};

/* The domain's next transfer behind `last`, or its first one with -1. */
static int next_transfer(const struct bl_rsb_script *script, int domain, int last) {
    for (int i = last + 1; i < script->count; i++)
        if (script->transfers[i].from == domain) return i;
    return -1;
}

static void take_next(struct player *player, int domain, int last, int64_t earliest) {
    struct domain *self = &player->domains[domain];
    self->path = false;
    self->transfer = next_transfer(player->script, domain, last);
    self->due = INT64_MAX;
    if (self->transfer < 0) return;
    int64_t at = player->script->transfers[self->transfer].at_ps;
    self->due = at > earliest ? at : earliest;
}

static void note_request(struct player *player, int domain, bool notified, enum bl_rsb_way way) {
    struct bl_rsb_script *script = player->script;
    if (script->request_count == script->request_size) {
        script->request_size = script->request_size ? 2 * script->request_size : 64;
        script->requests = bl_zneeded(
            realloc(script->requests, (size_t)script->request_size * sizeof *script->requests));
    }
    int target = script->transfers[player->domains[domain].transfer].to;
    int64_t took = bl_rsb_bus_time(&player->bus) - player->domains[domain].requested;
    script->requests[script->request_count++] = (struct bl_rsb_request){
        domain, notified ? target : -1, notified ? way : BL_RSB_NO_WAY,
        false,  BL_RSB_NO_WAY,          player->domains[domain].requested,
        took};
}

static struct bl_rsb_options ring_of(const struct bl_rsb_script *script) {
    struct bl_rsb_options options = {.cells = script->cells,
                                     .gate_ps = script->gate_ps,
                                     .wire_ps = script->wire_ps,
                                     .token_ps = script->token_ps,
                                     .stop_ps = script->stop_ps,
                                     .every_lap = script->every_lap,
                                     .made = script->made};
    options.segments = script->segments;
    return options;
}

static int64_t acts(const struct player *player, int domain, int64_t now) {
    return bl_rsb_acts(&player->script->clocks, domain, now, player->script->react_ps);
}

static void got_path(struct player *player, struct domain *self, int domain, enum bl_rsb_way way,
                     int64_t now) {
    const struct bl_rsb_script *script = player->script;
    struct bl_rsb_transfer *transfer = &script->transfers[self->transfer];
    transfer->path_ps = now;
    transfer->way = way;
    bl_rsb_bus_path(&player->bus, domain, &transfer->hops);
    const struct bl_rsb_options ring = ring_of(script);
    int64_t length = bl_rsb_way_ps(&ring, domain, way, transfer->hops);
    transfer->sent_ps = self->due +
                        bl_rsb_words_ps(&script->data, transfer->words, length, script->gate_ps);
    self->due = transfer->sent_ps;
    self->path = true;
}

static void answer(void *user, int domain, bool notified, enum bl_rsb_way way) {
    struct player *player = user;
    struct domain *self = &player->domains[domain];
    if (self->transfer < 0) return;
    struct bl_rsb_transfer *transfer = &player->script->transfers[self->transfer];
    int64_t now = bl_rsb_bus_time(&player->bus);
    note_request(player, domain, notified, way);
    self->due = acts(player, domain, now);
    if (notified && way != BL_RSB_NO_WAY) got_path(player, self, domain, way, now);
    else if (notified) transfer->refused++;
    else if (self->path) {
        transfer->released_ps = now;
        player->script->released++;
        take_next(player, domain, self->transfer, self->due);
    }
}

static void note_error(void *user, enum bl_rsb_error error, int cell) {
    struct player *player = user;
    struct bl_rsb_script *script = player->script;
    script->errors++;
    if (script->report_count == BL_RSB_REPORTS) return;
    script->reports[script->report_count++] = (struct bl_rsb_report){error, cell, false,
                                                                     bl_rsb_bus_time(&player->bus)};
}

static void moved(void *user, int64_t time, int cell, int gate, bool value) {
    const struct bl_rsb_script *script = ((struct player *)user)->script;
    script->moved(script->user, time, cell, gate, value);
}

static void act(struct player *player, int domain) {
    struct domain *self = &player->domains[domain];
    struct bl_rsb_transfer *transfer = &player->script->transfers[self->transfer];
    int64_t now = bl_rsb_bus_time(&player->bus);
    if (!bl_rsb_bus_is_ready(&player->bus, domain)) {
        self->due = acts(player, domain, now);
        return;
    }
    bool requests = bl_rsb_bus_notified(&player->bus, domain);
    if (transfer->asked_ps < 0) transfer->asked_ps = now;
    self->requested = now;
    self->due = INT64_MAX;
    bl_rsb_bus_request(&player->bus, domain, requests ? -1 : transfer->to);
}

/* A domain waits for an answer. */
static bool somebody_waits(const struct player *player) {
    for (int i = 0; i < player->script->cells; i++)
        if (player->domains[i].transfer >= 0 && player->domains[i].due == INT64_MAX) return true;
    return false;
}

/* While somebody waits, or may stop it, not further than a domain needs to react: an answer, which
 * sets a time again, is never overlooked so. */
static void step(struct player *player) {
    int first = 0;
    for (int i = 1; i < player->script->cells; i++)
        if (player->domains[i].due < player->domains[first].due) first = i;
    int64_t most = bl_rsb_bus_time(&player->bus) + player->script->react_ps,
            due = player->domains[first].due;
    bool far = !player->script->stop && !somebody_waits(player);
    bl_rsb_bus_run(&player->bus, due < most || far ? due : most);
    if (bl_rsb_bus_time(&player->bus) >= player->domains[first].due) act(player, first);
}

static bool in_range(const struct bl_rsb_script *script) {
    for (int i = 0; i < script->count; i++) {
        const struct bl_rsb_transfer *transfer = &script->transfers[i];
        if (transfer->from < 0 || transfer->from >= script->cells || transfer->to < 0 ||
            transfer->to >= script->cells || transfer->from == transfer->to ||
            transfer->words < 1 || transfer->at_ps < 0)
            return false;
    }
    return script->react_ps >= 1;
}

static void play(struct player *player) {
    struct bl_rsb_script *script = player->script;
    while (script->released < script->count && !script->errors && !script->stopped) {
        step(player);
        script->stopped = script->stop && script->stop(script->user);
    }
    script->time_ps = bl_rsb_bus_time(&player->bus);
    const struct bl_rsb_options ring = ring_of(script);
    if (script->moved && !script->stopped && !script->errors)
        bl_rsb_bus_run(&player->bus,
                       script->time_ps + bl_rsb_settle_ps(&ring, script->centralised));
}

bool bl_rsb_play(struct bl_rsb_script *script) {
    struct player player = {.script = script};
    struct bl_rsb_options options = ring_of(script);
    options.answer = answer;
    options.error = note_error;
    options.moved = script->moved ? moved : NULL;
    options.user = &player;
    if (!in_range(script) || !bl_rsb_bus_new(&player.bus, &options, script->centralised))
        return false;
    for (int i = 0; i < script->count; i++) {
        struct bl_rsb_transfer *transfer = &script->transfers[i];
        transfer->asked_ps = transfer->path_ps = transfer->sent_ps = transfer->released_ps = -1;
        transfer->way = BL_RSB_NO_WAY;
        transfer->hops = transfer->refused = 0;
    }
    for (int i = 0; i < script->cells; i++) take_next(&player, i, -1, 0);
    play(&player);
    script->bypass = bl_rsb_bus_bypass(&player.bus);
    bl_rsb_bus_free(&player.bus);
    return true;
}

void bl_rsb_script_free(struct bl_rsb_script *script) {
    free(script->requests);
    script->requests = NULL;
    script->request_count = script->request_size = 0;
}

/* Another domain, clearly nearer on one of the ways, so that the delays of single gates do not
 * matter. */
static int pick(struct bl_random *random, int cells, int domain) {
    int hops;
    do hops = 1 + (int)(bl_random_next(random) % (uint64_t)(cells - 1));
    while (4 * abs(2 * hops - cells) < (cells > 3 ? cells + 4 : 1));
    return (domain + hops) % cells;
}

void bl_rsb_random_requests(int cells, uint64_t seed, struct bl_rsb_request *requests, int count) {
    struct bl_random random = bl_random_at(seed, 2);
    bool up[BL_RSB_CELLS] = {false};
    for (int i = 0; i < count; i++) {
        int domain = (int)(bl_random_next(&random) % (uint64_t)cells);
        requests[i] = (struct bl_rsb_request){
            .domain = domain, .target = up[domain] ? -1 : pick(&random, cells, domain)};
        up[domain] = !up[domain];
    }
}

/* What stands, to see when both ways are free. */
struct standing {
    int cells;
    uint32_t segments, ends, path[BL_RSB_CELLS];
    int target[BL_RSB_CELLS];
};

/* The segments from `from` clockwise to `to`; segment k lies between cells k and k + 1. */
static uint32_t clockwise(int cells, int from, int to) {
    uint32_t segments = 0;
    for (int cell = from; cell != to; cell = (cell + 1) % cells) segments |= UINT32_C(1) << cell;
    return segments;
}

/* What a request takes to its target on one way, but for what both ways have alike. */
static int64_t request_ps(const struct bl_rsb_options *ring, const struct bl_rsb_request *request,
                          enum bl_rsb_way way) {
    int64_t sum = 0;
    bool right = way == BL_RSB_CLOCKWISE;
    int last = ring->cells - 1;
    for (int cell = request->domain; cell != request->target;
         cell = (cell + (right ? 1 : last)) % ring->cells) {
        int segment = right ? cell : (cell + last) % ring->cells;
        sum += bl_rsb_segment_ps(ring, segment, way) + 2 * ring->gate_ps;
    }
    return sum;
}

/* Both ways are free, and the requests come within a gate of each other. */
static bool is_tie(const struct bl_rsb_options *ring, const struct standing *standing,
                   const struct bl_rsb_request *request) {
    if (request->target < 0 || standing->segments || standing->ends >> request->target & 1)
        return false;
    int64_t apart = request_ps(ring, request, BL_RSB_CLOCKWISE) -
                    request_ps(ring, request, BL_RSB_COUNTER);
    return apart <= ring->gate_ps && -apart <= ring->gate_ps;
}

static void stand(struct standing *standing, const struct bl_rsb_request *request) {
    if (request->target < 0 && standing->path[request->domain]) {
        standing->segments &= ~standing->path[request->domain];
        standing->ends &= ~(UINT32_C(1) << standing->target[request->domain]);
        standing->path[request->domain] = 0;
    }
    if (request->way == BL_RSB_NO_WAY) return;
    bool right = request->way == BL_RSB_CLOCKWISE;
    standing->path[request->domain] = clockwise(standing->cells,
                                                right ? request->domain : request->target,
                                                right ? request->target : request->domain);
    standing->target[request->domain] = request->target;
    standing->segments |= standing->path[request->domain];
    standing->ends |= UINT32_C(1) << request->target;
}

struct replay {
    struct bl_rsb_bus bus;
    bool answered;
    int64_t time, errors;
};

static void replayed(void *user, int domain, bool notified, enum bl_rsb_way way) {
    struct replay *replay = user;
    (void)domain, (void)notified, (void)way;
    replay->answered = true;
    replay->time = bl_rsb_bus_time(&replay->bus);
}

static void replay_error(void *user, enum bl_rsb_error error, int cell) {
    (void)error, (void)cell;
    ((struct replay *)user)->errors++;
}

int64_t bl_rsb_settle_ps(const struct bl_rsb_options *ring, bool centralised) {
    if (centralised)
        return 3 * (bl_rsb_centre_wire_ps(ring->cells, ring->wire_ps) +
                    bl_rsb_centre_operation_ps(ring->cells, ring->gate_ps));
    return 3 * ring->cells *
           (ring->wire_ps + ring->token_ps + 4 * (ring->gate_ps + ring->spread_ps));
}

int64_t bl_rsb_replay(const struct bl_rsb_options *ring, bool centralised,
                      struct bl_rsb_request *requests, int count, bool (*stop)(void)) {
    struct replay replay = {0};
    struct standing standing = {.cells = ring->cells};
    struct bl_rsb_options options = *ring;
    options.answer = replayed;
    options.error = replay_error;
    options.user = &replay;
    if (!bl_rsb_bus_new(&replay.bus, &options, centralised)) return -1;
    bl_rsb_bus_run(&replay.bus, bl_rsb_settle_ps(ring, centralised));
    for (int i = 0; i < count && !replay.errors; i++) {
        if (stop && stop()) {
            replay.errors = -1;
            break;
        }
        while (!bl_rsb_bus_is_ready(&replay.bus, requests[i].domain))
            bl_rsb_bus_run(&replay.bus, bl_rsb_bus_time(&replay.bus) + ring->gate_ps);
        int64_t begin = bl_rsb_bus_time(&replay.bus);
        replay.answered = false;
        if (replay.bus.ring) bl_rsb_lean(replay.bus.ring, requests[i].lean);
        bl_rsb_bus_request(&replay.bus, requests[i].domain, requests[i].target);
        while (!replay.answered && !replay.errors)
            bl_rsb_bus_run(&replay.bus, bl_rsb_bus_time(&replay.bus) + ring->gate_ps);
        requests[i].at_ps = begin;
        requests[i].took_ps = replay.time - begin;
        requests[i].tie = !centralised && is_tie(ring, &standing, &requests[i]);
        requests[i].way = bl_rsb_bus_path(&replay.bus, requests[i].domain, NULL);
        stand(&standing, &requests[i]);
        bl_rsb_bus_run(&replay.bus,
                       bl_rsb_bus_time(&replay.bus) + bl_rsb_settle_ps(ring, centralised));
    }
    bl_rsb_bus_free(&replay.bus);
    return replay.errors;
}
