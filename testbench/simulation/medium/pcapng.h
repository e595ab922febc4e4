/* A file of what goes over wires (pcapng): blocks of numbers, bytes and options, little-endian. */
#ifndef BL_PCAPNG_H
#define BL_PCAPNG_H

#include <stddef.h>
#include <stdint.h>

/* Options. */
enum {
    BL_PCAPNG_COMMENT = 1,
    BL_PCAPNG_NAME = 2,
    BL_PCAPNG_FLAGS = 2, /* of a packet */
    BL_PCAPNG_RESOLUTION = 9,
    BL_PCAPNG_FCS = 13
};
enum { BL_PCAPNG_INBOUND = 1, BL_PCAPNG_OUTBOUND = 2 }; /* flags */

struct bl_pcapng;

/* A file with its first block; NULL, with errno: it cannot be written. */
struct bl_pcapng *bl_pcapng_new(const char *file);
/* Closes the file; 0, or the errno value of the first write that failed. */
int bl_pcapng_close(struct bl_pcapng *pcapng);

/* Blocks, each ended by bl_pcapng_end: of an interface, the next number from 0 on, with its link
   type and name; of a packet, at `ns`; of what is counted of an interface. */
void bl_pcapng_interface(struct bl_pcapng *pcapng, unsigned type, const char *name);
void bl_pcapng_packet(struct bl_pcapng *pcapng, uint32_t interface, uint64_t ns, uint32_t bytes);
void bl_pcapng_counts(struct bl_pcapng *pcapng, uint32_t interface, uint64_t ns);
void bl_pcapng_end(struct bl_pcapng *pcapng);

/* Bytes of a packet, which bl_pcapng_pad ends; options behind them, of which none follows in a
   block without. */
void bl_pcapng_bytes(struct bl_pcapng *pcapng, const void *bytes, size_t count);
void bl_pcapng_pad(struct bl_pcapng *pcapng);
void bl_pcapng_option(struct bl_pcapng *pcapng, unsigned code, const void *value, size_t bytes);
void bl_pcapng_flags(struct bl_pcapng *pcapng, uint32_t flags);
void bl_pcapng_comment(struct bl_pcapng *pcapng, const char *text);

#endif
