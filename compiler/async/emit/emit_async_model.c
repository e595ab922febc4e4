/* The circuit as processes with random delays, for simulation. */
#include "async/emit/emit_async_inner.h"
#include "async/verify/verify_gates.h"
#include "base/text.h"
#include "emit/parts.h"
#include "async/emit/emit_async.h"

static void add_literals(struct bl_text *text, const struct bl_async *async,
                         const struct bl_cover *cover, const struct bl_cube *cube) {
    const char *between = "";
    if (!cube->care) bl_text_add(text, "1'b1");
    for (int v = 0; v < cover->input_count; v++) {
        if (!(cube->care >> v & 1)) continue;
        bl_text_add(text, "%s%s%s", between, cube->value >> v & 1 ? "" : "~",
                    async->names[cover->inputs[v]]);
        between = " & ";
    }
}

static void add_expression(struct bl_text *text, const struct bl_async *async,
                           const struct bl_cover *cover) {
    bl_text_add(text, "(%s", cover->cube_count ? "" : "1'b0");
    for (int i = 0; i < cover->cube_count; i++) {
        bl_text_add(text, "%s", i ? " | " : "");
        add_literals(text, async, cover, &cover->cubes[i]);
    }
    bl_text_add(text, ")");
}

static void add_next(struct bl_text *text, const struct bl_async *async, int gate) {
    const struct bl_gate *row = &async->netlist->gates[gate];
    bl_text_add(text, "rst ? 1'b%d : ", row->initial);
    if (row->kind == BL_GATE_MUTEX) {
        const struct bl_gate *partner = &async->netlist->gates[row->partner];
        bl_text_add(text, "%s & ~%s", async->names[row->set.inputs[0]], async->names[row->partner]);
        if (bl_mutex_is_early(async->net, async->netlist, gate))
            bl_text_add(text, " | %s & ~%s", async->names[row->set.inputs[0]],
                        async->names[partner->set.inputs[0]]);
        return;
    }
    add_expression(text, async, &row->set);
    if (row->kind != BL_GATE_HOLD) return;
    bl_text_add(text, " | %s & ~", async->names[gate]);
    add_expression(text, async, &row->reset);
}

static void add_process(struct bl_parts *parts, const struct bl_async *async, int gate) {
    struct bl_text next = {0};
    add_next(&next, async, gate);
    bl_part_set(parts, "gate", async->names[gate]);
    bl_part_set(parts, "next", next.bytes);
    bl_part(parts, "process");
    bl_text_free(&next);
}

static void add_arbiter(struct bl_parts *parts, const struct bl_async *async, int gate) {
    int partner = async->netlist->gates[gate].partner;
    struct bl_text next = {0}, other = {0};
    if (partner < gate) return;
    add_next(&next, async, gate);
    add_next(&other, async, partner);
    bl_part_set(parts, "gate", async->names[gate]);
    bl_part_set(parts, "partner", async->names[partner]);
    bl_part_set(parts, "next", next.bytes);
    bl_part_set(parts, "partner_next", other.bytes);
    bl_part(parts, "arbiter");
    bl_text_free(&next);
    bl_text_free(&other);
}

static bool is_port(const struct bl_async *async, int gate) {
    int signal = bl_async_signal(async, gate);
    return signal >= 0 && async->net->signals[signal].kind != BL_STG_INTERNAL;
}

static void add_head(struct bl_parts *parts, const struct bl_async *async) {
    const struct bl_netlist *netlist = async->netlist;
    struct bl_text ports = {0};
    for (int i = 0; i < netlist->gate_count; i++)
        if (is_port(async, i))
            bl_text_add(&ports, ",\n    %s %s",
                        netlist->gates[i].kind == BL_GATE_INPUT ? "input  wire" : "output reg ",
                        async->names[i]);
    bl_part(parts, "begin");
    bl_renames_print(parts->text, &async->renames, "// ");
    bl_part_set(parts, "ports", ports.bytes ? ports.bytes : "");
    bl_part(parts, "module");
    bl_text_free(&ports);
}

void bl_async_model(struct bl_text *text, const struct bl_async *async) {
    const struct bl_netlist *netlist = async->netlist;
    struct bl_parts parts = {.text = text,
                             .file = "async_model.v",
                             .holes = {{"circuit", netlist->name}, {"module", async->module}}};
    add_head(&parts, async);
    for (int i = 0; i < netlist->gate_count; i++) {
        bl_part_set(&parts, "gate", async->names[i]);
        if (!is_port(async, i)) bl_part(&parts, "reg");
    }
    for (int i = 0; i < netlist->gate_count; i++) {
        if (netlist->gates[i].kind == BL_GATE_MUTEX) add_arbiter(&parts, async, i);
        else if (netlist->gates[i].kind != BL_GATE_INPUT) add_process(&parts, async, i);
    }
    bl_part(&parts, "end");
}
