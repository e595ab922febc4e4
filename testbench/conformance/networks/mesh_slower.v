// The full mesh on a clock of its own, slower than the pipeline's (10 ns against 12.6 ns), for the
// conformance bench. The ports are described in docs/networks.md.
`timescale 1ns/1ps
`default_nettype none
module network #(parameter NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32, PACKET_WORDS = 8,
                 NODE_W = 2, CHAN_W = 2) (
    output wire                                   any_lane, selects,
    output wire [9:0]                             promised,
`include "network_ports.vh"
);
    assign any_lane = 1'b0;
    assign selects  = 1'b1;
    // 0.9 words in a cycle of the network, which are 0.714 in one of the pipeline.
    assign promised = (NODES < LANES) ? 714 * NODES / LANES : 714;
    crossed_cluster #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                      .PACKET_WORDS(PACKET_WORDS), .NODE_W(NODE_W), .CHAN_W(CHAN_W),
                      .HALF(6300)) cluster (
`include "network_pass.vh"
    );
endmodule
`default_nettype wire
