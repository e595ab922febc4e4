/* The host port of a node that speaks TLPs: the same bus and memories as host_port.h has, with
   writes as the bytes of their headers and payloads in place of AXI. What the node sends becomes
   visible as a write there does. The CPU's stores come to the node `store_ps` behind the call, one
   after the other. A TLP that is no write to a memory is refused, and counted. */
#ifndef BL_HOST_TLP_H
#define BL_HOST_TLP_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/carried/tlp.h"
#include "simulation/host/host_port.h"

struct bl_host_tlp;

/* On the bus of `port`, whose settings it has; freed before it. */
struct bl_host_tlp *bl_host_tlp_new(struct bl_host_port *port);
void bl_host_tlp_free(struct bl_host_tlp *tlp);

/* Whether the window has a word there. */
bool bl_host_tlp_within(const struct bl_host_tlp *tlp, uint64_t offset);
/* The CPU stores a word at an offset of the window, at `now`. False: so many are on their way. */
bool bl_host_tlp_store(struct bl_host_tlp *tlp, int64_t now, uint64_t offset, uint32_t value);

/* As of host_port.h. */
void bl_host_tlp_present(struct bl_host_tlp *tlp, int64_t now, struct bl_tlp_in *in);
bool bl_host_tlp_clock(struct bl_host_tlp *tlp, int64_t now, const struct bl_tlp_in *in,
                       const struct bl_tlp_out *out);
void bl_host_tlp_reset(struct bl_host_tlp *tlp);
bool bl_host_tlp_quiet(const struct bl_host_tlp *tlp);

#endif
