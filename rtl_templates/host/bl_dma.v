// SPDX-License-Identifier: ISC
`default_nettype none
// DMA of a node between its host and its card, two modules: read brings the host's data to the card,
// write the card's to the host.
// Contract: of each module, the host gives the bus addresses of a table of descriptors (bl_dma_fetch)
// and of its completions (bl_dma_status), counts what is in the table (`posted`) and what it has
// seen of the completions (`seen`), modulo 256; `done` counts completions. `irq` is high while one
// was not seen. A kernel gives descriptors of its own and gets {cycles, result, id} back for each;
// results are those of bl_dma_mover, and 6: the id is the other side's (bl_dma_queue).
// Buses: INCR bursts of full words, one id, answers in order. A card's address has CARD_W bits.
// Latency: 10 cycles and a read of the host from `posted` to the first read of the source.
// Throughput: a word a cycle, each way.
module bl_dma #(
    // bits in a word: 128..512, a power of two
    parameter DATA_W = 256,
    // bits in an address of the card: 24..45
    parameter CARD_W = 31,
    // log2 of the bytes of a burst: 7..12
    parameter LOG_PIECE = 9,
    // log2 of the words that a module has on their way: 6..12
    parameter LOG_QUEUE = 9
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [63:0]         read_table,
    input  wire [63:0]         read_status,
    input  wire [7:0]          read_posted,
    input  wire [7:0]          read_seen,
    output wire [7:0]          read_done,
    output wire                read_failed,
    input  wire                s_kread_tvalid,
    output wire                s_kread_tready,
    input  wire [159:0]        s_kread_tdata,
    output wire                m_kread_tvalid,
    input  wire                m_kread_tready,
    output wire [47:0]         m_kread_tdata,
    input  wire [63:0]         write_table,
    input  wire [63:0]         write_status,
    input  wire [7:0]          write_posted,
    input  wire [7:0]          write_seen,
    output wire [7:0]          write_done,
    output wire                write_failed,
    input  wire                s_kwrite_tvalid,
    output wire                s_kwrite_tready,
    input  wire [159:0]        s_kwrite_tdata,
    output wire                m_kwrite_tvalid,
    input  wire                m_kwrite_tready,
    output wire [47:0]         m_kwrite_tdata,
    output reg                 irq,
    output wire [63:0]         m_host_araddr,
    output wire [7:0]          m_host_arlen,
    output wire                m_host_arvalid,
    input  wire                m_host_arready,
    input  wire [DATA_W-1:0]   m_host_rdata,
    input  wire [1:0]          m_host_rresp,
    input  wire                m_host_rlast,
    input  wire                m_host_rvalid,
    output wire                m_host_rready,
    output wire [63:0]         m_host_awaddr,
    output wire [7:0]          m_host_awlen,
    output wire                m_host_awvalid,
    input  wire                m_host_awready,
    output wire [DATA_W-1:0]   m_host_wdata,
    output wire [DATA_W/8-1:0] m_host_wstrb,
    output wire                m_host_wlast,
    output wire                m_host_wvalid,
    input  wire                m_host_wready,
    input  wire [1:0]          m_host_bresp,
    input  wire                m_host_bvalid,
    output wire                m_host_bready,
    output wire [CARD_W-1:0]   m_card_araddr,
    output wire [7:0]          m_card_arlen,
    output wire                m_card_arvalid,
    input  wire                m_card_arready,
    input  wire [DATA_W-1:0]   m_card_rdata,
    input  wire [1:0]          m_card_rresp,
    input  wire                m_card_rlast,
    input  wire                m_card_rvalid,
    output wire                m_card_rready,
    output wire [CARD_W-1:0]   m_card_awaddr,
    output wire [7:0]          m_card_awlen,
    output wire                m_card_awvalid,
    input  wire                m_card_awready,
    output wire [DATA_W-1:0]   m_card_wdata,
    output wire [DATA_W/8-1:0] m_card_wstrb,
    output wire                m_card_wlast,
    output wire                m_card_wvalid,
    input  wire                m_card_wready,
    input  wire [1:0]          m_card_bresp,
    input  wire                m_card_bvalid,
    output wire                m_card_bready
);
    generate
        if (DATA_W != 128 && DATA_W != 256 && DATA_W != 512) begin : g_check_data_w
            bl_dma_illegal_DATA_W illegal();
        end
        if (CARD_W < 24 || CARD_W > 45) begin : g_check_card_w
            bl_dma_illegal_CARD_W illegal();
        end
        if (LOG_PIECE < 7 || LOG_PIECE > 12) begin : g_check_log_piece
            bl_dma_illegal_LOG_PIECE illegal();
        end
        if (LOG_QUEUE < 6 || LOG_QUEUE > 12) begin : g_check_log_queue
            bl_dma_illegal_LOG_QUEUE illegal();
        end
    endgenerate

    always @(posedge clk) irq <= ~rst & ((read_done != read_seen) | (write_done != write_seen));

    // the host's bus: 0 what the read module reads, 1 and 2 the tables; 0 what the write module
    // writes, 1 and 2 the completions
    wire [3*64-1:0]       h_araddr;
    wire [3*8-1:0]        h_arlen;
    wire [3-1:0]          h_arvalid;
    wire [3-1:0]          h_arready;
    wire [DATA_W-1:0]     h_rdata;
    wire [2-1:0]          h_rresp;
    wire                  h_rlast;
    wire [3-1:0]          h_rvalid;
    wire [3-1:0]          h_rready;
    wire [3*64-1:0]       h_awaddr;
    wire [3*8-1:0]        h_awlen;
    wire [3-1:0]          h_awvalid;
    wire [3-1:0]          h_awready;
    wire [3*DATA_W-1:0]   h_wdata;
    wire [3*DATA_W/8-1:0] h_wstrb;
    wire [3-1:0]          h_wlast;
    wire [3-1:0]          h_wvalid;
    wire [3-1:0]          h_wready;
    wire [2-1:0]          h_bresp;
    wire [3-1:0]          h_bvalid;
    wire [3-1:0]          h_bready;
    bl_axi_read_join #(.PORTS(3), .PORT_W(2), .ADDR_W(64), .DATA_W(DATA_W)) host_reads (
        .clk(clk), .rst(rst), .s_axi_araddr(h_araddr), .s_axi_arlen(h_arlen),
        .s_axi_arvalid(h_arvalid), .s_axi_arready(h_arready), .s_axi_rdata(h_rdata),
        .s_axi_rresp(h_rresp), .s_axi_rlast(h_rlast), .s_axi_rvalid(h_rvalid),
        .s_axi_rready(h_rready), .m_axi_araddr(m_host_araddr), .m_axi_arlen(m_host_arlen),
        .m_axi_arvalid(m_host_arvalid), .m_axi_arready(m_host_arready),
        .m_axi_rdata(m_host_rdata), .m_axi_rresp(m_host_rresp), .m_axi_rlast(m_host_rlast),
        .m_axi_rvalid(m_host_rvalid), .m_axi_rready(m_host_rready));
    bl_axi_write_join #(.PORTS(3), .PORT_W(2), .ADDR_W(64), .DATA_W(DATA_W)) host_writes (
        .clk(clk), .rst(rst), .s_axi_awaddr(h_awaddr), .s_axi_awlen(h_awlen),
        .s_axi_awvalid(h_awvalid), .s_axi_awready(h_awready), .s_axi_wdata(h_wdata),
        .s_axi_wstrb(h_wstrb), .s_axi_wlast(h_wlast), .s_axi_wvalid(h_wvalid),
        .s_axi_wready(h_wready), .s_axi_bresp(h_bresp), .s_axi_bvalid(h_bvalid),
        .s_axi_bready(h_bready), .m_axi_awaddr(m_host_awaddr), .m_axi_awlen(m_host_awlen),
        .m_axi_awvalid(m_host_awvalid), .m_axi_awready(m_host_awready),
        .m_axi_wdata(m_host_wdata), .m_axi_wstrb(m_host_wstrb), .m_axi_wlast(m_host_wlast),
        .m_axi_wvalid(m_host_wvalid), .m_axi_wready(m_host_wready), .m_axi_bresp(m_host_bresp),
        .m_axi_bvalid(m_host_bvalid), .m_axi_bready(m_host_bready));

    // ---- the read module ----
    wire         r_entry_valid, r_entry_ready, r_valid, r_ready, r_wrong;
    wire [159:0] r_entry;
    wire [154:0] r_descriptor;
    bl_dma_fetch #(.DATA_W(DATA_W)) read_fetch (
        .clk(clk), .rst(rst), .base(read_table), .posted(read_posted), .failed(read_failed),
        .m_tvalid(r_entry_valid), .m_tready(r_entry_ready), .m_tdata(r_entry),
        .m_axi_araddr(h_araddr[1*64 +: 64]), .m_axi_arlen(h_arlen[1*8 +: 8]),
        .m_axi_arvalid(h_arvalid[1]), .m_axi_arready(h_arready[1]), .m_axi_rdata(h_rdata),
        .m_axi_rresp(h_rresp), .m_axi_rlast(h_rlast), .m_axi_rvalid(h_rvalid[1]),
        .m_axi_rready(h_rready[1]));
    bl_dma_queue read_queue (
        .clk(clk), .rst(rst), .s_host_tvalid(r_entry_valid), .s_host_tready(r_entry_ready),
        .s_host_tdata(r_entry), .s_kernel_tvalid(s_kread_tvalid),
        .s_kernel_tready(s_kread_tready), .s_kernel_tdata(s_kread_tdata), .m_tvalid(r_valid),
        .m_tready(r_ready), .m_tdata(r_descriptor), .wrong(r_wrong));
    wire         r_done_valid, r_done_ready;
    wire [48:0]  r_completion;
    bl_dma_mover #(.SOURCE_W(64), .TARGET_W(CARD_W), .DATA_W(DATA_W), .LOG_PIECE(LOG_PIECE),
        .LOG_QUEUE(LOG_QUEUE), .CARD_IS_SOURCE(0), .CARD_W(CARD_W)) read_mover (
        .clk(clk), .rst(rst), .s_tvalid(r_valid), .s_tready(r_ready), .s_wrong(r_wrong),
        .s_tdata(r_descriptor), .m_tvalid(r_done_valid), .m_tready(r_done_ready),
        .m_tdata(r_completion), .m_axi_araddr(h_araddr[0*64 +: 64]),
        .m_axi_arlen(h_arlen[0*8 +: 8]), .m_axi_arvalid(h_arvalid[0]),
        .m_axi_arready(h_arready[0]), .m_axi_rdata(h_rdata), .m_axi_rresp(h_rresp),
        .m_axi_rlast(h_rlast), .m_axi_rvalid(h_rvalid[0]), .m_axi_rready(h_rready[0]),
        .m_axi_awaddr(m_card_awaddr), .m_axi_awlen(m_card_awlen), .m_axi_awvalid(m_card_awvalid),
        .m_axi_awready(m_card_awready), .m_axi_wdata(m_card_wdata), .m_axi_wstrb(m_card_wstrb),
        .m_axi_wlast(m_card_wlast), .m_axi_wvalid(m_card_wvalid), .m_axi_wready(m_card_wready),
        .m_axi_bresp(m_card_bresp), .m_axi_bvalid(m_card_bvalid), .m_axi_bready(m_card_bready));
    wire         r_kernel = r_completion[8];
    wire         r_record_ready;
    wire [47:0]  r_record = {r_completion[48:9], r_completion[7:0]};
    assign r_done_ready   = r_kernel ? m_kread_tready : r_record_ready;
    assign m_kread_tvalid = r_done_valid & r_kernel;
    assign m_kread_tdata  = r_record;
    bl_dma_status #(.DATA_W(DATA_W)) read_records (
        .clk(clk), .rst(rst), .base(read_status), .done(read_done),
        .s_tvalid(r_done_valid & ~r_kernel), .s_tready(r_record_ready), .s_tdata(r_record),
        .m_axi_awaddr(h_awaddr[1*64 +: 64]), .m_axi_awlen(h_awlen[1*8 +: 8]),
        .m_axi_awvalid(h_awvalid[1]), .m_axi_awready(h_awready[1]),
        .m_axi_wdata(h_wdata[1*DATA_W +: DATA_W]), .m_axi_wstrb(h_wstrb[1*DATA_W/8 +: DATA_W/8]),
        .m_axi_wlast(h_wlast[1]), .m_axi_wvalid(h_wvalid[1]), .m_axi_wready(h_wready[1]),
        .m_axi_bresp(h_bresp), .m_axi_bvalid(h_bvalid[1]), .m_axi_bready(h_bready[1]));

    // ---- the write module ----
    wire         w_entry_valid, w_entry_ready, w_valid, w_ready, w_wrong;
    wire [159:0] w_entry;
    wire [154:0] w_descriptor;
    bl_dma_fetch #(.DATA_W(DATA_W)) write_fetch (
        .clk(clk), .rst(rst), .base(write_table), .posted(write_posted), .failed(write_failed),
        .m_tvalid(w_entry_valid), .m_tready(w_entry_ready), .m_tdata(w_entry),
        .m_axi_araddr(h_araddr[2*64 +: 64]), .m_axi_arlen(h_arlen[2*8 +: 8]),
        .m_axi_arvalid(h_arvalid[2]), .m_axi_arready(h_arready[2]), .m_axi_rdata(h_rdata),
        .m_axi_rresp(h_rresp), .m_axi_rlast(h_rlast), .m_axi_rvalid(h_rvalid[2]),
        .m_axi_rready(h_rready[2]));
    bl_dma_queue write_queue (
        .clk(clk), .rst(rst), .s_host_tvalid(w_entry_valid), .s_host_tready(w_entry_ready),
        .s_host_tdata(w_entry), .s_kernel_tvalid(s_kwrite_tvalid),
        .s_kernel_tready(s_kwrite_tready), .s_kernel_tdata(s_kwrite_tdata), .m_tvalid(w_valid),
        .m_tready(w_ready), .m_tdata(w_descriptor), .wrong(w_wrong));
    wire         w_done_valid, w_done_ready;
    wire [48:0]  w_completion;
    bl_dma_mover #(.SOURCE_W(CARD_W), .TARGET_W(64), .DATA_W(DATA_W), .LOG_PIECE(LOG_PIECE),
        .LOG_QUEUE(LOG_QUEUE), .CARD_IS_SOURCE(1), .CARD_W(CARD_W)) write_mover (
        .clk(clk), .rst(rst), .s_tvalid(w_valid), .s_tready(w_ready), .s_wrong(w_wrong),
        .s_tdata(w_descriptor), .m_tvalid(w_done_valid), .m_tready(w_done_ready),
        .m_tdata(w_completion), .m_axi_araddr(m_card_araddr), .m_axi_arlen(m_card_arlen),
        .m_axi_arvalid(m_card_arvalid), .m_axi_arready(m_card_arready),
        .m_axi_rdata(m_card_rdata), .m_axi_rresp(m_card_rresp), .m_axi_rlast(m_card_rlast),
        .m_axi_rvalid(m_card_rvalid), .m_axi_rready(m_card_rready),
        .m_axi_awaddr(h_awaddr[0*64 +: 64]), .m_axi_awlen(h_awlen[0*8 +: 8]),
        .m_axi_awvalid(h_awvalid[0]), .m_axi_awready(h_awready[0]),
        .m_axi_wdata(h_wdata[0*DATA_W +: DATA_W]), .m_axi_wstrb(h_wstrb[0*DATA_W/8 +: DATA_W/8]),
        .m_axi_wlast(h_wlast[0]), .m_axi_wvalid(h_wvalid[0]), .m_axi_wready(h_wready[0]),
        .m_axi_bresp(h_bresp), .m_axi_bvalid(h_bvalid[0]), .m_axi_bready(h_bready[0]));
    wire         w_kernel = w_completion[8];
    wire         w_record_ready;
    wire [47:0]  w_record = {w_completion[48:9], w_completion[7:0]};
    assign w_done_ready   = w_kernel ? m_kwrite_tready : w_record_ready;
    assign m_kwrite_tvalid = w_done_valid & w_kernel;
    assign m_kwrite_tdata  = w_record;
    bl_dma_status #(.DATA_W(DATA_W)) write_records (
        .clk(clk), .rst(rst), .base(write_status), .done(write_done),
        .s_tvalid(w_done_valid & ~w_kernel), .s_tready(w_record_ready), .s_tdata(w_record),
        .m_axi_awaddr(h_awaddr[2*64 +: 64]), .m_axi_awlen(h_awlen[2*8 +: 8]),
        .m_axi_awvalid(h_awvalid[2]), .m_axi_awready(h_awready[2]),
        .m_axi_wdata(h_wdata[2*DATA_W +: DATA_W]), .m_axi_wstrb(h_wstrb[2*DATA_W/8 +: DATA_W/8]),
        .m_axi_wlast(h_wlast[2]), .m_axi_wvalid(h_wvalid[2]), .m_axi_wready(h_wready[2]),
        .m_axi_bresp(h_bresp), .m_axi_bvalid(h_bvalid[2]), .m_axi_bready(h_bready[2]));
endmodule
`default_nettype wire
