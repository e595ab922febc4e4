// SPDX-License-Identifier: ISC
`default_nettype none
// Frames for a MAC: a head of 30 bytes, then words of payload out of a memory.
// Contract: a frame is asked for by s_frame_*: head (byte 0 of the wire in the low bits), bytes of
// payload. With s_frame_inline the payload is `s_frame_data`
// itself, up to 16 bytes. s_frame_tready comes with the last word that is read, so all of it stays
// until then. `read` asks the memory for its word number `rword`, which stands at `rdata` in
// the next cycle and until the next `read`. A frame has no gap: m_mac_tvalid falls between frames
// only.
// Latency: 2 cycles. Throughput: a word a cycle, frames without a pause between them.
module bl_eth_out #(
    // bits of the MAC's port: 64..512, a power of two
    parameter WIDTH = 256
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               s_frame_tvalid,
    output wire               s_frame_tready,
    input  wire [239:0]       s_frame_head,
    input  wire [15:0]        s_frame_length,
    input  wire               s_frame_inline,
    input  wire [127:0]       s_frame_data,
    output wire               read,
    output wire [15:0]        rword,
    input  wire [WIDTH-1:0]   rdata,
    output reg                m_mac_tvalid,
    input  wire               m_mac_tready,
    output reg  [WIDTH-1:0]   m_mac_tdata,
    output reg  [WIDTH/8-1:0] m_mac_tkeep,
    output reg                m_mac_tlast
);
    generate
        if (WIDTH != 64 && WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_out_illegal_WIDTH illegal();
        end
    endgenerate

    // words of the head alone, its bytes in the next one, and where payload begins there
    localparam BYTES = WIDTH / 8, LOG_BYTES = (WIDTH == 64) ? 3 : (WIDTH == 128) ? 4
        : (WIDTH == 256) ? 5 : 6;
    localparam HEADS = 30 / BYTES, TAIL = 30 % BYTES;
    localparam [31:0] HEAD_WORDS = HEADS;

    wire go = ~m_mac_tvalid | m_mac_tready;

    // ---- which word: reads go one ahead of the output ----
    reg  [15:0] beat;
    wire [15:0] total     = s_frame_length + 16'd30;
    wire [15:0] last_beat = (total - 1'b1) >> LOG_BYTES;
    wire        last      = beat == last_beat;
    wire        in_head;
    generate
        if (HEADS == 0) begin : g_no_head
            assign in_head = 1'b0;
        end else begin : g_head
            assign in_head = beat < HEAD_WORDS[15:0];
        end
    endgenerate
    assign s_frame_tready = go & last;
    assign read           = go & s_frame_tvalid & ~in_head;
    assign rword          = beat - HEAD_WORDS[15:0];

    // ---- beside the word that the memory has shown: what it becomes ----
    reg                 b_valid, b_first, b_last, b_head, b_inline;
    reg [239:0]         b_front;             // head; shifted by words that have left
    reg [127:0]         b_data;
    reg [LOG_BYTES-1:0] b_bytes;             // of the last word, 0: all
    reg [WIDTH-1:0]     left;                // of the word before, in the low bits
    wire [WIDTH-1:0]    payload = b_inline ? {{(WIDTH > 128 ? WIDTH - 128 : 0){1'b0}},
                                              b_data[(WIDTH > 128 ? 128 : WIDTH)-1:0]} : rdata;
    wire [WIDTH-1:0]    front   = {{(WIDTH > 240 ? WIDTH - 240 : 0){1'b0}},
                                   b_front[(WIDTH > 240 ? 240 : WIDTH)-1:0]};
    wire [WIDTH-1:0]    prior  = b_first ? front : left;
    wire [WIDTH-1:0]    tail    = {{(WIDTH-8*TAIL){1'b0}}, {(8*TAIL){1'b1}}};
    wire [WIDTH-1:0]    whole   = (prior & tail) | (payload << (8 * TAIL));
    reg  [BYTES-1:0]    kept;
    integer             i;
    always @* for (i = 0; i < BYTES; i = i + 1)
        kept[i] = ~b_last | (b_bytes == {LOG_BYTES{1'b0}}) | (i[LOG_BYTES-1:0] < b_bytes);

    always @(posedge clk) begin
        if (go & s_frame_tvalid) beat <= last ? 16'd0 : beat + 1'b1;
        if (go) begin
            b_valid  <= s_frame_tvalid;
            b_last   <= last;
            b_head   <= in_head;
            b_first  <= beat == HEAD_WORDS[15:0];
            b_inline <= s_frame_inline;
            b_bytes  <= total[LOG_BYTES-1:0];
            b_front  <= (beat == 16'd0) ? s_frame_head
                : (b_front >> (HEADS == 0 ? 0 : WIDTH));
            b_data   <= (rword == 16'd0 || in_head) ? s_frame_data
                : (b_data >> (WIDTH > 64 ? 0 : WIDTH));
            m_mac_tvalid <= b_valid;
            m_mac_tlast  <= b_last;
            m_mac_tdata  <= b_head ? front : whole;
            m_mac_tkeep  <= kept;
            left         <= payload >> (WIDTH - 8 * TAIL);
        end
        if (rst) begin
            beat         <= 16'd0;
            b_valid      <= 1'b0;
            m_mac_tvalid <= 1'b0;
        end
    end
endmodule
`default_nettype wire
