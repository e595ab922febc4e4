// Cuts packets anew.
// Shapes: 3 4.
// Cells over links with clocks of their own, 0.2 % slower than the nodes' for a time, then faster,
// which flip a bit in one word of 2,000.
`timescale 1ns/1ps
`default_nettype none
module carrier_cells_wandering #(parameter NODES = 4, NODE_W = 2, FLIT_W = 40, LOG_BUFFER = 7) (
`include "carrier_ports.vh"
);
    carrier_cells #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER),
                    .FLIP(50), .WANDER(20),
                    .LOG_CELLS(1), .SILENCE(2000), .CROSSES(1)) carrier (
        .clk(clk), .rst(rst), .s_flit_tvalid(s_flit_tvalid), .s_flit_tready(s_flit_tready),
        .s_flit_tdata(s_flit_tdata), .m_credit(m_credit), .m_flit_tvalid(m_flit_tvalid),
        .m_flit_tdata(m_flit_tdata), .s_credit(s_credit), .stop(stop), .stopped(stopped));
endmodule
`default_nettype wire
