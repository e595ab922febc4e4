`default_nettype none
// A node's registers behind the order of its reset, as NAME_shell has them, whatever asks for a
// reset and however long the memory owes answers. Rule 1: nothing is taken unless the node is up.
// Rule 2: every request that was taken is answered before the node is reset; nothing else is
// answered. Rule 3: the device begins without requests and answers.
// Assumed: the host keeps what it offers (A3.2.1) and takes answers at once.
module bl_registers_reset (
    input wire        clk, request, busy,
    input wire [15:0] awaddr, araddr,
    input wire        awvalid, wvalid, arvalid,
    input wire [31:0] wdata
);
    wire       shut, rst, awready, wready, bvalid, arready, rvalid;
    wire [1:0] bresp, rresp;
    bl_node_reset #(.CLOCKS(8)) order (
        .clk(clk), .request(request), .busy(busy), .shut(shut), .rst(rst));

    wire up = ~shut;
    bl_registers dut (
        .clk(clk), .rst(rst),
        .s_axil_awaddr(awaddr), .s_axil_awvalid(awvalid & up), .s_axil_awready(awready),
        .s_axil_wdata(wdata), .s_axil_wstrb(4'hF), .s_axil_wvalid(wvalid & up),
        .s_axil_wready(wready), .s_axil_bresp(bresp), .s_axil_bvalid(bvalid), .s_axil_bready(1'b1),
        .s_axil_araddr(araddr), .s_axil_arvalid(arvalid & up), .s_axil_arready(arready),
        .s_axil_rdata(), .s_axil_rresp(rresp), .s_axil_rvalid(rvalid), .s_axil_rready(1'b1),
        .start(), .was_reset(), .node(), .settings(), .busy(1'b0), .done(1'b0), .faults(7'd0),
        .read_errors(32'd0), .write_errors(32'd0), .network_cause(8'd0),
        .clocks(64'd0), .status_words(32'd0));

    wire aw_taken = awvalid & awready & up, w_taken = wvalid & wready & up;
    wire ar_taken = arvalid & arready & up;
    reg  f_past = 1'b0, f_rst, f_aw_waits, f_w_waits, f_ar_waits;
    reg  [1:0]  f_writes = 2'd0, f_reads = 2'd0;  // taken less answered
    reg  [47:0] f_write;
    always @(posedge clk) begin
        f_past     <= 1'b1;
        f_rst      <= rst;
        f_aw_waits <= awvalid & ~(awready & up);
        f_w_waits  <= wvalid & ~(wready & up);
        f_ar_waits <= arvalid & ~(arready & up);
        f_write    <= {awaddr, wdata};
        f_writes   <= f_writes + aw_taken - (bvalid & f_past);
        f_reads    <= f_reads + ar_taken - (rvalid & f_past);
    end
    always @* begin
        if (f_past && f_aw_waits) assume (awvalid && f_write[47:32] == awaddr);
        if (f_past && f_w_waits) assume (wvalid && f_write[31:0] == wdata);
        if (f_past && f_ar_waits) assume (arvalid);
        if (shut) assert (!aw_taken && !w_taken && !ar_taken);
        assert (aw_taken == w_taken);
        if (f_past) begin
            if (bvalid) assert (f_writes == 1);
            if (rvalid) assert (f_reads == 1);
            if (rst && !f_rst) assert (f_writes == 0 && f_reads == 0 && !bvalid && !rvalid);
            assert (f_writes <= 1 && f_reads <= 1);
        end
    end
endmodule
`default_nettype wire
