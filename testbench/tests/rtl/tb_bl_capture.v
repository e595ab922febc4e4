`default_nettype none
// The small keepers of state, bl_capture, bl_epoch and bl_start_gate, against their contracts, with
// random inputs.
module tb_bl_capture;
    reg        clk = 0, rst = 1, take = 0, exchange = 0, parity = 0;
    reg        start = 0, ready = 0, waiting = 0;
    wire       go, held;
    reg  [7:0] d = 0, kept = 0;
    wire [7:0] q;
    wire       epoch;
    integer    seed = 3, round, faults = 0, changes = 0;

    always #5 clk = ~clk;

    bl_capture #(.WIDTH(8)) capture (.clk(clk), .take(take), .d(d), .q(q));
    bl_epoch number (.clk(clk), .rst(rst), .exchange(exchange), .epoch(epoch));

    bl_start_gate gate (
        .clk(clk), .rst(rst), .start(start), .ready(ready), .go(go), .waiting(held));

    initial begin
        repeat (2) @(posedge clk);
        #1 rst = 0;
        for (round = 0; round < 2000; round = round + 1) begin
            take = (round == 0) | ($random(seed) & 1);
            d = $random(seed);
            exchange = ($random(seed) & 3) == 0;
            start = ~waiting & (($random(seed) & 3) == 0);
            ready = ($random(seed) & 3) == 0;
            #1;
            if (go !== ((start | waiting) & ready)) faults = faults + 1;
            if (held !== waiting) faults = faults + 1;
            waiting = (start | waiting) & ~ready;
            @(posedge clk);
            if (take) kept = d;
            parity = parity ^ exchange;
            changes = changes + exchange;
            #1;
            if (q !== kept || epoch !== parity) faults = faults + 1;
        end
        if (faults != 0 || changes == 0) $display("FAIL %0d of 2000 cycles", faults);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
