/* The circuit as instances of the templates in rtl_templates/async. */
#include <string.h>

#include "async/emit/emit_async_inner.h"
#include "async/verify/verify_gates.h"
#include "base/arena.h"
#include "base/text.h"
#include "async/emit/emit_async.h"

static void add_ports(struct bl_text *text, const struct bl_async *async) {
    const struct bl_netlist *netlist = async->netlist;
    bl_text_add(text, "    input  wire rst");
    for (int i = 0; i < netlist->gate_count; i++)
        if (netlist->gates[i].kind == BL_GATE_INPUT)
            bl_text_add(text, ",\n    input  wire %s", async->names[i]);
    for (int s = 0; s < async->net->signal_count; s++)
        for (int i = 0; i < netlist->gate_count && async->net->signals[s].kind == BL_STG_OUTPUT;
             i++)
            if (!strcmp(netlist->gates[i].name, async->net->signals[s].name))
                bl_text_add(text, ",\n    output wire %s", async->names[i]);
    bl_text_add(text, "\n);\n");
}

static bool is_output(const struct bl_async *async, int gate) {
    int signal = bl_async_signal(async, gate);
    return signal >= 0 && async->net->signals[signal].kind == BL_STG_OUTPUT;
}

/* "{rst, c, b, a}": the first input is bit 0. */
static void add_vector(struct bl_text *text, const struct bl_async *async, const int *inputs,
                       int count, bool reset) {
    bl_text_add(text, "{%s", reset ? "rst" : "");
    for (int i = count - 1; i >= 0; i--)
        bl_text_add(text, "%s%s", reset || i < count - 1 ? ", " : "", async->names[inputs[i]]);
    bl_text_add(text, "}");
}

static void add_table(struct bl_text *text, const struct bl_async *async, int gate) {
    int inputs[129], count = bl_async_inputs(async, gate, inputs);
    bool reset = async->resets[gate] && async->forms[gate] == BL_FORM_TABLE,
         behind = async->forms[gate] == BL_FORM_TABLE_RESET;
    uint64_t table = 0;
    const char *name = async->names[gate];
    for (int code = 0; code < 1 << count; code++)
        table |= (uint64_t)bl_async_function(async, gate, inputs, count, (uint64_t)code) << code;
    if (reset && async->netlist->gates[gate].initial)
        table |= ((UINT64_C(1) << (1 << count)) - 1) << (1 << count);
    if (count + reset ==
        0) { /* a constant without reset: a table of one input that does not matter */
        bl_text_add(text,
                    "    bl_lut #(.INPUTS(1), .TABLE(64'h%d), .FABRIC(FABRIC)) bl_gate_%s "
                    "(.i({rst}), .o(%s));\n",
                    table ? 3 : 0, name, name);
        return;
    }
    if (behind) bl_text_add(text, "    wire bl_before_%s;\n", name);
    bl_text_add(text,
                "    bl_lut #(.INPUTS(%d), .TABLE(64'h%llX), .FABRIC(FABRIC)) bl_gate_%s (.i(",
                count + reset, (unsigned long long)table, name);
    add_vector(text, async, inputs, count, reset);
    bl_text_add(text, "), .o(%s%s));\n", behind ? "bl_before_" : "", name);
    if (behind)
        bl_text_add(text,
                    "    bl_lut #(.INPUTS(2), .TABLE(64'h%s), .FABRIC(FABRIC)) bl_reset_%s "
                    "(.i({rst, bl_before_%s}), .o(%s));\n",
                    async->netlist->gates[gate].initial ? "E" : "2", name, name, name);
}

/* "3'b101" and the like for the bits of every cube, the last one first; with a literal for rst in
 * front when it has one. */
static void add_cubes(struct bl_text *text, const struct bl_cover *cover, bool values, int reset,
                      bool initial) {
    bl_text_add(text, "{");
    for (int i = cover->cube_count - 1; i >= 0; i--) {
        bl_text_add(text, "%d'b%s", cover->input_count + reset, !reset ? "" : values ? "0" : "1");
        for (int v = cover->input_count - 1; v >= 0; v--)
            bl_text_add(text, "%d",
                        (int)((values ? cover->cubes[i].value : cover->cubes[i].care) >> v & 1));
        bl_text_add(text, "%s", i || (reset && initial) ? ", " : "");
    }
    if (reset && initial) {
        bl_text_add(text, "%d'b1", cover->input_count + reset);
        for (int v = 0; v < cover->input_count; v++) bl_text_add(text, "0");
    }
    bl_text_add(text, "}");
}

static void add_sum(struct bl_text *text, const struct bl_async *async,
                    const struct bl_cover *cover, const char *instance, const char *output,
                    int reset, bool initial) {
    if (!cover->cube_count && !(reset && initial)) {
        bl_text_add(text, "    assign %s = 1'b0;\n", output);
        return;
    }
    bl_text_add(text, "    bl_cover #(\n        .INPUTS(%d),\n        .CUBES(%d),\n        .CARE(",
                cover->input_count + reset, cover->cube_count + (reset && initial));
    add_cubes(text, cover, false, reset, initial);
    bl_text_add(text, "),\n        .VALUE(");
    add_cubes(text, cover, true, reset, initial);
    bl_text_add(text, ")\n    ) %s (.i(", instance);
    add_vector(text, async, cover->inputs, cover->input_count, reset);
    bl_text_add(text, "), .o(%s));\n", output);
}

