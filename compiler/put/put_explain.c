/* What is said of the program: in words, as JSON, and as a picture. */
#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/json.h"
#include "board/board.h"
#include "driver/compile.h"
#include "command/options/request.h"
#include "explain/certify.h"
#include "explain/estimate_json.h"
#include "explain/explain.h"
#include "ir/carried/edges.h"
#include "ir/network.h"
#include "node/regmap.h"
#include "put/put.h"
#include "templates/estimate.h"

static void explain_cluster(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    bl_text_add(text, "cluster %s: %d nodes of %s, network %s\n", cluster->name, cluster->nodes,
                node->board->word, cluster->network.word);
    for (int i = 0; i < cluster->clock_count; i++) {
        const struct bl_clock_basis basis = bl_clock_basis(node, i);
        bl_text_add(text, "  clock %-8s %g MHz, %s\n", cluster->clocks[i].name,
                    cluster->clocks[i].hertz / 1e6, bl_clock_basis_words(node->arena, &basis));
    }
}

static void explain_registers(struct bl_text *text, const struct bl_regmap *map) {
    bl_text_add(text, "registers\n");
    for (int i = 0; i < map->count; i++)
        bl_text_add(
            text, "  0x%04x  %-5s  %-24s %s\n", (unsigned)bl_register_address(&map->items[i], 0),
            map->items[i].config ? "write" : "read", map->items[i].name, map->items[i].help);
}

static void explain(struct bl_text *text, const struct bl_compilation *c) {
    struct bl_estimate estimate;
    explain_cluster(text, c->node);
    bl_text_add(text, "network\n");
    c->node->cluster->network.carrier->explain(text, c->node);
    bl_explain_certificate(text, c->node);
    explain_registers(text, c->node->registers);
    bl_estimate_circuit(&estimate, c->arena, c->circuit, c->node->board);
    bl_estimate_print(text, c->arena, &estimate);
}

static void explain_json(struct bl_text *text, const struct bl_compilation *c) {
    const struct bl_regmap *map = c->node->registers;
    struct bl_estimate estimate;
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "cluster", c->node->cluster->name);
    cJSON_AddNumberToObject(root, "nodes", c->node->cluster->nodes);
    cJSON *registers = cJSON_AddArrayToObject(root, "registers");
    for (int i = 0; i < map->count; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(registers, item);
        cJSON_AddStringToObject(item, "name", map->items[i].name);
        cJSON_AddNumberToObject(item, "address", bl_register_address(&map->items[i], 0));
    }
    c->node->cluster->network.carrier->explain_json(root, c->node);
    cJSON_AddStringToObject(root, "guarantee", bl_explain_guarantee(c->node));
    bl_explain_certificate_json(root, c->node);
    bl_estimate_circuit(&estimate, c->arena, c->circuit, c->node->board);
    cJSON_AddBoolToObject(root, "fits", bl_estimate_fits(&estimate));
    bl_estimate_add_json(root, c->node, c->circuit);
    bl_json_add(text, root);
}

int bl_puts_explain(struct bl_text *text, struct bl_request *request,
                    struct bl_compilation *compilation) {
    (request->json ? explain_json : explain)(text, compilation);
    return -1;
}

/* Hosts, hubs, and the links between them, each once. */
void bl_puts_graph(struct bl_text *text, const struct bl_request *request,
                   const struct bl_compilation *compilation) {
    const struct bl_edges *edges = compilation->node->carrier.edges;
    const int nodes = edges->nodes;
    (void)request;
    bl_text_add(text, "graph {\n    layout=neato\n    node [shape=box]\n");
    for (int i = 0; i < nodes; i++)
        bl_text_add(text,
                    "    n%d [label=\"host %d\", style=rounded]\n    n%d [label=\"hub %d\"]\n", i,
                    i, nodes + i, i);
    for (int i = 0; i < edges->count; i++) {
        const struct bl_edge *edge = &edges->items[i];
        if (edge->from < edge->to) bl_text_add(text, "    n%d -- n%d\n", edge->from, edge->to);
    }
    bl_text_add(text, "}\n");
}
