// SPDX-License-Identifier: ISC
`default_nettype none
// Brings the network port (docs/networks.md) from the node's clock to the network's: between the
// pipeline's stages and any network.
// Contract: s_out_*, m_in_*, rx_* and dst_ready belong to clk, the side of the pipeline; m_out_*,
// s_in_*, net_rx_* and net_dst_ready to net_clk, the side of the network. Every lane keeps its
// order and content. No word of an epoch goes in before all words of the one before have gone to
// the network: lanes share links there, and a word of the next epoch would be in their way.
// dst_ready follows net_dst_ready bit by bit: a network that promises room by it counts the
// 2^LOG_DEPTH words of a lane that may be on their way. The three rx_* change together on the other
// side; a word that is delivered meanwhile was chosen by what they said before, which is right
// because they change only when nothing is left of what they chose. Resets as bl_async_fifo wants
// them: both high together for 4 cycles of each side.
// Cut: every output follows from registers of its own side, s_out_tready from s_out_tuser too. A
// packet that the slower side has begun may have gaps on the faster one.
// Latency: a word 1 cycle of its first side and 3 or 4 of the other, rx_* 2 of clk and 4 or 5 of
// net_clk, dst_ready 2 or 3 of clk.
// Throughput: 1 word a cycle of the slower side and lane; from one epoch to the next, 2 cycles of
// clk when nothing is on its way.
module bl_port_crossing #(
    // nodes: 2..64
    parameter NODES = 8,
    // network lanes of a node in each direction: 1..16, a power of two
    parameter LANES = 8,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // log2 of the words that each lane keeps in each direction: 2..5
    parameter LOG_DEPTH = 5,
    // derived, leave alone: bits of a node number, bits of a channel number
    parameter NODE_W = (NODES <= 2) ? 1 : (NODES <= 4) ? 2 : (NODES <= 8) ? 3 : (NODES <= 16) ? 4
        : (NODES <= 32) ? 5 : 6,
    parameter CHAN_W = (LANES <= 2) ? 1 : (LANES <= 4) ? 2 : (LANES <= 8) ? 3 : 4
) (
    input  wire                             clk,
    input  wire                             rst,
    input  wire                             net_clk,
    input  wire                             net_rst,
    // toward the network
    input  wire [LANES-1:0]                 s_out_tvalid,
    output wire [LANES-1:0]                 s_out_tready,
    input  wire [LANES*ELEMS*ELEM_W-1:0]    s_out_tdata,
    input  wire [LANES*ELEMS-1:0]           s_out_tkeep,
    input  wire [LANES-1:0]                 s_out_tlast,
    input  wire [LANES*(NODE_W+CHAN_W)-1:0] s_out_tdest,
    input  wire [LANES*2-1:0]               s_out_tuser,
    output wire [NODES-1:0]                 dst_ready,
    output wire [LANES-1:0]                 m_out_tvalid,
    input  wire [LANES-1:0]                 m_out_tready,
    output wire [LANES*ELEMS*ELEM_W-1:0]    m_out_tdata,
    output wire [LANES*ELEMS-1:0]           m_out_tkeep,
    output wire [LANES-1:0]                 m_out_tlast,
    output wire [LANES*(NODE_W+CHAN_W)-1:0] m_out_tdest,
    output wire [LANES*2-1:0]               m_out_tuser,
    input  wire [NODES-1:0]                 net_dst_ready,
    // from the network
    input  wire [LANES-1:0]                 s_in_tvalid,
    output wire [LANES-1:0]                 s_in_tready,
    input  wire [LANES*ELEMS*ELEM_W-1:0]    s_in_tdata,
    input  wire [LANES*ELEMS-1:0]           s_in_tkeep,
    input  wire [LANES-1:0]                 s_in_tlast,
    input  wire [LANES*NODE_W-1:0]          s_in_tid,
    input  wire [LANES*2-1:0]               s_in_tuser,
    output wire [LANES-1:0]                 net_rx_epoch,
    output wire [LANES-1:0]                 net_rx_any,
    output wire [LANES*NODE_W-1:0]          net_rx_source,
    output wire [LANES-1:0]                 m_in_tvalid,
    input  wire [LANES-1:0]                 m_in_tready,
    output wire [LANES*ELEMS*ELEM_W-1:0]    m_in_tdata,
    output wire [LANES*ELEMS-1:0]           m_in_tkeep,
    output wire [LANES-1:0]                 m_in_tlast,
    output wire [LANES*NODE_W-1:0]          m_in_tid,
    output wire [LANES*2-1:0]               m_in_tuser,
    input  wire [LANES-1:0]                 rx_epoch,
    input  wire [LANES-1:0]                 rx_any,
    input  wire [LANES*NODE_W-1:0]          rx_source
);
    localparam WORD_W = ELEMS * ELEM_W;
    localparam DEST_W = NODE_W + CHAN_W;
    localparam OUT_W  = DEST_W + 3 + ELEMS + WORD_W;
    localparam IN_W   = NODE_W + 3 + ELEMS + WORD_W;
    localparam RX_W   = LANES * (NODE_W + 2);

    generate
        if (NODES < 2 || NODES > 64) begin : g_check_nodes
            bl_port_crossing_illegal_NODES illegal();
        end
        if (LANES < 1 || LANES > 16 || (LANES & (LANES - 1)) != 0) begin : g_check_lanes
            bl_port_crossing_illegal_LANES illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_port_crossing_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_port_crossing_illegal_ELEM_W illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 5) begin : g_check_log_depth
            bl_port_crossing_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    // The epoch whose words go in. Its last word is in before a word of the next one is offered
    // (the sender's rule), and that one waits until the lanes are empty.
    reg              epoch, next_waits, all_empty;
    wire [LANES-1:0] empty, next;
    wire             turn = next_waits & all_empty;

    always @(posedge clk) begin
        if (rst) begin
            epoch      <= 1'b0;
            next_waits <= 1'b0;
            all_empty  <= 1'b0;
        end else begin
            epoch      <= epoch ^ turn;
            next_waits <= |(s_out_tvalid & next) & ~turn;
            all_empty  <= &empty;
        end
    end

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            wire room_out, unused_empty;
            assign next[l]         = s_out_tuser[l*2+1] != epoch;
            assign s_out_tready[l] = room_out & ~next[l];

            bl_async_fifo #(.WIDTH(OUT_W), .LOG_DEPTH(LOG_DEPTH)) outward (
                .s_clk(clk), .s_rst(rst), .s_tvalid(s_out_tvalid[l] & ~next[l]),
                .s_tready(room_out), .s_empty(empty[l]),
                .s_tdata({s_out_tdest[l*DEST_W +: DEST_W], s_out_tuser[l*2 +: 2], s_out_tlast[l],
                          s_out_tkeep[l*ELEMS +: ELEMS], s_out_tdata[l*WORD_W +: WORD_W]}),
                .m_clk(net_clk), .m_rst(net_rst), .m_tvalid(m_out_tvalid[l]),
                .m_tready(m_out_tready[l]),
                .m_tdata({m_out_tdest[l*DEST_W +: DEST_W], m_out_tuser[l*2 +: 2], m_out_tlast[l],
                          m_out_tkeep[l*ELEMS +: ELEMS], m_out_tdata[l*WORD_W +: WORD_W]}));

            bl_async_fifo #(.WIDTH(IN_W), .LOG_DEPTH(LOG_DEPTH)) inward (
                .s_clk(net_clk), .s_rst(net_rst), .s_tvalid(s_in_tvalid[l]),
                .s_tready(s_in_tready[l]), .s_empty(unused_empty),
                .s_tdata({s_in_tid[l*NODE_W +: NODE_W], s_in_tuser[l*2 +: 2], s_in_tlast[l],
                          s_in_tkeep[l*ELEMS +: ELEMS], s_in_tdata[l*WORD_W +: WORD_W]}),
                .m_clk(clk), .m_rst(rst), .m_tvalid(m_in_tvalid[l]), .m_tready(m_in_tready[l]),
                .m_tdata({m_in_tid[l*NODE_W +: NODE_W], m_in_tuser[l*2 +: 2], m_in_tlast[l],
                          m_in_tkeep[l*ELEMS +: ELEMS], m_in_tdata[l*WORD_W +: WORD_W]}));
        end
    endgenerate

    // What the lanes select is sent over whenever it is not what was sent last; the other side
    // begins with the same zeros.
    reg  [RX_W-1:0] asked, sent, held;
    wire [RX_W-1:0] came;
    wire            differs = asked != sent;
    wire            room, arrives, unused_selection;

    bl_async_fifo #(.WIDTH(RX_W), .LOG_DEPTH(2)) selection (
        .s_clk(clk), .s_rst(rst), .s_tvalid(differs), .s_tready(room), .s_tdata(asked),
        .s_empty(unused_selection),
        .m_clk(net_clk), .m_rst(net_rst), .m_tvalid(arrives), .m_tready(1'b1), .m_tdata(came));

    always @(posedge clk) begin
        if (rst) begin
            asked <= {RX_W{1'b0}};
            sent  <= {RX_W{1'b0}};
        end else begin
            asked <= {rx_source, rx_any, rx_epoch};
            if (differs & room) sent <= asked;
        end
    end

    always @(posedge net_clk) begin
        if (net_rst)      held <= {RX_W{1'b0}};
        else if (arrives) held <= came;
    end
    assign {net_rx_source, net_rx_any, net_rx_epoch} = held;

    // Levels, one for each node, that do not depend on each other.
    bl_synchroniser #(.WIDTH(NODES)) ready (.clk(clk), .s(net_dst_ready), .m(dst_ready));

`ifdef FORMAL
    // The clocks are free inputs here: any edge may come at any time (engine bmc2clk). What
    // bl_async_fifo proves of the lanes is not repeated.
    // Rule 1: the network never sees a selection that the pipeline has not made.
    // Rule 2: when nothing is on its way, it sees the one that was sent last.
    // Rule 3: it is never offered words of two epochs, given that the pipeline does not offer them
    // either.
    (* anyseq *) wire f_next;
    reg        f_epoch = 1'b0;
    integer    f_a, f_b;
    (* anyconst *) reg [RX_W-1:0] f_choice;
    reg  [2:0] f_begin_s = 3'd0, f_begin_m = 3'd0;
    reg  [2:0] f_pushed = 3'd0, f_taken = 3'd0;
    reg        f_made = 1'b0;
    wire       f_running = f_begin_s == 3'd4 && f_begin_m == 3'd4;
    always @(posedge clk) begin
        if (f_begin_s != 3'd4 && (f_begin_s == 3'd0 || f_begin_m != 3'd0))
            f_begin_s <= f_begin_s + 1'b1;
        if (!rst && {rx_source, rx_any, rx_epoch} == f_choice) f_made <= 1'b1;
        if (!rst && differs && room) f_pushed <= f_pushed + 1'b1;
        f_epoch <= f_epoch ^ (f_next & ~|s_out_tvalid);
    end
    always @(posedge net_clk) begin
        if (f_begin_m != 3'd4 && (f_begin_m == 3'd0 || f_begin_s != 3'd0))
            f_begin_m <= f_begin_m + 1'b1;
        if (!net_rst && arrives) f_taken <= f_taken + 1'b1;
    end
    always @* begin
        assume (rst == !f_running && net_rst == !f_running);
        if (f_running) begin
            if (f_choice != 0 && held == f_choice) assert (f_made);
            if (f_pushed == f_taken) assert (held == sent);
            for (f_a = 0; f_a < LANES; f_a = f_a + 1) begin
                if (s_out_tvalid[f_a]) assume (s_out_tuser[2*f_a+1] == f_epoch);
                for (f_b = 0; f_b < LANES; f_b = f_b + 1)
                    if (m_out_tvalid[f_a] && m_out_tvalid[f_b])
                        assert (m_out_tuser[2*f_a+1] == m_out_tuser[2*f_b+1]);
            end
        end
    end
`endif
endmodule
`default_nettype wire
