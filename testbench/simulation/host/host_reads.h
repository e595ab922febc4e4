/* Reads of a node through its host port: bursts become requests, each with a tag and room for its
   data, which are given to the node in order. */
#ifndef BL_HOST_READS_H
#define BL_HOST_READS_H

#include "simulation/host/host_bus.h"

enum { BL_HOST_READ_BURSTS = 64 /* of the node's that wait; a power of two */ };

struct bl_host_request {
    uint64_t address;
    int bytes;
    int sent, arrived, given; /* of them: before the last completion, for arrived */
    int64_t ready_ps;         /* completions may begin */
    int64_t done_ps;          /* when the last one has come that was sent */
    int overtaken;
    uint8_t response;
    bool last, orphan; /* ends the node's burst; nobody waits for it */
    uint8_t *data;
};

struct bl_host_reads {
    struct bl_host_bus *bus;
    struct {
        uint64_t address;
        int left; /* bytes that were not asked for */
    } bursts[BL_HOST_READ_BURSTS];
    unsigned burst_head, burst_tail;
    struct bl_host_request *requests; /* [tags], a ring in the order of the node */
    unsigned head, tail;
    uint8_t *data; /* of all */
};

/* Allocates what the bus's settings ask for; frees it; a reset of the node ends its bursts. */
void bl_host_reads_init(struct bl_host_reads *reads, struct bl_host_bus *bus);
void bl_host_reads_destroy(struct bl_host_reads *reads);
void bl_host_reads_reset(struct bl_host_reads *reads);

/* The node's side: a burst, if there is room; the next word, or NULL, with its response and whether
   it is a burst's last; that word is taken. */
bool bl_host_reads_room(const struct bl_host_reads *reads);
void bl_host_reads_take(struct bl_host_reads *reads, uint64_t address, int bytes);
const uint8_t *bl_host_reads_word(struct bl_host_reads *reads, int64_t now, uint8_t *response,
                                  bool *last);
void bl_host_reads_gave(struct bl_host_reads *reads);

/* The bus's side: whether a request could go, and it goes; when a completion begins, and it does.
 */
bool bl_host_reads_waits(const struct bl_host_reads *reads);
void bl_host_reads_ask(struct bl_host_reads *reads, int64_t now);
int64_t bl_host_reads_due(const struct bl_host_reads *reads);
void bl_host_reads_complete(struct bl_host_reads *reads, int64_t now);

#endif
