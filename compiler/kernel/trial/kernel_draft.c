#include "kernel/trial/kernel_draft.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/parts.h"
#include "kernel/check/check_owns.h"
#include "kernel/kernel_own.h"
#include "kernel/kernel_program.h"
#include "kernel/trial/trial_moves.h"
#include "stage_bench/draft.h"

struct draft {
    struct bl_arena *arena;
    const struct bl_kernels *kernels;
    const struct bl_kernel_own *own;
    const struct bl_kernel_own_files *files;
    struct bl_kernel_ports ports;
};

static struct draft draft_of(struct bl_arena *arena, const struct bl_kernel_modules *modules) {
    const struct bl_kernel_own *own = modules->kernels->owns;
    return (struct draft){arena, modules->kernels, own, modules->files,
                          bl_kernel_ports_of(modules->kernels, own)};
}

/* `text`, and behind it `between` unless it is empty, and what the format makes of the name. */
static const char *join(struct bl_arena *arena, const char *text, const char *between,
                        const char *more) {
    return *text ? bl_format(arena, "%s%s%s", text, between, more) : more;
}

/* ---- Verilog */

static const char *header(const struct draft *draft) {
    struct bl_kernel_header all = bl_kernel_own_header(draft->arena, draft->kernels, draft->own);
    const char *text = "";
    for (int i = 0; i < all.count; i++) {
        const struct bl_kernel_header_port *port = &all.items[i];
        const char *range = port->bits > 1 ? bl_format(draft->arena, "[%d:0]", port->bits - 1) : "",
                   *ready = strrchr(port->name, '_');
        bool reg = !port->in && !(ready && !strcmp(ready, "_tready"));
        text = join(draft->arena, text, ",\n",
                    bl_format(draft->arena, "    %-6s %-4s %-7s %s", port->in ? "input" : "output",
                              reg ? "reg" : "wire", range, port->name));
    }
    return text;
}

static const char *takes(const struct draft *draft) {
    const char *text = "";
    for (int i = 0; i < draft->ports.ins; i++)
        text = join(draft->arena, text, "\n        & ",
                    bl_format(draft->arena, "%s_tvalid", draft->ports.in[i]->name));
    for (int i = 0; i < draft->ports.outs; i++) {
        const char *name = draft->ports.out[i]->name;
        text = join(draft->arena, text, "\n        & ",
                    bl_format(draft->arena, "(~%s_tvalid | %s_tready)", name, name));
    }
    return text;
}

/* With an output the first input is looked at. */
static const char *rest(const struct draft *draft) {
    const char *text = draft->ports.outs ? "" : "clk, rst";
    for (int i = 0; i < draft->own->argument_count; i++)
        text = join(draft->arena, text, ", ", bl_kernel_own_port(draft->arena, draft->own, i));
    for (int i = draft->ports.outs ? 1 : 0; i < draft->ports.ins; i++) {
        const char *name = draft->ports.in[i]->name;
        text = join(draft->arena, text, ",\n        ",
                    bl_format(draft->arena, "%s_tdata, %s_tkeep, %s_tlast", name, name, name));
    }
    return *text ? text : "1'b0";
}

static const char *readies(const struct draft *draft) {
    const char *text = "";
    for (int i = 0; i < draft->ports.ins; i++)
        text = bl_format(draft->arena, "%s\n    assign %s_tready = takes;", text,
                         draft->ports.in[i]->name);
    return bl_format(draft->arena, "%s\n", text);
}

static const char *given(const struct draft *draft) {
    const char *text = "", *first = draft->ports.in[0]->name;
    for (int i = 0; i < draft->ports.outs; i++) {
        const char *name = draft->ports.out[i]->name;
        text = bl_format(draft->arena,
                         "%s%s        if (takes) begin\n"
                         "            %s_tdata <= %s_tdata;\n"
                         "            %s_tkeep <= %s_tkeep;\n"
                         "            %s_tlast <= %s_tlast;\n"
                         "        end\n"
                         "        %s_tvalid <= ~rst & (takes | (%s_tvalid & ~%s_tready));",
                         text, i ? "\n" : "", name, first, name, first, name, first, name, name,
                         name);
    }
    return text;
}

