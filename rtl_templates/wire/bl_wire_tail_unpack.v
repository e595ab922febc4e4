// SPDX-License-Identifier: ISC
`default_nettype none
// Takes a frame's tail apart into its fields. Made by compiler/layout/layouts of
// rtl_templates/wire/tail.def.
// Contract: the fields from bit 0 of `tail` up, in the order of the table.
// Latency: 0 cycles. Throughput: a tail in every cycle.
module bl_wire_tail_unpack #(
    // bits of the block: 1 or more
    parameter BLOCK_W = 160
) (
    output wire [31:0]         sum,
    output wire [15:0]         credit,
    output wire [15:0]         expected,
    output wire [15:0]         number,
    output wire [5:0]          flits,
    output wire [1:0]          kind,
    output wire [1:0]          round,
    output wire                asks,
    output wire [1:0]          asked_round,
    output wire                heard,
    output wire [1:0]          reserved,
    output wire [BLOCK_W-1:0]  block,
    input  wire [BLOCK_W+95:0] tail
);
    generate
        if (BLOCK_W < 1) begin : g_check_block_w
            bl_wire_tail_unpack_illegal_BLOCK_W illegal();
        end
    endgenerate

    assign {block, reserved, heard, asked_round, asks, round, kind, flits, number, expected,
        credit, sum} = tail;
endmodule
`default_nettype wire
