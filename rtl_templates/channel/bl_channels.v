// SPDX-License-Identifier: ISC
`default_nettype none
// Streams between the kernels of different nodes, over any carrier: a node's channels, in place of
// bl_endpoint.
// Contract: the carrier (docs/networks.md) as of bl_endpoint, with the same flits (flit.def). Words
// have epoch 0, `is_end` with `now`, and `is_last` at the end of a move. Epoch 1 is what the ends
// say to each other, in the low bits of data (say.def), all kept.
// Every flit is freed as it arrives: the sender of a channel has credits for the receiving end's
// own buffer of 2^LOG_DEPTH words (bl_channel_send, bl_channel_receive).
// Levels in clk, by channel: with to_valid this node sends to `to_node`, with from_valid it takes
// from `from_node`, this node itself included; `now`: each word is marked so that the carrier sends
// it at once. An end changes only while it is idle: all words that were sent have arrived. A node
// whose receiver has taken from another one in the meantime has to ask again: its to_valid falls
// between.
// Where the kernels say for each move where it goes and from whom it comes, bl_channel_to and
// bl_channel_from are between them and these levels; for all others `wants` is 1. They hear of what
// goes on, by channel: `ended`, the last word of a move goes; `granted`, places were granted;
// `came`, a word was taken, with its tkeep and tlast.
// Words come out of the receiving end as they went into the sending one, in order; tkeep is from
// lane 0. A channel without a receiver, or with a slow one, holds no other channel up.
// `protocol_error`: a word came for a channel that does not take from that node, or for no channel,
// and was dropped. It stays. `failed`, by channel, stays once it is 1: all nodes get a mark, behind
// asks and grants and before words. `marked`: one has come, of this node's too. It stays. Both
// resets have been high together for 4 cycles of each clock.
// Cut: m_link_*, s_link_credit, protocol_error, came*, s_axis_tready and m_axis_tvalid are
// registers or follow from registers of their own clock; m_axis_tdata is read by a registered
// address.
// Latency: from s_axis to the link a crossing (bl_async_fifo) and 1 cycle, from the link to m_axis
// 1 cycle and a crossing when the buffer is empty. Throughput: 1 flit a cycle out of the node, and
// for each channel 1 word a cycle into it.
module bl_channels #(
    // nodes: 2..64
    parameter NODES = 2,
    // bits of a node's number: log2(NODES)..6
    parameter NODE_W = 1,
    // channels: 1..16
    parameter CHANNELS = 2,
    // bits of a channel's number in a flit: max(1, log2(CHANNELS))..4
    parameter CHAN_W = 1,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // log2 of the words in a channel's receive buffer: 2..14
    parameter LOG_DEPTH = 9,
    // bits in an element; a word holds what the ends say to each other:
    // (LOG_DEPTH + ELEMS + 11) / ELEMS..1024
    parameter ELEM_W = 32,
    // log2 of the flits that the carrier has room for on a link: 1..20
    parameter LOG_BUFFER = 10,
    // words of a channel with which it leaves a link to the next one that goes to the same node;
    // 1: each word: 1..2047
    parameter TURN_WORDS = 1,
    // derived, leave alone: bits of a flit
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire                             clk,
    input  wire                             rst,
    input  wire                             k_clk,
    input  wire                             k_rst,
    input  wire [NODE_W-1:0]                node,
    // ends by channel
    input  wire [CHANNELS-1:0]              to_valid,
    input  wire [CHANNELS*NODE_W-1:0]       to_node,
    input  wire [CHANNELS-1:0]              from_valid,
    input  wire [CHANNELS*NODE_W-1:0]       from_node,
    input  wire [CHANNELS-1:0]              now,
    output reg                              protocol_error,
    input  wire [CHANNELS-1:0]              failed,
    output reg  [CHANNELS-1:0]              marked,
    // the same where kernels choose the ends
    input  wire [CHANNELS-1:0]              wants,
    output wire [CHANNELS-1:0]              ended,
    output wire [CHANNELS-1:0]              granted,
    output reg  [CHANNELS-1:0]              came,
    output reg  [CHANNELS*ELEMS-1:0]        came_keep,
    output reg  [CHANNELS-1:0]              came_last,
    // kernels, in k_clk, by channel
    input  wire [CHANNELS-1:0]              s_axis_tvalid,
    output wire [CHANNELS-1:0]              s_axis_tready,
    input  wire [CHANNELS*ELEMS*ELEM_W-1:0] s_axis_tdata,
    input  wire [CHANNELS*ELEMS-1:0]        s_axis_tkeep,
    input  wire [CHANNELS-1:0]              s_axis_tlast,
    output wire [CHANNELS-1:0]              m_axis_tvalid,
    input  wire [CHANNELS-1:0]              m_axis_tready,
    output wire [CHANNELS*ELEMS*ELEM_W-1:0] m_axis_tdata,
    output wire [CHANNELS*ELEMS-1:0]        m_axis_tkeep,
    // links by peer
    output wire [NODES-1:0]                 m_link_tvalid,
    input  wire [NODES-1:0]                 m_link_tready,
    output wire [NODES*FLIT_W-1:0]          m_link_tdata,
    input  wire [NODES*4-1:0]               m_link_credit,
    input  wire [NODES-1:0]                 s_link_tvalid,
    input  wire [NODES*FLIT_W-1:0]          s_link_tdata,
    output wire [NODES*4-1:0]               s_link_credit
);
    localparam DATA_W  = ELEMS * ELEM_W, WORD_W = DATA_W + ELEMS;
    localparam TAG_W   = 8, COUNT_W = LOG_DEPTH + 1;
    localparam SAY_W   = LOG_DEPTH + TAG_W + 3;
    localparam FLIT_IS_LAST_AT = ELEMS * ELEM_W + ELEMS + CHAN_W;

    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_channels_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_channels_illegal_NODE_W illegal();
        end
        if (CHANNELS < 1 || CHANNELS > 16 || CHANNELS > (1 << CHAN_W)) begin : g_check_channels
            bl_channels_illegal_CHANNELS illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_channels_illegal_CHAN_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_channels_illegal_ELEMS illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 14) begin : g_check_log_depth
            bl_channels_illegal_LOG_DEPTH illegal();
        end
        if (ELEM_W > 1024 || ELEMS * ELEM_W < LOG_DEPTH + 12) begin : g_check_elem_w
            bl_channels_illegal_ELEM_W illegal();
        end
        if (LOG_BUFFER < 1 || LOG_BUFFER > 20) begin : g_check_log_buffer
            bl_channels_illegal_LOG_BUFFER illegal();
        end
        if (TURN_WORDS < 1 || TURN_WORDS > 2047) begin : g_check_turn_words
            bl_channels_illegal_TURN_WORDS illegal();
        end
    endgenerate

    // ---- what arrives: words at once, the rest from registers
    wire [NODES*WORD_W-1:0]    arrived;           // by peer
    wire [NODES-1:0]           here;              // a word
    wire [CHANNELS*NODES-1:0]  to_here, mine;     // [c*NODES+p]: a word of channel c; it is taken
    wire [NODES*CHANNELS-1:0]  taken;             // the same by peer
    wire [NODES-1:0]           lost;              // words that no channel takes
    wire [NODES-1:0]           closing;           // tlast of the words
    reg  [NODES-1:0]           freed, said;
    reg  [NODES*CHAN_W-1:0]    said_channel;
    reg  [NODES*SAY_W-1:0]     said_what;
    wire [NODES-1:0]           said_grant, said_whole;
    wire [NODES*TAG_W-1:0]     said_tag;
    wire [NODES*COUNT_W-1:0]   said_count;
    wire [CHANNELS-1:0]        over;

    genvar p, c;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_arrive
            wire              epoch, unused_end;
            wire [CHAN_W-1:0] channel;
            wire [ELEMS-1:0]  keep;
            wire [DATA_W-1:0] data;
            bl_flit_unpack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) unpack (
                .flit(s_link_tdata[p*FLIT_W +: FLIT_W]), .data(data), .keep(keep),
                .channel(channel), .is_last(closing[p]), .is_end(unused_end), .epoch(epoch));
            bl_channel_say_unpack #(.LOG_DEPTH(LOG_DEPTH), .TAG_W(TAG_W)) hear (
                .say(said_what[p*SAY_W +: SAY_W]), .count(said_count[p*COUNT_W +: COUNT_W]),
                .tag(said_tag[p*TAG_W +: TAG_W]), .whole(said_whole[p]), .is_grant(said_grant[p]));
            assign arrived[p*WORD_W +: WORD_W] = {keep, data};
            assign here[p] = s_link_tvalid[p] & ~epoch;
            assign lost[p] = here[p] & ~(|taken[p*CHANNELS +: CHANNELS]);
            assign s_link_credit[p*4 +: 4] = {3'b000, freed[p]};
            always @(posedge clk) begin
                freed[p]      <= s_link_tvalid[p] & ~rst;
                said[p]       <= s_link_tvalid[p] & epoch & ~rst;
                said_channel[p*CHAN_W +: CHAN_W] <= channel;
                said_what[p*SAY_W +: SAY_W]      <= data[SAY_W-1:0];
            end
            for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
                localparam [31:0] CHANNEL = c;
                assign to_here[c*NODES+p]  = here[p] & (channel == CHANNEL[CHAN_W-1:0]);
                assign taken[p*CHANNELS+c] = mine[c*NODES+p];
            end
        end
    endgenerate
    always @(posedge clk) begin
        if (rst) protocol_error <= 1'b0;
        else     protocol_error <= protocol_error | (|lost) | (|over);
    end

    // ---- the channels
    wire [CHANNELS-1:0]         word, sent;           // words that may go, and go
    wire [CHANNELS-1:0]         on, turn;             // it goes on; it waits for none that does
    reg  [NODES-1:0]            busy;                 // nodes to which a channel goes on
    wire [2*CHANNELS-1:0]       say, says;            // the same of grants, above, and asks
    wire [CHANNELS*NODES-1:0]   target, source;       // one-hot
    wire [CHANNELS-1:0]         last_of, end_of;      // of the words
    wire [CHANNELS*WORD_W-1:0]  word_of;
    wire [CHANNELS*TAG_W-1:0]   ask_tag, grant_tag;
    wire [CHANNELS-1:0]         grant_whole;
    wire [CHANNELS*COUNT_W-1:0] grant_count;
    wire [NODES-1:0]            take;                 // links that take a flit
    generate
        for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
            localparam [31:0] CHANNEL = c;
            wire [NODES-1:0]   asks, grants, marks;
            wire               waits, wish, last, cut, unused_out_empty, unused_in_empty;
            wire [WORD_W-1:0]  leaves, comes;
            wire               comes_valid, comes_ready;

            for (p = 0; p < NODES; p = p + 1) begin : g_say
                wire about = said[p]
                    & (said_channel[p*CHAN_W +: CHAN_W] == CHANNEL[CHAN_W-1:0]);
                assign asks[p]   = about & ~said_grant[p] & ~said_whole[p];
                assign marks[p]  = about & ~said_grant[p] & said_whole[p];
                assign grants[p] = about & said_grant[p];
            end

            bl_async_fifo #(.WIDTH(WORD_W + 1), .LOG_DEPTH(5)) out (
                .s_clk(k_clk), .s_rst(k_rst), .s_tvalid(s_axis_tvalid[c]),
                .s_tready(s_axis_tready[c]),
                .s_tdata({s_axis_tlast[c], s_axis_tkeep[c*ELEMS +: ELEMS],
                          s_axis_tdata[c*DATA_W +: DATA_W]}), .s_empty(unused_out_empty),
                .m_clk(clk), .m_rst(rst), .m_tvalid(waits), .m_tready(sent[c]),
                .m_tdata({last, leaves}));
            bl_channel_send #(.NODES(NODES), .NODE_W(NODE_W), .LOG_DEPTH(LOG_DEPTH),
                              .TAG_W(TAG_W)) send (
                .clk(clk), .rst(rst), .to_valid(to_valid[c]),
                .to_node(to_node[c*NODE_W +: NODE_W]), .take(take),
                .target(target[c*NODES +: NODES]), .ask(say[c]), .asked(says[c]),
                .tag(ask_tag[c*TAG_W +: TAG_W]),
                .waits(waits), .wish(wish), .word(word[c]), .sent(sent[c]), .grant_valid(grants),
                .grant_whole(said_whole), .grant_tag(said_tag), .grant_count(said_count));
            bl_channel_run #(.TURN_WORDS(TURN_WORDS)) run (
                .clk(clk), .rst(rst), .wish(wish), .sent(sent[c]), .now(now[c] & cut),
                .on(on[c]));
            bl_channel_framing frames (
                .clk(clk), .rst(rst), .sent(sent[c]), .last(last), .cut(cut));
            assign turn[c] = on[c] | ~(|(target[c*NODES +: NODES] & busy));
            bl_channel_receive #(.NODES(NODES), .NODE_W(NODE_W), .WORD_W(WORD_W),
                                 .LOG_DEPTH(LOG_DEPTH), .TAG_W(TAG_W)) receive (
                .clk(clk), .rst(rst), .from_valid(from_valid[c]),
                .from_node(from_node[c*NODE_W +: NODE_W]), .wants(wants[c]),
                .arrive(to_here[c*NODES +: NODES]), .arrived(arrived),
                .mine(mine[c*NODES +: NODES]), .over(over[c]), .ask(asks), .ask_tag(said_tag),
                .take(take), .source(source[c*NODES +: NODES]), .give(say[CHANNELS+c]),
                .grant_whole(grant_whole[c]), .grant_tag(grant_tag[c*TAG_W +: TAG_W]),
                .grant_count(grant_count[c*COUNT_W +: COUNT_W]), .given(says[CHANNELS+c]),
                .m_tvalid(comes_valid), .m_tready(comes_ready), .m_tdata(comes));
            bl_async_fifo #(.WIDTH(WORD_W), .LOG_DEPTH(5)) in (
                .s_clk(clk), .s_rst(rst), .s_tvalid(comes_valid), .s_tready(comes_ready),
                .s_tdata(comes), .s_empty(unused_in_empty),
                .m_clk(k_clk), .m_rst(k_rst), .m_tvalid(m_axis_tvalid[c]),
                .m_tready(m_axis_tready[c]),
                .m_tdata({m_axis_tkeep[c*ELEMS +: ELEMS], m_axis_tdata[c*DATA_W +: DATA_W]}));

            always @(posedge clk) marked[c] <= ~rst & (marked[c] | (|marks));
            assign ended[c]   = sent[c] & last;
            assign granted[c] = says[CHANNELS+c] & grant_whole[c];
            assign last_of[c] = last;
            assign end_of[c]  = now[c] & cut;
            assign word_of[c*WORD_W +: WORD_W] = leaves;
        end
    endgenerate

    // ---- what is said of words that were taken
    reg [CHANNELS*ELEMS-1:0] keeps;
    integer                  t, u, v;
    always @* begin
        keeps = {(CHANNELS*ELEMS){1'b0}};
        for (u = 0; u < CHANNELS; u = u + 1)
            for (v = 0; v < NODES; v = v + 1)
                keeps[u*ELEMS +: ELEMS] = keeps[u*ELEMS +: ELEMS]
                    | (arrived[v*WORD_W+DATA_W +: ELEMS] & {ELEMS{mine[u*NODES+v]}});
    end
    always @(posedge clk) begin
        came_keep <= keeps;
        for (t = 0; t < CHANNELS; t = t + 1) begin
            came[t]      <= (|mine[t*NODES +: NODES]) & ~rst;
            came_last[t] <= |(mine[t*NODES +: NODES] & closing);
        end
    end

    integer i;
    always @* begin
        busy = {NODES{1'b0}};
        for (i = 0; i < CHANNELS; i = i + 1)
            busy = busy | (target[i*NODES +: NODES] & {NODES{on[i]}});
    end

    // ---- marks
    wire                mark;
    wire [NODES-1:0]    mark_to;
    wire [CHANNELS-1:0] mark_of;
    wire                saying  = |say;
    wire                marking = mark & ~saying;
    bl_channel_mark #(.NODES(NODES), .CHANNELS(CHANNELS)) marks (
        .clk(clk), .rst(rst), .failed(failed), .take(take), .mark(mark), .target(mark_to),
        .which(mark_of), .taken(marking));

    // ---- one flit a cycle: what the ends have to say, marks, words
    wire [FLIT_W-1:0]     flit;
    reg  [WORD_W-1:0]     chosen_word;
    reg  [TAG_W-1:0]      chosen_tag;
    reg  [COUNT_W-1:0]    chosen_count;
    reg  [CHAN_W-1:0]     say_channel, mark_channel, word_channel;
    reg  [NODES-1:0]      word_to, say_to;
    integer               k;
    wire [NODES-1:0]      request = saying ? say_to : marking ? mark_to : word_to;
    bl_channel_arbiter #(.REQUESTS(2 * CHANNELS)) say_turns (
        .clk(clk), .rst(rst), .request(say), .choice(says));
    bl_channel_arbiter #(.REQUESTS(CHANNELS)) word_turns (
        .clk(clk), .rst(rst), .request(word & turn & {CHANNELS{~(saying | mark)}}),
        .choice(sent));
    always @* begin
        chosen_tag   = {TAG_W{1'b0}};
        chosen_count = {COUNT_W{1'b0}};
        say_channel  = {CHAN_W{1'b0}};
        mark_channel = {CHAN_W{1'b0}};
        say_to       = {NODES{1'b0}};
        chosen_word  = {WORD_W{1'b0}};
        word_channel = {CHAN_W{1'b0}};
        word_to      = {NODES{1'b0}};
        for (k = 0; k < CHANNELS; k = k + 1) begin
            if (says[k]) begin
                chosen_tag = chosen_tag | ask_tag[k*TAG_W +: TAG_W];
                say_to     = say_to | target[k*NODES +: NODES];
            end
            if (says[CHANNELS+k]) begin
                chosen_tag   = chosen_tag | grant_tag[k*TAG_W +: TAG_W];
                chosen_count = chosen_count | grant_count[k*COUNT_W +: COUNT_W];
                say_to       = say_to | source[k*NODES +: NODES];
            end
            if (says[k] | says[CHANNELS+k]) say_channel = say_channel | k[CHAN_W-1:0];
            if (mark_of[k]) mark_channel = mark_channel | k[CHAN_W-1:0];
            if (sent[k]) begin
                chosen_word  = chosen_word | word_of[k*WORD_W +: WORD_W];
                word_channel = word_channel | k[CHAN_W-1:0];
                word_to      = word_to | target[k*NODES +: NODES];
            end
        end
    end

    wire              tells = saying | marking;         // epoch 1
    wire [SAY_W-1:0]  say_word;
    wire [CHANNELS-1:0] gives = says[CHANNELS +: CHANNELS];
    wire [CHAN_W-1:0] channel = saying ? say_channel : marking ? mark_channel : word_channel;
    wire [DATA_W-1:0] say_data = {{(DATA_W-SAY_W){1'b0}}, say_word};
    bl_channel_say_pack #(.LOG_DEPTH(LOG_DEPTH), .TAG_W(TAG_W)) pack_say (
        .count(chosen_count), .tag(chosen_tag),
        .whole(marking | (|(gives & grant_whole))), .is_grant(|gives), .say(say_word));
    bl_flit_pack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) pack (
        .data(say_data | chosen_word[DATA_W-1:0]),
        .keep({ELEMS{tells}} | chosen_word[DATA_W +: ELEMS]), .channel(channel),
        .is_last(tells | (|(sent & last_of))), .is_end(~tells & (|(sent & end_of))),
        .epoch(tells), .flit(flit));

    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_link
            wire unused_room;
            bl_endpoint_out #(.LANES(1), .FLIT_W(FLIT_W), .LAST_BIT(FLIT_IS_LAST_AT),
                              .LOG_BUFFER(LOG_BUFFER)) out (
                .clk(clk), .rst(rst), .request(request[p]), .offer(flit), .take(take[p]),
                .dst_ready(unused_room), .m_link_tvalid(m_link_tvalid[p]),
                .m_link_tready(m_link_tready[p]), .m_link_tdata(m_link_tdata[p*FLIT_W +: FLIT_W]),
                .m_link_credit(m_link_credit[p*4 +: 4]));
        end
    endgenerate
    // A node's own number makes no difference to it.
    wire unused = &{1'b0, node, 1'b0};
endmodule
`default_nettype wire
