// Words cut into frames: every word leaves once, in order; a frame ends behind the last of a
// packet, behind "send now", behind a word that fills the payload, before one without room and when
// it has waited long enough, with IDLE for its next word, and nowhere else. Nothing waits without
// a reason.
// config: -Ptb_bl_eth_framer.W=4 -Ptb_bl_eth_framer.PAYLOAD=22
// config: -Ptb_bl_eth_framer.W=1 -Ptb_bl_eth_framer.PAYLOAD=5
// config: -Ptb_bl_eth_framer.W=64 -Ptb_bl_eth_framer.PAYLOAD=64 -Ptb_bl_eth_framer.WORDS=800
// config: -Ptb_bl_eth_framer.W=24 -Ptb_bl_eth_framer.PAYLOAD=200 -Ptb_bl_eth_framer.TIMEOUT=15
// config: -Ptb_bl_eth_framer.W=32 -Ptb_bl_eth_framer.PAYLOAD=160 -Ptb_bl_eth_framer.TIMEOUT=12 -Ptb_bl_eth_framer.IDLE=1
`timescale 1ns/1ps
module tb_bl_eth_framer;
    parameter W = 4, PAYLOAD = 22, TIMEOUT = 30, WORDS = 2000, IDLE = 0;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg            s_valid = 0, s_last = 0, s_user = 0, m_ready = 0;
    reg  [8*W-1:0] s_data;
    reg  [W-1:0]   s_keep;
    wire           s_ready, m_valid, m_last, m_end;
    wire [15:0]    payload = PAYLOAD, timeout = TIMEOUT;
    wire [8*W-1:0] m_data;
    wire [6:0]     m_bytes;
    bl_eth_framer #(.WORD_BYTES(W), .IDLE(IDLE)) dut (
        .clk(clk), .rst(rst), .payload(payload), .timeout(timeout),
        .s_tvalid(s_valid), .s_tready(s_ready), .s_tdata(s_data), .s_tkeep(s_keep),
        .s_tlast(s_last), .s_tuser(s_user), .m_tvalid(m_valid), .m_tready(m_ready),
        .m_tdata(m_data), .m_tbytes(m_bytes), .m_tlast(m_last), .m_end(m_end));
    integer seed = 6, now = 0, failed = 0, i, taken = 0, out = 0, used = 0, since = -1, bytes = 0;
    integer full = 0, tight = 0, late = 0, waits = 0, stuck = 0;
    reg [8*W+8:0] words [0:4095];                // {user, last, bytes, data}: of two cycles at most
    integer       sizes [0:4095];
    reg           offered = 0;
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
        while (taken < WORDS && now < 100000 && !failed) @(posedge clk);
        repeat (TIMEOUT + 40) @(posedge clk);
        if (!failed) begin
            if (out < WORDS || used != 0) $display("FAIL %0d of %0d words", out, WORDS);
            else if ((PAYLOAD % W == 0 && full < 10) || (PAYLOAD > W
                && late < 10) || (PAYLOAD % W != 0 && tight < 10))
                $display("FAIL %0d full, %0d tight, %0d late", full, tight, late);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (since >= 0 && !(IDLE && (s_valid || (m_valid && !m_ready)))) since = since + 1;
        if (m_valid && m_ready) begin
            if (m_bytes == 0) begin
                // an end by itself: in time, or before a word that has no room
                if (!m_end || m_last || used == 0) fail("a word of 0 bytes");
                if (since > TIMEOUT) late = late + 1;
                else if (offered && used + bytes > PAYLOAD) tight = tight + 1;
                else fail("an end without a reason");
                used = 0;
            end else begin
                if (out >= taken || m_bytes !== sizes[out%4096]) fail("a word's bytes");
                for (i = 0; i < m_bytes; i = i + 1)
                    if (m_data[8*i +: 8] !== words[out%4096][8*i +: 8]) fail("a word");
                if (m_last !== words[out%4096][8*W+7]) fail("tlast");
                used = used + m_bytes;
                if (used > PAYLOAD) fail("a frame with too many bytes");
                if (m_end !== (words[out%4096][8*W+7] | words[out%4096][8*W+8]
                    | (used == PAYLOAD))) fail("an end");
                if (used == PAYLOAD) full = full + 1;
                if (m_end) used = 0;
                out = out + 1;
            end
        end
        // a cycle for the way, one for a word of 0 bytes, one for the word itself
        waits = used > 0 && since > TIMEOUT && m_ready ? waits + 1 : 0;
        if (waits > 4) fail("a frame that waits");
        stuck = s_valid && !s_ready && m_ready ? stuck + 1 : 0;
        if (stuck > 1) fail("a word that waits");
        offered = 0;
        if (s_valid) begin
            bytes = 0;
            for (i = 0; i < W; i = i + 1) bytes = bytes + s_keep[i];
            offered = 1;
            if (s_ready) begin
                words[taken%4096] = {s_user, s_last, 7'd0, s_data};
                sizes[taken%4096] = bytes;
                if (IDLE || (used == 0 && out == taken)) since = 0;
                taken = taken + 1;
            end
        end
        if (used == 0 && out == taken) since = -1;
    end
    reg went;
    always @(posedge clk) went <= s_valid & s_ready & ~rst;
    always @(posedge clk) #1 if (went) s_valid = 0;
    always @(negedge clk) if (!rst && !failed) begin
        m_ready = now % 400 < 200 || draw(3) == 0;
        if (!s_valid && taken < WORDS && (now % 300 < 150 || draw(TIMEOUT) == 0)) begin
            s_valid = 1;
            for (i = 0; i < 8 * W; i = i + 32) s_data = {s_data, $random(seed)};
            s_last = draw(12) == 0;
            s_user = draw(15) == 0;
            s_keep = {W{1'b1}};
            if (s_last) s_keep = s_keep >> draw(W);
        end
    end
endmodule
