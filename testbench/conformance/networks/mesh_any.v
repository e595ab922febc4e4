// The full mesh for the conformance bench: NODES times bl_endpoint, every link with 30 cycles one
// way; every lane reaches every node and channel (LANE_REACH = 0).
// docs/networks.md describes the ports.
`timescale 1ns/1ps
`default_nettype none
module network #(parameter NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32, PACKET_WORDS = 8,
                 NODE_W = 2, CHAN_W = 2) (
    output wire                                   any_lane, selects,
    output wire [9:0]                             promised,
`include "network_ports.vh"
);
    assign any_lane = 1'b1;
    assign selects  = 1'b1;
    // A link's oldest word may be for a busy lane and hold up those behind it: random traffic
    // reaches 60 to 80 % of the lanes' rate.
    assign promised = (NODES < LANES) ? 550 * NODES / LANES : 550;
    mesh_cluster #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                   .PACKET_WORDS(PACKET_WORDS), .NODE_W(NODE_W), .CHAN_W(CHAN_W), .LANE_REACH(0),
                   .LOG_BUFFER(8), .DELAY(30)) cluster (
`include "network_pass.vh"
    );
endmodule
`default_nettype wire
