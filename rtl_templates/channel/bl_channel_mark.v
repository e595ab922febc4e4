// SPDX-License-Identifier: ISC
`default_nettype none
// Marks of channels that have failed at this node, for every node.
// Contract: `failed`, by channel, stays once it is 1: then a mark of the channel is offered to each
// node once, node 0 first. `mark`: one may go, as the link to `target` (one-hot) takes a flit;
// `which` (one-hot) is its channel; `taken` takes it, in the same cycle.
// Cut: which and target are registers; mark follows from them and take.
// Latency: 2 cycles. Throughput: a mark a cycle, and a cycle more for each channel.
module bl_channel_mark #(
    // nodes: 1..64
    parameter NODES = 2,
    // channels: 1..16
    parameter CHANNELS = 2
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [CHANNELS-1:0] failed,
    // links that take a flit
    input  wire [NODES-1:0]    take,
    output wire                mark,
    output reg  [NODES-1:0]    target,
    output reg  [CHANNELS-1:0] which,
    input  wire                taken
);
    localparam [NODES-1:0] FIRST = 1;

    generate
        if (NODES < 1 || NODES > 64) begin : g_check_nodes
            bl_channel_mark_illegal_NODES illegal();
        end
        if (CHANNELS < 1 || CHANNELS > 16) begin : g_check_channels
            bl_channel_mark_illegal_CHANNELS illegal();
        end
    endgenerate

    reg  [CHANNELS-1:0] done;                     // all nodes were notified
    wire [CHANNELS-1:0] pending = failed & ~done;

    assign mark = (|which) & (|(take & target));

    always @(posedge clk) begin
        if (~(|which)) which <= pending & (~pending + 1'b1);
        if (taken) begin
            target <= (target << 1) | (target >> (NODES - 1));
            if (target[NODES-1]) begin
                done  <= done | which;
                which <= {CHANNELS{1'b0}};
            end
        end
        if (rst) begin
            target <= FIRST;
            which  <= {CHANNELS{1'b0}};
            done   <= {CHANNELS{1'b0}};
        end
    end

`ifdef FORMAL
    // Rule 1: a node is notified once at most of a channel, and of none that has not failed. Rule
    // 2: with links that take flits, all nodes are notified of all channels in as many cycles as
    // there are marks, and one or two more a channel.
    (* anyconst *) reg [NODES-1:0]    f_node;
    (* anyconst *) reg [CHANNELS-1:0] f_channel;
    reg       f_reset = 1'b0, f_notified;
    reg [7:0] f_wait;
    wire      f_this = taken && (target & f_node) != 0 && (which & f_channel) != 0;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst) f_notified <= 1'b0;
        else if (f_this) f_notified <= 1'b1;
        if (rst || f_notified || (failed & f_channel) == 0 || !(&take)) f_wait <= 0;
        else f_wait <= f_wait + 1;
    end
    reg [CHANNELS-1:0] f_failed;
    always @(posedge clk) f_failed <= rst ? {CHANNELS{1'b0}} : failed;
    always @* begin
        if (!f_reset) assume (rst);
        assume (f_node != 0 && (f_node & (f_node - 1'b1)) == 0);
        assume (f_channel != 0 && (f_channel & (f_channel - 1'b1)) == 0);
        assume (taken == mark);
        if (f_reset) begin
            assume ((f_failed & ~failed) == 0);
            assert (target != 0 && (target & (target - 1'b1)) == 0);
            assert ((which & (which - 1'b1)) == 0);
            if (f_this) assert (!f_notified && (failed & f_channel) != 0);
            assert (f_wait <= (NODES + 2) * CHANNELS);
        end
    end
`endif
endmodule
`default_nettype wire
