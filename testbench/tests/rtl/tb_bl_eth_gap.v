// config: -Ptb_bl_eth_gap.SLOW=0 -Ptb_bl_eth_gap.LOSS=0
// config: -Ptb_bl_eth_gap.SLOW=1 -Ptb_bl_eth_gap.LOSS=4
// config: -Ptb_bl_eth_gap.SLOW=1 -Ptb_bl_eth_gap.LOSS=40 -Ptb_bl_eth_gap.SEED=9
// Units of a channel whose frames are lost, come late or twice, and begin anew with another joining
// or sender: each unit once, in order, zeros in place of what is missing, those counted, logged and
// reported to the moves that take them; no move waits longer than the silence; a word a cycle.
`timescale 1ns/1ps
module tb_bl_eth_gap;
    parameter SLOW = 1, LOSS = 4, SEED = 6, MOVES = 300;
    localparam SILENCE = 60;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg          begins = 0, s_valid = 0, m_ready = 0, logs = 1, l_ready = 0, s_first = 0;
    reg  [31:0]  length = 0;
    reg  [255:0] s_data = 0;
    reg  [7:0]   s_keep = 0;
    reg  [43:0]  s_tag = 0;
    wire         missed, s_ready, m_valid, l_valid;
    wire [31:0]  lost, l_at, l_count;
    wire [255:0] m_data;
    wire [7:0]   m_keep;
    bl_eth_gap #(.SILENCE(SILENCE)) dut (
        .clk(clk), .rst(rst), .begins(begins), .length(length), .empties(1'b0), .missed(missed),
        .lost(lost), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data),
        .s_axis_tkeep(s_keep), .s_axis_tfirst(s_first), .s_axis_ttag(s_tag),
        .m_axis_tvalid(m_valid), .m_axis_tready(m_ready), .m_axis_tdata(m_data),
        .m_axis_tkeep(m_keep), .logs(logs), .log_tvalid(l_valid), .log_tready(l_ready),
        .log_at(l_at), .log_count(l_count));
    integer seed = SEED, now = 0, failed = 0, i, n, owed = 0, moves = 0, quiet = 0;
    // of this joining: units that were made, left, are zeros; frames: what one has, and where
    integer made = 0, left = 0, zeros = 0, logged = 0, reported = 0, taken_zero = 0, words = 0;
    integer frame_at = 0, frame_left = 0, frame_size = 0, kept = 0, total = 0, joining = 1;
    integer before = 0, olds = 0, rejoined = 0, origin = 3, last_zero = 0;
    reg     inner = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    // no unit is 0
    function [31:0] unit; input integer j, at; unit = {j[7:0], at[22:0], 1'b1}; endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d unit %0d", why, now, left);
            failed = 1;
            $finish(0);
        end
    endtask
    task new_frame; begin
        // what is lost before it is never made; now and then an old one comes again
        if (LOSS && draw(40) == 0) begin
            joining = joining + 1;
            if (draw(3) == 0) origin = 3 + draw(5);
            made = 0;
            rejoined = rejoined + 1;
        end
        if (LOSS && draw(100) < LOSS) made = made + 1 + draw(draw(3) ? 20 : 300);
        frame_size = 1 + draw(draw(3) ? 80 : 8);
        if (LOSS && made > 100 && draw(12) == 0) begin
            frame_at = draw(made - 90);
            frame_size = 1 + draw(80);
            olds = olds + 1;
        end else begin
            frame_at = made;
            made = made + frame_size;
        end
        frame_left = frame_size;
        inner = 0;
    end endtask
    task offer; begin
        if (frame_left == 0 && (!SLOW || draw(3) == 0)) new_frame;
        s_valid = frame_left != 0 && (!SLOW || draw(8) != 0);
        if (s_valid) begin
            kept = frame_left > 8 ? 8 : frame_left;
            s_first = !inner;
            s_tag = {origin[3:0], 8'h5a, joining[7:0], frame_at[23:0]};
            for (i = 0; i < 8; i = i + 1) begin
                s_keep[i] = i < kept;
                s_data[32*i +: 32] = unit(joining, frame_at + frame_size - frame_left + i);
            end
        end
    end endtask
    // by joining: it comes out whole, each unit or a zero
    integer out_joining = 1, wide;
    task check; begin
        words = words + 1;
        wide = 0;
        last_zero = m_data[31:0] == 0;
        for (i = 0; i < 8; i = i + 1) begin
            if (m_keep[i] !== (m_keep >> i != 0)) fail("tkeep");
            if (m_keep[i]) begin
                wide = wide + 1;
                if (m_data[32*i +: 32] !== 0 && m_data[32*i+24 +: 8] != out_joining[7:0]) begin
                    if (m_data[32*i+24 +: 8] != 8'd1 + out_joining[7:0] && !LOSS) fail("joining");
                    out_joining = m_data[32*i+24 +: 8];
                    left = m_data[32*i+1 +: 23] < before ? 0 : left;
                    left = m_data[32*i+1 +: 23];
                end
                if ((m_data[32*i +: 32] != 0) == last_zero) fail("a word of both");
                if (m_data[32*i +: 32] != 0 && m_data[32*i +: 32] !== unit(out_joining, left))
                    fail("a unit in a wrong place");
                left = left + 1;
                total = total + 1;
            end
        end
        if (last_zero) begin
            zeros = zeros + wide;
            if (wide > owed) fail("zeros beyond a move");
        end
        owed = owed - wide;
    end endtask
    initial begin
        repeat (4) @(posedge clk);
        rst <= 0;
        while (moves < MOVES && now < 200000 && !failed) @(posedge clk);
        while (owed > 0 && now < 250000 && !failed) @(posedge clk);
        if (!failed) begin
            if (moves < MOVES) $display("FAIL %0d moves", moves);
            else if (!LOSS && lost != 0) $display("FAIL %0d units lost", lost);
            else if (LOSS && (olds < 5 || rejoined < 3)) $display("FAIL %0d %0d", olds, rejoined);
            else if (LOSS && reported == 0) $display("FAIL nothing was missed");
            else if (lost < zeros || lost > zeros + 700 || lost != logged)
                $display("FAIL %0d lost, %0d zeros, %0d logged", lost, zeros, logged);
            else if (!SLOW && now > words + words / 8 + 100)
                $display("FAIL %0d words in %0d cycles", words, now);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (begins) begin
            owed = owed + length;
            moves = moves + 1;
        end
        if (missed !== (taken_zero != 0)) fail("missed");
        if (missed) reported = reported + 1;
        taken_zero = m_valid && m_ready && m_data[31:0] == 0;
        if (s_valid && s_ready) begin
            frame_left = frame_left - kept;
            inner = 1;
        end
        if (m_valid && m_ready) check;
        if (l_valid && l_ready) begin
            if (l_count == 0) fail("an empty gap");
            logged = logged + l_count;
        end
        quiet = owed > 0 && !m_valid && !l_valid && !(s_valid && SLOW) ? quiet + 1 : 0;
        if (quiet > SILENCE + 12) fail("a move waits too long");
    end
    // what was taken at the last edge; moves whose turn has come
    reg     s_taken = 0;
    integer dut_taken = 0;
    always @(negedge clk) if (!rst && !failed) begin
        m_ready = owed > 0 && (!SLOW || draw(4) != 0);
        l_ready = draw(3) == 0;
        begins = moves < MOVES && owed < (SLOW ? 60 : 2000) && (!SLOW || draw(5) == 0)
            && dut.moves.some !== 1'bx && moves - dut_taken < 6;
        length = 1 + draw(draw(3) ? 40 : 400);
        if (!s_valid || s_taken) offer;
    end
    always @(posedge clk) begin
        s_taken = s_valid & s_ready;
        if (!rst && dut.turn) dut_taken = dut_taken + 1;
    end
endmodule
