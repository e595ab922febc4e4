// SPDX-License-Identifier: ISC
`default_nettype none
// Show-ahead queue in block RAM, for depths above 32 words.
// Contract: the contract of bl_fifo; holds 2^LOG_DEPTH words and one more in the output register of
// the RAM. s_tready and m_tvalid are registers; m_tready reaches the read enable of the RAM and no
// output.
// Latency: 2 cycles. Throughput: 1 word a cycle.
module bl_fifo_block #(
    // bits in a word: 1 or more
    parameter WIDTH = 32,
    // log2 of the number of words: 1..20
    parameter LOG_DEPTH = 9
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
            bl_fifo_block_illegal_WIDTH illegal();
        end
        if (LOG_DEPTH < 1 || LOG_DEPTH > 20) begin : g_check_log_depth
            bl_fifo_block_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    reg [LOG_DEPTH-1:0] wr, rd;
    reg                 full, some, shown;

    wire                 push    = s_tvalid & ~full;
    wire                 fetch   = some & (~shown | m_tready);
    wire [LOG_DEPTH-1:0] wr_next = wr + 1'b1;
    wire [LOG_DEPTH-1:0] rd_next = rd + 1'b1;

    assign s_tready = ~full;
    assign m_tvalid = shown;

    bl_block_ram #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_DEPTH)) store (
        .clk(clk), .write(push), .waddr(wr), .wdata(s_tdata), .read(fetch), .raddr(rd),
        .rdata(m_tdata));

    always @(posedge clk) begin
        if (rst) begin
            wr    <= {LOG_DEPTH{1'b0}};
            rd    <= {LOG_DEPTH{1'b0}};
            full  <= 1'b0;
            some  <= 1'b0;
            shown <= 1'b0;
        end else begin
            if (push)  wr <= wr_next;
            if (fetch) rd <= rd_next;
            if (push & ~fetch) begin
                some <= 1'b1;
                full <= wr_next == rd;
            end
            if (fetch & ~push) begin
                full <= 1'b0;
                some <= rd_next != wr;
            end
            if (fetch)         shown <= 1'b1;
            else if (m_tready) shown <= 1'b0;
        end
    end

`ifdef FORMAL
    // Rule 1: the queue takes a word while fewer than 2^LOG_DEPTH are in the RAM, and a word that
    // is shown is one that it holds.
    // Rule 2: any word, once taken, leaves after exactly the words that were in front of it,
    // unchanged.
    // Rule 3: a queue that holds a word shows one in the next cycle at the latest.
    // Rule 4: the RAM is never read at the address that is being written.
    localparam DEPTH = 1 << LOG_DEPTH;
    (* anyseq *) wire f_pick;
    reg                 f_reset = 1'b0, f_track = 1'b0, f_waited = 1'b0;
    reg [LOG_DEPTH:0]   f_count, f_ahead;
    reg [WIDTH-1:0]     f_value;
    wire [LOG_DEPTH:0]   f_stored = f_count - shown;
    wire [LOG_DEPTH-1:0] f_gap   = wr - rd;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_waited <= !rst && f_count != 0 && !m_tvalid;
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
            assert (some == (f_stored != 0));
            assert (s_tready == (f_stored != DEPTH));
            assert (f_count <= DEPTH + 1 && f_count >= shown && f_gap == f_stored[LOG_DEPTH-1:0]);
            if (f_waited) assert (m_tvalid);
            assert (!(push && fetch && wr == rd));
            if (f_track) begin
                assert (f_ahead < f_count);
                if (f_ahead == 0 && shown) assert (m_tdata == f_value);
            end
        end
    end
`endif
endmodule
`default_nettype wire
