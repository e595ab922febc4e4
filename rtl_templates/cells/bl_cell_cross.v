// SPDX-License-Identifier: ISC
`default_nettype none
// Brings what comes over a link from the clock that comes with it into the node's.
// Contract: the link is that of bl_cell_send, on s_clk. Words of cells, and what is damaged outside
// of one, stand in their order at m_tvalid, m_first and m_word; `m_good`: the word is undamaged.
// What lies between cells stays away, so the clocks may differ: within a cell m_tvalid rests for
// each cycle that m_clk gains on s_clk; where s_clk gains 8 on m_clk in cells without a gap, a word
// is lost, so its cell is too short. m_tvalid depends on registers alone; m_first, m_good and
// m_word are read from distributed RAM by a registered address. The resets are those of
// bl_async_fifo.
// Latency: from the edge of s_clk that takes a word 1 to 2 cycles of m_clk to its beginning, 2
// where edges coincide. Throughput: a word a cycle.
module bl_cell_cross #(
    // bits of a word: 16..1024
    parameter WORD_W = 64,
    // words of a cell: 17..1025
    parameter CELL_WORDS = 17
) (
    input  wire              s_clk,
    input  wire              s_rst,
    input  wire              s_first,
    input  wire [WORD_W-1:0] s_word,
    input  wire              s_parity,
    input  wire              m_clk,
    input  wire              m_rst,
    output wire              m_tvalid,
    output wire              m_first,
    output wire [WORD_W-1:0] m_word,
    output wire              m_good
);
    localparam [31:0] BEHIND = CELL_WORDS - 1;

    generate
        if (WORD_W < 16 || WORD_W > 1024) begin : g_check_word_w
            bl_cell_cross_illegal_WORD_W illegal();
        end
        if (CELL_WORDS < 17 || CELL_WORDS > 1025) begin : g_check_cell_words
            bl_cell_cross_illegal_CELL_WORDS illegal();
        end
    endgenerate

    reg  [10:0] left;                            // words of the cell that are still to come
    wire        good   = ~(s_first ^ s_parity ^ (^s_word));
    wire        begins = s_first & good;
    wire        ready, empty;
    always @(posedge s_clk) begin
        left <= begins ? BEHIND[10:0] : left - {10'd0, |left};
        if (s_rst) left <= 11'd0;
    end
    bl_async_fifo #(.WIDTH(WORD_W + 2), .LOG_DEPTH(4)) queue (
        .s_clk(s_clk), .s_rst(s_rst), .s_tvalid(~good | s_first | (|left)), .s_tready(ready),
        .s_tdata({good, s_first, s_word}), .s_empty(empty), .m_clk(m_clk), .m_rst(m_rst),
        .m_tvalid(m_tvalid), .m_tready(1'b1), .m_tdata({m_good, m_first, m_word}));
    wire unused = &{1'b0, ready, empty, 1'b0};
endmodule
`default_nettype wire
