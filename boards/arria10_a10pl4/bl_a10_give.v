// SPDX-License-Identifier: ISC
`default_nettype none
// Chooses between the descriptors of the host and those of the kernels for a data mover of Intel's
// Avalon-MM DMA for PCI Express, and keeps its ready latency.
// Contract: s_host_* and s_kernel_* offer descriptors. Kernels come first, but not twice in a row
// while one of the host waits: each waits for one of the other side at most. ast_*: an Avalon-ST
// source without packets; with READY_LATENCY n above 0 `ast_valid` is high only n cycles behind a
// cycle with `ast_ready`, and what is valid is taken; with 0 it stays until ready is high with it.
// Cut: ast_valid and ast_data are registers; s_*_tready sees s_*_tvalid and ast_ready.
// Latency: 1 cycle, and READY_LATENCY behind ready. Throughput: a descriptor a cycle.
module bl_a10_give #(
    // the mover's ready latency: 0..4
    parameter READY_LATENCY = 1
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_host_tvalid,
    output wire         s_host_tready,
    input  wire [159:0] s_host_tdata,
    input  wire         s_kernel_tvalid,
    output wire         s_kernel_tready,
    input  wire [159:0] s_kernel_tdata,
    output reg          ast_valid,
    input  wire         ast_ready,
    output reg  [159:0] ast_data
);
    generate
        if (READY_LATENCY < 0 || READY_LATENCY > 4) begin : g_check_ready_latency
            bl_a10_give_illegal_READY_LATENCY illegal();
        end
    endgenerate

    // `may`: the register may be loaded for the next cycle
    reg  [3:0] ready;                             // in the cycles before
    wire       may;
    generate
        if (READY_LATENCY == 0) begin : g_at_once
            assign may = ~ast_valid | ast_ready;
        end else if (READY_LATENCY == 1) begin : g_next
            assign may = ast_ready;
        end else begin : g_later
            assign may = ready[READY_LATENCY-2];
        end
    endgenerate

    reg  kernel_last;
    wire kernel = s_kernel_tvalid & ~(kernel_last & s_host_tvalid);
    wire host   = s_host_tvalid & ~kernel;
    assign s_kernel_tready = may & kernel;
    assign s_host_tready   = may & host;

    always @(posedge clk) begin
        ready <= {ready[2:0], ast_ready};
        if (may) ast_data <= kernel ? s_kernel_tdata : s_host_tdata;
        if (may) ast_valid <= host | kernel;
        else if (READY_LATENCY != 0) ast_valid <= 1'b0;
        if (may & (host | kernel)) kernel_last <= kernel;
        if (rst) begin
            ready       <= 4'd0;
            ast_valid   <= 1'b0;
            kernel_last <= 1'b0;
        end
    end

    wire unused = &{1'b0, ready};

`ifdef FORMAL
    // Rule 1: with a latency, valid is high only READY_LATENCY cycles behind ready; without, it
    // stays with its data until ready is high.
    // Rule 2: each descriptor that is taken is shown in the next cycle, unchanged, and no other.
    // Rule 3: while one of the host waits, two of the kernels are not taken in a row, and while any
    // waits, one is taken whenever one may be shown.
    reg         f_past = 1'b0, f_took, f_held, f_kernel;
    reg [3:0]   f_ready = 4'd0;
    reg [159:0] f_data;
    wire        f_host_taken = s_host_tvalid & s_host_tready,
                f_kernel_taken = s_kernel_tvalid & s_kernel_tready;
    always @(posedge clk) begin
        f_past   <= 1'b1;
        f_ready  <= rst ? 4'd0 : {f_ready[2:0], ast_ready};
        f_took   <= (f_host_taken | f_kernel_taken) & ~rst;
        f_held   <= READY_LATENCY == 0 & ast_valid & ~ast_ready & ~rst;
        f_data   <= f_host_taken ? s_host_tdata : f_kernel_taken ? s_kernel_tdata : ast_data;
        if (f_kernel_taken) f_kernel <= s_host_tvalid;
        if (f_host_taken | ~s_host_tvalid | rst) f_kernel <= 1'b0;
    end
    always @* begin
        assume (rst == !f_past);
        if (f_past) begin
            if (READY_LATENCY > 0 && ast_valid) assert (f_ready[READY_LATENCY > 0 ?
                READY_LATENCY - 1 : 0]);
            assert (ast_valid == (f_took | f_held));
            if (ast_valid) assert (ast_data == f_data);
            assert (!(f_host_taken & f_kernel_taken));
            if (f_kernel & s_host_tvalid) assert (!f_kernel_taken);
            if (may & (s_host_tvalid | s_kernel_tvalid)) assert (f_host_taken | f_kernel_taken);
        end
    end
`endif
endmodule
`default_nettype wire
