// The full mesh on a clock of its own, faster than the pipeline's (10 ns against 6.2 ns), for the conformance bench.
// The ports are described in docs/networks.md.
`timescale 1ns/1ps
`default_nettype none
module network #(parameter NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32, PACKET_WORDS = 8, NODE_W = 2, CHAN_W = 2) (
    input  wire                                   clk, rst,
    output wire                                   any_lane, selects,
    output wire [9:0]                             promised,
    input  wire [NODES*LANES-1:0]                 s_net_tvalid,
    output wire [NODES*LANES-1:0]                 s_net_tready,
    input  wire [NODES*LANES*ELEMS*ELEM_W-1:0]    s_net_tdata,
    input  wire [NODES*LANES*ELEMS-1:0]           s_net_tkeep,
    input  wire [NODES*LANES-1:0]                 s_net_tlast,
    input  wire [NODES*LANES*(NODE_W+CHAN_W)-1:0] s_net_tdest,
    input  wire [NODES*LANES*2-1:0]               s_net_tuser,
    output wire [NODES*NODES-1:0]                 dst_ready,
    output wire [NODES*LANES-1:0]                 m_net_tvalid,
    input  wire [NODES*LANES-1:0]                 m_net_tready,
    output wire [NODES*LANES*ELEMS*ELEM_W-1:0]    m_net_tdata,
    output wire [NODES*LANES*ELEMS-1:0]           m_net_tkeep,
    output wire [NODES*LANES-1:0]                 m_net_tlast,
    output wire [NODES*LANES*NODE_W-1:0]          m_net_tid,
    output wire [NODES*LANES*2-1:0]               m_net_tuser,
    input  wire [NODES*LANES-1:0]                 rx_epoch, rx_any,
    input  wire [NODES*LANES*NODE_W-1:0]          rx_source
);
    assign any_lane = 1'b0;
    assign selects  = 1'b1;
    // The pipeline's clock is the slower one: as on one clock.
    assign promised = (NODES < LANES) ? 900 * NODES / LANES : 900;
    crossed_cluster #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W), .PACKET_WORDS(PACKET_WORDS), .NODE_W(NODE_W),
                      .CHAN_W(CHAN_W), .HALF(3100)) cluster (
        .clk(clk), .rst(rst), .s_net_tvalid(s_net_tvalid), .s_net_tready(s_net_tready), .s_net_tdata(s_net_tdata),
        .s_net_tkeep(s_net_tkeep), .s_net_tlast(s_net_tlast), .s_net_tdest(s_net_tdest), .s_net_tuser(s_net_tuser), .dst_ready(dst_ready),
        .m_net_tvalid(m_net_tvalid), .m_net_tready(m_net_tready), .m_net_tdata(m_net_tdata), .m_net_tkeep(m_net_tkeep),
        .m_net_tlast(m_net_tlast), .m_net_tid(m_net_tid), .m_net_tuser(m_net_tuser), .rx_epoch(rx_epoch), .rx_any(rx_any),
        .rx_source(rx_source));
endmodule
`default_nettype wire
