// SPDX-License-Identifier: ISC
`default_nettype none
// Frames from a MAC: the head of 30 bytes and the payload behind it in words of its own.
// Contract: the MAC's words come without a pause to wait in; s_mac_tuser says with s_mac_tlast that
// the frame is bad. m_tvalid brings the payload's words, m_first the first of a frame; what stands
// behind its bytes is undefined. With m_end, beside the last of them or behind it, the frame has
// ended: m_head, m_bytes behind the head (padding too; too few from 64 KiB on) and m_bad, which a
// frame without a whole head has, too. Latency: 2 cycles. Throughput: a word a cycle.
module bl_eth_in #(
    // bits of the MAC's port: 64..512, a power of two
    parameter WIDTH = 256
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               s_mac_tvalid,
    input  wire [WIDTH-1:0]   s_mac_tdata,
    input  wire [WIDTH/8-1:0] s_mac_tkeep,
    input  wire               s_mac_tlast,
    input  wire               s_mac_tuser,
    output reg                m_tvalid,
    output reg                m_first,
    output reg  [WIDTH-1:0]   m_tdata,
    output reg                m_end,
    output reg                m_bad,
    output reg  [15:0]        m_bytes,
    output reg  [239:0]       m_head
);
    generate
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_in_illegal_WIDTH illegal();
        end
    endgenerate

    localparam BYTES = WIDTH / 8, LOG_BYTES = (WIDTH == 64) ? 3 : (WIDTH == 128) ? 4
        : (WIDTH == 256) ? 5 : 6;
    localparam HEADS = 30 / BYTES, TAIL = 30 % BYTES;
    localparam [31:0] HEAD_WORDS = HEADS, LAST_BEAT = (1 << (16 - LOG_BYTES)) - 1;

    reg  [15:0]        beat;
    reg  [WIDTH-1:0]   prior;               // the word before
    reg  [239:0]       head;
    reg                flush, bad, first;
    reg  [15:0]        bytes;
    reg  [LOG_BYTES:0] kept;                 // of this word
    wire               behind = beat > HEAD_WORDS[15:0];
    integer            i;
    always @* begin
        kept = {(LOG_BYTES+1){1'b0}};
        for (i = 0; i < BYTES; i = i + 1) kept = kept + {{LOG_BYTES{1'b0}}, s_mac_tkeep[i]};
    end
    wire [15:0]        total = (beat << LOG_BYTES) + {{(15-LOG_BYTES){1'b0}}, kept};

    always @(posedge clk) begin
        if (s_mac_tvalid) begin
            beat   <= s_mac_tlast ? 16'd0 : (beat == LAST_BEAT[15:0]) ? beat : beat + 1'b1;
            prior <= s_mac_tdata;
        end
        first <= s_mac_tvalid ? beat == HEAD_WORDS[15:0] : first;
        flush <= s_mac_tvalid & s_mac_tlast;
        bad   <= s_mac_tuser | (total < 16'd30);
        bytes <= total - 16'd30;

        m_tvalid <= (s_mac_tvalid & behind) | flush;
        m_first  <= first;
        m_tdata  <= (prior >> (8 * TAIL)) | (s_mac_tdata << (WIDTH - 8 * TAIL));
        m_end    <= flush;
        m_bad    <= bad;
        m_bytes  <= bytes;
        if (flush) m_head <= head;
        if (rst) begin
            beat     <= 16'd0;
            flush    <= 1'b0;
            m_tvalid <= 1'b0;
            m_end    <= 1'b0;
        end
    end

    genvar b;
    generate
        for (b = 0; b < 30; b = b + 1) begin : g_head
            localparam [31:0] WORD = b / BYTES;
            always @(posedge clk)
                if (s_mac_tvalid && beat == WORD[15:0])
                    head[8*b +: 8] <= s_mac_tdata[8*(b % BYTES) +: 8];
        end
    endgenerate
endmodule
`default_nettype wire
