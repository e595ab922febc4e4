// SPDX-License-Identifier: ISC
`default_nettype none
// The distributed global arbiter of the ring segmented bus: one arbiter cell for each domain, in a
// ring.
// Contract: of domain k bit k of each vector, and its number in s_number[k*NUMBER +: NUMBER].
// s_request rises to ask for a path to s_number, and falls to give the path or the request up; it
// changes only while m_notified equals it and m_busy is 0 (a domain that is clocked sees both
// through synchronisers). s_number is kept from before s_request rises until m_busy has fallen
// after s_request. When m_notified has risen there is a path clockwise if m_own_cw & m_grant_cw,
// counter-clockwise if m_own_ccw & m_grant_ccw, else no way was available. When m_notified has
// fallen the path is being given up; when m_busy has fallen, too, it is gone. A domain does not ask
// for itself. m_end_*: a path from that way ends here (may flicker until it is granted); m_pass_*:
// this cell hands it on, or refuses it. Every operation is done within one lap of the token after
// m_busy has risen. While rst is 1 s_request is 0. Every path is cut.
// Latency: at most two laps of the token to the operation, then there and back. Size: 19 tables and
// latches a domain and one, with JOINED = 1 18 and two, and with NUMBER over 2 the 4 of
// bl_rsb_near, or with LINES = 0 one more a domain; the address lines are bl_rsb_numbers, the delay
// MARGIN + 1 tables of one input a domain, one more with over 4 domains, one more with JOINED = 1.
module bl_rarb_ring #(
    // number of domains, 3..16
    parameter DOMAINS = 4,
    // bits of a domain's number: enough for DOMAINS, 2..4
    parameter NUMBER = 2,
    // 1: with address lines; 0: each cell's come from outside on s_outer_number, as between
    // devices, and are compared there; 0..1
    parameter LINES = 1,
    // tables that delay the token between two cells, beside those of the tree of numbers, so that a
    // number is there before its request, 0..8
    parameter MARGIN = 1,
    // in place of these: DELAY of a bl_rsb_stop into each cell; 0: none, 0..1023
    parameter STOP = 0,
    // as of bl_lut, 0..3
    parameter FABRIC = 0,
    // as of bl_rarb_cell: by carry multiplexers where those are neither tables nor registers; 0..1
    parameter JOINED = FABRIC == 1 ? 1 : 0
) (
    input  wire                      rst,
    input  wire [DOMAINS-1:0]        s_request,
    input  wire [DOMAINS*NUMBER-1:0] s_number,
    input  wire [DOMAINS*NUMBER-1:0] s_outer_number,
    output wire [DOMAINS-1:0]        m_notified,
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
        if (DOMAINS < 3 || DOMAINS > 16) begin : g_check_domains
            bl_rarb_ring_illegal_DOMAINS illegal();
        end
        if (NUMBER < 2 || NUMBER > 4 || (1 << NUMBER) < DOMAINS) begin : g_check_number
            bl_rarb_ring_illegal_NUMBER illegal();
        end
        if (LINES < 0 || LINES > 1) begin : g_check_lines
            bl_rarb_ring_illegal_LINES illegal();
        end
        if (JOINED < 0 || JOINED > 1) begin : g_check_joined
            bl_rarb_ring_illegal_JOINED illegal();
        end
        if (MARGIN < 0 || MARGIN > 8) begin : g_check_margin
            bl_rarb_ring_illegal_MARGIN illegal();
        end
        if (STOP < 0 || STOP > 1023) begin : g_check_stop
            bl_rarb_ring_illegal_STOP illegal();
        end
    endgenerate

    wire [DOMAINS-1:0]        right, right_na, left, left_na, token;
    wire [NUMBER-1:0]         number;

    // The number sets out with the token, through a gate and the tree's levels, and is compared in
    // up to two tables; the token takes these and three tables of its cell until a `go` wire moves
    // there: where the third is a multiplexer, which is quicker, one more before.
    localparam NEAR = (LINES != 0 && NUMBER > 2) ? 1 : 0;
    wire [3:0]                near;
    localparam DELAY = MARGIN + 1 + (DOMAINS > 4 ? 1 : 0) + JOINED;
    wire [DOMAINS-1:0]        token_behind;
    wire                      unused = &{1'b0, s_outer_number, 1'b0};

    // As they are at the next cell. In a simulation with BL_WIRE_DELAY defined that is so many time
    // units later, whatever follows; with BL_WIRE_LESS so much less, in 64 bits for each segment k,
    // between cells k and k + 1: clockwise, from bit 64 * DOMAINS on the other way. The numbers
    // take BL_NUMBER_DELAY, or as long as a segment.
    genvar k, t;
`ifdef BL_WIRE_DELAY
`ifdef BL_WIRE_LESS
    localparam [128*DOMAINS-1:0] LESS = `BL_WIRE_LESS;
