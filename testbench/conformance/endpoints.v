// NODES nodes of bl_endpoint: their network ports, and below them the flits and credits by pair
// that a carrier takes and brings (docs/networks.md, "The carrier"). Flits from node n to node d
// are at [n*NODES+d] where they leave, and at [d*NODES+n] where they arrive.
`timescale 1ns/1ps
`default_nettype none
module endpoints #(parameter NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32, PACKET_WORDS = 8,
                   NODE_W = 2, CHAN_W = 2, LANE_REACH = 1, LOG_BUFFER = 7,
                   FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3) (
    output wire [NODES*NODES-1:0]                 m_flit_tvalid,
    input  wire [NODES*NODES-1:0]                 m_flit_tready,
    output wire [NODES*NODES*FLIT_W-1:0]          m_flit_tdata,
    input  wire [NODES*NODES*4-1:0]               s_credit,
    input  wire [NODES*NODES-1:0]                 s_flit_tvalid,
    input  wire [NODES*NODES*FLIT_W-1:0]          s_flit_tdata,
    output wire [NODES*NODES*4-1:0]               m_credit,
`include "network_ports.vh"
);
    localparam WORD_W = ELEMS * ELEM_W, DEST_W = NODE_W + CHAN_W;
    genvar n;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            bl_endpoint #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                          .LOG_BUFFER(LOG_BUFFER), .LANE_REACH(LANE_REACH),
                          .PACKET_WORDS(PACKET_WORDS)) endpoint (
`include "network_node.vh"
                .m_link_tvalid(m_flit_tvalid[n*NODES +: NODES]),
                .m_link_tready(m_flit_tready[n*NODES +: NODES]),
                .m_link_tdata(m_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .m_link_credit(s_credit[n*NODES*4 +: NODES*4]),
                .s_link_tvalid(s_flit_tvalid[n*NODES +: NODES]),
                .s_link_tdata(s_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .s_link_credit(m_credit[n*NODES*4 +: NODES*4]));
        end
    endgenerate
endmodule
`default_nettype wire
