// SPDX-License-Identifier: ISC
`default_nettype none
// A clocked domain's side of its cell of the ring segmented bus: asks for paths, and sends and
// receives packets of words over them.
// Contract: streams by AXI4-Stream's rules, with s_tready from registers only. A packet goes to
// domain s_tdest, which is never the domain itself and the same in all its words; its path is asked
// for again until it is got, and kept until the last word is acknowledged, so once begun a packet
// should not wait for words. A word goes as BEATS = ceil(WIDTH / LINES) beats, low bits first. A
// beat is one two-phase handshake from end to end: data and `last` are there EARLY cycles before
// the strobe changes and stay until the acknowledge has followed it. A packet begins and ends with
// strobe and acknowledge 0: an odd one ends with a change more, which carries nothing. After a
// packet a second one to the same domain waits REST cycles, so that others who have been refused
// there come first; after a refusal it waits 1 to 31 cycles, so that domains that ask for one do
// not fall into a rhythm in which the same one always loses. Toward the bus: m_number, m_request,
// s_notified and s_busy as of bl_rarb_cell; s_path is its own & granted; the lines as of
// bl_rsb_switch. Any s_* of the bus may change at any time: all pass bl_synchroniser, but the data,
// which stand still when they are looked at. rst lasts four cycles or more. The token must leave
// within one cycle after s_busy has fallen. m_request, m_number, m_line and m_ack are registers.
// Cut: every path; m_tready reaches nothing but enables.
// Latency: two laps of the token, then 5 cycles for the first beat. Throughput: a beat in 8 to 10
// cycles, with the way there and back.
module bl_rsb_connector #(
    // bits of a domain's number: 1..4
    parameter NUMBER = 2,
    // bits of a word, in at most 4096 beats: 1..4096 * LINES
    parameter WIDTH = 64,
    // data lines: 1..512
    parameter LINES = 32,
    // cycles, best those of three laps of the token and 31 more, the longest pause of who was
    // refused; with much less one domain may keep all others out: 0..255
    parameter REST = 64,
    // cycles from the answer to a request to its end, at least; in them the token, which waits
    // until the ways that were not granted have been left, there and back, goes on: 0..255
    parameter SETTLE = 16,
    // cycles for which data and `last` are there before the strobe changes, 1 in one device: 1..15
    parameter EARLY = 1
) (
    input  wire              clk,
    input  wire              rst,
    // packets to other domains
    input  wire              s_tvalid,
    output wire              s_tready,
    input  wire [WIDTH-1:0]  s_tdata,
    input  wire [NUMBER-1:0] s_tdest,
    input  wire              s_tlast,
    // packets from other domains
    output wire              m_tvalid,
    input  wire              m_tready,
    output wire [WIDTH-1:0]  m_tdata,
    output wire              m_tlast,
    // arbiter cell
    output reg  [NUMBER-1:0] m_number,
    output reg               m_request,
    input  wire              s_notified,
    input  wire              s_busy,
    input  wire              s_path,
    // data switch
    output wire [LINES+1:0]  m_line,
    input  wire              s_ack,
    input  wire [LINES+1:0]  s_line,
    output reg               m_ack
);
    localparam BEATS  = (WIDTH + LINES - 1) / LINES;
    localparam PADDED = BEATS * LINES;
    localparam BEAT_W = (BEATS <= 2) ? 1 : (BEATS <= 4) ? 2 : (BEATS <= 8) ? 3 : (BEATS <= 16) ? 4
        : (BEATS <= 64) ? 6 : 12;

    generate
        if (NUMBER < 1 || NUMBER > 4) begin : g_check_number
            bl_rsb_connector_illegal_NUMBER illegal();
        end
        if (WIDTH < 1) begin : g_check_width
            bl_rsb_connector_illegal_WIDTH illegal();
        end
        if (LINES < 1 || LINES > 512) begin : g_check_lines
            bl_rsb_connector_illegal_LINES illegal();
        end
        if (BEATS > 4096) begin : g_check_beats
            bl_rsb_connector_illegal_BEATS illegal();
        end
        if (REST < 0 || REST > 255) begin : g_check_rest
            bl_rsb_connector_illegal_REST illegal();
        end
        if (SETTLE < 0 || SETTLE > 255) begin : g_check_settle
            bl_rsb_connector_illegal_SETTLE illegal();
        end
        if (EARLY < 1 || EARLY > 15) begin : g_check_early
            bl_rsb_connector_illegal_EARLY illegal();
        end
    endgenerate

    // Each of these is used so that it may be seen a cycle earlier or later than the others.
    wire notified, busy, path, ack, strobe;
    bl_synchroniser #(.WIDTH(5)) synchroniser (
        .clk(clk), .s({s_notified, s_busy, s_path, s_ack, s_line[LINES+1]}),
        .m({notified, busy, path, ack, strobe}));

    // ---- the request ----
    // The cell is done with the request when that has been so for two cycles: then nothing that
    // belongs to it is still on its way in here.
    localparam [2:0] IDLE = 3'd0, NUMBERED = 3'd1, ASKED = 3'd2, LOAD = 3'd3, SEND = 3'd4,
        WAIT = 3'd5, CLOSE = 3'd6, LEAVE = 3'd7;
    reg [2:0] state;
    reg       answered, rested;     // for a cycle already
    reg [7:0] pause;                // before the same domain is asked for again
    reg [7:0] settle;               // before the request may end
    reg [4:0] dice;                 // goes through all values but 0
    reg [3:0] early;                // cycles of the data so far
    wire      ready = {28'd0, early} == EARLY - 1;
    wire      answer = notified & m_request;
    wire      rest   = (notified == m_request) & ~busy;

    // ---- beats out ----
    reg               out_strobe, out_last, out_final;
    reg  [LINES-1:0]  out_data;
    reg  [BEAT_W-1:0] beat;
    wire [PADDED-1:0] padded;
    wire              final_beat = {{(32-BEAT_W){1'b0}}, beat} == BEATS - 1;
    wire              acked      = ack == out_strobe;
    generate
        if (PADDED > WIDTH) begin : g_pad
            assign padded = {{(PADDED-WIDTH){1'b0}}, s_tdata};
        end else begin : g_whole
            assign padded = s_tdata;
        end
    endgenerate
    reg [LINES-1:0] chosen;
    always @* begin : choose
        integer b;
        chosen = {LINES{1'b0}};
        for (b = 0; b < BEATS; b = b + 1)
            if ({{(32-BEAT_W){1'b0}}, beat} == b) chosen = padded[b*LINES +: LINES];
    end
    assign m_line   = {out_strobe, out_last, out_data};
    assign s_tready = (state == WAIT) & acked & out_final;

    always @(posedge clk) begin
        if (rst) begin
            state      <= IDLE;
            m_request     <= 1'b0;
            m_number   <= {NUMBER{1'b0}};
            answered   <= 1'b0;
            rested     <= 1'b0;
            pause      <= 8'd0;
            settle     <= 8'd0;
            dice       <= 5'd1;
            early      <= 4'd0;
            out_strobe <= 1'b0;
            out_last   <= 1'b0;
            out_final  <= 1'b0;
            out_data   <= {LINES{1'b0}};
            beat       <= {BEAT_W{1'b0}};
        end else begin
            answered <= answer;
            rested   <= rest;
            early    <= (state == SEND & ~ready) ? early + 1'b1 : 4'd0;
            dice     <= {dice[3:0], dice[4] ^ dice[2]};
            if (state == CLOSE) pause <= REST[7:0];
            else if (state == ASKED & answer & answered & ~path) pause <= {3'd0, dice};
            else if (pause != 8'd0) pause <= pause - 1'b1;
            if (state == ASKED) settle <= SETTLE[7:0];
            else if (settle != 8'd0) settle <= settle - 1'b1;
            case (state)
                IDLE: if (s_tvalid & rest & rested & (s_tdest != m_number | pause == 8'd0)) begin
                    m_number <= s_tdest;
                    state    <= NUMBERED;
                end
                NUMBERED: begin
                    m_request <= 1'b1;
                    state  <= ASKED;
                end
                ASKED: if (answer & answered) state <= path ? LOAD : LEAVE;
                LOAD: if (s_tvalid) begin
                    out_data  <= chosen;
                    out_last  <= s_tlast & final_beat;
                    out_final <= final_beat;
                    state     <= SEND;
                end
                SEND: if (ready) begin
                    out_strobe <= ~out_strobe;
                    beat       <= final_beat ? {BEAT_W{1'b0}} : beat + 1'b1;
                    state      <= WAIT;
                end
                WAIT: if (acked) begin
                    if (~out_final) begin
                        out_data  <= chosen;
                        out_last  <= s_tlast & final_beat;
                        out_final <= final_beat;
                    end
                    state <= ~out_final ? SEND : out_last ? CLOSE : LOAD;
                end
                CLOSE: begin
                    out_strobe <= 1'b0;
                    if (~out_strobe & ~ack) state <= LEAVE;
                end
                default: if (rest & rested & settle == 8'd0) begin      // LEAVE
                    m_request <= 1'b0;
                    if (~m_request) state <= IDLE;
                end
            endcase
        end
    end

    // ---- beats in ----
    reg               in_valid, in_last, closing;
    reg  [BEAT_W-1:0] in_beat;
    reg  [PADDED-1:0] in_data;
    wire              in_final = {{(32-BEAT_W){1'b0}}, in_beat} == BEATS - 1;
    wire              take     = (strobe != m_ack) & ~closing & (~in_valid | m_tready);
    generate
        if (BEATS > 1) begin : g_shift
            always @(posedge clk) if (take) in_data <= {s_line[LINES-1:0], in_data[PADDED-1:LINES]};
        end else begin : g_one
            always @(posedge clk) if (take) in_data <= s_line[LINES-1:0];
        end
    endgenerate
    assign m_tvalid = in_valid;
    assign m_tdata  = in_data[WIDTH-1:0];
    assign m_tlast  = in_last;

    always @(posedge clk) begin
        if (rst) begin
            in_valid <= 1'b0;
            in_last  <= 1'b0;
            closing  <= 1'b0;
            in_beat  <= {BEAT_W{1'b0}};
            m_ack    <= 1'b0;
        end else begin
            if (m_tready) in_valid <= 1'b0;
            if (take) begin
                in_valid <= in_final;
                in_last  <= s_line[LINES];
                in_beat  <= in_final ? {BEAT_W{1'b0}} : in_beat + 1'b1;
                closing  <= s_line[LINES] & strobe;
                m_ack    <= strobe;
            end
            if (closing & ~strobe) begin
                closing <= 1'b0;
                m_ack   <= 1'b0;
            end
        end
    end
    generate
        if (PADDED > WIDTH) begin : g_unused
            wire unused = &{1'b0, in_data[PADDED-1:WIDTH], 1'b0};
        end
    endgenerate

`ifdef FORMAL
    // The domain at the other end is this one's own receiving half, behind a bus that takes any
    // time for strobe and acknowledge; the cell takes any time to answer, and grants or refuses.
    // Rule 1: a word comes in exactly once before it is taken from s_*, unchanged, with its `last`.
    // Rule 2: the request changes only when the cell is done with the one before, and the number
    // only while there is no request. Rule 3: the strobe changes only on a path, and data and
    // `last` are stable from a cycle before it to the acknowledge. Rule 4: strobe and acknowledge
    // are 0 when the request changes. Rule 5: a word that is offered and not taken stays.
    (* anyseq *) wire f_bring, f_return, f_answer, f_free, f_grant;
    reg [2:0]          f_cycles = 3'd0;
    wire               f_reset = f_cycles[2];
    reg                f_strobe, f_ack, f_notified, f_busy, f_path, f_seen, f_new, f_held,
        f_request, f_out, f_asked;
    reg [NUMBER-1:0]   f_number;
    reg [LINES:0]      f_lines;
    reg [WIDTH:0]      f_offer, f_shown;
    always @(posedge clk) begin
        if (!f_reset) f_cycles <= f_cycles + 1'b1;
        f_request   <= m_request;
        f_number <= m_number;
        f_out    <= out_strobe;
        f_lines  <= {out_last, out_data};
        f_held   <= m_tvalid & ~m_tready;
        f_shown  <= {m_tlast, m_tdata};
        f_offer  <= {s_tlast, s_tdata};
        f_new    <= take & in_final;
        f_asked  <= s_tvalid & ~s_tready;
        // the bus
        f_strobe <= f_bring ? out_strobe : f_strobe;
        f_ack    <= f_return ? m_ack : f_ack;
        // the cell: busy from some time after the request until some time after the answer
        f_busy   <= (f_notified != m_request) ? (f_busy | f_answer) : (f_busy & ~f_free);
        if (f_busy & f_answer & (f_notified != m_request)) begin
            f_notified <= m_request;
            f_path <= m_request & f_grant;
        end
        if (f_new) f_seen <= 1'b1;
        if (s_tvalid & s_tready) f_seen <= 1'b0;
        if (rst)
            {f_strobe, f_ack, f_notified, f_busy, f_path, f_seen, f_new, f_held, f_request, f_out,
             f_asked} <= 11'd0;
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) assume (!rst);
        assume (s_notified == f_notified);
        assume (s_busy == f_busy);
        assume (s_path == f_path);
        assume (s_ack == f_ack);
        assume (s_line == {f_strobe, out_last, out_data});
        if (f_reset && f_asked) assume (s_tvalid && {s_tlast, s_tdata} == f_offer);
        if (f_reset) begin
            if (f_new) assert (!f_seen && m_tvalid && {m_tlast, m_tdata} == f_offer);
            if (s_tvalid & s_tready) assert (f_seen);
            if (f_request != m_request)
                assert (f_notified == f_request && !f_busy && !out_strobe && !f_strobe && !m_ack
                        && !f_ack);
            if (m_request && f_request) assert (m_number == f_number);
            if (out_strobe != f_out)
                assert (f_path && f_notified && m_request && f_lines == {out_last, out_data});
            if (out_strobe != f_ack) assert (f_lines == {out_last, out_data});
            if (f_held) assert (m_tvalid && {m_tlast, m_tdata} == f_shown);
        end
    end
`endif
endmodule
`default_nettype wire
