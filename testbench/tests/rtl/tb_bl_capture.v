`default_nettype none
// The small keepers of state: bl_capture, bl_sticky, bl_lanes_ended against their contracts, with random inputs.
module tb_bl_capture;
    localparam LANES = 3;
    reg              clk = 0, rst = 1, take = 0, clear = 0;
    reg  [7:0]       d = 0, kept = 0;
    wire [7:0]       q;
    reg  [LANES-1:0] valid = 0, ready = 0, last = 0, flags = 0, seen = 0, set = 0;
    wire [LANES-1:0] sticky;
    wire             ended;
    integer          seed = 3, round, faults = 0, ends = 0;

    always #5 clk = ~clk;

    bl_capture #(.WIDTH(8)) capture (.clk(clk), .take(take), .d(d), .q(q));
    bl_sticky #(.WIDTH(LANES)) flag (.clk(clk), .rst(rst), .clear(clear), .d(set), .q(sticky));
    bl_lanes_ended #(.LANES(LANES)) watch (.clk(clk), .rst(rst), .clear(clear), .tap_tvalid(valid), .tap_tready(ready), .tap_tlast(last),
                                           .ended(ended));

    initial begin
        repeat (2) @(posedge clk);
        #1 rst = 0;
        for (round = 0; round < 2000; round = round + 1) begin
            take = (round == 0) | ($random(seed) & 1);
            d = $random(seed);
            clear = ($random(seed) & 15) == 0;
            set = $random(seed) & $random(seed);
            valid = $random(seed);
            ready = $random(seed);
            last = clear ? 0 : $random(seed) & $random(seed);
            @(posedge clk);
            if (take) kept = d;
            flags = (clear ? 0 : flags) | set;
            seen = clear ? 0 : seen | (valid & ready & last);
            #1;
            if (q !== kept || sticky !== flags || ended !== &seen) faults = faults + 1;
            ends = ends + ended;
        end
        if (faults != 0 || ends == 0) $display("FAIL %0d of 2000 clocks, %0d ends", faults, ends);
        else $display("PASS");
        $finish;
    end
endmodule
`default_nettype wire
