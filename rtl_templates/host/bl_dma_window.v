// SPDX-License-Identifier: ISC
`default_nettype none
// The memory channels of a node as one memory, one behind the other.
// Contract: the number of the channel stands in an address above the ADDR_W bits of an address in
// it; m_axi_* has all channels, number 0 in the low bits. Requests are taken in order, and their
// words and answers come back in order, whichever channel they are of. While `node_busy` is high no
// request is taken. `owns` says that the channels belong to this side: it falls when `node_busy` is
// high and nothing is on its way, and rises when `node_busy` is low.
// Latency: a request 1 cycle, a word 0. Throughput: a request and a word a cycle, each way.
module bl_dma_window #(
    // memory channels: 2..32, a power of two
    parameter CHANNELS = 8,
    // bits in an address of a channel: 12..40
    parameter ADDR_W = 28,
    // bits in an address of the card: ADDR_W + log2(CHANNELS)
    parameter CARD_W = 31,
    // bits in a word: 8 or more
    parameter DATA_W = 256
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire                           node_busy,
    output reg                            owns,
    input  wire [CARD_W-1:0]              s_card_araddr,
    input  wire [7:0]                     s_card_arlen,
    input  wire                           s_card_arvalid,
    output wire                           s_card_arready,
    output wire [DATA_W-1:0]              s_card_rdata,
    output wire [1:0]                     s_card_rresp,
    output wire                           s_card_rlast,
    output wire                           s_card_rvalid,
    input  wire                           s_card_rready,
    input  wire [CARD_W-1:0]              s_card_awaddr,
    input  wire [7:0]                     s_card_awlen,
    input  wire                           s_card_awvalid,
    output wire                           s_card_awready,
    input  wire [DATA_W-1:0]              s_card_wdata,
    input  wire [DATA_W/8-1:0]            s_card_wstrb,
    input  wire                           s_card_wlast,
    input  wire                           s_card_wvalid,
    output wire                           s_card_wready,
    output wire [1:0]                     s_card_bresp,
    output wire                           s_card_bvalid,
    input  wire                           s_card_bready,
    output wire [CHANNELS*ADDR_W-1:0]     m_axi_araddr,
    output wire [CHANNELS*8-1:0]          m_axi_arlen,
    output wire [CHANNELS-1:0]            m_axi_arvalid,
    input  wire [CHANNELS-1:0]            m_axi_arready,
    input  wire [CHANNELS*DATA_W-1:0]     m_axi_rdata,
    input  wire [CHANNELS*2-1:0]          m_axi_rresp,
    input  wire [CHANNELS-1:0]            m_axi_rlast,
    input  wire [CHANNELS-1:0]            m_axi_rvalid,
    output wire [CHANNELS-1:0]            m_axi_rready,
    output wire [CHANNELS*ADDR_W-1:0]     m_axi_awaddr,
    output wire [CHANNELS*8-1:0]          m_axi_awlen,
    output wire [CHANNELS-1:0]            m_axi_awvalid,
    input  wire [CHANNELS-1:0]            m_axi_awready,
    output wire [CHANNELS*DATA_W-1:0]     m_axi_wdata,
    output wire [CHANNELS*DATA_W/8-1:0]   m_axi_wstrb,
    output wire [CHANNELS-1:0]            m_axi_wlast,
    output wire [CHANNELS-1:0]            m_axi_wvalid,
    input  wire [CHANNELS-1:0]            m_axi_wready,
    input  wire [CHANNELS*2-1:0]          m_axi_bresp,
    input  wire [CHANNELS-1:0]            m_axi_bvalid,
    output wire [CHANNELS-1:0]            m_axi_bready
);
    localparam CHAN_W = CARD_W - ADDR_W;

    generate
        if (CHANNELS < 2 || CHANNELS > 32 || (CHANNELS & (CHANNELS - 1)) != 0)
            begin : g_check_channels
            bl_dma_window_illegal_CHANNELS illegal();
        end
        if (ADDR_W < 12 || ADDR_W > 40) begin : g_check_addr_w
            bl_dma_window_illegal_ADDR_W illegal();
        end
        if (CHANNELS != (1 << CHAN_W)) begin : g_check_card_w
            bl_dma_window_illegal_CARD_W illegal();
        end
        if (DATA_W < 8) begin : g_check_data_w
            bl_dma_window_illegal_DATA_W illegal();
        end
    endgenerate

    // ---- whose the channels are ----
    reg  [5:0] reads, writes;                    // requests that were taken and not answered
    wire       read_begins, read_ends, write_begins, write_ends;
    wire       quiet = ~(|reads) & ~(|writes) & ~read_begins & ~write_begins;
    wire       open  = owns & ~node_busy;
    always @(posedge clk) begin
        reads  <= reads + {5'd0, read_begins} - {5'd0, read_ends};
        writes <= writes + {5'd0, write_begins} - {5'd0, write_ends};
        owns   <= owns ? ~(node_busy & quiet) : ~node_busy;
        if (rst) begin
            reads  <= 6'd0;
            writes <= 6'd0;
            owns   <= 1'b0;
        end
    end

    // ---- requests ----
    wire              r_ready, r_room, a_valid, w_ready, w_room, b_room, c_valid;
    wire [CARD_W-1:0] a_addr, c_addr;
    wire [7:0]        a_len, c_len;
    wire              a_take, c_take;
    assign s_card_arready = open & r_ready & r_room;
    assign read_begins    = s_card_arvalid & s_card_arready;
    bl_skid #(.WIDTH(CARD_W + 8)) read_requests (
        .clk(clk), .rst(rst), .s_tvalid(read_begins), .s_tready(r_ready),
        .s_tdata({s_card_arlen, s_card_araddr}), .m_tvalid(a_valid), .m_tready(a_take),
        .m_tdata({a_len, a_addr}));
    assign s_card_awready = open & w_ready & w_room & b_room;
    assign write_begins   = s_card_awvalid & s_card_awready;
    bl_skid #(.WIDTH(CARD_W + 8)) write_requests (
        .clk(clk), .rst(rst), .s_tvalid(write_begins), .s_tready(w_ready),
        .s_tdata({s_card_awlen, s_card_awaddr}), .m_tvalid(c_valid), .m_tready(c_take),
        .m_tdata({c_len, c_addr}));

    // ---- which channel is next: to give words, to take words, to answer ----
    wire              from_valid, to_valid, by_valid;
    wire [CHAN_W-1:0] from, to, by;
    wire              word_ends;
    bl_fifo #(.WIDTH(CHAN_W), .LOG_DEPTH(5)) reading (
        .clk(clk), .rst(rst), .s_tvalid(read_begins), .s_tready(r_room),
        .s_tdata(s_card_araddr[CARD_W-1:ADDR_W]), .m_tvalid(from_valid), .m_tready(read_ends),
        .m_tdata(from));
    bl_fifo #(.WIDTH(CHAN_W), .LOG_DEPTH(5)) writing (
        .clk(clk), .rst(rst), .s_tvalid(write_begins), .s_tready(w_room),
        .s_tdata(s_card_awaddr[CARD_W-1:ADDR_W]), .m_tvalid(to_valid), .m_tready(word_ends),
        .m_tdata(to));
    bl_fifo #(.WIDTH(CHAN_W), .LOG_DEPTH(5)) answering (
        .clk(clk), .rst(rst), .s_tvalid(write_begins), .s_tready(b_room),
        .s_tdata(s_card_awaddr[CARD_W-1:ADDR_W]), .m_tvalid(by_valid), .m_tready(write_ends),
        .m_tdata(by));

    wire [CHANNELS-1:0] one    = {{(CHANNELS-1){1'b0}}, 1'b1};
    wire [CHANNELS-1:0] a_at   = one << a_addr[CARD_W-1:ADDR_W];
    wire [CHANNELS-1:0] c_at   = one << c_addr[CARD_W-1:ADDR_W];
    wire [CHANNELS-1:0] to_at  = to_valid ? one << to : {CHANNELS{1'b0}};
    assign m_axi_araddr  = {CHANNELS{a_addr[ADDR_W-1:0]}};
    assign m_axi_arlen   = {CHANNELS{a_len}};
    assign m_axi_arvalid = a_valid ? a_at : {CHANNELS{1'b0}};
    assign a_take        = |(a_at & m_axi_arready);
    assign m_axi_awaddr  = {CHANNELS{c_addr[ADDR_W-1:0]}};
    assign m_axi_awlen   = {CHANNELS{c_len}};
    assign m_axi_awvalid = c_valid ? c_at : {CHANNELS{1'b0}};
    assign c_take        = |(c_at & m_axi_awready);
    assign m_axi_wdata   = {CHANNELS{s_card_wdata}};
    assign m_axi_wstrb   = {CHANNELS{s_card_wstrb}};
    assign m_axi_wlast   = {CHANNELS{s_card_wlast}};
    assign m_axi_wvalid  = s_card_wvalid ? to_at : {CHANNELS{1'b0}};
    assign s_card_wready = |(to_at & m_axi_wready);
    assign word_ends     = s_card_wvalid & s_card_wready & s_card_wlast;
    assign s_card_rdata  = m_axi_rdata[from*DATA_W +: DATA_W];
    assign s_card_rresp  = m_axi_rresp[from*2 +: 2];
    assign s_card_rlast  = m_axi_rlast[from];
    assign s_card_rvalid = from_valid & m_axi_rvalid[from];
    assign m_axi_rready  = (from_valid & s_card_rready) ? one << from : {CHANNELS{1'b0}};
    assign read_ends     = s_card_rvalid & s_card_rready & s_card_rlast;
    assign s_card_bresp  = m_axi_bresp[by*2 +: 2];
    assign s_card_bvalid = by_valid & m_axi_bvalid[by];
    assign m_axi_bready  = (by_valid & s_card_bready) ? one << by : {CHANNELS{1'b0}};
    assign write_ends    = s_card_bvalid & s_card_bready;

`ifdef FORMAL
    // Rule: the channels change hands only while nothing is on its way.
    reg f_past = 1'b0, f_owned, f_quiet;
    always @(posedge clk) begin
        f_past  <= ~rst;
        f_owned <= owns;
        f_quiet <= quiet;
    end
    initial assume (rst);
    always @* if (f_past & (owns != f_owned)) assert (f_quiet & ~(|reads) & ~(|writes));
`endif
endmodule
`default_nettype wire
