// Serial cores that damage a word in two hundred and whose channels go down.
`timescale 1ns/1ps
`default_nettype none
module carrier_wire_lossy #(parameter NODES = 4, NODE_W = 2, FLIT_W = 40, LOG_BUFFER = 7,
                            WIDTH = 64) (
`include "carrier_ports.vh"
);
    carrier_wire #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER),
                   .WIDTH(WIDTH), .FLIP(500), .DOWN(3000)) carrier (
        .clk(clk), .rst(rst), .s_flit_tvalid(s_flit_tvalid), .s_flit_tready(s_flit_tready),
        .s_flit_tdata(s_flit_tdata), .m_credit(m_credit), .m_flit_tvalid(m_flit_tvalid),
        .m_flit_tdata(m_flit_tdata), .s_credit(s_credit), .stop(stop), .stopped(stopped));
endmodule
`default_nettype wire
