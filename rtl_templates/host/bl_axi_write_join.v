// SPDX-License-Identifier: ISC
`default_nettype none
// The write halves of several AXI4 masters on one bus that answers in order.
// Contract: s_axi_*[i] are master i's. Requests are taken in turn, and the words of one behind those
// of the one before: a master that has asked has to give its words. Answers come back to the master
// whose request they answer, in its order.
// Latency: a request and a word 1 cycle, an answer 0. Throughput: a request and a word a cycle.
module bl_axi_write_join #(
    // masters: 2..8
    parameter PORTS = 3,
    // bits of a master's number: log2(PORTS)..3
    parameter PORT_W = 2,
    // bits in an address: 1 or more
    parameter ADDR_W = 64,
    // bits in a word: 8 or more
    parameter DATA_W = 256,
    // log2 of the requests on their way: 2..5
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
    output reg  [PORTS-1:0]          s_axi_wready,
    output wire [1:0]                s_axi_bresp,
    output reg  [PORTS-1:0]          s_axi_bvalid,
    input  wire [PORTS-1:0]          s_axi_bready,
    output wire [ADDR_W-1:0]         m_axi_awaddr,
    output wire [7:0]                m_axi_awlen,
    output wire                      m_axi_awvalid,
    input  wire                      m_axi_awready,
    output wire [DATA_W-1:0]         m_axi_wdata,
    output wire [DATA_W/8-1:0]       m_axi_wstrb,
    output wire                      m_axi_wlast,
    output wire                      m_axi_wvalid,
    input  wire                      m_axi_wready,
    input  wire [1:0]                m_axi_bresp,
    input  wire                      m_axi_bvalid,
    output wire                      m_axi_bready
);
    localparam STRB_W = DATA_W / 8;

    generate
        if (PORTS < 2 || PORTS > 8 || PORTS > (1 << PORT_W)) begin : g_check_ports
            bl_axi_write_join_illegal_PORTS illegal();
        end
        if (PORT_W < 1 || PORT_W > 3) begin : g_check_port_w
            bl_axi_write_join_illegal_PORT_W illegal();
        end
        if (ADDR_W < 1) begin : g_check_addr_w
            bl_axi_write_join_illegal_ADDR_W illegal();
        end
        if (DATA_W < 8) begin : g_check_data_w
            bl_axi_write_join_illegal_DATA_W illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 5) begin : g_check_log_depth
            bl_axi_write_join_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    wire               one_valid, words_ready, answers_ready, request_ready;
    wire               ready = words_ready & answers_ready & request_ready;
    wire [PORT_W-1:0]  number;
    wire [ADDR_W+7:0]  request;
    bl_axi_turn #(.PORTS(PORTS), .PORT_W(PORT_W), .WIDTH(ADDR_W)) turn (
        .clk(clk), .rst(rst), .s_axi_addr(s_axi_awaddr), .s_axi_len(s_axi_awlen),
        .s_axi_valid(s_axi_awvalid), .s_axi_ready(s_axi_awready), .m_valid(one_valid),
        .m_ready(ready), .m_number(number), .m_request(request));
    bl_skid #(.WIDTH(ADDR_W + 8)) requests (
        .clk(clk), .rst(rst), .s_tvalid(one_valid & words_ready & answers_ready),
        .s_tready(request_ready), .s_tdata(request), .m_tvalid(m_axi_awvalid),
        .m_tready(m_axi_awready), .m_tdata({m_axi_awlen, m_axi_awaddr}));

    // ---- words ----
    wire              from_valid, word_ready;
    wire [PORT_W-1:0] from;
    reg               v_valid, v_last;
    reg  [DATA_W-1:0] v_data;
    reg  [STRB_W-1:0] v_strb;
    integer           i;
    always @* begin
        v_valid = 1'b0;
        v_last  = 1'b0;
        v_data  = {DATA_W{1'b0}};
        v_strb  = {STRB_W{1'b0}};
        for (i = 0; i < PORTS; i = i + 1) begin
            s_axi_wready[i] = word_ready & from_valid & (from == i[PORT_W-1:0]);
            if (from_valid && from == i[PORT_W-1:0]) begin
                v_valid = s_axi_wvalid[i];
                v_last  = s_axi_wlast[i];
                v_data  = s_axi_wdata[i*DATA_W +: DATA_W];
                v_strb  = s_axi_wstrb[i*STRB_W +: STRB_W];
            end
        end
    end
    bl_fifo #(.WIDTH(PORT_W), .LOG_DEPTH(LOG_DEPTH)) words (
        .clk(clk), .rst(rst), .s_tvalid(one_valid & answers_ready & request_ready),
        .s_tready(words_ready), .s_tdata(number), .m_tvalid(from_valid),
        .m_tready(v_valid & word_ready & v_last), .m_tdata(from));
    bl_skid #(.WIDTH(DATA_W + STRB_W + 1)) word (
        .clk(clk), .rst(rst), .s_tvalid(v_valid), .s_tready(word_ready),
        .s_tdata({v_last, v_strb, v_data}), .m_tvalid(m_axi_wvalid), .m_tready(m_axi_wready),
        .m_tdata({m_axi_wlast, m_axi_wstrb, m_axi_wdata}));

    // ---- answers ----
    wire              to_valid;
    wire [PORT_W-1:0] to;
    bl_fifo #(.WIDTH(PORT_W), .LOG_DEPTH(LOG_DEPTH)) answers (
        .clk(clk), .rst(rst), .s_tvalid(one_valid & words_ready & request_ready),
        .s_tready(answers_ready), .s_tdata(number), .m_tvalid(to_valid),
        .m_tready(m_axi_bvalid & m_axi_bready), .m_tdata(to));
    always @* for (i = 0; i < PORTS; i = i + 1)
        s_axi_bvalid[i] = m_axi_bvalid & to_valid & (to == i[PORT_W-1:0]);
    assign s_axi_bresp  = m_axi_bresp;
    assign m_axi_bready = |(s_axi_bvalid & s_axi_bready);
endmodule
`default_nettype wire
