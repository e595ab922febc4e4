// Frames out of the memory become flits: those of a frame in order, whole words but its last, which
// says what the frame's does, as packets of up to 128; frames in the order in which they are taken.
// Slots are given back once each, with their last row; `busy` and `latest` say whose frames are
// here. With a turn in every ROW-th cycle a flit leaves in every cycle.
// config: -Ptb_bl_eth_deliver.ROW=1
// config: -Ptb_bl_eth_deliver.ROW=4
// config: -Ptb_bl_eth_deliver.ROW=1 -Ptb_bl_eth_deliver.SLOW=0
// config: -Ptb_bl_eth_deliver.ROW=8 -Ptb_bl_eth_deliver.SLOW=0
`timescale 1ns/1ps
module tb_bl_eth_deliver;
    parameter ROW = 1, SLOW = 1, FRAMES = 120;
    localparam NODES = 3, ELEMS = 3, ELEM_W = 5, DATA_W = 15, WORD_W = 16, CHAN_W = 2, LOG = 3;
    localparam FLIT_W = DATA_W + ELEMS + CHAN_W + 3, META_W = 13 + CHAN_W + ELEMS;
    reg clk = 0, rst = 1, turn = 0;
    always #5 clk = ~clk;
    wire                  takes, read, give;
    reg  [NODES-1:0]      peer = 0;
    reg  [1:0]            number = 0;
    reg  [LOG-1:0]        place = 0;
    wire [NODES-1:0]      busy, latest, m_valid;
    wire [4:0]            ring_at;
    wire [5:0]            meta_at, rslot;
    wire [10:0]           rrow;
    reg  [ROW*WORD_W-1:0] rdata;
    wire [FLIT_W-1:0]     m_data;
    // tables: the slot of a peer's place, what is known of a slot
    reg  [5:0]            ring [0:31];
    reg  [META_W-1:0]     metas [0:63];
    bl_eth_deliver #(.NODES(NODES), .NODE_W(2), .ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W),
        .WORD_W(WORD_W), .ROW_WORDS(ROW), .SLOT_W(6), .LOG_WINDOW(LOG)) dut (
        .clk(clk), .rst(rst), .turn(turn), .takes(takes), .peer(peer), .number(number),
        .place(place), .busy(busy), .latest(latest), .ring_at(ring_at),
        .ring_slot(ring[ring_at]), .meta_at(meta_at), .meta(metas[meta_at]), .read(read),
        .rslot(rslot), .rrow(rrow), .rdata(rdata), .give(give), .m_tvalid(m_valid),
        .m_tdata(m_data));
    integer seed = 6, now = 0, failed = 0, i, made = 0, taken = 0, out = 0, word = 0, given = 0;
    integer rows_of = 0, row = 0, rests = 0, turns = 0, flits = 0, long = 0, first = -1, fast = 0;
    integer here [0:NODES-1], places [0:NODES-1];
    // frames in their order
    integer f_words [0:1023], f_peer [0:1023], f_slot [0:1023];
    reg [META_W-1:0] f_meta [0:1023];
    reg       ready = 0, went = 0, r_went = 0, used [0:63];
    integer   r_slot, r_row, last_peer = 0, n;
    function integer draw; input integer n; draw = ($random(seed) & 32'h7fffffff) % n; endfunction
    function [14:0] stored; input integer slot, at; stored = slot * 517 + at * 37 + at / 64;
    endfunction
    task fail;
        input [8*48-1:0] why;
        begin
            if (!failed) $display("FAIL %0s cycle %0d frame %0d", why, now, out);
            failed = 1;
            $finish(0);
        end
    endtask
    initial begin
        for (i = 0; i < NODES; i = i + 1) begin here[i] = 0; places[i] = 0; end
        for (i = 0; i < 64; i = i + 1) used[i] = 0;
        repeat (4) @(posedge clk);
        rst <= 0;
        while (out < FRAMES && now < 100000 && !failed) @(posedge clk);
        repeat (10) @(posedge clk);
        if (!failed) begin
            if (out < FRAMES || given != FRAMES) $display("FAIL %0d of %0d frames", out, FRAMES);
            else if (long < 2 || (ROW == 1
                && fast < 1)) $display("FAIL no long frame, or no latency");
            else if (!SLOW && now > flits + flits / 50 + 40)
                $display("FAIL %0d flits in %0d cycles", flits, now);
            else $display("PASS");
        end
        $finish(0);
    end
    always @(posedge clk) if (!rst && !failed) begin
        now = now + 1;
        if (turn) turns = turns + 1;
        if (m_valid != 0) begin
            if (out >= taken) fail("a flit of no frame");
            if (m_valid !== 1 << f_peer[out%1024]) fail("a flit of another peer");
            n = f_words[out%1024];
            if (m_data[DATA_W-1:0] !== stored(f_slot[out%1024], word)) fail("a word");
            // {words, epoch, end, channel, keep}
            if (m_data[FLIT_W-1] !== f_meta[out%1024][CHAN_W+ELEMS+1]) fail("the epoch");
            if (m_data[DATA_W+ELEMS +: CHAN_W] !== f_meta[out%1024][ELEMS +: CHAN_W])
                fail("the channel");
            if (m_data[FLIT_W-2] !== (word == n - 1 && f_meta[out%1024][CHAN_W+ELEMS]))
                fail("the end");
            if (m_data[FLIT_W-3] !== (word == n - 1 || word % 128 == 127)) fail("a packet");
            if (m_data[DATA_W +: ELEMS] !== (word == n - 1 ? f_meta[out%1024][ELEMS-1:0] : 3'b111))
                fail("what is kept");
            word = word + 1;
            flits = flits + 1;
            if (first >= 0) begin
                // 3 turns to the first read, 2 cycles from there
                if (now - first != 5) fail("the first flit is late");
                fast = fast + 1;
                first = -1;
            end
            if (word == n) begin
                here[f_peer[out%1024]] = here[f_peer[out%1024]] - 1;
                if (n > 128) long = long + 1;
                word = 0;
                out = out + 1;
            end
            rests = 0;
        end else if (out < taken && turn) rests = rests + 1;
        if (rests > 4) fail("no flit");
        for (i = 0; i < NODES; i = i + 1) if (busy[i] !== (here[i] > 0)) fail("busy");
        if (latest !== (out < taken ? 1 << last_peer : 0)) fail("latest");
        if (read) begin
            if (!turn) fail("a read without a turn");
            if (given >= taken || rslot !== f_slot[given%1024] || rrow !== row) fail("a row");
            r_slot = rslot;
            r_row = rrow;
            r_went = 1;
            row = row + 1;
            if (give !== (row * ROW >= f_words[given%1024])) fail("a slot");
            if (give) begin
                used[rslot] = 0;
                given = given + 1;
                row = 0;
            end
        end else if (give) fail("a slot is given back without its row");
        if (takes && !turn) fail("a frame is taken without a turn");
        if (takes && ready) begin
            if (ROW == 1 && out == taken && turns == now) first = now;
            last_peer = f_peer[taken%1024];
            here[last_peer] = here[last_peer] + 1;
            taken = taken + 1;
            went = 1;
        end
    end
    always @(negedge clk) if (!rst && !failed) begin
        // of rows of several words never two turns in a row
        turn = SLOW ? draw(3) != 0 && !(ROW > 1 && turn) : now % ROW == 0;
        if (SLOW && ROW == 1 && now < 40) turn = 1;
        if (r_went) for (i = 0; i < ROW; i = i + 1)
            rdata[i*WORD_W +: WORD_W] = stored(r_slot, r_row * ROW + i);
        else rdata = {ROW{16'h5a5a}};
        r_went = 0;
        if (went || !ready) begin
            went = 0;
            ready = made < FRAMES && (!SLOW || draw(3) != 0);
            peer = 0;
            if (ready) begin
                i = draw(64);
                while (used[i]) i = (i + 1) % 64;
                used[i] = 1;
                number = draw(NODES);
                peer = 1 << number;
                place = places[number];
                places[number] = place + 1;
                f_slot[made%1024] = i;
                f_peer[made%1024] = number;
                n = draw(20) == 0 ? 100 + draw(300) : 1 + draw(30);
                if (!SLOW) n = ROW * (1 + draw(draw(20) ? 20 : 200));
                f_words[made%1024] = n;
                metas[i] = $random(seed);
                metas[i][META_W-1 -: 11] = n;
                f_meta[made%1024] = metas[i];
                ring[{number, place}] = i;
                made = made + 1;
            end
        end
    end
endmodule
