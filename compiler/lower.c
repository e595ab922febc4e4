/* From the plan to the circuit of one node. */
#include "lower.h"
#include "lowering.h"

static bool travels_zipped(const struct bl_plan *plan) {
    for (int p = 0; p < plan->pass_count; p++) {
        bool exchange = false;
        for (int s = 0; s < plan->passes[p].stage_count; s++) exchange |= plan->passes[p].stages[s].kind == BL_ALLTOALLV;
        if (exchange && plan->passes[p].stages[0].version_count == 2) return true;
    }
    return false;
}

static int column_bits(const struct bl_program *program) { return program->record.columns[0].bits; }

/* The receive buffer of a link covers a round trip at one flit a clock, and some for the circuit on both sides. */
int bl_link_log_buffer(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    double clocks = 2e-12 * (double)cluster->network.latency_ps * cluster->clocks[0].hertz + 12;
    return bl_max(7, bl_log2((int)(clocks * 4 / 3) + 1)); /* a quarter is kept free for the next packets (dst_ready) */
}

struct bl_node_shape bl_node_shape(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    int width = cluster->memory.width, lanes = bl_lanes(cluster);
    int elems = 8 * width / column_bits(plan->program) / (travels_zipped(plan) ? 2 : 1);
    return (struct bl_node_shape){
        .top = plan->program->pipeline,
        .channels = cluster->memory.channels,
        .links = cluster->nodes,
        .word_bytes = width,
        .address_bits = 28,
        .flit_bits = 8 * width + elems + bl_max(1, bl_log2(lanes)) + 3,
        .register_address_bits = BL_REGISTER_ADDRESS_W,
    };
}

static void shape(struct bl_lowering *lo) {
    const struct bl_cluster *cluster = &lo->program->cluster;
    int width = cluster->memory.width, bits = column_bits(lo->program);
    lo->nodes = cluster->nodes;
    lo->lanes = bl_lanes(cluster);
    lo->word_bits = 8 * width;
    lo->address_bits = bl_node_shape(lo->plan).address_bits;
    lo->node_bits = bl_log2(lo->nodes);
    lo->lane_bits = bl_log2(lo->lanes);
    lo->flows = bl_max(lo->nodes, lo->lanes);
    lo->burst_words = cluster->memory.burst / width;
    lo->plain = (struct bl_cut){8 * width / bits, bits};
    lo->record = (struct bl_cut){4 * width / bits, 2 * bits};
}

static void host_ports(struct bl_circuit *circuit) {
    static const struct { const char *name; enum bl_direction direction; int width; } ports[] = {
        {"awaddr", BL_INPUT, BL_REGISTER_ADDRESS_W}, {"awvalid", BL_INPUT, 1}, {"awready", BL_OUTPUT, 1}, {"wdata", BL_INPUT, 32},
        {"wvalid", BL_INPUT, 1}, {"wready", BL_OUTPUT, 1}, {"bvalid", BL_OUTPUT, 1}, {"bready", BL_INPUT, 1},
        {"araddr", BL_INPUT, BL_REGISTER_ADDRESS_W}, {"arvalid", BL_INPUT, 1}, {"arready", BL_OUTPUT, 1}, {"rdata", BL_OUTPUT, 32},
        {"rvalid", BL_OUTPUT, 1}, {"rready", BL_INPUT, 1},
    };
    bl_circuit_port(circuit, BL_INPUT, 1, "clk");
    bl_circuit_port(circuit, BL_INPUT, 1, "rst");
    for (int i = 0; i < 14; i++) bl_circuit_port(circuit, ports[i].direction, ports[i].width, "s_axil_%s", ports[i].name);
}

struct bl_circuit *bl_lower(struct bl_arena *arena, const struct bl_plan *plan) {
    const struct bl_program *program = plan->program;
    struct bl_lowering *lo = BL_NEW(arena, struct bl_lowering, 1);
    *lo = (struct bl_lowering){.arena = arena, .plan = plan, .program = program, .regmap = bl_regmap_make(arena, plan)};
    lo->circuit = bl_circuit_new(arena, program->pipeline, bl_format(arena, "Pipeline %s on cluster %s: the circuit of one node.", program->pipeline,
                                                                     program->cluster.name));
    shape(lo);
    bl_lower_chains(lo);
    host_ports(lo->circuit);
    bl_lower_control(lo);
    bl_lower_memory(lo);
    bl_lower_sort(lo);
    if (lo->send) bl_lower_declare(lo, lo->send);
    if (lo->send) bl_lower_declare(lo, lo->receive);
    bl_lower_slices(lo);
    bl_lower_network(lo);
    bl_lower_edges(lo);
    return lo->circuit;
}
