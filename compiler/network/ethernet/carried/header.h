/* Where the fields of header.def are. A frame is the header of Ethernet, this one, and the
   payload; the MAC adds the FCS, and the wire preamble and gap. */
#ifndef BL_ETHERNET_HEADER_H
#define BL_ETHERNET_HEADER_H

/* BL_ETHERNET_AT_FIELD, the first bit: bit at % 8 of byte at / 8; BL_ETHERNET_BITS_FIELD. */
enum bl_ethernet_at {
#define BL_BITS(name, bits, help) \
    BL_ETHERNET_AT_##name, BL_ETHERNET_TO_##name = BL_ETHERNET_AT_##name + (bits)-1,
#include "network/ethernet/carried/header.def"
#undef BL_BITS
    BL_ETHERNET_HEADER_BITS
};
enum bl_ethernet_bits {
#define BL_BITS(name, bits, help) BL_ETHERNET_BITS_##name = (bits),
#include "network/ethernet/carried/header.def"
#undef BL_BITS
};

enum bl_ethernet_kind {
    BL_ETHERNET_DATA_FRAME = 1,
    BL_ETHERNET_REPORT,
    BL_ETHERNET_HELLO,
    BL_ETHERNET_WORDS_FRAME /* of an unreliable channel */
};

/* Bytes. */
enum {
    BL_ETHERNET_MAC_BYTES = 14,
    BL_ETHERNET_HEADER_BYTES = BL_ETHERNET_HEADER_BITS / 8,
    BL_ETHERNET_FCS_BYTES = 4,
    BL_ETHERNET_FRAME_BYTES = /* of a frame beside its payload */
    BL_ETHERNET_MAC_BYTES + BL_ETHERNET_HEADER_BYTES + BL_ETHERNET_FCS_BYTES,
    BL_ETHERNET_WIRE_BYTES = 20, /* preamble, start and gap of a frame */
    BL_ETHERNET_LEAST_FRAME = 64,
    BL_ETHERNET_REPORT_BYTES = 8,
    BL_ETHERNET_HELLO_BYTES = 10
};
enum { BL_ETHERNET_TYPE = 0x88B5 /* without another one of the host */ };

#endif
