/* The two directions of a host's bus, and what those who use it share. */
#ifndef BL_HOST_BUS_H
#define BL_HOST_BUS_H

#include "base/carried/random.h"
#include "simulation/host/host_faults.h"
#include "simulation/host/host_port.h"
#include "simulation/host/host_regions.h"

enum bl_host_way { BL_HOST_UP /* from the node */, BL_HOST_DOWN };
enum {
    BL_HOST_BESIDE = 24,            /* bytes of the bus beside a write's data: frame and header */
    BL_HOST_BESIDE_SHORT = 20,      /* beside that of a header of three words */
    BL_HOST_BOUNDARY = 64           /* of completions */
};
#define BL_HOST_NEVER INT64_MAX

struct bl_host_bus {
    struct bl_host_settings settings;
    int word_bytes;
    double ps_per_byte;
    int64_t free_ps[2]; /* from then on a direction takes the next transfer */
    unsigned since[2];  /* transfers that were not acknowledged yet */
    uint64_t bytes[2];
    struct bl_host_regions regions;
    struct bl_host_counts counts; /* all but the bytes of the bus */
    struct bl_host_faults faults;
    struct bl_random random;
};

/* A transfer takes a direction at `now`, when that is free. When it is over. */
int64_t bl_host_bus_send(struct bl_host_bus *bus, enum bl_host_way way, int64_t now, int bytes);
/* By how much one of its times is longer, drawn, in ps. */
int64_t bl_host_bus_jitter(struct bl_host_bus *bus);
/* Bytes of the longest completion. */
int bl_host_bus_completion(const struct bl_host_bus *bus);
/* Of so many bytes from an address on, how many the first transfer of at most `most` has. */
int bl_host_bus_part(uint64_t address, int bytes, int most);

#endif
