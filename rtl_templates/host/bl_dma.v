// SPDX-License-Identifier: ISC
`default_nettype none
// The DMA of a host port over an AXI bridge: a read module, which moves from the host's bus to the
// card, and a write module, which moves from the card to the host's bus.
// Contract: each module fetches the host's descriptors from a table in the host's memory
// (bl_dma_fetch), takes those of the kernels from s_k*_*, moves one after another (bl_dma_queue,
// bl_dma_mover), writes a record of each of the host's behind its data (bl_dma_status) and gives
// the kernels' completions {clocks, result, id} to m_k*_*. Card addresses are below
// 2^WINDOW_BITS. read_table, read_status, read_posted, read_seen and those of the write module are
// levels; *_done counts records, *_failed says that an access to table or record was answered with
// an error. irq: a module's `done` is not its `seen`, or it has failed. Outputs are registers, but
// ready and R, B of m_host_*, as in the modules below.
// Latency: a kernel's descriptor to arvalid on the card 8 cycles, on the host's bus 9.
// Throughput: 1 word a cycle in each module.
module bl_dma #(
    // bits in a word, of the host's bus and of the card: 64..1024, a power of two
    parameter DATA_W = 256,
    // bits of a card address: LOG_PIECE + 1..64
    parameter CARD_W = 45,
    // card addresses are below 2 to this: LOG_PIECE + 1..CARD_W
    parameter WINDOW_BITS = CARD_W,
    // log2 of the bytes of the longest burst, of 2 to 256 words:
    // max(6, log2(DATA_W / 8) + 1)..min(12, log2(DATA_W / 8) + 8)
    parameter LOG_PIECE = 9,
    // log2 of the words in a module's queue: LOG_PIECE - log2(DATA_W / 8) + 1..20
    parameter LOG_QUEUE = 9
) (
    input  wire                clk,
    input  wire                rst,
    // registers of the host
    input  wire [63:0]         read_table,
    input  wire [63:0]         read_status,
    input  wire [7:0]          read_posted,
    input  wire [7:0]          read_seen,
    output wire [7:0]          read_done,
    output wire                read_failed,
    input  wire [63:0]         write_table,
    input  wire [63:0]         write_status,
    input  wire [7:0]          write_posted,
    input  wire [7:0]          write_seen,
    output wire [7:0]          write_done,
    output wire                write_failed,
    output wire                irq,
    // kernels
    input  wire                s_kread_tvalid,
    output wire                s_kread_tready,
    input  wire [159:0]        s_kread_tdata,
    output wire                m_kread_tvalid,
    input  wire                m_kread_tready,
    output wire [47:0]         m_kread_tdata,
    input  wire                s_kwrite_tvalid,
    output wire                s_kwrite_tready,
    input  wire [159:0]        s_kwrite_tdata,
    output wire                m_kwrite_tvalid,
    input  wire                m_kwrite_tready,
    output wire [47:0]         m_kwrite_tdata,
    // the host's bus
    output wire [63:0]              m_host_araddr,
    output wire [7:0]               m_host_arlen,
    output wire                     m_host_arvalid,
    input  wire                     m_host_arready,
    input  wire [DATA_W-1:0]        m_host_rdata,
    input  wire [1:0]               m_host_rresp,
    input  wire                     m_host_rlast,
    input  wire                     m_host_rvalid,
    output wire                     m_host_rready,
    output wire [63:0]              m_host_awaddr,
    output wire [7:0]               m_host_awlen,
    output wire                     m_host_awvalid,
    input  wire                     m_host_awready,
    output wire [DATA_W-1:0]        m_host_wdata,
    output wire [DATA_W/8-1:0]      m_host_wstrb,
    output wire                     m_host_wlast,
    output wire                     m_host_wvalid,
    input  wire                     m_host_wready,
    input  wire [1:0]               m_host_bresp,
    input  wire                     m_host_bvalid,
    output wire                     m_host_bready,
    // the card's memory
    output wire [CARD_W-1:0]        m_card_araddr,
    output wire [7:0]               m_card_arlen,
    output wire                     m_card_arvalid,
    input  wire                     m_card_arready,
    input  wire [DATA_W-1:0]        m_card_rdata,
    input  wire [1:0]               m_card_rresp,
    input  wire                     m_card_rlast,
    input  wire                     m_card_rvalid,
    output wire                     m_card_rready,
    output wire [CARD_W-1:0]        m_card_awaddr,
    output wire [7:0]               m_card_awlen,
    output wire                     m_card_awvalid,
    input  wire                     m_card_awready,
    output wire [DATA_W-1:0]        m_card_wdata,
    output wire [DATA_W/8-1:0]      m_card_wstrb,
    output wire                     m_card_wlast,
    output wire                     m_card_wvalid,
    input  wire                     m_card_wready,
    input  wire [1:0]               m_card_bresp,
    input  wire                     m_card_bvalid,
    output wire                     m_card_bready
);
    generate
        if (CARD_W <= LOG_PIECE || CARD_W > 64) begin : g_check_card_w
            bl_dma_illegal_CARD_W illegal();
        end
        if (WINDOW_BITS <= LOG_PIECE || WINDOW_BITS > CARD_W) begin : g_check_window_bits
            bl_dma_illegal_WINDOW_BITS illegal();
        end
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_dma_illegal_DATA_W illegal();
        end
        if (LOG_PIECE < 6 || LOG_PIECE > 12 || (8 << LOG_PIECE) < 2 * DATA_W
            || (8 << LOG_PIECE) > 256 * DATA_W) begin : g_check_log_piece
            bl_dma_illegal_LOG_PIECE illegal();
        end
        if ((DATA_W << LOG_QUEUE) < (16 << LOG_PIECE) || LOG_QUEUE > 20) begin : g_check_log_queue
            bl_dma_illegal_LOG_QUEUE illegal();
        end
    endgenerate

    wire [1:0] interrupts;
    assign irq = |interrupts;

    // fetches of the two modules, and the read module's words: requests on the host's bus
    wire [3*64-1:0]       ar_addr;
    wire [3*8-1:0]        ar_len;
    wire [2:0]            ar_valid, ar_ready, r_last, r_valid, r_ready;
    wire [3*DATA_W-1:0]   r_data;
    wire [3*2-1:0]        r_resp;
    // records of the two modules, and the write module's words
    wire [3*64-1:0]       aw_addr;
    wire [3*8-1:0]        aw_len;
    wire [2:0]            aw_valid, aw_ready, w_last, w_valid, w_ready, b_valid, b_ready;
    wire [3*DATA_W-1:0]   w_data;
    wire [3*DATA_W/8-1:0] w_strb;
    wire [3*2-1:0]        b_resp;

    bl_axi_read_join #(.PORTS(3), .ADDR_W(64), .DATA_W(DATA_W)) reads (
        .clk(clk), .rst(rst), .s_axi_araddr(ar_addr), .s_axi_arlen(ar_len),
        .s_axi_arvalid(ar_valid), .s_axi_arready(ar_ready), .s_axi_rdata(r_data),
        .s_axi_rresp(r_resp), .s_axi_rlast(r_last), .s_axi_rvalid(r_valid), .s_axi_rready(r_ready),
        .m_axi_araddr(m_host_araddr), .m_axi_arlen(m_host_arlen), .m_axi_arvalid(m_host_arvalid),
        .m_axi_arready(m_host_arready), .m_axi_rdata(m_host_rdata), .m_axi_rresp(m_host_rresp),
        .m_axi_rlast(m_host_rlast), .m_axi_rvalid(m_host_rvalid), .m_axi_rready(m_host_rready));

    bl_axi_write_join #(.PORTS(3), .ADDR_W(64), .DATA_W(DATA_W)) writes (
        .clk(clk), .rst(rst), .s_axi_awaddr(aw_addr), .s_axi_awlen(aw_len),
        .s_axi_awvalid(aw_valid), .s_axi_awready(aw_ready), .s_axi_wdata(w_data),
        .s_axi_wstrb(w_strb), .s_axi_wlast(w_last), .s_axi_wvalid(w_valid), .s_axi_wready(w_ready),
        .s_axi_bresp(b_resp), .s_axi_bvalid(b_valid), .s_axi_bready(b_ready),
        .m_axi_awaddr(m_host_awaddr), .m_axi_awlen(m_host_awlen), .m_axi_awvalid(m_host_awvalid),
        .m_axi_awready(m_host_awready), .m_axi_wdata(m_host_wdata), .m_axi_wstrb(m_host_wstrb),
        .m_axi_wlast(m_host_wlast), .m_axi_wvalid(m_host_wvalid), .m_axi_wready(m_host_wready),
        .m_axi_bresp(m_host_bresp), .m_axi_bvalid(m_host_bvalid), .m_axi_bready(m_host_bready));

    bl_dma_module #(.S_ADDR_W(64), .D_ADDR_W(CARD_W), .D_WINDOW(WINDOW_BITS), .DATA_W(DATA_W),
                    .LOG_PIECE(LOG_PIECE), .LOG_QUEUE(LOG_QUEUE)) read_module (
        .clk(clk), .rst(rst), .table_address(read_table), .status_address(read_status),
        .posted(read_posted), .seen(read_seen), .done(read_done), .failed(read_failed),
        .irq(interrupts[0]),
        .s_kernel_tvalid(s_kread_tvalid), .s_kernel_tready(s_kread_tready),
        .s_kernel_tdata(s_kread_tdata), .m_kernel_tvalid(m_kread_tvalid),
        .m_kernel_tready(m_kread_tready), .m_kernel_tdata(m_kread_tdata),
        .fetch_araddr(ar_addr[0 +: 64]), .fetch_arlen(ar_len[0 +: 8]),
        .fetch_arvalid(ar_valid[0]), .fetch_arready(ar_ready[0]),
        .fetch_rdata(r_data[0 +: DATA_W]), .fetch_rresp(r_resp[0 +: 2]),
        .fetch_rlast(r_last[0]), .fetch_rvalid(r_valid[0]), .fetch_rready(r_ready[0]),
        .status_awaddr(aw_addr[0 +: 64]), .status_awlen(aw_len[0 +: 8]),
        .status_awvalid(aw_valid[0]), .status_awready(aw_ready[0]),
        .status_wdata(w_data[0 +: DATA_W]), .status_wstrb(w_strb[0 +: DATA_W/8]),
        .status_wlast(w_last[0]), .status_wvalid(w_valid[0]), .status_wready(w_ready[0]),
        .status_bresp(b_resp[0 +: 2]), .status_bvalid(b_valid[0]),
        .status_bready(b_ready[0]), .m_axi_araddr(ar_addr[2*64 +: 64]),
        .m_axi_arlen(ar_len[2*8 +: 8]), .m_axi_arvalid(ar_valid[2]),
        .m_axi_arready(ar_ready[2]), .m_axi_rdata(r_data[2*DATA_W +: DATA_W]),
        .m_axi_rresp(r_resp[2*2 +: 2]), .m_axi_rlast(r_last[2]), .m_axi_rvalid(r_valid[2]),
        .m_axi_rready(r_ready[2]), .m_axi_awaddr(m_card_awaddr), .m_axi_awlen(m_card_awlen),
        .m_axi_awvalid(m_card_awvalid), .m_axi_awready(m_card_awready),
        .m_axi_wdata(m_card_wdata), .m_axi_wstrb(m_card_wstrb), .m_axi_wlast(m_card_wlast),
        .m_axi_wvalid(m_card_wvalid), .m_axi_wready(m_card_wready),
        .m_axi_bresp(m_card_bresp), .m_axi_bvalid(m_card_bvalid),
        .m_axi_bready(m_card_bready));

    bl_dma_module #(.S_ADDR_W(CARD_W), .D_ADDR_W(64), .S_WINDOW(WINDOW_BITS), .DATA_W(DATA_W),
                    .LOG_PIECE(LOG_PIECE), .LOG_QUEUE(LOG_QUEUE)) write_module (
        .clk(clk), .rst(rst), .table_address(write_table), .status_address(write_status),
        .posted(write_posted), .seen(write_seen), .done(write_done), .failed(write_failed),
        .irq(interrupts[1]),
        .s_kernel_tvalid(s_kwrite_tvalid), .s_kernel_tready(s_kwrite_tready),
        .s_kernel_tdata(s_kwrite_tdata), .m_kernel_tvalid(m_kwrite_tvalid),
        .m_kernel_tready(m_kwrite_tready), .m_kernel_tdata(m_kwrite_tdata),
        .fetch_araddr(ar_addr[64 +: 64]), .fetch_arlen(ar_len[8 +: 8]),
        .fetch_arvalid(ar_valid[1]), .fetch_arready(ar_ready[1]),
        .fetch_rdata(r_data[DATA_W +: DATA_W]), .fetch_rresp(r_resp[2 +: 2]),
        .fetch_rlast(r_last[1]), .fetch_rvalid(r_valid[1]), .fetch_rready(r_ready[1]),
        .status_awaddr(aw_addr[64 +: 64]), .status_awlen(aw_len[8 +: 8]),
        .status_awvalid(aw_valid[1]), .status_awready(aw_ready[1]),
        .status_wdata(w_data[DATA_W +: DATA_W]),
        .status_wstrb(w_strb[DATA_W/8 +: DATA_W/8]), .status_wlast(w_last[1]),
        .status_wvalid(w_valid[1]), .status_wready(w_ready[1]),
        .status_bresp(b_resp[2 +: 2]), .status_bvalid(b_valid[1]),
        .status_bready(b_ready[1]), .m_axi_araddr(m_card_araddr),
        .m_axi_arlen(m_card_arlen), .m_axi_arvalid(m_card_arvalid),
        .m_axi_arready(m_card_arready), .m_axi_rdata(m_card_rdata),
        .m_axi_rresp(m_card_rresp), .m_axi_rlast(m_card_rlast),
        .m_axi_rvalid(m_card_rvalid), .m_axi_rready(m_card_rready),
        .m_axi_awaddr(aw_addr[2*64 +: 64]), .m_axi_awlen(aw_len[2*8 +: 8]),
        .m_axi_awvalid(aw_valid[2]), .m_axi_awready(aw_ready[2]),
        .m_axi_wdata(w_data[2*DATA_W +: DATA_W]),
        .m_axi_wstrb(w_strb[2*DATA_W/8 +: DATA_W/8]), .m_axi_wlast(w_last[2]),
        .m_axi_wvalid(w_valid[2]), .m_axi_wready(w_ready[2]),
        .m_axi_bresp(b_resp[2*2 +: 2]), .m_axi_bvalid(b_valid[2]),
        .m_axi_bready(b_ready[2]));
endmodule
`default_nettype wire