static void add_hold(struct bl_text *text, const struct bl_async *async, int gate) {
    const struct bl_gate *row = &async->netlist->gates[gate];
    const char *name = async->names[gate];
    bl_text_add(text, "    wire bl_set_%s, bl_reset_%s;\n", name, name);
    add_sum(text, async, &row->set, bl_format(async->arena, "bl_sets_%s", name),
            bl_format(async->arena, "bl_set_%s", name), 0, false);
    add_sum(text, async, &row->reset, bl_format(async->arena, "bl_resets_%s", name),
            bl_format(async->arena, "bl_reset_%s", name), 0, false);
    bl_text_add(
        text,
        "    bl_c_element #(.INIT(%d), .FABRIC(FABRIC)) bl_gate_%s (\n"
        "        .rst(rst), .s_set(bl_set_%s), .s_reset(bl_reset_%s), .m_value(%s)\n    );\n",
        row->initial, name, name, name, name);
}

/* Once for both grants. */
static void add_mutex(struct bl_text *text, const struct bl_async *async, int gate) {
    const struct bl_gate *one = &async->netlist->gates[gate],
                         *two = &async->netlist->gates[one->partner];
    const char *const *names = async->names;
    if (one->partner < gate) return;
    bl_text_add(text,
                "    bl_mutex #(.INIT(2'b%d%d), .EARLY(%d), .FABRIC(FABRIC))\n"
                "        bl_gate_%s (.rst(rst), .s_request({%s, %s}), .m_grant({%s, %s}));\n",
                two->initial, one->initial, bl_mutex_is_early(async->net, async->netlist, gate),
                names[gate], names[two->set.inputs[0]], names[one->set.inputs[0]],
                names[one->partner], names[gate]);
}

static void add_gate(struct bl_text *text, const struct bl_async *async, int gate) {
    const struct bl_gate *row = &async->netlist->gates[gate];
    bl_text_add(text, "\n    // ");
    bl_async_equation(text, async, gate);
    bl_text_add(text, "\n");
    switch (async->forms[gate]) {
    case BL_FORM_TABLE:
    case BL_FORM_TABLE_RESET: add_table(text, async, gate); break;
    case BL_FORM_COVER:
        add_sum(text, async, &row->set, bl_format(async->arena, "bl_gate_%s", async->names[gate]),
                async->names[gate], 1, row->initial);
        break;
    case BL_FORM_HOLD: add_hold(text, async, gate); break;
    case BL_FORM_MUTEX: add_mutex(text, async, gate); break;
    }
}

static bool is_read(const struct bl_async *async, int gate) {
    int inputs[129];
    for (int i = 0; i < async->netlist->gate_count; i++) {
        if (async->netlist->gates[i].kind == BL_GATE_INPUT) continue;
        for (int k = bl_async_inputs(async, i, inputs) - 1; k >= 0; k--)
            if (inputs[k] == gate) return true;
    }
    return false;
}

/* Reset and fabric are read by gates only, and the fabric not by sums. */
static bool has_gate(const struct bl_async *async, bool sums) {
    for (int i = 0; i < async->netlist->gate_count; i++)
        if (async->netlist->gates[i].kind != BL_GATE_INPUT &&
            (sums || async->forms[i] != BL_FORM_COVER))
            return true;
    return false;
}

/* Names what nothing reads, so that tools know that it is meant. */
static void add_unused(struct bl_text *text, const struct bl_async *async) {
    struct bl_text list = {0};
    if (!has_gate(async, true)) bl_text_add(&list, ", rst");
    if (!has_gate(async, false)) bl_text_add(&list, ", FABRIC == 0");
    for (int i = 0; i < async->netlist->gate_count; i++)
        if (!is_output(async, i) && !is_read(async, i)) bl_text_add(&list, ", %s", async->names[i]);
    if (list.length) bl_text_add(text, "\n    wire unused = &{1'b0%s};\n", list.bytes);
    bl_text_free(&list);
}

void bl_async_gates(struct bl_text *text, const struct bl_async *async) {
    bl_text_add(text,
                "// Asynchronous circuit of the signal transition graph %s.\n"
                "// Contract: while rst is 1 everything is held at its initial value and the "
                "inputs must be at theirs; then they come as\n"
                "// the graph allows. Correct for any delay of the gates; for the wires see the "
                "sign-off list. Every path is cut.\n"
                "// Generated by bankloom: edit the graph, not this file.\n",
                async->netlist->name);
    bl_renames_print(text, &async->renames, "// ");
    bl_text_add(text,
                "`default_nettype none\n\nmodule %s #(\n    // as of bl_lut, 0..3\n    parameter "
                "FABRIC = 0\n) (\n",
                async->module);
    add_ports(text, async);
    for (int i = 0; i < async->netlist->gate_count; i++)
        if (async->netlist->gates[i].kind != BL_GATE_INPUT && !is_output(async, i))
            bl_text_add(text,
                        "    (* keep = \"true\", DONT_TOUCH = \"true\", S = \"TRUE\" *)\n"
                        "    wire %s /* synthesis keep */;\n",
                        async->names[i]);
    for (int i = 0; i < async->netlist->gate_count; i++)
        if (async->netlist->gates[i].kind != BL_GATE_INPUT) add_gate(text, async, i);
    add_unused(text, async);
    bl_text_add(text, "\nendmodule\n\n`default_nettype wire\n");
}
