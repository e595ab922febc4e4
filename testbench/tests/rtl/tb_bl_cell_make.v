// config: -Ptb_bl_cell_make.ELEMS=2 -Ptb_bl_cell_make.ELEM_W=32 -Ptb_bl_cell_make.WORD_W=64
// config: -Ptb_bl_cell_make.ELEMS=4 -Ptb_bl_cell_make.ELEM_W=50 -Ptb_bl_cell_make.WORD_W=64
// config: -Ptb_bl_cell_make.ELEMS=8 -Ptb_bl_cell_make.ELEM_W=8 -Ptb_bl_cell_make.WORD_W=128 -Ptb_bl_cell_make.NODES=6
// config: -Ptb_bl_cell_make.ELEMS=2 -Ptb_bl_cell_make.ELEM_W=16 -Ptb_bl_cell_make.WORD_W=16
// config: -Ptb_bl_cell_make.ELEMS=8 -Ptb_bl_cell_make.ELEM_W=4 -Ptb_bl_cell_make.WORD_W=32 -Ptb_bl_cell_make.NODES=6
// config: -Ptb_bl_cell_make.ELEMS=4 -Ptb_bl_cell_make.ELEM_W=150 -Ptb_bl_cell_make.WORD_W=16 -Ptb_bl_cell_make.WORDS=50
// Flits of node 1 for its peers become cells (bl_cell_make) and flits again (bl_cell_open), in each
// peer's order, unchanged but for `last`, and zeros where nothing is kept; credits that are given
// arrive, as many and no more. Cells are well-formed: a header of its table, flits of one channel
// and epoch, in one word or several. While flits for one peer come without a pause, cells follow
// each other without one, and are full. What a barrier says goes before all else, and arrives. What
// waits alone leaves soon, and credits alone, too.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_cell_make;
    parameter ELEMS = 2, ELEM_W = 32, WORD_W = 64, NODES = 4, WORDS = 17;
    localparam NODE_W = 3, CHAN_W = 2, DATA_W = ELEMS * ELEM_W, LOG_BUFFER = 6,
        FLIT_W = DATA_W + ELEMS + CHAN_W + 3, PARTS = (DATA_W + WORD_W - 1) / WORD_W,
        HEADER_W = 25 + NODE_W * 2 + CHAN_W + ELEMS, HEADS = (HEADER_W + WORD_W - 1) / WORD_W,
        FLITS = (WORDS - HEADS) / PARTS, MOST = 3000;
    localparam [31:0] WAYS = 32'h66666666;        // by peer 2 and 1 in turn
    reg                    clk = 0, rst = 1;
    reg  [NODES-1:0]       s_valid = 0;
    wire [NODES-1:0]       s_ready, m_valid;
    reg  [NODES*FLIT_W-1:0] s_data = 0;
    reg  [NODES*4-1:0]     freed = 0;
    wire [NODES*4-1:0]     credit;
    wire [1:0]             some;
    wire [2*NODE_W-1:0]    dest;
    reg                    take = 0, read = 0, next = 0, valid = 0, first = 0, way = 0, back = 0;
    wire [2*WORD_W-1:0]    both;
    wire [WORD_W-1:0]      word = back ? both[WORD_W +: WORD_W] : both[0 +: WORD_W];
    wire [FLIT_W-1:0]      m_data;
    // what a barrier says, {leaves, number}, and what has come of it
    reg  [1:0]             b_valid = 0;
    reg  [2:0]             b_says = 0;
    wire [1:0]             b_take;
    wire                   b_enter, b_leave;
    integer                b_on = 0;             // cells that node 0 is still to get
    wire [CHAN_W-1:0]      b_came;
    integer                b_put [0:7], b_got [0:7], c_link;
    always #5 clk = ~clk;

    bl_cell_make #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
        .CHAN_W(CHAN_W), .WORD_W(WORD_W), .CELL_WORDS(WORDS), .LOG_BUFFER(LOG_BUFFER)) make (
        .clk(clk), .rst(rst), .node(3'd1), .s_tvalid(s_valid), .s_tready(s_ready),
        .s_tdata(s_data), .s_credit(freed), .ways(WAYS[NODES*2-1:0]), .b_valid(b_valid),
        .b_leaves(b_says[2]), .b_number(b_says[1:0]), .b_take(b_take),
        .m_some(some), .m_dest(dest),
        .m_take({take & way, take & ~way}), .m_read({read & way, read & ~way}), .m_tdata(both),
        .m_next({next & way, next & ~way}));
    wire [3:0]          h_number;
    wire [1:0]          h_vc, h_kind;
    wire                h_epoch, h_end;
    wire [NODE_W-1:0]   h_dest, h_source;
    wire [CHAN_W-1:0]   h_channel;
    wire [6:0]          h_flits;
    wire [ELEMS-1:0]    h_keep;
    wire [7:0]          h_credits;
    wire [HEADER_W-1:0] header;
    // The last words that were read, the oldest lowest: behind it its header is whole.
    reg  [HEADS*WORD_W-1:0] line = 0, turns, left_turns = 0;
    bl_cell_header_unpack #(.NODE_W(NODE_W), .ELEMS(ELEMS), .CHAN_W(CHAN_W)) unpack (
        .header(line[HEADER_W-1:0]), .number(h_number), .vc(h_vc), .dest(h_dest),
        .kind(h_kind), .source(h_source), .channel(h_channel), .epoch(h_epoch), .is_end(h_end),
        .flits(h_flits), .keep(h_keep), .credits(h_credits));
    // As if the peer had sent it: so flits come from the node that they are for.
    bl_cell_header_pack #(.NODE_W(NODE_W), .ELEMS(ELEMS), .CHAN_W(CHAN_W)) pack (
        .number(h_number), .vc(h_vc), .dest(h_source), .kind(h_kind), .source(h_dest),
        .channel(h_channel), .epoch(h_epoch), .is_end(h_end), .flits(h_flits), .keep(h_keep),
        .credits(h_credits), .header(header));
    reg  [HEADS-1:0]        l_valid = 0, l_first = 0;
    integer                 head_left = 0;
    always @* begin
        turns = 0;
        turns[HEADER_W-1:0] = header;
        if (!l_first[0]) turns = left_turns;
    end
    wire heading = l_first[0] || head_left != 0;
    wire [WORD_W-1:0] turned = heading ? turns[WORD_W-1:0] : line[WORD_W-1:0];
    always @(posedge clk) begin
        line    <= {word, line} >> WORD_W;
        l_valid <= {valid, l_valid} >> 1;
        l_first <= {first & valid, l_first} >> 1;
        if (l_valid[0]) begin
            left_turns <= turns >> WORD_W;
            head_left  <= l_first[0] ? HEADS - 1 : head_left - (head_left != 0);
        end
    end
    bl_cell_open #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
        .CHAN_W(CHAN_W), .WORD_W(WORD_W)) open (
        .clk(clk), .rst(rst), .s_valid(l_valid[0]), .s_first(l_first[0]), .s_word(turned),
        .m_tvalid(m_valid), .m_tdata(m_data), .m_credit(credit),
        .b_enter(b_enter), .b_leave(b_leave), .b_number(b_came));

    reg [FLIT_W-1:0] queue [0:NODES*4096-1];
    integer          put [0:NODES-1], got [0:NODES-1], gave [0:NODES-1], has [0:NODES-1];
    integer          i, k, p, seed = 3, failures = 0, left = 0, cells = 0, full = 0, idle = 0,
                     mode = 0, since = 0;
    reg [FLIT_W-1:0] flit;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction

    // mode 0: random; 1: a flood for peer 2; 2: nothing; 3: a flit for each peer; 4: credits alone
    always @(posedge clk) if (!rst) begin
        for (i = 0; i < NODES; i = i + 1) begin
            if (s_valid[i] && s_ready[i]) begin
                queue[i*4096+put[i]] = s_data[i*FLIT_W +: FLIT_W];
                put[i] = put[i] + 1;
                s_valid[i] <= 0;
            end
            if ((!s_valid[i] || s_ready[i]) && i != 1 && put[i] < MOST
                && (mode == 0 ? draw(4) == 0 : mode == 1 ? i == 2 : mode == 3)) begin
                for (k = 0; k < FLIT_W; k = k + 1) flit[k] = $random(seed);
                // mostly whole words of a channel
                if (mode == 1 || draw(4) != 0) begin
                    flit[DATA_W +: ELEMS] = {ELEMS{1'b1}};
                    flit[DATA_W+ELEMS +: CHAN_W] = 2;
                    flit[FLIT_W-2 +: 2] = 0;
                end
                if (mode == 1) flit[FLIT_W-3] = 0;
                s_valid[i] <= 1;
                s_data[i*FLIT_W +: FLIT_W] <= flit;
                if (!flit[DATA_W]) s_data[i*FLIT_W +: ELEM_W] <= {ELEM_W{1'bx}};
            end
            k = (mode == 0 && i != 1 && draw(8) == 0) || (mode == 4 && since == 1 && i == 3)
                ? 1 + draw(9) : 0;
            // no more than the peer has flits out
            if (gave[i] + k > has[i] + (1 << LOG_BUFFER)) k = 0;
            freed[4*i +: 4] <= k;
            gave[i] = gave[i] + k;
            has[i]  = has[i] + credit[4*i +: 4];
            if (has[i] > gave[i]) failures = failures + 10;
        end
        for (p = 0; p < NODES; p = p + 1) if (m_valid[p]) begin
            flit = queue[p*4096+got[p]];
            flit[FLIT_W-3] = m_data[FLIT_W-3];
            for (k = 0; k < ELEMS; k = k + 1)
                if (!flit[DATA_W+k]) flit[k*ELEM_W +: ELEM_W] = {ELEM_W{1'b0}};
            if (got[p] >= put[p] || flit !== m_data) failures = failures + 1;
            got[p] = got[p] + 1;
        end
        for (c_link = 0; c_link < 2; c_link = c_link + 1) if (b_take[c_link]) begin
            b_put[b_says] = b_put[b_says] + 1;
            b_on = b_on + 1;
        end
        b_valid <= b_valid & ~b_take;
        if (b_valid == 0 && mode == 0 && draw(300) == 0) begin
            b_valid <= 1 + draw(3);
            b_says  <= draw(8);
        end
        if (b_enter || b_leave) begin
            b_got[{b_leave, b_came}] = b_got[{b_leave, b_came}] + 1;
            if (b_got[{b_leave, b_came}] > b_put[{b_leave, b_came}] || (b_enter && b_leave))
                failures = failures + 10000000;
        end
        since = since + 1;
    end

    // The reader: cells one behind the other, sometimes with a rest in mode 0.
    always @(posedge clk) if (!rst) begin
        take  <= 0;
        valid <= read;
        back  <= way;
        first <= read && left == WORDS;
        if (l_first[0] && l_valid[0] && h_kind != 0) begin
            b_on = b_on - 1;
            if (h_dest != 0 || h_flits != 0 || h_credits != 0) failures = failures + 90000000;
        end
        if (l_first[0] && l_valid[0]) begin
            cells = cells + 1;
            full  = full + (h_flits == FLITS);
            if (h_source != 1 || h_dest == 1 || h_dest >= NODES || h_flits > FLITS
                || (h_flits == 0 && h_credits == 0 && h_kind == 0)) failures = failures + 100;
        end
        if (read) begin
            left = left - 1;
            if (left == 0) read <= 0;
            next <= left == 1;
        end
        if (left == 0) begin
            next <= 0;
            if (some != 0 && !take && (mode != 0 || draw(3) == 0)) begin
                take <= 1;
                way  <= some[1] && (!way || !some[0]);
                read <= 1;
                left = WORDS;
            end else idle = idle + 1;
        end
    end

    integer begun, c;
    initial begin
        for (c = 0; c < NODES; c = c + 1) {put[c], got[c], gave[c], has[c]} = 0;
        for (c = 0; c < 8; c = c + 1) {b_put[c], b_got[c]} = 0;
        repeat (5) @(posedge clk);
        #1 rst = 0;
        repeat (9000) @(posedge clk);
        mode = 2;
        repeat (3000) @(posedge clk);
        for (c = 0; c < NODES; c = c + 1)
            if (got[c] != put[c] || has[c] != gave[c]) failures = failures + 1000;
        if (b_on != 0) failures = failures + 50000000;
        for (c = 0; c < 8; c = c + 1)
            if (b_got[c] != b_put[c]) failures = failures + 20000000;
        if (b_got[0] + b_got[1] + b_got[2] + b_got[3] < 3 || b_got[4] + b_got[5] + b_got[6]
            + b_got[7] < 3) failures = failures + 40000000;
        mode = 3;
        @(posedge clk) #1 mode = 2;
        repeat (64 + 40 + (NODES - 1) * 20) @(posedge clk);
        for (c = 0; c < NODES; c = c + 1) if (got[c] != put[c]) failures = failures + 10000;
        since = 0;
        mode = 4;
        repeat (128 + 60) @(posedge clk);
        if (has[3] != gave[3]) failures = failures + 100000;
        mode = 1;
        repeat (200) @(posedge clk);
        {cells, full, idle} = 0;
        repeat (1020) @(posedge clk);
        // a cell in WORDS + 1 cycles: the reader here is late by one
        if (cells < 990 / (WORDS + 1) || full != cells) failures = failures + 1000000;
        if (failures != 0)
            $display("FAIL %0d: %0d of %0d flits for node 0, %0d cells, %0d full, %0d idle",
                     failures, got[0], put[0], cells, full, idle);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
