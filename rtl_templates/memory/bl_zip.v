`default_nettype none
// Joins the words of two columns that come in turns into words of records {column 1, column 0}.
// Contract: s_axis as bl_reader gives it with STREAMS = 2: words of ELEM_W elements, s_axis_tid the column, the same count and the same
// tkeep and tlast in both, turns of at most 2^LOG_QUEUE / 2 words, column 0 first. Each word keeps a contiguous low part. m_axis gives one
// stream of records in the same order, DATA_W / ELEM_W / 2 to a word, column 0 in the record's low bits, one bit of m_axis_tkeep per
// record; tlast on the last. A pair of words becomes two words of records, or one when its upper half has none.
// m_axis is registered; s_axis_tready sees s_axis_tid of the same clock. Latency: 2 clocks from a word of column 1 to its first records.
// Throughput: 1 word a clock in and out.
module bl_zip #(
    // width of a word, bits: ELEM_W times a power of two
    parameter DATA_W = 256,
    // width of a column's element, bits: at most DATA_W / 2
    parameter ELEM_W = 32,
    // log2 of the words of each column's queue: 1..8, at least two turns
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
        if (RECORDS < 1 || RECORDS * 2 * ELEM_W != DATA_W) begin : g_check
            bl_zip_DATA_W_must_be_an_even_number_of_elements complaint();
        end
    endgenerate

    wire              ready0, ready1, valid0, valid1, last, pop;
    wire [DATA_W-1:0] word0, word1;
    wire [ELEMS-1:0]  keep;

    assign s_axis_tready = s_axis_tid ? ready1 : ready0;

    bl_fifo #(.WIDTH(DATA_W + ELEMS + 1), .LOG_DEPTH(LOG_QUEUE)) queue0 (
        .clk(clk), .rst(rst), .s_tvalid(s_axis_tvalid & ~s_axis_tid), .s_tready(ready0), .s_tdata({s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
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
endmodule
`default_nettype wire
