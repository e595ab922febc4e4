/* A pipeline as the host sees it: a table that bankloom writes, and what host programs do with any.
   The generated calls, sort_load_items and the like, are these with their table; a program that
   takes the table of the device it has opened, bl_device_pipeline, runs on every build. */
#ifndef BL_DEVICE_PIPELINE_H
#define BL_DEVICE_PIPELINE_H

#include "bl_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A column version that lies in memory. */
struct bl_device_version {
    const char *name;    /* "key1" */
    const char *column;  /* "key" */
    bool source, result; /* loaded by the host; of the pipeline's results */
    int channel;         /* of lane 0; the next lane has the next one */
    uint32_t counts;     /* register of how many elements lane 0 has */
    uint32_t next;       /* bytes to that of the next lane; 0: one for all lanes */
    uint64_t bytes;      /* of its region in each channel */
    struct bl_device_column place;
};

/* A histogram that is a result. */
struct bl_device_counted {
    const char *name;
    struct bl_device_histogram place;
};

/* What the network between the nodes is to the host, and its counters. */
struct bl_device_counter_row {
    const char *name, *help; /* NULL: the end */
    uint32_t number;
    bool by_peer, loss, presence;
};
struct bl_device_network {
    const char *const *causes; /* what the numbers of NETWORK_CAUSE mean, [0] that of 1, NULL at the
                                  end; NULL: it never stops */
    uint32_t session; /* register in which bl_device_start writes the session's number to every
                         node: 16 bits, never 0, another one after each reset. 0: none. A card's
                         backend, whose program may end and begin again without a reset, will have
                         to begin with another number than 1 */
    uint32_t select, shown, count; /* registers: which counter is to be read, which one it is, its
                                      value; 0: there are no counters */
    const struct bl_device_counter_row *counters; /* NULL: none */
    uint32_t table, table_taken; /* registers: a word of a node's table, which bl_device_start
                                    writes with bit 31 changed for each, and the last one that the
                                    node has taken; 0: it has no table */
    const uint32_t *table_words; /* those of node 0, then of node 1, ...: */
    int table_count;             /* so many each, bit 31 is 0 */
};

/* Copied, but for what it points at. NULL: nothing is known of it. */
void bl_device_set_network(struct bl_device *device, const struct bl_device_network *network);

struct bl_device_pipeline {
    const char *name;
    uint64_t signature; /* a sum over the generated header and the tables below: a program that was
                           compiled for one build runs on all with the same */
    int nodes, lanes;   /* lanes: channels of a node read at a time; as many are written */
    int channels;       /* of memory, of a node */
    int deal;           /* records of one dealt block */
    const struct bl_device_version *versions;
    int version_count;
    const int *records; /* the versions that are the columns of whole records of the result, in the
                           record's order, -1 at the end; NULL: there are none */
    const struct bl_device_counted *counted;
    int counted_count;
    const struct bl_device_network *network;     /* NULL: nothing is known of it */
    const struct bl_device_host_port *host_port; /* of every node; NULL: the host has a back door */
};

/* Opens a device as bl_device_open does, for a pipeline: BL_DEVICE_MISMATCH when it does not run
   it, as far as it can be asked. NULL: the pipeline that it runs; _MISMATCH when that is not known.
 */
enum bl_device_result bl_device_pipeline_open(struct bl_device **device, const char *name,
                                              const struct bl_device_pipeline *pipeline);
/* Tells every node its number, and what its network keeps in a table: what a start does, for nodes
   that nothing starts. Behind opening, and behind each reset. */
enum bl_device_result bl_device_join(struct bl_device *device);
/* The pipeline that a device was opened for, or, behind bl_device_open, which a simulation runs;
   NULL: not known. */
const struct bl_device_pipeline *bl_device_pipeline(const struct bl_device *device);
/* Makes it so, with its network and its host ports; nothing is asked of the device. */
enum bl_device_result bl_device_set_pipeline(struct bl_device *device,
                                             const struct bl_device_pipeline *pipeline);

/* How many of `n` dealt records are in one lane of one node: block b goes to node b mod nodes,
   there to lane b / nodes mod lanes. 0 for a lane or node that is not there. */
size_t bl_device_pipeline_share(const struct bl_device_pipeline *pipeline, size_t n, int node,
                                int lane);

/* `version` is the number of a version in the table. BL_DEVICE_MISMATCH when the pipeline of the
   device is not known. */

/* Deals `n` elements of a source, `stride` bytes apart, over the nodes and lanes, and tells every
   node how many it has. BL_DEVICE_BEYOND when they do not fit, BL_DEVICE_BUSY during a run. */
enum bl_device_result bl_device_pipeline_load(struct bl_device *device, int version,
                                              const void *values, size_t stride, size_t n);
/* Tells every node its number and starts all of them; BL_DEVICE_BAD_CALL when the sources were
   loaded with different numbers of elements. bl_device_wait waits for the end. */
enum bl_device_result bl_device_pipeline_start(struct bl_device *device);
/* Cycles of the last run, of the node that took longest; as the calls below only after a run that
   has ended well. */
enum bl_device_result bl_device_pipeline_cycles(struct bl_device *device, uint64_t *cycles);
/* How many elements a lane of a node holds, and the first `n` of them: BL_DEVICE_BEYOND when there
   are not as many. */
enum bl_device_result bl_device_pipeline_count(struct bl_device *device, int version, int node,
                                               int lane, size_t *n);
enum bl_device_result bl_device_pipeline_read(struct bl_device *device, int version, int node,
                                              int lane, void *values, size_t n);
/* All elements of a version, node by node, lane by lane, at most `capacity` of them, `stride` bytes
   apart; *n is how many there are in all. */
enum bl_device_result bl_device_pipeline_store(struct bl_device *device, int version, void *values,
                                               size_t stride, size_t capacity, size_t *n);
/* How many whole records each lane of each node holds: counts[node * lanes + lane].
   BL_DEVICE_NODE_ERROR when its columns are of different lengths. */
enum bl_device_result bl_device_pipeline_records(struct bl_device *device, size_t *counts);
/* Histogram number `counted` of one node: bl_device_counts. */
enum bl_device_result bl_device_pipeline_counts(struct bl_device *device, int node, int counted,
                                                uint32_t *counts);

#ifdef __cplusplus
}
#endif

#endif
