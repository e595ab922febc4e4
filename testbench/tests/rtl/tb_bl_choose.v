// Every code of the inputs, on every fabric, with data inverted and not, and unknown inputs that do
// not matter: those of the choice while both data are the same, and the datum that is not chosen.
// config: -Ptb_bl_choose.FABRIC=0 -Ptb_bl_choose.INVERT=0
// config: -Ptb_bl_choose.FABRIC=0 -Ptb_bl_choose.INVERT=2 -Ptb_bl_choose.INPUTS=3
// config: -Ptb_bl_choose.FABRIC=1 -Ptb_bl_choose.INVERT=1
// long config: -Ptb_bl_choose.FABRIC=1 -Ptb_bl_choose.INVERT=2 -Ptb_bl_choose.INPUTS=1
// config: -Ptb_bl_choose.FABRIC=2 -Ptb_bl_choose.INVERT=2
// config: -Ptb_bl_choose.FABRIC=2 -Ptb_bl_choose.INVERT=1 -Ptb_bl_choose.INPUTS=2
// config: -Ptb_bl_choose.FABRIC=3 -Ptb_bl_choose.INVERT=3
// long config: -Ptb_bl_choose.FABRIC=3 -Ptb_bl_choose.INVERT=0 -Ptb_bl_choose.INPUTS=3
`timescale 1ns / 1ns
module tb_bl_choose;
    parameter FABRIC = 0;
    parameter [1:0] INVERT = 0;
    parameter INPUTS = 4;
    localparam [15:0] TABLE = 16'h9A36;
    reg  [INPUTS-1:0] i;
    reg  one, zero;
    wire o;
    integer code, b, bad;
    bl_choose #(.INPUTS(INPUTS), .TABLE(TABLE), .INVERT(INVERT), .FABRIC(FABRIC)) dut (
        .i(i), .s_one(one ^ INVERT[1]), .s_zero(zero ^ INVERT[0]), .o(o)
    );

    task check(input wanted);
        begin
            #1 if (o !== wanted) begin
                $display("FAIL i %b one %b zero %b: %b", i, one, zero, o);
                bad = bad + 1;
            end
        end
    endtask

    initial begin
        bad = 0;
        for (code = 0; code < 4 << INPUTS; code = code + 1) begin
            {i, one, zero} = code;
            check(TABLE[i] ? one : zero);
            if (TABLE[i]) zero = 1'bx;
            else one = 1'bx;
            check(TABLE[i] ? one : zero);
            for (b = 0; b < INPUTS; b = b + 1) begin
                {i, one, zero} = code;
                i[b] = 1'bx;
                check((TABLE[code / 4] ? one : zero) === (TABLE[code / 4 ^ 1 << b] ? one : zero)
                          ? (TABLE[code / 4] ? one : zero)
                      : 1'bx);
            end
        end
        if (bad == 0) $display("PASS");
        $finish(0);
    end
endmodule
