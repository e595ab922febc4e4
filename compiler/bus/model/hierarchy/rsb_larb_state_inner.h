/* What the model of the hierarchical bus (rsb_larb.h) keeps, for its own files: the registers of
   bl_larb_domain, bl_larb_connector and bl_rsb_inner, with their names. */
#ifndef BL_RSB_LARB_STATE_INNER_H
#define BL_RSB_LARB_STATE_INNER_H

#include "bus/model/hierarchy/rsb_larb.h"

enum { DOMAINS = BL_RSB_CELLS };

struct transfer {
    int domain, element, to_domain, to_element, words;
    int next;        /* of the same element, or of the unused numbers; -1: none */
    int64_t time_ps; /* asked for */
    int parts_left;
};

/* A wire to another domain: its value, and since when. It changes again only when the last change
 * has been answered. */
struct line {
    bool value;
    int64_t changed;
};

struct sample {
    bool notified, busy, path, ack, refused, strobe;
};

enum state { IDLE, REQUEST, ASKED, HEAD, FLOW, SENT, BACK, FALL };
enum phase { NONE, ASK, TAKE, GIVE, LAST, TURN };

/* A connector: what is at its pins, its two flip-flops in a row, its own transfer out, and what
 * comes in. */
struct cell {
    struct sample now, early, seen;
    enum state state;
    bool quiet, shown, over, request, left, refused, last;
    struct line strobe;
    int out, to_cell, hops; /* the transfer; the cell that is asked for; the way there */
    enum phase phase;
    bool waits, flushed, withdraw, in_last;
    struct line ack, refuse;
    int in, source, patience; /* the transfer; the cell that it comes from, -1: none yet */
};

/* What an element offers, and its request. */
struct element {
    bool valid, asks, other; /* other: asks for the other cell of the domain */
    int words;               /* that it has to offer, with the present one */
    int active;              /* the transfer that asks or has a path */
};

/* The words on the path of a stop: bit 0 is the first segment. `sent`: its last word has been taken
 * from the stop. */
struct words {
    uint32_t valid, last;
    bool sent;
    int hops;
};

/* What moves at this edge on the path of a stop. */
struct move {
    bool goes, taken, done;
    bool valid, last; /* the word at its end */
};

struct bl_larb_bus {
    struct bl_larb_options options;
    struct bl_rsb_bus outer;
    struct bl_larb larb[DOMAINS];
    struct bl_larb_watch watch[DOMAINS];
    uint64_t errors[BL_RSB_ERROR_COUNT], cycles;
    struct cell cells[BL_RSB_CELLS];
    struct element elements[DOMAINS][BL_LARB_ELEMENTS];
    struct words words_on[DOMAINS][BL_LARB_STOPS];
    struct transfer *transfers;
    int count, size, unused, unfinished, active;
    int first[DOMAINS][BL_LARB_ELEMENTS],
        last[DOMAINS][BL_LARB_ELEMENTS]; /* not all words of which have been taken */
    int64_t clock;                       /* cycles since reset */
    int domain;                          /* whose edge is next in this cycle */
    int64_t time, progress; /* when a transfer last came to its end, or nothing was under way */
    int words;              /* most of one transfer */
    bool stands;
};

/* For the stop of a connector. */
static inline int bl_larb_cell(const struct bl_larb_bus *bus, int domain, int connector) {
    return domain * bus->options.connectors + connector;
}

/* Calls options.event, unless it is NULL: the transfer has come to this step, now. */
void bl_larb_tell(struct bl_larb_bus *bus, int transfer, enum bl_larb_step step, int cell,
                  int hops);
/* Both the outer path and the one at the destination have to be left, in any order. */
void bl_larb_part_left(struct bl_larb_bus *bus, int transfer);

/* One edge of a connector. `holder`: the stop whose path ends there, -1: none, with what moves on
   it; `own`: what moves on the path of the connector's own stop; `path`: it has one. */
void bl_larb_connector_edge(struct bl_larb_bus *bus, int cell, int holder, const struct move *out,
                            const struct move *own, bool path);
/* Before that: what is at its pins, as the outer bus is. */
void bl_larb_connector_look(struct bl_larb_bus *bus, int cell);
bool bl_larb_connector_takes(const struct cell *cell);
bool bl_larb_connector_asks(const struct cell *cell);

#endif
