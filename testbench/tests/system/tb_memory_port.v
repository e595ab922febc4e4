// The three memory ports of boards/ against a model of the vendor's port, with random stalls:
// -DHBM, -DAXI4 or -DEMIF chooses. What was written comes back, bursts are of the form that the
// port takes, nothing moves before calibration, errors are seen. With RESETS the node is reset
// again and again while its memory goes on, answers come up to 500 cycles late, and the calibration
// falls now and then: what the node does after each reset is right, and no signal toward the memory
// is taken back.
`timescale 1ns/1ps
module tb_memory_port;
    parameter WORDS = 2;
    parameter BURSTS = 400;
    parameter RESETS = 0; // of the node
    parameter BAD = 0; // 3: an answer that nobody asked for comes while the node is in reset;
    // 1: the model answers one request with an error, `error` must rise
`ifdef EMIF
    localparam W = 512, S = 6;
`else
    localparam W = 256, S = 5;
`endif
    localparam DEPTH = 4096;
    reg clk = 0, rst = 1, calibrated = 0;
    always #5 clk = ~clk;
    integer seed = 7, i;
    reg [W-1:0] mem [0:DEPTH-1], want [0:DEPTH-1];
    function [W-1:0] pattern(input integer a);
        pattern = {(W/32){a[31:0] ^ 32'h5A5A0F0F}} ^ {W/64{a[31:0], 32'd0}};
    endfunction
    initial for (i = 0; i < DEPTH; i = i + 1) begin mem[i] = pattern(i); want[i] = pattern(i); end
    function coin(input unused); coin = ($random(seed) >>> 9) & 1; endfunction
    task fail(input [8*40-1:0] why);
        begin $display("FAIL %0s at %0t", why, $time); $finish(0); end
    endtask
    reg up = 0;                        // the memory has been switched on
    initial begin #60 rst = 0; up = 1; #400 calibrated = 1; #1000000 fail("timeout"); end
    integer hush = 0, resets = 0, stray = 0;
    wire busy; wire [7:0] strays;
    always @(posedge clk) begin        // answers rest for up to 500 cycles
        if (hush > 0) hush = hush - 1;
        else if (RESETS != 0 && $random(seed) % 60 == 0) hush = $unsigned($random(seed)) % 500;
    end
    initial begin
        #1000;
        while (resets < RESETS) begin
            repeat ($unsigned($random(seed)) % 400) @(negedge clk);
            if (resets % 3 == 1) calibrated = 0;
            repeat (20) @(negedge clk);
            // a reset without calibration means that the memory has forgotten everything, too
            calibrated = 1;
            repeat (6) @(negedge clk);
            rst = 1;
            repeat (24) @(negedge clk);
            while (busy) @(negedge clk);
            if (BAD == 3 && resets == 3) begin stray = 1; repeat (30) @(negedge clk); end
            repeat (3) @(negedge clk);
            rst = 0;
            resets = resets + 1;
        end
    end

    // the node's side
    reg  [27:0] araddr, awaddr;
    reg [7:0] arlen, awlen;
    reg arvalid = 0, awvalid = 0, rready = 0, bready = 0, wvalid = 0, wlast;
    reg  [W-1:0] wdata; reg [W/8-1:0] wstrb;
    wire arready, awready, wready, rvalid, rlast, bvalid, error;
    wire [W-1:0] rdata;
    wire [1:0] rresp, bresp;
    integer bad_reads = 0, bad_writes = 0;

    // reads go to the lower half, which is never written; writes to the upper half
    integer ar_sent = 0, r_bursts = 0, r_left = 0, r_at = 0, r_head = 0, aw_sent = 0, w_head = 0,
        w_left = 0, w_at = 0, b_seen = 0;
    reg [31:0] r_addr [0:511], r_len [0:511], w_addr [0:511], w_len [0:511];
    integer a, l, k;
    always @(posedge clk) if (!rst) begin
        if (!calibrated && RESETS == 0 && (arready || awready))
            fail("a request before calibration");
        rready <= coin(0); bready <= coin(0);
        if (arvalid && arready) begin arvalid <= 0; ar_sent = ar_sent + 1; end
        if ((!arvalid || arready) && ar_sent < BURSTS && $random(seed) % 3 != 0) begin
            l = $unsigned($random(seed)) % 8; a = $unsigned($random(seed)) % (DEPTH/2 - 8);
            arvalid <= 1; araddr <= a << S; arlen <= l; r_addr[ar_sent] = a; r_len[ar_sent] = l;
        end
        if (rvalid && rready) begin
            if (r_bursts >= ar_sent) fail("a word too many");
            if (rdata !== want[r_addr[r_bursts] + r_at]) fail("wrong data read");
            if (rlast !== (r_at == r_len[r_bursts])) fail("wrong end of a burst");
            if (rresp != 0) bad_reads = bad_reads + 1;
            if (rlast) begin r_at = 0; r_bursts = r_bursts + 1; end else r_at = r_at + 1;
        end
        if (awvalid && awready) begin awvalid <= 0; aw_sent = aw_sent + 1; end
        if ((!awvalid || awready) && aw_sent < BURSTS && $random(seed) % 3 != 0) begin
            l = $unsigned($random(seed)) % 8;
            a = DEPTH/2 + $unsigned($random(seed)) % (DEPTH/2 - 8);
            awvalid <= 1; awaddr <= a << S; awlen <= l; w_addr[aw_sent] = a; w_len[aw_sent] = l;
        end
        if (wvalid && wready) begin
            for (k = 0; k < W/8; k = k + 1)
                if (wstrb[k]) want[w_addr[w_head] + w_at][8*k +: 8] = wdata[8*k +: 8];
            if (wlast) begin w_at = 0; w_head = w_head + 1; end else w_at = w_at + 1;
        end
        if (!wvalid || wready) begin
            wvalid <= w_head < aw_sent && ($random(seed) & 3) != 0;
            wdata <= {W/32{$random(seed)}}; wstrb <= coin(0) ? {W/8{1'b1}} : {W/32{4'b0110}};
            wlast <= w_head < aw_sent && w_at == w_len[w_head];
        end
        if (bvalid && bready) begin
            if (bresp != 0) bad_writes = bad_writes + 1;
            b_seen = b_seen + 1;
            if (b_seen > w_head) fail("an answer before its data"); end
        if (r_bursts == BURSTS && b_seen == BURSTS && resets >= RESETS) begin
            for (k = 0; k < DEPTH; k = k + 1) if (mem[k] !== want[k]) fail("memory differs");
            if (error !== (BAD != 0)) fail("error is wrong");
            if (strays !== (BAD == 3)) fail("answers that nobody asked for");
            if (resets < RESETS) fail("not all resets came");
