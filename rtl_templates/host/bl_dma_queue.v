// SPDX-License-Identifier: ISC
`default_nettype none
// Descriptors of the host and of kernels for one module of DMA, one after the other.
// Contract: each side's leave in its order. Kernels come first, but never twice in a row while the
// host's wait. What leaves is {kernel, id, length, target, source}. One whose id is the other
// side's, or 127 or 255, leaves with length 0 and `wrong`.
// Latency: 2 cycles. Throughput: a descriptor in 2 cycles of one side, of both in a cycle.
module bl_dma_queue #(
    // log2 of the descriptors of each side: 2..7
    parameter LOG_DEPTH = 5
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_host_tvalid,
    output wire         s_host_tready,
    input  wire [159:0] s_host_tdata,
    input  wire         s_kernel_tvalid,
    output wire         s_kernel_tready,
    input  wire [159:0] s_kernel_tdata,
    output reg          m_tvalid,
    input  wire         m_tready,
    output reg  [154:0] m_tdata,
    output reg          wrong
);
    generate
        if (LOG_DEPTH < 2 || LOG_DEPTH > 7) begin : g_check_log_depth
            bl_dma_queue_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    wire         h_valid, k_valid;
    wire [159:0] h_data, k_data;
    reg          k_last;                         // a kernel's left last
    wire         free    = ~m_tvalid | m_tready;
    wire         kernels = k_valid & ~(k_last & h_valid);
    bl_fifo #(.WIDTH(160), .LOG_DEPTH(LOG_DEPTH)) host (
        .clk(clk), .rst(rst), .s_tvalid(s_host_tvalid), .s_tready(s_host_tready),
        .s_tdata(s_host_tdata), .m_tvalid(h_valid), .m_tready(free & ~kernels), .m_tdata(h_data));
    bl_fifo #(.WIDTH(160), .LOG_DEPTH(LOG_DEPTH)) kernel (
        .clk(clk), .rst(rst), .s_tvalid(s_kernel_tvalid), .s_tready(s_kernel_tready),
        .s_tdata(s_kernel_tdata), .m_tvalid(k_valid), .m_tready(free & kernels), .m_tdata(k_data));

    wire [31:0] source_low, source_high, target_low, target_high;
    wire [17:0] length;
    wire [7:0]  id;
    wire [5:0]  reserved;
    bl_dma_descriptor fields (
        .source_low(source_low), .source_high(source_high), .target_low(target_low),
        .target_high(target_high), .length(length), .id(id), .reserved(reserved),
        .descriptor(kernels ? k_data : h_data));
    wire foreign = (id[7] != kernels) | (&id[6:0]);

    always @(posedge clk) begin
        if (free) begin
            m_tvalid <= h_valid | k_valid;
            m_tdata  <= {kernels, id, foreign ? 18'd0 : length, target_high, target_low,
                         source_high, source_low};
            wrong    <= foreign;
        end
        if (free & (h_valid | k_valid)) k_last <= kernels;
        if (rst) begin
            m_tvalid <= 1'b0;
            k_last   <= 1'b0;
        end
    end
    wire unused = &{1'b0, reserved, 1'b0};

`ifdef FORMAL
    // Rule 1: two in a row are a kernel's only when the host has none.
    // Rule 2: what leaves stays until it is taken.
    reg         f_past = 1'b0, f_stood;
    reg [154:0] f_data;
    always @(posedge clk) begin
        f_past  <= ~rst;
        f_stood <= m_tvalid & ~m_tready;
        f_data  <= m_tdata;
    end
    initial assume (rst);
    always @* begin
        if (f_past & ~rst & kernels & free) assert (~(k_last & h_valid));
        if (f_past & f_stood) assert (m_tvalid & (m_tdata == f_data));
    end
`endif
endmodule
`default_nettype wire
