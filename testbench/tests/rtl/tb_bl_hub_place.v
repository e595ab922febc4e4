// config:
// Headers at random: the address in the memory, as a computation on whole addresses says.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_place;
    reg  [23:0]  mask;
    reg  [127:0] header;
    wire [127:0] moved;
    bl_hub_place place (.mask(mask), .header(header), .moved(moved));
    integer seed = 11, failures = 0, i;
    reg [63:0]  address;
    reg [127:0] wanted;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    initial begin
        for (i = 0; i < 20000; i = i + 1) begin
            mask = 24'hffffff << draw(8);
            header = {$random(seed), $random(seed), $random(seed), $random(seed)};
            #1 wanted = header;
            address = {header[95:64], header[127:98], 2'd0} & {16'd0, ~mask, 24'hffffff};
            wanted[95:64] = address[63:32];
            wanted[127:98] = address[31:2];
            if (moved !== wanted) failures = failures + 1;
        end
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
