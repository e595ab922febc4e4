// SPDX-License-Identifier: ISC
`default_nettype none
// Takes a descriptor of a chain apart into its fields. Made by compiler/layout/layouts of
// rtl_templates/hub/chain.def.
// Contract: the fields from bit 0 of `descriptor` up, in the order of the table.
// Latency: 0 cycles. Throughput: a descriptor in every cycle.
module bl_chain_descriptor_unpack (
    output wire [31:0]  source_low,
    output wire [15:0]  source_high,
    output wire [15:0]  block,
    output wire [31:0]  target_low,
    output wire [15:0]  target_high,
    output wire [15:0]  next_high,
    output wire [31:0]  next_low,
    output wire [31:0]  size,
    output wire [31:0]  source_stride,
    output wire [31:0]  target_stride,
    input  wire [255:0] descriptor
);
    assign {target_stride, source_stride, size, next_low, next_high, target_high, target_low,
        block, source_high, source_low} = descriptor;
endmodule
`default_nettype wire
