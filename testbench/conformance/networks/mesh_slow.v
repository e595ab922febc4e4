// The full mesh whose links take two flits in three cycles: slower than a lane. A lane with several
// nodes is held by every packet that is longer than the link's register: with packets of two words
// (PACKET=2) it keeps what is promised here, although its next node is drawn at random, and with
// longer ones it does not. The ports are described in docs/networks.md.
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
    assign promised = (NODES > LANES) ? 780 : (NODES < LANES) ? 600 * NODES / LANES : 600;
    mesh_cluster #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                   .PACKET_WORDS(PACKET_WORDS), .NODE_W(NODE_W), .CHAN_W(CHAN_W), .LANE_REACH(1),
                   .LOG_BUFFER(7), .DELAY(30), .REST(3)) cluster (
`include "network_pass.vh"
    );
endmodule
`default_nettype wire
