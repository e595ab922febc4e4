// A channel's way in: rows of frames, kept, dropped and too many, become words on the kernel's
// clock. Every frame that is kept and not reported lost comes byte by byte, in order, with its
// mark behind its last word; none is lost while there is room; a word is there within a bound.
// config: -Ptb_bl_eth_stream_in.W=4 -Ptb_bl_eth_stream_in.WIDTH=128 -Ptb_bl_eth_stream_in.TAKE=25
// config: -Ptb_bl_eth_stream_in.W=13 -Ptb_bl_eth_stream_in.WIDTH=256 -Ptb_bl_eth_stream_in.KERNEL=3
// config: -Ptb_bl_eth_stream_in.W=64 -Ptb_bl_eth_stream_in.WIDTH=512 -Ptb_bl_eth_stream_in.FRAMES=150 -Ptb_bl_eth_stream_in.KERNEL=8
`timescale 1ns/1ps
module tb_bl_eth_stream_in;
    // KERNEL: half of its clock's period, in ns, beside 5; TAKE: percent of the cycles in which
    // a word is taken
    parameter W = 4, WIDTH = 128, KERNEL = 7, TAKE = 80, FRAMES = 300, LOG_ROWS = 5;
    localparam ROW = WIDTH / 8, BYTES = 65536;
    reg clk = 0, rst = 1, m_clk = 0, m_rst = 1;
    always #5 clk = ~clk;
    always #KERNEL m_clk = ~m_clk;
    reg              write = 0, close = 0, keep = 0, s_last = 0, m_ready = 0;
    reg  [WIDTH-1:0] wdata;
    reg  [15:0]      s_bytes;
    reg  [11:0]      s_rows;
    wire             lost, m_valid, m_last;
    wire [8*W-1:0]   m_data;
    wire [W-1:0]     m_keep;
    reg  [9:0] s_tag = 0;
    wire [9:0] m_tag;
    wire       m_first;
    bl_eth_stream_in #(.WORD_BYTES(W), .WIDTH(WIDTH), .LOG_ROWS(LOG_ROWS), .TAG_W(10)) dut (
        .s_tag(s_tag), .m_axis_tfirst(m_first), .m_axis_ttag(m_tag),
        .clk(clk), .rst(rst), .write(write), .wdata(wdata), .close(close), .keep(keep),
        .s_bytes(s_bytes), .s_rows(s_rows), .s_last(s_last), .lost(lost), .m_clk(m_clk),
        .m_rst(m_rst), .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), .m_axis_tdata(m_data),
        .m_axis_tkeep(m_keep), .m_axis_tlast(m_last));
    integer seed = 6, now = 0, failed = 0, i, n, made = 0, rows, extra, row, put = 0, took = 0;
    integer frames = 0, ended = 0, losses = 0, drops = 0, rests = 0, kept_rows = 0, ask;
    integer f_start [0:1023], f_bytes [0:1023], f_rows [0:1023];
    reg     f_last [0:1023];
    reg [7:0] bytes [0:BYTES-1];
    integer at = 0;
    reg     roomy = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    integer seed_m = 17;
    function integer draw_m; input integer n; draw_m = ($random(seed_m) & 32'h7fffffff) % n;
    endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s frame %0d", why, ended);
            failed = 1;
            $finish(0);
        end
    endtask
    initial begin
        repeat (12) @(posedge clk);
        rst <= 0;
        @(posedge m_clk) m_rst <= 0;
        repeat (8) @(posedge clk);
        @(negedge clk);
        for (made = 0; made < FRAMES && !failed; made = made + 1) begin
            n = 1 + draw(draw(3) ? 3 * ROW : 10 * ROW);
            if (draw(4) == 0) n = n + ROW - n % ROW;
            rows = (n + ROW - 1) / ROW;
            extra = draw(4) == 0;                // a row of padding, which nobody reads
            s_last = draw(2);
            s_tag = frames;
            // what is in the memory before it; two rows are begun to be read, and the list has 32
            roomy = kept_rows + rows + extra + 6 < (1 << LOG_ROWS) && frames - ended < 24;
            for (row = 0; row < rows + extra; row = row + 1) begin
                write = 1;
                for (i = 0; i < ROW; i = i + 1) begin
                    wdata[8*i +: 8] = $random(seed);
                    bytes[(put+row*ROW+i)%BYTES] = wdata[8*i +: 8];
                end
                close = row == rows + extra - 1 && draw(2);
                ask = close;
                keep = draw(6) != 0;
                s_bytes = n;
                s_rows = rows;
                @(negedge clk);
                write = 0;
                if (!close && draw(5) == 0) repeat (draw(3)) @(negedge clk);
            end
            if (!ask) begin
                close = 1;
                keep = draw(6) != 0;
                @(negedge clk);
            end
            close = 0;
            // `lost` is a register
            if (lost && !keep) fail("a frame is lost that was not to be kept");
            if (lost && roomy) fail("a frame is lost though there is room");
            if (lost) losses = losses + 1;
            else if (!keep) drops = drops + 1;
            else begin
                f_start[frames%1024] = put;
                f_bytes[frames%1024] = n;
                f_rows[frames%1024] = rows;
                f_last[frames%1024] = s_last;
                put = put + n;
                kept_rows = kept_rows + rows;
                frames = frames + 1;
            end
            if (draw(3) == 0) repeat (draw(30)) @(negedge clk);
        end
        repeat (20000) if (ended < frames && !failed) @(posedge clk);
        if (!failed) begin
            if (ended != frames || frames < FRAMES / 6 || drops < 10 || (TAKE < 50 && losses < 5))
                $display("FAIL %0d of %0d frames, %0d lost", ended, frames, losses);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge m_clk) if (!m_rst && !failed) begin
        if (m_valid && m_ready) begin
            if (ended >= frames) fail("a frame that nobody kept");
            i = f_bytes[ended%1024] - at;
            took = i > W ? W : i;
            for (i = 0; i < W; i = i + 1) begin
                if (m_keep[i] !== (i < took)) fail("tkeep");
                if (i < took && m_data[8*i +: 8]
                    !== bytes[(f_start[ended%1024]+at+i)%BYTES]) fail("a byte");
            end
            if (m_first !== (at == 0) || m_tag !== ended % 1024) fail("the first word, or a tag");
            at = at + took;
            if (m_last !== (f_last[ended%1024] && at == f_bytes[ended%1024])) fail("tlast");
            if (at == f_bytes[ended%1024]) begin
                kept_rows = kept_rows - f_rows[ended%1024];
                ended = ended + 1;
                at = 0;
            end
        end
        rests = ended < frames && !m_valid ? rests + 1 : 0;
        if (rests > 12 + 60 / KERNEL) fail("a frame that is kept does not come");
    end
    always @(negedge m_clk) m_ready = draw_m(100) < TAKE;
endmodule
