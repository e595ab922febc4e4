// SPDX-License-Identifier: ISC
`default_nettype none
// One network lane of an exchange: makes packets of the words of the flows that share it and marks
// their ends.
// Contract: offers of bl_send_flow come in; packets of the network port go out. A packet begins
// only toward a node whose `room` is set; once begun it offers a word in every cycle until its
// tlast: the flow's last word, no next word there, or PACKET_WORDS words. Goes on to another flow
// at the end of a packet; a flow whose node has no room is passed over. m_net_tuser = {epoch, end};
// end=1 on the last word of a flow, unless `use_sizes`. `invalid`: what is sent from now on is not
// to be trusted. The last word of a flow then keeps no elements and has bit 0 of its data set,
// which is clear in every other last word without elements; with `use_sizes`, where nothing has an
// end mark, every word has it.
// Cut: m_net_* are registers; m_net_tready reaches take.
// Latency: 1 cycle. Throughput: 1 word a cycle, going on to another flow costs none when its word
// waits.
module bl_send_lane #(
    // flows that share the lane: 1..64
    parameter FLOWS = 1,
    // bits in a word: 1 or more
    parameter WORD_W = 256,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits of {node, channel}: 2..10
    parameter DEST_W = 6,
    // longest packet in words: 1..256
    parameter PACKET_WORDS = 16
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    epoch,
    input  wire                    use_sizes,
    input  wire                    invalid,
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
        if (FLOWS < 1 || FLOWS > 64) begin : g_check_flows
            bl_send_lane_illegal_FLOWS illegal();
        end
        if (WORD_W < 1) begin : g_check_word_w
            bl_send_lane_illegal_WORD_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_send_lane_illegal_ELEMS illegal();
        end
        if (DEST_W < 2 || DEST_W > 10) begin : g_check_dest_w
            bl_send_lane_illegal_DEST_W illegal();
        end
        if (PACKET_WORDS < 1 || PACKET_WORDS > 256) begin : g_check_packet_words
            bl_send_lane_illegal_PACKET_WORDS illegal();
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
    wire             marked = ends & ~use_sizes;
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
        .clk(clk), .rst(rst), .request(o_valid & room),
        .move((taken & last) | (~asked & ~in_packet)), .grant(granted));

    always @(posedge clk) begin
        if (free) begin
            m_net_tdata <= data;
            if (marked & (invalid | ~|keep)) m_net_tdata[0] <= invalid;
            m_net_tkeep <= keep & {ELEMS{~(marked & invalid)}};
            m_net_tlast <= last;
            m_net_tdest <= dest;
            m_net_tuser <= {epoch, use_sizes ? invalid : ends};
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

`ifdef FORMAL
    // Rule 1: a packet, once begun, offers a word in every cycle until its last one. Rule 2: it has
    // at most PACKET_WORDS words, all of one flow.
    // Rule 3: it begins only toward a node that has room. Rule 4: every word taken is offered to
    // the network, once, unchanged, in order.
    // Rule 5: a flow's last word ends its packet, and has the end mark unless sizes are used. Rule
    // 6: what is offered stays until it is taken. Rule 7: what is taken while `invalid` is set says
    // so: every word with sizes, else the end marks.
    reg              f_reset = 1'b0, f_held = 1'b0, f_owed = 1'b0, f_open = 1'b0, f_full = 1'b0;
    reg [FLOWS-1:0]  f_who;
    reg [7:0]        f_words;
    reg [WORD_W-1:0] f_value, f_shown;
    reg [DEST_W-1:0] f_dest;
    reg              f_end, f_last, f_invalid, f_sizes;
    reg [ELEMS-1:0]  f_keep;
    wire             f_mark = f_end & ~f_sizes;
    integer          f_i;
    always @(posedge clk) begin
        f_reset    <= 1'b1;
        f_held     <= !rst && m_net_tvalid && !m_net_tready;
        f_shown    <= m_net_tdata;
        f_last     <= m_net_tlast;
        if (rst) f_owed <= 1'b0;
        else if (|take) f_owed <= |(take & o_more & ~o_end);
        if (rst) begin
            f_open  <= 1'b0;
            f_full  <= 1'b0;
            f_words <= 0;
        end else if (|take) begin
            f_full <= 1'b1;
            f_who  <= take;
            f_open <= !last;
            f_words <= last ? 8'd0 : f_words + 8'd1;
            f_end  <= |(take & o_end);
            f_sizes   <= use_sizes;
            f_invalid <= invalid;
            for (f_i = 0; f_i < FLOWS; f_i = f_i + 1) if (take[f_i]) begin
                f_value <= o_data[f_i*WORD_W +: WORD_W];
                f_keep  <= o_keep[f_i*ELEMS +: ELEMS];
                f_dest  <= dests[f_i*DEST_W +: DEST_W];
            end
        end else if (m_net_tready) f_full <= 1'b0;
    end
    always @* begin
        if (!f_reset) assume (rst);
        // bl_send_flow keeps its promises
        if (f_owed) assume (|(o_valid & f_who));
        if (f_reset) begin
            assert ((take & (take - 1'b1)) == 0 && (take & ~o_valid) == 0);
            assert (f_open == in_packet && f_words == words && words < PACKET_WORDS);
            if (f_open)
                assert (m_net_tvalid && !m_net_tlast && granted == f_who && |(o_valid & granted));
            if (f_open && |take) assert (take == f_who);
            if (!f_open && |take) assert ((take & room) == take);
            assert (m_net_tvalid == f_full);
            if (f_full) begin
                assert (m_net_tdest == f_dest && m_net_tlast == !f_open);
                assert (m_net_tuser[0] == (f_sizes ? f_invalid : f_end));
                assert (m_net_tkeep == (f_mark && f_invalid ? 0 : f_keep));
                if (f_mark && (f_invalid || f_keep == 0))
                    assert (m_net_tdata[0] == f_invalid && (m_net_tdata >> 1) == (f_value >> 1));
                else assert (m_net_tdata == f_value);
            end
            if (f_full && f_end) assert (m_net_tlast);
            if (f_held) assert (m_net_tvalid && m_net_tdata == f_shown && m_net_tlast == f_last);
        end
    end
`endif
endmodule
`default_nettype wire
