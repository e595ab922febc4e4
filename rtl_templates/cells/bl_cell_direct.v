// SPDX-License-Identifier: ISC
`default_nettype none
// The sending end of a link between nodes over which nothing is sent again: words go on as they
// come, and nothing is kept.
// Contract: `take` says that a cell for `take_vc` will come, which needs `room`: that channel's.
// Its words come as s_write, the first one with s_first, the last one with s_last, without a gap,
// as long behind `take` as those of other cells; with s_bad beside s_last the cell is damaged and
// takes no number. On the link they are as bl_cell_send has them, with the cell's number, modulo
// 16 of its channel, and cells IDLE cycles apart at least. s_say, with s_says, is the other way's
// wire (bl_cell_hear), {again, vc, expected, room}: there is room for so many cells from the
// expected one on. `failed`: nothing was heard for SILENCE cycles. While `hold` there is no room.
// Latency: 1 cycle from s_first to m_first. Throughput: a word a cycle.
module bl_cell_direct #(
    // bits of a word: 16..1024
    parameter WORD_W = 64,
    // words of a cell: 17..1025
    parameter CELL_WORDS = 17,
    // virtual channels: 1..4
    parameter VCS = 2,
    // cycles without a word of the next hop, until the link has failed: 64..1048575
    parameter SILENCE = 100000,
    // cycles between cells, at least: 0..8
    parameter IDLE = 0,
    // derived, leave alone: bits of a virtual channel's number
    parameter VC_W = (VCS <= 2) ? 1 : 2
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              hold,
    output wire [VCS-1:0]    room,
    input  wire              take,
    input  wire [VC_W-1:0]   take_vc,
    input  wire              s_write,
    input  wire              s_first,
    input  wire              s_last,
    input  wire              s_bad,
    input  wire [VC_W-1:0]   s_vc,
    input  wire [WORD_W-1:0] s_tdata,
    output reg               m_first,
    output reg  [WORD_W-1:0] m_word,
    output reg               m_parity,
    input  wire              s_says,
    input  wire              s_say,
    output reg               failed
);
    localparam CELL_HEADER_NUMBER_AT = 0, CELL_HEADER_NUMBER_W = 4, STATUS_W = 9 + VC_W;
    localparam QUIET_W = (SILENCE < 1024) ? 10 : (SILENCE < 4096) ? 12 : (SILENCE < 16384) ? 14
        : (SILENCE < 65536) ? 16 : (SILENCE < 262144) ? 18 : 20;
    localparam [31:0] LONG = SILENCE;

    generate
        if (WORD_W < 16 || WORD_W > 1024) begin : g_check_word_w
            bl_cell_direct_illegal_WORD_W illegal();
        end
        if (CELL_WORDS < 17 || CELL_WORDS > 1025) begin : g_check_cell_words
            bl_cell_direct_illegal_CELL_WORDS illegal();
        end
        if (VCS < 1 || VCS > 4) begin : g_check_vcs
            bl_cell_direct_illegal_VCS illegal();
        end
        if (SILENCE < 64 || SILENCE > 1048575) begin : g_check_silence
            bl_cell_direct_illegal_SILENCE illegal();
        end
        if (IDLE < 0 || IDLE > 8) begin : g_check_idle
            bl_cell_direct_illegal_IDLE illegal();
        end
    endgenerate

    // ---- what the other end says ----
    wire            heard, again;
    wire [VC_W-1:0] heard_vc;
    wire [3:0]      expected, its_room;
    bl_cell_hear #(.BITS(STATUS_W)) hear (
        .clk(clk), .rst(rst), .s_tvalid(s_says), .s_say(s_say), .heard(heard),
        .what({again, heard_vc, expected, its_room}));

    // ---- the cycles between cells, from when one is taken to when the next one may be ----
    wire calm;
    generate
        if (IDLE == 0) begin : g_gapless
            assign calm = 1'b1;
        end else begin : g_idle
            localparam [31:0] APART = CELL_WORDS - 1 + IDLE;
            localparam REST_W = (APART < 32) ? 5 : (APART < 128) ? 7 : (APART < 512) ? 9 : 11;
            reg [REST_W-1:0] rest;
            assign calm = ~(|rest);
            always @(posedge clk)
                if (rst) rest <= {REST_W{1'b0}};
                else rest <= take ? APART[REST_W-1:0] : rest - {{(REST_W-1){1'b0}}, |rest};
        end
    endgenerate

    // ---- a virtual channel's numbers ----
    wire [VCS*4-1:0] numbers;
    genvar           c;
    generate
        for (c = 0; c < VCS; c = c + 1) begin : g_vc
            localparam [31:0] VC = c;
            reg  [3:0] number, promised, limit;  // of the next one on the link; taken; with no room
            wire [3:0] left = limit - promised;  // at most 8
            wire       ends = s_write & s_last & (s_vc == VC[VC_W-1:0]);
            wire       more = take & (take_vc == VC[VC_W-1:0]), less = ends & s_bad;
            assign numbers[4*c +: 4] = number;
            assign room[c] = ~hold & calm & (|left) & (~left[3] | ~(|left[2:0]));
            always @(posedge clk) begin
                if (heard & (heard_vc == VC[VC_W-1:0])) limit <= expected + its_room;
                if (more ^ less) promised <= promised + {{3{less}}, 1'b1};
                if (ends & ~s_bad) number <= number + 1'b1;
                if (rst) begin
                    number   <= 4'd0;
                    promised <= 4'd0;
                    limit    <= 4'd0;
                end
            end
        end
    endgenerate

    // ---- the word on the link ----
    reg [WORD_W-1:0] word;
    always @* begin
        word = s_tdata;
        if (s_first) word[CELL_HEADER_NUMBER_AT +: CELL_HEADER_NUMBER_W] = numbers[4*s_vc +: 4];
        if (~s_write) word = {WORD_W{1'b0}};
    end
    reg [QUIET_W-1:0] quiet;
    always @(posedge clk) begin
        m_first  <= s_write & s_first;
        m_word   <= word;
        m_parity <= (s_write & (s_first ^ (s_last & s_bad))) ^ (^word);
        quiet    <= heard ? {QUIET_W{1'b0}} : quiet + 1'b1;
        failed   <= failed | (quiet == LONG[QUIET_W-1:0]);
        if (rst) begin
            m_first  <= 1'b0;
            m_word   <= {WORD_W{1'b0}};
            m_parity <= 1'b0;
            quiet    <= {QUIET_W{1'b0}};
            failed   <= 1'b0;
        end
    end
    wire unused = &{1'b0, again, 1'b0};
endmodule
`default_nettype wire
