// SPDX-License-Identifier: ISC
`default_nettype none
// A channel's way out: words of a kernel, on its clock, become frames on the MAC's clock.
// Contract: s_axis_* as bl_eth_framer says; the other side is a bl_eth_store. Both resets must have
// been high together for 4 cycles of each side.
// Latency: from a frame's last word to m_frame_tvalid 2 or 3 cycles of clk for the crossing, and 3.
// Throughput: a word a cycle of the slower clock.
module bl_eth_stream_out #(
    // bytes in a word: 1..WIDTH / 8
    parameter WORD_BYTES = 4,
    // bits in a row: 128..512, a power of two
    parameter WIDTH = 256,
    // log2 of the rows in memory: 4..12
    parameter LOG_ROWS = 10,
    // 1: `timeout` counts from a frame's last word on: 0..1
    parameter IDLE = 0
) (
    input  wire                    s_clk,
    input  wire                    s_rst,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    input  wire [8*WORD_BYTES-1:0] s_axis_tdata,
    input  wire [WORD_BYTES-1:0]   s_axis_tkeep,
    input  wire                    s_axis_tlast,
    input  wire                    s_axis_tuser,
    input  wire                    clk,
    input  wire                    rst,
    input  wire [15:0]             payload,
    input  wire [15:0]             timeout,
    output wire                    m_frame_tvalid,
    input  wire                    m_frame_tready,
    output wire [15:0]             m_frame_bytes,
    output wire [11:0]             m_frame_rows,
    output wire                    m_frame_last,
    input  wire                    read,
    output wire [WIDTH-1:0]        rdata
);
    localparam LOG_BYTES = (WIDTH == 128) ? 4 : (WIDTH == 256) ? 5 : 6;

    generate
        if (WORD_BYTES < 1 || WORD_BYTES > WIDTH / 8) begin : g_check_word_bytes
            bl_eth_stream_out_illegal_WORD_BYTES illegal();
        end
        if (WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_stream_out_illegal_WIDTH illegal();
        end
        if (LOG_ROWS < 4 || LOG_ROWS > 12) begin : g_check_log_rows
            bl_eth_stream_out_illegal_LOG_ROWS illegal();
        end
        if (IDLE != 0 && IDLE != 1) begin : g_check_idle
            bl_eth_stream_out_illegal_IDLE illegal();
        end
    endgenerate

    wire                    x_valid, x_ready, x_last, x_user, c_valid, c_ready, c_last, c_end;
    wire [8*WORD_BYTES-1:0] x_data, c_data;
    wire [WORD_BYTES-1:0]   x_keep;
    wire [6:0]              c_bytes, e_bytes;
    wire                    e_valid, e_ready, e_last, e_end, full, lost, s_empty, no_tag;
    wire [WIDTH-1:0]        e_data;
    bl_async_fifo #(.WIDTH(9 * WORD_BYTES + 2), .LOG_DEPTH(4)) crossing (
        .s_clk(s_clk), .s_rst(s_rst), .s_tvalid(s_axis_tvalid), .s_tready(s_axis_tready),
        .s_tdata({s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdata}), .s_empty(s_empty),
        .m_clk(clk), .m_rst(rst), .m_tvalid(x_valid), .m_tready(x_ready),
        .m_tdata({x_user, x_last, x_keep, x_data}));
    bl_eth_framer #(.WORD_BYTES(WORD_BYTES), .IDLE(IDLE)) cut (
        .clk(clk), .rst(rst), .payload(payload), .timeout(timeout), .s_tvalid(x_valid),
        .s_tready(x_ready), .s_tdata(x_data), .s_tkeep(x_keep), .s_tlast(x_last),
        .s_tuser(x_user), .m_tvalid(c_valid), .m_tready(c_ready), .m_tdata(c_data),
        .m_tbytes(c_bytes), .m_tlast(c_last), .m_end(c_end));
    bl_eth_expand #(.WORD_BYTES(WORD_BYTES), .WIDTH(WIDTH)) expand (
        .clk(clk), .rst(rst), .s_tvalid(c_valid), .s_tready(c_ready), .s_tdata(c_data),
        .s_tbytes(c_bytes), .s_tlast(c_last), .s_end(c_end), .m_tvalid(e_valid),
        .m_tready(e_ready), .m_tdata(e_data), .m_tbytes(e_bytes), .m_tlast(e_last),
        .m_end(e_end));

    // rows of this frame, without and with this one
    reg  [11:0]             earlier, with_this;
    wire                    take  = e_valid & e_ready;
    wire                    whole = e_bytes[LOG_BYTES];
    wire [11+LOG_BYTES:0]   bytes = whole ? {with_this, {LOG_BYTES{1'b0}}}
        : {earlier, e_bytes[LOG_BYTES-1:0]};
    assign e_ready = ~full;
    always @(posedge clk)
        if (rst | (take & e_end)) begin
            earlier    <= 12'd0;
            with_this <= 12'd1;
        end else if (take) begin
            earlier    <= with_this;
            with_this <= with_this + 1'b1;
        end
    bl_eth_store #(.WIDTH(WIDTH), .LOG_ROWS(LOG_ROWS)) store (
        .clk(clk), .rst(rst), .write(take & (|e_bytes)), .wdata(e_data), .close(take & e_end),
        .keep(1'b1), .s_bytes(bytes[15:0]), .s_rows((|e_bytes) ? with_this : earlier),
        .s_last(e_last), .s_tag(1'b0), .full(full), .lost(lost), .m_frame_tvalid(m_frame_tvalid),
        .m_frame_tready(m_frame_tready), .m_frame_bytes(m_frame_bytes),
        .m_frame_rows(m_frame_rows), .m_frame_last(m_frame_last), .m_frame_tag(no_tag),
        .read(read), .rdata(rdata));
    wire unused = &{1'b0, lost, s_empty, no_tag, e_bytes, bytes, 1'b0};
endmodule
`default_nettype wire
