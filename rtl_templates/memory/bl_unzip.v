// SPDX-License-Identifier: ISC
`default_nettype none
// Splits words of records {last column, ..., column 1, column 0} into words of the columns, which
// take turns.
// Contract: s_axis is dense: every beat keeps all RECORDS records, but the last one with records
// keeps a contiguous low part; a beat without records may follow with the tlast. m_axis gives the
// columns' words as bl_writer takes them: turns of BURST_BEATS words, column 0 first, m_axis_tid
// the column, tlast on the last word of each column. No records at all give one word without
// elements per column.
// s_axis_tready and m_axis_tvalid are a few gates behind registers. Latency: 1 cycle from the last
// of the words of records that make a word of every column to the word of column 0. Throughput: 1
// word a cycle out.
module bl_unzip #(
    // width of a column's word, bits: 2 * ELEM_W or more, ELEM_W times a power of two
    parameter DATA_W = 256,
    // width of a column's element, bits: 1..DATA_W / 2
    parameter ELEM_W = 32,
    // columns of a record: 2..64
    parameter COLUMNS = 2,
    // records of a word: 1..DATA_W / ELEM_W, a power of two
    parameter RECORDS = 4,
    // width of a column's number, bits: log2(COLUMNS)..8
    parameter TID_W = 1,
    // words of a turn: 1..2 ^ LOG_QUEUE / 2
    parameter BURST_BEATS = 4,
    // log2 of the words of each column's queue, two turns: log2(BURST_BEATS) + 1..8
    parameter LOG_QUEUE = 5
) (
    input  wire                              clk,
    input  wire                              rst,
    // words of records
    input  wire                              s_axis_tvalid,
    output wire                              s_axis_tready,
    input  wire [RECORDS*COLUMNS*ELEM_W-1:0] s_axis_tdata,
    input  wire [RECORDS-1:0]                s_axis_tkeep,
    input  wire                              s_axis_tlast,
    // words of the columns
    output wire                              m_axis_tvalid,
    input  wire                              m_axis_tready,
    output wire [DATA_W-1:0]                 m_axis_tdata,
    output wire [DATA_W/ELEM_W-1:0]          m_axis_tkeep,
    output wire                              m_axis_tlast,
    output reg  [TID_W-1:0]                  m_axis_tid
);
    function integer log2;
        input integer value;
        begin
            log2 = 0;
            while ((1 << log2) < value) log2 = log2 + 1;
        end
    endfunction

    localparam ELEMS    = DATA_W / ELEM_W;
    localparam RECORD_W = COLUMNS * ELEM_W;
    localparam WORD_W   = RECORDS * RECORD_W;
    localparam PARTS    = ELEMS / RECORDS;
    localparam PART_W   = PARTS > 1 ? log2(PARTS) : 1;
    localparam OUT_W    = DATA_W + ELEMS + 1;
    localparam NUMBER_W = log2(COLUMNS);
    localparam [31:0] FULL        = BURST_BEATS - 1;
    localparam [31:0] LAST_PART   = PARTS - 1;
    localparam [31:0] LAST_COLUMN = COLUMNS - 1;

    generate
        if (ELEM_W < 1 || ELEMS < 2 || (1 << log2(ELEMS)) != ELEMS
            || ELEMS * ELEM_W != DATA_W) begin : g_check_word
            bl_unzip_illegal_DATA_W illegal();
        end
        if (RECORDS < 1 || PARTS * RECORDS != ELEMS) begin : g_check_records
            bl_unzip_illegal_RECORDS illegal();
        end
        if (COLUMNS < 2 || COLUMNS > 64 || TID_W < log2(COLUMNS)
            || TID_W > 8) begin : g_check_columns
            bl_unzip_illegal_COLUMNS illegal();
        end
        if (BURST_BEATS < 1 || LOG_QUEUE > 8
            || 2 * BURST_BEATS > (1 << LOG_QUEUE)) begin : g_check_turn
            bl_unzip_a_queue_must_hold_two_turns complaint();
        end
    endgenerate

    // ---- PARTS words of records make one word of each column; parts behind the present one have
    // no records
    reg  [PART_W-1:0]         part;
    wire [COLUMNS-1:0]        ready, valid;
    wire                      taken = s_axis_tvalid & s_axis_tready;
    wire                      push  = taken & (part == LAST_PART[PART_W-1:0] | s_axis_tlast);
    wire [ELEMS*RECORD_W-1:0] records;
    wire [ELEMS-1:0]          keep;

    assign s_axis_tready = &ready;

    genvar c, p;
    generate
        for (p = 0; p < PARTS; p = p + 1) begin : g_part
            localparam [31:0] NUMBER = p;
            if (p == PARTS - 1) begin : g_last
                assign records[p*WORD_W +: WORD_W] = s_axis_tdata;
                wire now = part == NUMBER[PART_W-1:0];
                assign keep[p*RECORDS +: RECORDS]  = now ? s_axis_tkeep : {RECORDS{1'b0}};
            end else begin : g_held
                reg [WORD_W-1:0]  held;
                reg [RECORDS-1:0] held_keep;
                wire              now  = part == NUMBER[PART_W-1:0];
                wire              past = part > NUMBER[PART_W-1:0];
                assign records[p*WORD_W +: WORD_W] = past ? held : s_axis_tdata;
                assign keep[p*RECORDS +: RECORDS]  = past ? held_keep
                                                     : now ? s_axis_tkeep : {RECORDS{1'b0}};
                always @(posedge clk) begin
                    if (taken & now) begin
                        held      <= s_axis_tdata;
                        held_keep <= s_axis_tkeep;
                    end
                end
            end
        end
    endgenerate

    always @(posedge clk) begin
        if (taken) part <= push ? {PART_W{1'b0}} : part + 1'b1;
        if (rst) part <= {PART_W{1'b0}};
    end

    integer x, y;
    reg [COLUMNS*DATA_W-1:0] words;
    always @* begin
        for (x = 0; x < COLUMNS; x = x + 1)
            for (y = 0; y < ELEMS; y = y + 1)
                words[x*DATA_W+y*ELEM_W +: ELEM_W] = records[y*RECORD_W+x*ELEM_W +: ELEM_W];
    end

    // ---- the columns take turns
    wire [COLUMNS*OUT_W-1:0] outs;
    wire                     gone = m_axis_tvalid & m_axis_tready;
    reg  [7:0]               beat;
    wire [NUMBER_W-1:0]      number = m_axis_tid[NUMBER_W-1:0];

    generate
        for (c = 0; c < COLUMNS; c = c + 1) begin : g_column
            localparam [31:0] NUMBER = c;
            bl_fifo #(.WIDTH(OUT_W), .LOG_DEPTH(LOG_QUEUE)) queue (
                .clk(clk), .rst(rst), .s_tvalid(push), .s_tready(ready[c]),
                .s_tdata({s_axis_tlast, keep, words[c*DATA_W +: DATA_W]}),
                .m_tvalid(valid[c]), .m_tready(gone & m_axis_tid == NUMBER[TID_W-1:0]),
                .m_tdata(outs[c*OUT_W +: OUT_W]));
        end
    endgenerate

    assign m_axis_tvalid = valid[number];
    assign {m_axis_tlast, m_axis_tkeep, m_axis_tdata} = outs[number*OUT_W +: OUT_W];

    always @(posedge clk) begin
        if (gone) begin
            beat <= beat + 8'd1;
            if (m_axis_tlast || beat == FULL[7:0]) begin
                beat       <= 8'd0;
                m_axis_tid <= m_axis_tid == LAST_COLUMN[TID_W-1:0] ? {TID_W{1'b0}}
                                                                   : m_axis_tid + 1'b1;
            end
        end
        if (rst) begin
            beat       <= 8'd0;
            m_axis_tid <= {TID_W{1'b0}};
        end
    end

    wire unused = &{1'b0, FULL, LAST_PART, LAST_COLUMN};

`ifdef FORMAL
    // Rule 1: an output word stays, unchanged, until it is taken; the columns take turns of
    // BURST_BEATS words, shorter at a tlast.
    // Rule 2: the n-th word of a column holds that column's elements of the n-th PARTS input words
    // (of fewer when the last is among them).
    // Rule 3: the column whose turn it is has a word to give as soon as one has come for it, and
    // words are taken while there is room for those of a whole queue.
    (* anyconst *) reg [3:0]       f_pick;
    (* anyconst *) reg [TID_W-1:0] f_column;
    reg               f_past = 1'b0, f_waits, f_last;
    reg [PART_W-1:0]  f_part;
    reg [TID_W-1:0]   f_tid;
    reg [3:0]         f_in, f_out0, f_out, f_out_end;
    reg [DATA_W-1:0]  f_word, f_made;
    reg [ELEMS-1:0]   f_keep, f_kept;
    reg [OUT_W-1:0]   f_was;
    reg [DATA_W-1:0]  f_now;      // what has come of the word so far, with the beat that comes
    reg [ELEMS-1:0]   f_now_keep;
    always @* begin : f_look
        integer f_e;
        f_now      = f_made;
        f_now_keep = f_part == 0 ? {ELEMS{1'b0}} : f_kept;
        for (f_e = 0; f_e < RECORDS; f_e = f_e + 1) begin
            f_now[(f_part*RECORDS+f_e)*ELEM_W +: ELEM_W] =
                s_axis_tdata[f_e*RECORD_W+f_column*ELEM_W +: ELEM_W];
            f_now_keep[f_part*RECORDS+f_e] = s_axis_tkeep[f_e];
        end
    end
    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_waits <= m_axis_tvalid & ~m_axis_tready & ~rst;
        f_tid   <= m_axis_tid;
        f_was   <= {m_axis_tlast, m_axis_tkeep, m_axis_tdata};
        if (taken) begin
            f_made <= f_now;
            f_kept <= f_now_keep;
            f_part <= f_part + 1'b1;
            if (f_part == PARTS - 1 | s_axis_tlast) begin
                f_part <= 0;
                f_in   <= f_in + 1'b1;
                if (f_in == f_pick) {f_word, f_keep, f_last} <= {f_now, f_now_keep, s_axis_tlast};
            end
        end
        if (gone & m_axis_tid == 0)           f_out0    <= f_out0 + 1'b1;
        if (gone & m_axis_tid == f_column)    f_out     <= f_out + 1'b1;
        if (gone & m_axis_tid == COLUMNS - 1) f_out_end <= f_out_end + 1'b1;
        if (rst) begin
            f_part    <= 0;
            f_in      <= 0;
            f_out0    <= 0;
            f_out     <= 0;
            f_out_end <= 0;
        end
    end
    always @* begin : f_rules
        integer f_e;
        if (!f_past) assume (rst);
        assume (f_in != 15 && f_column < COLUMNS);
        if (f_past) begin
            if (f_waits)
                assert (m_axis_tvalid && m_axis_tid == f_tid
                        && {m_axis_tlast, m_axis_tkeep, m_axis_tdata} == f_was);
            assert (f_out <= f_out0 && f_out_end <= f_out && f_out0 <= f_in
                    && f_out0 - f_out_end <= BURST_BEATS && beat < BURST_BEATS);
            if (m_axis_tid == f_column) assert (m_axis_tvalid == (f_in != f_out));
            if (f_in - f_out_end < (1 << LOG_QUEUE)) assert (s_axis_tready);
            if (m_axis_tvalid && m_axis_tid == f_column && f_out == f_pick) begin
                assert (m_axis_tkeep == f_keep && m_axis_tlast == f_last && f_pick < f_in);
                for (f_e = 0; f_e < ELEMS; f_e = f_e + 1)
                    if (f_keep[f_e])
                        assert (m_axis_tdata[f_e*ELEM_W +: ELEM_W]
                                == f_word[f_e*ELEM_W +: ELEM_W]);
            end
        end
    end
`endif
endmodule
`default_nettype wire
