#include "driver/build_dma.h"

#include <string.h>

#include "base/arena.h"
#include "driver/build.h"
#include "emit/emit_verilog.h"
#include "ir/circuit.h"
#include "ir/dma.h"
#include "ir/node.h"
#include "templates/templates.h"

static const char HOST[] = "m_axi_host_";
enum { PREFIX = sizeof HOST - 1 };

static bool is_host(const struct bl_port *port) { return !strncmp(port->name, HOST, PREFIX); }

/* It goes on to the model of the bus; whose a burst is ends at the IP. */
static bool is_outer(const struct bl_port *port) {
    return !is_host(port) || !bl_dma_says_whose(port->name + PREFIX);
}

/* The module around the node while it is made. */
struct around {
    struct bl_circuit *circuit;
    const struct bl_circuit *inner; /* of the node */
    const struct bl_dma *dma;
    const char *clock; /* of the host port */
    int word_bits;
};

/* The node's host port goes inside; all others go out. */
static void place_node(struct around *around) {
    struct bl_circuit *circuit = around->circuit;
    const struct bl_circuit *inner = around->inner;
    for (int i = 0; i < inner->ports.count; i++)
        if (is_host(&inner->ports.items[i]))
            bl_circuit_net(circuit, inner->ports.items[i].width, NULL, "node_%s",
                           inner->ports.items[i].name + PREFIX);
    struct bl_instance *inst = bl_circuit_instance(circuit, inner->name, "circuit", "the node",
                                                   (struct bl_range){0});
    inst->written = true;
    for (int i = 0; i < inner->ports.count; i++) {
        const struct bl_port *port = &inner->ports.items[i];
        if (is_host(port))
            bl_instance_connect(circuit, inst, port->name, "node_%s", port->name + PREFIX);
        else bl_instance_connect(circuit, inst, port->name, "%s", port->name);
    }
}

static void place_reset(struct around *around) {
    struct bl_circuit *circuit = around->circuit;
    bl_circuit_net(circuit, 1, NULL, "host_rst");
    struct bl_instance *inst = bl_circuit_instance(circuit, "bl_synchroniser", "reset_host",
                                                   "the reset, as the host's clock sees it",
                                                   (struct bl_range){0});
    bl_instance_set(circuit, inst, "WIDTH", 1);
    bl_instance_connect(circuit, inst, "clk", "%s", around->clock);
    bl_instance_connect(circuit, inst, "s", "rst");
    bl_instance_connect(circuit, inst, "m", "host_rst");
}

static void place_model(struct around *around) {
    struct bl_circuit *circuit = around->circuit;
    struct bl_instance *inst = bl_circuit_instance(circuit, around->dma->row->model, "host_model",
                                                   around->dma->row->title, around->dma->range);
    bl_instance_set(circuit, inst, "DATA_W", around->word_bits);
    bl_instance_set(circuit, inst, "SIDES", bl_dma_sides(around->inner));
    bl_instance_set(circuit, inst, "LOG_QUEUE", bl_log2(around->dma->queue));
    bl_instance_connect(circuit, inst, "clk", "%s", around->clock);
    bl_instance_connect(circuit, inst, "rst", "host_rst");
    for (int i = 0; i < around->inner->ports.count; i++) {
        const struct bl_port *port = &around->inner->ports.items[i];
        if (!is_host(port)) continue;
        const char *signal = port->name + PREFIX;
        if (is_outer(port))
            bl_instance_connect(circuit, inst, bl_format(circuit->arena, "m_axi_%s", signal), "%s",
                                port->name);
        bl_instance_connect(circuit, inst, bl_format(circuit->arena, "s_axi_%s", signal), "node_%s",
                            signal);
    }
    if (bl_dma_sides(around->inner) == BL_DMA_BOTH) return;
    bl_instance_connect(circuit, inst, "s_axi_aruser", "1'b0");
    bl_instance_connect(circuit, inst, "s_axi_awuser", "1'b0");
}

static struct bl_circuit *make(const struct bl_node *node, const struct bl_circuit *circuit,
                               const struct bl_dma *dma, const char *name) {
    struct around around = {.circuit = bl_circuit_new(node->arena, name,
                                                      "For simulation: a node with what stands "
                                                      "below its host port, and a model of the "
                                                      "board's IP."),
                            .inner = circuit,
                            .dma = dma,
                            .clock = node->clocks[node->host_clock],
                            .word_bits = 8 * node->memory.word_bytes};
    for (int i = 0; i < circuit->ports.count; i++) {
        const struct bl_port *port = &circuit->ports.items[i];
        if (!is_outer(port)) continue;
        bl_circuit_port(around.circuit, port->direction, port->width, "%s", port->name)->clock =
            port->clock;
    }
    place_node(&around);
    place_reset(&around);
    place_model(&around);
    return around.circuit;
}

static bool has(const struct bl_output *output, const char *path) {
    for (int i = 0; i < output->count; i++)
        if (!strcmp(output->items[i].path, path)) return true;
    return false;
}

/* The modules of the controller and of the model that the node has not. */
static bool add_modules(struct bl_output *output, const struct bl_dma_row *row,
                        const struct bl_home *home) {
    struct bl_arena *arena = output->arena;
    struct bl_templates templates;
    const char *folder = bl_format(arena, "%s/boards/%s", home->root, row->folder);
    bool ok = bl_templates_list(arena, &templates, home->root);
    bl_templates_add(arena, &templates, bl_format(arena, "%s/boards/common", home->root));
    bl_templates_add(arena, &templates, folder);
    bl_templates_add(arena, &templates, bl_format(arena, "%s/models", folder));
    ok = ok && bl_templates_use(&templates, row->model) &&
         bl_templates_use(&templates, "bl_synchroniser");
    for (int i = 0; ok && i < templates.count; i++) {
        struct bl_template *template = &templates.items[i];
        if (!template->used || has(output, bl_format(arena, "rtl/%s.v", template->name))) continue;
        *bl_output_add(output, bl_format(arena, "bench/dma/%s.v", template->name)) = template->text;
        template->text = (struct bl_text){0};
    }
    bl_templates_free(&templates);
    return ok;
}

bool bl_output_dma(struct bl_output *output, const struct bl_node *node,
                   const struct bl_circuit *circuit, const struct bl_home *home) {
    const struct bl_dma *dma = bl_dma_simulated(node->cluster->dma);
    if (!dma) return true;
    struct bl_text verilog = {0}, map = {0};
    const char *name = bl_format(output->arena, "%s_dma", circuit->name);
    bl_emit_verilog(&verilog, &map, make(node, circuit, dma, name), node->program->sources);
    bl_text_free(&map);
    *bl_output_add(output, bl_format(output->arena, "bench/dma/%s.v", name)) = verilog;
    return add_modules(output, dma->row, home);
}
