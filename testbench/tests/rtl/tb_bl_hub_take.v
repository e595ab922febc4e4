// config:
// config: -Ptb_bl_hub_take.WHOLE=1
// config: -Ptb_bl_hub_take.OWN=1
// config: -Ptb_bl_hub_take.FROM_HOST=1
// config: -Ptb_bl_hub_take.FROM_HOST=1 -Ptb_bl_hub_take.WHOLE=1
// Random ranges of a hub, and random headers against them: the port, the address there and the
// requester are what the bench works out by itself from the words of the table; at the host's port
// completions are the engine's, and reads and registers the hub's; with WHOLE a TLP that came with
// pauses leaves without. With OWN the last range is the hub itself: what is for it leaves when it
// is whole, and is nobody's where it is void. Headers are put together and taken apart by the
// layout's modules, whose places the bench has as sums of its own.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_take;
    parameter WHOLE = 0, FROM_HOST = 0, OWN = 0, COUNT = 3000;
    localparam RANGES = 6;
    localparam [23:0] PORTS = {6'd0, OWN ? 3'd4 : 3'd2, 3'd1, 3'd3, 3'd0, 3'd0, 3'd0};
    reg                 clk = 0, rst = 1;
    reg  [31:0]         table_word = 0;
    wire [31:0]         table_taken;
    wire [RANGES*97-1:0] ranges;
    reg                 s_tvalid = 0, s_tlast = 0, m_tready = 0, is_void = 0;
    reg  [127:0]        s_tdata = 0;
    wire                freed, s_tready, m_tvalid, m_tlast, m_tuser;
    wire [127:0]        m_tdata;
    wire [4:0]          m_want;
    wire                m_nobody, m_asked, m_load;
    always #2 clk = ~clk;
    bl_hub_table #(.RANGES(RANGES)) routes (
        .clk(clk), .rst(rst), .table_word(table_word), .table_taken(table_taken), .ranges(ranges));
    bl_hub_take #(.PORTS(5), .RANGES(RANGES), .RANGE_PORTS(PORTS), .LOG_WORDS(6), .WHOLE(WHOLE),
                  .ASKED(WHOLE & FROM_HOST),
                  .FROM_HOST(FROM_HOST)) take (
        .clk(clk), .rst(rst), .ranges(ranges), .node(16'h0009), .hub(16'h0100),
        .s_tvalid(s_tvalid), .s_tready(s_tready), .s_tdata(s_tdata), .s_tlast(s_tlast),
        .s_tuser(s_tlast & is_void),
        .freed(freed),
        .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata), .m_tlast(m_tlast),
        .m_tuser(m_tuser),
        .m_want(m_want), .m_nobody(m_nobody), .m_asked(m_asked), .m_load(m_load));

    // ---- the layout
    reg  [9:0]  length = 0;
    reg  [1:0]  translated = 0, attributes = 0, format = 0, reserved3 = 0;
    reg         poisoned = 0, digest = 0, reserved1 = 0, reserved2 = 0;
    reg  [3:0]  reserved = 0, first_keep = 0, last_keep = 0;
    reg  [2:0]  traffic = 0;
    reg  [4:0]  kind = 0;
    reg  [7:0]  tag = 0;
    reg  [15:0] requester = 0;
    reg  [31:0] address_high = 0;
    reg  [29:0] address_low = 0;
    wire [127:0] header;
    wire [9:0]  g_length;
    wire [1:0]  g_translated, g_attributes, g_format, g_reserved3;
    wire        g_poisoned, g_digest, g_reserved1, g_reserved2;
    wire [3:0]  g_reserved, g_first_keep, g_last_keep;
    wire [2:0]  g_traffic;
    wire [4:0]  g_kind;
    wire [7:0]  g_tag;
    wire [15:0] g_requester;
    wire [31:0] g_address_high;
    wire [29:0] g_address_low;
    bl_tlp_header_pack pack (
        .length(length), .translated(translated), .attributes(attributes), .poisoned(poisoned),
        .digest(digest), .reserved(reserved), .traffic(traffic), .reserved1(reserved1),
        .kind(kind), .format(format), .reserved2(reserved2), .first_keep(first_keep),
        .last_keep(last_keep), .tag(tag), .requester(requester), .address_high(address_high),
        .reserved3(reserved3), .address_low(address_low), .header(header));
    bl_tlp_header_unpack unpack (
        .header(m_tdata), .length(g_length), .translated(g_translated),
        .attributes(g_attributes), .poisoned(g_poisoned), .digest(g_digest),
        .reserved(g_reserved), .traffic(g_traffic), .reserved1(g_reserved1), .kind(g_kind),
        .format(g_format), .reserved2(g_reserved2), .first_keep(g_first_keep),
        .last_keep(g_last_keep), .tag(g_tag), .requester(g_requester),
        .address_high(g_address_high), .reserved3(g_reserved3), .address_low(g_address_low));

    integer seed = 11, failures = 0, i, n, k, given = 0, hits = 0, nobodies = 0, places = 0,
            loads = 0, voids = 0;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("write %0d: %0s", n, what);
        end
    endtask
    reg [23:0] mask [0:RANGES-1], low [0:RANGES-1], high [0:RANGES-1], added [0:RANGES-1];
    task write;
        input integer range, field;
        input [23:0] value;
        begin
            @(negedge clk) table_word = {~table_word[31], 2'd0, range[2:0], field[1:0], value};
            @(negedge clk) if (table_taken !== table_word) fail("the table takes no word");
        end
    endtask
    reg [96:0] before;
    // Masks of the high bits, and bounds near each other, so that ranges meet and go around.
    task draw_ranges;
        for (i = 0; i < RANGES; i = i + 1) begin
            mask[i] = 24'hffffff << draw(20);
            low[i] = draw(16) << 20 & mask[i];
            high[i] = draw(16) << 20 & mask[i];
            added[i] = draw(1 << 24);
            write(i, 0, low[i]);
            write(i, 1, high[i]);
            write(i, 2, added[i]);
            before = ranges[97*i +: 97];
            #1 if (ranges[97*i +: 97] !== before) fail("a range that is half written");
            write(i, 3, mask[i]);
        end
    endtask
    reg [23:0]  place, there;
    reg [4:0]   port;
    reg         asked, load, own;
    reg [127:0] sum;
    task work_out;
        integer first;
        begin
            first = -1;
            for (i = RANGES - 1; i >= 0; i = i - 1)
                if (low[i] <= high[i] ? (place & mask[i]) >= low[i] && (place & mask[i]) <= high[i]
                                      : (place & mask[i]) >= low[i] || (place & mask[i]) <= high[i])
                    if (!OWN || i < RANGES - 1 || !address_low[21]) first = i;
            if (format != 3 || kind != 0 || address_high[31:16] != 0) first = -1;
            asked = WHOLE && FROM_HOST && kind == 0
                    && (!format[1] || (format[0] && address_high[31:15] == 1));
            load = asked && format == 1 && address_high[31:16] == 0
                   && (place & mask[RANGES-1]) == low[RANGES-1];
            loads = loads + load;
            if (asked) first = -1;
            own = OWN && first == RANGES - 1;
            if (own && is_void) first = -1;
            voids = voids + (own & is_void);
            port = first < 0 ? 0 : first < 3 ? 1 : first == 3 ? 8 : first == 4 ? 2 : OWN ? 16 : 4;
            if (asked) port = 16;
            there = first < 0 ? place : place + added[first];
            if (first < 0) nobodies = nobodies + 1;
            else hits = hits + 1;
        end
    endtask
    task look;
        begin
            if (m_want !== port || m_nobody !== (port == 0)) fail("the port");
            if (m_asked !== asked || m_load !== load) fail("what is asked");
            if (m_want != 0 && {g_address_high, g_address_low} !==
                {address_high[31:16], there, address_low[21:0]}) fail("the address");
            if (m_want != 0 && g_requester !== (m_want[0] ? 16'h0100
                                                : FROM_HOST && format == 3 && kind == 0
                                                  && address_high[31:16] == 0 ? 16'h0009
                                                : requester))
                fail("the requester");
            if (g_length !== length || g_tag !== tag || g_first_keep !== first_keep
                || g_last_keep !== last_keep || g_format !== format || g_kind !== kind
                || g_attributes !== attributes || g_traffic !== traffic || g_digest !== digest
                || g_poisoned !== poisoned || g_translated !== translated
                || {g_reserved, g_reserved1, g_reserved2, g_reserved3} !==
                   {reserved, reserved1, reserved2, reserved3})
                fail("what the hub does not change");
        end
    endtask
    always @(posedge clk) if (freed) places = places + 1;
    initial begin
        repeat (4) @(negedge clk);
        rst = 0;
        for (n = 0; n < COUNT; n = n + 1) begin
            if (n % 30 == 0) draw_ranges;
            length = 1 + draw(16);
            {translated, attributes, poisoned, digest, reserved, traffic} = $random(seed);
            {reserved1, reserved2, reserved3, first_keep, last_keep, tag} = $random(seed);
            format = draw(8) == 0 ? draw(4) : 3;
            kind = draw(8) == 0 ? (draw(2) ? draw(32) : 10) : 0;
            place = draw(1 << 24);
            if (draw(16) == 0)
                {format, kind, place} = {7'd32, low[RANGES-1] | (place & ~mask[RANGES-1])};
            address_low = {place[7:0], 22'd0} + draw(1 << 22);
            address_high = {16'd0, place[23:8]} | (draw(8) == 0 ? draw(256) << 16 : 0);
            requester = draw(65536);
            is_void = draw(OWN ? 2 : 3) == 0;
            if (OWN) address_low[21] = address_low[21] & draw(4) == 0;
            #1 work_out;
            sum = 128'd0 + length + translated * 128'd1024 + attributes * 128'd4096
                + poisoned * 128'd16384 + digest * 128'd32768 + reserved * 128'd65536
                + traffic * 128'd1048576 + reserved1 * 128'd8388608 + kind * (128'd1 << 24)
                + format * (128'd1 << 29) + reserved2 * (128'd1 << 31)
                + first_keep * (128'd1 << 32) + last_keep * (128'd1 << 36) + tag * (128'd1 << 40)
                + requester * (128'd1 << 48) + address_high * (128'd1 << 64)
                + reserved3 * (128'd1 << 96) + address_low * (128'd1 << 98);
            if (header !== sum) fail("the header's places");
            m_tready = 0;
            for (k = 0; k <= (length + 3) / 4; k = k + 1) begin
                @(negedge clk) s_tvalid = 1;
                s_tdata = k == 0 ? header : {4{n[15:0], k[15:0]}};
                s_tlast = k == (length + 3) / 4;
                if ((WHOLE || own) && m_tvalid) fail("it leaves before it is whole");
                @(negedge clk) s_tvalid = 0;
            end
            // without WHOLE words follow as they came: all of them have, a few cycles later
            m_tready = WHOLE != 0 && draw(2) != 0;
            if (WHOLE == 0) repeat (4) @(negedge clk);
            while (!m_tvalid) @(negedge clk);
            look;
            m_tready = 1;
            for (k = 1; k <= (length + 3) / 4; k = k + 1) begin
                @(negedge clk) if (!m_tvalid) fail("a pause");
                if (m_tdata !== {4{n[15:0], k[15:0]}}) fail("the payload");
                if (m_tlast !== (k == (length + 3) / 4) || m_tuser !== (m_tlast & is_void))
                    fail("the last word");
            end
            @(negedge clk) if (m_tvalid || m_want || m_nobody) fail("a word behind the last");
            given = given + 1;
        end
        @(negedge clk);
        if (take.known || take.void_some) fail("one is held to be whole, and is not there");
        if (places != given) fail("places that are given back");
        if (hits < COUNT / 8 || nobodies < COUNT / 8) fail("too few of each");
        if (OWN && voids < COUNT / 300) fail("too few that are void");
        if (WHOLE && FROM_HOST && loads < COUNT / 100) fail("too few reads of the memory");
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
