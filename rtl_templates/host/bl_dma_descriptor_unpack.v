// SPDX-License-Identifier: ISC
`default_nettype none
// Takes a DMA descriptor apart into its fields. Made by compiler/layout/layouts of
// rtl_templates/host/descriptor.def.
// Contract: the fields from bit 0 of `descriptor` up, in the order of the table.
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
    assign {reserved, id, length, target_high, target_low, source_high, source_low} = descriptor;
endmodule
`default_nettype wire
