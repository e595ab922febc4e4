/* From the plan to the circuit of one node. */
#include "lower/lower.h"
#include "lower/lowering.h"
#include "ir/network.h"
#include "lower/lower_host.h"
#include "lower/lowering_inner.h"

static void shape(struct bl_lowering *lo) {
    const struct bl_cluster *cluster = &lo->program->cluster;
    lo->nodes = cluster->nodes;
    lo->lanes = lo->node->carrier.streams;
    lo->word_bits = 8 * lo->node->memory.word_bytes;
    lo->node_bits = bl_log2(lo->nodes);
    lo->lane_bits = bl_log2(lo->lanes);
}

/* What a node with passes has besides. */
static void shape_passes(struct bl_lowering *lo, const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &lo->program->cluster;
    lo->plan = plan;
    lo->route = plan->route;
    lo->flows = lo->lanes * bl_lane_nodes(cluster);
    lo->burst_words = cluster->memory.burst / cluster->memory.width;
    lo->plain = bl_cut_of_plane(cluster);
}

static void add_ports(struct bl_circuit *circuit, const struct bl_node *node) {
    bl_circuit_port(circuit, BL_INPUT, 1, "clk")->clock = "";
    bl_circuit_port(circuit, BL_INPUT, 1, "rst")->clock = "";
    for (int i = 1; i < node->clock_count; i++)
        bl_circuit_port(circuit, BL_INPUT, 1, "%s", node->clocks[i])->clock = "";
    for (int p = 0; p < node->ports.count; p++)
        for (int i = 0; i < node->ports.items[p].pins.count; i++) {
            const struct bl_pin *pin = &node->ports.items[p].pins.items[i];
            bl_circuit_port(circuit, pin->direction, pin->width, "%s_%s", pin->interface, pin->role)
                ->clock = pin->clockless ? "" : node->clocks[node->ports.items[p].clock];
        }
}

/* Every clock has a reset of its own: the node's, as its flip-flops see it. */
static void domains(struct bl_lowering *lo) {
    const struct bl_node *node = lo->node;
    lo->domains = BL_NEW(lo->arena, struct bl_domain, node->clock_count);
    if (node->clock_count > 1)
        bl_circuit_heading(lo->circuit, "the reset, as each of the other clocks sees it");
    for (int i = 0; i < node->clock_count; i++) {
        const char *name = node->clock_names[i];
        lo->domains[i] = (struct bl_domain){node->clocks[i],
                                            i ? bl_format(lo->arena, "rst_%s", name) : "rst"};
        if (!i) continue;
        bl_circuit_net(lo->circuit, 1, NULL, "%s", lo->domains[i].reset);
        struct bl_instance *inst = bl_circuit_instance(
            lo->circuit, "bl_synchroniser", bl_format(lo->arena, "reset_%s", name),
            bl_format(lo->arena, "clock %s", name),
            lo->program->cluster.clocks[node->clock_numbers[i]].range);
        bl_instance_set(lo->circuit, inst, "WIDTH", 1);
        bl_instance_connect(lo->circuit, inst, "clk", "%s", lo->domains[i].clock);
        bl_instance_connect(lo->circuit, inst, "s", "rst");
        bl_instance_connect(lo->circuit, inst, "m", "%s", lo->domains[i].reset);
    }
    lo->memory = lo->domains[node->memory_clock];
    lo->network = lo->domains[node->network_clock];
    lo->memory_crosses = node->memory_clock != 0;
    lo->network_crosses = node->network_clock != 0;
    if (node->host_clock >= 0) lo->host = lo->domains[node->host_clock];
    lo->host_crosses = node->host_clock > 0;
}

struct bl_lowering *bl_lower_begin(struct bl_arena *arena, const struct bl_node *node,
                                   const char *comment) {
    struct bl_lowering *lo = BL_NEW(arena, struct bl_lowering, 1);
    *lo = (struct bl_lowering){.arena = arena, .node = node, .program = node->program};
    lo->circuit = bl_circuit_new(arena, node->top, comment);
    lo->circuit->renames = &node->program->renames;
    shape(lo);
    add_ports(lo->circuit, node);
    domains(lo);
    return lo;
}

struct bl_circuit *bl_lower(struct bl_arena *arena, const struct bl_plan *plan) {
    const struct bl_program *program = plan->program;
    struct bl_lowering *lo = bl_lower_begin(
        arena, plan->node,
        bl_format(arena, "Pipeline %s on cluster %s: the circuit of one node.", program->pipeline,
                  program->cluster.name));
    shape_passes(lo, plan);
    bl_lower_control(lo);
    bl_lower_host(lo);
    bl_lower_read(lo);
    bl_lower_units(lo);
    bl_lower_write(lo);
    bl_lower_network(lo);
    bl_lower_feeds(lo);
    return lo->circuit;
}
