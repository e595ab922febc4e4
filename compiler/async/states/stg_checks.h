/* What can be asked of a signal transition graph before a circuit is made of it. */
#ifndef BL_STG_CHECKS_H
#define BL_STG_CHECKS_H

#include "async/states/state_graph.h"

/* BL_CHECK(NAME, word, whether a "no" forbids synthesis, what a "yes" means) */
#define BL_STG_CHECKS(BL_CHECK)                                                           \
    BL_CHECK(BOUNDED, "bounded", true, "no place can collect tokens for ever")            \
    BL_CHECK(CAPACITY, "within capacity", true, "no place holds more than its .capacity") \
    BL_CHECK(SAFE, "safe", false, "no place ever holds two tokens")                       \
    BL_CHECK(CONSISTENT, "consistent", true, "rises and falls of every signal alternate") \
    BL_CHECK(DEADLOCK, "deadlock-free", true, "something can always happen")              \
    BL_CHECK(DETERMINATE, "output-determinate", true,                                     \
             "what was seen tells which outputs are possible")                            \
    BL_CHECK(PERSISTENT, "output-persistent", true,                                       \
             "nothing takes back an output that is about to change")                      \
    BL_CHECK(PROPER, "input-proper", true,                                                \
             "no output takes back an input, no internal signal triggers one")            \
    BL_CHECK(MUTEX, "mutual exclusion", true,                                             \
             "the grants of every exclusion place follow their requests")                 \
    BL_CHECK(USC, "USC", false, "different states have different codes")                  \
    BL_CHECK(CSC, "CSC", false, "states of one code want the same of the circuit")

enum bl_stg_check {
#define BL_CHECK(name, word, fatal, help) BL_STG_CHECK_##name,
    BL_STG_CHECKS(BL_CHECK)
#undef BL_CHECK
        BL_STG_CHECK_COUNT
};

enum bl_verdict { BL_VERDICT_YES, BL_VERDICT_NO, BL_VERDICT_OPEN };

/* A firing sequence from the initial marking. */
struct bl_stg_trace {
    int *transitions;
    int length;
};

struct bl_stg_finding {
    enum bl_verdict
        verdict; /* OPEN: not asked, because an earlier check failed; then `reason` says which */
    bool fatal;  /* a NO that forbids synthesis; of CSC only where no state signal can help */
    const char *reason; /* one sentence for NO and OPEN, NULL for YES */
    struct bl_stg_trace traces[2];
    int trace_count; /* 1 or 2 for NO, except where no transition exists */
};

struct bl_stg_report {
    const struct bl_stg *stg;
    struct bl_stg
        *divided; /* with two-way mutual exclusions in the place of larger ones (stg_divide.h); NULL
                     when the net has none, or no circuit can be made */
    struct bl_state_graph *graph;    /* of the net */
    struct bl_state_graph *observed; /* without dummies; `graph` itself when it has none; NULL when
                                        not complete and consistent */
    struct bl_stg_finding findings[BL_STG_CHECK_COUNT];
    int64_t usc_pairs, csc_pairs; /* unordered pairs of observed states */
    bool synthesizable; /* no finding is fatal and none that could be is open; other CSC conflicts
                           do not count */
};

/* Builds the state graph and asks everything. `limit`: most states, as for bl_graph_build. */
struct bl_stg_report *bl_stg_check(struct bl_arena *arena, const struct bl_stg *stg, int limit);

/* The name of a check, and what it asks. */
const char *bl_stg_check_word(enum bl_stg_check check);
const char *bl_stg_check_help(enum bl_stg_check check);
/* The first finding that forbids synthesis, or NULL. */
const struct bl_stg_finding *bl_stg_obstacle(const struct bl_stg_report *report);

#endif
