// SPDX-License-Identifier: ISC
`default_nettype none
// The sending side of an all-to-all exchange: LANES * NODES / D streams become packets on the
// lanes of the network port; D is the greatest common divisor of NODES and LANES.
// Contract: flow f goes through lane f mod LANES to node f mod D + D*(f div LANES). Channel at the
// receiver, own number s: s mod D + D*((f mod LANES) div D). Every flow is one stream per epoch,
// dense, with one last beat (which may be empty). A flow ends with an end mark in
// tuser; with use_sizes=1 its first word is its size instead (elements, `sizes`) and there is no
// mark. What leaves while `invalid` is high says so, see bl_send_lane. `epoch` changes between two
// exchanges (while `done`, or before the first beat ever); the streams of the next exchange are
// held until then. node, use_sizes and sizes must not change during an exchange. `done`: all flows
// of this epoch have been handed to the network.
// Cut: m_net_* are registers, done follows from one and epoch; m_net_tready reaches s_axis_tready,
// s_axis_tvalid reaches registers only.
// Latency: 2 cycles. Throughput: 1 word a cycle and lane, no gap between the packets of one flow or
// of several.
module bl_alltoallv_send #(
    // nodes: 2..64
    parameter NODES = 8,
    // network lanes: 1..16, a power of two
    parameter LANES = 8,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // longest packet in words: 1..256
    parameter PACKET_WORDS = 16,
    // bits of a size in elements: 1..min(64, ELEMS * ELEM_W)
    parameter COUNT_W = 32,
    // derived, leave alone: bits of a node number, bits of a channel number, D, number of flows
    parameter NODE_W = (NODES <= 2) ? 1 : (NODES <= 4) ? 2 : (NODES <= 8) ? 3 : (NODES <= 16) ? 4
        : (NODES <= 32) ? 5 : 6,
    parameter CHAN_W = (LANES <= 2) ? 1 : (LANES <= 4) ? 2 : (LANES <= 8) ? 3 : 4,
    parameter COMMON = (NODES % 16 == 0 && LANES >= 16) ? 16 : (NODES % 8 == 0 && LANES >= 8) ? 8
        : (NODES % 4 == 0 && LANES >= 4) ? 4 : (NODES % 2 == 0 && LANES >= 2) ? 2 : 1,
    parameter FLOWS = LANES * (NODES / COMMON)
) (
    input  wire                             clk,
    input  wire                             rst,
    input  wire [NODE_W-1:0]                node,
    input  wire                             epoch,
    input  wire                             use_sizes,
    input  wire                             invalid,
    input  wire [FLOWS*COUNT_W-1:0]         sizes,
    output wire                             done,
    input  wire [FLOWS-1:0]                 s_axis_tvalid,
    output wire [FLOWS-1:0]                 s_axis_tready,
    input  wire [FLOWS*ELEMS*ELEM_W-1:0]    s_axis_tdata,
    input  wire [FLOWS*ELEMS-1:0]           s_axis_tkeep,
    input  wire [FLOWS-1:0]                 s_axis_tlast,
    output wire [LANES-1:0]                 m_net_tvalid,
    input  wire [LANES-1:0]                 m_net_tready,
    output wire [LANES*ELEMS*ELEM_W-1:0]    m_net_tdata,
    output wire [LANES*ELEMS-1:0]           m_net_tkeep,
    output wire [LANES-1:0]                 m_net_tlast,
    output wire [LANES*(NODE_W+CHAN_W)-1:0] m_net_tdest,
    output wire [LANES*2-1:0]               m_net_tuser,
    input  wire [NODES-1:0]                 dst_ready
);
    localparam WORD_W  = ELEMS * ELEM_W;
    localparam DEST_W  = NODE_W + CHAN_W;
    localparam SHARING = FLOWS / LANES;

    generate
        if (NODES < 2 || NODES > 64) begin : g_check_nodes
            bl_alltoallv_send_illegal_NODES illegal();
        end
        if (LANES < 1 || LANES > 16 || (LANES & (LANES - 1)) != 0) begin : g_check_lanes
            bl_alltoallv_send_illegal_LANES illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_alltoallv_send_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_alltoallv_send_illegal_ELEM_W illegal();
        end
        if (PACKET_WORDS < 1 || PACKET_WORDS > 256) begin : g_check_packet_words
            bl_alltoallv_send_illegal_PACKET_WORDS illegal();
        end
        if (COUNT_W < 1 || COUNT_W > 64 || COUNT_W > WORD_W) begin : g_check_count_w
            bl_alltoallv_send_illegal_COUNT_W illegal();
        end
    endgenerate

    reg              epoch_before, all_ended;
    wire             turn = epoch != epoch_before;
    wire [FLOWS-1:0] ended;

    assign done = all_ended & ~turn;

    always @(posedge clk) begin
        if (rst) begin
            epoch_before <= 1'b0;
            all_ended    <= 1'b0;
        end else begin
            epoch_before <= epoch;
            all_ended    <= (&ended) & ~turn & ~(|m_net_tvalid);
        end
    end

    // node mod D; the rest of the number says nothing about the channel
    wire [CHAN_W-1:0] own;
    wire unused = &{1'b0, node, 1'b0};
    genvar l, j, n;
    generate
        for (n = 0; n < CHAN_W; n = n + 1) begin : g_own
            if (COMMON >> n > 1) begin : g_bit
                assign own[n] = node[n];
            end else begin : g_zero
                assign own[n] = 1'b0;
            end
        end
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            wire [SHARING-1:0]        valid, take, ends, more, room;
            wire [SHARING*WORD_W-1:0] data;
            wire [SHARING*ELEMS-1:0]  keep;
            wire [SHARING*DEST_W-1:0] dests;
            for (j = 0; j < SHARING; j = j + 1) begin : g_flow
                localparam F = l + LANES * j;
                localparam [31:0] NODE = l % COMMON + COMMON * j;
                localparam [31:0] GROUP = COMMON * (l / COMMON);
                wire [CHAN_W-1:0] channel = GROUP[CHAN_W-1:0] | own;
                assign dests[j*DEST_W +: DEST_W] = {NODE[NODE_W-1:0], channel};
                assign room[j] = dst_ready[NODE];
                bl_send_flow #(.WORD_W(WORD_W), .ELEMS(ELEMS), .COUNT_W(COUNT_W)) flow (
                    .clk(clk), .rst(rst), .turn(turn), .use_sizes(use_sizes),
                    .size(sizes[F*COUNT_W +: COUNT_W]), .s_tvalid(s_axis_tvalid[F]),
                    .s_tready(s_axis_tready[F]), .s_tdata(s_axis_tdata[F*WORD_W +: WORD_W]),
                    .s_tkeep(s_axis_tkeep[F*ELEMS +: ELEMS]), .s_tlast(s_axis_tlast[F]),
                    .o_valid(valid[j]), .take(take[j]), .o_data(data[j*WORD_W +: WORD_W]),
                    .o_keep(keep[j*ELEMS +: ELEMS]),
                    .o_end(ends[j]), .o_more(more[j]), .ended(ended[F]));
            end
            bl_send_lane #(.FLOWS(SHARING), .WORD_W(WORD_W), .ELEMS(ELEMS), .DEST_W(DEST_W),
                           .PACKET_WORDS(PACKET_WORDS)) lane (
                .clk(clk), .rst(rst), .epoch(epoch), .use_sizes(use_sizes), .invalid(invalid),
                .room(room), .dests(dests),
                .o_valid(valid), .take(take), .o_data(data), .o_keep(keep), .o_end(ends),
                .o_more(more), .m_net_tvalid(m_net_tvalid[l]), .m_net_tready(m_net_tready[l]),
                .m_net_tdata(m_net_tdata[l*WORD_W +: WORD_W]),
                .m_net_tkeep(m_net_tkeep[l*ELEMS +: ELEMS]), .m_net_tlast(m_net_tlast[l]),
                .m_net_tdest(m_net_tdest[l*DEST_W +: DEST_W]), .m_net_tuser(m_net_tuser[l*2 +: 2]));
        end
    endgenerate
`ifdef FORMAL
    // Rule 1: at the port a packet, once begun, offers a word in every cycle until its last one,
    // all for one destination, at most PACKET_WORDS.
    // Rule 2: what is offered stays until it is taken, and is of the current epoch.
    // Rule 3: a lane only sends to nodes of its flows. Rule 4: `done` only when every flow has
    // ended, and then nothing is offered.
    // Rule 5: a word of this epoch that is not taken waits 3 cycles at most while all lanes are
    // taken, all nodes have room, and no lane has anything to give.
    reg                    f_reset = 1'b0;
    reg                    f_sizes, f_epoch, f_done;
    reg [NODE_W-1:0]       f_node;
    reg [FLOWS*COUNT_W-1:0] f_size;
    reg [FLOWS-1:0]        f_fed, f_wait, f_last, f_keep;
    reg [LANES-1:0]        f_inside, f_held;
    reg [LANES*DEST_W-1:0] f_dest;
    reg [LANES*WORD_W-1:0] f_data;
    reg [LANES*9-1:0]      f_words;
    reg [2:0]              f_rests;
    always @(posedge clk) begin : f_look
        integer f_l;
        f_reset <= 1'b1;
        f_sizes <= use_sizes;
        f_epoch <= epoch;
        f_node  <= node;
        f_size  <= sizes;
        f_done  <= done;
        f_wait  <= rst ? 0 : s_axis_tvalid & ~s_axis_tready;
        f_last  <= s_axis_tlast;
        f_keep  <= s_axis_tkeep;
        f_held  <= rst ? 0 : m_net_tvalid & ~m_net_tready;
        f_dest  <= m_net_tdest;
        f_data  <= m_net_tdata;
        f_rests <= rst || turn || (|m_net_tvalid) || !(&m_net_tready) || !(&dst_ready)
            || !(|(s_axis_tvalid & ~s_axis_tready & ~f_fed)) ? 0 : f_rests + !(&f_rests);
        if (rst) f_fed <= 0;
        else f_fed <= (f_fed & ~{FLOWS{turn}}) | (s_axis_tvalid & s_axis_tready & s_axis_tlast);
        for (f_l = 0; f_l < LANES; f_l = f_l + 1) begin
            if (rst) begin
                f_inside[f_l] <= 1'b0;
                f_words[f_l*9 +: 9] <= 0;
            end else if (m_net_tvalid[f_l] && m_net_tready[f_l]) begin
                f_inside[f_l] <= !m_net_tlast[f_l];
                f_words[f_l*9 +: 9] <= m_net_tlast[f_l] ? 0 : f_words[f_l*9 +: 9] + 1;
            end
        end
    end
    always @* begin : f_rules
        integer f_l;
        if (!f_reset) assume (rst);
        if (f_reset) begin
            assume (use_sizes == f_sizes && node == f_node && sizes == f_size);
            assume (epoch == f_epoch || f_done);
            assume ((f_wait & ~s_axis_tvalid) == 0 && (f_wait & (f_last ^ s_axis_tlast)) == 0);
            assume ((f_wait & (f_keep ^ s_axis_tkeep)) == 0);   // checked with one element a word
            if (done) assert ((&f_fed) && m_net_tvalid == 0);
            assert (f_rests <= 3);
            for (f_l = 0; f_l < LANES; f_l = f_l + 1) begin
                if (f_inside[f_l])
                    assert (m_net_tvalid[f_l]
                            && m_net_tdest[f_l*DEST_W +: DEST_W] == f_dest[f_l*DEST_W +: DEST_W]);
                if (m_net_tvalid[f_l]) begin
                    assert (f_words[f_l*9 +: 9] < PACKET_WORDS);
                    assert (m_net_tuser[f_l*2+1] == epoch);
                    assert ((m_net_tdest[f_l*DEST_W+CHAN_W +: NODE_W] % COMMON)
                            == (f_l % COMMON));
                end
                if (f_held[f_l])
                    assert (m_net_tvalid[f_l]
                            && m_net_tdata[f_l*WORD_W +: WORD_W] == f_data[f_l*WORD_W +: WORD_W]);
            end
        end
    end
`endif
endmodule
`default_nettype wire
