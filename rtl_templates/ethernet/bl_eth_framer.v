// SPDX-License-Identifier: ISC
`default_nettype none
// Cuts a stream of words into frames: says behind which word a frame ends.
// Contract: a frame ends behind a word with s_tlast (the last of a packet), behind one with s_tuser
// (send now), behind one that fills `payload` bytes, before one that has no room in them, and
// `timeout` cycles after its first word, or, with IDLE, of which none has come since its last word
// while there was room; in the last two cases a word of 0 bytes brings the end.
// s_tkeep is of ones from its low bit on, all of them but with s_tlast. `payload` is WORD_BYTES or
// more and changes with `timeout` in reset only.
// Cut: what leaves is registers; m_tready reaches s_tready.
// Latency: 1 cycle. Throughput: a word a cycle, and a cycle for each word of 0 bytes.
module bl_eth_framer #(
    // bytes in a word: 1..64
    parameter WORD_BYTES = 4,
    // 1: the time counts from a frame's last word on: 0..1
    parameter IDLE = 0
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [15:0]             payload,
    input  wire [15:0]             timeout,
    input  wire                    s_tvalid,
    output wire                    s_tready,
    input  wire [8*WORD_BYTES-1:0] s_tdata,
    input  wire [WORD_BYTES-1:0]   s_tkeep,
    input  wire                    s_tlast,
    input  wire                    s_tuser,
    output reg                     m_tvalid,
    input  wire                    m_tready,
    output reg  [8*WORD_BYTES-1:0] m_tdata,
    output reg  [6:0]              m_tbytes,
    output reg                     m_tlast,
    output reg                     m_end
);
    generate
        if (WORD_BYTES < 1 || WORD_BYTES > 64) begin : g_check_word_bytes
            bl_eth_framer_illegal_WORD_BYTES illegal();
        end
        if (IDLE != 0 && IDLE != 1) begin : g_check_idle
            bl_eth_framer_illegal_IDLE illegal();
        end
    endgenerate

    localparam [31:0] WORD = WORD_BYTES, TWO = 2 * WORD_BYTES;

    reg         open, late;              // a frame is begun; it has waited long enough
    reg         tight;                   // it may have no room for the next word
    reg  [15:0] room, timer;             // bytes that are free
    reg  [6:0]  bytes;
    integer     i;
    always @* begin
        bytes = 7'd0;
        for (i = 0; i < WORD_BYTES; i = i + 1) if (s_tkeep[i]) bytes = i[6:0] + 7'd1;
    end

    wire [15:0] free = open ? room : payload;
    wire        ends = s_tlast | s_tuser | (free == WORD[15:0]);
    wire        shut = open & (late | (s_tvalid & tight & (bytes > room[6:0])));
    wire        go   = ~m_tvalid | m_tready;
    wire        take = s_tvalid & s_tready;
    wire        again = (IDLE != 0) & take, stays = (IDLE != 0) & (s_tvalid | ~go);
    assign s_tready = go & ~shut;

    always @(posedge clk) begin
        late  <= open & (timer == timeout) & ~again;
        timer <= (~open | again) ? 16'd0 : (timer == timeout | stays) ? timer : timer + 1'b1;
        if (go) begin
            m_tvalid <= s_tvalid | shut;
            m_tdata  <= s_tdata;
            m_tbytes <= shut ? 7'd0 : bytes;
            m_tlast  <= s_tlast & ~shut;
            m_end    <= shut | ends;
            if (shut) open <= 1'b0;
        end
        if (take) begin
            open  <= ~ends;
            room  <= free - WORD[15:0];
            tight <= free < TWO[15:0];
        end
        if (rst) begin
            open     <= 1'b0;
            late     <= 1'b0;
            m_tvalid <= 1'b0;
        end
    end
endmodule
`default_nettype wire
