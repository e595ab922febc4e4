`default_nettype none
// The number lines of one domain: they show every cell the number that the holder of the token asks for, both ways round.
// Contract: m_* = s_* of the same direction, or s_number while the token's edge is at this cell. A number is one table a hop ahead of the
// request that it belongs to, which takes two. Exactly one cell of a ring drives. Every path is cut.
// Latency: one table a hop. Size: two tables a bit.
module bl_rsb_numbers #(
    // bits of a domain's number, 1..4
    parameter NUMBER = 2,
    // as of the cell, 0..1
    parameter FIRST = 0,
    // as of bl_lut, 0..3
    parameter FABRIC = 0
) (
    input  wire              s_token_n,
    input  wire              s_token_next_n,
    input  wire [NUMBER-1:0] s_number,
    input  wire [NUMBER-1:0] s_left,
    input  wire [NUMBER-1:0] s_right,
    output wire [NUMBER-1:0] m_left,
    output wire [NUMBER-1:0] m_right
);
    generate
        if (NUMBER < 1 || NUMBER > 4 || FIRST < 0 || FIRST > 1) begin : g_check
            bl_rsb_numbers_illegal_parameter illegal();
        end
    endgenerate

    // here = the wires of the token differ (in the first cell: are equal); number, passing number
    localparam [63:0] SELECT = FIRST != 0 ? 64'hCAAC : 64'hACCA;

    genvar b;
    generate
        for (b = 0; b < NUMBER; b = b + 1) begin : g_bit
            bl_lut #(.INPUTS(4), .TABLE(SELECT), .FABRIC(FABRIC), .RACES(1))
                to_right (.i({s_token_n, s_token_next_n, s_number[b], s_left[b]}), .o(m_right[b]));
            bl_lut #(.INPUTS(4), .TABLE(SELECT), .FABRIC(FABRIC), .RACES(1))
                to_left (.i({s_token_n, s_token_next_n, s_number[b], s_right[b]}), .o(m_left[b]));
        end
    endgenerate
endmodule
`default_nettype wire
