// SPDX-License-Identifier: ISC
`default_nettype none
// A channel's way in: its frames, on the MAC's clock, become words for a kernel on its clock.
// Contract: rows come as from bl_eth_demux and do not wait; `lost` tells of a frame for which there
// was no room. m_axis_tfirst marks a frame's first word, m_axis_ttag is s_tag of its
// frame. Both resets must have been high together for 4 cycles of each side.
// Latency: from `close` to a word that is taken 3 cycles of clk, and 2 or 3 of m_clk.
// Throughput: a word a cycle of the slower clock.
module bl_eth_stream_in #(
    // bytes in a word: 1..WIDTH / 8
    parameter WORD_BYTES = 4,
    // bits in a row: 128..512, a power of two
    parameter WIDTH = 256,
    // log2 of the rows in memory: 4..12
    parameter LOG_ROWS = 10,
    // bits that a frame brings along: 1..64
    parameter TAG_W = 1
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    write,
    input  wire [WIDTH-1:0]        wdata,
    input  wire                    close,
    input  wire                    keep,
    input  wire [15:0]             s_bytes,
    input  wire [11:0]             s_rows,
    input  wire                    s_last,
    input  wire [TAG_W-1:0]        s_tag,
    output wire                    lost,
    input  wire                    m_clk,
    input  wire                    m_rst,
    output wire                    m_axis_tvalid,
    input  wire                    m_axis_tready,
    output wire [8*WORD_BYTES-1:0] m_axis_tdata,
    output wire [WORD_BYTES-1:0]   m_axis_tkeep,
    output wire                    m_axis_tlast,
    output wire                    m_axis_tfirst,
    output wire [TAG_W-1:0]        m_axis_ttag
);
    generate
        if (WORD_BYTES < 1 || WORD_BYTES > WIDTH / 8) begin : g_check_word_bytes
            bl_eth_stream_in_illegal_WORD_BYTES illegal();
        end
        if (WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_stream_in_illegal_WIDTH illegal();
        end
        if (LOG_ROWS < 4 || LOG_ROWS > 12) begin : g_check_log_rows
            bl_eth_stream_in_illegal_LOG_ROWS illegal();
        end
        if (TAG_W < 1 || TAG_W > 64) begin : g_check_tag_w
            bl_eth_stream_in_illegal_TAG_W illegal();
        end
    endgenerate

    wire                    full, f_valid, f_ready, f_last, read, w_valid, w_ready, w_last;
    wire                    s_empty, w_first;
    wire [TAG_W-1:0]        f_tag, w_tag;
    wire [15:0]             f_bytes;
    wire [11:0]             f_rows;
    wire [WIDTH-1:0]        rdata;
    wire [8*WORD_BYTES-1:0] w_data;
    wire [WORD_BYTES-1:0]   w_keep;
    bl_eth_store #(.WIDTH(WIDTH), .LOG_ROWS(LOG_ROWS), .TAG_W(TAG_W)) store (
        .clk(clk), .rst(rst), .write(write), .wdata(wdata), .close(close), .keep(keep),
        .s_bytes(s_bytes), .s_rows(s_rows), .s_last(s_last), .s_tag(s_tag), .full(full),
        .lost(lost),
        .m_frame_tvalid(f_valid), .m_frame_tready(f_ready), .m_frame_bytes(f_bytes),
        .m_frame_rows(f_rows), .m_frame_last(f_last), .m_frame_tag(f_tag), .read(read),
        .rdata(rdata));
    bl_eth_contract #(.WORD_BYTES(WORD_BYTES), .WIDTH(WIDTH), .TAG_W(TAG_W)) contract (
        .clk(clk), .rst(rst), .s_frame_tvalid(f_valid), .s_frame_tready(f_ready),
        .s_frame_bytes(f_bytes), .s_frame_rows(f_rows), .s_frame_last(f_last),
        .s_frame_tag(f_tag), .read(read), .rdata(rdata), .m_tvalid(w_valid),
        .m_tready(w_ready), .m_tdata(w_data), .m_tkeep(w_keep),
        .m_tlast(w_last), .m_first(w_first), .m_tag(w_tag));
    bl_async_fifo #(.WIDTH(9 * WORD_BYTES + 2 + TAG_W), .LOG_DEPTH(4)) crossing (
        .s_clk(clk), .s_rst(rst), .s_tvalid(w_valid), .s_tready(w_ready),
        .s_tdata({w_tag, w_first, w_last, w_keep, w_data}), .s_empty(s_empty),
        .m_clk(m_clk), .m_rst(m_rst),
        .m_tvalid(m_axis_tvalid), .m_tready(m_axis_tready),
        .m_tdata({m_axis_ttag, m_axis_tfirst, m_axis_tlast, m_axis_tkeep, m_axis_tdata}));
    wire unused = &{1'b0, full, s_empty, 1'b0};
endmodule
`default_nettype wire
