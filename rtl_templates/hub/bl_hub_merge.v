// SPDX-License-Identifier: ISC
`default_nettype none
// Joins completions of the host, which never wait, with those of the hub's own memory, for an
// engine that never waits.
// Contract: a TLP at a time; one of the memory begins where the host has none, and the host's are
// kept while it passes, which takes at most 4 times the words of the longest, and until none is
// kept. Each place of a completion that becomes
// free `s_freed` tells of: while any of the memory's are away, at most PLACES, it is one of those,
// else `freed` tells the host.
// Latency: 0 cycles. Throughput: 1 word a cycle.
module bl_hub_merge #(
    // log2 of the bytes of the longest completion: 6..12
    parameter LOG_PAYLOAD = 8,
    // completions of the memory that are on their way: 1..255
    parameter PLACES = 15
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_tvalid,
    input  wire [127:0] s_tdata,
    input  wire         s_tlast,
    input  wire         s_freed,
    output wire         freed,
    input  wire         t_tvalid,
    output wire         t_tready,
    input  wire [127:0] t_tdata,
    input  wire         t_tlast,
    output wire         m_tvalid,
    output wire [127:0] m_tdata,
    output wire         m_tlast
);
    generate
        if (LOG_PAYLOAD < 6 || LOG_PAYLOAD > 12) begin : g_check_log_payload
            bl_hub_merge_illegal_LOG_PAYLOAD illegal();
        end
        if (PLACES < 1 || PLACES > 255) begin : g_check_places
            bl_hub_merge_illegal_PLACES illegal();
        end
    endgenerate

    localparam        LOG_KEPT = LOG_PAYLOAD - 2;
    localparam [31:0] PLACE = PLACES;
    reg               of_s, of_t;            // in the middle of a TLP
    reg  [7:0]        away;                  // completions of the memory
    reg  [LOG_KEPT:0] level;                 // words of the host's that are kept,
    reg               keeps;                 // and whether there are some
    wire              some, last, kept_ready;
    wire [127:0]      word;
    reg               full;                  // as many as PLACES are away
    wire              begins = ~of_t & ~of_s & ~keeps & ~full & t_tvalid;
    wire              back   = s_freed & away != 8'd0;
    wire              turn   = of_t | begins;
    wire              push   = s_tvalid & (turn | keeps);
    wire              pop    = some & ~turn;
    bl_fifo_block #(.WIDTH(129), .LOG_DEPTH(LOG_KEPT)) kept (
        .clk(clk), .rst(rst), .s_tvalid(push), .s_tready(kept_ready),
        .s_tdata({s_tlast, s_tdata}), .m_tvalid(some), .m_tready(pop), .m_tdata({last, word}));
    assign t_tready = turn;
    assign m_tvalid = turn ? t_tvalid : keeps ? some : s_tvalid;
    assign m_tdata  = turn ? t_tdata : keeps ? word : s_tdata;
    assign m_tlast  = turn ? t_tlast : keeps ? last : s_tlast;
    assign freed    = s_freed & away == 8'd0;
    always @(posedge clk)
        if (rst) begin
            {of_s, of_t} <= 2'b00;
            away  <= 8'd0;
            full  <= 1'b0;
            {keeps, level} <= {LOG_KEPT+2{1'b0}};
        end else begin
            if (m_tvalid) {of_s, of_t} <= {~turn & ~m_tlast, turn & ~m_tlast};
            if (begins & ~back) {full, away} <= {away == PLACE[7:0] - 8'd1, away + 8'd1};
            if (back & ~begins) {full, away} <= {1'b0, away - 8'd1};
            if (push & ~pop) {keeps, level} <= {1'b1, level + 1'b1};
            if (pop & ~push) {keeps, level} <= {level[LOG_KEPT:1] != 0, level - 1'b1};
        end

`ifdef FORMAL
    // Rule 1: a TLP is whole: between its words there is none of the other stream.
    // Rule 2: words of the host's are kept for which there is room, while the memory's TLPs have 2
    // words without pauses.
    // Rule 3: no more of the memory's are away than PLACES.
    reg f_past = 1'b0, f_t_first = 1'b1, f_begun = 1'b0, f_s_mid = 1'b0;
    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_begun <= begins & ~rst;
        if (rst) f_t_first <= 1'b1;
        else if (t_tvalid & t_tready) f_t_first <= t_tlast;
        if (rst) f_s_mid <= 1'b0;
        else if (m_tvalid & ~turn) f_s_mid <= ~m_tlast;
    end
    always @* begin
        if (!f_past) assume (rst);
        if (f_past && f_begun) assume (t_tvalid && t_tlast);
        if (f_past && begins) assume (!t_tlast);
        if (f_past && !rst) begin
            assert (!(of_s & of_t));
            assert (of_t == !f_t_first);
            assert (!(f_s_mid & turn));
            if (of_t) assert (f_begun);
            if (push) assert (kept_ready);
            assert (keeps == (level != 0));
            assert (away <= PLACE[7:0] && full == (away == PLACE[7:0]));
        end
    end
`endif
    wire unused = &{1'b0, kept_ready, 1'b0};
endmodule
`default_nettype wire
