// SPDX-License-Identifier: ISC
`default_nettype none
// The receiving half of a node's reliable Ethernet port: frames are checked, put in order by peer,
// and leave as flits.
// Contract: a frame counts if the MAC says that it is good, it is for this node, of this type,
// from a peer, of its session, and legal; else it is dropped and counted. A legal one is
// filled by its payload, but for padding to 60 bytes, in whole words or as long as the kind has it;
// its channel and kept elements are such as there can be, and a greeting's session is not 0. Data
// frames are kept until all before them have come; a place is there for WINDOW of each peer. The
// words of a frame leave as a packet, those of a longer one as packets of 128. With ROW_WORDS > 1
// two lanes deliver, a row of the memory each in every other cycle; a peer's frames keep order.
// happens_*: an event for the counters, as bl_eth_receive_event numbers them.
// Latency: 9 cycles from a frame's last word to its first flit, with rows up to 13.
// Throughput: a word of the MAC and a flit a cycle, with rows a flit a cycle of each of two peers.
module bl_eth_receive #(
    // nodes: 2..16
    parameter NODES = 4,
    // bits of a node's number: log2(NODES)..4
    parameter NODE_W = 2,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 2,
    // bits of a word in memory: max(8, ELEMS * ELEM_W)..16384, a power of two
    parameter WORD_W = 256,
    // bits of the MAC's port: 64..512, a power of two
    parameter WIDTH = 256,
    // words in a frame: 1..2047
    parameter RUN_WORDS = 46,
    // frames in the memory: (NODES - 1) * WINDOW + 7 + 3 * min(1, ROW_WORDS - 1)..2048
    parameter SLOTS = 52,
    // bits of a slot's number: log2(SLOTS)..11
    parameter SLOT_W = 6,
    // log2 of the frames of a peer in the memory: 3..6
    parameter LOG_WINDOW = 4,
    // frames of a peer that may be out: 1..2 ^ LOG_WINDOW - 1
    parameter WINDOW = 14,
    // ticks, more than from a report to what it asks for: 1..65535
    parameter PATIENCE = 24,
    // log2 of the flits in a link's receive buffer: 4..15
    parameter LOG_BUFFER = 10,
    // words that are read at once: 1..max(1, WIDTH / WORD_W), a power of two
    parameter ROW_WORDS = 1,
    // derived, leave alone: bits of a flit
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire                             clk,
    input  wire                             rst,
    input  wire                             tick,
    input  wire                             open,
    // who is who
    input  wire [NODES-1:0]                 self,
    input  wire [47:0]                      address,
    input  wire [NODES*48-1:0]              addresses,
    input  wire [15:0]                      ethertype,
    input  wire [15:0]                      session,
    input  wire [63:0]                      hash,
    output reg  [NODES-1:0]                 known,
    output wire [NODES*16-1:0]              sessions,
    output reg  [NODES-1:0]                 ready,
    output reg  [NODES-1:0]                 greet,
    input  wire [NODES-1:0]                 greeted,
    output reg  [NODES-1:0]                 restarted,
    output reg  [NODES-1:0]                 build_mismatch,
    // what the peers say of this node's frames
    output wire [NODES-1:0]                 peer_alive,
    output wire [NODES-1:0]                 ack_valid,
    output wire [23:0]                      ack,
    output wire                             report_valid,
    output wire [(1<<LOG_WINDOW)-1:0]       report,
    // what is to be acknowledged of theirs
    output wire [NODES*24-1:0]              expected,
    output wire [NODES*(1<<LOG_WINDOW)-1:0] missing,
    output wire [NODES*16-1:0]              credit,
    output wire [NODES-1:0]                 due,
    output wire [NODES-1:0]                 urgent,
    input  wire [NODES-1:0]                 ack_sent,
    input  wire [NODES-1:0]                 report_sent,
    input  wire [(1<<LOG_WINDOW)-1:0]       missing_sent,
    // flits by peer
    output wire [NODES-1:0]                 m_tvalid,
    output wire [NODES*FLIT_W-1:0]          m_tdata,
    input  wire [NODES-1:0]                 leaves,   // flits of this node, by peer
    output wire [NODES*4-1:0]               m_credit,
    input  wire [NODES*4-1:0]               s_credit,
    // events
    output reg                              event_valid,
    output reg  [3:0]                       event_code,
    output reg  [NODE_W-1:0]                event_peer,
    // MAC
    input  wire                             s_mac_tvalid,
    input  wire [WIDTH-1:0]                 s_mac_tdata,
    input  wire [WIDTH/8-1:0]               s_mac_tkeep,
    input  wire                             s_mac_tlast,
    input  wire                             s_mac_tuser
);
    localparam RING = 1 << LOG_WINDOW, META_W = 13 + CHAN_W + ELEMS,
        LANES = (ROW_WORDS == 1) ? 1 : 2;
    localparam [31:0] BEATS = (RUN_WORDS * WORD_W + WIDTH - 1) / WIDTH, MOST = RUN_WORDS;
    localparam LOG_BYTES = (WORD_W >= 32768) ? 12 : (WORD_W >= 16384) ? 11 : (WORD_W >= 8192) ? 10
        : (WORD_W >= 4096) ? 9 : (WORD_W >= 2048) ? 8 : (WORD_W >= 1024) ? 7 : (WORD_W >= 512) ? 6
        : (WORD_W >= 256) ? 5 : (WORD_W >= 128) ? 4 : (WORD_W >= 64) ? 3 : (WORD_W >= 32) ? 2
        : (WORD_W >= 16) ? 1 : 0;

    generate
        if (NODES < 2 || NODES > 16 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_eth_receive_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 4) begin : g_check_node_w
            bl_eth_receive_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_eth_receive_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_eth_receive_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_eth_receive_illegal_CHAN_W illegal();
        end
        if (WORD_W < ELEMS * ELEM_W || WORD_W < 8 || WORD_W > 16384 || (WORD_W & (WORD_W - 1)) != 0)
            begin : g_check_word_w
            bl_eth_receive_illegal_WORD_W illegal();
        end
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_receive_illegal_WIDTH illegal();
        end
        if (RUN_WORDS < 1 || RUN_WORDS > 2047) begin : g_check_run_words
            bl_eth_receive_illegal_RUN_WORDS illegal();
        end
        if (SLOTS < (NODES - 1) * WINDOW + 4 + 3 * LANES || SLOTS > 2048 || SLOTS > (1 << SLOT_W))
            begin : g_check_slots
            bl_eth_receive_illegal_SLOTS illegal();
        end
        if (SLOT_W < 1 || SLOT_W > 11) begin : g_check_slot_w
            bl_eth_receive_illegal_SLOT_W illegal();
        end
        if (LOG_WINDOW < 3 || LOG_WINDOW > 6) begin : g_check_log_window
            bl_eth_receive_illegal_LOG_WINDOW illegal();
        end
        if (WINDOW < 1 || WINDOW >= (1 << LOG_WINDOW)) begin : g_check_window
            bl_eth_receive_illegal_WINDOW illegal();
        end
        if (PATIENCE < 1 || PATIENCE > 65535) begin : g_check_patience
            bl_eth_receive_illegal_PATIENCE illegal();
        end
        if (LOG_BUFFER < 4 || LOG_BUFFER > 15) begin : g_check_log_buffer
            bl_eth_receive_illegal_LOG_BUFFER illegal();
        end
        if (ROW_WORDS < 1 || (ROW_WORDS > 1 && ROW_WORDS * WORD_W > WIDTH)
            || (ROW_WORDS & (ROW_WORDS - 1)) != 0) begin : g_check_row_words
            bl_eth_receive_illegal_ROW_WORDS illegal();
        end
    endgenerate

    // ---- from the MAC ----
    wire             e_valid, e_first, e_end, e_bad;
    wire [WIDTH-1:0] e_data;
    wire [15:0]      e_bytes;
    wire [239:0]     e_head;
    bl_eth_in #(.WIDTH(WIDTH)) frames (
        .clk(clk), .rst(rst), .s_mac_tvalid(s_mac_tvalid), .s_mac_tdata(s_mac_tdata),
        .s_mac_tkeep(s_mac_tkeep), .s_mac_tlast(s_mac_tlast), .s_mac_tuser(s_mac_tuser),
        .m_tvalid(e_valid), .m_first(e_first), .m_tdata(e_data), .m_end(e_end), .m_bad(e_bad),
        .m_bytes(e_bytes), .m_head(e_head));

    wire [47:0] e_to, e_from;
    wire [15:0] e_type;
    bl_byte_swap #(.BYTES(6)) to_of (.s(e_head[47:0]), .m(e_to));
    bl_byte_swap #(.BYTES(6)) from_of (.s(e_head[95:48]), .m(e_from));
    bl_byte_swap #(.BYTES(2)) type_of (.s(e_head[111:96]), .m(e_type));
    wire [3:0]  e_kind;
    wire        e_epoch, e_is_end, e_is_last, e_probe;
    wire [15:0] e_session, e_credit, e_keep, e_length;
    wire [23:0] e_sequence, e_ack;
    wire [7:0]  e_id;
    bl_eth_header_unpack unpack (
        .header(e_head[239:112]), .kind(e_kind), .epoch(e_epoch), .is_end(e_is_end),
        .is_last(e_is_last), .probe(e_probe), .session(e_session), .seq(e_sequence),
        .acknowledge(e_ack), .credit(e_credit), .id(e_id), .keep(e_keep), .length(e_length));

    // ---- places: four wait for the next frames, so that none has to wait for its own ----
    reg  [4*SLOT_W-1:0] spare;
    reg  [3:0]        filled;
    reg  [1:0]        turn, refill, x_turn;
    wire              some, take, give;
    wire [SLOT_W-1:0] slot, given;
    wire [SLOT_W:0]   unused_count;
    bl_eth_slots #(.SLOTS(SLOTS), .SLOT_W(SLOT_W)) slots (
        .clk(clk), .rst(rst), .some(some), .slot(slot), .take(take), .give(give), .given(given),
        .count(unused_count));
    assign take = some & ~filled[refill];

    // ---- payload into the memory ----
    reg  [15:0]          beat;
    reg                  w_valid;
    reg  [SLOT_W-1:0]    w_slot;
    reg  [15:0]          w_beat;
    reg  [WIDTH-1:0]     w_data;
    reg  [127:0]         inline;                 // the first 16 bytes
    wire [15:0]          at     = e_first ? 16'd0 : beat;
    // after many frames that are too short its place may come in the middle of a frame
    reg                  missed, x_place;
    wire                 misses = missed | (e_valid & ~filled[turn]);
    always @(posedge clk) begin
        missed  <= misses & ~e_end & ~rst;
        x_place <= filled[turn] & ~misses;
        if (e_valid) beat <= (&at) ? at : at + 1'b1;
        w_valid <= e_valid & (at < BEATS[15:0]) & filled[turn];
        w_slot  <= spare[turn*SLOT_W +: SLOT_W];
        w_beat  <= at;
        w_data  <= e_data;
        if (rst) w_valid <= 1'b0;
    end
    generate
        if (WIDTH == 64) begin : g_inline
            always @(posedge clk) begin
                if (e_valid && at == 16'd0) inline[63:0] <= e_data;
                if (e_valid && at == 16'd1) inline[127:64] <= e_data;
            end
        end else begin : g_inline
            always @(posedge clk) if (e_valid && at == 16'd0) inline <= e_data[127:0];
        end
    endgenerate

    // ---- what kind of frame it was ----
    reg              x_valid, x_good, x_mine, x_probe;
    reg [NODES-1:0]  x_from;
    reg [NODE_W-1:0] x_number;
    reg [3:0]        x_kind;
    reg [15:0]       x_session, x_credit;
    reg [23:0]       x_sequence, x_ack;
    reg [META_W-1:0] x_meta;
    reg              x_fits;
    reg [NODES-1:0]  from;
    reg [NODE_W-1:0] number;
    always @* begin : peer_loop
        integer i;
        number = {NODE_W{1'b0}};
        for (i = 0; i < NODES; i = i + 1) begin
            from[i] = (e_from == addresses[i*48 +: 48]) & ~self[i];
            if (from[i]) number = number | i[NODE_W-1:0];
        end
    end
    wire [15:0] e_words = e_length >> LOG_BYTES;
    wire        e_whole = (e_words << LOG_BYTES) == e_length;
    // the MAC pads a frame to 60 bytes
    wire        e_fills = (e_length == e_bytes) | ((e_bytes == 16'd30) & (e_length < 16'd30));
    wire        e_named = ((e_id >> CHAN_W) == 8'd0) & ((e_keep >> ELEMS) == 16'd0);
    always @(posedge clk) begin
        x_valid    <= e_end & open;
        x_good     <= ~e_bad;
        x_mine     <= (e_to == address) & (e_type == ethertype);
        x_from     <= from;
        x_number   <= number;
        x_kind     <= e_kind;
        x_session  <= e_session;
        x_sequence <= e_sequence;
        x_ack      <= e_ack;
        x_credit   <= e_credit;
        x_probe    <= e_probe;
        x_meta     <= {e_words[10:0], e_epoch, e_is_end, e_id[CHAN_W-1:0],
                       e_keep[ELEMS-1:0]};
        x_fits     <= e_fills & ((e_kind == 4'd1)
            ? e_whole & (|e_words) & (e_words <= MOST[15:0]) & e_named
            : (e_kind == 4'd2) ? e_length == 16'd8
            : (e_kind == 4'd3) & (e_length == 16'd10) & (|e_session));
        x_turn     <= turn;
        if (e_end) turn <= turn + 1'b1;
        if (rst) begin
            x_valid <= 1'b0;
            turn    <= 2'd0;
        end
    end

    // ---- by peer ----
    wire             x_peer  = x_valid & x_good & x_mine & (|x_from) & x_fits;
    wire             x_hello = x_peer & (x_kind == 4'd3);
    wire [15:0]      h_knows;
    wire [63:0]      h_hash, r_bits;
    bl_byte_swap #(.BYTES(2)) knows_of (.s(inline[15:0]), .m(h_knows));
    bl_byte_swap #(.BYTES(8)) hash_of (.s(inline[79:16]), .m(h_hash));
    bl_byte_swap #(.BYTES(8)) bits_of (.s(inline[63:0]), .m(r_bits));
    wire [2*RING-1:0] r_turned = {r_bits[RING-1:0], r_bits[RING-1:0]} << x_ack[LOG_WINDOW-1:0];
    wire [NODES-1:0] fits, kept, next, excess, beyond;
    wire             x_speaks = x_peer & (|(x_from & fits)) & (x_kind != 4'd3);
    wire             x_data   = x_speaks & (x_kind == 4'd1);
    wire             x_keeps  = x_data & x_place & (|(x_from & kept));
    reg  [NODES-1:0] p_one;                      // a peer whose next frame is delivered
    assign peer_alive        = (x_speaks | x_hello) ? x_from : {NODES{1'b0}};
    assign ack          = x_ack;
    assign ack_valid    = x_speaks ? x_from : {NODES{1'b0}};
    assign report_valid = x_kind == 4'd2;
    assign report       = r_turned[2*RING-1:RING];
    genvar p;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            reg  [15:0] peer_session;
            wire        hello = x_hello & x_from[p];
            assign sessions[p*16 +: 16] = peer_session;
            assign fits[p] = known[p] & (peer_session == x_session);
            always @(posedge clk) begin
                if (hello) begin
                    known[p]     <= 1'b1;
                    peer_session <= known[p] ? peer_session : x_session;
                    restarted[p] <= restarted[p] | (known[p] & (peer_session != x_session));
                    build_mismatch[p]  <= build_mismatch[p] | (h_hash != hash);
                    ready[p]     <= ready[p] | (h_knows == session);
                end
                if (hello & x_probe) greet[p] <= 1'b1;
                else if (greeted[p]) greet[p] <= 1'b0;
                if (rst) begin
                    known[p]     <= 1'b0;
                    restarted[p] <= 1'b0;
                    build_mismatch[p]  <= 1'b0;
                    ready[p]     <= 1'b0;
                    greet[p]     <= 1'b0;
                end
            end
            bl_eth_rx_window #(.LOG_WINDOW(LOG_WINDOW), .WINDOW(WINDOW), .PATIENCE(PATIENCE),
                .LOG_BUFFER(LOG_BUFFER)) got (
                .clk(clk), .rst(rst), .tick(tick), .came(x_data & x_from[p]),
                .seq(x_sequence), .asked(x_probe), .keep(kept[p]), .held(x_place),
                .beyond(beyond[p]), .expected(expected[p*24 +: 24]), .next(next[p]),
                .taken(p_one[p]), .missing(missing[p*RING +: RING]), .due(due[p]),
                .urgent(urgent[p]), .ack_sent(ack_sent[p]),
                .missing_sent(report_sent[p] ? missing_sent : {RING{1'b0}}),
                .freed(s_credit[p*4 +: 4]), .credit(credit[p*16 +: 16]),
                .leaves(leaves[p]), .excess(excess[p]), .grant_valid(x_speaks & x_from[p]),
                .granted(x_credit), .give(m_credit[p*4 +: 4]));
        end
    endgenerate

    // what became of it
    wire [3:0] event_number;
    wire       x_known = x_good & x_mine & (|x_from);
    wire       x_legal = x_known & x_fits;
    wire       x_place_lacks = x_data & ~x_keeps & (|(x_from & kept));
    wire       x_excess = |excess;
    wire       x_beyond = x_data & (|(x_from & beyond));
    bl_eth_receive_event event_of (
        .in_data(x_keeps & ~x_excess),
        .in_had(x_data & ~x_keeps & ~x_place_lacks & ~x_beyond & ~x_excess),
        .in_ahead(x_beyond & ~x_excess), .in_credit(x_excess),
        .in_no_place(x_place_lacks & ~x_excess), .in_report(x_speaks & ~x_data & ~x_excess),
        .in_greeting(x_hello),
        .in_session(x_valid & x_legal & ~x_hello & ~x_speaks),
        .in_illegal(x_valid & x_known & ~x_fits), .in_bad(x_valid & ~x_good),
        .in_not_mine(x_valid & x_good & ~x_mine),
        .in_nobody(x_valid & x_good & x_mine & ~(|x_from)), .number(event_number));

    (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
    reg [META_W-1:0] metas [0:SLOTS-1];
    (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
    reg [SLOT_W-1:0] ring  [0:NODES*RING-1];     // slot by peer and place
    always @(posedge clk) begin
        if (x_keeps) begin
            metas[spare[x_turn*SLOT_W +: SLOT_W]] <= x_meta;
            ring[{x_number, x_sequence[LOG_WINDOW-1:0]}] <= spare[x_turn*SLOT_W +: SLOT_W];
        end
        if (take) begin
            spare[refill*SLOT_W +: SLOT_W]  <= slot;
            filled[refill] <= 1'b1;
        end
        if (x_keeps) filled[x_turn] <= 1'b0;
        if (take | filled[refill]) refill <= refill + 1'b1;

        event_valid      <= x_valid;
        event_peer <= (x_good & x_mine) ? x_number : {NODE_W{1'b0}};
        event_code <= event_number;
        if (rst) begin
            filled  <= 4'd0;
            refill  <= 2'd0;
            event_valid <= 1'b0;
        end
    end

    // ---- delivery: lanes that take turns at the tables and the memory, each peer in one ----
    localparam RING_W = NODE_W + LOG_WINDOW, ROW_W = ROW_WORDS * WORD_W, HIGH = LANES - 1;
    reg                     odd;
    reg  [NODES-1:0]        above;
    reg  [NODE_W-1:0]       n;
    wire                    now = (LANES > 1) & odd;      // the lane that has the turn
    wire [LANES-1:0]        takes, reads, gives;
    wire [LANES*NODES-1:0]  busy, latest, came;
    wire [LANES*FLIT_W-1:0] flits;
    wire [LANES*RING_W-1:0] ring_at;
    wire [LANES*SLOT_W-1:0] meta_at, rslots;
    wire [LANES*11-1:0]     rrows;
    wire [SLOT_W-1:0]       rslot = now ? rslots[HIGH*SLOT_W +: SLOT_W] : rslots[0 +: SLOT_W];
    wire [10:0]             rrow  = now ? rrows[HIGH*11 +: 11] : rrows[0 +: 11];
    wire [RING_W-1:0]       ring_now  = now ? ring_at[HIGH*RING_W +: RING_W]
        : ring_at[0 +: RING_W];
    wire [SLOT_W-1:0]       meta_now  = now ? meta_at[HIGH*SLOT_W +: SLOT_W]
        : meta_at[0 +: SLOT_W];
    wire [SLOT_W-1:0]       ring_slot = ring[ring_now];
    wire [META_W-1:0]       meta      = metas[meta_now];
    wire [ROW_W-1:0]        rdata;

    // While the other lane has none, one that has a frame goes on with its peer only.
    wire [NODES-1:0] ours  = now ? busy[HIGH*NODES +: NODES] : busy[0 +: NODES];
    wire [NODES-1:0] last  = now ? latest[HIGH*NODES +: NODES] : latest[0 +: NODES];
    wire [NODES-1:0] other = (LANES == 1) ? {NODES{1'b0}} : now ? busy[0 +: NODES]
        : busy[HIGH*NODES +: NODES];
    wire             stays = (LANES > 1) & (|ours) & ~(|other);
    wire [NODES-1:0] ripe  = next & (stays ? last : ~other);
    wire [NODES-1:0] first = |(ripe & above) ? ripe & above : ripe;
    always @* begin : number_of
        integer i;
        p_one = (|takes) ? first & (~first + 1'b1) : {NODES{1'b0}};
        n     = {NODE_W{1'b0}};
        for (i = 0; i < NODES; i = i + 1) if (p_one[i]) n = n | i[NODE_W-1:0];
    end
    always @(posedge clk) begin
        odd <= ~odd;
        if (|p_one) above <= ~(p_one | (p_one - 1'b1));
        if (rst) begin
            odd   <= 1'b0;
            above <= {NODES{1'b0}};
        end
    end
    assign give  = |gives;
    assign given = rslot;

    bl_eth_memory #(.IN_W(WIDTH), .OUT_W(ROW_W), .SLOTS(SLOTS), .SLOT_W(SLOT_W),
        .BYTES(RUN_WORDS * WORD_W / 8)) memory (
        .clk(clk), .write(w_valid), .wslot(w_slot), .wword(w_beat), .wdata(w_data),
        .read(|reads), .rslot(rslot), .rword({5'd0, rrow}), .rdata(rdata));
    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            bl_eth_deliver #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                .CHAN_W(CHAN_W), .WORD_W(WORD_W), .ROW_WORDS(ROW_WORDS), .SLOT_W(SLOT_W),
                .LOG_WINDOW(LOG_WINDOW)) lane (
                .clk(clk), .rst(rst), .turn((LANES == 1) | (now == (l == 1))),
                .takes(takes[l]), .peer(p_one), .number(n),
                .place(expected[n*24 +: LOG_WINDOW]), .busy(busy[l*NODES +: NODES]),
                .latest(latest[l*NODES +: NODES]), .ring_at(ring_at[l*RING_W +: RING_W]),
                .ring_slot(ring_slot), .meta_at(meta_at[l*SLOT_W +: SLOT_W]), .meta(meta),
                .read(reads[l]), .rslot(rslots[l*SLOT_W +: SLOT_W]),
                .rrow(rrows[l*11 +: 11]), .rdata(rdata), .give(gives[l]),
                .m_tvalid(came[l*NODES +: NODES]), .m_tdata(flits[l*FLIT_W +: FLIT_W]));
        end
        for (p = 0; p < NODES; p = p + 1) begin : g_flit
            assign m_tvalid[p] = came[p] | came[HIGH*NODES+p];
            assign m_tdata[p*FLIT_W +: FLIT_W] = came[p] ? flits[0 +: FLIT_W]
                : flits[HIGH*FLIT_W +: FLIT_W];
        end
    endgenerate
    wire unused = &{1'b0, e_is_last, inline, r_bits, r_turned, unused_count,
        1'b0};
endmodule
`default_nettype wire
