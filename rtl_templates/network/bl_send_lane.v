`default_nettype none
// One network lane of an exchange: makes packets of the words of the flows that share it and marks their ends.
// Contract: offers of bl_send_flow come in; packets of the network port go out. A packet begins only toward a node whose `room` is set; once
// begun it offers a word in every clock until its tlast: the flow's last word, no next word there, or PACKET_WORDS words.
// Goes on to another flow at the end of a packet; a flow whose node has no room is passed over.
// m_net_tuser = {epoch, end}; end=1 on the last word of a flow, unless `use_sizes`.
// Cut: m_net_* are registers; m_net_tready reaches take.
// Latency: 1 clock. Throughput: 1 word a clock, going on to another flow costs none when its word waits.
module bl_send_lane #(
    // flows that share the lane, 1..32
    parameter FLOWS = 1,
    // bits in a word, 1 or more
    parameter WORD_W = 256,
    // elements in a word, 1..16
    parameter ELEMS = 8,
    // bits of {node, channel}, 2..10
    parameter DEST_W = 6,
    // longest packet in words, 1..256
    parameter PACKET_WORDS = 16
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    epoch,
    input  wire                    use_sizes,
    input  wire [FLOWS-1:0]        room,
    input  wire [FLOWS*DEST_W-1:0] dests,
    input  wire [FLOWS-1:0]        o_valid,
    output wire [FLOWS-1:0]        take,
    input  wire [FLOWS*WORD_W-1:0] o_data,
    input  wire [FLOWS*ELEMS-1:0]  o_keep,
    input  wire [FLOWS-1:0]        o_end,
    input  wire [FLOWS-1:0]        o_more,
    output reg                     m_net_tvalid,
    input  wire                    m_net_tready,
    output reg  [WORD_W-1:0]       m_net_tdata,
    output reg  [ELEMS-1:0]        m_net_tkeep,
    output reg                     m_net_tlast,
    output reg  [DEST_W-1:0]       m_net_tdest,
    output reg  [1:0]              m_net_tuser
);
    generate
        if (FLOWS < 1 || FLOWS > 32 || WORD_W < 1 || ELEMS < 1 || ELEMS > 16 || DEST_W < 2 || DEST_W > 10
            || PACKET_WORDS < 1 || PACKET_WORDS > 256) begin : g_check
            bl_send_lane_illegal_parameter illegal();
        end
    endgenerate
    localparam [31:0] LONGEST = PACKET_WORDS - 1;

    wire [FLOWS-1:0] granted;
    reg              in_packet;
    reg  [7:0]       words;                 // of the packet so far
    wire [FLOWS-1:0] may    = o_valid & (room | {FLOWS{in_packet}});
    wire             free   = ~m_net_tvalid | m_net_tready;
    wire             asked  = |(may & granted);
    wire             taken  = asked & free;
    wire             ends   = |(o_end & granted);
    wire             last   = ends | ~|(o_more & granted) | (words == LONGEST[7:0]);

    assign take = may & granted & {FLOWS{free}};

    reg [WORD_W-1:0] data;
    reg [ELEMS-1:0]  keep;
    reg [DEST_W-1:0] dest;
    always @* begin : choose
        integer f;
        data = {WORD_W{1'b0}};
        keep = {ELEMS{1'b0}};
        dest = {DEST_W{1'b0}};
        for (f = 0; f < FLOWS; f = f + 1) begin
            data = data | (o_data[f*WORD_W +: WORD_W] & {WORD_W{granted[f]}});
            keep = keep | (o_keep[f*ELEMS +: ELEMS] & {ELEMS{granted[f]}});
            dest = dest | (dests[f*DEST_W +: DEST_W] & {DEST_W{granted[f]}});
        end
    end

    bl_rotor #(.REQUESTS(FLOWS)) rotor (
        .clk(clk), .rst(rst), .request(o_valid & room), .move((taken & last) | (~asked & ~in_packet)), .grant(granted));

    always @(posedge clk) begin
        if (free) begin
            m_net_tdata <= data;
            m_net_tkeep <= keep;
            m_net_tlast <= last;
            m_net_tdest <= dest;
            m_net_tuser <= {epoch, ends & ~use_sizes};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            m_net_tvalid <= 1'b0;
            in_packet    <= 1'b0;
            words        <= 8'd0;
        end else begin
            if (free)  m_net_tvalid <= asked;
            if (taken) begin
                in_packet <= ~last;
                words     <= last ? 8'd0 : words + 8'd1;
            end
        end
    end
endmodule
`default_nettype wire
