// SPDX-License-Identifier: ISC
`default_nettype none
// One connector of a hierarchical domain: joins the inner ring, under bl_larb, with one cell of the
// outer ring segmented bus.
// Contract: inside, streams by AXI4-Stream's rules. When an element's path ends here (s_held) the
// cell s_number is asked for; s_number, s_element and s_waits stay until m_left. Without a path
// m_refused tells, with m_left, that the element has to ask again. With a path the first beat
// carries s_element and s_waits; its acknowledge is the permission to send (m_flow), a refusal over
// s_refused is answered as one of the bus. m_left is 1 for a cycle when the packet has been
// acknowledged, or has been refused; m_open then rises when the cell is free. From outside: a first
// beat makes m_ask with m_element; with s_path it is acknowledged, and words go to m_*; a
// transfer that may not wait is refused after PATIENCE cycles without s_path, with m_withdraw.
// s_done is the end of the packet inside. Toward the bus as bl_rsb_connector: m_line = {strobe,
// last, data}, two-phase, all lines 0 between packets; m_refuse is a line back like m_ack.
// Everything from there passes bl_synchroniser, but data and last, which are stable when they are
// looked at. All m_* are registers but m_tvalid, s_tready. Cut: every path.
// Latency: 2 cycles and the bus to the first word. Throughput: one word a round trip.
module bl_larb_connector #(
    // bits of a cell's number, 1..4
    parameter NUMBER = 3,
    // bits of an element's number, 1..3
    parameter ELEMENT_W = 2,
    // bits of a word, ELEMENT_W + 1 or more
    parameter WIDTH = 32,
    // cycles, 1..1023
    parameter PATIENCE = 64
) (
    input  wire                 clk,
    input  wire                 rst,
    // outward: the arbiter, the inner ring
    input  wire                 s_held,
    input  wire [NUMBER-1:0]    s_number,
    input  wire [ELEMENT_W-1:0] s_element,
    input  wire                 s_waits,
    output wire                 m_open,
    output wire                 m_flow,
    output reg                  m_left,
    output reg                  m_refused,
    input  wire                 s_tvalid,
    output wire                 s_tready,
    input  wire [WIDTH-1:0]     s_tdata,
    input  wire                 s_tlast,
    // inward
    output wire                 m_ask,
    output reg  [ELEMENT_W-1:0] m_element,
    output reg                  m_withdraw,
    input  wire                 s_path,
    input  wire                 s_done,
    output wire                 m_tvalid,
    input  wire                 m_tready,
    output reg  [WIDTH-1:0]     m_tdata,
    output reg                  m_tlast,
    // arbiter cell
    output reg  [NUMBER-1:0]    m_number,
    output reg                  m_request,
    input  wire                 s_notified,
    input  wire                 s_busy,
    input  wire                 s_own,
    // data switch
    output reg  [WIDTH+1:0]     m_line,
    input  wire                 s_ack,
    input  wire                 s_refused,
    input  wire [WIDTH+1:0]     s_line,
    output reg                  m_ack,
    output reg                  m_refuse
);
    generate
        if (NUMBER < 1 || NUMBER > 4) begin : g_check_number
            bl_larb_connector_illegal_NUMBER illegal();
        end
        if (ELEMENT_W < 1 || ELEMENT_W > 3) begin : g_check_element_w
            bl_larb_connector_illegal_ELEMENT_W illegal();
        end
        if (WIDTH <= ELEMENT_W) begin : g_check_width
            bl_larb_connector_illegal_WIDTH illegal();
        end
        if (PATIENCE < 1 || PATIENCE > 1023) begin : g_check_patience
            bl_larb_connector_illegal_PATIENCE illegal();
        end
    endgenerate

    wire notified, busy, own, ack, refused, strobe;
    bl_synchroniser #(.WIDTH(6)) bring (
        .clk(clk), .s({s_notified, s_busy, s_own, s_ack, s_refused, s_line[WIDTH+1]}),
                                        .m({notified, busy, own, ack, refused, strobe}));

    // Outward. A request changes when the cell has been quiet for two looks.
    localparam [2:0] IDLE = 3'd0, REQUEST = 3'd1, ASKED = 3'd2, HEAD = 3'd3, FLOW = 3'd4,
        SENT = 3'd5, BACK = 3'd6, FALL = 3'd7;
    reg [2:0] state;
    // the last look; a word is on the line and its strobe follows; it was the last one
    reg       quiet, shown, over;
    wire      calm = quiet && !busy && notified == m_request;
    assign m_open   = state == IDLE;
    assign m_flow   = state == FLOW || state == SENT;
    assign s_tready = state == FLOW && !shown && ack == m_line[WIDTH+1];
    always @(posedge clk) begin
        m_left    <= 1'b0;
        m_refused <= 1'b0;
        quiet     <= !busy && notified == m_request;
        shown     <= 1'b0;
        if (shown) m_line[WIDTH+1] <= !m_line[WIDTH+1];
        case (state)
            IDLE: if (s_held) begin
                m_number <= s_number;
                over     <= 1'b0;
                state    <= REQUEST;
            end
            REQUEST: if (calm) begin
                m_request <= 1'b1;
                quiet  <= 1'b0;
                state  <= ASKED;
            end
            // own is looked at when notified has been 1 for a cycle
            ASKED: if (calm) begin
                m_line[WIDTH:0] <= {1'b0, {(WIDTH-ELEMENT_W-1){1'b0}}, s_waits, s_element};
                shown           <= own;
                m_refused       <= !own;
                m_left          <= !own;
                state           <= own ? HEAD : FALL;
            end
            HEAD: if (ack) state <= FLOW;
                else if (refused) begin
                    m_refused       <= 1'b1;
                    m_left          <= 1'b1;
                    m_line[WIDTH+1] <= 1'b0;
                    state           <= BACK;
                end
            FLOW: if (s_tvalid && s_tready) begin
                m_line[WIDTH:0] <= {s_tlast, s_tdata};
                shown           <= 1'b1;
                over            <= s_tlast;
                state           <= SENT;
            end
            SENT: if (!shown && ack == m_line[WIDTH+1]) begin
                m_left <= over;
                if (over) m_line[WIDTH+1] <= 1'b0;
                state <= over ? BACK : FLOW;
            end
            BACK: if (!ack && !refused) state <= FALL;
            FALL: if (m_request) begin
                if (calm) begin
                    m_request <= 1'b0;
                    quiet  <= 1'b0;
                end
            end else if (calm) state <= IDLE;
        endcase
        if (rst) begin
            state  <= IDLE;
            m_request <= 1'b0;
            m_line <= {(WIDTH+2){1'b0}};
            shown  <= 1'b0;
            quiet  <= 1'b0;
        end
    end

    // Inward.
    localparam [2:0] NONE = 3'd0, ASK = 3'd1, TAKE = 3'd2, GIVE = 3'd3, LAST = 3'd4, TURN = 3'd5;
    reg [2:0] phase;
    reg       waits, flushed;
    reg [9:0] patience;
    assign m_ask = phase == ASK && !m_withdraw;
    assign m_tvalid  = phase == GIVE;
    always @(posedge clk) begin
        m_withdraw <= 1'b0;
        case (phase)
            NONE: if (strobe) begin
                {waits, m_element} <= s_line[ELEMENT_W:0];
                patience           <= PATIENCE;
                phase              <= ASK;
            end
            ASK: begin
                patience <= patience - 1'b1;
                if (m_withdraw) begin
                    m_refuse <= 1'b1;
                    phase    <= TURN;
                end else if (s_path) begin
                    m_ack <= 1'b1;
                    phase <= TAKE;
                end else m_withdraw <= !waits && patience == 10'd0;
            end
            TAKE: if (strobe != m_ack) begin
                m_tdata <= s_line[WIDTH-1:0];
                m_tlast <= s_line[WIDTH];
                phase   <= GIVE;
            end
            GIVE: if (m_tready) begin
                m_ack   <= !m_ack;
                flushed <= 1'b0;
                phase   <= m_tlast ? LAST : TAKE;
            end
            LAST: begin
                if (m_ack && !strobe) m_ack <= 1'b0;
                if (s_done) flushed <= 1'b1;
                if (flushed && !m_ack && !s_path) phase <= NONE;
            end
            TURN: if (!strobe) begin
                m_refuse <= 1'b0;
                phase    <= NONE;
            end
            default: phase <= NONE;
        endcase
        if (rst) begin
            phase    <= NONE;
            m_ack    <= 1'b0;
            m_refuse <= 1'b0;
        end
    end

`ifdef FORMAL
    // The other end is this one's own inward half, behind a bus that takes any time for strobe,
    // acknowledge and refusal; the cell takes any time to answer, and grants or not; so does the
    // arbiter.
    // Rule 1: a word from inside comes out at the other end once, unchanged, in order, with its
    // `last`. Rule 2: the element that is asked for there is the one of here. Rule 3: the request
    // changes only when the cell is done with the one before, and with all lines 0. Rule 4: a
    // packet is over only when all its words are out. Rule 5: nothing flows without a path there;
    // no path there is left without its packet.
    (* anyseq *) wire f_bring, f_return, f_answer, f_free, f_grant, f_hold, f_accept, f_end, f_pick;
    reg               f_past = 1'b0, f_notified, f_busy, f_own, f_strobe, f_ack, f_refuse, f_track,
        f_offer, f_packet;
    reg               f_request, f_may, f_held, f_path, f_ended, f_waits;
    reg [ELEMENT_W-1:0] f_element;
    reg [NUMBER-1:0]  f_number;
    reg [WIDTH:0]     f_word, f_data;
    reg [1:0]         f_count, f_ahead;
    reg [2:0]         f_cycles = 3'd0;
    wire              f_in  = s_tvalid && s_tready;
    wire              f_out = m_tvalid && m_tready;
    always @(posedge clk) begin
        f_past <= 1'b1;
        if (f_cycles != 3'd4) f_cycles <= f_cycles + 1'b1;
        f_request <= m_request;
        f_may  <= f_notified == m_request && !f_busy && !m_line[WIDTH+1] && !m_ack && !m_refuse;
        if (f_answer && f_busy && f_notified != m_request) begin
            f_notified <= m_request;
            f_own  <= m_request && f_grant;
        end
        if (f_notified != m_request && !f_busy) f_busy <= f_free;
        if (f_notified == m_request && f_busy) f_busy <= f_free;
        if (f_bring) f_strobe <= f_own && m_line[WIDTH+1];
        if (f_return) begin
            f_ack    <= f_own && m_ack;
            f_refuse <= f_own && m_refuse;
        end
        f_held    <= m_left ? 1'b0 : s_held;
        f_element <= s_element;
        f_number  <= s_number;
        f_waits   <= s_waits;
        f_path    <= (s_path || (m_ask && f_accept)) && !s_done && !m_withdraw;
        f_ended   <= !s_done && (f_ended || (f_out && m_tlast));
        f_offer   <= s_tvalid && !s_tready;
        f_data    <= {s_tlast, s_tdata};
        f_packet  <= m_flow && (f_packet || (f_in && s_tlast));
        f_count   <= f_count + f_in - f_out;
        if (f_track && f_out) begin
            f_ahead <= f_ahead - 1'b1;
            if (f_ahead == 0) f_track <= 1'b0;
        end
        if (!f_track && f_pick && f_in) begin
            f_track <= 1'b1;
            f_word  <= {s_tlast, s_tdata};
            f_ahead <= f_count - f_out;
        end
        if (rst) begin
            {f_notified, f_busy, f_own, f_strobe, f_ack, f_refuse, f_track, f_held, f_path, f_ended,
             f_packet, f_offer} <= 12'd0;
            f_count <= 2'd0;
        end
    end
    always @* begin
        assume (rst == (f_cycles != 3'd4));
        assume (s_notified == f_notified && s_busy == f_busy && s_own == f_own);
        assume (s_ack == f_ack && s_refused == f_refuse && s_line == {f_strobe, m_line[WIDTH:0]});
        assume (s_path == f_path && (!s_done || f_ended));
        if (f_held)
            assume (s_held && s_element == f_element && s_number == f_number && s_waits == f_waits);
        else if (!m_open || !f_hold || rst) assume (!s_held);
        if (f_offer) assume (s_tvalid && {s_tlast, s_tdata} == f_data);
        if (!m_flow || f_packet) assume (!s_tvalid);
        if (f_past && !rst && f_cycles == 3'd4) begin
            if (m_request != f_request) assert (f_may);
            if (f_track) begin
                assert (f_ahead < f_count);
                if (f_ahead == 0 && m_tvalid) assert ({m_tlast, m_tdata} == f_word);
            end
            if (m_tvalid) assert (f_count != 0 && s_path);
            if (m_ask && f_held) assert (m_element == s_element);
            if (m_left) assert (f_count == 0);
            if (m_flow) assert (s_held);
        end
    end
`endif
endmodule
`default_nettype wire
