// SPDX-License-Identifier: ISC
`default_nettype none
// One half of a DMA: the host's descriptors and the kernels', the mover, and what becomes of their
// completions.
// Contract: that of bl_dma_fetch (table_address, posted; fetch_*), bl_dma_queue (s_kernel_*,
// m_kernel_*), bl_dma_mover (m_axi_*) and bl_dma_status (status_address, seen, done, irq; status_*)
// together. `failed`: table or record, until reset; it keeps irq high.
// Latency: a kernel's descriptor to m_axi_arvalid 8 cycles. Throughput: 1 word a cycle.
module bl_dma_module #(
    // bits in an address of the side that is read: LOG_PIECE + 1..64
    parameter S_ADDR_W = 64,
    // bits in an address of the side that is written: LOG_PIECE + 1..64
    parameter D_ADDR_W = 45,
    // addresses to read are below 2 to this: LOG_PIECE + 1..S_ADDR_W
    parameter S_WINDOW = S_ADDR_W,
    // addresses to write are below 2 to this: LOG_PIECE + 1..D_ADDR_W
    parameter D_WINDOW = D_ADDR_W,
    // bits in a word: 64..1024, a power of two
    parameter DATA_W = 256,
    // log2 of the bytes of the longest burst, of 2 to 256 words:
    // max(6, log2(DATA_W / 8) + 1)..min(12, log2(DATA_W / 8) + 8)
    parameter LOG_PIECE = 9,
    // log2 of the words in the queue: LOG_PIECE - log2(DATA_W / 8) + 1..20
    parameter LOG_QUEUE = 9
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [63:0]         table_address,
    input  wire [63:0]         status_address,
    input  wire [7:0]          posted,
    input  wire [7:0]          seen,
    output wire [7:0]          done,
    output reg                 failed,
    output wire                irq,
    // kernels
    input  wire                s_kernel_tvalid,
    output wire                s_kernel_tready,
    input  wire [159:0]        s_kernel_tdata,
    output wire                m_kernel_tvalid,
    input  wire                m_kernel_tready,
    output wire [47:0]         m_kernel_tdata,
    // the host's table
    output wire [63:0]              fetch_araddr,
    output wire [7:0]               fetch_arlen,
    output wire                     fetch_arvalid,
    input  wire                     fetch_arready,
    input  wire [DATA_W-1:0]        fetch_rdata,
    input  wire [1:0]               fetch_rresp,
    input  wire                     fetch_rlast,
    input  wire                     fetch_rvalid,
    output wire                     fetch_rready,
    // the host's records
    output wire [63:0]              status_awaddr,
    output wire [7:0]               status_awlen,
    output wire                     status_awvalid,
    input  wire                     status_awready,
    output wire [DATA_W-1:0]        status_wdata,
    output wire [DATA_W/8-1:0]      status_wstrb,
    output wire                     status_wlast,
    output wire                     status_wvalid,
    input  wire                     status_wready,
    input  wire [1:0]               status_bresp,
    input  wire                     status_bvalid,
    output wire                     status_bready,
    // from where the words come and where they go
    output wire [S_ADDR_W-1:0]      m_axi_araddr,
    output wire [7:0]               m_axi_arlen,
    output wire                     m_axi_arvalid,
    input  wire                     m_axi_arready,
    input  wire [DATA_W-1:0]        m_axi_rdata,
    input  wire [1:0]               m_axi_rresp,
    input  wire                     m_axi_rlast,
    input  wire                     m_axi_rvalid,
    output wire                     m_axi_rready,
    output wire [D_ADDR_W-1:0]      m_axi_awaddr,
    output wire [7:0]               m_axi_awlen,
    output wire                     m_axi_awvalid,
    input  wire                     m_axi_awready,
    output wire [DATA_W-1:0]        m_axi_wdata,
    output wire [DATA_W/8-1:0]      m_axi_wstrb,
    output wire                     m_axi_wlast,
    output wire                     m_axi_wvalid,
    input  wire                     m_axi_wready,
    input  wire [1:0]               m_axi_bresp,
    input  wire                     m_axi_bvalid,
    output wire                     m_axi_bready
);
    generate
        if (S_ADDR_W <= LOG_PIECE || S_ADDR_W > 64) begin : g_check_s_addr_w
            bl_dma_module_illegal_S_ADDR_W illegal();
        end
        if (D_ADDR_W <= LOG_PIECE || D_ADDR_W > 64) begin : g_check_d_addr_w
            bl_dma_module_illegal_D_ADDR_W illegal();
        end
        if (S_WINDOW <= LOG_PIECE || S_WINDOW > S_ADDR_W) begin : g_check_s_window
            bl_dma_module_illegal_S_WINDOW illegal();
        end
        if (D_WINDOW <= LOG_PIECE || D_WINDOW > D_ADDR_W) begin : g_check_d_window
            bl_dma_module_illegal_D_WINDOW illegal();
        end
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_dma_module_illegal_DATA_W illegal();
        end
        if (LOG_PIECE < 6 || LOG_PIECE > 12 || (8 << LOG_PIECE) < 2 * DATA_W
            || (8 << LOG_PIECE) > 256 * DATA_W) begin : g_check_log_piece
            bl_dma_module_illegal_LOG_PIECE illegal();
        end
        if ((DATA_W << LOG_QUEUE) < (16 << LOG_PIECE) || LOG_QUEUE > 20) begin : g_check_log_queue
            bl_dma_module_illegal_LOG_QUEUE illegal();
        end
    endgenerate

    localparam LOG_HOST = 5;                      // descriptors of the host that are kept

    wire         host_valid, host_ready, host_freed, chosen_valid, chosen_ready;
    wire [159:0] host, chosen;
    wire         done_valid, done_ready, record_valid, record_ready;
    wire [47:0]  done_data, record;
    wire [1:0]   faults;

    always @(posedge clk) failed <= (|faults) & ~rst;

    bl_dma_fetch #(.DATA_W(DATA_W), .LOG_PIECE(LOG_PIECE), .LOG_ROOM(LOG_HOST)) fetch (
        .clk(clk), .rst(rst), .table_address(table_address), .posted(posted), .failed(faults[0]),
        .freed(host_freed), .m_tvalid(host_valid), .m_tready(host_ready), .m_tdata(host),
        .m_axi_araddr(fetch_araddr), .m_axi_arlen(fetch_arlen), .m_axi_arvalid(fetch_arvalid),
        .m_axi_arready(fetch_arready), .m_axi_rdata(fetch_rdata), .m_axi_rresp(fetch_rresp),
        .m_axi_rlast(fetch_rlast), .m_axi_rvalid(fetch_rvalid), .m_axi_rready(fetch_rready));

    bl_dma_queue #(.LOG_DEPTH(LOG_HOST)) queue (
        .clk(clk), .rst(rst), .s_host_tvalid(host_valid), .s_host_tready(host_ready),
        .s_host_tdata(host), .host_freed(host_freed), .s_kernel_tvalid(s_kernel_tvalid),
        .s_kernel_tready(s_kernel_tready), .s_kernel_tdata(s_kernel_tdata),
        .m_tvalid(chosen_valid), .m_tready(chosen_ready), .m_tdata(chosen),
        .s_done_tvalid(done_valid), .s_done_tready(done_ready), .s_done_tdata(done_data),
        .m_host_tvalid(record_valid), .m_host_tready(record_ready), .m_host_tdata(record),
        .m_kernel_tvalid(m_kernel_tvalid), .m_kernel_tready(m_kernel_tready),
        .m_kernel_tdata(m_kernel_tdata));

    wire [63:0] source, target;
    wire [17:0] length;
    wire [7:0]  id;
    wire [5:0]  unused_reserved;

    bl_dma_descriptor_unpack fields (
        .source_low(source[31:0]), .source_high(source[63:32]), .target_low(target[31:0]),
        .target_high(target[63:32]), .length(length), .id(id), .reserved(unused_reserved),
        .descriptor(chosen));

    bl_dma_mover #(.S_ADDR_W(S_ADDR_W), .D_ADDR_W(D_ADDR_W), .S_WINDOW(S_WINDOW),
                   .D_WINDOW(D_WINDOW), .DATA_W(DATA_W), .LOG_PIECE(LOG_PIECE),
                   .LOG_QUEUE(LOG_QUEUE)) mover (
        .clk(clk), .rst(rst), .s_tvalid(chosen_valid), .s_tready(chosen_ready), .s_source(source),
        .s_target(target), .s_length(length), .s_id(id), .m_tvalid(done_valid),
        .m_tready(done_ready), .m_tdata(done_data),
        .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen),
        .m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready),
        .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast),
        .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready),
        .m_axi_awaddr(m_axi_awaddr), .m_axi_awlen(m_axi_awlen),
        .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready),
        .m_axi_wdata(m_axi_wdata), .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast),
        .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_bresp(m_axi_bresp),
        .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready));

    bl_dma_status #(.DATA_W(DATA_W)) status (
        .clk(clk), .rst(rst), .status_address(status_address), .seen(seen), .alarm(failed),
        .done(done), .irq(irq), .failed(faults[1]), .s_tvalid(record_valid),
        .s_tready(record_ready), .s_tdata(record),
        .m_axi_awaddr(status_awaddr), .m_axi_awlen(status_awlen),
        .m_axi_awvalid(status_awvalid), .m_axi_awready(status_awready),
        .m_axi_wdata(status_wdata), .m_axi_wstrb(status_wstrb), .m_axi_wlast(status_wlast),
        .m_axi_wvalid(status_wvalid), .m_axi_wready(status_wready),
        .m_axi_bresp(status_bresp), .m_axi_bvalid(status_bvalid),
        .m_axi_bready(status_bready));
endmodule
`default_nettype wire
