/* Memory of the host that nodes reach by their host ports, and their interrupts. bl_device.h
   includes it. */
#ifndef BL_DMA_H
#define BL_DMA_H

#include "bl_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Host ports: a node's way to the host's memory. */
struct bl_device_host_port {
    uint32_t settings, results; /* addresses of the first registers, bl_device_dma_registers.h; 0:
                                   it has no DMA */
    int word_bytes;             /* of the port and of a channel */
    uint64_t channel_bytes;     /* a card's address is channel * channel_bytes + address in it */
};
/* The nodes have host ports. Memory is then written and read by DMA, and takes the time that this
   takes. A pipeline's table says so when a device is opened. */
enum bl_device_result bl_device_host_ports(struct bl_device *device,
                                           const struct bl_device_host_port *port);
/* Memory of the host that a node reaches, until it is freed or the device is closed: where it is
   for the host, and its bus address. BL_DEVICE_BAD_CALL where there are no host ports. */
enum bl_device_result bl_device_buffer(struct bl_device *device, int node, size_t size,
                                       void **bytes, uint64_t *bus);
/* The same of a GPU's memory, where the device has it; on a card BL_DEVICE_BAD_CALL: there the bus
   address comes from the GPU's own driver. */
enum bl_device_result bl_device_gpu_buffer(struct bl_device *device, int node, int gpu, size_t size,
                                           void **bytes, uint64_t *bus);
/* Memory of the caller's own, of any place and size, that the node reaches from now on as a buffer
   of the host's memory, until it is freed: its bus address. BL_DEVICE_BAD_CALL where the device
   cannot. */
enum bl_device_result bl_device_own_buffer(struct bl_device *device, int node, void *bytes,
                                           size_t size, uint64_t *bus);
/* Gives back a buffer of the three kinds. A memory of kernels that lies in it is taken from
   the node: BL_DEVICE_BUSY while a kernel runs that names it. */
enum bl_device_result bl_device_buffer_free(struct bl_device *device, int node, uint64_t bus);
/* Blocks until the node's host port interrupts: BL_DEVICE_OK at once when it does already, until
   all completions have been acknowledged, and all ends of kernels, and no reset is unknown to the
   host. */
enum bl_device_result bl_device_interrupt(struct bl_device *device, int node, int64_t timeout_ps);

/* Nodes with a hub: the window into which all hosts' memory is cut. Stores a word at an offset of
   it, a multiple of 4, as the CPU of that node's host does; posted, so it returns at once;
   while as many are on their way to the hub as there is room for, it waits.
   BL_DEVICE_BAD_CALL where nodes have no hub. */
enum bl_device_result bl_device_store(struct bl_device *device, int node, uint64_t offset,
                                      uint32_t value);
/* Loads a word from there, and blocks until it has come, behind all stores before it.
   BL_DEVICE_NODE_ERROR: the hub has answered "unsupported request", as it does for every memory but
   its own, or it was reset; *value is then all ones. */
enum bl_device_result bl_device_load(struct bl_device *device, int node, uint64_t offset,
                                     uint32_t *value);
/* Blocks until a word of memory, of a buffer for one, has that value; the time at which it is seen
   is a cycle of the nodes. BL_DEVICE_NODE_ERROR: they were reset meanwhile. */
enum bl_device_result bl_device_poll(struct bl_device *device, const volatile uint32_t *word,
                                     uint32_t value, int64_t timeout_ps);
/* The time in picoseconds that limits count. BL_DEVICE_BAD_CALL where it is not known. */
enum bl_device_result bl_device_time(struct bl_device *device, int64_t *ps);

#ifdef __cplusplus
}
#endif

#endif
