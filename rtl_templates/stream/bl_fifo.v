// SPDX-License-Identifier: ISC
`default_nettype none
// Show-ahead queue in distributed RAM (asynchronous read), 32 words deep by default.
// Contract: words leave in the order in which they came; m_tdata is valid while m_tvalid. s_tready
// and m_tvalid are registers (s_tready does not see m_tready of the same cycle); m_tdata is read
// from the RAM by a registered address.
// Latency: 1 cycle. Throughput: 1 word a cycle.
module bl_fifo #(
    // bits in a word: 1 or more
    parameter WIDTH = 32,
    // log2 of the number of words (up to 5 fits one distributed RAM; use bl_fifo_block above that):
    // 1..12
    parameter LOG_DEPTH = 5
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             s_tvalid,
    output wire             s_tready,
    input  wire [WIDTH-1:0] s_tdata,
    output wire             m_tvalid,
    input  wire             m_tready,
    output wire [WIDTH-1:0] m_tdata
);
    generate
        if (WIDTH < 1) begin : g_check_width
            bl_fifo_illegal_WIDTH illegal();
        end
        if (LOG_DEPTH < 1 || LOG_DEPTH > 12) begin : g_check_log_depth
            bl_fifo_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
    reg [WIDTH-1:0]     ram [0:(1<<LOG_DEPTH)-1];
    reg [LOG_DEPTH-1:0] wr, rd;
    reg                 full, some;

    wire push = s_tvalid & ~full;
    wire pop  = m_tready & some;

    assign s_tready = ~full;
    assign m_tvalid = some;
    assign m_tdata  = ram[rd];

    always @(posedge clk) begin
        if (push) ram[wr] <= s_tdata;
    end

    always @(posedge clk) begin
        if (rst) begin
            wr   <= {LOG_DEPTH{1'b0}};
            rd   <= {LOG_DEPTH{1'b0}};
            full <= 1'b0;
            some <= 1'b0;
        end else begin
            if (push) begin
                wr <= wr + 1'b1;
                if (~pop) begin
                    some <= 1'b1;
                    full <= wr + 1'b1 == rd;
                end
            end
            if (pop) begin
                rd <= rd + 1'b1;
                if (~push) begin
                    some <= rd + 1'b1 != wr;
                    full <= 1'b0;
                end
            end
        end
    end

`ifdef FORMAL
    // Rule 1: the queue offers a word exactly when it holds one, and takes one exactly when fewer
    // than 2^LOG_DEPTH are in it.
    // Rule 2: any word, once taken, leaves after exactly the words that were in front of it,
    // unchanged.
    localparam DEPTH = 1 << LOG_DEPTH;
    (* anyseq *) wire f_pick;
    reg                 f_reset = 1'b0, f_track = 1'b0;
    reg [LOG_DEPTH:0]   f_count, f_ahead;
    reg [WIDTH-1:0]     f_value;
    wire [LOG_DEPTH-1:0] f_place = rd + f_ahead[LOG_DEPTH-1:0];
    wire [LOG_DEPTH-1:0] f_gap   = wr - rd;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst) begin
            f_count <= 0;
            f_track <= 1'b0;
        end else begin
            f_count <= f_count + (s_tvalid & s_tready) - (m_tvalid & m_tready);
            if (f_track && m_tvalid && m_tready) begin
                f_ahead <= f_ahead - 1'b1;
                if (f_ahead == 0) f_track <= 1'b0;
            end
            if (!f_track && f_pick && s_tvalid && s_tready) begin
                f_track <= 1'b1;
                f_value <= s_tdata;
                f_ahead <= f_count - (m_tvalid & m_tready);
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            assert (m_tvalid == (f_count != 0));
            assert (s_tready == (f_count != DEPTH));
            assert (f_count <= DEPTH && f_gap == f_count[LOG_DEPTH-1:0]);
            if (f_track) begin
                assert (f_ahead < f_count && ram[f_place] == f_value);
                if (f_ahead == 0) assert (m_tvalid && m_tdata == f_value);
            end
        end
    end
`endif
endmodule
`default_nettype wire
