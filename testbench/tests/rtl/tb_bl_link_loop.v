// config: -Ptb_bl_link_loop.NODE=0
// config: -Ptb_bl_link_loop.NODES=3 -Ptb_bl_link_loop.NODE=2 -Ptb_bl_link_loop.SEED=2
// Flits and credits of all peers at random, both ways, and a reset. The pins of other nodes are the
// endpoint's links in the same cycle; what the node sends to itself, and what it frees of that, is
// back a cycle later, taken at once, and its pins are idle whatever stands on them.
`timescale 1ns/1ps
module tb_bl_link_loop;
    parameter NODES = 4, NODE = 1, SEED = 1;
    localparam N = NODES, NODE_W = 2, FLIT_W = 9;
    localparam [31:0] NUMBER = NODE;
    reg                 clk = 0, rst = 1;
    reg  [N-1:0]        valid = 0, takes = 0, comes = 0, was_valid = 0;
    reg  [N*FLIT_W-1:0] data = 0, come = 0, was = 0;
    reg  [N*4-1:0]      freed = 0, given = 0, was_freed = 0;
    wire [N-1:0]        ready, here, pin_valid;
    wire [N*FLIT_W-1:0] here_data, pin_data;
    wire [N*4-1:0]      credit, pin_credit;
    bl_link_loop #(.NODES(N), .NODE_W(NODE_W), .FLIT_W(FLIT_W)) dut (
        .clk(clk), .rst(rst), .node(NUMBER[NODE_W-1:0]), .s_tvalid(valid), .s_tready(ready),
        .s_tdata(data), .s_credit(freed), .m_tvalid(here), .m_tdata(here_data),
        .m_credit(credit), .m_link_tvalid(pin_valid), .m_link_tready(takes),
        .m_link_tdata(pin_data), .m_link_credit(given), .s_link_tvalid(comes),
        .s_link_tdata(come), .s_link_credit(pin_credit));

    integer seed = SEED, failed = 0, now, p;
    always #5 clk = ~clk;
    function [63:0] draw(input integer unused);
        draw = {$random(seed), $random(seed)};
    endfunction
    task check(input right, input [8*24-1:0] what); if (right !== 1'b1) begin
        if (failed < 5) $display("cycle %0d, peer %0d: %0s", now, p, what);
        failed = failed + 1;
    end endtask

    task own; begin
        check(ready[p] && !pin_valid[p] && pin_credit[p*4 +: 4] == 0, "pins are not idle");
        check(here[p] == was_valid[p], "valid to itself");
        check(!here[p] || here_data[p*FLIT_W +: FLIT_W] == was[p*FLIT_W +: FLIT_W],
              "flit to itself");
        check(credit[p*4 +: 4] == was_freed[p*4 +: 4], "credit to itself");
    end endtask
    task other; begin
        check(ready[p] == takes[p] && pin_valid[p] == valid[p], "handshake out");
        check(pin_data[p*FLIT_W +: FLIT_W] == data[p*FLIT_W +: FLIT_W], "flit out");
        check(pin_credit[p*4 +: 4] == freed[p*4 +: 4], "credit out");
        check(here[p] == comes[p] && credit[p*4 +: 4] == given[p*4 +: 4], "handshake in");
        check(here_data[p*FLIT_W +: FLIT_W] == come[p*FLIT_W +: FLIT_W], "flit in");
    end endtask

    initial begin
        for (now = 0; now < 2000; now = now + 1) begin
            @(negedge clk);
            was_valid = rst ? 0 : valid; was = data; was_freed = rst ? 0 : freed;
            rst = now < 3 || now / 4 == 200;
            valid = draw(0); takes = draw(0); comes = draw(0); data = draw(0); come = draw(0);
            freed = draw(0); given = draw(0);
            #1 for (p = 0; p < N; p = p + 1) if (now > 1) if (p == NODE) own; else other;
        end
        if (failed) $display("FAIL %0d", failed);
        else $display("PASS");
        $finish(0);
    end
endmodule
