/* The ring segmented bus with its distributed arbiter as a model of events: every gate and every
 * wire between cells takes its time. */
#ifndef BL_RSB_H
#define BL_RSB_H

#include <stdint.h>
#include <stdio.h>

#include "bus/model/rsb_cell.h"

/* BL_RSB_ERROR(NAME, word): what the model reports. */
#define BL_RSB_ERRORS(BL_RSB_ERROR)                                                              \
    BL_RSB_ERROR(HAZARD, "hazard") /* a gate's reason to move is gone before it has moved */     \
    BL_RSB_ERROR(                                                                                \
        WITHDRAWN,                                                                               \
        "request withdrawn") /* a domain changes its request before it has been answered */      \
    BL_RSB_ERROR(                                                                                \
        SHARED,                                                                                  \
        "segment shared") /* a granted way uses a segment or a destination of another path */    \
    BL_RSB_ERROR(WRONG, "wrong path")   /* both ways granted, or the path ends elsewhere */      \
    BL_RSB_ERROR(REFUSED, "lost grant") /* no way granted although one was free */               \
    BL_RSB_ERROR(                                                                                \
        BYPASSED,                                                                                \
        "bypassed") /* more operations of others than the bound, between lock and answer */      \
    BL_RSB_ERROR(                                                                                \
        STANDS,                                                                                  \
        "token lost or stuck") /* the token has not moved for longer than any operation takes */ \
    BL_RSB_ERROR(LATE, "not answered in time")    /* a request has waited for longer than        \
                                                     bl_rsb_wait_ps (rsb_times.h) */             \
    BL_RSB_ERROR(UNASKED, "answer to no request") /* a domain is notified again although it has  \
                                                     not changed its request */                  \
    BL_RSB_ERROR(                                                                                \
        DEADLOCK,                                                                                \
        "deadlock") /* of a hierarchical bus: transfers wait for each other (rsb_larb.h) */

enum bl_rsb_error {
#define BL_RSB_ERROR(name, word) BL_RSB_ERROR_##name,
    BL_RSB_ERRORS(BL_RSB_ERROR)
#undef BL_RSB_ERROR
        BL_RSB_ERROR_COUNT
};

enum bl_rsb_way { BL_RSB_NO_WAY, BL_RSB_CLOCKWISE, BL_RSB_COUNTER };

/* MARGIN of every bl_rarb_ring that is written, and the tables of one input that delay the token
   into a cell, so that a number is there before its request. */
enum { BL_RSB_MARGIN = 5 };
/* Cycles that a bl_rsb_connector waits after a refusal, at most. */
enum { BL_RSB_PAUSE = 31 };
static inline int bl_rsb_token_tables(int cells) { return BL_RSB_MARGIN + 1 + (cells > 4 ? 1 : 0); }

/* The cells of a ring, which whoever is given them keeps a pointer to. `extra_gates`: what an
   operation takes more at each end of a way than with the present cells, at most. */
struct bl_rsb_cells {
    struct bl_rsb_cell first, other;
    int extra_gates;
};

/* What a wire between cells k and k + 1 takes less than wire_ps, which is then that of the longest:
   clockwise, from k, and the other way. */
struct bl_rsb_segments {
    int64_t clockwise_ps[BL_RSB_CELLS], counter_ps[BL_RSB_CELLS];
};

/* Data over a path: handshakes of a word, 0 as 1; what a path takes before its first word, and each
 * word beside them. */
struct bl_rsb_data {
    int beats;
    int64_t path_ps, word_ps;
};
/* `words` over a path of which the way there and back takes `length_ps`. */
static inline int64_t bl_rsb_words_ps(const struct bl_rsb_data *data, int words, int64_t length_ps,
                                      int64_t gate_ps) {
    int beats = data->beats > 1 ? data->beats : 1;
    return data->path_ps + words * (beats * (length_ps + gate_ps) + data->word_ps);
}

/* Of a ring whose cells lie in FPGAs of their own: token_ps and stop_ps of bl_rsb_options; what a
   serial path takes before its first beat, 0 in parallel; and what each beat takes beside its way,
   the frame, or the cycles of the sender before its strobe. All 0: one device. */
struct bl_rsb_boards {
    int64_t token_ps, stop_ps, path_ps, frame_ps;
};

/* Clocks of the domains, where they have their own: a period of 0 is none. Edges come at the phase
   and whole periods after it. */
struct bl_rsb_clocks {
    int64_t period_ps[BL_RSB_CELLS], phase_ps[BL_RSB_CELLS];
};

