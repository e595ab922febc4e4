// Cuts packets anew.
// Shapes: 3 4.
// Cells over links with clocks of their own, each in another phase.
`timescale 1ns/1ps
`default_nettype none
module carrier_cells_crossed #(parameter NODES = 4, NODE_W = 2, FLIT_W = 40, LOG_BUFFER = 7) (
`include "carrier_ports.vh"
);
    carrier_cells #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER),
                    .CROSSES(1)) carrier (
        .clk(clk), .rst(rst), .s_flit_tvalid(s_flit_tvalid), .s_flit_tready(s_flit_tready),
        .s_flit_tdata(s_flit_tdata), .m_credit(m_credit), .m_flit_tvalid(m_flit_tvalid),
        .m_flit_tdata(m_flit_tdata), .s_credit(s_credit), .stop(stop), .stopped(stopped));
endmodule
`default_nettype wire
