// SPDX-License-Identifier: ISC
`default_nettype none
// Destination table of one lane: stores the destinations made from one column and joins them to the
// words of another column.
// Contract: word n of the data stream leaves with the destinations of word n of the table stream;
// both streams have the same number of words, a null last beat included. The table runs at most two
// strips (2 * 2^LOG_STRIP words, and one) ahead of the data: one strip is used while the next is
// written. The outputs are registers; s_table_tready is a register; m_axis_tready reaches
// s_data_tready.
// Latency: 1 cycle from data, 3 cycles from table. Throughput: 1 word a cycle in each stream.
module bl_table #(
    // elements in a word: 1 or more
    parameter ELEMS = 8,
    // bits in a destination: 1 or more
    parameter DEST_W = 3,
    // log2 of the words in a strip: 1..15
    parameter LOG_STRIP = 9,
    // bits of data in a word: 1 or more
    parameter WORD_W = 256
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    s_table_tvalid,
    output wire                    s_table_tready,
    input  wire [ELEMS*DEST_W-1:0] s_table_dest,
    input  wire                    s_table_tlast,
    input  wire                    s_data_tvalid,
    output wire                    s_data_tready,
    input  wire [WORD_W-1:0]       s_data_tdata,
    input  wire [ELEMS-1:0]        s_data_tkeep,
    input  wire                    s_data_tlast,
    output reg                     m_axis_tvalid,
    input  wire                    m_axis_tready,
    output reg  [WORD_W-1:0]       m_axis_tdata,
    output reg  [ELEMS-1:0]        m_axis_tkeep,
    output reg                     m_axis_tlast,
    output reg  [ELEMS*DEST_W-1:0] m_axis_tdest
);
    generate
        if (ELEMS < 1) begin : g_check_elems
            bl_table_illegal_ELEMS illegal();
        end
        if (DEST_W < 1) begin : g_check_dest_w
            bl_table_illegal_DEST_W illegal();
        end
        if (LOG_STRIP < 1 || LOG_STRIP > 15) begin : g_check_log_strip
            bl_table_illegal_LOG_STRIP illegal();
        end
        if (WORD_W < 1) begin : g_check_word_w
            bl_table_illegal_WORD_W illegal();
        end
    endgenerate

    wire                    known;
    wire [ELEMS*DEST_W-1:0] dest;
    wire                    free = ~m_axis_tvalid | m_axis_tready;
    wire                    meet = s_data_tvalid & known & free;

    assign s_data_tready = known & free;

    bl_fifo_block #(.WIDTH(ELEMS*DEST_W), .LOG_DEPTH(LOG_STRIP + 1)) strips (
        .clk(clk), .rst(rst), .s_tvalid(s_table_tvalid), .s_tready(s_table_tready),
        .s_tdata(s_table_dest),
        .m_tvalid(known), .m_tready(meet), .m_tdata(dest));

    always @(posedge clk) begin
        if (free) begin
            m_axis_tdata <= s_data_tdata;
            m_axis_tkeep <= s_data_tkeep;
            m_axis_tlast <= s_data_tlast;
            m_axis_tdest <= dest;
        end
        if (rst) m_axis_tvalid <= 1'b0;
        else if (free) m_axis_tvalid <= s_data_tvalid & known;
    end
    wire unused = &{1'b0, s_table_tlast};

`ifdef FORMAL
    // Rule 1: word number f_number of the data stream leaves as number f_number, with its data,
    // keep and last unchanged and with the destinations of word f_number of the table stream.
    // Rule 2: a beat that is offered and not taken stays.
    // Rule 3: a word that was taken is offered; one whose destinations have come waits for room
    // alone, but for 2 cycles.
    (* anyconst *) wire [3:0] f_number;
    reg                       f_reset = 1'b0, f_held = 1'b0;
    reg [3:0]                 f_tables, f_data, f_out;
    reg [1:0]                 f_waits;
    reg [ELEMS*DEST_W-1:0]    f_dest;
    reg [WORD_W+ELEMS:0]      f_word;
    reg [WORD_W+ELEMS+ELEMS*DEST_W:0] f_shown;
    wire [WORD_W+ELEMS+ELEMS*DEST_W:0] f_show =
        {m_axis_tdest, m_axis_tlast, m_axis_tkeep, m_axis_tdata};
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_held  <= !rst && m_axis_tvalid && !m_axis_tready;
        f_shown <= f_show;
        f_waits <= rst || !s_data_tvalid || f_tables == f_data || !free || s_data_tready ? 0
            : f_waits + !(&f_waits);
        if (rst) begin
            f_tables <= 0;
            f_data   <= 0;
            f_out    <= 0;
        end else begin
            f_tables <= f_tables + (s_table_tvalid && s_table_tready);
            f_data   <= f_data + (s_data_tvalid && s_data_tready);
            f_out    <= f_out + (m_axis_tvalid && m_axis_tready);
            if (s_table_tvalid && s_table_tready && f_tables == f_number) f_dest <= s_table_dest;
            if (s_data_tvalid && s_data_tready && f_data == f_number)
                f_word <= {s_data_tlast, s_data_tkeep, s_data_tdata};
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            if (m_axis_tvalid) assert (f_data != f_out && f_tables != f_out);
            if (m_axis_tvalid && f_out == f_number) assert (f_show == {f_dest, f_word});
            if (f_held) assert (m_axis_tvalid && f_show == f_shown);
            assert (m_axis_tvalid == (f_data != f_out) && f_waits <= 2);
        end
    end
`endif
endmodule
`default_nettype wire
