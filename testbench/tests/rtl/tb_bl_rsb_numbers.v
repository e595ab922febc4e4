// The address lines of a ring: for every place of the token and either level of its wires they show
// that domain's number, within the tables that the contract names; each takes one unit.
// config: -Ptb_bl_rsb_numbers.DOMAINS=2 -Ptb_bl_rsb_numbers.NUMBER=1
// config: -Ptb_bl_rsb_numbers.DOMAINS=4 -Ptb_bl_rsb_numbers.NUMBER=2
// config: -Ptb_bl_rsb_numbers.DOMAINS=5 -Ptb_bl_rsb_numbers.NUMBER=3
// config: -Ptb_bl_rsb_numbers.DOMAINS=16 -Ptb_bl_rsb_numbers.NUMBER=4
`define BL_RANDOM_DELAY 1
`timescale 1ns/1ns
module tb_bl_rsb_numbers;
    parameter DOMAINS = 4, NUMBER = 2;
    localparam LEVELS = DOMAINS > 4 ? 3 : 2;
    reg  [DOMAINS-1:0]        token = 0, next = 0;
    reg  [DOMAINS*NUMBER-1:0] number = 0;
    wire [NUMBER-1:0]         shown;
    bl_rsb_numbers #(.DOMAINS(DOMAINS), .NUMBER(NUMBER)) dut (
        .s_token(token), .s_tokenext(next), .s_number(number), .m_number(shown));
    integer seed = 4, round, here, level, k, failed = 0;
    initial begin
        #20;
        for (round = 0; round < 20; round = round + 1)
            for (here = 0; here < DOMAINS; here = here + 1)
                for (level = 0; level < 2; level = level + 1) begin
                    for (k = 0; k < DOMAINS * NUMBER; k = k + 1) number[k] = $random(seed);
                    // the wire out of cell k, and what it sees: the token has left those before
                    for (k = 0; k < DOMAINS; k = k + 1) next[k] = (k < here) ^ level;
                    for (k = 0; k < DOMAINS; k = k + 1) token[k] = next[(k+DOMAINS-1)%DOMAINS];
                    // a unit may pass before the tables of it have been looked at
                    #(LEVELS + 1);
                    if (shown !== number[here*NUMBER +: NUMBER]) begin
                        if (failed == 0) $display("FAIL domain %0d shows %b", here, shown);
                        failed = 1;
                    end
                end
        if (failed == 0) $display("PASS");
        $finish(0);
    end
endmodule
