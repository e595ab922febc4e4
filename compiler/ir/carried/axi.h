/* The ports that every node has: registers, AXI4-Lite, and memory channels, AXI4 with INCR bursts
   of full words and one id. They stand here once, each as IN(type, name, dimension, width, valid)
   for an input of the node or OUT(...) for an output, in the order of the Verilog: the structures
   below, the compiler's ports (node/ports.c), the shim and the wrapper for Icarus follow.

   width: bits, or one of bl_signal_width; valid: the signal that says whether it counts, or none.
 */
#ifndef BL_AXI_H
#define BL_AXI_H

#include <stdint.h>

enum {
    BL_MAX_WORD = 64 /* bytes of a channel's word */,
    BL_AXI_OKAY = 0,
    BL_AXI_SLVERR = 2,
    BL_AXI_DECERR = 3
};
enum bl_signal_width {
    BL_WIDTH_ADDRESS = 0 /* of the port */,
    BL_WIDTH_WORD = -1,
    BL_WIDTH_STROBES = -2
};

#define BL_AXI4_READ(IN, OUT)                                     \
    OUT(uint64_t, araddr, , BL_WIDTH_ADDRESS, arvalid)            \
    OUT(uint8_t, arlen, , 8, arvalid) /* beats - 1 */             \
    OUT(uint8_t, arvalid, , 1, )                                  \
    IN(uint8_t, arready, , 1, )                                   \
    IN(uint32_t, rdata, [BL_MAX_WORD / 4], BL_WIDTH_WORD, rvalid) \
    IN(uint8_t, rresp, , 2, )                                     \
    IN(uint8_t, rlast, , 1, )                                     \
    IN(uint8_t, rvalid, , 1, )                                    \
    OUT(uint8_t, rready, , 1, )
#define BL_AXI4_WRITE(IN, OUT)                                     \
    OUT(uint64_t, awaddr, , BL_WIDTH_ADDRESS, awvalid)             \
    OUT(uint8_t, awlen, , 8, awvalid)                              \
    OUT(uint8_t, awvalid, , 1, )                                   \
    IN(uint8_t, awready, , 1, )                                    \
    OUT(uint32_t, wdata, [BL_MAX_WORD / 4], BL_WIDTH_WORD, wvalid) \
    OUT(uint64_t, wstrb, , BL_WIDTH_STROBES, wvalid)               \
    OUT(uint8_t, wlast, , 1, wvalid)                               \
    OUT(uint8_t, wvalid, , 1, )                                    \
    IN(uint8_t, wready, , 1, )                                     \
    IN(uint8_t, bresp, , 2, )                                      \
    IN(uint8_t, bvalid, , 1, )                                     \
    OUT(uint8_t, bready, , 1, )

#define BL_AXI4_LITE(IN, OUT)                  \
    IN(uint32_t, awaddr, , BL_WIDTH_ADDRESS, ) \
    IN(uint8_t, awvalid, , 1, )                \
    OUT(uint8_t, awready, , 1, )               \
    IN(uint32_t, wdata, , 32, )                \
    IN(uint8_t, wstrb, , 4, )                  \
    IN(uint8_t, wvalid, , 1, )                 \
    OUT(uint8_t, wready, , 1, )                \
    OUT(uint8_t, bresp, , 2, )                 \
    OUT(uint8_t, bvalid, , 1, )                \
    IN(uint8_t, bready, , 1, )                 \
    IN(uint32_t, araddr, , BL_WIDTH_ADDRESS, ) \
    IN(uint8_t, arvalid, , 1, )                \
    OUT(uint8_t, arready, , 1, )               \
    OUT(uint32_t, rdata, , 32, )               \
    OUT(uint8_t, rresp, , 2, )                 \
    OUT(uint8_t, rvalid, , 1, )                \
    IN(uint8_t, rready, , 1, )

#define BL_FIELD(type, name, dimension, width, valid) type name dimension;
#define BL_NO_FIELD(type, name, dimension, width, valid)

/* A memory channel, seen from outside the node: `in` are inputs of the node. */
struct bl_axi_in {
    BL_AXI4_READ(BL_FIELD, BL_NO_FIELD)
    BL_AXI4_WRITE(BL_FIELD, BL_NO_FIELD)
};
struct bl_axi_out {
    BL_AXI4_READ(BL_NO_FIELD, BL_FIELD)
    BL_AXI4_WRITE(BL_NO_FIELD, BL_FIELD)
};

/* The registers, 32-bit data. */
struct bl_reg_in {
    BL_AXI4_LITE(BL_FIELD, BL_NO_FIELD)
};
struct bl_reg_out {
    BL_AXI4_LITE(BL_NO_FIELD, BL_FIELD)
};

#endif
