// SPDX-License-Identifier: ISC
`default_nettype none
// A node's routes, as the host writes them: where a cell goes on, by the source that it is from and
// the node that it is for.
// Contract: a word of the table is {changes, 0 [12], source [3], group [4], four entries [3]}, the
// entries of nodes 4 * group + 3 .. 4 * group; it is taken when bit 31 is not that of table_taken,
// which it becomes then. An entry is {port [2], virtual channel}; port 0: there is no way yet,
// which is so of all of them after a reset. `ways`: the ports of the last source, by node.
// Latency: 1 cycle to take a word, 0 to look up. Throughput: every source in every cycle.
module bl_route_table #(
    // nodes: 2..64
    parameter NODES = 4,
    // bits of a node's number: log2(NODES)..6
    parameter NODE_W = 2,
    // sources of cells: 1..8
    parameter SOURCES = 5
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire [31:0]               table_word,
    output reg  [31:0]               table_taken,
    input  wire [SOURCES*NODE_W-1:0] dest,
    output reg  [SOURCES*2-1:0]      port,
    output reg  [SOURCES-1:0]        vc,
    output wire [NODES*2-1:0]        ways
);
    localparam GROUPS = (NODES + 3) / 4;

    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_route_table_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_route_table_illegal_NODE_W illegal();
        end
        if (SOURCES < 1 || SOURCES > 8) begin : g_check_sources
            bl_route_table_illegal_SOURCES illegal();
        end
    endgenerate

    wire [2:0]                source  = table_word[18:16];
    wire [3:0]                group   = table_word[15:12];
    wire                      changes = table_word[31] != table_taken[31];
    wire [SOURCES*NODES*3-1:0] entries;
    genvar                    s, n;
    generate
        for (s = 0; s < SOURCES; s = s + 1) begin : g_source
            for (n = 0; n < NODES; n = n + 1) begin : g_node
                localparam [31:0] SOURCE = s, GROUP = n / 4;
                reg [2:0] entry;
                assign entries[(s*NODES+n)*3 +: 3] = entry;
                always @(posedge clk)
                    if (rst) entry <= 3'd0;
                    else if (changes && source == SOURCE[2:0] && group == GROUP[3:0])
                        entry <= table_word[3*(n%4) +: 3];
            end
        end
    endgenerate
    always @* begin : look_up
        integer i, k;
        port = {2*SOURCES{1'b0}};
        vc   = {SOURCES{1'b0}};
        for (i = 0; i < SOURCES; i = i + 1)
            for (k = 0; k < NODES; k = k + 1)
                if (dest[i*NODE_W +: NODE_W] == k[NODE_W-1:0])
                    {port[2*i +: 2], vc[i]} = entries[(i*NODES+k)*3 +: 3];
    end
    always @(posedge clk)
        if (rst) table_taken <= 32'd0;
        else if (changes) table_taken <= table_word;
    localparam [31:0] MOST = GROUPS;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_way
            assign ways[2*n +: 2] = entries[((SOURCES-1)*NODES+n)*3+1 +: 2];
        end
    endgenerate
    wire unused = &{1'b0, MOST, table_word[30:19], 1'b0};
endmodule
`default_nettype wire
