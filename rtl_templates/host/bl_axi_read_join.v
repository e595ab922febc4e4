// SPDX-License-Identifier: ISC
`default_nettype none
// The read halves of several AXI4 masters on one bus that answers in order.
// Contract: s_axi_*[i] are master i's. Requests are taken in turn; words come back to the master
// whose request they answer, in its order.
// Latency: a request 1 cycle, a word 0. Throughput: a request and a word a cycle.
module bl_axi_read_join #(
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
    input  wire                    clk,
    input  wire                    rst,
    input  wire [PORTS*ADDR_W-1:0] s_axi_araddr,
    input  wire [PORTS*8-1:0]      s_axi_arlen,
    input  wire [PORTS-1:0]        s_axi_arvalid,
    output wire [PORTS-1:0]        s_axi_arready,
    output wire [DATA_W-1:0]       s_axi_rdata,
    output wire [1:0]              s_axi_rresp,
    output wire                    s_axi_rlast,
    output reg  [PORTS-1:0]        s_axi_rvalid,
    input  wire [PORTS-1:0]        s_axi_rready,
    output wire [ADDR_W-1:0]       m_axi_araddr,
    output wire [7:0]              m_axi_arlen,
    output wire                    m_axi_arvalid,
    input  wire                    m_axi_arready,
    input  wire [DATA_W-1:0]       m_axi_rdata,
    input  wire [1:0]              m_axi_rresp,
    input  wire                    m_axi_rlast,
    input  wire                    m_axi_rvalid,
    output wire                    m_axi_rready
);
    generate
        if (PORTS < 2 || PORTS > 8 || PORTS > (1 << PORT_W)) begin : g_check_ports
            bl_axi_read_join_illegal_PORTS illegal();
        end
        if (PORT_W < 1 || PORT_W > 3) begin : g_check_port_w
            bl_axi_read_join_illegal_PORT_W illegal();
        end
        if (ADDR_W < 1) begin : g_check_addr_w
            bl_axi_read_join_illegal_ADDR_W illegal();
        end
        if (DATA_W < 8) begin : g_check_data_w
            bl_axi_read_join_illegal_DATA_W illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 5) begin : g_check_log_depth
            bl_axi_read_join_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    wire               one_valid, ready, order_ready, request_ready;
    wire [PORT_W-1:0]  number;
    wire [ADDR_W+7:0]  request;
    assign ready = order_ready & request_ready;
    bl_axi_turn #(.PORTS(PORTS), .PORT_W(PORT_W), .WIDTH(ADDR_W)) turn (
        .clk(clk), .rst(rst), .s_axi_addr(s_axi_araddr), .s_axi_len(s_axi_arlen),
        .s_axi_valid(s_axi_arvalid), .s_axi_ready(s_axi_arready), .m_valid(one_valid),
        .m_ready(ready), .m_number(number), .m_request(request));
    bl_skid #(.WIDTH(ADDR_W + 8)) requests (
        .clk(clk), .rst(rst), .s_tvalid(one_valid & order_ready), .s_tready(request_ready),
        .s_tdata(request), .m_tvalid(m_axi_arvalid), .m_tready(m_axi_arready),
        .m_tdata({m_axi_arlen, m_axi_araddr}));

    wire              to_valid;
    wire [PORT_W-1:0] to;
    bl_fifo #(.WIDTH(PORT_W), .LOG_DEPTH(LOG_DEPTH)) order (
        .clk(clk), .rst(rst), .s_tvalid(one_valid & request_ready), .s_tready(order_ready),
        .s_tdata(number), .m_tvalid(to_valid), .m_tready(m_axi_rvalid & m_axi_rready & m_axi_rlast),
        .m_tdata(to));
    integer i;
    always @* for (i = 0; i < PORTS; i = i + 1)
        s_axi_rvalid[i] = m_axi_rvalid & to_valid & (to == i[PORT_W-1:0]);
    assign s_axi_rdata  = m_axi_rdata;
    assign s_axi_rresp  = m_axi_rresp;
    assign s_axi_rlast  = m_axi_rlast;
    assign m_axi_rready = to_valid & (|(s_axi_rvalid & s_axi_rready) | ~m_axi_rvalid);
endmodule
`default_nettype wire
