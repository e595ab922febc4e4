// config: -Ptb_bl_cell_link.DELAY=6
// config: -Ptb_bl_cell_link.DELAY=4 -Ptb_bl_cell_link.FLIP=20
// config: -Ptb_bl_cell_link.DELAY=8 -Ptb_bl_cell_link.FLIP=300 -Ptb_bl_cell_link.STALL=1
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.STALL=1
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.M_HALF=3
// config: -Ptb_bl_cell_link.DELAY=6 -Ptb_bl_cell_link.M_HALF=7 -Ptb_bl_cell_link.STALL=1 -Ptb_bl_cell_link.FLIP=100
// Cells of two virtual channels over a link of DELAY cycles each way: bl_cell_send and
// bl_cell_receive. FLIP words in 100,000 have one bit flipped, of data, parity or the mark of the
// first word, and as many cycles of the wire back. With STALL the reader of channel 1 rests for
// long, so that there is no room. Every cell comes once, in its channel's order, unchanged; with
// neither fault nor rest a cell takes 17 cycles. Then the wire is cut: the link has failed.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_cell_link;
    parameter DELAY = 6, FLIP = 0, STALL = 0, M_HALF = 5, CELLS = 200;
    localparam W = 64, LENGTH = 17, CROSSES = (M_HALF != 5) ? 1 : 0;
    reg                clk = 0, m_clk = 0, rst = 1, cut = 0;
    wire [1:0]         room;
    reg                take = 0, take_vc = 0, write = 0, first = 0, last = 0, vc = 0;
    reg  [W-1:0]       data = 0;
    wire               o_first, o_parity, o_say, failed;
    wire [W-1:0]       o_word;
    reg  [W+1:0]       there [0:DELAY-1], flaw;
    reg  [DELAY-1:0]   back;
    wire [1:0]         some, m_room;
    wire [5:0]         dest;
    reg  [1:0]         m_take = 0, m_read = 0, m_next = 0;
    wire [2*W-1:0]     words;
    wire               came, damaged, no_room;
    integer            i, c, seed = 5, m_seed = 6, failures = 0, flips = 0, hurt = 0, full = 0;
    integer            sent [0:1], got [0:1], word, begun, ended, rest = 0;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    always #5 clk = ~clk;
    always #M_HALF m_clk = ~m_clk;

    bl_cell_send #(.WORD_W(W), .CELL_WORDS(LENGTH), .LOG_CELLS(3), .TIMEOUT(128), .RETRIES(1000),
                   .SILENCE(600)) send (
        .clk(clk), .rst(rst), .hold(1'b0), .room(room), .take(take), .take_vc(take_vc),
        .s_write(write), .s_first(first), .s_last(last), .s_vc(vc), .s_tdata(data),
        .m_first(o_first), .m_word(o_word), .m_parity(o_parity), .s_say(back[DELAY-1]),
        .failed(failed));
    bl_cell_receive #(.WORD_W(W), .CELL_WORDS(LENGTH), .NODE_W(3), .LOG_CELLS(2),
                      .CROSSES(CROSSES)) receive (
        .s_clk(clk), .s_rst(rst), .hush(1'b0), .s_first(there[DELAY-1][W]),
        .s_word(there[DELAY-1][W-1:0]), .s_parity(there[DELAY-1][W+1]), .m_say(o_say),
        .came(came), .damaged(damaged), .no_room(no_room),
        .m_clk(CROSSES ? m_clk : clk), .m_rst(rst), .m_some(some), .m_dest(dest), .m_take(m_take),
        .m_read(m_read), .m_tdata(words), .m_next(m_next));

    always @(posedge clk) begin
        flaw = 0;
        if (FLIP != 0 && draw(100000) < FLIP) begin
            flaw[draw(W + 2)] = 1;
            flips = flips + 1;
        end
        there[0] <= cut ? 0 : {o_parity, o_first, o_word} ^ flaw;
        for (i = 1; i < DELAY; i = i + 1) there[i] <= there[i-1];
        back <= {back[DELAY-2:0], !cut & (o_say ^ (FLIP != 0 && draw(100000) < FLIP))};
        if (!rst && damaged) hurt = hurt + 1;
        if (!rst && no_room) full = full + 1;
    end

    // what is word number k of cell n of channel c: its header says channel, destination and n
    function [W-1:0] wanted;
        input integer channel, number, k;
        wanted = (k == 0) ? {number[31:0], 22'd0, number[3:0], 1'b0, channel[0], 4'd0}
            : {k[15:0], channel[15:0], number[31:0] * 32'd77};
    endfunction

    // ---- the sender: a cell at a time
    always @(posedge clk) if (!rst) begin
        {take, write, first, last} <= 0;
        if (word == 0) begin
            c = draw(2);
            if (sent[c] == CELLS) c = 1 - c;
            if (room[c] && sent[c] < CELLS && (FLIP == 0 || draw(4) != 0)) begin
                take    <= 1;
                take_vc <= c;
                word     = 1;
                if (begun == 0) begun = $time;
            end
        end
        else begin
            write <= 1;
            vc    <= c;
            data  <= wanted(c, sent[c], word - 1);
            first <= word == 1;
            last  <= word == LENGTH;
            word   = (word == LENGTH) ? 0 : word + 1;
            if (word == 0) sent[c] = sent[c] + 1;
        end
    end

    // ---- the reader: either channel, a word a cycle
    integer n, place, busy;
    reg     shown, shown_c;
    integer shown_k;
    always @(posedge (CROSSES ? m_clk : clk)) if (!rst) begin
        {m_take, m_read, m_next} <= 0;
        shown <= 0;
        if (m_read != 0) begin
            shown   <= 1;
            shown_c <= m_read[1];
            shown_k <= place;
            place    = place + 1;
        end
        if (shown) begin
            if (words[shown_c*W+4 +: W-4] !== wanted(shown_c, got[shown_c], shown_k) >> 4
                && failures < 5) begin
                $display("cell %0d of channel %0d, word %0d: %h", got[shown_c], shown_c, shown_k,
                         words[shown_c*W +: W]);
                failures = failures + 1;
            end
            if (shown_k == LENGTH - 1) begin
                got[shown_c] = got[shown_c] + 1;
                ended = $time;
            end
        end
        rest = (rest > 0) ? rest - 1 : (STALL && ($random(m_seed) & 255) == 0) ? 600 : 0;
        if (busy == 0) begin
            if (some != 0) begin
                n = (some[1] && (rest == 0) && (!some[0] || ($random(m_seed) & 1))) ? 1 : 0;
                if (some[n]) begin
                    if (dest[3*n +: 3] !== 3'd0 + (got[n] + (shown && shown_c == n
                        && shown_k != LENGTH)) % 8 && !shown) failures = failures + 1;
                    m_take[n] <= 1;
                    busy       = LENGTH;
                    place      = 0;
                end
            end
        end
        else begin
            m_read[n] <= 1;
            m_next[n] <= busy == 1;
            busy       = busy - 1;
        end
    end

    initial begin
        for (i = 0; i < DELAY; i = i + 1) there[i] = 0;
        {back, shown} = 0;
        {sent[0], sent[1], got[0], got[1]} = 0;
        word = 0;
        begun = 0;
        busy = 0;
        place = 0;
        repeat (20) @(posedge clk);
        #1 rst = 0;
        for (i = 0; i < 400000 && got[0] + got[1] < 2 * CELLS; i = i + 1) @(posedge clk);
        if (got[0] !== CELLS || got[1] !== CELLS) failures = failures + 100;
        if (FLIP == 0 && hurt != 0) failures = failures + 1000;
        if (FLIP != 0 && (flips == 0 || hurt == 0)) failures = failures + 1000;
        if (STALL != 0 && full == 0) failures = failures + 10000;
        if (FLIP == 0 && STALL == 0 && M_HALF <= 5 && (ended - begun) / 10 > 2 * CELLS * 19 + 100)
            failures = failures + 100000;
        if (failed) failures = failures + 1000000;
        cut = 1;
        repeat (700) @(posedge clk);
        if (!failed) failures = failures + 1000000;
        if (failures != 0)
            $display("FAIL %0d: %0d and %0d cells of %0d, %0d flips, %0d damaged, %0d without room",
                     failures, got[0], got[1], CELLS, flips, hurt, full);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
