// SPDX-License-Identifier: ISC
`default_nettype none
// A hub of four ports of PCI Express: to the host, N; east and west along a ring, E and W; to
// another ring, S. Writes to memory go on by their address alone.
// Contract: ports are 0 N, 1 E, 2 W, 3 S, in all vectors the lowest first; TLPs are as bl_hub_take
// says, at N with the headers of bl_tlp_shorten where they leave. To E, W and S a TLP goes when the
// hub there has room for it, to N as m_tready says; s_freed tells of a TLP that has left the other
// end's buffer, m_freed of one that has left here. Ranges 0..2 are of N, 3 of S, 4 of E, 5 of W, 6
// of the hub's own memory, where addresses become those from 0 on (bl_hub_table); the lowest that
// has an address counts. What comes of N, or of the engine, waits for its last word; what else
// comes has no gaps in a TLP, and has none where it leaves, while m_tready stays. What nobody's
// range has, or goes to a cable that is not s_up, is dropped, and `dropped` counts it; its source
// is notified (bl_hub_report), and so of what was on a cable that was cut (bl_hub_port). It counts
// what no register of its own host's takes, too. Reports to this node: report_chain, {code [8], hub
// [8], 0}, is the first of what its engine has written since `go` changed, and stops it;
// report_store is the last of all else, and how many, modulo 2^16. m_tuser, with the last word: the
// TLP is void. m_drained: bl_hub_port. `chain` to `irq` are the engine's (bl_hub_engine), which
// takes the completions that come of N, whose writes are one more input, and whose reads go to N,
// or to the memory. m_axil_* are registers of the host's. Its reads of these and of the memory have
// an answer, and all others the one that they are unsupported (bl_hub_local).
// Latency: 4 cycles from a port to another one. Throughput: 1 word a cycle and port.
module bl_hub #(
    // log2 of the words in the buffer of an input: 5..12
    parameter LOG_WORDS = 8,
    // TLPs that it has room for: 2..255
    parameter SLOTS = 15,
    // log2 of the bytes of the engine's longest read: 7..12
    parameter LOG_REQUEST = 9,
    // its reads on their way: 2..32
    parameter TAGS = 32,
    // cycles between its looks for late completions: 2..16777215
    parameter STEP = 390,
    // log2 of the bytes of a node's slice of the window: 26..46
    parameter LOG_SLICE = 36,
    // log2 of the cycles that a cable is down at least: 2..24
    parameter LOG_HOLD = 12,
    // whether what comes into a ring leaves room for another TLP: 0..1
    parameter BUBBLE = 1,
    // log2 of the words of 16 bytes of the hub's own memory: 6..16
    parameter LOG_MEMORY = 12,
    // log2 of the bytes of the longest completion of it: 6..12
    parameter LOG_PAYLOAD = 8,
    // of 4 KiB in a host's memory: 1..1048576
    parameter HOST_PAGES = 16384,
    // GPUs of a host: 0..2
    parameter GPUS = 0,
    // of 4 KiB in each of their memories: 1..1048576
    parameter GPU_PAGES = 4096
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  node,
    input  wire [31:0]  table_word,
    output wire [31:0]  table_taken,
    output reg  [31:0]  dropped,
    input  wire [47:0]  chain,
    input  wire [47:0]  end_at,
    input  wire [31:0]  end_value,
    input  wire [21:0]  go,
    input  wire [15:0]  stop,
    input  wire [255:0] request,
    input  wire [3:0]   slot,
    output wire [31:0]  state,
    output wire [31:0]  count,
    output wire         irq,
    output wire [15:0]  m_axil_awaddr,
    output wire         m_axil_awvalid,
    input  wire         m_axil_awready,
    output wire [31:0]  m_axil_wdata,
    output wire [3:0]   m_axil_wstrb,
    output wire         m_axil_wvalid,
    input  wire         m_axil_wready,
    input  wire [1:0]   m_axil_bresp,
    input  wire         m_axil_bvalid,
    output wire         m_axil_bready,
    output wire [15:0]  m_axil_araddr,
    output wire         m_axil_arvalid,
    input  wire         m_axil_arready,
    input  wire [31:0]  m_axil_rdata,
    input  wire [1:0]   m_axil_rresp,
    input  wire         m_axil_rvalid,
    output wire         m_axil_rready,
    output reg  [31:0]  report_chain,
    output reg  [31:0]  report_store,
    input  wire [3:0]   s_up,
    output wire [3:0]   m_drained,
    input  wire [3:0]   s_tvalid,
    input  wire [511:0] s_tdata,
    input  wire [3:0]   s_tlast,
    input  wire [3:0]   s_tuser,
    output wire [3:0]   m_freed,
    output wire [3:0]   m_tvalid,
    input  wire [3:0]   m_tready,
    output wire [511:0] m_tdata,
    output wire [3:0]   m_tlast,
    output wire [3:0]   m_tuser,
    input  wire [3:0]   s_freed
);
    generate
        if (LOG_WORDS < 5 || LOG_WORDS > 12) begin : g_check_log_words
            bl_hub_illegal_LOG_WORDS illegal();
        end
        if (SLOTS < 2 || SLOTS > 255) begin : g_check_slots
            bl_hub_illegal_SLOTS illegal();
        end
        if (LOG_REQUEST < 7 || LOG_REQUEST > 12) begin : g_check_log_request
            bl_hub_illegal_LOG_REQUEST illegal();
        end
        if (TAGS < 2 || TAGS > 32) begin : g_check_tags
            bl_hub_illegal_TAGS illegal();
        end
        if (STEP < 2 || STEP > 16777215) begin : g_check_step
            bl_hub_illegal_STEP illegal();
        end
        if (LOG_MEMORY < 6 || LOG_MEMORY > 16) begin : g_check_log_memory
            bl_hub_illegal_LOG_MEMORY illegal();
        end
        if (LOG_PAYLOAD < 6 || LOG_PAYLOAD > 12) begin : g_check_log_payload
            bl_hub_illegal_LOG_PAYLOAD illegal();
        end
        if (LOG_SLICE < 26 || LOG_SLICE > 46) begin : g_check_log_slice
            bl_hub_illegal_LOG_SLICE illegal();
        end
        if (LOG_HOLD < 2 || LOG_HOLD > 24) begin : g_check_log_hold
            bl_hub_illegal_LOG_HOLD illegal();
        end
        if (HOST_PAGES < 1 || HOST_PAGES > 1048576) begin : g_check_host_pages
            bl_hub_illegal_HOST_PAGES illegal();
        end
        if (GPUS < 0 || GPUS > 2) begin : g_check_gpus
            bl_hub_illegal_GPUS illegal();
        end
        if (GPU_PAGES < 1 || GPU_PAGES > 1048576) begin : g_check_gpu_pages
            bl_hub_illegal_GPU_PAGES illegal();
        end
        if (BUBBLE < 0 || BUBBLE > 1) begin : g_check_bubble
            bl_hub_illegal_BUBBLE illegal();
        end
    endgenerate

    localparam RANGES = 7, OWN = 6, PORTS = 4;
    localparam [23:0] RANGE_PORTS = {3'd0, 3'd4, 3'd2, 3'd1, 3'd3, 3'd0, 3'd0, 3'd0};
    // The hub's own number on the host's bus.
    localparam [15:0] HUB = 16'h0100;

    wire [RANGES*97-1:0] ranges;
    bl_hub_table #(.RANGES(RANGES)) routes (
        .clk(clk), .rst(rst), .table_word(table_word), .table_taken(table_taken), .ranges(ranges));

    // What comes of N: completions are the engine's.
    wire [9:0]   n_length;
    wire [1:0]   n_translated, n_attributes, n_format, n_reserved3;
    wire         n_poisoned, n_digest, n_reserved1, n_reserved2;
    wire [3:0]   n_reserved, n_first_keep, n_last_keep;
    wire [2:0]   n_traffic;
    wire [4:0]   n_kind;
    wire [7:0]   n_tag;
    wire [15:0]  n_requester;
    wire [31:0]  n_address_high;
    wire [29:0]  n_address_low;
    bl_tlp_header_unpack of_n (
        .header(s_tdata[127:0]), .length(n_length), .translated(n_translated),
        .attributes(n_attributes), .poisoned(n_poisoned), .digest(n_digest),
        .reserved(n_reserved), .traffic(n_traffic), .reserved1(n_reserved1), .kind(n_kind),
        .format(n_format), .reserved2(n_reserved2), .first_keep(n_first_keep),
        .last_keep(n_last_keep), .tag(n_tag), .requester(n_requester),
        .address_high(n_address_high), .reserved3(n_reserved3), .address_low(n_address_low));
    reg  n_first, n_answer;
    wire is_answer = n_first ? ~n_format[0] & n_kind == 5'd10 : n_answer;
    always @(posedge clk)
        if (rst) {n_first, n_answer} <= 2'b10;
        else if (s_tvalid[0]) begin
            n_first  <= s_tlast[0];
            n_answer <= is_answer;
        end

    // The ends of the cables; N has none.
    wire [3:0]   t_tvalid, t_tlast, t_tuser, t_freed, g_tvalid, g_tready, g_tlast, g_tuser, g_freed;
    wire [511:0] t_tdata, g_tdata;
    wire [3:0]   cut;
    wire [23:0]  cut_source;
    wire         n_freed;
    genvar       i, p;
    generate
        for (p = 1; p < PORTS; p = p + 1) begin : g_port
            bl_hub_port #(.SLOTS(SLOTS), .LOG_HOLD(LOG_HOLD)) cable (
                .clk(clk), .rst(rst), .up(s_up[p]), .drained(m_drained[p]),
                .s_tvalid(s_tvalid[p]), .s_tdata(s_tdata[128*p +: 128]), .s_tlast(s_tlast[p]),
                .s_tuser(s_tuser[p]), .m_freed(m_freed[p]), .t_tvalid(t_tvalid[p]),
                .t_tdata(t_tdata[128*p +: 128]), .t_tlast(t_tlast[p]), .t_tuser(t_tuser[p]),
                .t_freed(t_freed[p]), .g_tvalid(g_tvalid[p]), .g_tready(g_tready[p]),
                .g_tdata(g_tdata[128*p +: 128]), .g_tlast(g_tlast[p]), .g_tuser(g_tuser[p]),
                .g_freed(g_freed[p]), .m_tvalid(m_tvalid[p]), .m_tready(m_tready[p]),
                .m_tdata(m_tdata[128*p +: 128]), .m_tlast(m_tlast[p]), .m_tuser(m_tuser[p]),
                .s_freed(s_freed[p]), .lost(cut[p]), .lost_source(cut_source[6*p +: 6]));
        end
    endgenerate
    assign {m_drained[0], m_freed[0], t_tvalid[0], t_tlast[0], t_tuser[0], t_tdata[127:0]}
         = {1'b1, n_freed, s_tvalid[0] & ~is_answer, s_tlast[0], s_tuser[0], s_tdata[127:0]};
    assign {g_tready[0], m_tvalid[0], m_tlast[0], m_tuser[0], m_tdata[127:0]}
         = {m_tready[0], g_tvalid[0], g_tlast[0], g_tuser[0], g_tdata[127:0]};
    assign {g_freed[0], cut[0], cut_source[5:0]} = {s_freed[0], 1'b0, 6'd0};

    // Inputs: the ports, then the engine's writes and reports of what was lost, all of which may be
    // dropped; the engine's reads, and answers to the host. Outputs: the ports, then the hub
    // itself: its memory and what the host asks it.
    localparam INPUTS = 8, WRITES = 4, REPORTS = 5, READS = 6, ANSWERS = 7;
    localparam OUTPUTS = 5, LOCAL = 4;
    wire [INPUTS-1:0]         valid, ready, last, user;
    wire [INPUTS*128-1:0]     data;
    wire [INPUTS*128-1:0]     north;        // as it leaves at N
    reg  [INPUTS-1:0]         head;         // the next word is a header
    wire [INPUTS*OUTPUTS-1:0] want, taken;  // of input i to output p: bit OUTPUTS * i + p
    wire                      w_valid, w_last, r_valid, r_last;
    wire [127:0]              w_data, r_data;
    wire [READS-1:0]          in_valid = {r_valid, w_valid, t_tvalid};
    wire [READS-1:0]          in_last  = {r_last, w_last, t_tlast};
    wire [READS-1:0]          in_user  = {2'd0, t_tuser};
    wire [READS*128-1:0]      in_data  = {r_data, w_data, t_tdata};
    wire [READS-1:0]          in_ready, in_freed, lost, reported;
    wire [INPUTS-1:0]         nobody;
    wire [READS*6-1:0]        source;
    wire [READS*32-1:0]       report;
    wire [23:0]               place;
    wire [LOCAL:0]            o_valid, o_last;
    wire [3:0]                o_user;
    wire [INPUTS*2-1:0]       kind;           // {a read of the memory, asked of the hub itself}
    wire [1:0]                o_kind;         // of what ends here
    wire                      l_ready;
    wire [LOCAL:0]            o_ready = {l_ready, g_tready};
    wire [LOCAL:0]            o_freed = {1'b0, g_freed};
    wire [5*128-1:0]          o_data;
    assign {g_tvalid, g_tlast, g_tuser} = {o_valid[3:0], o_last[3:0], o_user};
    assign g_tdata                      = o_data[511:0];
    generate
        for (i = 0; i < READS; i = i + 1) begin : g_in
            localparam HOST = i == 0 || i >= WRITES ? 1 : 0;
            bl_hub_take #(
                .PORTS(OUTPUTS), .RANGES(RANGES), .RANGE_PORTS(RANGE_PORTS),
                .LOG_WORDS(i == REPORTS ? 5 : i == WRITES ? LOG_WORDS + 1 : LOG_WORDS),
                .WHOLE(HOST), .FROM_HOST(HOST), .ASKED(i == 0 ? 1 : 0),
                .LOG_TLPS(SLOTS < 16 ? 4 : SLOTS < 32 ? 5 : 8)) take (
                .clk(clk), .rst(rst), .ranges(ranges),
                .node(i == WRITES ? {node[15:9], 1'b1, node[7:0]} : node), .hub(HUB),
                .s_tvalid(in_valid[i]), .s_tready(in_ready[i]), .s_tdata(in_data[128*i +: 128]),
                .s_tlast(in_last[i]), .s_tuser(in_user[i]), .freed(in_freed[i]),
                .m_tvalid(valid[i]), .m_tready(ready[i]), .m_tdata(data[128*i +: 128]),
                .m_tlast(last[i]), .m_tuser(user[i]),
                .m_want(want[OUTPUTS*i +: OUTPUTS]), .m_nobody(nobody[i]),
                .m_asked(kind[2*i]), .m_load(kind[2*i+1]));
            bl_hub_drop drop (
                .clk(clk), .rst(rst), .place(place), .moves(valid[i] & ready[i]),
                .nobody(nobody[i]), .s_tdata(data[128*i +: 128]), .s_tlast(last[i]),
                .s_tuser(user[i]), .lost(lost[i]), .lost_source(source[6*i +: 6]),
                .reported(reported[i]), .report(report[32*i +: 32]));
        end
        for (i = READS; i < INPUTS; i = i + 1) begin : g_north
            assign want[OUTPUTS*i +: OUTPUTS] = {{OUTPUTS-1{1'b0}}, valid[i]};
            assign {nobody[i], user[i], kind[2*i +: 2]} = 4'd0;
        end
        for (i = 0; i < INPUTS; i = i + 1) begin : g_ready
            // the hub's own reads and answers are for N alone
            assign ready[i]  = i < READS ? nobody[i] | |taken[OUTPUTS*i +: OUTPUTS]
                                         : taken[OUTPUTS*i];
        end
        for (i = 0; i < INPUTS; i = i + 1) begin : g_shorten
            bl_tlp_shorten shorten (
                .s_header(head[i]), .s_tdata(data[128*i +: 128]), .m_tdata(north[128*i +: 128]));
            always @(posedge clk)
                if (rst) head[i] <= 1'b1;
                else if (valid[i] & ready[i]) head[i] <= last[i];
        end
        for (p = 0; p <= LOCAL; p = p + 1) begin : g_out
            // What goes on east has come of W, and what goes on west of E; others are no rings, and
            // N and the hub itself say by tready that there is room.
            localparam PASSES = p == 1 ? 4 : p == 2 ? 2 : 255;
            wire [INPUTS-1:0] mine, takes;  // of these alone
            for (i = 0; i < INPUTS; i = i + 1) begin : g_mine
                assign mine[i] = want[OUTPUTS*i+p];
                assign taken[OUTPUTS*i+p] = takes[i];
            end
            localparam USERS = p == LOCAL ? 2 : 1;
            wire [INPUTS*USERS-1:0] beside;
            wire [USERS-1:0]        o_beside;
            if (p == LOCAL) begin : g_kind
                assign beside = kind;
                assign o_kind = o_beside;
            end else begin : g_void
                assign beside = user;
                assign o_user[p] = o_beside;
            end
            bl_hub_give #(
                .INPUTS(INPUTS), .PASSES(PASSES), .BUBBLE(p == 1 || p == 2 ? BUBBLE : 0),
                .SLOTS(p == 0 || p == LOCAL ? 0 : SLOTS), .USERS(USERS)) give (
                .clk(clk), .rst(rst), .s_tvalid(mine), .s_tready(takes),
                .s_tdata(p == 0 ? north : data), .s_tlast(last), .s_tuser(beside),
                .m_tvalid(o_valid[p]), .m_tready(o_ready[p]), .m_tdata(o_data[128*p +: 128]),
                .m_tlast(o_last[p]), .m_tuser(o_beside), .freed(o_freed[p]));
        end
    endgenerate
    assign t_freed     = in_freed[3:0];
    assign last[READS] = 1'b1;
    // The engine's reads and their completions pass the hub's own memory.
    wire         e_valid, e_ready, e_own, c_valid, c_last, c_freed, beyond;
    wire [1:0]   refused;
    wire [127:0] e_data, c_data;
    wire         a_valid, a_ready, a_last;
    wire [127:0] a_data;
    bl_skid #(.WIDTH(129)) answered (
        .clk(clk), .rst(rst), .s_tvalid(a_valid), .s_tready(a_ready), .s_tdata({a_last, a_data}),
        .m_tvalid(valid[ANSWERS]), .m_tready(ready[ANSWERS]),
        .m_tdata({last[ANSWERS], data[128*ANSWERS +: 128]}));
    bl_hub_local #(
        .LOG_MEMORY(LOG_MEMORY), .LOG_PAYLOAD(LOG_PAYLOAD), .PLACES(SLOTS)) itself (
        .clk(clk), .rst(rst), .hub(HUB), .mask(ranges[97*OWN +: 24]),
        .s_tvalid(o_valid[LOCAL]), .s_tready(l_ready), .s_tdata(o_data[128*LOCAL +: 128]),
        .s_tlast(o_last[LOCAL]), .s_asked(o_kind[0]), .s_load(o_kind[1]), .beyond(beyond),
        .refused(refused),
        .m_tvalid(a_valid), .m_tready(a_ready), .m_tdata(a_data), .m_tlast(a_last),
        .s_read_tvalid(e_valid), .s_read_tready(e_ready), .s_read_tdata(e_data),
        .s_read_own(e_own), .m_read_tvalid(valid[READS]), .m_read_tready(ready[READS]),
        .m_read_tdata(data[128*READS +: 128]),
        .s_answer_tvalid(s_tvalid[0] & is_answer), .s_answer_tdata(s_tdata[127:0]),
        .s_answer_tlast(s_tlast[0]), .s_freed(c_freed), .freed(n_freed),
        .m_answer_tvalid(c_valid), .m_answer_tdata(c_data), .m_answer_tlast(c_last),
        .m_axil_awaddr(m_axil_awaddr), .m_axil_awvalid(m_axil_awvalid),
        .m_axil_awready(m_axil_awready), .m_axil_wdata(m_axil_wdata),
        .m_axil_wstrb(m_axil_wstrb), .m_axil_wvalid(m_axil_wvalid),
        .m_axil_wready(m_axil_wready), .m_axil_bresp(m_axil_bresp),
        .m_axil_bvalid(m_axil_bvalid), .m_axil_bready(m_axil_bready),
        .m_axil_araddr(m_axil_araddr), .m_axil_arvalid(m_axil_arvalid),
        .m_axil_arready(m_axil_arready), .m_axil_rdata(m_axil_rdata),
        .m_axil_rresp(m_axil_rresp), .m_axil_rvalid(m_axil_rvalid),
        .m_axil_rready(m_axil_rready));

    reg         is_cut;                       // report_chain is not 0
    wire [15:0] stops = is_cut ? go[15:0] : stop;
    bl_hub_engine #(
        .LOG_REQUEST(LOG_REQUEST), .TAGS(TAGS), .RANGES(RANGES), .STEP(STEP),
        .LOG_SLICE(LOG_SLICE), .HOST_PAGES(HOST_PAGES), .GPUS(GPUS), .GPU_PAGES(GPU_PAGES),
        .OWN_PAGES(LOG_MEMORY < 8 ? 1 : 1 << (LOG_MEMORY - 8)), .PLACES(SLOTS)) engine (
        .clk(clk), .rst(rst), .ranges(ranges), .chain(chain), .end_at(end_at),
        .end_value(end_value), .go(go), .stop(stops), .request(request), .slot(slot),
        .state(state), .count(count), .irq(irq), .m_read_tvalid(e_valid),
        .m_read_tready(e_ready), .m_read_tdata(e_data), .m_read_own(e_own), .s_tvalid(c_valid),
        .s_tdata(c_data), .s_tlast(c_last), .s_freed(in_freed[0]), .freed(c_freed),
        .m_tvalid(w_valid), .m_tready(in_ready[WRITES]), .m_tdata(w_data), .m_tlast(w_last),
        .m_freed(in_freed[WRITES]));

    // Who has written what came to the hub's own memory a cycle ago.
    wire [5:0]   own_source;
    reg  [5:0]   beyond_source;
    bl_hub_source of_own (.header(o_data[128*LOCAL +: 128]), .source(own_source));
    always @(posedge clk) beyond_source <= own_source;

    // ---- what was lost: nodes are notified, and so is this one
    wire         n_valid, n_ready, n_last;   // of a report, before it has a register of its own
    wire [127:0] n_data;
    bl_skid #(.WIDTH(129)) held (
        .clk(clk), .rst(rst), .s_tvalid(n_valid), .s_tready(n_ready), .s_tdata({n_last, n_data}),
        .m_tvalid(r_valid), .m_tready(in_ready[REPORTS]), .m_tdata({r_last, r_data}));
    bl_hub_report #(.EVENTS(READS + PORTS + 1), .LOG_SLICE(LOG_SLICE)) tells (
        .clk(clk), .rst(rst), .node(node), .place(place), .lost({beyond, cut, lost}),
        .down({1'b0, {PORTS{1'b1}}, {READS{1'b0}}}),
        .source({beyond_source, cut_source, source}), .m_tvalid(n_valid),
        .m_tready(n_ready), .m_tdata(n_data), .m_tlast(n_last));
    reg         hears;
    reg  [31:0] heard;
    always @* begin : hear
        integer k;
        hears = 1'b0;
        heard = 32'd0;
        for (k = 0; k < READS; k = k + 1)
            if (reported[k]) begin
                hears = 1'b1;
                heard = report[32*k +: 32];
            end
    end
    reg [15:0] heard_go;
    always @(posedge clk)
        if (rst) begin
            heard_go     <= 16'd0;
            report_chain <= 32'd0;
            is_cut       <= 1'b0;
            report_store <= 32'd0;
        end else begin
            heard_go <= go[15:0];
            if (heard_go != go[15:0]) {is_cut, report_chain} <= 33'd0;
            else if (hears & heard[0] & ~is_cut)
                {is_cut, report_chain} <= {|heard[31:16], heard[31:16], 16'd0};
            if (hears & ~heard[0])
                report_store <= {heard[31:16], report_store[15:0] + 16'd1};
        end

    reg [3:0] more;
    always @* begin : count_dropped
        integer k;
        more = {3'd0, beyond} + {3'd0, refused[0]} + {3'd0, refused[1]};
        for (k = 0; k < READS; k = k + 1) more = more + {3'd0, lost[k]};
        for (k = 1; k < PORTS; k = k + 1) more = more + {3'd0, cut[k]};
    end
    always @(posedge clk)
        if (rst) dropped <= 32'd0;
        else dropped <= dropped + {28'd0, more};
    wire unused = &{1'b0, s_up[0], t_freed[0], in_ready[3:0], in_freed[REPORTS],
                    heard[15:1], n_length, n_translated, n_attributes, n_format[1], n_reserved3,
                    n_poisoned, n_digest, n_reserved1, n_reserved2, n_reserved, n_first_keep,
                    n_last_keep, n_traffic, n_tag, n_requester, n_address_high, n_address_low,
                    1'b0};
endmodule
`default_nettype wire
