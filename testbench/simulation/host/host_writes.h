/* Writes of a node through its host port: bursts become posted transfers, and are answered when
   their data are visible. */
#ifndef BL_HOST_WRITES_H
#define BL_HOST_WRITES_H

#include "simulation/host/host_bus.h"

enum { BL_HOST_WRITES = 256 /* transfers and bursts that are kept; a power of two */ };

struct bl_host_write {
    uint64_t address;
    int bytes;
    int first, last;    /* bytes that are enabled, from first to before last; none: both 0 */
    int64_t visible_ps; /* once it was sent */
    bool visible;
    unsigned burst;
    uint8_t *data;
    uint64_t *strobes; /* of each word */
};

struct bl_host_write_burst {
    uint64_t address; /* of the next word */
    int beats;        /* that are still to come */
    int transfers;    /* that are not visible yet */
    uint8_t response;
    bool orphan; /* nobody waits for its answer */
};

struct bl_host_writes {
    struct bl_host_bus *bus;
    struct bl_host_write *transfers; /* [BL_HOST_WRITES]: visible, sent, full, being filled */
    unsigned head, sent, tail;       /* [tail] is being filled */
    int filled;                      /* bytes of it */
    struct bl_host_write_burst bursts[BL_HOST_WRITES];
    unsigned burst_head, burst_open, burst_tail; /* [burst_open] takes the next word */
    uint8_t *data;
    uint64_t *strobes; /* of all */
};

/* Allocates what the bus's settings ask for; frees it; a reset of the node ends its bursts. */
void bl_host_writes_init(struct bl_host_writes *writes, struct bl_host_bus *bus);
void bl_host_writes_destroy(struct bl_host_writes *writes);
void bl_host_writes_reset(struct bl_host_writes *writes);

/* The node's side. */
bool bl_host_writes_room(const struct bl_host_writes *writes);      /* for a burst */
bool bl_host_writes_word_room(const struct bl_host_writes *writes); /* for a word of one */
void bl_host_writes_take(struct bl_host_writes *writes, uint64_t address, int beats);
/* The bus address of the next word. */
uint64_t bl_host_writes_place(const struct bl_host_writes *writes);
void bl_host_writes_word(struct bl_host_writes *writes, const void *word, uint64_t strobe);
/* The oldest burst when it is over, or NULL; its answer is taken. */
const struct bl_host_write_burst *bl_host_writes_answer(struct bl_host_writes *writes);
void bl_host_writes_answered(struct bl_host_writes *writes);

/* The bus's side: whether a transfer could go, and it goes; when the next one is visible, and it
 * becomes so. */
bool bl_host_writes_waits(const struct bl_host_writes *writes);
void bl_host_writes_send(struct bl_host_writes *writes, int64_t now);
int64_t bl_host_writes_due(const struct bl_host_writes *writes);
void bl_host_writes_show(struct bl_host_writes *writes, int64_t now);

#endif
