// long config: -Ptb_bl_kernel_switch.SOURCES=2 -Ptb_bl_kernel_switch.TARGETS=2
// config: -Ptb_bl_kernel_switch.SOURCES=1 -Ptb_bl_kernel_switch.TARGETS=1
// long config: -Ptb_bl_kernel_switch.SOURCES=3 -Ptb_bl_kernel_switch.TARGETS=2 -Ptb_bl_kernel_switch.DATA_W=64
// long config: -Ptb_bl_kernel_switch.SOURCES=5 -Ptb_bl_kernel_switch.TARGETS=9 -Ptb_bl_kernel_switch.DATA_W=128
// config: -Ptb_bl_kernel_switch.SOURCES=40 -Ptb_bl_kernel_switch.TARGETS=2 -Ptb_bl_kernel_switch.DATA_W=64 -Ptb_bl_kernel_switch.MOVES=200
// config: -Ptb_bl_kernel_switch.SOURCES=2 -Ptb_bl_kernel_switch.TARGETS=40 -Ptb_bl_kernel_switch.DATA_W=64 -Ptb_bl_kernel_switch.MOVES=200
// config: -Ptb_bl_kernel_switch.SOURCES=4 -Ptb_bl_kernel_switch.TARGETS=6 -Ptb_bl_kernel_switch.DATA_W=64 -Ptb_bl_kernel_switch.SOME=3 -Ptb_bl_kernel_switch.MOVES=2000
// long config: -Ptb_bl_kernel_switch.SOURCES=12 -Ptb_bl_kernel_switch.TARGETS=10 -Ptb_bl_kernel_switch.DATA_W=64 -Ptb_bl_kernel_switch.SOME=1000 -Ptb_bl_kernel_switch.MOVES=1000
// long config: -Ptb_bl_kernel_switch.SOURCES=1 -Ptb_bl_kernel_switch.TARGETS=32 -Ptb_bl_kernel_switch.DATA_W=64 -Ptb_bl_kernel_switch.MOVES=1000
// long config: -Ptb_bl_kernel_switch.SOURCES=4 -Ptb_bl_kernel_switch.TARGETS=4 -Ptb_bl_kernel_switch.MOVES=100000
// Random moves of random length from random sources to random targets; their numbers and words
// come, and words are taken, at random. Every word is compared with the one that is due at its
// target. idle is set 2 cycles late at most and never early. Then without stalls: a word leaves
// in the cycle behind the one in which it came, moves follow without a gap, and pairs that have
// nothing in common do not slow each other down. With SOME > 0 moves name a source and the target
// of the same number, and of other pairs every SOME-th; one of a pair that none names stops.
module tb_bl_kernel_switch;
    parameter SOURCES = 2;
    parameter TARGETS = 2;
    parameter DATA_W  = 256;
    parameter MOVES   = 4000;
    parameter SEED    = 1;
    parameter SOME    = 0;

    localparam SOURCE_W = SOURCES <= 2 ? 1 : SOURCES <= 4 ? 2 : SOURCES <= 8 ? 3
        : SOURCES <= 16 ? 4 : SOURCES <= 32 ? 5 : 6;
    localparam TARGET_W = TARGETS <= 2 ? 1 : TARGETS <= 4 ? 2 : TARGETS <= 8 ? 3
        : TARGETS <= 16 ? 4 : TARGETS <= 32 ? 5 : 6;
    localparam LANES = DATA_W / 32;
    localparam LISTED = 128;            // moves of an end that are not over

    function may;                       // whether moves name the pair
        input integer from_source;
        input integer to_target;
        may = SOME == 0 || from_source == to_target
            || (to_target * SOURCES + from_source) % (SOME == 0 ? 1 : SOME) == 0;
    endfunction
    function [SOURCES*TARGETS-1:0] pairs_of;
        input integer unused;
        integer       a, b;
        for (a = 0; a < SOURCES; a = a + 1)
            for (b = 0; b < TARGETS; b = b + 1) pairs_of[b*SOURCES+a] = may(a, b);
    endfunction
    localparam [SOURCES*TARGETS-1:0] MASK = pairs_of(0);

    reg                          clk, rst;
    reg  [SOURCES-1:0]           to_valid, s_valid, s_last;
    reg  [TARGETS-1:0]           from_valid, m_ready;
    wire [SOURCES-1:0]           to_ready, s_ready;
    wire [TARGETS-1:0]           from_ready, m_valid, m_last;
    reg  [SOURCES*TARGET_W-1:0]  to;
    reg  [TARGETS*SOURCE_W-1:0]  from;
    reg  [SOURCES*DATA_W-1:0]    s_data;
    reg  [SOURCES*LANES-1:0]     s_keep;
    wire [TARGETS*DATA_W-1:0]    m_data;
    wire [TARGETS*LANES-1:0]     m_keep;
    wire                         idle;

    bl_kernel_switch #(.SOURCES(SOURCES), .TARGETS(TARGETS), .DATA_W(DATA_W), .MASK(MASK)) dut (
        .clk(clk), .rst(rst), .s_to_tvalid(to_valid), .s_to_tready(to_ready), .s_to(to),
        .s_from_tvalid(from_valid), .s_from_tready(from_ready), .s_from(from),
        .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data),
        .s_axis_tkeep(s_keep), .s_axis_tlast(s_last), .m_axis_tvalid(m_valid),
        .m_axis_tready(m_ready), .m_axis_tdata(m_data), .m_axis_tkeep(m_keep),
        .m_axis_tlast(m_last), .idle(idle));

    integer seed, broken, now, moves, most, stalls, over, fixed, source, target, n, quiet, pairs;
    // lists of each end, of which `drawn` are drawn, `offered` offered, `run` begun
    integer s_whose [0:SOURCES*LISTED-1], s_words [0:SOURCES*LISTED-1];
    integer s_move [0:SOURCES*LISTED-1];
    integer t_whose [0:TARGETS*LISTED-1], t_words [0:TARGETS*LISTED-1];
    integer t_move [0:TARGETS*LISTED-1];
    integer s_drawn [0:SOURCES-1], s_offered [0:SOURCES-1], s_run [0:SOURCES-1], s_at [0:SOURCES-1];
    integer t_drawn [0:TARGETS-1], t_offered [0:TARGETS-1], t_run [0:TARGETS-1], t_at [0:TARGETS-1];
    reg     possible;

    always #5 clk = ~clk;

    function integer up_to;             // 1..most
        input integer last;
        up_to = $unsigned($random(seed)) % last + 1;
    endfunction

    function [DATA_W+LANES-1:0] word;   // of a move: its number, that of the word, tkeep
        input integer move;
        input integer at;
        word = {{DATA_W/64{move[31:0], at[31:0] * 32'h9e3779b1}}, move[LANES-1:0] ^ at[LANES-1:0]};
    endfunction

    task fail;
        input integer kind;
        input integer at;
        if (broken == 0) begin
            broken = kind;
            $display("kind %0d at %0d, cycle %0d, %0d moves over", kind, at, now, over);
        end
    endtask

    task draw;
        begin
            source = up_to(SOURCES) - 1;
            target = up_to(TARGETS) - 1;
            while (!may(source, target)) begin
                source = up_to(SOURCES) - 1;
                target = up_to(TARGETS) - 1;
            end
            if (pairs != 0) begin source = moves % pairs; target = source; end
            n = up_to(3) == 1 ? up_to(20) : up_to(2);
            if (fixed != 0) n = fixed;
            possible = s_drawn[source] - s_run[source] < LISTED - 2
                && t_drawn[target] - t_run[target] < LISTED;
            if (possible) begin
                s_whose[source*LISTED + s_drawn[source] % LISTED] = target;
                s_words[source*LISTED + s_drawn[source] % LISTED] = n;
                s_move[source*LISTED + s_drawn[source] % LISTED] = moves;
                t_whose[target*LISTED + t_drawn[target] % LISTED] = source;
                t_words[target*LISTED + t_drawn[target] % LISTED] = n;
                t_move[target*LISTED + t_drawn[target] % LISTED] = moves;
                s_drawn[source] = s_drawn[source] + 1;
                t_drawn[target] = t_drawn[target] + 1;
                moves = moves + 1;
            end
        end
    endtask

    integer s, t, m;
    always @(negedge clk) if (!rst) begin
        possible = 1;
        while (moves < most && possible) draw;
        for (s = 0; s < SOURCES; s = s + 1) begin
            if (!to_valid[s] && s_offered[s] < s_drawn[s] && (stalls == 0 || up_to(8) == 1)) begin
                to_valid[s] = 1;
                to[s*TARGET_W +: TARGET_W] = s_whose[s*LISTED + s_offered[s] % LISTED];
                s_offered[s] = s_offered[s] + 1;
            end
            if (!s_valid[s] && s_run[s] < s_drawn[s] && (stalls == 0 || up_to(3) != 1)) begin
                s_valid[s] = 1;
                m = s * LISTED + s_run[s] % LISTED;
                {s_data[s*DATA_W +: DATA_W], s_keep[s*LANES +: LANES]} = word(s_move[m], s_at[s]);
                s_at[s]   = s_at[s] + 1;
                s_last[s] = s_at[s] == s_words[m];
                if (s_last[s]) begin s_at[s] = 0; s_run[s] = s_run[s] + 1; end
            end
        end
        for (t = 0; t < TARGETS; t = t + 1) begin
            if (!from_valid[t] && t_offered[t] < t_drawn[t] && (stalls == 0 || up_to(8) == 1)) begin
                from_valid[t] = 1;
                from[t*SOURCE_W +: SOURCE_W] = t_whose[t*LISTED + t_offered[t] % LISTED];
                t_offered[t] = t_offered[t] + 1;
            end
            m_ready[t] = stalls == 0 || up_to(4) != 1;
        end
    end

    reg [SOURCES-1:0] s_taken;
    reg [SOURCES-1:0] to_taken;
    reg [TARGETS-1:0] from_taken, t_shown;
    reg [TARGETS*(DATA_W+LANES+1)-1:0] was;
    integer u, k, tos, froms, in_words, out_words, begun, ended;
    always @(posedge clk) if (!rst) begin
        now = now + 1;
        if (|(s_valid & s_ready) && in_words == 0) begun = now;
        for (u = 0; u < SOURCES; u = u + 1) in_words = in_words + (s_valid[u] && s_ready[u]);
        for (u = 0; u < TARGETS; u = u + 1) begin
            if (t_shown[u] && (!m_valid[u] || was[u*(DATA_W+LANES+1) +: DATA_W+LANES+1]
                !== {m_last[u], m_data[u*DATA_W +: DATA_W], m_keep[u*LANES +: LANES]})) fail(1, u);
            t_shown[u] = m_valid[u] && !m_ready[u];
            was[u*(DATA_W+LANES+1) +: DATA_W+LANES+1]
                = {m_last[u], m_data[u*DATA_W +: DATA_W], m_keep[u*LANES +: LANES]};
            if (m_valid[u] && m_ready[u]) begin
                k = u * LISTED + t_run[u] % LISTED;
                if (t_run[u] == t_drawn[u]) fail(2, u);
                if ({m_data[u*DATA_W +: DATA_W], m_keep[u*LANES +: LANES]}
                    !== word(t_move[k], t_at[u])) fail(3, u);
                t_at[u] = t_at[u] + 1;
                if (m_last[u] !== (t_at[u] == t_words[k])) fail(4, u);
                if (m_last[u]) begin
                    t_at[u] = 0; t_run[u] = t_run[u] + 1; over = over + 1;
                end
                out_words = out_words + 1;
                ended = now;
            end
        end
        // something is held, or a number is on its way: not idle in the next cycle
        quiet = over == tos && over == froms && !(|{to_valid, from_valid, m_valid}) ? quiet + 1 : 0;
        s_taken = s_valid & s_ready;
        to_taken = to_valid & to_ready;
        from_taken = from_valid & from_ready;
        for (u = 0; u < SOURCES; u = u + 1) tos = tos + to_taken[u];
        for (u = 0; u < TARGETS; u = u + 1) froms = froms + from_taken[u];
        #1;
        if (idle && quiet == 0) fail(5, 0);
        if (!idle && quiet > 1) fail(6, 0);
        s_valid    = s_valid & ~s_taken;
        to_valid   = to_valid & ~to_taken;
        from_valid = from_valid & ~from_taken;
    end

    task drain;
        input integer cycles;
        integer       end_now;
        begin
            end_now = now + cycles;
            while (broken == 0 && over < most && now < end_now) @(negedge clk);
            if (over != most || in_words != out_words) fail(7, 0);
            repeat (5) @(negedge clk);
            if (!idle) fail(8, 0);
        end
    endtask

    task rate;                          // moves of a length, of as many pairs as there are
        input integer each;
        input integer words;
        begin
            stalls = 0; fixed = words;
            pairs = SOURCES < TARGETS ? SOURCES : TARGETS;
            in_words = 0; out_words = 0;
            most = moves + each * pairs;
            drain(100 + 2 * each * words);
            $display("%0d pairs, %0d moves of %0d words each: %0d cycles", pairs, each, words,
                     ended - begun);
            // a number may come in every cycle; the first word waits for none
            if (ended - begun != each * words) fail(9, ended - begun);
        end
    endtask

    task nowhere;                       // a move of a pair that is not there
        begin
            for (n = 0; n < SOURCES * TARGETS; n = n + 1)
                if (!may(n % SOURCES, n / SOURCES)) begin
                    source = n % SOURCES; target = n / SOURCES;
                end
            @(negedge clk);
            to_valid[source] = 1; to[source*TARGET_W +: TARGET_W] = target;
            from_valid[target] = 1; from[target*SOURCE_W +: SOURCE_W] = source;
            s_valid[source] = 1; s_last[source] = 1;
            repeat (20) @(negedge clk) if (s_ready[source] || m_valid != 0) fail(10, source);
        end
    endtask

    initial begin
        seed = SEED; {clk, to_valid, s_valid, from_valid, m_ready, t_shown, s_last} = 0;
        {broken, now, moves, over, begun, ended, fixed, quiet, pairs, in_words, out_words} = 0;
        {tos, froms} = 0;
        for (n = 0; n < SOURCES; n = n + 1) begin
            s_drawn[n] = 0; s_offered[n] = 0; s_run[n] = 0; s_at[n] = 0;
        end
        for (n = 0; n < TARGETS; n = n + 1) begin
            t_drawn[n] = 0; t_offered[n] = 0; t_run[n] = 0; t_at[n] = 0;
        end
        rst = 1; stalls = 1; most = 0;
        #101 rst = 0;
        repeat (3) @(negedge clk);
        while (most < MOVES && broken == 0) begin
            most = most + 200;
            stalls = most / 200 % 3 != 0;
            drain(200 * 100);
        end
        rate(200, 1); rate(1, 1); rate(40, 9);
        if (SOME != 0) nowhere;
        if (broken != 0)
            $display("FAIL kind %0d (1 withdrawn, 2 none due, 3 data, 4 tlast, 5 idle early, ",
                     broken, "6 idle late, 7 few, 8 not idle, 9 rate, 10 joined)");
        else $display("PASS");
        $finish(0);
    end
endmodule
