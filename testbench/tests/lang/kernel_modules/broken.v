modul twins (
    input  wire         clk, rst,
    input  wire [31:0]  argument_n,
    input  wire         q_tvalid,
    output wire         q_tready,
    input  wire [255:0] q_tdata,
    input  wire [7:0]   q_tkeep,
    input  wire         q_tlast,
    output wire         r_tvalid,
    input  wire         r_tready,
    output wire [255:0] r_tdata,
    output wire [7:0]   r_tkeep,
    output wire         r_tlast
);
    assign {r_tvalid, r_tdata, r_tkeep, r_tlast} =
        {q_tvalid, q_tdata, q_tkeep, q_tlast};
    assign q_tready = r_tready;
endmodule
module other (
    input  wire         clk, rst,
    input  wire [31:0]  argument_n,
    input  wire         s_tvalid,
    output wire         s_tready,
    input  wire [255:0] s_tdata,
    input  wire [7:0]   s_tkeep,
    input  wire         s_tlast,
    output wire         t_tvalid,
    input  wire         t_tready,
    output wire [255:0] t_tdata,
    output wire [7:0]   t_tkeep,
    output wire         t_tlast
);
    assign {t_tvalid, t_tdata, t_tkeep, t_tlast} =
        {s_tvalid, s_tdata, s_tkeep, s_tlast};
    assign s_tready = t_tready;
endmodule
