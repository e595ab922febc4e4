// Every code of the inputs after both values, on every fabric, with inputs inverted and not;
// unknown inputs that do not matter do not show.
// config: -Ptb_bl_latch.FABRIC=0 -Ptb_bl_latch.INVERT=0
// config: -Ptb_bl_latch.FABRIC=0 -Ptb_bl_latch.INVERT=19
// long config: -Ptb_bl_latch.FABRIC=0 -Ptb_bl_latch.INVERT=12
// config: -Ptb_bl_latch.FABRIC=1 -Ptb_bl_latch.INVERT=22
// config: -Ptb_bl_latch.FABRIC=1 -Ptb_bl_latch.INVERT=9
// config: -Ptb_bl_latch.FABRIC=2 -Ptb_bl_latch.INVERT=0
// config: -Ptb_bl_latch.FABRIC=2 -Ptb_bl_latch.INVERT=19
// long config: -Ptb_bl_latch.FABRIC=2 -Ptb_bl_latch.INVERT=12
// config: -Ptb_bl_latch.FABRIC=3 -Ptb_bl_latch.INVERT=0
// config: -Ptb_bl_latch.FABRIC=3 -Ptb_bl_latch.INVERT=21
// long config: -Ptb_bl_latch.FABRIC=3 -Ptb_bl_latch.INVERT=10
`timescale 1ns / 1ns
module tb_bl_latch;
    parameter FABRIC = 0;
    parameter [4:0] INVERT = 0;
    reg  clear, set, load, enable, d;
    wire o;
    reg  want;
    integer code, before, bad;
    bl_latch #(.INVERT(INVERT), .FABRIC(FABRIC)) dut (
        .s_clear(clear ^ INVERT[4]), .s_set(set ^ INVERT[3]), .s_load(load ^ INVERT[2]),
        .s_enable(enable ^ INVERT[1]),
        .s_d(d ^ INVERT[0]), .m_o(o)
    );

    task check(input wanted);
        begin
            #1 if (o !== wanted) begin
                $display("FAIL clear %b set %b load %b enable %b d %b after %0d: %b", clear, set,
                         load, enable, d, before, o);
                bad = bad + 1;
            end
        end
    endtask

    initial begin
        bad = 0;
        {clear, set, load, enable, d} = 5'b10000;
        for (before = 0; before < 2; before = before + 1)
            for (code = 0; code < 32; code = code + 1) begin
                // a way to the old value that no tool could mistake for another
                {load, enable, d} = 3'b000;
                #1 clear = before == 0;
                set = before == 1;
                #1 {clear, set} = 2'b00;
                #1 if (o !== before[0]) bad = bad + 1;
                // one input after the other, the decisive ones first, so that nothing passes in
                // between
                clear = code[4];
                set = code[3];
                d = code[0];
                #1 load = code[2];
                enable = code[1];
                want = clear ? 1'b0 : set ? 1'b1 : (load && enable) ? d : before[0];
                check(want);
                // what does not matter may be unknown
                if (!(load && enable) && !clear && !set) d = 1'bx;
                if (clear) {set, load, d} = 3'bxxx;
                check(want);
            end
        if (bad == 0) $display("PASS");
        $finish(0);
    end
endmodule

// Not that of fabric/: several inputs change at once here, and only the state after the last
// counts.
module LDCPE #(parameter INIT = 1'b0) (input wire CLR, PRE, G, GE, D, output reg Q);
    initial Q = INIT;
    always @* if (CLR) Q = 1'b0; else if (PRE) Q = 1'b1; else if (G && GE) Q = D;
endmodule
