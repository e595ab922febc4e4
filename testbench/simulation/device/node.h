/* One simulated node: the model's instance, its memory channels, its pins of the medium and its
 * register master. */
#ifndef BL_NODE_H
#define BL_NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/carried/medium.h"
#include "ir/carried/memory.h"
#include "simulation/memory/memory_owed.h"
#include "simulation/memory/memory_port.h"
#include "ir/carried/node_model.h"
#include "simulation/host/host_port.h"
#include "simulation/host/host_tlp.h"

enum {
    BL_RESET_CYCLES =
        16 /* rising edges of each clock until the reset ends, with an edge of the core */
};

/* A clock of a node at work. */
struct bl_sim_edges {
    struct bl_sim_clock clock;
    int64_t next_ps; /* the next rising edge */
    int64_t count;   /* rising edges so far */
};

/* One access to a node's registers. The pointers may be NULL; they are written by the time the
 * window has ended in which it was done. */
struct bl_register_access {
    bool write;
    uint32_t address, value;
    uint32_t *result; /* a read's value */
    bool *done;
    uint8_t *response; /* of AXI, or BL_HOST_WAS_RESET, like a result; stays when it is OKAY */
    int64_t *taken_ps; /* the cycle in which the node took a write's address and data, or a read's
                          address */
};

struct bl_register_master {
    struct bl_register_access *queue;
    int count, capacity, next; /* queue[next] is under way when next < count */
    uint64_t posted; /* so far */
    bool address_taken, data_taken;
};

struct bl_sim_channel {
    void *memory;
    struct bl_memory_port *port; /* in front of it; NULL: none */
    struct bl_memory_owed owed;  /* without a port */
    bool active;                 /* the memory is called in every cycle */
    int64_t idle_from;           /* cycle of the memory from which on it was not, when not active */
    uint64_t read_words, written_words;
};

struct bl_trace_window {
    const char *path; /* NULL: no trace */
    int64_t from_ps, to_ps;
};

struct bl_sim_node {
    int number;
    const struct bl_node_model *model;
    const struct bl_memory_kind *memory;
    void *instance;
    struct bl_sim_edges *clocks; /* [model->clocks]; [0] is the core's */
    int64_t last_edge_ps;        /* of any clock */
    struct bl_sim_channel channels[BL_MAX_CHANNELS];
    int64_t busy_until[BL_MAX_CHANNELS / 2]; /* of controllers that two channels share: the memory's
                                                cycle until which requests keep one */
    void *medium;                            /* of the model's kind; NULL: none */
    void *network_in;                        /* its pins: in.network, which it fills in */
    struct bl_host_port *host;               /* beyond the host port; NULL: none */
    struct bl_host_tlp *tlp;                 /* the same, of one of TLPs */
    int64_t irq_ps;                          /* since when it interrupts; -1: it does not */
    struct bl_register_master registers;
    bool reset; /* until the clocks below, and the time, have passed and the ports are quiet */
    int64_t *reset_count, reset_until_ps; /* edges of each clock when it began */
    int64_t reset_after; /* edges of the core after the next start at which the node is reset on
                            purpose, -1: it is not */
    int64_t reset_at;    /* that edge, -1: none */
    bool was_reset;      /* on purpose, since the start */
    bool reset_wanted;   /* on purpose, and it has not come */
    uint64_t progress;   /* memory beats, responses and flits so far */
    int64_t last_response_ps; /* cycle of the last write response; -1: none yet */
    struct bl_trace_window trace;
    bool tracing;
    int trace_error; /* errno value of the first write of the waveform that failed; there is none
                        after it */
    struct bl_node_in in;
    struct bl_node_out out;
};

/* `clocks`: [model->clocks]; `like`: a node of the same model that has not run yet, or NULL. Its
   medium is set by the caller before the first run. */
void bl_node_init(struct bl_sim_node *node, int number, const struct bl_node_model *model,
                  const struct bl_sim_clock *clocks, const struct bl_memory_kind *memory,
                  const struct bl_sim_node *like);
void bl_node_destroy(struct bl_sim_node *node);
/* Joins the host port of a node that has one. Before the first run. */
void bl_node_join_host(struct bl_sim_node *node, const struct bl_host_settings *settings);

/* Gives every channel a port, if it has none, and arms it; a reset among the faults comes after the
   next start. Between windows, and the first time before anything has moved. */
void bl_node_arm(struct bl_sim_node *node, const struct bl_faults *faults);
/* The host starts the node now. */
void bl_node_starts(struct bl_sim_node *node);
/* A kernel of it is started now: the first one counts. */
void bl_node_begins(struct bl_sim_node *node);
/* Whether a reset among its faults has not come. */
bool bl_node_reset_unmet(const struct bl_sim_node *node);
/* Resets the node for BL_RESET_CYCLES of each clock, until `until_ps`, and until its ports are
 * quiet. Between windows. */
void bl_node_reset(struct bl_sim_node *node, int64_t until_ps);

/* The node has said that it is done: no reset comes on purpose any more. Whether one came, perhaps
 * after the node was done. Between windows. */
bool bl_node_settle(struct bl_sim_node *node);

/* Ends the waveform where it is, and returns trace_error. Between windows. */
int bl_node_end_trace(struct bl_sim_node *node);

/* Runs all edges before `until_ps`, the earliest first; clocks that rise at one time do so
 * together. */
void bl_node_run(struct bl_sim_node *node, int64_t until_ps);

/* Register accesses are done in order, one at a time, over the node's AXI4-Lite port; of nodes that
   speak TLPs over the bus, as the CPU's. Between windows. */
void bl_node_post(struct bl_sim_node *node, const struct bl_register_access *access);
/* Drops the pointers of all accesses that are not done, which are done all the same. Between
 * windows. */
void bl_node_forget(struct bl_sim_node *node);
/* How many there were so far; whether the first `count` are over. */
uint64_t bl_node_posted(const struct bl_sim_node *node);
bool bl_node_past(const struct bl_sim_node *node, uint64_t count);

#endif
