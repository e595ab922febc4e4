// All codes of a sum of three products over five inputs.
module tb_bl_cover;
    reg  [4:0] i;
    wire o, one;
    integer k, bad;
    // products, lowest first: i0 i1, ~i2 i4, ~i0 ~i3
    bl_cover #(.INPUTS(5), .CUBES(3), .CARE({5'b01001, 5'b10100, 5'b00011}),
               .VALUE({5'b00000, 5'b10000, 5'b00011})) dut (
        .i(i), .o(o));
    bl_cover #(.INPUTS(1), .CUBES(1), .CARE(1'b1), .VALUE(1'b0)) inverter (.i(i[0]), .o(one));
    initial begin
        bad = 0;
        for (k = 0; k < 32; k = k + 1) begin
            i = k;
            #1 if (o !== (i[0] & i[1] | ~i[2] & i[4] | ~i[0] & ~i[3]) || one !== ~i[0])
                bad = bad + 1;
        end
        i = 5'b0x011;
        #1 if (o !== 1'b1) bad = bad + 1;
        if (bad != 0) $display("FAIL %0d codes", bad);
        else $display("PASS");
        $finish(0);
    end
endmodule
