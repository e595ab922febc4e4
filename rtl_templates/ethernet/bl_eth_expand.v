// SPDX-License-Identifier: ISC
`default_nettype none
// Packs words into rows of a frame, byte behind byte: the expander.
// Contract: a word has s_tbytes bytes, all WORD_BYTES unless s_end says that the frame ends behind
// it; then it may have fewer, or none. A row is WIDTH / 8 bytes but for the last of a frame,
// m_end, which may have fewer, or none if the frame has filled the rows before it; what stands
// behind its bytes is undefined. A new frame begins with a row. m_tlast is s_tlast of the frame's
// last word.
// Cut: what leaves is registers; m_tready reaches s_tready.
// Latency: 1 cycle. Throughput: a word a cycle; where WORD_BYTES does not divide a row, a frame may
// take one more.
module bl_eth_expand #(
    // bytes in a word: 1..WIDTH / 8
    parameter WORD_BYTES = 4,
    // bits in a row: 128..512, a power of two
    parameter WIDTH = 256
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    s_tvalid,
    output wire                    s_tready,
    input  wire [8*WORD_BYTES-1:0] s_tdata,
    input  wire [6:0]              s_tbytes,
    input  wire                    s_tlast,
    input  wire                    s_end,
    output reg                     m_tvalid,
    input  wire                    m_tready,
    output reg  [WIDTH-1:0]        m_tdata,
    output reg  [6:0]              m_tbytes,
    output reg                     m_tlast,
    output reg                     m_end
);
    localparam BYTES = WIDTH / 8, LOG_BYTES = (WIDTH == 128) ? 4 : (WIDTH == 256) ? 5 : 6;
    // words begin at multiples of 2^LOG_UNIT bytes
    localparam LOG_UNIT = (WORD_BYTES % 64 == 0) ? 6 : (WORD_BYTES % 32 == 0) ? 5
        : (WORD_BYTES % 16 == 0) ? 4 : (WORD_BYTES % 8 == 0) ? 3 : (WORD_BYTES % 4 == 0) ? 2
        : (WORD_BYTES % 2 == 0) ? 1 : 0;
    localparam HELD = WIDTH + 8 * WORD_BYTES;
    localparam [31:0] ROW = BYTES;

    generate
        if (WORD_BYTES < 1 || WORD_BYTES > WIDTH / 8) begin : g_check_word_bytes
            bl_eth_expand_illegal_WORD_BYTES illegal();
        end
        if (WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_expand_illegal_WIDTH illegal();
        end
    endgenerate

    reg                  spill, spill_last;      // the frame has ended, but its last row is here
    reg  [WIDTH-1:0]     begun;
    reg  [LOG_BYTES-1:0] at;                     // its bytes
    wire                 go     = ~m_tvalid | m_tready;
    wire                 take   = s_tvalid & s_tready;
    wire [LOG_BYTES-1:0] from   = (at >> LOG_UNIT) << LOG_UNIT;
    wire [HELD-1:0]      merged = {{(8*WORD_BYTES){1'b0}}, begun}
        | ({{WIDTH{1'b0}}, s_tdata} << {from, 3'd0});
    wire [7:0]           fill   = {{(8-LOG_BYTES){1'b0}}, at} + {1'b0, s_tbytes};
    wire                 full   = fill >= ROW[7:0];
    wire                 over   = fill > ROW[7:0];
    assign s_tready = go & ~spill;

    always @(posedge clk) begin
        if (go) begin
            m_tvalid <= spill | (s_tvalid & (full | s_end));
            m_tdata  <= spill ? begun : merged[WIDTH-1:0];
            m_tbytes <= spill ? {{(7-LOG_BYTES){1'b0}}, at} : full ? ROW[6:0] : fill[6:0];
            m_tlast  <= spill ? spill_last : s_tlast;
            m_end    <= spill | (s_end & ~over);
        end
        if (go & spill) begin
            spill <= 1'b0;
            at    <= {LOG_BYTES{1'b0}};
            begun <= {WIDTH{1'b0}};
        end else if (take) begin
            spill      <= s_end & over;
            spill_last <= s_tlast;
            at         <= (s_end & ~over) ? {LOG_BYTES{1'b0}} : fill[LOG_BYTES-1:0];
            begun      <= (s_end & ~over) ? {WIDTH{1'b0}}
                : full ? {{(WIDTH-8*WORD_BYTES){1'b0}}, merged[HELD-1:WIDTH]}
                : merged[WIDTH-1:0];
        end
        if (rst) begin
            m_tvalid <= 1'b0;
            spill    <= 1'b0;
            at       <= {LOG_BYTES{1'b0}};
            begun    <= {WIDTH{1'b0}};
        end
    end
endmodule
`default_nettype wire
