// SPDX-License-Identifier: ISC
`default_nettype none
// Combines two streams of numbers into one, element by element: an operator with the ports of a
// kernel that computes.
// Contract: words of a and b go together, the first ones first; both streams have moves of the same
// lengths, so tkeep and tlast of a word are those of a. y_* has a word for each pair: sums modulo
// 2^ELEM_W, or the smaller or the larger element. Lanes that tkeep leaves out are of no meaning.
// y_* are registers; a_tready and b_tready follow from registers and the other's tvalid.
// Latency: 2 cycles. Throughput: 1 word a cycle.
module bl_kernel_combine #(
    // bits in a word: 64..1024, a power of two
    parameter DATA_W = 256,
    // bits in an element: 8..64, a power of two
    parameter ELEM_W = 32,
    // 1: elements are signed, in two's complement: 0..1
    parameter SIGNED = 0,
    // 0: sum, 1: minimum, 2: maximum: 0..2
    parameter OPERATION = 0
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 a_tvalid,
    output wire                 a_tready,
    input  wire [DATA_W-1:0]    a_tdata,
    input  wire [DATA_W/32-1:0] a_tkeep,
    input  wire                 a_tlast,
    input  wire                 b_tvalid,
    output wire                 b_tready,
    input  wire [DATA_W-1:0]    b_tdata,
    input  wire [DATA_W/32-1:0] b_tkeep,
    input  wire                 b_tlast,
    output wire                 y_tvalid,
    input  wire                 y_tready,
    output wire [DATA_W-1:0]    y_tdata,
    output wire [DATA_W/32-1:0] y_tkeep,
    output wire                 y_tlast
);
    localparam LANES = DATA_W / 32, COUNT = DATA_W / ELEM_W;

    generate
        if (DATA_W < 64 || DATA_W > 1024 || (DATA_W & (DATA_W - 1)) != 0) begin : g_check_data_w
            bl_kernel_combine_illegal_DATA_W illegal();
        end
        if (ELEM_W < 8 || ELEM_W > 64 || (ELEM_W & (ELEM_W - 1)) != 0) begin : g_check_elem_w
            bl_kernel_combine_illegal_ELEM_W illegal();
        end
        if (SIGNED != 0 && SIGNED != 1) begin : g_check_signed
            bl_kernel_combine_illegal_SIGNED illegal();
        end
        if (OPERATION < 0 || OPERATION > 2) begin : g_check_operation
            bl_kernel_combine_illegal_OPERATION illegal();
        end
    endgenerate

    // ---- first the sums, or which is smaller; then the choice
    reg               valid, last;
    reg  [LANES-1:0]  keep;
    wire              ready;
    wire              step = ~valid | ready;
    wire [DATA_W-1:0] result;

    assign a_tready = step & b_tvalid;
    assign b_tready = step & a_tvalid;

    always @(posedge clk) begin
        if (step) begin
            keep  <= a_tkeep;
            last  <= a_tlast;
            valid <= a_tvalid & b_tvalid;
        end
        if (rst) valid <= 1'b0;
    end

    genvar e;
    generate
        for (e = 0; e < COUNT; e = e + 1) begin : g_element
            wire [ELEM_W-1:0] a = a_tdata[e*ELEM_W +: ELEM_W], b = b_tdata[e*ELEM_W +: ELEM_W];
            if (OPERATION == 0) begin : g_sum
                reg [ELEM_W-1:0] sum;
                always @(posedge clk) if (step) sum <= a + b;
                assign result[e*ELEM_W +: ELEM_W] = sum;
            end else begin : g_choice
                localparam [ELEM_W-1:0] SIGN = SIGNED << (ELEM_W - 1);
                reg [ELEM_W-1:0] first, second;
                reg              below;            // the first one is smaller
                always @(posedge clk) if (step) begin
                    first  <= a;
                    second <= b;
                    below  <= (a ^ SIGN) < (b ^ SIGN);
                end
                assign result[e*ELEM_W +: ELEM_W] = (below ^ (OPERATION == 2)) ? first : second;
            end
        end
    endgenerate

    bl_skid #(.WIDTH(DATA_W + LANES + 1)) slice (
        .clk(clk), .rst(rst), .s_tvalid(valid), .s_tready(ready), .s_tdata({last, keep, result}),
        .m_tvalid(y_tvalid), .m_tready(y_tready), .m_tdata({y_tlast, y_tkeep, y_tdata}));

    wire unused = &{1'b0, b_tkeep, b_tlast};
endmodule
`default_nettype wire
