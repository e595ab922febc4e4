// SPDX-License-Identifier: ISC
`default_nettype none
// Queue between two clocks with Gray-coded counters: the one template by which data crosses clocks.
// Contract: words leave in the order in which they came; any ratio and phase of the clocks. Both
// resets must have been high together for 4 cycles of each side, and no side may be reset alone.
// s_tready and m_tvalid depend on registers of their own side only; m_tdata is read from
// distributed RAM by a registered address and is stable while m_tvalid. m_tready reaches no output.
// s_empty: all words that came have been taken; it is set 2 or 3 cycles of s_clk late, never
// early.
// Latency: 1 cycle of s_clk and 3 or 4 of m_clk. Throughput: 1 word a cycle of the slower side from
// LOG_DEPTH = 4 on.
module bl_async_fifo #(
    // bits in a word: 1 or more
    parameter WIDTH = 32,
    // log2 of the number of words: 2..5
    parameter LOG_DEPTH = 5
) (
    input  wire             s_clk,
    input  wire             s_rst,
    input  wire             s_tvalid,
    output wire             s_tready,
    input  wire [WIDTH-1:0] s_tdata,
    output wire             s_empty,
    input  wire             m_clk,
    input  wire             m_rst,
    output wire             m_tvalid,
    input  wire             m_tready,
    output wire [WIDTH-1:0] m_tdata
);
    generate
        if (WIDTH < 1) begin : g_check_width
            bl_async_fifo_illegal_WIDTH illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 5) begin : g_check_log_depth
            bl_async_fifo_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
    reg [WIDTH-1:0] ram [0:(1<<LOG_DEPTH)-1];

    // counters of words written and read, in binary and in Gray code, and what each side sees of
    // the other's
    reg  [LOG_DEPTH:0] wr, wr_gray, rd, rd_gray;
    wire [LOG_DEPTH:0] wr_seen, rd_seen;
    wire [LOG_DEPTH:0] wr_next = wr + 1'b1;
    wire [LOG_DEPTH:0] rd_next = rd + 1'b1;

    // full: the two upper bits of the Gray codes differ and the others agree
    assign s_tready = wr_gray != {~rd_seen[LOG_DEPTH -: 2], rd_seen[LOG_DEPTH-2:0]};
    assign s_empty  = wr_gray == rd_seen;
    assign m_tvalid = rd_gray != wr_seen;
    assign m_tdata  = ram[rd[LOG_DEPTH-1:0]];

    bl_synchroniser #(.WIDTH(LOG_DEPTH + 1)) to_s (.clk(s_clk), .s(rd_gray), .m(rd_seen));
    bl_synchroniser #(.WIDTH(LOG_DEPTH + 1)) to_m (.clk(m_clk), .s(wr_gray), .m(wr_seen));

    always @(posedge s_clk) begin
        if (s_tvalid & s_tready) ram[wr[LOG_DEPTH-1:0]] <= s_tdata;
        if (s_rst) begin
            wr      <= {(LOG_DEPTH+1){1'b0}};
            wr_gray <= {(LOG_DEPTH+1){1'b0}};
        end else if (s_tvalid & s_tready) begin
            wr      <= wr_next;
            wr_gray <= wr_next ^ (wr_next >> 1);
        end
    end

    always @(posedge m_clk) begin
        if (m_rst) begin
            rd      <= {(LOG_DEPTH+1){1'b0}};
            rd_gray <= {(LOG_DEPTH+1){1'b0}};
        end else if (m_tvalid & m_tready) begin
            rd      <= rd_next;
            rd_gray <= rd_next ^ (rd_next >> 1);
        end
    end

`ifdef FORMAL
    // The clocks are free inputs here: any edge may come at any time (engine bmc2clk).
    // Rule 1: the word number f_number that is taken is, when it is delivered, the word of that
    // number, unchanged.
    // Rule 2: no more words are delivered than were taken, and no more than 2^LOG_DEPTH are inside;
    // none with s_empty.
    // Rule 3: a word that was taken is offered, or one before it, behind 3 edges of m_clk.
    (* anyconst *) reg [3:0] f_number;
    reg [3:0]       f_in = 4'd0, f_out = 4'd0;
    reg [2:0]       f_begin_s = 3'd0, f_begin_m = 3'd0;
    reg [WIDTH-1:0] f_value;
    reg [1:0]       f_waits = 2'd0;
    wire            f_running = f_begin_s == 3'd4 && f_begin_m == 3'd4;
    wire [3:0]      f_inside  = f_in - f_out;
    always @(posedge s_clk) begin
        if (f_begin_s != 3'd4 && (f_begin_s == 3'd0 || f_begin_m != 3'd0))
            f_begin_s <= f_begin_s + 1'b1;
        if (!s_rst && s_tvalid && s_tready) begin
            f_in <= f_in + 1'b1;
            if (f_in == f_number) f_value <= s_tdata;
        end
    end
    always @(posedge m_clk) begin
        if (f_begin_m != 3'd4 && (f_begin_m == 3'd0 || f_begin_s != 3'd0))
            f_begin_m <= f_begin_m + 1'b1;
        if (!m_rst && m_tvalid && m_tready) f_out <= f_out + 1'b1;
        f_waits <= m_rst || m_tvalid || f_in == f_out ? 2'd0 : f_waits + !(&f_waits);
    end
    always @* begin
        assume (s_rst == !f_running && m_rst == !f_running);
        if (f_running) begin
            assert (f_inside <= (1 << LOG_DEPTH));
            if (m_tvalid) assert (f_in != f_out);
            if (s_empty) assert (f_in == f_out);
            assert (f_waits < 3);
            if (m_tvalid && f_out == f_number) assert (m_tdata == f_value);
        end
    end
`endif
endmodule
`default_nettype wire
