// SPDX-License-Identifier: ISC
`default_nettype none
// The data path of the ring segmented bus inside a domain: a register in every segment, moved on
// along the paths that bl_larb has built.
// Contract: streams by AXI4-Stream's rules, one a stop each way. s_path, s_ccw, s_segments and
// s_end are those of bl_larb. A packet begins when s_path and s_flow have risen; s_flow stays then.
// Its words go to the stop at the path's end; the path moves as a whole, when that stop takes a
// word or has none. m_done[k] is 1 in the cycle in which the last word of the path of stop k is
// taken; from then on nothing is taken from stop k until s_path[k] has fallen. A path that never
// had s_flow carried nothing and may be left at any time.
// Cut: the data. m_tready of an end reaches s_tready of the path's begin, and s_tready waits for no
// s_tvalid.
// Latency: a cycle a hop. Throughput: one word a cycle on each path.
module bl_rsb_inner #(
    // stops on the inner ring, 3..10
    parameter STOPS = 6,
    // bits of a word, 1 or more
    parameter WIDTH = 32
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [STOPS-1:0]       s_path,
    input  wire [STOPS-1:0]       s_ccw,
    input  wire [STOPS*STOPS-1:0] s_segments,
    input  wire [STOPS*STOPS-1:0] s_end,
    input  wire [STOPS-1:0]       s_flow,
    output reg  [STOPS-1:0]       m_done,
    input  wire [STOPS-1:0]       s_tvalid,
    output wire [STOPS-1:0]       s_tready,
    input  wire [STOPS*WIDTH-1:0] s_tdata,
    input  wire [STOPS-1:0]       s_tlast,
    output wire [STOPS-1:0]       m_tvalid,
    input  wire [STOPS-1:0]       m_tready,
    output wire [STOPS*WIDTH-1:0] m_tdata,
    output wire [STOPS-1:0]       m_tlast
);
    generate
        if (STOPS < 3 || STOPS > 10) begin : g_check_stops
            bl_rsb_inner_illegal_STOPS illegal();
        end
        if (WIDTH < 1) begin : g_check_width
            bl_rsb_inner_illegal_WIDTH illegal();
        end
    endgenerate

    // Of every segment: a word with its last and valid bits, whether it moves, and which way.
    localparam W = WIDTH + 2;
    reg  [STOPS*W-1:0] held;
    reg  [STOPS-1:0]   sent;                       // the last word of this path has been taken
    reg  [STOPS-1:0]   moves, ccw, goes;           // per segment, per segment, per stop
    reg  [STOPS-1:0]   ends_cw, ends_ccw;          // a path from that way ends at this stop
    wire [STOPS-1:0]   taken = s_tvalid & s_tready;
    wire [STOPS-1:0]   idle  = ~m_tvalid | m_tready;

    always @* begin : paths
        integer k;
        moves    = {STOPS{1'b0}};
        ccw      = {STOPS{1'b0}};
        ends_cw  = {STOPS{1'b0}};
        ends_ccw = {STOPS{1'b0}};
        goes     = {STOPS{1'b0}};
        m_done   = {STOPS{1'b0}};
        for (k = 0; k < STOPS; k = k + 1) if (s_path[k]) begin
            goes[k]   = |(s_end[k*STOPS +: STOPS] & idle);
            m_done[k] = |(s_end[k*STOPS +: STOPS] & m_tvalid & m_tready & m_tlast);
            moves     = moves | (s_segments[k*STOPS +: STOPS] & {STOPS{goes[k]}});
            if (s_ccw[k]) begin
                ccw      = ccw | s_segments[k*STOPS +: STOPS];
                ends_ccw = ends_ccw | s_end[k*STOPS +: STOPS];
            end else ends_cw = ends_cw | s_end[k*STOPS +: STOPS];
        end
    end
    assign s_tready = goes & s_flow & ~sent;

    genvar i;
    generate
        for (i = 0; i < STOPS; i = i + 1) begin : g_stop
            localparam BEHIND = (i + STOPS - 1) % STOPS;
            localparam AHEAD  = (i + 1) % STOPS;
            // segment i, between stops i and i + 1
            wire [W-1:0] from_left  = (s_path[i] && !s_ccw[i])
                    ? {taken[i], s_tlast[i], s_tdata[i*WIDTH +: WIDTH]}
                : held[BEHIND*W +: W];
            wire [W-1:0] from_right = (s_path[AHEAD] && s_ccw[AHEAD])
                    ? {taken[AHEAD], s_tlast[AHEAD], s_tdata[AHEAD*WIDTH +: WIDTH]}
                : held[AHEAD*W +: W];
            always @(posedge clk) begin
                if (moves[i]) held[i*W +: W] <= ccw[i] ? from_right : from_left;
                if (rst) held[i*W+W-1] <= 1'b0;
                sent[i] <= !rst && s_path[i] && (sent[i] || (taken[i] && s_tlast[i]));
            end
            wire [W-1:0] word = ends_cw[i] ? held[BEHIND*W +: W] : held[i*W +: W];
            assign m_tvalid[i] = (ends_cw[i] || ends_ccw[i]) && word[W-1];
            assign m_tlast[i]  = word[W-2];
            assign m_tdata[i*WIDTH +: WIDTH] = word[WIDTH-1:0];
        end
    endgenerate

`ifdef FORMAL
    // Paths that bl_larb could give, which stay until their packet is done or before it has begun,
    // and any elements.
    // Rule 1: a word taken from a stop comes out at the end of its path, unchanged, with its
    // `last`, behind those that were taken before it. Rule 2: m_done comes with the last word and
    // with nothing behind it. Rule 3: a word that is offered and not taken stays.
    (* anyconst *) reg [3:0] f_who;
    (* anyseq *) wire      f_pick;
    reg                    f_past = 1'b0, f_track, f_held;
    reg  [3:0]             f_count, f_ahead;
    reg  [WIDTH:0]         f_word, f_value, f_shown;
    reg                    f_in, f_out, f_valid;
    reg  [STOPS-1:0]       f_path, f_ccw, f_flow, f_done, f_run, f_offer, f_refuse, f_lasts;
    reg  [STOPS*STOPS-1:0] f_segments, f_end;
    reg  [STOPS*WIDTH-1:0] f_data;
    reg                    f_on;
    // what the tracked stop gives, and what comes out at the end of its path
    always @* begin : f_one
        integer f_i, f_j;
        f_in    = 1'b0;
        f_out   = 1'b0;
        f_valid = 1'b0;
        f_value = 0;
        f_shown = 0;
        for (f_i = 0; f_i < STOPS; f_i = f_i + 1) if (f_who == f_i) begin
            f_in    = taken[f_i];
            f_value = {s_tlast[f_i], s_tdata[f_i*WIDTH +: WIDTH]};
            for (f_j = 0; f_j < STOPS; f_j = f_j + 1)
            if (s_path[f_i] && s_end[f_i*STOPS + f_j]) begin
                f_valid = m_tvalid[f_j];
                f_out   = m_tvalid[f_j] && m_tready[f_j];
                f_shown = {m_tlast[f_j], m_tdata[f_j*WIDTH +: WIDTH]};
            end
        end
    end
    always @(posedge clk) begin
        f_past     <= 1'b1;
        f_path     <= s_path;
        f_ccw      <= s_ccw;
        f_segments <= s_segments;
        f_end      <= s_end;
        f_flow     <= s_flow;
        f_done     <= m_done;
        f_offer    <= s_tvalid & ~s_tready;
        f_lasts    <= s_tlast;
        f_data     <= s_tdata;
        f_held     <= f_valid && !f_out;
        if (rst) begin
            f_count <= 0;
            f_track <= 1'b0;
            f_held  <= 1'b0;
        end else begin
            f_count <= f_count + f_in - f_out;
            if (f_track && f_out) begin
                f_ahead <= f_ahead - 1'b1;
                if (f_ahead == 0) f_track <= 1'b0;
            end
            if (!f_track && f_pick && f_in) begin
                f_track <= 1'b1;
                f_word  <= f_value;
                f_ahead <= f_count - f_out;
            end
        end
    end
    always @* begin : f_two
        integer f_i, f_j;
        assume (f_who < STOPS);
        if (!f_past) assume (rst);
        else assume (!rst);
        for (f_i = 0; f_i < STOPS; f_i = f_i + 1) begin
            if (!f_past) assume (!s_path[f_i]);
            if (f_past && f_offer[f_i]) begin
                assume (s_tvalid[f_i] && s_tlast[f_i] == f_lasts[f_i]);
                assume (s_tdata[f_i*WIDTH +: WIDTH] == f_data[f_i*WIDTH +: WIDTH]);
            end
            if (f_past && f_path[f_i]) begin
                if (f_done[f_i]) assume (!s_path[f_i]);
                else if (f_flow[f_i]) assume (s_path[f_i] && s_flow[f_i]);
                if (s_path[f_i]) begin
                    assume (s_ccw[f_i] == f_ccw[f_i]
                            && s_end[f_i*STOPS +: STOPS] == f_end[f_i*STOPS +: STOPS]);
                    assume (s_segments[f_i*STOPS +: STOPS] == f_segments[f_i*STOPS +: STOPS]);
                end
            end
            if (s_path[f_i]) begin
                // one end, elsewhere, and the segments clockwise up to it, or all others
                assume (s_end[f_i*STOPS +: STOPS] != 0 && !s_end[f_i*STOPS + f_i]);
                assume ((s_end[f_i*STOPS +: STOPS] & (s_end[f_i*STOPS +: STOPS] - 1'b1)) == 0);
                f_run = 0;
                f_on  = 1'b1;
                for (f_j = 0; f_j < STOPS; f_j = f_j + 1) begin
                    if (s_end[f_i*STOPS + (f_i + f_j) % STOPS]) f_on = 1'b0;
                    f_run[(f_i + f_j) % STOPS] = f_on;
                end
                assume (s_segments[f_i*STOPS +: STOPS] == (s_ccw[f_i] ? ~f_run : f_run));
                for (f_j = 0; f_j < STOPS; f_j = f_j + 1) if (f_j != f_i && s_path[f_j]) begin
                    assume ((s_segments[f_i*STOPS +: STOPS] & s_segments[f_j*STOPS +: STOPS]) == 0);
                    assume ((s_end[f_i*STOPS +: STOPS] & s_end[f_j*STOPS +: STOPS]) == 0);
                end
            end else assume (!s_flow[f_i]);
        end
        if (f_past) begin
            if (f_valid) assert (f_count != 0);
            if (f_track) begin
                assert (f_ahead < f_count);
                if (f_ahead == 0 && f_valid) assert (f_shown == f_word);
            end
            if (f_held) assert (f_valid);
            if (f_count == 0) assert (!f_valid);
            for (f_i = 0; f_i < STOPS; f_i = f_i + 1) if (f_who == f_i) begin
                if (!s_path[f_i]) assert (f_count == 0);
                if (m_done[f_i]) assert (f_count == 1 && f_out && f_shown[WIDTH] && !f_in);
                if (f_out && f_shown[WIDTH]) assert (m_done[f_i]);
            end
        end
    end
`endif
endmodule
`default_nettype wire
