#include "driver/build.h"

#include "driver/build_dma.h"

#include <string.h>
#include "base/arena.h"
#include "base/path.h"
#include "board/board.h"
#include "emit/emit_bench.h"
#include "emit/emit_golden.h"
#include "emit/emit_host.h"
#include "emit/emit_icarus.h"
#include "emit/emit_make.h"
#include "emit/emit_own.h"
#include "emit/emit_shim.h"
#include "emit/emit_verilog.h"
#include "ir/dma.h"
#include "ir/names/naming.h"
#include "ir/network.h"
#include "output/harness.h"
#include "project/project.h"
#include "templates/templates.h"

/* rtl/: the templates in use, the top module, the list of both and the map to source lines. */
void bl_output_top(struct bl_output *output, const struct bl_circuit *circuit,
                   const struct bl_sources *sources) {
    struct bl_text verilog = {0}, map = {0};
    bl_emit_verilog(&verilog, &map, circuit, sources);
    *bl_output_add(output, bl_format(output->arena, "rtl/%s.v", circuit->name)) = verilog;
    *bl_output_add(output, bl_format(output->arena, "rtl/%s.map.json", circuit->name)) = map;
}

/* The module and the golden model of a stage of the user's own, unless another one has brought the
 * same file. */
static bool add_own_files(struct bl_output *output, const struct bl_own *own) {
    struct bl_arena *arena = output->arena;
    if (!strcmp(own->verilog_file, own->name) &&
        !bl_output_copy(output, bl_format(arena, "rtl/%s.v", own->name), own->verilog))
        return false;
    return strcmp(own->golden_file, own->name) ||
           bl_output_copy(output, bl_format(arena, "golden/stages/%s.c", own->name), own->golden);
}

/* The files of all stages of the user's own, the modules around them, and how their functions are
 * declared. */
static bool add_owns(struct bl_output *output, const struct bl_program *program,
                     struct bl_text *list) {
    struct bl_arena *arena = output->arena;
    for (int i = 0; i < program->own_count; i++) {
        const struct bl_own *own = program->owns[i];
        if (!add_own_files(output, own)) return false;
        const char *module = bl_own_module(arena, own->name);
        bl_emit_own(bl_output_add(output, bl_format(arena, "rtl/%s.v", module)), program, own);
        if (!strcmp(own->verilog_file, own->name)) bl_text_add(list, "%s.v\n", own->name);
        bl_text_add(list, "%s.v\n", module);
    }
    if (program->own_count)
        bl_emit_golden_stages(bl_output_add(output, "golden/stages/stages.h"), program);
    return true;
}

bool bl_output_templates(struct bl_output *output, const struct bl_circuit *circuit,
                         const struct bl_home *home, struct bl_text *list) {
    struct bl_templates templates;
    bool ok = bl_templates_list(output->arena, &templates, home->root);
    for (int i = 0; ok && i < circuit->items.count; i++)
        if (circuit->items.items[i].kind == BL_ITEM_INSTANCE &&
            !circuit->items.items[i].instance->written)
            ok = bl_templates_use(&templates,
                                  bl_module_template(circuit->items.items[i].instance->module));
    for (int i = 0; ok && i < templates.count; i++) {
        struct bl_template *template = &templates.items[i];
        if (!template->used) continue;
        bl_text_add(list, "%s.v\n", template->name);
        *bl_output_add(output,
                       bl_format(output->arena, "rtl/%s.v", template->name)) = template->text;
        template->text = (struct bl_text){0};
    }
    bl_templates_free(&templates);
    return ok;
}

static bool add_modules(struct bl_output *output, const struct bl_program *program,
                        const struct bl_circuit *circuit, const struct bl_home *home) {
    struct bl_text list = {0};
    bool ok = bl_output_templates(output, circuit, home, &list) && add_owns(output, program, &list);
    bl_text_add(&list, "%s.v\n", circuit->name);
    *bl_output_add(output, "rtl/files.f") = list;
    return ok;
}

