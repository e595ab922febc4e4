module reserves (
    input  wire         clk, rst,
    input  wire [31:0]  argument_n,
    input  wire         u_tvalid,
    output wire         u_tready,
    input  wire [255:0] u_tdata,
    input  wire [7:0]   u_tkeep,
    input  wire         u_tlast,
    output wire         v_tvalid,
    input  wire         v_tready,
    output wire [255:0] v_tdata,
    output wire [7:0]   v_tkeep,
    output wire         v_tlast
);
    assign {v_tvalid, v_tdata, v_tkeep, v_tlast} =
        {u_tvalid, u_tdata, u_tkeep, u_tlast};
    assign u_tready = v_tready;
endmodule
module priority (input wire a);
endmodule
