#include "base/arena.h"
#include "base/tools/toolchain.h"
#include "output/harness.h"
#include "output/output.h"
#include "bus/emit/ring_wires.h"
#include "emit/parts.h"
#include "network/rsb/rsb_network_inner.h"
#include "bus/bus.h"
#include "bus/bus_onboard.h"
#include "bus/cell/arbiter.h"
#include "bus/model/rsb.h"
#include "templates/templates.h"

/* Prints the module `bl_icarus_bus`, another top of TOP.vvp, to be read first: it sets the delay of
   tables. See simulation/medium/bus/sim_bus_icarus.c. */
static void emit_icarus_bus(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct bl_rsb_network *network = bl_rsb_network(cluster);
    long long table = network->gate_ps, spread = table / 3;
    struct bl_parts parts = {.text = text, .file = "icarus_bus.v"};
    bl_part_number(&parts, "domains", cluster->nodes);
    bl_part_number(&parts, "shortest_ps", table - spread);
    bl_part_number(&parts, "longest_ps", table + spread);
    bl_part_number(&parts, "delay_values", 2 * spread + 1);
    bl_part_number(&parts, "delay_base", table - spread - 1);
    bl_part_number(&parts, "delay_ps", network->delay_ps);
    bl_part_number(&parts, "number_bits", bl_bus_number_lines(cluster));
    bl_part_number(&parts, "lines", network->lines);
    bl_part_number(&parts, "margin", BL_RSB_MARGIN);
    bl_part_number(&parts, "stop_tables",
                   network->on_boards ? network->on_boards->onboard->stop_tables : 0);
    const struct bl_rsb_options ring = {
        .cells = cluster->nodes, .wire_ps = network->delay_ps, .segments = network->segments};
    bl_part(&parts, "begin");
    if (bl_rsb_is_uneven(network)) bl_emit_ring_wires(text, &ring, 1);
    bl_part(&parts, "module");
}

bool bl_bus_add_files(struct bl_output *output, const struct bl_node *node,
                      const struct bl_home *home) {
    const struct bl_arbiter *arbiter = bl_rsb_network(node->cluster)->arbiter;
    struct bl_templates templates;
    bool ok = bl_templates_list(output->arena, &templates, home->root);
    if (ok && arbiter)
        bl_arbiter_verilog(output->arena, bl_templates_replace(&templates, "bl_rarb_cell"),
                           arbiter);
    ok = ok && bl_templates_use(&templates, "bl_rarb_ring") &&
         bl_templates_use(&templates, "bl_rsb_switch");
    for (int i = 0; ok && i < templates.count; i++) {
        if (!templates.items[i].used) continue;
        *bl_output_add(output, bl_format(output->arena, "bench/bus/%s.v",
                                         templates.items[i].name)) = templates.items[i].text;
        templates.items[i].text = (struct bl_text){0};
    }
    if (ok) emit_icarus_bus(bl_output_add(output, "bench/icarus_bus.v"), node->cluster);
    bl_templates_free(&templates);
    return ok && bl_harness_add(output, home, "bus/model");
}
