// config: -Ptb_bl_cell_barrier.NODES=5
// config: -Ptb_bl_cell_barrier.NODES=2 -Ptb_bl_cell_barrier.K_HALF=3
// config: -Ptb_bl_cell_barrier.NODES=8 -Ptb_bl_cell_barrier.K_HALF=8 -Ptb_bl_cell_barrier.COPIES=1
// Three barriers of all nodes at once: bl_channel_meet and bl_cell_barrier in every node, cells
// that are taken and come at random times, in the order of their pair, and those for all at every
// node behind their link. No kernel goes on before all have come, each goes on once, and again, and
// node 0 says so once over each link that has nodes behind it.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_cell_barrier;
    parameter NODES = 5, K_HALF = 5, COPIES = NODES == 2 ? 1 : 3;
    localparam NODE_W = 3, CHAN_W = 2, BARRIERS = 3, ALL = NODES * BARRIERS, ROUNDS = 60,
        DEPTH = 16;
    reg                     clk = 0, k_clk = 0, rst = 1;
    reg  [ALL-1:0]          s_valid = 0, m_ready = 0;
    wire [ALL-1:0]          s_ready, m_valid, enters, leaves;
    wire [ALL-1:0]          bad_word;
    localparam [31:0] WAYS = COPIES == 1 ? 32'h55555555 : 32'h9a9a6a55;   // by peer, of copies
    reg  [NODES-1:0]        came_enter = 0, came_leave = 0;
    reg  [2*NODES-1:0]      take = 0;            // by node and link
    reg  [NODES*CHAN_W-1:0] came_number = 0;
    wire [NODES-1:0]        says_leave;
    wire [2*NODES-1:0]      valid;
    wire [NODES*CHAN_W-1:0] number;
    always #5 clk = ~clk;
    always #K_HALF k_clk = ~k_clk;

    genvar n, b;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            localparam [31:0] NODE = n;
            bl_cell_barrier #(.NODES(NODES), .NODE_W(NODE_W), .CHAN_W(CHAN_W),
                .BARRIERS(BARRIERS)) dut (
                .clk(clk), .rst(rst), .node(NODE[NODE_W-1:0]), .way(2'd1 + NODE[0]),
                .copies(COPIES[1:0]),
                .enters(enters[n*BARRIERS +: BARRIERS]), .leaves(leaves[n*BARRIERS +: BARRIERS]),
                .s_enter(came_enter[n]), .s_leave(came_leave[n]),
                .s_number(came_number[n*CHAN_W +: CHAN_W]), .m_valid(valid[2*n +: 2]),
                .m_leaves(says_leave[n]), .m_number(number[n*CHAN_W +: CHAN_W]),
                .m_take(take[2*n +: 2] & valid[2*n +: 2]));
            for (b = 0; b < BARRIERS; b = b + 1) begin : g_end
                wire [63:0] data;
                wire [1:0]  keep;
                assign bad_word[n*BARRIERS+b] = data != 64'd0 || keep != 2'd1;
                bl_channel_meet #(.GRANULES(2)) meet (
                    .clk(clk), .rst(rst), .enters(enters[n*BARRIERS+b]),
                    .leaves(leaves[n*BARRIERS+b]), .k_clk(k_clk), .k_rst(rst),
                    .s_axis_tvalid(s_valid[n*BARRIERS+b]), .s_axis_tready(s_ready[n*BARRIERS+b]),
                    .m_axis_tvalid(m_valid[n*BARRIERS+b]), .m_axis_tready(m_ready[n*BARRIERS+b]),
                    .m_axis_tdata(data), .m_axis_tkeep(keep));
            end
        end
    endgenerate

    // cells from a node to another, {leaves, number}, in a queue of its own for each pair
    reg  [CHAN_W:0] cells [0:NODES*NODES*DEPTH-1], one;
    integer head [0:NODES*NODES-1], tail [0:NODES*NODES-1];
    integer sent [0:ALL-1], got [0:ALL-1], left [0:2*BARRIERS-1];
    integer i, k, l, p, q, to, seed = 3, k_seed = 4, failures = 0, done, now;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction

    always @(posedge clk) if (!rst) begin
        for (l = 0; l < 2 * NODES; l = l + 1) if (valid[l] && take[l]) begin
            p = l / 2;
            i = number[p*CHAN_W +: CHAN_W];
            if (says_leave[p] != (p == 0) || (p == 0 ? !COPIES[l] : l % 2 != p % 2))
                failures = failures + 1;
            if (p == 0) begin
                left[2*i+l] = left[2*i+l] + 1;
                if (left[2*i+l] > sent[i]) failures = failures + 10;
            end
            for (to = (p == 0); to < (p == 0 ? NODES : 1); to = to + 1)
                if (p != 0 || WAYS[2*to +: 2] == l + 1) begin
                    q = p * NODES + to;
                    cells[q*DEPTH + tail[q]%DEPTH] = {says_leave[p], number[p*CHAN_W +: CHAN_W]};
                    tail[q] = tail[q] + 1;
                    if (tail[q] - head[q] > DEPTH) failures = failures + 100;
                end
        end
        {came_enter, came_leave} <= 0;
        for (p = 0; p < NODES; p = p + 1) begin
            take[2*p +: 2] <= draw(8);
            // from a node at random, or nothing
            q = draw(NODES) * NODES + p;
            if (tail[q] != head[q]) begin
                one = cells[q*DEPTH + head[q]%DEPTH];
                came_number[p*CHAN_W +: CHAN_W] <= one[CHAN_W-1:0];
                came_leave[p] <= one[CHAN_W];
                came_enter[p] <= !one[CHAN_W];
                head[q] = head[q] + 1;
            end
        end
    end

    // the kernels
    always @(posedge k_clk) if (!rst) begin
        for (k = 0; k < ALL; k = k + 1) begin
            if (m_valid[k] && m_ready[k]) begin
                got[k] = got[k] + 1;
                if (bad_word[k]) failures = failures + 1000;
                for (now = 0; now < NODES; now = now + 1)
                    if (sent[now*BARRIERS + k%BARRIERS] < got[k]) failures = failures + 10000;
            end
            m_ready[k] <= ($random(k_seed) & 1) == 1;
            if (s_valid[k] && s_ready[k]) begin
                sent[k] = sent[k] + 1;
                s_valid[k] <= 0;
            end else if (!s_valid[k] && sent[k] == got[k] && sent[k] < ROUNDS
                         && ($random(k_seed) & 15) == 0) s_valid[k] <= 1;
        end
    end

    initial begin
        for (done = 0; done < ALL; done = done + 1) {sent[done], got[done]} = 0;
        for (done = 0; done < BARRIERS; done = done + 1)
            {left[2*done], left[2*done+1]} = 0;
        for (done = 0; done < NODES * NODES; done = done + 1) {head[done], tail[done]} = 0;
        repeat (8) @(posedge clk);
        repeat (8) @(posedge k_clk);
        #1 rst = 0;
        repeat (ROUNDS * 400) @(posedge clk);
        for (done = 0; done < ALL; done = done + 1)
            if (got[done] != ROUNDS) failures = failures + 1000000;
        if (failures != 0) $display("FAIL %0d: %0d of %0d rounds", failures, got[0], ROUNDS);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
