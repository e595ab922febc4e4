/* Inside of the runtime: memory of the channels by DMA through the nodes' host ports. */
#ifndef BL_DEVICE_DMA_H
#define BL_DEVICE_DMA_H

#include "bl_device_inner.h"

#ifdef __GNUC__
#pragma GCC visibility push(hidden)
#endif

struct bl_device_dma;

/* NULL: no memory left. Nothing is asked of the device before the first transfer. */
struct bl_device_dma *bl_device_dma_new(struct bl_device *device,
                                        const struct bl_device_host_port *port);
void bl_device_dma_free(struct bl_device_dma *dma);
/* A reset, in three calls: a transfer that waits for an interrupt ends with an error when that wait
   ends; none is under way any more, and none begins; the nodes were reset, and know no tables. */
void bl_device_dma_stop(struct bl_device_dma *dma);
void bl_device_dma_hold(struct bl_device_dma *dma);
void bl_device_dma_restart(struct bl_device_dma *dma);

/* As bl_device_write and bl_device_read, whose arguments were checked. */
enum bl_device_result bl_device_dma_write(struct bl_device_dma *dma, int node, int channel,
                                          uint64_t address, const void *bytes, size_t size);
enum bl_device_result bl_device_dma_read(struct bl_device_dma *dma, int node, int channel,
                                         uint64_t address, void *bytes, size_t size);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
