// SPDX-License-Identifier: ISC
`default_nettype none
// Puts the inverted bits of a field above each element of a stream's words.
// Contract: a word leaves when it enters. Latency: 0 cycles.
module bl_complement #(
    // elements in a word: 1 or more
    parameter ELEMS = 4,
    // bits in an element: LSB + BITS or more
    parameter ELEM_W = 32,
    // lowest bit of the field: 0 or more
    parameter LSB = 0,
    // bits in the field: 1 or more
    parameter BITS = 32
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire                           s_axis_tvalid,
    output wire                           s_axis_tready,
    input  wire [ELEMS*ELEM_W-1:0]        s_axis_tdata,
    input  wire [ELEMS-1:0]               s_axis_tkeep,
    input  wire                           s_axis_tlast,
    output wire                           m_axis_tvalid,
    input  wire                           m_axis_tready,
    output wire [ELEMS*(ELEM_W+BITS)-1:0] m_axis_tdata,
    output wire [ELEMS-1:0]               m_axis_tkeep,
    output wire                           m_axis_tlast
);
    wire unused = &{1'b0, clk, rst};
    assign m_axis_tvalid = s_axis_tvalid;
    assign s_axis_tready = m_axis_tready;
    assign m_axis_tkeep  = s_axis_tkeep;
    assign m_axis_tlast  = s_axis_tlast;
    genvar e;
    generate
        for (e = 0; e < ELEMS; e = e + 1) begin : g_element
            assign m_axis_tdata[e*(ELEM_W + BITS) +: ELEM_W + BITS] =
                {~s_axis_tdata[e*ELEM_W + LSB +: BITS], s_axis_tdata[e*ELEM_W +: ELEM_W]};
        end
    endgenerate
endmodule
`default_nettype wire
