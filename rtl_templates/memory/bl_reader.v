// SPDX-License-Identifier: ISC
`default_nettype none
// Reads the columns of a memory channel in bursts, one column or several in turns, and gives their
// words as a stream.
// Contract: `start` (one cycle, while not busy) takes `base` (byte addresses of the columns,
// multiples of a burst, column 0 in the low bits), `last_column` (0..STREAMS-1: columns
// 0..last_column are read), `count` (elements of a column, the same for all) and `offset` (first
// word, a multiple of BURST_BEATS; taken as 0 when it is beyond the column). The words offset..end
// and then 0..offset-1 are read. Columns take turns at every word number that is a multiple of
// STREAM_WORDS and at the end of the column, column 0 first; m_axis_tid is the column. The
// column's last word keeps only the elements that exist (with an offset it stands in the middle of
// the stream). tlast is on the last beat of each column; count 0 gives one beat without elements
// and with tlast per column. `busy` from the cycle after start until the last beat has been taken.
// `failed` is high in the cycle after a beat whose RRESP is not OKAY, which is delivered like any
// other; `stray` in the cycle after a beat that was not asked for, which is dropped. AXI4: full-
// word INCR bursts, one id. Only what the queue has room for is asked for, so m_axi_rready is high
// whenever a beat comes. All paths are cut by registers; m_axis_tkeep is one gate behind one.
// Latency: start to arvalid 3 cycles; rvalid to m_axis_tvalid 2 cycles (1 if LOG_QUEUE <= 5).
// Throughput: 1 word a cycle as long as 2^LOG_QUEUE words less a burst cover the memory's latency.
module bl_reader #(
    // width of a byte address, bits: max(4, log2(BURST_BEATS * DATA_W / 8) + 1)..64
    parameter ADDR_W = 29,
    // width of a memory word, bits: max(8, 2 * ELEM_W)..1024, ELEM_W times a power of two
    parameter DATA_W = 256,
    // beats of a full burst, of 4 KiB at most: 1..min(256, 32768 / DATA_W), a power of two
    parameter BURST_BEATS = 4,
    // width of a count of elements, bits: log2(BURST_BEATS * DATA_W / ELEM_W) + 1..31
    parameter COUNT_W = 28,
    // log2 of the words in the queue, which holds two bursts: max(2, log2(BURST_BEATS) + 1)..20
    parameter LOG_QUEUE = 6,
    // columns: 1..64
    parameter STREAMS = 1,
    // width of a column's number, bits: max(1, log2(STREAMS))..8
    parameter TID_W = 1,
    // words of a column before the next one's turn: BURST_BEATS..65536 * BURST_BEATS, a power of
    // two
    parameter STREAM_WORDS = 4,
    // width of an element, bits: 1..DATA_W / 2
    parameter ELEM_W = 32
) (
    input  wire                     clk,
    input  wire                     rst,
    // command
    input  wire                     start,
    input  wire [STREAMS*ADDR_W-1:0] base,
    input  wire [TID_W-1:0]         last_column,
    input  wire [COUNT_W-1:0]       count,
    input  wire [COUNT_W-1:0]       offset,
    output reg                      busy,
    output reg                      failed,
    output reg                      stray,
    // memory
    output reg  [ADDR_W-1:0]        m_axi_araddr,
    output reg  [7:0]               m_axi_arlen,
    output reg                      m_axi_arvalid,
    input  wire                     m_axi_arready,
    input  wire [DATA_W-1:0]        m_axi_rdata,
    input  wire [1:0]               m_axi_rresp,
    input  wire                     m_axi_rlast,
    input  wire                     m_axi_rvalid,
    output wire                     m_axi_rready,
    // stream
    output wire                     m_axis_tvalid,
    input  wire                     m_axis_tready,
    output wire [DATA_W-1:0]        m_axis_tdata,
    output wire [DATA_W/ELEM_W-1:0] m_axis_tkeep,
    output wire                     m_axis_tlast,
    output wire [TID_W-1:0]         m_axis_tid
);
    function integer log2;
        input integer value;
        begin
            log2 = 0;
            while ((1 << log2) < value) log2 = log2 + 1;
        end
    endfunction

    localparam ELEMS           = DATA_W / ELEM_W;
    localparam LOG_ELEMS       = log2(ELEMS);
    localparam LOG_BURST       = log2(BURST_BEATS);
    localparam LOG_BURST_ELEMS = LOG_ELEMS + LOG_BURST;
    localparam LOG_BYTES       = log2(DATA_W / 8);
    localparam NUMBER_W        = COUNT_W - LOG_BURST_ELEMS;
    localparam LOG_ASKED       = LOG_QUEUE - LOG_BURST > 5 ? LOG_QUEUE - LOG_BURST : 5;
    localparam ROOM_W          = LOG_QUEUE + 1;
    localparam SKIP_W          = ADDR_W + COUNT_W;
    localparam NUM_W           = STREAMS > 1 ? log2(STREAMS) : 1;
    localparam [TID_W-1:0] COLUMN0 = {TID_W{1'b0}};
    localparam [31:0] FULL_LEN = BURST_BEATS - 1;
    localparam [31:0] QUEUE    = 1 << LOG_QUEUE;

    generate
        if (ADDR_W < 4 || ADDR_W <= LOG_BYTES + LOG_BURST || ADDR_W > 64) begin : g_check_address
            bl_reader_illegal_ADDR_W illegal();
        end
        if (STREAMS < 1 || STREAMS > 64) begin : g_check_streams
            bl_reader_illegal_STREAMS illegal();
        end
        if (TID_W < NUM_W || TID_W > 8) begin : g_check_tid
            bl_reader_illegal_TID_W illegal();
        end
        if (ELEMS * ELEM_W != DATA_W || (1 << LOG_ELEMS) != ELEMS
            || ELEMS < 2 || DATA_W < 8 || DATA_W > 1024 || ELEM_W < 1) begin : g_check_word
            bl_reader_illegal_DATA_W illegal();
        end
        if ((1 << LOG_BURST) != BURST_BEATS || BURST_BEATS > 256
            || BURST_BEATS * DATA_W > 32768) begin : g_check_burst
            bl_reader_illegal_BURST_BEATS illegal();
        end
        if (LOG_QUEUE < LOG_BURST + 1 || LOG_QUEUE < 2 || LOG_QUEUE > 20) begin : g_check_queue
            bl_reader_the_queue_must_hold_two_bursts_and_at_most_2_to_the_20_words complaint();
        end
        if (NUMBER_W < 1 || COUNT_W > 31) begin : g_check_count
            bl_reader_illegal_COUNT_W illegal();
        end
        if ((1 << log2(STREAM_WORDS)) != STREAM_WORDS || STREAM_WORDS < BURST_BEATS
            || STREAM_WORDS > 65536 * BURST_BEATS) begin : g_check_turn
            bl_reader_illegal_STREAM_WORDS illegal();
        end
    endgenerate

    // ---- command: arithmetic on the inputs in the first cycle, the offset is clipped in the
    // second
    wire [COUNT_W-1:0] prior      = count - 1'b1;
    wire [31:0]        last_word  = {{(32-COUNT_W){1'b0}}, prior} >> LOG_ELEMS;
    wire [31:0]        last_beat  = last_word & FULL_LEN;
    wire [31:0]        first_wide = {{(32-COUNT_W){1'b0}}, offset} >> LOG_BURST;
    wire [SKIP_W-1:0]  skip       = {{ADDR_W{1'b0}}, offset} << LOG_BYTES;

    // the elements of the last word: the lower ones, or all of them when the count fills it
    wire [LOG_ELEMS-1:0] rest = count[LOG_ELEMS-1:0];
    reg  [ELEMS-1:0]     keep_rest;
    integer              elem;
    always @* for (elem = 0; elem < ELEMS; elem = elem + 1)
        keep_rest[elem] = rest == 0 || elem < {{(32-LOG_ELEMS){1'b0}}, rest};

    reg                prepare, empty;
    reg [TID_W-1:0]    end_column;                 // the last column
    reg [ELEMS-1:0]    last_keep;
    reg [7:0]          last_len;
    reg [NUMBER_W-1:0] last;
    reg [31:0]         first;

    always @(posedge clk) begin
        prepare <= start & ~rst;
        if (start) begin
            empty     <= count == {COUNT_W{1'b0}};
            end_column     <= STREAMS > 1 ? last_column : COLUMN0;
            last_keep <= keep_rest;
            last_len  <= last_beat[7:0];
            last      <= prior[COUNT_W-1:LOG_BURST_ELEMS];
            first     <= first_wide;
        end
    end

    wire                beyond     = first > {{(32-NUMBER_W){1'b0}}, last};
    wire [NUMBER_W-1:0] first_clip = beyond ? {NUMBER_W{1'b0}} : first[NUMBER_W-1:0];

    // ---- the walk over the bursts, one for each column
    wire                      issue;
    wire [STREAMS*ADDR_W-1:0] addrs;
    wire [STREAMS-1:0]        lasts, turns, ends;
    reg                       walking;
    reg  [TID_W-1:0]          column;

    genvar c;
    generate
        for (c = 0; c < STREAMS; c = c + 1) begin : g_column
            localparam [31:0] NUMBER = c;
            reg [ADDR_W-1:0]  base_q, first_addr;
            always @(posedge clk) begin
                if (start) begin
                    base_q     <= base[c*ADDR_W +: ADDR_W];
                    first_addr <= base[c*ADDR_W +: ADDR_W] + skip[ADDR_W-1:0];
                end
            end
            bl_burst_walk #(.ADDR_W(ADDR_W), .NUMBER_W(NUMBER_W), .LOG_BYTES(LOG_BYTES + LOG_BURST),
                            .LOG_GROUP(log2(STREAM_WORDS) - LOG_BURST)) bursts (
                .clk(clk), .load(prepare), .base(base_q), .first_addr(beyond ? base_q : first_addr),
                .first(first_clip), .last(last), .step(issue & column == NUMBER[TID_W-1:0]),
                .addr(addrs[c*ADDR_W +: ADDR_W]), .at_last(lasts[c]),
                .group_end(turns[c]), .at_end(ends[c]));
        end
    endgenerate

    wire [NUM_W-1:0]  walk    = column[NUM_W-1:0];
    wire              at_last = lasts[walk];
    wire              at_turn = turns[walk];
    wire              at_end  = ends[walk];
    wire [31:0]       beats_wide = at_last ? {24'd0, last_len} + 32'd1 : BURST_BEATS;
    wire [ROOM_W-1:0] beats   = beats_wide[ROOM_W-1:0];

    // ---- requests: `room` counts the words of the queue that nothing was asked for
    reg  [ROOM_W-1:0] room;
    wire              asked_ready, asked_last, asked_end, asked_valid;
    wire [TID_W-1:0]  asked_column;
    wire              pop = m_axis_tvalid & m_axis_tready;
    wire              null_shown;
    reg               null_beat;
    reg  [TID_W-1:0]  null_column;

    assign issue = walking & asked_ready & (room[ROOM_W-1:LOG_BURST] != 0)
        & (~m_axi_arvalid | m_axi_arready);

    always @(posedge clk) begin
        if (m_axi_arready) m_axi_arvalid <= 1'b0;
        if (issue) begin
            m_axi_arvalid <= 1'b1;
            m_axi_araddr  <= addrs[walk*ADDR_W +: ADDR_W];
            m_axi_arlen   <= at_last ? last_len : FULL_LEN[7:0];
            if (at_turn) column <= column == end_column ? COLUMN0 : column + 1'b1;
            if (at_end && column == end_column) walking <= 1'b0;
        end
        if (prepare) begin
            walking <= ~empty;
            column  <= COLUMN0;
        end
        if (rst) begin
            m_axi_arvalid <= 1'b0;
            walking       <= 1'b0;
            column        <= COLUMN0;
        end
    end

    always @(posedge clk) begin
        room <= room - (issue ? beats : {ROOM_W{1'b0}}) + {{(ROOM_W-1){1'b0}}, pop & ~null_shown};
        if (rst) room <= QUEUE[ROOM_W-1:0];
    end

    // ---- what was asked for, one entry per burst; a beat without one was asked for by nobody
    wire beat = m_axi_rvalid & m_axi_rready & asked_valid;

    always @(posedge clk) begin
        failed <= beat & m_axi_rresp != 2'b00 & ~rst;
        stray  <= m_axi_rvalid & m_axi_rready & ~asked_valid & ~rst;
    end

    generate
        if (LOG_ASKED <= 8) begin : g_asked
            bl_fifo #(.WIDTH(TID_W + 2), .LOG_DEPTH(LOG_ASKED)) asked (
                .clk(clk), .rst(rst), .s_tvalid(issue), .s_tready(asked_ready),
                .s_tdata({column, at_end, at_last}),
                .m_tvalid(asked_valid), .m_tready(beat & m_axi_rlast),
                .m_tdata({asked_column, asked_end, asked_last}));
        end else begin : g_asked_block
            bl_fifo_block #(.WIDTH(TID_W + 2), .LOG_DEPTH(LOG_ASKED)) asked (
                .clk(clk), .rst(rst), .s_tvalid(issue), .s_tready(asked_ready),
                .s_tdata({column, at_end, at_last}),
                .m_tvalid(asked_valid), .m_tready(beat & m_axi_rlast),
                .m_tdata({asked_column, asked_end, asked_last}));
        end
    endgenerate

    // ---- the queue: {no elements, last word of the column, tlast, tid, data}
    wire                queue_ready;
    localparam QUEUE_W = DATA_W + TID_W + 3;
    wire [QUEUE_W-1:0]  queue_in, queue_out;
    wire                part_shown = queue_out[QUEUE_W-2];
    assign null_shown   = queue_out[QUEUE_W-1];
    assign m_axi_rready = queue_ready;
    assign queue_in     = null_beat ? {2'b10, 1'b1, null_column, m_axi_rdata}
        : {1'b0, m_axi_rlast & asked_last, m_axi_rlast & asked_end, asked_column, m_axi_rdata};

    always @(posedge clk) begin
        if (prepare) begin
            null_beat   <= empty;
            null_column <= COLUMN0;
        end else if (queue_ready) begin
            null_beat   <= null_beat & null_column != end_column;
            null_column <= null_column + 1'b1;
        end
        if (rst) null_beat <= 1'b0;
    end

    generate
        if (LOG_QUEUE <= 5) begin : g_small
            bl_fifo #(.WIDTH(QUEUE_W), .LOG_DEPTH(LOG_QUEUE)) queue (
                .clk(clk), .rst(rst), .s_tvalid((m_axi_rvalid & asked_valid) | null_beat),
                .s_tready(queue_ready), .s_tdata(queue_in),
                .m_tvalid(m_axis_tvalid), .m_tready(m_axis_tready), .m_tdata(queue_out));
        end else begin : g_block
            bl_fifo_block #(.WIDTH(QUEUE_W), .LOG_DEPTH(LOG_QUEUE)) queue (
                .clk(clk), .rst(rst), .s_tvalid((m_axi_rvalid & asked_valid) | null_beat),
                .s_tready(queue_ready), .s_tdata(queue_in),
                .m_tvalid(m_axis_tvalid), .m_tready(m_axis_tready), .m_tdata(queue_out));
        end
    endgenerate

    assign m_axis_tdata = queue_out[DATA_W-1:0];
    assign m_axis_tid   = queue_out[DATA_W +: TID_W];
    assign m_axis_tlast = queue_out[DATA_W+TID_W];
    assign m_axis_tkeep = null_shown ? {ELEMS{1'b0}} : part_shown ? last_keep : {ELEMS{1'b1}};

    always @(posedge clk) begin
        if (start) busy <= 1'b1;
        else if (pop && m_axis_tlast && m_axis_tid == end_column) busy <= 1'b0;
        if (rst) busy <= 1'b0;
    end

    wire unused = &{1'b0, beats_wide, skip, last_beat, last_word, last_column, QUEUE, FULL_LEN};

`ifdef FORMAL
    // The memory gives the beats that were asked for, in order, each with its own address as data;
    // runs as the contract asks for them.
    // Rule 1: rready is high whenever a beat comes; AR and m_axis stay, unchanged, until they are
    // taken.
    // Rule 2: the n-th word of a column is the word (offset + n) mod words of that column, with the
    // elements that exist, for any n; tlast comes with the last one; nothing comes after the last
    // column's tlast, and busy lasts exactly until then.
    // Rule 3: columns take turns, column 0 first, and no burst crosses a multiple of BURST_BEATS
    // words.
    // Rule 4: `failed` follows every beat that is not OKAY and nothing else, `stray` never rises.
    // Rule 5: while busy, with no beat owed, a burst or a word is offered within 4 cycles.
    localparam LOG_FORMAL = LOG_QUEUE + 1;
    (* anyconst *) reg [COUNT_W-1:0] f_count, f_offset;
    (* anyconst *) reg [STREAMS*ADDR_W-1:0] f_base;
    (* anyconst *) reg [TID_W-1:0]   f_pick;     // a column
    reg                  f_past = 1'b0, f_ar_waits, f_m_waits, f_started, f_failed;
    reg [ADDR_W+7:0]     f_ar;
    reg [DATA_W+ELEMS+TID_W:0] f_m;
    // beats owed, by address and whether it is a burst's last
    reg [ADDR_W:0]       f_owed [0:(1<<LOG_FORMAL)-1];
    reg [LOG_FORMAL-1:0] f_in, f_out;
    (* anyseq *) wire    f_note;
    reg [7:0]            f_beat;     // beats of the burst on AR that the memory has noted
    wire [ADDR_W-1:0]    f_beat_addr = m_axi_araddr + (f_beat << LOG_BYTES);
    wire                 f_due = f_in != f_out;
    wire [ADDR_W:0]      f_next = f_owed[f_out];
    // what must come
    localparam [COUNT_W-1:0] F_ONE = 1;
    wire [LOG_ELEMS-1:0] f_rest = f_count[LOG_ELEMS-1:0];
    integer              f_elem;
    wire [COUNT_W-1:0]   f_words = (f_count >> LOG_ELEMS) + ((f_count & (ELEMS - 1)) != 0);
    wire [COUNT_W-1:0]   f_from  =
        (f_offset >> LOG_BURST) > ((f_words - F_ONE) >> LOG_BURST) ? 0 : f_offset;
    reg [COUNT_W-1:0]    f_place, f_got;      // next word and words taken of column f_pick
    wire [ADDR_W-1:0]    f_want  = f_base[f_pick*ADDR_W +: ADDR_W] + (f_place << LOG_BYTES);
    reg                  f_over, f_over_all;
    reg [TID_W-1:0]      f_turn;
    reg [2:0]            f_rests;
    // the word of the column whose turn it is, as column 0 counts it
    reg [COUNT_W-1:0]    f_in_turn;
    wire                 f_mine  = m_axis_tid == f_pick;
    wire                 f_turn_ends = m_axis_tlast | f_in_turn == f_words - F_ONE
        | ((f_in_turn + F_ONE) & (STREAM_WORDS - 1)) == 0;
    reg [COUNT_W-1:0]    f_turn_from;         // where the turns of this round began
    wire [COUNT_W-1:0]   f_after = f_in_turn == f_words - F_ONE ? 0 : f_in_turn + F_ONE;
    always @(posedge clk) begin
        f_past     <= 1'b1;
        f_ar_waits <= m_axi_arvalid & ~m_axi_arready & ~rst;
        f_m_waits  <= m_axis_tvalid & ~m_axis_tready & ~rst;
        f_failed   <= m_axi_rvalid & m_axi_rready & m_axi_rresp != 0 & ~rst;
        f_rests    <= rst || !f_started || f_over_all || m_axi_arvalid || f_due || m_axis_tvalid
            ? 0 : f_rests + !(&f_rests);
        f_ar       <= {m_axi_araddr, m_axi_arlen};
        f_m        <= {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tid};
        if (start) begin
            f_started <= 1'b1;
            f_place     <= f_from;
            f_in_turn   <= f_from;
            f_turn_from <= f_from;
        end
        // the memory notes at most one beat of the request a cycle, and takes the request with the
        // last one
        if (m_axi_arvalid & f_note) begin
            f_owed[f_in] <= {f_beat == m_axi_arlen, f_beat_addr};
            f_in         <= f_in + 1'b1;
            f_beat       <= m_axi_arready ? 0 : f_beat + 1'b1;
        end
        if (m_axi_rvalid & m_axi_rready) f_out <= f_out + 1'b1;
        if (pop) begin
            if (f_mine) begin
                f_place <= f_place == f_words - F_ONE ? 0 : f_place + F_ONE;
                f_got   <= f_got + F_ONE;
                f_over  <= f_over | m_axis_tlast;
            end
            f_over_all <= f_over_all | (m_axis_tlast & m_axis_tid == STREAMS - 1);
            f_in_turn  <= f_turn_ends && m_axis_tid != STREAMS - 1 ? f_turn_from : f_after;
            if (f_turn_ends && m_axis_tid == STREAMS - 1) f_turn_from <= f_after;
            if (f_turn_ends) f_turn <= f_turn == STREAMS - 1 ? 0 : f_turn + 1'b1;
        end
        if (rst) begin
            f_started <= 1'b0;
            f_in      <= 0;
            f_out     <= 0;
            f_beat    <= 0;
            f_got     <= 0;
            f_over    <= 1'b0;
            f_over_all <= 1'b0;
            f_turn    <= 0;
        end
    end
    integer f_c;
    always @* begin
        assume (rst == !f_past);
        assume (!(start & f_started));
        assume (last_column == STREAMS - 1 && f_pick < STREAMS);
        assume (count == f_count && offset == f_offset && base == f_base
                && (f_offset & (BURST_BEATS - 1)) == 0);
        for (f_c = 0; f_c < STREAMS; f_c = f_c + 1)
            assume ((f_base[f_c*ADDR_W +: ADDR_W] & (BURST_BEATS * DATA_W / 8 - 1)) == 0);
        assume (m_axi_arready == (m_axi_arvalid & f_note & f_beat == m_axi_arlen));
        assume (!m_axi_rvalid
                | (f_due && m_axi_rlast == f_next[ADDR_W]
                   && m_axi_rdata[ADDR_W-1:0] == f_next[ADDR_W-1:0]));
        if (f_past) begin
            if (m_axi_rvalid) assert (m_axi_rready);
            assert (failed == f_failed && !stray);
            if (f_ar_waits) assert (m_axi_arvalid && f_ar == {m_axi_araddr, m_axi_arlen});
            if (f_m_waits)
                assert (m_axis_tvalid
                        && f_m == {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tid});
            if (m_axi_arvalid)
                assert (((m_axi_araddr >> LOG_BYTES) & (BURST_BEATS - 1)) + m_axi_arlen
                        < BURST_BEATS);
            assert (busy == (f_started & ~f_over_all) && f_rests <= 4);
            if (m_axis_tvalid) begin
                assert (f_started && !f_over_all && m_axis_tid == f_turn);
                if (f_mine) assert (!f_over);
                if (f_count == 0) assert (m_axis_tkeep == 0 && m_axis_tlast);
                else if (f_mine) begin
                    assert (m_axis_tdata[ADDR_W-1:0] == f_want);
                    for (f_elem = 0; f_elem < ELEMS; f_elem = f_elem + 1)
                        assert (m_axis_tkeep[f_elem]
                                == (f_place != f_words - F_ONE || f_rest == 0
                                    || f_elem < {{(32-LOG_ELEMS){1'b0}}, f_rest}));
                    assert (m_axis_tlast == (f_got == f_words - F_ONE));
                end
            end
        end
    end
`endif
endmodule
`default_nettype wire
