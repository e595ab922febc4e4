// SPDX-License-Identifier: ISC
`default_nettype none
// Cuts a stream of words into frames: says behind which word a frame ends.
// Contract: a frame ends behind a word with s_tlast (the last of a packet), behind one with s_tuser
// (send now), behind one after which no whole word has room in `payload` bytes, and `timeout`
// cycles after its first word; then a word of 0 bytes brings the end. s_tkeep is of ones from its
// low bit on, all of them but with s_tlast. `payload` is WORD_BYTES or more and changes with
// `timeout` in reset only.
// Cut: what leaves is registers; m_tready reaches s_tready.
// Latency: 1 cycle. Throughput: a word a cycle.
module bl_eth_cut #(
    // bytes in a word: 1..64
    parameter WORD_BYTES = 4
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
            bl_eth_cut_illegal_WORD_BYTES illegal();
        end
    endgenerate

    localparam [31:0] WORD = WORD_BYTES;

    reg         open, late;              // a frame is begun; it has waited long enough
    reg  [15:0] rest, whole;             // room behind the next word; the same of a new frame
    reg  [15:0] timer;
    wire        expired = open & late;
    wire        go      = ~m_tvalid | m_tready;
    wire [15:0] behind  = open ? rest : whole;
    wire        ends    = s_tlast | s_tuser | (behind < WORD[15:0]);
    wire        take    = s_tvalid & s_tready;
    assign s_tready = go & ~expired;

    reg  [6:0]  bytes;
    integer     i;
    always @* begin
        bytes = 7'd0;
        for (i = 0; i < WORD_BYTES; i = i + 1) if (s_tkeep[i]) bytes = i[6:0] + 7'd1;
    end

    always @(posedge clk) begin
        whole <= payload - WORD[15:0];
        late  <= open & (timer == timeout);
        timer <= ~open ? 16'd0 : (timer == timeout) ? timer : timer + 1'b1;
        if (go) begin
            m_tvalid <= s_tvalid | expired;
            m_tdata  <= s_tdata;
            m_tbytes <= expired ? 7'd0 : bytes;
            m_tlast  <= s_tlast & ~expired;
            m_end    <= expired | ends;
            if (expired) open <= 1'b0;
        end
        if (take) begin
            open <= ~ends;
            rest <= behind - WORD[15:0];
        end
        if (rst) begin
            open     <= 1'b0;
            late     <= 1'b0;
            m_tvalid <= 1'b0;
        end
    end
endmodule
`default_nettype wire
