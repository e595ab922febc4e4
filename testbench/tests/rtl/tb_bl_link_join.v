// config: -Ptb_bl_link_join.TURN_WORDS=1
// config: -Ptb_bl_link_join.TURN_WORDS=6 -Ptb_bl_link_join.CHANNELS=3 -Ptb_bl_link_join.SEED=2
// config: -Ptb_bl_link_join.LOG_BUFFER=1 -Ptb_bl_link_join.NODES=3
// Flits of both sides to each peer, and from each peer, at random; the carrier takes them at random
// and gives credits in bursts. Every flit leaves once, in the order of its side, unchanged, with a
// credit of the link; the side gets its credit at once. What arrives goes to the side of its
// channel, in the same cycle, and what both free is given back. Then without pauses: a side alone,
// and both in turns of TURN_WORDS flits, which a flit with `end` ends; the link takes one in every
// cycle.
`timescale 1ns/1ps
module tb_bl_link_join;
    parameter NODES = 2, CHANNELS = 1, LOG_BUFFER = 4, TURN_WORDS = 1, SEED = 1;
    localparam N = NODES, CHAN_W = 2, ELEMS = 2, ELEM_W = 16, W = ELEMS * ELEM_W,
        FLIT_W = W + ELEMS + CHAN_W + 3;
    reg                 clk = 0, rst = 1, stalls = 1;
    reg  [N-1:0]        a_valid = 0, b_valid = 0, takes = 0, comes = 0;
    wire [N-1:0]        a_ready, b_ready, a_here, b_here, m_valid;
    reg  [N*FLIT_W-1:0] a_data = 0, b_data = 0, come = 0;
    wire [N*FLIT_W-1:0] a_come, b_come, m_data;
    wire [N*4-1:0]      a_credit, b_credit, s_credit;
    reg  [N*4-1:0]      a_free = 0, b_free = 0, given = 0;
    bl_link_join #(.NODES(N), .CHANNELS(CHANNELS), .CHAN_W(CHAN_W), .ELEMS(ELEMS),
        .ELEM_W(ELEM_W), .LOG_BUFFER(LOG_BUFFER), .TURN_WORDS(TURN_WORDS)) dut (
        .clk(clk), .rst(rst), .s_a_tvalid(a_valid), .s_a_tready(a_ready), .s_a_tdata(a_data),
        .s_a_credit(a_credit), .m_a_tvalid(a_here), .m_a_tdata(a_come), .m_a_credit(a_free),
        .s_b_tvalid(b_valid), .s_b_tready(b_ready), .s_b_tdata(b_data), .s_b_credit(b_credit),
        .m_b_tvalid(b_here), .m_b_tdata(b_come), .m_b_credit(b_free), .m_link_tvalid(m_valid),
        .m_link_tready(takes), .m_link_tdata(m_data), .m_link_credit(given),
        .s_link_tvalid(comes), .s_link_tdata(come), .s_link_credit(s_credit));

    integer seed = SEED, failed = 0, now = 0, p, i, gives;
    reg     a_on = 1, b_on = 1, closing = 0;
    integer put [0:2*N-1], got [0:2*N-1], away [0:N-1], owed [0:N-1];
    integer latest [0:N-1], turns, flits, waited;
    reg [FLIT_W-1:0] flit;
    always #5 clk = ~clk;

    function integer draw(input integer below);
        draw = $unsigned($random(seed)) % below;
    endfunction
    task fail(input integer at, input [8*40-1:0] what); begin
        if (failed < 5) $display("cycle %0d, peer %0d: %0s", now, at, what);
        failed = failed + 1;
    end endtask
    // Flit k of a side to a peer; the side's number is the lowest bit of 2 * peer + side.
    function [FLIT_W-1:0] flit_of(input integer from, input integer k);
        reg [CHAN_W-1:0] channel;
        begin
            channel = (from % 2) ? CHANNELS + k % ((1 << CHAN_W) - CHANNELS) : k % CHANNELS;
            flit_of = {k % 5 == 2, (stalls || closing) && k % 7 == 3, k % 3 == 0, channel,
                       k[ELEMS-1:0], from[7:0], k[W-9:0]};
        end
    endfunction

    always @(posedge clk) if (!rst) begin
        now = now + 1;
        for (p = 0; p < N; p = p + 1) begin
            // the sides
            if (a_credit[p*4 +: 4] !== (a_valid[p] && a_ready[p])) fail(p, "side a gets no credit");
            if (b_credit[p*4 +: 4] !== (b_valid[p] && b_ready[p])) fail(p, "side b gets no credit");
            if (a_valid[p] && a_ready[p]) put[2*p] = put[2*p] + 1;
            if (b_valid[p] && b_ready[p]) put[2*p+1] = put[2*p+1] + 1;
            if (!a_valid[p] || a_ready[p]) begin
                a_valid[p] <= a_on && (!stalls || draw(3) != 0);
                a_data[p*FLIT_W +: FLIT_W] <= flit_of(2 * p, put[2*p]);
            end
            if (!b_valid[p] || b_ready[p]) begin
                b_valid[p] <= b_on && (!stalls || draw(3) != 0);
                b_data[p*FLIT_W +: FLIT_W] <= flit_of(2 * p + 1, put[2*p+1]);
            end
            // the carrier
            away[p] = away[p] - given[p*4 +: 4];
            if (takes[p] && !m_valid[p]) waited = waited + 1;
            if (m_valid[p] && takes[p]) begin
                flit = m_data[p*FLIT_W +: FLIT_W];
                i = 2 * p + (flit[W+ELEMS +: CHAN_W] >= CHANNELS);
                if (flit !== flit_of(i, got[i])) fail(p, "another flit than the next one");
                if (latest[p] != i) turns = turns + 1;
                latest[p] = i;
                flits = flits + 1;
                got[i] = got[i] + 1;
                away[p] = away[p] + 1;
                owed[p] = owed[p] + 1;
                if (away[p] > (1 << LOG_BUFFER) + 1) fail(p, "more flits than credits");
            end
            gives = (stalls && draw(8) != 0) ? 0 : (owed[p] > 15) ? 15 : owed[p];
            given[p*4 +: 4] <= gives;
            owed[p] = owed[p] - gives;
            takes[p] <= !stalls || draw(3) != 0;
            // what arrives
            i = come[p*FLIT_W+W+ELEMS +: CHAN_W];
            if (a_here[p] !== (comes[p] && i < CHANNELS)
                || b_here[p] !== (comes[p] && i >= CHANNELS)) fail(p, "to another side");
            if (comes[p] && a_come[p*FLIT_W +: FLIT_W] !== come[p*FLIT_W +: FLIT_W]
                || comes[p] && b_come[p*FLIT_W +: FLIT_W] !== come[p*FLIT_W +: FLIT_W])
                fail(p, "a flit that arrives is changed");
            comes[p] <= draw(2);
            come[p*FLIT_W +: FLIT_W] <= {$random(seed), $random(seed)};
            if (s_credit[p*4 +: 4] !== a_free[p*4 +: 4] + b_free[p*4 +: 4])
                fail(p, "another number of freed flits");
            a_free[p*4 +: 4] <= draw(8);
            b_free[p*4 +: 4] <= draw(9);
        end
    end

    // Cycles without pauses, in which the link is never without a flit.
    task rate(input a, input b, input ends); begin
        {a_on, b_on} = 0;
        repeat (30) @(posedge clk);
        {a_on, b_on, closing} = {a, b, ends};
        repeat (30) @(posedge clk);
        @(negedge clk) {turns, flits, waited} = 0;
        repeat (1000) @(negedge clk);
        $display("%0d flits in %0d turns, %0d cycles without one", flits, turns, waited);
        if (LOG_BUFFER >= 4 && waited != 0) fail(0, "the link waits");
    end endtask

    initial begin
        for (p = 0; p < N; p = p + 1) begin
            {put[2*p], put[2*p+1], got[2*p], got[2*p+1], away[p], owed[p]} = 0;
            latest[p] = -1;
        end
        {turns, flits, waited} = 0;
        #101 rst = 0;
        repeat (5000) @(posedge clk);
        for (p = 0; p < 2 * N; p = p + 1) if (got[p] < 500) fail(p / 2, "a side is not served");
        {a_on, b_on} = 0;
        repeat (500) @(posedge clk);
        for (p = 0; p < 2 * N; p = p + 1) if (got[p] != put[p]) fail(p / 2, "a flit is missing");
        stalls = 0;
        rate(1, 0, 0);
        if (turns != 0) fail(0, "turns of nobody else");
        rate(0, 1, 0);
        rate(1, 1, 0);
        if (turns * TURN_WORDS > flits + N * TURN_WORDS
            || turns * TURN_WORDS < flits - N * TURN_WORDS) fail(0, "turns of another length");
        rate(1, 1, 1);
        if (TURN_WORDS > 1 && turns * TURN_WORDS <= flits + N * TURN_WORDS)
            fail(0, "a flit with end does not end a turn");
        if (failed) $display("FAIL %0d", failed);
        else $display("PASS");
        $finish(0);
    end
endmodule
