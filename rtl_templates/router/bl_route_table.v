// SPDX-License-Identifier: ISC
`default_nettype none
// A node's routes, as the host writes them: where a cell goes on, by the link and the virtual
// channel that it came over and the node that it is for; and by which port the node's own go.
// Contract: a word of the table is {changes, 0 [7], source [4], group [4], four entries [4]}, the
// entries of nodes 4 * group + 3 .. 4 * group; source 4 * k + v is virtual channel v of link k, 8
// the node; source 9 has an entry for each link, where copies go of a cell for all (`copies`,
// `copy_vc`), none after a reset. It is taken when bit 31 is not that of table_taken, which it
// becomes then. An entry is {port [2], virtual channel [2]}; port 0: there is no way, which is so
// of all of the node's own after a reset. The last word of a table is that of the node's last
// group: `known` from then on. `ways`: the ports of the node's own cells, by node. A link's `dest`
// and `dest_vc` are looked up, and so are the channels of the two of own_dest.
// Latency: 1 cycle to take a word, 0 to look up. Throughput: every source in every cycle.
module bl_route_table #(
    // nodes: 2..64
    parameter NODES = 4,
    // bits of a node's number: log2(NODES)..6
    parameter NODE_W = 2,
    // links: 1..2
    parameter LINKS = 2,
    // virtual channels of a link: 1..4
    parameter VCS = 2,
    // derived, leave alone: bits of a virtual channel's number
    parameter VC_W = (VCS <= 2) ? 1 : 2
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [31:0]             table_word,
    output reg  [31:0]             table_taken,
    output reg                     known,
    input  wire [LINKS*NODE_W-1:0] dest,
    input  wire [LINKS*VC_W-1:0]   dest_vc,
    output wire [LINKS*2-1:0]      port,
    output wire [LINKS*VC_W-1:0]   vc,
    input  wire [2*NODE_W-1:0]     own_dest,
    output wire [2*VC_W-1:0]       own_vc,
    output wire [NODES*2-1:0]      ways,
    output reg  [LINKS-1:0]        copies,
    output wire [LINKS*VC_W-1:0]   copy_vc
);
    localparam GROUPS = (NODES + 3) / 4;
    localparam KEPT_W = 2 + VC_W;               // what is kept of an entry
    localparam LOG_GROUPS = (GROUPS <= 2) ? 1 : (GROUPS <= 4) ? 2 : (GROUPS <= 8) ? 3 : 4;

    generate
        if (NODES < 2 || NODES > 64 || NODES > (1 << NODE_W)) begin : g_check_nodes
            bl_route_table_illegal_NODES illegal();
        end
        if (NODE_W < 1 || NODE_W > 6) begin : g_check_node_w
            bl_route_table_illegal_NODE_W illegal();
        end
        if (LINKS < 1 || LINKS > 2) begin : g_check_links
            bl_route_table_illegal_LINKS illegal();
        end
        if (VCS < 1 || VCS > 4) begin : g_check_vcs
            bl_route_table_illegal_VCS illegal();
        end
    endgenerate

    localparam [31:0] OWN = 8, COPIES = 9, LAST_GROUP = GROUPS - 1;
    wire [3:0]  source  = table_word[23:20];
    wire [3:0]  group   = table_word[19:16];
    wire [15:0] entries = table_word[15:0];
    wire        changes = table_word[31] != table_taken[31];
    wire        own     = changes & (source == OWN[3:0]);
    wire        tree    = changes & (source == COPIES[3:0]);

    wire [3:0]           low;                    // what is not looked at
    wire [4*KEPT_W-1:0] kept;
    wire [4*VC_W-1:0]    vcs;                    // of the entries
    genvar k, v, n;
    generate
        for (n = 0; n < 4; n = n + 1) begin : g_entry
            assign kept[KEPT_W*n +: KEPT_W] = {entries[4*n+2 +: 2], entries[4*n +: VC_W]};
            assign vcs[VC_W*n +: VC_W]        = entries[4*n +: VC_W];
        end
        for (k = 0; k < LINKS; k = k + 1) begin : g_link
            wire [NODE_W+4:0] to = {5'd0, dest[NODE_W*k +: NODE_W]};     // 6 bits at least
            wire [VCS*KEPT_W-1:0] found;
            for (v = 0; v < VCS; v = v + 1) begin : g_vc
                localparam [31:0] SOURCE = 4 * k + v;
                (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
                reg [4*KEPT_W-1:0]  lines [0:(1<<LOG_GROUPS)-1];
                wire [4*KEPT_W-1:0] line = lines[to[LOG_GROUPS+1:2]];
                assign found[KEPT_W*v +: KEPT_W] = line[KEPT_W*to[1:0] +: KEPT_W];
                always @(posedge clk)
                    if (changes & (source == SOURCE[3:0])) lines[group[LOG_GROUPS-1:0]] <= kept;
            end
            assign {port[2*k +: 2], vc[VC_W*k +: VC_W]} =
                found[KEPT_W*dest_vc[VC_W*k +: VC_W] +: KEPT_W];
            assign low[k] = ^to;
            reg [VC_W-1:0] on;                   // of a copy
            assign copy_vc[VC_W*k +: VC_W] = on;
            always @(posedge clk) begin
                if (tree) begin
                    copies[k] <= |entries[4*k+2 +: 2];
                    on        <= entries[4*k +: VC_W];
                end
                if (rst) copies[k] <= 1'b0;
            end
        end
        for (k = 0; k < 2; k = k + 1) begin : g_own
            wire [NODE_W+4:0] to = {5'd0, own_dest[NODE_W*k +: NODE_W]};
            (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
            reg [4*VC_W-1:0]  lines [0:(1<<LOG_GROUPS)-1];
            wire [4*VC_W-1:0] line = lines[to[LOG_GROUPS+1:2]];
            assign own_vc[VC_W*k +: VC_W] = line[VC_W*to[1:0] +: VC_W];
            assign low[2+k] = ^to;
            always @(posedge clk) if (own) lines[group[LOG_GROUPS-1:0]] <= vcs;
        end
        for (n = 0; n < NODES; n = n + 1) begin : g_way
            localparam [31:0] GROUP = n / 4;
            reg [1:0] way;
            assign ways[2*n +: 2] = way;
            always @(posedge clk)
                if (rst) way <= 2'd0;
                else if (own & (group == GROUP[3:0])) way <= entries[4*(n%4)+2 +: 2];
        end
    endgenerate
    always @(posedge clk) begin
        if (changes) table_taken <= table_word;
        if (own & (group == LAST_GROUP[3:0])) known <= 1'b1;
        if (rst) begin
            table_taken <= 32'd0;
            known       <= 1'b0;
        end
    end
    wire unused = &{1'b0, table_word[30:24], entries, low, 1'b0};
endmodule
`default_nettype wire
