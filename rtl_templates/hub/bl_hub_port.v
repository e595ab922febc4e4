// SPDX-License-Identifier: ISC
`default_nettype none
// A hub's end of a cable, which may be cut at any moment: what is half there then becomes whole.
// Contract: TLPs are as bl_hub_take says. While `up`, words pass unchanged, in the same cycle.
// What has come in part when `up` falls is made up to its length, and its last word has tuser:
// it is void. What goes out while the cable is down, and the rest of what has gone in part, is
// taken and dropped. Of each TLP that has begun to go and whose place is not free when the cable
// is down, `lost` tells, with its source (bl_hub_source), and g_freed gives the place back.
// `drained`: nothing is left of what came or went before the cut; the cable may come up again.
// At most SLOTS TLPs are away.
// Latency: 0 cycles. Throughput: 1 word a cycle.
module bl_hub_port #(
    // TLPs that the other end has room for: 2..255
    parameter SLOTS = 15,
    // log2 of the cycles that a cable is down at least: 2..24
    parameter LOG_HOLD = 12
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         up,
    output wire         drained,
    // from the cable to the buffer
    input  wire         s_tvalid,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    input  wire         s_tuser,
    output wire         m_freed,
    output wire         t_tvalid,
    output wire [127:0] t_tdata,
    output wire         t_tlast,
    output wire         t_tuser,
    input  wire         t_freed,
    // from the output to the cable
    input  wire         g_tvalid,
    output wire         g_tready,
    input  wire [127:0] g_tdata,
    input  wire         g_tlast,
    input  wire         g_tuser,
    output wire         g_freed,
    output wire         m_tvalid,
    input  wire         m_tready,
    output wire [127:0] m_tdata,
    output wire         m_tlast,
    output wire         m_tuser,
    input  wire         s_freed,
    output wire         lost,
    output wire [5:0]   lost_source
);
    generate
        if (SLOTS < 2 || SLOTS > 255) begin : g_check_slots
            bl_hub_port_illegal_SLOTS illegal();
        end
        if (LOG_HOLD < 2 || LOG_HOLD > 24) begin : g_check_log_hold
            bl_hub_port_illegal_LOG_HOLD illegal();
        end
    endgenerate

    // ---- what comes: words of the TLP that are still to come, and TLPs in the buffer
    wire [9:0]  length;
    wire [1:0]  translated, attributes, format, reserved3;
    wire        poisoned, digest, reserved1, reserved2;
    wire [3:0]  reserved, first_keep, last_keep;
    wire [2:0]  traffic;
    wire [4:0]  kind;
    wire [7:0]  tag;
    wire [15:0] requester;
    wire [31:0] address_high;
    wire [29:0] address_low;
    bl_tlp_header_unpack came (
        .header(s_tdata), .length(length), .translated(translated), .attributes(attributes),
        .poisoned(poisoned), .digest(digest), .reserved(reserved), .traffic(traffic),
        .reserved1(reserved1), .kind(kind), .format(format), .reserved2(reserved2),
        .first_keep(first_keep), .last_keep(last_keep), .tag(tag), .requester(requester),
        .address_high(address_high), .reserved3(reserved3), .address_low(address_low));
    reg  [8:0] left;
    reg        in_tlp;
    reg  [8:0] held;
    wire       makes   = ~up & in_tlp;
    wire       comes   = up & s_tvalid;
    wire [8:0] payload = {length == 10'd0, length[9:2]} + {8'd0, length[1:0] != 2'd0};
    assign t_tvalid = comes | makes;
    assign t_tdata  = s_tdata;  // of what is made nothing
    assign t_tlast  = up ? s_tlast : left == 9'd1;
    assign t_tuser  = ~up | s_tuser;
    assign m_freed  = t_freed & up;
    always @(posedge clk)
        if (rst) begin
            in_tlp <= 1'b0;
            held   <= 9'd0;
        end else begin
            if (t_tvalid) in_tlp <= ~t_tlast;
            held <= held + {8'd0, t_tvalid & t_tlast} - {8'd0, t_freed};
        end
    always @(posedge clk)
        if (t_tvalid) left <= in_tlp ? left - 9'd1 : payload;

    // ---- what goes: a source for each TLP whose place is not free
    localparam LOG_AWAY = SLOTS < 16 ? 4 : SLOTS < 32 ? 5 : 8;
    wire [5:0]  source;
    bl_hub_source of_it (.header(g_tdata), .source(source));
    reg  mid, voids;
    wire moves = g_tvalid & g_tready;
    wire some, away_ready;
    assign g_tready = m_tready | ~up | voids;
    assign m_tvalid = g_tvalid & up & ~voids;
    assign m_tdata  = g_tdata;
    assign m_tlast  = g_tlast;
    assign m_tuser  = g_tuser;
    assign g_freed  = up ? s_freed : some;
    assign lost     = some & ~up;
    bl_fifo #(.WIDTH(6), .LOG_DEPTH(LOG_AWAY)) away (
        .clk(clk), .rst(rst), .s_tvalid(moves & ~mid), .s_tready(away_ready),
        .s_tdata(source), .m_tvalid(some), .m_tready(g_freed), .m_tdata(lost_source));
    always @(posedge clk)
        if (rst) begin
            mid   <= 1'b0;
            voids <= 1'b0;
        end else begin
            if (moves) mid <= ~g_tlast;
            if (moves) voids <= ~g_tlast & (voids | ~up);
            else if (~up & mid) voids <= 1'b1;
        end
    // So long the port is down at least: a source whose writes were lost hears of it before.
    reg [LOG_HOLD-1:0] rest;
    always @(posedge clk)
        if (rst) rest <= {LOG_HOLD{1'b0}};
        else rest <= up ? {LOG_HOLD{1'b1}} : rest - {{LOG_HOLD-1{1'b0}}, rest != 0};
    assign drained = ~up & ~in_tlp & held == 9'd0 & ~some & ~g_tvalid & ~mid & rest == 0;

    wire unused = &{1'b0, translated, attributes, format, reserved3, poisoned, digest, reserved1,
                    reserved2, reserved, first_keep, last_keep, traffic, kind, tag, requester,
                    address_high, address_low, away_ready, 1'b0};

`ifdef FORMAL
    // Assumed: TLPs come with as many words as their headers say, and places come back of those
    // that are away.
    // Rule 1: what goes into the buffer is always a whole TLP, of the length that its header says.
    // Rule 2: of each TLP that the output has begun one place comes back: none is given twice.
    // Rule 3: behind a cut no word of a TLP goes that had begun before.
    // Rule 4: drained, nothing of the port is in the hub.
    reg        f_past = 1'b0;
    reg  [8:0] f_left, f_away, f_held;
    reg        f_in, f_cut;
    wire [8:0] f_words = {length == 10'd0, length[9:2]} + {8'd0, length[1:0] != 2'd0};
    always @(posedge clk) begin
        f_past <= 1'b1;
        if (rst) begin
            f_in   <= 1'b0;
            f_away <= 9'd0;
            f_held <= 9'd0;
            f_cut  <= 1'b0;
        end else begin
            if (t_tvalid) f_in <= ~t_tlast;
            f_away <= f_away + {8'd0, moves & ~mid} - {8'd0, g_freed};
            f_held <= f_held + {8'd0, t_tvalid & t_tlast} - {8'd0, t_freed};
            if (moves & g_tlast) f_cut <= 1'b0;
            else if (~up & (mid | moves)) f_cut <= 1'b1;
        end
        if (t_tvalid) f_left <= f_in ? f_left - 9'd1 : f_words;
    end
    always @* begin
        if (!f_past) assume (rst);
        if (f_past && !rst) begin
            if (f_away == 9'd0 || !some) assume (!s_freed);
            if (f_away >= SLOTS && !mid) assume (!g_tvalid);
            if (f_held == 9'd0) assume (!t_freed);
            assume (f_held < 9'd300);
            if (comes) assume (s_tlast == (f_in && f_left == 9'd1));
            if (!up) assume (!s_tvalid);
            if (t_tvalid) assert (t_tlast == (f_in && f_left == 9'd1));
            assert (f_in == in_tlp && (!f_in || (f_left == left && left != 9'd0)));
            assert (f_held == held && f_away <= SLOTS);
            if (!up && in_tlp) assert (t_tvalid);
            if (!up && some) assert (g_freed && lost);
            assert (f_cut == voids);
            if (f_cut) assert (!m_tvalid);
            if (drained) assert (f_held == 9'd0 && !f_in && !mid && !voids);
            if (some) assert (f_away != 9'd0);
        end
    end
`endif
endmodule
`default_nettype wire
