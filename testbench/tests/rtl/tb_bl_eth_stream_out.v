// A channel's way out: words of a kernel, on its clock, become frames in a store. Every byte leaves
// once, in order; a frame ends where bl_eth_framer says, its rows and its mark are right, and what
// is begun comes within a bound.
// config: -Ptb_bl_eth_stream_out.W=4 -Ptb_bl_eth_stream_out.WIDTH=128 -Ptb_bl_eth_stream_out.PAYLOAD=90 -Ptb_bl_eth_stream_out.SLOW=1
// config: -Ptb_bl_eth_stream_out.W=13 -Ptb_bl_eth_stream_out.WIDTH=256 -Ptb_bl_eth_stream_out.PAYLOAD=200 -Ptb_bl_eth_stream_out.KERNEL=3
// config: -Ptb_bl_eth_stream_out.W=64 -Ptb_bl_eth_stream_out.WIDTH=512 -Ptb_bl_eth_stream_out.PAYLOAD=512 -Ptb_bl_eth_stream_out.WORDS=500 -Ptb_bl_eth_stream_out.KERNEL=8
// config: -Ptb_bl_eth_stream_out.W=8 -Ptb_bl_eth_stream_out.WIDTH=128 -Ptb_bl_eth_stream_out.PAYLOAD=96 -Ptb_bl_eth_stream_out.WORDS=900 -Ptb_bl_eth_stream_out.TIMEOUT=30
`timescale 1ns/1ps
module tb_bl_eth_stream_out;
    // KERNEL: half of its clock's period, in ns, beside 5; TIMEOUT: 0 is none;
    // SLOW: the reader waits now and then until the store is full
    parameter W = 4, WIDTH = 128, PAYLOAD = 90, KERNEL = 7, TIMEOUT = 0, SLOW = 0, WORDS = 800;
    localparam ROW = WIDTH / 8, BYTES = 65536;
    reg clk = 0, rst = 1, s_clk = 0, s_rst = 1;
    always #5 clk = ~clk;
    always #KERNEL s_clk = ~s_clk;
    reg              s_valid = 0, s_last, s_user, f_ready = 0, read = 0;
    reg  [8*W-1:0]   s_data;
    reg  [W-1:0]     s_keep;
    wire             s_ready, f_valid, f_last;
    wire [15:0]      f_bytes;
    wire [15:0]      payload = PAYLOAD, timeout = TIMEOUT == 0 ? 65535 : TIMEOUT;
    wire [11:0]      f_rows;
    wire [WIDTH-1:0] rdata;
    bl_eth_stream_out #(.WORD_BYTES(W), .WIDTH(WIDTH), .LOG_ROWS(6)) dut (
        .s_clk(s_clk), .s_rst(s_rst), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready),
        .s_axis_tdata(s_data), .s_axis_tkeep(s_keep), .s_axis_tlast(s_last),
        .s_axis_tuser(s_user), .clk(clk), .rst(rst), .payload(payload), .timeout(timeout),
        .m_frame_tvalid(f_valid), .m_frame_tready(f_ready), .m_frame_bytes(f_bytes),
        .m_frame_rows(f_rows), .m_frame_last(f_last), .read(read), .rdata(rdata));
    integer seed = 6, seed_s = 7, now = 0, failed = 0, i, k, n, taken = 0, put = 0, out = 0;
    integer rows = 0, row = 0, frame = 0, length = 0, full = 0, tight = 0, late = 0, marked = 0;
    integer rests = 0, s_at, draining = 0;
    // behind each byte: where a word ends, whether it has a mark; the bytes of the word behind
    reg [7:0] bytes [0:BYTES-1];
    reg       word_end [0:BYTES-1], last_at [0:BYTES-1], user_at [0:BYTES-1];
    integer   word_of [0:BYTES-1];
    reg       went = 0, was_read = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function integer draw_s; input integer n; draw_s = ($random(seed_s) & 32'h7fffffff) % n;
    endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d byte %0d", why, now, out);
            failed = 1;
            $finish(0);
        end
    endtask
    initial begin
        repeat (12) @(posedge clk);
        rst <= 0;
        @(posedge s_clk) s_rst <= 0;
        while (taken < WORDS && now < 100000 && !failed) @(posedge clk);
        draining = 1;
        repeat (3000) if (out < put) @(posedge clk);
        if (!failed) begin
            if (taken < WORDS || out < put - (TIMEOUT == 0 ? PAYLOAD : 0))
                $display("FAIL %0d of %0d bytes", out, put);
            else if (marked < 10 || (PAYLOAD % W == 0 ? full < 5 : tight < 5)
                || (TIMEOUT != 0 && late < 5))
                $display("FAIL %0d marked, %0d full, %0d tight, %0d late", marked, full, tight,
                    late);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge s_clk) if (!s_rst && !failed && s_valid && s_ready) begin
        k = 0;
        for (s_at = 0; s_at < W; s_at = s_at + 1) if (s_keep[s_at]) k = k + 1;
        for (s_at = 0; s_at < k; s_at = s_at + 1) begin
            bytes[(put+s_at)%BYTES] = s_data[8*s_at +: 8];
            word_end[(put+s_at)%BYTES] = s_at == k - 1;
            last_at[(put+s_at)%BYTES] = s_last && s_at == k - 1;
            user_at[(put+s_at)%BYTES] = s_user && s_at == k - 1;
            word_of[(put+s_at)%BYTES] = k;
        end
        put = put + k;
        taken = taken + 1;
        went = 1;
    end
    always @(negedge s_clk) if (!s_rst && !failed) begin
        if (went || !s_valid) begin
            went = 0;
            s_valid = taken < WORDS && (taken % 200 < 100 || draw_s(TIMEOUT == 0 ? 4 : 40) == 0);
            for (s_at = 0; s_at < W; s_at = s_at + 1) s_data[8*s_at +: 8] = $random(seed_s);
            s_last = draw_s(25) == 0;
            s_user = draw_s(30) == 0;
            s_keep = {W{1'b1}};
            if (s_last) s_keep = s_keep >> draw_s(W);
        end
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (was_read) begin
            n = length - row * ROW;
            for (i = 0; i < ROW && i < n; i = i + 1)
                if (rdata[8*i +: 8] !== bytes[(out+row*ROW+i)%BYTES]) fail("a byte");
            row = row + 1;
            if (row == rows) begin
                out = out + length;
                rows = 0;
            end
        end
        was_read = read;
        if (f_valid && f_ready) begin
            length = f_bytes;
            rows = f_rows;
            row = 0;
            if (length == 0 || length > PAYLOAD || out + length > put) fail("a frame's bytes");
            if (rows != (length + ROW - 1) / ROW) fail("a frame's rows");
            for (i = 0; i < length - 1; i = i + 1)
                if (last_at[(out+i)%BYTES] || user_at[(out+i)%BYTES]) fail("a mark in a frame");
            i = (out + length - 1) % BYTES;
            if (!word_end[i]) fail("a frame that ends in a word");
            if (f_last !== last_at[i]) fail("a frame's mark");
            if (last_at[i] || user_at[i]) marked = marked + 1;
            else if (length == PAYLOAD) full = full + 1;
            else if (out + length < put && length + word_of[(i+1)%BYTES] > PAYLOAD)
                tight = tight + 1;
            else if (TIMEOUT != 0) late = late + 1;
            else fail("a frame without a reason");
        end
        // bytes of a frame that has ended, or has to: at most 6 cycles of either clock
        rests = (TIMEOUT != 0 && draining ? out < put : put - out > 2 * PAYLOAD + 4 * W) && !f_valid
            && rows == 0 ? rests + 1 : 0;
        if (rests > TIMEOUT + 60) fail("a frame does not come");
    end
    always @(negedge clk) if (!rst && !failed) begin
        f_ready = rows == 0 && draw(SLOW && now % 3000 < 1500 && !draining ? 60 : 3) == 0;
        read = 0;
        if (rows > 0 && !was_read && draw(3) != 0) read = 1;
    end
endmodule
