/* One direction of a serial core's channel: words with their marks of a frame's end, a rate by a
   token model, a delay; words that are damaged or lost.

   What one side writes in a window of time no longer than the latency is seen by the other from
   bl_lane_publish on, which is called between windows: so the result does not depend on which node
   runs first. */
#ifndef BL_LANE_H
#define BL_LANE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/carried/random.h"
#include "network/mesh/carried/wire.h"

enum bl_lane_fault {
#define ROW(name, word, help) BL_LANE_##name,
    BL_WIRE_FAULT_ROWS(ROW)
#undef ROW
        BL_LANE_FAULTS
};

struct bl_lane_config {
    int64_t latency_ps;  /* > 0 */
    int64_t interval_ps; /* that a word occupies the channel */
    int64_t carry_ps;    /* unused time that a late word may make up for */
    int64_t down_ps;     /* that the channel stays down */
    int words;           /* of 32 bits, of a word */
    int tail;            /* words of a frame that has nothing but a tail */
    int capacity;        /* words under way, at least; rounded up to a power of two */
};

struct bl_lane {
    struct bl_lane_config config;
    uint32_t mask, tail, head; /* positions as of the last publication; they only count up */
    int64_t *arrival;          /* [mask + 1] */
    uint32_t *data;
    bool *last, *moves; /* `moves`: of a frame that has more than a tail */
    struct {            /* the sender's own */
        _Alignas(64) uint32_t tail;
        int64_t free_ps; /* from then on the next word is taken */
        int64_t up_ps;   /* from then on the channel is up */
        int place;       /* in the frame */
        double rates[BL_LANE_FAULTS];
        struct bl_random random;
        uint64_t all, struck[BL_LANE_FAULTS], lost;
    } sender;
    struct { /* the receiver's own */
        _Alignas(64) uint32_t head;
    } receiver;
};

/* Nothing is under way, the channel is up, no faults. */
void bl_lane_init(struct bl_lane *lane, const struct bl_lane_config *config);
void bl_lane_destroy(struct bl_lane *lane);
/* Between windows, while neither node runs. */
void bl_lane_publish(struct bl_lane *lane);
/* Rates for each word. */
void bl_lane_arm(struct bl_lane *lane, const double *rates, uint64_t seed, int place);

/* Sender: whether the channel is up, whether it takes a word in the cycle at `now`. */
bool bl_lane_up(const struct bl_lane *lane, int64_t now);
bool bl_lane_ready(const struct bl_lane *lane, int64_t now);
/* Sender: hands a word over in such a cycle. Whether it is one of a block. */
bool bl_lane_send(struct bl_lane *lane, int64_t now, const uint32_t *data, bool last);

/* Receiver: the oldest word that has arrived, which is taken; false: there is none. `moves`: it is
   one of a block. */
bool bl_lane_receive(struct bl_lane *lane, int64_t now, uint32_t *data, uint8_t *last, bool *moves);
/* Words that have been sent and not received. Between windows. */
uint32_t bl_lane_under_way(const struct bl_lane *lane);

#endif
