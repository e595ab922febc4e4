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

`ifdef FORMAL
    // One element is looked at.
    // Rule 1: a word of a is taken exactly when one of b is. Rule 2: of any pair the result leaves
    // once and after exactly those in front of it, with the tkeep and tlast of a. Rule 3: at most
    // three words are inside, and a pair that is there is taken while fewer are. Rule 4: a word
    // that is offered and not taken stays.
    localparam F_W = (COUNT > 1) ? 4 : 1;
    (* anyconst *) reg [F_W-1:0] f_e;
    (* anyseq *) wire  f_pick;
    reg                f_past = 1'b0, f_track, f_last, f_held;
    reg  [ELEM_W-1:0]  f_value, f_shown;
    reg  [LANES-1:0]   f_keep;
    reg  [1:0]         f_inside, f_ahead;
    wire [ELEM_W-1:0]  f_a  = a_tdata[f_e*ELEM_W +: ELEM_W];
    wire [ELEM_W-1:0]  f_b  = b_tdata[f_e*ELEM_W +: ELEM_W];
    wire [ELEM_W-1:0]  f_y  = y_tdata[f_e*ELEM_W +: ELEM_W];
    wire               f_in = a_tvalid & a_tready, f_out = y_tvalid & y_tready;
    wire               f_smaller = (SIGNED != 0) ? $signed(f_a) < $signed(f_b) : f_a < f_b;
    always @(posedge clk) begin
        f_past   <= 1'b1;
        f_held   <= y_tvalid & ~y_tready & ~rst;
        f_shown  <= f_y;
        f_inside <= f_inside + f_in - f_out;
        if (f_track & f_out) begin
            f_ahead <= f_ahead - 1'b1;
            if (f_ahead == 0) f_track <= 1'b0;
        end
        if (!f_track & f_pick & f_in) begin
            f_track <= 1'b1;
            f_ahead <= f_inside - f_out;
            f_keep  <= a_tkeep;
            f_last  <= a_tlast;
            f_value <= (OPERATION == 0) ? f_a + f_b
                : (OPERATION == 1) ? (f_smaller ? f_a : f_b) : (f_smaller ? f_b : f_a);
        end
        if (rst) begin
            f_inside <= 0;
            f_track  <= 1'b0;
        end
    end
    always @* begin
        assume (rst == !f_past);
        assume (f_e < COUNT);
        if (f_past) begin
            assert (f_in == (b_tvalid & b_tready));
            assert (f_inside <= 3);
            if (a_tvalid & b_tvalid & f_inside < 3) assert (f_in);
            if (f_track) assert (f_ahead < f_inside);
            if (f_track & f_ahead == 0 & y_tvalid)
                assert (f_y == f_value && y_tkeep == f_keep && y_tlast == f_last);
            if (f_held) assert (y_tvalid && f_shown == f_y);
        end
    end
`endif
endmodule
`default_nettype wire
