/* The host port of a node that speaks TLPs: the same bus and memories as host_port.h has, with
   writes as the bytes of their headers and payloads in place of AXI. What the node sends becomes
   visible as a write there does. The CPU's stores and loads come to the node `store_ps` behind the
   call, one after the other (host_cpu.h). A TLP that is no write to a memory, no read and no answer
   to a load is refused, and counted. */
#ifndef BL_HOST_TLP_H
#define BL_HOST_TLP_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/carried/tlp.h"
#include "simulation/host/host_cpu.h"
#include "simulation/host/host_port.h"

struct bl_host_tlp;

/* On the bus of `port`, whose settings it has; freed before it. */
struct bl_host_tlp *bl_host_tlp_new(struct bl_host_port *port);
void bl_host_tlp_free(struct bl_host_tlp *tlp);

/* Whether the window has a word there. */
bool bl_host_tlp_within(const struct bl_host_tlp *tlp, uint64_t offset);
/* Whether so many of the CPU's accesses wait that it would wait with them. */
bool bl_host_tlp_full(const struct bl_host_tlp *tlp);
/* The CPU's access at an address of the bus, at `now`, which says when it is at the node. */
void bl_host_tlp_access(struct bl_host_tlp *tlp, int64_t now, const struct bl_host_access *access);
/* That of an offset of the window, and of a register. */
uint64_t bl_host_tlp_address(const struct bl_host_tlp *tlp, uint64_t offset);
uint64_t bl_host_tlp_register(const struct bl_host_tlp *tlp, uint32_t address);
/* Nobody waits for the CPU's accesses any more. */
void bl_host_tlp_forget(struct bl_host_tlp *tlp);
/* How many the CPU has posted so far; whether the first `count` are over. */
uint64_t bl_host_tlp_posted(const struct bl_host_tlp *tlp);
bool bl_host_tlp_past(const struct bl_host_tlp *tlp, uint64_t count);

/* As of host_port.h. */
void bl_host_tlp_present(struct bl_host_tlp *tlp, int64_t now, struct bl_tlp_in *in);
bool bl_host_tlp_clock(struct bl_host_tlp *tlp, int64_t now, const struct bl_tlp_in *in,
                       const struct bl_tlp_out *out);
void bl_host_tlp_reset(struct bl_host_tlp *tlp);
bool bl_host_tlp_quiet(const struct bl_host_tlp *tlp);

#endif
