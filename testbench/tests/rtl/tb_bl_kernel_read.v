// long config: -Ptb_bl_kernel_read.DATA_W=256
// long config: -Ptb_bl_kernel_read.DATA_W=256 -Ptb_bl_kernel_read.HALF=3700 -Ptb_bl_kernel_read.SEED=2
// long config: -Ptb_bl_kernel_read.DATA_W=256 -Ptb_bl_kernel_read.HALF=900 -Ptb_bl_kernel_read.SEED=3
// config: -Ptb_bl_kernel_read.DATA_W=64 -Ptb_bl_kernel_read.LOG_PIECE=8 -Ptb_bl_kernel_read.SEED=4
// long config: -Ptb_bl_kernel_read.DATA_W=128 -Ptb_bl_kernel_read.LOG_PIECE=5 -Ptb_bl_kernel_read.LOG_QUEUE=2
// long config: -Ptb_bl_kernel_read.DATA_W=512 -Ptb_bl_kernel_read.LOG_PIECE=12 -Ptb_bl_kernel_read.MOVES=600
// long config: -Ptb_bl_kernel_read.DATA_W=1024 -Ptb_bl_kernel_read.LOG_PIECE=12 -Ptb_bl_kernel_read.LOG_QUEUE=6 -Ptb_bl_kernel_read.MOVES=400
// long config: -Ptb_bl_kernel_read.DATA_W=256 -Ptb_bl_kernel_read.MOVES=40000
// long config: -Ptb_bl_kernel_read.DATA_W=64 -Ptb_bl_kernel_read.HALF=2600 -Ptb_bl_kernel_read.MOVES=40000
// Random commands against a memory whose words follow from their addresses and which stalls at
// random: every request and every granule that leaves is compared. The moves' side stops for
// long, so that the queue fills. Then answers with errors, behind which nothing leaves; then, with
// nothing stalled, the latency of a single granule at every lane, and the rate with 1 us from
// arvalid to rvalid, in one move and in many.
module tb_bl_kernel_read;
    parameter DATA_W    = 256;
    parameter LOG_PIECE = 9;
    parameter LOG_QUEUE = 9;
    parameter MOVES     = 1500;
    parameter HALF      = 2247;         // ps of half a period of clk: 222.5 MHz
    parameter HOST_HALF = 2000;         // and of host_clk: 250 MHz
    parameter SEED      = 1;

    localparam LANES = DATA_W / 32, BYTES = DATA_W / 8, PIECE = 1 << LOG_PIECE;
    localparam LISTED = 4096;           // moves, and bursts, that are remembered

    reg                clk, rst, host_clk, host_rst;
    reg                c_valid, m_ready;
    wire               c_ready, m_valid, m_last, failed;
    reg  [63:0]        c_address;
    reg  [31:0]        c_length;
    wire [DATA_W-1:0]  m_data;
    wire [LANES-1:0]   m_keep;
    wire [63:0]        araddr;
    wire [7:0]         arlen;
    wire               arvalid, rready;
    reg                arready, rlast, rvalid;
    reg  [DATA_W-1:0]  rdata;
    reg  [1:0]         rresp;

    bl_kernel_read #(.DATA_W(DATA_W), .LOG_PIECE(LOG_PIECE), .LOG_QUEUE(LOG_QUEUE)) dut (
        .clk(clk), .rst(rst), .s_tvalid(c_valid), .s_tready(c_ready), .s_address(c_address),
        .s_length(c_length), .m_axis_tvalid(m_valid), .m_axis_tready(m_ready),
        .m_axis_tdata(m_data), .m_axis_tkeep(m_keep), .m_axis_tlast(m_last), .failed(failed),
        .host_clk(host_clk), .host_rst(host_rst), .m_axi_araddr(araddr), .m_axi_arlen(arlen),
        .m_axi_arvalid(arvalid), .m_axi_arready(arready), .m_axi_rdata(rdata),
        .m_axi_rresp(rresp), .m_axi_rlast(rlast), .m_axi_rvalid(rvalid), .m_axi_rready(rready));

    integer seed, broken, now, host_now, stalls, drawing, most, fixed, slow, hold, latency;
    integer given, taken, came, asked, asked_of, n, l, left, i, got;
    reg [63:0] at [0:LISTED-1];         // of the moves
    reg [31:0] of [0:LISTED-1];
    reg [63:0] base, here;
    reg        shown, errors;
    reg [DATA_W+LANES:0] was;
    reg [72:0] ar_was;

    always #HALF clk = ~clk;
    always #HOST_HALF host_clk = ~host_clk;

    function integer up_to;             // 1..most
        input integer last;
        up_to = $unsigned($random(seed)) % last + 1;
    endfunction

    function [31:0] word;               // of the memory
        input [63:0] address;
        word = address[33:2] * 32'h9e3779b1 ^ {2'd0, address[63:34]};
    endfunction

    task fail;
        input integer kind;
        if (broken == 0) begin
            broken = kind;
            $display("kind %0d, cycle %0d, move %0d, granule %0d", kind, now, taken, came);
        end
    endtask

    task draw;                          // a command
        begin
            case (up_to(8))
                1: c_length = up_to(3 * PIECE / 4);
                2, 3: c_length = up_to(12 * LANES);
                4: c_length = 1;
                5: c_length = LANES * up_to(4);
                default: c_length = up_to(2 * LANES);
            endcase
            c_address = base + 4 * up_to(2048);
            if (up_to(4) == 1) c_address = (c_address | PIECE - 1) + 1 - 4 * up_to(LANES);
            if (up_to(4) == 1) c_address = c_address & ~(BYTES - 1);
            if (fixed != 0) c_length = fixed;
        end
    endtask

    always @(negedge clk) if (!rst) begin
        if (!c_valid && given < most && drawing != 0 && (stalls == 0 || up_to(4) == 1)) begin
            draw;
            at[given % LISTED] = c_address;
            of[given % LISTED] = c_length;
            given   = given + 1;
            c_valid = 1;
        end
        if (slow == 0 && stalls != 0 && up_to(300) == 1) slow = up_to(400);
        if (slow != 0) slow = slow - 1;
        m_ready = hold == 0 && (stalls == 0 || slow == 0 && up_to(5) != 1);
    end
    always @(posedge clk) if (!rst && c_valid && c_ready) begin #1 c_valid = 0; end

    // ---- what leaves
    integer last_out, words;
    always @(posedge clk) if (!rst) begin
        now = now + 1;
        if (shown && {m_valid, m_last, m_keep, m_data} !== {1'b1, was}) fail(1);
        shown = m_valid && !m_ready;
        was   = {m_last, m_keep, m_data};
        if (m_valid && m_ready) begin
            if (taken == given) fail(2);
            left = of[taken % LISTED] - came;
            n = left < LANES ? left : LANES;
            for (l = 0; l < LANES; l = l + 1) begin
                here = at[taken % LISTED] + 4 * (came + l);
                if (m_keep[l] !== (l < n)) fail(3);
                if (l < n && m_data[32*l +: 32] !== word(here)) fail(4);
                if (l < n && bad(here)) fail(5);
            end
            if (m_last !== (left <= LANES)) fail(6);
            got   = got + n;
            came  = m_last ? 0 : came + n;
            taken = taken + m_last;
            words = words + 1;
            last_out = now;
        end
    end

    // ---- the memory
    integer ar_in, ar_out, beat, r_words, free;  // free: when the next request may come
    reg [63:0] ar_at [0:LISTED-1];
    reg [7:0]  ar_len [0:LISTED-1];
    integer    ar_due [0:LISTED-1];
    reg [63:0] next, end_at, bad_at;

    function bad;                       // answered with an error
        input [63:0] address;
        bad = errors && address - address % BYTES == bad_at - bad_at % BYTES;
    endfunction

    always @(posedge host_clk) if (host_rst) begin
        {arready, rvalid} <= 0;
    end else begin
        host_now = host_now + 1;
        if (rready !== 1'b1) fail(7);
        if (ar_was[0] && ar_was !== {araddr, arlen, arvalid}) fail(8);
        ar_was = {araddr, arlen, arvalid && !arready};
        if (arvalid && host_now < free) fail(18);
        if (arvalid && arready) begin
            // exactly the words of the moves, cut at multiples of a piece
            if (asked == given) fail(9);
            next = at[asked % LISTED] + 4 * of[asked % LISTED] - 1;
            next = next - next % BYTES + BYTES;
            here = asked_of == 0 ? at[asked % LISTED] - at[asked % LISTED] % BYTES
                : at[asked % LISTED] - at[asked % LISTED] % BYTES + asked_of;
            end_at = here - here % PIECE + PIECE;
            if (end_at > next) end_at = next;
            if (araddr !== here || (arlen + 1) * BYTES != end_at - here) fail(10);
            asked_of = end_at == next ? 0 : asked_of + (end_at - here);
            asked = asked + (end_at == next);
            ar_at[ar_in % LISTED] = araddr; ar_len[ar_in % LISTED] = arlen;
            ar_due[ar_in % LISTED] = host_now + latency
                + (stalls != 0 ? $unsigned($random(seed)) % 40 : 0);
            ar_in = ar_in + 1;
            r_words = r_words + arlen + 1;
            free = host_now + arlen + 1;
        end
        arready <= stalls == 0 || up_to(3) == 1;
        rvalid  <= 1'b0;
        if (ar_in != ar_out && ar_due[ar_out % LISTED] <= host_now
            && (stalls == 0 || up_to(4) != 1)) begin
            here = ar_at[ar_out % LISTED] + beat * BYTES;
            rvalid <= 1'b1;
            rresp  <= bad(here) ? 2'd2 : 2'd0;
            rlast  <= beat == ar_len[ar_out % LISTED];
            for (i = 0; i < LANES; i = i + 1)
                rdata[32*i +: 32] <= bad(here) ? 32'hbadbad : word(here + 4 * i);
            beat = beat + 1;
            if (beat > ar_len[ar_out % LISTED]) begin
                beat = 0;
                ar_out = ar_out + 1;
            end
        end
    end

    // ---- ps from the edge that takes a command to the one that sees arvalid, from the one with
    // rvalid to the one that sees tlast
    integer first_ar, first_r, to_ar, to_m;
    reg     ar_shown;
    always @(posedge clk) begin
        if (c_valid && c_ready) first_ar = $time;
        if (m_valid && m_last) to_m = $time - first_r;
    end
    always @(posedge host_clk) begin
        if (rvalid) first_r = $time;
        if (arvalid && !ar_shown) to_ar = $time - first_ar;
        ar_shown = arvalid;
    end

    task both_resets;
        begin
            @(negedge clk) rst = 1; host_rst = 1;
            #(20 * (HALF + HOST_HALF));
            given = 0; taken = 0; came = 0; asked = 0; asked_of = 0;
            ar_in = 0; ar_out = 0; beat = 0; c_valid = 0; shown = 0; ar_was = 0; ar_shown = 0;
            r_words = 0; words = 0; got = 0;
            @(negedge host_clk) host_rst = 0;
            @(negedge clk) rst = 0;
        end
    endtask

    task drain;                         // all moves are over, or nothing has moved for long
        integer words_then, then;
        begin
            then = now;
            words_then = words;
            while (broken == 0 && taken < most && now < then + 6000) begin
                @(negedge clk);
                if (words != words_then) then = now;
                words_then = words;
            end
            if (taken != most || came != 0 || asked != most) fail(11);
        end
    endtask

    task error;                         // in a word of a move in the middle
        integer k, m, before;
        begin
            drawing = 0; most = 0; errors = 0;
            both_resets;
            // commands that read from places of their own, so that only one meets the error
            before = 0;
            k = up_to(12);
            most = 20;
            while (given < most) begin
                @(negedge clk);
                if (!c_valid) begin
                    draw;
                    c_address = base + 64'd65536 * (given + 1) + c_address[11:2] * 4;
                    at[given] = c_address; of[given] = c_length;
                    if (given < k) before = before + c_length;
                    if (given == k) begin
                        bad_at = c_address + 4 * (up_to(c_length) - 1);
                        errors = 1;
                        before = before + (bad_at - bad_at % BYTES > c_address
                            ? (bad_at - bad_at % BYTES - c_address) / 4 : 0);
                    end
                    given = given + 1;
                    c_valid = 1;
                    // the queue of a few bursts may hold the rest up for ever
                    for (m = 0; m < 300 && c_valid; m = m + 1) @(negedge clk);
                    if (c_valid) most = given;
                end
            end
            repeat (3000 + latency) @(negedge clk);
            if (!failed || got > before || got + 2 * LANES <= before) fail(12);
            if (ar_in != ar_out || m_valid) fail(13);
            if (r_words > (1 << LOG_QUEUE) + before / LANES + 100) fail(14);
            most = 0;
        end
    endtask

    task single;                        // a granule at each lane, alone
        integer k;
        begin
            latency = 20; stalls = 0; most = 0; drawing = 0;
            both_resets;
            for (k = 0; k < LANES && broken == 0; k = k + 1) begin
                repeat (20) @(negedge clk);
                @(negedge clk) c_address = base + 4 * k; c_length = 1; c_valid = 1;
                at[given] = c_address; of[given] = 1;
                given = given + 1; most = given;
                drain;
                if (to_ar > 10 * HOST_HALF || to_m > 8 * HALF) fail(15);
                $display("%0d ps to arvalid, %0d from rvalid to m_axis_tvalid", to_ar, to_m);
            end
        end
    endtask

    task rate;                          // moves of a length: words a cycle of the slower clock
        input integer moves;
        input integer length;
        integer       begun, ideal;
        begin
            latency = 250; stalls = 0; most = 0; drawing = 0; fixed = length;
            both_resets;
            begun = $time / 1000;
            most = moves; drawing = 1;
            drain;
            // time in ns; words that leave, words that come with one more for every move
            ideal = moves * (length / LANES + 1)
                * 2 * (HALF > HOST_HALF ? HALF : HOST_HALF) / 1000;
            $display("%0d moves of %0d granules: %0d ns, at a word a cycle %0d", moves, length,
                     $time / 1000 - begun, ideal);
            if ($time / 1000 - begun > ideal
                + 2 * moves * 2 * (HALF > HOST_HALF ? HALF : HOST_HALF) / 1000
                + 2 * (latency + 40) * (HALF + HOST_HALF) / 1000) fail(16);
            fixed = 0; drawing = 0;
        end
    endtask

    initial begin
        seed = SEED; base = 64'h0123_4567_89ab_0000;
        {clk, host_clk, c_valid, m_ready, shown, errors, ar_was, was, rvalid, arready} = 0;
        {broken, now, host_now, drawing, most, fixed, slow, hold, last_out, to_ar, to_m} = 0;
        {first_ar, first_r, ar_shown, free} = 0;
        rst = 1; host_rst = 1; stalls = 1; latency = 30;
        #1 both_resets;
        most = MOVES; drawing = 1;
        drain;
        latency = 0;
        most = 2 * MOVES;
        while (taken < most - 50 && broken == 0 && now < 400 * MOVES) begin
            stalls = now / 1000 % 2;
            @(negedge clk);
        end
        stalls = 1;
        drain;
        // as many requests without an answer as there may be
        fixed = 1; latency = 400; stalls = 0;
        most = most + 300;
        drain;
        fixed = 0; latency = 30; stalls = 1;
        if (failed) fail(17);
        if (broken == 0) begin error; error; stalls = 0; error; end
        errors = 0;
        if (broken == 0) single;
        if (broken == 0 && LOG_QUEUE >= 9 && LOG_PIECE >= 8) begin
            rate(1, 2000 * LANES); rate(60, 33 * LANES + 1);
        end
        if (broken != 0)
            $display("FAIL kind %0d (1 withdrawn, 2 none due, 3 tkeep, 4 data, 5 behind an error, ",
                     broken, "6 tlast, 7 rready, 8 to 10 requests, 11 too few, 12 to 14 errors, ",
                     "15 late, 16 rate, 17 failed, 18 requests faster than words)");
        else $display("PASS");
        $finish(0);
    end
endmodule
