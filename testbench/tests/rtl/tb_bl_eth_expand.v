// Words packed into rows, byte behind byte: rows of a frame are full but the last, which ends it
// and may have none; a frame begins with a row. A row leaves in the cycle behind its last word.
// config: -Ptb_bl_eth_expand.W=4 -Ptb_bl_eth_expand.WIDTH=128
// config: -Ptb_bl_eth_expand.W=13 -Ptb_bl_eth_expand.WIDTH=256
// config: -Ptb_bl_eth_expand.W=64 -Ptb_bl_eth_expand.WIDTH=512 -Ptb_bl_eth_expand.WORDS=1000
// config: -Ptb_bl_eth_expand.W=40 -Ptb_bl_eth_expand.WIDTH=512 -Ptb_bl_eth_expand.SLOW=0 -Ptb_bl_eth_expand.WORDS=2000
`timescale 1ns/1ps
module tb_bl_eth_expand;
    parameter W = 4, WIDTH = 128, SLOW = 1, WORDS = 2500;
    localparam ROW = WIDTH / 8, ROWS = 4096;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg              s_valid = 0, s_last = 0, s_end = 0, m_ready = 0;
    reg  [8*W-1:0]   s_data;
    reg  [6:0]       s_bytes;
    wire             s_ready, m_valid, m_last, m_end;
    wire [WIDTH-1:0] m_data;
    wire [6:0]       m_bytes;
    bl_eth_expand #(.WORD_BYTES(W), .WIDTH(WIDTH)) dut (
        .clk(clk), .rst(rst), .s_tvalid(s_valid), .s_tready(s_ready), .s_tdata(s_data),
        .s_tbytes(s_bytes), .s_tlast(s_last), .s_end(s_end), .m_tvalid(m_valid),
        .m_tready(m_ready), .m_tdata(m_data), .m_tbytes(m_bytes), .m_tlast(m_last),
        .m_end(m_end));
    integer seed = 6, now = 0, failed = 0, i, taken = 0, fill = 0, rows = 0, out = 0, stuck = 0;
    integer empty = 0, over = 0, extra = 0;
    // rows as they should leave
    reg [WIDTH-1:0] r_data [0:ROWS-1], row;
    integer         r_bytes [0:ROWS-1];
    reg             r_end [0:ROWS-1], r_last [0:ROWS-1];
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d", why, now);
            failed = 1;
            $finish(0);
        end
    endtask
    task put; input ends; begin
        r_data[rows%ROWS] = row;
        r_bytes[rows%ROWS] = fill;
        r_end[rows%ROWS] = ends;
        r_last[rows%ROWS] = s_last;
        rows = rows + 1;
        fill = 0;
    end endtask
    initial begin
        repeat (4) @(posedge clk);
        rst <= 0;
        while (taken < WORDS && now < 60000 && !failed) @(posedge clk);
        repeat (20) @(posedge clk);
        if (!failed) begin
            if (taken < WORDS || out != rows) $display("FAIL %0d of %0d rows", out, rows);
            else if (empty < 3 || (ROW % W != 0 && over < 5))
                $display("FAIL %0d empty rows, %0d frames with one more", empty, over);
            else if (!SLOW && now > WORDS + over + 30) $display("FAIL %0d cycles", now);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (m_valid) begin
            if (out >= rows || m_bytes !== r_bytes[out%ROWS] || m_end !== r_end[out%ROWS]
                || (m_end && m_last !== r_last[out%ROWS])) fail("a row's bytes or end");
            for (i = 0; i < m_bytes; i = i + 1)
                if (m_data[8*i +: 8] !== r_data[out%ROWS][8*i +: 8]) fail("a byte");
            if (m_bytes == 0) empty = empty + 1;
            if (m_ready) out = out + 1;
        end else if (out < rows) fail("a row is late");
        stuck = s_valid && !s_ready && (m_ready || !m_valid) ? stuck + 1 : 0;
        if (stuck > 1) fail("a word that waits");
        if (s_valid && s_ready) begin
            taken = taken + 1;
            extra = fill + s_bytes > ROW && s_end;
            over = over + extra;
            for (i = 0; i < s_bytes; i = i + 1) begin
                row[8*fill +: 8] = s_data[8*i +: 8];
                fill = fill + 1;
                if (fill == ROW && !(s_end && i == s_bytes - 1)) put(0);
            end
            if (s_end) put(1);
        end
    end
    reg went;
    always @(posedge clk) went <= s_valid & s_ready & ~rst;
    always @(posedge clk) #1 if (went) s_valid = 0;
    always @(negedge clk) if (!rst && !failed) begin
        m_ready = !SLOW || draw(3) != 0;
        if (!s_valid && taken < WORDS && (!SLOW || draw(4) != 0)) begin
            s_valid = 1;
            for (i = 0; i < 8 * W; i = i + 32) s_data = {s_data, $random(seed)};
            s_end = draw(15) == 0;
            s_last = draw(2);
            s_bytes = !s_end ? W : draw(3) == 0 ? 0 : draw(W + 1);
            // where the rows before are full, too
            if (SLOW && fill == 0 && draw(3) == 0) begin
                s_end = 1;
                s_bytes = 0;
            end
        end
    end
endmodule
