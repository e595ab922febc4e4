/* The hierarchical ring segmented bus: domains whose elements share a synchronous bus, joined by
 * connectors to an asynchronous ring. */
#ifndef BL_RSB_LARB_H
#define BL_RSB_LARB_H

#include "bus/model/central/rsb_bus.h"
#include "bus/model/hierarchy/rsb_larb_watch.h"

/* Rules against deadlock to leave out, to show what they are for: BL_LARB_RULE(NAME, word). */
#define BL_LARB_RULES(BL_LARB_RULE)                                                            \
    BL_LARB_RULE(EQUAL, "equal")     /* of those that want the same destination one goes on */ \
    BL_LARB_RULE(GIVE_UP, "give-up") /* a refused transfer gives its inner path up */          \
    BL_LARB_RULE(ORDER, "order")     /* one to a lower domain does not wait for its last part */

enum bl_larb_rule {
#define BL_LARB_RULE(name, word) BL_LARB_##name,
    BL_LARB_RULES(BL_LARB_RULE)
#undef BL_LARB_RULE
        BL_LARB_RULE_COUNT
};

/* BL_LARB_STEP(NAME, word): what happens to a transfer, in this order; REFUSED and TURNED lead back
 * to the start. */
#define BL_LARB_STEPS(BL_LARB_STEP)                                                            \
    BL_LARB_STEP(                                                                              \
        INNER,                                                                                 \
        "inner path") /* path inside the source's domain: to the element, or to a connector */ \
    BL_LARB_STEP(REQUEST, "request")   /* the connector asks the outer bus */                  \
    BL_LARB_STEP(NOTIFIED, "notified") /* the outer path stands, and the domain knows */       \
    BL_LARB_STEP(REFUSED, "refused")   /* "not available": the inner path is given up */       \
    BL_LARB_STEP(ARRIVED,                                                                      \
                 "arrived") /* path inside the destination's domain, connector to element */   \
    BL_LARB_STEP(TURNED, "turned away") /* no such path in time: everything is given up */     \
    BL_LARB_STEP(WORDS, "words")        /* the last word is at the destination */              \
    BL_LARB_STEP(RELEASED, "released")  /* every part of the path has been given up */

enum bl_larb_step {
#define BL_LARB_STEP(name, word) BL_LARB_##name,
    BL_LARB_STEPS(BL_LARB_STEP)
#undef BL_LARB_STEP
        BL_LARB_STEP_COUNT
};

struct bl_larb_event {
    int64_t time_ps;
    int transfer;
    enum bl_larb_step step;
    int cell, to_cell; /* of the outer ring: domain * connectors + connector; -1: inside */
    int hops; /* of the path that this step is about: inner of INNER and ARRIVED, outer of NOTIFIED;
                 else 0 */
};

struct bl_larb_options {
    int domains, elements, connectors; /* 2..16, 2..8, 1..2; domains * connectors is 3..16 */
    bool centralised; /* one arbiter for the outer bus in place of the ring of cells */
    const struct bl_rsb_cells *made; /* as of bl_rsb_options */
    int64_t gate_ps,
        wire_ps; /* of the outer bus, as of bl_rsb_options; data takes wire_ps a hop and gate_ps */
    int64_t clock_ps; /* period of every domain, 1 or more; the edges of domain k are k / domains of
                         it later */
    int patience;     /* cycles that a transfer to a lower domain waits for its last part; 0:
                         bl_larb_patience */
    bool without[BL_LARB_RULE_COUNT];
    void (*event)(void *user,
                  const struct bl_larb_event *event); /* may be NULL; may add transfers */
    /* A rule of the outer bus was broken, at its cell `place`; or inside the domain `place`; or
     * DEADLOCK, nowhere. May be NULL. */
    void (*error)(void *user, enum bl_rsb_error error, int place, bool inside);
    void *user;
};

struct bl_larb_bus;

/* PATIENCE of bl_larb_domain: 64 cycles, and with a centralised arbiter as many as it needs to
   answer all. When all are turned away before those in their way have been answered, nobody may
   ever come to an end. At most 1023. */
int bl_larb_patience(const struct bl_larb_options *options);

/* NULL when the options are out of range or memory is short. */
struct bl_larb_bus *bl_larb_new(const struct bl_larb_options *options);
void bl_larb_free(struct bl_larb_bus *bus);

/* From `element` of `domain` to another element, `words` >= 1 words, asked for at time_ps or when
   the bus is that far. Elements send one transfer after the other in the order of these calls.
   Returns its number, which is free again after its RELEASED, or -1: out of range, or source and
   destination are the same. */
int bl_larb_transfer(struct bl_larb_bus *bus, int domain, int element, int to_domain,
                     int to_element, int words, int64_t time_ps);

/* Runs until that time, until nothing is left to do, or until nothing has come to its end for much
   longer than one transfer takes with the worst of waits, which is a DEADLOCK. Returns how many
   transfers are not released yet. */
int bl_larb_run(struct bl_larb_bus *bus, int64_t until_ps);

/* In ps: everything before it has been simulated. */
int64_t bl_larb_time(const struct bl_larb_bus *bus);
/* The outer bus, for its counters, and to make faults. */
struct bl_rsb_bus *bl_larb_outer(struct bl_larb_bus *bus);
/* Rules that were broken, outside and inside; events of the outer bus and cycles of all domains,
 * each with its checks. */
uint64_t bl_larb_error_count(const struct bl_larb_bus *bus, enum bl_rsb_error error);
uint64_t bl_larb_events(const struct bl_larb_bus *bus);
/* The arbiter of a domain. */
const struct bl_larb *bl_larb_domain(const struct bl_larb_bus *bus, int domain);
/* The longest that anybody there has waited for an inner path, in cycles, and what it may be at
 * most. */
int64_t bl_larb_wait(const struct bl_larb_bus *bus, int domain, int64_t *bound);
const char *bl_larb_step_word(enum bl_larb_step step);
const char *bl_larb_rule_word(enum bl_larb_rule rule);

#endif
