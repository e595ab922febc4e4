`default_nettype none
// One cell of the ring arbiter of the ring segmented bus: token, source, pass-through and destination of one domain, in look-up tables.
// Contract: four-phase wires to both neighbours. *_left and *_right carry requests away from the source and grants back to it, *_na that
// none is available. s_wish rises to ask for a path to the domain whose number is on the number lines while the token is here, and
// falls to give it up; it may change while m_told equals it, m_busy is 0 and the token is not here. m_told follows s_wish when the wish has
// been tried: with m_own_cw & s_right or m_own_ccw & s_left there is a path, else no way is available. Numbers are there when a request
// that they belong to arrives (bundled). While rst is 1 s_wish is 0. Every path is cut.
// Latency: two tables a hop and way. Throughput: one operation a visit of the token. Size: 26 tables of four inputs, 28 with NUMBER over 2,
// five less with FILTER = 0, one more in the cell with FIRST = 1.
module bl_rarb_cell #(
    // bits of a domain's number, 1..4
    parameter NUMBER = 2,
    // number of this domain, 0..2**NUMBER-1
    parameter DOMAIN = 0,
    // 1: the token is here after reset; exactly one cell of a ring; 0..1
    parameter FIRST = 0,
    // 1: filters behind the mutual exclusions, as of bl_mutex, and m_told is reset; 0: five tables less, for the smallest ring: NANDs drive
    // everything, which is no help against a tie, and m_told has to be 0 when rst begins; 0..1
    parameter FILTER = 1,
    // as of bl_lut, 0..3
    parameter FABRIC = 0
) (
    input  wire              rst,
    // domain
    input  wire              s_wish,
    output wire              m_told,
    output wire              m_busy,
    output wire              m_own_cw,
    output wire              m_own_ccw,
    output wire              m_end_cw,
    output wire              m_end_ccw,
    output wire              m_pass_cw,
    output wire              m_pass_ccw,
    // left neighbour
    input  wire [NUMBER-1:0] s_left_number,
    input  wire              s_left,
    input  wire              s_left_na,
    input  wire              s_token_n,
    output wire              m_left,
    output wire              m_left_na,
    // right neighbour
    input  wire [NUMBER-1:0] s_right_number,
    input  wire              s_right,
    input  wire              s_right_na,
    output wire              m_right,
    output wire              m_right_na,
    output wire              m_token_n
);
    generate
        if (NUMBER < 1 || NUMBER > 4 || DOMAIN < 0 || DOMAIN >= (1 << NUMBER) ||
            FIRST < 0 || FIRST > 1 || FILTER < 0 || FILTER > 1) begin : g_check
            bl_rarb_cell_illegal_parameter illegal();
        end
    endgenerate

    // Index 0 is clockwise (from the left to the right), 1 counter-clockwise.
    wire [1:0] request = {s_right, s_left};         // from behind
    wire [1:0] back    = {s_left, s_right};         // from ahead: the grant
    wire [1:0] back_na = {s_left_na, s_right_na};
    wire [1:0] match, pass, go, stop, na, own;
    wire [1:0] end_raw, end_n;                      // granted when 0: out of the NANDs, and behind the filters
    wire       lock_raw, lock_n, token_raw, unsettled, open, done, owns, told_raw;

    genvar w;
    generate
        for (w = 0; w < 2; w = w + 1) begin : g_way
            wire [NUMBER-1:0] number = (w == 0) ? s_left_number : s_right_number;
            // The number is compared while no request is there, and the result held as long as one is.
            if (NUMBER <= 2) begin : g_small
                // request, match, number; in a ring this small the number is all the way round before a grant can come
                bl_lut #(.INPUTS(2 + NUMBER), .TABLE(NUMBER == 1 ? 64'hCC00 >> 4 & 64'hC0 | (64'h05 << DOMAIN & 64'h0F) :
                                                     64'hF000 | 64'h011 << DOMAIN),
                         .FABRIC(FABRIC), .RACES(1)) compare (.i({request[w], match[w], number}), .o(match[w]));
            end else begin : g_large
                wire equal;
                bl_lut #(.INPUTS(NUMBER), .TABLE(64'h1 << DOMAIN), .FABRIC(FABRIC), .RACES(1)) compare (.i(number), .o(equal));
                // request, match, equal, and no request of this cell goes that way: else what comes is its grant
                bl_lut #(.INPUTS(4), .TABLE(64'hCC0A), .FABRIC(FABRIC), .RACES(1))
                    hold (.i({request[w], go[1-w], match[w], equal}), .o(match[w]));
            end
            // handed on: a request for others or for a domain that is taken, or a grant; but not a grant for this domain
            bl_lut #(.INPUTS(4), .TABLE(64'h0700), .FABRIC(FABRIC))
                table_pass (.i({request[w], own[1-w], match[w], end_n[1-w]}), .o(pass[w]));
            // own request, grant to the way that came from ahead, or what is handed on
            bl_lut #(.INPUTS(4), .TABLE(64'hFBBB), .FABRIC(FABRIC)) table_go (.i({own[w], open, end_n[1-w], pass[w]}), .o(go[w]));
            // not available: this segment is in use, or one further on is
            bl_lut #(.INPUTS(4), .TABLE(64'hFB00), .FABRIC(FABRIC)) table_stop (.i({pass[w], own[w], end_n[1-w], back_na[w]}), .o(stop[w]));
            bl_lut #(.INPUTS(4), .TABLE(64'h00F8), .FABRIC(FABRIC)) table_na (.i({rst, stop[w], back_na[w], na[w]}), .o(na[w]));
            // the mutual exclusion of the destination
            bl_lut #(.INPUTS(4), .TABLE(64'hFF7F), .FABRIC(FABRIC), .RACES(1))
                table_end (.i({rst, request[w], match[w], end_raw[1-w]}), .o(end_raw[w]));
            if (FILTER != 0) begin : g_filter
                // other grant, other NAND, this NAND
                bl_lut #(.INPUTS(3), .TABLE(64'hBF), .FABRIC(FABRIC), .RACES(1))
                    filter (.i({end_n[1-w], end_raw[1-w], end_raw[w]}), .o(end_n[w]));
            end else begin : g_raw
                assign end_n[w] = end_raw[w];
            end
        end
        // asks where nothing stands, until the domain is told; holds while the grant is there
        if (FIRST != 0) begin : g_first
            // here the rings of pass tables are opened while rst is 1
            wire ask;
            bl_lut #(.INPUTS(2), .TABLE(64'h4), .FABRIC(FABRIC), .RACES(1)) table_ask (.i({open, m_told}), .o(ask));
            bl_lut #(.INPUTS(4), .TABLE(64'hFFCA), .FABRIC(FABRIC)) own_0 (.i({rst, back[0], own[0], ask}), .o(own[0]));
            bl_lut #(.INPUTS(4), .TABLE(64'hFFCA), .FABRIC(FABRIC)) own_1 (.i({rst, back[1], own[1], ask}), .o(own[1]));
        end else begin : g_other
            bl_lut #(.INPUTS(4), .TABLE(64'hF044), .FABRIC(FABRIC)) own_0 (.i({back[0], own[0], open, m_told}), .o(own[0]));
            bl_lut #(.INPUTS(4), .TABLE(64'hF044), .FABRIC(FABRIC)) own_1 (.i({back[1], own[1], open, m_told}), .o(own[1]));
        end
    endgenerate

    // The mutual exclusion between the domain's wish and the token.
    bl_lut #(.INPUTS(4), .TABLE(64'h009F), .FABRIC(FABRIC), .RACES(1)) table_lock (.i({rst, token_raw, s_wish, m_told}), .o(lock_raw));
    bl_lut #(.INPUTS(4), .TABLE(FIRST != 0 ? 64'h8FFF : 64'hF8FF), .FABRIC(FABRIC), .RACES(1))
        table_token (.i({lock_raw, s_token_n, token_raw, unsettled}), .o(token_raw));
    generate
        if (FILTER != 0) begin : g_filter
            bl_lut #(.INPUTS(3), .TABLE(64'hBF), .FABRIC(FABRIC), .RACES(1)) filter_lock (.i({m_token_n, token_raw, lock_raw}), .o(lock_n));
            bl_lut #(.INPUTS(3), .TABLE(64'hBF), .FABRIC(FABRIC), .RACES(1))
                filter_token (.i({lock_n, lock_raw, token_raw}), .o(m_token_n));
        end else begin : g_raw
            assign lock_n    = lock_raw;
            assign m_token_n = token_raw;
        end
    endgenerate
    bl_lut #(.INPUTS(2), .TABLE(64'hE), .FABRIC(FABRIC), .RACES(1)) table_unsettled (.i(back_na), .o(unsettled));
    // the wish while the token is here for it, else what the domain has been told
    bl_lut #(.INPUTS(4), .TABLE(FIRST != 0 ? 64'hAACA : 64'hAAAC), .FABRIC(FABRIC))
        table_open (.i({lock_n, s_token_n, s_wish, m_told}), .o(open));
    // both ways answered; a path or a request of this domain is left
    bl_lut #(.INPUTS(4), .TABLE(64'hEEE0), .FABRIC(FABRIC), .RACES(1)) table_done (.i({s_right, s_right_na, s_left, s_left_na}), .o(done));
    bl_lut #(.INPUTS(3), .TABLE(64'h0E), .FABRIC(FABRIC), .RACES(1)) table_owns (.i({rst, own}), .o(owns));
    bl_lut #(.INPUTS(4), .TABLE(64'hFC88), .FABRIC(FABRIC)) table_told (.i({open, done, m_told, owns}), .o(told_raw));
    generate
        if (FILTER != 0) begin : g_reset
            bl_lut #(.INPUTS(2), .TABLE(64'h2), .FABRIC(FABRIC)) table_reset (.i({rst, told_raw}), .o(m_told));
        end else begin : g_bare
            assign m_told = told_raw;
        end
    endgenerate

    assign m_busy     = !lock_n;
    assign m_own_cw   = own[0];
    assign m_own_ccw  = own[1];
    assign m_end_cw   = !end_n[0];
    assign m_end_ccw  = !end_n[1];
    assign m_pass_cw  = pass[0];
    assign m_pass_ccw = pass[1];
    assign m_right    = go[0];
    assign m_left     = go[1];
    assign m_left_na  = na[0];
    assign m_right_na = na[1];
endmodule
`default_nettype wire
