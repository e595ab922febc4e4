// SPDX-License-Identifier: ISC
`default_nettype none
// Takes a cell's header apart into its fields. Made by compiler/layout/layouts of
// rtl_templates/cells/cell.def.
// Contract: the fields from bit 0 of `header` up, in the order of the table.
// Latency: 0 cycles. Throughput: a header in every cycle.
module bl_cell_header_unpack #(
    // bits of a node's number: 1..6
    parameter NODE_W = 3,
    // elements in a word of the payload: 1..16
    parameter ELEMS = 8,
    // bits of a channel's number: 1..5
    parameter CHAN_W = 2
) (
    output wire [3:0]                             number,
    output wire [1:0]                             vc,
    output wire [NODE_W-1:0]                      dest,
    output wire [1:0]                             kind,
    output wire [CHAN_W-1:0]                      channel,
    output wire [NODE_W-1:0]                      source,
    output wire                                   epoch,
    output wire                                   is_end,
    output wire [6:0]                             flits,
    output wire [ELEMS-1:0]                       keep,
    output wire [7:0]                             credits,
    input  wire [NODE_W+CHAN_W+NODE_W+ELEMS+24:0] header
);
    generate
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_cell_header_unpack_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_cell_header_unpack_illegal_ELEMS illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 5) begin : g_check_chan_w
            bl_cell_header_unpack_illegal_CHAN_W illegal();
        end
    endgenerate

    assign {credits, keep, flits, is_end, epoch, source, channel, kind, dest, vc, number} = header;
endmodule
`default_nettype wire
