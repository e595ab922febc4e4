/* What lies beyond a node's host port in simulation: PCIe, the host's memory, and those of GPUs. An
   AXI4 slave, in the cycles of the port's clock, times in picoseconds.
   A read is split into requests of the bus, of which as many are on their way as there are tags; a
   request comes back `read_ps` after it was sent, some later, and its data then take the bus, in
   the order in which they come; towards the node they are put in order. A write takes the bus in
   transfers of the payload's size, is visible `write_ps` after that, and then answered. Each
   direction carries the bytes of its transfers: data, 24 B beside them (20 B beside a
   completion's), and 4 B for each transfer of the other direction, its share of acknowledge and
   credit. Addresses of nobody are answered by DECERR. */
#ifndef BL_HOST_PORT_H
#define BL_HOST_PORT_H

#include <stdbool.h>
#include <stddef.h>

#include "ir/carried/axi.h"
#include "ir/carried/host.h"

/* Bus addresses: the host's memory; GPU i's is at BL_HOST_GPU + i * BL_HOST_GPU_STEP. */
#define BL_HOST_MEMORY UINT64_C(0x100000000)
#define BL_HOST_GPU UINT64_C(0x8000000000)
#define BL_HOST_GPU_STEP UINT64_C(0x1000000000)

struct bl_host_port;

/* What has crossed the port so far. */
struct bl_host_counts {
    uint64_t read_bytes, written_bytes;     /* of data */
    uint64_t requests, completions, writes; /* transfers of the bus */
    uint64_t refused;                       /* bursts to addresses of nobody */
    int most_tags;                          /* of those on their way at once */
};

/* word_bytes: of the port, 16 to 64. */
struct bl_host_port *bl_host_port_new(const struct bl_host_settings *settings, int word_bytes);
void bl_host_port_free(struct bl_host_port *port);

/* Fills in the node's inputs for an edge at `now`. */
void bl_host_port_present(struct bl_host_port *port, int64_t now, struct bl_axi_in *in);
/* The edge: `in` as it was presented. Whether something has moved. */
bool bl_host_port_clock(struct bl_host_port *port, int64_t now, const struct bl_axi_in *in,
                        const struct bl_axi_out *out);
/* The node is reset: what is on its way vanishes, writes that were taken do not. */
void bl_host_port_reset(struct bl_host_port *port);

/* The place of `size` bytes at a bus address; NULL: they are not of one memory. */
void *bl_host_port_place(struct bl_host_port *port, uint64_t bus, size_t size);
/* Memory of the host that was not given away yet, from a page's start on; NULL: there is not so
   much. */
void *bl_host_port_take(struct bl_host_port *port, size_t size, uint64_t *bus);

/* Bytes a second of a direction of the bus. */
double bl_host_port_rate(const struct bl_host_settings *settings);
struct bl_host_counts bl_host_port_counts(const struct bl_host_port *port);

#endif
