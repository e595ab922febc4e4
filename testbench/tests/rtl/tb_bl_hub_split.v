// config:
// config: -Ptb_bl_hub_split.LOG_REQUEST=7
// config: -Ptb_bl_hub_split.LOG_REQUEST=12
// Random requests, in blocks or not, and what the bench works out of their reads by itself: the
// longest that its block, 4 KiB of source and target and the request's length allow, one behind the
// other until all of it is read. Each kind of fault has its code, at the read that has it, and then
// nothing until the request is forgotten. A request that has stood for three cycles is read two
// cycles earlier.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_split;
    parameter LOG_REQUEST = 9, COUNT = 400;
    localparam RANGES = 2;
    reg          clk = 0, rst = 1, stops = 0, s_tvalid = 0, s_early = 0, m_tready = 0;
    wire         s_tready, m_tvalid, m_own, idle;
    wire [47:0]  m_source, m_end;
    wire [12:0]  m_bytes;
    wire [7:0]   wrong;
    wire [255:0] descriptor;
    // The first range is one place, the second goes around and has all but a few.
    wire [RANGES*97-1:0] ranges = {1'b1, 24'd0, 24'h400010, 24'h400030, 24'hffffff,
                                   1'b0, 24'd0, 24'h400020, 24'h400020, 24'hffffff};
    always #2 clk = ~clk;
    reg  [47:0] source, target, next;
    reg  [31:0] size, source_stride, target_stride;
    reg  [15:0] block;
    bl_chain_descriptor_pack described (
        .source_low(source[31:0]), .source_high(source[47:32]), .block(block),
        .target_low(target[31:0]), .target_high(target[47:32]), .next_high(next[47:32]),
        .next_low(next[31:0]), .size(size), .source_stride(source_stride),
        .target_stride(target_stride), .descriptor(descriptor));
    bl_hub_split #(
        .LOG_REQUEST(LOG_REQUEST), .RANGES(RANGES), .HOST_PAGES(262144), .GPUS(1)) split (
        .clk(clk), .rst(rst), .ranges(ranges), .stops(stops), .s_tvalid(s_tvalid),
        .s_tready(s_tready), .s_tdata(descriptor), .s_early(s_early), .m_tvalid(m_tvalid),
        .m_tready(m_tready), .m_source(m_source), .m_own(m_own), .m_end(m_end), .m_bytes(m_bytes),
        .wrong(wrong), .idle(idle));

    integer seed = 5, failures = 0, n, waited, fault, codes = 0, reads = 0;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("request %0d: %0s", n, what);
        end
    endtask
    task draw_request;
        begin
            source = (draw(2) ? 48'h000100000000 : 48'h400030000000) + 4 * draw(4096);
            target = (draw(2) ? 48'h400020000000 : 48'h400400000000) + 4 * draw(4096);
            size = 4 * (1 + draw(draw(2) ? 30 : 3000));
            block = draw(2) ? 1 + draw(draw(2) ? 20 : 600) : 0;
            source_stride = 4 * draw(600);
            target_stride = 4 * draw(600);
            next = draw(2) ? 32 * draw(1 << 20) : 0;
            fault = draw(3) == 0 ? 1 + draw(8) : 0;
            if (fault == 8) fault = 10;
            case (fault)
            1: size = draw(2) ? 0 : size + 1 + draw(3);
            2: case (draw(block ? 4 : 2))
                0: source = source + 1 + draw(3);
                1: target = target + 1 + draw(3);
                2: source_stride = source_stride + 1 + draw(3);
                default: target_stride = target_stride + 1 + draw(3);
                endcase
            3: source = {2'd1 + draw(3), 46'd0} + 4 * draw(1000);
            4: target = target - 48'h400000000000;
            5: next = 32 * draw(1000) + 1 + draw(31);
            7: target = 48'h400011000000 + {draw(31), 24'd0};
            10: case (draw(4))
                0: target = 48'h400040000000 + 4 * draw(4096);
                1: target = 48'h400401000000 + 4 * draw(4096);
                2: target = 48'h400800000000 + 4 * draw(4096);
                default: target = 48'h400c00010000 + 4 * draw(4096);
                endcase
            default: fault = 0;
            endcase
            if (fault == 7 && target[47:24] == 24'h400020) target = target + 48'h1000000;
        end
    endtask

    // ---- what is read next, as the bench has it
    reg  [47:0] from, to, from_line, to_line;
    integer     left, block_left, most;
    function integer least;
        input integer a, b;
        least = a < b ? a : b;
    endfunction
    task expect_read;
        begin
            most = least(left, 1 << LOG_REQUEST);
            if (block != 0) most = least(most, block_left);
            most = least(least(most, 4096 - from[11:0]), 4096 - to[11:0]);
            if (m_source !== from || m_bytes !== most || m_end !== to + most) fail("the read");
            if (m_own !== (from[47:24] == 24'h400030)) fail("whose memory it is");
            reads = reads + 1;
            left = left - most;
            block_left = block_left - most;
            from = from + most;
            to = to + most;
            if (block != 0 && block_left == 0) begin
                from_line = from_line + source_stride;
                to_line = to_line + target_stride;
                from = from_line;
                to = to_line;
                block_left = 4 * block;
            end
        end
    endtask
    task run;
        begin
            {from, from_line, to, to_line} = {source, source, target, target};
            left = size;
            block_left = 4 * block;
            while (left > 0 && failures < 10) begin
                waited = 0;
                while (!m_tvalid && waited < 9) begin
                    @(negedge clk) waited = waited + 1;
                    if (wrong != 0) fail("a fault that there is not");
                end
                if (waited > 2) fail("it takes its time");
                repeat (draw(3)) @(negedge clk) if (!m_tvalid) fail("a read that vanishes");
                expect_read;
                m_tready = 1;
                @(negedge clk) m_tready = 0;
            end
            if (!idle) fail("it has not ended");
        end
    endtask
    task run_wrong;
        begin
            repeat (6) @(negedge clk) if (m_tvalid) fail("a read of a fault");
            if (wrong != fault) fail("the code");
            codes = codes + 1;
            stops = 1;
            @(negedge clk) stops = 0;
            if (!idle || wrong != 0) fail("it is not forgotten");
        end
    endtask
    integer since;
    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        for (n = 0; n < COUNT && failures < 10; n = n + 1) begin
            draw_request;
            s_early = draw(2);
            if (s_early) repeat (3) @(negedge clk);
            s_tvalid = 1;
            #1 if (!s_tready) fail("it takes none");
            @(negedge clk) s_tvalid = 0;
            if (m_tvalid !== (s_early && fault == 0)) fail("how early the first read is");
            if (fault == 0) run;
            else run_wrong;
        end
        // a stride that leaves what somebody has: the second block has the fault
        source = 48'h000100000000;
        target = 48'h400020000000;
        {size, block, next, s_early} = {32'd128, 16'd16, 48'd0, 1'b0};
        source_stride = 64;
        target_stride = 32'h01000000;
        s_tvalid = 1;
        @(negedge clk) s_tvalid = 0;
        repeat (3) @(negedge clk);
        if (!m_tvalid || wrong != 0) fail("the first block");
        m_tready = 1;
        repeat (5) @(negedge clk);
        if (m_tvalid || wrong != 7) fail("the second block");
        if (codes < COUNT / 6 || reads < 4 * COUNT) fail("too few of each");
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
