#include "simulation/medium/pcapng.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"

enum { BUFFER = 1 << 20 };
/* Blocks. */
enum { SECTION = 0x0a0d0d0a, INTERFACE = 1, COUNTS = 5, PACKET = 6, MAGIC = 0x1a2b3c4d };

struct bl_pcapng {
    FILE *file;
    int error;      /* errno value of the first failure */
    uint8_t *bytes; /* of a block */
    size_t count, capacity;
};

void bl_pcapng_bytes(struct bl_pcapng *pcapng, const void *bytes, size_t count) {
    size_t wanted = pcapng->count + count;
    if (wanted > pcapng->capacity) {
        pcapng->capacity = 2 * wanted;
        pcapng->bytes = bl_zneeded(realloc(pcapng->bytes, 2 * wanted));
    }
    memcpy(pcapng->bytes + pcapng->count, bytes, count);
    pcapng->count = wanted;
}

static void put16(struct bl_pcapng *pcapng, unsigned value) {
    const uint8_t bytes[] = {(uint8_t)value, (uint8_t)(value >> 8)};
    bl_pcapng_bytes(pcapng, bytes, sizeof bytes);
}

static void put32(struct bl_pcapng *pcapng, uint32_t value) {
    put16(pcapng, value & 0xffff);
    put16(pcapng, value >> 16);
}

static void put_time(struct bl_pcapng *pcapng, uint64_t ns) {
    put32(pcapng, (uint32_t)(ns >> 32));
    put32(pcapng, (uint32_t)ns);
}

void bl_pcapng_pad(struct bl_pcapng *pcapng) {
    bl_pcapng_bytes(pcapng, (const uint8_t[4]){0}, -pcapng->count & 3);
}

void bl_pcapng_option(struct bl_pcapng *pcapng, unsigned code, const void *value, size_t bytes) {
    put16(pcapng, code);
    put16(pcapng, (unsigned)bytes);
    bl_pcapng_bytes(pcapng, value, bytes);
    bl_pcapng_pad(pcapng);
}

void bl_pcapng_flags(struct bl_pcapng *pcapng, uint32_t flags) {
    put16(pcapng, BL_PCAPNG_FLAGS);
    put16(pcapng, 4);
    put32(pcapng, flags);
}

void bl_pcapng_comment(struct bl_pcapng *pcapng, const char *text) {
    bl_pcapng_option(pcapng, BL_PCAPNG_COMMENT, text, strlen(text));
}

/* ---- blocks */

static void begin(struct bl_pcapng *pcapng, uint32_t type) {
    pcapng->count = 0;
    put32(pcapng, type);
    put32(pcapng, 0);
}

/* Its length stands in front and at the end. */
static void end(struct bl_pcapng *pcapng) {
    size_t length = pcapng->count + 4;
    put32(pcapng, (uint32_t)length);
    memcpy(pcapng->bytes + 4, pcapng->bytes + length - 4, 4);
    if (!pcapng->error && fwrite(pcapng->bytes, 1, length, pcapng->file) != length)
        pcapng->error = errno ? errno : EIO;
}

static void section(struct bl_pcapng *pcapng) {
    begin(pcapng, SECTION);
    put32(pcapng, MAGIC);
    put16(pcapng, 1);
    put16(pcapng, 0);
    put32(pcapng, UINT32_MAX); /* its length is not given */
    put32(pcapng, UINT32_MAX);
    end(pcapng);
}

void bl_pcapng_interface(struct bl_pcapng *pcapng, unsigned type, const char *name) {
    begin(pcapng, INTERFACE);
    put16(pcapng, type);
    put16(pcapng, 0);
    put32(pcapng, 0); /* packets of any length */
    bl_pcapng_option(pcapng, BL_PCAPNG_NAME, name, strlen(name));
    bl_pcapng_option(pcapng, BL_PCAPNG_RESOLUTION, &(const uint8_t){9}, 1);
}

void bl_pcapng_packet(struct bl_pcapng *pcapng, uint32_t interface, uint64_t ns, uint32_t bytes) {
    begin(pcapng, PACKET);
    put32(pcapng, interface);
    put_time(pcapng, ns);
    put32(pcapng, bytes);
    put32(pcapng, bytes);
}

void bl_pcapng_counts(struct bl_pcapng *pcapng, uint32_t interface, uint64_t ns) {
    begin(pcapng, COUNTS);
    put32(pcapng, interface);
    put_time(pcapng, ns);
}

void bl_pcapng_end(struct bl_pcapng *pcapng) {
    put32(pcapng, 0); /* of its options */
    end(pcapng);
}

/* ---- the file */

struct bl_pcapng *bl_pcapng_new(const char *file) {
    FILE *opened = fopen(file, "wb");
    if (!opened) return NULL;
    struct bl_pcapng *pcapng = bl_zalloc(1, sizeof *pcapng);
    pcapng->file = opened;
    setvbuf(opened, NULL, _IOFBF, BUFFER);
    section(pcapng);
    return pcapng;
}

int bl_pcapng_close(struct bl_pcapng *pcapng) {
    if (fclose(pcapng->file) && !pcapng->error) pcapng->error = errno;
    int error = pcapng->error;
    free(pcapng->bytes);
    bl_zfree(pcapng);
    return error;
}
