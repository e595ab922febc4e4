// config:
// Places and ranges at random, with bounds near the place and far from it, that wrap or not: what
// compares of whole numbers say.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_within;
    reg  [23:0] place, mask, low, high;
    reg  [96:0] range;
    wire        has;
    reg         wanted;
    bl_hub_within look_up (.place(place), .range(range), .has(has));
    integer seed = 11, failures = 0, inside = 0, i;
    function [23:0] near;
        input [23:0] at;
        near = $random(seed) & 1 ? at + $random(seed) % 3 : $random(seed);
    endfunction
    initial begin
        for (i = 0; i < 20000; i = i + 1) begin
            mask = 24'hffffff << ($random(seed) & 15);
            place = $random(seed);
            low = near(place & mask);
            high = near(place & mask);
            range = {low > high, 24'd0, high, low, mask};
            #1 wanted = low > high ? (place & mask) >= low || (place & mask) <= high
                                   : (place & mask) >= low && (place & mask) <= high;
            inside = inside + wanted;
            if (has !== wanted) failures = failures + 1;
        end
        $display("%0d of %0d", inside, i);
        if (failures != 0) $display("FAIL %0d", failures);
        else if (inside > 5000 && inside < 15000) $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
