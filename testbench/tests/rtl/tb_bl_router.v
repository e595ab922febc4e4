// config: -Ptb_bl_router.STALL=1
// config: -Ptb_bl_router.STALL=0
// config: -Ptb_bl_router.STALL=1 -Ptb_bl_router.NODES=9
// Packets of five sources through bl_router, by the routes of bl_route_table, which are random and
// written first: each comes once, at its port, in the order of its source, with the channel of its
// route and no gap between its words; none begins without room, and none is taken that has no
// route. Without STALL room is always there and all sources always have a packet for a port of
// their own: every port that is wanted has a word in nearly every cycle.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_router;
    parameter STALL = 1, NODES = 4;
    localparam NODE_W = 4, W = 24, S = 5, P = 3, WORDS = 6, PACKETS = 300;
    reg               clk = 0, rst = 1;
    reg  [31:0]       table_word = 0;
    wire [31:0]       taken;
    reg  [S-1:0]      some = 0;
    reg  [S*NODE_W-1:0] dest = 0;
    wire [S*2-1:0]    port;
    wire [S-1:0]      vc, take, read, next;
    reg  [S*W-1:0]    words = 0;
    reg  [P*2-1:0]    room = 0;
    wire [P-1:0]      grant, grant_vc, valid, first, last, o_vc;
    wire [P*W-1:0]    word;
    always #5 clk = ~clk;

    bl_route_table #(.NODES(NODES), .NODE_W(NODE_W), .SOURCES(S)) routes (
        .clk(clk), .rst(rst), .table_word(table_word), .table_taken(taken), .dest(dest),
        .port(port), .vc(vc), .ways());
    bl_router #(.SOURCES(S), .PORTS(P), .WORD_W(W), .PACKET_WORDS(WORDS), .VC_AT(3)) dut (
        .clk(clk), .rst(rst), .some(some), .port(port), .vc(vc), .take(take), .read(read),
        .next(next), .words(words), .room(room), .grant(grant), .grant_vc(grant_vc),
        .m_valid(valid), .m_first(first), .m_last(last), .m_vc(o_vc), .m_word(word));

    integer     i, k, a, b, s, seed = 9, failures = 0, cycles = 0, moved = 0;
    reg [2:0]   route [0:S*16-1];
    integer     taken_of [0:S-1], read_of [0:S-1], place [0:S-1], came [0:S*P-1], inside [0:P-1],
                from [0:P-1], number [0:P-1];
    reg [NODE_W-1:0] went [0:S*1024-1];           // destination of packet number n
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    // The next packet of source i that has this port, behind its packet number k.
    function integer following;
        input integer i, k, p;
        begin
            following = k;
            while (following < 1024 && route[i*16+went[i*1024+following]][2:1] != p + 1)
                following = following + 1;
        end
    endfunction

    // word: {number of the packet, source, destination, place}; bit 3 of the first one is free
    always @(posedge clk) if (!rst) begin
        for (i = 0; i < S; i = i + 1) begin
            if (read[i]) begin
                words[i*W +: W] <= {read_of[i][9:0], i[2:0], went[i*1024+read_of[i]], 3'd0, 1'b0,
                                    place[i][2:0]};
                place[i] = place[i] + 1;
                if (next[i] != (place[i] == WORDS)) failures = failures + 1;
                if (next[i]) begin
                    read_of[i] = read_of[i] + 1;
                    place[i] = 0;
                end
            end else words[i*W +: W] <= {W{1'bx}};
            if (take[i]) begin
                if (!some[i] || port[2*i +: 2] == 0) failures = failures + 10;
                taken_of[i] = taken_of[i] + 1;
            end
            if (take[i] || !some[i]) begin
                some[i] <= taken_of[i] < PACKETS && (!STALL || draw(3) == 0);
                dest[i*NODE_W +: NODE_W] <= went[i*1024+taken_of[i]];
            end
        end
        room <= STALL ? $random(seed) : 6'h3f;
        for (k = 0; k < P; k = k + 1) begin
            if (grant[k] && !room[2*k+grant_vc[k]]) failures = failures + 100;
            if (valid[k]) begin
                moved = moved + 1;
                if (first[k] != (inside[k] == 0)) failures = failures + 1000;
                if (first[k]) begin
                    from[k] = word[k*W+11 +: 3];
                    s = from[k];
                    number[k] = following(s, came[s*P+k], k);
                    came[s*P+k] = number[k] + 1;
                    if (o_vc[k] != route[s*16+went[s*1024+number[k]]][0]
                        || word[k*W+3] != o_vc[k]) failures = failures + 10000;
                end
                if (word[k*W+14 +: 10] !== number[k][9:0] || word[k*W+11 +: 3] !== from[k][2:0]
                    || word[k*W +: 3] !== inside[k][2:0]) failures = failures + 100000;
                inside[k] = last[k] ? 0 : inside[k] + 1;
                if (last[k] != (inside[k] == 0) || inside[k] == WORDS)
                    failures = failures + 1000000;
            end else if (inside[k] != 0) failures = failures + 10000000;
        end
        cycles = cycles + 1;
    end

    initial begin
        for (a = 0; a < S; a = a + 1) begin
            taken_of[a] = 0;
            read_of[a] = 0;
            place[a] = 0;
            for (b = 0; b < P; b = b + 1) came[a*P+b] = 0;
            for (b = 0; b < 16; b = b + 1)
                route[a*16+b] = 2 * (1 + (STALL ? draw(3) : a % 3)) + draw(2);
            for (b = 0; b < 1024; b = b + 1) went[a*1024+b] = draw(NODES);
        end
        for (b = 0; b < P; b = b + 1) inside[b] = 0;
        repeat (4) @(posedge clk);
        #1 rst = 0;
        // a packet before there are routes stays
        repeat (20) @(posedge clk);
        if (taken_of[0] + taken_of[1] + moved != 0) failures = failures + 1;
        for (a = 0; a < S; a = a + 1)
            for (b = 0; b < NODES; b = b + 4) begin
                #1 table_word = {~taken[31], 12'd0, a[2:0], b[5:2], route[a*16+b+3],
                                 route[a*16+b+2], route[a*16+b+1], route[a*16+b]};
                while (taken !== table_word) @(posedge clk) #1;
            end
        cycles = 0;
        while (cycles < 60000 && moved < S * PACKETS * WORDS) @(posedge clk);
        repeat (50) @(posedge clk);
        if (moved != S * PACKETS * WORDS) failures = failures + 1;
        // two sources for port 0 and port 1 each
        if (!STALL && cycles > 2 * PACKETS * WORDS + 200) failures = failures + 1;
        if (failures != 0) $display("FAIL %0d: %0d words in %0d cycles", failures, moved, cycles);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
