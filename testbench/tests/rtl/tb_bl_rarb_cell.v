// Reset of a ring of cells from any state. All wires and latches are unknown at first, and so are
// the number lines; gates take no time. A gate whose unknown inputs matter stays unknown, so what
// is known in the end is what every state comes to, whatever the delays.
// config: -Ptb_bl_rarb_cell.DOMAINS=3 -Ptb_bl_rarb_cell.NUMBER=2
// config: -Ptb_bl_rarb_cell.DOMAINS=4 -Ptb_bl_rarb_cell.NUMBER=2 -Ptb_bl_rarb_cell.FABRIC=1
// long config: -Ptb_bl_rarb_cell.DOMAINS=8 -Ptb_bl_rarb_cell.NUMBER=3
// config: -Ptb_bl_rarb_cell.DOMAINS=16 -Ptb_bl_rarb_cell.NUMBER=4
// long config: -Ptb_bl_rarb_cell.DOMAINS=16 -Ptb_bl_rarb_cell.NUMBER=4 -Ptb_bl_rarb_cell.FABRIC=1
// config: -Ptb_bl_rarb_cell.DOMAINS=16 -Ptb_bl_rarb_cell.NUMBER=4 -Ptb_bl_rarb_cell.FABRIC=2
// config: -Ptb_bl_rarb_cell.DOMAINS=16 -Ptb_bl_rarb_cell.NUMBER=4 -Ptb_bl_rarb_cell.FABRIC=3
// config: -Ptb_bl_rarb_cell.DOMAINS=16 -Ptb_bl_rarb_cell.NUMBER=4 -Ptb_bl_rarb_cell.LINES=0
`timescale 1ns / 1ns
module tb_bl_rarb_cell;
    parameter DOMAINS = 3;
    parameter NUMBER = 2;
    parameter LINES = 1;
    parameter FABRIC = 0;
    reg                rst = 1'bx;
    wire [DOMAINS-1:0] notified, busy, own_cw, own_ccw, grant_cw, grant_ccw, end_cw, end_ccw,
    pass_cw,
        pass_ccw;
    bl_rarb_ring #(.DOMAINS(DOMAINS), .NUMBER(NUMBER), .LINES(LINES), .FABRIC(FABRIC)) dut (
        .rst(rst), .s_request({DOMAINS{1'b0}}), .s_number({DOMAINS*NUMBER{1'bx}}),
        .s_outer_number({DOMAINS*NUMBER{1'bx}}), .m_notified(notified), .m_busy(busy),
        .m_own_cw(own_cw), .m_own_ccw(own_ccw), .m_grant_cw(grant_cw), .m_grant_ccw(grant_ccw),
        .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw)
    );

    // of each cell the wires to the neighbours and the latches, most of which are not among the
    // outputs of the ring
    wire [7*DOMAINS-1:0] inside;
    genvar k;
    generate
        for (k = 0; k < DOMAINS; k = k + 1) begin : g_inside
            assign inside[7*k +: 7] = {dut.g_domain[k].rarb.go, dut.g_domain[k].rarb.na,
                                       dut.g_domain[k].rarb.taken, dut.g_domain[k].rarb.open,
                                       dut.g_domain[k].rarb.token};
        end
    endgenerate
    wire [9*DOMAINS-1:0] outputs =
        {notified, busy, own_cw, own_ccw, end_cw, end_ccw, pass_cw, pass_ccw, grant_cw & grant_ccw};

    initial begin
        #1 rst = 1'b1;
        if (^inside !== 1'bx || ^own_cw !== 1'bx || ^pass_ccw !== 1'bx)
            $display("FAIL known without a reset: %b", inside);
        else begin
            #1 if (inside !== {7*DOMAINS{1'b0}} || outputs !== {9*DOMAINS{1'b0}})
                $display("FAIL not reset: %b %b", inside, outputs);
            else $display("PASS");
        end
        $finish(0);
    end
endmodule
