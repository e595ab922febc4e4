// config: -Ptb_bl_sequencer.STEPS=1
// config: -Ptb_bl_sequencer.STEPS=11
// config: -Ptb_bl_sequencer.STEPS=16 -Ptb_bl_sequencer.CLOCK_W=8
`default_nettype none
// Steps of random length: order, one start each, nothing overlaps, the shortest step, the cycle
// count; a run that is stopped, anywhere, ends at once, and so does the next one.
module tb_bl_sequencer;
    parameter STEPS = 11;
    parameter CLOCK_W = 64;
    reg clk = 0, rst = 1, start = 0, stop = 0;
    always #5 clk = ~clk;
    wire [3:0] step;
    wire step_start, busy, done;
    wire [CLOCK_W-1:0] clocks;
    reg step_done = 1;
    bl_sequencer #(.STEPS(STEPS), .STEP_W(4), .CLOCK_W(CLOCK_W)) dut (
        .clk(clk), .rst(rst), .start(start), .step(step),
        .step_start(step_start), .step_done(step_done), .stop(stop),
        .busy(busy), .done(done), .clocks(clocks));

    reg failed = 0;
    task fail;
        input [8*40-1:0] reason;
        begin if (!failed) $display("FAIL %0s at %0t", reason, $time); failed = 1; $finish(0); end
    endtask

    // a unit that shows that it is busy two cycles after step_start, and is busy for `length`
    // cycles
    integer seed = 3, left = 0, next_step = 0, clock = 0, begun = 0, length = 0, fixed = -1;
    reg seen = 0, show = 0;
    always @(posedge clk) begin
        clock = clock + 1;
        if (step_start) begin
            if (left > 0) fail("started before the last step was over");
            if (step != next_step) fail("wrong step");
            next_step = next_step + 1;
            left = fixed >= 0 ? fixed : $random(seed) & 31;
            length = left;
        end else if (left > 0) left = left - 1;
        seen <= left > 0;
        step_done <= !(left > 0 && seen); // one cycle late, as a registered sum of units is
        if (left > 0 && step != next_step - 1) fail("step changed");
        if (done && !stop && (busy || left > 0)) fail("done too early");
        if (!busy && step_start) fail("step without busy");
    end

    integer r, expected;
    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        repeat (3) @(negedge clk);
        if (busy || done || step_start) fail("not idle after reset");
        for (r = 0; r < 200 && !failed; r = r + 1) begin
            fixed = r == 0 ? 0 : -1;
            next_step = 0;
            start = 1;
            begun = clock + 1; // the cycle that ends with the next edge
            @(negedge clk);
            start = r & 1 ? 1 : 0; // a start while busy is ignored
            if (!busy || done) fail("busy or done after start");
            @(negedge clk);
            start = 0;
            while (!done) @(negedge clk);
            expected = clock + 1 - begun + 1;
            if (next_step != STEPS) fail("steps missing");
            @(negedge clk);
            if (clocks !== (expected & {CLOCK_W{1'b1}})) fail("clocks");
            if (r == 0 && expected != 3 * STEPS + 2) fail("a step of no length takes 3 cycles");
            repeat ($random(seed) & 3) @(negedge clk);
            if (!done) fail("done must stay");
        end
        for (r = 0; r < 200 && !failed; r = r + 1) begin
            stop = 0;
            next_step = 0;
            left = 0;
            start = 1;
            @(negedge clk);
            start = 0;
            repeat ($random(seed) & 63) @(negedge clk);
            stop = 1;
            @(negedge clk);
            left = 0;
            if (busy || !done || step_start) fail("a run that is stopped ends");
            repeat (r & 3) @(negedge clk);
            if (busy || !done || step_start) fail("stopped, done stays");
        end
        next_step = 0;
        start = 1;
        @(negedge clk);
        start = 0;
        @(negedge clk);
        if (busy || !done) fail("a run that begins stopped");
        if (!failed) $display("PASS");
        $finish(0);
    end
    initial begin #5000000 fail("time out"); end
endmodule
`default_nettype wire
