/* What the event model of the ring (rsb.h) keeps, for its own files. */
#ifndef BL_RSB_STATE_H
#define BL_RSB_STATE_H

#include "base/carried/random.h"
#include "bus/model/rsb.h"
#include "bus/model/rsb_watch.h"

struct event {
    int64_t time;
    uint64_t order;     /* of those of one time the first that was made goes first */
    uint8_t cell, gate; /* from BL_RSB_WIRE on a wire into the cell */
    bool value;         /* of the wire */
};

/* When each timed table of a cell became 1, or changed, and those that are 1. */
struct tables {
    int64_t since[BL_RSB_TIMED];
    unsigned set;
};

enum { LAP_EVENTS = 8 };

/* All that decides what comes next, when the rising token came to cell 0; times are those since
 * then, or up to then. */
struct picture {
    uint64_t acts;
    int count;
    struct event events[LAP_EVENTS]; /* in their order */
    uint64_t words[BL_RSB_CELLS], due[BL_RSB_CELLS];
    struct tables tables[BL_RSB_CELLS];
    int64_t token_time;
    int waited[BL_RSB_CELLS];
};

struct lap {
    struct picture picture;
    int64_t time;
    uint64_t events;
};

struct bl_rsb {
    struct bl_rsb_options options;
    struct bl_random random;
    struct bl_rsb_cell present[2]; /* where the options have no cells */
    const struct bl_rsb_cell *first, *other;
    struct bl_rsb_memo memo;
    uint64_t words[BL_RSB_CELLS];
    struct tables tables[BL_RSB_CELLS];
    uint64_t due[BL_RSB_CELLS]; /* gates that have an event */
    uint64_t stuck[BL_RSB_CELLS];
    struct event *heap;
    int heap_count, heap_size;
    uint64_t orders, events;
    uint64_t
        acts; /* requests, answers, faults, reports: all that is more than the token going round */
    struct lap lap;
    int64_t time, token_time, patience;
    int user[BL_RSB_CELLS], owner[BL_RSB_CELLS], target[BL_RSB_CELLS], waited[BL_RSB_CELLS];
    enum bl_rsb_way way[BL_RSB_CELLS];
    enum bl_rsb_way lean; /* who wins a tie (bl_rsb_lean) */
    struct bl_rsb_watch watch;
    int bypass;
    uint64_t errors[BL_RSB_ERROR_COUNT];
};

/* The rising token has come to cell 0, and what comes of it now was done. Leaves laps out up to
   `until` when all is as it was a lap ago and nothing has happened since: then it will be so after
   every lap. */
void bl_rsb_lap(struct bl_rsb *bus, int64_t until);

#endif
