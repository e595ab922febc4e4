// Every code of the inputs after both values, as a table with feedback, as two and as logic; unknown inputs that do not matter do not show.
`timescale 1ns / 1ns
module tb_bl_latch;
    reg  clear, set, load, enable, d;
    wire o;
    reg  want;
    integer code, before, bad;
    bl_latch dut (.s_clear(clear), .s_set(set), .s_load(load), .s_enable(enable), .s_d(d), .m_o(o));

    task check(input wanted);
        begin
            #1 if (o !== wanted) begin
                $display("FAIL clear %b set %b load %b enable %b d %b after %0d: %b", clear, set, load, enable, d, before, o);
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
                // one input after the other, the decisive ones first, so that nothing passes in between
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
        $finish;
    end
endmodule
