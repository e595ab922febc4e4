// SPDX-License-Identifier: ISC
`default_nettype none
// Takes a flit apart into its fields. Made by compiler/layout/layouts of
// rtl_templates/network/flit.def.
// Contract: the fields from bit 0 of `flit` up, in the order of the table.
// Latency: 0 cycles. Throughput: a flit in every cycle.
module bl_flit_unpack #(
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 3
) (
    output wire [ELEMS*ELEM_W-1:0]              data,
    output wire [ELEMS-1:0]                     keep,
    output wire [CHAN_W-1:0]                    channel,
    output wire                                 is_last,
    output wire                                 is_end,
    output wire                                 epoch,
    input  wire [ELEMS*ELEM_W+ELEMS+CHAN_W+2:0] flit
);
    generate
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_flit_unpack_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_flit_unpack_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_flit_unpack_illegal_CHAN_W illegal();
        end
    endgenerate

    assign {epoch, is_end, is_last, channel, keep, data} = flit;
endmodule
`default_nettype wire
