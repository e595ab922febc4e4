// SPDX-License-Identifier: ISC
`default_nettype none
// Joins the words of columns that come in turns into words of records {last column, ..., column 1,
// column 0}.
// Contract: s_axis as bl_reader gives it with several columns: words of DATA_W / ELEM_W elements,
// s_axis_tid the column, the same count and the same tkeep and tlast in all, turns of at most
// 2^LOG_QUEUE / 2 words, column 0 first. Each word keeps a contiguous low part.
// m_axis gives one stream of records in the same order, RECORDS to a word, column 0 in the record's
// low bits, one bit of m_axis_tkeep per record; tlast on the last. A word of every column becomes
// DATA_W / ELEM_W / RECORDS words of records, fewer when the last of them would have none.
// m_axis is registered; s_axis_tready sees s_axis_tid of the same cycle. Latency: 2 cycles from a
// word of the last column to its first records. Throughput: 1 word a cycle in, as long as RECORDS *
// COLUMNS elements are a word or more.
module bl_zip #(
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
    // log2 of the words of each column's queue, at least two turns: 1..8
    parameter LOG_QUEUE = 5
) (
    input  wire                              clk,
    input  wire                              rst,
    // words of the columns
    input  wire                              s_axis_tvalid,
    output wire                              s_axis_tready,
    input  wire [DATA_W-1:0]                 s_axis_tdata,
    input  wire [DATA_W/ELEM_W-1:0]          s_axis_tkeep,
    input  wire                              s_axis_tlast,
    input  wire [TID_W-1:0]                  s_axis_tid,
    // words of records
    output reg                               m_axis_tvalid,
    input  wire                              m_axis_tready,
    output reg  [RECORDS*COLUMNS*ELEM_W-1:0] m_axis_tdata,
    output reg  [RECORDS-1:0]                m_axis_tkeep,
    output reg                               m_axis_tlast
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

    generate
        if (LOG_QUEUE < 1 || LOG_QUEUE > 8) begin : g_check_queue
            bl_zip_illegal_LOG_QUEUE illegal();
        end
        if (ELEM_W < 1 || ELEMS < 2 || (1 << log2(ELEMS)) != ELEMS
            || ELEMS * ELEM_W != DATA_W) begin : g_check_word
            bl_zip_illegal_DATA_W illegal();
        end
        if (RECORDS < 1 || PARTS * RECORDS != ELEMS) begin : g_check_records
            bl_zip_illegal_RECORDS illegal();
        end
        if (COLUMNS < 2 || COLUMNS > 64 || TID_W < log2(COLUMNS)
            || TID_W > 8) begin : g_check_columns
            bl_zip_illegal_COLUMNS illegal();
        end
    endgenerate

    // ---- a queue for each column; the marks of column 0 are those of all
    wire [COLUMNS-1:0]        mine, ready, valid;
    wire [COLUMNS*DATA_W-1:0] words;
    reg  [ELEMS*RECORD_W-1:0] records;        // of a word of every column
    wire [ELEMS-1:0]          keep;
    wire                      last, pop;

    assign s_axis_tready = |(mine & ready);

    genvar c;
    generate
        for (c = 0; c < COLUMNS; c = c + 1) begin : g_column
            localparam [31:0]  NUMBER = c;
            wire               push = s_axis_tvalid & mine[c];
            assign mine[c] = s_axis_tid == NUMBER[TID_W-1:0];
            if (c == 0) begin : g_marks
                bl_fifo #(.WIDTH(DATA_W + ELEMS + 1), .LOG_DEPTH(LOG_QUEUE)) queue (
                    .clk(clk), .rst(rst), .s_tvalid(push), .s_tready(ready[c]),
                    .s_tdata({s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
                    .m_tvalid(valid[c]), .m_tready(pop),
                    .m_tdata({last, keep, words[c*DATA_W +: DATA_W]}));
            end else begin : g_words
                bl_fifo #(.WIDTH(DATA_W), .LOG_DEPTH(LOG_QUEUE)) queue (
                    .clk(clk), .rst(rst), .s_tvalid(push), .s_tready(ready[c]),
                    .s_tdata(s_axis_tdata),
                    .m_tvalid(valid[c]), .m_tready(pop), .m_tdata(words[c*DATA_W +: DATA_W]));
            end
        end
    endgenerate

    integer x, y;
    always @* begin
        for (x = 0; x < COLUMNS; x = x + 1)
            for (y = 0; y < ELEMS; y = y + 1)
                records[y*RECORD_W+x*ELEM_W +: ELEM_W] = words[x*DATA_W+y*ELEM_W +: ELEM_W];
    end

    // ---- their records, part by part
    reg  [PART_W-1:0]      part;
    wire                   give = &valid & (~m_axis_tvalid | m_axis_tready);
    // of this part and those behind it
    wire [ELEMS+RECORDS:0] keeps = {{(RECORDS+1){1'b0}}, keep} >> part * RECORDS;
    assign pop = give & ~keeps[RECORDS];

    always @(posedge clk) begin
        if (m_axis_tready) m_axis_tvalid <= 1'b0;
        if (give) begin
            m_axis_tvalid <= 1'b1;
            m_axis_tdata  <= records[part*WORD_W +: WORD_W];
            m_axis_tkeep  <= keeps[RECORDS-1:0];
            m_axis_tlast  <= last & pop;
            part          <= pop ? {PART_W{1'b0}} : part + 1'b1;
        end
        if (rst) begin
            m_axis_tvalid <= 1'b0;
            part          <= {PART_W{1'b0}};
        end
    end

    wire unused = &{1'b0, keeps};

`ifdef FORMAL
    // Rule 1: an output word stays, unchanged, until it is taken.
    // Rule 2: part h of the n-th words is given after everything of the words before them, with the
    // element of its records in any column from the n-th word of that column; a part is given
    // exactly when it has records, or is the first. tlast comes with the last part.
    (* anyconst *) reg [3:0] f_pick;
    (* anyconst *) reg [TID_W-1:0] f_column;
    reg              f_past = 1'b0, f_waits, f_shown;
    reg [PART_W-1:0] f_part;
    reg [3:0]        f_in0, f_in, f_out;
    reg [DATA_W-1:0] f_word;
    reg [WORD_W-1:0] f_data;
    reg [ELEMS-1:0]  f_keep;
    reg [RECORDS-1:0] f_out_keep;
    reg              f_last, f_out_last;
    wire [ELEMS+RECORDS:0] f_keeps = {{(RECORDS+1){1'b0}}, f_keep} >> f_part * RECORDS;
    integer f_i;
    always @(posedge clk) begin
        f_past     <= 1'b1;
        f_waits    <= m_axis_tvalid & ~m_axis_tready & ~rst;
        f_data     <= m_axis_tdata;
        f_out_keep <= m_axis_tkeep;
        f_out_last <= m_axis_tlast;
        f_shown    <= give & f_out == f_pick & ~rst;
        f_part     <= part;
        if (s_axis_tvalid & s_axis_tready & s_axis_tid == 0) begin
            f_in0 <= f_in0 + 1'b1;
            if (f_in0 == f_pick) {f_keep, f_last} <= {s_axis_tkeep, s_axis_tlast};
        end
        if (s_axis_tvalid & s_axis_tready & s_axis_tid == f_column) begin
            f_in <= f_in + 1'b1;
            if (f_in == f_pick) f_word <= s_axis_tdata;
        end
        if (pop) f_out <= f_out + 1'b1;
        if (rst) begin
            f_in0 <= 0;
            f_in  <= 0;
            f_out <= 0;
        end
    end
    always @* begin
        if (!f_past) assume (rst);
        for (f_i = 1; f_i < ELEMS; f_i = f_i + 1)
            assume (!s_axis_tkeep[f_i] || s_axis_tkeep[f_i-1]);
        assume (f_column < COLUMNS && s_axis_tid < COLUMNS);
        assume (f_in0 != 15 && f_in != 15);
        if (f_past) begin
            if (f_waits)
                assert (m_axis_tvalid && m_axis_tdata == f_data && m_axis_tkeep == f_out_keep
                        && m_axis_tlast == f_out_last);
            assert (f_out <= f_in0 && f_out <= f_in);
            if (f_shown) begin
                assert (m_axis_tvalid);
                for (f_i = 0; f_i < RECORDS; f_i = f_i + 1)
                    assert (m_axis_tdata[f_i*RECORD_W+f_column*ELEM_W +: ELEM_W]
                            == f_word[(f_part*RECORDS+f_i)*ELEM_W +: ELEM_W]);
                assert (m_axis_tkeep == f_keeps[RECORDS-1:0] && (f_part == 0 || m_axis_tkeep[0]));
                assert (m_axis_tlast == (f_last & ~f_keeps[RECORDS]));
            end
        end
    end
`endif
endmodule
`default_nettype wire
