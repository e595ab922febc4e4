// Reset and lights of boards/common: reset lasts long enough after every request, a light shows
// what it is for in either polarity.
`timescale 1ns/1ps
module tb_board;
    reg clk = 0, request = 1, calibrated = 0, error = 0;
    wire rst;
    wire [3:0] high, low;
    integer i, last, cycles = 0, blinks = 0;
    always #5 clk = ~clk;
    bl_board_reset #(.LOG_CLOCKS(4)) reset (.clk(clk), .request(request), .rst(rst));
    bl_board_status #(.LEDS(4), .ACTIVE_HIGH(16'h000F), .LOG_BLINK(3)) lit (
        .clk(clk), .rst(rst), .calibrated(calibrated),
        .error(error), .led(high));
    bl_board_status #(.LEDS(4), .ACTIVE_HIGH(16'h0000), .LOG_BLINK(3)) dark (
        .clk(clk), .rst(rst), .calibrated(calibrated),
        .error(error), .led(low));
    task fail(input [8*40-1:0] why); begin $display("FAIL %0s", why); $finish(0); end endtask
    // after a request that ends now: at least 16 cycles of reset, at most 16 and what the
    // synchroniser takes
    task released; begin
        cycles = 0;
        while (rst !== 1'b0) begin
            @(posedge clk);
            #1 cycles = cycles + 1;
            if (cycles > 20) fail("reset stays");
        end
        if (cycles < 16) fail("reset is too short");
    end endtask
    initial begin
        repeat (5) @(posedge clk);
        #2 if (rst !== 1'b1) fail("no reset at first");
        if (high[2] !== 1'b0 || low[2] !== 1'b1) fail("the light for reset");
        request = 0;
        released;
        repeat (2) @(posedge clk);
        #1 if (high[2] !== 1'b1 || low[2] !== 1'b0 || high[3] !== 1'b0 || low[3] !== 1'b1 ||
            high[1] !== 1'b0) fail("the lights after reset");
        calibrated = 1;
        @(posedge clk);
        #1 if (high[1] !== 1'b1 || low[1] !== 1'b0) fail("the light for the memory");
        error = 1;
        @(posedge clk); #1 if (high[1] !== 1'b0 || low[1] !== 1'b1) fail("an error is not shown");
        last = high[0];
        for (i = 0; i < 32; i = i + 1) begin
            @(posedge clk); #1 if (high[0] === low[0]) fail("polarity");
            if (high[0] != last) blinks = blinks + 1;
            last = high[0];
        end
        if (blinks != 8) fail("the sign of life");
        request = 1;
        repeat (4) @(posedge clk);
        #1 if (rst !== 1'b1) fail("a request is not seen");
        request = 0;
        released;
        $display("PASS");
        $finish(0);
    end
endmodule
