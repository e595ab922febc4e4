// SPDX-License-Identifier: ISC
`default_nettype none
// What outlives a reset of the node between its memory channel and the board's port: the memory is
// not reset with it.
// Contract: s_axi_* is the node's channel, m_axi_* the port's side; AXI4, full-word INCR bursts,
// one id. `shut` (of clk) comes before the node's reset and goes after it: from then on no request
// is taken, bursts whose address was taken are ended with words of which no byte is enabled, and
// answers are taken and dropped. `busy`: something is still outstanding. No request passes while
// `open` is low; what was taken before goes on. With `shut` and `open` low nothing can be
// outstanding, and all counts are cleared. A word passes only behind its address. An answer that
// nobody asked for is counted in `strays` (255 stays) and passed on while the gate is not shut. At
// most 2^LOG_BURSTS write bursts and 255 read bursts outstanding. m_axi_ar*, aw* and w* are
// registers and stay until they are taken; R and B go straight through.
// Latency: AR, AW and W 1 cycle, R and B none. Throughput: 1 request and 1 word a cycle each way.
module bl_port_gate #(
    // bits in an address, 1..64
    parameter ADDR_W = 28,
    // bits in a word, a multiple of 8
    parameter DATA_W = 256,
    // log2 of the write bursts that are outstanding, 2..6
    parameter LOG_BURSTS = 5
) (
    input  wire                clk,
    input  wire                shut,
    input  wire                open,
    output wire                busy,
    output reg  [7:0]          strays,
    input  wire [ADDR_W-1:0]   s_axi_araddr,
    input  wire [7:0]          s_axi_arlen,
    input  wire                s_axi_arvalid,
    output wire                s_axi_arready,
    output wire [DATA_W-1:0]   s_axi_rdata,
    output wire [1:0]          s_axi_rresp,
    output wire                s_axi_rlast,
    output wire                s_axi_rvalid,
    input  wire                s_axi_rready,
    input  wire [ADDR_W-1:0]   s_axi_awaddr,
    input  wire [7:0]          s_axi_awlen,
    input  wire                s_axi_awvalid,
    output wire                s_axi_awready,
    input  wire [DATA_W-1:0]   s_axi_wdata,
    input  wire [DATA_W/8-1:0] s_axi_wstrb,
    input  wire                s_axi_wlast,
    input  wire                s_axi_wvalid,
    output wire                s_axi_wready,
    output wire [1:0]          s_axi_bresp,
    output wire                s_axi_bvalid,
    input  wire                s_axi_bready,
    output wire [ADDR_W-1:0]   m_axi_araddr,
    output wire [7:0]          m_axi_arlen,
    output wire                m_axi_arvalid,
    input  wire                m_axi_arready,
    input  wire [DATA_W-1:0]   m_axi_rdata,
    input  wire [1:0]          m_axi_rresp,
    input  wire                m_axi_rlast,
    input  wire                m_axi_rvalid,
    output wire                m_axi_rready,
    output wire [ADDR_W-1:0]   m_axi_awaddr,
    output wire [7:0]          m_axi_awlen,
    output wire                m_axi_awvalid,
    input  wire                m_axi_awready,
    output wire [DATA_W-1:0]   m_axi_wdata,
    output wire [DATA_W/8-1:0] m_axi_wstrb,
    output wire                m_axi_wlast,
    output wire                m_axi_wvalid,
    input  wire                m_axi_wready,
    input  wire [1:0]          m_axi_bresp,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready
);
    generate
        if (ADDR_W < 1 || ADDR_W > 64) begin : g_check_addr_w
            bl_port_gate_illegal_ADDR_W illegal();
        end
        if (DATA_W < 8 || DATA_W % 8 != 0) begin : g_check_data_w
            bl_port_gate_illegal_DATA_W illegal();
        end
        if (LOG_BURSTS < 2 || LOG_BURSTS > 6) begin : g_check_log_bursts
            bl_port_gate_illegal_LOG_BURSTS illegal();
        end
    endgenerate
    localparam [LOG_BURSTS:0] MOST = 1 << LOG_BURSTS;

    wire clear = shut & ~open;
    wire pass  = open & ~shut;

    // ---- what is outstanding: read bursts, write bursts
    reg  [7:0]          reads;
    reg  [LOG_BURSTS:0] writes;
    wire read_owed  = reads != 8'd0;
    wire write_owed = writes != {(LOG_BURSTS+1){1'b0}};
    wire ar_ready, aw_ready, lens_ready;
    wire ar_taken = s_axi_arvalid & s_axi_arready;
    wire aw_taken = s_axi_awvalid & s_axi_awready;
    wire r_end    = m_axi_rvalid & m_axi_rready & m_axi_rlast & read_owed;
    wire b_taken  = m_axi_bvalid & m_axi_bready & write_owed;
    wire stray    = (m_axi_rvalid & m_axi_rready & ~read_owed)
        | (m_axi_bvalid & m_axi_bready & ~write_owed);

    assign busy          = read_owed | write_owed;
    assign s_axi_arready = ar_ready & pass & (reads != 8'd255);
    assign s_axi_awready = aw_ready & pass & lens_ready & (writes != MOST);

    always @(posedge clk) begin
        if (clear) begin
            reads  <= 8'd0;
            writes <= {(LOG_BURSTS+1){1'b0}};
            strays <= 8'd0;
        end else begin
            if (ar_taken & ~r_end) reads <= reads + 8'd1;
            if (r_end & ~ar_taken) reads <= reads - 8'd1;
            if (aw_taken & ~b_taken) writes <= writes + 1'b1;
            if (b_taken & ~aw_taken) writes <= writes - 1'b1;
            if (stray & strays != 8'd255) strays <= strays + 8'd1;
        end
    end

    bl_skid #(.WIDTH(ADDR_W + 8)) read_requests (
        .clk(clk), .rst(clear), .s_tvalid(ar_taken), .s_tready(ar_ready),
        .s_tdata({s_axi_arlen, s_axi_araddr}),
        .m_tvalid(m_axi_arvalid), .m_tready(m_axi_arready), .m_tdata({m_axi_arlen, m_axi_araddr}));
    bl_skid #(.WIDTH(ADDR_W + 8)) write_requests (
        .clk(clk), .rst(clear), .s_tvalid(aw_taken), .s_tready(aw_ready),
        .s_tdata({s_axi_awlen, s_axi_awaddr}),
        .m_tvalid(m_axi_awvalid), .m_tready(m_axi_awready), .m_tdata({m_axi_awlen, m_axi_awaddr}));

    // ---- words: those of bursts whose address was taken, with zeros in the place of the node's
    // when the gate is shut
    wire       lens_valid, w_ready;
    wire [7:0] len;
    reg  [7:0] beat;
    wire       w_last  = beat == len;
    wire       w_valid = lens_valid & (shut | s_axi_wvalid);
    assign s_axi_wready = w_ready & lens_valid & ~shut;

    bl_fifo #(.WIDTH(8), .LOG_DEPTH(LOG_BURSTS)) lengths (
        .clk(clk), .rst(clear), .s_tvalid(aw_taken), .s_tready(lens_ready), .s_tdata(s_axi_awlen),
        .m_tvalid(lens_valid), .m_tready(w_valid & w_ready & w_last), .m_tdata(len));
    bl_skid #(.WIDTH(DATA_W + DATA_W / 8 + 1)) words (
        .clk(clk), .rst(clear), .s_tvalid(w_valid), .s_tready(w_ready),
        .s_tdata({w_last, s_axi_wstrb & {(DATA_W/8){~shut}}, s_axi_wdata}),
        .m_tvalid(m_axi_wvalid), .m_tready(m_axi_wready),
        .m_tdata({m_axi_wlast, m_axi_wstrb, m_axi_wdata}));

    always @(posedge clk) begin
        if (clear) beat <= 8'd0;
        else if (w_valid & w_ready) beat <= w_last ? 8'd0 : beat + 8'd1;
    end

    // ---- answers
    assign s_axi_rdata  = m_axi_rdata;
    assign s_axi_rresp  = m_axi_rresp;
    assign s_axi_rlast  = m_axi_rlast;
    assign s_axi_rvalid = m_axi_rvalid & ~shut;
    assign m_axi_rready = s_axi_rready | shut;
    assign s_axi_bresp  = m_axi_bresp;
    assign s_axi_bvalid = m_axi_bvalid & ~shut;
    assign m_axi_bready = s_axi_bready | shut;

    wire unused = &{1'b0, s_axi_wlast};

`ifdef FORMAL
    // AXI4's rules for a master (IHI 0022, A3.2 and A3.4), with any node, any reset of it and any
    // calibration that keeps the contract:
    // Rule 1: ARVALID, AWVALID and WVALID stay, with what goes with them, until they are taken
    // (A3.2.1).
    // Rule 2: a burst has as many words as its length says, the last one marked, and no word before
    // its address was taken from the node.
    // Rule 3: never more answers are waited for than requests were made; `busy` is low exactly when
    // none is.
    // Rule 4: while shut, words have no byte enabled, and the node is shown nothing.
    reg       f_past = 1'b0, f_ar_waits, f_aw_waits, f_w_waits, f_cleared;
    reg [ADDR_W+7:0] f_ar, f_aw;
    reg [DATA_W+DATA_W/8:0] f_w;
    // bursts asked of the memory, less those that were answered
    reg [7:0] f_reads;
    reg [LOG_BURSTS:0] f_writes, f_open;  // addresses taken, less answers; less last words
    wire      f_clear = shut & ~open;
    // one burst of any: its length, the bursts before it, its words
    (* anyseq *) wire f_pick;
    reg       f_track = 1'b0;
    reg [7:0] f_len, f_beats;
    reg [LOG_BURSTS:0] f_before;
    wire      f_push = w_valid & w_ready;
    wire      f_mine = f_track & f_before == 0;
    always @(posedge clk) begin
        f_past     <= 1'b1;
        f_ar_waits <= m_axi_arvalid & ~m_axi_arready & ~f_clear;
        f_aw_waits <= m_axi_awvalid & ~m_axi_awready & ~f_clear;
        f_w_waits  <= m_axi_wvalid & ~m_axi_wready & ~f_clear;
        f_ar       <= {m_axi_araddr, m_axi_arlen};
        f_aw       <= {m_axi_awaddr, m_axi_awlen};
        f_w        <= {m_axi_wdata, m_axi_wstrb, m_axi_wlast};
        f_cleared  <= f_clear;
        if (f_clear) begin
            f_reads  <= 0;
            f_writes <= 0;
            f_open   <= 0;
            f_track  <= 1'b0;
        end else begin
            f_open <= f_open + aw_taken - (f_push & w_last);
            if (f_track && f_push && w_last && f_before != 0) f_before <= f_before - 1'b1;
            if (f_mine && f_push) f_beats <= f_beats + 1'b1;
            if (f_mine && f_push && w_last) f_track <= 1'b0;
            if (!f_track && f_pick && aw_taken) begin
                f_track  <= 1'b1;
                f_len    <= s_axi_awlen;
                f_beats  <= 0;
                f_before <= f_open - (f_push & w_last);
            end
            f_reads  <= f_reads + ar_taken - r_end;
            f_writes <= f_writes + aw_taken - b_taken;
        end
    end
    always @* begin
        if (!f_past) assume (shut && !open);
        if (f_past) begin
            if (f_ar_waits) assert (m_axi_arvalid && f_ar == {m_axi_araddr, m_axi_arlen});
            if (f_aw_waits) assert (m_axi_awvalid && f_aw == {m_axi_awaddr, m_axi_awlen});
            if (f_w_waits) assert (m_axi_wvalid && f_w == {m_axi_wdata, m_axi_wstrb, m_axi_wlast});
            assert (reads == f_reads && writes == f_writes && writes <= MOST);
            assert (busy == (f_reads != 0 || f_writes != 0));
            if (shut)
                assert (!s_axi_rvalid && !s_axi_bvalid && !s_axi_arready && !s_axi_awready
                        && !s_axi_wready);
            if (shut) assert (m_axi_rready && m_axi_bready);
            if (w_valid) assert (f_open != 0);
            if (f_track) assert (f_before < f_open);
            if (f_mine) assert (len == f_len && beat == f_beats && w_last == (f_beats == f_len));
            if (f_cleared) assert (!m_axi_arvalid && !m_axi_awvalid && !m_axi_wvalid && !busy);
        end
    end
`endif
endmodule
`default_nettype wire
