`default_nettype none
// The distributed global arbiter of the ring segmented bus: one arbiter cell for each domain, in a ring.
// Contract: of domain k bit k of each vector, and its number in s_number[k*NUMBER +: NUMBER]. s_wish rises to ask for a path to
// s_number, which
// stays as long as m_told is 0, and falls to give the path or the wish up; it changes only while m_told equals it and m_busy is 0 (a
// domain that
// is clocked sees both through synchronisers). When m_told has risen there is a path clockwise if m_own_cw & m_grant_cw,
// counter-clockwise if
// m_own_ccw & m_grant_ccw, else no way was available. A domain does not ask for itself.
// m_end_*: a path from that way ends here; m_pass_*: this cell hands it on.
// Every operation is done within one lap of the token after m_busy has risen. While rst is 1 s_wish is 0. Every path is cut.
// Latency: at most two laps of the token to the operation, then there and back. Size: 25 (NUMBER <= 2) or 27 tables a domain, four
// less without
// filters, and one;
// the number lines take 2*NUMBER more a domain, the delay MARGIN tables of one input.
module bl_rarb_ring #(
    // number of domains, 3..16
    parameter DOMAINS = 4,
    // bits of a domain's number: enough for DOMAINS, 2..4
    parameter NUMBER = 2,
    // 1: with number lines; 0: the numbers come from outside on s_left_number and s_right_number, as between devices; 0..1
    parameter LINES = 1,
    // tables that delay the token between two cells, so that a number is there before its request: 0..8
    parameter MARGIN = 1,
    // filters behind the mutual exclusions, as of bl_rarb_cell, 0..1
    parameter FILTER = 1,
    // as of bl_lut, 0..3
    parameter FABRIC = 0
) (
    input  wire                      rst,
    input  wire [DOMAINS-1:0]        s_wish,
    input  wire [DOMAINS*NUMBER-1:0] s_number,
    input  wire [DOMAINS*NUMBER-1:0] s_left_number,
    input  wire [DOMAINS*NUMBER-1:0] s_right_number,
    output wire [DOMAINS-1:0]        m_told,
    output wire [DOMAINS-1:0]        m_busy,
    output wire [DOMAINS-1:0]        m_own_cw,
    output wire [DOMAINS-1:0]        m_own_ccw,
    output wire [DOMAINS-1:0]        m_grant_cw,
    output wire [DOMAINS-1:0]        m_grant_ccw,
    output wire [DOMAINS-1:0]        m_end_cw,
    output wire [DOMAINS-1:0]        m_end_ccw,
    output wire [DOMAINS-1:0]        m_pass_cw,
    output wire [DOMAINS-1:0]        m_pass_ccw
);
    generate
        if (DOMAINS < 3 || DOMAINS > 16 || NUMBER < 2 || NUMBER > 4 || (1 << NUMBER) < DOMAINS ||
            LINES < 0 || LINES > 1 || MARGIN < 0 || MARGIN > 8) begin : g_check
            bl_rarb_ring_illegal_parameter illegal();
        end
    endgenerate

    wire [DOMAINS-1:0]        right, right_na, left, left_na, token_n;
    wire [DOMAINS*NUMBER-1:0] line_right, line_left;

    genvar k, t;
    generate
        for (k = 0; k < DOMAINS; k = k + 1) begin : g_domain
            localparam BEHIND = (k + DOMAINS - 1) % DOMAINS;
            localparam AHEAD  = (k + 1) % DOMAINS;
            wire [NUMBER-1:0] number_left  = LINES != 0 ? line_right[BEHIND*NUMBER +: NUMBER] : s_left_number[k*NUMBER +: NUMBER];
            wire [NUMBER-1:0] number_right = LINES != 0 ? line_left[AHEAD*NUMBER +: NUMBER] : s_right_number[k*NUMBER +: NUMBER];

            // The number lines see the token at once, the cell after MARGIN tables.
            wire [MARGIN:0] token_late;
            assign token_late[0] = token_n[BEHIND];
            for (t = 0; t < MARGIN; t = t + 1) begin : g_margin
                bl_lut #(.INPUTS(1), .TABLE(64'h2), .FABRIC(FABRIC)) delay (.i(token_late[t]), .o(token_late[t+1]));
            end

            bl_rarb_cell #(.NUMBER(NUMBER), .DOMAIN(k), .FIRST(k == 0 ? 1 : 0), .FILTER(FILTER), .FABRIC(FABRIC)) rarb (
                .rst(rst),
                .s_wish(s_wish[k]), .m_told(m_told[k]), .m_busy(m_busy[k]),
                .m_own_cw(m_own_cw[k]), .m_own_ccw(m_own_ccw[k]),
                .m_end_cw(m_end_cw[k]), .m_end_ccw(m_end_ccw[k]), .m_pass_cw(m_pass_cw[k]), .m_pass_ccw(m_pass_ccw[k]),
                .s_left_number(number_left), .s_left(right[BEHIND]), .s_left_na(right_na[BEHIND]), .s_token_n(token_late[MARGIN]),
                .m_left(left[k]), .m_left_na(left_na[k]),
                .s_right_number(number_right), .s_right(left[AHEAD]), .s_right_na(left_na[AHEAD]),
                .m_right(right[k]), .m_right_na(right_na[k]), .m_token_n(token_n[k])
            );
            assign m_grant_cw[k]  = left[AHEAD];
            assign m_grant_ccw[k] = right[BEHIND];

            if (LINES != 0) begin : g_lines
                bl_rsb_numbers #(.NUMBER(NUMBER), .FIRST(k == 0 ? 1 : 0), .FABRIC(FABRIC)) numbers (
                    .s_token_n(token_n[BEHIND]), .s_token_next_n(token_n[k]), .s_number(s_number[k*NUMBER +: NUMBER]),
                    .s_left(number_left), .s_right(number_right),
                    .m_left(line_left[k*NUMBER +: NUMBER]), .m_right(line_right[k*NUMBER +: NUMBER])
                );
            end else begin : g_none
                assign line_left[k*NUMBER +: NUMBER]  = {NUMBER{1'b0}};
                assign line_right[k*NUMBER +: NUMBER] = {NUMBER{1'b0}};
            end
        end
    endgenerate
endmodule
`default_nettype wire
