// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the write halves of several AXI4 masters onto one bus.
// Contract: s_axi_* has PORTS masters, master i in bits i*W up; m_axi_* answers in the order of the
// requests. Those that ask take turns, a request each; its words come behind those of the requests
// before it, so a master asks only for a burst whose words it has. At most 2^LOG_DEPTH requests are
// without a response and one that waits for AWREADY.
// Cut: AW and W of m_axi_* are registers; s_axi_awready sees awvalid and m_axi_awready,
// s_axi_wready m_axi_wready, and B is a gate or two behind its inputs both ways.
// Latency: AW 1 cycle, W 1 cycle and not before its AW, B 0. Throughput: a request, a word and a
// response a cycle.
module bl_axi_write_join #(
    // masters: 1..64
    parameter PORTS = 2,
    // bits in an address: 1 or more
    parameter ADDR_W = 64,
    // bits in a word: 8 or more, a multiple of 8
    parameter DATA_W = 256,
    // log2 of the requests without a response: 1..6
    parameter LOG_DEPTH = 5
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire [PORTS*ADDR_W-1:0]   s_axi_awaddr,
    input  wire [PORTS*8-1:0]        s_axi_awlen,
    input  wire [PORTS-1:0]          s_axi_awvalid,
    output wire [PORTS-1:0]          s_axi_awready,
    input  wire [PORTS*DATA_W-1:0]   s_axi_wdata,
    input  wire [PORTS*DATA_W/8-1:0] s_axi_wstrb,
    input  wire [PORTS-1:0]          s_axi_wlast,
    input  wire [PORTS-1:0]          s_axi_wvalid,
    output wire [PORTS-1:0]          s_axi_wready,
    output wire [PORTS*2-1:0]        s_axi_bresp,
    output wire [PORTS-1:0]          s_axi_bvalid,
    input  wire [PORTS-1:0]          s_axi_bready,
    output reg  [ADDR_W-1:0]         m_axi_awaddr,
    output reg  [7:0]                m_axi_awlen,
    output reg                       m_axi_awvalid,
    input  wire                      m_axi_awready,
    output reg  [DATA_W-1:0]         m_axi_wdata,
    output reg  [DATA_W/8-1:0]       m_axi_wstrb,
    output reg                       m_axi_wlast,
    output reg                       m_axi_wvalid,
    input  wire                      m_axi_wready,
    input  wire [1:0]                m_axi_bresp,
    input  wire                      m_axi_bvalid,
    output wire                      m_axi_bready
);
    generate
        if (PORTS < 1 || PORTS > 64) begin : g_check_ports
            bl_axi_write_join_illegal_PORTS illegal();
        end
        if (ADDR_W < 1) begin : g_check_addr_w
            bl_axi_write_join_illegal_ADDR_W illegal();
        end
        if (DATA_W < 8 || DATA_W % 8 != 0) begin : g_check_data_w
            bl_axi_write_join_illegal_DATA_W illegal();
        end
        if (LOG_DEPTH < 1 || LOG_DEPTH > 6) begin : g_check_log_depth
            bl_axi_write_join_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    wire [1:0]        listable;
    wire              words_listed, answers_listed;
    wire [PORTS-1:0]  one, writer, answered;
    wire [ADDR_W+7:0] request;
    wire              open = (&listable) & (~m_axi_awvalid | m_axi_awready);

    bl_axi_arbiter #(.PORTS(PORTS), .A_W(ADDR_W), .B_W(8)) turns (
        .clk(clk), .rst(rst), .open(open), .waits(s_axi_awvalid), .one(one),
        .s_data_a(s_axi_awaddr), .s_data_b(s_axi_awlen), .data(request));

    assign s_axi_awready = one;

    always @(posedge clk) begin
        if (open) {m_axi_awlen, m_axi_awaddr} <= request;
        if (|one) m_axi_awvalid <= 1'b1;
        else if (m_axi_awready) m_axi_awvalid <= 1'b0;
        if (rst) m_axi_awvalid <= 1'b0;
    end

    // ---- words: whose come now
    wire                space = ~m_axi_wvalid | m_axi_wready;
    wire                take  = words_listed & space & (|(writer & s_axi_wvalid));
    reg  [DATA_W-1:0]   data;
    reg  [DATA_W/8-1:0] strobes;
    reg                 last;
    integer             i;
    always @* begin
        data    = {DATA_W{1'b0}};
        strobes = {(DATA_W/8){1'b0}};
        last    = |(writer & s_axi_wlast);
        for (i = 0; i < PORTS; i = i + 1) begin
            data    = data | ({DATA_W{writer[i]}} & s_axi_wdata[DATA_W*i +: DATA_W]);
            strobes = strobes
                | ({(DATA_W/8){writer[i]}} & s_axi_wstrb[DATA_W/8*i +: DATA_W/8]);
        end
    end

    bl_fifo #(.WIDTH(PORTS), .LOG_DEPTH(LOG_DEPTH)) word_order (
        .clk(clk), .rst(rst), .s_tvalid(|one), .s_tready(listable[0]), .s_tdata(one),
        .m_tvalid(words_listed), .m_tready(take & last), .m_tdata(writer));

    assign s_axi_wready = writer & {PORTS{words_listed & space}};

    always @(posedge clk) begin
        if (space) begin
            m_axi_wdata <= data;
            m_axi_wstrb <= strobes;
            m_axi_wlast <= last;
        end
        if (take) m_axi_wvalid <= 1'b1;
        else if (m_axi_wready) m_axi_wvalid <= 1'b0;
        if (rst) m_axi_wvalid <= 1'b0;
    end

    // ---- responses: whose they are
    bl_fifo #(.WIDTH(PORTS), .LOG_DEPTH(LOG_DEPTH)) answer_order (
        .clk(clk), .rst(rst), .s_tvalid(|one), .s_tready(listable[1]), .s_tdata(one),
        .m_tvalid(answers_listed), .m_tready(m_axi_bvalid & m_axi_bready), .m_tdata(answered));

    assign s_axi_bresp  = {PORTS{m_axi_bresp}};
    assign s_axi_bvalid = answered & {PORTS{answers_listed & m_axi_bvalid}};
    assign m_axi_bready = answers_listed & (|(answered & s_axi_bready));

`ifdef FORMAL
    // Master i asks for address i with words i; the memory answers bursts whose request and words
    // it has, in order.
    // Rule 1: AW and W stay, unchanged, until they are taken; AW has the masters' requests in the
    // order in which they were taken, and offers each until it has left.
    // Rule 2: the n-th burst on W is that of the n-th request, with its own words; a word that was
    // taken leaves once.
    // Rule 3: the n-th response goes to the master of the n-th request and to no other.
    localparam LOG_FORMAL = LOG_DEPTH + 2;
    reg              f_past = 1'b0, f_aw_held, f_w_held, f_owed;
    reg [ADDR_W+7:0] f_aw;
    reg [DATA_W+DATA_W/8:0] f_w, f_word;
    reg [ADDR_W+7:0] f_taken [0:(1<<LOG_FORMAL)-1];
    reg [LOG_FORMAL-1:0] f_in, f_asks, f_bursts, f_out;
    wire [ADDR_W+7:0] f_ask = f_taken[f_asks], f_burst = f_taken[f_bursts],
                      f_answer = f_taken[f_out];
    integer          f_port, f_writer;
    always @* begin : f_look
        integer f_i;
        f_port   = 0;
        f_writer = 0;
        for (f_i = 0; f_i < PORTS; f_i = f_i + 1) begin
            if (s_axi_awvalid[f_i] & s_axi_awready[f_i]) f_port = f_i;
            if (s_axi_wvalid[f_i] & s_axi_wready[f_i]) f_writer = f_i;
        end
    end
    wire f_came = |(s_axi_wvalid & s_axi_wready);
    always @(posedge clk) begin
        f_past    <= 1'b1;
        f_aw_held <= m_axi_awvalid & ~m_axi_awready & ~rst;
        f_w_held  <= m_axi_wvalid & ~m_axi_wready & ~rst;
        f_aw      <= {m_axi_awaddr, m_axi_awlen};
        f_w       <= {m_axi_wdata, m_axi_wstrb, m_axi_wlast};
        if (|(s_axi_awvalid & s_axi_awready)) begin
            f_taken[f_in] <= {s_axi_awaddr[f_port*ADDR_W +: ADDR_W], s_axi_awlen[f_port*8 +: 8]};
            f_in <= f_in + 1'b1;
        end
        if (m_axi_awvalid & m_axi_awready) f_asks <= f_asks + 1'b1;
        if (m_axi_wvalid & m_axi_wready & m_axi_wlast) f_bursts <= f_bursts + 1'b1;
        if (m_axi_bvalid & m_axi_bready) f_out <= f_out + 1'b1;
        // the register holds the word that was taken last, until it leaves
        f_owed <= f_came | (f_owed & ~m_axi_wready);
        if (f_came)
            f_word <= {s_axi_wdata[f_writer*DATA_W +: DATA_W],
                       s_axi_wstrb[f_writer*(DATA_W/8) +: DATA_W/8], s_axi_wlast[f_writer]};
        if (rst) {f_in, f_asks, f_bursts, f_out, f_owed} <= 0;
    end
    always @* begin : f_rules
        integer f_i;
        assume (rst == !f_past);
        for (f_i = 0; f_i < PORTS; f_i = f_i + 1)
            assume (s_axi_awaddr[f_i*ADDR_W +: ADDR_W] == f_i
                    && s_axi_wdata[f_i*DATA_W +: DATA_W] == f_i);
        assume (!m_axi_bvalid | (f_out != f_asks && f_out != f_bursts));
        if (f_past) begin
            if (f_aw_held) assert (m_axi_awvalid && f_aw == {m_axi_awaddr, m_axi_awlen});
            if (f_w_held)
                assert (m_axi_wvalid && f_w == {m_axi_wdata, m_axi_wstrb, m_axi_wlast});
            if (m_axi_awvalid) assert (f_in != f_asks && f_ask == {m_axi_awaddr, m_axi_awlen});
            assert (!(|(s_axi_awready & (s_axi_awready - 1'b1)))
                    && !(|(s_axi_wready & (s_axi_wready - 1'b1))));
            assert (m_axi_wvalid == f_owed && m_axi_awvalid == (f_in != f_asks));
            if (m_axi_wvalid)
                assert (f_in != f_bursts && f_burst[ADDR_W+7:8] == m_axi_wdata
                        && f_word == {m_axi_wdata, m_axi_wstrb, m_axi_wlast});
            if (m_axi_bvalid) begin
                for (f_i = 0; f_i < PORTS; f_i = f_i + 1)
                    assert (s_axi_bvalid[f_i] == (f_answer[ADDR_W+7:8] == f_i));
                assert (m_axi_bready == s_axi_bready[f_answer[ADDR_W+7:8]]);
                assert (s_axi_bresp == {PORTS{m_axi_bresp}});
            end else assert (s_axi_bvalid == 0);
        end
    end
`endif
endmodule
`default_nettype wire
