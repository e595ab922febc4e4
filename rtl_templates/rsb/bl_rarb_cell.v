// SPDX-License-Identifier: ISC
`default_nettype none
// One cell of the ring arbiter of the ring segmented bus: token, source, pass-through and
// destination of one domain, in tables and latches.
// Contract: four-phase wires to both neighbours. *_left and *_right carry requests away from the
// source and grants back to it, *_na that none is available. s_request rises to ask for a path to
// the domain whose number is on s_number while the token is here, and falls to give it up; it may
// change while m_notified equals it and m_busy is 0. m_notified rises when the request has been
// tried: with m_own_cw & s_right or m_own_ccw & s_left there is a path, else no way is available.
// It falls when the path is being given up, which is done when m_busy has fallen. s_number is the
// same for all cells and there before a request that it belongs to (bundled); a path's number is
// shown again when it is given up. m_end_* may flicker until the way is granted. While rst is 1
// s_request is 0. Every path is cut.
// Latency: two elements a hop and way. Throughput: one operation a visit of the token. Size: 19
// tables of four inputs and latches, with JOINED = 1 18, two of them with a multiplexer; 20 in the
// cell with FIRST = 1, always without; one more with NUMBER over 2 and NEAR = 0. The loop of the
// mutual exclusion is its memory:
// verilator lint_off UNOPTFLAT
module bl_rarb_cell #(
    // bits of a domain's number, 1..4
    parameter NUMBER = 2,
    // number of this domain, 0..2**NUMBER-1
    parameter DOMAIN = 0,
    // 1: what can be compared for all cells at once comes from bl_rsb_near; NUMBER is 3 or 4; 0..1
    parameter NEAR = 0,
    // 1: the token is here after reset; exactly one cell of a ring; 0..1
    parameter FIRST = 0,
    // as of bl_lut, 0..3
    parameter FABRIC = 0,
    // 1: except in the first cell, `go` is one table that chooses by a multiplexer (bl_choose);
    // 0..1
    parameter JOINED = 0
) (
    input  wire              rst,
    // domain
    input  wire              s_request,
    output wire              m_notified,
    output wire              m_busy,
    output wire              m_own_cw,
    output wire              m_own_ccw,
    output wire              m_end_cw,
    output wire              m_end_ccw,
    output wire              m_pass_cw,
    output wire              m_pass_ccw,
    // address lines, and what bl_rsb_near makes of them
    input  wire [NUMBER-1:0] s_number,
    input  wire [3:0]        s_near,
    // left neighbour
    input  wire              s_left,
    input  wire              s_left_na,
    input  wire              s_token,
    output wire              m_left,
    output wire              m_left_na,
    // right neighbour
    input  wire              s_right,
    input  wire              s_right_na,
    output wire              m_right,
    output wire              m_right_na,
    output wire              m_token
);
    generate
        if (NUMBER < 1 || NUMBER > 4) begin : g_check_number
            bl_rarb_cell_illegal_NUMBER illegal();
        end
        if (DOMAIN < 0 || DOMAIN >= (1 << NUMBER)) begin : g_check_domain
            bl_rarb_cell_illegal_DOMAIN illegal();
        end
        if (FIRST < 0 || FIRST > 1) begin : g_check_first
            bl_rarb_cell_illegal_FIRST illegal();
        end
        if (JOINED < 0 || JOINED > 1) begin : g_check_joined
            bl_rarb_cell_illegal_JOINED illegal();
        end
        if (NEAR < 0 || NEAR > (NUMBER > 2 ? 1 : 0)) begin : g_check_near
            bl_rarb_cell_illegal_NEAR illegal();
        end
    endgenerate

    // Index 0 is clockwise (from the left to the right), 1 counter-clockwise.
    wire [1:0] request = {s_right, s_left};         // from behind
    wire [1:0] back    = {s_left, s_right};         // from ahead: the grant
    wire [1:0] back_na = {s_left_na, s_right_na};
    wire [1:0] pass, go, na, own, used;
    wire [1:0] granted;                             // the mutual exclusion of the destination
    wire       token, taken, open, meant, answered, done;

    // The line of bl_rsb_near that this domain is on, and the bit that tells it from the others
    // there.
    localparam ODD   = (DOMAIN ^ DOMAIN >> 1 ^ DOMAIN >> 2 ^ DOMAIN >> 3) & 1;
    localparam FOUND = DOMAIN ^ (1 - ODD);                             // with an odd number of ones
    localparam MOST  = (FOUND == 1 || FOUND == 2 || FOUND == 4 || FOUND == 8) ? 0 : 1;
    localparam LINE  = 2 * (1 - ODD) + MOST;
    localparam ONE   = MOST != 0 ? 15 - FOUND : FOUND;
    localparam BIT   = ONE >= 8 ? 3 : ONE >= 4 ? 2 : ONE >= 2 ? 1 : 0;
    localparam VALUE = DOMAIN >> BIT & 1;

    // A request that comes now is for this domain: the number is its own, and no way has been
    // granted.
    generate
        if (NUMBER <= 2) begin : g_small
            // both sides of the mutual exclusion, number
            wire unused = &{1'b0, s_near, 1'b0};
            bl_lut #(.INPUTS(2 + NUMBER),
                     .TABLE(64'h1 << DOMAIN | 64'h1 << ((3 << NUMBER) + DOMAIN)), .FABRIC(FABRIC),
                     .RACES(1)) compare (
                .i({granted, s_number}), .o(meant));
        end else if (NEAR != 0) begin : g_near
            // a number of three bits on a line of one has no such bit
            localparam OF = BIT < NUMBER ? BIT : 0;
            wire unused = &{1'b0, s_near, s_number, 1'b0};
            bl_lut #(.INPUTS(4),
                     .TABLE(BIT < NUMBER ? (VALUE != 0 ? 64'h8008 : 64'h4004) : 64'hC00C),
                     .FABRIC(FABRIC), .RACES(1)) table_meant (
                .i({granted, s_near[LINE], s_number[OF]}), .o(meant));
        end else begin : g_large
            wire equal;
            wire unused = &{1'b0, s_near, 1'b0};
            bl_lut #(.INPUTS(NUMBER), .TABLE(64'h1 << DOMAIN), .FABRIC(FABRIC), .RACES(1)) compare (
                .i(s_number), .o(equal));
            bl_lut #(.INPUTS(3), .TABLE(64'h82), .FABRIC(FABRIC), .RACES(1)) table_meant (
                .i({granted, equal}), .o(meant));
        end
    endgenerate

    // In the first cell a reset also has to end what is handed on, so there `drive` and `go` are
    // always tables of their own.
    localparam SPLIT = (FIRST != 0 || JOINED == 0) ? 1 : 0;

    genvar w;
    generate
        for (w = 0; w < 2; w = w + 1) begin : g_way
            // One side of the mutual exclusion: a new request, which no `go` wire answers yet, for
            // this domain. Held until it falls.
            bl_latch #(.INVERT(5'b10011), .FABRIC(FABRIC), .RACES(1)) latch_end (
                .s_clear(request[w]), .s_set(1'b0), .s_load(meant), .s_enable(go[1-w]),
                .s_d(granted[1-w]), .m_o(granted[w]));
            // Handed on: a request for others or for a domain that is taken, or a grant; not a
            // grant for this domain. Held until it falls.
            bl_latch #(.INVERT(5'b10111), .FABRIC(FABRIC)) latch_pass (
                .s_clear(request[w]), .s_set(1'b0), .s_load(meant), .s_enable(own[1-w]),
                .s_d(granted[w]), .m_o(pass[w]));
            // asks where nothing stands, until the domain is notified; holds while the grant is
            // there
            bl_lut #(.INPUTS(4), .TABLE(64'hF022), .FABRIC(FABRIC)) table_own (
                .i({back[w], own[w], m_notified, open}), .o(own[w]));
            // this cell drives the segment ahead: own request or path, or grant to the way that
            // came from there; else it hands on
            if (SPLIT != 0) begin : g_split
                wire drive;
                bl_lut #(.INPUTS(4), .TABLE(64'h8F88), .FABRIC(FABRIC), .RACES(1))
                    table_drive (.i({granted[1-w], granted[w], own[w], open}), .o(drive));
                bl_lut #(.INPUTS(3), .TABLE(64'h0E), .FABRIC(FABRIC)) table_go (
                    .i({rst, drive, pass[w]}), .o(go[w]));
                assign used[w] = drive;
            end else begin : g_joined
                bl_choose #(.INPUTS(4), .TABLE(16'h8F88), .INVERT(2'b10), .FABRIC(FABRIC),
                            .RACES(1)) choose_go (
                    .i({granted[1-w], granted[w], own[w], open}), .s_one(rst), .s_zero(pass[w]),
                    .o(go[w]));
            end
            // not available: this segment is in use, or one further on is, until that is left. In
            // the first cell the token says whose answer it is, so that no ring of answers outlives
            // a reset.
            bl_lut #(.INPUTS(4), .TABLE(64'hFAC0), .FABRIC(FABRIC)) table_na (
                .i({back_na[w], pass[w], used[w], FIRST != 0 ? token : na[w]}), .o(na[w]));
        end
    endgenerate

    // The domain is the source or the end of a way: where `drive` is not seen that is what a
    // request meets that comes now. As `meant` decides whether it is handed on, that it flickers
    // with a tie does not matter.
    generate
        if (SPLIT == 0) begin : g_used
            bl_lut #(.INPUTS(4), .TABLE(64'hFFFE), .FABRIC(FABRIC), .RACES(1)) table_used (
                .i({granted, own}), .o(used[0]));
            assign used[1] = used[0];
        end
    endgenerate

    // The falling token takes the request; until the rising one comes that has settled. Then `open`
    // takes it over.
    bl_latch #(.INVERT(FIRST != 0 ? 5'b00100 : 5'b00000), .FABRIC(FABRIC), .RACES(1)) latch_taken (
        .s_clear(rst), .s_set(1'b0), .s_load(s_token), .s_enable(token), .s_d(s_request),
        .m_o(taken));
    bl_latch #(.INVERT(FIRST != 0 ? 5'b00110 : 5'b00010), .FABRIC(FABRIC)) latch_open (
        .s_clear(rst), .s_set(1'b0), .s_load(s_token), .s_enable(token), .s_d(taken), .m_o(open));
    // both ways answered; the domain is notified until `open` falls
    bl_lut #(.INPUTS(4), .TABLE(64'hEEE0), .FABRIC(FABRIC), .RACES(1))
        table_answered (.i({s_right, s_right_na, s_left, s_left_na}), .o(answered));
    bl_lut #(.INPUTS(3), .TABLE(64'hE0), .FABRIC(FABRIC)) table_notified (
        .i({open, m_notified, answered}), .o(m_notified));
    // the domain is notified of what has been taken, and without a request no path is left; then
    // the token goes on when all answers have fallen
    bl_lut #(.INPUTS(4), .TABLE(64'hCC01), .FABRIC(FABRIC), .RACES(1)) table_done (
        .i({taken, own[1], m_notified, own[0]}), .o(done));
    wire here;
    generate
        if (FIRST != 0) begin : g_first
            // here a reset stops the token, and the falling one that is left goes round
            bl_lut #(.INPUTS(2), .TABLE(64'h1), .FABRIC(FABRIC)) table_here (
                .i({rst, s_token}), .o(here));
        end else begin : g_other
            assign here = s_token;
        end
    endgenerate
    bl_latch #(.INVERT(5'b10110), .FABRIC(FABRIC)) latch_token (
        .s_clear(here), .s_set(token), .s_load(s_right_na), .s_enable(s_left_na), .s_d(done),
        .m_o(token));

    assign m_token    = token;
    assign m_busy     = !done;
    assign m_own_cw   = own[0];
    assign m_own_ccw  = own[1];
    assign m_end_cw   = granted[0];
    assign m_end_ccw  = granted[1];
    assign m_pass_cw  = pass[0];
    assign m_pass_ccw = pass[1];
    assign m_right    = go[0];
    assign m_left     = go[1];
    assign m_left_na  = na[0];
    assign m_right_na = na[1];
endmodule
`default_nettype wire
