/* The synchronous arbiter inside a domain (rtl_templates/rsb/bl_larb.v) as a table that moves once
 * a cycle. */
#ifndef BL_RSB_LARB_INNER_H
#define BL_RSB_LARB_INNER_H

#include "bus/model/rsb.h"

enum {
    BL_LARB_ELEMENTS = 8,
    BL_LARB_CONNECTORS = 2,
    BL_LARB_STOPS = BL_LARB_ELEMENTS + BL_LARB_CONNECTORS
};

/* A place on the inner ring that asks for paths. Stop k is element k; behind the elements come the
   connectors, the last one first, so that connector 0 is next to element 0. */
struct bl_larb_stop {
    bool waits;          /* asks, and has no path */
    bool has;            /* has a path to stop `end` */
    int domain, element; /* what it asks for */
    int end;
    enum bl_rsb_way way;
    uint32_t segments; /* of its path: bit k is the one between stops k and k + 1 */
};

struct bl_larb {
    int domains, domain, elements, connectors;
    bool equal_first; /* of those that want the same destination one goes on; false only to show
                         what it is for */
    struct bl_larb_stop stops[BL_LARB_STOPS];
    bool open[BL_LARB_CONNECTORS]; /* from outside: the connector can ask the outer bus */
    uint32_t used, ends;           /* segments and stops of all paths */
    int turn;                      /* the stop that is looked at in the next cycle */
    int elder;     /* refused once, and nobody gets what it needs before it; -1: none */
    uint32_t kept; /* segments for the elder */
    int kept_end;  /* stop for the elder, -1: none */
};

/* Nothing asked, nothing in use, all connectors open. */
void bl_larb_start(struct bl_larb *larb, int domains, int domain, int elements, int connectors);

/* Elements and connectors together; the stop of a connector, the last ones backward. */
int bl_larb_stops(const struct bl_larb *larb);
int bl_larb_connector_stop(const struct bl_larb *larb, int connector);
/* -1: the stop is an element. */
int bl_larb_connector(const struct bl_larb *larb, int stop);

/* A stop asks from now on; it has nothing and does not ask yet. */
void bl_larb_ask(struct bl_larb *larb, int stop, int domain, int element);
/* It no longer asks, and gives its path up. */
void bl_larb_leave(struct bl_larb *larb, int stop);
/* One cycle: looks at one stop. Returns the stop that got a path, -1: none did. */
int bl_larb_clock(struct bl_larb *larb);

#endif
