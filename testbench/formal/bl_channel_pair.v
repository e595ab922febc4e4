// SPDX-License-Identifier: ISC
`default_nettype none
// Proof of a channel: the sending end of node A and the receiving end of node B, joined by links
// that keep order and take any time. The sender goes to B (node 1) or elsewhere, the receiver takes
// from A (node 0) or from another node, which keeps to its credits without any delay. Both ends
// change as their contracts allow.
module bl_channel_pair #(
    // log2 of the words in the buffer
    parameter LOG_DEPTH = 2,
    // flits on a link: 1..3
    parameter FLIGHT = 3,
    // how often the sender changes, and the other node asks, at most: 1..7
    parameter CHANGES = 7
) (
    input wire       clk,
    input wire       rst,
    input wire       to_valid,
    input wire       to_node,
    input wire       from_valid,
    input wire       from_node,
    input wire       waits,
    input wire       data,
    // links: take a flit, bring one
    input wire       room_ahead,
    input wire       room_back,
    input wire       bring_ahead,
    input wire       bring_back,
    // the other node
    input wire       other_asks,
    input wire       other_sends,
    input wire       other_data,
    input wire       m_tready
);
    localparam TAG_W = 3, COUNT_W = LOG_DEPTH + 1, GRANT_W = 1 + TAG_W + COUNT_W;
    localparam ITEM_W = 2 + TAG_W;                          // {word, data, tag}
    reg  [FLIGHT*ITEM_W-1:0]  ahead;
    reg  [FLIGHT*GRANT_W-1:0] back;
    reg  [1:0]                ahead_count, back_count;
    reg                       asked, granted;               // asks and grants are registered
    reg  [TAG_W-1:0]          asked_tag, other_tag, f_expect_tag;
    reg  [GRANT_W-1:0]        grants;
    reg                       other_asked;

    wire [1:0]         target, source, mine;
    wire               unused_wish, ask, word, over, give, m_tvalid, m_tdata;
    wire [TAG_W-1:0]   tag;
    wire               grant_whole;
    wire [TAG_W-1:0]   grant_tag;
    wire [COUNT_W-1:0] grant_count;
    wire [GRANT_W-1:0] grant = {grant_whole, grant_tag, grant_count};
    wire               take_ahead = room_ahead & (ahead_count != FLIGHT);
    wire               take_back  = room_back & (back_count != FLIGHT);
    wire               goes  = word & ~ask;                 // what is asked goes first
    wire               brought_ahead = bring_ahead & (ahead_count != 0);
    wire               brought_back  = bring_back & (back_count != 0);
    wire [ITEM_W-1:0]  item  = ahead[ITEM_W-1:0];
    wire [ITEM_W-1:0]  puts  = goes ? {1'b1, data, {TAG_W{1'b0}}} : {2'b00, tag};
    wire               put_ahead = (goes | ask) & target[1];
    wire               put_back  = give & source[0];

    bl_channel_send #(.NODES(2), .NODE_W(1), .LOG_DEPTH(LOG_DEPTH), .TAG_W(TAG_W)) send (
        .clk(clk), .rst(rst), .to_valid(to_valid), .to_node(to_node),
        .take({take_ahead, 1'b1}), .target(target), .ask(ask), .asked(ask), .tag(tag),
        .waits(waits), .wish(unused_wish), .word(word), .sent(goes), .grant_valid({granted, 1'b0}),
        .grant_whole({grants[GRANT_W-1], 1'b0}),
        .grant_tag({grants[COUNT_W +: TAG_W], {TAG_W{1'b0}}}),
        .grant_count({grants[COUNT_W-1:0], {COUNT_W{1'b0}}}));
    bl_channel_receive #(.NODES(2), .NODE_W(1), .WORD_W(1), .LOG_DEPTH(LOG_DEPTH),
                         .TAG_W(TAG_W)) receive (
        .clk(clk), .rst(rst), .from_valid(from_valid), .from_node(from_node), .wants(1'b1),
        .arrive({other_sends, brought_ahead & item[ITEM_W-1]}),
        .arrived({other_data, item[ITEM_W-2]}), .mine(mine), .over(over),
        .ask({other_asked, asked}), .ask_tag({other_tag, asked_tag}),
        .take({1'b1, take_back}), .source(source), .give(give), .grant_whole(grant_whole),
        .grant_tag(grant_tag), .grant_count(grant_count), .given(give),
        .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tdata(m_tdata));

    always @(posedge clk) begin
        ahead <= brought_ahead ? ahead >> ITEM_W : ahead;
        if (put_ahead) ahead[(ahead_count-brought_ahead)*ITEM_W +: ITEM_W] <= puts;
        ahead_count <= ahead_count + put_ahead - brought_ahead;
        back <= brought_back ? back >> GRANT_W : back;
        if (put_back) back[(back_count-brought_back)*GRANT_W +: GRANT_W] <= grant;
        back_count  <= back_count + put_back - brought_back;
        asked       <= brought_ahead & ~item[ITEM_W-1];
        asked_tag   <= item[TAG_W-1:0];
        granted     <= brought_back;
        grants      <= back[GRANT_W-1:0];
        other_asked <= other_asks;
        if (other_asks) other_tag <= other_tag + 1'b1;
        if (rst) begin
            ahead_count <= 0;
            back_count  <= 0;
            asked       <= 1'b0;
            granted     <= 1'b0;
            other_asked <= 1'b0;
            other_tag   <= 0;
        end
    end

`ifdef FORMAL
    // Rule 1: there is always room for a word that comes (`over` is never raised), and no more than
    // 2^LOG_DEPTH are on their way or in the buffer.
    // Rule 2: every word that was sent arrives, and leaves after exactly those that went before it,
    // unchanged.
    // Rule 3: a sender whose words wait, with a receiver that takes from it and drains, and links
    // that are not held up, sends again after at most CALM cycles.
    localparam CALM = 12;
    (* anyseq *) wire   f_pick;
    reg                 f_reset = 1'b0, f_track, f_value, f_stale;
    reg                 f_to_valid, f_to_node, f_from_node, f_from_valid, f_goes;
    reg [2:0]           f_changes, f_asks;                 // as many as there are tags, less one
    reg [COUNT_W:0]     f_flying, f_inside, f_ahead, f_other;
    reg [3:0]           f_calm;
    wire                f_arrives = brought_ahead & item[ITEM_W-1];
    wire                f_leave   = m_tvalid & m_tready;
    wire                f_put     = goes & target[1];
    wire                f_open    = to_valid & to_node;
    wire                f_turns   = f_reset & (to_valid != f_to_valid || to_node != f_to_node);
    wire                f_away    = f_reset & from_valid & from_node & !f_from_node;
    always @(posedge clk) begin
        f_reset      <= 1'b1;
        f_to_valid   <= to_valid;
        f_to_node    <= to_node;
        if (from_valid) f_from_node <= from_node;
        f_from_valid <= from_valid | f_from_valid;
        f_changes    <= f_changes + f_turns;
        f_asks       <= f_asks + other_asks;
        f_flying     <= f_flying + f_put - f_arrives;
        f_inside     <= f_inside + |mine - f_leave;
        f_stale      <= (f_stale | f_away) & f_open;
        if (give & source[1] & (grant[COUNT_W +: TAG_W] == other_tag) & !other_asks)
            f_other <= (grant[GRANT_W-1] ? 0 : f_other) + grant[COUNT_W-1:0] - other_sends;
        else f_other <= other_asks ? 0 : f_other - other_sends;
        if (f_away | (from_valid & !from_node)) f_other <= 0;
        if (f_track & f_leave) begin
            f_ahead <= f_ahead - 1'b1;
            if (f_ahead == 0) f_track <= 1'b0;
        end
        if (!f_track & f_pick & f_put) begin
            f_track <= 1'b1;
            f_value <= data;
            f_ahead <= f_flying + f_inside - f_leave;
        end
        f_calm <= (f_open & from_valid & !from_node & waits & !f_stale & room_ahead & room_back
                   & bring_ahead & bring_back & m_tready & !goes & !f_turns) ? f_calm + 1'b1 : 0;
        if (rst) begin
            f_from_node  <= 1'b0;
            f_from_valid <= 1'b0;
            f_changes    <= 0;
            f_asks       <= 0;
            f_flying     <= 0;
            f_inside     <= 0;
            f_other      <= 0;
            f_stale      <= 1'b0;
            f_track      <= 1'b0;
            f_calm       <= 0;
        end
    end
    always @* begin
        assume (rst == !f_reset);
        if (!f_reset) assume (!to_valid && !from_valid);
        // the ends change while nothing is on its way
        assume (f_changes != CHANGES || !f_turns);
        assume (f_asks != CHANGES || !other_asks);
        if (f_turns) assume (!waits && f_flying == 0);
        if (from_valid && (from_node != f_from_node)) assume (f_flying == 0 && !other_sends);
        // a node whose receiver has taken from another one asks again
        if (f_stale || f_away) assume (!waits);
        // the other node keeps to its credits, while it is the one
        if (!source[1] || f_other == 0 || other_asks) assume (!other_sends);
        if (f_reset) begin
            assert (!over);
            assert (f_flying + f_inside <= (1 << LOG_DEPTH));
            assert (f_calm < CALM);
            if (f_track && f_ahead == 0 && f_leave) assert (m_tdata == f_value);
            if (f_track) assert (f_ahead < f_flying + f_inside);
        end
    end
`endif
endmodule
`default_nettype wire
