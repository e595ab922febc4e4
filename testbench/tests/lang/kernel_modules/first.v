module first (
    input  wire         clk, rst,
    input  wire [31:0]  argument_n,
    input  wire         k_tvalid,
    output wire         k_tready,
    input  wire [255:0] k_tdata,
    input  wire [7:0]   k_tkeep,
    input  wire         k_tlast,
    output wire         l_tvalid,
    input  wire         l_tready,
    output wire [255:0] l_tdata,
    output wire [7:0]   l_tkeep,
    output wire         l_tlast
);
    assign {l_tvalid, l_tdata, l_tkeep, l_tlast} =
        {k_tvalid, k_tdata, k_tkeep, k_tlast};
    assign k_tready = l_tready;
endmodule
module helper (input wire a);
endmodule