/* When a domain acts on what has come at `now`: after react_ps, or with a clock of its own at the
   second edge from then on, behind two flip-flops. */
int64_t bl_rsb_acts(const struct bl_rsb_clocks *clocks, int domain, int64_t now, int64_t react_ps);

struct bl_rsb_options {
    int cells;                       /* 3..16 */
    const struct bl_rsb_cells *made; /* NULL: the present cells, of tables alone */
    int64_t gate_ps, wire_ps; /* of a gate, 1 or more; of a wire from cell to cell, 0 or more */
    struct bl_rsb_segments segments; /* all 0: every wire takes wire_ps */
    int64_t spread_ps; /* every gate takes up to so much longer, at random; 0: always the same */
    int64_t token_ps;  /* what the token takes longer from cell to cell: bl_rsb_token_tables of
                          bl_rarb_ring; 0 or more */
    int64_t stop_ps;   /* and more for the rising one into a cell with something to do
                          (bl_rsb_stop); 0 or more */
    uint64_t seed;
    bool every_lap; /* also those laps of the token in which nothing else happens: slower, the same
                       comes of it */
    /* The answer to a domain: `notified` rises with the way of its path, or none; falls when that
     * is being undone. Called at bl_rsb_time. */
    void (*answer)(void *user, int domain, bool notified, enum bl_rsb_way way);
    void (*error)(void *user, enum bl_rsb_error error, int cell);
    /* What has changed, at `time`: a gate, BL_RSB_REQUEST, BL_RSB_PATH, a wire into the cell, or
       BL_RSB_BUSY, whose table follows a gate's delay later. NULL: nobody looks. With it every lap
       is run. */
    void (*moved)(void *user, int64_t time, int cell, int gate, bool value);
    void *user;
};

struct bl_rsb;

/* A ring after reset, the token at cell 0. NULL when the options are out of range or memory is
 * short. */
struct bl_rsb *bl_rsb_new(const struct bl_rsb_options *options);
void bl_rsb_free(struct bl_rsb *bus);

/* Whether the domain may change its request: it has been answered, and a path that it gave up is
 * gone.
 */
bool bl_rsb_is_ready(const struct bl_rsb *bus, int domain);

/* Now: asks for a path to `target` (0..cells-1, not the domain itself), or gives path or request up
   with a negative one. Too early a change is reported (WITHDRAWN) and made. */
void bl_rsb_request(struct bl_rsb *bus, int domain, int target);

/* Of two requests of one domain that reach the destination at the same moment, the one that goes
   this way wins from now on; BL_RSB_NO_WAY: the model's own choice, always the same one. */
void bl_rsb_lean(struct bl_rsb *bus, enum bl_rsb_way way);

/* What a wire over the segment between cells k and k + 1 takes on this way. */
int64_t bl_rsb_segment_ps(const struct bl_rsb_options *options, int segment, enum bl_rsb_way way);
/* Over all `hops` segments from the cell on, on this way, and back over the wires the other way. */
int64_t bl_rsb_way_ps(const struct bl_rsb_options *options, int cell, enum bl_rsb_way way,
                      int hops);

/* Runs everything due up to and at `until` ps; then the time is `until`. Returns false when nothing
 * is left that could happen. */
bool bl_rsb_run(struct bl_rsb *bus, int64_t until);

int64_t bl_rsb_time(const struct bl_rsb *bus); /* ps since reset */
/* When something happens next; INT64_MAX: never. */
int64_t bl_rsb_next_time(const struct bl_rsb *bus);
/* those of laps that were left out, too */
uint64_t bl_rsb_events(const struct bl_rsb *bus);
/* most operations of others between a lock and its answer so far; the bound is cells - 1 */
int bl_rsb_bypass(const struct bl_rsb *bus);
uint64_t bl_rsb_error_count(const struct bl_rsb *bus, enum bl_rsb_error error);
enum bl_rsb_way bl_rsb_path(const struct bl_rsb *bus, int domain, int *hops);
/* A gate of the cell, or with BL_RSB_BUSY whether it is busy. */
bool bl_rsb_gate_value(const struct bl_rsb *bus, int cell, int gate);
/* Its m_busy, once `notified` equals what the domain requests: that is a table behind
 * bl_rsb_is_done.
 */
bool bl_rsb_busy(const struct bl_rsb *bus, int domain);

/* Faults of the hardware: from now on the gate keeps the value. */
void bl_rsb_stick(struct bl_rsb *bus, int cell, int gate, bool value);

/* What reports call it. */
const char *bl_rsb_error_word(enum bl_rsb_error error);

#endif
