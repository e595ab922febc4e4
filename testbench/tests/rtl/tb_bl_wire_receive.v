// The receiving end of a wire link against a peer of the bench's own: frames that are whole,
// damaged, out of order, sent again, tails alone and greetings. A model of the contract says of
// each frame, 4 cycles behind its last word, what the end knows and tells; the words and tails of
// the blocks that count come once, in order, the words a cycle behind the tail at most. A frame in
// order for which there is room counts.
// config: -Ptb_bl_wire_receive.WIDTH=64 -Ptb_bl_wire_receive.LOG_RING=6 -Ptb_bl_wire_receive.TAKE=12 -Ptb_bl_wire_receive.FRAMES=250
// config: -Ptb_bl_wire_receive.WIDTH=256 -Ptb_bl_wire_receive.LOG_RING=7 -Ptb_bl_wire_receive.FRAMES=100
// config: -Ptb_bl_wire_receive.WIDTH=512 -Ptb_bl_wire_receive.LOG_RING=6 -Ptb_bl_wire_receive.FRAMES=60
`timescale 1ns/1ps
module tb_bl_wire_receive;
    // TAKE: percent of the cycles in which words are taken
    parameter WIDTH = 256, LOG_RING = 7, FRAMES = 500, TAKE = 60, SILENCE = 300;
    localparam TAIL_W = WIDTH > 256 ? WIDTH : 256, TAILS = TAIL_W / WIDTH, RING = 4096;
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg               s_valid = 0, s_last = 0, w_ready = 0, b_ready = 0;
    reg  [WIDTH-1:0]  s_data = 0;
    wire              w_valid, b_valid, ack_valid, nak, heard, open, urgent, asks, restarted,
        silent;
    wire [WIDTH-1:0]  w_data;
    wire [TAIL_W-97:0] b_data;
    wire [5:0]        b_flits;
    wire [15:0]       ack, credit, expected;
    wire [1:0]        nak_round, asked_round;
    bl_wire_receive #(.WIDTH(WIDTH), .LOG_RING(LOG_RING), .SILENCE(SILENCE)) dut (
        .clk(clk), .rst(rst), .s_wire_tvalid(s_valid), .s_wire_tdata(s_data), .s_wire_tlast(s_last),
        .m_word_tvalid(w_valid), .m_word_tready(w_ready), .m_word_tdata(w_data),
        .m_block_tvalid(b_valid), .m_block_tready(b_ready), .m_block_flits(b_flits),
        .m_block_tdata(b_data),
        .ack_valid(ack_valid), .ack(ack), .nak(nak), .nak_round(nak_round), .credit(credit),
        .heard(heard), .open(open), .urgent(urgent), .asks(asks), .asked_round(asked_round),
        .expected(expected), .restarted(restarted), .silent(silent));

    integer seed = 12, now = 0, failed = 0, i, k, n, frames, words, length, b_owed = 0;
    integer kept = 0, took = 0, blocks = 0, blocks_took = 0, since = 0, twice = 0;
    integer refused = 0, again = 0, beyond = 0, damaged = 0, in_order = 0;
    reg [WIDTH-1:0]  made [0:1023], out_words [0:RING-1];
    reg [TAIL_W-91:0] out_tails [0:1023];      // {block, flits}
    integer          out_until [0:1023];
    reg [TAIL_W-1:0] tail;
    reg [31:0]       sum;
    reg [15:0]       next = 0;                   // the number that the peer would send
    reg [1:0]        round = 0;
    // what is sent, and on its way through the end: {damaged, length, tail}, its words
    reg [5:0]        way = 0;
    reg              f_bad [0:7], bad;
    integer          f_length [0:7], f_words [0:7];
    reg [TAIL_W-1:0] f_tail [0:7];
    reg [WIDTH-1:0]  history [0:RING-1];
    integer          said = 0, q_length;        // of the frame that is being sent
    reg [TAIL_W-1:0] q_tail;
    reg              q_bad;
    // the model
    reg              m_open = 0, m_heard = 0, m_asks = 0, m_restarted = 0, m_urgent, m_ack, sure;
    reg              takes, lacks, opened;
    reg [15:0]       m_expected = 0;
    reg [1:0]        m_round = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function [31:0] crc; input [31:0] from; input [WIDTH-1:0] word; integer b; begin
        crc = from;
        for (b = WIDTH - 1; b >= 0; b = b - 1)
            crc = {crc[30:0], 1'b0} ^ (crc[31] != word[b] ? 32'h04c11db7 : 0);
    end endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d", why, now);
            failed = 1;
            $finish(0);
        end
    endtask
    // a frame of `kind`, whose first word has this number, with `count` words before the tail
    task send;
        input [1:0]   kind;
        input [15:0]  number;
        input integer count;
        input         says_heard, damage;
        begin
            for (i = 0; i < TAIL_W; i = i + 32) tail = {tail, $random(seed)};
            if (kind != 0) tail = 0;
            tail[95:64] = {2'd0, says_heard, draw(4) == 0 ? 3'd5 : 3'd0, round, kind,
                           kind == 0 ? 6'd0 + count[5:0] : 6'd0, number};
            tail[63:32] = $random(seed);
            tail[31:0] = 0;
            length = count + TAILS;
            sum = 32'hffffffff;
            for (i = 0; i < length; i = i + 1) begin
                for (k = 0; k < WIDTH; k = k + 32) made[i] = {made[i], $random(seed)};
                if (i >= count) made[i] = tail[(length-1-i)*WIDTH +: WIDTH];
                sum = crc(sum, made[i]);
            end
            made[length-1][31:0] = sum;
            tail[31:0] = sum;
            bad = damage;
            if (damage) begin
                k = draw(length);
                n = draw(WIDTH);
                made[k][n] = ~made[k][n];
            end
            n = draw(2);
            for (i = 0; i < length; i = i + 1) begin
                s_valid <= 1;
                s_last <= i == length - 1;
                s_data <= made[i];
                q_tail <= tail;
                q_bad <= bad;
                q_length <= length;
                @(posedge clk);
                s_valid <= 0;
                if (n && draw(6) == 0) repeat (1 + draw(4)) @(posedge clk);
            end
        end
    endtask
    task settle; begin repeat (12) @(posedge clk); end endtask

    initial begin
        tail = 0;
        repeat (4) @(posedge clk);
        rst <= 0;
        @(posedge clk);
        send(0, 0, 3, 0, 0);                     // nobody has been heard
        send(2, 0, 0, 0, 1);
        send(2, 0, 0, 0, 0);
        if (draw(2)) send(2, 0, 0, 1, 0);
        else send(0, 0, 5, 0, 0);
        settle;
        for (frames = 0; frames < FRAMES && !failed; frames = frames + 1) begin
            if (draw(5) == 0) begin
                settle;
                next = expected;
                if (asks) round = round + 1;
            end
            k = draw(10);
            words = 1 + draw(draw(4) == 0 ? 20 : 6);
            case (k)
                0: send(1, next + draw(2), 0, 1, 0);
                1: send(0, next - 1 - draw(30), words, 1, 0);
                2: send(0, next + 1 + draw(30), words, 1, 0);
                3: send(0, next, words, 1, 1);
                4: if (draw(4) == 0) send(2, 0, 0, 1, draw(2));
                default: begin
                    send(0, next, words, 1, 0);
                    next = next + words + TAILS;
                end
            endcase
            if (draw(6) == 0) repeat (draw(40)) @(posedge clk);
        end
        settle;
        repeat (40) if (took < kept || blocks_took < blocks) begin
            send(1, expected, 0, 1, 0);
            repeat (60) @(posedge clk);
        end
        if (!failed && (took != kept || blocks_took != blocks)) fail("words that do not come");
        if (!failed && (in_order < FRAMES / 6 || again < 4 || beyond < 4 || damaged < 4
            || (TAKE < 50 && refused < 3))) fail("a kind of frame was too rare");
        send(1, expected, 0, 1, 0);
        settle;
        repeat (SILENCE - 40) @(posedge clk);
        if (!failed && silent) fail("silent too early");
        repeat (60) @(posedge clk);
        if (!failed && !silent) fail("not silent");
        if (!failed && restarted) fail("restarted");
        send(2, 0, 0, 0, 0);
        settle;
        if (!failed && (!restarted || !silent)) fail("not restarted");
        if (!failed) $display("PASS");
        $finish(0);
    end

    // what the end knows of a frame, 4 cycles behind its last word
    task judge; input integer f; begin
        m_ack = 0;
        m_urgent = 0;
        opened = m_open | (!f_bad[f] & m_heard & f_tail[f][87:86] != 2);
        takes = !f_bad[f] && opened && f_tail[f][87:86] == 0 && f_tail[f][79:64] == m_expected;
        // there may have been no room: then it counts as damaged, or is asked for
        sure = kept - took + f_length[f] + 4 <= (1 << LOG_RING) && blocks - blocks_took < 30;
        if (!f_bad[f] && opened && f_tail[f][87:86] == 0 && !takes && !sure && !ack_valid)
            f_bad[f] = 1;
        if (takes && !sure && expected === m_expected) begin
            refused = refused + 1;
            if (!asks) fail("a block without room is not asked for");
            m_open = open;
            m_asks = 1;
            m_round = asked_round;
            m_urgent = urgent;
            m_ack = ack_valid;
        end else begin
            if (takes) begin
                for (n = 0; n < f_length[f] - TAILS; n = n + 1)
                    out_words[(kept+n)%RING] = history[(f_words[f]+n)%RING];
                kept = kept + f_length[f] - TAILS;
                out_tails[blocks%1024] = {f_tail[f][TAIL_W-1:96], f_tail[f][85:80]};
                out_until[blocks%1024] = kept;
                blocks = blocks + 1;
                m_expected = m_expected + f_length[f];
                m_asks = 0;
                in_order = in_order + 1;
            end
            if (f_bad[f]) begin
                m_urgent = m_open && !m_asks;
                if (m_open) m_asks = 1;
                damaged = damaged + 1;
            end else if (f_tail[f][87:86] == 2) begin
                m_urgent = 1;
                m_restarted = m_restarted | (m_open & !f_tail[f][93]);
                m_heard = 1;
                m_open = m_open | f_tail[f][93];
            end else if (opened) begin
                m_open = 1;
                m_ack = 1;
                lacks = !takes && f_tail[f][79:64] != m_expected
                    && f_tail[f][79:64] - m_expected < 17'h8000;
                lacks = lacks && ((f_tail[f][79:64] - m_expected) & 16'h8000) == 0;
                if (lacks) begin
                    m_urgent = !m_asks || m_round != f_tail[f][89:88];
                    m_asks = 1;
                    beyond = beyond + 1;
                end else if (!takes) begin
                    // a block that has come before is acknowledged again
                    m_urgent = f_tail[f][87:86] == 0;
                    again = again + 1;
                    if (m_round != f_tail[f][89:88]) m_asks = 0;
                end
                m_round = f_tail[f][89:88];
            end
        end
    end endtask
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        m_ack = 0;
        m_urgent = 0;
        if (way[4]) judge(4);
        if (ack_valid !== m_ack || (m_ack && {ack, credit, nak, nak_round} !== {f_tail[4][63:32],
            f_tail[4][90], f_tail[4][92:91]})) fail("what the peer says");
        if ({open, heard, asks, restarted, expected, asked_round}
            !== {m_open, m_heard, m_asks, m_restarted, m_expected, m_round}) fail("what it knows");
        if (urgent !== m_urgent) fail("urgent");
        for (k = 7; k > 0; k = k - 1) begin
            f_bad[k] = f_bad[k-1];
            f_length[k] = f_length[k-1];
            f_tail[k] = f_tail[k-1];
            f_words[k] = f_words[k-1];
        end
        way = way << 1;
        if (s_valid) begin
            history[said%RING] = s_data;
            said = said + 1;
            if (s_last) begin
                f_bad[0] = q_bad;
                f_length[0] = q_length;
                f_tail[0] = q_tail;
                f_words[0] = said - q_length;
                way[0] = 1;
            end
        end
        // blocks and words that are handed on
        if (b_valid) begin
            if (blocks_took >= blocks
                || {b_data, b_flits} !== out_tails[blocks_took%1024]) fail("a tail");
            b_owed = took < out_until[blocks_took%1024] && !w_valid ? b_owed + 1 : 0;
            if (b_owed > 1) fail("a word is later than its tail");
            if (b_ready) blocks_took = blocks_took + 1;
        end else b_owed = 0;
        if (w_valid) begin
            if (took >= kept || w_data !== out_words[took%RING]) fail("a word");
            if (w_ready) took = took + 1;
        end
        // within 2 cycles of their counting
        since = blocks > blocks_took && !b_valid ? since + 1 : 0;
        if (since > 3) fail("a block is late");
    end
    always @(negedge clk) begin
        w_ready = draw(100) < TAKE;
        b_ready = draw(100) < TAKE;
    end
endmodule
