// SPDX-License-Identifier: ISC
`default_nettype none
// Grants one of several asynchronous requests at a time: a tree of mutual exclusions of two, in
// look-up tables.
// Contract: a domain requests while s_request differs from s_notified. m_grant[k] rises when it is
// chosen, and falls after its request has; at most one is 1. A grant comes only after s_late, the
// end of the delay that m_start begins, has fallen. In a node the side that has waited goes next:
// at most 2**D - 1 grants of others, D levels of the tree, are between a request and its grant.
// While rst is 1 nothing is requested. Every path is cut.
// Delays: that the side that has waited goes next takes one table, until the other one asks again
// takes four; a domain asks again four tables or more behind the end of its grant.
// Latency: three tables a level up, one down. Throughput: as the circuit around it does. Size: 4 *
// DOMAINS - 3 tables.
module bl_garb_tree #(
    // requests, 2..16
    parameter DOMAINS = 4,
    // as of bl_lut, 0..3
    parameter FABRIC = 0
) (
    input  wire [DOMAINS-1:0] s_request,
    input  wire [DOMAINS-1:0] s_notified,
    input  wire               s_late,
    output wire               m_start,
    output wire [DOMAINS-1:0] m_grant
);
    generate
        if (DOMAINS < 2 || DOMAINS > 16) begin : g_check_domains
            bl_garb_tree_illegal_DOMAINS illegal();
        end
    endgenerate

    // Node i has the children 2i and 2i + 1; the domains are the children from DOMAINS on, the root
    // is node 1. Of a child:
    wire [2*DOMAINS-1:0] ask_n;     // the NAND of its mutual exclusion, 0 when it is chosen
    wire [2*DOMAINS-1:0] grant;

    genvar i;
    generate
        for (i = 2; i < 2 * DOMAINS; i = i + 1) begin : g_child
            localparam OTHER = i ^ 1;
            // the two that make the request, the NAND beside, its grant
            wire [1:0] request;
            if (i < DOMAINS) begin : g_node
                assign request = ask_n[2*i+1 : 2*i];
            end else begin : g_domain
                assign request = {s_request[i-DOMAINS], s_notified[i-DOMAINS]};
                assign m_grant[i-DOMAINS] = grant[i];
            end
            bl_lut #(.INPUTS(4), .TABLE(64'hFF9F), .FABRIC(FABRIC), .RACES(1))
                decide (.i({grant[OTHER], ask_n[OTHER], request}), .o(ask_n[i]));
            // granted from above: rises when this side alone is chosen, falls when neither
            bl_lut #(.INPUTS(4), .TABLE(64'h88E8), .FABRIC(FABRIC), .RACES(1))
                hold (.i({ask_n[i], ask_n[OTHER], grant[i/2], grant[i]}), .o(grant[i]));
        end
    endgenerate

    // late, start, the NANDs of the root
    bl_lut #(.INPUTS(4), .TABLE(64'h6066), .FABRIC(FABRIC), .RACES(1)) root (
        .i({s_late, m_start, ask_n[3:2]}), .o(m_start));
    assign grant[1:0] = {m_start, 1'b0};
    assign ask_n[1:0] = 2'b11;
endmodule
`default_nettype wire
