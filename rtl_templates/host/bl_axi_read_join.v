// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the read halves of several AXI4 masters onto one bus.
// Contract: s_axi_* has PORTS masters, master i in bits i*W up; m_axi_* answers in the order of the
// requests. Those that ask take turns, a request each. At most 2^LOG_DEPTH requests are under way
// and one that waits for ARREADY. Words go to the master that asked; one that does not take its own
// holds up all behind it, so each asks for what it has room for.
// Cut: AR is a register; s_axi_arready sees arvalid and m_axi_arready, R is a gate or two behind
// its inputs both ways.
// Latency: AR 1 cycle, R 0. Throughput: a request and a word a cycle.
module bl_axi_read_join #(
    // masters: 1..64
    parameter PORTS = 2,
    // bits in an address: 1 or more
    parameter ADDR_W = 64,
    // bits in a word: 8 or more
    parameter DATA_W = 256,
    // log2 of the requests under way: 1..6
    parameter LOG_DEPTH = 5
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [PORTS*ADDR_W-1:0] s_axi_araddr,
    input  wire [PORTS*8-1:0]      s_axi_arlen,
    input  wire [PORTS-1:0]        s_axi_arvalid,
    output wire [PORTS-1:0]        s_axi_arready,
    output wire [PORTS*DATA_W-1:0] s_axi_rdata,
    output wire [PORTS*2-1:0]      s_axi_rresp,
    output wire [PORTS-1:0]        s_axi_rlast,
    output wire [PORTS-1:0]        s_axi_rvalid,
    input  wire [PORTS-1:0]        s_axi_rready,
    output reg  [ADDR_W-1:0]       m_axi_araddr,
    output reg  [7:0]              m_axi_arlen,
    output reg                     m_axi_arvalid,
    input  wire                    m_axi_arready,
    input  wire [DATA_W-1:0]       m_axi_rdata,
    input  wire [1:0]              m_axi_rresp,
    input  wire                    m_axi_rlast,
    input  wire                    m_axi_rvalid,
    output wire                    m_axi_rready
);
    generate
        if (PORTS < 1 || PORTS > 64) begin : g_check_ports
            bl_axi_read_join_illegal_PORTS illegal();
        end
        if (ADDR_W < 1) begin : g_check_addr_w
            bl_axi_read_join_illegal_ADDR_W illegal();
        end
        if (DATA_W < 8) begin : g_check_data_w
            bl_axi_read_join_illegal_DATA_W illegal();
        end
        if (LOG_DEPTH < 1 || LOG_DEPTH > 6) begin : g_check_log_depth
            bl_axi_read_join_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    wire              listable, listed;
    wire [PORTS-1:0]  one, whose;
    wire [ADDR_W+7:0] request;
    wire              open = listable & (~m_axi_arvalid | m_axi_arready);

    bl_axi_arbiter #(.PORTS(PORTS), .A_W(ADDR_W), .B_W(8)) turns (
        .clk(clk), .rst(rst), .open(open), .waits(s_axi_arvalid), .one(one),
        .s_data_a(s_axi_araddr), .s_data_b(s_axi_arlen), .data(request));

    assign s_axi_arready = one;

    always @(posedge clk) begin
        if (open) {m_axi_arlen, m_axi_araddr} <= request;
        if (|one) m_axi_arvalid <= 1'b1;
        else if (m_axi_arready) m_axi_arvalid <= 1'b0;
        if (rst) m_axi_arvalid <= 1'b0;
    end

    // ---- whose the words are, a row for each request
    bl_fifo #(.WIDTH(PORTS), .LOG_DEPTH(LOG_DEPTH)) order (
        .clk(clk), .rst(rst), .s_tvalid(|one), .s_tready(listable), .s_tdata(one),
        .m_tvalid(listed), .m_tready(m_axi_rvalid & m_axi_rready & m_axi_rlast), .m_tdata(whose));

    assign s_axi_rdata  = {PORTS{m_axi_rdata}};
    assign s_axi_rresp  = {PORTS{m_axi_rresp}};
    assign s_axi_rlast  = {PORTS{m_axi_rlast}};
    assign s_axi_rvalid = whose & {PORTS{listed & m_axi_rvalid}};
    assign m_axi_rready = listed & (|(whose & s_axi_rready));

