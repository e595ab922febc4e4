/* Requests to a bus that wait for their answer, and how long each may. */
#ifndef BL_RSB_WATCH_H
#define BL_RSB_WATCH_H

#include <stdint.h>

#include "bus/model/rsb_cell.h"

struct bl_rsb_watch {
    int64_t bound_ps;   /* from a request to its answer */
    int64_t silence_ps; /* after so long it is late without one: longer, so that a bus that stands
                           is reported as such */
    int64_t asked[BL_RSB_CELLS]; /* -1: none waits, or it has been found to be late */
    int64_t next;                /* no request is late before then */
};

/* No request waits; `patience_ps` is what an answer may be longer away than the bound before it is
   late. */
static inline void bl_rsb_watch_start(struct bl_rsb_watch *watch, int64_t bound_ps,
                                      int64_t patience_ps) {
    watch->bound_ps = bound_ps;
    watch->silence_ps = bound_ps + patience_ps;
    watch->next = INT64_MAX;
    for (int i = 0; i < BL_RSB_CELLS; i++) watch->asked[i] = -1;
}

/* A domain's request begins to wait. */
static inline void bl_rsb_watch_ask(struct bl_rsb_watch *watch, int domain, int64_t now) {
    watch->asked[domain] = now;
    if (now + watch->silence_ps < watch->next) watch->next = now + watch->silence_ps;
}

/* Whether the answer that comes now is late. */
static inline bool bl_rsb_watch_answer(struct bl_rsb_watch *watch, int domain, int64_t now) {
    bool late = watch->asked[domain] >= 0 && now - watch->asked[domain] > watch->bound_ps;
    watch->asked[domain] = -1;
    return late;
}

/* It waits no longer. */
static inline void bl_rsb_watch_drop(struct bl_rsb_watch *watch, int domain) {
    watch->asked[domain] = -1;
}

/* A domain whose request is late without an answer, each once; -1: none. */
static inline int bl_rsb_watch_late(struct bl_rsb_watch *watch, int64_t now) {
    if (now <= watch->next) return -1;
    watch->next = INT64_MAX;
    for (int i = 0; i < BL_RSB_CELLS; i++) {
        if (watch->asked[i] < 0) continue;
        int64_t until = watch->asked[i] + watch->silence_ps;
        if (now > until) {
            watch->asked[i] = -1;
            watch->next = now - 1; /* there may be another one */
            return i;
        }
        if (until < watch->next) watch->next = until;
    }
    return -1;
}

#endif
