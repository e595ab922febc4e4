/* What the CPU of a host asks of a node that speaks TLPs: stores, which are posted, and loads, in
   one order. Each comes to the node `store_ps` behind the call. The completion of a load is seen as
   long behind its end on the bus, and behind what the node has written into the host's memory
   before it. */
#ifndef BL_HOST_CPU_H
#define BL_HOST_CPU_H

#include "ir/carried/tlp.h"
#include "simulation/host/host_bus.h"

/* The pointers may be NULL. */
struct bl_host_access {
    bool load;
    uint64_t address; /* of the bus */
    uint32_t value;
    int64_t ready_ps;  /* at the node */
    uint32_t *result;  /* a load's; ones behind an error */
    uint8_t *response; /* of AXI, or BL_HOST_WAS_RESET; stays when it is OKAY */
    bool *done;        /* of a load: its completion is seen */
    int64_t *taken_ps; /* when it took the bus */
};

enum {
    BL_HOST_LOADS = 32,   /* on their way: a tag each */
    BL_HOST_WAS_RESET = 4 /* a response: the node was, before it answered */
};

struct bl_host_cpu {
    struct bl_host_bus *bus;
    struct bl_host_access *queue; /* [next] to before [count] have not taken the bus */
    int next, count, capacity;
    uint64_t posted; /* so far */
    struct bl_host_load {
        struct bl_host_access access;
        bool under_way;
        uint64_t number;  /* as `posted` counts */
        int64_t seen_ps;  /* BL_HOST_NEVER: it has no completion yet */
        uint8_t response; /* and what that says */
        uint32_t value;
    } loads[BL_HOST_LOADS];
};

/* Frees the queue; the bus is the caller's. */
void bl_host_cpu_destroy(struct bl_host_cpu *cpu);
/* Puts a copy of `access` behind all before it; it may take the bus from its ready_ps on. */
void bl_host_cpu_post(struct bl_host_cpu *cpu, const struct bl_host_access *access);
/* Whether the next one could take the bus; takes it: its words, and how many; *bytes: of the
   bus. */
bool bl_host_cpu_ready(const struct bl_host_cpu *cpu, int64_t now);
int bl_host_cpu_begin(struct bl_host_cpu *cpu, int64_t now, uint32_t words[][BL_TLP_WORD / 4],
                      int *bytes);
/* A completion whose time on the bus ends at `end_ps`; false: it answers no load. */
bool bl_host_cpu_complete(struct bl_host_cpu *cpu, int64_t end_ps, const uint32_t *header,
                          const uint8_t *data);
/* Those that are seen by now; whether there were any. */
bool bl_host_cpu_see(struct bl_host_cpu *cpu, int64_t now);
/* Nobody waits for what is on its way any more. */
void bl_host_cpu_forget(struct bl_host_cpu *cpu);
/* Those that the node has not taken vanish; loads end with an error. */
void bl_host_cpu_reset(struct bl_host_cpu *cpu);
/* Whether the first `count` that were posted are over. */
bool bl_host_cpu_past(const struct bl_host_cpu *cpu, uint64_t count);

#endif
