// config: -Ptb_bl_kernel_take.DATA_W=256
// config: -Ptb_bl_kernel_take.DATA_W=64 -Ptb_bl_kernel_take.SEED=2
// config: -Ptb_bl_kernel_take.DATA_W=128 -Ptb_bl_kernel_take.SEED=3
// long config: -Ptb_bl_kernel_take.DATA_W=512 -Ptb_bl_kernel_take.SEED=4
// long config: -Ptb_bl_kernel_take.DATA_W=1024 -Ptb_bl_kernel_take.SEED=5 -Ptb_bl_kernel_take.MOVES=1500
// long config: -Ptb_bl_kernel_take.DATA_W=256 -Ptb_bl_kernel_take.MOVES=60000
// Granules numbered from 0 on in words of random fill, moves of random length; all that leaves is
// compared: the next granules, packed, with tlast where the move ends. Then without stalls: a full
// word passes in one cycle, so does a part of one that ends a move, a word that fills two takes one
// cycle more, a long move goes on at a word a cycle, and between moves are 2 cycles at most; five
// commands are taken before a word comes. Then what a move has left, and words without a move, are
// dropped and counted, while a command waits none is, and the next move has what comes behind.
module tb_bl_kernel_take;
    parameter DATA_W = 256;
    parameter MOVES  = 6000;
    parameter SEED   = 1;

    localparam LANES = DATA_W / 32;

    reg                clk, rst;
    reg                c_valid, s_valid, m_ready, drop;
    wire [15:0]        dropped;
    wire               c_ready, s_ready, m_valid, m_last;
    reg  [31:0]        c_length;
    reg  [DATA_W-1:0]  s_data;
    reg  [LANES-1:0]   s_keep;
    wire [DATA_W-1:0]  m_data;
    wire [LANES-1:0]   m_keep;

    bl_kernel_take #(.DATA_W(DATA_W)) dut (
        .clk(clk), .rst(rst), .s_tvalid(c_valid), .s_tready(c_ready), .s_length(c_length),
        .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data),
        .s_axis_tkeep(s_keep), .drop(drop), .dropped(dropped),
        .m_axis_tvalid(m_valid), .m_axis_tready(m_ready),
        .m_axis_tdata(m_data), .m_axis_tkeep(m_keep), .m_axis_tlast(m_last));

    integer seed, failed, moves, taken, sent, got, left, n, l, mode, drawn, now;
    integer lengths [0:1023];           // of moves that are not over
    integer last_out, came, most, fixed, waits;
    reg     full_rate, by_hand, shown;
    reg [DATA_W+LANES:0] was;

    always #5 clk = ~clk;

    function integer up_to;             // 1..most
        input integer most;
        up_to = $unsigned($random(seed)) % most + 1;
    endfunction

    task fail;
        input integer kind;
        if (failed == 0) begin
            failed = kind;
            $display("kind %0d, cycle %0d, move %0d, granule %0d", kind, now, taken, got);
        end
    endtask

    function integer fill;              // granules of the next word
        input integer dummy;
        fill = mode == 1 ? LANES : mode == 2 ? 1 : up_to(LANES);
    endfunction

    function integer length;
        input integer dummy;
        if (fixed != 0) length = fixed;
        else case (up_to(4))
            1: length = up_to(2 * LANES);
            2: length = up_to(LANES);
            3: length = LANES * up_to(4);
            default: length = up_to(12 * LANES);
        endcase
    endfunction

    // commands and words; a move's words may come before its command
    always @(negedge clk) if (!rst) begin
        if (!c_valid && moves < most && !by_hand && (full_rate || up_to(4) == 1)) begin
            c_valid  = 1;
            c_length = length(0);
            lengths[moves % 1024] = c_length;
            moves = moves + 1;
            drawn = drawn + c_length;
        end
        if (!s_valid && sent < drawn && !by_hand && (full_rate || up_to(3) != 1)) begin
            s_valid = 1;
            n = fill(0);
            for (l = 0; l < LANES; l = l + 1) begin
                s_keep[l] = l < n;
                s_data[32*l +: 32] = l < n ? sent + l : $random(seed);
            end
            sent = sent + n;
        end
        m_ready = full_rate || up_to(4) != 1;
        if (fixed == 0 && up_to(400) == 1) mode = up_to(3);
    end

    always @(posedge clk) if (!rst) begin
        now = now + 1;
        if (shown && {m_valid, m_keep, m_data} !== {1'b1, was[DATA_W+LANES-1:0]}) fail(1);
        shown = m_valid && !m_ready;
        was   = {m_last, m_keep, m_data};
        if (m_valid && m_ready) begin
            if (taken == moves) fail(2);
            left = lengths[taken % 1024] - came;
            n = left < LANES ? left : LANES;
            for (l = 0; l < LANES; l = l + 1) begin
                if (m_keep[l] !== (l < n)) fail(3);
                if (l < n && m_data[32*l +: 32] !== got + l) fail(4);
            end
            if (m_last !== (left <= LANES)) fail(5);
            got   = got + n;
            came  = m_last ? 0 : came + n;
            taken = taken + m_last;
            last_out = now;
        end
        if (s_valid && s_ready) begin #1 s_valid = 0; end
    end
    always @(posedge clk) if (!rst && c_valid && c_ready) begin #1 c_valid = 0; end

    // ---- without stalls, words and commands given by hand
    task command;
        input integer of;
        begin
            @(negedge clk);
            c_valid = 1; c_length = of;
            lengths[moves % 1024] = of;
            moves = moves + 1;
            drawn = drawn + of;
            waits = now + 20;
            while (c_valid && now < waits) @(negedge clk);
            if (c_valid) fail(15);
        end
    endtask

    integer gone;
    always @(posedge clk) if (!rst) gone = gone + dropped;

    task dropping;                      // so many granules, at once
        input integer of;
        input integer kind;
        begin
            gone = 0; drop = 1;
            repeat (4) @(negedge clk);
            drop = 0;
            got = got + of;
            if (gone != of || s_valid) fail(kind);
        end
    endtask

    integer begun;
    task word;                          // and the cycles until the move is over, or 0
        input integer of;
        begin
            @(negedge clk);
            s_valid = 1;
            for (l = 0; l < LANES; l = l + 1) begin
                s_keep[l] = l < of;
                s_data[32*l +: 32] = sent + l;
            end
            sent  = sent + of;
            begun = now + 1;
            @(posedge clk);
            #2 if (s_valid) @(posedge clk);
        end
    endtask

    task over;                          // the move is over within so many cycles
        input integer cycles;
        input integer kind;
        integer       moves_over;
        begin
            repeat (6) @(negedge clk);
            if (taken != moves || last_out - begun != cycles) begin
                fail(kind);
                $display("%0d cycles, not %0d", last_out - begun, cycles);
            end
        end
    endtask

    task run;                           // moves of a length in full words, and the time they take
        input integer of;
        input integer each;
        input integer full;
        input integer cycles;
        begin
            mode = 1; fixed = each; begun = now + 1; most = moves + of; by_hand = 0;
            while (taken < most && now < begun + 2 * cycles) @(negedge clk);
            $display("%0d moves of %0d granules: %0d cycles for %0d words in", of, each,
                     last_out - begun, full);
            if (taken != most || last_out - begun > cycles) fail(14);
            by_hand = 1;
            if (sent > got) command(sent - got);
            repeat (6) @(negedge clk);
        end
    endtask

    initial begin
        seed = SEED; {clk, c_valid, s_valid, m_ready, drop, full_rate, by_hand, shown} = 0; rst = 1;
        gone = 0;
        {failed, moves, taken, sent, got, mode, drawn, now, last_out, came} = 0;
        mode = 3; was = 0; most = MOVES; fixed = 0;
        #101 rst = 0;
        while ((taken < MOVES || got < drawn) && failed == 0 && now < 40 * MOVES) begin
            @(negedge clk);
            full_rate = now % 4000 > 3000;
        end
        if (taken != MOVES || got != drawn) fail(6);
        // the rest of the last word and what comes behind is one more move
        full_rate = 1; by_hand = 1;
        if (sent > got) command(sent - got);
        repeat (6) @(negedge clk);
        if (taken != moves) fail(7);
        if (failed == 0) begin
            command(LANES);     word(LANES);               over(1, 8);
            command(LANES - 1); word(LANES - 1);           over(1, 9);
            command(2 * LANES); word(LANES); word(LANES);  over(1, 10);
            command(LANES + 1); word(LANES); word(1);      over(1, 11);
            command(LANES);     word(1); word(LANES - 1);  over(1, 12);
            command(LANES + 1); word(LANES - 1); word(2);  over(2, 13);
        end
        if (failed == 0) begin
            repeat (5) command(LANES);
            repeat (5) word(LANES);
            repeat (10) @(negedge clk);
        end
        // a long move; then short ones, of which each leaves a part of a word for the next
        if (failed == 0) begin
            run(1, 1000 * LANES, 1000, 1000 + 3);
            run(LANES * 20, 3 * LANES + 1, 60 * LANES + 20, 20 * LANES * (4 + 2));
            run(1000, 1, (1000 + LANES - 1) / LANES, 1000 * (1 + 1) + 2);
        end
        if (failed == 0) begin
            command(1);         word(LANES);  repeat (6) @(negedge clk);
            if (!s_valid) fail(16);
            dropping(LANES - 1, 16);
            word(2);            dropping(2, 17);
            command(3);         drop = 1;     word(2);  word(1);
            repeat (6) @(negedge clk);
            drop = 0;
            if (taken != moves) fail(18);
        end
        if (failed != 0)
            $display("FAIL kind %0d (1 withdrawn, 2 none due, 3 tkeep, 4 data, 5 tlast, 6 and 7 ",
                     failed, "too few, 8-13 late, 14 rate, 15 no command taken, ",
                     "16 to 18 dropped)");
        else $display("PASS");
        $finish(0);
    end
endmodule
