/* Nodes with a small switch each, and cells between them: settings, what a link carries, and the
   network's row. */
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/value.h"
#include "board/board.h"
#include "check/check_inner.h"
#include "network/cells/cells_inner.h"
#include "network/edge_list.h"
#include "network/networks.h"
#include "settings/setting.h"

static const struct bl_setting settings[] = {
    BL_SETTING_WORDS("topology", 0, bl_cells, topology, "how links join the nodes", "ring",
                     "manhattan", "omega"),
    BL_SETTING("rows", NUMBER, 2, BL_CELLS_NODES, 0, INT, bl_cells, rows,
               .help = "of the nodes of `manhattan`", .example = "4"),
    BL_SETTING("word", BITS, BL_CELL_LEAST_WORD, 1024, BL_NEEDED, INT, bl_cells, word,
               .power = true, .help = "of a link, one each cycle", .example = "256 bit"),
    BL_SETTING("cell", NUMBER, BL_CELL_LEAST, BL_CELL_MOST, BL_CELL_LEAST, INT, bl_cells, cell,
               .help = "words of a cell, its header among them"),
    BL_SETTING("virtual_channels", NUMBER, 1, BL_CELL_CHANNELS, 2, INT, bl_cells, channels,
               .help = "virtual channels of a link"),
    BL_SETTING("buffer", NUMBER, 2, 16, 8, INT, bl_cells, buffer, .power = true,
               .help = "cells of a virtual channel's buffer"),
    BL_SETTING("wire", NUMBER, 4, BL_CELL_MOST_WIRE, 6, INT, bl_cells, wire,
               .help = "cycles of a link, one way"),
    BL_SETTING("idle", NUMBER, 0, 8, 0, INT, bl_cells, idle,
               .help = "cycles between cells of a link"),
    BL_SETTING_WORDS("clocking", 0, bl_cells, crosses,
                     "links are on the clock of all nodes, or each comes with the clock of the "
                     "node that it is from",
                     "common", "source_synchronous"),
    BL_SETTING_WORDS("errors", 1, bl_cells, repair,
                     "a damaged word ends the run, or its cell is sent again", "report", "repair"),
    BL_SETTING_WORDS("order", 1, bl_cells, order,
                     "which cell of a virtual channel's buffer goes first: the first, or the "
                     "oldest for each link",
                     "fifo", "oldest"),
    BL_SETTING_WORDS("forward", 1, bl_cells, forward,
                     "cells go on when they have come whole, or as soon as their first word has",
                     "whole", "cut_through"),
    BL_SETTING("retries", NUMBER, 1, 65535, 1000, INT, bl_cells, retries,
               .help = "of a cell over a link, until it has failed"),
    {0}};

/* ---- what remains to be checked */

/* What a search has found is looked at again, by a routine that sees the tables alone. */
static void prove(struct bl_check *check, const struct bl_cell_routes *routes) {
    if (bl_cell_routes_prove(check->arena, routes).holds) return;
    fputs("bankloom: internal fault: routes of cells that wait for each other\n", stderr);
    abort();
}

static bool finish(struct bl_check *check, const struct bl_network_parts *parts,
                   struct bl_cluster *cluster, void *network) {
    struct bl_cells *own = network;
    const struct bl_cell_topology *topology = &bl_cell_topologies[own->topology];
    const char *why = topology->refuse(check->arena, cluster->nodes, own->rows);
    int needed;
    (void)parts;
    if (why) {
        bl_report(check->diags, BL_MSG_CELLS_NODES, cluster->network.range, why);
        return false;
    }
    if (!bl_cells_fit(check, cluster)) return false;
    own->routes = bl_cell_routes_find(check->arena, topology, cluster->nodes, own->rows,
                                      own->channels, &needed);
    if (own->routes) prove(check, own->routes);
    else
        bl_report(check->diags, BL_MSG_CELLS_CHANNELS, cluster->network.range, cluster->nodes,
                  own->channels, needed);
    return own->routes;
}

/* ---- what it carries: a port of each node to its switch and one from it, and the links between
   the switches, which are the points behind the nodes */