static void add_c_files(struct bl_output *output, const struct bl_plan *plan) {
    struct bl_arena *arena = output->arena;
    const char *name = plan->program->symbol;
    bl_emit_host_header(bl_output_add(output, bl_format(arena, "host/%s_host.h", name)), plan);
    bl_emit_host(bl_output_add(output, bl_format(arena, "host/%s_host.c", name)), plan);
    bl_emit_golden_header(bl_output_add(output, bl_format(arena, "golden/%s_golden.h", name)),
                          plan->program);
    bl_emit_golden(bl_output_add(output, bl_format(arena, "golden/%s_golden.c", name)),
                   plan->program);
    bl_emit_golden_makefile(bl_output_add(output, "golden/Makefile"), plan->program);
    bl_emit_bench(bl_output_add(output, bl_format(arena, "bench/%s_bench.c", name)), plan);
    bl_emit_bench_makefile(bl_output_add(output, "bench/Makefile"), plan->node);
    bl_output_simulators(output, plan->node);
}

void bl_output_simulators(struct bl_output *output, const struct bl_node *node) {
    bl_emit_verilated_makefile(bl_output_add(output, "bench/verilated.mk"));
    bl_emit_shim(bl_output_add(output, "bench/shim.cpp"), node);
    const char *model = bl_format(output->arena, "%s%s", node->top,
                                  bl_dma_simulated(node->cluster->dma) ? "_dma" : "");
    bl_emit_icarus_top(bl_output_add(output, "bench/icarus_top.v"), model, node);
    bl_emit_icarus_model(bl_output_add(output, "bench/icarus_model.c"), node);
}

/* What every bench needs of simulation/ and runtime/, so that the folder can be compiled where
   bankloom is not installed, what lies between the nodes apart. */
static bool add_harness(struct bl_output *output, const struct bl_home *home) {
    static const char *const folders[] = {
        "base/carried",      "ir/carried",        "memory/carried",
        "simulation/core",   "simulation/host",   "simulation/memory",
        "simulation/device", "simulation/medium", "simulation/records",
        "simulation/golden", "simulation/run",    "simulation/vpi",
        "runtime",           "runtime/kernels",   "runtime/pipeline"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!bl_harness_add(output, home, folders[i])) return false;
    return true;
}

/* The folders of the headers that declare structures of the node's ports. */
static bool add_faces(struct bl_output *output, const struct bl_node *node,
                      const struct bl_home *home) {
    for (int i = 0; i < node->ports.count; i++) {
        const struct bl_port_face *face = node->ports.items[i].face;
        if (!face || !bl_port_is_first(&node->ports, i)) continue;
        if (!bl_harness_add(output, home, bl_path_folder(output->arena, face->header)) ||
            (face->sources && !bl_harness_add(output, home, face->sources)))
            return false;
    }
    return true;
}

/* The board's description, so that the folder says what it was built for, and that models built for
 * another one have another key. */
static void add_board(struct bl_output *output, const struct bl_board *board) {
    bl_text_bytes(bl_output_add(output, "board.loom"), board->source, (size_t)board->source_length);
}

bool bl_output_make(struct bl_output *output, const struct bl_compilation *compilation,
                    const struct bl_home *home) {
    const struct bl_plan *plan = compilation->plan;
    const struct bl_circuit *circuit = compilation->circuit;
    *output = (struct bl_output){.arena = compilation->arena};
    bl_output_top(output, circuit, plan->program->sources);
    if (!add_modules(output, plan->program, circuit, home)) return false;
    add_c_files(output, plan);
    return bl_output_around(output, plan->node, circuit, home);
}

bool bl_output_around(struct bl_output *output, const struct bl_node *node,
                      const struct bl_circuit *circuit, const struct bl_home *home) {
    const struct bl_carrier_row *network = node->cluster->network.carrier;
    if (network->add_files && !network->add_files(output, node, home)) return false;
    add_board(output, node->board);
    bool ok = network->add_projects ? network->add_projects(output, node, circuit, home)
                                    : bl_project_add(output, node, circuit, home, NULL);
    return ok && bl_output_dma(output, node, circuit, home) && add_harness(output, home) &&
           add_faces(output, node, home);
}
