// Descriptors out of the host's ring: each once and in order, by bursts that do not cross a piece
// nor the ring's end, one at a time, and never more than the queue has room for. After a word with
// an error nothing leaves and nothing is asked for until reset. What is posted comes within a
// bound.
// config: -Ptb_bl_dma_fetch.DATA_W=64 -Ptb_bl_dma_fetch.LOG_PIECE=6
// config: -Ptb_bl_dma_fetch.DATA_W=256 -Ptb_bl_dma_fetch.LOG_PIECE=9
// config: -Ptb_bl_dma_fetch.DATA_W=1024 -Ptb_bl_dma_fetch.LOG_PIECE=8 -Ptb_bl_dma_fetch.LOG_ROOM=2
// config: -Ptb_bl_dma_fetch.DATA_W=512 -Ptb_bl_dma_fetch.LOG_PIECE=10 -Ptb_bl_dma_fetch.SLOW=0 -Ptb_bl_dma_fetch.LOG_ROOM=6
`timescale 1ns/1ps
module tb_bl_dma_fetch;
    parameter DATA_W = 256, LOG_PIECE = 9, LOG_ROOM = 4, SLOW = 1, COUNT = 900;
    localparam BYTES = DATA_W / 8, PIECE = 1 << LOG_PIECE;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  [63:0]       base = 64'h3_0000_0000 + 32 * 45;
    reg  [7:0]        posted = 0;
    reg               freed = 0, m_ready = 0, arready = 0, rvalid = 0, rlast = 0;
    reg  [DATA_W-1:0] rdata;
    reg  [1:0]        rresp = 0;
    wire              failed_out, m_valid, arvalid, rready;
    wire [159:0]      m_data;
    wire [63:0]       araddr;
    wire [7:0]        arlen;
    bl_dma_fetch #(.DATA_W(DATA_W), .LOG_PIECE(LOG_PIECE), .LOG_ROOM(LOG_ROOM)) dut (
        .clk(clk), .rst(rst), .table_address(base), .posted(posted), .failed(failed_out),
        .freed(freed), .m_tvalid(m_valid), .m_tready(m_ready), .m_tdata(m_data),
        .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arvalid(arvalid),
        .m_axi_arready(arready), .m_axi_rdata(rdata), .m_axi_rresp(rresp), .m_axi_rlast(rlast),
        .m_axi_rvalid(rvalid), .m_axi_rready(rready));
    integer seed = 6, now = 0, failed = 0, i, n, rests = 0, all = 0, resets = 0;
    integer put = 0, came = 0, gone = 0, beat = 0, beats = 0, asked = 0, shown = 0;
    reg [63:0] at = 0;
    reg        bad = 0, was_bad = 0, lost = 0, r_went = 0, hold = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    // descriptor n of this run; the ring's place holds the last one that was posted there
    function [159:0] made; input integer n;
        made = {n * 32'h01234567, ~n, n, 32'hdead0000 + n, resets[15:0], n[15:0]};
    endfunction
    function integer latest; input integer place; // posted last at a place, -1: none
        begin
            latest = put - 1 - (put - 1 - place) % 128;
            if (put <= place) latest = -1;
        end
    endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d", why, now);
            failed = 1;
            $finish(0);
        end
    endtask
    task again; begin
        rst <= 1;
        repeat (3) @(posedge clk);
        @(negedge clk);
        put = 0; came = 0; gone = 0; beats = 0; beat = 0; asked = 0; bad = 0; rests = 0;
        posted = 0; rvalid = 0; freed = 0; was_bad = 0; hold = 0; lost = 0; shown = 0;
        resets = resets + 1;
        base = 64'h3_0000_0000 + 32 * draw(64);
        @(posedge clk);
        rst <= 0;
        @(posedge clk);
    end endtask
    initial begin
        repeat (4) @(posedge clk);
        while (all < COUNT && now < 100000 && !failed) begin
            again;
            while (came < (SLOW ? 300 : COUNT) && !was_bad && now < 100000
                && !failed) @(posedge clk);
            if (was_bad) repeat (40) @(posedge clk);
            all = all + came;
        end
        if (!failed) begin
            if (all < COUNT) $display("FAIL %0d of %0d descriptors", all, COUNT);
            else if (SLOW && resets < 5) $display("FAIL no errors");
            else if (!SLOW && now > 2 * COUNT) $display("FAIL %0d cycles", now);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (arvalid) begin
            if (beats != 0) fail("two bursts under way");
            if (bad) fail("a read behind an error");
            n = asked % 128;
            if (araddr !== base + 32 * n - (base + 32 * n) % BYTES) fail("a read elsewhere");
            if (araddr / PIECE != (araddr + (arlen + 1) * BYTES - 1) / PIECE)
                fail("a burst across a piece");
            if (BYTES <= 32) begin
                if (n + (arlen + 1) * BYTES / 32 > 128) fail("a burst behind the ring's end");
                if (asked + (arlen + 1) * BYTES / 32 > put) fail("what is not posted");
                if (asked + (arlen + 1) * BYTES / 32 > gone + (1 << LOG_ROOM))
                    fail("a burst without room");
            end
            if (arready) begin
                at = araddr;
                beats = arlen + 1;
                beat = 0;
            end
        end
        if (was_bad && !failed_out) fail("an error that is not reported");
        if (!bad && failed_out) fail("failed");
        if (rvalid && rready) begin
            if (rresp != 0) bad = 1;
            beat = beat + 1;
            at = at + BYTES;
            if (beat == beats) beats = 0;
            r_went = 1;
            rests = 0;
        end
        if (hold && !m_valid) fail("an offer is withdrawn");
        if (m_valid) begin
            if (was_bad && !hold) fail("a descriptor behind an error");
            if (!hold) asked = asked + 1;
            if (m_data !== made(came)) fail("a descriptor");
            if (m_ready) came = came + 1;
            if (came - gone > (1 << LOG_ROOM)) fail("a descriptor without room");
            rests = 0;
        end
        hold = m_valid && !m_ready;
        was_bad = bad;
        rests = put > came && came - gone < (1 << LOG_ROOM) && !bad && !arvalid && beats == 0
            ? rests + 1 : 0;
        if (rests > 7) fail("what is posted is not asked for");
    end
    always @(negedge clk) if (!rst && !failed) begin
        if (put - came < 128 && (!SLOW || draw(6) == 0)) begin
            n = SLOW ? 1 + draw(draw(5) == 0 ? 60 : 3) : 128 - (put - came);
            if (put - came + n > 128) n = 128 - (put - came);
            put = put + n;
            posted = put;
        end
        freed = came > gone && (!SLOW || draw(3) == 0);
        if (freed) gone = gone + 1;
        m_ready = !SLOW || draw(3) != 0;
        arready = !SLOW || draw(3) == 0;
        if (r_went || !rvalid) begin
            r_went = 0;
            rvalid = beats != 0 && (!SLOW || draw(3) != 0);
            rresp = SLOW && draw(400) == 0 ? 2 + draw(2) : 0;
            rlast = beat == beats - 1;
            rdata = {(DATA_W/32){32'hbad0bad0}};
            if (rvalid) for (i = 0; i < BYTES;
                i = i + 4) if (at + i >= base && at + i < base + 4096) begin
                n = latest((at + i - base) / 32);
                if (n >= 0 && (at + i - base) % 32 < 20)
                    rdata[8*i +: 32] = made(n) >> (8 * ((at + i - base) % 32));
            end
        end
    end
endmodule
