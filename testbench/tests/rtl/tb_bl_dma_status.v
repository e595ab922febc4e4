// Records of completions in the host's ring: each at its place, with its number, in order; done
// counts those that are answered, irq and failed follow; no more than the bound are without an
// answer, and a record that there is room for leaves at once.
// config: -Ptb_bl_dma_status.DATA_W=64 -Ptb_bl_dma_status.LOG=1
// config: -Ptb_bl_dma_status.DATA_W=256 -Ptb_bl_dma_status.LOG=3
// config: -Ptb_bl_dma_status.DATA_W=128 -Ptb_bl_dma_status.LOG=4 -Ptb_bl_dma_status.SLOW=0
`timescale 1ns/1ps
module tb_bl_dma_status;
    parameter DATA_W = 64, LOG = 1, SLOW = 1, COUNT = 700;
    localparam BYTES = DATA_W / 8;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  [63:0]         base = 64'h12_3456_7000;
    reg  [7:0]          seen = 0;
    reg                 alarm = 0, s_valid = 0, awready = 0, wready = 0, bvalid = 0;
    reg  [47:0]         s_data;
    reg  [1:0]          bresp = 0;
    wire [7:0]          done, awlen;
    wire                irq, failed_out, s_ready, awvalid, wvalid, wlast, bready;
    wire [63:0]         awaddr;
    wire [DATA_W-1:0]   wdata;
    wire [DATA_W/8-1:0] wstrb;
    bl_dma_status #(.DATA_W(DATA_W), .LOG_UNDER_WAY(LOG)) dut (
        .clk(clk), .rst(rst), .status_address(base), .seen(seen), .alarm(alarm), .done(done),
        .irq(irq), .failed(failed_out), .s_tvalid(s_valid), .s_tready(s_ready), .s_tdata(s_data),
        .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awvalid(awvalid),
        .m_axi_awready(awready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast),
        .m_axi_wvalid(wvalid), .m_axi_wready(wready), .m_axi_bresp(bresp), .m_axi_bvalid(bvalid),
        .m_axi_bready(bready));
    integer seed = 4, now = 0, failed = 0, taken = 0, aw = 0, w = 0, b = 0, rests = 0, begun = 0;
    reg [47:0] records [0:1023];
    reg        errors = 0, want_irq = 0, known = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d", why, now);
            failed = 1;
            $finish(0);
        end
    endtask
    initial begin
        repeat (4) @(posedge clk);
        rst <= 0;
        while (b < COUNT && now < 60000 && !failed) @(posedge clk);
        repeat (4) @(posedge clk);
        if (!failed) begin
            if (b < COUNT || taken != COUNT || done !== COUNT % 256)
                $display("FAIL %0d of %0d records", b, COUNT);
            else if (!SLOW && now > 2 * COUNT + 30) $display("FAIL %0d cycles", now);
            else if (failed_out !== (SLOW != 0)) $display("FAIL failed");
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (!bready) fail("an answer waits");
        if (done !== b % 256 || failed_out !== errors) fail("done or failed");
        if (known && irq !== want_irq) fail("irq");
        want_irq = alarm || done !== seen;
        known = 1;
        if (awvalid) begin
            if (aw >= taken || awaddr !== base + (aw % 128) * BYTES || awlen !== 0)
                fail("an address");
            if (awready) aw = aw + 1;
        end
        if (wvalid) begin
            if (w >= taken || wdata[63:0] !== {records[w], 16'd0 + w[15:0] + 16'd1}
                || (wdata >> 64) != 0 || ~wlast || ~(&wstrb)) fail("a record");
            if (wready) w = w + 1;
        end
        // taken: offered in the next cycle
        if (begun && !(awvalid && wvalid)) fail("a record is late");
        begun = 0;
        if (s_valid && s_ready) begin
            records[taken] = s_data;
            taken = taken + 1;
            begun = 1;
            if (taken - b > (1 << LOG)) fail("too many without an answer");
        end
        if (bvalid) begin
            b = b + 1;
            if (bresp != 0) errors = 1;
        end
        // one waits although there is room for it
        rests = s_valid && !s_ready && taken - b < (1 << LOG) && aw == taken && w == taken
            ? rests + 1 : 0;
        if (rests > 2) fail("nothing moves");
    end
    always @(negedge clk) if (!rst && !failed) begin
        s_valid = taken < COUNT && (s_valid || !SLOW || draw(3) == 0);
        if (taken < COUNT) s_data = {16'd0, taken[15:0] * 16'd77, taken[15:0] ^ 16'h5aa5};
        awready = !SLOW || draw(3) == 0;
        wready = !SLOW || draw(3) == 0;
        bvalid = b < aw && b < w && (!SLOW || draw(4) == 0);
        bresp = SLOW && b > COUNT / 2 ? draw(4) : 0;
        if (!SLOW || draw(3) == 0) seen = done;
        alarm = SLOW && draw(20) == 0;
    end
endmodule
