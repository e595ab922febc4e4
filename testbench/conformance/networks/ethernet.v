// Ethernet for the conformance bench: bl_endpoint in every node over the carrier of
// carriers/carrier_ethernet.v, whose runs are as long as the bench's longest packet. The ports are
// described in docs/networks.md.
`timescale 1ns/1ps
`default_nettype none
module network #(parameter NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32, PACKET_WORDS = 8,
                 NODE_W = 2, CHAN_W = 2) (
    output wire                                   any_lane, selects,
    output wire [9:0]                             promised,
`include "network_ports.vh"
);
    localparam LANE_REACH = 1, LOG_BUFFER = 8, FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3;
    assign any_lane = 1'b0;
    assign selects  = 1'b1;
    // A node's flits for others leave one a cycle; greetings, headers and acknowledges take a part.
    assign promised = 700 * NODES / (LANES * (NODES - 1));
`include "carried.vh"
    carrier_ethernet #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER),
                       .WIDTH(256), .ELEMS(ELEMS), .CHAN_W(CHAN_W), .RUN_WORDS(PACKET_WORDS),
                       .LOG_WINDOW(5), .WINDOW(24), .SENT(24 * NODES), .RETRIES(100)) carrier (
`include "carrier_pass.vh"
    );
endmodule
`default_nettype wire
