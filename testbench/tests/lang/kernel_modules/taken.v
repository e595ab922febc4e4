module pair_kernel_move (
    input  wire         clk, rst,
    input  wire [31:0]  argument_n,
    input  wire         o_tvalid,
    output wire         o_tready,
    input  wire [255:0] o_tdata,
    input  wire [7:0]   o_tkeep,
    input  wire         o_tlast,
    output wire         p_tvalid,
    input  wire         p_tready,
    output wire [255:0] p_tdata,
    output wire [7:0]   p_tkeep,
    output wire         p_tlast
);
    assign {p_tvalid, p_tdata, p_tkeep, p_tlast} =
        {o_tvalid, o_tdata, o_tkeep, o_tlast};
    assign o_tready = p_tready;
endmodule
