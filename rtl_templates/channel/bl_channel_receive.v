// SPDX-License-Identifier: ISC
`default_nettype none
// The receiving end of a channel: takes the words of one node into its buffer and grants that node
// the places.
// Contract: with from_valid the end takes from `from_node`, and goes on to when from_valid falls,
// until it is to take from another one. A node that has asked (`ask`, by peer, with its tag) is
// granted all free places once it is the one that is taken from and `wants` is 1, and again when
// it asks again; later a quarter of the buffer whenever so much has become free. `give` offers a
// grant (say.def) for `source` (one-hot), whose link takes a flit; `given` takes it in
// the same cycle.
// `arrive`: the flit of that peer is a word for this channel; `mine`: it is taken. A word for which
// there is no room, which granted places exclude, is dropped: `over`.
// from_node changes only while none of its node's words is on its way. Words that are in the buffer
// then stay in front of those that come.
// Cut: words and asks are registered as they come. mine follows from arrive; m_* are those of
// bl_channel_buffer; give and over are registers but for take.
// Latency: 1 cycle and that of the buffer. Throughput: a word a cycle.
module bl_channel_receive #(
    // nodes: 2..64
    parameter NODES = 2,
    // bits of a node's number: log2(NODES)..6
    parameter NODE_W = 1,
    // bits of a word: 1 or more
    parameter WORD_W = 264,
    // log2 of the words in the buffer: 2..14
    parameter LOG_DEPTH = 9,
    // bits of a tag: 1..8
    parameter TAG_W = 8
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    from_valid,
    input  wire [NODE_W-1:0]       from_node,
    input  wire                    wants,
    // words by peer
    input  wire [NODES-1:0]        arrive,
    input  wire [NODES*WORD_W-1:0] arrived,
    output wire [NODES-1:0]        mine,
    output reg                     over,
    // asks for this channel by peer, which have come a cycle before
    input  wire [NODES-1:0]        ask,
    input  wire [NODES*TAG_W-1:0]  ask_tag,
    // links that take a flit, and grants
    input  wire [NODES-1:0]        take,
    output reg  [NODES-1:0]        source,
    output wire                    give,
    output wire                    grant_whole,
    output wire [TAG_W-1:0]        grant_tag,
    output wire [LOG_DEPTH:0]      grant_count,
    input  wire                    given,
    // to the kernel
    output wire                    m_tvalid,
    input  wire                    m_tready,
    output wire [WORD_W-1:0]       m_tdata
);
    localparam [NODES-1:0]     ONE     = 1;
    localparam [LOG_DEPTH:0]   DEPTH   = 1 << LOG_DEPTH;
    localparam [LOG_DEPTH:0]   QUARTER = 1 << (LOG_DEPTH - 2);

    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_channel_receive_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_channel_receive_illegal_NODE_W illegal();
        end
        if (WORD_W < 1) begin : g_check_word_w
            bl_channel_receive_illegal_WORD_W illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 14) begin : g_check_log_depth
            bl_channel_receive_illegal_LOG_DEPTH illegal();
        end
        if (TAG_W < 1 || TAG_W > 8) begin : g_check_tag_w
            bl_channel_receive_illegal_TAG_W illegal();
        end
    endgenerate

    // ---- whom it takes from, and what that node has asked
    reg                    bound, settles;
    reg  [NODE_W-1:0]      at;
    reg  [NODES-1:0]       known;          // asks that were not answered, and the last tags
    reg  [NODES*TAG_W-1:0] tags;
    reg  [TAG_W-1:0]       tag, its_tag, new_tag;
    reg                    due, answered;  // all places are to be granted; they have been
    wire                   turns = from_valid & ~(bound & (at == from_node));
    wire                   asks  = |(ask & source);
    always @* begin : tags_of
        integer p;
        its_tag = {TAG_W{1'b0}};
        new_tag = {TAG_W{1'b0}};
        for (p = 0; p < NODES; p = p + 1) begin
            its_tag = its_tag | (tags[p*TAG_W +: TAG_W] & {TAG_W{source[p]}});
            new_tag = new_tag | (ask_tag[p*TAG_W +: TAG_W] & {TAG_W{source[p]}});
        end
    end
    always @(posedge clk) begin : steps
        integer p;
        for (p = 0; p < NODES; p = p + 1)
            if (ask[p]) tags[p*TAG_W +: TAG_W] <= ask_tag[p*TAG_W +: TAG_W];
        settles <= turns;
        if (given) begin
            due      <= 1'b0;
            answered <= 1'b1;
        end
        if (settles) begin
            due <= |(known & source);
            tag <= its_tag;
        end
        if (asks) begin
            due <= 1'b1;
            tag <= new_tag;
        end
        if (turns) begin
            bound    <= 1'b1;
            at       <= from_node;
            source   <= ONE << from_node;
            due      <= 1'b0;
            answered <= 1'b0;
        end
        known <= (known & ~(source & {NODES{given & due}})) | ask;
        if (rst) begin
            known    <= {NODES{1'b0}};
            source   <= {NODES{1'b0}};
            bound    <= 1'b0;
            settles  <= 1'b0;
            due      <= 1'b0;
            answered <= 1'b0;
        end
    end

    // ---- words
    reg              came;
    reg [WORD_W-1:0] word, chosen;
    always @* begin : gather
        integer p;
        chosen = {WORD_W{1'b0}};
        for (p = 0; p < NODES; p = p + 1)
            chosen = chosen | (arrived[p*WORD_W +: WORD_W] & {WORD_W{source[p]}});
    end
    assign mine = arrive & source;

    reg  [LOG_DEPTH:0] held, freed;        // words in the buffer; places that are to be granted
    wire               store = came & ~held[LOG_DEPTH];
    wire               leave = m_tvalid & m_tready;
    bl_channel_buffer #(.WIDTH(WORD_W), .LOG_DEPTH(LOG_DEPTH)) buffer (
        .clk(clk), .rst(rst), .s_tvalid(store), .s_tdata(word), .m_tvalid(m_tvalid),
        .m_tready(m_tready), .m_tdata(m_tdata));

    // ---- places
    wire enough = answered & (|freed[LOG_DEPTH -: 3]);
    assign give  = (due ? wants : enough) & (|(take & source));
    assign grant_whole = due;
    assign grant_tag   = tag;
    assign grant_count = due ? DEPTH - held : QUARTER;
    always @(posedge clk) begin
        word  <= chosen;
        came  <= |mine;
        over  <= came & held[LOG_DEPTH];
        held  <= held + {{LOG_DEPTH{1'b0}}, store} - {{LOG_DEPTH{1'b0}}, leave};
        freed <= ((given & due) ? {(LOG_DEPTH+1){1'b0}} : freed)
            - ((given & ~due) ? QUARTER : {(LOG_DEPTH+1){1'b0}}) + {{LOG_DEPTH{1'b0}}, leave};
        if (rst) begin
            came  <= 1'b0;
            over  <= 1'b0;
            held  <= {(LOG_DEPTH+1){1'b0}};
            freed <= {(LOG_DEPTH+1){1'b0}};
        end
    end

`ifdef FORMAL
    // What bl_channel_send does is assumed: no word without a place that was granted since the last
    // ask or change, and none in the cycle of either (bl_channel_pair joins both).
    // Rule 1: places that the node has, that are taken, and that are to be granted are all there
    // are, so no word is ever without one. Rule 2: no place is granted twice, nor to a node that
    // has not asked. Rule 3: a node that has asked is granted, as soon as the link takes a flit and
    // `wants` is 1. Rule 4: a word that is held is offered within 2 cycles.
    reg                 f_reset = 1'b0;
    reg [1:0]           f_waits;
    reg [LOG_DEPTH+1:0] f_out;            // places that the node has
    reg                 f_granted;        // since the last ask or change
    wire                f_mine = |mine;
    wire [LOG_DEPTH+1:0] f_sum = f_out + held + came + freed;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_waits <= rst || held == 0 || m_tvalid ? 0 : f_waits + !(&f_waits);
        if (rst | asks | turns) begin
            f_out     <= 0;
            f_granted <= 1'b0;
        end else begin
            f_out <= ((given & due) ? 0 : f_out) + (given ? grant_count : 0) - f_mine;
            if (given) f_granted <= 1'b1;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (given == give);
        assume (arrive == 0 || !(asks || turns));
        assume (arrive == 0 || f_out != 0);
        if (f_reset) begin
            assert (!over && held <= DEPTH && f_waits < 2);
            if (answered & ~due) assert (f_sum == DEPTH && f_granted);
            if (f_granted) assert (answered & ~due);
            if (give & due) assert (bound && |(known & source) && wants);
            if (bound && !settles) assert (due == |(known & source));
            if ((due ? wants : enough) && &take) assert (give);
        end
    end
`endif
endmodule
`default_nettype wire
