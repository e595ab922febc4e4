`default_nettype none
// One stage of a butterfly: puts every element on the line whose bit BIT is bit BIT of the element's position.
// Contract: lines r and r ^ (1 << BIT) exchange their elements or not; two elements of such a pair must not want the same line.
// `s_last` travels beside the elements. Lines are flat vectors, line 0 lowest. Each output bit is a function of five inputs.
// Latency: REGISTER clocks (0: combinational). Throughput: LINES elements a clock.
module bl_exchange #(
    // number of lines, a power of two, 2..32
    parameter LINES = 16,
    // bits in a position, log2(LINES)
    parameter POSITION_W = 4,
    // bits in an element, 1 or more
    parameter ELEM_W = 32,
    // bit of the position that this stage settles, 0..POSITION_W-1
    parameter BIT = 0,
    // 1: with a register at the outputs; 0: without
    parameter REGISTER = 1
) (
    input  wire                        clk,
    input  wire                        rst,
    input  wire [LINES-1:0]            s_valid,
    input  wire [LINES*POSITION_W-1:0] s_position,
    input  wire [LINES*ELEM_W-1:0]     s_data,
    input  wire                        s_last,
    output wire [LINES-1:0]            m_valid,
    output wire [LINES*POSITION_W-1:0] m_position,
    output wire [LINES*ELEM_W-1:0]     m_data,
    output wire                        m_last
);
    wire [LINES-1:0]            valid;
    wire [LINES*POSITION_W-1:0] position;
    wire [LINES*ELEM_W-1:0]     data;

    genvar r;
    generate
        if ((1 << POSITION_W) != LINES || BIT < 0 || BIT >= POSITION_W) begin : g_check
            bl_exchange_illegal_parameter illegal();
        end

        for (r = 0; r < LINES; r = r + 1) begin : g_line
            localparam PEER = r ^ (1 << BIT);
            localparam LOW  = r & ~(1 << BIT);
            localparam HIGH = r | (1 << BIT);
            wire swap = s_valid[LOW] ? s_position[LOW*POSITION_W+BIT] : ~s_position[HIGH*POSITION_W+BIT];
            assign valid[r] = swap ? s_valid[PEER] : s_valid[r];
            assign position[r*POSITION_W +: POSITION_W] =
                swap ? s_position[PEER*POSITION_W +: POSITION_W] : s_position[r*POSITION_W +: POSITION_W];
            assign data[r*ELEM_W +: ELEM_W] = swap ? s_data[PEER*ELEM_W +: ELEM_W] : s_data[r*ELEM_W +: ELEM_W];
        end

        if (REGISTER == 1) begin : g_register
            reg [LINES-1:0]            valid_r;
            reg [LINES*POSITION_W-1:0] position_r;
            reg [LINES*ELEM_W-1:0]     data_r;
            reg                        last_r;
            always @(posedge clk) begin
                valid_r    <= rst ? {LINES{1'b0}} : valid;
                position_r <= position;
                data_r     <= data;
                last_r     <= ~rst & s_last;
            end
            assign m_valid    = valid_r;
            assign m_position = position_r;
            assign m_data     = data_r;
            assign m_last     = last_r;
        end else begin : g_wire
            assign m_valid    = valid;
            assign m_position = position;
            assign m_data     = data;
            assign m_last     = s_last;
            wire unused = &{1'b0, clk, rst};
        end
    endgenerate
endmodule
`default_nettype wire
