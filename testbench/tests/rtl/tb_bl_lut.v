// Every code of a table of each size, and unknown inputs that do not matter.
module tb_bl_lut;
    parameter INPUTS = 4;
// config: -Ptb_bl_lut.INPUTS=1
// long config: -Ptb_bl_lut.INPUTS=2
// long config: -Ptb_bl_lut.INPUTS=3
// config: -Ptb_bl_lut.INPUTS=4
// long config: -Ptb_bl_lut.INPUTS=5
// config: -Ptb_bl_lut.INPUTS=6
    localparam [63:0] TABLE = 64'h9A3C_E1F0_57D2_6C0B;
    reg  [INPUTS-1:0] i;
    wire o;
    integer k, b, bad;
    bl_lut #(.INPUTS(INPUTS), .TABLE(TABLE)) dut (.i(i), .o(o));
    initial begin
        bad = 0;
        for (k = 0; k < (1 << INPUTS); k = k + 1) begin
            i = k;
            #1 if (o !== TABLE[k]) bad = bad + 1;
            for (b = 0; b < INPUTS; b = b + 1) begin
                i = k;
                i[b] = 1'bx;
                #1 if (o !== ((TABLE[k & ~(1 << b)] == TABLE[k | (1 << b)]) ? TABLE[k] : 1'bx))
                    bad = bad + 1;
            end
        end
        if (bad != 0) $display("FAIL %0d codes", bad);
        else $display("PASS");
        $finish(0);
    end
endmodule