struct ways {
    struct bl_edge_list *list;
    const struct bl_cluster *cluster;
    double share;
    int out[BL_CELLS_NODES], in[BL_CELLS_NODES], links[BL_CELLS_NODES][BL_CELL_LINKS];
};

static int64_t cycles_ps(const struct bl_cluster *cluster, int cycles) {
    return (int64_t)(1e12 * cycles / cluster->clocks[cluster->network.clock].hertz);
}

static void add_ways(struct ways *ways, const struct bl_cells_plan *plan) {
    const struct bl_cluster *cluster = ways->cluster;
    int nodes = cluster->nodes;
    double rate = cluster->clocks[cluster->network.clock].hertz * bl_cells(cluster)->word / 8;
    for (int i = 0; i < nodes; i++) {
        ways->out[i] = bl_edge_add(ways->list, (struct bl_edge){i, nodes + i, rate, 0});
        ways->in[i] = bl_edge_add(ways->list, (struct bl_edge){nodes + i, i, rate, 0});
        for (int link = 0; link < BL_CELL_LINKS; link++)
            ways->links[i][link] = bl_edge_add(
                ways->list, (struct bl_edge){nodes + i, nodes + bl_cell_end(cluster, i, link), rate,
                                             cycles_ps(cluster, plan->hop)});
    }
}

static void use_ways(const struct ways *ways, int from, int to) {
    int source = BL_CELL_OWN;
    bl_edge_use(ways->list, ways->out[from], ways->share);
    while (from != to) {
        const struct bl_cell_step step = bl_cell_step(ways->cluster, from, source, to);
        bl_edge_use(ways->list, ways->links[from][step.link], ways->share);
        source = bl_cell_source_at_end(ways->cluster, from, step);
        from = bl_cell_end(ways->cluster, from, step.link);
    }
    bl_edge_use(ways->list, ways->in[to], ways->share);
}

/* What a node sends to itself stays in it, a word a cycle. */
static void use_own(const struct ways *ways, const struct bl_carrier *carrier, int node) {
    double rate = ways->cluster->clocks[ways->cluster->network.clock].hertz *
                  bl_cut_bits(carrier->cut) / 8;
    bl_edge_use(ways->list, bl_edge_add(ways->list, (struct bl_edge){node, node, rate, 0}), 1);
}

static const struct bl_edges *edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                    const struct bl_carrier *carrier) {
    const struct bl_cells_plan plan = bl_cells_plan(cluster, carrier);
    struct ways ways = {.list = bl_edge_list_new(arena, cluster->nodes),
                        .cluster = cluster,
                        .share = bl_cells_share(cluster, carrier)};
    add_ways(&ways, &plan);
    for (int from = 0; from < cluster->nodes; from++)
        for (int to = 0; to < cluster->nodes; to++) {
            bl_edge_pair(ways.list);
            if (from == to) use_own(&ways, carrier, from);
            else use_ways(&ways, from, to);
        }
    return bl_edge_list_end(ways.list);
}

/* A cell is of one lane's words: a lane's turn fills several. */
enum { TURN_CELLS = 4 };

static struct bl_network_sizes sizes(const struct bl_cluster *cluster,
                                     const struct bl_carrier *carrier) {
    const struct bl_cells_plan plan = bl_cells_plan(cluster, carrier);
    return (struct bl_network_sizes){
        .packet_words = plan.flits, .turn_words = TURN_CELLS * plan.flits, .flits = plan.in_flight};
}

/* A cell is whole before it goes on, and waits for flits as long as a pause. */
static struct bl_network_way way(const struct bl_cluster *cluster,
                                 const struct bl_carrier *carrier) {
    const struct bl_cells_plan plan = bl_cells_plan(cluster, carrier);
    return (struct bl_network_way){
        .seconds = 1e-12 * (double)cycles_ps(cluster, plan.hop + bl_cells(cluster)->cell),
        .kept = plan.flits};
}

/* ---- what is said of it */

/* Those that come with what the links carry. */
static void explain_clocks(struct bl_text *text, const struct bl_node *node) {
    if (node->own_clocks == node->clock_count) return;
    bl_text_add(text, "  cells: each link and each wire back on a clock of its own");
    for (int i = node->own_clocks; i < node->clock_count; i++)
        bl_text_add(text, ", %s", node->clocks[i]);
    bl_text_add(text, ", of %g MHz and any phase\n",
                node->cluster->clocks[node->cluster->network.clock].hertz / 1e6);
}

