// The cluster of mesh_cluster on a clock of its own, HALF picoseconds for half a period:
// bl_port_crossing stands between the bench's clock and each node's network port. All ports belong
// to clk.
`timescale 1ps/1ps
`default_nettype none
module crossed_cluster #(parameter NODES = 4, LANES = 4, ELEMS = 4, ELEM_W = 32, PACKET_WORDS = 8,
                         NODE_W = 2, CHAN_W = 2, HALF = 5000) (
`include "network_ports.vh"
);
    localparam W = ELEMS * ELEM_W, D = NODE_W + CHAN_W, LOG_DEPTH = 5;
    reg                                   net_clk = 0;
    wire                                  net_rst;
    wire [NODES*LANES-1:0]                out_valid, out_ready, out_last, in_valid, in_ready,
        in_last, epoch, any;
    wire [NODES*LANES*W-1:0]              out_data, in_data;
    wire [NODES*LANES*ELEMS-1:0]          out_keep, in_keep;
    wire [NODES*LANES*D-1:0]              out_dest;
    wire [NODES*LANES*2-1:0]              out_user, in_user;
    wire [NODES*LANES*NODE_W-1:0]         in_id, source;
    wire [NODES*NODES-1:0]                can;

    always #HALF net_clk = ~net_clk;
    bl_synchroniser #(.WIDTH(1)) reset (.clk(net_clk), .s(rst), .m(net_rst));

    genvar n;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            bl_port_crossing #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                               .LOG_DEPTH(LOG_DEPTH)) crossing (
                .clk(clk), .rst(rst), .net_clk(net_clk), .net_rst(net_rst),
                .s_out_tvalid(s_net_tvalid[n*LANES +: LANES]),
                .s_out_tready(s_net_tready[n*LANES +: LANES]),
                .s_out_tdata(s_net_tdata[n*LANES*W +: LANES*W]),
                .s_out_tkeep(s_net_tkeep[n*LANES*ELEMS +: LANES*ELEMS]),
                .s_out_tlast(s_net_tlast[n*LANES +: LANES]),
                .s_out_tdest(s_net_tdest[n*LANES*D +: LANES*D]),
                .s_out_tuser(s_net_tuser[n*LANES*2 +: LANES*2]),
                .dst_ready(dst_ready[n*NODES +: NODES]), .m_out_tvalid(out_valid[n*LANES +: LANES]),
                .m_out_tready(out_ready[n*LANES +: LANES]),
                .m_out_tdata(out_data[n*LANES*W +: LANES*W]),
                .m_out_tkeep(out_keep[n*LANES*ELEMS +: LANES*ELEMS]),
                .m_out_tlast(out_last[n*LANES +: LANES]),
                .m_out_tdest(out_dest[n*LANES*D +: LANES*D]),
                .m_out_tuser(out_user[n*LANES*2 +: LANES*2]), .net_dst_ready(can[n*NODES +: NODES]),
                .s_in_tvalid(in_valid[n*LANES +: LANES]), .s_in_tready(in_ready[n*LANES +: LANES]),
                .s_in_tdata(in_data[n*LANES*W +: LANES*W]),
                .s_in_tkeep(in_keep[n*LANES*ELEMS +: LANES*ELEMS]),
                .s_in_tlast(in_last[n*LANES +: LANES]),
                .s_in_tid(in_id[n*LANES*NODE_W +: LANES*NODE_W]),
                .s_in_tuser(in_user[n*LANES*2 +: LANES*2]),
                .net_rx_epoch(epoch[n*LANES +: LANES]), .net_rx_any(any[n*LANES +: LANES]),
                .net_rx_source(source[n*LANES*NODE_W +: LANES*NODE_W]),
                .m_in_tvalid(m_net_tvalid[n*LANES +: LANES]),
                .m_in_tready(m_net_tready[n*LANES +: LANES]),
                .m_in_tdata(m_net_tdata[n*LANES*W +: LANES*W]),
                .m_in_tkeep(m_net_tkeep[n*LANES*ELEMS +: LANES*ELEMS]),
                .m_in_tlast(m_net_tlast[n*LANES +: LANES]),
                .m_in_tid(m_net_tid[n*LANES*NODE_W +: LANES*NODE_W]),
                .m_in_tuser(m_net_tuser[n*LANES*2 +: LANES*2]),
                .rx_epoch(rx_epoch[n*LANES +: LANES]), .rx_any(rx_any[n*LANES +: LANES]),
                .rx_source(rx_source[n*LANES*NODE_W +: LANES*NODE_W]));
        end
    endgenerate

    mesh_cluster #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                   .PACKET_WORDS(PACKET_WORDS + (1 << LOG_DEPTH)), .NODE_W(NODE_W), .CHAN_W(CHAN_W),
                   .LANE_REACH(1), .LOG_BUFFER(8), .DELAY(30)) cluster (
        .clk(net_clk), .rst(net_rst), .s_net_tvalid(out_valid), .s_net_tready(out_ready),
        .s_net_tdata(out_data), .s_net_tkeep(out_keep), .s_net_tlast(out_last),
        .s_net_tdest(out_dest), .s_net_tuser(out_user), .dst_ready(can), .m_net_tvalid(in_valid),
        .m_net_tready(in_ready), .m_net_tdata(in_data), .m_net_tkeep(in_keep),
        .m_net_tlast(in_last), .m_net_tid(in_id),
        .m_net_tuser(in_user), .rx_epoch(epoch), .rx_any(any), .rx_source(source));
endmodule
`default_nettype wire
