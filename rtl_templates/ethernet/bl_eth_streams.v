// SPDX-License-Identifier: ISC
`default_nettype none
// Channels over Ethernet: streams of kernels, each on its own clock, through one MAC and back.
// Contract: channel i takes words at s_axis_* on k_clk[i] and sends them in frames, as
// bl_eth_framer says, to channel to_id of node to_address; what comes for it, from from_address,
// leaves at m_axis_*, word by word and packet by packet as it was sent. A frame that is damaged or
// strange is dropped whole (`event_valid`, see bl_eth_demux), as is one for which a channel has no
// room (`lost`). While open[i] is 0 nothing of channel i leaves; each time that it rises its units
// are counted anew (bl_eth_mux). m_axis_tfirst marks a frame's first word, m_axis_ttag of 44 bits
// says where it stands (m_tag of bl_eth_demux). `payload`: bytes in a frame, not less than a word
// and not more than half of 2^LOG_ROWS rows. Settings change in reset only, but for those of a
// channel that is not open, or receives nothing meanwhile. All resets must have been high together
// for 4 cycles of each clock.
// Latency: from a word that closes a frame to the MAC's port 2 or 3 cycles of clk for the crossing
// and 10 behind it; from a frame's last word there to its kernel 6, and 2 or 3 of k_clk.
// Throughput: a word of the MAC each way in a cycle; a word of each kernel in a cycle of k_clk.
module bl_eth_streams #(
    // channels: 1..16
    parameter CHANNELS = 4,
    // bytes in a word of a kernel: 1..WIDTH / 8
    parameter WORD_BYTES = 4,
    // bits of the MAC's port: 128..512, a power of two
    parameter WIDTH = 256,
    // log2 of the words of the MAC's port that a channel's memories have each: 4..12
    parameter LOG_ROWS = 10,
    // bytes by which what a channel owes the others falls: 64..4096, a power of two
    parameter QUANTUM = 512,
    // 1: `timeout` counts from a frame's last word on: 0..1
    parameter IDLE = 0
) (
    input  wire                             clk,
    input  wire                             rst,
    input  wire [CHANNELS-1:0]              k_clk,
    input  wire [CHANNELS-1:0]              k_rst,
    // settings
    input  wire [15:0]                      payload,
    input  wire [15:0]                      timeout,
    input  wire [47:0]                      address,
    input  wire [15:0]                      ethertype,
    input  wire [15:0]                      session,
    input  wire [48*CHANNELS-1:0]           to_address,
    input  wire [8*CHANNELS-1:0]            to_id,
    input  wire [CHANNELS-1:0]              open,
    input  wire [48*CHANNELS-1:0]           from_address,
    input  wire [4*CHANNELS-1:0]            from_number,
    // kernels
    input  wire [CHANNELS-1:0]              s_axis_tvalid,
    output wire [CHANNELS-1:0]              s_axis_tready,
    input  wire [8*WORD_BYTES*CHANNELS-1:0] s_axis_tdata,
    input  wire [WORD_BYTES*CHANNELS-1:0]   s_axis_tkeep,
    input  wire [CHANNELS-1:0]              s_axis_tlast,
    input  wire [CHANNELS-1:0]              s_axis_tuser,
    output wire [CHANNELS-1:0]              m_axis_tvalid,
    input  wire [CHANNELS-1:0]              m_axis_tready,
    output wire [8*WORD_BYTES*CHANNELS-1:0] m_axis_tdata,
    output wire [WORD_BYTES*CHANNELS-1:0]   m_axis_tkeep,
    output wire [CHANNELS-1:0]              m_axis_tlast,
    output wire [CHANNELS-1:0]              m_axis_tfirst,
    output wire [44*CHANNELS-1:0]           m_axis_ttag,
    // events
    output wire                             event_valid,
    output wire [2:0]                       event_code,
    output wire [CHANNELS-1:0]              lost,
    // MAC
    output wire                             m_mac_tvalid,
    input  wire                             m_mac_tready,
    output wire [WIDTH-1:0]                 m_mac_tdata,
    output wire [WIDTH/8-1:0]               m_mac_tkeep,
    output wire                             m_mac_tlast,
    input  wire                             s_mac_tvalid,
    input  wire [WIDTH-1:0]                 s_mac_tdata,
    input  wire [WIDTH/8-1:0]               s_mac_tkeep,
    input  wire                             s_mac_tlast,
    input  wire                             s_mac_tuser,
    input  wire                             s_mac_up
);
    generate
        if (CHANNELS < 1 || CHANNELS > 16) begin : g_check_channels
            bl_eth_streams_illegal_CHANNELS illegal();
        end
        if (WORD_BYTES < 1 || WORD_BYTES > WIDTH / 8) begin : g_check_word_bytes
            bl_eth_streams_illegal_WORD_BYTES illegal();
        end
        if (WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_streams_illegal_WIDTH illegal();
        end
        if (LOG_ROWS < 4 || LOG_ROWS > 12) begin : g_check_log_rows
            bl_eth_streams_illegal_LOG_ROWS illegal();
        end
        if (QUANTUM < 64 || QUANTUM > 4096 || (QUANTUM & (QUANTUM - 1)) != 0)
            begin : g_check_quantum
            bl_eth_streams_illegal_QUANTUM illegal();
        end
        if (IDLE != 0 && IDLE != 1) begin : g_check_idle
            bl_eth_streams_illegal_IDLE illegal();
        end
    endgenerate

    wire [CHANNELS-1:0]       f_valid, f_ready, f_last, read, keep;
    wire [16*CHANNELS-1:0]    f_bytes;
    wire [12*CHANNELS-1:0]    f_rows;
    wire [WIDTH*CHANNELS-1:0] rdata;
    wire                      write, close, is_last;
    wire [WIDTH-1:0]          wdata;
    wire [15:0]               bytes;
    wire [11:0]               rows;
    wire [43:0]               tag;
    genvar c;
    generate
        for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
            bl_eth_stream_out #(
                .WORD_BYTES(WORD_BYTES), .WIDTH(WIDTH), .LOG_ROWS(LOG_ROWS), .IDLE(IDLE)) out (
                .s_clk(k_clk[c]), .s_rst(k_rst[c]), .s_axis_tvalid(s_axis_tvalid[c]),
                .s_axis_tready(s_axis_tready[c]),
                .s_axis_tdata(s_axis_tdata[8*WORD_BYTES*c +: 8*WORD_BYTES]),
                .s_axis_tkeep(s_axis_tkeep[WORD_BYTES*c +: WORD_BYTES]),
                .s_axis_tlast(s_axis_tlast[c]), .s_axis_tuser(s_axis_tuser[c]), .clk(clk),
                .rst(rst), .payload(payload), .timeout(timeout), .m_frame_tvalid(f_valid[c]),
                .m_frame_tready(f_ready[c]), .m_frame_bytes(f_bytes[16*c +: 16]),
                .m_frame_rows(f_rows[12*c +: 12]),
                .m_frame_last(f_last[c]), .read(read[c]), .rdata(rdata[WIDTH*c +: WIDTH]));
            bl_eth_stream_in #(
                .WORD_BYTES(WORD_BYTES), .WIDTH(WIDTH), .LOG_ROWS(LOG_ROWS), .TAG_W(44)) in (
                .clk(clk), .rst(rst), .write(write), .wdata(wdata), .close(close),
                .keep(keep[c]), .s_bytes(bytes), .s_rows(rows), .s_last(is_last), .s_tag(tag),
                .lost(lost[c]),
                .m_clk(k_clk[c]), .m_rst(k_rst[c]), .m_axis_tvalid(m_axis_tvalid[c]),
                .m_axis_tready(m_axis_tready[c]),
                .m_axis_tdata(m_axis_tdata[8*WORD_BYTES*c +: 8*WORD_BYTES]),
                .m_axis_tkeep(m_axis_tkeep[WORD_BYTES*c +: WORD_BYTES]),
                .m_axis_tlast(m_axis_tlast[c]), .m_axis_tfirst(m_axis_tfirst[c]),
                .m_axis_ttag(m_axis_ttag[44*c +: 44]));
        end
    endgenerate
    bl_eth_mux #(.CHANNELS(CHANNELS), .WIDTH(WIDTH), .QUANTUM(QUANTUM)) mux (
        .clk(clk), .rst(rst), .up(s_mac_up), .address(address), .ethertype(ethertype),
        .session(session), .to_address(to_address), .to_id(to_id), .open(open),
        .s_frame_tvalid(f_valid),
        .s_frame_tready(f_ready), .s_frame_bytes(f_bytes), .s_frame_rows(f_rows),
        .s_frame_last(f_last), .read(read), .rdata(rdata), .m_mac_tvalid(m_mac_tvalid),
        .m_mac_tready(m_mac_tready), .m_mac_tdata(m_mac_tdata), .m_mac_tkeep(m_mac_tkeep),
        .m_mac_tlast(m_mac_tlast));
    bl_eth_demux #(.CHANNELS(CHANNELS), .WIDTH(WIDTH)) demux (
        .clk(clk), .rst(rst), .address(address), .ethertype(ethertype),
        .from_address(from_address), .from_number(from_number), .s_mac_tvalid(s_mac_tvalid),
        .s_mac_tdata(s_mac_tdata),
        .s_mac_tkeep(s_mac_tkeep), .s_mac_tlast(s_mac_tlast), .s_mac_tuser(s_mac_tuser),
        .m_write(write), .m_wdata(wdata), .m_close(close), .m_keep(keep), .m_bytes(bytes),
        .m_rows(rows), .m_last(is_last), .m_tag(tag), .event_valid(event_valid),
        .event_code(event_code));
endmodule
`default_nettype wire
