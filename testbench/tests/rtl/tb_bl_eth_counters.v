// Counters of events: each counts its events and no others, modulo 2^32, from the end of the sweep
// behind a reset on, and none before.
// config: -Ptb_bl_eth_counters.W=1
// config: -Ptb_bl_eth_counters.W=5
`timescale 1ns/1ps
module tb_bl_eth_counters;
    parameter W = 5;
    reg clk = 0, rst = 1, event_valid = 0;
    always #5 clk = ~clk;
    reg  [W-1:0] which = 0, select = 0;
    wire [31:0]  count;
    bl_eth_counters #(.INDEX_W(W)) dut (
        .clk(clk), .rst(rst), .event_valid(event_valid), .which(which), .select(select),
        .count(count));
    integer seed = 3, now, round, i, failed = 0, read = 0;
    // `count` has what happened in the cycles before the last three, and the choice of the last
    reg [31:0] model [0:(1<<W)-1];
    reg [W:0]  past [0:2];
    reg [31:0] wanted;
    initial begin
        for (round = 0; round < 3; round = round + 1) begin
            rst = 1;
            repeat (3) @(posedge clk);
            #1 rst = 0;
            for (i = 0; i < (1 << W); i = i + 1) model[i] = 0;
            // while they are cleared nothing is counted
            for (now = 0; now < (1 << W); now = now + 1) begin
                event_valid = now < (1 << W) - 1;
                which = $random(seed);
                @(posedge clk) #1;
            end
            past[0] = 0;
            past[1] = 0;
            past[2] = 0;
            for (now = 0; now < 1500; now = now + 1) begin
                event_valid = ($random(seed) & 3) != 0;
                which = now % 200 < 50 ? 1 : $random(seed);
                select = $random(seed);
                wanted = model[select];
                @(posedge clk) #1;
                if (count !== wanted) failed = failed + 1;
                if (wanted != 0) read = read + 1;
                // the event before this one is in from the next cycle on
                if (past[0][W]) model[past[0][W-1:0]] = model[past[0][W-1:0]] + 1;
                past[0] = {event_valid, which};
            end
        end
        // 2^32 is 0 again
        event_valid = 0;
        repeat (2) @(posedge clk) #1;
        dut.ram[0] = 32'hffffffff;
        event_valid = 1;
        which = 0;
        select = 0;
        @(posedge clk) #1 event_valid = 0;
        repeat (3) @(posedge clk) #1;
        if (count !== 0) failed = failed + 1;
        if (failed != 0 || read < 1000) $display("FAIL %0d counts of %0d", failed, read);
        else $display("PASS");
        $finish(0);
    end
endmodule
