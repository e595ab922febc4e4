// Frames from a MAC, good and bad, of all lengths, with gaps and without: head, payload in words of
// its own, bytes behind the head and the verdict, 2 cycles behind the frame's last word.
// config: -Ptb_bl_eth_in.WIDTH=64
// config: -Ptb_bl_eth_in.WIDTH=128
// config: -Ptb_bl_eth_in.WIDTH=256
// config: -Ptb_bl_eth_in.WIDTH=512
`timescale 1ns/1ps
module tb_bl_eth_in;
    parameter WIDTH = 64, FRAMES = 200;
    localparam B = WIDTH / 8;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg              valid = 0, last = 0, user = 0;
    reg  [WIDTH-1:0] data;
    reg  [B-1:0]     keep;
    wire             m_valid, m_first, m_end, m_bad;
    wire [WIDTH-1:0] m_data;
    wire [15:0]      m_bytes;
    wire [239:0]     m_head;
    bl_eth_in #(.WIDTH(WIDTH)) dut (
        .clk(clk), .rst(rst), .s_mac_tvalid(valid), .s_mac_tdata(data), .s_mac_tkeep(keep),
        .s_mac_tlast(last), .s_mac_tuser(user), .m_tvalid(m_valid), .m_first(m_first),
        .m_tdata(m_data), .m_end(m_end), .m_bad(m_bad), .m_bytes(m_bytes), .m_head(m_head));
    integer seed = 6, now = 0, failed = 0, i, length, at, made = 0, ended = 0, got = 0, wide = 0;
    integer lengths [0:1023];
    reg     bads [0:1023];
    reg     ends = 0, ends_before = 0, good;
    integer goods = 0, shorts = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function [7:0] wire_byte; input integer f, at; wire_byte = f * 53 + at * 7 + at / 256;
        endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d frame %0d", why, now, ended);
            failed = 1;
            $finish(0);
        end
    endtask
    initial begin
        repeat (4) @(posedge clk);
        rst <= 0;
        @(negedge clk);
        for (made = 0; made < FRAMES && !failed; made = made + 1) begin
            length = draw(6) == 0 ? 1 + draw(32) : draw(6) == 0 ? 28 + draw(6) : 30 + draw(260);
            lengths[made%1024] = length;
            bads[made%1024] = draw(5) == 0;
            wide = draw(3) == 0;
            for (at = 0; at < length; at = at + B) begin
                valid = 0;
                last = draw(2);                  // says nothing without valid
                user = draw(2);
                if (wide && draw(3) == 0) repeat (1 + draw(3)) @(negedge clk);
                valid = 1;
                last = at + B >= length;
                user = last ? bads[made%1024] : draw(2);
                for (i = 0; i < B; i = i + 1) begin
                    keep[i] = at + i < length;
                    data[8*i +: 8] = keep[i] ? wire_byte(made % 1024, at + i) : $random(seed);
                end
                @(negedge clk);
            end
            valid = 0;
            if (draw(2)) repeat (draw(6)) @(negedge clk);
        end
        repeat (6) @(posedge clk);
        if (!failed) begin
            if (ended != FRAMES || goods < 40 || shorts < 10)
                $display("FAIL %0d of %0d frames", ended, FRAMES);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (m_end !== ends_before) fail("an end at a wrong time");
        ends_before = ends;
        ends = valid & last;
        good = lengths[ended%1024] >= 30;
        if (m_valid && good) begin
            if (m_first !== (got == 0)) fail("first");
            for (i = 0; i < B; i = i + 1) if (30 + got * B + i < lengths[ended%1024])
                if (m_data[8*i +: 8] !== wire_byte(ended % 1024, 30 + got * B + i)) fail("a byte");
        end
        if (m_valid) got = got + 1;
        if (m_end) begin
            if (m_bad !== (bads[ended%1024] || !good)) fail("the verdict");
            if (good) begin
                if (m_bytes !== lengths[ended%1024] - 30) fail("bytes");
                if (got * B < m_bytes || got * B >= m_bytes + 2 * B) fail("words");
                for (i = 0; i < 30; i = i + 1)
                    if (m_head[8*i +: 8] !== wire_byte(ended % 1024, i)) fail("a byte of the head");
                goods = goods + 1;
            end else shorts = shorts + 1;
            ended = ended + 1;
            got = 0;
        end
    end
endmodule
