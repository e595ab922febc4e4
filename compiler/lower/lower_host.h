/* The host port of a node: DMA between the host's memory and the channels. */
#ifndef BL_LOWER_HOST_H
#define BL_LOWER_HOST_H

struct bl_lowering;

/* Declares, where the cluster has host ports, the nets pipeCHANNEL_*, which are the channels to the
   rest of the node: memory is the host's while the node is not busy. */
void bl_lower_host(struct bl_lowering *lo);

/* The nets of both halves of so many AXI ports, PREFIX_araddr and so on. */
void bl_lower_axi_nets(struct bl_lowering *lo, const char *prefix, int address_bits, int times);

/* What a DMA is between: the port called `port`_araddr and so on, of the host's clock, `irq`, its
   interrupt, and `owns`, the net that it declares for bl_dma_window's; while `busy` it takes no
   request. `copies`: of kernels, that read the host's bus and that write it, whose descriptors are
   nets copy_read_* and copy_write_*, with a place for each. */
struct bl_dma_nets {
    const char *port, *irq, *owns, *busy;
    int copies[2];
};

/* DMA between the port and the channels: nets window_*, which it declares, with a place for each
   channel, of core's. */
void bl_lower_dma(struct bl_lowering *lo, const struct bl_dma_nets *nets);

#endif
