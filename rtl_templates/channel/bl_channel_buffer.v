// SPDX-License-Identifier: ISC
`default_nettype none
// The receive buffer of a channel: block RAM, which a word passes by when nothing waits.
// Contract: words leave in the order in which they came. A word has to find room: at most
// 2^LOG_DEPTH are inside; s_tvalid is asked in every cycle. m_tvalid may fall without m_tready only
// where the word was put into the RAM instead, from which it is offered again.
// Cut: nothing on an empty buffer, m_* follow from s_*; else m_* are registers. m_tready reaches
// registers and the RAM's enables only.
// Latency: 0 cycles when the buffer is empty and m_tready is set, else 2. Throughput: 1 word a
// cycle.
module bl_channel_buffer #(
    // bits in a word: 1 or more
    parameter WIDTH = 264,
    // log2 of the number of words: 1..20
    parameter LOG_DEPTH = 9
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             s_tvalid,
    input  wire [WIDTH-1:0] s_tdata,
    output wire             m_tvalid,
    input  wire             m_tready,
    output wire [WIDTH-1:0] m_tdata
);
    generate
        if (WIDTH < 1) begin : g_check_width
            bl_channel_buffer_illegal_WIDTH illegal();
        end
        if (LOG_DEPTH < 1 || LOG_DEPTH > 20) begin : g_check_log_depth
            bl_channel_buffer_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    reg  [LOG_DEPTH-1:0] wr, rd;
    reg                  some, shown;      // words in the RAM; a word in its output register
    wire [WIDTH-1:0]     stored;
    wire                 past  = ~some & ~shown;
    wire                 push  = s_tvalid & ~(past & m_tready);
    wire                 fetch = some & (~shown | m_tready);
    wire [LOG_DEPTH-1:0] rd_next = rd + 1'b1;

    assign m_tvalid = shown | (past & s_tvalid);
    assign m_tdata  = shown ? stored : s_tdata;

    bl_block_ram #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_DEPTH)) store (
        .clk(clk), .write(push), .waddr(wr), .wdata(s_tdata), .read(fetch), .raddr(rd),
        .rdata(stored));

    always @(posedge clk) begin
        if (push)  wr <= wr + 1'b1;
        if (fetch) rd <= rd_next;
        some  <= push | (some & ~(fetch & (rd_next == wr)));
        shown <= fetch | (shown & ~m_tready);
        if (rst) begin
            wr    <= {LOG_DEPTH{1'b0}};
            rd    <= {LOG_DEPTH{1'b0}};
            some  <= 1'b0;
            shown <= 1'b0;
        end
    end

`ifdef FORMAL
    // Rule 1: any word that came leaves after exactly those in front of it, unchanged.
    // Rule 2: a buffer that holds a word offers one in the next cycle at the latest.
    // Rule 3: the RAM is never read at the address that is being written, nor written over what
    // was not read.
    localparam DEPTH = 1 << LOG_DEPTH;
    (* anyseq *) wire f_pick;
    reg                 f_reset = 1'b0, f_track = 1'b0, f_waited = 1'b0;
    reg [LOG_DEPTH:0]   f_count, f_ahead;
    reg [WIDTH-1:0]     f_value;
    wire                f_out    = m_tvalid & m_tready;
    wire [LOG_DEPTH:0]  f_stored = f_count - shown;
    wire [LOG_DEPTH-1:0] f_gap   = wr - rd;
    always @(posedge clk) begin
        f_reset  <= 1'b1;
        f_waited <= !rst && f_count != 0 && !m_tvalid;
        if (rst) begin
            f_count <= 0;
            f_track <= 1'b0;
        end else begin
            f_count <= f_count + s_tvalid - f_out;
            if (f_track && f_out) begin
                f_ahead <= f_ahead - 1'b1;
                if (f_ahead == 0) f_track <= 1'b0;
            end
            if (!f_track && f_pick && s_tvalid && f_count + !f_out != 0) begin
                f_track <= 1'b1;
                f_value <= s_tdata;
                f_ahead <= f_count - f_out;
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (!(s_tvalid && f_count == DEPTH));
        if (f_reset) begin
            assert (f_count <= DEPTH && f_count >= shown && some == (f_stored != 0));
            assert (f_gap == f_stored[LOG_DEPTH-1:0]);
            if (f_waited) assert (m_tvalid);
            assert (!(push && fetch && wr == rd) && !(push && f_stored == DEPTH));
            if (f_count == 0 && f_out) assert (s_tvalid && m_tdata == s_tdata);
            if (f_track) begin
                assert (f_ahead < f_count);
                if (f_ahead == 0 && shown) assert (m_tvalid && m_tdata == f_value);
            end
        end
    end
`endif
endmodule
`default_nettype wire
