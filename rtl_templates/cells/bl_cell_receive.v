// SPDX-License-Identifier: ISC
`default_nettype none
// The receiving end of a link between nodes: a buffer for each of two virtual channels, and what
// becomes of a cell, for the other end.
// Contract: the link is that of bl_cell_send. A cell is kept when it is the next one of its
// channel, all its words are undamaged, and there is room for it when its first word comes; then it
// stands in the channel's buffer, on the other side, as bl_packet_ring says; its mark is its
// destination. Of every other cell nothing remains. m_say says so (bl_cell_say); without news every
// 64 cycles. `hush`: nothing is said, and nothing kept.
// Events, one cycle each: a cell came, was damaged, or found no room.
// Latency: 3 cycles from a cell's last word to m_some, with CROSSES 5 or 6 of m_clk. Throughput: a
// word a cycle.
module bl_cell_receive #(
    // bits of a word: 16..1024
    parameter WORD_W = 64,
    // words of a cell: 17..1025
    parameter CELL_WORDS = 17,
    // bits of a node's number: 1..6
    parameter NODE_W = 3,
    // log2 of the cells of a virtual channel's buffer: 1..4
    parameter LOG_CELLS = 3,
    // 1: the link has a clock of its own: 0..1
    parameter CROSSES = 0
) (
    input  wire                s_clk,
    input  wire                s_rst,
    input  wire                hush,
    input  wire                s_first,
    input  wire [WORD_W-1:0]   s_word,
    input  wire                s_parity,
    output wire                m_say,
    output reg                 came,
    output reg                 damaged,
    output reg                 no_room,
    // both channels' buffers
    input  wire                m_clk,
    input  wire                m_rst,
    output wire [1:0]          m_some,
    output wire [2*NODE_W-1:0] m_dest,
    input  wire [1:0]          m_take,
    input  wire [1:0]          m_read,
    output wire [2*WORD_W-1:0] m_tdata,
    input  wire [1:0]          m_next
);
    localparam CELL_HEADER_NUMBER_AT = 0, CELL_HEADER_VC_AT = 4, CELL_HEADER_DEST_AT = 6;
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
        if (CROSSES < 0 || CROSSES > 1) begin : g_check_crosses
            bl_cell_receive_illegal_CROSSES illegal();
        end
    endgenerate

    // ---- the word, and whether it is undamaged ----
    reg               first, good;
    reg  [WORD_W-1:0] word;
    always @(posedge s_clk) begin
        first <= s_first;
        word  <= s_word;
        good  <= ~(s_first ^ s_parity ^ (^s_word));
        if (s_rst) begin
            first <= 1'b0;
            good  <= 1'b1;
        end
    end

    // ---- the cell ----
    reg               under_way, vc, taking, fine;
    reg  [10:0]       count;                     // of its word
    reg  [NODE_W-1:0] dest;
    wire              begins = first & good & ~hush;
    wire              cuts   = begins & under_way;  // the one before has lost words
    wire              its_vc = word[CELL_HEADER_VC_AT];
    wire              last   = under_way & ~begins & (count == LAST[10:0]);
    // damaged, and no word of a cell that has begun: that of one which has not
    wire              lost   = ~good & ~under_way & ~hush;
    wire [1:0]        take, say, room;
    wire [3:0]        kind;
    wire [5:0]        expected;
    wire              starts = begins & (its_vc ? take[1] : take[0]);
    genvar            c;
    generate
        for (c = 0; c < 2; c = c + 1) begin : g_vc
            localparam VC = c;
            wire its  = under_way & taking & (vc == VC[0]);
            wire ends = its & (last | cuts);
            wire keep = ends & last & fine & good & ~hush;
            bl_cell_got got (
                .clk(s_clk), .rst(s_rst), .begins(begins & (its_vc == VC[0])),
                .number(word[CELL_HEADER_NUMBER_AT +: 3]), .room(room[c] & ~ends), .take(take[c]),
                .ends(ends), .fine(keep), .lost(lost | (cuts & ~taking)),
                .expected(expected[3*c +: 3]), .say(say[c]), .kind(kind[2*c +: 2]));
            bl_packet_ring #(.WIDTH(WORD_W), .MARK_W(NODE_W), .LOG_PACKETS(LOG_CELLS),
                .LOG_WORDS(LOG_WORDS), .CROSSES(CROSSES)) ring (
                .s_clk(s_clk), .s_rst(s_rst), .s_write(take[c] | (its & ~cuts)), .s_tdata(word),
                .s_commit(keep), .s_mark(dest), .s_next(keep), .s_rewind(ends & ~keep),
                .s_room(room[c]), .m_clk(m_clk), .m_rst(m_rst), .m_some(m_some[c]),
                .m_mark(m_dest[c*NODE_W +: NODE_W]), .m_take(m_take[c]), .m_read(m_read[c]),
                .m_tdata(m_tdata[c*WORD_W +: WORD_W]), .m_next(m_next[c]), .m_back(1'b0),
                .m_free({{LOG_CELLS{1'b0}}, m_next[c]}));
        end
    endgenerate
    always @(posedge s_clk) begin
        if (begins) begin
            under_way <= 1'b1;
            vc     <= its_vc;
            taking <= starts;
            dest   <= word[CELL_HEADER_DEST_AT +: NODE_W];
            fine   <= 1'b1;
            count  <= 11'd1;
        end else if (under_way) begin
            under_way <= ~last;
            fine   <= fine & good;
            count  <= count + 1'b1;
        end
        if (s_rst) begin
            under_way <= 1'b0;
            taking <= 1'b0;
        end
    end

    // ---- what is said ----
    reg  [1:0] waits;                            // channels for which there is news
    reg  [3:0] kinds;
    reg        turn;
    reg  [5:0] pause;
    wire       ready;
    wire       which = waits[1] & (turn | ~waits[0]);
    wire       tells = ready & (|waits) & ~hush;
    bl_cell_say #(.BITS(6)) teller (
        .clk(s_clk), .rst(s_rst), .send(tells),
        .what({which ? kinds[3:2] : kinds[1:0], which, which ? expected[5:3] : expected[2:0]}),
        .ready(ready), .m_say(m_say));
    always @(posedge s_clk) begin
        pause <= pause + 1'b1;
        if (tells) begin
            waits[which] <= 1'b0;
            turn         <= ~which;
            if (which) kinds[3:2] <= 2'd0;
            else kinds[1:0] <= 2'd0;
        end
        if (&pause) waits <= 2'b11;
        if (say[0]) begin
            waits[0]   <= 1'b1;
            kinds[1:0] <= kind[1:0];
        end
        if (say[1]) begin
            waits[1]   <= 1'b1;
            kinds[3:2] <= kind[3:2];
        end
        came    <= say[0] & (kind[1:0] == 2'd0) | say[1] & (kind[3:2] == 2'd0);
        damaged <= say[0] & kind[1] | say[1] & kind[3];
        no_room <= say[0] & kind[0] | say[1] & kind[2];
        if (s_rst) begin
            waits   <= 2'b11;
            kinds   <= 4'd0;
            turn    <= 1'b0;
            pause   <= 6'd0;
            came    <= 1'b0;
            damaged <= 1'b0;
            no_room <= 1'b0;
        end
    end
endmodule
`default_nettype wire
