// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the fields of a frame's tail. Made by compiler/layout/layouts of
// rtl_templates/wire/tail.def.
// Contract: the fields from bit 0 of `tail` up, in the order of the table.
// Latency: 0 cycles. Throughput: a tail in every cycle.
module bl_wire_tail_pack #(
    // bits of the block: 1 or more
    parameter BLOCK_W = 160
) (
    input  wire [31:0]         sum,
    input  wire [15:0]         credit,
    input  wire [15:0]         expected,
    input  wire [15:0]         number,
    input  wire [5:0]          flits,
    input  wire [1:0]          kind,
    input  wire [1:0]          round,
    input  wire                asks,
    input  wire [1:0]          asked_round,
    input  wire                heard,
    input  wire [1:0]          reserved,
    input  wire [BLOCK_W-1:0]  block,
    output wire [BLOCK_W+95:0] tail
);
    generate
        if (BLOCK_W < 1) begin : g_check_block_w
            bl_wire_tail_pack_illegal_BLOCK_W illegal();
        end
    endgenerate

    assign tail = {block, reserved, heard, asked_round, asks, round, kind, flits, number,
        expected, credit, sum};
endmodule
`default_nettype wire
