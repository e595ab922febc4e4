#include "kernel/emit/kernel_build.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "board/board.h"
#include "driver/build.h"
#include "emit/emit_make.h"
#include "emit/emit_verilog.h"
#include "ir/circuit.h"
#include "kernel/emit/kernel_emit.h"
#include "kernel/emit/kernel_verilog.h"
#include "kernel/kernel_own.h"
#include "kernel/kernel_program.h"
#include "kernel/lower/kernel_lower.h"
#include "kernel/plan/kernel_plan.h"
#include "output/harness.h"

/* The module and the golden function of a kernel in Verilog, unless another kernel has brought the
   same file. */
static bool add_own_files(struct bl_output *output, const char *name,
                          const struct bl_kernel_own_files *files, struct bl_text *list) {
    struct bl_arena *arena = output->arena;
    if (!strcmp(files->verilog_file, name)) {
        if (!bl_output_copy(output, bl_format(arena, "rtl/%s.v", name), files->verilog))
            return false;
        bl_text_add(list, "%s.v\n", name);
    }
    return strcmp(files->golden_file, name) ||
           bl_output_copy(output, bl_format(arena, "golden/stages/%s.c", name), files->golden);
}

/* The files of kernels in Verilog, and how their golden functions are declared. */
static bool add_owns(struct bl_output *output, const struct bl_program *program,
                     struct bl_text *list) {
    const struct bl_kernels *kernels = bl_program_kernels(program);
    const struct bl_kernel_own_files *files = bl_program_kernel_files(program);
    struct bl_arena *arena = output->arena;
    struct bl_text declared = {0};
    bool ok = true;
    bl_text_add(&declared, "#include <stdint.h>\n");
    for (int i = 0; ok && i < kernels->own_count; i++) {
        const char *name = kernels->owns[i].name;
        ok = add_own_files(output, name, &files[i], list);
        bl_text_add(
            &declared, "%s\n",
            bl_kernel_own_prototype(arena, &kernels->owns[i], bl_format(arena, "bl_own_%s", name)));
    }
    if (kernels->own_count) *bl_output_add(output, "golden/stages/stages.h") = declared;
    else bl_text_free(&declared);
    return ok;
}

static bool add_modules(struct bl_output *output, const struct bl_program *program,
                        const struct bl_circuit *circuit, const struct bl_home *home) {
    const struct bl_kernels *kernels = bl_program_kernels(program);
    struct bl_text list = {0};
    bool ok = bl_output_templates(output, circuit, home, &list);
    for (int i = 0; i < kernels->kernel_count; i++) {
        const char *module = bl_kernel_module(output->arena, program, &kernels->kernels[i]);
        bl_kernel_emit(bl_output_add(output, bl_format(output->arena, "rtl/%s.v", module)), program,
                       &kernels->kernels[i]);
        bl_text_add(&list, "%s.v\n", module);
    }
    ok = ok && add_owns(output, program, &list);
    bl_text_add(&list, "%s.v\n", circuit->name);
    *bl_output_add(output, "rtl/files.f") = list;
    return ok;
}

static void add_c_files(struct bl_output *output, const struct bl_kernels_plan *plan) {
    struct bl_arena *arena = output->arena;
    const char *name = plan->program->symbol;
    bl_kernels_emit_host_header(bl_output_add(output, bl_format(arena, "host/%s_host.h", name)),
                                plan);
    bl_kernels_emit_host(bl_output_add(output, bl_format(arena, "host/%s_host.c", name)), plan);
    bl_kernels_emit_bench(bl_output_add(output, bl_format(arena, "bench/%s_bench.c", name)), plan);
    const struct bl_kernels *kernels = plan->kernels;
    const struct bl_kernel_own_files *files = bl_program_kernel_files(plan->program);
    struct bl_golden_function *functions = BL_NEW(arena, struct bl_golden_function,
                                                  kernels->own_count + 1);
    for (int i = 0; i < kernels->own_count; i++)
        functions[i] = (struct bl_golden_function){kernels->owns[i].name, files[i].golden_file};
    bl_emit_kernels_makefile(bl_output_add(output, "bench/Makefile"), plan->node, functions,
                             kernels->own_count);
    bl_output_simulators(output, plan->node);
}

/* Whether it has kernels in Verilog with streams of moves. */
static bool has_streams(const struct bl_kernels *kernels) {
    for (int i = 0; i < kernels->own_count; i++)
        if (!kernels->owns[i].operates) return true;
    return false;
}

/* The channel entries of a board_spec.xml of the SDK for OpenCL, for the ports of the open top. */
static void emit_channels(struct bl_text *text, const struct bl_kernels_plan *plan) {
    const struct bl_kernels *kernels = plan->kernels;
    bl_text_add(text,
                "<?xml version=\"1.0\"?>\n<!-- For the board element of board_spec.xml: streams of "
                "opencl/%s.v. Written by bankloom. -->\n<channels>\n",
                plan->program->symbol);
    for (int i = 0; i < kernels->port_count; i++) {
        const struct bl_kernel_port *port = &kernels->ports[i];
        if (port->own < 0 || kernels->owns[port->own].operates) continue;
        bl_text_add(text,
                    "  <interface name=\"%s\" port=\"opencl_%s\" type=\"%s\" width=\"%d\" "
                    "chan_id=\"%s\"/>\n",
                    plan->program->symbol, port->name, port->in ? "streamsource" : "streamsink",
                    8 * BL_KERNEL_WORD_BYTES, port->name);
    }
    bl_text_add(text, "</channels>\n");
}

/* For boards of Intel: the top whose streams a kernel of OpenCL or HLS sits on. */
static void add_opencl(struct bl_output *output, const struct bl_kernels_plan *plan) {
    struct bl_text unused = {0};
    if (!has_streams(plan->kernels) || plan->board->family->vendor != BL_VENDOR_INTEL) return;
    const struct bl_circuit *circuit = bl_kernels_lower_open(output->arena, plan);
    bl_emit_verilog(bl_output_add(output, bl_format(output->arena, "opencl/%s.v", circuit->name)),
                    &unused, circuit, plan->program->sources);
    bl_text_free(&unused);
    emit_channels(bl_output_add(output, "opencl/channels.xml"), plan);
}

bool bl_kernels_output(struct bl_output *output, const struct bl_kernels_plan *plan,
                       const struct bl_circuit *circuit, const struct bl_home *home) {
    *output = (struct bl_output){.arena = plan->arena};
    bl_output_top(output, circuit, plan->program->sources);
    if (!add_modules(output, plan->program, circuit, home)) return false;
    add_c_files(output, plan);
    add_opencl(output, plan);
    return bl_output_around(output, plan->node, circuit, home) &&
           bl_harness_add(output, home, "kernel/carried") &&
           bl_harness_add(output, home, "simulation/kernels");
}
