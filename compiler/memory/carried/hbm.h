/* One channel of DRAM behind an AXI4 port: bytes, banks, refresh and a controller, clocked by the
   clock of the node's memory. */
#ifndef BL_HBM_H
#define BL_HBM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ir/carried/node_model.h"
#include "memory/carried/dram.h"

struct bl_hbm;

struct bl_hbm_config {
    const struct bl_dram_kind *kind;
    int word_bytes;    /* of the AXI port: a power of two, 4 to 64; words of a burst that share a
                          column access take one */
    int64_t period_ps; /* of the port's clock */
};

/* An idle channel whose memory was never written; to be destroyed. */
struct bl_hbm *bl_hbm_create(const struct bl_hbm_config *config);
void bl_hbm_destroy(struct bl_hbm *hbm);

/* One cycle is present, then clock. present: sets all of *in but a stale rdata, from the state
   alone. clock: looks at the handshakes (valid and ready both 1) between *in and *out and advances
   time by one period. Reads come back in the order of their requests; a write is answered when its
   last column access is through, in the order of the requests. A read may pass a write that was not
   answered. An address outside the channel or off a word's boundary ends the program with a
   message. */
void bl_hbm_present(struct bl_hbm *hbm, struct bl_axi_in *in);
void bl_hbm_clock(struct bl_hbm *hbm, const struct bl_axi_in *in, const struct bl_axi_out *out);
/* Nothing is under way: until a request, cycles may be left out and made up for by bl_hbm_skip. */
bool bl_hbm_idle(const struct bl_hbm *hbm);
void bl_hbm_skip(struct bl_hbm *hbm, int64_t cycles);

/* The back door, in no simulated time. Bytes never written read as bl_store's pattern. */
void bl_hbm_write(struct bl_hbm *hbm, uint64_t address, const void *bytes, size_t size);
void bl_hbm_read(const struct bl_hbm *hbm, uint64_t address, void *bytes, size_t size);

/* What the DRAM behind the channel has done since it was created. */
struct bl_dram_counts bl_hbm_counts(const struct bl_hbm *hbm);

#endif
