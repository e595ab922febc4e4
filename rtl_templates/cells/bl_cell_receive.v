// SPDX-License-Identifier: ISC
`default_nettype none
// The receiving end of a link between nodes: a buffer for each of its virtual channels, and what
// becomes of a cell, for the other end.
// Contract: the link is that of bl_cell_send, or with CROSSES what bl_cell_cross makes of it: a
// cell whose words stay away for two cycles is damaged then. A cell is kept when it is the next one
// of its channel, all its words are undamaged, and there is room for it when its first word comes;
// of every other cell nothing remains. Where it goes on is looked up: `dest` and `dest_vc`, and in
// that cycle `port`, 1 up, and `vc` there. It stands in the channel's buffer for that port, as
// bl_packet_store says, at `m_some`: for port OWN when it has come whole; for the others 3 cycles
// before, so that it leaves the node behind its last word, or with FORWARD 1 as soon as its first
// word is there; then it is bad in the end if it came damaged. m_say says what has come, {again,
// vc, expected, room} (bl_cell_say); every 64 cycles, channels in turn, also without news. With
// COPIES a cell of kind 2 is for all nodes: it goes on by the ports of `copies`, with their
// channels of copy_vc, and when it has come whole by OWN. `hush`: nothing is said, and nothing
// kept; `known`: there are routes, or else there is no room. Events, one cycle each: a cell came,
// or was damaged.
// Latency: 3 cycles from a cell's last word to m_some of OWN, 0 to that of another port;
// with FORWARD 2 from its first word; with CROSSES 1 less. Throughput: a word a cycle.
module bl_cell_receive #(
    // bits of a word: 16..1024
    parameter WORD_W = 64,
    // words of a cell: 17..1025
    parameter CELL_WORDS = 17,
    // bits of a node's number: 1..6
    parameter NODE_W = 3,
    // log2 of the cells of a virtual channel's buffer: 1..4
    parameter LOG_CELLS = 3,
    // virtual channels: 1..4
    parameter VCS = 2,
    // 0: a channel's first cell goes first; 1: the oldest for each port: 0..1
    parameter ORDER = 1,
    // 1: a cell goes on before it has come whole: 0..1
    parameter FORWARD = 1,
    // 1: what comes is that of bl_cell_cross, s_parity its m_good: 0..1
    parameter CROSSES = 0,
    // ports of the node: 1..4
    parameter PORTS = 3,
    // the port of the node itself, 1 up: 1..PORTS
    parameter OWN = 3,
    // 1: there are cells for all nodes: 0..1
    parameter COPIES = 0,
    // derived, leave alone: bits of a virtual channel's number
    parameter VC_W = (VCS <= 2) ? 1 : 2
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire                      hush,
    input  wire                      known,
    // the link; s_tvalid counts with CROSSES alone
    input  wire                      s_tvalid,
    input  wire                      s_first,
    input  wire [WORD_W-1:0]         s_word,
    input  wire                      s_parity,
    output wire                      m_say,
    output reg                       came,
    output reg                       damaged,
    // routes
    output wire [NODE_W-1:0]         dest,
    output wire [VC_W-1:0]           dest_vc,
    input  wire [1:0]                port,
    input  wire [VC_W-1:0]           vc,
    input  wire [PORTS-1:0]          copies,
    input  wire [PORTS*VC_W-1:0]     copy_vc,
    // the channels' buffers
    output wire [VCS*PORTS-1:0]      m_some,
    output wire [VCS*PORTS*VC_W-1:0] m_vc,
    input  wire [VCS*PORTS-1:0]      m_take,
    input  wire [VCS-1:0]            m_read,
    output wire [VCS*WORD_W-1:0]     m_tdata,
    input  wire [VCS-1:0]            m_next,
    output wire [VCS-1:0]            m_bad
);
    localparam CELL_HEADER_NUMBER_AT = 0, CELL_HEADER_VC_AT = 4, CELL_HEADER_DEST_AT = 6;
    localparam CELL_HEADER_KIND_AT = NODE_W + 6;
    localparam [31:0] LAST = CELL_WORDS - 1;
    localparam LOG_WORDS = (CELL_WORDS <= 32) ? 5 : (CELL_WORDS <= 64) ? 6
        : (CELL_WORDS <= 128) ? 7 : (CELL_WORDS <= 256) ? 8 : (CELL_WORDS <= 512) ? 9
        : (CELL_WORDS <= 1024) ? 10 : 11;

    generate
        if (WORD_W < 16 || WORD_W > 1024) begin : g_check_word_w
            bl_cell_receive_illegal_WORD_W illegal();
        end
        if (CELL_WORDS < 17 || CELL_WORDS > 1025) begin : g_check_cell_words
            bl_cell_receive_illegal_CELL_WORDS illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_cell_receive_illegal_NODE_W illegal();
        end
        if (LOG_CELLS < 1 || LOG_CELLS > 4) begin : g_check_log_cells
            bl_cell_receive_illegal_LOG_CELLS illegal();
        end
        if (VCS < 1 || VCS > 4) begin : g_check_vcs
            bl_cell_receive_illegal_VCS illegal();
        end
        if (ORDER < 0 || ORDER > 1) begin : g_check_order
            bl_cell_receive_illegal_ORDER illegal();
        end
        if (FORWARD < 0 || FORWARD > 1) begin : g_check_forward
            bl_cell_receive_illegal_FORWARD illegal();
        end
        if (CROSSES < 0 || CROSSES > 1) begin : g_check_crosses
            bl_cell_receive_illegal_CROSSES illegal();
        end
        if (PORTS < 1 || PORTS > 4) begin : g_check_ports
            bl_cell_receive_illegal_PORTS illegal();
        end
        if (OWN < 1 || OWN > PORTS) begin : g_check_own
            bl_cell_receive_illegal_OWN illegal();
        end
        if (COPIES < 0 || COPIES > 1) begin : g_check_copies
            bl_cell_receive_illegal_COPIES illegal();
        end
    endgenerate

    // ---- the word, and whether it is undamaged ----
    wire              there, first, good;        // in this cycle there is a word
    wire [WORD_W-1:0] word;
    generate
        if (CROSSES == 1) begin : g_crosses
            assign there = s_tvalid;
            assign first = s_tvalid & s_first;
            assign good  = ~s_tvalid | s_parity;
            assign word  = s_word;
        end else begin : g_same
            reg              r_first, r_good;
            reg [WORD_W-1:0] r_word;
            assign there = 1'b1;
            assign first = r_first;
            assign good  = r_good;
            assign word  = r_word;
            always @(posedge clk) begin
                r_first <= s_first;
                r_word  <= s_word;
                r_good  <= ~(s_first ^ s_parity ^ (^s_word));
                if (rst) begin
                    r_first <= 1'b0;
                    r_good  <= 1'b1;
                end
            end
            wire unused = &{1'b0, s_tvalid};
        end
    endgenerate

    // ---- the cell ----
    localparam [31:0] NODE = OWN;
    reg               under_way, taking, fine;
    reg  [VC_W-1:0]   at_vc;                     // its channel
    reg  [LOG_WORDS-1:0] count;                     // of its word
    reg  [NODE_W-1:0] to;
    wire              begins = first & good & ~hush;
    wire              cuts   = begins & under_way;  // the one before has lost words
    wire [VC_W-1:0]   its_vc = word[CELL_HEADER_VC_AT +: VC_W];
    wire              goes   = under_way & there & ~begins;     // on
    wire              last   = goes & (count == LAST[LOG_WORDS-1:0]);
    reg               rested;                    // a word of it came a cycle late
    wire              starves = under_way & ~there & rested;
    // damaged, and no word of a cell that has begun: that of one which has not
    wire              lost   = ~good & ~under_way & ~hush;
    localparam [31:0] SHOWN = CELL_WORDS - 4;
    reg               for_all;
    wire              all    = (COPIES == 1) & (begins ? word[CELL_HEADER_KIND_AT+1] : for_all);
    wire [1:0]        way    = all ? NODE[1:0] : port;
    wire              passes = all ? |copies : port != NODE[1:0];
    wire              first_shows = (FORWARD == 1) & begins & passes;
    wire [VCS-1:0]    take, say, again, room, keeps;
    wire [VCS*4-1:0]  expected, rooms;
    reg               shown;                     // others know of it
    wire              shows = (FORWARD == 0) & goes & passes & fine & good
        & (count == SHOWN[LOG_WORDS-1:0]);
    assign dest    = begins ? word[CELL_HEADER_DEST_AT +: NODE_W] : to;
    assign dest_vc = begins ? its_vc : at_vc;
    genvar            c;
    generate
        for (c = 0; c < VCS; c = c + 1) begin : g_vc
            localparam [31:0]  VC = c;
            wire [LOG_CELLS:0] free;
            wire its  = under_way & taking & (at_vc == VC[VC_W-1:0]);
            wire ends = its & (last | cuts | starves);
            wire keep = ends & last & fine & good & ~hush;
            assign keeps[c] = keep;
            wire [31:0] places = {{(31-LOG_CELLS){1'b0}}, free};
            // what is said of room: at most 8 cells
            assign rooms[4*c +: 4] = ~known ? 4'd0 : (places > 32'd8) ? 4'd8 : places[3:0];
            bl_cell_got got (
                .clk(clk), .rst(rst), .begins(begins & (its_vc == VC[VC_W-1:0])),
                .number(word[CELL_HEADER_NUMBER_AT +: 4]), .room(room[c] & known & ~ends),
                .take(take[c]), .ends(ends), .fine(keep),
                .lost(lost | ((cuts | starves) & ~taking)),
                .expected(expected[4*c +: 4]), .say(say[c]), .again(again[c]));
            // a cell that is kept, or that others know of, has its place until it is read
            bl_packet_store #(.WIDTH(WORD_W), .LOG_PACKETS(LOG_CELLS), .LOG_WORDS(LOG_WORDS),
                .PORTS(PORTS), .VC_W(VC_W), .ORDER(ORDER), .COPIES(COPIES)) store (
                .clk(clk), .rst(rst), .s_write(take[c] | (its & goes)), .s_tdata(word),
                .s_next(ends & (keep | shown)), .s_rewind(ends & ~keep & ~shown),
                .s_show((take[c] & first_shows) | (its & (shows | (keep & (~shown | all))))),
                .s_port(way - 1'b1), .s_vc(vc),
                .s_all(((take[c] & first_shows) | (its & shows)) & all), .copies(copies),
                .copy_vc(copy_vc),
                .s_bad(~keep), .s_room(room[c]), .free(free),
                .m_some(m_some[PORTS*c +: PORTS]), .m_vc(m_vc[PORTS*VC_W*c +: PORTS*VC_W]),
                .m_take(m_take[PORTS*c +: PORTS]), .m_read(m_read[c]),
                .m_tdata(m_tdata[c*WORD_W +: WORD_W]), .m_next(m_next[c]),
                .m_bad(m_bad[c]));
        end
    endgenerate
    always @(posedge clk) begin
        if (begins) begin
            under_way <= 1'b1;
            at_vc  <= its_vc;
            taking <= |take;
            to     <= word[CELL_HEADER_DEST_AT +: NODE_W];
            for_all <= word[CELL_HEADER_KIND_AT+1];
            fine   <= 1'b1;
            count  <= {{(LOG_WORDS-1){1'b0}}, 1'b1};
            rested <= 1'b0;
        end else if (goes) begin
            under_way <= ~last;
            fine   <= fine & good;
            count  <= count + 1'b1;
        end else begin
            under_way <= under_way & ~starves;
            rested    <= 1'b1;
        end
        shown <= begins ? first_shows & (|take) : shown | (shows & taking);
        if (rst) begin
            under_way <= 1'b0;
            taking  <= 1'b0;
            shown   <= 1'b0;
        end
    end

    // ---- what is said: news of a channel, and from time to time what is known ----
    localparam STATUS_W = 9 + VC_W;
    localparam [31:0] LAST_VC = VCS - 1;
    reg  [VCS-1:0]   waits, missing;             // there is news; the expected one is missing
    reg  [VCS*4-1:0] limits;                     // behind the last cell that was let in
    reg  [VC_W-1:0]  turn, which;                // that was said last; that is next
    reg  [5:0]       pause;
    reg              old;                        // it is time to say again
    reg  [VC_W-1:0]  next;                       // the channel of which
    wire             ready;
    wire             tells = ready & ((|waits) | old) & ~hush;
    wire [3:0]       w_expected = expected[4*which +: 4], w_room = rooms[4*which +: 4];
    always @* begin : choice
        integer i;
        which = next;
        for (i = VCS - 1; i >= 0; i = i - 1) if (waits[i]) which = i[VC_W-1:0];
        for (i = VCS - 1; i >= 0; i = i - 1)
            if (waits[i] && i[VC_W-1:0] > turn) which = i[VC_W-1:0];
    end
    bl_cell_say #(.BITS(STATUS_W)) teller (
        .clk(clk), .rst(rst), .send(tells),
        .what({missing[which], which, w_expected, w_room}), .ready(ready), .m_say(m_say));
    always @(posedge clk) begin : steps
        integer i;
        pause <= pause + 1'b1;
        for (i = 0; i < VCS; i = i + 1) begin
            if (limits[4*i +: 4] != expected[4*i +: 4] + rooms[4*i +: 4]) waits[i] <= 1'b1;
            if (tells && which == i[VC_W-1:0]) begin
                waits[i]   <= 1'b0;
                missing[i] <= 1'b0;
                limits[4*i +: 4] <= w_expected + w_room;
            end
            if (say[i]) waits[i] <= 1'b1;
            if (say[i] & again[i]) missing[i] <= 1'b1;
        end
        if (tells) turn <= which;
        if (tells & ~(|waits)) begin
            old  <= 1'b0;
            next <= (next == LAST_VC[VC_W-1:0]) ? {VC_W{1'b0}} : next + 1'b1;
        end
        if (&pause) old <= 1'b1;
        came    <= |keeps;
        damaged <= |(say & again);
        if (rst) begin
            waits   <= {VCS{1'b1}};
            missing <= {VCS{1'b0}};
            limits  <= {(VCS*4){1'b0}};
            turn    <= {VC_W{1'b0}};
            pause   <= 6'd0;
            old     <= 1'b0;
            next    <= {VC_W{1'b0}};
            came    <= 1'b0;
            damaged <= 1'b0;
        end
    end
endmodule
`default_nettype wire
