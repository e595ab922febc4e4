// Ethernet whose switch drops a frame in ten, repeats three, damages and holds back one in twenty.
// Cuts packets anew.
`timescale 1ns/1ps
`default_nettype none
module carrier_ethernet_lossy #(parameter NODES = 4, NODE_W = 2, FLIT_W = 40, LOG_BUFFER = 7,
                                WIDTH = 64) (
`include "carrier_ports.vh"
);
    carrier_ethernet #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W), .LOG_BUFFER(LOG_BUFFER),
                       .WIDTH(WIDTH), .RETRIES(100), .DROP(1000), .FLIP(500), .REPEAT(3000),
                       .REORDER(500)) carrier (
        .clk(clk), .rst(rst), .s_flit_tvalid(s_flit_tvalid), .s_flit_tready(s_flit_tready),
        .s_flit_tdata(s_flit_tdata), .m_credit(m_credit), .m_flit_tvalid(m_flit_tvalid),
        .m_flit_tdata(m_flit_tdata), .s_credit(s_credit), .stop(stop), .stopped(stopped));
endmodule
`default_nettype wire
