// Plays the requests of the model to the arbiter of a domain, cycle by cycle, and compares its
// paths: +script=FILE, lines as of rsb_hier.
`timescale 1ns / 1ns
module tb_larb_script;
    parameter DOMAINS = 4;
    parameter DOMAIN = 0;
    parameter ELEMENTS = 4;
    parameter CONNECTORS = 2;
    localparam STOPS = ELEMENTS + CONNECTORS;

    reg                    clk = 1'b0, rst = 1'b1;
    reg  [STOPS-1:0]       request = {STOPS{1'b0}}, leave = {STOPS{1'b0}};
    reg  [ELEMENTS*4-1:0]  domain = {ELEMENTS*4{1'b0}};
    reg  [STOPS*3-1:0]     element = {STOPS*3{1'b0}};
    reg  [CONNECTORS-1:0]  open = {CONNECTORS{1'b1}};
    wire [STOPS-1:0]       path, ccw;
    wire [STOPS*STOPS-1:0] segments, ends;
    bl_larb #(.DOMAINS(DOMAINS), .DOMAIN(DOMAIN), .ELEMENTS(ELEMENTS), .CONNECTORS(CONNECTORS),
              .DOMAIN_W(4), .ELEMENT_W(3)) dut (
        .clk(clk), .rst(rst), .s_request(request), .s_domain(domain), .s_element(element),
        .s_leave(leave), .s_open(open),
        .m_path(path), .m_ccw(ccw), .m_segments(segments), .m_end(ends)
    );

    reg [8*256-1:0] name;
    integer file, lines, s, to_domain, to_element, got;
    integer in_request, in_leave, in_open, in_path, in_ccw;
    task tick;
        begin
            #1 clk = 1'b1;
            #1 clk = 1'b0;
        end
    endtask
    initial begin
        if (!$value$plusargs("script=%s", name)) begin $display("FAIL no script"); $finish(0); end
        file = $fopen(name, "r");
        lines = 0;
        repeat (3) tick;
        rst = 1'b0;
        while ($fscanf(file, "%d %d %d %d %d", in_request, in_leave, in_open, in_path, in_ccw)
            == 5) begin
            for (s = 0; s < 10; s = s + 1) begin
                got = $fscanf(file, "%d %d", to_domain, to_element);
                if (s < ELEMENTS) domain[s*4 +: 4] = to_domain;
                if (s < STOPS) element[s*3 +: 3] = to_element;
            end
            request = in_request;
            leave = in_leave;
            open = in_open;
            tick;
            if (path !== in_path[STOPS-1:0] || (ccw & path) !== in_ccw[STOPS-1:0]) begin
                $display("FAIL line %0d: paths %b, wanted %b; counter-clockwise %b, wanted %b",
                         lines + 1, path, in_path[STOPS-1:0], ccw & path, in_ccw[STOPS-1:0]);
                $finish(0);
            end
            lines = lines + 1;
        end
        $display("%0d lines agree", lines);
        $finish(0);
    end
endmodule
