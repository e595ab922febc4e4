// SPDX-License-Identifier: ISC
`default_nettype none
// The number of an event among those that are received. Made by compiler/layout/layouts of
// compiler/network/ethernet/carried/counters.def.
// Contract: at most one is high; `number` is that one's, and 0 for none.
// Latency: 0 cycles. Throughput: an event in every cycle.
module bl_eth_receive_event (
    input  wire       in_data,
    input  wire       in_had,
    input  wire       in_no_place,
    input  wire       in_report,
    input  wire       in_greeting,
    input  wire       in_session,
    input  wire       in_illegal,
    input  wire       in_ahead,
    input  wire       in_credit,
    input  wire       in_bad,
    input  wire       in_not_mine,
    input  wire       in_nobody,
    output wire [3:0] number
);
    assign number[0] = in_had | in_report | in_session | in_ahead | in_not_mine;
    assign number[1] = in_no_place | in_report | in_illegal | in_ahead | in_nobody;
    assign number[2] = in_greeting | in_session | in_illegal | in_ahead | in_bad | in_not_mine
        | in_nobody;
    assign number[3] = in_credit | in_bad | in_not_mine | in_nobody;
    wire unused = &{1'b0, in_data, 1'b0};
endmodule
`default_nettype wire
