// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the fields of a block's part of a tail. Made by compiler/layout/layouts of
// rtl_templates/wire/block.def.
// Contract: the fields from bit 0 of `block` up, in the order of the table.
// Latency: 0 cycles. Throughput: a block in every cycle.
module bl_wire_block_pack #(
    // bits of a channel's number: 1..4
    parameter CHAN_W = 3,
    // flits in a block: 1..60
    parameter RUN = 32,
    // bits of the entries: 1 or more
    parameter POOL_W = 92
) (
    input  wire [CHAN_W-1:0]              channel,
    input  wire                           epoch,
    input  wire [RUN-1:0]                 lasts,
    input  wire [RUN-1:0]                 specials,
    input  wire [POOL_W-1:0]              entries,
    output wire [CHAN_W+RUN+RUN+POOL_W:0] block
);
    generate
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_wire_block_pack_illegal_CHAN_W illegal();
        end
        if (RUN < 1 || RUN > 60) begin : g_check_run
            bl_wire_block_pack_illegal_RUN illegal();
        end
        if (POOL_W < 1) begin : g_check_pool_w
            bl_wire_block_pack_illegal_POOL_W illegal();
        end
    endgenerate

    assign block = {entries, specials, lasts, epoch, channel};
endmodule
`default_nettype wire
