`default_nettype none
// Joins the words of two columns that come in turns into words of records {column 1, column 0}.
// Contract: s_axis as bl_reader gives it with STREAMS = 2: words of ELEM_W elements, s_axis_tid the column, the same count and the same
// tkeep and tlast in both, turns of at most 2^LOG_QUEUE / 2 words, column 0 first. Each word keeps a contiguous low part. m_axis gives one
// stream of records in the same order, DATA_W / ELEM_W / 2 to a word, column 0 in the record's low bits, one bit of m_axis_tkeep per
// record; tlast on the last. A pair of words becomes two words of records, or one when its upper half has none.
// m_axis is registered; s_axis_tready sees s_axis_tid of the same clock. Latency: 2 clocks from a word of column 1 to its first records.
// Throughput: 1 word a clock in and out.
module bl_zip #(
    // width of a word, bits: 2 * ELEM_W or more, ELEM_W times a power of two
    parameter DATA_W = 256,
    // width of a column's element, bits: 1..DATA_W / 2
    parameter ELEM_W = 32,
    // log2 of the words of each column's queue, at least two turns: 1..8
    parameter LOG_QUEUE = 5
) (
    input  wire                       clk,
    input  wire                       rst,
    // words of two columns
    input  wire                       s_axis_tvalid,
    output wire                       s_axis_tready,
    input  wire [DATA_W-1:0]          s_axis_tdata,
    input  wire [DATA_W/ELEM_W-1:0]   s_axis_tkeep,
    input  wire                       s_axis_tlast,
    input  wire                       s_axis_tid,
    // words of records
    output reg                        m_axis_tvalid,
    input  wire                       m_axis_tready,
    output reg  [DATA_W-1:0]          m_axis_tdata,
    output reg  [DATA_W/ELEM_W/2-1:0] m_axis_tkeep,
    output reg                        m_axis_tlast
);
    localparam ELEMS   = DATA_W / ELEM_W;
    localparam RECORDS = ELEMS / 2;

    generate
        if (LOG_QUEUE < 1 || LOG_QUEUE > 8) begin : g_check_queue
            bl_zip_LOG_QUEUE_must_be_1_to_8 complaint();
        end
        if (RECORDS < 1 || ELEM_W < 1 || RECORDS * 2 * ELEM_W != DATA_W || (RECORDS & (RECORDS - 1)) != 0) begin : g_check
            bl_zip_DATA_W_must_be_an_even_number_of_elements complaint();
        end
    endgenerate

    wire              ready0, ready1, valid0, valid1, last, pop;
    wire [DATA_W-1:0] word0, word1;
    wire [ELEMS-1:0]  keep;

    assign s_axis_tready = s_axis_tid ? ready1 : ready0;

    bl_fifo #(.WIDTH(DATA_W + ELEMS + 1), .LOG_DEPTH(LOG_QUEUE)) queue0 (
        .clk(clk), .rst(rst), .s_tvalid(s_axis_tvalid & ~s_axis_tid), .s_tready(ready0),
        .s_tdata({s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
        .m_tvalid(valid0), .m_tready(pop), .m_tdata({last, keep, word0}));

    bl_fifo #(.WIDTH(DATA_W), .LOG_DEPTH(LOG_QUEUE)) queue1 (
        .clk(clk), .rst(rst), .s_tvalid(s_axis_tvalid & s_axis_tid), .s_tready(ready1), .s_tdata(s_axis_tdata),
        .m_tvalid(valid1), .m_tready(pop), .m_tdata(word1));

    // all records of the pair, of which the lower or the upper half is given
    wire [2*DATA_W-1:0] records;
    genvar i;
    generate
        for (i = 0; i < ELEMS; i = i + 1) begin : g_record
            assign records[2*i*ELEM_W +: 2*ELEM_W] = {word1[i*ELEM_W +: ELEM_W], word0[i*ELEM_W +: ELEM_W]};
        end
    endgenerate

    reg  upper;
    wire give = valid0 & valid1 & (~m_axis_tvalid | m_axis_tready);
    assign pop = give & (upper | ~keep[RECORDS]);

    always @(posedge clk) begin
        if (m_axis_tready) m_axis_tvalid <= 1'b0;
        if (give) begin
            m_axis_tvalid <= 1'b1;
            m_axis_tdata  <= upper ? records[2*DATA_W-1:DATA_W] : records[DATA_W-1:0];
            m_axis_tkeep  <= upper ? keep[ELEMS-1:RECORDS] : keep[RECORDS-1:0];
            m_axis_tlast  <= last & pop;
            upper         <= ~pop;
        end
        if (rst) begin
            m_axis_tvalid <= 1'b0;
            upper         <= 1'b0;
        end
    end

`ifdef FORMAL
    // Rule 1: an output word stays, unchanged, until it is taken.
    // Rule 2: half h of the n-th pair of words is given after everything of the pairs before it, with the two elements of its records
    // from the n-th word of each column; the upper half is given exactly when it has records. tlast comes with the last half of a pair.
    (* anyconst *) reg [3:0] f_pair;
    reg              f_past = 1'b0, f_waits, f_seen0, f_seen1, f_shown, f_half;
    reg [3:0]        f_in0, f_in1, f_out;
    reg [DATA_W-1:0] f_word0, f_word1, f_data;
    reg [ELEMS-1:0]  f_keep;
    reg [RECORDS-1:0] f_out_keep;
    reg              f_last, f_out_last;
    wire [2*DATA_W-1:0] f_records;
    generate
        for (i = 0; i < ELEMS; i = i + 1) begin : g_formal
            assign f_records[2*i*ELEM_W +: 2*ELEM_W] = {f_word1[i*ELEM_W +: ELEM_W], f_word0[i*ELEM_W +: ELEM_W]};
        end
    endgenerate
    always @(posedge clk) begin
        f_past     <= 1'b1;
        f_waits    <= m_axis_tvalid & ~m_axis_tready & ~rst;
        f_data     <= m_axis_tdata;
        f_out_keep <= m_axis_tkeep;
        f_out_last <= m_axis_tlast;
        f_shown    <= give & f_out == f_pair & ~rst;
        f_half     <= upper;
        if (s_axis_tvalid & s_axis_tready & ~s_axis_tid) begin
            f_in0 <= f_in0 + 1'b1;
            if (f_in0 == f_pair) {f_word0, f_keep, f_last} <= {s_axis_tdata, s_axis_tkeep, s_axis_tlast};
        end
        if (s_axis_tvalid & s_axis_tready & s_axis_tid) begin
            f_in1 <= f_in1 + 1'b1;
            if (f_in1 == f_pair) f_word1 <= s_axis_tdata;
        end
        if (pop) f_out <= f_out + 1'b1;
        if (rst) begin
            f_in0 <= 0;
            f_in1 <= 0;
            f_out <= 0;
        end
    end
    always @* begin
        if (!f_past) assume (rst);
        assume (!s_axis_tkeep[ELEMS-1] || s_axis_tkeep[0]);
        assume (f_in0 != 15 && f_in1 != 15);
        if (f_past) begin
            if (f_waits) assert (m_axis_tvalid && m_axis_tdata == f_data && m_axis_tkeep == f_out_keep && m_axis_tlast == f_out_last);
            assert (f_out <= f_in0 && f_out <= f_in1);
            if (f_shown) begin
                assert (m_axis_tvalid);
                assert (m_axis_tdata == (f_half ? f_records[2*DATA_W-1:DATA_W] : f_records[DATA_W-1:0]));
                assert (m_axis_tkeep == (f_half ? f_keep[ELEMS-1:RECORDS] : f_keep[RECORDS-1:0]));
                assert (m_axis_tlast == (f_last & (f_half | ~f_keep[RECORDS])));
            end
        end
    end
`endif
endmodule
`default_nettype wire
