// SPDX-License-Identifier: ISC
`default_nettype none
// What one FPGA has of a ring segmented bus whose cells lie in FPGAs of their own: the arbiter
// cell, what stops its token, its part of the number lines, the data switch, and with SERIAL the
// two ends of the serial lines.
// Contract: *_left joins the *_right of the FPGA behind, *_right the *_left of that ahead, each s_
// an m_. cell_rst is the arbiter's reset, of no clock; clk and rst are the domain's. s_request to
// m_path as of bl_rarb_cell, where m_path is own & granted; s_line, m_ack, m_line and s_ack as of
// bl_rsb_connector. The number lines are a chain each way from the holder of the token, which
// begins and ends between the last domain and the first, so they are no loop: there s_left_number
// of domain 0 and s_right_number of the last are 0. A cell sees what comes from either side.
// Bundled: a number has come over the chain to every cell, and has been compared there, before a
// request of the token's holder comes; the DELAY tables of its bl_rsb_stop see to that. m_fault, in
// the clock clk, is that of bl_rsb_serial_in, else 0. m_probe is for a logic analyser: from bit 0
// request, notified, busy, own_cw, own_ccw, end_cw, end_ccw, pass_cw, pass_ccw.
// Cut: every path.
// Latency: no clock but with SERIAL, where a path takes the frames of bl_rsb_serial_out.
// Throughput: as the domains do. Size: a cell, DELAY tables, 3 a bit of the number. The chains and
// the switch pass through the FPGA, the cell has its mutual exclusion:
// verilator lint_off UNOPTFLAT
module bl_rsb_board #(
    // bits of a domain's number: 2..4
    parameter NUMBER = 2,
    // number of this domain: 0..2**NUMBER-1
    parameter DOMAIN = 0,
    // of bl_rsb_stop: 1..1023
    parameter DELAY = 8,
    // data lines of the connector: 1..512
    parameter LINES = 32,
    // 1: between FPGAs goes {clock or acknowledge, serial}; 0: {strobe or acknowledge, last, data};
    // 0..1
    parameter SERIAL = 0,
    // cycles of a serial bit, even: 2..16
    parameter BITS = 4,
    // as of bl_lut, 0..3
    parameter FABRIC = 0,
    // derived, leave alone: lines of a segment each way
    parameter LINE_W = SERIAL != 0 ? 2 : LINES + 2
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              cell_rst,
    // connector
    input  wire [NUMBER-1:0] s_number,
    input  wire              s_request,
    output wire              m_notified,
    output wire              m_busy,
    output wire              m_path,
    input  wire [LINES+1:0]  s_line,
    output wire              m_ack,
    output wire [LINES+1:0]  m_line,
    input  wire              s_ack,
    // the FPGA behind
    input  wire              s_left,
    input  wire              s_left_na,
    input  wire              s_left_token,
    input  wire [NUMBER-1:0] s_left_number,
    input  wire [LINE_W-1:0] s_left_line,
    output wire              m_left,
    output wire              m_left_na,
    output wire [NUMBER-1:0] m_left_number,
    output wire [LINE_W-1:0] m_left_line,
    // the FPGA ahead
    input  wire              s_right,
    input  wire              s_right_na,
    input  wire [NUMBER-1:0] s_right_number,
    input  wire [LINE_W-1:0] s_right_line,
    output wire              m_right,
    output wire              m_right_na,
    output wire              m_right_token,
    output wire [NUMBER-1:0] m_right_number,
    output wire [LINE_W-1:0] m_right_line,
    // beside them
    output wire              m_fault,
    output wire [8:0]        m_probe
);
    generate
        if (NUMBER < 2 || NUMBER > 4) begin : g_check_number
            bl_rsb_board_illegal_NUMBER illegal();
        end
        if (DOMAIN < 0 || DOMAIN >= (1 << NUMBER)) begin : g_check_domain
            bl_rsb_board_illegal_DOMAIN illegal();
        end
        if (DELAY < 1 || DELAY > 1023) begin : g_check_delay
            bl_rsb_board_illegal_DELAY illegal();
        end
        if (LINES < 1 || LINES > 512) begin : g_check_lines
            bl_rsb_board_illegal_LINES illegal();
        end
        if (SERIAL < 0 || SERIAL > 1) begin : g_check_serial
            bl_rsb_board_illegal_SERIAL illegal();
        end
    endgenerate

    // ---- the token, later than the number ----
    wire token, stops;
    bl_rsb_stop #(.DELAY(DELAY), .FIRST(DOMAIN == 0 ? 1 : 0), .FABRIC(FABRIC)) stop (
        .s_token(s_left_token), .s_busy(m_busy), .m_stops(stops), .m_token(token));

    // ---- the number ----
    // Shown from where the token is stopped until it leaves. In the first cell 0 stops.
    wire [NUMBER-1:0] number;
    genvar b;
    generate
        for (b = 0; b < NUMBER; b = b + 1) begin : g_bit
            bl_lut #(.INPUTS(4), .TABLE(DOMAIN == 0 ? 64'hFF02 : 64'hFF20), .FABRIC(FABRIC),
                     .RACES(1)) to_right (
                .i({s_left_number[b], stops, m_right_token, s_number[b]}),
                .o(m_right_number[b]));
            bl_lut #(.INPUTS(4), .TABLE(DOMAIN == 0 ? 64'hFF02 : 64'hFF20), .FABRIC(FABRIC),
                     .RACES(1)) to_left (
                .i({s_right_number[b], stops, m_right_token, s_number[b]}),
                .o(m_left_number[b]));
            bl_lut #(.INPUTS(2), .TABLE(64'hE), .FABRIC(FABRIC), .RACES(1)) seen (
                .i({s_right_number[b], m_right_number[b]}), .o(number[b]));
        end
    endgenerate

    // ---- the cell ----
    wire own_cw, own_ccw, end_cw, end_ccw, pass_cw, pass_ccw;
    bl_rarb_cell #(.NUMBER(NUMBER), .DOMAIN(DOMAIN), .NEAR(0), .FIRST(DOMAIN == 0 ? 1 : 0),
                   .FABRIC(FABRIC), .JOINED(0)) rarb (
        .rst(cell_rst), .s_request(s_request), .m_notified(m_notified), .m_busy(m_busy),
        .m_own_cw(own_cw), .m_own_ccw(own_ccw), .m_end_cw(end_cw), .m_end_ccw(end_ccw),
        .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw),
        .s_number(number), .s_near(4'd0),
        .s_left(s_left), .s_left_na(s_left_na), .s_token(token),
        .m_left(m_left), .m_left_na(m_left_na),
        .s_right(s_right), .s_right_na(s_right_na),
        .m_right(m_right), .m_right_na(m_right_na), .m_token(m_right_token)
    );
    assign m_path  = (own_cw & s_right) | (own_ccw & s_left);
    assign m_probe = {pass_ccw, pass_cw, end_ccw, end_cw, own_ccw, own_cw, m_busy, m_notified,
                      s_request};

    // ---- the data ----
    wire [LINE_W-1:0] line_out, line_in;
    bl_rsb_switch #(.LINES(LINE_W - 2)) data (
        .own_cw(own_cw), .own_ccw(own_ccw), .end_cw(end_cw), .end_ccw(end_ccw),
        .pass_cw(pass_cw), .pass_ccw(pass_ccw),
        .s_line(line_out), .m_ack(m_ack), .m_line(line_in), .s_ack(s_ack),
        .s_left(s_left_line), .m_left(m_left_line),
        .s_right(s_right_line), .m_right(m_right_line)
    );
    generate
        if (SERIAL != 0) begin : g_serial
            bl_rsb_serial_out #(.LINES(LINES), .BITS(BITS)) sender (
                .clk(clk), .rst(rst), .s_line(s_line), .s_path(m_path), .m_line(line_out));
            bl_rsb_serial_in #(.LINES(LINES)) receiver (
                .clk(clk), .rst(rst), .s_end(end_cw | end_ccw), .s_line(line_in), .m_line(m_line),
                .m_fault(m_fault));
        end else begin : g_parallel
            wire unused = &{1'b0, clk, rst};
            assign line_out = s_line;
            assign m_line   = line_in;
            assign m_fault  = 1'b0;
        end
    endgenerate
endmodule
`default_nettype wire
