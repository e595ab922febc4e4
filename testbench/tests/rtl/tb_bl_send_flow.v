// One flow: every word in order, the size in front where sizes are used, the end with the last
// word, promises kept.
// config: -Ptb_bl_send_flow.SIZES=0
// config: -Ptb_bl_send_flow.SIZES=1
// config: -Ptb_bl_send_flow.SIZES=0 -Ptb_bl_send_flow.STALL=0
`timescale 1ns/1ps
module tb_bl_send_flow;
    parameter SIZES = 0, STALL = 40, EPOCHS = 30;
    localparam K = 2, W = 32;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  turn = 0, s_valid = 0, s_last;
    wire s_ready, o_valid, o_end, o_more, ended;
    reg  [15:0] size = 0;
    reg  [W-1:0] s_data;
    reg  [K-1:0] s_keep;
    wire [W-1:0] o_data;
    wire [K-1:0] o_keep;
    reg  want = 0;
    wire take = want & o_valid;
    bl_send_flow #(.WORD_W(W), .ELEMS(K), .COUNT_W(16)) dut (
        .clk(clk), .rst(rst), .turn(turn), .use_sizes(SIZES != 0), .size(size), .s_tvalid(s_valid),
        .s_tready(s_ready), .s_tdata(s_data), .s_tkeep(s_keep), .s_tlast(s_last), .o_valid(o_valid),
        .take(take), .o_data(o_data), .o_keep(o_keep), .o_end(o_end),
        .o_more(o_more),
        .ended(ended));
    integer seed = 2, now = 0, epoch = 0, left, in_words, out_words, failed = 0, words, sent_all,
        empty_last, got_size, promised = 0, total = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*40-1:0] why;
        begin if (!failed) $display("FAIL %0s cycle %0d", why, now); failed = 1; $finish(0); end
    endtask
    task begin_epoch;
        begin
            left = (draw(4) == 0) ? draw(3) : draw(80);
            if (STALL == 0) left = 60;
            size = left;
            words = (left + K - 1) / K;                 // words with elements
            empty_last = (left == 0) || (draw(2) && STALL != 0);
            in_words = 0;
            out_words = 0;
            got_size = 0;
            sent_all = 0;
        end
    endtask
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        turn <= 0;
        if (promised && !o_valid) fail("promise broken");
        promised = take && o_more;
        if (take) begin
            if (SIZES && !got_size) begin
                if (o_data[15:0] != size || o_end) fail("size expected");
                got_size = 1;
            end else begin
                if (SIZES && o_keep == 0) fail("empty word sent");
                if (o_keep != 0 && o_data != {epoch[15:0], out_words[15:0]})
                    fail("word lost or changed");
                if (o_keep != 0) out_words = out_words + 1;
                total = total + 1;
                if (!SIZES && o_end != (out_words == words && (o_keep == 0 || !empty_last)))
                    fail("end mark misplaced");
            end
        end
        if (ended && !turn) begin
            if (out_words != words || (SIZES && !got_size) || !sent_all) fail("ended too early");
            if (s_valid && s_ready) fail("next stream taken");
            if (draw(3) == 0 || STALL == 0) begin
                turn <= 1;
                epoch = epoch + 1;
                begin_epoch;
            end
        end
        want <= draw(100) >= STALL;
        if (s_valid && s_ready) s_valid <= 0;
        if ((!s_valid || s_ready) && !sent_all && draw(100) >= STALL) begin
            s_valid <= 1;
            s_data  <= {epoch[15:0], in_words[15:0]};
            s_keep  <= (left >= K) ? {K{1'b1}} : (left == 0) ? 0 : 1;
            s_last  <= (left == 0) || (left <= K && !empty_last);
            sent_all = (left == 0) || (left <= K && !empty_last);
            in_words = in_words + 1;
            left = (left < K) ? 0 : left - K;
        end
    end
    initial begin
        begin_epoch;
        repeat (4) @(posedge clk);
        rst <= 0;
        while (epoch < EPOCHS && now < 20000 && !failed) @(posedge clk);
        if (!failed) begin
            if (epoch < EPOCHS) $display("FAIL stuck in epoch %0d", epoch);
            else if (STALL == 0 && now > total + 6 * EPOCHS)
                $display("FAIL %0d cycles for %0d words", now, total);
            else $display("PASS");
        end
        $finish(0);
    end
endmodule
