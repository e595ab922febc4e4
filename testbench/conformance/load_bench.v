// How much a carrier takes, and how late it brings it: each node makes flits at a rate, for other
// nodes by a pattern, and takes what comes at once.
//   uniform       any other node
//   hot_spot      node 0 in half of the draws, or else any other node
//   opposite      the node half way round
//   neighbours    the next node
//   permutation   one node each, drawn at the beginning
// A flit waits at its node until it has a credit and the link is free; its time runs from when it
// is made. rate: flits that a node makes in 100,000 cycles; what is made in the first WARM cycles
// is not measured, and what was made in the next MEASURED is waited for. The last line:
//   LOAD pattern rate accepted mean worst lost     accepted: flits a node in 100,000 cycles of
// MEASURED that arrived; mean and worst: cycles; lost: of those that were made, not come after the
// wait.
`timescale 1ns/1ps
`default_nettype none
module load_bench;
    parameter NODES = 4, LOG_BUFFER = 6, FLIT_W = 40, WARM = 3000, MEASURED = 12000, DEPTH = 4096;
    localparam NODE_W = (NODES <= 2) ? 1 : (NODES <= 4) ? 2 : (NODES <= 8) ? 3
        : (NODES <= 16) ? 4 : (NODES <= 32) ? 5 : 6;
    localparam PAIRS = NODES * NODES, ROOM = (1 << LOG_BUFFER) + 1, PATIENCE = 20000;

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
    integer n, p, d, now, seed, rate, waiting, measured, arrived, worst, quiet, owed, bad;
    real    sum;
    reg [8*16-1:0] pattern;

    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction

    function [31:0] destination;
        input integer from;
        begin
            destination = (from + 1 + draw(NODES - 1)) % NODES;
            if (pattern == "hot_spot" && from != 0 && draw(2) == 0) destination = 0;
            if (pattern == "opposite") destination = (from + NODES / 2) % NODES;
            if (pattern == "neighbours") destination = (from + 1) % NODES;
            if (pattern == "permutation") destination = partner[from];
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
                born[p * DEPTH + made[p] % DEPTH] = now;
                made[p] = made[p] + 1;
                if (now >= WARM) measured = measured + 1;
            end
    end endtask

    task send; begin
        for (p = 0; p < PAIRS; p = p + 1) begin
            credits[p] = credits[p] + credit[p*4 +: 4];
            if (s_valid[p] && s_ready[p]) s_valid[p] <= 0;
            if ((!s_valid[p] || s_ready[p]) && left[p] < made[p] && credits[p] > 0) begin
                s_valid[p] <= 1;
                s_data[p*FLIT_W +: FLIT_W] <= left[p];
                left[p] = left[p] + 1;
                credits[p] = credits[p] - 1;
            end
        end
    end endtask

    // m_valid[to * NODES + from]
    task receive; begin
        for (p = 0; p < PAIRS; p = p + 1) begin
            freed[p*4 +: 4] <= {3'd0, m_valid[p]};
            if (m_valid[p]) begin
                d = (p % NODES) * NODES + p / NODES;
                n = born[d * DEPTH + came[d] % DEPTH];
                came[d] = came[d] + 1;
                quiet = 0;
                if (now < WARM + MEASURED && now >= WARM) arrived = arrived + 1;
                if (n >= WARM) begin
                    waiting = waiting - 1;
                    sum = sum + now - n;
                    if (now - n > worst) worst = now - n;
                end
            end
        end
    end endtask

    initial begin
        if (!$value$plusargs("pattern=%s", pattern)) pattern = "uniform";
        if (!$value$plusargs("rate=%d", rate)) rate = 1000;
        if (!$value$plusargs("seed=%d", seed)) seed = 1;
        for (p = 0; p < PAIRS; p = p + 1) begin
            made[p] = 0; left[p] = 0; came[p] = 0; credits[p] = ROOM;
        end
        measured = 0; arrived = 0; worst = 0; waiting = 0; sum = 0; bad = 0; quiet = 0; now = 0;
        draw_partners;
        repeat (10) @(posedge clk);
        rst <= 0;
        repeat (400) @(posedge clk);
        owed = 1;
        while (now < WARM + MEASURED || (owed != 0 && quiet < PATIENCE)) begin
            @(posedge clk);
            if (now < WARM + MEASURED) make_flits;
            send;
            receive;
            now = now + 1;
            quiet = quiet + 1;
            owed = 0;
            if (now >= WARM + MEASURED)
                for (p = 0; p < PAIRS; p = p + 1) owed = owed + made[p] - came[p];
        end
        $display("LOAD %0s %0d %0d %0d %0d %0d", pattern, rate,
                 arrived * 100.0 * 1000 / NODES / MEASURED, measured ? sum / measured : 0, worst,
                 owed + bad);
        $finish(0);
    end
endmodule
`default_nettype wire
