// The sending end of a wire link against a peer of the bench's own, which acknowledges, loses
// frames and asks for them again: every word reaches it once in order, in frames whose tails say
// what they should, with the CRC of the frame. Nothing is sent again without a reason; greetings
// before `open`, nothing begun while the channel is not up or with `stop`; news, `urgent` and
// silence bring a tail within a bound, and so does a word that is there.
// config: -Ptb_bl_wire_send.WIDTH=64 -Ptb_bl_wire_send.LOG_RING=6 -Ptb_bl_wire_send.BLOCKS=80
// config: -Ptb_bl_wire_send.WIDTH=256 -Ptb_bl_wire_send.LOG_RING=7 -Ptb_bl_wire_send.LOSE=6 -Ptb_bl_wire_send.BLOCKS=50
// config: -Ptb_bl_wire_send.WIDTH=512 -Ptb_bl_wire_send.LOG_RING=6 -Ptb_bl_wire_send.LOSE=3 -Ptb_bl_wire_send.BLOCKS=16
`timescale 1ns/1ps
module tb_bl_wire_send;
    // LOSE: one frame in so many is lost, 0: none
    parameter WIDTH = 256, LOG_RING = 7, LOSE = 0, BLOCKS = 200, TIMEOUT = 100;
    localparam TAIL_W = WIDTH > 256 ? WIDTH : 256, TAILS = TAIL_W / WIDTH, RING = 4096, DELAY = 48;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg              up = 1, open = 0, stop = 0, s_valid = 0, s_tail = 0, ack_valid = 0, nak = 0;
    reg              heard = 0, urgent = 0, asks = 0, m_ready = 0;
    reg  [1:0]       nak_round = 0, asked_round = 0;
    reg  [15:0]      ack = 0, expected = 0, credit = 0;
    reg  [WIDTH-1:0] s_data;
    wire             room, idle, m_valid, m_last;
    wire [WIDTH-1:0] m_data;
    bl_wire_send #(.WIDTH(WIDTH), .LOG_RING(LOG_RING), .TIMEOUT(TIMEOUT)) dut (
        .clk(clk), .rst(rst), .up(up), .open(open), .stop(stop), .s_tvalid(s_valid), .room(room),
        .s_tail(s_tail), .s_tdata(s_data), .idle(idle), .ack_valid(ack_valid), .ack(ack),
        .nak(nak), .nak_round(nak_round), .heard(heard), .urgent(urgent), .asks(asks),
        .asked_round(asked_round), .expected(expected), .credit(credit), .m_wire_tvalid(m_valid),
        .m_wire_tready(m_ready), .m_wire_tdata(m_data), .m_wire_tlast(m_last));

    integer seed = 2, now = 0, failed = 0, i, k, n, blocks = 0, left = 0, put = 0, begun = -1;
    integer frame = 0, frames = 0, losses = 0, tails = 0, repeated = 0, lones = 0, greetings = 0;
    integer hold = 0, still = 0, out_open = 0, silent = 0, want = 0, first = -1, ack_count = 0;
    integer idle_for = 0;
    reg [WIDTH-1:0]  words [0:RING-1], got [0:1023];
    reg              tail_of [0:RING-1];
    reg [TAIL_W-1:0] tail, clean;
    reg [15:0]       r_expected = 0, number, at_end = 0, acks [0:7];
    reg [1:0]        r_round = 0, round = 0;
    reg [3:0]        asked_in = 0;
    reg              r_asks = 0, was = 0, was_last, lost, may_jump = 0, quiet;
    reg [WIDTH-1:0]  was_data;
    // what there is to say, now and before the last change
    reg [37:0]       said, said_before;
    // acknowledges on their way
    reg [19:0]       pipe [0:DELAY-1];
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function [31:0] crc; input [31:0] from; input [WIDTH-1:0] word; integer b; begin
        crc = from;
        for (b = WIDTH - 1; b >= 0; b = b - 1)
            crc = {crc[30:0], 1'b0} ^ (crc[31] != word[b] ? 32'h04c11db7 : 0);
    end endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d frame %0d", why, now, frames);
            failed = 1;
            $finish(0);
        end
    endtask
    function acked; input [15:0] at; integer j; begin // lately
        acked = 0;
        for (j = 0; j < 8; j = j + 1) if (acks[j] === at) acked = 1;
    end endfunction
    task answer; input [1:0] round; begin        // the peer says what it expects
        pipe[0] = {1'b1, r_asks, round, r_expected};
    end endtask
    task check_frame;                            // got[0..frame-1] is a frame
        reg [31:0] sum;
        begin
            for (i = 0; i < TAILS; i = i + 1)
                tail[(TAILS-1-i)*WIDTH +: WIDTH] = got[frame-TAILS+i];
            sum = 32'hffffffff;
            for (i = 0; i < frame; i = i + 1)
                sum = crc(sum, i < frame - 1 ? got[i] : got[i] - tail[31:0]);
            number = tail[79:64];
            if (tail[31:0] !== sum) fail("a CRC");
            if (tail[95:94] !== 0) fail("bits of a tail");
            if ((tail[93:90] !== said[37:34] && tail[93:90] !== said_before[37:34])
                || (tail[63:32] !== said[33:2] && tail[63:32] !== said_before[33:2]))
                fail("what a tail says");
            // a new round for a question of the last one
            if (tail[89:88] !== round) begin
                round = round + 1;
                if (tail[89:88] !== round || !asked_in[round-2'd1]) fail("a round");
                asked_in[round] = 0;
            end
            clean = tail;
            clean[95:86] = 0;
            clean[79:0] = 0;
            case (tail[87:86])
                2: begin
                    if (frame != TAILS || clean != 0) fail("a greeting");
                    if (open && frames > 12) fail("a greeting too late");
                    greetings = greetings + 1;
                end
                1: begin
                    if (frame != TAILS || clean != 0) fail("a tail alone");
                    lones = lones + 1;
                    if (number !== at_end && !(may_jump && acked(number))) fail("a tail's number");
                end
                0: begin
                    if (frame <= TAILS) fail("a block");
                    if (number !== at_end) begin
                        if (!may_jump || !acked(number)) fail("a frame out of turn");
                        repeated = repeated + 1;
                    end
                    at_end = number + frame;
                    for (i = 0; i < frame; i = i + 1) begin
                        n = (number + i) % RING;
                        if (i < frame - TAILS ? got[i] !== words[n] || tail_of[n] : !tail_of[n])
                            fail("a word of a frame");
                        if (i >= frame - TAILS) begin
                            k = (frame - 1 - i) * WIDTH;
                            clean[k +: WIDTH] = clean[k +: WIDTH] ^ words[n];
                        end
                    end
                    if (clean != 0) fail("a block's tail");
                end
                default: fail("a kind");
            endcase
            if (!open && tail[87:86] != 2) fail("data before open");
            frames = frames + 1;
            silent = 0;
            lost = open && LOSE != 0 && draw(LOSE) == 0;
            if (tail[87:86] == 2) lost = 0;
            if (lost) begin
                losses = losses + 1;
                // damaged, or gone
                if (draw(2)) begin
                    r_asks = 1;
                    answer(r_round);
                end
            end else if (tail[87:86] != 2) begin
                if (tail[89:88] != r_round) r_asks = 0;
                r_round = tail[89:88];
                k = number - r_expected;
                k = k & 16'hffff;
                if (k == 0 && tail[87:86] == 0) begin
                    r_expected = r_expected + frame;
                    r_asks = 0;
                end else if (k != 0 && k < 32768) r_asks = 1;
                answer(r_round);
            end
            frame = 0;
        end
    endtask
    initial begin
        for (i = 0; i < DELAY; i = i + 1) pipe[i] = 0;
        said = 0;
        said_before = 0;
        repeat (4) @(posedge clk);
        rst <= 0;
        repeat (3 * TIMEOUT) @(posedge clk);
        if (!failed && greetings < 2) fail("no greetings");
        open <= 1;
        while ((blocks < BLOCKS || left != 0 || r_expected !== put % 65536)
               && now < 200000 && !failed) @(posedge clk);
        repeat (3 * TIMEOUT) @(posedge clk);
        if (!failed) begin
            if (blocks < BLOCKS || r_expected !== put % 65536 || !idle)
                $display("FAIL %0d of %0d words", r_expected, put);
            else if (LOSE != 0 && (losses < 4 || repeated < 4)) $display("FAIL no losses");
            else if (LOSE == 0 && repeated != 0) $display("FAIL sent again for nothing");
            else if (lones < 5) $display("FAIL %0d tails alone", lones);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (was && (!m_valid || m_data !== was_data || m_last !== was_last))
            fail("what waits is changed");
        was = m_valid && !m_ready;
        was_data = m_data;
        was_last = m_last;
        for (i = DELAY - 1; i > 0; i = i - 1) pipe[i] = pipe[i-1];
        pipe[0] = 0;
        silent = m_valid || hold != 0 ? 0 : silent + 1;
        if (silent > TIMEOUT + 10) fail("silence");
        if (m_valid) begin
            // 8: what was begun before
            if (frame == 0 && hold > 8) fail("begun while the channel is down");
            first = -1;
            want = 0;
        end
        if (first >= 0 && now - first > 7) fail("a word waits");
        want = want == 0 || hold != 0 ? 0 : want + 1;
        if (want > 12) fail("urgent news wait");
        if (m_valid && m_ready) begin
            got[frame] = m_data;
            frame = frame + 1;
            if (m_last) check_frame;
            else if (frame > 200) fail("a frame without an end");
        end
        if (s_valid) begin
            if (!m_valid && idle && open && hold == 0 && !may_jump && frame == 0 && quiet
                && put % RING != 0 && left > 0) first = first < 0 ? now : first;
        end
        idle_for = idle && !s_valid ? idle_for + 1 : 0;
        if (idle_for > 60 && at_end !== put % 65536) fail("idle with words");
        hold = !up || stop ? hold + 1 : 0;
        if (hold != 0) first = -1;
        // the peer's acknowledge comes
        ack_valid <= pipe[DELAY-1][19];
        nak <= pipe[DELAY-1][18];
        nak_round <= pipe[DELAY-1][17:16];
        ack <= pipe[DELAY-1][15:0];
        if (pipe[DELAY-1][19]) begin
            acks[ack_count%8] = pipe[DELAY-1][15:0];
            ack_count = ack_count + 1;
            may_jump = may_jump | pipe[DELAY-1][18];
            if (pipe[DELAY-1][18]) asked_in[pipe[DELAY-1][17:16]] = 1;
        end
    end
    reg had_room = 0;
    always @(negedge clk) if (!rst && !failed) begin
        m_ready = draw(8) != 0;
        // words of a block: while there is room, then all of one flit and its tail
        s_valid = 0;
        quiet = draw(3) == 0;
        if (left > 0 ? (had_room || left <= TAILS) && draw(4) != 0
            : open && room && blocks < BLOCKS && draw(blocks % 20 < 17 ? 2 : 150) == 0) begin
            if (left == 0) begin
                left = TAILS + 1 + draw(draw(2) ? 3 : 12);
                blocks = blocks + 1;
            end
            s_valid = 1;
            for (i = 0; i < WIDTH; i = i + 32) s_data = {s_data, $random(seed)};
            s_tail = left <= TAILS;
            // of the tail's bits 95..0 the block has the count, 85..80
            for (i = 0; i < 96; i = i + 1)
                if ((i < 80 || i > 85) && left == 1 + i / WIDTH) s_data[i%WIDTH] = 0;
            words[put%RING] = s_data;
            tail_of[put%RING] = s_tail;
            put = put + 1;
            left = left - 1;
        end
        had_room = room;
        if (put - r_expected % 65536 > (1 << LOG_RING)
            && put < 60000) fail("more than there is room");
        // what is to be said changes now and then
        urgent = 0;
        still = still + 1;
        if (still > 150 && draw(100) == 0) begin
            still = 0;
            said_before = said;
            heard = 1;
            asked_round = draw(4);
            asks = draw(2);
            expected = expected + draw(3);
            credit = credit + draw(5);
            said = {heard, asked_round, asks, expected, credit, 2'd0};
        end else if (still > 60 && draw(100) == 0) begin
            urgent = 1;
            if (hold == 0 && frame == 0 && !m_valid) want = 1;
        end
        if (hold == 0 && draw(500) == 0) begin
            up = draw(2);
            stop = up ? draw(2) : 0;
        end else if (hold > 40 && draw(20) == 0) begin
            up = 1;
            stop = 0;
        end
    end
endmodule
