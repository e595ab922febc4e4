/* Signal transition graphs: a Petri net whose transitions are edges of signals, read from the
 * field's `.g` format. */
#ifndef BL_STG_H
#define BL_STG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

enum bl_stg_kind { BL_STG_INPUT, BL_STG_OUTPUT, BL_STG_INTERNAL, BL_STG_DUMMY };
enum bl_stg_edge { BL_STG_RISE, BL_STG_FALL, BL_STG_TOGGLE, BL_STG_SILENT };

struct bl_stg_signal {
    const char *name;
    enum bl_stg_kind kind;
    int given;             /* its value in `.initial state`: 0, 1, or -1 when it is not there */
    struct bl_range range; /* where it is declared */
};

struct bl_stg_transition {
    const char *name;      /* as it is printed: "a+", "a-/2", "b~", "join/1" */
    int signal;            /* index into signals; >= signal_count for a dummy */
    enum bl_stg_edge edge; /* SILENT exactly for dummies */
    int instance;          /* 0 when none is written */
    int *pre, *post;       /* places, each once, ascending */
    int pre_count, post_count;
    struct bl_range range; /* where it is first named */
};

struct bl_stg_place {
    const char *name; /* "p", or "<a+,b->" for an implicit one */
    bool implicit;    /* it stands for an arc from one transition to another */
    int tokens;       /* in the initial marking */
    int capacity;     /* of `.capacity`; 0 when none is given */
    int *pre,
        *post; /* transitions, each once, ascending: those that fill it, those that empty it */
    int pre_count, post_count;
    struct bl_range range;
};

/* When the token of a mutual exclusion place comes back: with the fall of the grant (LATE) or of
 * the request (EARLY). */
enum bl_stg_protocol { BL_STG_UNKNOWN, BL_STG_LATE, BL_STG_EARLY };

/* A place that hands one token to one of two grants. grant[i] rises by request[i]. */
struct bl_stg_mutex {
    int place;
    int grant[2], request[2]; /* signals */
    enum bl_stg_protocol protocol;
    bool declared; /* named by a comment `#@mutex` */
};

/* The same with three grants or more. No element does that; bl_stg_divide makes a net of two-way
 * ones out of it. */
struct bl_stg_ways {
    int place;
    int count;              /* of the grants */
    int *grants, *requests; /* signals; grants[i] rises by requests[i] */
    enum bl_stg_protocol protocol;
    bool declared;
};

/* A comment `#@mutex PLACE protocol=WORD` of the file; UNKNOWN for a missing or another word. */
struct bl_stg_comment {
    int place;
    enum bl_stg_protocol protocol;
    struct bl_range range;
};

/* A shared place that has much, but not all, of a mutual exclusion. */
struct bl_stg_hint {
    int place;
    const char *text; /* what it lacks, and what to do: "is EARLY on one side ..." */
};

struct bl_stg {
    const char *name; /* of `.model` or `.name`, else the file's name without folder and suffix */
    struct bl_stg_signal *signals;
    int signal_count; /* inputs, outputs and internal signals, in the order of their declaration; */
    int dummy_count;  /* the dummies stand behind them: signals[signal_count .. signal_count +
                         dummy_count - 1] */
    struct bl_stg_transition *transitions;
    int transition_count;
    struct bl_stg_place *places;
    int place_count;
    struct bl_stg_mutex
        *mutexes; /* found by structure, also when no comment names them; by ascending place */
    int mutex_count;
    struct bl_stg_ways *ways; /* the mutual exclusions of three ways and more, found alike */
    int ways_count;
    struct bl_stg_comment *comments;
    int comment_count;
    struct bl_stg_hint *hints; /* places that are nearly a mutual exclusion; by ascending place */
    int hint_count;
};

/* Whether the transition is one of a dummy, which moves no signal. */
static inline bool bl_stg_is_silent(const struct bl_stg *stg, int transition) {
    return stg->transitions[transition].signal >= stg->signal_count;
}

/* Outputs and internal signals: what the circuit makes. */
static inline bool bl_stg_is_local(const struct bl_stg *stg, int signal) {
    return stg->signals[signal].kind == BL_STG_OUTPUT ||
           stg->signals[signal].kind == BL_STG_INTERNAL;
}

#endif
