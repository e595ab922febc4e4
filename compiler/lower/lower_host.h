/* The host port of a node: DMA between the host's memory and the channels. */
#ifndef BL_LOWER_HOST_H
#define BL_LOWER_HOST_H

struct bl_lowering;

/* Declares, where the cluster has host ports, the nets pipeCHANNEL_*, which are the channels to the
   rest of the node: memory is the host's while the node is not busy. */
void bl_lower_host(struct bl_lowering *lo);

/* The nets of both halves of so many AXI ports, PREFIX_araddr and so on. */
void bl_lower_axi_nets(struct bl_lowering *lo, const char *prefix, int address_bits, int times);

/* DMA between the port called PORT_araddr and so on, of the host's clock, and the channels: nets
   window_*, which it declares, with a place for each channel, of core's. `irq` is its interrupt,
   `owns` the net that it declares for bl_dma_window's; while `busy` it takes no request. */
void bl_lower_dma(struct bl_lowering *lo, const char *port, const char *irq, const char *owns,
                  const char *busy);

#endif
