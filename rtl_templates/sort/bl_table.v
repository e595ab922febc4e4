`default_nettype none
// Destination table of one lane: stores the destinations made from one column and joins them to the words of another column.
// Contract: word n of the data stream leaves with the destinations of word n of the table stream; both streams have the same number of
// words, a null last beat included. The table runs at most two strips (2 * 2^LOG_STRIP words, and one) ahead of the data: one strip is used
// while the next is written. The outputs are registers; s_table_tready is a register; m_axis_tready reaches s_data_tready.
// Latency: 1 clock from data, 3 clocks from table. Throughput: 1 word a clock in each stream.
module bl_table #(
    // elements in a word, 1 or more
    parameter ELEMS = 8,
    // bits in a destination, 1 or more
    parameter DEST_W = 3,
    // log2 of the words in a strip, 1..15
    parameter LOG_STRIP = 9,
    // bits of data in a word, 1 or more
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
    wire                    known;
    wire [ELEMS*DEST_W-1:0] dest;
    wire                    free = ~m_axis_tvalid | m_axis_tready;
    wire                    meet = s_data_tvalid & known & free;

    assign s_data_tready = known & free;

    bl_fifo_block #(.WIDTH(ELEMS*DEST_W), .LOG_DEPTH(LOG_STRIP + 1)) strips (
        .clk(clk), .rst(rst), .s_tvalid(s_table_tvalid), .s_tready(s_table_tready), .s_tdata(s_table_dest),
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
endmodule
`default_nettype wire
