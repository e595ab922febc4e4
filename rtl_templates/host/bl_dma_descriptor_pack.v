// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the fields of a DMA descriptor. Made by compiler/layout/layouts of
// rtl_templates/host/descriptor.def.
// Contract: the fields from bit 0 of `descriptor` up, in the order of the table.
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
    assign descriptor = {reserved, id, length, target_high, target_low, source_high, source_low};
endmodule
`default_nettype wire
