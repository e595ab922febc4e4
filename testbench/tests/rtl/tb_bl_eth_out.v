// Frames for a MAC: the head's 30 bytes, then as many of the memory or of the frame's own data, in
// words without a gap; frames follow each other without a pause, the first word in 2 cycles.
// config: -Ptb_bl_eth_out.WIDTH=64
// config: -Ptb_bl_eth_out.WIDTH=128
// config: -Ptb_bl_eth_out.WIDTH=256
// config: -Ptb_bl_eth_out.WIDTH=512
// config: -Ptb_bl_eth_out.WIDTH=128 -Ptb_bl_eth_out.SLOW=0
`timescale 1ns/1ps
module tb_bl_eth_out;
    parameter WIDTH = 64, SLOW = 1, FRAMES = 120;
    localparam B = WIDTH / 8;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg              f_valid = 0, in_line, m_ready = 0;
    reg  [239:0]     head;
    reg  [15:0]      length;
    reg  [127:0]     data;
    wire             f_ready, read, m_valid, m_last;
    wire [15:0]      rword;
    reg  [WIDTH-1:0] rdata = 0;
    wire [WIDTH-1:0] m_data;
    wire [B-1:0]     m_keep;
    bl_eth_out #(.WIDTH(WIDTH)) dut (
        .clk(clk), .rst(rst), .s_frame_tvalid(f_valid), .s_frame_tready(f_ready),
        .s_frame_head(head), .s_frame_length(length), .s_frame_inline(in_line),
        .s_frame_data(data), .read(read), .rword(rword), .rdata(rdata), .m_mac_tvalid(m_valid),
        .m_mac_tready(m_ready), .m_mac_tdata(m_data), .m_mac_tkeep(m_keep), .m_mac_tlast(m_last));
    integer seed = 6, now = 0, failed = 0, i, at = 0, made = 0, read_frames = 0, ended = 0;
    integer words = 0;
    integer first = -1, word = 0;
    reg [239:0] heads [0:1023];
    reg [127:0] datas [0:1023];
    integer     lengths [0:1023];
    reg         lines [0:1023], f_went = 0, r_went = 0, midst = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function [7:0] stored; input integer frame, at; stored = frame * 53 + at * 7 + at / 256;
        endfunction
    // byte `at` of frame `f` on the wire
    function [7:0] wire_byte; input integer f, at;
        wire_byte = at < 30 ? heads[f] >> (8 * at) : lines[f] ? datas[f] >> (8 * (at - 30))
            : stored(f, at - 30);
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
            else if (!SLOW && now > words + 20) $display("FAIL %0d cycles, %0d words", now, words);
            else $display("PASS");
        end
        $finish(0);
    end
    integer read_of = 0;
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (first >= 0 && m_valid) first = -1;
        if (first >= 0 && now - first >= 2) fail("the first word is late");
        if (f_valid && !m_valid && ended == read_frames && first < 0 && !midst) first = now;
        r_went = read;
        if (read) begin
            if (!f_valid) fail("a read without a frame");
            read_of = read_frames;
            word = rword;
        end
        if (f_valid && f_ready) begin
            read_frames = read_frames + 1;
            f_went = 1;
        end
        if (midst && !m_valid) fail("a gap in a frame");
        if (m_valid) begin
            if (ended >= made) fail("a frame that nobody asked for");
            for (i = 0; i < B; i = i + 1) begin
                if (m_keep[i] !== (at + i < 30 + lengths[ended%1024])) fail("tkeep");
                if (m_keep[i] && m_data[8*i +: 8] !== wire_byte(ended % 1024, at + i))
                    fail("a byte");
            end
            if (m_last !== (at + B >= 30 + lengths[ended%1024])) fail("tlast");
            midst = !m_last || !m_ready;
            if (m_ready) begin
                words = words + 1;
                at = m_last ? 0 : at + B;
                if (m_last) ended = ended + 1;
            end
        end
    end
    always @(negedge clk) if (!rst && !failed) begin
        m_ready = !SLOW || draw(4) != 0;
        if (r_went) for (i = 0; i < B; i = i + 1)
            rdata[8*i +: 8] = stored(read_of % 1024, word * B + i);
        if (f_went) begin
            f_valid = 0;
            f_went = 0;
        end
        if (!f_valid && made < FRAMES && (!SLOW || draw(4) != 0)) begin
            f_valid = 1;
            for (i = 0; i < 8; i = i + 1) head = {head, $random(seed)};
            for (i = 0; i < 4; i = i + 1) data = {data, $random(seed)};
            in_line = draw(3) == 0;
            length = in_line ? draw(17) : draw(4) == 0 ? draw(20) : draw(300);
            heads[made%1024] = head;
            datas[made%1024] = data;
            lines[made%1024] = in_line;
            lengths[made%1024] = length;
            made = made + 1;
        end
    end
endmodule
