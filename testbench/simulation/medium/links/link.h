/* One directed link between two nodes: flits forward, credits back, both with the same latency; a
   payload rate by a token model.

   The node that sends and the node that receives may be simulated by different threads within one
   window of time no longer than the latency: what one side writes in a window is seen by the other
   from bl_link_publish on, which is called between windows. Everything that arrives in a window has
   been sent before it, so the result does not depend on who runs first. */
#ifndef BL_LINK_H
#define BL_LINK_H

#include <stdbool.h>
#include <stdint.h>

struct bl_link_config {
    int64_t latency_ps;  /* > 0 */
    int64_t interval_ps; /* of payload: time that one flit's word occupies the link; 0: no limit */
    int64_t carry_ps; /* unused time that a late flit may make up for: the sender's clock period */
    int flit_bytes;
    int capacity; /* flits (and credit counts) under way, at least; rounded up to a power of two */
};

/* Entries with their time of arrival. Positions only count up. */
struct bl_link_queue {
    int64_t *arrival;
    uint32_t mask;
    uint32_t tail, head; /* as of the last publication */
};

struct bl_link {
    struct bl_link_config config;
    int flit_words; /* of 32 bits */
    struct bl_link_queue flits, credits;
    uint32_t *flit_data;
    uint8_t *credit_count;
    struct { /* the sender's own */
        _Alignas(64) uint32_t flit_tail;
        uint32_t credit_head;
        uint32_t credit_rest; /* credits that arrived but did not fit one cycle's count */
        uint32_t credited;    /* credits handed on to the node so far */
        int64_t free_ps;      /* from then on the next flit is taken */
    } sender;
    struct { /* the receiver's own */
        _Alignas(64) uint32_t flit_head;
        uint32_t credit_tail;
    } receiver;
};

/* Nothing is under way, no credits are given yet. */
void bl_link_init(struct bl_link *link, const struct bl_link_config *config);
void bl_link_destroy(struct bl_link *link);

/* Between windows, while neither node runs. */
static inline void bl_link_publish(struct bl_link *link) {
    link->flits.tail = link->sender.flit_tail;
    link->flits.head = link->receiver.flit_head;
    link->credits.tail = link->receiver.credit_tail;
    link->credits.head = link->sender.credit_head;
}

/* Sender: whether the link takes a flit in the cycle at `now`. */
static inline bool bl_link_ready(const struct bl_link *link, int64_t now) {
    return link->sender.free_ps <= now &&
           link->sender.flit_tail - link->flits.head <= link->flits.mask;
}
/* Sender: hands over a flit in a cycle in which the link is ready. */
void bl_link_send(struct bl_link *link, int64_t now, const uint32_t *data);
/* Sender: credits that have come back by `now`, at most 15; the rest stays for the next cycle. */
unsigned bl_link_take_credits(struct bl_link *link, int64_t now);

/* Receiver: whether a flit has arrived by `now`. */
static inline bool bl_link_arrived(const struct bl_link *link, int64_t now) {
    uint32_t head = link->receiver.flit_head;
    return head != link->flits.tail && link->flits.arrival[head & link->flits.mask] <= now;
}
/* Receiver: takes the oldest flit that has arrived. */
void bl_link_receive(struct bl_link *link, uint32_t *data);
/* Receiver: gives back `count` credits (1..15). */
void bl_link_free(struct bl_link *link, int64_t now, unsigned count);

/* Flits sent so far, and those that have not been received yet. Between windows. */
static inline uint32_t bl_link_sent(const struct bl_link *link) { return link->sender.flit_tail; }
static inline uint32_t bl_link_under_way(const struct bl_link *link) {
    return link->sender.flit_tail - link->receiver.flit_head;
}
/* Flits that the other node has taken and not freed yet (or whose credit is under way). Between
 * windows. */
static inline uint32_t bl_link_held(const struct bl_link *link) {
    return link->receiver.flit_head - link->sender.credited;
}

#endif
