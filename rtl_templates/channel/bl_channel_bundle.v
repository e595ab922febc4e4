// SPDX-License-Identifier: ISC
`default_nettype none
// Streams from every node to every node, over any carrier: a node's bundles of channels, whose ends
// have fixed peers.
// Contract: end p of bundle b, bit b * NODES + p of the streams, sends to node p, and receives what
// node p sends with its end for this node; this node itself included. The carrier
// (docs/networks.md) and the flits (flit.def) are those of bl_channels, with FIRST + b as the
// number of bundle b's channel. Words have epoch 0, `is_end` with `now` (level by bundle, constant)
// and `is_last` at the end of a move. Epoch 1 are grants, as of channels (say.def), with whole and
// tag 0.
// Every flit is freed as it arrives: each sending end has credits for the receiving end's own
// buffer of 2^LOG_DEPTH words, all of them from reset on. So all nodes are reset before one sends;
// what was on its way then is gone, and nothing has to be set.
// Words come out of the receiving end as they went into the sending one, in order; tkeep is from
// lane 0. An end whose receiver takes nothing holds no other end up, of the same bundle or of
// another. On each link bundles that have words take turns. `protocol_error`: a flit came for no
// bundle, or a word without a place, and was dropped. It stays. Both resets have been high together
// for 4 cycles of each clock.
// Cut: m_link_*, s_link_credit, protocol_error, s_axis_tready and m_axis_tvalid are registers or
// follow from registers of their own clock; m_axis_tdata is read by a registered address.
// Latency: from s_axis to the link a crossing (bl_async_fifo) and 1 cycle, from the link to m_axis
// 1 cycle and a crossing when the buffer is empty. Throughput: on each link 1 flit a cycle each
// way, of which one in 2^LOG_DEPTH / 4 is a grant; three quarters of the buffer cover the words of
// twice the delay and 12 cycles.
module bl_channel_bundle #(
    // nodes: 2..64
    parameter NODES = 2,
    // bundles: 1..16 - FIRST
    parameter BUNDLES = 2,
    // number of the first bundle's channel in a flit: 0..15
    parameter FIRST = 0,
    // bits of a channel's number in a flit: max(1, log2(FIRST + BUNDLES))..4
    parameter CHAN_W = 1,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // log2 of the words in an end's receive buffer: 2..14
    parameter LOG_DEPTH = 9,
    // bits in an element; a word holds a grant: (LOG_DEPTH + ELEMS + 11) / ELEMS..1024
    parameter ELEM_W = 32,
    // log2 of the flits that the carrier has room for on a link: 1..20
    parameter LOG_BUFFER = 10,
    // words of a bundle with which it leaves a link to the next one; 1: each word: 1..2047
    parameter TURN_WORDS = 1,
    // derived, leave alone: bits of a flit
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire                                   clk,
    input  wire                                   rst,
    input  wire                                   k_clk,
    input  wire                                   k_rst,
    // by bundle
    input  wire [BUNDLES-1:0]                     now,
    output reg                                    protocol_error,
    input  wire [BUNDLES-1:0]                     failed,
    output reg  [BUNDLES-1:0]                     marked,
    // kernels, in k_clk, by bundle and peer
    input  wire [BUNDLES*NODES-1:0]               s_axis_tvalid,
    output wire [BUNDLES*NODES-1:0]               s_axis_tready,
    input  wire [BUNDLES*NODES*ELEMS*ELEM_W-1:0]  s_axis_tdata,
    input  wire [BUNDLES*NODES*ELEMS-1:0]         s_axis_tkeep,
    input  wire [BUNDLES*NODES-1:0]               s_axis_tlast,
    output wire [BUNDLES*NODES-1:0]               m_axis_tvalid,
    input  wire [BUNDLES*NODES-1:0]               m_axis_tready,
    output wire [BUNDLES*NODES*ELEMS*ELEM_W-1:0]  m_axis_tdata,
    output wire [BUNDLES*NODES*ELEMS-1:0]         m_axis_tkeep,
    // links by peer
    output wire [NODES-1:0]                       m_link_tvalid,
    input  wire [NODES-1:0]                       m_link_tready,
    output wire [NODES*FLIT_W-1:0]                m_link_tdata,
    input  wire [NODES*4-1:0]                     m_link_credit,
    input  wire [NODES-1:0]                       s_link_tvalid,
    input  wire [NODES*FLIT_W-1:0]                s_link_tdata,
    output wire [NODES*4-1:0]                     s_link_credit
);
    localparam DATA_W  = ELEMS * ELEM_W, WORD_W = DATA_W + ELEMS;
    localparam COUNT_W = LOG_DEPTH + 1, TAG_W = 8;
    localparam SAY_W   = LOG_DEPTH + TAG_W + 3;
    localparam FLIT_IS_LAST_AT = ELEMS * ELEM_W + ELEMS + CHAN_W;

    generate
        if (NODES < 2 || NODES > 64) begin : g_check_nodes
            bl_channel_bundle_illegal_NODES illegal();
        end
        if (BUNDLES < 1 || BUNDLES > 16) begin : g_check_bundles
            bl_channel_bundle_illegal_BUNDLES illegal();
        end
        if (FIRST < 0 || FIRST + BUNDLES > (1 << CHAN_W)) begin : g_check_first
            bl_channel_bundle_illegal_FIRST illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_channel_bundle_illegal_CHAN_W illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_channel_bundle_illegal_ELEMS illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 14) begin : g_check_log_depth
            bl_channel_bundle_illegal_LOG_DEPTH illegal();
        end
        if (ELEM_W > 1024 || ELEMS * ELEM_W < LOG_DEPTH + 12) begin : g_check_elem_w
            bl_channel_bundle_illegal_ELEM_W illegal();
        end
        if (LOG_BUFFER < 1 || LOG_BUFFER > 20) begin : g_check_log_buffer
            bl_channel_bundle_illegal_LOG_BUFFER illegal();
        end
        if (TURN_WORDS < 1 || TURN_WORDS > 2047) begin : g_check_turn_words
            bl_channel_bundle_illegal_TURN_WORDS illegal();
        end
    endgenerate

    wire [NODES-1:0] wrong;                // what came was for nobody, or had no place
    wire [NODES*BUNDLES-1:0] marks;        // that came

    genvar p, b;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_link
            // ---- what arrives: words at once, the rest from registers
            wire               epoch, unused_end, unused_last;
            wire [CHAN_W-1:0]  channel;
            wire [ELEMS-1:0]   keep;
            wire [DATA_W-1:0]  data;
            wire [WORD_W-1:0]  arrived = {keep, data};
            wire               hears_grant, unused_whole;
            wire [TAG_W-1:0]   unused_tag;
            wire [COUNT_W-1:0] hears_count;
            reg                freed, said, said_mark, lost;
            reg  [CHAN_W-1:0]  said_channel;
            reg  [COUNT_W-1:0] said_count;
            bl_flit_unpack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) unpack (
                .flit(s_link_tdata[p*FLIT_W +: FLIT_W]), .data(data), .keep(keep),
                .channel(channel), .is_last(unused_last), .is_end(unused_end), .epoch(epoch));
            bl_channel_say_unpack #(.LOG_DEPTH(LOG_DEPTH), .TAG_W(TAG_W)) hear (
                .say(data[SAY_W-1:0]), .count(hears_count), .tag(unused_tag),
                .whole(unused_whole), .is_grant(hears_grant));
            assign s_link_credit[p*4 +: 4] = {3'b000, freed};

            // ---- the ends
            wire [BUNDLES-1:0]         about, over;           // a flit of each; no place for it
            wire [BUNDLES-1:0]         word, sent;            // words that may go, and go
            wire [BUNDLES-1:0]         on, turn;              // it goes on; no other one does
            wire [BUNDLES-1:0]         give, given;           // the same of grants
            wire [BUNDLES-1:0]         last_of, end_of;       // of the words
            wire [BUNDLES*WORD_W-1:0]  word_of;
            wire [BUNDLES*COUNT_W-1:0] grant;
            wire [BUNDLES*CHAN_W-1:0]  numbers;
            wire                       take;                  // the link takes a flit
            for (b = 0; b < BUNDLES; b = b + 1) begin : g_bundle
                localparam        AT = b * NODES + p;
                localparam [31:0] CHANNEL = FIRST + b;
                wire              waits, wish, last, unused_out_empty, unused_in_empty;
                wire [WORD_W-1:0] leaves, comes;
                wire              comes_valid, comes_ready;

                assign about[b] = s_link_tvalid[p] & (channel == CHANNEL[CHAN_W-1:0]);
                assign numbers[b*CHAN_W +: CHAN_W] = CHANNEL[CHAN_W-1:0];

                bl_async_fifo #(.WIDTH(WORD_W + 1), .LOG_DEPTH(5)) out (
                    .s_clk(k_clk), .s_rst(k_rst), .s_tvalid(s_axis_tvalid[AT]),
                    .s_tready(s_axis_tready[AT]),
                    .s_tdata({s_axis_tlast[AT], s_axis_tkeep[AT*ELEMS +: ELEMS],
                              s_axis_tdata[AT*DATA_W +: DATA_W]}), .s_empty(unused_out_empty),
                    .m_clk(clk), .m_rst(rst), .m_tvalid(waits), .m_tready(sent[b]),
                    .m_tdata({last, leaves}));
                bl_bundle_send #(.LOG_DEPTH(LOG_DEPTH)) send (
                    .clk(clk), .rst(rst), .take(take), .waits(waits), .wish(wish),
                    .word(word[b]), .sent(sent[b]),
                    .grant_valid(said & (said_channel == CHANNEL[CHAN_W-1:0])),
                    .grant(said_count));
                bl_channel_run #(.TURN_WORDS(TURN_WORDS)) run (
                    .clk(clk), .rst(rst), .wish(wish), .sent(sent[b]), .now(now[b] & last),
                    .on(on[b]));
                bl_bundle_receive #(.WORD_W(WORD_W), .LOG_DEPTH(LOG_DEPTH)) receive (
                    .clk(clk), .rst(rst), .arrive(about[b] & ~epoch), .arrived(arrived),
                    .over(over[b]), .take(take), .give(give[b]),
                    .grant(grant[b*COUNT_W +: COUNT_W]), .given(given[b]),
                    .m_tvalid(comes_valid), .m_tready(comes_ready), .m_tdata(comes));
                bl_async_fifo #(.WIDTH(WORD_W), .LOG_DEPTH(5)) in (
                    .s_clk(clk), .s_rst(rst), .s_tvalid(comes_valid), .s_tready(comes_ready),
                    .s_tdata(comes), .s_empty(unused_in_empty),
                    .m_clk(k_clk), .m_rst(k_rst), .m_tvalid(m_axis_tvalid[AT]),
                    .m_tready(m_axis_tready[AT]),
                    .m_tdata({m_axis_tkeep[AT*ELEMS +: ELEMS],
                              m_axis_tdata[AT*DATA_W +: DATA_W]}));

                assign marks[p*BUNDLES+b]
                    = said_mark & (said_channel == CHANNEL[CHAN_W-1:0]);
                assign turn[b] = on[b] | ~(|(on & word));
                assign last_of[b] = last;
                assign end_of[b]  = now[b] & last;
                assign word_of[b*WORD_W +: WORD_W] = leaves;
            end

            always @(posedge clk) begin
                freed        <= s_link_tvalid[p] & ~rst;
                lost         <= s_link_tvalid[p] & ~(|about) & ~rst;
                said         <= s_link_tvalid[p] & epoch & hears_grant & ~rst;
                said_mark    <= s_link_tvalid[p] & epoch & ~hears_grant & ~rst;
                said_channel <= channel;
                said_count   <= hears_count;
            end
            assign wrong[p] = lost | (|over);

            // ---- one flit a cycle: grants, marks, words
            wire               saying = |give;
            wire               mark, unused_target;
            wire [BUNDLES-1:0] mark_of;
            wire               marking = mark & ~saying;
            wire               tells = saying | marking;        // epoch 1
            wire [FLIT_W-1:0]  flit;
            reg  [WORD_W-1:0]  chosen_word;
            reg  [COUNT_W-1:0] chosen_grant;
            reg  [CHAN_W-1:0]  chosen_channel;
            integer            k;
            bl_channel_mark #(.NODES(1), .CHANNELS(BUNDLES)) marks_of (
                .clk(clk), .rst(rst), .failed(failed), .take(take), .mark(mark),
                .target(unused_target), .which(mark_of), .taken(marking));
            bl_channel_arbiter #(.REQUESTS(BUNDLES)) say_turns (
                .clk(clk), .rst(rst), .request(give), .choice(given));
            bl_channel_arbiter #(.REQUESTS(BUNDLES)) word_turns (
                .clk(clk), .rst(rst), .request(word & turn & {BUNDLES{~(saying | mark)}}),
                .choice(sent));
            always @* begin
                chosen_word    = {WORD_W{1'b0}};
                chosen_grant   = {COUNT_W{1'b0}};
                chosen_channel = {CHAN_W{1'b0}};
                for (k = 0; k < BUNDLES; k = k + 1) begin
                    chosen_word    = chosen_word
                        | (word_of[k*WORD_W +: WORD_W] & {WORD_W{sent[k]}});
                    chosen_grant   = chosen_grant
                        | (grant[k*COUNT_W +: COUNT_W] & {COUNT_W{given[k]}});
                    chosen_channel = chosen_channel
                        | (numbers[k*CHAN_W +: CHAN_W]
                           & {CHAN_W{sent[k] | given[k] | (mark_of[k] & marking)}});
                end
            end
            wire [SAY_W-1:0]  say_word;
            wire [DATA_W-1:0] say_data = {{(DATA_W-SAY_W){1'b0}}, say_word};
            bl_channel_say_pack #(.LOG_DEPTH(LOG_DEPTH), .TAG_W(TAG_W)) pack_say (
                .count(chosen_grant), .tag({TAG_W{1'b0}}), .whole(marking), .is_grant(saying),
                .say(say_word));
            bl_flit_pack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) pack (
                .data(say_data | chosen_word[DATA_W-1:0]),
                .keep({ELEMS{tells}} | chosen_word[DATA_W +: ELEMS]), .channel(chosen_channel),
                .is_last(tells | (|(sent & last_of))), .is_end(~tells & (|(sent & end_of))),
                .epoch(tells), .flit(flit));

            wire unused_room;
            bl_endpoint_out #(.LANES(1), .FLIT_W(FLIT_W), .LAST_BIT(FLIT_IS_LAST_AT),
                              .LOG_BUFFER(LOG_BUFFER)) out (
                .clk(clk), .rst(rst), .request(saying | marking | (|sent)),
                .offer(flit), .take(take),
                .dst_ready(unused_room), .m_link_tvalid(m_link_tvalid[p]),
                .m_link_tready(m_link_tready[p]), .m_link_tdata(m_link_tdata[p*FLIT_W +: FLIT_W]),
                .m_link_credit(m_link_credit[p*4 +: 4]));
        end
    endgenerate

    reg [BUNDLES-1:0] fresh;
    always @* begin : all_marks
        integer i;
        fresh = {BUNDLES{1'b0}};
        for (i = 0; i < NODES; i = i + 1) fresh = fresh | marks[i*BUNDLES +: BUNDLES];
    end
    always @(posedge clk) begin
        if (rst) protocol_error <= 1'b0;
        else     protocol_error <= protocol_error | (|wrong);
        marked <= {BUNDLES{~rst}} & (marked | fresh);
    end
endmodule
`default_nettype wire
