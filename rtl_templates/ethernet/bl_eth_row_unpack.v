// SPDX-License-Identifier: ISC
`default_nettype none
// Takes a row of words apart into its fields. Made by compiler/layout/layouts of
// rtl_templates/ethernet/row.def.
// Contract: the fields from bit 0 of `row` up, in the order of the table.
// Latency: 0 cycles. Throughput: a row in every cycle.
module bl_eth_row_unpack #(
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 2,
    // words in a row: 1..64
    parameter ROW_WORDS = 2
) (
    output wire [ROW_WORDS*ELEMS*ELEM_W-1:0]              words,
    output wire [ELEMS-1:0]                               keep,
    output wire [CHAN_W-1:0]                              channel,
    output wire                                           is_last,
    output wire                                           is_end,
    output wire                                           epoch,
    input  wire [ROW_WORDS*ELEMS*ELEM_W+ELEMS+CHAN_W+2:0] row
);
    generate
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_eth_row_unpack_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_eth_row_unpack_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_eth_row_unpack_illegal_CHAN_W illegal();
        end
        if (ROW_WORDS < 1 || ROW_WORDS > 64) begin : g_check_row_words
            bl_eth_row_unpack_illegal_ROW_WORDS illegal();
        end
    endgenerate

    assign {epoch, is_end, is_last, channel, keep, words} = row;
endmodule
`default_nettype wire
