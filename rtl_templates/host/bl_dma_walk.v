// SPDX-License-Identifier: ISC
`default_nettype none
// Cuts a run of words into bursts that end at multiples of the longest one.
// Contract: s_* takes a run, the address of its first word and how many there are (1 or more); m_*
// gives its bursts in order, each with its address, its words, whether it is the run's first and
// last one, and the run's tag. A run stays below 2^ADDR_W. s_tready and m_* are registers.
// Latency: 2 cycles. Throughput: a burst a cycle, and one cycle more a run.
module bl_dma_walk #(
    // bits in the address of a word: LOG_WORDS + 1..64
    parameter ADDR_W = 59,
    // bits in a count of words: LOG_WORDS + 1..32
    parameter COUNT_W = 16,
    // log2 of the words of the longest burst: 1..8
    parameter LOG_WORDS = 4,
    // bits of what goes along with a run: 1 or more
    parameter TAG_W = 1
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               s_tvalid,
    output wire               s_tready,
    input  wire [ADDR_W-1:0]  s_addr,
    input  wire [COUNT_W-1:0] s_words,
    input  wire [TAG_W-1:0]   s_tag,
    output reg                m_tvalid,
    input  wire               m_tready,
    output reg  [ADDR_W-1:0]  m_addr,
    output reg  [LOG_WORDS:0] m_words,
    output reg                m_first,
    output reg                m_last,
    output reg  [TAG_W-1:0]   m_tag
);
    generate
        if (ADDR_W <= LOG_WORDS || ADDR_W > 64) begin : g_check_addr_w
            bl_dma_walk_illegal_ADDR_W illegal();
        end
        if (COUNT_W <= LOG_WORDS || COUNT_W > 32) begin : g_check_count_w
            bl_dma_walk_illegal_COUNT_W illegal();
        end
        if (LOG_WORDS < 1 || LOG_WORDS > 8) begin : g_check_log_words
            bl_dma_walk_illegal_LOG_WORDS illegal();
        end
        if (TAG_W < 1) begin : g_check_tag_w
            bl_dma_walk_illegal_TAG_W illegal();
        end
    endgenerate

    reg                        busy, first;
    reg  [ADDR_W-LOG_WORDS-1:0] piece;
    reg  [LOG_WORDS-1:0]       offset;        // words of the piece before the burst
    reg  [COUNT_W-1:0]         left;
    reg  [TAG_W-1:0]           tag;
    wire [LOG_WORDS:0]         rest = {1'b1, {LOG_WORDS{1'b0}}} - {1'b0, offset};
    wire [COUNT_W:0]           rest_wide = {{(COUNT_W-LOG_WORDS){1'b0}}, rest};
    wire                       last = {1'b0, left} <= rest_wide;
    wire                       step = busy & (~m_tvalid | m_tready);

    assign s_tready = ~busy;

    always @(posedge clk) begin
        if (s_tvalid & ~busy) begin
            {piece, offset} <= s_addr;
            left            <= s_words;
            tag             <= s_tag;
            first           <= 1'b1;
        end else if (step) begin
            piece  <= piece + 1'b1;
            offset <= {LOG_WORDS{1'b0}};
            left   <= left - rest_wide[COUNT_W-1:0];
            first  <= 1'b0;
        end
        if (step) begin
            m_addr  <= {piece, offset};
            m_words <= last ? left[LOG_WORDS:0] : rest;
            m_first <= first;
            m_last  <= last;
            m_tag   <= tag;
        end
    end

    always @(posedge clk) begin
        if (s_tvalid) busy <= 1'b1;
        if (step) begin
            m_tvalid <= 1'b1;
            busy     <= ~last;
        end else if (m_tready) m_tvalid <= 1'b0;
        if (rst) begin
            busy     <= 1'b0;
            m_tvalid <= 1'b0;
        end
    end

`ifdef FORMAL
    // Rule 1: the bursts of a run follow each other from its address on, have all its words and no
    // others, the first and the last one marked, each with the run's tag.
    // Rule 2: no burst is empty or crosses a multiple of the longest one.
    // Rule 3: a burst that is offered and not taken stays; one is offered 2 cycles after its run at
    // the latest.
    reg               f_past = 1'b0, f_held, f_open, f_first, f_late;
    reg [ADDR_W-1:0]  f_addr;
    reg [COUNT_W-1:0] f_left;
    reg [TAG_W-1:0]   f_tag;
    reg [ADDR_W+LOG_WORDS+TAG_W+2:0] f_shown;
    wire [ADDR_W+LOG_WORDS+TAG_W+2:0] f_all = {m_addr, m_words, m_first, m_last, m_tag};
    // a run behind the one whose last burst is still offered
    reg               f_next;
    reg [ADDR_W-1:0]  f_next_addr;
    reg [COUNT_W-1:0] f_next_left;
    reg [TAG_W-1:0]   f_next_tag;
    wire              f_take = m_tvalid & m_tready;
    wire              f_over = f_take & m_last;
    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_held  <= m_tvalid & ~m_tready & ~rst;
        f_shown <= f_all;
        f_late  <= busy & ~m_tvalid & ~rst;
        if (f_take) begin
            f_addr  <= f_addr + m_words;
            f_left  <= f_left - m_words;
            f_first <= 1'b0;
            f_open  <= ~m_last;
        end
        if (f_over & f_next) begin
            {f_addr, f_left, f_tag} <= {f_next_addr, f_next_left, f_next_tag};
            {f_first, f_open, f_next} <= 3'b110;
        end
        if (s_tvalid & s_tready) begin
            if (~f_open | f_over) begin
                {f_addr, f_left, f_tag} <= {s_addr, s_words, s_tag};
                {f_first, f_open} <= 2'b11;
            end else begin
                {f_next_addr, f_next_left, f_next_tag} <= {s_addr, s_words, s_tag};
                f_next <= 1'b1;
            end
        end
        if (rst) {f_open, f_next, f_held} <= 3'b000;
    end
    always @* begin
        assume (rst == !f_past);
        assume (!s_tvalid | s_words != 0);
        if (f_past) begin
            assert (!(f_next & ~f_open));
            if (f_held) assert (m_tvalid && f_shown == f_all);
            if (f_late) assert (m_tvalid);
            if (f_open & ~f_next) assert (busy | m_tvalid);
            if (m_tvalid) begin
                assert (f_open && m_addr == f_addr && m_first == f_first && m_tag == f_tag);
                assert (m_words != 0 && m_words <= f_left && m_last == (m_words == f_left));
                assert (m_addr[LOG_WORDS-1:0] + m_words <= (1 << LOG_WORDS));
                assert (m_last || m_addr[LOG_WORDS-1:0] + m_words == (1 << LOG_WORDS));
            end
        end
    end
`endif
endmodule
`default_nettype wire
