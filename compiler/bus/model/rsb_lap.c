/* Laps of the token in which nothing else happens take the same time and change nothing: the model
 * leaves them out. */
#include <string.h>

#include "bus/model/rsb_state.h"

/* How long ago that was. No gate asks whether it is longer than its own delay. */
static int64_t age(const struct bl_rsb *bus, int64_t time) {
    int64_t age = bus->time - time;
    return age < bus->options.gate_ps ? age : bus->options.gate_ps;
}

static bool before(const struct event *a, const struct event *b) {
    return a->time < b->time || (a->time == b->time && a->order < b->order);
}

/* The events in their order. The places between members are 0, for pictures are compared as they
 * are in memory. */
static void take_events(const struct bl_rsb *bus, struct picture *picture) {
    const struct event *sorted[LAP_EVENTS];
    for (int i = 0; i < bus->heap_count; i++) {
        int at = i;
        for (; at && before(&bus->heap[i], sorted[at - 1]); at--) sorted[at] = sorted[at - 1];
        sorted[at] = &bus->heap[i];
    }
    picture->count = bus->heap_count;
    for (int i = 0; i < bus->heap_count; i++) {
        struct event *event = &picture->events[i];
        event->time = sorted[i]->time - bus->time;
        event->cell = sorted[i]->cell;
        event->gate = sorted[i]->gate;
        event->value = sorted[i]->value;
    }
}

static void take_picture(const struct bl_rsb *bus, struct picture *picture) {
    memset(picture, 0, sizeof *picture);
    picture->acts = bus->acts;
    take_events(bus, picture);
    memcpy(picture->words, bus->words, sizeof picture->words);
    memcpy(picture->due, bus->due, sizeof picture->due);
    memcpy(picture->waited, bus->waited, sizeof picture->waited);
    for (int i = 0; i < bus->options.cells; i++) {
        picture->tables[i].set = bus->tables[i].set;
        for (int k = 0; k < BL_RSB_TIMED; k++)
            picture->tables[i].since[k] = age(bus, bus->tables[i].since[k]);
    }
    picture->token_time = bus->time - bus->token_time;
}

/* Everything happens so much later. What was longer ago than a gate's delay stays so. */
static void shift(struct bl_rsb *bus, int64_t time) {
    for (int i = 0; i < bus->heap_count; i++) bus->heap[i].time += time;
    for (int i = 0; i < bus->options.cells; i++)
        for (int k = 0; k < BL_RSB_TIMED; k++) bus->tables[i].since[k] += time;
    bus->token_time += time;
    bus->time += time;
}

/* A request that waits may become late at any time. */
static bool nobody_waits(const struct bl_rsb *bus) {
    for (int i = 0; i < bus->options.cells; i++)
        if (bus->watch.asked[i] >= 0) return false;
    return true;
}

static void leave_out(struct bl_rsb *bus, const struct lap *last, int64_t until) {
    int64_t period = bus->time - last->time, laps = (until - bus->time) / period;
    if (laps <= 0) return;
    bus->events += (uint64_t)laps * (bus->events - last->events);
    shift(bus, laps * period);
}

void bl_rsb_lap(struct bl_rsb *bus, int64_t until) {
    struct picture picture;
    if (bus->heap_count > LAP_EVENTS) return;
    take_picture(bus, &picture);
    if (!memcmp(&picture, &bus->lap.picture, sizeof picture) && nobody_waits(bus))
        leave_out(bus, &bus->lap, until);
    bus->lap = (struct lap){.time = bus->time, .events = bus->events};
    memcpy(&bus->lap.picture, &picture, sizeof picture);
}