`ifdef FORMAL
    // Master i asks for address i, and the memory answers with the address as the data, in order;
    // bursts of one word or two.
    // Rule 1: AR stays, unchanged, until it is taken; every request is one that a master made, in
    // the order in which they were taken; it is offered until it has left, and one is taken while
    // there is room for it.
    // Rule 2: a word goes to the master that asked for it and to no other, exactly when the memory
    // gives it, and the memory waits for nobody else.
    localparam LOG_FORMAL = LOG_DEPTH + 2;
    reg              f_past = 1'b0, f_held, f_beat;
    reg [ADDR_W+7:0] f_shown;
    reg [ADDR_W+7:0] f_taken [0:(1<<LOG_FORMAL)-1];       // requests of the masters
    reg [ADDR_W+7:0] f_asked [0:(1<<LOG_FORMAL)-1];       // requests to the memory
    reg [LOG_FORMAL-1:0] f_in, f_middle, f_asks, f_out;
    wire [ADDR_W+7:0] f_next = f_asked[f_out];
    wire [LOG_FORMAL-1:0] f_under_way = f_in - f_out;
    integer          f_port;
    always @* begin : f_look
        integer f_i;
        f_port = 0;
        for (f_i = 0; f_i < PORTS; f_i = f_i + 1)
            if (s_axi_arvalid[f_i] & s_axi_arready[f_i]) f_port = f_i;
    end
    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_held  <= m_axi_arvalid & ~m_axi_arready & ~rst;
        f_shown <= {m_axi_araddr, m_axi_arlen};
        if (|(s_axi_arvalid & s_axi_arready)) begin
            f_taken[f_in] <= {s_axi_araddr[f_port*ADDR_W +: ADDR_W], s_axi_arlen[f_port*8 +: 8]};
            f_in <= f_in + 1'b1;
        end
        if (m_axi_arvalid & m_axi_arready) begin
            f_asked[f_asks] <= {m_axi_araddr, m_axi_arlen};
            f_asks <= f_asks + 1'b1;
        end
        if (m_axi_rvalid & m_axi_rready) begin
            f_beat <= ~m_axi_rlast;
            if (m_axi_rlast) f_out <= f_out + 1'b1;
        end
        if (rst) {f_in, f_asks, f_out, f_beat} <= 0;
    end
    always @* begin : f_rules
        integer f_i;
        assume (rst == !f_past);
        for (f_i = 0; f_i < PORTS; f_i = f_i + 1)
            assume (s_axi_araddr[f_i*ADDR_W +: ADDR_W] == f_i && s_axi_arlen[f_i*8 +: 8] <= 1);
        assume (!m_axi_rvalid | (f_asks != f_out && m_axi_rdata == f_next[ADDR_W+7:8]
                                 && m_axi_rlast == (f_beat == f_next[0])));
        if (f_past) begin
            if (f_held) assert (m_axi_arvalid && f_shown == {m_axi_araddr, m_axi_arlen});
            if (m_axi_arvalid)
                assert (f_in != f_asks && f_taken[f_asks] == {m_axi_araddr, m_axi_arlen});
            assert (!(|(s_axi_arready & (s_axi_arready - 1'b1))));
            assert (m_axi_arvalid == (f_in != f_asks));
            if ((|s_axi_arvalid) && f_under_way < (1 << LOG_DEPTH)
                && (!m_axi_arvalid || m_axi_arready)) assert (|(s_axi_arready & s_axi_arvalid));
            if (m_axi_rvalid) begin
                for (f_i = 0; f_i < PORTS; f_i = f_i + 1)
                    assert (s_axi_rvalid[f_i] == (m_axi_rdata == f_i));
                assert (m_axi_rready == s_axi_rready[m_axi_rdata]);
                assert (s_axi_rdata == {PORTS{m_axi_rdata}}
                        && s_axi_rlast == {PORTS{m_axi_rlast}}
                        && s_axi_rresp == {PORTS{m_axi_rresp}});
            end else assert (s_axi_rvalid == 0);
        end
    end
`endif
endmodule
`default_nettype wire
