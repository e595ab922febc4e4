// Flits into blocks of words and back: bl_wire_pack beside an encoder of the bench's own, word by
// word, and bl_wire_unpack on what that encoder makes, flit by flit. A block ends where it must and
// not before; both hand on within a bound.
// config: -Ptb_bl_wire_blocks.ELEMS=4 -Ptb_bl_wire_blocks.ELEM_W=16 -Ptb_bl_wire_blocks.WIDTH=64
// config: -Ptb_bl_wire_blocks.ELEMS=2 -Ptb_bl_wire_blocks.ELEM_W=40 -Ptb_bl_wire_blocks.WIDTH=256 -Ptb_bl_wire_blocks.RUN=60 -Ptb_bl_wire_blocks.CLOSE=0 -Ptb_bl_wire_blocks.FLITS=1800
// config: -Ptb_bl_wire_blocks.ELEMS=3 -Ptb_bl_wire_blocks.ELEM_W=50 -Ptb_bl_wire_blocks.WIDTH=64 -Ptb_bl_wire_blocks.CLOSE=0
// config: -Ptb_bl_wire_blocks.ELEMS=8 -Ptb_bl_wire_blocks.ELEM_W=8 -Ptb_bl_wire_blocks.WIDTH=512 -Ptb_bl_wire_blocks.CLOSE=0 -Ptb_bl_wire_blocks.FLITS=800
`timescale 1ns/1ps
module tb_bl_wire_blocks;
    parameter ELEMS = 8, ELEM_W = 32, CHAN_W = 3, WIDTH = 256, RUN = 12, CLOSE = 1, FLITS = 1000;
    localparam DATA_W = ELEMS * ELEM_W, FLIT_W = DATA_W + ELEMS + CHAN_W + 3;
    localparam TAIL_W = WIDTH > 256 ? WIDTH : 256, TAILS = TAIL_W / WIDTH;
    localparam SHARE = DATA_W > WIDTH ? 1 : WIDTH / DATA_W, PARTS = (DATA_W + WIDTH - 1) / WIDTH;
    localparam ENTRY_W = 2 + CHAN_W + ELEMS, POOL = TAIL_W - 97 - CHAN_W - 2 * RUN;
    localparam ENTRIES = POOL / ENTRY_W;         // that there is room for
    reg clk = 0, rst = 1;
    always #5 clk = ~clk;
    reg                  close = 0, room = 0, s_valid = 0;
    wire                 s_ready, m_valid, m_tail, b_ready, w_ready, u_valid;
    reg  [FLIT_W-1:0]    flit = 0;
    wire [WIDTH-1:0]     m_data;
    wire [FLIT_W-1:0]    u_data;
    reg                  b_valid = 0, w_valid = 0;
    reg  [TAIL_W-1:0]    b_tail;
    reg  [WIDTH-1:0]     w_data;
    bl_wire_pack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W), .WIDTH(WIDTH), .RUN(RUN)) pack (
        .clk(clk), .rst(rst), .close(close), .room(room), .s_tvalid(s_valid), .s_tready(s_ready),
        .s_tdata(flit), .m_tvalid(m_valid), .m_tail(m_tail), .m_tdata(m_data));
    bl_wire_unpack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W), .WIDTH(WIDTH), .RUN(RUN))
        unpack (
        .clk(clk), .rst(rst), .s_block_tvalid(b_valid), .s_block_tready(b_ready),
        .s_block_flits(b_tail[85:80]),
        .s_block_tdata(b_tail[TAIL_W-1:96]), .s_word_tvalid(w_valid), .s_word_tready(w_ready),
        .s_word_tdata(w_data), .m_flit_tvalid(u_valid), .m_flit_tdata(u_data));

    integer seed = 8, now = 0, failed = 0, i, k, n, taken = 0, out = 0, back = 0, rests = 0;
    integer got = 0, tails = 0, words = 0, full = 0, entries = 0, closed = 0, shut = 0;
    integer open_for = 0;
    integer words_put = 0, words_went = 0, blocks = 0, blocks_went = 0, u_rests = 0;
    integer since_close = 99;
    reg [FLIT_W-1:0] flits [0:4095];
    reg [WIDTH-1:0]  got_words [0:1023], made_words [0:1023], u_words [0:4095];
    reg [TAIL_W-1:0] got_tail, made_tail, u_tails [0:255];
    integer          u_until [0:255];
    reg              b_went = 0, w_went = 0, had_room = 0;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d", why, now);
            failed = 1;
            $finish(0);
        end
    endtask
    // what is not kept of a flit is zeros
    function [FLIT_W-1:0] kept; input [FLIT_W-1:0] f; integer e; begin
        kept = f;
        for (e = 0; e < ELEMS; e = e + 1) if (!f[DATA_W+e]) kept[e*ELEM_W +: ELEM_W] = 0;
    end endfunction
    function [CHAN_W:0] lane; input [FLIT_W-1:0] f;
        lane = {f[FLIT_W-1], f[DATA_W+ELEMS +: CHAN_W]}; endfunction
    function special; input integer at; input first;
        special = flits[at][FLIT_W-2] || flits[at][DATA_W +: ELEMS] != {ELEMS{1'b1}}
            || (!first && lane(flits[at]) != lane(flits[at-1]));
    endfunction
    // the block of `count` flits from `from` on: made_words, `n` of them, made_tail, `entries`
    task encode;
        input integer from, count;
        integer f, p;
        reg [FLIT_W-1:0] flit;
        reg [PARTS*WIDTH-1:0] data;
        begin
            made_tail = 0;
            made_tail[85:80] = count;
            made_tail[96 +: 1 + CHAN_W] = lane(flits[from]);
            n = 0;
            entries = 0;
            for (f = 0; f < count; f = f + 1) begin
                flit = kept(flits[from+f]);
                made_tail[97+CHAN_W+f] = flit[FLIT_W-3];
                if (special(from + f, f == 0)) begin
                    made_tail[97+CHAN_W+RUN+f] = 1;
                    for (p = 0; p < ENTRY_W; p = p + 1)
                        made_tail[97+CHAN_W+2*RUN+entries*ENTRY_W+p]
                            = p < ELEMS ? flit[DATA_W+p] : p < ELEMS + CHAN_W ? flit[DATA_W+p]
                            : p == ELEMS + CHAN_W ? flit[FLIT_W-2] : flit[FLIT_W-1];
                    entries = entries + 1;
                end
                data = flit[DATA_W-1:0];
                if (SHARE > 1) begin
                    if (f % SHARE == 0) begin
                        made_words[n] = 0;
                        n = n + 1;
                    end
                    for (p = 0; p < DATA_W; p = p + 1)
                        made_words[n-1][f%SHARE*DATA_W+p] = data[p];
                end else for (p = 0; p < PARTS; p = p + 1) begin
                    made_words[n] = data[p*WIDTH +: WIDTH];
                    n = n + 1;
                end
            end
        end
    endtask
    task block;                                  // got_words and got_tail are a block of pack's
        begin
            k = got_tail[85:80];
            if (k == 0 || k > RUN || out + k > taken) fail("a block's count");
            else begin
                encode(out, k);
                if (entries > ENTRIES) fail("too many special ones");
                if (got_tail !== made_tail) fail("a tail");
                if (words != n) fail("words of a block");
                for (i = 0; i < n; i = i + 1) if (got_words[i] !== made_words[i]) fail("a word");
                out = out + k;
                if (k == RUN) full = full + 1;
                else if (out < taken && special(out, 0) && entries == ENTRIES) shut = shut + 1;
                else if (CLOSE != 0) closed = closed + 1;
                else fail("a block that ends too early");
                // for the way back
                for (i = 0; i < n; i = i + 1) u_words[(words_put+i)%4096] = made_words[i];
                words_put = words_put + n;
                u_tails[blocks%256] = made_tail;
                u_until[blocks%256] = words_put;
                blocks = blocks + 1;
            end
            words = 0;
        end
    endtask
    initial begin
        repeat (4) @(posedge clk);
        rst <= 0;
        while (taken < FLITS && now < 100000 && !failed) @(posedge clk);
        while (CLOSE != 0 && back < FLITS && now < 100000 && !failed) @(posedge clk);
        repeat (400) @(posedge clk);
        if (!failed) begin
            if (taken < FLITS || back < FLITS - (CLOSE != 0 ? 0 : RUN) || back > taken)
                $display("FAIL %0d of %0d flits", back, FLITS);
            else if (full < 5 || (shut < 5 && ENTRIES < RUN) || (CLOSE != 0 && closed < 5))
                $display("FAIL %0d full, %0d shut, %0d closed", full, shut, closed);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (m_valid) begin
            if (m_tail) begin
                got_tail[(TAILS-1-tails)*WIDTH +: WIDTH] = m_data;
                tails = tails + 1;
                if (tails == TAILS) begin
                    block;
                    tails = 0;
                end
            end else begin
                if (tails != 0) fail("a tail with words in it");
                got_words[words] = m_data;
                words = words + 1;
                if (!room) begin
                    open_for = open_for + 1;
                    // 2 cycles on the way, parts of a flit that is begun, the rest of a word
                    if (open_for > PARTS + 2) fail("a flit without room");
                end
            end
        end
        if (room) open_for = 0;
        if (s_valid && s_ready) begin
            flits[taken] = flit;
            taken = taken + 1;
        end
        // a flit waits for PARTS of the one before, a rest and a tail
        rests = s_valid && !s_ready && room ? rests + 1 : 0;
        if (rests > PARTS + TAILS + 4) fail("a flit waits");
        // up to two flits without room are in no block
        since_close = close && (!s_valid || !room) && room == had_room ? since_close + 1 : 0;
        if (since_close > 2 * PARTS + TAILS + 6 && !m_valid
            && (room ? out < taken : words > 0 || out < taken - 2))
            fail("a block is not closed");
        had_room = room;
        if (b_valid && b_ready) b_went = 1;
        if (w_valid && w_ready) w_went = 1;
        u_rests = b_valid && w_valid && !(b_ready || w_ready) ? u_rests + 1 : 0;
        if (u_rests > RUN + 2) fail("a word waits");
        if (u_valid) begin
            if (back >= out || u_data !== kept(flits[back])) fail("a flit that is not the one");
            back = back + 1;
        end
    end
    always @(negedge clk) if (!rst && !failed) begin
        room = room ? draw(40) != 0 : draw(20) == 0;
        close = CLOSE != 0 && (taken >= FLITS || (close ? draw(40) != 0 : draw(40) == 0));
        if (!s_valid && taken < FLITS && draw(5) != 0 && (CLOSE == 0 || now % 300 < 200)) begin
            s_valid = 1;
            for (i = 0; i < FLIT_W; i = i + 32) flit = {flit, $random(seed)};
            if (draw(now % 1000 < 500 ? 4 : 25) != 0) begin
                flit[DATA_W +: ELEMS] = {ELEMS{1'b1}};
                flit[FLIT_W-2] = 0;
                if (taken > 0) {flit[FLIT_W-1],
                    flit[DATA_W+ELEMS +: CHAN_W]} = lane(flits[taken-1]);
            end
        end
        if (b_went || !b_valid) begin
            if (b_went) blocks_went = blocks_went + 1;
            b_went = 0;
            b_valid = 0;
        end
        if (w_went || !w_valid) begin
            if (w_went) words_went = words_went + 1;
            w_went = 0;
            w_valid = words_went < words_put && draw(6) != 0;
            w_data = u_words[words_went%4096];
        end
        if (!b_valid && blocks_went < blocks && draw(4) != 0) begin
            b_valid = 1;
            b_tail = u_tails[blocks_went%256];
        end
    end
    reg s_went;
    always @(posedge clk) s_went <= s_valid & s_ready & ~rst;
    always @(posedge clk) #1 if (s_went) s_valid = 0;
endmodule
