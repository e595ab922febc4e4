// Modules of kernels that are not as declared.
module narrow (
    input  wire         clk, rst,
    input  wire [31:0]  argument_n,
    input  wire         a_tvalid,
    output wire         a_tready,
    input  wire [127:0] a_tdata,
    input  wire [7:0]   a_tkeep,
    input  wire         a_tlast,
    output wire         b_tvalid,
    input  wire         b_tready,
    output wire [255:0] b_tdata,
    output wire [7:0]   b_tkeep,
    output wire         b_tlast
);
    assign {b_tvalid, b_tdata, b_tkeep, b_tlast} =
        {a_tvalid, a_tdata, a_tkeep, a_tlast};
    assign a_tready = b_tready;
endmodule
module lacking (
    input  wire         clk, rst,
    input  wire [31:0]  argument_n,
    input  wire         c_tvalid,
    output wire         c_tready,
    input  wire [255:0] c_tdata,
    input  wire [7:0]   c_tkeep,
    input  wire         c_tlast,
    output wire         d_tvalid,
    input  wire         d_tready,
    output wire [255:0] d_tdata,
    output wire [7:0]   d_tkeep
);
    assign {d_tvalid, d_tdata, d_tkeep} =
        {c_tvalid, c_tdata, c_tkeep, c_tlast};
    assign c_tready = d_tready;
endmodule
module extra (
    input  wire         clk, rst, debug,
    input  wire [31:0]  argument_n,
    input  wire         e_tvalid,
    output wire         e_tready,
    input  wire [255:0] e_tdata,
    input  wire [7:0]   e_tkeep,
    input  wire         e_tlast,
    output wire         f_tvalid,
    input  wire         f_tready,
    output wire [255:0] f_tdata,
    output wire [7:0]   f_tkeep,
    output wire         f_tlast
);
    assign {f_tvalid, f_tdata, f_tkeep, f_tlast} =
        {e_tvalid, e_tdata, e_tkeep, e_tlast};
    assign e_tready = f_tready;
endmodule
module turned (
    input  wire         clk, rst,
    input  wire [31:0]  argument_n,
    input  wire         g_tvalid,
    input  wire         g_tready,
    input  wire [255:0] g_tdata,
    input  wire [7:0]   g_tkeep,
    input  wire         g_tlast,
    output wire         h_tvalid,
    input  wire         h_tready,
    output wire [255:0] h_tdata,
    output wire [7:0]   h_tkeep,
    output wire         h_tlast
);
    assign {h_tvalid, h_tdata, h_tkeep, h_tlast} =
        {g_tvalid, g_tdata, g_tkeep, g_tlast};
endmodule
module unargued (
    input  wire         clk, rst,
    input  wire         i_tvalid,
    output wire         i_tready,
    input  wire [255:0] i_tdata,
    input  wire [7:0]   i_tkeep,
    input  wire         i_tlast,
    output wire         j_tvalid,
    input  wire         j_tready,
    output wire [255:0] j_tdata,
    output wire [7:0]   j_tkeep,
    output wire         j_tlast
);
    assign {j_tvalid, j_tdata, j_tkeep, j_tlast} =
        {i_tvalid, i_tdata, i_tkeep, i_tlast};
    assign i_tready = j_tready;
endmodule