static void emit_verilog(struct bl_text *text, const struct draft *draft) {
    const struct bl_parts parts = {.text = text,
                                   .file = "kernel_draft.v",
                                   .holes = {{"kernel", draft->own->name},
                                             {"golden_file", bl_path_name(draft->files->golden)},
                                             {"ports", header(draft)},
                                             {"takes", takes(draft)},
                                             {"rest", rest(draft)},
                                             {"readies", readies(draft)},
                                             {"given", given(draft)}}};
    bl_part(&parts, "begin");
    if (draft->ports.outs) bl_part(&parts, "outputs");
    bl_part(&parts, "end");
}

/* ---- C */

static const char *unused(const struct draft *draft) {
    const char **arguments = bl_kernel_own_parameters(draft->arena, draft->own);
    const char *text = "(void)state, (void)last";
    for (int i = 0; i < draft->own->argument_count; i++)
        text = bl_format(draft->arena, "%s, (void)%s", text, arguments[i]);
    if (!draft->ports.outs) return bl_format(draft->arena, "%s, (void)in, (void)out", text);
    return text;
}

static const char *copies(const struct draft *draft) {
    const char *text = "";
    for (int i = 0; i < draft->ports.outs; i++)
        text = bl_format(draft->arena, "%s    memcpy(out[%d], in[0], %d);\n", text, i,
                         draft->ports.out[i]->bytes);
    return text;
}

/* The prototype without its semicolon. */
static const char *head(const struct draft *draft) {
    const char *text = bl_kernel_own_prototype(draft->arena, draft->own, draft->own->name);
    return bl_strndup(draft->arena, text, strlen(text) - 1);
}

static void emit_c(struct bl_text *text, const struct draft *draft) {
    struct bl_parts parts = {.text = text,
                             .file = "kernel_draft.c",
                             .holes = {{"kernel", draft->own->name},
                                       {"verilog_file", bl_path_name(draft->files->verilog)},
                                       {"head", head(draft)},
                                       {"unused", unused(draft)},
                                       {"copies", copies(draft)}}};
    bl_part_number(&parts, "bits", (1 << draft->ports.outs) - 1);
    bl_part(&parts, "function");
}

/* ---- the declaration */

void bl_kernel_draft_declaration(struct bl_text *text, struct bl_arena *arena,
                                 const struct bl_kernel_modules *modules) {
    const struct draft draft = draft_of(arena, modules);
    const char *arguments = "", *ports = "";
    for (int i = 0; i < draft.own->argument_count; i++)
        arguments = join(arena, arguments, ", ",
                         bl_format(arena, "%s: u32", draft.own->arguments[i]));
    for (int i = 0; i < draft.own->port_count; i++) {
        const struct bl_kernel_port *port = &draft.kernels->ports[i];
        ports = join(
            arena, ports, "\n",
            bl_format(arena, "    %s %s: %s%s;", port->in ? "in" : "out", port->name, port->type,
                      port->in ? "" : bl_format(arena, " per %s", draft.ports.in[0]->name)));
    }
    bl_part(&(struct bl_parts){.text = text,
                               .file = "kernel_draft.c",
                               .holes = {{"kernel", draft.own->name},
                                         {"arguments", arguments},
                                         {"verilog", draft.files->verilog},
                                         {"golden", draft.files->golden},
                                         {"ports", ports}}},
            "declaration");
}

/* ---- written */

/* Words of elements of one size go together. */
static bool one_size(const struct draft *draft) {
    for (int i = 1; i < draft->own->port_count; i++)
        if (draft->kernels->ports[i].bytes != draft->kernels->ports[0].bytes) {
            fputs("bankloom kernel: a new kernel has ports with elements of one size\n", stderr);
            return false;
        }
    return true;
}

bool bl_kernel_draft_write(struct bl_arena *arena, const struct bl_kernel_modules *modules) {
    const struct draft draft = draft_of(arena, modules);
    struct bl_text verilog = {0}, golden = {0};
    if (!one_size(&draft)) return false;
    emit_verilog(&verilog, &draft);
    emit_c(&golden, &draft);
    bool good = bl_draft_files(arena, "kernel", draft.files->verilog, &verilog, draft.files->golden,
                               &golden);
    bl_text_free(&verilog);
    bl_text_free(&golden);
    return good;
}
