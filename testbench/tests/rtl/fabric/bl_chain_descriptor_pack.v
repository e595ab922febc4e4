// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the fields of a descriptor of a chain. Made by compiler/layout/layouts of
// rtl_templates/hub/chain.def.
// Contract: the fields from bit 0 of `descriptor` up, in the order of the table.
// Latency: 0 cycles. Throughput: a descriptor in every cycle.
module bl_chain_descriptor_pack (
    input  wire [31:0]  source_low,
    input  wire [15:0]  source_high,
    input  wire [15:0]  block,
    input  wire [31:0]  target_low,
    input  wire [15:0]  target_high,
    input  wire [15:0]  next_high,
    input  wire [31:0]  next_low,
    input  wire [31:0]  size,
    input  wire [31:0]  source_stride,
    input  wire [31:0]  target_stride,
    output wire [255:0] descriptor
);
    assign descriptor = {target_stride, source_stride, size, next_low, next_high, target_high,
        target_low, block, source_high, source_low};
endmodule
`default_nettype wire
