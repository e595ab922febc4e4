// SPDX-License-Identifier: ISC
`default_nettype none
// The sending end of a link between nodes: cells of two virtual channels, each kept until the next
// hop has it, and sent again when that had no room or a word came damaged.
// Contract: `take` says that a cell for `take_vc` will come, which needs `room`: that channel's.
// Its words come as s_write, the first one with s_first, the last one with s_last, without a gap.
// On the link a cell's words follow each other, one a cycle; m_parity makes the ones of m_word,
// m_first and itself an even number. Cells follow each other without a gap, too; channels take
// turns. s_say is the other way's wire (bl_cell_hear), {kind, vc, expected}.
// `failed`: nothing was heard for SILENCE cycles, or a cell does not get over (bl_cell_sent).
// Nothing is sent while `hold`.
// Latency: 5 cycles from s_first to m_first. Throughput: a word a cycle.
module bl_cell_send #(
    // bits of a word: 16..1024
    parameter WORD_W = 64,
    // words of a cell: 17..1025
    parameter CELL_WORDS = 17,
    // log2 of the cells of a virtual channel that are kept: 3..4
    parameter LOG_CELLS = 3,
    // cycles without a word of the next hop, until cells are sent again: 16..65535
    parameter TIMEOUT = 256,
    // times in a row: 1..65535
    parameter RETRIES = 1000,
    // cycles without a word of the next hop, until the link has failed: 64..1048575
    parameter SILENCE = 100000
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              hold,
    output wire [1:0]        room,
    input  wire              take,
    input  wire              take_vc,
    input  wire              s_write,
    input  wire              s_first,
    input  wire              s_last,
    input  wire              s_vc,
    input  wire [WORD_W-1:0] s_tdata,
    output reg               m_first,
    output reg  [WORD_W-1:0] m_word,
    output reg               m_parity,
    input  wire              s_say,
    output reg               failed
);
    localparam CELL_HEADER_NUMBER_AT = 0, CELL_HEADER_NUMBER_W = 4;
    localparam [31:0] CELLS = 1 << LOG_CELLS, LAST = CELL_WORDS - 1, LONG = SILENCE;
    localparam LOG_WORDS = (CELL_WORDS <= 32) ? 5 : (CELL_WORDS <= 64) ? 6
        : (CELL_WORDS <= 128) ? 7 : (CELL_WORDS <= 256) ? 8 : (CELL_WORDS <= 512) ? 9
        : (CELL_WORDS <= 1024) ? 10 : 11;

    generate
        if (WORD_W < 16 || WORD_W > 1024) begin : g_check_word_w
            bl_cell_send_illegal_WORD_W illegal();
        end
        if (CELL_WORDS < 17 || CELL_WORDS > 1025) begin : g_check_cell_words
            bl_cell_send_illegal_CELL_WORDS illegal();
        end
        if (LOG_CELLS < 3 || LOG_CELLS > 4) begin : g_check_log_cells
            bl_cell_send_illegal_LOG_CELLS illegal();
        end
        if (TIMEOUT < 16 || TIMEOUT > 65535) begin : g_check_timeout
            bl_cell_send_illegal_TIMEOUT illegal();
        end
        if (RETRIES < 1 || RETRIES > 65535) begin : g_check_retries
            bl_cell_send_illegal_RETRIES illegal();
        end
        if (SILENCE < 64 || SILENCE > 1048575) begin : g_check_silence
            bl_cell_send_illegal_SILENCE illegal();
        end
    endgenerate

    // ---- what the other end says ----
    wire       heard, heard_vc;
    wire [1:0] kind;
    wire [2:0] expected;
    bl_cell_hear #(.BITS(6)) hear (
        .clk(clk), .rst(rst), .s_say(s_say), .heard(heard), .what({kind, heard_vc, expected}));

    // ---- the cell that is sent ----
    reg                sending, vc;              // and its channel
    reg  [10:0]        word;                     // its word that is read
    wire               last = sending & (word == LAST[10:0]);
    wire [1:0]         some, may;
    wire [1:0]         ready = some & may & {2{~hold}};
    wire               turn = ready[1] & (~vc | ~ready[0]);      // the other channel first
    wire               begins = (|ready) & (~sending | last);
    wire [5:0]         numbers;
    wire [2*WORD_W-1:0] words;
    wire [1:0]         stuck;
    genvar             c;
    generate
        for (c = 0; c < 2; c = c + 1) begin : g_vc
            localparam VC = c;
            reg  [LOG_CELLS:0] places;           // for cells that nobody was promised
            wire [2:0]         free;
            wire               back, unused_room, unused_mark;
            wire               its = sending & (vc == VC[0]);
            assign room[c] = |places;
            bl_cell_sent #(.TIMEOUT(TIMEOUT), .RETRIES(RETRIES)) sent (
                .clk(clk), .rst(rst), .may(may[c]), .number(numbers[3*c +: 3]),
                .begins(begins & (turn == VC[0])), .ends(its & last),
                .heard(heard & (heard_vc == VC[0])), .expected(expected), .again(|kind),
                .damaged(kind[1]), .free(free), .back(back), .failed(stuck[c]));
            bl_packet_ring #(.WIDTH(WORD_W), .MARK_W(1), .LOG_PACKETS(LOG_CELLS),
                .LOG_WORDS(LOG_WORDS), .CROSSES(0)) ring (
                .s_clk(clk), .s_rst(rst), .s_write(s_write & (s_vc == VC[0])), .s_tdata(s_tdata),
                .s_commit(s_write & s_first & (s_vc == VC[0])), .s_mark(1'b0),
                .s_next(s_write & s_last & (s_vc == VC[0])), .s_rewind(1'b0),
                .s_room(unused_room), .m_clk(clk), .m_rst(rst), .m_some(some[c]),
                .m_mark(unused_mark), .m_take(begins & (turn == VC[0])), .m_read(its),
                .m_tdata(words[c*WORD_W +: WORD_W]), .m_next(its & last), .m_back(back),
                .m_free({{(LOG_CELLS-2){1'b0}}, free}));
            always @(posedge clk) begin
                places <= places + {{(LOG_CELLS-2){1'b0}}, free}
                    - {{LOG_CELLS{1'b0}}, take & (take_vc == VC[0])};
                if (rst) places <= CELLS[LOG_CELLS:0];
            end
        end
    endgenerate

    // ---- the word that is read, behind the memory ----
    reg              r_valid, r_first, r_vc;
    reg  [2:0]       number, r_number;
    reg  [WORD_W-1:0] r_word;
    always @* begin
        r_word = r_vc ? words[WORD_W +: WORD_W] : words[0 +: WORD_W];
        if (r_first) r_word[CELL_HEADER_NUMBER_AT +: CELL_HEADER_NUMBER_W] = {1'b0, r_number};
        if (~r_valid) r_word = {WORD_W{1'b0}};
    end
    reg [19:0] quiet;
    always @(posedge clk) begin
        if (begins) begin
            vc     <= turn;
            number <= turn ? numbers[5:3] : numbers[2:0];
        end
        sending  <= begins | (sending & ~last);
        word     <= (begins | ~sending) ? 11'd0 : word + 1'b1;
        r_valid  <= sending;
        r_first  <= sending & (word == 11'd0);
        r_vc     <= vc;
        r_number <= number;
        m_first  <= r_first;
        m_word   <= r_word;
        m_parity <= r_first ^ (^r_word);
        quiet    <= heard ? 20'd0 : quiet + 1'b1;
        failed   <= failed | (|stuck) | (quiet == LONG[19:0]);
        if (rst) begin
            sending <= 1'b0;
            vc      <= 1'b0;
            r_valid <= 1'b0;
            r_first <= 1'b0;
            m_first <= 1'b0;
            m_word  <= {WORD_W{1'b0}};
            m_parity <= 1'b0;
            quiet   <= 20'd0;
            failed  <= 1'b0;
        end
    end
endmodule
`default_nettype wire
