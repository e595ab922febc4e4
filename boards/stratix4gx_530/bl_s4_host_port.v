// SPDX-License-Identifier: ISC
`default_nettype none
// Port N of a hub on the hard IP of Stratix IV that is an endpoint of the host's bus.
// Contract: names of the IP are its ports'; the hub goes by the IP's pld_clk. The window is BAR 0
// and 1, the registers are 2 and 3. `ready`: the link has come up since perst_n; `rst`, of the
// and 1, the registers are 2 and 3. `ready`: the link has come up since perst_n; `rst`, of the
// node's ports, has to be high until then. s_* is the hub's m_tlp_n_*, m_* its s_tlp_n_*.
// Latency: those of bl_s4_port and bl_s4_host. Throughput: 1 word a cycle.
module bl_s4_host_port #(
    // log2 of the window's bytes: 27..46
    parameter LOG_WINDOW = 39,
    // TLPs that the hub has room for: 2..255
    parameter SLOTS = 15
) (
    input  wire         pld_clk,
    input  wire         rst,
    input  wire         perst_n,
    output wire         ready,
    input  wire         irq,
    // the hub's
    input  wire         s_tvalid,
    output wire         s_tready,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    input  wire         s_tuser,
    output wire         m_tvalid,
    output wire [127:0] m_tdata,
    output wire         m_tlast,
    output wire         m_tuser,
    input  wire         m_freed,
    // the IP's
    output wire         npor,
    output wire         pll_powerdown,
    output wire         gxb_powerdown,
    output wire         srst,
    output wire         crst,
    input  wire         rc_pll_locked,
    input  wire         dlup_exit,
    input  wire         hotrst_exit,
    input  wire         l2_exit,
    input  wire [4:0]   ltssm,
    input  wire [3:0]   tl_cfg_add,
    input  wire [31:0]  tl_cfg_ctl,
    input  wire         tl_cfg_ctl_wr,
    output wire         app_msi_req,
    input  wire         app_msi_ack,
    output wire         rx_st_ready0,
    input  wire         rx_st_valid0,
    input  wire [7:0]   rx_st_bardec0,
    input  wire [127:0] rx_st_data0,
    input  wire         rx_st_sop0,
    input  wire         rx_st_eop0,
    input  wire         rx_st_empty0,
    input  wire         rx_st_err0,
    input  wire         tx_st_ready0,
    output wire         tx_st_valid0,
    output wire [127:0] tx_st_data0,
    output wire         tx_st_sop0,
    output wire         tx_st_eop0,
    output wire         tx_st_empty0,
    output wire         tx_st_err0
);
    assign npor          = perst_n;
    assign pll_powerdown = ~perst_n;
    assign gxb_powerdown = ~perst_n;
    assign crst          = srst;
    bl_s4_reset resets (
        .pld_clk(pld_clk), .npor(npor), .rc_pll_locked(rc_pll_locked), .dlup_exit(dlup_exit),
        .hotrst_exit(hotrst_exit), .l2_exit(l2_exit), .ltssm(ltssm), .srst(srst), .ready(ready));
    wire [12:0]  busdev;
    wire         unused_enabled, unused_freed, unused_answered;
    bl_s4_config config_space (
        .pld_clk(pld_clk), .srst(srst), .tl_cfg_add(tl_cfg_add), .tl_cfg_ctl(tl_cfg_ctl),
        .tl_cfg_ctl_wr(tl_cfg_ctl_wr), .busdev(busdev), .enabled(unused_enabled));
    bl_s4_interrupt interrupt (
        .clk(pld_clk), .rst(rst), .irq(irq), .app_msi_req(app_msi_req), .app_msi_ack(app_msi_ack));

    wire         p_valid, p_last, p_user, h_valid, h_ready, h_last;
    wire [127:0] p_data, h_data;
    bl_s4_host #(.LOG_WINDOW(LOG_WINDOW)) host (
        .clk(pld_clk), .rst(rst), .busdev(busdev), .s_tvalid(p_valid), .s_tdata(p_data),
        .s_tlast(p_last), .s_tuser(p_user), .n_tvalid(m_tvalid), .n_tdata(m_tdata),
        .n_tlast(m_tlast), .n_tuser(m_tuser), .h_tvalid(s_tvalid), .h_tready(s_tready),
        .h_tdata(s_tdata), .h_tlast(s_tlast), .m_tvalid(h_valid), .m_tready(h_ready),
        .m_tdata(h_data), .m_tlast(h_last));
    // Which BAR it was stands in bits of the header that are not used.
    wire         marks = rx_st_sop0 & rx_st_data0[28:24] == 5'd0;
    wire [127:0] marked = {rx_st_data0[127:18],
                           marks ? {|rx_st_bardec0[3:2], |rx_st_bardec0[1:0]} : rx_st_data0[17:16],
                           rx_st_data0[15:0]};
    bl_s4_port #(.CABLE(0), .SLOTS(SLOTS)) port (
        .clk(pld_clk), .rst(rst), .pld_clk(pld_clk), .pld_rst(rst), .up(1'b1), .s_tvalid(h_valid),
        .s_tready(h_ready), .s_tdata(h_data), .s_tlast(h_last), .s_tuser(s_tuser),
        .s_freed(unused_freed), .m_tvalid(p_valid), .m_tdata(p_data), .m_tlast(p_last),
        .m_tuser(p_user), .m_freed(m_freed), .answered(unused_answered),
        .rx_st_ready0(rx_st_ready0), .rx_st_valid0(rx_st_valid0), .rx_st_data0(marked),
        .rx_st_sop0(rx_st_sop0), .rx_st_eop0(rx_st_eop0), .rx_st_empty0(rx_st_empty0),
        .rx_st_err0(rx_st_err0), .tx_st_ready0(tx_st_ready0), .tx_st_valid0(tx_st_valid0),
        .tx_st_data0(tx_st_data0), .tx_st_sop0(tx_st_sop0), .tx_st_eop0(tx_st_eop0),
        .tx_st_empty0(tx_st_empty0), .tx_st_err0(tx_st_err0));
    wire unused = &{1'b0, rx_st_bardec0[7:4], unused_enabled, unused_freed, unused_answered, 1'b0};
endmodule
`default_nettype wire
