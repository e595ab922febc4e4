// Does a carrier keep its contract (docs/networks.md, "The carrier")? Every pair of nodes sends
// FLITS numbered flits within its credits, receivers free them at random.
//   random   senders and receivers pause at random
//   flood    everybody sends whenever a credit is there, and frees at once
//   slow     node 0 frees nothing until all others have what they are to get
//   bursts   up to 4 flits are freed in one cycle, after a pause
//   stop     a carrier that may stop has to: all nodes see it, and nothing comes any more
// FAULT puts a fault behind the carrier (`carrier_faults` in run; 0: none): it strikes the flits
// from node 0 to node 1, or their credits, once. CUTS: the carrier cuts packets anew, so the bit
// `last` of a flit is its own. The last line says PASS or FAIL.
`timescale 1ns/1ps
`default_nettype none
module carrier_bench;
    parameter NODES = 4, LOG_BUFFER = 4, FAULT = 0, CUTS = 0, FLITS = 60;
    localparam NODE_W = (NODES <= 2) ? 1 : (NODES <= 4) ? 2 : (NODES <= 8) ? 3 : 4;
    localparam PAIRS = NODES * NODES, FLIT_W = 40, ROOM = (1 << LOG_BUFFER) + 1,
        PATIENCE = 2000;
    localparam DROP = 1, SWAP = 2, DUPLICATE = 3, BIT = 4, WRONG_SOURCE = 5, INVENT = 6,
        LOST_CREDIT = 7, EXTRA_CREDIT = 8, STALL = 9, BLOCK_OTHERS = 10, AFTER_STOP = 11;

    reg                     clk = 0, rst = 1, blocked = 0, stop = 0;
    wire [NODES-1:0]        stopped;
    reg  [PAIRS-1:0]        s_valid = 0;
    wire [PAIRS-1:0]        c_ready, c_valid;
    reg  [PAIRS*FLIT_W-1:0] s_data = 0;
    wire [PAIRS*FLIT_W-1:0] c_data;
    wire [PAIRS*4-1:0]      c_credit;
    reg  [PAIRS*4-1:0]      freed = 0;
    reg  [PAIRS-1:0]        m_valid;
    reg  [PAIRS*FLIT_W-1:0] m_data;
    reg  [PAIRS*4-1:0]      credit;
    `CARRIER #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER)) carrier (
        .clk(clk), .rst(rst), .s_flit_tvalid(s_valid & ~{PAIRS{blocked}}), .s_flit_tready(c_ready),
        .s_flit_tdata(s_data), .m_credit(c_credit), .m_flit_tvalid(c_valid), .m_flit_tdata(c_data),
        .s_credit(freed), .stop(stop), .stopped(stopped));
    always #5 clk = ~clk;

    wire [PAIRS-1:0] s_ready = c_ready & ~{PAIRS{blocked}};

    // Faults: on the way from node 0 to node 1, which arrives at [1*NODES+0].
    localparam HIT = NODES, OWED = 1;
    integer            seen = 0, cycles = 0;
    reg                struck = 0, late = 0, passed = 0;  // held back; overtaken
    reg  [FLIT_W-1:0]  held = 0;
    wire               due = !struck && seen >= 5;
    always @* begin
        m_valid = c_valid;
        m_data  = c_data;
        credit  = c_credit;
        if (FAULT == DROP && due && c_valid[HIT]) m_valid[HIT] = 0;
        if (FAULT == SWAP && due && c_valid[HIT]) m_valid[HIT] = 0;
        if ((FAULT == SWAP ? passed : FAULT == DUPLICATE && late) && !c_valid[HIT]) begin
            m_valid[HIT] = 1;
            m_data[HIT*FLIT_W +: FLIT_W] = held;
        end
        if (FAULT == BIT && due && c_valid[HIT])
            m_data[HIT*FLIT_W+FLIT_W-1] = !c_data[HIT*FLIT_W+FLIT_W-1];
        if (FAULT == WRONG_SOURCE && due && c_valid[HIT] && !c_valid[HIT+1]) begin
            m_valid[HIT] = 0;
            m_valid[HIT+1] = 1;
            m_data[(HIT+1)*FLIT_W +: FLIT_W] = c_data[HIT*FLIT_W +: FLIT_W];
        end
        if (FAULT == INVENT && due && !c_valid[HIT]) begin
            m_valid[HIT] = 1;
            m_data[HIT*FLIT_W +: FLIT_W] = 0;
        end
        if (FAULT == LOST_CREDIT && due && c_credit[OWED*4 +: 4] != 0) credit[OWED*4 +: 4] = 0;
        if (FAULT == EXTRA_CREDIT && due) credit[OWED*4 +: 4] = c_credit[OWED*4 +: 4] + 1;
        if (FAULT == STALL && seen >= 5) m_valid[HIT] = 0;
        if (FAULT == AFTER_STOP && &stopped && cycles % 16 == 0) m_valid[HIT] = 1;
    end
    integer have [0:PAIRS-1];
    reg     slow;
    always @(posedge clk) if (!rst) begin
        if (c_valid[HIT]) seen <= seen + 1;
        if (c_valid[HIT] && due) held <= c_data[HIT*FLIT_W +: FLIT_W];
        if (due && ((FAULT == LOST_CREDIT) ? c_credit[OWED*4 +: 4] != 0
                    : (FAULT == EXTRA_CREDIT) ? 1'b1 : (FAULT == INVENT) ? !c_valid[HIT]
                    : (FAULT == WRONG_SOURCE) ? c_valid[HIT] & !c_valid[HIT+1] : c_valid[HIT]))
            struck <= 1;
        if (FAULT == DUPLICATE) late <= (due | late) & c_valid[HIT];
        if (FAULT == SWAP) late <= (due & c_valid[HIT]) | (late & !c_valid[HIT]);
        if (FAULT == SWAP) passed <= c_valid[HIT] & (late | passed);
        // a receiver that takes nothing holds up everybody
        if (FAULT == BLOCK_OTHERS) blocked <= slow && held_back(0);
    end
    function held_back;
        input dummy;
        integer n;
        begin
            held_back = 0;
            for (n = 0; n < NODES; n = n + 1) if (have[0*NODES+n] != 0) held_back = 1;
        end
    endfunction

    integer credits [0:PAIRS-1], sent [0:PAIRS-1], came [0:PAIRS-1];
    integer p, k, seed, bad = 0, quiet = 0, total = 0, left, others;
    reg [8*16-1:0] name;
    reg            flood, bursts;
    reg [FLIT_W-1:0] wanted;

    function [FLIT_W-1:0] flit;
        input integer from, to, number;
        // bit 32 is `keep` of the only element: what is not kept may change on its way
        flit = {from[6:0] ^ number[6:0], 1'b1, to[7:0], 8'h5a ^ number[15:8], number[15:0]};
    endfunction
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction

    task fail; input [8*40-1:0] what; begin
        if (bad < 3) $display("pair %0d: %0s", p, what);
        bad = bad + 1;
    end endtask

    task arrive; begin
        for (p = 0; p < PAIRS; p = p + 1) if (m_valid[p]) begin
            wanted = flit(p % NODES, p / NODES, came[p]);
            if (CUTS != 0) wanted[FLIT_W-3] = m_data[p*FLIT_W+FLIT_W-3];
            if (m_data[p*FLIT_W +: FLIT_W] !== wanted)
                fail("another flit than the next one");
            came[p] = came[p] + 1;
            have[p] = have[p] + 1;
            if (have[p] > ROOM) fail("more flits than there is room for");
            total = total + 1;
            quiet = 0;
        end
    end endtask

    // What is freed of pair p in this cycle.
    function [3:0] free_now; input integer unused; begin
        free_now = 0;
        if (have[p] > 0 && !(slow && p / NODES == 0 && others != 0)) begin
            if (flood || slow) free_now = 1;
            else if (bursts) free_now = (draw(12) == 0) ? (have[p] > 4 ? 4 : have[p]) : 0;
            else free_now = draw(3) == 0;
        end
    end endfunction

    task step; begin
        left = 0;
        others = 0;
        for (p = 0; p < PAIRS; p = p + 1) begin
            left = left + (FLITS - came[p]) + have[p] + (ROOM - credits[p]);
            if (p / NODES != 0) others = others + (FLITS - came[p]);
        end
        for (p = 0; p < PAIRS; p = p + 1) begin
            credits[p] = credits[p] + credit[p*4 +: 4];
            if (credit[p*4 +: 4] != 0) quiet = 0;
            if (credits[p] > ROOM) fail("a credit that nobody gave");
            if (s_valid[p] && s_ready[p]) begin
                sent[p] = sent[p] + 1;
                s_valid[p] <= 0;
            end
            if ((!s_valid[p] || s_ready[p]) && sent[p] < FLITS && credits[p] > 0
                && (flood || slow || draw(3) != 0)) begin
                s_valid[p] <= 1;
                s_data[p*FLIT_W +: FLIT_W] <= flit(p / NODES, p % NODES, sent[p]);
                credits[p] = credits[p] - 1;
            end
            k = free_now(0);
            freed[p*4 +: 4] <= k;
            have[p] = have[p] - k;
        end
        arrive;
    end endtask

    // Rule 6: from the cycle in which a node sees the end nothing is delivered to it.
    task ends; begin
        for (cycles = 0; cycles < PATIENCE; cycles = cycles + 1) begin
            @(posedge clk);
            if (cycles < 60) step;
            stop <= cycles >= 60;
            for (p = 0; p < PAIRS; p = p + 1)
                if (stopped[p / NODES] && m_valid[p]) fail("a flit behind the end");
        end
        if (|stopped && !(&stopped)) fail("a node does not see the end");
        if (|stopped) $display("%0s stop, at every node", bad ? "FAIL" : "PASS");
        else $display("SKIP stop: it never does");
    end endtask

    initial begin
        if (!$value$plusargs("case=%s", name)) name = "random";
        if (!$value$plusargs("seed=%d", seed)) seed = 1;
        flood  = name == "flood";
        slow   = name == "slow";
        bursts = name == "bursts";
        for (p = 0; p < PAIRS; p = p + 1) begin
            credits[p] = ROOM;
            sent[p] = 0;
            came[p] = 0;
            have[p] = 0;
        end
        left = 1;
        repeat (10) @(posedge clk);
        rst <= 0;
        repeat (200) @(posedge clk);
        if (name == "stop") begin
            ends;
            $finish(0);
        end else while (left != 0 && quiet < PATIENCE && bad == 0) begin
            @(posedge clk);
            step;
            cycles = cycles + 1;
            quiet = quiet + 1;
        end
        repeat (300) begin
            @(posedge clk);
            step;
        end
        if (bad == 0 && left != 0) begin
            $display("%0d flits or credits are missing", left);
            bad = 1;
        end
        $display("%0s %0s %0d flits in %0d cycles", bad ? "FAIL" : "PASS", name, total, cycles);
        $finish(0);
    end
endmodule
`default_nettype wire
