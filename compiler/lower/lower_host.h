/* The host port of a node: DMA between the host's memory and the channels. */
#ifndef BL_LOWER_HOST_H
#define BL_LOWER_HOST_H

struct bl_lowering;

/* Declares, where the cluster has host ports, the nets pipeCHANNEL_*, which are the channels to the
   rest of the node: memory is the host's while the node is not busy. */
void bl_lower_host(struct bl_lowering *lo);

#endif
