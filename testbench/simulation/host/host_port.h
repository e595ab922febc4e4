/* What lies beyond a node's host port in simulation: PCIe, the host's memory, and those of GPUs. An
   AXI4 slave, in the cycles of the port's clock, times in picoseconds.

   A read is split into requests of at most the request size that do not cross a 4 KiB boundary. As
   many are on their way as there are tags; a tag is free again when its data, for which it keeps
   room, have been given to the node. `read_ps` after a request took the bus, and after all writes
   before it to the same memory are visible, its completions may begin: each of at most the payload
   size, or of that of completions, ending at a multiple of 64 B or with the request. Which of the
   requests that are ready sends the next completion is drawn; towards the node data are in order.

   A write is split by the payload size and 4 KiB in the same way; a transfer goes as soon as its
   words are there, is visible `write_ps` after the end of its time on the bus, and the burst is
   answered when all of it is visible (a posted write by itself has no answer: a bridge that does
   not wait answers earlier). Two memories may show writes out of order.

   Each direction carries the bytes of its transfers: data in words of 4 B, 24 B beside those of a
   request or write, 20 B beside a completion's, and 16 B (acknowledge and credit) for every four
   transfers of the other direction. Reads and writes that wait for the bus take turns.
   Addresses of nobody are answered by DECERR (unsupported request), aborts by SLVERR, both without
   data: the node reads ones. */
#ifndef BL_HOST_PORT_H
#define BL_HOST_PORT_H

#include <stdbool.h>
#include <stddef.h>

#include "ir/carried/axi.h"
#include "ir/carried/host.h"
#include "simulation/host/host_faults.h"

enum { BL_HOST_OWN_MEMORY = -1 /* a place; the others are the numbers of the GPUs */ };

struct bl_host_bus;
struct bl_host_port;

/* What has crossed the port so far. */
struct bl_host_counts {
    uint64_t read_bytes, written_bytes;     /* of data, given to the node and visible */
    uint64_t requests, completions, writes; /* transfers of the bus */
    uint64_t up_bytes, down_bytes;          /* all that the bus carried, up is from the node */
    uint64_t refused;   /* requests and writes answered as those to addresses of nobody */
    uint64_t nowhere;   /* of them posted writes, which have no answer, */
    uint64_t first;     /* and the address of the first of these */
    uint64_t voided;    /* TLPs that the node has made void: a cable was cut within them */
    uint64_t aborted;   /* requests answered by an abort */
    uint64_t overtaken; /* completions that came before one of an older request */
    int most_tags;      /* of those on their way at once */
};

/* PCIe of the third generation, eight lanes, and 64 MiB of the host's memory: what a program that
   says nothing gets, and the GPUs' usual times. */
extern const struct bl_host_settings bl_host_usual;

/* word_bytes: of the port, 16 to 64. */
struct bl_host_port *bl_host_port_new(const struct bl_host_settings *settings, int word_bytes);
void bl_host_port_free(struct bl_host_port *port);
/* Its bus and the memories on it, for a port of another sort (host_tlp.h). */
struct bl_host_bus *bl_host_port_bus(struct bl_host_port *port);
/* From now on these faults are injected, the same ones for the same seed. */
void bl_host_port_arm(struct bl_host_port *port, const struct bl_host_faults *faults);

/* Who is notified of each burst that the node reads, in whole words, and of the bytes of each word
   that it writes, in the thread that simulates the node. */
struct bl_host_watch {
    void (*reads)(void *user, uint64_t bus, int bytes);
    void (*writes)(void *user, uint64_t bus, int bytes);
    void *user;
};
/* From now on; NULL: nobody. Between windows. */
void bl_host_port_watch(struct bl_host_port *port, const struct bl_host_watch *watch);

/* Fills in the node's inputs for an edge at `now`. */
void bl_host_port_present(struct bl_host_port *port, int64_t now, struct bl_axi_in *in);
/* The edge: `in` as it was presented. Whether something has moved. */
bool bl_host_port_clock(struct bl_host_port *port, int64_t now, const struct bl_axi_in *in,
                        const struct bl_axi_out *out);
/* The node is reset: answers on their way vanish; transfers whose words were all there do not, and
   keep their tags until they are over. */
void bl_host_port_reset(struct bl_host_port *port);
/* From an interrupt of the node until the host's program runs. */
int64_t bl_host_port_interrupt(const struct bl_host_port *port);
/* GPUs on its bus. */
int bl_host_port_gpus(const struct bl_host_port *port);
/* Nothing is on its way, nothing waits for the node. */
bool bl_host_port_quiet(const struct bl_host_port *port);

/* The place of `size` bytes at a bus address; NULL: they are not of one memory. */
void *bl_host_port_place(struct bl_host_port *port, uint64_t bus, size_t size);
/* A buffer in the host's memory (BL_HOST_OWN_MEMORY) or a GPU's: the first free pages of 4 KiB that
   are enough; NULL: there are none, or no such GPU. */
void *bl_host_port_alloc(struct bl_host_port *port, int where, size_t size, uint64_t *bus);
/* Memory of the host program's own, until it is released. */
uint64_t bl_host_port_own(struct bl_host_port *port, void *bytes, size_t size);
/* The buffer that was given at `bus`; false: none is there. */
bool bl_host_port_release(struct bl_host_port *port, uint64_t bus);

/* Bytes a second of a direction of the bus. */
double bl_host_port_rate(const struct bl_host_settings *settings);
/* Of long reads, or long writes, of the host's memory alone, in bytes a second: what of the rate
   the data have, or for reads what the tags allow. */
double bl_host_port_read_limit(const struct bl_host_settings *settings);
double bl_host_port_write_limit(const struct bl_host_settings *settings);
struct bl_host_counts bl_host_port_counts(const struct bl_host_port *port);

#endif
