// config: -Ptb_bl_hub.COUNT=100
// config: -Ptb_bl_hub.COUNT=100 -Ptb_bl_hub.STALL=1
// config: -Ptb_bl_hub.COUNT=100 -Ptb_bl_hub.SLOTS=2
// config: -Ptb_bl_hub.COUNT=100 -Ptb_bl_hub.SLOTS=2 -Ptb_bl_hub.STALL=1
// config: -Ptb_bl_hub.FLOWS=1 -Ptb_bl_hub.COUNT=60
// config: -Ptb_bl_hub.COUNT=300 -Ptb_bl_hub.CUT=1
// config: -Ptb_bl_hub.COUNT=300 -Ptb_bl_hub.CUT=2 -Ptb_bl_hub.STALL=1
// config: -Ptb_bl_hub.COUNT=300 -Ptb_bl_hub.CUT=3 -Ptb_bl_hub.SLOTS=2
// long config:
// long config: -Ptb_bl_hub.STALL=1
// long config: -Ptb_bl_hub.SLOTS=2
// long config: -Ptb_bl_hub.FLOWS=1 -Ptb_bl_hub.COUNT=200
// long config: -Ptb_bl_hub.SLOTS=2 -Ptb_bl_hub.STALL=1
// long config: -Ptb_bl_hub.CUT=1
// long config: -Ptb_bl_hub.CUT=2 -Ptb_bl_hub.STALL=1
// long config: -Ptb_bl_hub.CUT=3 -Ptb_bl_hub.SLOTS=2
// Writes of all ports to all others at random, and to nobody. At each port a model of the other
// end keeps to its room, gives places back after a while, and, with STALL, makes the hub wait.
// Every write comes once to the port that its address names, those of two ports in their order,
// with its payload, the address there and the requester; no more are away than there is room
// for, and what comes into a ring leaves room. What is nobody's is counted, and its sources are
// reported. With CUT the cable of a port is cut again and again, in the middle of writes too: what
// goes between the others is as before, what is void is whole, and the cable comes up when the
// hub has drained. With FLOWS four streams of long writes without a common output: 17 cycles
// each; the first word leaves 4 cycles behind its coming.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub;
    parameter SLOTS = 15, STALL = 0, FLOWS = 0, COUNT = 1000, CUT = 0;
    localparam LOG_WORDS = SLOTS == 2 ? 6 : 8;
    reg          clk = 0, rst = 1;
    reg  [31:0]  table_word = 0;
    wire [31:0]  table_taken, dropped, state, count, report_store;
    reg  [3:0]   s_tvalid = 0, s_tlast = 0, m_tready = 0, s_freed = 0, s_up = 15;
    reg  [511:0] s_tdata = 0;
    wire         irq;
    wire [3:0]   m_freed, m_tvalid, m_tlast, m_tuser, m_drained;
    wire [511:0] m_tdata;
    always #2 clk = ~clk;
    bl_hub #(.LOG_WORDS(LOG_WORDS), .SLOTS(SLOTS), .LOG_SLICE(38), .LOG_HOLD(5)) hub (
        .clk(clk), .rst(rst), .node(16'd0), .table_word(table_word), .table_taken(table_taken),
        .dropped(dropped), .m_axil_awready(1'b0), .m_axil_wready(1'b0), .m_axil_bresp(2'd0),
        .m_axil_bvalid(1'b0), .m_axil_arready(1'b0), .m_axil_rdata(32'd0), .m_axil_rresp(2'd0),
        .m_axil_rvalid(1'b0), .chain(48'd0), .end_at(48'd0), .end_value(32'd0), .go(22'd0),
        .stop(16'd0), .request(256'd0), .slot(4'd0), .state(state), .count(count), .irq(irq),
        .s_tvalid(s_tvalid), .s_tdata(s_tdata), .s_tlast(s_tlast),
        .s_up(s_up), .s_tuser(4'd0), .m_freed(m_freed), .m_tvalid(m_tvalid), .m_tready(m_tready),
        .m_tdata(m_tdata), .m_tlast(m_tlast), .m_tuser(m_tuser), .m_drained(m_drained),
        .report_store(report_store), .s_freed(s_freed));

    integer seed = 7, failures = 0, cycle = 0, i, p;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fail;
        input [8*40-1:0] what;
        begin
            failures = failures + 1;
            if (failures < 10) $display("cycle %0d: %0s", cycle, what);
        end
    endtask

    // ---- the ranges: N has two, of which the second is moved, S goes around
    task write;
        input [2:0] range;
        input [1:0] field;
        input [23:0] value;
        begin
            @(negedge clk) table_word = {~table_word[31], 2'd0, range, field, value};
            @(negedge clk) if (table_taken !== table_word) fail("the table takes no word");
        end
    endtask
    task range;
        input [2:0] number;
        input [23:0] mask, low, high, added;
        begin
            write(number, 0, low);
            write(number, 1, high);
            write(number, 2, added);
            write(number, 3, mask);
        end
    endtask

    // ---- writes that go in: {port, number} of each pair, in the first word of the payload
    integer begun [0:3], word [0:3], words [0:3], to [0:3], left [0:3], room [0:3];
    integer sent [0:15], came [0:15], nobodies = 0;  // of pairs 4 * from + to
    integer entered [0:3], first_out = -1, first_in = -1;
    reg [127:0] header [0:3];
    reg [23:0]  place;
    reg [9:0]   length;
    task begin_write;
        input integer from;
        begin
            to[from] = FLOWS ? (from ^ 1) : draw(5);
            length = FLOWS ? 64 : 1 + draw(64);
            words[from] = 1 + (length + 3) / 4;
            case (to[from])
            0: place = (draw(2) ? 24'h400000 : 24'h401000) + draw(draw(2) ? 256 : 4096);
            1: place = 24'h404000 + draw(16384);
            2: place = 24'h408000 + draw(16384);
            3: place = draw(2) ? 24'h40c000 + draw(16384) : 24'h3fc000 + draw(16384);
            default: place = 24'h402000 + draw(4096);
            endcase
            header[from] = 0;
            header[from][9:0] = length;
            header[from][30:29] = 3;
            header[from][39:32] = 8'hff;
            header[from][47:40] = draw(255);
            header[from][63:48] = 16'h1230 + from;
            header[from][127:64] = {place[7:0], 22'd0, 2'd0, 16'd0, place[23:8]};
            // a read that is not the host's, or an address above all ranges, is nobody's either
            if (to[from] == 4 && from != 0 && draw(3) == 0) header[from][30:29] = 1;
            else if (to[from] == 4 && draw(3) == 0) header[from][95:80] = 1;
            word[from] = 0;
        end
    endtask
    function [127:0] payload;
        input integer from, target, number, at;
        integer mix;
        begin
            mix = 32'h5a5a0000 ^ (number * 7 + at);
            payload = {at[31:0], mix[31:0], number[31:0], from[15:0], target[15:0]};
        end
    endfunction
    task put;
        input integer from;
        begin
            s_tvalid[from] = 1;
            s_tlast[from] = word[from] == words[from] - 1;
            s_tdata[128*from +: 128] = word[from] == 0
                ? header[from] : payload(from, to[from], sent[4*from+(to[from]&3)], word[from]);
            if (word[from] == 0 && first_in < 0) first_in = cycle;
            word[from] = word[from] + 1;
            if (s_tlast[from]) begin
                begun[from] = begun[from] + 1;
                if (to[from] == 4) nobodies = nobodies + 1;
                else sent[4*from+to[from]] = sent[4*from+to[from]] + 1;
                word[from] = -1;
            end
        end
    endtask

    // ---- what comes out
    integer reports = 0, voids = 0, cuts = 0, down_left = 0;
    reg     is_report [0:3], wrong [0:3];  // it is a report; its payload is another one
    integer out_word [0:3], out_from [0:3], out_number [0:3], last_out [0:3];
    integer away [0:3], owed [0:3];
    reg [127:0] out_header [0:3], expected;
    reg [23:0]  there;
    reg         short;  // a header of three words
    integer     shorts = 0;
    wire [29:0] low;
    wire [97:0] others;
    bl_tlp_short_header_unpack of_n (
        .header(out_header[0]), .length(others[9:0]), .translated(others[11:10]),
        .attributes(others[13:12]), .poisoned(others[14]), .digest(others[15]),
        .reserved(others[19:16]), .traffic(others[22:20]), .reserved1(others[23]),
        .kind(others[28:24]), .format(others[30:29]), .reserved2(others[31]),
        .first_keep(others[35:32]), .last_keep(others[39:36]), .tag(others[47:40]),
        .requester(others[63:48]), .reserved3(others[65:64]), .address(low),
        .nothing(others[97:66]));
    wire [127:0] again;
    bl_tlp_short_header_pack joined (
        .length(others[9:0]), .translated(others[11:10]), .attributes(others[13:12]),
        .poisoned(others[14]), .digest(others[15]), .reserved(others[19:16]),
        .traffic(others[22:20]), .reserved1(others[23]), .kind(others[28:24]),
        .format(others[30:29]), .reserved2(others[31]), .first_keep(others[35:32]),
        .last_keep(others[39:36]), .tag(others[47:40]), .requester(others[63:48]),
        .reserved3(others[65:64]), .address(low), .nothing(32'd0), .header(again));
    task look_first;
        input integer port;
        begin
            if (port != 0) away[port] = away[port] + 1;
            if (port != 0 && away[port] > SLOTS) fail("more are away than there is room for");
            if (out_header[port][127:120] === 8'dx) fail("a header of nothing");
            out_from[port] = -1;
        end
    endtask
    task look_second;
        input integer port;
        input [127:0] data;
        begin
            out_from[port] = data[17:16];
            out_number[port] = data[63:32];
            if (CUT ? out_number[port] < came[4*out_from[port]+port]
                    : out_number[port] != came[4*out_from[port]+port]) fail("the order");
            if ((port == 1 || port == 2) && out_from[port] != 3 - port && away[port] > SLOTS - 1)
                fail("what comes into a ring leaves no room");
            there = {out_header[port][79:64], out_header[port][127:120]};
            short = port == 0 && out_header[port][30:29] == 2;
            if (short) there = {16'd0, low[29:22]};
            if (out_header[port][30:29] != 3 && !short) fail("the format");
            if ((port == 0 && there < 256) != short) fail("words of a header");
            if (short && again !== out_header[port]) fail("fields of a header of three words");
            shorts = shorts + short;
            case (port)
            0: if (there[23:12] != 12'h000 && there[23:12] != 12'h008) fail("N: the address");
            1: if (there[23:14] != 10'h101) fail("E: the address");
            2: if (there[23:14] != 10'h102) fail("W: the address");
            default: if (there[23:14] != 10'h103 && there[23:14] != 10'h0ff) fail("S: the address");
            endcase
            if (out_header[port][63:48] !== (port == 0 ? 16'h0100 : out_from[port] == 0 ? 16'd0
                                             : 16'h1230 + out_from[port]))
                fail("the requester");
        end
    endtask
    task get;
        input integer port;
        reg [127:0] data;
        begin
            data = m_tdata[128*port +: 128];
            if (first_out < 0) first_out = cycle;
            if (out_word[port] == 0) out_header[port] = data;
            if (out_word[port] == 0) look_first(port);
            if (out_word[port] == 0) {is_report[port], wrong[port]} = {data[47:40] == 8'd255, 1'b0};
            // what is made up from the second word on has no source
            if (out_word[port] == 1 && !is_report[port])
                if (CUT && data[127:96] != 1) wrong[port] = 1;
                else look_second(port, data);
            if (out_word[port] > 0 && !is_report[port] && !wrong[port]) begin
                expected = payload(out_from[port], port, out_number[port], out_word[port]);
                wrong[port] = data !== expected;
            end
            if (!STALL && out_word[port] > 0 && out_from[port] != 0
                && cycle != last_out[port] + 1) fail("a gap in a write");
            last_out[port] = cycle;
            out_word[port] = out_word[port] + 1;
            if (m_tlast[port]) begin
                if (out_word[port] != 1 + (out_header[port][9:0] + 3) / 4) fail("the length");
                if (wrong[port] && !m_tuser[port]) fail("the payload");
                if (m_tuser[port] && !CUT) fail("a void write");
                if (is_report[port]) reports = reports + 1;
                else if (m_tuser[port]) voids = voids + 1;
                else came[4*out_from[port]+port] = out_number[port] + 1;
                out_word[port] = 0;
                owed[port] = owed[port] + 1;
            end
        end
    endtask

    // ---- the cable of port CUT
    integer over = 0;
    task cut_or_join;
        if (s_up[CUT] ? draw(300) == 0 && over < 100 : down_left == 0 && m_drained[CUT]) begin
            s_up[CUT] = ~s_up[CUT];
            cuts = cuts + 1;
            word[CUT] = -1;
            out_word[CUT] = 0;
            away[CUT] = 0;
            owed[CUT] = 0;
            room[CUT] = s_up[CUT] ? SLOTS : 0;
            down_left = draw(100);
            s_tvalid[CUT] = 0;
        end else if (down_left > 0) down_left = down_left - 1;
    endtask

    // The bench looks and drives at falling edges: what it sees stays until the next rising one.
    reg [3:0] shown;
    integer   total;
    initial begin
        for (i = 0; i < 4; i = i + 1) begin
            begun[i] = 0; word[i] = -1; out_word[i] = 0; away[i] = 0; owed[i] = 0; left[i] = COUNT;
            room[i] = SLOTS; last_out[i] = 0; to[i] = 0; words[i] = 0;
        end
        for (i = 0; i < 16; i = i + 1) begin
            sent[i] = 0; came[i] = 0;
        end
        repeat (4) @(negedge clk);
        rst = 0;
        range(0, 24'hfff000, 24'h400000, 24'h400000, 24'hc00000);
        range(1, 24'hfff000, 24'h401000, 24'h401000, 24'hc07000);
        range(4, 24'hffc000, 24'h404000, 24'h404000, 0);
        range(5, 24'hffc000, 24'h408000, 24'h408000, 0);
        range(3, 24'hffc000, 24'h40c000, 24'h3fc000, 0);
        total = 0;
        while (over < 600) begin
            @(negedge clk);
            cycle = cycle + 1;
            over = over + 1;
            if (CUT) cut_or_join;
            #0.5;
            for (p = 0; p < 4; p = p + 1) begin
                if (m_freed[p]) room[p] = room[p] + 1;
                if (room[p] > SLOTS) fail("a place is given back twice");
                // taken at the edge that follows
                m_tready[p] = !STALL || draw(3) != 0 || out_word[p] > 0;
                if (m_tvalid[p] && m_tready[p]) begin
                    get(p);
                    over = 0;
                end
                s_freed[p] = p != 0 && owed[p] > 0 && (FLOWS || draw(6) == 0);
                if (s_freed[p]) begin
                    owed[p] = owed[p] - 1;
                    away[p] = away[p] - 1;
                end
                s_tvalid[p] = 0;
                if (word[p] < 0 && left[p] > 0 && room[p] > 0 && (FLOWS || draw(3) == 0)) begin
                    room[p] = room[p] - 1;
                    left[p] = left[p] - 1;
                    begin_write(p);
                end
                // the host pauses within a write
                if (word[p] >= 0 && (p != 0 || FLOWS || draw(4) != 0)) put(p);
            end
        end
        for (i = 0; i < 16; i = i + 1) begin
            if ((!CUT || (i / 4 != CUT && i % 4 != CUT)) && came[i] != sent[i])
                fail("a write is missing");
            total = total + came[i];
        end
        if (CUT ? dropped < 20 : dropped !== nobodies) fail("the count of what is nobody's");
        if (!CUT && total + nobodies != 4 * COUNT) fail("the count of all");
        if (!FLOWS && (reports < 3 || report_store[31:24] == 0
                       || report_store[23:16] != 8'd0)) fail("no reports");
        if (CUT && (cuts < 20 || voids < 2 || s_up != 15)) fail("too few cuts");
        if (!FLOWS && shorts < COUNT / 20) fail("too few headers of three words");
        if (FLOWS) $display("first word out after %0d cycles", first_out - first_in);
        if (FLOWS && first_out - first_in > 4) fail("the first word comes late");
        if (FLOWS) $display("%0d writes of 256 B at each port in %0d cycles, %0d.%02d each", COUNT,
                            cycle - 600, (cycle - 600) / COUNT,
                            (cycle - 600) * 100 / COUNT % 100);
        if (FLOWS && (cycle - 600) * 2 > 35 * COUNT) fail("slower than the link");
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