static void explain(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    const struct bl_cells *own = bl_cells(cluster);
    const struct bl_cells_plan plan = bl_cells_plan(cluster, &node->carrier);
    bl_text_add(text,
                "  cells: %d words of %d bits, with %d flit%s of payload, %.1f %% of a link; a "
                "header of %d bits, %d word%s\n",
                own->cell, own->word, plan.flits, bl_ending(plan.flits, "s"),
                100 / bl_cells_share(cluster, &node->carrier), plan.header, plan.heads,
                bl_ending(plan.heads, "s"));
    bl_text_add(
        text,
        "  cells: up to %d hop%s of %d cycles, the fullest link with %.2f of the mean load of "
        "all nodes to all; %d cells for each of %d virtual channels of "
        "%d links, %d block RAMs\n",
        bl_cell_most_hops(cluster), bl_ending(bl_cell_most_hops(cluster), "s"), plan.hop,
        own->routes->fullest, own->buffer, own->channels, BL_CELL_LINKS,
        own->channels * BL_CELL_LINKS *
            bl_board_rams(node->board, own->buffer * own->cell, own->word));
    explain_clocks(text, node);
    if (!node->carrier.barriers) return;
    const int links = bl_cell_most_hops_from(cluster, 0);
    bl_text_add(text,
                "  cells: all leave a barrier by one cell, copied on the way, up to %d link%s\n",
                links, bl_ending(links, "s"));
}

static void simulated(struct bl_text *text, const struct bl_cluster *cluster) {
    bl_text_add(text, "links of %d cycles from node to node, every node cycle by cycle\n",
                bl_cells(cluster)->wire);
}

static void write_medium(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cells *own = bl_cells(node->cluster);
    bl_text_add(text, "#include \"network/cells/carried/cells.h\"\n\n"
                      "static const uint8_t ends[] = {");
    const struct bl_cell_links *links = own->routes->links;
    for (int i = 0; i < links->count; i++)
        bl_text_add(text, "%s%d", i ? ", " : "",
                    links->to[i] * BL_CELL_LINKS + bl_cell_in(links, i));
    bl_text_add(text,
                "};\nstatic const struct bl_cells_config medium = {\n"
                "    .width = %d, .cell = %d, .wire = %d, .crosses = %d, .ends = ends};\n\n",
                own->word, own->cell, own->wire, own->crosses);
}

static const struct bl_network_cause causes[] = {
    {"no cell gets over link 0", 0},
    {"no cell gets over link 1", 0},
    {"a damaged word came over link 0, and `errors report` sends nothing again", 0},
    {"a damaged word came over link 1, and `errors report` sends nothing again", 0},
    {0}};

static const struct bl_medium_fault faults[] = {BL_CELLS_FAULT_ROWS(BL_MEDIUM_FAULT){0}};

static const struct bl_carrier_row cells = {
    .title = "the mesh whose links cells carry",
    .bounds = "no clock bounds it: the links' rate does",
    .reached = "cells that wait for flits leave half full",
    .simulated = simulated,
    .edges = edges,
    .explain = explain,
    .certify = bl_cells_certify,
    .sizes = sizes,
    .way = way,
    .ports = bl_cells_ports,
    .clocks = bl_cells_clocks,
    .medium = "bl_medium_cells",
    .faults = faults,
    .write_medium = write_medium,
    .registers = bl_cells_registers,
    .table = bl_cells_table,
    .causes = causes,
    .barriers = BL_CELL_BARRIERS,
    .lower = bl_cells_lower,
};

static const struct bl_carrier_row *const carriers[] = {&cells, NULL};

const struct bl_network_row bl_cells_row = {
    .word = "cells",
    .bytes = sizeof(struct bl_cells),
    .settings = settings,
    .finish = finish,
    .least_nodes = 3,
    .most_nodes = BL_CELLS_NODES,
    .carriers = carriers,
    .ordered = true,
    .marks_end = true,
    .selects_source = true,
};
