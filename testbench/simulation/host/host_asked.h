/* What a node that speaks TLPs has asked of the memories on its host's bus: reads, and the
   completions that answer them, as host_reads.h has them for one that speaks AXI. */
#ifndef BL_HOST_ASKED_H
#define BL_HOST_ASKED_H

#include "ir/carried/tlp.h"
#include "ir/carried/tlp_header.h"
#include "simulation/host/host_bus.h"

enum { BL_HOST_ASKED = 256 /* on their way: a tag each */ };

struct bl_host_asked_read {
    uint64_t address;
    int bytes, sent;
    int64_t ready_ps; /* completions may begin */
    int overtaken;
    uint8_t response; /* of AXI; not OKAY: it has one completion, without data */
    uint8_t tag;
    uint16_t requester;
};

struct bl_host_asked {
    struct bl_host_bus *bus;
    struct bl_host_asked_read reads[BL_HOST_ASKED]; /* the oldest first */
    int count;
};

/* A read whose time on the bus ends at `end_ps`; false: more are on their way than there are
   tags. */
bool bl_host_asked_take(struct bl_host_asked *asked, int64_t now, int64_t end_ps,
                        const struct bl_tlp_header *header);
/* Whether a completion could begin at `now`. */
bool bl_host_asked_ready(const struct bl_host_asked *asked, int64_t now);
/* The next one begins: its words, at most BL_TLP_WORDS, and how many; *bytes: those of the bus. */
int bl_host_asked_complete(struct bl_host_asked *asked, int64_t now,
                           uint32_t words[][BL_TLP_WORD / 4], int *bytes);

#endif
