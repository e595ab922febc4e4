// SPDX-License-Identifier: ISC
`default_nettype none
// Model of a variation of "IP Compiler for PCI Express" on Stratix IV, x8 of Gen2 with 128 bits, by
// the names of its ports, for simulation only. Tests call it bl_pcie_n and so on.
// Contract: the user's side is bl_s4_pcie_model; lanes are those of bl_s4_cable_model. The link
// trains when both ends are out of reset, and dlup_exit is low for a cycle when it goes. ROOT: a
// write to configuration of type 0 is of the own space, one of type 1 goes to the other end. An
// endpoint takes those of type 0, answers them, and shows command and numbers by tl_cfg_*; a write
// or read of memory has to be of a BAR of its, of 64 bits: 0 of 2^LOG_BAR bytes, 2 of 2^16.
// Payloads are as long as the device control allows, requests only go when the command allows them,
// and such to addresses below 2^32 have three double words. Each violation counts in `faults`.
module bl_s4_hard_ip_model #(
    parameter ROOT = 0,
    parameter LOG_BAR = 39,
    parameter PERIOD = 4.0,  // ns
    parameter PAUSES = 1,
    parameter SEED = 1
) (
    input  wire         refclk,
    input  wire         npor,
    input  wire         pll_powerdown,
    input  wire         gxb_powerdown,
    input  wire         srst,
    input  wire         crst,
    input  wire         pld_clk,
    output reg          core_clk_out,
    output wire         rc_pll_locked,
    output reg          dlup_exit,
    output wire         hotrst_exit,
    output wire         l2_exit,
    output reg  [4:0]   ltssm,
    input  wire         cal_blk_clk,
    input  wire         reconfig_clk,
    input  wire         fixedclk_serdes,
    input  wire         busy_altgxb_reconfig,
    input  wire [3:0]   reconfig_togxb,
    output wire [33:0]  reconfig_fromgxb,
    output reg  [3:0]   tl_cfg_add,
    output reg  [31:0]  tl_cfg_ctl,
    output reg          tl_cfg_ctl_wr,
    input  wire         rx_st_ready0,
    input  wire         rx_st_mask0,
    output wire         rx_st_valid0,
    output wire [7:0]   rx_st_bardec0,
    output wire [127:0] rx_st_data0,
    output wire         rx_st_sop0,
    output wire         rx_st_eop0,
    output wire         rx_st_empty0,
    output wire         rx_st_err0,
    output wire         tx_st_ready0,
    input  wire         tx_st_valid0,
    input  wire [127:0] tx_st_data0,
    input  wire         tx_st_sop0,
    input  wire         tx_st_eop0,
    input  wire         tx_st_empty0,
    input  wire         tx_st_err0,
    input  wire         app_msi_req,
    output reg          app_msi_ack,
    input  wire [4:0]   app_msi_num,
    input  wire [2:0]   app_msi_tc,
    input  wire         app_int_sts,
    input  wire [4:0]   pex_msi_num,
    input  wire [6:0]   cpl_err,
    input  wire         cpl_pending,
    input  wire [11:0]  lmi_addr,
    input  wire [31:0]  lmi_din,
    input  wire         lmi_rden,
    input  wire         lmi_wren,
    input  wire [4:0]   hpg_ctrler,
    input  wire         pm_auxpwr,
    input  wire [9:0]   pm_data,
    input  wire         pm_event,
    input  wire         pme_to_cr,
    input  wire         pipe_mode,
    input  wire [39:0]  test_in,
    input  wire         rx_in0, rx_in1, rx_in2, rx_in3, rx_in4, rx_in5, rx_in6, rx_in7,
    output wire         tx_out0, tx_out1, tx_out2, tx_out3, tx_out4, tx_out5, tx_out6, tx_out7
);
    integer faults = 0, messages = 0;
    task fault;
        input [8*40-1:0] what;
        begin
            faults = faults + 1;
            if (faults < 5) $display("%0t %m: %0s", $time, what);
        end
    endtask
    assign rc_pll_locked = npor & ~pll_powerdown & ~gxb_powerdown;
    assign {hotrst_exit, l2_exit, rx_st_err0, reconfig_fromgxb} = {3'b110, 34'd0};
    initial begin
        core_clk_out = 0;
        forever #(PERIOD / 2) core_clk_out = ~core_clk_out;
    end

    // ---- the link
    wire          alive, c_toggle;
    wire [7:0]    tx;
    wire [2175:0] c_tlp;
    wire [6:0]    c_count;
    reg           l_toggle = 0;
    reg  [2175:0] l_tlp;
    reg  [6:0]    l_count;
    assign {tx_out7, tx_out6, tx_out5, tx_out4, tx_out3, tx_out2, tx_out1, tx_out0} = tx;
    bl_s4_cable_model cable (
        .on(npor & ~srst), .tx(tx), .alive(alive),
        .rx({rx_in7, rx_in6, rx_in5, rx_in4, rx_in3, rx_in2, rx_in1, rx_in0}), .s_toggle(l_toggle),
        .s_tlp(l_tlp), .s_count(l_count), .m_toggle(c_toggle), .m_tlp(c_tlp), .m_count(c_count));
    integer training = 0;
    initial begin
        ltssm = 0;
        dlup_exit = 1;
    end
    always @(posedge core_clk_out) begin
        dlup_exit <= ~(ltssm == 5'h0f & ~alive);
        training = alive && npor && !srst ? training + 1 : 0;
        ltssm <= training > 40 ? 5'h0f : training > 0 ? 5'h04 : 5'h00;
    end

    // ---- the configuration space, by numbers of double words
    reg [31:0] space [0:63];
    reg [12:0] numbers = 0;
    integer    i, step = 0;
    always @(negedge npor) begin
        for (i = 0; i < 64; i = i + 1) space[i] = 0;
        numbers = 0;
    end
    initial for (i = 0; i < 64; i = i + 1) space[i] = 0;
    initial {tl_cfg_add, tl_cfg_ctl, tl_cfg_ctl_wr} = 0;
    always @(posedge core_clk_out) begin
        step = step + 1;
        if (step % 8 == 0) begin
            tl_cfg_add    <= tl_cfg_add + 4'd1;
            tl_cfg_ctl    <= tl_cfg_add == 4'h2 ? {8'd0, space[1][15:0], 8'd0}
                           : tl_cfg_add == 4'he ? {19'd0, numbers} : 32'hdead80ef;
            tl_cfg_ctl_wr <= ~tl_cfg_ctl_wr;
        end
    end
    task configure;
        input [2175:0] tlp;
        begin
            space[tlp[71:66]] = tlp[127:96];
            numbers = tlp[95:83];
        end
    endtask
    function [2175:0] answer;
        input [2175:0] tlp;
        answer = {tlp[63:48], tlp[47:40], 8'd0, tlp[95:80], 16'd4, 32'h0a000000};
    endfunction
    wire [63:0] bar0 = {space[5], space[4]}, bar2 = {space[7], space[6]};
    function [1:0] hits;
        input [127:0] header;
        reg [63:0] address;
        begin
            address = header[29] ? {header[95:64], header[127:96]} : {32'd0, header[95:64]};
            hits = header[28:24] != 5'd0 ? 2'd0
                 : {space[6] != 0 && address >> 16 == bar2 >> 16,
                    address >> LOG_BAR == bar0 >> LOG_BAR};
        end
    endfunction
    wire [1:0] hit = hits(rx_st_data0);
    assign rx_st_bardec0 = rx_st_sop0 ? {5'd0, hit[1], 1'b0, hit[0]} : 8'd0;

    // ---- the user's side
    wire          u_toggle;
    wire [2175:0] u_tlp;
    wire [6:0]    u_count;
    reg           a_toggle = 0;
    reg  [2175:0] a_tlp;
    reg  [6:0]    a_count;
    bl_s4_pcie_model #(.PAUSES(PAUSES), .SEED(SEED)) user (
        .pld_clk(pld_clk), .rst(srst | ~npor), .rx_st_ready0(rx_st_ready0),
        .rx_st_valid0(rx_st_valid0), .rx_st_data0(rx_st_data0), .rx_st_sop0(rx_st_sop0),
        .rx_st_eop0(rx_st_eop0), .rx_st_empty0(rx_st_empty0), .tx_st_ready0(tx_st_ready0),
        .tx_st_valid0(tx_st_valid0), .tx_st_data0(tx_st_data0), .tx_st_sop0(tx_st_sop0),
        .tx_st_eop0(tx_st_eop0), .tx_st_empty0(tx_st_empty0), .tx_st_err0(tx_st_err0),
        .link_toggle(u_toggle), .link_tlp(u_tlp), .link_count(u_count), .peer_toggle(a_toggle),
        .peer_tlp(a_tlp), .peer_count(a_count));
    task send;
        input [2175:0] tlp;
        input [6:0]    count;
        begin
            l_tlp = tlp;
            l_count = count;
            l_toggle = ~l_toggle;
        end
    endtask
    task give;
        input [2175:0] tlp;
        input [6:0]    count;
        begin
            a_tlp = tlp;
            a_count = count;
            a_toggle = ~a_toggle;
        end
    endtask
    wire [31:0] most = 32 << space[34][7:5];  // double words
    always @(u_toggle) if ($time > 0) begin
        if (ltssm != 5'h0f) fault("sent without a link");
        else if (u_tlp[28:24] == 5'h04 && ROOT) begin
            configure(u_tlp);
            #0.1 give(answer(u_tlp), 7'd3);
        end else if (u_tlp[28:24] == 5'h05 && ROOT)
            send({u_tlp[2175:32], 8'h44, u_tlp[23:0]}, u_count);
        else begin
            if (u_tlp[28:24] == 5'd0 && !space[1][2]) fault("sent and not allowed to");
            if (u_tlp[28:24] == 5'd0 && u_tlp[29] && u_tlp[95:64] == 0) fault("a short address");
            if (u_tlp[28:24] == 5'd0 && !u_tlp[29] && u_tlp[95:64] == 0) fault("no address");
            if (u_tlp[30] && u_tlp[9:0] > most) fault("too long a payload");
            send(u_tlp, u_count);
        end
    end
    always @(c_toggle) if ($time > 0) begin
        if (c_tlp[28:24] == 5'h04 && !ROOT) begin
            configure(c_tlp);
            send(answer(c_tlp), 7'd3);
        end else begin
            if (c_tlp[28:24] == 5'd0 && !ROOT && (!space[1][1] || hits(c_tlp[127:0]) == 0))
                fault("of no BAR");
            give(c_tlp, c_count);
        end
    end
    always @(posedge pld_clk) begin
        app_msi_ack <= app_msi_req & ~app_msi_ack;
        if (app_msi_req & app_msi_ack) messages = messages + 1;
    end
    wire unused = &{1'b0, refclk, crst, cal_blk_clk, reconfig_clk, fixedclk_serdes,
                    busy_altgxb_reconfig, reconfig_togxb, rx_st_mask0, app_msi_num, app_msi_tc,
                    app_int_sts, pex_msi_num, cpl_err, cpl_pending, lmi_addr, lmi_din, lmi_rden,
                    lmi_wren, hpg_ctrler, pm_auxpwr, pm_data, pm_event, pme_to_cr, pipe_mode,
                    test_in, 1'b0};
endmodule
`default_nettype wire
