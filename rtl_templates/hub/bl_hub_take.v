// SPDX-License-Identifier: ISC
`default_nettype none
// An input of a hub: the buffer of what comes, and where it goes on.
// Contract: a TLP comes as a header of bl_tlp_header and its payload, 16 bytes a word, `tlast` with
// its last one, and tuser there where it is void; whoever sends has counted that there is room, or
// looks at s_tready, and `freed` tells of the place of one TLP that has left. `m_want` is the port
// that a TLP leaves by, one bit, that of the lowest range that has its address. The last port is
// the hub itself, which has the first half of a place of 2^24 bytes alone. `m_nobody` in its place:
// nobody has it, or it is no write to memory with an address of 64 bits, and it is to be dropped.
// Without m_tvalid both are 0. With ASKED, at the host's port, to the last port goes what the host
// asks the hub itself: m_asked, reads, and writes from address bit 47 on; m_load: it is a read of
// the hub's memory, that of the last range. The address is the one at that port; with FROM_HOST, or
// toward port 0, a write's requester is written anew: at port 0 the hub, else the node. With WHOLE
// a TLP leaves when all of it is there, else its words follow as they came; but a write to the hub
// itself always leaves as a whole, and is nobody's where it is void.
// Latency: 3 cycles. Throughput: 1 word a cycle.
module bl_hub_take #(
    // ports: 2..5
    parameter PORTS = 4,
    // ranges: 1..8
    parameter RANGES = 6,
    // the port of each range, 3 bits each: 0..16777215
    parameter RANGE_PORTS = 71168,
    // log2 of the words in the buffer: 5..13
    parameter LOG_WORDS = 8,
    // whether it waits for the whole of a TLP: 0..1
    parameter WHOLE = 0,
    // whether it comes from the host: 0..1
    parameter FROM_HOST = 0,
    // whether the last port is the hub itself: 0..1
    parameter ASKED = 0,
    // log2 of the TLPs that there is room for, without WHOLE: 1..8
    parameter LOG_TLPS = 5
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [RANGES*97-1:0] ranges,
    input  wire [15:0]          node,
    input  wire [15:0]          hub,
    input  wire                 s_tvalid,
    output wire                 s_tready,
    input  wire [127:0]         s_tdata,
    input  wire                 s_tlast,
    input  wire                 s_tuser,
    output reg                  freed,
    output reg                  m_tvalid,
    input  wire                 m_tready,
    output reg  [127:0]         m_tdata,
    output reg                  m_tlast,
    output reg                  m_tuser,
    output reg  [PORTS-1:0]     m_want,
    output reg                  m_nobody,
    output reg                  m_asked,
    output reg                  m_load
);
    generate
        if (PORTS < 2 || PORTS > 5) begin : g_check_ports
            bl_hub_take_illegal_PORTS illegal();
        end
        if (RANGES < 1 || RANGES > 8) begin : g_check_ranges
            bl_hub_take_illegal_RANGES illegal();
        end
        if (RANGE_PORTS < 0 || RANGE_PORTS > 16777215) begin : g_check_range_ports
            bl_hub_take_illegal_RANGE_PORTS illegal();
        end
        if (LOG_WORDS < 5 || LOG_WORDS > 13) begin : g_check_log_words
            bl_hub_take_illegal_LOG_WORDS illegal();
        end
        if (WHOLE < 0 || WHOLE > 1) begin : g_check_whole
            bl_hub_take_illegal_WHOLE illegal();
        end
        if (FROM_HOST < 0 || FROM_HOST > 1) begin : g_check_from_host
            bl_hub_take_illegal_FROM_HOST illegal();
        end
        if (ASKED < 0 || ASKED > 1) begin : g_check_asked
            bl_hub_take_illegal_ASKED illegal();
        end
        if (LOG_TLPS < 1 || LOG_TLPS > 8) begin : g_check_log_tlps
            bl_hub_take_illegal_LOG_TLPS illegal();
        end
    endgenerate

    // ---- the range that has its address, and what it is: known before the buffer, which keeps a
    // bit for each
    wire [1:0]  in_format;
    wire [4:0]  in_kind;
    wire [31:0] in_high;
    wire [29:0] in_low;
    wire [58:0] in_others;
    bl_tlp_header_unpack comes (
        .header(s_tdata), .length(in_others[9:0]), .translated(in_others[11:10]),
        .attributes(in_others[13:12]), .poisoned(in_others[14]), .digest(in_others[15]),
        .reserved(in_others[19:16]), .traffic(in_others[22:20]), .reserved1(in_others[23]),
        .kind(in_kind), .format(in_format), .reserved2(in_others[24]),
        .first_keep(in_others[28:25]), .last_keep(in_others[32:29]), .tag(in_others[40:33]),
        .requester(in_others[56:41]), .address_high(in_high), .reserved3(in_others[58:57]),
        .address_low(in_low));
    wire [23:0] in_place = {in_high[15:0], in_low[29:22]};
    wire        in_write = in_format == 2'd3 && in_kind == 5'd0 && in_high[31:16] == 16'd0
                         && !(ASKED != 0 && in_high[15]);
    wire        in_asked = ASKED != 0 && in_kind == 5'd0
                         && (!in_format[1] || (in_format[0] && in_high[31:15] == 17'd1));
    wire        in_node  = FROM_HOST != 0 && in_format == 2'd3 && in_kind == 5'd0
                         && in_high[31:16] == 16'd0;
    localparam OWN = 97 * (RANGES - 1);
    wire        in_reach = (in_place & ranges[OWN +: 24]) == ranges[OWN+24 +: 24];
    wire        in_load  = in_reach && in_asked && in_format == 2'd1 && in_high[31:16] == 16'd0;
    wire        unused   = &{1'b0, in_others, in_low[20:0], 1'b0};
    localparam [23:0] AT   = RANGE_PORTS;
    localparam [31:0] LAST = PORTS - 1;
    wire [RANGES-1:0] in_range, in_has, in_hit;
    wire [RANGES-1:0] hit, own_hit;          // of what leaves the buffer
    genvar r;
    generate
        for (r = 0; r < RANGES; r = r + 1) begin : g_range
            localparam [31:0] LOWER = (1 << r) - 1;
            bl_hub_within look_up (
                .place(in_place), .range(ranges[97*r +: 97]), .has(in_range[r]));
            assign in_has[r] = in_write & in_range[r] & ~(AT[3*r +: 3] == LAST[2:0] & in_low[21]);
            assign own_hit[r] = hit[r] & AT[3*r +: 3] == LAST[2:0];
            assign in_hit[r] = in_has[r] & (in_has & LOWER[RANGES-1:0]) == 0;
        end
    endgenerate

    // ---- the buffer; a word that cannot go on stands beside it, so that nothing before it waits
    // for an output of the same cycle
    wire               some, last, user;
    wire [127:0]       word;
    wire               load, asked, of_node;
    wire               itself = |own_hit;    // it is a write to the hub itself
    reg  [LOG_WORDS:0] whole;                // TLPs of which all is there,
    reg                any;                  // and whether there are some
    reg                aside, first;         // `first`: the next word is a header
    wire               ready  = ~m_tvalid | m_tready;
    reg                known, is_void;       // the next TLP is whole; is it void?
    wire               leaves = some & (WHOLE == 0 ? known | ~(first & itself) : any);
    wire               goes   = leaves & ~aside;
    bl_fifo_block #(.WIDTH(133 + RANGES), .LOG_DEPTH(LOG_WORDS)) store (
        .clk(clk), .rst(rst), .s_tvalid(s_tvalid), .s_tready(s_tready),
        .s_tdata({in_hit, in_load, in_asked, in_node, s_tuser, s_tlast, s_tdata}),
        .m_tvalid(some), .m_tready(goes),
        .m_tdata({hit, load, asked, of_node, user, last, word}));
    wire               whole_comes = s_tvalid & s_tlast;
    wire               whole_goes  = goes & last;
    always @(posedge clk)
        if (rst) {any, whole} <= {LOG_WORDS+2{1'b0}};
        else if (whole_comes & ~whole_goes) {any, whole} <= {1'b1, whole + 1'b1};
        else if (whole_goes & ~whole_comes)
            {any, whole} <= {whole[LOG_WORDS:1] != 0, whole - 1'b1};

    // Whether each TLP of which all is there is void, the next one in a register. What comes of the
    // host, or of the hub, never is.
    wire               void_next, void_some;
    wire               void_goes = void_some & (~known | whole_goes);
    generate
        if (WHOLE != 0) begin : g_sound
            assign void_some = 1'b0;
            assign void_next = 1'b0;
            wire unused_goes = &{1'b0, void_goes, 1'b0};
        end else begin : g_void
            wire room;
            bl_fifo #(.WIDTH(1), .LOG_DEPTH(LOG_TLPS)) of_whole (
                .clk(clk), .rst(rst), .s_tvalid(whole_comes), .s_tready(room), .s_tdata(s_tuser),
                .m_tvalid(void_some), .m_tready(void_goes), .m_tdata(void_next));
            wire unused_room = &{1'b0, room, 1'b0};
        end
    endgenerate
    always @(posedge clk)
        if (rst) known <= 1'b0;
        else known <= known ? void_some | ~whole_goes : void_some & ~whole_goes;
    always @(posedge clk) if (~known | whole_goes) is_void <= void_next;

    // ---- where it goes
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
        .header(word), .length(length), .translated(translated), .attributes(attributes),
        .poisoned(poisoned), .digest(digest), .reserved(reserved), .traffic(traffic),
        .reserved1(reserved1), .kind(kind), .format(format), .reserved2(reserved2),
        .first_keep(first_keep), .last_keep(last_keep), .tag(tag), .requester(requester),
        .address_high(address_high), .reserved3(reserved3), .address_low(address_low));
    wire [23:0] place = {address_high[15:0], address_low[29:22]};
    reg  [PORTS-1:0] want;
    reg  [23:0]      added;
    always @* begin : look_up
        integer i, p;
        want  = {PORTS{1'b0}};
        added = 24'd0;
        for (i = 0; i < RANGES; i = i + 1) begin
            added = added | (ranges[97*i+72 +: 24] & {24{hit[i]}});
            for (p = 0; p < PORTS; p = p + 1)
                if (AT[3*i +: 3] == p[2:0]) want[p] = want[p] | hit[i];
        end
        want[PORTS-1] = (want[PORTS-1] & ~is_void) | asked;
    end
    wire             nobody = want == {PORTS{1'b0}};
    wire [23:0]  moved = place + added;
    wire [127:0] written;
    bl_tlp_header_pack anew (
        .length(length), .translated(translated), .attributes(attributes), .poisoned(poisoned),
        .digest(digest), .reserved(reserved), .traffic(traffic), .reserved1(reserved1),
        .kind(kind), .format(format), .reserved2(reserved2), .first_keep(first_keep),
        .last_keep(last_keep), .tag(tag),
        .requester(want[0] ? hub : of_node ? node : requester),
        .address_high({address_high[31:16], moved[23:8]}), .reserved3(reserved3),
        .address_low({moved[7:0], address_low[21:0]}), .header(written));

    // ---- toward the ports
    wire [127:0]     next = first ? written : word;
    reg  [127:0]     aside_data;
    reg              aside_last, aside_user;
    // Where it goes and what it is, of the TLP that leaves, of the word beside, and of the next.
    reg  [PORTS+2:0] own, aside_way;
    wire [PORTS+2:0] way      = {load, asked, nobody, want};
    wire [PORTS+2:0] next_way = first ? way : own;
    wire             offers   = leaves | aside;
    always @(posedge clk)
        if (rst) begin
            m_tvalid <= 1'b0;
            {m_nobody, m_want} <= {PORTS+1{1'b0}};
            aside    <= 1'b0;
            first    <= 1'b1;
            freed    <= 1'b0;
        end else begin
            if (ready) m_tvalid <= offers;
            if (ready) {m_nobody, m_want} <= (aside ? aside_way[PORTS:0] : next_way[PORTS:0])
                                           & {PORTS+1{offers}};
            aside <= ~ready & (aside | leaves);
            if (goes) first <= last;
            freed <= whole_goes;
        end
    always @(posedge clk) begin
        if (ready) begin
            m_tdata <= aside ? aside_data : next;
            m_tlast <= aside ? aside_last : last;
            m_tuser <= aside ? aside_user : user;
            {m_load, m_asked} <= aside ? aside_way[PORTS+2:PORTS+1] : next_way[PORTS+2:PORTS+1];
        end
        if (~aside) begin
            aside_data <= next;
            aside_last <= last;
            aside_user <= user;
            aside_way  <= next_way;
        end
        if (goes & first) own <= way;
    end
endmodule
`default_nettype wire
