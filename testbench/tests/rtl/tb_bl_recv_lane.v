// A lane of the receiver: words of several sources, ended by mark or by size, in any or in
// increasing order; and errors reported.
// config: -Ptb_bl_recv_lane.SOURCES=1
// config: -Ptb_bl_recv_lane.SOURCES=4
// config: -Ptb_bl_recv_lane.SOURCES=3 -Ptb_bl_recv_lane.SIZES=1 -Ptb_bl_recv_lane.ORDERED=1
// long config: -Ptb_bl_recv_lane.SOURCES=2 -Ptb_bl_recv_lane.SIZES=1
// config: -Ptb_bl_recv_lane.SOURCES=4 -Ptb_bl_recv_lane.SIZES=1 -Ptb_bl_recv_lane.ORDERED=1
// config: -Ptb_bl_recv_lane.SOURCES=2 -Ptb_bl_recv_lane.BREAK=1
// config: -Ptb_bl_recv_lane.SOURCES=2 -Ptb_bl_recv_lane.BREAK=2
// config: -Ptb_bl_recv_lane.SOURCES=2 -Ptb_bl_recv_lane.BREAK=3
// config: -Ptb_bl_recv_lane.SOURCES=2 -Ptb_bl_recv_lane.SIZES=1 -Ptb_bl_recv_lane.BREAK=4
// config: -Ptb_bl_recv_lane.SOURCES=4 -Ptb_bl_recv_lane.MARK=1
// config: -Ptb_bl_recv_lane.SOURCES=2 -Ptb_bl_recv_lane.SIZES=1 -Ptb_bl_recv_lane.MARK=1
`timescale 1ns/1ps
module tb_bl_recv_lane;
    parameter SOURCES = 2, SIZES = 0, ORDERED = 0, STALL = 30, EPOCHS = 12;
    // 1: some words say that they are not to be trusted
    parameter MARK = 0;
    // 1 after the end, 2 other epoch, 3 other lane, 4 too many elements
    parameter BREAK = 0;
    // element: {source[3:0], number[11:0]}
    localparam K = 4, W = 64, INDEX_W = (SOURCES <= 2) ? 1 : 2;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg  s_valid = 0, wrong = 0, epoch = 0;
    wire s_ready, valid, last, error, invalid;
    integer marked = 0, reported = 0;
    reg  ready = 0;
    reg  [W-1:0] s_data;
    reg  [K-1:0] s_keep;
    reg  [1:0] s_user;
    reg  [INDEX_W-1:0] index;
    wire [INDEX_W-1:0] select;
    wire [W-1:0] data;
    wire [K-1:0] keep;
    bl_recv_lane #(.SOURCES(SOURCES), .WORD_W(W), .ELEMS(K), .COUNT_W(12)) dut (
        .clk(clk), .rst(rst), .epoch(epoch), .use_sizes(SIZES != 0), .s_tvalid(s_valid),
        .s_tready(s_ready), .s_tdata(s_data),
        .s_tkeep(s_keep),
        .s_tuser(s_user), .s_index(index), .s_wrong(wrong), .select(select), .m_tvalid(valid),
        .m_tready(ready), .m_tdata(data),
        .m_tkeep(keep),
        .m_tlast(last), .error(error), .invalid(invalid));
    integer seed = 6, now = 0, round = 0, k, e, s, n, amount [0:SOURCES-1], sent [0:SOURCES-1],
        got [0:SOURCES-1], failed = 0, done, more;
    reg [SOURCES-1:0] sized, ended;
    function integer draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail; input [8*40-1:0] why;
        begin
            if (!failed && BREAK == 0) begin
                $display("FAIL %0s cycle %0d", why, now);
                $finish(0);
            end
            failed = BREAK == 0;
        end
    endtask
    task begin_round;
        for (k = 0; k < SOURCES; k = k + 1) begin
            amount[k] = (draw(3) == 0) ? draw(3) : draw(300);
            sent[k] = 0;
            got[k] = 0;
            sized[k] = 0;
            ended[k] = 0;
        end
    endtask
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (valid && ready) begin
            if (keep == 0 && !last) fail("empty word");
            for (e = 0; e < K; e = e + 1) if (keep[e]) begin
                s = data[e*16+12 +: 4];
                if (data[e*16 +: 12] != got[s]) fail("element lost or out of order");
                got[s] = got[s] + 1;
                if (ORDERED)
                    for (k = 0; k < s; k = k + 1)
                        if (got[k] != amount[k]) fail("sources out of order");
            end
            if (last) begin
                for (k = 0; k < SOURCES; k = k + 1)
                    if (got[k] != amount[k]) fail("ended too early");
                round = round + 1;
                epoch <= ~epoch;
                begin_round;
            end
        end
        ready <= draw(100) >= STALL;
        if (s_valid && s_ready) s_valid <= 0;
        more = 0;
        for (k = 0; k < SOURCES; k = k + 1) if (!ended[k]) more = 1;
        if ((!s_valid || s_ready) && more && draw(100) >= STALL && !(valid && ready && last)) begin
            s = draw(SOURCES);
            while (ended[s]) s = (s + 1) % SOURCES;
            if (!ORDERED || s == select) begin
                s_valid <= 1;
                index   <= s;
                wrong   <= BREAK == 3 && round == 3;
                s_user
                    <= {epoch ^ (BREAK == 2 && round == 3),
                        SIZES != 0 && MARK != 0 && draw(8) == 0};
                if (SIZES && !sized[s]) begin
                    s_data <= (BREAK == 4 && amount[s] > 8) ? amount[s] - 1 : amount[s];
                    s_keep <= {K{1'b1}};
                    sized[s] = 1;
                    ended[s] = amount[s] == 0;
                end else begin
                    n = (amount[s] - sent[s] < K) ? amount[s] - sent[s] : 1 + draw(K);
                    for (e = 0; e < K; e = e + 1) begin
                        s_keep[e] <= e < n;
                        s_data[e*16 +: 16] <= (s << 12) | (sent[s] + e);
                    end
                    sent[s] = sent[s] + n;
                    if (sent[s] == amount[s]) begin
                        ended[s] = SIZES || draw(3) != 0 || n == 0;
                        if (!SIZES) s_user[0] <= ended[s];
                        if (n == 0) s_data[0] <= MARK != 0 && draw(2) != 0;
                        if (BREAK == 1 && SOURCES > 1 && s == 0 && ended != {SOURCES{1'b1}}) begin
                            ended[s] = 0;                              // sends on after its mark
                            s_user[0] <= 1;
                        end
                    end
                end
            end
        end
        if (error && BREAK == 0) fail("error without a cause");
        if (s_valid && s_ready && s_user[0] && (SIZES || (s_keep == 0 && s_data[0])))
            marked = marked + 1;
        if (invalid) reported = reported + 1;
        if (reported > marked || reported + 2 < marked) fail("invalid too often or too late");
    end
    initial begin
        begin_round;
        repeat (4) @(posedge clk);
        rst <= 0;
        while (round < EPOCHS && now < 20000 && !failed && !(BREAK != 0 && error)) @(posedge clk);
        repeat (4) @(posedge clk);
        if (!failed || BREAK != 0) begin
            if (BREAK != 0 && !error)
                $display("FAIL error not reported, round %0d cycle %0d", round, now);
            else if (BREAK == 0 && round < EPOCHS) $display("FAIL stuck in round %0d", round);
            else if (marked != reported || (marked != 0) != (MARK != 0))
                $display("FAIL %0d marked, %0d reported", marked, reported);
            else $display("PASS");
        end
        $finish(0);
    end
endmodule
