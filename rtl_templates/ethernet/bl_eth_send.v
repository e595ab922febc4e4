// SPDX-License-Identifier: ISC
`default_nettype none
// The sending half of a node's reliable Ethernet port: flits of all peers become frames, which stay
// in the memory until the peer has acknowledged them.
// Contract: by peer, as bl_eth_tx_window and bl_eth_rx_window say. Frames leave in this order:
// greetings and reports, frames that are sent again, new ones; peers take turns in each. A frame of
// any kind carries the acknowledge and the credits of the moment in which it begins. Nothing is
// sent while `open` is low; time goes on, so that a node whose own link is down gives its peers up,
// too. happens_*: an event for the counters, as bl_eth_send_event numbers them.
// Latency: 8 cycles from a flit that ends a run to the frame's first word.
// Throughput: a flit and a word of the MAC a cycle; a frame in 4 cycles.
module bl_eth_send #(
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
    // frames in the memory: NODES + 2..2048
    parameter SLOTS = 16,
    // bits of a slot's number: log2(SLOTS)..11
    parameter SLOT_W = 4,
    // log2 of the frames of a peer in the memory: 3..6
    parameter LOG_WINDOW = 4,
    // frames of a peer that may be out: 1..2 ^ LOG_WINDOW - 1
    parameter WINDOW = 14,
    // ticks without an acknowledge: 1..65535
    parameter TIMEOUT = 48,
    // questions in a row: 1..65535
    parameter RETRIES = 100,
    // words that are written at once: 1..min(64, RUN_WORDS), a power of two
    parameter ROW_WORDS = 1,
    // derived, leave alone: bits of a flit
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire                             clk,
    input  wire                             rst,
    input  wire                             tick,
    input  wire                             open,
    // flits by peer
    input  wire [NODES-1:0]                 self,
    input  wire [NODES-1:0]                 s_tvalid,
    output wire [NODES-1:0]                 s_tready,
    input  wire [NODES*FLIT_W-1:0]          s_tdata,
    // who is who
    input  wire [47:0]                      address,
    input  wire [NODES*48-1:0]              addresses,
    input  wire [15:0]                      ethertype,
    input  wire [15:0]                      session,
    input  wire [63:0]                      hash,
    // what came from the peers: sessions, acknowledges, what they lack
    input  wire [NODES-1:0]                 known,
    input  wire [NODES*16-1:0]              sessions,
    input  wire [NODES-1:0]                 ready,
    input  wire [NODES-1:0]                 greet,
    output wire [NODES-1:0]                 greeted,
    input  wire [NODES-1:0]                 peer_alive,
    input  wire [NODES-1:0]                 ack_valid,
    input  wire [23:0]                      ack,
    input  wire                             report_valid,
    input  wire [(1<<LOG_WINDOW)-1:0]       report,
    // what is to be acknowledged of theirs
    input  wire [NODES*24-1:0]              expected,
    input  wire [NODES*(1<<LOG_WINDOW)-1:0] missing,
    input  wire [NODES*16-1:0]              credit,
    input  wire [NODES-1:0]                 due,
    input  wire [NODES-1:0]                 urgent,
    output wire [NODES-1:0]                 ack_sent,
    output wire [NODES-1:0]                 report_sent,
    output wire [(1<<LOG_WINDOW)-1:0]       missing_sent,
    output wire [NODES-1:0]                 failed,
    // events
    output reg                              event_valid,
    output reg  [2:0]                       event_code,
    output reg  [NODE_W-1:0]                event_peer,
    // MAC
    output wire                             m_mac_tvalid,
    input  wire                             m_mac_tready,
    output wire [WIDTH-1:0]                 m_mac_tdata,
    output wire [WIDTH/8-1:0]               m_mac_tkeep,
    output wire                             m_mac_tlast
);
    localparam RING = 1 << LOG_WINDOW, META_W = 13 + CHAN_W + ELEMS;
    localparam [31:0] WORD_BYTES = WORD_W / 8;

    generate
        if (NODES < 2 || NODES > 16 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_eth_send_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 4) begin : g_check_node_w
            bl_eth_send_illegal_NODE_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_eth_send_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_eth_send_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_eth_send_illegal_CHAN_W illegal();
        end
        if (WORD_W < ELEMS * ELEM_W || WORD_W < 8 || WORD_W > 16384 || (WORD_W & (WORD_W - 1)) != 0)
            begin : g_check_word_w
            bl_eth_send_illegal_WORD_W illegal();
        end
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_send_illegal_WIDTH illegal();
        end
        if (RUN_WORDS < 1 || RUN_WORDS > 2047) begin : g_check_run_words
            bl_eth_send_illegal_RUN_WORDS illegal();
        end
        if (SLOTS < NODES + 2 || SLOTS > 2048 || SLOTS > (1 << SLOT_W)) begin : g_check_slots
            bl_eth_send_illegal_SLOTS illegal();
        end
        if (SLOT_W < 1 || SLOT_W > 11) begin : g_check_slot_w
            bl_eth_send_illegal_SLOT_W illegal();
        end
        if (LOG_WINDOW < 3 || LOG_WINDOW > 6) begin : g_check_log_window
            bl_eth_send_illegal_LOG_WINDOW illegal();
        end
        if (WINDOW < 1 || WINDOW >= (1 << LOG_WINDOW)) begin : g_check_window
            bl_eth_send_illegal_WINDOW illegal();
        end
        if (TIMEOUT < 1 || TIMEOUT > 65535) begin : g_check_timeout
            bl_eth_send_illegal_TIMEOUT illegal();
        end
        if (RETRIES < 1 || RETRIES > 65535) begin : g_check_retries
            bl_eth_send_illegal_RETRIES illegal();
        end
        if (ROW_WORDS < 1 || ROW_WORDS > 64 || ROW_WORDS > RUN_WORDS
            || (ROW_WORDS & (ROW_WORDS - 1)) != 0) begin : g_check_row_words
            bl_eth_send_illegal_ROW_WORDS illegal();
        end
    endgenerate

    // ---- rows, and runs of them ----
    wire [NODES-1:0]      room, empty, lone, jam, opened, closed_old, closed_new;
    wire [SLOT_W:0]       free;
    wire [SLOT_W-1:0]     slot, wslot, open_slot;
    wire                  take, write, unused_some;
    wire [10:0]           wword;
    wire [ROW_WORDS*WORD_W-1:0] wdata;
    wire [META_W-1:0]     meta;
    wire [NODE_W-1:0]     open_peer;
    wire [LOG_WINDOW-1:0] open_index;
    wire                  give;
    wire [SLOT_W-1:0]     given;

    localparam ETH_ROW_W = ROW_WORDS * ELEMS * ELEM_W + ELEMS + CHAN_W + 3;
    wire [NODES-1:0]       row_tvalid, row_tready, part;
    wire [NODES*ETH_ROW_W-1:0] row_tdata;
    wire [NODES*7-1:0]     row_twords;
    generate
        if (ROW_WORDS == 1) begin : g_flits
            assign row_tvalid = s_tvalid;
            assign s_tready   = row_tready;
            assign row_tdata  = s_tdata;
            assign row_twords = {NODES{7'd1}};
            assign part       = {NODES{1'b0}};
        end else begin : g_rows
            bl_eth_rows #(.NODES(NODES), .ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W),
                .ROW_WORDS(ROW_WORDS)) rows (
                .clk(clk), .rst(rst), .self(self), .lone(lone), .jam(jam),
                .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_tdata),
                .m_tvalid(row_tvalid), .m_tready(row_tready), .m_tdata(row_tdata),
                .m_twords(row_twords), .part(part));
        end
    endgenerate

    bl_eth_slots #(.SLOTS(SLOTS), .SLOT_W(SLOT_W)) slots (
        .clk(clk), .rst(rst), .some(unused_some), .slot(slot), .take(take), .give(give),
        .given(given), .count(free));
    bl_eth_runs #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
        .CHAN_W(CHAN_W), .WORD_W(WORD_W), .RUN_WORDS(RUN_WORDS), .SLOT_W(SLOT_W),
        .LOG_WINDOW(LOG_WINDOW), .ROW_WORDS(ROW_WORDS)) runs (
        .clk(clk), .rst(rst), .self(self), .s_tvalid(row_tvalid), .s_tready(row_tready),
        .s_tdata(row_tdata), .s_twords(row_twords), .part(part), .room(room),
        .empty(empty), .lone(lone), .jam(jam),
        .free(free), .slot(slot), .take(take),
        .write(write), .wslot(wslot), .wword(wword), .wdata(wdata), .meta(meta),
        .opened(opened), .open_peer(open_peer), .open_index(open_index),
        .open_slot(open_slot), .closed_old(closed_old), .closed_new(closed_new));

    (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
    reg [META_W-1:0] metas [0:SLOTS-1];
    (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
    reg [SLOT_W-1:0] ring  [0:NODES*RING-1];     // slot by peer and place
    always @(posedge clk) begin
        if (write) metas[wslot] <= meta;
        if (|opened) ring[{open_peer, open_index}] <= open_slot;
    end

    // ---- the peers ----
    wire [NODES-1:0]      fresh, redo, probe, quiet, lags;
    wire [NODES*24-1:0]   acked;
    wire [NODES*(LOG_WINDOW+1)-1:0] out;
    wire [NODES*RING-1:0] again;
    wire [NODES*LOG_WINDOW-1:0] lag_index;
    wire [NODES-1:0]      sent_new, sent_again, sent_probe, sent_any, gave_back;
    wire [LOG_WINDOW-1:0] place;
    genvar p;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            wire may;
            assign fresh[p] = may & open;
            assign redo[p]  = |again[p*RING +: RING];
            bl_eth_tx_window #(.LOG_WINDOW(LOG_WINDOW), .WINDOW(WINDOW), .TIMEOUT(TIMEOUT),
                .RETRIES(RETRIES)) sent (
                .clk(clk), .rst(rst), .tick(tick), .ready(ready[p]),
                .wanted((s_tvalid[p] | part[p]) & ~self[p]), .peer_alive(peer_alive[p]),
                .opened(opened[p]), .closed_old(closed_old[p]),
                .closed_new(closed_new[p]), .room(room[p]), .empty(empty[p]),
                .lone(lone[p]), .jam(jam[p]),
                .ack_valid(ack_valid[p]), .ack(ack), .report_valid(report_valid),
                .report(report), .acked(acked[p*24 +: 24]),
                .out(out[p*(LOG_WINDOW+1) +: LOG_WINDOW+1]), .fresh(may),
                .sent_new(sent_new[p]), .again(again[p*RING +: RING]),
                .sent_again(sent_again[p]), .again_index(place), .probe(probe[p]),
                .sent_probe(sent_probe[p]), .quiet(quiet[p]), .sent_any(sent_any[p]),
                .failed(failed[p]), .lags(lags[p]),
                .lag_index(lag_index[p*LOG_WINDOW +: LOG_WINDOW]), .gave_back(gave_back[p]));
        end
    endgenerate

    // ---- which frame is next ----
    localparam [1:0] CHOOSE = 2'd0, FIND = 2'd1, LOAD = 2'd2;
    reg  [1:0]        state;
    reg  [NODES-1:0]  above;                     // peers behind the one that had the last turn
    wire [NODES-1:0]  met     = known & ready;
    wire [NODES-1:0]  greets  = (greet | (quiet & ~met)) & ~self;
    wire [NODES-1:0]  reports = met & (urgent | (due & ~fresh) | quiet) & ~self & ~greets;
    wire [NODES-1:0]  control = greets | reports;
    wire [NODES-1:0]  repeats = (redo | probe) & ~self;
    wire [NODES-1:0]  asks    = {NODES{open}}
        & ((|control) ? control : (|repeats) ? repeats : fresh);
    wire [NODES-1:0]  first   = |(asks & above) ? asks & above : asks;
    wire [NODES-1:0]  one     = first & (~first + 1'b1);
    reg  [NODE_W-1:0] number;
    always @* begin : peer_loop
        integer i;
        number = {NODE_W{1'b0}};
        for (i = 0; i < NODES; i = i + 1) if (one[i]) number = number | i[NODE_W-1:0];
    end

    reg  [NODES-1:0]  k_peer;
    reg  [NODE_W-1:0] k_number;
    reg               k_greets, k_reports, k_probe, k_again;
    wire              k_data = ~k_greets & ~k_reports;

    // the frame of the peer: oldest, lacking, or next
    wire [23:0]           k_acked = acked[k_number*24 +: 24];
    wire [LOG_WINDOW:0]   k_out   = out[k_number*(LOG_WINDOW+1) +: LOG_WINDOW+1];
    wire [RING-1:0]       k_lacks = again[k_number*RING +: RING];
    reg  [LOG_WINDOW-1:0] lowest;
    always @* begin : lowest_of
        integer i;
        lowest = {LOG_WINDOW{1'b0}};
        for (i = RING - 1; i >= 0; i = i - 1) if (k_lacks[i]) lowest = i[LOG_WINDOW-1:0];
    end
    wire [LOG_WINDOW-1:0] behind   = lowest - k_acked[LOG_WINDOW-1:0];
    wire [LOG_WINDOW:0]   distance = k_probe ? {(LOG_WINDOW+1){1'b0}}
        : k_again ? {1'b0, behind} : k_out;
    wire [23:0]           seq = k_acked + {{(23-LOG_WINDOW){1'b0}}, distance};
    assign place = seq[LOG_WINDOW-1:0];
    // what was acknowledged meanwhile is not sent again
    wire                  stands   = k_data & ((k_probe | k_again) ? distance < k_out : 1'b1);
    wire                  finds    = state == FIND;
    assign sent_new   = (finds & k_data & ~k_probe & ~k_again) ? k_peer : {NODES{1'b0}};
    assign sent_again = (finds & k_data & k_again) ? k_peer : {NODES{1'b0}};
    assign sent_probe = (finds & k_data & k_probe) ? k_peer : {NODES{1'b0}};

    reg  [SLOT_W-1:0] f_slot;
    reg  [23:0]       f_sequence;
    reg               c_valid;
    wire              c_ready;
    wire              loads = (state == LOAD) & (~c_valid | c_ready);
    assign ack_sent    = loads ? k_peer : {NODES{1'b0}};
    assign sent_any    = ack_sent;
    assign greeted     = (loads & k_greets) ? k_peer : {NODES{1'b0}};
    assign report_sent = (loads & k_reports) ? k_peer : {NODES{1'b0}};

    // ---- its head and what it says ----
    wire [23:0]         t_expected = expected[k_number*24 +: 24];
    wire [RING-1:0]     t_missing  = missing[k_number*RING +: RING];
    wire [2*RING-1:0]   t_turned   = {t_missing, t_missing} >> t_expected[LOG_WINDOW-1:0];
    wire [63:0]         t_bits     = {{(64-RING){1'b0}}, t_turned[RING-1:0]};
    wire [15:0]         t_session  = known[k_number] ? sessions[k_number*16 +: 16] : 16'd0;
    assign missing_sent = t_missing;
    wire [META_W-1:0]   m = metas[f_slot];
    wire [10:0]         m_words;
    wire                m_epoch, m_end;
    wire [CHAN_W-1:0]   m_channel;
    wire [ELEMS-1:0]    m_keep;
    assign {m_words, m_epoch, m_end, m_channel, m_keep} = m;
    wire [15:0]         t_length = k_greets ? 16'd10 : k_reports ? 16'd8
        : {5'd0, m_words} * WORD_BYTES[15:0];
    wire [127:0]        t_header;
    wire                t_asks = k_greets ? ~ready[k_number] : k_data & k_probe;
    wire [23:0]         following = k_acked + {{(23-LOG_WINDOW){1'b0}}, k_out};
    wire [15:0]         t_keep = {{(16-ELEMS){1'b0}}, m_keep};
    bl_eth_header_pack pack (
        .kind(k_greets ? 4'd3 : k_reports ? 4'd2 : 4'd1), .epoch(k_data & m_epoch),
        .is_end(k_data & m_end), .is_last(k_data), .probe(t_asks),
        .session(session), .seq(k_data ? f_sequence : following),
        .acknowledge(t_expected), .credit(credit[k_number*16 +: 16]),
        .id(k_data ? {{(8-CHAN_W){1'b0}}, m_channel} : 8'd0),
        .keep(k_data ? t_keep : 16'd0), .length(t_length), .header(t_header));

    // bytes in the order of the wire
    wire [47:0] w_to, w_from;
    wire [63:0] w_hash, w_bits;
    wire [15:0] w_type, w_session;
    bl_byte_swap #(.BYTES(6)) to (.s(addresses[k_number*48 +: 48]), .m(w_to));
    bl_byte_swap #(.BYTES(6)) from (.s(address), .m(w_from));
    bl_byte_swap #(.BYTES(2)) type_of (.s(ethertype), .m(w_type));
    bl_byte_swap #(.BYTES(2)) session_of (.s(t_session), .m(w_session));
    bl_byte_swap #(.BYTES(8)) hash_of (.s(hash), .m(w_hash));
    bl_byte_swap #(.BYTES(8)) bits_of (.s(t_bits), .m(w_bits));

    wire [2:0]         event_number;
    bl_eth_send_event event_of (
        .data(k_data & ~k_probe & ~k_again), .again(k_data & ~k_probe & k_again),
        .probe(k_data & k_probe), .report(k_reports), .greeting(k_greets),
        .number(event_number));

    reg  [239:0]       c_head;
    reg  [SLOT_W-1:0]  c_slot;
    reg  [15:0]        c_length;
    reg                c_inline;
    reg  [127:0]       c_data;
    always @(posedge clk) begin
        case (state)
            CHOOSE: if (|one) state <= FIND;
            FIND:   state <= (k_data & ~stands) ? CHOOSE : LOAD;
            LOAD:   if (loads) state <= CHOOSE;
            default: state <= CHOOSE;
        endcase
        if (state == CHOOSE && |one) begin
            above     <= ~(one | (one - 1'b1));
            k_peer    <= one;
            k_number  <= number;
            k_greets  <= |(one & greets);
            k_reports <= |(one & reports);
            k_probe   <= |(one & probe & ~control);
            k_again   <= |(one & redo & ~probe & ~control);
        end
        f_slot     <= finds ? ring[{k_number, place}] : f_slot;
        f_sequence <= finds ? seq : f_sequence;
        if (loads) begin
            c_valid  <= 1'b1;
            c_head   <= {t_header, w_type, w_from, w_to};
            c_slot   <= f_slot;
            c_length <= t_length;
            c_inline <= ~k_data;
            c_data   <= k_greets ? {48'd0, w_hash, w_session} : {64'd0, w_bits};
        end else if (c_ready) c_valid <= 1'b0;
        event_valid      <= loads;
        event_code <= event_number;
        event_peer <= k_number;
        if (rst) begin
            state   <= CHOOSE;
            above   <= {NODES{1'b0}};
            c_valid <= 1'b0;
            event_valid <= 1'b0;
        end
    end

    // ---- slots that nobody needs any more ----
    reg  [NODES-1:0]  g_above;
    wire [NODES-1:0]  g_first = |(lags & g_above) ? lags & g_above : lags;
    wire [NODES-1:0]  g_one   = g_first & (~g_first + 1'b1);
    reg  [NODE_W-1:0] g_number;
    always @* begin : greeted_one
        integer i;
        g_number = {NODE_W{1'b0}};
        for (i = 0; i < NODES; i = i + 1) if (g_one[i]) g_number = g_number | i[NODE_W-1:0];
    end
    assign given     = ring[{g_number, lag_index[g_number*LOG_WINDOW +: LOG_WINDOW]}];
    // one that is being read waits
    wire   busy      = (state == LOAD && k_data && f_slot == given)
        | (c_valid & ~c_inline & (c_slot == given));
    assign give      = |lags & ~busy;
    assign gave_back = give ? g_one : {NODES{1'b0}};
    always @(posedge clk) begin
        if (|lags) g_above <= ~(g_one | (g_one - 1'b1));
        if (rst) g_above <= {NODES{1'b0}};
    end

    // ---- memory and frames ----
    wire                  read;
    wire [15:0]           rword;
    wire [WIDTH-1:0]      rdata;
    bl_eth_memory #(.IN_W(ROW_WORDS * WORD_W), .OUT_W(WIDTH), .SLOTS(SLOTS), .SLOT_W(SLOT_W),
        .BYTES(RUN_WORDS * WORD_W / 8)) memory (
        .clk(clk), .write(write), .wslot(wslot), .wword({5'd0, wword}), .wdata(wdata),
        .read(read), .rslot(c_slot), .rword(rword), .rdata(rdata));
    bl_eth_out #(.WIDTH(WIDTH)) frames (
        .clk(clk), .rst(rst), .s_frame_tvalid(c_valid), .s_frame_tready(c_ready),
        .s_frame_head(c_head), .s_frame_length(c_length), .s_frame_inline(c_inline),
        .s_frame_data(c_data), .read(read), .rword(rword),
        .rdata(rdata), .m_mac_tvalid(m_mac_tvalid), .m_mac_tready(m_mac_tready),
        .m_mac_tdata(m_mac_tdata), .m_mac_tkeep(m_mac_tkeep), .m_mac_tlast(m_mac_tlast));
    wire unused = &{1'b0, t_turned[2*RING-1:RING], 1'b0};
endmodule
`default_nettype wire
