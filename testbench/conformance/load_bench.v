// How much a carrier takes, and how late it brings it: each node makes flits at a rate, for other
// nodes by a pattern, and takes what comes at once.
//   uniform       any other node
//   hot_spot      node 0 in half of the draws, or else any other node
//   opposite      the node half way round
//   neighbours    the next node
//   permutation   one node each, drawn at the beginning
//   crossing      from the first half of the nodes to the node half way round, from the others to
//                 the next one
// A flit waits at its node until it has a credit and the link is free; its time runs from when it
// is made. +rate=N: flits that a node makes in 100,000 cycles; +seed=N. What is made in the first
// +warm=N cycles (3000) is not measured, what is made in the next +measured=N (12000) is waited
// for. Every flit tells its pair and its number, by which it is looked at where it comes. +flaw=N:
// flit N of each pair has another number, +twice=N: it counts twice, to show that it is looked at.
// The last line:
//   LOAD pattern rate accepted mean worst wrong least flits
// accepted: flits a node in 100,000 cycles that arrived in those that are measured; mean, worst:
// cycles; wrong: of those that were made, not come after the wait, or not as the next of its pair;
// least: of any source, what arrived of what it made while that is measured, in parts of 1000;
// flits: that were made.
`timescale 1ns/1ps
`default_nettype none
module load_bench;
    parameter NODES = 4, LOG_BUFFER = 6, FLIT_W = 40, DEPTH = 4096;
    localparam NODE_W = (NODES <= 2) ? 1 : (NODES <= 4) ? 2 : (NODES <= 8) ? 3
        : (NODES <= 16) ? 4 : (NODES <= 32) ? 5 : 6;
    localparam PAIRS = NODES * NODES, ROOM = (1 << LOG_BUFFER) + 1, PATIENCE = 20000;
    localparam DATA_W = FLIT_W - 8, COPIES = DATA_W / 32;

    reg                     clk = 0, rst = 1;
    reg  [PAIRS-1:0]        s_valid = 0;
    wire [PAIRS-1:0]        s_ready, m_valid;
    reg  [PAIRS*FLIT_W-1:0] s_data = 0;
    wire [PAIRS*FLIT_W-1:0] m_data;
    wire [PAIRS*4-1:0]      credit;
    reg  [PAIRS*4-1:0]      freed = 0;
    wire [NODES-1:0]        stopped;
    `CARRIER #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER)
`ifdef LOADED
               , `LOADED
`endif
               ) carrier (
        .clk(clk), .rst(rst), .s_flit_tvalid(s_valid), .s_flit_tready(s_ready),
        .s_flit_tdata(s_data), .m_credit(credit), .m_flit_tvalid(m_valid), .m_flit_tdata(m_data),
        .s_credit(freed), .stop(1'b0), .stopped(stopped));
    always #5 clk = ~clk;

    // of a pair: flits made, that left, that came; when each was made
    integer made [0:PAIRS-1], left [0:PAIRS-1], came [0:PAIRS-1], credits [0:PAIRS-1];
    integer born [0:PAIRS*DEPTH-1];
    integer partner [0:NODES-1];
    // of a source, while it is measured
    integer offers [0:NODES-1], arrivals [0:NODES-1];
    integer n, p, d, now, seed, rate, counted, arrived, worst, quiet, owed, bad;
    integer warm, measured, flaw, twice, least, total;
    real    sum;
    reg     making, first_twice;
    reg  [31:0] state;
    reg  [8*16-1:0] pattern;
    reg  [FLIT_W-1:0] differs;

    // xorshift of 32 bits: the same numbers in every simulator
    function [31:0] draw;
        input [31:0] below;
        begin
            state = state ^ (state << 13);
            state = state ^ (state >> 17);
            state = state ^ (state << 5);
            draw = state % below;
        end
    endfunction

    // {flags [3], channel [4], keep, data}; each 32 bits of the data are other ones
    function [FLIT_W-1:0] flit;
        input integer pair, number;
        integer i;
        begin
            flit = 0;
            flit[FLIT_W-3] = 1;
            flit[FLIT_W-8] = 1;
            for (i = 0; i < COPIES; i = i + 1)
                flit[32*i +: 32] = number + pair * 32'd40503 + i * 32'h9e3779b1;
        end
    endfunction

    function [31:0] destination;
        input integer from;
        begin
            destination = (from + 1 + draw(NODES - 1)) % NODES;
            if (pattern == "hot_spot" && from != 0 && draw(2) == 0) destination = 0;
            if (pattern == "opposite") destination = (from + NODES / 2) % NODES;
            if (pattern == "neighbours") destination = (from + 1) % NODES;
            if (pattern == "permutation") destination = partner[from];
            if (pattern == "crossing")
                destination = (from + (2 * from < NODES ? NODES / 2 : 1)) % NODES;
        end
    endfunction

    // A way round all nodes in a random order: nobody is his own partner.
    task draw_partners; begin
        for (n = 0; n < NODES; n = n + 1) partner[n] = n;
        for (n = NODES - 1; n > 0; n = n - 1) begin
            d = draw(n);
            p = partner[n]; partner[n] = partner[d]; partner[d] = p;
        end
    end endtask

    task make_flits; begin
        for (n = 0; n < NODES; n = n + 1)
            if (draw(100000) < rate) begin
                p = n * NODES + destination(n);
                if (made[p] - came[p] == DEPTH) bad = bad + 1;
                else begin
                    born[p * DEPTH + made[p] % DEPTH] = now;
                    made[p] = made[p] + 1;
                    total = total + 1;
                    if (now >= warm) offers[n] = offers[n] + 1;
                    if (now >= warm) counted = counted + 1;
                end
            end
        making = now + 1 < warm + measured;
    end endtask

    task send; begin
        for (p = 0; p < PAIRS; p = p + 1) begin
            credits[p] = credits[p] + credit[p*4 +: 4];
            if (s_valid[p] && s_ready[p]) s_valid[p] <= 0;
            if ((!s_valid[p] || s_ready[p]) && left[p] < made[p] && credits[p] > 0) begin
                s_valid[p] <= 1;
                s_data[p*FLIT_W +: FLIT_W] <= flit(p, left[p] + (left[p] == flaw));
                left[p] = left[p] + 1;
                credits[p] = credits[p] - 1;
            end
        end
    end endtask

    task arrives;
        input integer pair;
        begin
            n = born[pair * DEPTH + came[pair] % DEPTH];
            differs = flit(pair, came[pair]);
            differs = differs ^ m_data[p*FLIT_W +: FLIT_W];
            differs[FLIT_W-3] = 0;               // packets may be cut anew
            if (differs != 0) bad = bad + 1;
            came[pair] = came[pair] + 1;
            quiet = 0;
            if (making && now >= warm) begin
                arrived = arrived + 1;
                arrivals[pair / NODES] = arrivals[pair / NODES] + 1;
            end
            if (n >= warm) begin
                sum = sum + now - n;
                if (now - n > worst) worst = now - n;
            end
        end
    endtask

    // m_valid[to * NODES + from]
    task receive; begin
        for (p = 0; p < PAIRS; p = p + 1) begin
            freed[p*4 +: 4] <= {3'd0, m_valid[p]};
            if (m_valid[p]) begin
                d = (p % NODES) * NODES + p / NODES;
                first_twice = came[d] == twice;
                arrives(d);
                if (first_twice) arrives(d);
            end
        end
    end endtask

    task conclude; begin
        least = 1000;
        for (n = 0; n < NODES; n = n + 1)
            if (offers[n] != 0 && arrivals[n] * 1000.0 / offers[n] < least)
                least = arrivals[n] * 1000.0 / offers[n];
        $display("LOAD %0s %0d %0d %0d %0d %0d %0d %0d", pattern, rate,
                 arrived * 100.0 * 1000 / NODES / measured, counted ? sum / counted : 0, worst,
                 owed + bad, least, total);
    end endtask

    initial begin
        if (!$value$plusargs("pattern=%s", pattern)) pattern = "uniform";
        if (!$value$plusargs("rate=%d", rate)) rate = 1000;
        if (!$value$plusargs("seed=%d", seed)) seed = 1;
        state = seed * 32'h9e3779b1 ^ 32'h5bd1e995;
        if (!$value$plusargs("warm=%d", warm)) warm = 3000;
        if (!$value$plusargs("measured=%d", measured)) measured = 12000;
        if (!$value$plusargs("flaw=%d", flaw)) flaw = -1;
        if (!$value$plusargs("twice=%d", twice)) twice = -1;
        for (p = 0; p < PAIRS; p = p + 1) begin
            made[p] = 0; left[p] = 0; came[p] = 0; credits[p] = ROOM;
        end
        for (n = 0; n < NODES; n = n + 1) begin
            offers[n] = 0; arrivals[n] = 0;
        end
        counted = 0; arrived = 0; worst = 0; sum = 0; bad = 0; quiet = 0; now = 0;
        total = 0; making = 1;
        draw_partners;
        repeat (10) @(posedge clk);
        rst <= 0;
        repeat (400) @(posedge clk);
        owed = 1;
        while (making || (owed != 0 && quiet < PATIENCE)) begin
            @(posedge clk);
            if (making) make_flits;
            send;
            receive;
            now = now + 1;
            quiet = quiet + 1;
            owed = 0;
            if (!making)
                for (p = 0; p < PAIRS; p = p + 1) owed = owed + made[p] - came[p];
        end
        conclude;
        $finish(0);
    end
endmodule
`default_nettype wire
