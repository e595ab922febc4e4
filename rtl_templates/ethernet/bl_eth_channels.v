// SPDX-License-Identifier: ISC
`default_nettype none
// A node's channels over Ethernet without repair: streams of its kernels in frames, and back.
// Contract: in place of bl_ethernet and bl_channels. Channel i sends to to_node[i] while
// to_valid[i], and takes what comes from from_node[i] while from_valid[i]; nothing holds a sender
// back but the wire. With now[i] a move's end leaves at once, else words wait until the frame of
// `payload` bytes is full, none has come for PATIENCE cycles, or a word is not full. What is
// missing is zeros (bl_eth_gap), and `missed`; gaps are logged (bl_eth_gap_log). The port is
// closed while `session` is 0; the host's registers are those of bl_ethernet, counters by
// event_code of bl_eth_demux and 6, no room. A node's own frames do not come back: it sends
// nothing to itself.
// An end changes only while no word is on its way; to_valid falls between, and nodes stand two
// cycles before it rises. Both resets have been high together for 4 cycles of each clock.
// Latency: 13 cycles and a crossing from a word that closes a frame to the MAC, 7 and a crossing
// from a frame's last word there to the kernel. Throughput: a word of the MAC each way in a cycle,
// a word of 32 bytes a cycle for each channel.
module bl_eth_channels #(
    // nodes: 2..16
    parameter NODES = 2,
    // bits of a node's number: log2(NODES)..4
    parameter NODE_W = 1,
    // channels: 1..16
    parameter CHANNELS = 2,
    // bits of the MAC's port: 256..512, a power of two
    parameter WIDTH = 256,
    // bytes of payload in a frame: 32..8960, a multiple of 32
    parameter PAYLOAD = 1472,
    // log2 of the rows of WIDTH bits that a channel's memories have each: 4..12
    parameter LOG_ROWS = 9,
    // cycles without a word that a frame waits for one: 16..65535
    parameter PATIENCE = 64,
    // cycles of k_clk of silence: 16..1000000000
    parameter SILENCE = 200000
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    k_clk,
    input  wire                    k_rst,
    input  wire [NODE_W-1:0]       node,
    // ends by channel
    input  wire [CHANNELS-1:0]     to_valid,
    input  wire [CHANNELS*NODE_W-1:0] to_node,
    input  wire [CHANNELS-1:0]     from_valid,
    input  wire [CHANNELS*NODE_W-1:0] from_node,
    input  wire [CHANNELS-1:0]     now,
    // kernels, in k_clk, by channel
    input  wire [CHANNELS-1:0]     s_axis_tvalid,
    output wire [CHANNELS-1:0]     s_axis_tready,
    input  wire [CHANNELS*256-1:0] s_axis_tdata,
    input  wire [CHANNELS*8-1:0]   s_axis_tkeep,
    input  wire [CHANNELS-1:0]     s_axis_tlast,
    output wire [CHANNELS-1:0]     m_axis_tvalid,
    input  wire [CHANNELS-1:0]     m_axis_tready,
    output wire [CHANNELS*256-1:0] m_axis_tdata,
    output wire [CHANNELS*8-1:0]   m_axis_tkeep,
    // moves that receive, and what they miss
    input  wire [CHANNELS-1:0]     begins,
    input  wire [CHANNELS*32-1:0]  length,
    input  wire [CHANNELS-1:0]     empties,
    output wire [CHANNELS-1:0]     missed,
    output wire [CHANNELS*32-1:0]  lost,
    input  wire                    log_on,
    input  wire [15:0]             log_taken,
    output wire [31:0]             log_channel,
    output wire [31:0]             log_at,
    output wire [31:0]             log_count,
    // the host
    input  wire [15:0]             session,
    input  wire [15:0]             ethertype,
    input  wire [7:0]              select,
    input  wire [31:0]             address_low,
    input  wire [15:0]             address_high,
    input  wire                    address_write,
    input  wire [15:0]             count_select,
    output wire [31:0]             count,
    output reg  [15:0]             count_shown,
    // the MAC
    output wire                    m_mac_tvalid,
    input  wire                    m_mac_tready,
    output wire [WIDTH-1:0]        m_mac_tdata,
    output wire [WIDTH/8-1:0]      m_mac_tkeep,
    output wire                    m_mac_tlast,
    input  wire                    s_mac_up,
    input  wire                    s_mac_tvalid,
    input  wire [WIDTH-1:0]        s_mac_tdata,
    input  wire [WIDTH/8-1:0]      s_mac_tkeep,
    input  wire                    s_mac_tlast,
    input  wire                    s_mac_tuser
);
    localparam [39:0] PREFIX = 40'h02_62_6c_00_00;
    localparam [31:0] BYTES = PAYLOAD, WAITS = PATIENCE;

    generate
        if (NODES < 2 || NODES > 16 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_eth_channels_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 4) begin : g_check_node_w
            bl_eth_channels_illegal_NODE_W illegal();
        end
        if (CHANNELS < 1 || CHANNELS > 16) begin : g_check_channels
            bl_eth_channels_illegal_CHANNELS illegal();
        end
        if (WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_channels_illegal_WIDTH illegal();
        end
        if (PAYLOAD < 32 || PAYLOAD > 8960 || PAYLOAD % 32 != 0) begin : g_check_payload
            bl_eth_channels_illegal_PAYLOAD illegal();
        end
        if (LOG_ROWS < 4 || LOG_ROWS > 12) begin : g_check_log_rows
            bl_eth_channels_illegal_LOG_ROWS illegal();
        end
        if (PATIENCE < 16 || PATIENCE > 65535) begin : g_check_patience
            bl_eth_channels_illegal_PATIENCE illegal();
        end
        if (SILENCE < 16 || SILENCE > 1000000000) begin : g_check_silence
            bl_eth_channels_illegal_SILENCE illegal();
        end
    endgenerate

    // ---- who is who ----
    reg  [47:0]         own;
    reg  [48*NODES-1:0] addresses;
    reg                 wrote, own_written;
    wire                stores = address_write ^ wrote;
    wire [47:0]         stored = {address_high, address_low};
    always @(posedge clk) begin : table_of
        integer p;
        wrote <= address_write;
        for (p = 0; p < NODES; p = p + 1)
            if (rst) addresses[48*p +: 48] <= {PREFIX, p[7:0]};
            else if (stores && select == p[7:0]) addresses[48*p +: 48] <= stored;
        if (stores && (&select)) own <= stored;
        else if (~own_written) own <= {PREFIX, {(8-NODE_W){1'b0}}, node};
        own_written <= own_written | (stores & (&select));
        if (rst) begin
            wrote       <= 1'b0;
            own_written <= 1'b0;
        end
    end

    // ---- by channel: whose addresses, 0 of an end that takes nothing, and what leaves ----
    wire [48*CHANNELS-1:0]  to_address, from_address;
    wire [8*CHANNELS-1:0]   to_id;
    wire [4*CHANNELS-1:0]   from_number;
    wire [32*CHANNELS-1:0]  s_keep, m_keep;
    wire [CHANNELS-1:0]     s_last, m_last, c_valid, c_ready, c_first, l_valid, l_ready;
    wire [256*CHANNELS-1:0] c_data;
    wire [44*CHANNELS-1:0]  c_tag;
    wire [32*CHANNELS-1:0]  l_at, l_count;
    genvar c, u;
    generate
        for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
            localparam [31:0] CHANNEL = c;
            reg [47:0] to, from;
            always @(posedge clk) begin : look_up
                integer p;
                to   <= 48'd0;
                from <= 48'd0;
                for (p = 0; p < NODES; p = p + 1) begin
                    if (to_node[NODE_W*c +: NODE_W] == p[NODE_W-1:0])
                        to <= addresses[48*p +: 48];
                    if (from_valid[c] && from_node[NODE_W*c +: NODE_W] == p[NODE_W-1:0])
                        from <= addresses[48*p +: 48];
                end
            end
            assign to_address[48*c +: 48]   = to;
            assign from_address[48*c +: 48] = from;
            assign to_id[8*c +: 8]          = CHANNEL[7:0];
            wire [NODE_W+3:0] number = {4'd0, from_node[NODE_W*c +: NODE_W]};
            assign from_number[4*c +: 4] = number[3:0];
            assign s_last[c] = s_axis_tlast[c] & (now[c] | ~s_axis_tkeep[8*c+7]);
            wire [7:0] units;
            wire unused_number = &{1'b0, number[NODE_W+3:4]};
            for (u = 0; u < 8; u = u + 1) begin : g_unit
                assign s_keep[32*c+4*u +: 4] = {4{s_axis_tkeep[8*c+u]}};
                assign units[u] = m_keep[32*c+4*u];
            end
            bl_eth_gap #(.SILENCE(SILENCE)) whole (
                .clk(k_clk), .rst(k_rst), .begins(begins[c]), .length(length[32*c +: 32]),
                .empties(empties[c]), .missed(missed[c]), .lost(lost[32*c +: 32]),
                .s_axis_tvalid(c_valid[c]),
                .s_axis_tready(c_ready[c]), .s_axis_tdata(c_data[256*c +: 256]),
                .s_axis_tkeep(units), .s_axis_tfirst(c_first[c]),
                .s_axis_ttag(c_tag[44*c +: 44]), .m_axis_tvalid(m_axis_tvalid[c]),
                .m_axis_tready(m_axis_tready[c]), .m_axis_tdata(m_axis_tdata[256*c +: 256]),
                .m_axis_tkeep(m_axis_tkeep[8*c +: 8]), .logs(log_on), .log_tvalid(l_valid[c]),
                .log_tready(l_ready[c]), .log_at(l_at[32*c +: 32]),
                .log_count(l_count[32*c +: 32]));
        end
    endgenerate

    // ---- streams and frames ----
    wire                event_valid;
    wire [2:0]          event_code;
    wire [CHANNELS-1:0] no_room;
    bl_eth_streams #(.CHANNELS(CHANNELS), .WORD_BYTES(32), .WIDTH(WIDTH), .LOG_ROWS(LOG_ROWS),
                     .IDLE(1)) streams (
        .clk(clk), .rst(rst), .k_clk({CHANNELS{k_clk}}), .k_rst({CHANNELS{k_rst}}),
        .payload(BYTES[15:0]), .timeout(WAITS[15:0]), .address(own), .ethertype(ethertype),
        .session(session), .to_address(to_address), .to_id(to_id), .open(to_valid),
        .from_address(from_address), .from_number(from_number), .s_axis_tvalid(s_axis_tvalid),
        .s_axis_tready(s_axis_tready), .s_axis_tdata(s_axis_tdata), .s_axis_tkeep(s_keep),
        .s_axis_tlast(s_last), .s_axis_tuser({CHANNELS{1'b0}}), .m_axis_tvalid(c_valid),
        .m_axis_tready(c_ready), .m_axis_tdata(c_data), .m_axis_tkeep(m_keep),
        .m_axis_tlast(m_last), .m_axis_tfirst(c_first), .m_axis_ttag(c_tag),
        .event_valid(event_valid),
        .event_code(event_code), .lost(no_room), .m_mac_tvalid(m_mac_tvalid),
        .m_mac_tready(m_mac_tready), .m_mac_tdata(m_mac_tdata), .m_mac_tkeep(m_mac_tkeep),
        .m_mac_tlast(m_mac_tlast), .s_mac_tvalid(s_mac_tvalid), .s_mac_tdata(s_mac_tdata),
        .s_mac_tkeep(s_mac_tkeep), .s_mac_tlast(s_mac_tlast), .s_mac_tuser(s_mac_tuser),
        .s_mac_up(s_mac_up & (|session)));
    bl_eth_gap_log #(.CHANNELS(CHANNELS)) log (
        .clk(k_clk), .rst(k_rst), .on(log_on), .taken(log_taken), .s_tvalid(l_valid),
        .s_tready(l_ready), .s_at(l_at), .s_count(l_count), .channel(log_channel), .at(log_at),
        .count(log_count));

    // ---- counters; that there was no room for a frame is known a cycle later ----
    reg       counts;
    reg [2:0] which;
    always @(posedge clk) begin
        counts      <= event_valid & ~rst;
        which       <= event_code;
        count_shown <= count_select;
    end
    bl_eth_counters #(.INDEX_W(3)) counters (
        .clk(clk), .rst(rst), .event_valid(counts), .which((|no_room) ? 3'd6 : which),
        .select(count_select[6:4]), .count(count));
    wire unused = &{1'b0, m_last, m_keep, count_select[15:7], count_select[3:0]};
endmodule
`default_nettype wire
