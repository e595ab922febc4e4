// Lossy Ethernet whose MAC takes eight words of a flit at once: between more than two nodes they go
// through its memories in rows.
// Cuts packets anew.
`timescale 1ns/1ps
`default_nettype none
module carrier_ethernet_wide #(parameter NODES = 4, NODE_W = 2, FLIT_W = 40, LOG_BUFFER = 7) (
`include "carrier_ports.vh"
);
    carrier_ethernet_lossy #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W),
                             .LOG_BUFFER(LOG_BUFFER), .WIDTH(256)) carrier (
        .clk(clk), .rst(rst), .s_flit_tvalid(s_flit_tvalid), .s_flit_tready(s_flit_tready),
        .s_flit_tdata(s_flit_tdata), .m_credit(m_credit), .m_flit_tvalid(m_flit_tvalid),
        .m_flit_tdata(m_flit_tdata), .s_credit(s_credit), .stop(stop), .stopped(stopped));
endmodule
`default_nettype wire
