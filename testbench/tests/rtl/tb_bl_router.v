// config: -Ptb_bl_router.STALL=1 -Ptb_bl_router.CYCLES=10000
// config: -Ptb_bl_router.STALL=0 -Ptb_bl_router.CYCLES=10000
// config: -Ptb_bl_router.STALL=1 -Ptb_bl_router.VCS=4 -Ptb_bl_router.CYCLES=10000
// config: -Ptb_bl_router.STALL=1 -Ptb_bl_router.VCS=1 -Ptb_bl_router.CYCLES=10000
// long config: -Ptb_bl_router.STALL=1
// long config: -Ptb_bl_router.STALL=0
// long config: -Ptb_bl_router.STALL=1 -Ptb_bl_router.VCS=4
// long config: -Ptb_bl_router.STALL=1 -Ptb_bl_router.VCS=1
// Packets of six sources through bl_router, a queue for each port in each of them: each comes once,
// at its port, in the order of its queue, with the channel of its queue's front, as damaged as it
// was, and no gap between its words; none begins without room. Without STALL all queues always have
// packets and room is always there: every port has a word in nearly every cycle, all sources that
// go first have as many, and the others, at every port, an eighth.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_router;
    parameter STALL = 1, VCS = 2, CYCLES = 30000;
    localparam W = 32, S = 6, T = 4, P = 3, WORDS = 6, VC_W = (VCS <= 2) ? 1 : 2;
    reg                clk = 0, rst = 1;
    reg  [S*P-1:0]     some = 0;
    wire [S*P-1:0]     take;
    reg  [S*P*VC_W-1:0] vc = 0;
    wire [S-1:0]       read, next;
    reg  [S-1:0]       bad = 0;
    reg  [S*W-1:0]     words = 0;
    reg  [P*VCS-1:0]   room = 0;
    wire [P-1:0]       grant, valid, first, last, o_bad;
    wire [P*VC_W-1:0]  grant_vc, o_vc;
    wire [P*W-1:0]     word;
    always #5 clk = ~clk;

    bl_router #(.SOURCES(S), .TRANSIT(T), .PORTS(P), .WORD_W(W), .PACKET_WORDS(WORDS), .VCS(VCS),
                .VC_AT(4)) dut (
        .clk(clk), .rst(rst), .some(some), .vc(vc), .take(take), .read(read), .next(next),
        .bad(bad), .words(words), .room(room), .grant(grant), .grant_vc(grant_vc),
        .m_valid(valid), .m_first(first), .m_last(last), .m_bad(o_bad), .m_vc(o_vc),
        .m_word(word));

    integer i, k, n, s, seed = 9, failures = 0, cycles = 0, moved = 0, offered = 0;
    integer fronts [0:S*P-1], came [0:S*P-1], under [0:S-1], place [0:S-1], inside [0:P-1],
            from [0:P-1], promised [0:P-1];
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    // channel of packet n of a queue, and whether it is damaged
    function [VC_W-1:0] channel;
        input integer queue, n;
        channel = (n * 7 + queue) % VCS;
    endfunction
    function damaged;
        input integer queue, n;
        damaged = (n * 5 + queue) % 7 == 0;
    endfunction

    // word: {number of the packet, queue, 0, two bits for the channel, place}
    always @(posedge clk) if (!rst) begin
        for (i = 0; i < S; i = i + 1) begin
            words[i*W +: W] <= {W{1'bx}};
            if (read[i]) begin
                if (under[i] < 0) failures = failures + 1;
                words[i*W +: W] <= {fronts[under[i]][15:0] - 16'd1, under[i][7:0], 2'd0, 2'd0,
                                    place[i][3:0]};
                place[i] = place[i] + 1;
                if (next[i] != (place[i] == WORDS)) failures = failures + 1;
                if (next[i]) under[i] = -1;
            end
            for (k = 0; k < P; k = k + 1) if (take[i*P+k]) begin
                if (!some[i*P+k] || under[i] >= 0) failures = failures + 10;
                under[i] = i * P + k;
                place[i] = 0;
                fronts[under[i]] = fronts[under[i]] + 1;
            end
            if (under[i] >= 0) bad[i] <= damaged(under[i], fronts[under[i]] - 1);
            for (k = 0; k < P; k = k + 1) begin
                n = i * P + k;
                some[n] <= !STALL || (some[n] && !take[n]) || draw(3) == 0;
                vc[n*VC_W +: VC_W] <= channel(n, fronts[n]);
            end
        end
        room <= STALL ? $random(seed) : {P*VCS{1'b1}};
        for (k = 0; k < P; k = k + 1) begin
            if (grant[k] && !room[VCS*k+grant_vc[VC_W*k +: VC_W]]) failures = failures + 100;
            if (grant[k]) promised[k] = promised[k] + 1;
            if (valid[k]) begin
                moved = moved + 1;
                if (first[k] != (inside[k] == 0)) failures = failures + 1000;
                if (first[k]) begin
                    promised[k] = promised[k] - 1;
                    from[k] = word[k*W+8 +: 8];
                    if (from[k] % P != k) failures = failures + 10000;
                    if (o_vc[VC_W*k +: VC_W] !== channel(from[k], came[from[k]])
                        || word[k*W+4 +: 2] != o_vc[VC_W*k +: VC_W]) failures = failures + 10000;
                    came[from[k]] = came[from[k]] + 1;
                end
                if (word[k*W+16 +: 16] !== came[from[k]][15:0] - 16'd1
                    || word[k*W+8 +: 8] !== from[k][7:0] || word[k*W +: 4] !== inside[k][3:0])
                    failures = failures + 100000;
                inside[k] = last[k] ? 0 : inside[k] + 1;
                if (last[k] != (inside[k] == 0) || inside[k] == WORDS)
                    failures = failures + 1000000;
                if (o_bad[k] !== (last[k] && damaged(from[k], came[from[k]] - 1)))
                    failures = failures + 1000000;
            end else if (inside[k] != 0) failures = failures + 10000000;
        end
        cycles = cycles + 1;
    end

    initial begin
        for (i = 0; i < S; i = i + 1) begin
            under[i] = -1;
            place[i] = 0;
            for (k = 0; k < P; k = k + 1) {fronts[i*P+k], came[i*P+k]} = 0;
        end
        for (k = 0; k < P; k = k + 1) {inside[k], promised[k]} = 0;
        repeat (4) @(posedge clk);
        #1 rst = 0;
        while (cycles < CYCLES) @(posedge clk);
        for (k = 0; k < P; k = k + 1) if (promised[k] < 0 || promised[k] > 2)
            failures = failures + 1;
        for (i = 0; i < S * P; i = i + 1) begin
            if (fronts[i] - came[i] > 2 || came[i] == 0) failures = failures + 1;
            // of a port's packets: its share of 7 of 8, for the two others of 1 of 8
            s = (i / P < T) ? CYCLES * 7 / 8 / T / WORDS : CYCLES / 8 / 2 / WORDS;
            if (!STALL && (came[i] < s * 3 / 4 || came[i] > s * 5 / 4)) begin
                $display("queue %0d: %0d packets, expected %0d", i, came[i], s);
                failures = failures + 1;
            end
        end
        if (!STALL && moved < P * CYCLES * 98 / 100) failures = failures + 1;
        if (moved < CYCLES / 3) failures = failures + 1;
        if (failures != 0) $display("FAIL %0d: %0d words in %0d cycles", failures, moved, cycles);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
