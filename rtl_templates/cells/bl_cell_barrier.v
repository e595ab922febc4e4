// SPDX-License-Identifier: ISC
`default_nettype none
// Barriers of all nodes: node 0 counts who has entered, and lets all leave.
// Contract: `enters`, by barrier, a cycle each: the node's own kernel is there; it enters again no
// sooner than it was let go by `leaves`, a cycle each. Cells carry what is said between the nodes:
// m_valid, by link, asks for one of barrier m_number that says "enters", to node 0, which is by
// port `way`, 1 and 2 the links, 0 no way yet; or, with m_leaves, "leaves", to all nodes, copied on
// the way, by the links of `copies`. m_take says that it is on its way; s_enter and s_leave say
// that one has come, of barrier s_number. Node 0 counts its own and those of the others; with the
// last of them the count begins anew, and then all are notified.
// Latency: 1 cycle from the last that enters to m_valid and `leaves` at node 0; elsewhere 1 cycle
// from `enters` to m_valid, and from s_leave to `leaves`. Throughput: one that enters in each
// cycle, and the own one.
module bl_cell_barrier #(
    // nodes: 2..64
    parameter NODES = 4,
    // bits of a node's number: log2(NODES)..6
    parameter NODE_W = 2,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 2,
    // barriers: 1..2 ^ CHAN_W
    parameter BARRIERS = 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [NODE_W-1:0]   node,
    input  wire [1:0]          way,
    input  wire [1:0]          copies,
    input  wire [BARRIERS-1:0] enters,
    output reg  [BARRIERS-1:0] leaves,
    // cells that have come
    input  wire                s_enter,
    input  wire                s_leave,
    input  wire [CHAN_W-1:0]   s_number,
    // cells to others
    output wire [1:0]          m_valid,
    output wire                m_leaves,
    output reg  [CHAN_W-1:0]   m_number,
    input  wire [1:0]          m_take
);
    localparam [31:0] ALL = NODES;

    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_cell_barrier_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_cell_barrier_illegal_NODE_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_cell_barrier_illegal_CHAN_W illegal();
        end
        if (BARRIERS < 1 || BARRIERS > (1 << CHAN_W)) begin : g_check_barriers
            bl_cell_barrier_illegal_BARRIERS illegal();
        end
    endgenerate

    wire                root = ~(|node);
    reg  [BARRIERS-1:0] due;                     // it is to be said
    reg  [1:0]          said;                    // of m_number's, over which links it was
    wire [1:0]          over = root ? copies & ~said : {way == 2'd2, way == 2'd1};
    wire                ends = (|m_take) & ~(|(over & ~m_take));
    wire [BARRIERS-1:0] all, sent;
    genvar              b;
    generate
        for (b = 0; b < BARRIERS; b = b + 1) begin : g_barrier
            localparam [31:0] NUMBER = b;
            reg  [NODE_W:0] count;               // of those that are there, at node 0
            wire            its  = s_number == NUMBER[CHAN_W-1:0];
            wire [NODE_W:0] more = count + {{NODE_W{1'b0}}, enters[b]}
                + {{NODE_W{1'b0}}, s_enter & its};
            assign all[b]  = more == ALL[NODE_W:0];
            assign sent[b] = ends & (m_number == NUMBER[CHAN_W-1:0]);
            always @(posedge clk) begin
                if (root) count <= all[b] ? {(NODE_W+1){1'b0}} : more;
                due[b]    <= (root ? all[b] : enters[b]) | (due[b] & ~sent[b]);
                leaves[b] <= root ? all[b] : s_leave & its;
                if (rst) begin
                    count     <= {(NODE_W+1){1'b0}};
                    due[b]    <= 1'b0;
                    leaves[b] <= 1'b0;
                end
            end
        end
    endgenerate

    // ---- what is said next ----
    reg [CHAN_W-1:0] first;
    reg [CHAN_W-1:0] held;                       // what was said over one link alone
    always @* begin : choice
        integer i;
        first = {CHAN_W{1'b0}};
        for (i = BARRIERS - 1; i >= 0; i = i - 1) if (due[i]) first = i[CHAN_W-1:0];
        m_number = (|said) ? held : first;
    end
    assign m_leaves = root;
    assign m_valid  = over & {2{|due}};
    always @(posedge clk) begin
        if (|m_take) begin
            said <= ends ? 2'b00 : said | m_take;
            held <= m_number;
        end
        if (rst) said <= 2'b00;
    end
endmodule
`default_nettype wire
