/* The nodes' Ethernet ports as Verilator has made them of ethernet_ports.v: pins as words of 64
   bits for each node, which ethernet_ports.v tells. */
#ifndef PORTS_H
#define PORTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PORTS_NODES = 16 };

/* mac_in and mac_out. */
enum { PORTS_TREADY = 1, PORTS_IN_TVALID = 2, PORTS_IN_TLAST = 4, PORTS_TUSER = 8, PORTS_UP = 16 };
enum { PORTS_OUT_TVALID = 1, PORTS_OUT_TLAST = 2 };
/* end_out: places of bits. */
enum { PORTS_TVALID_AT = 16, PORTS_CAUSE_AT = 32, PORTS_STOPPED_AT = 40, PORTS_EXACT_AT = 41 };
/* end_in */
enum { PORTS_SESSION_AT = 16, PORTS_COUNT_AT = 32 };

/* Of one node. */
struct ports_in {
    uint64_t mac, keep, end, freed;
    const uint32_t *data;                         /* of the MAC, with PORTS_IN_TVALID */
    uint32_t tag[PORTS_NODES], side[PORTS_NODES]; /* of what is offered */
    unsigned offered;                             /* peers whose tag and side have changed */
};
struct ports_out {
    uint64_t mac, keep, end, credit, word, count;
    uint32_t data[512 / 32]; /* with PORTS_OUT_TVALID */
};

void *ports_new(int nodes, int width);
void ports_delete(void *ports);
/* Everything settles behind a falling edge: `out` is what stands before the rising one, which
   ports_clock is. */
void ports_settle(void *ports, int rst, struct ports_in *in, struct ports_out *out);
void ports_clock(void *ports);

#ifdef __cplusplus
}
#endif

#endif
