// SPDX-License-Identifier: ISC
`default_nettype none
// A node's end of the network: its port above, and below a link to every node, itself included,
// which a carrier brings.
// Contract: the network port of docs/networks.md (s_net_*: from the pipeline to the network,
// m_net_*: from the network to the pipeline). A flit is one word of a packet (flit.def).
// Carrier (docs/networks.md): m_link_* of node a, link b must arrive at s_link_* of node b, link a,
// in order; s_link_credit (flits freed in that cycle) some time at the peer's m_link_credit.
// s_link has no tready: a flit is sent only with a credit for its place in the peer's buffer. Full
// rate needs 2^LOG_BUFFER >= twice the link's delay + 8 cycles, and the room of dst_ready more if
// NODES > LANES. A packet holds its link until its tlast; in a lane toward the pipeline, packets of
// different sources may alternate beat by beat. Where lanes share links and links share lanes, each
// pair of them has a queue of its own, both ways: neither waits for the other's choice.
// Cut: m_link_*, s_link_credit and dst_ready are registers. s_net_tready follows from s_net_tdest
// and registers; m_net_tvalid from rx_* and registers; m_net_tready reaches the buffers' read
// enables only.
// Latency: port to link 1 cycle, link to port 2 cycles (3 where a lane has several sources), with
// queues a cycle more both ways.
// Throughput: 1 word a cycle, link and lane.
module bl_endpoint #(
    // nodes: 2..64
    parameter NODES = 8,
    // network lanes of a node in each direction: 1..16, a power of two
    parameter LANES = 8,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // log2 of the flits in a link's receive buffer: 1..20
    parameter LOG_BUFFER = 8,
    // 0: every lane reaches every node and channel; 1: lane l and node d only where l = d modulo
    // the greatest common divisor of NODES and LANES, in both directions: 0..1
    parameter LANE_REACH = 1,
    // longest packet in words (where a lane has several destinations, dst_ready promises room for
    // one from each lane that reaches the link, at most a quarter of the buffer): 1..256
    parameter PACKET_WORDS = 16,
    // flits of a lane with which it leaves a link to the next one that shares it, at a packet's
    // end; 1: each packet: 1..2047
    parameter TURN_WORDS = 1,
    // derived, leave alone: bits of a node number, bits of a channel number, bits of a flit
    parameter NODE_W = (NODES <= 2) ? 1 : (NODES <= 4) ? 2 : (NODES <= 8) ? 3 : (NODES <= 16) ? 4
        : (NODES <= 32) ? 5 : 6,
    parameter CHAN_W = (LANES <= 2) ? 1 : (LANES <= 4) ? 2 : (LANES <= 8) ? 3 : 4,
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire                             clk,
    input  wire                             rst,
    // from the pipeline
    input  wire [LANES-1:0]                 s_net_tvalid,
    output wire [LANES-1:0]                 s_net_tready,
    input  wire [LANES*ELEMS*ELEM_W-1:0]    s_net_tdata,
    input  wire [LANES*ELEMS-1:0]           s_net_tkeep,
    input  wire [LANES-1:0]                 s_net_tlast,
    input  wire [LANES*(NODE_W+CHAN_W)-1:0] s_net_tdest,
    input  wire [LANES*2-1:0]               s_net_tuser,
    output wire [NODES-1:0]                 dst_ready,
    // to the pipeline
    output wire [LANES-1:0]                 m_net_tvalid,
    input  wire [LANES-1:0]                 m_net_tready,
    output wire [LANES*ELEMS*ELEM_W-1:0]    m_net_tdata,
    output wire [LANES*ELEMS-1:0]           m_net_tkeep,
    output wire [LANES-1:0]                 m_net_tlast,
    output wire [LANES*NODE_W-1:0]          m_net_tid,
    output wire [LANES*2-1:0]               m_net_tuser,
    input  wire [LANES-1:0]                 rx_epoch,
    input  wire [LANES-1:0]                 rx_any,
    input  wire [LANES*NODE_W-1:0]          rx_source,
    // links by peer
    output wire [NODES-1:0]                 m_link_tvalid,
    input  wire [NODES-1:0]                 m_link_tready,
    output wire [NODES*FLIT_W-1:0]          m_link_tdata,
    input  wire [NODES*4-1:0]               m_link_credit,
    input  wire [NODES-1:0]                 s_link_tvalid,
    input  wire [NODES*FLIT_W-1:0]          s_link_tdata,
    output wire [NODES*4-1:0]               s_link_credit
);
    // greatest common divisor of NODES and LANES: lanes and nodes that are equal modulo it reach
    // each other
    localparam COMMON = (NODES % 16 == 0 && LANES >= 16) ? 16 : (NODES % 8 == 0 && LANES >= 8) ? 8
        : (NODES % 4 == 0 && LANES >= 4) ? 4 : (NODES % 2 == 0 && LANES >= 2) ? 2 : 1;
    // lanes that share a link
    localparam SHARING = (LANE_REACH == 0) ? LANES : LANES / COMMON;
    // links that share a lane
    localparam SOURCES = (LANE_REACH == 0) ? NODES : NODES / COMMON;
    // a lane has a single node, both ways
    localparam SOLE    = (LANE_REACH == 1 && COMMON == NODES) ? 1 : 0;
    localparam QUEUES  = (LANE_REACH == 1 && SHARING > 1 && SOURCES > 1) ? 1 : 0;
    localparam WORD_W  = ELEMS * ELEM_W;
    localparam FLIT_IS_LAST_AT = ELEMS * ELEM_W + ELEMS + CHAN_W,
        FLIT_EPOCH_AT = ELEMS * ELEM_W + ELEMS + CHAN_W + 2;
    localparam DEST_W  = NODE_W + CHAN_W;
    // what reaches a lane toward the pipeline: {epoch, end, last, keep, data}
    localparam PASS_W  = WORD_W + ELEMS + 3;

    generate
        if (NODES < 2 || NODES > 64) begin : g_check_nodes
            bl_endpoint_illegal_NODES illegal();
        end
        if (LANES < 1 || LANES > 16 || (LANES & (LANES - 1)) != 0) begin : g_check_lanes
            bl_endpoint_illegal_LANES illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_endpoint_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_endpoint_illegal_ELEM_W illegal();
        end
        if (LOG_BUFFER < 1 || LOG_BUFFER > 20) begin : g_check_log_buffer
            bl_endpoint_illegal_LOG_BUFFER illegal();
        end
        if (PACKET_WORDS < 1 || PACKET_WORDS > 256) begin : g_check_packet_words
            bl_endpoint_illegal_PACKET_WORDS illegal();
        end
        if (TURN_WORDS < 1 || TURN_WORDS > 2047) begin : g_check_turn_words
            bl_endpoint_illegal_TURN_WORDS illegal();
        end
        if ((LANE_REACH != 0 && LANE_REACH != 1)) begin : g_check_lane_reach
            bl_endpoint_illegal_LANE_REACH illegal();
        end
    endgenerate

    wire [NODES-1:0]        head_valid;  // per link: the oldest flit that arrived
    wire [NODES*FLIT_W-1:0] head;
    wire [LANES*NODES-1:0]  take_out;    // [l*NODES+d]: what lane l offers goes toward link d
    wire [NODES*LANES-1:0]  take_in;     // [s*LANES+r]: link s's oldest flit goes toward lane r

    genvar d, l, s, r, k;
    generate
        for (d = 0; d < NODES; d = d + 1) begin : g_out
            localparam [NODE_W-1:0] NODE = d;
            wire [SHARING-1:0]        request, here, asks, taken, take;
            wire                      room;
            wire [SHARING*FLIT_W-1:0] offer, asked;
            for (k = 0; k < SHARING; k = k + 1) begin : g_lane
                localparam L = (LANE_REACH == 0) ? k : d % COMMON + COMMON * k;
                assign here[k] = (SOLE == 1) | (s_net_tdest[L*DEST_W+CHAN_W +: NODE_W] == NODE);
                assign asks[k] = s_net_tvalid[L] & here[k];
                bl_flit_pack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) pack (
                    .data(s_net_tdata[L*WORD_W +: WORD_W]), .keep(s_net_tkeep[L*ELEMS +: ELEMS]),
                    .channel(s_net_tdest[L*DEST_W +: CHAN_W]), .is_last(s_net_tlast[L]),
                    .is_end(s_net_tuser[L*2]), .epoch(s_net_tuser[L*2+1]),
                    .flit(asked[k*FLIT_W +: FLIT_W]));
            end
            if (QUEUES == 1) begin : g_queues
                // All words of an epoch leave before the first one of the next. A lane offers that
                // only when the queues have all of the epoch before, so one look at the heads does.
                reg                epoch;
                wire [SHARING-1:0] waits, current, rooms;
                for (k = 0; k < SHARING; k = k + 1) begin : g_queue
                    assign current[k] = waits[k] & (offer[k*FLIT_W+FLIT_EPOCH_AT] == epoch);
                    bl_endpoint_queue #(.WIDTH(FLIT_W), .PACKET_WORDS(PACKET_WORDS)) queue (
                        .clk(clk), .rst(rst), .room(rooms[k]), .s_tvalid(asks[k]),
                        .s_tready(taken[k]), .s_tdata(asked[k*FLIT_W +: FLIT_W]),
                        .m_tvalid(waits[k]), .m_tready(current[k] & take[k]),
                        .m_tdata(offer[k*FLIT_W +: FLIT_W]));
                end
                always @(posedge clk) begin
                    if (rst) epoch <= 1'b0;
                    else if ((|waits) & ~(|current)) epoch <= ~epoch;
                end
                assign request      = current;
                assign dst_ready[d] = &rooms;
                wire unused = &{1'b0, room, 1'b0};
            end else begin : g_wires
                assign request = asks;
                assign offer   = asked;
                assign taken   = take;
                // A lane that has this link alone holds nobody up when it waits here.
                assign dst_ready[d] = (SOLE == 1) | room;
            end
            for (l = 0; l < LANES; l = l + 1) begin : g_take
                if (LANE_REACH == 0 || (d % COMMON) == (l % COMMON)) begin : g_reached
                    localparam K = (LANE_REACH == 0) ? l : l / COMMON;
                    assign take_out[l*NODES+d] = here[K] & taken[K];
                end else begin : g_apart
                    assign take_out[l*NODES+d] = 1'b0;
                end
            end
            bl_endpoint_out #(.LANES(SHARING), .FLIT_W(FLIT_W), .LAST_BIT(FLIT_IS_LAST_AT),
                          .LOG_BUFFER(LOG_BUFFER), .PACKET_WORDS(PACKET_WORDS),
                          .TURN_WORDS(TURN_WORDS)) out (
                .clk(clk), .rst(rst), .request(request), .offer(offer), .take(take),
                .dst_ready(room),
                .m_link_tvalid(m_link_tvalid[d]), .m_link_tready(m_link_tready[d]),
                .m_link_tdata(m_link_tdata[d*FLIT_W +: FLIT_W]),
                .m_link_credit(m_link_credit[d*4 +: 4]));
        end

        for (l = 0; l < LANES; l = l + 1) begin : g_ready
            assign s_net_tready[l] = |take_out[l*NODES +: NODES];
        end

        for (s = 0; s < NODES; s = s + 1) begin : g_in
            reg  freed;
            wire room;
            wire pop = |take_in[s*LANES +: LANES];
            bl_fifo_block #(.WIDTH(FLIT_W), .LOG_DEPTH(LOG_BUFFER)) buffer (
                .clk(clk), .rst(rst), .s_tvalid(s_link_tvalid[s]), .s_tready(room),
                .s_tdata(s_link_tdata[s*FLIT_W +: FLIT_W]),
                .m_tvalid(head_valid[s]), .m_tready(pop), .m_tdata(head[s*FLIT_W +: FLIT_W]));
            always @(posedge clk) begin
                if (rst) freed <= 1'b0;
                else     freed <= pop;
            end
            assign s_link_credit[s*4 +: 4] = {3'b000, freed};
            // The credits guarantee room.
            wire unused = &{1'b0, room, 1'b0};
        end

        for (r = 0; r < LANES; r = r + 1) begin : g_lane
            localparam [CHAN_W-1:0] CHANNEL = r;
            wire [SOURCES-1:0]        request, take, goes;
            wire [SOURCES*PASS_W-1:0] offer;
            wire [SOURCES*NODE_W-1:0] ids;
            wire [PASS_W-1:0]         word;
            for (k = 0; k < SOURCES; k = k + 1) begin : g_source
                localparam [31:0] S = (LANE_REACH == 0) ? k : r % COMMON + COMMON * k;
                localparam [NODE_W-1:0] NODE = S[NODE_W-1:0];
                wire [WORD_W-1:0] data;
                wire [ELEMS-1:0]  keep;
                wire [CHAN_W-1:0] channel;
                wire              is_last, is_end, epoch;
                bl_flit_unpack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) unpack (
                    .flit(head[S*FLIT_W +: FLIT_W]), .data(data), .keep(keep),
                    .channel(channel), .is_last(is_last), .is_end(is_end), .epoch(epoch));
                // A link that reaches one lane only need not look at the channel.
                wire mine = (LANE_REACH == 1 && COMMON == LANES)
                    | (channel == CHANNEL);
                wire open = rx_any[r] | (rx_source[r*NODE_W +: NODE_W] == NODE);
                wire [PASS_W-1:0] pass = {epoch, is_end, is_last, keep, data};
                wire              waits;
                assign request[k] = waits & open & (offer[k*PASS_W+PASS_W-1] == rx_epoch[r]);
                if (QUEUES == 1) begin : g_queue
                    wire ready;
                    bl_fifo #(.WIDTH(PASS_W), .LOG_DEPTH(5)) queue (
                        .clk(clk), .rst(rst), .s_tvalid(head_valid[S] & mine), .s_tready(ready),
                        .s_tdata(pass), .m_tvalid(waits), .m_tready(request[k] & take[k]),
                        .m_tdata(offer[k*PASS_W +: PASS_W]));
                    assign goes[k] = head_valid[S] & mine & ready;
                end else begin : g_wire
                    assign waits   = head_valid[S] & mine;
                    assign goes[k] = request[k] & take[k];
                    assign offer[k*PASS_W +: PASS_W] = pass;
                end
                assign ids[k*NODE_W +: NODE_W] = NODE;
            end
            bl_endpoint_lane #(.SOURCES(SOURCES), .WIDTH(PASS_W), .LAST_BIT(PASS_W-3),
                           .ID_W(NODE_W)) lane (
                .clk(clk), .rst(rst), .request(request), .offer(offer), .ids(ids), .take(take),
                .m_tvalid(m_net_tvalid[r]), .m_tready(m_net_tready[r]), .m_tdata(word),
                .m_tid(m_net_tid[r*NODE_W +: NODE_W]));
            assign {m_net_tuser[r*2 +: 2], m_net_tlast[r], m_net_tkeep[r*ELEMS +: ELEMS],
                    m_net_tdata[r*WORD_W +: WORD_W]} = word;
            for (s = 0; s < NODES; s = s + 1) begin : g_take
                if (LANE_REACH == 0 || (s % COMMON) == (r % COMMON)) begin : g_reached
                    localparam K = (LANE_REACH == 0) ? s : s / COMMON;
                    assign take_in[s*LANES+r] = goes[K];
                end else begin : g_apart
                    assign take_in[s*LANES+r] = 1'b0;
                end
            end
        end
    endgenerate
`ifdef FORMAL
    // What bl_endpoint_out proves of the sender (never more than 2^LOG_BUFFER + 1 flits away) is
    // assumed of every peer here.
    // Rule 1: a receive buffer is never full when a flit arrives. Rule 2: every flit that arrived
    // leaves toward the lane of its channel, once, unchanged, after exactly those that came before
    // it through the same link; its source is the link's.
    // Rule 3: a lane is only given words of its epoch, and only of the source that it selects
    // (checked where lanes are wires: COMMON = NODES).
    // Rule 4: a flit leaves after all of the epoch before (where queues could change that).
    localparam ROOM = (1 << LOG_BUFFER) + 1;
    (* anyseq *) wire f_pick;
    (* anyconst *) reg [NODE_W-1:0] f_link;       // the link that is watched
    reg              f_reset = 1'b0, f_track = 1'b0;
    reg [LOG_BUFFER+1:0] f_held, f_ahead, f_owed;
    reg [FLIT_W-1:0] f_value;
    reg              f_arrive, f_freed;
    reg [FLIT_W-1:0] f_flit;
    reg  [LANES-1:0] f_lanes;
    wire             f_leave  = |(m_net_tvalid & m_net_tready & f_lanes);
    integer          f_l;
    always @* begin
        f_arrive = 1'b0;
        f_freed  = 1'b0;
        f_flit   = 0;
        for (f_l = 0; f_l < NODES; f_l = f_l + 1) if (f_l == f_link) begin
            f_arrive = s_link_tvalid[f_l];
            f_freed  = s_link_credit[f_l*4];
            f_flit   = s_link_tdata[f_l*FLIT_W +: FLIT_W];
        end
        f_lanes = 0;
        for (f_l = 0; f_l < LANES; f_l = f_l + 1)
            f_lanes[f_l] = m_net_tid[f_l*NODE_W +: NODE_W] == f_link && m_net_tvalid[f_l];
    end
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst) begin
            f_held  <= 0;
            f_owed  <= 0;
            f_track <= 1'b0;
        end else begin
            f_held <= f_held + f_arrive - f_leave;
            f_owed <= f_owed + f_arrive - f_freed;
            if (f_track && f_leave) begin
                f_ahead <= f_ahead - 1'b1;
                if (f_ahead == 0) f_track <= 1'b0;
            end
            if (!f_track && f_pick && f_arrive) begin
                f_track <= 1'b1;
                f_value <= f_flit;
                f_ahead <= f_held - f_leave;
            end
        end
    end
    generate
        for (s = 0; s < NODES; s = s + 1) begin : f_in
            always @* if (f_reset && s == f_link && s_link_tvalid[s]) assert (g_in[s].room);
        end
        if (COMMON == NODES) begin : f_wires
            for (r = 0; r < LANES; r = r + 1) begin : f_lane
                always @* if (f_reset && m_net_tvalid[r]) begin
                    assert (m_net_tuser[2*r+1] == rx_epoch[r]);
                    assert (rx_any[r]
                            || m_net_tid[r*NODE_W +: NODE_W] == rx_source[r*NODE_W +: NODE_W]);
                    if (f_track && f_lanes[r] && f_ahead == 0) begin
                        assert (m_net_tdata[r*WORD_W +: WORD_W] == f_value[WORD_W-1:0]);
                        assert ({m_net_tuser[2*r +: 2], m_net_tlast[r]} == f_value[FLIT_W-1 -: 3]);
                        if (COMMON < LANES) assert (f_value[WORD_W+ELEMS +: CHAN_W] == r);
                    end
                end
            end
            always @* if (f_reset) begin
                assert ((f_lanes & (f_lanes - 1'b1)) == 0);
                assert (f_lanes == 0 || f_held != 0);
            end
        end
    endgenerate
    generate
        if (QUEUES == 1) begin : f_order
            // Lanes that offer words of one epoch at a time, and of no later one than the next.
            (* anyseq *) wire f_epoch;
            reg               f_before;
            reg [LANES-1:0]   f_held_up, f_user;
            reg [7:0]         f_put, f_old;   // of this epoch and of the one before, in the queues
            reg               f_goes, f_goes_old;
            reg [3:0]         f_puts;
            always @* begin : f_look
                integer f_n;
                f_puts = 0;
                for (f_n = 0; f_n < LANES; f_n = f_n + 1) begin
                    if (s_net_tvalid[f_n] && take_out[f_n*NODES + f_link]) f_puts = f_puts + 1;
                    if (s_net_tvalid[f_n]) assume (s_net_tuser[f_n*2+1] == f_epoch);
                    if (f_reset && f_held_up[f_n]) assume (s_net_tvalid[f_n]
                                                           && f_user[f_n] == s_net_tuser[f_n*2+1]);
                end
                f_goes     = m_link_tvalid[f_link] && m_link_tready[f_link];
                f_goes_old = m_link_tdata[f_link*FLIT_W+FLIT_W-1] != f_before;
                if (f_reset && f_before != f_epoch) assume (f_old == 0);
                if (f_reset && !rst && f_goes && !f_goes_old) assert (f_old == 0);
            end
            always @(posedge clk) begin : f_rules
                integer f_n;
                f_before <= f_epoch;
                for (f_n = 0; f_n < LANES; f_n = f_n + 1) begin
                    f_held_up[f_n] <= !rst && s_net_tvalid[f_n] && !s_net_tready[f_n];
                    f_user[f_n]    <= s_net_tuser[f_n*2+1];
                end
                if (rst) begin
                    f_put <= 0;
                    f_old <= 0;
                end else if (f_before != f_epoch) begin
                    f_put <= f_puts;
                    f_old <= f_put - f_goes;
                end else begin
                    f_put <= f_put + f_puts - (f_goes && !f_goes_old);
                    f_old <= f_old - (f_goes && f_goes_old);
                end
            end
        end
    endgenerate
    always @* begin
        if (!f_reset) assume (rst);
        assume (!f_arrive || f_owed < ROOM);
        assume (f_link < NODES);
    end
`endif
endmodule
`default_nettype wire
