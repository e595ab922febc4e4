// SPDX-License-Identifier: ISC
`default_nettype none
// The descriptor controller below the host port on Intel's Avalon-MM DMA for PCI Express with its
// descriptor controller outside (Arria 10): a read module and a write module, in each a queue of
// the host's descriptors and one of the kernels', and a choice between them in front of the mover.
// Contract: s_host_* and s_kernel_* are AXI4 slaves as bl_a10_read_side and bl_a10_write_side have
// them; SIDES says which of the two are there, the other one takes nothing. Ids are 0 to 63 of the
// host and 128 to 191 of the kernels; 127 and 255 are never given. Which descriptor goes first is
// bl_a10_give's. The other ports are those of the IP without _i and _o; addresses of the local side
// below bit 24 are places in a memory, bit 24 says whose. What the mover reads is there when it
// asks; what it writes is never held up. `failed`: {writes, reads} of {kernels, host}, until rst.
// clk is the IP's (coreclkout_hip), rst its reset, not the node's: bl_port_gate stands between the
// node and this.
// Latency: arvalid to RdAstRxValid 2 cycles and READY_LATENCY, RdDmaWrite to rvalid 3; last word to
// WrAstRxValid 3 and READY_LATENCY, WrDmaRead to WrDmaReadDataValid 3, WrAstTxValid to bvalid 4.
// Throughput: 1 word of the mover a cycle each way.
module bl_a10_dma #(
    // bits in a word of the host port: MOVER_W or twice as many
    parameter DATA_W = 256,
    // bits in a word of the IP: 128 or 256
    parameter MOVER_W = 256,
    // which sides are there: 1 the host's, 2 the kernels', 3 both
    parameter SIDES = 3,
    // log2 of the words of the host port in each memory: 2..12
    parameter LOG_WORDS = 9,
    // log2 of the descriptors in each queue: 1..6
    parameter LOG_QUEUE = 4,
    // ready latency of the IP's descriptor sinks: 0..4
    parameter READY_LATENCY = 1,
    // log2 of the cycles without a status after which a mover is given up: 2..30
    parameter LOG_TIMEOUT = 24,
    // derived, leave alone: bits of a burst count, of 512 bytes at most
    parameter COUNT_W = MOVER_W == 128 ? 6 : 5
) (
    input  wire                 clk,
    input  wire                 rst,
    output wire [3:0]           failed,
    // the host
    input  wire [63:0]          s_host_araddr,
    input  wire [7:0]           s_host_arlen,
    input  wire                 s_host_arvalid,
    output wire                 s_host_arready,
    output wire [DATA_W-1:0]    s_host_rdata,
    output wire [1:0]           s_host_rresp,
    output wire                 s_host_rlast,
    output wire                 s_host_rvalid,
    input  wire                 s_host_rready,
    input  wire [63:0]          s_host_awaddr,
    input  wire [7:0]           s_host_awlen,
    input  wire                 s_host_awvalid,
    output wire                 s_host_awready,
    input  wire [DATA_W-1:0]    s_host_wdata,
    input  wire [DATA_W/8-1:0]  s_host_wstrb,
    input  wire                 s_host_wlast,
    input  wire                 s_host_wvalid,
    output wire                 s_host_wready,
    output wire [1:0]           s_host_bresp,
    output wire                 s_host_bvalid,
    input  wire                 s_host_bready,
    // the kernels
    input  wire [63:0]          s_kernel_araddr,
    input  wire [7:0]           s_kernel_arlen,
    input  wire                 s_kernel_arvalid,
    output wire                 s_kernel_arready,
    output wire [DATA_W-1:0]    s_kernel_rdata,
    output wire [1:0]           s_kernel_rresp,
    output wire                 s_kernel_rlast,
    output wire                 s_kernel_rvalid,
    input  wire                 s_kernel_rready,
    input  wire [63:0]          s_kernel_awaddr,
    input  wire [7:0]           s_kernel_awlen,
    input  wire                 s_kernel_awvalid,
    output wire                 s_kernel_awready,
    input  wire [DATA_W-1:0]    s_kernel_wdata,
    input  wire [DATA_W/8-1:0]  s_kernel_wstrb,
    input  wire                 s_kernel_wlast,
    input  wire                 s_kernel_wvalid,
    output wire                 s_kernel_wready,
    output wire [1:0]           s_kernel_bresp,
    output wire                 s_kernel_bvalid,
    input  wire                 s_kernel_bready,
    // the read data mover
    output wire [159:0]         RdAstRxData,
    output wire                 RdAstRxValid,
    input  wire                 RdAstRxReady,
    input  wire [31:0]          RdAstTxData,
    input  wire                 RdAstTxValid,
    input  wire                 RdDmaWrite,
    input  wire [63:0]          RdDmaAddress,
    input  wire [MOVER_W-1:0]   RdDmaWriteData,
    input  wire [COUNT_W-1:0]   RdDmaBurstCount,
    input  wire [MOVER_W/8-1:0] RdDmaByteEnable,
    output wire                 RdDmaWaitRequest,
    // the write data mover
    output wire [159:0]         WrAstRxData,
    output wire                 WrAstRxValid,
    input  wire                 WrAstRxReady,
    input  wire [31:0]          WrAstTxData,
    input  wire                 WrAstTxValid,
    input  wire                 WrDmaRead,
    input  wire [63:0]          WrDmaAddress,
    input  wire [COUNT_W-1:0]   WrDmaBurstCount,
    output wire                 WrDmaWaitRequest,
    output reg  [MOVER_W-1:0]   WrDmaReadData,
    output reg                  WrDmaReadDataValid
);
    localparam [31:0] BYTES = MOVER_W / 8;
    localparam SIDE = 24;                         // of a local address
    localparam DONE = 8;                          // of a status word

    generate
        if (MOVER_W != 128 && MOVER_W != 256) begin : g_check_mover_w
            bl_a10_dma_illegal_MOVER_W illegal();
        end
        if (SIDES < 1 || SIDES > 3) begin : g_check_sides
            bl_a10_dma_illegal_SIDES illegal();
        end
    endgenerate

    // ---- what the read mover writes: bursts, whose address comes with the first word
    reg                 put_valid, put_whole;
    reg  [24:0]         put_at, put_next;
    reg  [MOVER_W-1:0]  put_data;
    reg  [COUNT_W-1:0]  put_left;
    wire                put_first = put_left == {COUNT_W{1'b0}};
    wire [24:0]         put_here  = put_first ? RdDmaAddress[24:0] : put_next;
    assign RdDmaWaitRequest = 1'b0;

    always @(posedge clk) begin
        put_valid <= RdDmaWrite;
        put_whole <= &RdDmaByteEnable;
        put_data  <= RdDmaWriteData;
        put_at    <= put_here;
        if (RdDmaWrite) put_next <= put_here + BYTES[24:0];
        if (RdDmaWrite) put_left <= (put_first ? RdDmaBurstCount : put_left) - 1'b1;
        if (rst) begin
            put_valid <= 1'b0;
            put_left  <= {COUNT_W{1'b0}};
        end
    end

    // ---- what the write mover reads
    reg  [COUNT_W-1:0]  get_left;
    reg  [24:0]         get_at;
    reg                 get_shown, get_side;
    wire                get_read = get_left != {COUNT_W{1'b0}};
    wire [2*MOVER_W-1:0] get_data;
    assign WrDmaWaitRequest = |get_left[COUNT_W-1:1];

    always @(posedge clk) begin
        if (WrDmaRead & ~WrDmaWaitRequest) begin
            get_left <= WrDmaBurstCount;
            get_at   <= WrDmaAddress[24:0];
        end else if (get_read) begin
            get_left <= get_left - 1'b1;
            get_at   <= get_at + BYTES[24:0];
        end
        get_shown <= get_read;
        get_side  <= get_at[SIDE];
        WrDmaReadDataValid <= get_shown;
        WrDmaReadData <= get_side ? get_data[2*MOVER_W-1 -: MOVER_W] : get_data[MOVER_W-1:0];
        if (rst) begin
            get_left  <= {COUNT_W{1'b0}};
            get_shown <= 1'b0;
            WrDmaReadDataValid <= 1'b0;
        end
    end

    // ---- status words
    reg        read_said, read_done, write_said, write_done;
    reg  [7:0] read_id, write_id;
    always @(posedge clk) begin
        read_said  <= RdAstTxValid & ~rst;
        read_id    <= RdAstTxData[7:0];
        read_done  <= RdAstTxData[DONE];
        write_said <= WrAstTxValid & ~rst;
        write_id   <= WrAstTxData[7:0];
        write_done <= WrAstTxData[DONE];
    end

    // ---- the two sides, host and kernels
    wire [1:0]   read_offers, read_takes, write_offers, write_takes;
    wire [319:0] read_asks, write_asks;

    generate
        if (SIDES % 2 == 1) begin : g_host
            bl_a10_read_side #(.MOVER_W(MOVER_W), .DATA_W(DATA_W), .LOG_WORDS(LOG_WORDS),
                .LOG_QUEUE(LOG_QUEUE), .FIRST_ID(0), .LOG_TIMEOUT(LOG_TIMEOUT)) reads (
                .clk(clk), .rst(rst), .s_axi_araddr(s_host_araddr), .s_axi_arlen(s_host_arlen),
                .s_axi_arvalid(s_host_arvalid), .s_axi_arready(s_host_arready),
                .s_axi_rdata(s_host_rdata), .s_axi_rresp(s_host_rresp),
                .s_axi_rlast(s_host_rlast), .s_axi_rvalid(s_host_rvalid),
                .s_axi_rready(s_host_rready), .m_tvalid(read_offers[0]),
                .m_tready(read_takes[0]), .m_tdata(read_asks[0 +: 160]),
                .local_write(put_valid & put_at[SIDE] == 1'b0), .local_address(put_at[23:0]),
                .local_data(put_data), .local_whole(put_whole),
                .status_valid(read_said & read_id[7] == 1'b0), .status_id(read_id),
                .status_done(read_done), .failed(failed[0]));
            bl_a10_write_side #(.MOVER_W(MOVER_W), .DATA_W(DATA_W), .LOG_WORDS(LOG_WORDS),
                .LOG_QUEUE(LOG_QUEUE), .FIRST_ID(0), .LOG_TIMEOUT(LOG_TIMEOUT)) writes (
                .clk(clk), .rst(rst), .s_axi_awaddr(s_host_awaddr), .s_axi_awlen(s_host_awlen),
                .s_axi_awvalid(s_host_awvalid), .s_axi_awready(s_host_awready),
                .s_axi_wdata(s_host_wdata), .s_axi_wstrb(s_host_wstrb),
                .s_axi_wlast(s_host_wlast), .s_axi_wvalid(s_host_wvalid),
                .s_axi_wready(s_host_wready), .s_axi_bresp(s_host_bresp),
                .s_axi_bvalid(s_host_bvalid), .s_axi_bready(s_host_bready),
                .m_tvalid(write_offers[0]), .m_tready(write_takes[0]),
                .m_tdata(write_asks[0 +: 160]), .local_read(get_read),
                .local_address(get_at[23:0]), .local_data(get_data[MOVER_W*0 +: MOVER_W]),
                .status_valid(write_said & write_id[7] == 1'b0), .status_id(write_id),
                .status_done(write_done), .failed(failed[2]));
        end else begin : g_no_host
            reg [1:0] stray;                      // a status of a side that is not there
            always @(posedge clk) begin
                if (read_said & read_id[7] == 1'b0) stray[0] <= 1'b1;
                if (write_said & write_id[7] == 1'b0) stray[1] <= 1'b1;
                if (rst) stray <= 2'b00;
            end
            assign failed[0] = stray[0];
            assign failed[2] = stray[1];
            assign s_host_arready = 1'b0;
            assign s_host_rdata   = {DATA_W{1'b0}};
            assign s_host_rresp   = 2'b00;
            assign s_host_rlast   = 1'b0;
            assign s_host_rvalid  = 1'b0;
            assign s_host_awready = 1'b0;
            assign s_host_wready  = 1'b0;
            assign s_host_bresp   = 2'b00;
            assign s_host_bvalid  = 1'b0;
            assign read_offers[0]  = 1'b0;
            assign write_offers[0] = 1'b0;
            assign read_asks[0 +: 160]  = 160'd0;
            assign write_asks[0 +: 160] = 160'd0;
            assign get_data[MOVER_W*0 +: MOVER_W] = {MOVER_W{1'b0}};
            wire unused_side = &{1'b0, s_host_araddr, s_host_arlen, s_host_arvalid,
                s_host_rready, s_host_awaddr, s_host_awlen, s_host_awvalid, s_host_wdata,
                s_host_wstrb, s_host_wlast, s_host_wvalid, s_host_bready, read_takes[0],
                write_takes[0]};
        end
    endgenerate

    generate
        if (SIDES / 2 == 1) begin : g_kernel
            bl_a10_read_side #(.MOVER_W(MOVER_W), .DATA_W(DATA_W), .LOG_WORDS(LOG_WORDS),
                .LOG_QUEUE(LOG_QUEUE), .FIRST_ID(128), .LOG_TIMEOUT(LOG_TIMEOUT)) reads (
                .clk(clk), .rst(rst), .s_axi_araddr(s_kernel_araddr), .s_axi_arlen(s_kernel_arlen),
                .s_axi_arvalid(s_kernel_arvalid), .s_axi_arready(s_kernel_arready),
                .s_axi_rdata(s_kernel_rdata), .s_axi_rresp(s_kernel_rresp),
                .s_axi_rlast(s_kernel_rlast), .s_axi_rvalid(s_kernel_rvalid),
                .s_axi_rready(s_kernel_rready), .m_tvalid(read_offers[1]),
                .m_tready(read_takes[1]), .m_tdata(read_asks[160 +: 160]),
                .local_write(put_valid & put_at[SIDE] == 1'b1), .local_address(put_at[23:0]),
                .local_data(put_data), .local_whole(put_whole),
                .status_valid(read_said & read_id[7] == 1'b1), .status_id(read_id),
                .status_done(read_done), .failed(failed[1]));
            bl_a10_write_side #(.MOVER_W(MOVER_W), .DATA_W(DATA_W), .LOG_WORDS(LOG_WORDS),
                .LOG_QUEUE(LOG_QUEUE), .FIRST_ID(128), .LOG_TIMEOUT(LOG_TIMEOUT)) writes (
                .clk(clk), .rst(rst), .s_axi_awaddr(s_kernel_awaddr), .s_axi_awlen(s_kernel_awlen),
                .s_axi_awvalid(s_kernel_awvalid), .s_axi_awready(s_kernel_awready),
                .s_axi_wdata(s_kernel_wdata), .s_axi_wstrb(s_kernel_wstrb),
                .s_axi_wlast(s_kernel_wlast), .s_axi_wvalid(s_kernel_wvalid),
                .s_axi_wready(s_kernel_wready), .s_axi_bresp(s_kernel_bresp),
                .s_axi_bvalid(s_kernel_bvalid), .s_axi_bready(s_kernel_bready),
                .m_tvalid(write_offers[1]), .m_tready(write_takes[1]),
                .m_tdata(write_asks[160 +: 160]), .local_read(get_read),
                .local_address(get_at[23:0]), .local_data(get_data[MOVER_W*1 +: MOVER_W]),
                .status_valid(write_said & write_id[7] == 1'b1), .status_id(write_id),
                .status_done(write_done), .failed(failed[3]));
        end else begin : g_no_kernel
            reg [1:0] stray;                      // a status of a side that is not there
            always @(posedge clk) begin
                if (read_said & read_id[7] == 1'b1) stray[0] <= 1'b1;
                if (write_said & write_id[7] == 1'b1) stray[1] <= 1'b1;
                if (rst) stray <= 2'b00;
            end
            assign failed[1] = stray[0];
            assign failed[3] = stray[1];
            assign s_kernel_arready = 1'b0;
            assign s_kernel_rdata   = {DATA_W{1'b0}};
            assign s_kernel_rresp   = 2'b00;
            assign s_kernel_rlast   = 1'b0;
            assign s_kernel_rvalid  = 1'b0;
            assign s_kernel_awready = 1'b0;
            assign s_kernel_wready  = 1'b0;
            assign s_kernel_bresp   = 2'b00;
            assign s_kernel_bvalid  = 1'b0;
            assign read_offers[1]  = 1'b0;
            assign write_offers[1] = 1'b0;
            assign read_asks[160 +: 160]  = 160'd0;
            assign write_asks[160 +: 160] = 160'd0;
            assign get_data[MOVER_W*1 +: MOVER_W] = {MOVER_W{1'b0}};
            wire unused_side = &{1'b0, s_kernel_araddr, s_kernel_arlen, s_kernel_arvalid,
                s_kernel_rready, s_kernel_awaddr, s_kernel_awlen, s_kernel_awvalid, s_kernel_wdata,
                s_kernel_wstrb, s_kernel_wlast, s_kernel_wvalid, s_kernel_bready, read_takes[1],
                write_takes[1]};
        end
    endgenerate

    bl_a10_give #(.READY_LATENCY(READY_LATENCY)) give_read (
        .clk(clk), .rst(rst), .s_host_tvalid(read_offers[0]), .s_host_tready(read_takes[0]),
        .s_host_tdata(read_asks[159:0]), .s_kernel_tvalid(read_offers[1]),
        .s_kernel_tready(read_takes[1]), .s_kernel_tdata(read_asks[319:160]),
        .ast_valid(RdAstRxValid), .ast_ready(RdAstRxReady), .ast_data(RdAstRxData));

    bl_a10_give #(.READY_LATENCY(READY_LATENCY)) give_write (
        .clk(clk), .rst(rst), .s_host_tvalid(write_offers[0]), .s_host_tready(write_takes[0]),
        .s_host_tdata(write_asks[159:0]), .s_kernel_tvalid(write_offers[1]),
        .s_kernel_tready(write_takes[1]), .s_kernel_tdata(write_asks[319:160]),
        .ast_valid(WrAstRxValid), .ast_ready(WrAstRxReady), .ast_data(WrAstRxData));

    wire unused = &{1'b0, RdDmaAddress[63:25], WrDmaAddress[63:25], RdAstTxData[31:9],
                    WrAstTxData[31:9], put_at, BYTES};
endmodule
`default_nettype wire
