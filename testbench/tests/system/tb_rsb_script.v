// Plays a script of requests, one after the other, and compares every answer: +script=FILE, lines
// "domain target way" as of rsb_requests. With BL_WIRE_DELAY defined the wires between cells take
// so many time units; a table takes 1 or 2, or up to BL_RANDOM_DELAY where that is defined.
// +seed=N: other delays of the tables.
`timescale 1ns / 1ns
`ifndef BL_RANDOM_DELAY
`define BL_RANDOM_DELAY 2
`endif
module tb_rsb_script;
    parameter DOMAINS = 4;
    parameter NUMBER = 2;
    // `go` as a table and a multiplexer
    parameter JOINED = 0;
    // time units from a request to the next, enough for all to settle
    parameter SETTLE = 2000;

    reg                       rst = 1'b1;
    reg  [DOMAINS-1:0]        request = {DOMAINS{1'b0}};
    reg  [DOMAINS*NUMBER-1:0] number = {DOMAINS*NUMBER{1'b0}};
    wire [DOMAINS-1:0]        notified, busy, own_cw, own_ccw, grant_cw, grant_ccw, end_cw, end_ccw,
        pass_cw, pass_ccw;

    bl_rarb_ring #(.DOMAINS(DOMAINS), .NUMBER(NUMBER), .MARGIN(5), .JOINED(JOINED)) dut (
        .rst(rst), .s_request(request), .s_number(number),
        .s_outer_number({DOMAINS*NUMBER{1'b0}}),
        .m_notified(notified), .m_busy(busy), .m_own_cw(own_cw), .m_own_ccw(own_ccw),
        .m_grant_cw(grant_cw), .m_grant_ccw(grant_ccw),
        .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw)
    );


    reg [8*256-1:0] name;
    integer file, domain, target, way, got, lines, seed, unused;
    initial begin
        if (!$value$plusargs("script=%s", name)) begin $display("FAIL no script"); $finish(0); end
        file = $fopen(name, "r");
        lines = 0;
        if ($value$plusargs("seed=%d", seed)) repeat (seed) unused = $random;
        #SETTLE rst = 1'b0;
        #SETTLE;
        while ($fscanf(file, "%d %d %d\n", domain, target, way) == 3) begin
            if (target >= 0) number[domain*NUMBER +: NUMBER] = target;
            #1 request[domain] = target >= 0;
            #SETTLE;
            got = (own_cw[domain] && grant_cw[domain]) ? 1
                : (own_ccw[domain] && grant_ccw[domain]) ? 2 : 0;
            if (notified[domain] !== (target >= 0) || got !== way) begin
                $display("FAIL line %0d: domain %0d to %0d: way %0d, wanted %0d, notified %b",
                         lines + 1, domain, target, got, way, notified[domain]);
                $finish(0);
            end
            lines = lines + 1;
        end
        $display("%0d lines agree", lines);
        $finish(0);
    end
endmodule
