// Sets, resets and holds at random, from either value after reset.
module tb_bl_c_element;
    parameter INIT = 0;
// config: -Ptb_bl_c_element.INIT=0
// config: -Ptb_bl_c_element.INIT=1
    reg  rst, s_set, s_reset, wanted;
    wire m_value;
    integer k, seed, bad;
    bl_c_element #(.INIT(INIT)) dut (
        .rst(rst), .s_set(s_set), .s_reset(s_reset), .m_value(m_value));
    initial begin
        seed = 1;
        bad = 0;
        rst = 1;
        s_set = 0;
        s_reset = 0;
        wanted = INIT;
        #1 if (m_value !== wanted) bad = bad + 1;
        rst = 0;
        for (k = 0; k < 1000; k = k + 1) begin
            {s_set, s_reset} = {$random(seed)} % 3;
            if (s_set) wanted = 1'b1;
            if (s_reset) wanted = 1'b0;
            #1 if (m_value !== wanted) bad = bad + 1;
        end
        s_set = 0;
        rst = 1;
        #1 if (m_value !== INIT) bad = bad + 1;
        if (bad != 0) $display("FAIL %0d values", bad);
        else $display("PASS");
        $finish(0);
    end
endmodule
