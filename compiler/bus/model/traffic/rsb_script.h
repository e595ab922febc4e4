/* Transfers that are written down, over the event model of the ring segmented bus; and requests one
 * by one, to be compared with the Verilog.
 */
#ifndef BL_RSB_SCRIPT_H
#define BL_RSB_SCRIPT_H

#include "bus/model/traffic/rsb_monte_carlo.h"

struct bl_rsb_transfer {
    int from, to;  /* domains, from 0 on */
    int words;     /* each is acknowledged end to end before the next, as of bl_rsb_load */
    int64_t at_ps; /* not asked for earlier; a domain makes its transfers one after the other, in
                      their order */
    /* What came of it; times are -1 as long as it has not come to that. */
    int64_t asked_ps, path_ps, sent_ps, released_ps;
    enum bl_rsb_way way;
    int hops, refused;
};

/* A request that was raised (target >= 0) or lowered, and its answer. */
struct bl_rsb_request {
    int domain, target;
    enum bl_rsb_way way;
    bool tie; /* both ways were free and equally long: chance decides, in a ring of cells */
    enum bl_rsb_way lean;   /* for a replay: who is to win a tie (bl_rsb_lean) */
    int64_t at_ps, took_ps; /* when, since reset; from the request to the answer */
};

struct bl_rsb_script {
    int cells;                       /* 3..16 */
    bool centralised;                /* as of bl_rsb_load */
    const struct bl_rsb_cells *made; /* as of bl_rsb_options */
    int64_t gate_ps, wire_ps, token_ps, stop_ps, react_ps;
    struct bl_rsb_segments segments; /* of a flat bus, as of bl_rsb_options */
    struct bl_rsb_data data;
    struct bl_rsb_clocks clocks; /* of a flat bus; react_ps is then no longer than a period */
    bool every_lap;              /* as of bl_rsb_options */
    /* As of bl_rsb_options, of a ring of cells; the script then goes on until the last path is
       gone. `stop` is asked often, and may end it: then `stopped` is set. NULL: none. */
    void (*moved)(void *user, int64_t time, int cell, int gate, bool value);
    bool (*stop)(void *user);
    void *user;
    struct bl_rsb_transfer *transfers;
    int count;
    /* Results. The requests stand in the order of their answers; to be freed by bl_rsb_script_free.
     */
    struct bl_rsb_request *requests;
    int request_count, request_size;
    int released; /* transfers that are complete */
    bool stopped;
    int64_t time_ps;
    int bypass;
    uint64_t errors;
    struct bl_rsb_report reports[BL_RSB_REPORTS];
    int report_count;
};

/* Plays all transfers, until they are released or a rule is broken. False: a number is out of
 * range. */
bool bl_rsb_play(struct bl_rsb_script *script);
void bl_rsb_script_free(struct bl_rsb_script *script);

/* Draws requests for `cells` domains at random: those without one ask for a domain that is clearly
   nearer on one of the ways, the others give up. The answers are left open. */
void bl_rsb_random_requests(int cells, uint64_t seed, struct bl_rsb_request *requests, int count);

/* Plays requests one by one, each after the one before has settled, and writes their answers; of
   the options those that are numbers. Returns how many rules were broken; -1: a number is out of
   range, or `stop`, which is asked before each request, has said yes. It may be NULL. */
int64_t bl_rsb_replay(const struct bl_rsb_options *ring, bool centralised,
                      struct bl_rsb_request *requests, int count, bool (*stop)(void));

/* Time after which a bus without requests has settled for certain: a ring, there and back for
   everything and a lap of the token; a centralised arbiter, its wires and operations. */
int64_t bl_rsb_settle_ps(const struct bl_rsb_options *ring, bool centralised);

#endif
