// NODES nodes of bl_mesh and the links between them: DELAY clocks one way, every link pauses in a few random clocks.
`timescale 1ns/1ps
`default_nettype none
module mesh_cluster #(parameter NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32, PACKET_WORDS = 8, NODE_W = 2, CHAN_W = 2,
                      LANE_REACH = 1, LOG_BUFFER = 7, DELAY = 30, PAUSE = 2 /* percent of the clocks */) (
    input  wire                                   clk, rst,
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
    localparam FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3, WORD_W = ELEMS * ELEM_W, DEST_W = NODE_W + CHAN_W;
    wire [NODES*NODES-1:0]        leave_valid, arrive_valid;
    reg  [NODES*NODES-1:0]        leave_ready = 0;
    wire [NODES*NODES*FLIT_W-1:0] leave_data, arrive_data;
    wire [NODES*NODES*4-1:0]      freed, credit;
    integer                       seed = 7;
    genvar n, d;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            bl_mesh #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W), .LOG_BUFFER(LOG_BUFFER), .LANE_REACH(LANE_REACH),
                      .PACKET_WORDS(PACKET_WORDS)) mesh (
                .clk(clk), .rst(rst),
                .s_net_tvalid(s_net_tvalid[n*LANES +: LANES]), .s_net_tready(s_net_tready[n*LANES +: LANES]),
                .s_net_tdata(s_net_tdata[n*LANES*WORD_W +: LANES*WORD_W]), .s_net_tkeep(s_net_tkeep[n*LANES*ELEMS +: LANES*ELEMS]),
                .s_net_tlast(s_net_tlast[n*LANES +: LANES]), .s_net_tdest(s_net_tdest[n*LANES*DEST_W +: LANES*DEST_W]),
                .s_net_tuser(s_net_tuser[n*LANES*2 +: LANES*2]), .dst_ready(dst_ready[n*NODES +: NODES]),
                .m_net_tvalid(m_net_tvalid[n*LANES +: LANES]), .m_net_tready(m_net_tready[n*LANES +: LANES]),
                .m_net_tdata(m_net_tdata[n*LANES*WORD_W +: LANES*WORD_W]), .m_net_tkeep(m_net_tkeep[n*LANES*ELEMS +: LANES*ELEMS]),
                .m_net_tlast(m_net_tlast[n*LANES +: LANES]), .m_net_tid(m_net_tid[n*LANES*NODE_W +: LANES*NODE_W]),
                .m_net_tuser(m_net_tuser[n*LANES*2 +: LANES*2]),
                .rx_epoch(rx_epoch[n*LANES +: LANES]), .rx_any(rx_any[n*LANES +: LANES]),
                .rx_source(rx_source[n*LANES*NODE_W +: LANES*NODE_W]),
                .m_link_tvalid(leave_valid[n*NODES +: NODES]), .m_link_tready(leave_ready[n*NODES +: NODES]),
                .m_link_tdata(leave_data[n*NODES*FLIT_W +: NODES*FLIT_W]), .m_link_credit(credit[n*NODES*4 +: NODES*4]),
                .s_link_tvalid(arrive_valid[n*NODES +: NODES]), .s_link_tdata(arrive_data[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .s_link_credit(freed[n*NODES*4 +: NODES*4]));
            for (d = 0; d < NODES; d = d + 1) begin : g_link
                reg [FLIT_W+4:0] pipe [0:DELAY-1];
                integer i;
                initial for (i = 0; i < DELAY; i = i + 1) pipe[i] = 0;
                always @(posedge clk) begin
                    pipe[0] <= rst ? 0 : {freed[(n*NODES+d)*4 +: 4], leave_valid[n*NODES+d] & leave_ready[n*NODES+d],
                                          leave_data[(n*NODES+d)*FLIT_W +: FLIT_W]};
                    for (i = 1; i < DELAY; i = i + 1) pipe[i] <= pipe[i-1];
                    leave_ready[n*NODES+d] <= ($random(seed) & 32'h7fffffff) % 100 >= PAUSE;
                end
                assign {credit[(d*NODES+n)*4 +: 4], arrive_valid[d*NODES+n], arrive_data[(d*NODES+n)*FLIT_W +: FLIT_W]} = pipe[DELAY-1];
            end
        end
    endgenerate
endmodule
`default_nettype wire
