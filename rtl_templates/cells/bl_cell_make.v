// SPDX-License-Identifier: ISC
`default_nettype none
// Makes cells of a node's flits, with the credits for their destination.
// Contract: flits and credits by peer, of docs/networks.md; those for the node itself go another
// way. A cell goes out for a peer of which bl_cell_gather has one complete, peers in turn, or when
// credits are a quarter of its buffer, or at last 1,024 to 2,048 cycles after a credit, or, before
// all others, when a barrier has one, with node 0 as its destination (bl_cell_barrier). It stands
// in the ring of the link that it leaves by (`ways`, ports by peer: 2 is the second ring, 0
// no way yet), with its destination, to be read as bl_packet_ring says; words that carry nothing
// are 0.
// Latency: 7 cycles from a flit that completes a cell to m_some. Throughput: a word a cycle.
module bl_cell_make #(
    // nodes: 2..64
    parameter NODES = 4,
    // bits of a node's number: log2(NODES)..6
    parameter NODE_W = 2,
    // elements in a word: 1..16
    parameter ELEMS = 1,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 2,
    // bits of a word of a cell: 16..1024
    parameter WORD_W = 64,
    // words of a cell, those of the header and of a flit at least:
    // max(17, (2 * NODE_W + CHAN_W + ELEMS + 24 + WORD_W) / WORD_W
    // + (ELEMS * ELEM_W + WORD_W - 1) / WORD_W)..1025
    parameter CELL_WORDS = 17,
    // log2 of the flits in a link's receive buffer: 4..15
    parameter LOG_BUFFER = 8,
    // derived, leave alone: bits of a flit
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [NODE_W-1:0]       node,
    input  wire [NODES-1:0]        s_tvalid,
    output wire [NODES-1:0]        s_tready,
    input  wire [NODES*FLIT_W-1:0] s_tdata,
    input  wire [NODES*4-1:0]      s_credit,
    input  wire [NODES*2-1:0]      ways,
    // what barriers say
    input  wire [1:0]              b_valid,
    input  wire                    b_leaves,
    input  wire [CHAN_W-1:0]       b_number,
    output wire [1:0]              b_take,
    // rings of cells
    output wire [1:0]              m_some,
    output wire [2*NODE_W-1:0]     m_dest,
    input  wire [1:0]              m_take,
    input  wire [1:0]              m_read,
    output wire [2*WORD_W-1:0]     m_tdata,
    input  wire [1:0]              m_next
);
    localparam CELL_HEADER_W = NODE_W + CHAN_W + NODE_W + ELEMS + 25;
    localparam DATA_W = ELEMS * ELEM_W, META_W = 9 + CHAN_W + ELEMS, OWED_W = LOG_BUFFER + 2;
    localparam PARTS = (DATA_W + WORD_W - 1) / WORD_W;
    localparam HEADS = (CELL_HEADER_W + WORD_W - 1) / WORD_W;    // words of the header
    localparam HEAD_W = (CELL_HEADER_W > WORD_W) ? WORD_W : CELL_HEADER_W;
    localparam PART_W = (PARTS <= 2) ? 1 : (PARTS <= 32) ? 5 : 10;
    localparam MOST  = (CELL_WORDS - HEADS) / PARTS, FLITS = (MOST > 64) ? 64 : MOST;
    localparam LOG_WORDS = (CELL_WORDS <= 32) ? 5 : (CELL_WORDS <= 64) ? 6
        : (CELL_WORDS <= 128) ? 7 : (CELL_WORDS <= 256) ? 8 : (CELL_WORDS <= 512) ? 9
        : (CELL_WORDS <= 1024) ? 10 : 11;
    localparam [31:0] LAST = CELL_WORDS - 1, PART = PARTS - 1, BEHIND = HEADS;

    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_cell_make_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_cell_make_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_cell_make_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_cell_make_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_cell_make_illegal_CHAN_W illegal();
        end
        if (WORD_W < 16 || WORD_W > 1024) begin : g_check_word_w
            bl_cell_make_illegal_WORD_W illegal();
        end
        if (CELL_WORDS < 17 || CELL_WORDS > 1025 || CELL_WORDS < HEADS + PARTS)
        begin : g_check_cell_words
            bl_cell_make_illegal_CELL_WORDS illegal();
        end
        if (LOG_BUFFER < 4 || LOG_BUFFER > 15) begin : g_check_log_buffer
            bl_cell_make_illegal_LOG_BUFFER illegal();
        end
    endgenerate

    // ---- cells in the memory ----
    wire [NODES-1:0]   whole, take, gone, idle;  // idle: a cell would leave at once
    wire [NODES*3-1:0] taken;
    wire [META_W-1:0]  meta;
    reg  [NODE_W-1:0]  k_number, c_number;
    reg  [2:0]         k_cell, c_cell;
    reg  [LOG_WORDS-1:0] word;                   // of the cell under way
    reg  [5:0]         flit;
    reg  [PART_W-1:0]  part;
    reg                busy;
    wire               heading = word < BEHIND[LOG_WORDS-1:0];
    wire               read = busy & ~heading & ~(|part);
    wire [DATA_W-1:0]  rdata;
    bl_cell_gather #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
        .CHAN_W(CHAN_W), .FLITS(FLITS)) gather (
        .clk(clk), .rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_tdata),
        .idle(idle), .whole(whole), .take(take), .taken(taken), .gone(gone), .peer(k_number),
        .cell_number(k_cell), .meta(meta), .read(read), .read_peer(c_number),
        .read_cell(c_cell), .read_flit(flit), .rdata(rdata));

    // ---- the cell that is next ----
    reg  [10:0]        pause;
    wire [NODES-1:0]   urgent, late, self;
    reg  [NODES-1:0]   above, beyond, k_peer, c_peer;  // those behind the last one, of each ring
    reg                k_valid, k_data, c_data;
    reg  [1:0]         k_kind;
    reg  [CHAN_W-1:0]  k_barrier;
    reg                k_way;                    // the last one's, but for what barriers say
    reg  [1:0]         k_ways, c_ways;           // rings
    wire [NODES-1:0]   second, open;             // its way out is link 1; has a place
    wire [1:0]         free, empty;              // rings
    wire               last  = busy & (word == LAST[LOG_WORDS-1:0]);
    wire               loads = k_valid & (~busy | last);
    wire [NODES-1:0]   asks  = (whole | urgent | late) & ~self & open
        & ~((k_valid | busy) ? k_peer & ~whole : {NODES{1'b0}});
    // Peers of each ring take turns: else one that asks when there is a place would be the lowest.
    wire [NODES-1:0]   near  = asks & ~second, far = asks & second;
    wire [NODES-1:0]   near_first = |(near & above) ? near & above : near;
    wire [NODES-1:0]   far_first  = |(far & beyond) ? far & beyond : far;
    wire               turns = |far & (~k_way | ~(|near));
    wire [NODES-1:0]   first = turns ? far_first : near_first;
    wire [1:0]         b_can = b_valid & free;   // over either link, or both at once
    wire               says  = |b_can;
    wire [NODES-1:0]   one   = says ? {NODES{1'b0}} : first & (~first + 1'b1);
    wire               picks = ~k_valid | loads;
    assign b_take = picks ? b_can : 2'b00;
    reg  [NODE_W-1:0]  number;
    reg  [2:0]         which;
    wire [NODES*8-1:0] credits;
    assign take = picks ? one & whole : {NODES{1'b0}};
    assign gone = (last & c_data) ? c_peer : {NODES{1'b0}};
    always @* begin : choice
        integer i;
        number = {NODE_W{1'b0}};
        which  = 3'd0;
        for (i = 0; i < NODES; i = i + 1) if (one[i]) begin
            number = number | i[NODE_W-1:0];
            which  = which | taken[3*i +: 3];
        end
    end
    genvar p;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            localparam [31:0] PEER = p;
            reg  [OWED_W-1:0] owed;              // flits freed and not reported yet
            reg               waits;
            wire              goes = loads & k_peer[p];
            wire              much = |(owed >> 8);
            wire [OWED_W-1:0] rest;              // more than a cell says
            assign self[p]   = node == PEER[NODE_W-1:0];
            assign second[p] = ways[2*p +: 2] == 2'd2;
            assign idle[p]   = ~busy & ~k_valid & (second[p] ? empty[1] : empty[0]);
            assign open[p]   = (|ways[2*p +: 2]) & (second[p] ? free[1] : free[0]);
            assign urgent[p] = |owed[OWED_W-1:LOG_BUFFER-2];
            assign late[p]   = waits & (|owed);
            if (OWED_W > 8) begin : g_wide
                assign credits[8*p +: 8] = much ? 8'd255 : owed[7:0];
                assign rest = much ? owed - {{(OWED_W-8){1'b0}}, 8'd255} : {OWED_W{1'b0}};
            end else begin : g_narrow
                assign credits[8*p +: 8] = {{(8-OWED_W){1'b0}}, owed};
                assign rest = {OWED_W{1'b0}};
            end
            always @(posedge clk) begin
                if (~self[p])
                    owed <= (goes ? rest : owed) + {{(OWED_W-4){1'b0}}, s_credit[4*p +: 4]};
                waits <= ~goes & (|owed) & (waits | (&pause));
                if (rst) begin
                    owed  <= {OWED_W{1'b0}};
                    waits <= 1'b0;
                end
            end
            wire unused_much = &{1'b0, much, 1'b0};
        end
    endgenerate

    // ---- its header, and its words ----
    wire [6:0]            flits;
    wire                  epoch, is_end;
    wire [CHAN_W-1:0]     channel;
    wire [ELEMS-1:0]      keep;
    wire [CELL_HEADER_W-1:0] header;
    assign {flits, epoch, is_end, channel, keep} = k_data ? meta
        : {9'd0, k_barrier, {ELEMS{1'b0}}};
    bl_cell_header_pack #(.NODE_W(NODE_W), .ELEMS(ELEMS), .CHAN_W(CHAN_W)) pack (
        .number(4'd0), .vc(2'd0), .dest(k_number), .kind(k_kind), .source(node),
        .channel(channel), .epoch(epoch), .is_end(is_end), .flits(flits), .keep(keep),
        .credits((|k_kind) ? 8'd0 : credits[8*k_number +: 8]), .header(header));
    reg                   x_valid, x_first, x_head, x_last, x_use;
    reg  [1:0]            x_ways;
    reg  [HEAD_W-1:0]     x_header;
    reg  [PART_W-1:0]     x_part;
    reg  [6:0]            c_flits;
    reg  [CELL_HEADER_W-1:0] c_header;           // what of it is still to go
    reg  [WORD_W-1:0]     x_word;
    wire [PARTS*WORD_W-1:0] padded;
    generate
        if (PARTS * WORD_W > DATA_W) begin : g_pad
            assign padded = {{(PARTS*WORD_W-DATA_W){1'b0}}, rdata};
        end else begin : g_exact
            assign padded = rdata;
        end
    endgenerate
    always @* begin : lay
        integer i;
        x_word = {WORD_W{1'b0}};
        for (i = 0; i < PARTS; i = i + 1)
            if (x_use && x_part == i[PART_W-1:0]) x_word = padded[i*WORD_W +: WORD_W];
        if (x_head) begin
            x_word = {WORD_W{1'b0}};
            x_word[HEAD_W-1:0] = x_header;
        end
    end
    always @(posedge clk) begin
        pause <= pause + 1'b1;
        if (picks) begin
            if (|one & ~turns) above <= ~(one | (one - 1'b1));
            if (|one & turns) beyond <= ~(one | (one - 1'b1));
            k_valid  <= |one | says;
            k_peer   <= one;
            k_number <= number;                  // 0 of what a barrier says
            k_ways   <= says ? b_can : {turns, ~turns};
            k_cell   <= which;
            k_data   <= |(one & whole);
            k_kind   <= {says & b_leaves, says & ~b_leaves};
            k_barrier <= says ? b_number : {CHAN_W{1'b0}};
            if (|one) k_way <= turns;
        end
        busy <= loads | (busy & ~last);
        if (heading) c_header <= c_header >> WORD_W;
        if (loads) begin
            c_peer   <= k_peer;
            c_number <= k_number;
            c_cell   <= k_cell;
            c_data   <= k_data;
            c_ways   <= k_ways;
            c_flits  <= flits;
            c_header <= header;
        end
        word <= (loads | ~busy) ? {LOG_WORDS{1'b0}} : word + 1'b1;
        if (loads | heading) begin
            flit <= 6'd0;
            part <= {PART_W{1'b0}};
        end else begin
            part <= (part == PART[PART_W-1:0]) ? {PART_W{1'b0}} : part + 1'b1;
            if (part == PART[PART_W-1:0]) flit <= flit + {5'd0, ~(&flit)};
        end
        x_valid  <= busy;
        x_ways   <= c_ways;
        x_first  <= busy & ~(|word);
        x_last   <= last;
        x_head   <= busy & heading;
        x_use    <= busy & ~heading & ({1'b0, flit} < c_flits);
        x_part   <= part;
        x_header <= c_header[HEAD_W-1:0];
        if (rst) begin
            pause   <= 11'd0;
            above   <= {NODES{1'b0}};
            beyond  <= {NODES{1'b0}};
            k_way   <= 1'b0;
            k_valid <= 1'b0;
            busy    <= 1'b0;
            x_valid <= 1'b0;
            x_first <= 1'b0;
            x_head  <= 1'b0;
            x_last  <= 1'b0;
        end
    end
    // ---- a ring for each link out, so that cells for one do not wait for the other ----
    genvar r;
    generate
        for (r = 0; r < 2; r = r + 1) begin : g_ring
            localparam RING = r;
            reg  [2:0] places;                   // that no cell was promised
            wire       unused_room;
            wire       picked = picks & (says ? b_can[r] : (|one) & (turns == RING[0]));
            wire       its    = x_ways[r];
            assign free[r]  = |places;
            assign empty[r] = places[2];
            always @(posedge clk)
                if (rst) places <= 3'd4;
                else places <= places + {2'd0, m_next[r]} - {2'd0, picked};
            bl_packet_ring #(.WIDTH(WORD_W), .MARK_W(NODE_W), .LOG_PACKETS(2),
                .LOG_WORDS(LOG_WORDS)) ring (
                .clk(clk), .rst(rst), .s_write(x_valid & its), .s_tdata(x_word),
                .s_commit(x_first & its), .s_mark(c_number), .s_next(x_last & its),
                .s_rewind(1'b0), .s_room(unused_room),
                .m_some(m_some[r]), .m_mark(m_dest[r*NODE_W +: NODE_W]), .m_take(m_take[r]),
                .m_read(m_read[r]), .m_tdata(m_tdata[r*WORD_W +: WORD_W]), .m_next(m_next[r]),
                .m_back(1'b0), .m_free({2'd0, m_next[r]}));
        end
    endgenerate
endmodule
`default_nettype wire
