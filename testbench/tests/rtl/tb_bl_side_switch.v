`default_nettype none
// Random values on every input: each output is the input that the side asks for, and the other
// channel is silent.
module tb_bl_side_switch;
    localparam A = 12, D = 32, AR = A + 8, W = D + D/8 + 1, AW = A + 8;
    reg side = 0;
    reg [AR-1:0] ar = 0; reg ar_v = 0; wire ar_r;
    wire [D+2:0] r; wire r_v; reg r_r = 0;
    reg [AW-1:0] aw = 0; reg aw_v = 0; wire aw_r;
    reg [W-1:0] w = 0; reg w_v = 0; wire w_r;
    wire b_v; reg b_r = 0;
    wire [AR-1:0] ar0, ar1; wire ar_v0, ar_v1; reg ar_r0 = 0, ar_r1 = 0;
    reg [D+2:0] r0 = 0, r1 = 0;
    reg [1:0] b0 = 0, b1 = 0;
    wire [1:0] b;
    reg r_v0 = 0, r_v1 = 0;
    wire r_r0, r_r1;
    wire [AW-1:0] aw0, aw1; wire aw_v0, aw_v1; reg aw_r0 = 0, aw_r1 = 0;
    wire [W-1:0] w0, w1; wire w_v0, w_v1; reg w_r0 = 0, w_r1 = 0;
    reg b_v0 = 0, b_v1 = 0; wire b_r0, b_r1;

    bl_side_switch #(.ADDR_W(A), .DATA_W(D)) dut (.side(side),
        .s_axi_araddr(ar[A-1:0]), .s_axi_arlen(ar[A +: 8]), .s_axi_arvalid(ar_v),
        .s_axi_arready(ar_r),
        .s_axi_rdata(r[D-1:0]), .s_axi_rlast(r[D]), .s_axi_rresp(r[D+2:D+1]), .s_axi_bresp(b),
        .s_axi_rvalid(r_v), .s_axi_rready(r_r),
        .s_axi_awaddr(aw[A-1:0]), .s_axi_awlen(aw[A +: 8]), .s_axi_awvalid(aw_v),
        .s_axi_awready(aw_r), .s_axi_wdata(w[D-1:0]), .s_axi_wstrb(w[D +: D/8]),
        .s_axi_wlast(w[W-1]), .s_axi_wvalid(w_v), .s_axi_wready(w_r),
        .s_axi_bvalid(b_v), .s_axi_bready(b_r),
        .m0_axi_araddr(ar0[A-1:0]), .m0_axi_arlen(ar0[A +: 8]), .m0_axi_arvalid(ar_v0),
        .m0_axi_arready(ar_r0), .m0_axi_rdata(r0[D-1:0]), .m0_axi_rlast(r0[D]),
        .m0_axi_rresp(r0[D+2:D+1]), .m0_axi_bresp(b0),
        .m0_axi_rvalid(r_v0), .m0_axi_rready(r_r0),
        .m0_axi_awaddr(aw0[A-1:0]), .m0_axi_awlen(aw0[A +: 8]), .m0_axi_awvalid(aw_v0),
        .m0_axi_awready(aw_r0), .m0_axi_wdata(w0[D-1:0]), .m0_axi_wstrb(w0[D +: D/8]),
        .m0_axi_wlast(w0[W-1]), .m0_axi_wvalid(w_v0), .m0_axi_wready(w_r0),
        .m0_axi_bvalid(b_v0), .m0_axi_bready(b_r0),
        .m1_axi_araddr(ar1[A-1:0]), .m1_axi_arlen(ar1[A +: 8]), .m1_axi_arvalid(ar_v1),
        .m1_axi_arready(ar_r1), .m1_axi_rdata(r1[D-1:0]), .m1_axi_rlast(r1[D]),
        .m1_axi_rresp(r1[D+2:D+1]), .m1_axi_bresp(b1),
        .m1_axi_rvalid(r_v1), .m1_axi_rready(r_r1),
        .m1_axi_awaddr(aw1[A-1:0]), .m1_axi_awlen(aw1[A +: 8]), .m1_axi_awvalid(aw_v1),
        .m1_axi_awready(aw_r1), .m1_axi_wdata(w1[D-1:0]), .m1_axi_wstrb(w1[D +: D/8]),
        .m1_axi_wlast(w1[W-1]), .m1_axi_wvalid(w_v1), .m1_axi_wready(w_r1),
        .m1_axi_bvalid(b_v1), .m1_axi_bready(b_r1));

    integer seed = 9, i;
    reg ok = 1;
    // seen from the reader: the channel that is read (a) and the other (b); the writer has b
    wire [AR-1:0] ar_a = side ? ar1 : ar0;
    wire [D+2:0] r_a = side ? r1 : r0;
    wire [AW-1:0] aw_b = side ? aw0 : aw1;
    wire [W-1:0] w_b = side ? w0 : w1;
    wire [4:0] to_a = side ? {ar_v1, r_r1, aw_v1, w_v1, b_r1} : {ar_v0, r_r0, aw_v0, w_v0, b_r0};
    wire [4:0] to_b = side ? {ar_v0, r_r0, aw_v0, w_v0, b_r0} : {ar_v1, r_r1, aw_v1, w_v1, b_r1};
    wire [4:0] from_a = side ? {ar_r1, r_v1, aw_r1, w_r1, b_v1} : {ar_r0, r_v0, aw_r0, w_r0, b_v0};
    wire [4:0] from_b = side ? {ar_r0, r_v0, aw_r0, w_r0, b_v0} : {ar_r1, r_v1, aw_r1, w_r1, b_v1};
    initial begin
        for (i = 0; i < 5000; i = i + 1) begin
            {ar_v, r_r, aw_v, w_v, b_r, side, ar_r0, ar_r1, r_v0, r_v1, aw_r0, aw_r1, w_r0, w_r1,
             b_v0, b_v1} = $random(seed);
            {b0, b1} = $random(seed);
            ar = $random(seed); aw = $random(seed);
            w = {$random(seed), $random(seed)};
            r0 = {$random(seed), $random(seed)};
            r1 = {$random(seed), $random(seed)};
            #1;
            if (to_a !== {ar_v, r_r, 3'b000} || to_b !== {2'b00, aw_v, w_v, b_r}) ok = 0;
            if ({ar_r, r_v} !== from_a[4:3] || {aw_r, w_r, b_v} !== from_b[2:0]) ok = 0;
            if (ar_a !== ar || r !== r_a || b !== (side ? b0 : b1) || aw_b !== aw || w_b !== w)
                ok = 0;
        end
        if (ok) $display("PASS"); else $display("FAIL an output differs");
    end
endmodule
`default_nettype wire
