`default_nettype none
// Splits words of records {column 1, column 0} into words of the two columns, which take turns.
// Contract: s_axis is dense: every beat keeps all DATA_W / ELEM_W / 2 records, but the last one with records keeps a contiguous low part;
// a beat without records may follow with the tlast. m_axis gives the columns' words as bl_writer takes them with STREAMS = 2: turns of
// BURST_BEATS words, column 0 first, m_axis_tid the column, tlast on the last word of each column. No records at all give one word
// without elements per column.
// s_axis_tready and m_axis_tvalid are a gate behind registers. Latency: 1 clock from a pair's second word to the word of column 0.
// Throughput: 1 word a clock in and out.
module bl_unzip #(
    // width of a word, bits: 2 * ELEM_W or more, ELEM_W times a power of two
    parameter DATA_W = 256,
    // width of a column's element, bits: 1..DATA_W / 2
    parameter ELEM_W = 32,
    // words of a turn: 1..2 ^ LOG_QUEUE / 2
    parameter BURST_BEATS = 4,
    // log2 of the words of each column's queue, two turns: log2(BURST_BEATS) + 1..8
    parameter LOG_QUEUE = 5
) (
    input  wire                       clk,
    input  wire                       rst,
    // words of records
    input  wire                       s_axis_tvalid,
    output wire                       s_axis_tready,
    input  wire [DATA_W-1:0]          s_axis_tdata,
    input  wire [DATA_W/ELEM_W/2-1:0] s_axis_tkeep,
    input  wire                       s_axis_tlast,
    // words of two columns
    output wire                       m_axis_tvalid,
    input  wire                       m_axis_tready,
    output wire [DATA_W-1:0]          m_axis_tdata,
    output wire [DATA_W/ELEM_W-1:0]   m_axis_tkeep,
    output wire                       m_axis_tlast,
    output reg                        m_axis_tid
);
    localparam ELEMS   = DATA_W / ELEM_W;
    localparam RECORDS = ELEMS / 2;
    localparam [31:0] FULL = BURST_BEATS - 1;

    generate
        if (RECORDS < 1 || ELEM_W < 1 || RECORDS * 2 * ELEM_W != DATA_W || (RECORDS & (RECORDS - 1)) != 0) begin : g_check
            bl_unzip_DATA_W_must_be_an_even_number_of_elements complaint();
        end
        if (BURST_BEATS < 1 || LOG_QUEUE > 8 || 2 * BURST_BEATS > (1 << LOG_QUEUE)) begin : g_check_turn
            bl_unzip_a_queue_must_hold_two_turns complaint();
        end
    endgenerate

    // ---- a pair of words of records makes one word of each column
    reg                 second;
    reg  [DATA_W-1:0]   held;
    reg  [RECORDS-1:0]  held_keep;
    wire                ready0, ready1;
    wire                taken = s_axis_tvalid & s_axis_tready;
    wire                push  = taken & (second | s_axis_tlast);
    wire [2*DATA_W-1:0] records = second ? {s_axis_tdata, held} : {s_axis_tdata, s_axis_tdata};
    wire [ELEMS-1:0]    keep    = second ? {s_axis_tkeep, held_keep} : {{RECORDS{1'b0}}, s_axis_tkeep};
    wire [DATA_W-1:0]   word0, word1;

    assign s_axis_tready = ready0 & ready1;

    genvar i;
    generate
        for (i = 0; i < ELEMS; i = i + 1) begin : g_element
            assign word0[i*ELEM_W +: ELEM_W] = records[2*i*ELEM_W +: ELEM_W];
            assign word1[i*ELEM_W +: ELEM_W] = records[(2*i+1)*ELEM_W +: ELEM_W];
        end
    endgenerate

    always @(posedge clk) begin
        if (taken) begin
            held      <= s_axis_tdata;
            held_keep <= s_axis_tkeep;
            second    <= ~push;
        end
        if (rst) second <= 1'b0;
    end

    // ---- the columns take turns
    wire                    valid0, valid1;
    wire [DATA_W+ELEMS:0]   out0, out1;
    wire                    gone = m_axis_tvalid & m_axis_tready;
    reg  [7:0]              beat;

    bl_fifo #(.WIDTH(DATA_W + ELEMS + 1), .LOG_DEPTH(LOG_QUEUE)) queue0 (
        .clk(clk), .rst(rst), .s_tvalid(push), .s_tready(ready0), .s_tdata({s_axis_tlast, keep, word0}),
        .m_tvalid(valid0), .m_tready(gone & ~m_axis_tid), .m_tdata(out0));

    bl_fifo #(.WIDTH(DATA_W + ELEMS + 1), .LOG_DEPTH(LOG_QUEUE)) queue1 (
        .clk(clk), .rst(rst), .s_tvalid(push), .s_tready(ready1), .s_tdata({s_axis_tlast, keep, word1}),
        .m_tvalid(valid1), .m_tready(gone & m_axis_tid), .m_tdata(out1));

    assign m_axis_tvalid = m_axis_tid ? valid1 : valid0;
    assign {m_axis_tlast, m_axis_tkeep, m_axis_tdata} = m_axis_tid ? out1 : out0;

    always @(posedge clk) begin
        if (gone) begin
            beat <= beat + 8'd1;
            if (m_axis_tlast || beat == FULL[7:0]) begin
                beat       <= 8'd0;
                m_axis_tid <= ~m_axis_tid;
            end
        end
        if (rst) begin
            beat       <= 8'd0;
            m_axis_tid <= 1'b0;
        end
    end

    wire unused = &{1'b0, FULL};

`ifdef FORMAL
    // Rule 1: an output word stays, unchanged, until it is taken; the columns take turns of BURST_BEATS words, shorter at a tlast.
    // Rule 2: the n-th word of a column holds that column's elements of the n-th pair of input words (of one word when it is the last).
    (* anyconst *) reg [3:0] f_pair;
    (* anyconst *) reg       f_column;
    reg               f_past = 1'b0, f_waits, f_tid, f_last, f_second;
    reg [3:0]         f_in, f_out0, f_out1;
    reg [DATA_W-1:0]  f_low, f_word;
    reg [RECORDS-1:0] f_low_keep;
    reg [ELEMS-1:0]   f_keep;
    reg [DATA_W+ELEMS:0] f_was;
    wire [2*DATA_W-1:0] f_both = f_second ? {s_axis_tdata, f_low} : {{DATA_W{1'b0}}, s_axis_tdata};
    wire [DATA_W-1:0] f_split;
    generate
        for (i = 0; i < ELEMS; i = i + 1) begin : g_formal
            assign f_split[i*ELEM_W +: ELEM_W] = f_column ? f_both[(2*i+1)*ELEM_W +: ELEM_W] : f_both[2*i*ELEM_W +: ELEM_W];
        end
    endgenerate
    integer f_e;
    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_waits <= m_axis_tvalid & ~m_axis_tready & ~rst;
        f_tid   <= m_axis_tid;
        f_was   <= {m_axis_tlast, m_axis_tkeep, m_axis_tdata};
        if (taken) begin
            {f_low, f_low_keep} <= {s_axis_tdata, s_axis_tkeep};
            f_second <= ~f_second & ~s_axis_tlast;
            if (f_second | s_axis_tlast) begin
                f_in <= f_in + 1'b1;
                if (f_in == f_pair) begin
                    f_word <= f_split;
                    f_keep <= f_second ? {s_axis_tkeep, f_low_keep} : {{RECORDS{1'b0}}, s_axis_tkeep};
                    f_last <= s_axis_tlast;
                end
            end
        end
        if (gone & m_axis_tid)  f_out1 <= f_out1 + 1'b1;
        if (gone & ~m_axis_tid) f_out0 <= f_out0 + 1'b1;
        if (rst) begin
            f_second <= 1'b0;
            f_in     <= 0;
            f_out0   <= 0;
            f_out1   <= 0;
        end
    end
    always @* begin
        if (!f_past) assume (rst);
        assume (f_in != 15);
        if (f_past) begin
            if (f_waits) assert (m_axis_tvalid && m_axis_tid == f_tid && {m_axis_tlast, m_axis_tkeep, m_axis_tdata} == f_was);
            assert (f_out1 <= f_out0 && f_out0 <= f_in && f_out0 - f_out1 <= BURST_BEATS && beat < BURST_BEATS);
            if (m_axis_tvalid && m_axis_tid == f_column && (f_column ? f_out1 : f_out0) == f_pair) begin
                assert (m_axis_tkeep == f_keep && m_axis_tlast == f_last && f_pair < f_in);
                for (f_e = 0; f_e < ELEMS; f_e = f_e + 1)
                    if (f_keep[f_e]) assert (m_axis_tdata[f_e*ELEM_W +: ELEM_W] == f_word[f_e*ELEM_W +: ELEM_W]);
            end
        end
    end
`endif
endmodule
`default_nettype wire
