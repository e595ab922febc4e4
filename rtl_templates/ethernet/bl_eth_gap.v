// SPDX-License-Identifier: ISC
`default_nettype none
// Puts zeros in place of what is missing of a channel whose frames may be lost.
// Contract: words of 1 to 8 units of 32 bits, from lane 0 up. s_axis_tfirst marks a frame's first
// word; s_axis_ttag stands with all of its words: {origin[11:0], join[7:0], at[23:0]}, `at` units
// of this joining before the frame, modulo 2^24. A frame of another origin, or of a later joining,
// begins at unit 0. Each unit leaves once, in order; what is missing before a frame is zeros, and a
// frame of which the units have left, or of an earlier joining, is dropped whole.
// `begins`: a move that receives `length` units begins behind those before it, of which at most 8
// wait. Nothing for SILENCE cycles since it was its turn, or since its last word: its rest is
// missing. Zeros leave only for a move, never in one word for two, or to be thrown away with
// `empties`. `missed`: some of them were taken. `lost` counts them, modulo 2^32.
// With `logs` each gap is offered at log_*, the first of its units modulo 2^32 and how many, and
// its zeros wait until it is taken.
// Cut: m_axis_* but tready, missed, lost and log_* are registers; m_axis_tready and the tag reach
// s_axis_tready.
// Latency: 1 cycle; a gap takes 2 more. Throughput: a word a cycle.
module bl_eth_gap #(
    // cycles of silence: 16..1000000000
    parameter SILENCE = 200000
) (
    input  wire         clk,
    input  wire         rst,
    // moves
    input  wire         begins,
    input  wire [31:0]  length,
    input  wire         empties,
    output reg          missed,
    output reg  [31:0]  lost,
    // words
    input  wire         s_axis_tvalid,
    output wire         s_axis_tready,
    input  wire [255:0] s_axis_tdata,
    input  wire [7:0]   s_axis_tkeep,
    input  wire         s_axis_tfirst,
    input  wire [43:0]  s_axis_ttag,
    output reg          m_axis_tvalid,
    input  wire         m_axis_tready,
    output reg  [255:0] m_axis_tdata,
    output reg  [7:0]   m_axis_tkeep,
    // gaps
    input  wire         logs,
    output reg          log_tvalid,
    input  wire         log_tready,
    output reg  [31:0]  log_at,
    output reg  [31:0]  log_count
);
    localparam [31:0] LAST = SILENCE - 1;

    generate
        if (SILENCE < 16 || SILENCE > 1000000000) begin : g_check_silence
            bl_eth_gap_illegal_SILENCE illegal();
        end
    endgenerate

    reg  [3:0] count;                            // units of the word
    integer    i, lane;
    always @* begin
        count = 4'd1;
        for (i = 1; i < 8; i = i + 1) if (s_axis_tkeep[i]) count = i[3:0] + 4'd1;
    end

    // ---- moves: what the one whose turn it is still takes, below 0 what the next one has had ----
    reg  [32:0] left;
    wire        owed = ~left[32] & (|left);
    wire        move_valid, unused_ready;
    wire        turn = move_valid & ~owed;
    wire [31:0] move_length;
    bl_fifo #(.WIDTH(32), .LOG_DEPTH(4)) moves (
        .clk(clk), .rst(rst), .s_tvalid(begins), .s_tready(unused_ready), .s_tdata(length),
        .m_tvalid(move_valid), .m_tready(turn), .m_tdata(move_length));

    // ---- where the frame stands: in place, behind a gap, or too late ----
    reg         joined, late;                    // there is an origin; the frame is dropped
    reg  [19:0] join_now;
    reg  [31:0] at;                              // units that have left
    reg  [31:0] gap;                             // zeros that are still to leave
    wire        filling = |gap;
    wire        same    = joined & (s_axis_ttag[43:24] == join_now);
    wire [7:0]  age     = join_now[7:0] - s_axis_ttag[31:24];
    wire        earlier = joined & (s_axis_ttag[43:32] == join_now[19:8]) & ~same & ~age[7];
    wire [23:0] behind  = s_axis_ttag[23:0] - at[23:0];
    wire        placed  = same & (behind == 24'd0);
    wire        over    = earlier | (same & behind[23]);
    wire        open    = ~m_axis_tvalid | m_axis_tready;
    wire        look    = s_axis_tvalid & ~filling & ~log_tvalid;
    wire        passes  = look & (s_axis_tfirst ? placed : ~late);
    wire        drops   = look & (s_axis_tfirst ? over : late);
    wire        rejoins = look & s_axis_tfirst & ~same & ~earlier;
    wire        jumps   = look & s_axis_tfirst & same & ~placed & ~over;
    wire        gives   = passes & open;
    assign s_axis_tready = drops | gives;

    // ---- silence ----
    reg  [31:0] quiet;
    wire        waits  = owed & ~turn & ~s_axis_tvalid & ~filling & ~log_tvalid & ~m_axis_tvalid;
    wire        ends   = waits & (quiet == LAST);

    // ---- zeros ----
    wire        fills = filling & (owed | empties) & open & ~log_tvalid;
    wire [3:0]  most  = (|gap[31:3]) ? 4'd8 : {1'b0, gap[2:0]};
    wire [3:0]  need  = (~owed | (|left[31:3])) ? 4'd8 : {1'b0, left[2:0]};
    wire [3:0]  zeros = (most < need) ? most : need;
    wire [3:0]  given = fills ? zeros : gives ? count : 4'd0;
    wire [31:0] wide  = jumps ? {8'd0, behind} : left[31:0];    // of a gap that is found
    reg         empty;                           // the word at m_axis is zeros

    always @(posedge clk) begin
        left   <= (turn ? left + {1'b0, move_length} : left) - {29'd0, given};
        at     <= rejoins ? 32'd0 : at + {28'd0, given};
        quiet  <= waits ? quiet + 1'b1 : 32'd0;
        missed <= m_axis_tvalid & m_axis_tready & empty & ~rst;
        if (rejoins) begin
            joined   <= 1'b1;
            join_now <= s_axis_ttag[43:24];
        end
        if (look & s_axis_tfirst) late <= over;
        if (fills) gap <= gap - {28'd0, zeros};
        if (jumps | ends) begin
            gap        <= wide;
            lost       <= lost + wide;
            log_at     <= at;
            log_count  <= wide;
            log_tvalid <= logs;
        end
        if (log_tvalid & (log_tready | ~logs)) log_tvalid <= 1'b0;
        if (open) begin
            m_axis_tvalid <= fills | passes;
            m_axis_tdata  <= fills ? 256'd0 : s_axis_tdata;
            empty         <= fills;
            for (lane = 0; lane < 8; lane = lane + 1)
                m_axis_tkeep[lane] <= fills ? lane[3:0] < zeros : s_axis_tkeep[lane];
        end
        if (rst) begin
            left          <= 33'd0;
            at            <= 32'd0;
            gap           <= 32'd0;
            lost          <= 32'd0;
            joined        <= 1'b0;
            late          <= 1'b0;
            log_tvalid    <= 1'b0;
            m_axis_tvalid <= 1'b0;
        end
    end
    wire unused = &{1'b0, unused_ready, s_axis_tkeep[0], age[6:0]};
endmodule
`default_nettype wire
