// SPDX-License-Identifier: ISC
`default_nettype none
// A port of a hub on the hard IP of Stratix IV that is an end of a cable to another hub.
// Contract: names of the IP are its ports', in pld_clk; the hub's side is in clk. `root`: the IP is
// a root port, and the endpoint at the other end is set up from here (bl_s4_root); else the cable
// is up when that was done. `up` and `drained` are the hub's s_tlp_*_up and m_tlp_*_drained; what
// is not up is no part of the hub, and all of the port is in reset.
// Latency: those of bl_s4_port. Throughput: 1 word a cycle.
module bl_s4_cable_port #(
    // log2 of the window's bytes: 27..46
    parameter LOG_WINDOW = 39,
    // log2 of the bytes of the longest payload: 7..8
    parameter LOG_PAYLOAD = 8,
    // TLPs that the hub has room for: 2..255
    parameter SLOTS = 15
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         pld_clk,
    input  wire         root,
    // the hub's
    output wire         up,
    input  wire         drained,
    input  wire         s_tvalid,
    output wire         s_tready,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    input  wire         s_tuser,
    output wire         s_freed,
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
    output wire         rx_st_ready0,
    input  wire         rx_st_valid0,
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
    assign pll_powerdown = ~npor;
    assign gxb_powerdown = ~npor;
    assign crst          = srst;
    wire         ready, enabled, is_enabled, open, done, pld_open;
    wire [12:0]  unused_busdev;
    bl_s4_reset resets (
        .pld_clk(pld_clk), .npor(npor), .rc_pll_locked(rc_pll_locked), .dlup_exit(dlup_exit),
        .hotrst_exit(hotrst_exit), .l2_exit(l2_exit), .ltssm(ltssm), .srst(srst), .ready(ready));
    bl_s4_config config_space (
        .pld_clk(pld_clk), .srst(srst), .tl_cfg_add(tl_cfg_add), .tl_cfg_ctl(tl_cfg_ctl),
        .tl_cfg_ctl_wr(tl_cfg_ctl_wr), .busdev(unused_busdev), .enabled(enabled));
    bl_synchroniser #(.WIDTH(1)) may (.clk(clk), .s(enabled), .m(is_enabled));
    bl_s4_link link (
        .clk(clk), .rst(rst), .drained(drained), .ready(ready),
        .configured(root ? done : is_enabled), .npor(npor), .open(open), .up(up));
    bl_synchroniser #(.WIDTH(1)) opens (.clk(pld_clk), .s(open), .m(pld_open));

    // Before the cable is up its root sends; the hub does not, as long.
    wire         r_valid, r_last, p_ready, p_valid, answered;
    wire [127:0] r_data;
    bl_s4_root #(.LOG_WINDOW(LOG_WINDOW), .LOG_PAYLOAD(LOG_PAYLOAD)) sets_up (
        .clk(clk), .rst(~open | ~root), .answered(answered), .m_tvalid(r_valid),
        .m_tready(p_ready), .m_tdata(r_data), .m_tlast(r_last), .done(done));
    assign s_tready = p_ready;
    assign p_valid  = up ? s_tvalid : r_valid;
    bl_s4_port #(.CABLE(1), .SLOTS(SLOTS)) port (
        .clk(clk), .rst(~open), .pld_clk(pld_clk), .pld_rst(~pld_open), .up(up),
        .s_tvalid(p_valid), .s_tready(p_ready), .s_tdata(up ? s_tdata : r_data),
        .s_tlast(up ? s_tlast : r_last), .s_tuser(up & s_tuser), .s_freed(s_freed),
        .m_tvalid(m_tvalid), .m_tdata(m_tdata), .m_tlast(m_tlast), .m_tuser(m_tuser),
        .m_freed(m_freed), .answered(answered), .rx_st_ready0(rx_st_ready0),
        .rx_st_valid0(rx_st_valid0), .rx_st_data0(rx_st_data0), .rx_st_sop0(rx_st_sop0),
        .rx_st_eop0(rx_st_eop0), .rx_st_empty0(rx_st_empty0), .rx_st_err0(rx_st_err0),
        .tx_st_ready0(tx_st_ready0), .tx_st_valid0(tx_st_valid0), .tx_st_data0(tx_st_data0),
        .tx_st_sop0(tx_st_sop0), .tx_st_eop0(tx_st_eop0), .tx_st_empty0(tx_st_empty0),
        .tx_st_err0(tx_st_err0));
    wire unused = &{1'b0, unused_busdev, 1'b0};
endmodule
`default_nettype wire
