// Runs the complete design of examples/ice40_partition for some rounds: each must be right; with
// +corrupt one key is changed on its way, and that round must be found wrong.
module tb_ice40_partition;
    reg        clk = 1'b0;
    wire [7:0] led;
    integer    cycles = 0;
    reg        corrupt = 1'b0;
    always #5 clk = ~clk;
    ice40_partition #(.LOG_BLINK(4)) board (.clk(clk), .led(led));

    initial begin
        corrupt = $test$plusargs("corrupt") ? 1'b1 : 1'b0;
        wait (led[7:3] == 5'd1);
        if (corrupt) begin
            wait (board.tvalid_out[1] & board.tready_out[1]);
            if (board.tdata_out[19]) force board.tdata_out[19] = 1'b0;
            else force board.tdata_out[19] = 1'b1;
            @(posedge clk) #1 release board.tdata_out[19];
        end
        wait (led[7:3] == 5'd4);
        #1 if (led[2:1] === (corrupt ? 2'b11 : 2'b01)) $display("PASS");
        else $display("FAIL leds %b after %0d cycles", led, cycles);
        $finish(0);
    end

    always @(posedge clk) begin
        cycles = cycles + 1;
        if (cycles > 20000) begin
            $display("FAIL leds %b, no end after %0d cycles", led, cycles);
            $finish(0);
        end
    end
endmodule
