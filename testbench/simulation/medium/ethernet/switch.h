/* The switch: cut-through, a queue in front of each output.

   A frame is looked at when its first byte comes, in the order of time, then of node. It goes where
   its destination has been seen as a source (in a frame that came whole), else to all other ports.
   Where the bytes in the queue and the longest frame are more than the queue holds it is lost. A
   free output begins it a fixed time later, while its end may still be on the way; it has the rate
   of the input, so no byte comes late. The queue stands behind that fixed time. With jitter a frame
   takes so much longer, whatever its output; what one output has keeps its order.

   Times of events are those at which the sender has put out the byte; all of the switch is a
   constant later. */
#ifndef BL_ETHERNET_SWITCH_H
#define BL_ETHERNET_SWITCH_H

#include "base/carried/random.h"
#include "network/ethernet/carried/ethernet.h"
#include "simulation/medium/ethernet/capture.h"
#include "simulation/medium/ethernet/mac.h"

enum bl_ethernet_fault {
#define ROW(name, word, help) BL_##name,
    BL_ETHERNET_FAULT_ROWS(ROW)
#undef ROW
        BL_ETHERNET_FAULTS
};
enum { BL_HOLD_PS = 5 * 1000 * 1000 /* that a frame is held back, at most */ };

struct bl_held {
    struct bl_frame *frame;
    int64_t until_ps;
};

struct bl_output {
    struct bl_delivery *queue; /* [count], oldest first, until the node has all of it */
    int count, capacity;
    int resolved, recorded; /* of them: with a start; in the capture */
    int64_t free_ps;        /* behind the last that is no longer in it */
    struct bl_held *held;   /* [held_count], oldest first */
    int held_count, held_capacity;
    uint64_t tail_drops;
};

struct bl_input {
    int arrived; /* of the MAC's frames */
    struct bl_random random, jitter;
    uint64_t faults[BL_ETHERNET_FAULTS];
};

struct bl_switch {
    const struct bl_ethernet_config *config;
    int nodes;
    struct bl_mac *macs;       /* [nodes] */
    struct bl_output *outputs; /* [nodes] */
    struct bl_input *inputs;   /* [nodes] */
    double rates[BL_ETHERNET_FAULTS];
    struct {
        uint64_t address;
        int port;
    } * seen; /* [seen_count] */
    int seen_count;
    struct bl_capture *capture; /* NULL: none */
};

/* Empty queues, no addresses learned, no faults; `macs` [nodes] and `config` stay the caller's. */
void bl_switch_init(struct bl_switch *self, int nodes, struct bl_mac *macs,
                    const struct bl_ethernet_config *config);
void bl_switch_destroy(struct bl_switch *self);
/* Faults from now on: rates for each frame, [BL_ETHERNET_FAULTS]. */
void bl_switch_arm(struct bl_switch *self, const double *rates, uint64_t seed);
/* After a window that ends at end_ps, behind bl_mac_publish. */
void bl_switch_publish(struct bl_switch *self, int64_t end_ps);
/* Frames that are in the queue of an output or held back in front of it. Between windows. */
int bl_switch_waiting(const struct bl_switch *self, int node);

#endif
