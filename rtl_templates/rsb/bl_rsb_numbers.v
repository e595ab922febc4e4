// SPDX-License-Identifier: ISC
`default_nettype none
// The address lines of a ring: they show every cell the number that the holder of the token asks
// for.
// Contract: m_number = s_number of the domain where the token's edge is. Of domain k bit k of
// s_token (out of the cell behind), of s_tokenext (out of its own), and s_number[k*NUMBER +:
// NUMBER]. Every path is cut.
// Latency: two tables with up to 4 domains, else three. Throughput: as the token. Size: a bit takes
// a table a domain and those of a tree that joins them by four, 5 tables with 4 domains, 11 with 8
// and 21 with 16.
module bl_rsb_numbers #(
    // number of domains, 2..16; domain 0 is that where the token is after reset
    parameter DOMAINS = 4,
    // bits of a domain's number, 1..4
    parameter NUMBER = 2,
    // as of the cell, 0..3
    parameter FABRIC = 0
) (
    input  wire [DOMAINS-1:0]        s_token,
    input  wire [DOMAINS-1:0]        s_tokenext,
    input  wire [DOMAINS*NUMBER-1:0] s_number,
    output wire [NUMBER-1:0]         m_number
);
    generate
        if (DOMAINS < 2 || DOMAINS > 16) begin : g_check_domains
            bl_rsb_numbers_illegal_DOMAINS illegal();
        end
        if (NUMBER < 1 || NUMBER > 4) begin : g_check_number
            bl_rsb_numbers_illegal_NUMBER illegal();
        end
    endgenerate

    localparam GROUPS = (DOMAINS + 3) / 4;

    genvar b, k, g;
    generate
        for (b = 0; b < NUMBER; b = b + 1) begin : g_bit
            wire [4*GROUPS-1:0] own;
            wire [GROUPS-1:0]   group;
            for (k = 0; k < 4 * GROUPS; k = k + 1) begin : g_domain
                if (k < DOMAINS) begin : g_gate
                    // here = the wires of the token differ (in the first cell: are equal); number
                    bl_lut #(.INPUTS(3), .TABLE(k == 0 ? 64'h82 : 64'h28), .FABRIC(FABRIC),
                             .RACES(1)) gate (
                        .i({s_token[k], s_tokenext[k], s_number[k*NUMBER+b]}), .o(own[k]));
                end else begin : g_none
                    assign own[k] = 1'b0;
                end
            end
            for (g = 0; g < GROUPS; g = g + 1) begin : g_group
                bl_lut #(.INPUTS(4), .TABLE(64'hFFFE), .FABRIC(FABRIC), .RACES(1)) join_4 (
                    .i(own[4*g +: 4]), .o(group[g]));
            end
            if (GROUPS == 1) begin : g_one
                assign m_number[b] = group[0];
            end else begin : g_tree
                bl_lut #(.INPUTS(GROUPS), .TABLE(64'hFFFF_FFFE), .FABRIC(FABRIC),
                         .RACES(1)) join_all (
                    .i(group), .o(m_number[b]));
            end
        end
    endgenerate
endmodule
`default_nettype wire
