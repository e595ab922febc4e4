#include "simulation/medium/ethernet/frame.h"

#include "base/carried/checked.h"

int bl_wire_bytes(int64_t rate, int64_t ps, int most) {
    if (ps <= 0) return 0;
    if (ps >= bl_wire_ps(rate, most)) return most;
    return (int)(ps * rate / INT64_C(8000000000000));
}

struct bl_frame *bl_frame_new(int from, int64_t start_ps, int longest) {
    int room = longest > BL_FRAME_LEAST ? longest : BL_FRAME_LEAST;
    struct bl_frame *frame = bl_zalloc(1, sizeof *frame + (size_t)room);
    frame->from = from;
    frame->start_ps = start_ps;
    frame->references = 1;
    return frame;
}

void bl_frame_release(struct bl_frame *frame) {
    if (--frame->references == 0) bl_zfree(frame);
}

/* CRC-32 of IEEE 802.3, half a byte at a time. */
static uint32_t crc(const uint8_t *bytes, int count) {
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    uint32_t rest = UINT32_MAX;
    for (int i = 0; i < count; i++) {
        rest ^= bytes[i];
        rest = rest >> 4 ^ table[rest & 15];
        rest = rest >> 4 ^ table[rest & 15];
    }
    return ~rest;
}

void bl_frame_end(struct bl_frame *frame) {
    if (frame->length < BL_FRAME_LEAST) frame->length = BL_FRAME_LEAST;
    frame->fcs = crc(frame->bytes, frame->length);
    if (frame->destroyed) frame->fcs = ~frame->fcs;
    frame->ended = true;
}

void bl_frame_publish(struct bl_frame *frame) {
    frame->known = frame->length;
    frame->known_end = frame->ended;
    if (frame->destroyed) frame->fate |= BL_FRAME_DESTROYED;
}

uint8_t bl_frame_flipped(const struct bl_frame *frame, int i, int length) {
    int bit = frame->flip;
    if (!(frame->fate & BL_FRAME_FLIPPED)) return 0;
    if (bit >= 8 * length) bit = 8 * length + bit % (8 * BL_FRAME_FCS);
    return bit / 8 == i ? (uint8_t)(1 << bit % 8) : 0;
}

uint64_t bl_frame_address(const uint8_t *bytes) {
    uint64_t address = 0;
    for (int i = 0; i < 6; i++) address = address << 8 | bytes[i];
    return address;
}

uint64_t bl_frame_destination(const struct bl_frame *frame) {
    uint8_t bytes[6];
    for (int i = 0; i < 6; i++)
        bytes[i] = frame->bytes[i] ^ bl_frame_flipped(frame, i, BL_FRAME_LEAST);
    return bl_frame_address(bytes);
}
