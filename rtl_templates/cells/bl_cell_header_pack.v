// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the fields of a cell's header. Made by compiler/layout/layouts of
// rtl_templates/cells/cell.def.
// Contract: the fields from bit 0 of `header` up, in the order of the table.
// Latency: 0 cycles. Throughput: a header in every cycle.
module bl_cell_header_pack #(
    // bits of a node's number: 1..6
    parameter NODE_W = 3,
    // elements in a word of the payload: 1..16
    parameter ELEMS = 8,
    // bits of a channel's number: 1..5
    parameter CHAN_W = 2
) (
    input  wire [3:0]                             number,
    input  wire [1:0]                             vc,
    input  wire [NODE_W-1:0]                      dest,
    input  wire [1:0]                             kind,
    input  wire [CHAN_W-1:0]                      channel,
    input  wire [NODE_W-1:0]                      source,
    input  wire                                   epoch,
    input  wire                                   is_end,
    input  wire [6:0]                             flits,
    input  wire [ELEMS-1:0]                       keep,
    input  wire [7:0]                             credits,
    output wire [NODE_W+CHAN_W+NODE_W+ELEMS+24:0] header
);
    generate
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_cell_header_pack_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_cell_header_pack_illegal_ELEMS illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 5) begin : g_check_chan_w
            bl_cell_header_pack_illegal_CHAN_W illegal();
        end
    endgenerate

    assign header = {credits, keep, flits, is_end, epoch, source, channel, kind, dest, vc, number};
endmodule
`default_nettype wire
