// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the fields of a descriptor of a chain. Made by compiler/layout/layouts of
// rtl_templates/hub/chain.def.
// Contract: the fields from bit 0 of `descriptor` up, in the order of the table.
// Latency: 0 cycles. Throughput: a descriptor in every cycle.
module bl_chain_descriptor_pack (
    input  wire [31:0]  source_low,
    input  wire [31:0]  source_high,
    input  wire [31:0]  target_low,
    input  wire [31:0]  target_high,
    input  wire [31:0]  size,
    input  wire [31:0]  reserved,
    input  wire [31:0]  next_low,
    input  wire [31:0]  next_high,
    output wire [255:0] descriptor
);
    assign descriptor = {next_high, next_low, reserved, size, target_high, target_low,
        source_high, source_low};
endmodule
`default_nettype wire
