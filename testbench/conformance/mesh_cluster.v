// NODES nodes of bl_endpoint over the links of carriers/mesh.v.
`timescale 1ns/1ps
`default_nettype none
module mesh_cluster #(parameter NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32, PACKET_WORDS = 8,
                      NODE_W = 2, CHAN_W = 2, LANE_REACH = 1, LOG_BUFFER = 7, DELAY = 30,
                      PAUSE = 2 /* percent of the cycles */, REST = 0) (
`include "network_ports.vh"
);
    localparam FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3;
`include "carried.vh"
    carrier_mesh #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER),
                   .DELAY(DELAY), .PAUSE(PAUSE), .REST(REST)) carrier (
`include "carrier_pass.vh"
    );
endmodule
`default_nettype wire
