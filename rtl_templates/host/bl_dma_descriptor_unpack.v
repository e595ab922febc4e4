// SPDX-License-Identifier: ISC
`default_nettype none
// Takes a DMA descriptor apart into its fields. testbench/descriptor_tables has made this file.
// Contract: bits in the order of the table in docs/dma.md.
// Latency: 0 cycles. Throughput: a descriptor in every cycle.
module bl_dma_descriptor_unpack (
    output wire [31:0]  source_low,
    output wire [31:0]  source_high,
    output wire [31:0]  target_low,
    output wire [31:0]  target_high,
    output wire [17:0]  length,
    output wire [7:0]   id,
    output wire [5:0]   reserved,
    input  wire [159:0] descriptor
);
    assign source_low = descriptor[31:0];
    assign source_high = descriptor[63:32];
    assign target_low = descriptor[95:64];
    assign target_high = descriptor[127:96];
    assign length = descriptor[145:128];
    assign id = descriptor[153:146];
    assign reserved = descriptor[159:154];
endmodule
`default_nettype wire
