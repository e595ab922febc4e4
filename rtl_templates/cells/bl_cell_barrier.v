// SPDX-License-Identifier: ISC
`default_nettype none
// Barriers of all nodes: node 0 counts who has entered, and lets all leave.
// Contract: `enters`, by barrier, a cycle each: the node's own kernel is there; it enters again no
// sooner than it was let go by `leaves`, a cycle each. Cells carry what is said between the nodes:
// m_valid, by link, asks for one to m_dest, of barrier m_number, that says "enters" or, with
// m_leaves, "leaves", and m_take says that it is on its way; s_enter and s_leave say that one has
// come, of barrier s_number. `ways`: ports by peer, 1 and 2 the links, 0 no way yet. Node 0 counts
// its own and those of the others; with the last of them the count begins anew, and then all are
// told, over either link in the ORDER of the list, lowest first; a list of zeros: 1, 2, 3 and so
// on.
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
    parameter BARRIERS = 1,
    // the nodes but 0, as they are told
    parameter [NODES*NODE_W-1:0] ORDER = 0
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [NODE_W-1:0]   node,
    input  wire [NODES*2-1:0]  ways,
    input  wire [BARRIERS-1:0] enters,
    output reg  [BARRIERS-1:0] leaves,
    // cells that have come
    input  wire                s_enter,
    input  wire                s_leave,
    input  wire [CHAN_W-1:0]   s_number,
    // cells to others
    output wire [1:0]          m_valid,
    output wire                m_leaves,
    output reg  [2*NODE_W-1:0] m_dest,
    output reg  [CHAN_W-1:0]   m_number,
    input  wire [1:0]          m_take
);
    localparam [31:0] ALL = NODES;
    localparam PLACES = NODES - 1;               // of the list

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
    reg  [BARRIERS-1:0] due;                     // somebody is to be told
    reg  [PLACES-1:0]   left;                    // who is still to be told, of m_number's
    reg                 goes_on;                 // others were
    wire [PLACES-1:0]   rest = goes_on ? left : {PLACES{1'b1}};
    wire [2*PLACES-1:0] next;                    // by link
    wire [PLACES-1:0]   after = rest & ~(next[0 +: PLACES] & {PLACES{m_take[0]}})
        & ~(next[PLACES +: PLACES] & {PLACES{m_take[1]}});
    wire                ends = (|m_take) & ~(root & (|after));
    wire [BARRIERS-1:0] all, told;
    genvar              b;
    generate
        for (b = 0; b < BARRIERS; b = b + 1) begin : g_barrier
            localparam [31:0] NUMBER = b;
            reg  [NODE_W:0] count;               // of those that are there, at node 0
            wire            its  = s_number == NUMBER[CHAN_W-1:0];
            wire [NODE_W:0] more = count + {{NODE_W{1'b0}}, enters[b]}
                + {{NODE_W{1'b0}}, s_enter & its};
            assign all[b]  = more == ALL[NODE_W:0];
            assign told[b] = ends & (m_number == NUMBER[CHAN_W-1:0]);
            always @(posedge clk) begin
                if (root) count <= all[b] ? {(NODE_W+1){1'b0}} : more;
                due[b]    <= (root ? all[b] : enters[b]) | (due[b] & ~told[b]);
                leaves[b] <= root ? all[b] : s_leave & its;
                if (rst) begin
                    count     <= {(NODE_W+1){1'b0}};
                    due[b]    <= 1'b0;
                    leaves[b] <= 1'b0;
                end
            end
        end
    endgenerate

    // ---- who is told next ----
    reg [CHAN_W-1:0] first;
    reg [CHAN_W-1:0] held;                       // whose list has begun
    always @* begin : choice
        integer i;
        first = {CHAN_W{1'b0}};
        for (i = BARRIERS - 1; i >= 0; i = i - 1) if (due[i]) first = i[CHAN_W-1:0];
        m_number = goes_on ? held : first;
    end
    assign m_leaves = root;
    wire [PLACES*NODE_W-1:0] listed;
    wire [2*PLACES-1:0]      way;
    genvar                   i, k;
    generate
        for (i = 0; i < PLACES; i = i + 1) begin : g_listed
            localparam [31:0]       PLACE = i + 1;
            localparam [NODE_W-1:0] PEER  = (|ORDER) ? ORDER[NODE_W*i +: NODE_W]
                : PLACE[NODE_W-1:0];
            assign listed[NODE_W*i +: NODE_W] = PEER;
            assign way[2*i +: 2] = ways[2*PEER +: 2];
        end
        for (k = 0; k < 2; k = k + 1) begin : g_link
            localparam [31:0] PORT = k + 1;
            wire [PLACES-1:0] its;
            wire [PLACES-1:0] waits = rest & its;
            for (i = 0; i < PLACES; i = i + 1) begin : g_its
                assign its[i] = way[2*i +: 2] == PORT[1:0];
            end
            assign next[PLACES*k +: PLACES] = waits & (~waits + 1'b1);
            assign m_valid[k] = (|due) & (root ? |waits : ways[1:0] == PORT[1:0]);
        end
    endgenerate
    always @* begin : destinations
        integer n;
        m_dest = {(2*NODE_W){1'b0}};
        for (n = 0; n < PLACES; n = n + 1) begin
            if (root & next[n]) m_dest[0 +: NODE_W] = listed[NODE_W*n +: NODE_W];
            if (root & next[PLACES+n]) m_dest[NODE_W +: NODE_W] = listed[NODE_W*n +: NODE_W];
        end
    end
    always @(posedge clk) begin
        if (|m_take) begin
            left    <= after;
            goes_on <= ~ends;
            held    <= m_number;
        end
        if (rst) goes_on <= 1'b0;
    end
endmodule
`default_nettype wire
