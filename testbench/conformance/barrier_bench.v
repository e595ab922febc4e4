// The barriers of a carrier that has some: its parameter BARRIERS, and in it `enters` and `leaves`,
// [node * BARRIERS + barrier], of which this bench drives the first.
//   last      all have entered but one, each in turn: cycles from when that one enters to when the
//             last one leaves; at most MOST, unless that is 0
//   random    two barriers at once, entered at random times, ROUNDS of each, while every node has
//             flits for every other one
// Nobody leaves before all have entered, and everybody leaves once.
`timescale 1ns/1ps
`default_nettype none
module barrier_bench;
    parameter NODES = 8, LOG_BUFFER = 6, FLIT_W = 40, BARRIERS = 2, ROUNDS = 8;
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
    `CARRIER #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER),
               .BARRIERS(BARRIERS)
`ifdef LOADED
               , `LOADED
`endif
               ) carrier (
        .clk(clk), .rst(rst), .s_flit_tvalid(s_valid), .s_flit_tready(s_ready),
        .s_flit_tdata(s_data), .m_credit(credit), .m_flit_tvalid(m_valid), .m_flit_tdata(m_data),
        .s_credit(freed), .stop(1'b0), .stopped(stopped));
    always #5 clk = ~clk;

    integer entered [0:NODES*BARRIERS-1], left [0:NODES*BARRIERS-1], credits [0:PAIRS-1];
    integer n, b, i, p, now = 0, seed = 1, quiet, failures = 0, since, worst, worst_node, least,
            most, loaded = 0, random = 0, waits;
    reg [8*16-1:0] name;

    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction

    task enter;
        input integer at;
        begin
            carrier.enters[at] <= 1'b1;
            entered[at] = entered[at] + 1;
        end
    endtask

    // What leaves, and what was not to; `since` is the cycle in which the last one did.
    always @(posedge clk) if (!rst) begin
        now = now + 1;
        quiet = quiet + 1;
        carrier.enters <= 0;
        for (i = 0; i < NODES * BARRIERS; i = i + 1) if (carrier.leaves[i]) begin
            quiet = 0;
            since = now;
            left[i] = left[i] + 1;
            for (n = 0; n < NODES; n = n + 1)
                if (entered[n*BARRIERS + i%BARRIERS] < left[i]) failures = failures + 1;
            if (left[i] > entered[i]) failures = failures + 100;
        end
        for (i = 0; i < NODES * BARRIERS; i = i + 1)
            if (random && left[i] == entered[i] && left[i] < ROUNDS && draw(60) == 0) enter(i);
        for (i = 0; i < PAIRS; i = i + 1) begin
            if (s_valid[i] && s_ready[i]) s_valid[i] <= 0;
            if (loaded && (!s_valid[i] || s_ready[i]) && credits[i] > 0 && draw(8) == 0) begin
                s_valid[i] <= 1;
                s_data[i*FLIT_W +: FLIT_W] <= {$random(seed), $random(seed)};
                credits[i] = credits[i] - 1;
            end
            credits[i] = credits[i] + credit[i*4 +: 4];
        end
        freed <= 0;
        for (i = 0; i < PAIRS; i = i + 1) if (m_valid[i]) freed[i*4] <= 1;
    end

    initial begin
        if (!$value$plusargs("case=%s", name)) name = "last";
        if (!$value$plusargs("seed=%d", seed)) seed = 1;
        if (!$value$plusargs("most=%d", most)) most = 0;
        for (n = 0; n < NODES * BARRIERS; n = n + 1) {entered[n], left[n]} = 0;
        for (n = 0; n < PAIRS; n = n + 1) credits[n] = ROOM;
        quiet = 0;
        carrier.enters = 0;
        repeat (40) @(posedge clk);
        #1 rst = 0;
        repeat (400) @(posedge clk);
        worst = 0;
        worst_node = 0;
        if (name == "random") begin
            {random, loaded} = {32'd1, 32'd1};
            least = 0;
            while (least < ROUNDS && quiet < PATIENCE) begin
                @(posedge clk);
                least = ROUNDS;
                for (n = 0; n < NODES * BARRIERS; n = n + 1) if (left[n] < least) least = left[n];
            end
            if (least < ROUNDS) failures = failures + 10000;
        end else for (p = 0; p < NODES; p = p + 1) begin
            @(posedge clk);
            for (n = 0; n < NODES; n = n + 1) if (n != p) enter(n * BARRIERS);
            repeat (400) @(posedge clk);
            enter(p * BARRIERS);
            @(posedge clk) #1 waits = now;
            repeat (600) @(posedge clk);
            for (n = 0; n < NODES; n = n + 1)
                if (left[n*BARRIERS] != p + 1) failures = failures + 10000;
            if (since - waits > worst) begin
                worst = since - waits;
                worst_node = p;
            end
        end
        if (failures != 0 || (most != 0 && worst > most))
            $display("FAIL %0s: %0d failures, %0d cycles of at most %0d", name, failures, worst,
                     most);
        else if (name == "random") $display("PASS random, %0d rounds of %0d barriers in %0d cycles",
                                            ROUNDS, BARRIERS, now);
        else $display("PASS last, %0d cycles from when node %0d enters as the last", worst,
                      worst_node);
        $finish(0);
    end
endmodule
`default_nettype wire
