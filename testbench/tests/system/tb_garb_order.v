// Every domain asks the centralised arbiter for the next one, two tables' time after the domain
// before it: who is answered when, in tables since the first request.
`timescale 1ns / 1ns
`define BL_RANDOM_DELAY 1
module tb_garb_order;
    parameter DOMAINS = 4;
    parameter NUMBER = 2;

    reg                       rst = 1'b1;
    reg  [DOMAINS-1:0]        request = {DOMAINS{1'b0}}, before = {DOMAINS{1'b0}};
    reg  [DOMAINS*NUMBER-1:0] number;
    wire [DOMAINS-1:0]        notified, busy, own_cw, own_ccw, grant_cw, grant_ccw, end_cw, end_ccw,
        pass_cw, pass_ccw;
    bl_garb #(.DOMAINS(DOMAINS), .NUMBER(NUMBER), .DELAY(4 * DOMAINS + 20)) dut (
        .rst(rst), .s_request(request), .s_number(number), .m_notified(notified), .m_busy(busy),
        .m_own_cw(own_cw), .m_own_ccw(own_ccw), .m_grant_cw(grant_cw), .m_grant_ccw(grant_ccw),
        .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw)
    );

    integer k, d;
    initial begin
        for (k = 0; k < DOMAINS; k = k + 1) number[k*NUMBER +: NUMBER] = (k + 1) % DOMAINS;
        #500 rst = 1'b0;
        #500;
        for (k = 0; k < DOMAINS; k = k + 1) begin
            request[k] = 1'b1;
            #2;
        end
        #6000 $finish(0);
    end
    always @(notified) begin
        for (d = 0; d < DOMAINS; d = d + 1)
            if (notified[d] === 1'b1 && !before[d])
                $display("%0d %0d %0d", DOMAINS, d, $time - 1000);
        before = notified;
    end
endmodule
