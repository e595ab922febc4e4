// SPDX-License-Identifier: ISC
`default_nettype none
// Tells the frames that come to which channel they belong: the receiver.
// Contract: a frame counts if the MAC says that it is good, it is for this node and of this type,
// has a channel's words, comes from this channel's peer, and has 1 to as many bytes as stand
// behind its header, in at most 4,095 rows. The rows of every frame are shown to the stores of all
// channels; with m_close the frame ends, beside its last row or behind it, and is the channel's
// whose m_keep is set, if any. m_tag is {from_number of the channel, session[7:0], number of the
// joining, units before the frame}. `event_valid` tells each frame's fate by event_code: 0 taken,
// 1 bad, 2 not for this node or of another type, 3 no words or of no channel, 4 not from the
// channel's peer, 5 illegal length.
// Cut: what leaves is registers.
// Latency: 3 cycles. Throughput: a word of the MAC a cycle.
module bl_eth_demux #(
    // channels: 1..16
    parameter CHANNELS = 4,
    // bits of the MAC's port and of a row: 128..512, a power of two
    parameter WIDTH = 256
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [47:0]            address,
    input  wire [15:0]            ethertype,
    input  wire [48*CHANNELS-1:0] from_address,
    input  wire [4*CHANNELS-1:0]  from_number,
    input  wire                   s_mac_tvalid,
    input  wire [WIDTH-1:0]       s_mac_tdata,
    input  wire [WIDTH/8-1:0]     s_mac_tkeep,
    input  wire                   s_mac_tlast,
    input  wire                   s_mac_tuser,
    output reg                    m_write,
    output reg  [WIDTH-1:0]       m_wdata,
    output reg                    m_close,
    output reg  [CHANNELS-1:0]    m_keep,
    output reg  [15:0]            m_bytes,
    output reg  [11:0]            m_rows,
    output reg                    m_last,
    output reg  [43:0]            m_tag,
    output reg                    event_valid,
    output reg  [2:0]             event_code
);
    generate
        if (CHANNELS < 1 || CHANNELS > 16) begin : g_check_channels
            bl_eth_demux_illegal_CHANNELS illegal();
        end
        if (WIDTH != 128 && WIDTH != 256 && WIDTH != 512) begin : g_check_width
            bl_eth_demux_illegal_WIDTH illegal();
        end
    endgenerate

    localparam LOG_BYTES = (WIDTH == 128) ? 4 : (WIDTH == 256) ? 5 : 6;

    wire             row_valid, row_first, ends, bad;
    wire [WIDTH-1:0] row;
    wire [15:0]      bytes;
    wire [239:0]     head;
    bl_eth_in #(.WIDTH(WIDTH)) words (
        .clk(clk), .rst(rst), .s_mac_tvalid(s_mac_tvalid), .s_mac_tdata(s_mac_tdata),
        .s_mac_tkeep(s_mac_tkeep), .s_mac_tlast(s_mac_tlast), .s_mac_tuser(s_mac_tuser),
        .m_tvalid(row_valid), .m_first(row_first), .m_tdata(row), .m_end(ends), .m_bad(bad),
        .m_bytes(bytes), .m_head(head));

    wire [3:0]          kind;
    wire                epoch, is_end, is_last, probe;
    wire [15:0]         session, credit, keep, length, type_at;
    wire [23:0]         seq, acknowledge;
    wire [7:0]          id;
    wire [47:0]         to, from;
    bl_byte_swap #(.BYTES(6)) order_to (.s(head[47:0]), .m(to));
    bl_byte_swap #(.BYTES(6)) order_from (.s(head[95:48]), .m(from));
    bl_byte_swap #(.BYTES(2)) order_type (.s(head[111:96]), .m(type_at));
    bl_eth_header_unpack unpack (
        .kind(kind), .epoch(epoch), .is_end(is_end), .is_last(is_last), .probe(probe),
        .session(session), .seq(seq), .acknowledge(acknowledge), .credit(credit), .id(id),
        .keep(keep), .length(length), .header(head[239:112]));

    reg  [CHANNELS-1:0] named, known;            // the frame's channel; those of its sender
    reg  [3:0]          number;
    always @* begin : look_up
        integer i;
        number = 4'd0;
        for (i = 0; i < CHANNELS; i = i + 1) begin
            named[i] = id == i[7:0];
            known[i] = from == from_address[48*i +: 48];
            number   = number | (from_number[4*i +: 4] & {4{named[i]}});
        end
    end
    wire [16:0] up   = {1'b0, length} + {{(17-LOG_BYTES){1'b0}}, {LOG_BYTES{1'b1}}};
    wire [16:0] rows = up >> LOG_BYTES;
    wire here  = (to == address) & (type_at == ethertype);
    wire data  = (kind == 4'd4) & (|named);
    wire peer  = |(named & known);
    wire fits  = (length != 16'd0) & (length <= bytes) & ~(|rows[16:12]);

    always @(posedge clk) begin
        m_write <= row_valid;
        m_wdata <= row;
        m_close <= ends;
        m_keep  <= (~bad & here & data & fits) ? named & known : {CHANNELS{1'b0}};
        m_bytes <= length;
        m_rows  <= rows[11:0];
        m_last  <= is_last;
        m_tag   <= {number, session[7:0], credit[7:0], seq};
        event_valid      <= ends;
        event_code <= bad ? 3'd1 : ~here ? 3'd2 : ~data ? 3'd3 : ~peer ? 3'd4
            : ~fits ? 3'd5 : 3'd0;
        if (rst) begin
            m_write <= 1'b0;
            m_close <= 1'b0;
            event_valid <= 1'b0;
        end
    end
    wire unused = &{1'b0, row_first, epoch, is_end, probe, session[15:8], credit[15:8], keep,
                    acknowledge, 1'b0};
endmodule
`default_nettype wire
