// Headers at random, near a place and far from it: whether they reach the memory, and with which
// address, as a computation on whole addresses says.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_hub_reach;
    reg  [23:0]  mask, low;
    reg  [127:0] header;
    wire         hit, writes, high;
    wire [127:0] moved;
    bl_hub_reach reach (.mask(mask), .low(low), .header(header), .hit(hit), .writes(writes),
                        .high(high), .moved(moved));
    integer seed = 11, failures = 0, hits = 0, i;
    reg [63:0]  address;
    reg [127:0] wanted;
    reg         inside;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    initial begin
        for (i = 0; i < 20000; i = i + 1) begin
            mask = 24'hffffff << draw(8);
            low = $random(seed);
            low = low & mask;
            header = {$random(seed), $random(seed), $random(seed), $random(seed)};
            address = {16'd0, draw(2) ? low | (draw(256) & ~mask) : $random(seed), 24'd0}
                    | draw(1 << 22) * 4;
            if (draw(16) == 0) address[63:48] = draw(4);
            header[95:64] = address[63:32];
            header[127:98] = address[31:2];
            #1 inside = (address >> 24 & {40'd0, mask}) == {40'd0, low} && address[63:48] == 0;
            wanted = header;
            address = address & {16'd0, ~mask, 24'hffffff};
            wanted[95:64] = address[63:32];
            wanted[127:98] = address[31:2];
            hits = hits + (hit === 1'b1);
            if (hit !== (inside && header[29])) failures = failures + 1;
            if (writes !== header[30] || high !== header[79]) failures = failures + 1;
            if (hit && moved !== wanted) failures = failures + 1;
        end
        $display("%0d of %0d", hits, i);
        if (failures != 0) $display("%0d failures", failures);
        else if (hits > 1000) $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
