// SPDX-License-Identifier: ISC
`default_nettype none
// Mutual exclusion element: of two requests that may come at any time, one is granted.
// Contract: m_grant[k] rises after s_request[k] and falls after it falls; a request stays until it
// is granted. The grants are never both 1, but with EARLY = 1 they may be while one falls: then the
// other one rises as soon as the first request has fallen. Two cross-coupled NANDs decide; a filter
// behind them lets a grant rise only when both NANDs have gone apart. In look-up tables that is no
// proof against metastability: place both NANDs into one slice, and give the grants time to settle
// before they are used. While rst is 1 grant k is INIT[k]. Every path is cut.
// Latency: two tables, more when both requests come together. Throughput: one grant at a time.
module bl_mutex #(
    // grants while rst is 1: 0, 1 or 2
    parameter [1:0] INIT = 2'b00,
    // 1: a grant may rise before the other one has fallen; 0: it waits for that
    parameter EARLY = 0,
    // as of bl_lut, 0..3
    parameter FABRIC = 0
) (
    input  wire       rst,
    input  wire [1:0] s_request,
    output wire [1:0] m_grant
);
    generate
        if (INIT == 2'b11) begin : g_check_init
            bl_mutex_illegal_INIT illegal();
        end
        if (EARLY < 0 || EARLY > 1) begin : g_check_early
            bl_mutex_illegal_EARLY illegal();
        end
    endgenerate

    // low when granted
    wire [1:0] nand_o;

    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_side
            // rst, the other NAND, request
            bl_lut #(.INPUTS(3), .TABLE(INIT[g] ? 64'h07 : 64'hF7), .FABRIC(FABRIC), .RACES(1))
                decide (.i({rst, nand_o[1-g], s_request[g]}), .o(nand_o[g]));
            if (EARLY != 0) begin : g_early
                // the other NAND, this NAND
                bl_lut #(.INPUTS(2), .TABLE(64'h4), .FABRIC(FABRIC), .RACES(1)) filter (
                    .i({nand_o[1-g], nand_o[g]}), .o(m_grant[g]));
            end else begin : g_late
                // the other grant, the other NAND, this NAND
                bl_lut #(.INPUTS(3), .TABLE(64'h04), .FABRIC(FABRIC), .RACES(1))
                    filter (.i({m_grant[1-g], nand_o[1-g], nand_o[g]}), .o(m_grant[g]));
            end
        end
    endgenerate
endmodule
`default_nettype wire
