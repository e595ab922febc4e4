// long config: -Ptb_bl_dma.DATA_W=256 -Ptb_bl_dma.LOG_PIECE=7 -Ptb_bl_dma.LOG_QUEUE=3
// long config: -Ptb_bl_dma.DATA_W=64 -Ptb_bl_dma.LOG_PIECE=8 -Ptb_bl_dma.LOG_QUEUE=9
// long config: -Ptb_bl_dma.DATA_W=128 -Ptb_bl_dma.LOG_PIECE=6 -Ptb_bl_dma.LOG_QUEUE=3
// long config: -Ptb_bl_dma.DATA_W=512 -Ptb_bl_dma.LOG_PIECE=11 -Ptb_bl_dma.PHASES=2
// config: -Ptb_bl_dma.DATA_W=1024 -Ptb_bl_dma.LOG_PIECE=8 -Ptb_bl_dma.LOG_QUEUE=8
// long config: -Ptb_bl_dma.DATA_W=256 -Ptb_bl_dma.PHASES=2
// long config: -Ptb_bl_dma.DATA_W=256 -Ptb_bl_dma.SEED=77 -Ptb_bl_dma.PHASES=6
// long config: -Ptb_bl_dma.DATA_W=64 -Ptb_bl_dma.LOG_PIECE=11 -Ptb_bl_dma.PHASES=3
// The DMA between the memory of a host and two channels of a card behind bl_dma_window and
// bl_dma_share, with a pipeline that takes the channels now and then. Random descriptors of the
// host and of kernels in both modules, some that must be refused, some whose accesses are answered
// with errors; memories that stall at random and apply a write when they answer it. Of each the
// completion is compared, in order, with its data visible when it is reported; afterwards all that
// may have been written, with what should have been. Then kernels that take no completion, and the
// rate with 200 cycles of latency.
module tb_bl_dma;
    parameter DATA_W    = 256;
    parameter LOG_PIECE = 9;
    parameter LOG_QUEUE = 9;
    parameter PHASES    = 1;
    parameter SEED      = 1;
    parameter MOST      = 2048;         // descriptors of a stream
    parameter SLOW      = 0;            // the read module's kernels take a completion in 128 cycles
    parameter REPORT    = 0;            // counts are printed, for testbench/bench/coe

    localparam CARD_W = 23, ADDR_W = 20, WINDOW_BITS = 22, BYTES = DATA_W / 8;
    localparam [63:0] BASE = 64'h0000_0012_3400_0000;
    localparam AREA   = 32'h20000;      // bytes: targets lie in the first AREA bytes of a memory,
    localparam HOST_N = 32'h80000;      // sources in its last ones; bytes of the host's memory,
    localparam CARD_N = 32'h48000;      // and of a channel
    localparam FIRST  = 32'h2000;       // of a target, but for those that begin below
    localparam HOLE   = 32'h800;        // bytes before a memory's end: 128 that are none
    localparam LIMIT  = 8 * (1 << LOG_PIECE) + 4 * HOLE;   // bytes of a target kept free
    localparam SINGLE = 32'h10000;      // bytes of the transfer whose rate is measured

    reg         clk, rst, stalls, dull, hold, blind;
    reg  [15:0] latency;
    integer     seed, now, phase, s, i, n, failed, where, begun, ended, words, fresh;

    // ---- the circuit. Streams: 0 host, 1 kernels of the read module; 2 host, 3 kernels of the
    // write module
    reg  [63:0]  table_at [0:1];
    reg  [63:0]  status_at [0:1];
    reg  [7:0]   posted [0:1];
    reg  [7:0]   seen [0:1];
    wire [7:0]   done0, done1;
    wire         bad0, bad1, irq;
    reg  [1:0]   k_valid, c_ready;
    wire [1:0]   k_ready, c_valid;
    reg  [159:0] k_data0, k_data1;
    wire [47:0]  c_data0, c_data1;

    wire [63:0]         h_araddr, h_awaddr;
    wire [CARD_W-1:0]   d_araddr, d_awaddr;
    wire [7:0]          h_arlen, h_awlen, d_arlen, d_awlen;
    wire [DATA_W-1:0]   h_rdata, h_wdata, d_rdata, d_wdata;
    wire [DATA_W/8-1:0] h_wstrb, d_wstrb;
    wire [1:0]          h_rresp, h_bresp, d_rresp, d_bresp;
    wire h_arvalid, h_arready, h_rlast, h_rvalid, h_rready, h_awvalid, h_awready, h_wlast,
         h_wvalid, h_wready, h_bvalid, h_bready;
    wire d_arvalid, d_arready, d_rlast, d_rvalid, d_rready, d_awvalid, d_awready, d_wlast,
         d_wvalid, d_wready, d_bvalid, d_bready;

    bl_dma #(.DATA_W(DATA_W), .CARD_W(CARD_W), .WINDOW_BITS(WINDOW_BITS), .LOG_PIECE(LOG_PIECE),
             .LOG_QUEUE(LOG_QUEUE)) dut (
        .clk(clk), .rst(rst), .read_table(table_at[0]), .read_status(status_at[0]),
        .read_posted(posted[0]), .read_seen(seen[0]), .read_done(done0), .read_failed(bad0),
        .write_table(table_at[1]), .write_status(status_at[1]), .write_posted(posted[1]),
        .write_seen(seen[1]), .write_done(done1), .write_failed(bad1), .irq(irq),
        .s_kread_tvalid(k_valid[0]), .s_kread_tready(k_ready[0]), .s_kread_tdata(k_data0),
        .m_kread_tvalid(c_valid[0]), .m_kread_tready(c_ready[0]), .m_kread_tdata(c_data0),
        .s_kwrite_tvalid(k_valid[1]), .s_kwrite_tready(k_ready[1]), .s_kwrite_tdata(k_data1),
        .m_kwrite_tvalid(c_valid[1]), .m_kwrite_tready(c_ready[1]), .m_kwrite_tdata(c_data1),
        .m_host_araddr(h_araddr), .m_host_arlen(h_arlen), .m_host_arvalid(h_arvalid),
        .m_host_arready(h_arready), .m_host_rdata(h_rdata), .m_host_rresp(h_rresp),
        .m_host_rlast(h_rlast), .m_host_rvalid(h_rvalid), .m_host_rready(h_rready),
        .m_host_awaddr(h_awaddr), .m_host_awlen(h_awlen), .m_host_awvalid(h_awvalid),
        .m_host_awready(h_awready), .m_host_wdata(h_wdata), .m_host_wstrb(h_wstrb),
        .m_host_wlast(h_wlast), .m_host_wvalid(h_wvalid), .m_host_wready(h_wready),
        .m_host_bresp(h_bresp), .m_host_bvalid(h_bvalid), .m_host_bready(h_bready),
        .m_card_araddr(d_araddr), .m_card_arlen(d_arlen), .m_card_arvalid(d_arvalid),
        .m_card_arready(d_arready), .m_card_rdata(d_rdata), .m_card_rresp(d_rresp),
        .m_card_rlast(d_rlast), .m_card_rvalid(d_rvalid), .m_card_rready(d_rready),
        .m_card_awaddr(d_awaddr), .m_card_awlen(d_awlen), .m_card_awvalid(d_awvalid),
        .m_card_awready(d_awready), .m_card_wdata(d_wdata), .m_card_wstrb(d_wstrb),
        .m_card_wlast(d_wlast), .m_card_wvalid(d_wvalid), .m_card_wready(d_wready),
        .m_card_bresp(d_bresp), .m_card_bvalid(d_bvalid), .m_card_bready(d_bready));

    wire [3:0] host_failed;
    memory #(.ADDR_W(64), .DATA_W(DATA_W), .BASE(BASE), .BYTES(HOST_N), .LOG_PIECE(LOG_PIECE),
             .SEED(SEED + 10)) host (
        .clk(clk), .rst(rst), .stalls(stalls), .latency(latency), .failed(host_failed),
        .araddr(h_araddr), .arlen(h_arlen), .arvalid(h_arvalid), .arready(h_arready),
        .rdata(h_rdata), .rresp(h_rresp), .rlast(h_rlast), .rvalid(h_rvalid), .rready(h_rready),
        .awaddr(h_awaddr), .awlen(h_awlen), .awvalid(h_awvalid), .awready(h_awready),
        .wdata(h_wdata), .wstrb(h_wstrb), .wlast(h_wlast), .wvalid(h_wvalid), .wready(h_wready),
        .bresp(h_bresp), .bvalid(h_bvalid), .bready(h_bready));

    // ---- the window and the channels
    reg                   node_busy;
    wire                  owns;
    wire [2*ADDR_W-1:0]   w_araddr, w_awaddr;
    wire [15:0]           w_arlen, w_awlen;
    wire [2*DATA_W-1:0]   w_rdata, w_wdata;
    wire [2*DATA_W/8-1:0] w_wstrb;
    wire [3:0]            w_rresp, w_bresp;
    wire [1:0] w_arvalid, w_arready, w_rlast, w_rvalid, w_rready, w_awvalid, w_awready, w_wlast,
               w_wvalid, w_wready, w_bvalid, w_bready;

    bl_dma_window #(.CHANNELS(2), .CARD_W(CARD_W), .ADDR_W(ADDR_W), .DATA_W(DATA_W)) window (
        .clk(clk), .rst(rst), .node_busy(node_busy), .owns(owns),
        .s_card_araddr(d_araddr), .s_card_arlen(d_arlen), .s_card_arvalid(d_arvalid),
        .s_card_arready(d_arready), .s_card_rdata(d_rdata), .s_card_rresp(d_rresp),
        .s_card_rlast(d_rlast), .s_card_rvalid(d_rvalid), .s_card_rready(d_rready),
        .s_card_awaddr(d_awaddr), .s_card_awlen(d_awlen), .s_card_awvalid(d_awvalid),
        .s_card_awready(d_awready), .s_card_wdata(d_wdata), .s_card_wstrb(d_wstrb),
        .s_card_wlast(d_wlast), .s_card_wvalid(d_wvalid), .s_card_wready(d_wready),
        .s_card_bresp(d_bresp), .s_card_bvalid(d_bvalid), .s_card_bready(d_bready),
        .m_axi_araddr(w_araddr), .m_axi_arlen(w_arlen), .m_axi_arvalid(w_arvalid),
        .m_axi_arready(w_arready), .m_axi_rdata(w_rdata), .m_axi_rresp(w_rresp),
        .m_axi_rlast(w_rlast), .m_axi_rvalid(w_rvalid), .m_axi_rready(w_rready),
        .m_axi_awaddr(w_awaddr), .m_axi_awlen(w_awlen), .m_axi_awvalid(w_awvalid),
        .m_axi_awready(w_awready), .m_axi_wdata(w_wdata), .m_axi_wstrb(w_wstrb),
        .m_axi_wlast(w_wlast), .m_axi_wvalid(w_wvalid), .m_axi_wready(w_wready),
        .m_axi_bresp(w_bresp), .m_axi_bvalid(w_bvalid), .m_axi_bready(w_bready));

    // the pipeline: one word each way of channel 1
    reg         p_arvalid, p_awvalid, p_wvalid;
    reg  [31:0] p_word;
    wire [1:0]  p_arready, p_awready, p_wready, p_rvalid, p_rlast, p_bvalid;
    wire [2*DATA_W-1:0] p_rdata;
    wire [3:0]  p_rresp, p_bresp, chan_failed0, chan_failed1;
    localparam  P_PLACE = AREA;           // between targets and sources

    genvar c;
    generate
        for (c = 0; c < 2; c = c + 1) begin : channel
            wire [ADDR_W-1:0]   araddr, awaddr;
            wire [7:0]          arlen, awlen;
            wire [DATA_W-1:0]   rdata, wdata;
            wire [DATA_W/8-1:0] wstrb;
            wire [1:0]          rresp, bresp;
            wire arvalid, arready, rlast, rvalid, rready, awvalid, awready, wlast, wvalid, wready,
                 bvalid, bready;
            bl_dma_share #(.ADDR_W(ADDR_W), .DATA_W(DATA_W)) share (
                .owns(owns),
                .s0_axi_araddr(P_PLACE[ADDR_W-1:0]), .s0_axi_arlen(8'd0),
                .s0_axi_arvalid(p_arvalid & c == 1), .s0_axi_arready(p_arready[c]),
                .s0_axi_rdata(p_rdata[c*DATA_W +: DATA_W]), .s0_axi_rresp(p_rresp[2*c +: 2]),
                .s0_axi_rlast(p_rlast[c]), .s0_axi_rvalid(p_rvalid[c]), .s0_axi_rready(1'b1),
                .s0_axi_awaddr(P_PLACE[ADDR_W-1:0]), .s0_axi_awlen(8'd0),
                .s0_axi_awvalid(p_awvalid & c == 1), .s0_axi_awready(p_awready[c]),
                .s0_axi_wdata({(DATA_W/32){p_word}}), .s0_axi_wstrb({(DATA_W/8){1'b1}}),
                .s0_axi_wlast(1'b1), .s0_axi_wvalid(p_wvalid & c == 1),
                .s0_axi_wready(p_wready[c]), .s0_axi_bresp(p_bresp[2*c +: 2]),
                .s0_axi_bvalid(p_bvalid[c]), .s0_axi_bready(1'b1),
                .s1_axi_araddr(w_araddr[c*ADDR_W +: ADDR_W]), .s1_axi_arlen(w_arlen[8*c +: 8]),
                .s1_axi_arvalid(w_arvalid[c]), .s1_axi_arready(w_arready[c]),
                .s1_axi_rdata(w_rdata[c*DATA_W +: DATA_W]), .s1_axi_rresp(w_rresp[2*c +: 2]),
                .s1_axi_rlast(w_rlast[c]), .s1_axi_rvalid(w_rvalid[c]),
                .s1_axi_rready(w_rready[c]),
                .s1_axi_awaddr(w_awaddr[c*ADDR_W +: ADDR_W]), .s1_axi_awlen(w_awlen[8*c +: 8]),
                .s1_axi_awvalid(w_awvalid[c]), .s1_axi_awready(w_awready[c]),
                .s1_axi_wdata(w_wdata[c*DATA_W +: DATA_W]),
                .s1_axi_wstrb(w_wstrb[c*BYTES +: BYTES]), .s1_axi_wlast(w_wlast[c]),
                .s1_axi_wvalid(w_wvalid[c]), .s1_axi_wready(w_wready[c]),
                .s1_axi_bresp(w_bresp[2*c +: 2]), .s1_axi_bvalid(w_bvalid[c]),
                .s1_axi_bready(w_bready[c]),
                .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arvalid(arvalid),
                .m_axi_arready(arready), .m_axi_rdata(rdata), .m_axi_rresp(rresp),
                .m_axi_rlast(rlast), .m_axi_rvalid(rvalid), .m_axi_rready(rready),
                .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awvalid(awvalid),
                .m_axi_awready(awready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb),
                .m_axi_wlast(wlast), .m_axi_wvalid(wvalid), .m_axi_wready(wready),
                .m_axi_bresp(bresp), .m_axi_bvalid(bvalid), .m_axi_bready(bready));
            wire [3:0] memory_failed;
            memory #(.ADDR_W(ADDR_W), .DATA_W(DATA_W), .BASE(64'd0), .BYTES(CARD_N),
                     .LOG_PIECE(LOG_PIECE), .SEED(SEED + 20 + c)) store (
                .clk(clk), .rst(rst), .stalls(stalls), .latency(latency), .failed(memory_failed),
                .araddr(araddr), .arlen(arlen), .arvalid(arvalid), .arready(arready),
                .rdata(rdata), .rresp(rresp), .rlast(rlast), .rvalid(rvalid), .rready(rready),
                .awaddr(awaddr), .awlen(awlen), .awvalid(awvalid), .awready(awready),
                .wdata(wdata), .wstrb(wstrb), .wlast(wlast), .wvalid(wvalid), .wready(wready),
                .bresp(bresp), .bvalid(bvalid), .bready(bready));
        end
    endgenerate
    assign chan_failed0 = channel[0].memory_failed;
    assign chan_failed1 = channel[1].memory_failed;

    task fail;
        input integer kind;
        input integer at;
        if (failed == 0) begin
            failed = kind;
            where  = at;
            $display("kind %0d at %0d, cycle %0d, phase %0d", kind, at, now, phase);
        end
    endtask

    // ---- words by address: of the host's memory or of the card's
    reg [31:0] image_host [0:HOST_N/4-1];         // what should be in the targets
    reg [31:0] image0 [0:CARD_N/4-1];
    reg [31:0] image1 [0:CARD_N/4-1];

    function there;                               // whether there is memory
        input        card;
        input [63:0] at;
        there = card ? at[CARD_W-1:ADDR_W] < 2 && at[ADDR_W-1:0] < CARD_N
                       && (at[ADDR_W-1:0] < CARD_N - HOLE || at[ADDR_W-1:0] >= CARD_N - HOLE + 128)
                     : at >= BASE && at - BASE < HOST_N
                       && (at - BASE < HOST_N - HOLE || at - BASE >= HOST_N - HOLE + 128);
    endfunction

    function [31:0] word;
        input        card;
        input [63:0] at;
        reg   [63:0] low;
        begin
            low = card ? at[ADDR_W-1:0] : at - BASE;
            word = ~card ? host.mem[low[31:2]]
                : at[ADDR_W] ? channel[1].store.mem[low[31:2]] : channel[0].store.mem[low[31:2]];
        end
    endfunction

    task draw_word;                               // into the image
        input        card;
        input [63:0] at;
        input [31:0] value;
        reg   [63:0] low;
        begin
            low = card ? at[ADDR_W-1:0] : at - BASE;
            if (~card) image_host[low[31:2]] = value;
            else if (at[ADDR_W]) image1[low[31:2]] = value;
            else image0[low[31:2]] = value;
        end
    endtask

    // ---- descriptors: of each stream those that were given
    reg  [63:0] e_source [0:4*MOST-1];
    reg  [63:0] e_target [0:4*MOST-1];
    reg  [17:0] e_length [0:4*MOST-1];
    reg  [7:0]  e_id     [0:4*MOST-1];
    reg  [7:0]  e_result [0:4*MOST-1];
    integer     e_when   [0:4*MOST-1];
    integer     given [0:3];
    integer     requested [0:3];                  // of the host: records asked for
    integer     finished [0:3];
    integer     room_at [0:2];                    // bytes used of the targets: channels, host
    integer     below [0:1];                      // one that begins below its target was drawn
    reg [159:0] made;
    integer     kinds [0:11];

    function integer up_to;                       // 0..most - 1
        input integer most;
        up_to = $unsigned($random(seed)) % most;
    endfunction

    // draws a descriptor of stream `of` into `made` and what must become of it into the tables
    task draw;
        input integer of;
        reg   [63:0]  source, target;
        reg   [17:0]  length;
        reg   [7:0]   id, result;
        reg           card_source, card_target;
        integer       kind, side, area, at, k;
        begin
            side = of % 2; card_source = of >= 2; card_target = of < 2;
            kind = up_to(24);
            if (dull) kind = 23;
            length = up_to(2) ? 1 + up_to(10) : 1 + up_to(3 * (1 << LOG_PIECE) / 4);
            if (dull) length = 1 + up_to(200);    // so that there is room for many
            area = card_target ? up_to(2) : 2;
            if (kind == 10 && (below[of / 2] || side || dull)) kind = 23;
            if (kind == 10) begin                 // begins where there is no memory, once a phase
                below[of / 2] = 1;
                area   = card_target ? 1 : 2;
                length = (1 << LOG_PIECE) / 4 + 1 + up_to(100);
                target = (card_target ? 64'd1 << ADDR_W : BASE) - 4 * (1 + up_to(length - 1));
            end else begin
                at = room_at[area] + 4 * (1 + up_to(20));
                room_at[area] = at + 4 * length;
                target = at + (card_target ? area << ADDR_W : BASE);
            end
            // anywhere among the sources
            k = (AREA - 4 * length - 4 * BYTES - HOLE) / BYTES;
            source = (card_source ? ((of + given[of]) % 2 << ADDR_W) + CARD_N : BASE + HOST_N)
                - AREA + up_to(k) * BYTES + target % BYTES;
            id = (side ? 128 : 0) + given[of] % 127;
            result = kind == 10 ? 5 : 0;
            case (kind)
                0: begin length = 0; result = 1; end
                1: begin source = source + 4 * (1 + up_to(BYTES / 4 - 1)); result = 2; end
                2: begin source = source + 1; target = target + 1; result = 2; end
                3: begin                          // beyond the window, or just ending there
                    at = up_to(4);
                    k = at == 3 ? 4 * length : 0;
                    if (card_source) source = (64'd1 << (at == 2 ? 60 : WINDOW_BITS)) - k;
                    else target = (64'd1 << (at == 2 ? 60 : WINDOW_BITS)) - k;
                    if (at == 0) begin
                        if (length == 1) length = 2;
                        if (card_source) source = (64'd1 << WINDOW_BITS) - 4 * (length - 1);
                        else target = (64'd1 << WINDOW_BITS) - 4 * (length - 1);
                    end
                    if (card_source) target = target - target % BYTES + source % BYTES;
                    else source = source - source % BYTES + target % BYTES;
                    result = at != 3 ? 3 : card_source ? 4 : 5;
                end
                4: begin                          // around the end of all addresses
                    if (card_source) target = 64'd0 - BYTES + source % BYTES;
                    else source = 64'd0 - BYTES + target % BYTES;
                    length = BYTES / 4 + 1;
                    result = 3;
                end
                5: begin id = id ^ 8'h80; result = 6; end
                6: begin id = side ? 255 : 127; result = 6; end
                7: begin                          // reads beyond the end of the memory
                    if (length < 2 * BYTES / 4) length = 2 * BYTES / 4;
                    k = 1 + up_to(length / (BYTES / 4) - 1);
                    source = (card_source ? (up_to(2) << ADDR_W) + CARD_N : BASE + HOST_N)
                        - k * BYTES + target % BYTES;
                    room_at[area] = target % (1 << ADDR_W) + 4 * length;
                    if (area == 2) room_at[2] = target - BASE + 4 * length;
                    if (up_to(2)) begin           // or over the hole, and ends behind it
                        length = HOLE / 4;
                        source = source % BYTES - BYTES * (1 + up_to(3)) - HOLE
                            + (card_source ? (up_to(2) << ADDR_W) + CARD_N : BASE + HOST_N);
                        room_at[area] = room_at[area] + 4 * length;
                    end
                    result = 4;
                end
                8: begin                          // writes where there is none
                    target = target % BYTES + (card_target ? (up_to(2) << ADDR_W) + CARD_N
                                                           : BASE + HOST_N);
                    result = 5;
                end
                9: begin                          // a channel that is none
                    if (card_source) source = (64'd2 << ADDR_W) + source % (1 << ADDR_W);
                    else target = (64'd3 << ADDR_W) + target % (1 << ADDR_W);
                    result = card_source ? 4 : 5;
                end
                default: ;
            endcase
            made = {6'd0, id, length, target, source};
            made[159:154] = $random(seed);
            at = of * MOST + given[of];
            e_source[at] = source; e_target[at] = target; e_length[at] = length;
            e_id[at] = id; e_result[at] = result; e_when[at] = now;
            kinds[kind > 10 ? 11 : kind] = kinds[kind > 10 ? 11 : kind] + 1;
            given[of] = given[of] + 1;
            if (result == 0 || result == 4 || result == 5)
                for (k = 0; k < length; k = k + 1)
                    if (there(card_source, source + 4 * k) && there(card_target, target + 4 * k))
                        draw_word(card_target, target + 4 * k, word(card_source, source + 4 * k));
        end
    endtask

    // whether the words of a descriptor are where they should be
    task look;
        input integer of;
        input integer number;
        integer       k, at;
        begin
            at = of * MOST + number;
            if (number >= given[of]) fail(1, of);
            else if (e_result[at] == 0)
                for (k = 0; k < e_length[at]; k = k + 1)
                    if (word(of < 2, e_target[at] + 4 * k) !== word(of >= 2, e_source[at] + 4 * k))
                        fail(2, of);
        end
    endtask

    task completion;
        input integer of;
        input [47:0]  what;                       // {clocks, result, id}
        integer       at;
        begin
            at = of * MOST + finished[of];
            if (finished[of] >= given[of]) fail(3, of);
            else begin
                if (what[7:0] !== e_id[at]) fail(4, of);
                if (what[15:8] !== e_result[at]) fail(5, of);
                if (what[47:16] > now - e_when[at] || (e_result[at] != 6 && what[47:16] == 0)
                    || (e_result[at] == 6 && what[47:16] != 0)) fail(6, of);
            end
            finished[of] = finished[of] + 1;
        end
    endtask

    always #5 clk = ~clk;
    always @(posedge clk) now <= now + 1;

    // ---- the host posts, and reads the records that are reported; the kernels. One process: two
    // might be in a task at the same time
    integer m, r, records;
    reg [7:0] done_m;
    reg [63:0] place;
    task post;                                    // of module `of`
        input integer of;
        integer       k;
        reg   [63:0]  place;
        begin
            place = (table_at[of] - BASE) + 32 * (given[2*of] % 128);
            draw(2 * of);
            for (k = 0; k < 5; k = k + 1) host.mem[place / 4 + k] = made[32*k +: 32];
            for (k = 5; k < 8; k = k + 1) host.mem[place / 4 + k] = $random(seed);
            posted[of] = posted[of] + 8'd1;
        end
    endtask

    function area_open;                           // whether there is room for another descriptor
        input integer of;
        area_open = given[of] < MOST - 1 && (of < 2
            ? room_at[0] < AREA - LIMIT && room_at[1] < AREA - LIMIT
            : room_at[2] < AREA - LIMIT);
    endfunction

    // The host posts many at once; so that the kernels come to theirs however long they are, it
    // leaves them the upper half of the targets.
    function host_open;                           // of module `of`
        input integer of;
        host_open = area_open(2 * of) && (of == 0
            ? room_at[0] < AREA / 2 && room_at[1] < AREA / 2 : room_at[2] < AREA / 2);
    endfunction

    reg [1:0] drawing;                            // of the host, of kernels
    always @(posedge clk) if (!rst) begin
        for (m = 0; m < 2; m = m + 1) begin
            if (drawing[0] && host_open(m) && given[2*m] - finished[2*m] < 127
                && up_to(300) < 20)
                for (n = 1 + up_to(12); n > 0 && given[2*m] - finished[2*m] < 127; n = n - 1)
                    if (host_open(m)) post(m);
            done_m = m ? done1 : done0;
            while (finished[2*m] % 256 != done_m && finished[2*m] < given[2*m]) begin
                place = (status_at[m] - BASE) + BYTES * (finished[2*m] % 128);
                records = finished[2*m] + 1;
                if (blind) finished[2*m] = records;   // there is no memory for them
                else if (host.mem[place / 4][15:0] !== records[15:0]) fail(7, 2 * m);
                if (!blind)
                    completion(2 * m, {host.mem[place / 4 + 1], host.mem[place / 4][31:16]});
            end
            if (finished[2*m] % 256 != done_m) fail(8, 2 * m);
            if (up_to(50) == 0) seen[m] <= done_m;
        end
        // a record is asked for when its data is there
        if (h_awvalid && h_awready) for (r = 0; r < 2; r = r + 1)
            if (h_awaddr >= status_at[r] && h_awaddr < status_at[r] + 128 * BYTES) begin
                if (h_awaddr != status_at[r] + BYTES * (requested[2*r] % 128)) fail(9, 2 * r);
                look(2 * r, requested[2*r]);
                requested[2*r] = requested[2*r] + 1;
            end
        // kernels
        if (k_valid[0] && k_ready[0]) k_valid[0] <= 1'b0;
        if (k_valid[1] && k_ready[1]) k_valid[1] <= 1'b0;
        if ((!k_valid[0] || k_ready[0]) && drawing[1] && area_open(1) && up_to(40) == 0) begin
            draw(1);
            k_data0 <= made;
            k_valid[0] <= 1'b1;
        end
        if ((!k_valid[1] || k_ready[1]) && drawing[1] && area_open(3) && up_to(40) == 0) begin
            draw(3);
            k_data1 <= made;
            k_valid[1] <= 1'b1;
        end
        if (c_valid[0] && c_ready[0]) begin
            look(1, finished[1]);
            completion(1, c_data0);
        end
        if (c_valid[1] && c_ready[1]) begin
            look(3, finished[3]);
            completion(3, c_data1);
        end
        c_ready <= hold ? 2'b00 : stalls ? $random(seed) : 2'b11;
        if (SLOW != 0) if (up_to(128) != 0) c_ready[0] <= 1'b0;
    end

    // ---- turns: while a side has a descriptor and room for its completion, at most one of the
    // other goes before it; so it waits for two takings of the mover at most. Sides 0 and 1 are
    // host and kernels of the read module, 2 and 3 those of the write module
    integer passed [0:3];                         // of the other, before the one that waits
    integer waited [0:3];                         // cycles
    integer most_passed, most_waited, most_between, at_once, between [0:1], q;
    reg [3:0] waits, goes;
    always @(posedge clk) if (!rst) begin
        waits = {dut.write_module.queue.shown & dut.write_module.queue.room_left,
                 dut.read_module.queue.shown & dut.read_module.queue.room_left};
        goes = {dut.write_module.queue.pick, dut.read_module.queue.pick};
        for (q = 0; q < 4; q = q + 1) begin
            if (waits[q] && !goes[q] && goes[q^1]) passed[q] = passed[q] + 1;
            waited[q] = waits[q] ? waited[q] + 1 : 0;
            if (passed[q] > most_passed) most_passed = passed[q];
            if (waited[q] > most_waited) most_waited = waited[q];
            if (goes[q] || !waits[q]) begin passed[q] = 0; waited[q] = 0; end
        end
        for (q = 0; q < 2; q = q + 1) begin
            between[q] = |waits[2*q +: 2] ? between[q] + 1 : 0;
            if (between[q] > most_between) most_between = between[q];
            if (|goes[2*q +: 2]) between[q] = 0;
            if (given[2*q] - finished[2*q] > at_once) at_once = given[2*q] - finished[2*q];
        end
        if (most_passed > 1 || most_waited > 2 * most_between) fail(31, most_passed);
    end

    task report;
        $display("report %0d %0d %0d %0d %0d %0d",
                 finished[0] + finished[1] + finished[2] + finished[3],
                 finished[1] + finished[3], at_once, most_passed, most_waited, 2 * most_between);
    endtask

    // irq follows with a cycle's delay
    reg want_irq;
    always @(posedge clk) begin
        #1 want_irq <= (done0 != seen[0]) | (done1 != seen[1]) | bad0 | bad1;
        if (!rst && now > 50 && want_irq !== irq) fail(10, 0);
    end

    // ---- clocks: of the descriptors in a mover, when each was taken
    integer taken0 [0:255];
    integer taken1 [0:255];
    integer in0, in1, out0, out1, ahead0, ahead1;
    reg [1:0] asked;
    reg     shown0, shown1;
    always @(posedge clk) if (!rst) begin
        if (dut.read_module.mover.s_tvalid && dut.read_module.mover.s_tready) begin
            taken0[in0 % 256] = now;
            in0 = in0 + 1;
        end
        if (dut.write_module.mover.s_tvalid && dut.write_module.mover.s_tready) begin
            taken1[in1 % 256] = now;
            in1 = in1 + 1;
        end
        if (dut.read_module.mover.m_tvalid && !shown0) begin
            if (dut.read_module.mover.m_tdata[47:16] != now - taken0[out0 % 256] - 1) fail(11, 0);
            out0 = out0 + 1;
        end
        if (dut.write_module.mover.m_tvalid && !shown1) begin
            if (dut.write_module.mover.m_tdata[47:16] != now - taken1[out1 % 256] - 1) fail(11, 1);
            out1 = out1 + 1;
        end
        // words are always taken, and a burst is asked for when its words are there
        if ((dut.read_module.mover.m_axi_rvalid && !dut.read_module.mover.m_axi_rready)
            || (dut.write_module.mover.m_axi_rvalid && !dut.write_module.mover.m_axi_rready))
            fail(29, 0);
        if (dut.read_module.mover.m_axi_awvalid && !asked[0])
            ahead0 = ahead0 - dut.read_module.mover.m_axi_awlen - 1;
        if (dut.write_module.mover.m_axi_awvalid && !asked[1])
            ahead1 = ahead1 - dut.write_module.mover.m_axi_awlen - 1;
        asked = {dut.write_module.mover.m_axi_awvalid & ~dut.write_module.mover.m_axi_awready,
                 dut.read_module.mover.m_axi_awvalid & ~dut.read_module.mover.m_axi_awready};
        if (ahead0 < 0 || ahead1 < 0) fail(30, ahead0 < 0 ? 0 : 1);
        if (dut.read_module.mover.m_axi_rvalid) ahead0 = ahead0 + 1;
        if (dut.write_module.mover.m_axi_rvalid) ahead1 = ahead1 + 1;
        shown0 = dut.read_module.mover.m_tvalid & ~dut.read_module.mover.m_tready;
        shown1 = dut.write_module.mover.m_tvalid & ~dut.write_module.mover.m_tready;
    end

    // ---- the pipeline: takes the channels, writes a word and reads it again
    integer pipeline_runs, step;
    always @(posedge clk) if (!rst) begin
        if (p_awvalid && p_awready[1]) p_awvalid <= 1'b0;
        if (p_wvalid && p_wready[1]) p_wvalid <= 1'b0;
        if (p_arvalid && p_arready[1]) p_arvalid <= 1'b0;
        case (step)
            0: if (stalls && up_to(1500) == 0) begin
                node_busy <= 1'b1;
                // it may ask before it has the channels
                p_awvalid <= 1'b1;
                p_wvalid  <= 1'b1;
                p_word    <= $random(seed);
                step = 1;
            end
            1: if (p_bvalid[1]) begin
                if (p_bresp[3:2] != 0 || owns) fail(12, 1);
                p_arvalid <= 1'b1;
                step = 2;
            end
            2: if (p_rvalid[1]) begin
                if (p_rdata[DATA_W +: 32] !== p_word || p_rresp[3:2] != 0 || owns) fail(12, 2);
                step = 3;
            end
            3: if (up_to(50) == 0) begin
                node_busy <= 1'b0;
                pipeline_runs = pipeline_runs + 1;
                step = 0;
            end
        endcase
        if (!owns && (|{w_arvalid, w_awvalid, w_wvalid})) fail(13, 0);
        if (node_busy && ((d_arvalid && d_arready) || (d_awvalid && d_awready))) fail(13, 1);
    end

    always @(posedge clk) begin
        if (host_failed != 0) fail(14, host_failed);
        if (chan_failed0 != 0) fail(15, chan_failed0);
        if (chan_failed1 != 0) fail(16, chan_failed1);
    end

    function idle;
        input dummy;
        idle = finished[0] == given[0] && finished[1] == given[1] && finished[2] == given[2]
            && finished[3] == given[3] && k_valid == 0;
    endfunction

    // something always comes to its end
    integer total, quiet;
    always @(posedge clk) begin
        quiet = total != finished[0] + finished[1] + finished[2] + finished[3] || idle(0) || hold
            ? 0 : quiet + 1;
        total = finished[0] + finished[1] + finished[2] + finished[3];
        if (quiet > 48000 + 65536 / BYTES + (LOG_QUEUE < 6 ? 9000 : 0)) fail(17, 9);
    end

    task drain;                                   // all are done, or the time is up
        input integer most;
        integer       k;
        begin
            for (k = 0; k < most && !idle(0) && failed == 0; k = k + 1) @(posedge clk);
            if (!idle(0)) fail(17, finished[0] < given[0] ? 0 : finished[1] < given[1] ? 1
                : finished[2] < given[2] ? 2 : 3);
        end
    endtask

    task clear;                                   // the targets
        begin
            for (i = 0; i < AREA / 4; i = i + 1) begin
                host.mem[i] = 32'hdead0000 + i; image_host[i] = 32'hdead0000 + i;
                channel[0].store.mem[i] = i; image0[i] = i;
                channel[1].store.mem[i] = ~i; image1[i] = ~i;
            end
            room_at[0] = FIRST; room_at[1] = FIRST; room_at[2] = FIRST;
            below[0] = 0; below[1] = 0;
        end
    endtask

    task compare;
        for (i = 0; i < AREA / 4; i = i + 1) begin
            if (host.mem[i] !== image_host[i]) fail(18, i);
            if (channel[0].store.mem[i] !== image0[i]) fail(19, i);
            if (channel[1].store.mem[i] !== image1[i]) fail(20, i);
        end
    endtask

    // ---- a transfer alone: words a cycle between the first and the last one written, per mille
    task rate;
        input integer of;                         // 1 or 3
        input integer parts;
        integer       k, length;
        begin
            begun = 0; words = 0;
            length = SINGLE / 4 / parts;
            for (k = 0; k < parts; k = k + 1) begin
                made = {6'd0, 8'd128, 18'd0, of == 1 ? 64'd0 : BASE,
                        of == 1 ? BASE + HOST_N - AREA : {32'd0, CARD_N - AREA}};
                made[145:128] = length;
                made[63:0]    = made[63:0] + 4 * length * k;
                made[127:64]  = made[127:64] + 4 * length * k;
                i = of * MOST + given[of];
                e_source[i] = made[63:0]; e_target[i] = made[127:64]; e_length[i] = length;
                e_id[i] = 128; e_result[i] = 0; e_when[i] = now;
                given[of] = given[of] + 1;
                if (of == 1) begin k_data0 <= made; k_valid[0] <= 1'b1; end
                else begin k_data1 <= made; k_valid[1] <= 1'b1; end
                @(negedge clk);
                while (k_valid != 0) @(negedge clk);
            end
            drain(20000);
            if (words * 1000 < 970 * (ended - begun + 1) || words != SINGLE / BYTES) begin
                fail(21, of);
                $display("%0d words in %0d cycles", words, ended - begun + 1);
            end
        end
    endtask
    always @(posedge clk)
        if ((d_wvalid && d_wready) || (h_wvalid && h_wready && !(h_wstrb[0] && words == 0
            && dut.aw_valid[1:0] != 0))) begin
            if (words == 0) begun = now;
            ended = now;
            words = words + 1;
        end

    task held;
        begin
            // kernels that take no completion: the host's all come
            clear;
            hold = 1; dull = 1; drawing = 2'b10;
            while (failed == 0 && (given[1] - finished[1] < 40 || given[3] - finished[3] < 40)
                   && area_open(1) && area_open(3)) @(posedge clk);
            drawing = 0;
            repeat (3000) @(posedge clk);
            begun = given[0];
            fresh = given[2];
            repeat (40) begin
                if (area_open(0)) post(0);
                if (area_open(2)) post(1);
            end
            if (given[0] < begun + 10 || given[2] < fresh + 10) fail(25, 0);
            for (i = 0; i < 20000 && (finished[0] < given[0] || finished[2] < given[2]); i = i + 1)
                @(posedge clk);
            if (finished[0] < given[0] || finished[2] < given[2]) fail(26, 0);
            hold = 0;
            drain(20000);
            @(negedge clk) compare;
        end
    endtask

    task rates;
        begin
            // the rate
            stalls = 0; latency = 200;
            while (node_busy || step != 0) @(posedge clk);
            repeat (300) @(posedge clk);
            words = 0;
            // 32 bursts under way, and the queue less two of them, must cover the latency
            if ((1 << LOG_QUEUE) - (2 << LOG_PIECE) / BYTES >= 300
                && (32 << LOG_PIECE) / BYTES >= 300) begin
                rate(1, 1); rate(3, 1); rate(1, 16); rate(3, 16);
            end
            if (bad0 || bad1) fail(27, 0);
        end
    endtask

    task failures;
        begin
            // an error at the table and one at the record: reported, and no more comes
            stalls = 1;
            blind = 1;
            @(negedge clk) status_at[1] = BASE - 128 * BYTES;
            post(1);
            for (i = 0; i < 20000 && !bad1; i = i + 1) @(posedge clk);
            repeat (100) @(posedge clk);
            if (!bad1 || bad0) fail(28, 0);
            @(negedge clk) table_at[0] = BASE + HOST_N;
            draw(0);
            posted[0] = posted[0] + 8'd3;
            for (i = 0; i < 20000 && !bad0; i = i + 1) @(posedge clk);
            repeat (3000) @(posedge clk);
            if (!bad0 || finished[0] != given[0] - 1) fail(28, 1);
        end
    endtask

    initial begin
        seed = SEED; now = 0; failed = 0; phase = 0; step = 0; pipeline_runs = 0;
        {clk, k_valid, c_ready, k_data0, k_data1, node_busy, p_arvalid, p_awvalid, p_wvalid} = 0;
        {rst, stalls} = 2'b11; {dull, hold, blind, drawing} = 0;
        {total, quiet} = 0;
        {ahead0, ahead1, asked} = 0;
        {most_passed, most_waited, most_between, at_once} = 0;
        for (s = 0; s < 4; s = s + 1) begin passed[s] = 0; waited[s] = 0; between[s / 2] = 0; end
        {in0, in1, out0, out1, shown0, shown1, words, begun, ended} = 0;
        latency = 30;
        table_at[0] = BASE + AREA + 32'h20;
        table_at[1] = BASE + AREA + 32'h2040;
        status_at[0] = BASE + AREA + 32'h8000 + BYTES;
        status_at[1] = BASE + AREA + 32'h10000 + 3 * BYTES;
        for (s = 0; s < 2; s = s + 1) begin posted[s] = 0; seen[s] = 0; end
        for (s = 0; s < 4; s = s + 1) begin given[s] = 0; finished[s] = 0; requested[s] = 0; end
        for (s = 0; s < 12; s = s + 1) kinds[s] = 0;
        for (i = 0; i < HOST_N / 4; i = i + 1) host.mem[i] = $random(seed);
        for (i = 0; i < CARD_N / 4; i = i + 1) begin
            channel[0].store.mem[i] = $random(seed);
            channel[1].store.mem[i] = $random(seed);
        end
        #101 rst = 0;
        for (phase = 0; phase < PHASES && failed == 0; phase = phase + 1) begin
            clear;
            latency = phase % 3 == 1 ? 200 : phase % 3 == 2 ? 0 : 30;
            drawing = 2'b11;
            while (failed == 0 && (area_open(0) || area_open(2))
                   && given[0] + given[1] < 3 * MOST / 4 * (phase + 1)) @(posedge clk);
            drawing = 0;
            drain(20000 + 4 * AREA / BYTES);      // all of the targets, with stalls
            @(negedge clk) compare;
        end
        for (s = 0; s < 4 && failed == 0; s = s + 1) if (given[s] < 30) fail(22, s);
        for (s = 0; s < 12 && failed == 0; s = s + 1) if (kinds[s] == 0) fail(23, s);
        if (pipeline_runs == 0) fail(24, 0);
        if (failed == 0 && REPORT != 0) report;
        if (failed == 0) held;
        if (failed == 0) rates;
        if (failed == 0) failures;
        if (failed != 0)
            $display("FAIL kind %0d at %0d (1-6 completions, 7-10 records, 11 clocks, 12 and 13 ",
                     failed, where, "window, 14-16 protocol, 17 late, 18-20 memories, 21 rate, ",
                     "22-25 few, 26 held up, 27 and 28 failures, 29 and 30 queue, 31 turns)");
        else $display("PASS");
        $finish(0);
    end
endmodule

// A memory behind AXI4 that answers in order, `latency` cycles or more behind a request, and
// applies a burst's words when it answers; addresses beyond it are answered with errors.
// failed: 1 AR or AW crosses a multiple of a piece, 2 one is withdrawn or changes, 3 wlast.
module memory #(
    parameter ADDR_W    = 64,
    parameter DATA_W    = 256,
    parameter [63:0] BASE = 0,
    parameter BYTES     = 32'h40000,
    parameter LOG_PIECE = 9,
    parameter SEED      = 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                stalls,
    input  wire [15:0]         latency,
    output reg  [3:0]          failed,
    input  wire [ADDR_W-1:0]   araddr,
    input  wire [7:0]          arlen,
    input  wire                arvalid,
    output reg                 arready,
    output reg  [DATA_W-1:0]   rdata,
    output reg  [1:0]          rresp,
    output reg                 rlast,
    output reg                 rvalid,
    input  wire                rready,
    input  wire [ADDR_W-1:0]   awaddr,
    input  wire [7:0]          awlen,
    input  wire                awvalid,
    output reg                 awready,
    input  wire [DATA_W-1:0]   wdata,
    input  wire [DATA_W/8-1:0] wstrb,
    input  wire                wlast,
    input  wire                wvalid,
    output reg                 wready,
    output reg  [1:0]          bresp,
    output reg                 bvalid,
    input  wire                bready
);
    localparam WORD = DATA_W / 8;
    reg  [31:0] mem [0:BYTES/4-1];
    reg  [63:0] ar_at [0:255], aw_at [0:255];
    reg  [7:0]  ar_len [0:255], aw_len [0:255];
    integer     ar_due [0:255], w_due [0:4095];
    reg  [DATA_W-1:0]   w_data [0:4095];
    reg  [DATA_W/8-1:0] w_strb [0:4095];
    reg                 w_last [0:4095];
    integer     ar_in, ar_out, aw_in, aw_out, w_in, w_out, lasts, beat, seed, now, k, l;
    reg  [63:0] at;
    reg         wrong;
    reg  [ADDR_W+8:0] ar_was, aw_was;
    reg  [DATA_W+DATA_W/8+1:0] w_was;
    reg         w_full;

    function there;
        input [63:0] address;
        there = address >= BASE && address - BASE < BYTES
            && (address - BASE < BYTES - 2048 || address - BASE >= BYTES - 2048 + 128);
    endfunction

    initial seed = SEED;
    always @(posedge clk) if (rst) begin
        {arready, rvalid, awready, wready, bvalid, failed} <= 0;
        {ar_in, ar_out, aw_in, aw_out, w_in, w_out, lasts, beat, now} = 0;
        {ar_was, aw_was, w_was} = 0;
    end else begin
        now = now + 1;
        // nothing is withdrawn
        if (ar_was[0] && ar_was !== {araddr, arlen, arvalid}) failed <= 2;
        if (aw_was[0] && aw_was !== {awaddr, awlen, awvalid}) failed <= 2;
        if (w_was[0] && w_was !== {wdata, wstrb, wlast, wvalid}) failed <= 2;
        ar_was = {araddr, arlen, arvalid & ~arready};
        aw_was = {awaddr, awlen, awvalid & ~awready};
        w_was  = {wdata, wstrb, wlast, wvalid & ~wready};
        // requests
        if (arvalid && arready) begin
            ar_at[ar_in % 256] = araddr; ar_len[ar_in % 256] = arlen;
            ar_due[ar_in % 256] = now + latency + (stalls ? $unsigned($random(seed)) % 40 : 0);
            ar_in = ar_in + 1;
            if (araddr[LOG_PIECE-1:0] + (arlen + 1) * WORD > (1 << LOG_PIECE)
                || araddr % WORD != 0) failed <= 1;
        end
        if (awvalid && awready) begin
            aw_at[aw_in % 256] = awaddr; aw_len[aw_in % 256] = awlen;
            aw_in = aw_in + 1;
            if (awaddr[LOG_PIECE-1:0] + (awlen + 1) * WORD > (1 << LOG_PIECE)
                || awaddr % WORD != 0) failed <= 1;
        end
        arready <= ar_in - ar_out < 250 && (!stalls || $unsigned($random(seed)) % 2 != 0);
        awready <= aw_in - aw_out < 250 && (!stalls || $unsigned($random(seed)) % 2 != 0);
        // words that are read
        if (!rvalid || rready) begin
            rvalid <= 1'b0;
            if (ar_in != ar_out && ar_due[ar_out % 256] <= now
                && (!stalls || $unsigned($random(seed)) % 4 != 0)) begin
                at = ar_at[ar_out % 256] + beat * WORD;
                rvalid <= 1'b1;
                rresp  <= there(at) ? 2'd0 : 2'd3;
                rlast  <= beat == ar_len[ar_out % 256];
                for (k = 0; k < DATA_W / 32; k = k + 1)
                    rdata[32*k +: 32] <= there(at) ? mem[(at - BASE) / 4 + k] : 32'hbadbad;
                if (beat == ar_len[ar_out % 256]) begin
                    beat = 0;
                    ar_out = ar_out + 1;
                end else beat = beat + 1;
            end
        end
        // words to write
        if (wvalid && wready) begin
            w_data[w_in % 4096] = wdata; w_strb[w_in % 4096] = wstrb; w_last[w_in % 4096] = wlast;
            w_due[w_in % 4096] = now + latency + (stalls ? $unsigned($random(seed)) % 40 : 0);
            w_in  = w_in + 1;
            if (wlast) lasts = lasts + 1;
        end
        wready <= w_in - w_out < 4000 && (!stalls || $unsigned($random(seed)) % 4 != 0);
        // a burst is applied when it is answered
        if (!bvalid || bready) begin
            bvalid <= 1'b0;
            l = w_out + aw_len[aw_out % 256];
            if (aw_in != aw_out && w_in > l && w_due[l % 4096] <= now
                && (!stalls || $unsigned($random(seed)) % 2 != 0)) begin
                wrong = 0;
                for (l = 0; l <= aw_len[aw_out % 256]; l = l + 1) begin
                    at = aw_at[aw_out % 256] + l * WORD;
                    if (!there(at)) wrong = 1;
                    else for (k = 0; k < WORD; k = k + 1)
                        if (w_strb[w_out % 4096][k])
                            mem[(at - BASE) / 4 + k / 4][8*(k%4) +: 8]
                                = w_data[w_out % 4096][8*k +: 8];
                    if (w_last[w_out % 4096] !== (l == aw_len[aw_out % 256])) failed <= 3;
                    w_out = w_out + 1;
                end
                bvalid <= 1'b1;
                bresp  <= wrong ? 2'd2 : 2'd0;
                aw_out = aw_out + 1;
            end
        end
    end
endmodule
