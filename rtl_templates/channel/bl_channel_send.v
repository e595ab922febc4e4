// SPDX-License-Identifier: ISC
`default_nettype none
// The sending end of a channel: where to, and how many words the other end has room for.
// Contract: with to_valid the end sends to `to_node`. When that begins or changes it has no credits
// and asks the node for some (`ask`), with a new `tag`. Grants count that carry the tag and come
// from the node: the first one with `whole` says how many places there are, the others how many
// more. `wish`: a word has a credit; `word`: it may go, as the link to `target` (one-hot) takes a
// flit. `asked` and `sent` take what ask and word offer, in the same cycle.
// to_valid and to_node change only while no word that waits here is for the old node, and words
// arrive before asks that follow them. Between two tags that are equal there are 2^TAG_W - 1
// others: an end does not change so often in the time that a flit takes.
// Cut: ask, wish, word and target follow from registers, to_*, waits and take; a grant counts a
// cycle later.
// Latency: ask 1 cycle. Throughput: a word a cycle.
module bl_channel_send #(
    // nodes: 2..64
    parameter NODES = 2,
    // bits of a node's number: log2(NODES)..6
    parameter NODE_W = 1,
    // log2 of the words in the other end's buffer: 2..14
    parameter LOG_DEPTH = 9,
    // bits of a tag: 1..8
    parameter TAG_W = 8
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire                           to_valid,
    input  wire [NODE_W-1:0]              to_node,
    // links that take a flit
    input  wire [NODES-1:0]               take,
    output reg  [NODES-1:0]               target,
    output wire                           ask,
    input  wire                           asked,
    output reg  [TAG_W-1:0]               tag,
    // a word waits, has a credit, may go, goes
    input  wire                           waits,
    output wire                           wish,
    output wire                           word,
    input  wire                           sent,
    // grants for this channel by peer (say.def)
    input  wire [NODES-1:0]               grant_valid,
    input  wire [NODES-1:0]               grant_whole,
    input  wire [NODES*TAG_W-1:0]         grant_tag,
    input  wire [NODES*(LOG_DEPTH+1)-1:0] grant_count
);
    localparam COUNT_W = LOG_DEPTH + 1;
    localparam [NODES-1:0] ONE = 1;

    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_channel_send_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_channel_send_illegal_NODE_W illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 14) begin : g_check_log_depth
            bl_channel_send_illegal_LOG_DEPTH illegal();
        end
        if (TAG_W < 1 || TAG_W > 8) begin : g_check_tag_w
            bl_channel_send_illegal_TAG_W illegal();
        end
    endgenerate

    reg               open, due, some;  // it has a target; it is still to ask; it has credits
    reg [NODE_W-1:0]  at;
    reg [LOG_DEPTH:0] credits;
    wire              same  = to_valid & open & (at == to_node);
    wire              ready = same & (|(take & target));

    assign ask  = ready & due;
    assign wish = same & some & waits;
    assign word = ready & some & waits;

    // ---- what the target grants
    wire               whole  = |(grant_whole & target);
    reg  [TAG_W-1:0]   got_tag;
    reg  [LOG_DEPTH:0] count;
    wire               counts = (|(grant_valid & target)) & same & ~due & (got_tag == tag);
    wire [LOG_DEPTH:0] base   = (counts & whole) ? {(LOG_DEPTH+1){1'b0}} : credits;
    wire [LOG_DEPTH:0] next   = base + (counts ? count : {(LOG_DEPTH+1){1'b0}})
        - {{LOG_DEPTH{1'b0}}, sent};
    integer            p;
    always @* begin
        got_tag = {TAG_W{1'b0}};
        count   = {COUNT_W{1'b0}};
        for (p = 0; p < NODES; p = p + 1) begin
            got_tag = got_tag | (grant_tag[p*TAG_W +: TAG_W] & {TAG_W{target[p]}});
            count   = count | (grant_count[p*COUNT_W +: COUNT_W] & {COUNT_W{target[p]}});
        end
    end

    always @(posedge clk) begin
        credits <= next;
        some    <= |next;
        if (asked) due <= 1'b0;
        if (rst | ~same) begin
            open    <= ~rst & to_valid;
            due     <= ~rst & to_valid;
            some    <= 1'b0;
            credits <= {(LOG_DEPTH+1){1'b0}};
        end
        if (~same) begin
            at     <= to_node;
            target <= ONE << to_node;
        end
        if (rst)                   tag <= {TAG_W{1'b0}};
        else if (to_valid & ~same) tag <= tag + 1'b1;
    end

`ifdef FORMAL
    // Rule 1: a word goes only with a credit, to the node that the end is to send to, whose link
    // takes one. Rule 2: credits are those of the first grant with this ask's tag and of those that
    // followed from the same node, and no others. Rule 3: after a change the node is asked once,
    // and no word goes before it grants.
    reg                 f_reset = 1'b0, f_sent, f_asked, f_valid;
    reg [NODE_W-1:0]    f_node;
    reg [LOG_DEPTH+2:0] f_left;          // credits, counted anew; they never become too many
    wire [LOG_DEPTH:0]  f_count = grant_count[f_node*COUNT_W +: COUNT_W];
    wire                f_whole = grant_whole[f_node];
    wire                f_fits  = grant_valid[f_node] && grant_tag[f_node*TAG_W +: TAG_W] == tag;
    wire                f_new   = to_valid && !(f_valid && f_node == to_node);
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_valid <= !rst && to_valid;
        f_node  <= to_node;
        if (rst || !to_valid || f_new) begin
            f_left  <= 0;
            f_asked <= 1'b0;
        end else begin
            f_asked <= f_asked | asked;
            if (f_fits && f_asked)
                f_left <= (f_whole ? 0 : f_left) + f_count - sent;
            else f_left <= f_left - sent;
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (asked == ask && (sent == word || !sent) && !(ask && sent));
        assume (to_node < NODES && f_left <= (1 << LOG_DEPTH));
        assume (!(f_fits && f_whole && sent));
        if (f_reset && f_valid && to_valid && !f_new) begin
            assert (credits == f_left[LOG_DEPTH:0] && some == (f_left != 0));
            assert (target == ONE << to_node);
            if (word) assert (f_left != 0 && take[to_node] && f_asked);
            if (ask) assert (!f_asked && take[to_node]);
        end
        if (f_reset && (f_new || !to_valid)) assert (!word && !ask);
    end
`endif
endmodule
`default_nettype wire
