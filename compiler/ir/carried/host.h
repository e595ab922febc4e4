/* What lies beyond a node's host port, as the program says: the bus and the memories on it. */
#ifndef BL_HOST_H
#define BL_HOST_H

#include <stdint.h>

/* Bus addresses: the host's memory, where the program names no other; that of the host program's
   own; GPU i's is at BL_HOST_GPU + i * BL_HOST_GPU_STEP. */
#define BL_HOST_MEMORY UINT64_C(0x100000000)
#define BL_HOST_OWN UINT64_C(0x4000000000)
#define BL_HOST_GPU UINT64_C(0x8000000000)
#define BL_HOST_GPU_STEP UINT64_C(0x1000000000)

struct bl_host_settings {
    int generation, lanes;     /* of PCIe */
    int payload, request;      /* bytes of the longest write, of the longest read */
    int completion;            /* bytes of the longest one; 0: as the payload */
    int tags;                  /* reads on their way */
    int64_t read_ps, write_ps; /* from a read to its data, from a write until it is visible */
    int64_t memory_bytes;      /* of the host, that a node reaches */
    uint64_t base;             /* its bus address; 0: BL_HOST_MEMORY */
    int gpus;
    int64_t gpu_bytes;                 /* of each */
    int64_t gpu_read_ps, gpu_write_ps; /* the same times for a GPU's memory; 0: the usual */
    int64_t gpu_rate;     /* bytes a second at which it is read; 0: as the bus */
    int64_t interrupt_ps; /* from an interrupt until the host's program runs */
    int64_t store_ps;     /* from a store of the CPU into the window until it is at the node */
    uint64_t window;      /* where on the bus the window begins to the memory of all nodes; */
    int64_t window_bytes; /* 0: there is none */
    uint64_t registers;   /* where on the bus a node's registers are, 64 KiB; 0: beside it */
    int slots;            /* TLPs that a node has room for, of those that come from the host */
    int64_t jitter_ps;    /* by which all of them are longer, at random, at most */
};

#endif
