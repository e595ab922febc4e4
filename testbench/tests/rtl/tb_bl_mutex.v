// Two clients that ask at random, often in one moment. The tables have random delays, given here
// because the element decides by them.
`define BL_RANDOM_DELAY 7
module tb_bl_mutex;
    parameter EARLY = 0;
// config: -Ptb_bl_mutex.EARLY=0
// config: -Ptb_bl_mutex.EARLY=1
    reg        rst;
    reg  [1:0] request;
    wire [1:0] grant;
    integer    served_0, served_1, both, bad, seed_0, seed_1, waited;
    bl_mutex #(.EARLY(EARLY)) dut (.rst(rst), .s_request(request), .m_grant(grant));

    always begin
        wait (!rst);
        #(1 + {$random(seed_0)} % 12) request[0] = 1'b1;
        wait (grant[0] === 1'b1);
        served_0 = served_0 + 1;
        #({$random(seed_0)} % 12) request[0] = 1'b0;
        wait (grant[0] === 1'b0);
    end
    always begin
        wait (!rst);
        #(1 + {$random(seed_1)} % 12) request[1] = 1'b1;
        wait (grant[1] === 1'b1);
        served_1 = served_1 + 1;
        #({$random(seed_1)} % 12) request[1] = 1'b0;
        wait (grant[1] === 1'b0);
    end
    // never both while both ask; late: never both at all
    always @(grant or request) begin
        if (grant === 2'b11) both = both + 1;
        if (grant === 2'b11 && (EARLY == 0 || request === 2'b11)) bad = bad + 1;
    end
    initial begin
        served_0 = 0;
        served_1 = 0;
        both = 0;
        bad = 0;
        seed_0 = 3;
        seed_1 = 5;
        rst = 1;
        request = 0;
        #100 if (grant !== 2'b00) bad = bad + 1;
        rst = 0;
        for (waited = 0; waited < 200000; waited = waited + 1) #1;
        if (bad != 0) $display("FAIL %0d times", bad);
        else if (served_0 < 2000 || served_1 < 2000)
            $display("FAIL only %0d and %0d grants", served_0, served_1);
        else if (EARLY != 0 && both == 0) $display("FAIL an early element never overlapped");
        else $display("PASS");
        $finish(0);
    end
endmodule
