// SPDX-License-Identifier: ISC
`default_nettype none
// Takes a channel's frames apart into its words: the way back from bl_eth_expand.
// Contract: the frames of a bl_eth_store become words of WORD_BYTES bytes; the last of a frame may
// have fewer, by m_tkeep, and has m_tlast where the frame is the last of its packet (s_frame_last).
// m_first marks a frame's first word, and all its words have its m_tag. What stands behind a word's
// bytes is undefined.
// Cut: what leaves is registers; m_tready reaches `read`, and s_frame_tvalid too.
// Latency: 2 cycles from s_frame_tvalid to m_tvalid. Throughput: a word a cycle.
module bl_eth_contract #(
    // bytes in a word: 1..WIDTH / 8
    parameter WORD_BYTES = 4,
    // bits in a row: 128..512, a power of two
    parameter WIDTH = 256,
    // bits that a frame brings along: 1..64
    parameter TAG_W = 1
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    s_frame_tvalid,
    output wire                    s_frame_tready,
    input  wire [15:0]             s_frame_bytes,
    input  wire [11:0]             s_frame_rows,
    input  wire                    s_frame_last,
    input  wire [TAG_W-1:0]        s_frame_tag,
    output wire                    read,
    input  wire [WIDTH-1:0]        rdata,
    output reg                     m_tvalid,
    input  wire                    m_tready,
    output wire [8*WORD_BYTES-1:0] m_tdata,
    output reg  [WORD_BYTES-1:0]   m_tkeep,
    output reg                     m_tlast,
    output reg                     m_first,
    output reg  [TAG_W-1:0]        m_tag
);
    localparam BYTES = WIDTH / 8, LOG_BYTES = (WIDTH == 128) ? 4 : (WIDTH == 256) ? 5 : 6;
    localparam LOG_UNIT = (WORD_BYTES % 64 == 0) ? 6 : (WORD_BYTES % 32 == 0) ? 5
        : (WORD_BYTES % 16 == 0) ? 4 : (WORD_BYTES % 8 == 0) ? 3 : (WORD_BYTES % 4 == 0) ? 2
        : (WORD_BYTES % 2 == 0) ? 1 : 0;
    localparam HELD = WIDTH + 8 * WORD_BYTES;
    localparam EXACT = BYTES % WORD_BYTES == 0; // no word lies in two rows
    localparam [31:0] ROW = BYTES, WORD = WORD_BYTES;

    generate
        if (WORD_BYTES < 1 || WORD_BYTES > WIDTH / 8) begin : g_check_word_bytes
            bl_eth_contract_illegal_WORD_BYTES illegal();
        end
        if (WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_contract_illegal_WIDTH illegal();
        end
        if (TAG_W < 1 || TAG_W > 64) begin : g_check_tag_w
            bl_eth_contract_illegal_TAG_W illegal();
        end
    endgenerate

    // ---- rows, one ahead of the words: `shown` stands at rdata ----
    reg                 shown, shown_first, shown_end, shown_last;
    reg  [TAG_W-1:0]    shown_tag;
    reg  [6:0]          shown_bytes;
    reg  [11:0]         row;                     // from 1 on
    wire                last_row = row == s_frame_rows;
    wire [LOG_BYTES-1:0] odd     = s_frame_bytes[LOG_BYTES-1:0];
    wire                load;
    assign read           = s_frame_tvalid & (~shown | load);
    assign s_frame_tready = read & last_row;

    // ---- words: the next one is in the low bytes of `held` ----
    reg  [HELD-1:0]     held;
    reg  [7:0]          have;                    // bytes of it
    reg                 ending, last;            // no more of this frame
    wire                gone  = m_tvalid & m_tready;
    wire                short = have < WORD[7:0];
    wire [7:0]          rest  = ~gone ? have : short ? 8'd0 : have - WORD[7:0];
    wire [HELD-1:0]     left  = gone ? {{(8*WORD_BYTES){1'b0}}, held[HELD-1:8*WORD_BYTES]} : held;
    wire                free  = ending ? rest == 8'd0 : rest < WORD[7:0];
    wire [5:0]          over  = (EXACT != 0) ? 6'd0 : (rest[5:0] >> LOG_UNIT) << LOG_UNIT;
    wire [HELD-1:0]     both  = ((EXACT != 0 || ending) ? {HELD{1'b0}} : left)
        | ({{(8*WORD_BYTES){1'b0}}, rdata} << {over, 3'd0});
    wire [7:0]          sum   = load ? rest + {1'b0, shown_bytes} : rest;
    wire                ends  = load ? shown_end : ending;
    assign load    = shown & free;
    assign m_tdata = held[8*WORD_BYTES-1:0];

    integer i;
    always @(posedge clk) begin
        shown <= read | (shown & ~load);
        if (read) begin
            row         <= last_row ? 12'd1 : row + 1'b1;
            shown_first <= row == 12'd1;
            shown_tag   <= s_frame_tag;
            shown_end   <= last_row;
            shown_last  <= s_frame_last;
            shown_bytes <= (last_row & (|odd)) ? {{(7-LOG_BYTES){1'b0}}, odd} : ROW[6:0];
        end
        held     <= load ? both : left;
        have     <= sum;
        ending   <= ends;
        last     <= load ? shown_last : last;
        m_tvalid <= (sum >= WORD[7:0]) | (ends & (|sum));
        m_tlast  <= ends & (load ? shown_last : last) & (sum <= WORD[7:0]);
        for (i = 0; i < WORD_BYTES; i = i + 1) m_tkeep[i] <= i[7:0] < sum;
        m_first  <= (load & shown_first) | (m_first & ~gone);
        if (load) m_tag <= shown_tag;
        if (rst) begin
            shown    <= 1'b0;
            row      <= 12'd1;
            held     <= {HELD{1'b0}};
            have     <= 8'd0;
            ending   <= 1'b0;
            m_first  <= 1'b0;
            m_tvalid <= 1'b0;
        end
    end
    wire unused = &{1'b0, s_frame_bytes, 1'b0};
endmodule
`default_nettype wire
