// Frames of a store taken apart into words: every byte of a frame once, in order, all words whole
// but the last, which has m_tlast where the frame is its packet's last. Rows are asked for one at a
// time and only those of frames that are there; a word a cycle while the reader takes them.
// config: -Ptb_bl_eth_contract.W=4 -Ptb_bl_eth_contract.WIDTH=128
// config: -Ptb_bl_eth_contract.W=13 -Ptb_bl_eth_contract.WIDTH=256
// config: -Ptb_bl_eth_contract.W=64 -Ptb_bl_eth_contract.WIDTH=512 -Ptb_bl_eth_contract.FRAMES=100
// config: -Ptb_bl_eth_contract.W=16 -Ptb_bl_eth_contract.WIDTH=256 -Ptb_bl_eth_contract.SLOW=0
`timescale 1ns/1ps
module tb_bl_eth_contract;
    parameter W = 4, WIDTH = 128, SLOW = 1, FRAMES = 250;
    localparam ROW = WIDTH / 8;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg              f_valid = 0, f_last, m_ready = 0;
    reg  [15:0]      f_bytes;
    reg  [11:0]      f_rows;
    wire             f_ready, read, m_valid, m_last;
    reg  [WIDTH-1:0] rdata;
    wire [8*W-1:0]   m_data;
    wire [W-1:0]     m_keep;
    reg  [6:0]       f_tag = 0;
    wire [6:0]       m_tag;
    wire             m_first;
    bl_eth_contract #(.WORD_BYTES(W), .WIDTH(WIDTH), .TAG_W(7)) dut (
        .clk(clk), .rst(rst), .s_frame_tvalid(f_valid), .s_frame_tready(f_ready),
        .s_frame_bytes(f_bytes), .s_frame_rows(f_rows), .s_frame_last(f_last), .read(read),
        .rdata(rdata), .m_tvalid(m_valid), .m_tready(m_ready), .m_tdata(m_data), .m_tkeep(m_keep),
        .m_tlast(m_last), .s_frame_tag(f_tag), .m_first(m_first), .m_tag(m_tag));
    integer seed = 6, now = 0, failed = 0, i, n, frames = 0, row = 0, stuck = 0, words = 0, got = 0;
    integer ended = 0, at = 0, total = 0, first = -1, gone = 0;
    integer        bytes [0:1023];
    reg            last [0:1023];
    reg            f_went = 0, r_went = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function [7:0] made; input integer frame, at; made = frame * 37 + at * 11 + at / 256;
        endfunction
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
        while (ended < FRAMES && now < 60000 && !failed) @(posedge clk);
        repeat (10) @(posedge clk);
        if (!failed) begin
            if (ended < FRAMES || m_valid) $display("FAIL %0d of %0d frames", ended, FRAMES);
            else if (!SLOW && now > total + total / 20 + 30)
                $display("FAIL %0d cycles for %0d words", now, total);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (first >= 0 && m_valid) first = -1;
        if (first >= 0 && now - first >= 2) fail("the first word is late");
        r_went = read;
        if (read) begin
            if (!f_valid || row >= f_rows) fail("a row that is not there");
            if (f_ready !== (row == f_rows - 1)) fail("a frame's end");
            gone = row;
            row = row + 1;
            if (ended == frames && row == 1 && !m_valid) first = now;
        end else if (f_ready) fail("a frame's end without its row");
        if (f_valid && f_ready) begin
            frames = frames + 1;
            row = 0;
            f_went = 1;
        end
        if (m_valid) begin
            // frames leave in the order in which they are read: `frames` counts those read wholly
            n = bytes[ended%1024] - at;
            if (n > W) n = W;
            if (n < 1) fail("a word too many");
            for (i = 0; i < W; i = i + 1) begin
                if (m_keep[i] !== (i < n)) fail("tkeep");
                if (i < n && m_data[8*i +: 8] !== made(ended, at + i)) fail("a byte");
            end
            if (m_first !== (at == 0)) fail("the first word");
            if (m_tag !== ended % 128) fail("the tag");
            if (m_last !== (last[ended%1024] && at + n == bytes[ended%1024])) fail("tlast");
            if (m_ready) begin
                at = at + n;
                total = total + 1;
                if (at == bytes[ended%1024]) begin
                    at = 0;
                    ended = ended + 1;
                end
            end
            stuck = 0;
        end else stuck = f_valid ? stuck + 1 : 0;
        if (stuck > (W + ROW - 1) / ROW + 4) fail("nothing comes");
    end
    integer made_frames = 0;
    always @(negedge clk) if (!rst && !failed) begin
        m_ready = !SLOW || draw(3) != 0;
        rdata = r_went ? 0 : rdata;
        if (r_went) for (i = 0; i < ROW; i = i + 1)
            rdata[8*i +: 8] = made(f_went ? frames - 1 : frames, gone * ROW + i);
        if (f_went) begin
            f_valid = 0;
            f_went = 0;
        end
        if (!f_valid && made_frames < FRAMES && (!SLOW || draw(4) != 0)) begin
            f_valid = 1;
            n = draw(SLOW ? 5 : 20) == 0 ? 1 + draw(ROW) : 1 + draw(8 * ROW);
            if (draw(4) == 0) n = n + ROW - n % ROW;
            f_bytes = n;
            f_rows = (n + ROW - 1) / ROW;
            f_last = draw(2);
            f_tag = made_frames;
            bytes[made_frames%1024] = n;
            last[made_frames%1024] = f_last;
            made_frames = made_frames + 1;
        end
    end
endmodule