`ifndef EMIF
            if ((bad_reads != 0) != (BAD == 1) || (bad_writes != 0) != (BAD == 2))
                fail("the node is not notified");
`endif
            $display("PASS");
            $finish(0);
        end
    end else if (up) begin
        // the node has forgotten everything; what it was allowed to give stays written
        arvalid <= 0; awvalid <= 0; wvalid <= 0; rready <= coin(0); bready <= coin(0);
        r_bursts = ar_sent; r_at = 0; w_head = aw_sent; w_at = 0; b_seen = aw_sent;
        if (rvalid || bvalid) fail("an answer in reset");
    end

`ifdef EMIF
    // Avalon with bursts: reads are queued and come without waiting, a write burst holds its
    // address in its first word
    wire amm_read, amm_write;
    wire [25:0] amm_address;
    wire [W-1:0] amm_writedata;
    wire [6:0] amm_burstcount;
    wire [W/8-1:0] amm_byteenable;
    reg amm_ready = 0, amm_readdatavalid = 0; reg [W-1:0] amm_readdata;
    bl_emif_port #(.LOG_WORDS(4)) dut (
        .clk(clk), .rst(rst), .calibrated(calibrated), .error(error), .busy(busy), .strays(strays),
        .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_arvalid(arvalid),
        .s_axi_arready(arready), .s_axi_rdata(rdata),
        .s_axi_rlast(rlast), .s_axi_rresp(rresp), .s_axi_bresp(bresp),
        .s_axi_rvalid(rvalid), .s_axi_rready(rready), .s_axi_awaddr(awaddr), .s_axi_awlen(awlen),
        .s_axi_awvalid(awvalid),
        .s_axi_awready(awready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast),
        .s_axi_wvalid(wvalid),
        .s_axi_wready(wready), .s_axi_bvalid(bvalid), .s_axi_bready(bready),
        .amm_ready(amm_ready), .amm_read(amm_read), .amm_write(amm_write),
        .amm_address(amm_address), .amm_readdata(amm_readdata), .amm_writedata(amm_writedata),
        .amm_burstcount(amm_burstcount), .amm_byteenable(amm_byteenable),
        .amm_readdatavalid(amm_readdatavalid));
    reg [31:0] q [0:65535]; integer q_in = 0, q_out = 0, burst = 0, base = 0, j;
    reg hold_read = 0; reg [25:0] hold_address;
    always @(posedge clk) begin
        amm_ready <= ($random(seed) & 3) != 0;
        if ((amm_read || amm_write) && !calibrated && RESETS == 0)
            fail("a command before calibration");
        if (amm_read && amm_write) fail("two commands at once");
        if (hold_read && (!amm_read || amm_address != hold_address)) fail("a read was not held");
        hold_read <= amm_read && !amm_ready; hold_address <= amm_address;
        if (amm_read && amm_ready) begin
            if (burst != 0) fail("a read inside a write");
            for (j = 0; j < amm_burstcount; j = j + 1) begin
                q[q_in] = amm_address + j;
                q_in = q_in + 1;
            end
        end
        if (amm_write && amm_ready) begin
            if (burst == 0) begin base = amm_address; burst = amm_burstcount; end
            for (j = 0; j < W/8; j = j + 1)
                if (amm_byteenable[j]) mem[base][8*j +: 8] = amm_writedata[8*j +: 8];
            base = base + 1; burst = burst - 1;
        end
        amm_readdatavalid <= stray == 1;
        if (stray == 1) stray = 2;
        if (q_out < q_in && hush == 0 && ($random(seed) & 3) != 0) begin
            amm_readdatavalid <= 1; amm_readdata <= mem[q[q_out]]; q_out = q_out + 1;
        end
    end
`else
    // AXI4: requests are queued; words and responses come in order
    wire [27:0] m_araddr, m_awaddr;
    wire [7:0] m_arlen, m_awlen;
    wire [2:0] m_arsize, m_awsize;
    wire [1:0] m_arburst, m_awburst;
    wire m_arvalid, m_awvalid, m_rready, m_wvalid, m_wlast, m_bready;
    wire [W-1:0] m_wdata;
    wire [W/8-1:0] m_wstrb;
    reg m_arready = 0, m_awready = 0, m_rvalid = 0, m_rlast, m_wready = 0, m_bvalid = 0;
    reg [W-1:0] m_rdata;
    reg [1:0] m_rresp, m_bresp;
