// SPDX-License-Identifier: ISC
`default_nettype none
// Cuts AXI4 requests of any length into those that the HBM2 controller takes: at most WORDS words,
// none over a multiple of WORDS.
// Contract: full-word INCR requests, their addresses multiples of a word. The pieces of a request
// follow each other in order; m_end marks the last one. s_ready follows from m_ready in the cycle
// in which a request's last piece is taken; m_valid and the piece follow from registers.
// Latency: 1 cycle. Throughput: 1 piece a cycle, without a gap between requests.
module bl_hbm_split #(
    // bits in an address, 8..64
    parameter ADDR_W = 28,
    // log2 of the bytes in a word, 0..6
    parameter SIZE = 5,
    // words of the longest piece: 1 (burst of four) or 2 (pseudo burst of eight)
    parameter WORDS = 2
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [ADDR_W-1:0] s_addr,
    input  wire [7:0]        s_len,
    input  wire              s_valid,
    output wire              s_ready,
    output wire [ADDR_W-1:0] m_addr,
    output wire [7:0]        m_len,
    output wire              m_end,
    output wire              m_valid,
    input  wire              m_ready
);
    generate
        if (ADDR_W < 8 || ADDR_W > 64) begin : g_check_addr_w
            bl_hbm_split_illegal_ADDR_W illegal();
        end
        if (SIZE < 0 || SIZE > 6) begin : g_check_size
            bl_hbm_split_illegal_SIZE illegal();
        end
        if ((WORDS != 1 && WORDS != 2)) begin : g_check_words
            bl_hbm_split_illegal_WORDS illegal();
        end
    endgenerate

    // `left`: words of the request after the one at the address
    reg              busy;
    reg [ADDR_W-1:0] addr;
    reg [7:0]        left;
    wire             two  = WORDS == 2 && !addr[SIZE] && left != 8'd0;
    wire             done = left == (two ? 8'd1 : 8'd0);

    assign m_valid = busy;
    assign m_addr  = addr;
    assign m_len   = {7'd0, two};
    assign m_end   = done;
    assign s_ready = ~busy | (m_ready & done);

    always @(posedge clk) begin
        if (s_ready) begin
            addr <= s_addr;
            left <= s_len;
        end else if (m_ready) begin
            addr <= addr + ({{(ADDR_W-2){1'b0}}, two, ~two} << SIZE);
            left <= left - (two ? 8'd2 : 8'd1);
        end
        if (rst)          busy <= 1'b0;
        else if (s_ready) busy <= s_valid;
    end

`ifdef FORMAL
    // Rule 1: a piece is as long as WORDS allows and does not go over a multiple of WORDS.
    // Rule 2: a piece that is not taken stays.
    // Rule 3: the pieces of a request have as many words as the request.
    reg        f_past = 1'b0, f_wait = 1'b0;
    reg [ADDR_W-1:0] f_addr;
    reg [7:0]  f_len;
    reg [8:0]  f_want, f_have = 9'd0;
    always @(posedge clk) begin
        f_past <= 1'b1;
        f_wait <= m_valid && !m_ready && !rst;
        f_addr <= m_addr;
        f_len  <= m_len;
        if (s_ready) begin
            f_want <= s_len + 9'd1;
            f_have <= 9'd0;
        end else if (m_ready) f_have <= f_have + m_len + 9'd1;
    end
    always @* begin
        if (!f_past) assume (rst);
        if (f_past && !rst) begin
            if (m_valid) assert (m_len < WORDS && (m_len == 8'd0 || !m_addr[SIZE]));
            if (f_wait) assert (m_valid && m_addr == f_addr && m_len == f_len);
            if (m_valid) assert (f_have + left + 9'd1 == f_want);
            if (m_valid && m_end) assert (f_have + m_len + 9'd1 == f_want);
        end
    end
`endif
endmodule
`default_nettype wire
