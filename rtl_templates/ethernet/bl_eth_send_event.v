// SPDX-License-Identifier: ISC
`default_nettype none
// The number of an event among those that are sent. Made by compiler/layout/layouts of
// compiler/network/ethernet/carried/counters.def.
// Contract: at most one is high; `number` is that one's, and 0 for none.
// Latency: 0 cycles. Throughput: an event in every cycle.
module bl_eth_send_event (
    input  wire       data,
    input  wire       again,
    input  wire       probe,
    input  wire       report,
    input  wire       greeting,
    output wire [2:0] number
);
    assign number[0] = again | report;
    assign number[1] = probe | report;
    assign number[2] = greeting;
    wire unused = &{1'b0, data, 1'b0};
endmodule
`default_nettype wire