`ifdef HBM
    bl_hbm_port #(.WORDS(WORDS), .LOG_PIECES(3)) dut (
        .m_axi_rid(9'd0), .m_axi_bid(9'd0), .m_axi_arid(), .m_axi_awid(), `else
    bl_axi4_port dut (
        .m_axi_rid(1'b0), .m_axi_bid(1'b0), .m_axi_arid(), .m_axi_awid(), .m_axi_arlock(),
        .m_axi_awlock(), .m_axi_arcache(),
        .m_axi_awcache(),
`endif
        .clk(clk), .rst(rst), .calibrated(calibrated), .error(error), .busy(busy), .strays(strays),
        .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_arvalid(arvalid),
        .s_axi_arready(arready), .s_axi_rdata(rdata),
        .s_axi_rlast(rlast), .s_axi_rresp(rresp), .s_axi_bresp(bresp),
        .s_axi_rvalid(rvalid), .s_axi_rready(rready), .s_axi_awaddr(awaddr), .s_axi_awlen(awlen),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb),
        .s_axi_wlast(wlast), .s_axi_wvalid(wvalid),
        .s_axi_wready(wready),
        .s_axi_bvalid(bvalid), .s_axi_bready(bready),
        .m_axi_araddr(m_araddr), .m_axi_arlen(m_arlen), .m_axi_arsize(m_arsize),
        .m_axi_arburst(m_arburst), .m_axi_arprot(), .m_axi_arqos(), .m_axi_arvalid(m_arvalid),
        .m_axi_arready(m_arready), .m_axi_rdata(m_rdata), .m_axi_rresp(m_rresp),
        .m_axi_rlast(m_rlast), .m_axi_rvalid(m_rvalid), .m_axi_rready(m_rready),
        .m_axi_awaddr(m_awaddr), .m_axi_awlen(m_awlen), .m_axi_awsize(m_awsize),
        .m_axi_awburst(m_awburst), .m_axi_awprot(), .m_axi_awqos(), .m_axi_awvalid(m_awvalid),
        .m_axi_awready(m_awready), .m_axi_wdata(m_wdata), .m_axi_wstrb(m_wstrb),
        .m_axi_wlast(m_wlast), .m_axi_wvalid(m_wvalid), .m_axi_wready(m_wready),
        .m_axi_bresp(m_bresp), .m_axi_bvalid(m_bvalid), .m_axi_bready(m_bready));
    integer wq_in = 0, wq_out = 0;
    // HBM: ready whether or not a request is known; AXI4: only then
`ifdef HBM
    always @(negedge clk) m_wready = coin(0);
`else
    always @(negedge clk) m_wready = coin(0) && wq_out < wq_in;
`endif
    reg [31:0] rq [0:4095], rl [0:4095], wq [0:4095], wl [0:4095];
    integer rq_in = 0, rq_out = 0, r_n = 0, w_n = 0, done = 0, answered = 0, j;
    task request(input [27:0] at, input [7:0] len, input [2:0] size, input [1:0] kind); begin
        if (!calibrated && RESETS == 0) fail("a request before calibration");
        if (size != S || kind != 2'b01 || at[S-1:0] != 0) fail("no full-word burst");
`ifdef HBM
        if (len >= WORDS || (len == 1 && at[S])) fail("a burst that the controller does not take");
`endif
    end endtask
    // AXI4, A3.2.1: VALID stays, with what goes with it, until READY
    reg ar_held = 0, aw_held = 0, w_held = 0; reg [35:0] ar_was, aw_was; reg [W+W/8:0] w_was;
    always @(posedge clk) if (up) begin
        if (ar_held && (!m_arvalid || ar_was != {m_araddr, m_arlen}))
            fail("ARVALID was taken back");
        if (aw_held && (!m_awvalid || aw_was != {m_awaddr, m_awlen}))
            fail("AWVALID was taken back");
        if (w_held && (!m_wvalid || w_was != {m_wdata, m_wstrb, m_wlast}))
            fail("WVALID was taken back");
        ar_held <= m_arvalid && !m_arready; ar_was <= {m_araddr, m_arlen};
        aw_held <= m_awvalid && !m_awready; aw_was <= {m_awaddr, m_awlen};
        w_held <= m_wvalid && !m_wready; w_was <= {m_wdata, m_wstrb, m_wlast};
    end
    always @(posedge clk) if (up) begin
        m_arready <= coin(0); m_awready <= coin(0);
        if (m_arvalid && m_arready) begin
            request(m_araddr, m_arlen, m_arsize, m_arburst);
            rq[rq_in] = m_araddr >> S; rl[rq_in] = m_arlen; rq_in = rq_in + 1;
        end
        if (m_awvalid && m_awready) begin
            request(m_awaddr, m_awlen, m_awsize, m_awburst);
            wq[wq_in] = m_awaddr >> S; wl[wq_in] = m_awlen; wq_in = wq_in + 1;
        end
        if (m_rvalid && m_rready) m_rvalid <= 0;
        if (stray == 1 && (!m_rvalid || m_rready)) begin
            m_rvalid <= 1;
            m_rdata <= 0;
            m_rlast <= 1;
            m_rresp <= 0;
            stray = 2;
        end
        else if ((!m_rvalid || m_rready) && rq_out < rq_in && hush == 0 && coin(0)) begin
            m_rvalid <= 1; m_rdata <= mem[rq[rq_out] + r_n]; m_rlast <= r_n == rl[rq_out];
            m_rresp <= (BAD == 1 && rq_out == 9) ? 2'b10 : 2'b00;
            if (r_n == rl[rq_out]) begin r_n = 0; rq_out = rq_out + 1; end else r_n = r_n + 1;
        end
`ifdef HBM
        if (m_wvalid && m_wready && wq_out >= wq_in) fail("data before its request");
`endif
        if (m_wvalid && m_wready && wq_out < wq_in) begin
            for (j = 0; j < W/8; j = j + 1)
                if (m_wstrb[j]) mem[wq[wq_out] + w_n][8*j +: 8] = m_wdata[8*j +: 8];
            if (m_wlast !== (w_n == wl[wq_out])) fail("wlast is wrong");
            if (m_wlast) begin
                w_n = 0;
                wq_out = wq_out + 1;
                done = done + 1;
            end else w_n = w_n + 1;
        end
        if (m_bvalid && m_bready) m_bvalid <= 0;
        if ((!m_bvalid || m_bready) && answered < done && hush == 0 && coin(0)) begin
            m_bvalid <= 1;
            m_bresp <= (BAD == 2 && answered == 9) ? 2'b11 : 2'b00;
            answered = answered + 1;
        end
    end
`endif
endmodule
