// SPDX-License-Identifier: ISC
`default_nettype none
// The centralised global arbiter of the ring segmented bus: the state of all segments in one place,
// requests one at a time.
// Contract: domains as of bl_rarb_ring, which it can replace; m_grant_* is m_own_*. Of the free
// ways to a free domain the shorter one is taken, clockwise when both are equally long, else none.
// m_busy is 1 from the grant to the end of an operation. A released path vanishes segment by
// segment from its source. While rst is 1 s_request is 0. Every path is cut.
// Delays: (1) in DELAY tables the number of the granted domain is chosen (two or three tables),
// decoded (two), a wave has gone round from it over the free segments (a table a hop), and the way
// is known (four); (2) a released path has vanished (two tables a hop) and the wave has gone (one)
// by the time that the delay has fallen and the next grant is there; (3) flip-flops are clocked two
// tables after their inputs have settled; (4) a segment that becomes used holds it before the wave
// leaves it (fork to one cell).
// Latency: the tree, DELAY + 15 tables to m_notified. Throughput: one operation in 2 * DELAY + 40
// tables or so.
module bl_garb #(
    // number of domains, 3..16
    parameter DOMAINS = 4,
    // bits of a domain's number: enough for DOMAINS, 2..4
    parameter NUMBER = 2,
    // tables of one input between a grant and the choice of its way: those of (1), DOMAINS + 9, or
    // more, up to 99
    parameter DELAY = 2 * DOMAINS + 10,
    // as of bl_lut, 0..3
    parameter FABRIC = 0
) (
    input  wire                      rst,
    input  wire [DOMAINS-1:0]        s_request,
    input  wire [DOMAINS*NUMBER-1:0] s_number,
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
            bl_garb_illegal_DOMAINS illegal();
        end
        if (NUMBER < 2 || NUMBER > 4 || (1 << NUMBER) < DOMAINS) begin : g_check_number
            bl_garb_illegal_NUMBER illegal();
        end
        if (DELAY < DOMAINS + 9 || DELAY > 99) begin : g_check_delay
            bl_garb_illegal_DELAY illegal();
        end
    endgenerate

    // The grant starts a delay; at its end come in turn: the choice, the domains on the way, the
    // path's own domain, the answer.
    localparam CHOOSE = DELAY, BUILD = DELAY + 3, OWN = DELAY + 6, ANSWER = DELAY + 10;
    wire [ANSWER:0]    late;
    wire [DOMAINS-1:0] grant;
    genvar k, t;
    generate
        for (t = 0; t < ANSWER; t = t + 1) begin : g_delay
            bl_lut #(.INPUTS(1), .TABLE(64'h2), .FABRIC(FABRIC)) delay (.i(late[t]), .o(late[t+1]));
        end
    endgenerate
    bl_garb_tree #(.DOMAINS(DOMAINS), .FABRIC(FABRIC)) tree (
        .s_request(s_request), .s_notified(m_notified), .s_late(late[ANSWER]), .m_start(late[0]),
        .m_grant(grant));
    assign m_busy = grant;

    // The granted domain's number, when it builds; whether its target is nearer counter-clockwise.
    wire [DOMAINS-1:0] build_n, nearer;
    wire               nearer_ccw = |nearer;
    reg  [NUMBER-1:0]  number;
    always @* begin : choose
        integer d;
        number = {NUMBER{1'b0}};
        for (d = 0; d < DOMAINS; d = d + 1)
            number = number | (s_number[d*NUMBER +: NUMBER] & {NUMBER{!build_n[d]}});
    end

    // The numbers that are nearer to `domain` counter-clockwise.
    function [15:0] nearer_table(input integer domain);
        integer n;
        begin
            nearer_table = 16'd0;
            for (n = 0; n < DOMAINS; n = n + 1)
                nearer_table[n] = 2 * ((n + DOMAINS - domain) % DOMAINS) > DOMAINS;
        end
    endfunction

    // A wave runs both ways from the domain that builds: over wave_*[k] it leaves domain k. It ends
    // at the target when that is free, else at the segments that are used.
    wire [DOMAINS-1:0] wave_cw, wave_ccw, used, target, reached_cw, reached_ccw, clear;
    wire [DOMAINS-1:0] passes_cw, passes_ccw;
    generate
        for (k = 0; k < DOMAINS; k = k + 1) begin : g_domain
            localparam BEHIND = (k + DOMAINS - 1) % DOMAINS;
            localparam AHEAD  = (k + 1) % DOMAINS;
            localparam [15:0] NEARER = nearer_table(k);
            assign nearer[k] = !build_n[k] && NEARER[{{(4-NUMBER){1'b0}}, number}];
            bl_lut #(.INPUTS(2), .TABLE(64'h7), .FABRIC(FABRIC)) table_build (
                .i({grant[k], s_request[k]}), .o(build_n[k]));
            assign target[k] = number == k && !m_end_cw[k] && !m_end_ccw[k];
            // segment k, between k and k + 1
            bl_lut #(.INPUTS(4), .TABLE(64'hFFFE), .FABRIC(FABRIC), .RACES(1)) table_used (
                .i({m_own_cw[k], passes_cw[k], m_own_ccw[AHEAD], passes_ccw[AHEAD]}), .o(used[k]));
            bl_lut #(.INPUTS(4), .TABLE(64'h0455), .FABRIC(FABRIC), .RACES(1))
                table_cw (.i({build_n[k], target[k], wave_cw[BEHIND], used[k]}), .o(wave_cw[k]));
            bl_lut #(.INPUTS(4), .TABLE(64'h0455), .FABRIC(FABRIC), .RACES(1)) table_ccw (
                .i({build_n[k], target[k], wave_ccw[AHEAD], used[BEHIND]}), .o(wave_ccw[k]));
            assign reached_cw[k]  = wave_cw[BEHIND] && target[k];
            assign reached_ccw[k] = wave_ccw[AHEAD] && target[k];
            bl_lut #(.INPUTS(4), .TABLE(64'hFF01), .FABRIC(FABRIC), .RACES(1))
                table_clear (.i({rst, used[k], wave_cw[k], wave_ccw[AHEAD]}), .o(clear[k]));
            bl_lut #(.INPUTS(3), .TABLE(64'h0E), .FABRIC(FABRIC), .RACES(1))
                end_cw (.i({passes_cw[k], m_own_cw[BEHIND], passes_cw[BEHIND]}), .o(m_end_cw[k]));
            bl_lut #(.INPUTS(3), .TABLE(64'h0E), .FABRIC(FABRIC), .RACES(1)) end_ccw (
                .i({passes_ccw[k], m_own_ccw[AHEAD], passes_ccw[AHEAD]}), .o(m_end_ccw[k]));
        end
    endgenerate

    // The choice stays when the wave goes.
    reg  way_cw, way_ccw;
    wire build_cw, build_ccw;
    always @(posedge late[CHOOSE] or posedge rst)
        if (rst) {way_cw, way_ccw} <= 2'b00;
        else begin
            way_cw  <= |reached_cw && !(nearer_ccw && |reached_ccw);
            way_ccw <= |reached_ccw && (nearer_ccw || !(|reached_cw));
        end
    bl_lut #(.INPUTS(2), .TABLE(64'h8), .FABRIC(FABRIC)) table_build_cw (
        .i({late[BUILD], way_cw}), .o(build_cw));
    bl_lut #(.INPUTS(2), .TABLE(64'h8), .FABRIC(FABRIC)) table_build_ccw (
        .i({late[BUILD], way_ccw}), .o(build_ccw));

    generate
        for (k = 0; k < DOMAINS; k = k + 1) begin : g_state
            localparam BEHIND = (k + DOMAINS - 1) % DOMAINS;
            reg notified, own_cw, own_ccw, pass_cw, pass_ccw;
            always @(posedge late[OWN] or posedge rst)
                if (rst) {own_cw, own_ccw} <= 2'b00;
                else if (grant[k]) {own_cw, own_ccw} <= {way_cw, way_ccw};
            // a domain hands on what the wave brought to it; not the one that it started at
            always @(posedge build_cw or posedge clear[BEHIND])
                if (clear[BEHIND]) pass_cw <= 1'b0;
                else if (wave_cw[k]) pass_cw <= build_n[k];
            always @(posedge build_ccw or posedge clear[k])
                if (clear[k]) pass_ccw <= 1'b0;
                else if (wave_ccw[k]) pass_ccw <= build_n[k];
            always @(posedge late[ANSWER] or posedge rst)
                if (rst) notified <= 1'b0;
                else if (grant[k]) notified <= s_request[k];
            assign m_notified[k] = notified;
            assign m_own_cw[k]   = own_cw;
            assign m_own_ccw[k]  = own_ccw;
            assign passes_cw[k]  = pass_cw;
            assign passes_ccw[k] = pass_ccw;
            // data one way, its acknowledge the other way
            bl_lut #(.INPUTS(2), .TABLE(64'hE), .FABRIC(FABRIC), .RACES(1)) table_pass (
                .i({pass_cw, pass_ccw}), .o(m_pass_cw[k]));
            assign m_pass_ccw[k] = m_pass_cw[k];
        end
    endgenerate
    assign m_grant_cw  = m_own_cw;
    assign m_grant_ccw = m_own_ccw;
endmodule
`default_nettype wire