`else
    localparam [128*DOMAINS-1:0] LESS = {128*DOMAINS{1'b0}};
`endif
`ifndef BL_NUMBER_DELAY
`define BL_NUMBER_DELAY `BL_WIRE_DELAY
`endif
    reg  [DOMAINS-1:0]        right_far, right_na_far, left_far, left_na_far, token_far;
    reg  [NUMBER-1:0]         number_far;
    reg  [3:0]                near_far;
    generate
        for (k = 0; k < DOMAINS; k = k + 1) begin : g_wires
            localparam        BACK      = (k + DOMAINS - 1) % DOMAINS;
            localparam [63:0] CLOCKWISE = LESS[64*k +: 64];
            localparam [63:0] COUNTER   = LESS[64*(DOMAINS+BACK) +: 64];
            always @(right[k], right_na[k], token[k]) begin
                right_far[k]    <= #(`BL_WIRE_DELAY - CLOCKWISE) right[k];
                right_na_far[k] <= #(`BL_WIRE_DELAY - CLOCKWISE) right_na[k];
                token_far[k]    <= #(`BL_WIRE_DELAY - CLOCKWISE) token[k];
            end
            always @(left[k], left_na[k]) begin
                left_far[k]     <= #(`BL_WIRE_DELAY - COUNTER) left[k];
                left_na_far[k]  <= #(`BL_WIRE_DELAY - COUNTER) left_na[k];
            end
        end
    endgenerate
    always @(number, near) begin
        number_far <= #(`BL_NUMBER_DELAY) number;
        near_far   <= #(`BL_NUMBER_DELAY) near;
    end
`else
    wire [DOMAINS-1:0]        right_far = right, right_na_far = right_na, left_far = left,
        left_na_far = left_na, token_far = token;
    wire [NUMBER-1:0]         number_far = number;
    wire [3:0]                near_far = near;
`endif

    generate
        for (k = 0; k < DOMAINS; k = k + 1) begin : g_domain
            localparam BEHIND = (k + DOMAINS - 1) % DOMAINS;
            localparam AHEAD  = (k + 1) % DOMAINS;
            wire [NUMBER-1:0] number_here =
                LINES != 0 ? number_far : s_outer_number[k*NUMBER +: NUMBER];

            // The address lines see the token as it leaves the cell behind. If they saw it here, a
            // number would come a segment after it, and a cell that gives its path up would take
            // its grant for a request.
            wire [DELAY:0] token_late;
            assign token_behind[k] = token[BEHIND];
            if (STOP != 0) begin : g_stop
                bl_rsb_stop #(.DELAY(STOP), .FIRST(k == 0 ? 1 : 0), .FABRIC(FABRIC)) stop (
                    .s_token(token_far[BEHIND]), .s_busy(m_busy[k]),
                    .m_stops(token_late[0]), .m_token(token_late[DELAY]));
                assign token_late[DELAY-1:1] = {(DELAY-1){1'b0}};
                wire unused_late = &{1'b0, token_late[DELAY-1:0], 1'b0};
            end else begin : g_delay
                assign token_late[0] = token_far[BEHIND];
                for (t = 0; t < DELAY; t = t + 1) begin : g_margin
                    bl_lut #(.INPUTS(1), .TABLE(64'h2), .FABRIC(FABRIC)) delay (
                        .i(token_late[t]), .o(token_late[t+1]));
                end
            end

            bl_rarb_cell #(.NUMBER(NUMBER), .DOMAIN(k), .NEAR(NEAR), .FIRST(k == 0 ? 1 : 0),
                           .FABRIC(FABRIC), .JOINED(JOINED)) rarb (
                .rst(rst),
                .s_request(s_request[k]), .m_notified(m_notified[k]), .m_busy(m_busy[k]),
                .m_own_cw(m_own_cw[k]), .m_own_ccw(m_own_ccw[k]),
                .m_end_cw(m_end_cw[k]), .m_end_ccw(m_end_ccw[k]), .m_pass_cw(m_pass_cw[k]),
                .m_pass_ccw(m_pass_ccw[k]),
                .s_number(number_here), .s_near(near_far),
                .s_left(right_far[BEHIND]), .s_left_na(right_na_far[BEHIND]),
                .s_token(token_late[DELAY]),
                .m_left(left[k]), .m_left_na(left_na[k]),
                .s_right(left_far[AHEAD]), .s_right_na(left_na_far[AHEAD]),
                .m_right(right[k]), .m_right_na(right_na[k]), .m_token(token[k])
            );
            assign m_grant_cw[k]  = left_far[AHEAD];
            assign m_grant_ccw[k] = right_far[BEHIND];
        end

        if (LINES != 0) begin : g_lines
            bl_rsb_numbers #(.DOMAINS(DOMAINS), .NUMBER(NUMBER), .FABRIC(FABRIC)) numbers (
                .s_token(token_behind), .s_tokenext(token), .s_number(s_number), .m_number(number)
            );
        end else begin : g_none
            assign number = {NUMBER{1'b0}};
            wire unused_lines = &{1'b0, s_number, number_far, near_far, token_behind, 1'b0};
        end
        if (NEAR != 0) begin : g_compare
            bl_rsb_near #(.NUMBER(NUMBER), .FABRIC(FABRIC)) shared (
                .s_number(number), .m_near(near));
        end else begin : g_none_near
            assign near = 4'd0;
        end
    endgenerate
endmodule
`default_nettype wire
