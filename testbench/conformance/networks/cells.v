// Shapes: 4x2 4x4.
// Cells for the conformance bench: bl_endpoint in every node over the carrier of
// carriers/carrier_cells.v, a ring both ways round. The ports are described in docs/networks.md.
`timescale 1ns/1ps
`default_nettype none
module network #(parameter NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32, PACKET_WORDS = 8,
                 NODE_W = 2, CHAN_W = 2) (
    output wire                                   any_lane, selects,
    output wire [9:0]                             promised,
`include "network_ports.vh"
);
    localparam LANE_REACH = 1, LOG_BUFFER = 9, FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3;
    assign any_lane = 1'b0;
    assign selects  = 1'b1;
    // A word of the port takes two of a link, so that a cell has 8, as a packet: a node sends 8 in
    // 17 cycles to all others, if all cells are full.
    assign promised = 420 * NODES / (LANES * (NODES - 1));
`include "carried.vh"
    carrier_cells #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER),
                    .ELEMS(ELEMS), .CHAN_W(CHAN_W), .WORD_W(ELEMS * ELEM_W / 2)) carrier (
`include "carrier_pass.vh"
    );
endmodule
`default_nettype wire
