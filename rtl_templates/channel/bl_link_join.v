// SPDX-License-Identifier: ISC
`default_nettype none
// Joins two users of a node's links to one carrier: the channels of a node and its bundles.
// Contract: side a has the channels below CHANNELS, side b all others. s_a_*, s_b_* take the flits
// of both by peer, m_link_* gives them to the carrier with one count of credits for both; each
// keeps the order of its own flits. s_a_credit, s_b_credit say at once that a flit of the side was
// taken, so that a side whose flits are freed as they arrive (bl_channels, bl_channel_bundle) needs
// no count of its own. What the carrier brings (s_link_*) goes to the side of its channel (m_a_*,
// m_b_*), in the same cycle; m_a_credit, m_b_credit are the flits that the sides freed, at most 15
// of both in a cycle. Sides that both have flits take turns of TURN_WORDS flits; a turn ends early
// with a flit with `end`, and where the side has none.
// Cut: m_link_* are registers; s_*_tready follow from both sides' tvalid; nothing on the way in.
// Latency: 1 cycle out, 0 in. Throughput: 1 flit a cycle and link each way.
module bl_link_join #(
    // nodes: 2..64
    parameter NODES = 2,
    // channels of side a: 1..15
    parameter CHANNELS = 1,
    // bits of a channel's number in a flit: log2(CHANNELS + 1)..4
    parameter CHAN_W = 1,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // log2 of the flits that the carrier has room for on a link: 1..20
    parameter LOG_BUFFER = 10,
    // flits of a side's turn; 1: each flit: 1..2047
    parameter TURN_WORDS = 1,
    // derived, leave alone: bits of a flit
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire                    clk,
    input  wire                    rst,
    // side a: its m_link_*, then its s_link_*
    input  wire [NODES-1:0]        s_a_tvalid,
    output wire [NODES-1:0]        s_a_tready,
    input  wire [NODES*FLIT_W-1:0] s_a_tdata,
    output wire [NODES*4-1:0]      s_a_credit,
    output wire [NODES-1:0]        m_a_tvalid,
    output wire [NODES*FLIT_W-1:0] m_a_tdata,
    input  wire [NODES*4-1:0]      m_a_credit,
    // side b
    input  wire [NODES-1:0]        s_b_tvalid,
    output wire [NODES-1:0]        s_b_tready,
    input  wire [NODES*FLIT_W-1:0] s_b_tdata,
    output wire [NODES*4-1:0]      s_b_credit,
    output wire [NODES-1:0]        m_b_tvalid,
    output wire [NODES*FLIT_W-1:0] m_b_tdata,
    input  wire [NODES*4-1:0]      m_b_credit,
    // the carrier, by peer
    output wire [NODES-1:0]        m_link_tvalid,
    input  wire [NODES-1:0]        m_link_tready,
    output wire [NODES*FLIT_W-1:0] m_link_tdata,
    input  wire [NODES*4-1:0]      m_link_credit,
    input  wire [NODES-1:0]        s_link_tvalid,
    input  wire [NODES*FLIT_W-1:0] s_link_tdata,
    output wire [NODES*4-1:0]      s_link_credit
);
    localparam [31:0] BELOW = CHANNELS;
    localparam FLIT_CHANNEL_AT = ELEMS * ELEM_W + ELEMS,
        FLIT_IS_LAST_AT = ELEMS * ELEM_W + ELEMS + CHAN_W,
        FLIT_IS_END_AT = ELEMS * ELEM_W + ELEMS + CHAN_W + 1;

    generate
        if (NODES < 2 || NODES > 64) begin : g_check_nodes
            bl_link_join_illegal_NODES illegal();
        end
        if (CHANNELS < 1 || CHANNELS >= (1 << CHAN_W)) begin : g_check_channels
            bl_link_join_illegal_CHANNELS illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_link_join_illegal_CHAN_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_link_join_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_link_join_illegal_ELEM_W illegal();
        end
        if (LOG_BUFFER < 1 || LOG_BUFFER > 20) begin : g_check_log_buffer
            bl_link_join_illegal_LOG_BUFFER illegal();
        end
        if (TURN_WORDS < 1 || TURN_WORDS > 2047) begin : g_check_turn_words
            bl_link_join_illegal_TURN_WORDS illegal();
        end
    endgenerate

    assign m_a_tdata = s_link_tdata;
    assign m_b_tdata = s_link_tdata;

    genvar p, k;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_link
            wire [CHAN_W-1:0] channel = s_link_tdata[p*FLIT_W+FLIT_CHANNEL_AT +: CHAN_W];
            wire              to_a    = {{(32-CHAN_W){1'b0}}, channel} < BELOW;

            assign m_a_tvalid[p] = s_link_tvalid[p] & to_a;
            assign m_b_tvalid[p] = s_link_tvalid[p] & ~to_a;
            assign s_link_credit[p*4 +: 4] = m_a_credit[p*4 +: 4] + m_b_credit[p*4 +: 4];

            // ---- one flit a cycle: a side goes on, or they take turns
            wire              take, unused_room;
            wire [FLIT_W-1:0] a    = s_a_tdata[p*FLIT_W +: FLIT_W];
            wire [FLIT_W-1:0] b    = s_b_tdata[p*FLIT_W +: FLIT_W];
            wire [1:0]        wish = {s_b_tvalid[p], s_a_tvalid[p]};
            wire [1:0]        now  = {b[FLIT_IS_END_AT], a[FLIT_IS_END_AT]};
            wire [1:0]        on, turn, sent;
            assign turn = on | {2{~(|(on & wish))}};
            assign {s_b_tready[p], s_a_tready[p]} = sent;
            assign s_a_credit[p*4 +: 4] = {3'b000, sent[0]};
            assign s_b_credit[p*4 +: 4] = {3'b000, sent[1]};

            bl_channel_arbiter #(.REQUESTS(2)) turns (
                .clk(clk), .rst(rst), .request(wish & turn & {2{take}}), .choice(sent));
            for (k = 0; k < 2; k = k + 1) begin : g_side
                bl_channel_run #(.TURN_WORDS(TURN_WORDS)) run (
                    .clk(clk), .rst(rst), .wish(wish[k]), .sent(sent[k]), .now(now[k]),
                    .on(on[k]));
            end
            bl_endpoint_out #(.LANES(1), .FLIT_W(FLIT_W), .LAST_BIT(FLIT_IS_LAST_AT),
                              .LOG_BUFFER(LOG_BUFFER)) out (
                .clk(clk), .rst(rst), .request(|sent), .offer(sent[0] ? a : b), .take(take),
                .dst_ready(unused_room), .m_link_tvalid(m_link_tvalid[p]),
                .m_link_tready(m_link_tready[p]), .m_link_tdata(m_link_tdata[p*FLIT_W +: FLIT_W]),
                .m_link_credit(m_link_credit[p*4 +: 4]));
        end
    endgenerate
endmodule
`default_nettype wire
