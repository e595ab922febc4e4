// long config: -Ptb_bl_a10_dma.SEED=1
// long config: -Ptb_bl_a10_dma.SEED=2 -Ptb_bl_a10_dma.DATA_W=512 -Ptb_bl_a10_dma.READY_LATENCY=3
// long config: -Ptb_bl_a10_dma.SEED=3 -Ptb_bl_a10_dma.DATA_W=128 -Ptb_bl_a10_dma.MOVER_W=128 -Ptb_bl_a10_dma.READY_LATENCY=0
// config: -Ptb_bl_a10_dma.SEED=4 -Ptb_bl_a10_dma.SIDES=2 -Ptb_bl_a10_dma.LOG_WORDS=5 -Ptb_bl_a10_dma.LOG_QUEUE=1
// long config: -Ptb_bl_a10_dma.SEED=5 -Ptb_bl_a10_dma.SIDES=1 -Ptb_bl_a10_dma.DATA_W=512 -Ptb_bl_a10_dma.READY_LATENCY=2
// long config: -Ptb_bl_a10_dma.SEED=6 -Ptb_bl_a10_dma.SILENT=1
// long config: -Ptb_bl_a10_dma.SEED=7 -Ptb_bl_a10_dma.BURSTS=8000 -Ptb_bl_a10_dma.LOG_QUEUE=2
// long config: -Ptb_bl_a10_dma.SEED=8 -Ptb_bl_a10_dma.BURSTS=8000 -Ptb_bl_a10_dma.DATA_W=512 -Ptb_bl_a10_dma.READY_LATENCY=4
// config: -Ptb_bl_a10_dma.SEED=9 -Ptb_bl_a10_dma.PORT=1 -Ptb_bl_a10_dma.BURSTS=60
// long config: -Ptb_bl_a10_dma.SEED=10 -Ptb_bl_a10_dma.PORT=1 -Ptb_bl_a10_dma.BURSTS=1000
// long config: -Ptb_bl_a10_dma.SEED=11 -Ptb_bl_a10_dma.PORT=1 -Ptb_bl_a10_dma.DATA_W=512 -Ptb_bl_a10_dma.LOG_QUEUE=2
// long config: -Ptb_bl_a10_dma.SEED=12 -Ptb_bl_a10_dma.PORT=1 -Ptb_bl_a10_dma.SIDES=2
// The controller between two AXI4 masters and the models of the IP's data movers, over a memory of
// which every answer can be predicted: random bursts of both sides at once, with strobes that keep
// all, a part, or runs; what the mover writes comes out of order. Every word that is read, every
// response and the memory at each response are compared; no descriptor may break the IP's rules.
// Then answers with errors, of the reads and of the writes, behind which all goes on; with SILENT
// the mover says nothing of them, and everything is answered with an error. A reset; then with
// nothing stalled the latency, and the rate with 1 us from request to answer. With PORT the masters
// share a port of the node, as its host's and its kernels' bursts do.
module tb_bl_a10_dma;
    parameter DATA_W        = 256;
    parameter MOVER_W       = 256;
    parameter SIDES         = 3;
    parameter LOG_WORDS     = 9;
    parameter LOG_QUEUE     = 4;
    parameter READY_LATENCY = 1;
    parameter SILENT        = 0;
    parameter PORT          = 0;        // 1: the masters share bl_a10_port, 256 bits of the IP
    parameter BURSTS        = 250;      // of each kind and side, in a phase
    parameter SEED          = 1;

    localparam BYTES = DATA_W / 8, UNITS = DATA_W / 32, COUNT_W = MOVER_W == 128 ? 6 : 5;
    localparam MOST = 512 / BYTES < (1 << LOG_WORDS) ? 512 / BYTES : 1 << LOG_WORDS;
    localparam SPACE = 16;              // log2 of the bytes of a side's part of the memory
    localparam LISTED = 256, KEPT = 4096;
    localparam [63:0] BASE = 64'h12_3456_0000, BAD = 64'h4000_0000_0000_0000;

    reg clk = 1'b0, rst = 1'b1;
    always #2 clk = ~clk;

    // ---- the two masters, [1] the kernels
    reg  [127:0]          araddr, awaddr;
    reg  [15:0]           arlen, awlen;
    reg  [1:0]            arvalid, rready, awvalid, wlast, wvalid, bready;
    wire [1:0]            arready, rlast, rvalid, awready, wready, bvalid;
    wire [2*DATA_W-1:0]   rdata;
    reg  [2*DATA_W-1:0]   wdata;
    reg  [2*BYTES-1:0]    wstrb;
    wire [3:0]            rresp, bresp, failed;

    wire [159:0]          rd_rx, wr_rx;
    wire                  rd_rx_valid, rd_rx_ready, rd_tx_valid, wr_rx_valid, wr_rx_ready;
    wire                  wr_tx_valid;
    wire [31:0]           rd_tx, wr_tx, rd_faults, wr_faults;
    wire                  rd_write, rd_wait, wr_read, wr_wait, wr_valid;
    wire [63:0]           rd_address, wr_address;
    wire [MOVER_W-1:0]    rd_data, wr_data;
    wire [MOVER_W/8-1:0]  rd_enable;
    wire [COUNT_W-1:0]    rd_count, wr_count;

    generate if (PORT == 0) begin : g_dma
        bl_a10_dma #(.DATA_W(DATA_W), .MOVER_W(MOVER_W), .SIDES(SIDES), .LOG_WORDS(LOG_WORDS),
            .LOG_QUEUE(LOG_QUEUE), .READY_LATENCY(READY_LATENCY), .LOG_TIMEOUT(13)) dut (
            .clk(clk), .rst(rst), .failed(failed),
            .s_host_araddr(araddr[63:0]), .s_host_arlen(arlen[7:0]), .s_host_arvalid(arvalid[0]),
            .s_host_arready(arready[0]), .s_host_rdata(rdata[DATA_W-1:0]),
            .s_host_rresp(rresp[1:0]), .s_host_rlast(rlast[0]), .s_host_rvalid(rvalid[0]),
            .s_host_rready(rready[0]),
            .s_host_awaddr(awaddr[63:0]), .s_host_awlen(awlen[7:0]), .s_host_awvalid(awvalid[0]),
            .s_host_awready(awready[0]), .s_host_wdata(wdata[DATA_W-1:0]),
            .s_host_wstrb(wstrb[BYTES-1:0]), .s_host_wlast(wlast[0]), .s_host_wvalid(wvalid[0]),
            .s_host_wready(wready[0]), .s_host_bresp(bresp[1:0]), .s_host_bvalid(bvalid[0]),
            .s_host_bready(bready[0]),
            .s_kernel_araddr(araddr[127:64]), .s_kernel_arlen(arlen[15:8]),
            .s_kernel_arvalid(arvalid[1]), .s_kernel_arready(arready[1]),
            .s_kernel_rdata(rdata[2*DATA_W-1:DATA_W]), .s_kernel_rresp(rresp[3:2]),
            .s_kernel_rlast(rlast[1]), .s_kernel_rvalid(rvalid[1]), .s_kernel_rready(rready[1]),
            .s_kernel_awaddr(awaddr[127:64]), .s_kernel_awlen(awlen[15:8]),
            .s_kernel_awvalid(awvalid[1]), .s_kernel_awready(awready[1]),
            .s_kernel_wdata(wdata[2*DATA_W-1:DATA_W]), .s_kernel_wstrb(wstrb[2*BYTES-1:BYTES]),
            .s_kernel_wlast(wlast[1]), .s_kernel_wvalid(wvalid[1]), .s_kernel_wready(wready[1]),
            .s_kernel_bresp(bresp[3:2]), .s_kernel_bvalid(bvalid[1]), .s_kernel_bready(bready[1]),
            .RdAstRxData(rd_rx), .RdAstRxValid(rd_rx_valid), .RdAstRxReady(rd_rx_ready),
            .RdAstTxData(rd_tx), .RdAstTxValid(rd_tx_valid), .RdDmaWrite(rd_write),
            .RdDmaAddress(rd_address), .RdDmaWriteData(rd_data), .RdDmaBurstCount(rd_count),
            .RdDmaByteEnable(rd_enable), .RdDmaWaitRequest(rd_wait),
            .WrAstRxData(wr_rx), .WrAstRxValid(wr_rx_valid), .WrAstRxReady(wr_rx_ready),
            .WrAstTxData(wr_tx), .WrAstTxValid(wr_tx_valid), .WrDmaRead(wr_read),
            .WrDmaAddress(wr_address), .WrDmaBurstCount(wr_count), .WrDmaWaitRequest(wr_wait),
            .WrDmaReadData(wr_data), .WrDmaReadDataValid(wr_valid));
    end else begin : g_port
        // both share one port, as in a node: bit 64 of an address says whose it is
        wire [64:0]       j_araddr, j_awaddr;
        wire [7:0]        j_arlen, j_awlen;
        wire              j_arvalid, j_arready, j_rlast, j_rvalid, j_rready;
        wire              j_awvalid, j_awready, j_wlast, j_wvalid, j_wready, j_bvalid, j_bready;
        wire [DATA_W-1:0] j_rdata, j_wdata;
        wire [BYTES-1:0]  j_wstrb;
        wire [1:0]        j_rresp, j_bresp;
        wire              busy;
        assign failed[3:1] = 3'd0;
        bl_axi_read_join #(.PORTS(2), .ADDR_W(65), .DATA_W(DATA_W)) join_reads (
            .clk(clk), .rst(rst),
            .s_axi_araddr({1'b1, araddr[127:64], 1'b0, araddr[63:0]}), .s_axi_arlen(arlen),
            .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_rdata(rdata),
            .s_axi_rresp(rresp), .s_axi_rlast(rlast), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
            .m_axi_araddr(j_araddr), .m_axi_arlen(j_arlen), .m_axi_arvalid(j_arvalid),
            .m_axi_arready(j_arready), .m_axi_rdata(j_rdata), .m_axi_rresp(j_rresp),
            .m_axi_rlast(j_rlast), .m_axi_rvalid(j_rvalid), .m_axi_rready(j_rready));
        bl_axi_write_join #(.PORTS(2), .ADDR_W(65), .DATA_W(DATA_W)) join_writes (
            .clk(clk), .rst(rst),
            .s_axi_awaddr({1'b1, awaddr[127:64], 1'b0, awaddr[63:0]}), .s_axi_awlen(awlen),
            .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_wdata(wdata),
            .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
            .s_axi_bresp(bresp), .s_axi_bvalid(bvalid), .s_axi_bready(bready),
            .m_axi_awaddr(j_awaddr), .m_axi_awlen(j_awlen), .m_axi_awvalid(j_awvalid),
            .m_axi_awready(j_awready), .m_axi_wdata(j_wdata), .m_axi_wstrb(j_wstrb),
            .m_axi_wlast(j_wlast), .m_axi_wvalid(j_wvalid), .m_axi_wready(j_wready),
            .m_axi_bresp(j_bresp), .m_axi_bvalid(j_bvalid), .m_axi_bready(j_bready));
        bl_a10_port #(.DATA_W(DATA_W), .SIDES(SIDES), .LOG_WORDS(LOG_WORDS),
            .LOG_QUEUE(LOG_QUEUE), .READY_LATENCY(READY_LATENCY), .LOG_TIMEOUT(13)) dut (
            .clk(clk), .rst(rst), .ready(~rst), .busy(busy), .error(failed[0]),
            .s_axi_araddr(j_araddr[63:0]), .s_axi_aruser(j_araddr[64]), .s_axi_arlen(j_arlen),
            .s_axi_arvalid(j_arvalid), .s_axi_arready(j_arready), .s_axi_rdata(j_rdata),
            .s_axi_rresp(j_rresp), .s_axi_rlast(j_rlast), .s_axi_rvalid(j_rvalid),
            .s_axi_rready(j_rready), .s_axi_awaddr(j_awaddr[63:0]), .s_axi_awuser(j_awaddr[64]),
            .s_axi_awlen(j_awlen), .s_axi_awvalid(j_awvalid), .s_axi_awready(j_awready),
            .s_axi_wdata(j_wdata), .s_axi_wstrb(j_wstrb), .s_axi_wlast(j_wlast),
            .s_axi_wvalid(j_wvalid), .s_axi_wready(j_wready), .s_axi_bresp(j_bresp),
            .s_axi_bvalid(j_bvalid), .s_axi_bready(j_bready),
            .RdAstRxData(rd_rx), .RdAstRxValid(rd_rx_valid), .RdAstRxReady(rd_rx_ready),
            .RdAstTxData(rd_tx), .RdAstTxValid(rd_tx_valid), .RdDmaWrite(rd_write),
            .RdDmaAddress(rd_address), .RdDmaWriteData(rd_data), .RdDmaBurstCount(rd_count),
            .RdDmaByteEnable(rd_enable), .RdDmaWaitRequest(rd_wait),
            .WrAstRxData(wr_rx), .WrAstRxValid(wr_rx_valid), .WrAstRxReady(wr_rx_ready),
            .WrAstTxData(wr_tx), .WrAstTxValid(wr_tx_valid), .WrDmaRead(wr_read),
            .WrDmaAddress(wr_address), .WrDmaBurstCount(wr_count), .WrDmaWaitRequest(wr_wait),
            .WrDmaReadData(wr_data), .WrDmaReadDataValid(wr_valid));
    end endgenerate

    // ---- the movers, over a memory
    wire [63:0]       b_araddr, b_awaddr;
    wire [7:0]        b_arlen, b_awlen;
    wire              b_arvalid, b_rready, b_awvalid, b_wvalid, b_wlast, b_bready;
    wire [DATA_W-1:0] b_wdata;
    wire [BYTES-1:0]  b_wstrb;
    reg               b_arready, b_rvalid, b_rlast, b_awready, b_wready, b_bvalid;
    reg  [DATA_W-1:0] b_rdata;
    reg  [1:0]        b_rresp, b_bresp;
    reg               fast;             // nothing stalls

    bl_a10_read_mover #(.DATA_W(DATA_W), .MOVER_W(MOVER_W), .READY_LATENCY(READY_LATENCY),
        .HOLD(64), .SILENT(SILENT), .SEED(32'h1234_5678 + SEED)) reads (
        .clk(clk), .rst(rst), .RdAstRxData_i(rd_rx), .RdAstRxValid_i(rd_rx_valid),
        .RdAstRxReady_o(rd_rx_ready), .RdAstTxData_o(rd_tx), .RdAstTxValid_o(rd_tx_valid),
        .RdDmaWrite_o(rd_write), .RdDmaAddress_o(rd_address), .RdDmaWriteData_o(rd_data),
        .RdDmaBurstCount_o(rd_count), .RdDmaByteEnable_o(rd_enable),
        .RdDmaWaitRequest_i(rd_wait), .m_axi_araddr(b_araddr), .m_axi_arlen(b_arlen),
        .m_axi_arvalid(b_arvalid), .m_axi_arready(b_arready), .m_axi_rdata(b_rdata),
        .m_axi_rresp(b_rresp), .m_axi_rlast(b_rlast), .m_axi_rvalid(b_rvalid),
        .m_axi_rready(b_rready), .fast(fast), .faults(rd_faults));
    bl_a10_write_mover #(.DATA_W(DATA_W), .MOVER_W(MOVER_W), .READY_LATENCY(READY_LATENCY),
        .HOLD(64), .SILENT(SILENT), .SEED(32'h8765_4321 + SEED)) writes (
        .clk(clk), .rst(rst), .WrAstRxData_i(wr_rx), .WrAstRxValid_i(wr_rx_valid),
        .WrAstRxReady_o(wr_rx_ready), .WrAstTxData_o(wr_tx), .WrAstTxValid_o(wr_tx_valid),
        .WrDmaRead_o(wr_read), .WrDmaAddress_o(wr_address), .WrDmaBurstCount_o(wr_count),
        .WrDmaWaitRequest_i(wr_wait), .WrDmaReadData_i(wr_data),
        .WrDmaReadDataValid_i(wr_valid), .m_axi_awaddr(b_awaddr), .m_axi_awlen(b_awlen),
        .m_axi_awvalid(b_awvalid), .m_axi_awready(b_awready), .m_axi_wdata(b_wdata),
        .m_axi_wstrb(b_wstrb), .m_axi_wlast(b_wlast), .m_axi_wvalid(b_wvalid),
        .m_axi_wready(b_wready), .m_axi_bresp(b_bresp), .m_axi_bvalid(b_bvalid),
        .m_axi_bready(b_bready), .fast(fast), .faults(wr_faults));

    integer seed, wrong, now, i, k, s;

    // a side has its own ids: its part of the addresses says whose a descriptor is
    always @(posedge clk) if (!rst) begin
        if (rd_rx_valid && rd_rx[153] != rd_rx[SPACE]) complain("a read of the other side");
        if (wr_rx_valid && wr_rx[153] != wr_rx[64+SPACE]) complain("a write of the other side");
    end

    task complain;
        input [8*40-1:0] what;
        begin
            wrong = wrong + 1;
            if (wrong < 20) $display("%0d: %0s", now, what);
        end
    endtask

    // ---- the memory: what is read follows from the address, what is written is kept by side
    function [31:0] granule;
        input [63:0] address;
        granule = address[31:0] * 32'h9e37_79b1 ^ {address[63:32], 2'b01};
    endfunction

    reg [31:0] memory [0:(2<<(SPACE-2))-1], expected [0:(2<<(SPACE-2))-1];
    reg [63:0] ar_at [0:LISTED-1], aw_at [0:LISTED-1], b_at [0:LISTED-1];
    integer    ar_len [0:LISTED-1], ar_due [0:LISTED-1], b_due [0:LISTED-1];
    integer    ar_in, ar_out, ar_beat, aw_in, aw_out, aw_beat, b_in, b_out, latency;
    reg [63:0] at;

    function integer place;             // of a granule
        input [63:0] address;
        place = (address[SPACE] ? 1 << (SPACE - 2) : 0) + address[SPACE-1:2];
    endfunction

    always @(posedge clk) if (!rst) begin
        if (b_arvalid & b_arready) begin
            ar_at[ar_in % LISTED]  = b_araddr;
            ar_len[ar_in % LISTED] = b_arlen;
            ar_due[ar_in % LISTED] = now + latency;
            ar_in = ar_in + 1;
            if (b_araddr % BYTES != 0 || (b_araddr % 4096) / BYTES + b_arlen >= 4096 / BYTES)
                complain("a request that is none");
        end
        if (b_rvalid & b_rready) b_rvalid <= 1'b0;
        if ((~b_rvalid | b_rready) && ar_in != ar_out && ar_due[ar_out % LISTED] <= now
            && (fast || $random(seed) % 4 != 0)) begin
            at = ar_at[ar_out % LISTED] + BYTES * ar_beat;
            for (i = 0; i < UNITS; i = i + 1) b_rdata[32*i +: 32] <= granule(at + 4 * i);
            b_rvalid <= 1'b1;
            b_rresp  <= at[62] ? 2'd3 : 2'd0;
            b_rlast  <= ar_beat == ar_len[ar_out % LISTED];
            if (ar_beat == ar_len[ar_out % LISTED]) begin
                ar_beat = 0;
                ar_out  = ar_out + 1;
            end else ar_beat = ar_beat + 1;
        end
        if (b_awvalid & b_awready) begin
            aw_at[aw_in % LISTED] = b_awaddr;
            aw_in = aw_in + 1;
        end
        if (b_wvalid & b_wready) begin
            if (aw_out == aw_in) complain("a word before its request");
            at = aw_at[aw_out % LISTED] + BYTES * aw_beat;
            for (i = 0; i < UNITS; i = i + 1)
                if (b_wstrb[4*i] && !at[62]) memory[place(at + 4 * i)] = b_wdata[32*i +: 32];
            aw_beat = aw_beat + 1;
            if (b_wlast) begin
                b_at[b_in % LISTED]  = at;
                b_due[b_in % LISTED] = now + latency;
                b_in    = b_in + 1;
                aw_out  = aw_out + 1;
                aw_beat = 0;
            end
        end
        if (b_bvalid & b_bready) b_bvalid <= 1'b0;
        if ((~b_bvalid | b_bready) && b_in != b_out && b_due[b_out % LISTED] <= now
            && (fast || $random(seed) % 4 != 0)) begin
            b_bvalid <= 1'b1;
            b_bresp  <= b_at[b_out % LISTED] >> 62 != 0 ? 2'd3 : 2'd0;
            b_out    = b_out + 1;
        end
        b_arready <= fast || $random(seed) % 4 != 0;
        b_awready <= fast || $random(seed) % 4 != 0;
        b_wready  <= fast || $random(seed) % 4 != 0;
    end

    // ---- the masters: how many bursts are still to be begun, and how many are under way
    integer    reads_left [0:1], writes_left [0:1], reads_due [0:1], writes_due [0:1];
    integer    r_in [0:1], r_out [0:1], r_beat [0:1], w_in [0:1], w_out [0:1], w_words [0:1];
    reg [63:0] r_at [0:2*KEPT-1], w_at [0:2*KEPT-1];
    integer    r_len [0:2*KEPT-1], w_len [0:2*KEPT-1], w_fate [0:2*KEPT-1];
    integer    w_beat [0:1], w_next [0:1], w_sent [0:1], errors_seen, words_read, bursts_done;
    integer    kind, len, from, to, bad_reads, bad_writes, odd, slot;
    reg        part;
    reg [63:0] place_at;

    // a read: anywhere in its part of the addresses
    task begin_read;
        begin
            len = fast ? MOST - 1 : $random(seed) & (MOST - 1);
            place_at = BASE + (s << SPACE) + (($random(seed) & ((1 << SPACE) - 1)) & ~511)
                + (fast ? 0 : BYTES * ($random(seed) % (MOST - len) & (MOST - 1)));
            if (place_at[8:0] + BYTES * (len + 1) > 512) place_at[8:0] = 9'd0;
            part = bad_reads > 0 && $random(seed) % 8 == 0;
            if (part) begin
                place_at  = place_at | BAD;
                bad_reads = bad_reads - 1;
            end
            araddr[64*s +: 64] <= place_at;
            arlen[8*s +: 8]    <= len;
            arvalid[s]         <= 1'b1;
            r_at[KEPT*s + r_in[s] % KEPT]  = place_at;
            r_len[KEPT*s + r_in[s] % KEPT] = len;
            r_in[s]       = r_in[s] + 1;
            reads_left[s] = reads_left[s] - 1;
        end
    endtask

    // a write: bursts one behind the other through its part of the memory
    task begin_write;
        begin
            len = fast ? MOST - 1 : $random(seed) & (MOST - 1);
            if (w_next[s] % 512 + BYTES * (len + 1) > 512) w_next[s] = (w_next[s] + 511) & ~511;
            if (w_next[s] + BYTES * (len + 1) > 1 << SPACE) w_next[s] = 0;
            place_at = BASE + (s << SPACE) + w_next[s];
            w_next[s] = w_next[s] + BYTES * (len + 1);
            slot = KEPT * s + w_in[s] % KEPT;
            w_fate[slot] = 0;
            part = bad_writes > 0 && $random(seed) % 8 == 0;
            if (part) begin
                place_at     = place_at | BAD;
                bad_writes   = bad_writes - 1;
                w_fate[slot] = 1;
            end
            awaddr[64*s +: 64] <= place_at;
            awlen[8*s +: 8]    <= len;
            awvalid[s]         <= 1'b1;
            w_at[slot]  = place_at;
            w_len[slot] = len;
            w_in[s]        = w_in[s] + 1;
            writes_left[s] = writes_left[s] - 1;
        end
    endtask

    // the next word of the burst whose words are to come
    task begin_word;
        begin
            slot = KEPT * s + w_sent[s] % KEPT;
            kind = fast ? 0 : $random(seed) & 7;
            from = 0;
            to   = UNITS;
            if (kind == 1 || kind == 2) from = $random(seed) & (UNITS - 1);
            if (kind == 2 || kind == 3)
                to = from + 1 + ($random(seed) & (UNITS - 1)) % (UNITS - from);
            if (kind == 4) to = 0;
            place_at = w_at[slot] + BYTES * w_beat[s];
            wstrb[BYTES*s +: BYTES] <= 0;
            for (i = 0; i < UNITS; i = i + 1) begin
                wdata[DATA_W*s + 32*i +: 32] <= $random(seed);
                wstrb[BYTES*s + 4*i +: 4] <= {4{i >= from && i < to}};
            end
            odd = !fast && w_fate[slot] == 0 && $random(seed) % 1024 == 0 ? 1 : 0;
            if (odd) wstrb[BYTES*s +: BYTES] <= 6;
            if (odd) w_fate[slot] = 2;
            wvalid[s] <= 1'b1;
            wlast[s]  <= w_beat[s] == w_len[slot];
            if (w_beat[s] == w_len[slot]) begin
                w_beat[s] = 0;
                w_sent[s] = w_sent[s] + 1;
            end else w_beat[s] = w_beat[s] + 1;
        end
    endtask

    // a word that was taken: what the memory shall hold
    task keep_word;
        begin
            slot = KEPT * s + w_out[s] % KEPT;
            place_at = w_at[slot] + BYTES * w_words[s];
            if (!place_at[62] && wstrb[BYTES*s +: 4] != 6)
                for (i = 0; i < UNITS; i = i + 1)
                    if (wstrb[BYTES*s + 4*i]) expected[place(place_at + 4 * i)]
                        = wdata[DATA_W*s + 32*i +: 32];
            w_words[s] = w_words[s] + 1;
            if (wlast[s]) begin
                w_words[s] = 0;
                w_out[s]   = w_out[s] + 1;
            end
        end
    endtask

    task check_read;
        begin
            slot = KEPT * s + r_out[s] % KEPT;
            place_at = r_at[slot] + BYTES * r_beat[s];
            if (r_out[s] == r_in[s]) complain("a word that nobody asked for");
            if (rresp[2*s +: 2] != 0) begin
                errors_seen = errors_seen + 1;
                if (!place_at[62] && !(|failed)) complain("an error without a cause");
            end else begin
                if (place_at[62]) complain("no error where there is one");
                for (i = 0; i < UNITS; i = i + 1)
                    if (rdata[DATA_W*s + 32*i +: 32] !== granule(place_at + 4 * i))
                        complain("a word that differs");
            end
            words_read = words_read + 1;
            if (rlast[s] != (r_beat[s] == r_len[slot])) complain("last at another word");
            if (rlast[s]) begin
                r_beat[s] = 0;
                r_out[s]  = r_out[s] + 1;
            end else r_beat[s] = r_beat[s] + 1;
        end
    endtask

    integer b_done [0:1];
    task check_response;
        begin
            slot = KEPT * s + b_done[s] % KEPT;
            if (b_done[s] == w_out[s]) complain("a response that nobody waits for");
            if (bresp[2*s +: 2] != 0) begin
                errors_seen = errors_seen + 1;
                if (w_fate[slot] == 0 && !(|failed)) complain("an error response without a cause");
            end else begin
                // a burst of no bytes is written nowhere, wherever it goes
                if (w_fate[slot] == 2) complain("no error for odd strobes");
                if (w_fate[slot] == 0)
                    for (i = 0; i < UNITS * (w_len[slot] + 1); i = i + 1)
                        if (memory[place(w_at[slot] + 4 * i)]
                            !== expected[place(w_at[slot] + 4 * i)])
                            complain("answered before it is written");
            end
            b_done[s]   = b_done[s] + 1;
            bursts_done = bursts_done + 1;
        end
    endtask

    always @(posedge clk) begin
        now = now + 1;
        for (s = 0; s < 2; s = s + 1) if (!rst && ((SIDES >> s) & 1) != 0) begin
            if (rvalid[s] & rready[s]) check_read;
            if (wvalid[s] & wready[s]) keep_word;
            if (bvalid[s] & bready[s]) check_response;
            if (arvalid[s] & arready[s]) arvalid[s] <= 1'b0;
            if ((~arvalid[s] | arready[s]) && reads_left[s] > 0 && r_in[s] - r_out[s] < 60
                && (fast || $random(seed) % 4 == 0)) begin_read;
            if (awvalid[s] & awready[s]) awvalid[s] <= 1'b0;
            // no more than half of the memory is under way
            if ((~awvalid[s] | awready[s]) && writes_left[s] > 0 && w_in[s] - b_done[s] < 60
                && (fast || $random(seed) % 4 == 0)) begin_write;
            if (wvalid[s] & wready[s]) wvalid[s] <= 1'b0;
            if ((~wvalid[s] | wready[s]) && w_sent[s] != w_in[s]
                && (fast || $random(seed) % 8 != 0)) begin_word;
            rready[s] <= fast || $random(seed) % 4 != 0;
            bready[s] <= fast || $random(seed) % 4 != 0;
        end
    end

    // ---- phases
    task settle;                        // until nothing is under way
        input integer limit;
        begin
            k = 0;
            while (k < limit
                   && (reads_left[0] + reads_left[1] + writes_left[0] + writes_left[1] != 0
                       || r_in[0] != r_out[0] || r_in[1] != r_out[1] || w_in[0] != b_done[0]
                   || w_in[1] != b_done[1])) begin
                @(posedge clk);
                #1 k = k + 1;
            end
            if (k == limit) complain("something is never answered");
        end
    endtask

    task play;
        input integer reads_of, writes_of;
        begin
            for (i = 0; i < 2; i = i + 1) if (((SIDES >> i) & 1) != 0) begin
                reads_left[i]  = reads_of;
                writes_left[i] = writes_of;
            end
            settle(400 * (reads_of + writes_of) + 40000);
        end
    endtask

    task restart;
        begin
            rst = 1'b1;
            {arvalid, awvalid, wvalid, rready, bready} = 0;
            {b_rvalid, b_bvalid, b_arready, b_awready, b_wready} = 0;
            ar_in = 0; ar_out = 0; ar_beat = 0; aw_in = 0; aw_out = 0; aw_beat = 0;
            b_in = 0; b_out = 0;
            for (i = 0; i < 2; i = i + 1) begin
                reads_left[i] = 0; writes_left[i] = 0; r_in[i] = 0; r_out[i] = 0; r_beat[i] = 0;
                w_in[i] = 0; w_out[i] = 0; w_words[i] = 0; w_beat[i] = 0; w_sent[i] = 0;
                b_done[i] = 0; w_next[i] = 0;
            end
            repeat (PORT == 0 ? 4 : 12) @(posedge clk);
            #1 rst = 1'b0;
        end
    endtask

    integer begun, took, side;
    initial begin
        seed = SEED; wrong = 0; now = 0; errors_seen = 0; words_read = 0; bursts_done = 0;
        bad_reads = 0; bad_writes = 0; latency = 20; fast = 1'b0;
        for (i = 0; i < 2 << (SPACE - 2); i = i + 1) begin
            memory[i]   = i;
            expected[i] = i;
        end
        restart;
        play(BURSTS, BURSTS);
        if (errors_seen > BURSTS / 8) complain("too many errors");
        errors_seen = 0;
        bad_reads   = 20;
        bad_writes  = 20;
        play(BURSTS / 4, BURSTS / 4);
        if (errors_seen == 0) complain("no error was seen");
        if (SILENT != 0) begin
            if (failed == 0) complain("nothing has failed");
        end else begin
            if (failed != 0) complain("something has failed for good");
            errors_seen = 0; bad_reads = 0; bad_writes = 0;
            play(BURSTS / 4, 0);
            if (errors_seen != 0) complain("errors that go on");
        end
        for (i = 0; i < 2 << (SPACE - 2); i = i + 1)
            if (SILENT == 0 && memory[i] !== expected[i]) complain("the memory differs");
        if (rd_faults + wr_faults != 0) complain("a descriptor against the rules");
        // alone, behind a reset
        bad_reads = 0; bad_writes = 0;
        restart;
        if (|failed) complain("failed after a reset");
        repeat (1 << LOG_WORDS) @(posedge clk);
        fast = 1'b1;
        side = SIDES == 1 ? 0 : 1;
        latency = 4;
        repeat (20) @(posedge clk);
        #1 begun = now;
        reads_left[side] = 1;
        settle(1000);
        $display("one read: %0d cycles, of them %0d the mover's and the memory's", now - begun,
                 latency);
        begun = now;
        writes_left[side] = 1;
        settle(1000);
        $display("one write: %0d cycles", now - begun);
        latency    = 250;
        words_read = 0;
        begun      = now;
        reads_left[side] = LOG_WORDS < 9 ? 50 : 300;
        settle(100000);
        took = now - begun - 250;
        $display("reads: %0d words of %0d B in %0d cycles, 1 us of latency", words_read, BYTES,
                 took);
        if (LOG_WORDS == 9 && LOG_QUEUE == 4 && SILENT == 0
            && words_read * BYTES * 100 < took * (MOVER_W / 8) * 97)
            complain("reads are slow");
        begun = now;
        bursts_done = 0;
        writes_left[side] = LOG_WORDS < 9 ? 50 : 300;
        settle(100000);
        took = now - begun - 250;
        $display("writes: %0d words in %0d cycles", bursts_done * MOST, took);
        if (LOG_WORDS == 9 && LOG_QUEUE == 4
            && bursts_done * MOST * BYTES * 100 < took * (MOVER_W / 8) * 97)
            complain("writes are slow");
        if (rd_faults + wr_faults != 0) complain("a descriptor against the rules");
        $display("%0s", wrong == 0 ? "PASS" : "FAIL");
        $finish(0);
    end
endmodule
