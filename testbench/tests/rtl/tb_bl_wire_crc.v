// config: -Ptb_bl_wire_crc.WIDTH=64
// config: -Ptb_bl_wire_crc.WIDTH=128
// config: -Ptb_bl_wire_crc.WIDTH=256
// config: -Ptb_bl_wire_crc.WIDTH=512
// Frames of random words and lengths, with pauses: the sum is that of a CRC taken bit by bit; and
// the check value of "123456789" is that of the published polynomial.
`timescale 1ns / 1ps
module tb_bl_wire_crc;
    parameter WIDTH = 256;
    reg              clk = 0, en = 0, valid = 0, first = 0;
    reg  [WIDTH-1:0] data = 0, next;
    wire [31:0]      sum;
    reg  [31:0]      left, wanted [0:3], digits;
    integer          seed = 3, bad = 0, words = 0, i, n;
    bl_wire_crc #(.WIDTH(WIDTH)) dut (
        .clk(clk), .en(en), .s_tvalid(valid), .s_first(first), .s_tdata(data), .sum(sum));
    always #5 clk = ~clk;
    function [31:0] shifted;
        input [31:0] from;
        input        one;
        shifted = {from[30:0], 1'b0} ^ ((from[31] ^ one) ? 32'h04c11db7 : 32'd0);
    endfunction
    reg [71:0] text = "123456789";
    initial begin
        digits = 32'hffffffff;
        for (i = 71; i >= 0; i = i - 1) digits = shifted(digits, text[i]);
        if (digits !== 32'h0376e6e7) bad = 1;   // CRC-32/MPEG-2
        for (n = 0; n < 2000; n = n + 1) begin
            valid = $random(seed) & 1;
            first = n == 0 || ($random(seed) & 7) == 0;
            if (n == 0) valid = 1;
            for (i = 0; i < WIDTH; i = i + 32) next = {next, $random(seed)};
            data = next;
            if (valid) begin
                if (first) left = 32'hffffffff;
                for (i = WIDTH - 1; i >= 0; i = i - 1) left = shifted(left, data[i]);
                words = words + 1;
            end
            wanted[1] = wanted[0];
            wanted[0] = left;
            en = 0;
            repeat ($random(seed) & 1) @(posedge clk) #1;
            en = 1;
            @(posedge clk) #1;
            if (n > 0 && sum !== wanted[1]) bad = bad + 1;
        end
        if (bad != 0) $display("FAIL %0d of %0d", bad, words);
        else $display("PASS");
        $finish(0);
    end
endmodule
