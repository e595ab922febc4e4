/* From the plan to the circuit of one node. */
#include "lower/lower.h"
#include "lower/lowering.h"
#include "ir/network.h"
#include "lower/lower_host.h"
#include "lower/lowering_inner.h"
#include "lower/ports.h"
#include "plan/size/crossings.h"
#include "plan/route/exchange.h"
#include "plan/steps/place.h"

/* The place of a clock in the list of those that the node uses; put there if it is new. */
static int use_clock(const struct bl_plan *plan, struct bl_node_shape *shape, int number) {
    for (int i = 0; i < shape->clock_count; i++)
        if (shape->clock_numbers[i] == number) return i;
    shape->clock_numbers[shape->clock_count] = number;
    shape->clocks[shape->clock_count] = number
                                            ? bl_format(plan->arena, "clk_%s",
                                                        plan->program->cluster.clocks[number].name)
                                            : "clk";
    return shape->clock_count++;
}

struct bl_node_shape bl_node_shape(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    const struct bl_network_row *row = cluster->network.row;
    struct bl_cut cut = bl_cut_of_exchange(plan);
    struct bl_node_shape shape = {
        .top = plan->program->symbol,
        .channels = cluster->memory.channels,
        .word_bytes = cluster->memory.width,
        .address_bits = BL_ADDRESS_BITS,
        .flit_bits = bl_flit_bits(cluster, cut),
        .payload_bytes = bl_cut_bits(cut) / 8,
        .memory_shared = bl_plan_shares_memory(plan),
        .clocks = BL_NEW(plan->arena, const char *, cluster->clock_count),
        .clock_numbers = BL_NEW(plan->arena, int, cluster->clock_count),
    };
    if (cluster->nodes > 1) {
        shape.medium = row->medium;
        shape.medium_icarus = row->medium_icarus ? row->medium_icarus : row->medium;
    }
    use_clock(plan, &shape, 0);
    shape.memory_clock = use_clock(plan, &shape, bl_memory_clock(plan));
    shape.network_clock = use_clock(plan, &shape, bl_network_clock(plan));
    shape.host_clock = cluster->host ? use_clock(plan, &shape, cluster->host->clock) : -1;
    return shape;
}

static void shape(struct bl_lowering *lo) {
    const struct bl_cluster *cluster = &lo->program->cluster;
    int width = cluster->memory.width;
    lo->joined = lo->plan->joined || (lo->route && lo->route->exchange);
    lo->cut = bl_cut_of_exchange(lo->plan);
    lo->nodes = cluster->nodes;
    lo->lanes = cluster->streams ? cluster->streams : bl_lanes(cluster);
    lo->word_bits = 8 * width;
    lo->node_bits = bl_log2(lo->nodes);
    lo->lane_bits = bl_log2(lo->lanes);
    lo->flows = lo->lanes * bl_lane_nodes(cluster);
    lo->burst_words = cluster->memory.burst / width;
    lo->plain = bl_cut_of_plane(cluster);
}

static void add_ports(struct bl_circuit *circuit, const struct bl_plan *plan,
                      const struct bl_node_shape *shape) {
    const struct bl_node_ports ports = bl_node_ports(plan);
    bl_circuit_port(circuit, BL_INPUT, 1, "clk")->clock = "";
    bl_circuit_port(circuit, BL_INPUT, 1, "rst")->clock = "";
    for (int i = 1; i < shape->clock_count; i++)
        bl_circuit_port(circuit, BL_INPUT, 1, "%s", shape->clocks[i])->clock = "";
    for (int p = 0; p < ports.count; p++)
        for (int i = 0; i < ports.items[p].pins.count; i++) {
            const struct bl_pin *pin = &ports.items[p].pins.items[i];
            bl_circuit_port(circuit, pin->direction, pin->width, "%s_%s", pin->interface, pin->role)
                ->clock = pin->clockless ? "" : shape->clocks[ports.items[p].clock];
        }
}

/* Every clock has a reset of its own: the node's, as its flip-flops see it. */
static void domains(struct bl_lowering *lo, const struct bl_node_shape *shape) {
    lo->domains = BL_NEW(lo->arena, struct bl_domain, shape->clock_count);
    if (shape->clock_count > 1)
        bl_circuit_heading(lo->circuit, "the reset, as each of the other clocks sees it");
    for (int i = 0; i < shape->clock_count; i++) {
        const char *name = lo->program->cluster.clocks[shape->clock_numbers[i]].name;
        lo->domains[i] = (struct bl_domain){shape->clocks[i],
                                            i ? bl_format(lo->arena, "rst_%s", name) : "rst"};
        if (!i) continue;
        bl_circuit_net(lo->circuit, 1, NULL, "%s", lo->domains[i].reset);
        struct bl_instance *inst = bl_circuit_instance(
            lo->circuit, "bl_synchroniser", bl_format(lo->arena, "reset_%s", name),
            bl_format(lo->arena, "clock %s", name),
            lo->program->cluster.clocks[shape->clock_numbers[i]].range);
        bl_instance_set(lo->circuit, inst, "WIDTH", 1);
        bl_instance_connect(lo->circuit, inst, "clk", "%s", lo->domains[i].clock);
        bl_instance_connect(lo->circuit, inst, "s", "rst");
        bl_instance_connect(lo->circuit, inst, "m", "%s", lo->domains[i].reset);
    }
    lo->memory = lo->domains[shape->memory_clock];
    lo->network = lo->domains[shape->network_clock];
    lo->memory_crosses = shape->memory_clock != 0;
    lo->network_crosses = shape->network_clock != 0;
    if (shape->host_clock >= 0) lo->host = lo->domains[shape->host_clock];
    lo->host_crosses = shape->host_clock > 0;
}

struct bl_lowering *bl_lower_begin(struct bl_arena *arena, const struct bl_plan *plan,
                                   const char *comment) {
    struct bl_lowering *lo = BL_NEW(arena, struct bl_lowering, 1);
    *lo = (struct bl_lowering){.arena = arena,
                               .plan = plan,
                               .route = plan->route,
                               .program = plan->program,
                               .regmap = bl_regmap_make(arena, plan)};
    lo->circuit = bl_circuit_new(arena, plan->program->symbol, comment);
    lo->circuit->renames = &plan->program->renames;
    shape(lo);
    const struct bl_node_shape node = bl_node_shape(plan);
    add_ports(lo->circuit, plan, &node);
    domains(lo, &node);
    return lo;
}

struct bl_circuit *bl_lower(struct bl_arena *arena, const struct bl_plan *plan) {
    const struct bl_program *program = plan->program;
    struct bl_lowering *lo = bl_lower_begin(
        arena, plan,
        bl_format(arena, "Pipeline %s on cluster %s: the circuit of one node.", program->pipeline,
                  program->cluster.name));
    bl_lower_control(lo);
    bl_lower_host(lo);
    bl_lower_read(lo);
    bl_lower_units(lo);
    bl_lower_write(lo);
    bl_lower_network(lo);
    bl_lower_feeds(lo);
    return lo->circuit;
}
