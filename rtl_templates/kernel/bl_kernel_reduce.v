// SPDX-License-Identifier: ISC
`default_nettype none
// Reduces streams of numbers to one, element by element, and gives it several times.
// Contract: words of all inputs go together; all have moves of the same lengths. A tree of
// bl_kernel_combine, in a fixed order: streams 0 to INPUTS - 1 are the inputs; combine k takes
// streams 2k (as a) and 2k + 1 (as b) and gives stream INPUTS + k; stream 2 * INPUTS - 2 is the
// result, which each output has once (bl_kernel_copy). Stream 0 is in the lowest bits. m_axis_* are
// registers; s_axis_tready follows from registers and one other input's tvalid.
// Latency: 2 cycles for each of ceil(log2(INPUTS)) levels, and 1. Throughput: 1 word a cycle.
module bl_kernel_reduce #(
    // streams that come in: 2..32
    parameter INPUTS = 2,
    // streams that go out: 1..32
    parameter OUTPUTS = 1,
    // bits in a word: 64..1024, a power of two
    parameter DATA_W = 256,
    // bits in an element: 8..64, a power of two
    parameter ELEM_W = 32,
    // 1: elements are signed, in two's complement: 0..1
    parameter SIGNED = 0,
    // 0: sum, 1: minimum, 2: maximum: 0..2
    parameter OPERATION = 0
) (
    input  wire                         clk,
    input  wire                         rst,
    input  wire [INPUTS-1:0]            s_axis_tvalid,
    output wire [INPUTS-1:0]            s_axis_tready,
    input  wire [INPUTS*DATA_W-1:0]     s_axis_tdata,
    input  wire [INPUTS*DATA_W/32-1:0]  s_axis_tkeep,
    input  wire [INPUTS-1:0]            s_axis_tlast,
    output wire [OUTPUTS-1:0]           m_axis_tvalid,
    input  wire [OUTPUTS-1:0]           m_axis_tready,
    output wire [OUTPUTS*DATA_W-1:0]    m_axis_tdata,
    output wire [OUTPUTS*DATA_W/32-1:0] m_axis_tkeep,
    output wire [OUTPUTS-1:0]           m_axis_tlast
);
    localparam LANES   = DATA_W / 32;
    localparam STREAMS = 2 * INPUTS - 1;

    generate
        if (INPUTS < 2 || INPUTS > 32) begin : g_check_inputs
            bl_kernel_reduce_illegal_INPUTS illegal();
        end
        if (OUTPUTS < 1 || OUTPUTS > 32) begin : g_check_outputs
            bl_kernel_reduce_illegal_OUTPUTS illegal();
        end
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_kernel_reduce_illegal_DATA_W illegal();
        end
        if (ELEM_W < 8 || ELEM_W > 64 || (ELEM_W & (ELEM_W - 1)) != 0) begin : g_check_elem_w
            bl_kernel_reduce_illegal_ELEM_W illegal();
        end
        if (SIGNED != 0 && SIGNED != 1) begin : g_check_signed
            bl_kernel_reduce_illegal_SIGNED illegal();
        end
        if (OPERATION < 0 || OPERATION > 2) begin : g_check_operation
            bl_kernel_reduce_illegal_OPERATION illegal();
        end
    endgenerate

    wire [STREAMS-1:0]        valid, ready, last;
    wire [STREAMS*DATA_W-1:0] data;
    wire [STREAMS*LANES-1:0]  keep;

    assign valid[INPUTS-1:0]       = s_axis_tvalid;
    assign last[INPUTS-1:0]        = s_axis_tlast;
    assign data[INPUTS*DATA_W-1:0] = s_axis_tdata;
    assign keep[INPUTS*LANES-1:0]  = s_axis_tkeep;
    assign s_axis_tready           = ready[INPUTS-1:0];

    genvar k;
    generate
        for (k = 0; k < INPUTS - 1; k = k + 1) begin : g_combine
            localparam A = 2 * k, B = 2 * k + 1, Y = INPUTS + k;
            bl_kernel_combine #(.DATA_W(DATA_W), .ELEM_W(ELEM_W), .SIGNED(SIGNED),
                                .OPERATION(OPERATION)) combine (
                .clk(clk), .rst(rst),
                .a_tvalid(valid[A]), .a_tready(ready[A]), .a_tdata(data[A*DATA_W +: DATA_W]),
                .a_tkeep(keep[A*LANES +: LANES]), .a_tlast(last[A]),
                .b_tvalid(valid[B]), .b_tready(ready[B]), .b_tdata(data[B*DATA_W +: DATA_W]),
                .b_tkeep(keep[B*LANES +: LANES]), .b_tlast(last[B]),
                .y_tvalid(valid[Y]), .y_tready(ready[Y]), .y_tdata(data[Y*DATA_W +: DATA_W]),
                .y_tkeep(keep[Y*LANES +: LANES]), .y_tlast(last[Y]));
        end
    endgenerate

    bl_kernel_copy #(.OUTPUTS(OUTPUTS), .DATA_W(DATA_W)) copy (
        .clk(clk), .rst(rst), .s_axis_tvalid(valid[STREAMS-1]), .s_axis_tready(ready[STREAMS-1]),
        .s_axis_tdata(data[(STREAMS-1)*DATA_W +: DATA_W]),
        .s_axis_tkeep(keep[(STREAMS-1)*LANES +: LANES]), .s_axis_tlast(last[STREAMS-1]),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready), .m_axis_tdata(m_axis_tdata),
        .m_axis_tkeep(m_axis_tkeep), .m_axis_tlast(m_axis_tlast));
endmodule
`default_nettype wire
