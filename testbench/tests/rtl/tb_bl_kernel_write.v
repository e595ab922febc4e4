// long config: -Ptb_bl_kernel_write.DATA_W=256
// long config: -Ptb_bl_kernel_write.DATA_W=256 -Ptb_bl_kernel_write.HALF=3700 -Ptb_bl_kernel_write.SEED=2
// long config: -Ptb_bl_kernel_write.DATA_W=256 -Ptb_bl_kernel_write.HALF=900 -Ptb_bl_kernel_write.SEED=3
// long config: -Ptb_bl_kernel_write.DATA_W=64 -Ptb_bl_kernel_write.SEED=4
// config: -Ptb_bl_kernel_write.DATA_W=128 -Ptb_bl_kernel_write.LOG_PIECE=5
// long config: -Ptb_bl_kernel_write.DATA_W=512 -Ptb_bl_kernel_write.LOG_PIECE=12 -Ptb_bl_kernel_write.MOVES=600
// long config: -Ptb_bl_kernel_write.DATA_W=1024 -Ptb_bl_kernel_write.LOG_PIECE=8 -Ptb_bl_kernel_write.MOVES=400
// long config: -Ptb_bl_kernel_write.DATA_W=256 -Ptb_bl_kernel_write.MOVES=40000
// long config: -Ptb_bl_kernel_write.DATA_W=64 -Ptb_bl_kernel_write.HALF=2600 -Ptb_bl_kernel_write.MOVES=40000
// Random commands and moves, either of them first, against a memory that stalls at random: every
// request, and of every word its bytes and strobes, are compared, so that nothing lies beside its
// place. No burst is requested before all its granules have come, and its words follow without a
// gap. Each move is reported once, in order, behind its last response. Then error responses, behind
// which nothing is reported; then, with nothing stalled, the latency of a single granule and of a
// word at every lane, and the rate with 1 us to a response, in one move and in many.
module tb_bl_kernel_write;
    parameter DATA_W    = 256;
    parameter LOG_PIECE = 9;
    parameter MOVES     = 1500;
    parameter HALF      = 2247;         // ps of half a period of clk: 222.5 MHz
    parameter HOST_HALF = 2000;         // and of host_clk: 250 MHz
    parameter SEED      = 1;

    localparam LANES = DATA_W / 32, BYTES = DATA_W / 8;
    localparam PIECE = (1 << LOG_PIECE) < 16 * BYTES ? 1 << LOG_PIECE : 16 * BYTES;
    localparam LISTED = 4096;           // moves, and bursts, that are remembered

    reg                 clk, rst, host_clk, host_rst;
    reg                 c_valid, s_valid, s_last;
    wire                c_ready, s_ready, done, failed;
    reg  [63:0]         c_address;
    reg  [31:0]         c_length;
    reg  [DATA_W-1:0]   s_data;
    reg  [LANES-1:0]    s_keep;
    wire [63:0]         awaddr;
    wire [7:0]          awlen;
    wire                awvalid, wvalid, wlast, bready;
    reg                 awready, wready, bvalid;
    wire [DATA_W-1:0]   wdata;
    wire [DATA_W/8-1:0] wstrb;
    reg  [1:0]          bresp;

    bl_kernel_write #(.DATA_W(DATA_W), .LOG_PIECE(LOG_PIECE)) dut (
        .clk(clk), .rst(rst), .s_tvalid(c_valid), .s_tready(c_ready), .s_address(c_address),
        .s_length(c_length), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready),
        .s_axis_tdata(s_data), .s_axis_tkeep(s_keep), .s_axis_tlast(s_last), .done(done),
        .failed(failed), .host_clk(host_clk), .host_rst(host_rst), .m_axi_awaddr(awaddr),
        .m_axi_awlen(awlen), .m_axi_awvalid(awvalid), .m_axi_awready(awready),
        .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast), .m_axi_wvalid(wvalid),
        .m_axi_wready(wready), .m_axi_bresp(bresp), .m_axi_bvalid(bvalid),
        .m_axi_bready(bready));

    integer seed, broken, now, host_now, stalls, slow_aw, most, fixed, slow, latency, lane_fixed;
    integer given, offered, fed, fed_of, came, n, l, left;
    reg [63:0] at [0:LISTED-1];         // of the moves
    reg [31:0] of [0:LISTED-1];
    integer    from [0:LISTED-1];       // granules before a move
    reg [63:0] base, here;

    integer aw_in, w_move;              // requests, and moves of words, at the memory

    always #HALF clk = ~clk;
    always #HOST_HALF host_clk = ~host_clk;

    function integer up_to;             // 1..most
        input integer last;
        up_to = $unsigned($random(seed)) % last + 1;
    endfunction

    function [31:0] granule;            // of all moves one behind the other
        input integer number;
        granule = number * 32'h9e3779b1 + 1;
    endfunction

    task fail;
        input integer kind;
        if (broken == 0) begin
            broken = kind;
            $display("kind %0d, cycle %0d, move %0d, burst %0d", kind, now, w_move, aw_in);
        end
    endtask

    // ---- commands are drawn into the list; command and words of a move come in any order
    task draw;
        begin
            case (up_to(8))
                1: n = up_to(3 * PIECE / 4);
                2, 3: n = up_to(12 * LANES);
                4: n = 1;
                5: n = LANES * up_to(4);
                default: n = up_to(2 * LANES);
            endcase
            here = base + 4 * up_to(2048);
            if (up_to(4) == 1) here = (here | PIECE - 1) + 1 - 4 * up_to(LANES);
            if (up_to(4) == 1) here = here & ~(BYTES - 1);
            if (fixed != 0) n = fixed;
            if (lane_fixed >= 0) here = base + 4 * lane_fixed;
            at[given % LISTED] = here;
            of[given % LISTED] = n;
            from[(given + 1) % LISTED] = from[given % LISTED] + n;
            given = given + 1;
        end
    endtask

    always @(negedge clk) if (!rst) begin
        while (given < most && given < offered + 8) draw;
        if (!c_valid && offered < given && (stalls == 0 || up_to(6) == 1)) begin
            c_valid   = 1;
            c_address = at[offered % LISTED];
            c_length  = of[offered % LISTED];
            offered   = offered + 1;
        end
        if (slow == 0 && stalls != 0 && up_to(300) == 1) slow = up_to(100);
        if (slow != 0) slow = slow - 1;
        if (!s_valid && fed < given && (stalls == 0 || slow == 0 && up_to(5) != 1)) begin
            left    = of[fed % LISTED] - fed_of;
            s_valid = 1;
            s_last  = left <= LANES;
            for (l = 0; l < LANES; l = l + 1) begin
                s_keep[l] = l < left;
                s_data[32*l +: 32] = l < left ? granule(from[fed % LISTED] + fed_of + l)
                    : $random(seed);
            end
            fed_of = s_last ? 0 : fed_of + LANES;
            fed    = fed + s_last;
        end
    end
    integer accepted;                   // granules
    always @(posedge clk) if (!rst && c_valid && c_ready) begin #1 c_valid = 0; end
    always @(posedge clk) if (!rst && s_valid && s_ready) begin
        accepted = from[(s_last ? fed - 1 : fed) % LISTED]
            + (s_last ? of[(fed - 1) % LISTED] : fed_of);
        #1 s_valid = 0;
    end

    // ---- the memory: requests, words, responses
    integer aw_move, aw_of, w_beat, w_bursts, b_out, w_of, i, answered, b_moves;
    reg [63:0] aw_at [0:LISTED-1];
    reg [7:0]  aw_len [0:LISTED-1];
    reg        aw_last [0:LISTED-1];
    integer    b_due [0:LISTED-1];
    integer    aw_whose [0:LISTED-1];
    reg [63:0] finish, end_at, place;
    reg [72:0] aw_was;
    reg [DATA_W+BYTES+1:0] w_was;
    reg        within;
    integer    words;
    integer    bad;                     // the burst that is answered with an error, or -1
    integer    last_w;

    always @(posedge host_clk) if (host_rst) begin
        {awready, wready, bvalid} <= 0;
    end else begin
        host_now = host_now + 1;
        if (aw_was[0] && aw_was !== {awaddr, awlen, awvalid}) fail(1);
        if (w_was[0] && w_was !== {wdata, wstrb, wlast, wvalid}) fail(1);
        aw_was = {awaddr, awlen, awvalid && !awready};
        w_was  = {wdata, wstrb, wlast, wvalid && !wready};
        if (awvalid) begin
            // exactly the words of the moves, cut at multiples of a piece, their granules all there
            if (aw_move == given) fail(2);
            place  = at[aw_move % LISTED] - at[aw_move % LISTED] % BYTES + aw_of;
            finish = at[aw_move % LISTED] + 4 * of[aw_move % LISTED] - 1;
            finish = finish - finish % BYTES + BYTES;
            end_at = place - place % PIECE + PIECE;
            if (end_at > finish) end_at = finish;
            if (awaddr !== place || (awlen + 1) * BYTES != end_at - place) fail(3);
            n = (end_at - at[aw_move % LISTED]) / 4;
            if (n > of[aw_move % LISTED]) n = of[aw_move % LISTED];
            if (accepted < from[aw_move % LISTED] + n) fail(4);
            if (awready) begin
                aw_at[aw_in % LISTED] = awaddr; aw_len[aw_in % LISTED] = awlen;
                aw_last[aw_in % LISTED] = end_at == finish;
                aw_whose[aw_in % LISTED] = aw_move;
                aw_of = end_at == finish ? 0 : aw_of + (end_at - place);
                aw_move = aw_move + (end_at == finish);
                aw_in = aw_in + 1;
            end
        end
        // a burst's words are all there when it is requested: none is missed, none runs ahead
        if (w_bursts < aw_in && !wvalid) fail(5);
        if (wvalid && w_bursts > aw_in - !(awvalid && !awready)) fail(6);
        if (wvalid && wready) begin
            here = at[w_move % LISTED] - at[w_move % LISTED] % BYTES + w_of;
            for (i = 0; i < BYTES; i = i + 1) begin
                place = here + i;
                if (wstrb[i] !== (place >= at[w_move % LISTED]
                    && place < at[w_move % LISTED] + 4 * of[w_move % LISTED])) fail(7);
                if (wstrb[i] && i % 4 == 0 && wdata[8*i +: 32]
                    !== granule(from[w_move % LISTED] + (place - at[w_move % LISTED]) / 4))
                    fail(8);
            end
            w_of  = w_of + BYTES;
            finish = at[w_move % LISTED] + 4 * of[w_move % LISTED] - 1;
            finish = finish - finish % BYTES + BYTES;
            if (wlast !== (here + BYTES == finish || (here + BYTES) % PIECE == 0)) fail(9);
            if (here + BYTES == finish) begin w_of = 0; w_move = w_move + 1; end
            if (wlast) begin
                b_due[w_bursts % LISTED] = host_now + latency
                    + (stalls != 0 ? $unsigned($random(seed)) % 40 : 0);
                w_bursts = w_bursts + 1;
            end
            words  = words + 1;
            last_w = $time / 1000;
        end
        awready <= stalls == 0 || up_to(slow_aw) == 1;
        wready  <= stalls == 0 || up_to(4) != 1;
        if (bvalid && bready) b_moves = b_moves + aw_last[(b_out - 1) % LISTED];
        if (!bvalid || bready) begin
            bvalid <= 1'b0;
            if (b_out < aw_in && b_out < w_bursts && b_due[b_out % LISTED] <= host_now
                && (stalls == 0 || up_to(3) != 1)) begin
                bvalid <= 1'b1;
                bresp  <= b_out == bad ? 2'd2 : 2'd0;
                b_out  = b_out + 1;
            end
        end
        // clk is no more than twice as slow here: room for what is answered
        if (bready !== 1'b1) fail(10);
    end

    always @(posedge clk) if (!rst) begin
        now = now + 1;
        if (done) begin
            answered = answered + 1;
            if (answered > b_moves) fail(11);
            if (bad >= 0 && bad < aw_in && answered > aw_whose[bad % LISTED]) fail(12);
        end
    end

    // ---- ps from the edge that takes a move's last word to the one that sees awvalid, and wvalid;
    // from the one with a response to the one with done
    integer first, first_b, to_aw, to_w, to_done;
    reg     aw_shown, w_shown;
    always @(posedge clk) begin
        if (s_valid && s_ready && s_last) first = $time;
        if (done) to_done = $time - first_b;
    end
    always @(posedge host_clk) begin
        if (awvalid && !aw_shown) to_aw = $time - first;
        if (wvalid && !w_shown) to_w = $time - first;
        if (bvalid && bready) first_b = $time;
        aw_shown = awvalid;
        w_shown  = wvalid;
    end

    task both_resets;
        begin
            @(negedge clk) rst = 1; host_rst = 1; most = 0;
            #(20 * (HALF + HOST_HALF));
            {given, offered, fed, fed_of, accepted, aw_in, aw_move, aw_of, w_move, w_beat} = 0;
            {w_bursts, b_out, w_of, answered, b_moves, c_valid, s_valid, aw_was, w_was} = 0;
            from[0] = 0; bad = -1;
            @(negedge host_clk) host_rst = 0;
            @(negedge clk) rst = 0;
        end
    endtask

    task drain;                         // all moves are over, or nothing has moved for long
        integer words_then, then;
        begin
            then = now;
            words_then = words;
            while (broken == 0 && answered < most && now < then + 6000) begin
                @(negedge clk);
                if (words != words_then) then = now;
                words_then = words;
            end
            if (answered != most || w_move != most || aw_move != most || b_out != aw_in) fail(13);
            repeat (20) @(negedge clk);
            if (answered != most) fail(14);
        end
    endtask

    task error;
        begin
            both_resets;
            bad  = up_to(60) - 1;
            most = 80;
            repeat (80 * 200 + 4 * latency) @(negedge clk);
            if (aw_move != most || !failed || answered != aw_whose[bad]) fail(15);
        end
    endtask

    task single;                        // a move at each lane, alone
        input integer length;
        input integer extra;            // cycles more if it is in two words
        integer       k, limit;
        begin
            latency = 20; stalls = 0;
            both_resets;
            fixed = length;
            for (k = 0; k < LANES && broken == 0; k = k + 1) begin
                repeat (20) @(negedge clk);
                lane_fixed = k;
                most = most + 1;
                drain;
                limit = 2 * HALF * (k == 0 ? 1 : 1 + extra) + 6 * HOST_HALF;
                if (to_aw > limit || to_w > limit || to_done > 8 * HALF) begin
                    fail(16);
                    $display("%0d ps to awvalid, %0d to wvalid, %0d from bvalid to done", to_aw,
                             to_w, to_done);
                end
            end
            lane_fixed = -1; fixed = 0;
            $display("%0d granules: %0d ps to awvalid, %0d to wvalid, %0d from bvalid to done",
                     length, to_aw, to_w, to_done);
        end
    endtask

    task rate;                          // moves of a length: words a cycle of the slower clock
        input integer moves;
        input integer length;
        integer       begun, ideal;
        begin
            latency = 250; stalls = 0; fixed = length;
            both_resets;
            begun = $time / 1000;
            most = moves;
            drain;
            // time in ns; words that are written, one more for every move than come
            ideal = moves * (length / LANES + 1)
                * 2 * (HALF > HOST_HALF ? HALF : HOST_HALF) / 1000;
            $display("%0d moves of %0d granules: %0d ns, at a word a cycle %0d", moves, length,
                     last_w - begun, ideal);
            if (last_w - begun > ideal
                + 2 * moves * 2 * (HALF > HOST_HALF ? HALF : HOST_HALF) / 1000
                + 2 * 40 * (HALF + HOST_HALF) / 1000) fail(17);
            fixed = 0;
        end
    endtask

    initial begin
        seed = SEED; base = 64'h0123_4567_89ab_0000;
        {clk, host_clk, s_last, s_data, s_keep, bvalid, awready, wready, aw_shown, w_shown} = 0;
        {broken, now, host_now, fixed, slow, to_aw, to_w, to_done, first, first_b} = 0;
        last_w = 0; words = 0;
        rst = 1; host_rst = 1; stalls = 1; latency = 30; lane_fixed = -1; slow_aw = 3;
        #1 both_resets;
        most = MOVES;
        drain;
        latency = 0;
        most = 2 * MOVES;
        while (answered < most - 50 && broken == 0 && now < 400 * MOVES) begin
            stalls = now / 1000 % 2;
            @(negedge clk);
        end
        stalls = 1;
        drain;
        // as many bursts without a response as there may be, and requests that wait longer than
        // their words
        fixed = 1; latency = 400; stalls = 0;
        most = most + 300;
        drain;
        latency = 0; stalls = 1; slow_aw = 30;
        most = most + 300;
        drain;
        fixed = 0; latency = 30; slow_aw = 3;
        if (failed) fail(18);
        if (broken == 0) begin error; error; stalls = 0; error; end
        if (broken == 0) begin single(1, 0); single(LANES, 1); end
        if (broken == 0 && LOG_PIECE >= 8 && DATA_W <= 256) begin
            rate(1, 2000 * LANES); rate(60, 33 * LANES + 1);
        end
        if (broken != 0)
            $display("FAIL kind %0d (1 withdrawn, 2 and 3 requests, 4 too soon, 5 a gap, 6 ahead, ",
                     broken, "7 strobes, 8 data, 9 wlast, 10 bready, 11 and 12 answers, 13 and 14 ",
                     "few, 15 errors, 16 late, 17 rate, 18 failed)");
        else $display("PASS");
        $finish(0);
    end
endmodule
