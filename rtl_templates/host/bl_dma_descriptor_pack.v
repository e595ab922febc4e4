// SPDX-License-Identifier: ISC
`default_nettype none
// Puts a DMA descriptor together from its fields. testbench/descriptor_tables has made this file.
// Contract: bits in the order of the table in docs/dma.md.
// Latency: 0 cycles. Throughput: a descriptor in every cycle.
module bl_dma_descriptor_pack (
    input  wire [31:0]  source_low,
    input  wire [31:0]  source_high,
    input  wire [31:0]  target_low,
    input  wire [31:0]  target_high,
    input  wire [17:0]  length,
    input  wire [7:0]   id,
    input  wire [5:0]   reserved,
    output wire [159:0] descriptor
);
    assign descriptor[31:0] = source_low;
    assign descriptor[63:32] = source_high;
    assign descriptor[95:64] = target_low;
    assign descriptor[127:96] = target_high;
    assign descriptor[145:128] = length;
    assign descriptor[153:146] = id;
    assign descriptor[159:154] = reserved;
endmodule
`default_nettype wire
