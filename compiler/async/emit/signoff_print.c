/* The sign-off list: for people, as SDC, as XDC. */
#include <string.h>

#include "async/emit/emit_async_inner.h"
#include "base/arena.h"
#include "base/text.h"
#include "async/emit/emit_async.h"

enum { MOST_SHOWN = 8 }; /* moves of a race that are named */

static const char *end_of(const struct bl_async *async, const struct bl_branch *branch) {
    return branch->to < 0               ? "the environment"
           : branch->to == branch->from ? "itself"
                                        : async->names[branch->to];
}

/* How many of the race's steps are gates, how many answers of the environment. */
static void count_steps(const struct bl_async *async, const struct bl_branch *branch, int *gates,
                        int *answers) {
    *gates = *answers = 0;
    for (int i = 0; i < branch->race_length; i++) {
        if (async->netlist->gates[branch->race[i]].kind == BL_GATE_INPUT) ++*answers;
        else ++*gates;
    }
    if (!*gates && !*answers) *gates = 1;
}

static void add_branch(struct bl_text *text, const struct bl_async *async,
                       const struct bl_branch *branch) {
    bl_text_add(text, "    %s -> %s", async->names[branch->from], end_of(async, branch));
    if (!branch->decided && branch->to == branch->from) {
        bl_text_add(text, ": the feedback of a C element, kept inside the gate\n");
        return;
    }
    if (!branch->decided) {
        bl_text_add(text,
                    ": not decided, too many states; keep it as fast as the other branches\n");
        return;
    }
    bl_text_add(text, ": %s%c must be there before", async->names[branch->from],
                branch->rise ? '+' : '-');
    int shown = branch->race_length > MOST_SHOWN ? MOST_SHOWN : branch->race_length;
    for (int i = 0; i < shown; i++) {
        bool input = async->netlist->gates[branch->race[i]].kind == BL_GATE_INPUT;
        bl_text_add(text, "%s %s%s", i ? "," : "", async->names[branch->race[i]],
                    input ? " (environment)" : "");
    }
    if (shown < branch->race_length)
        bl_text_add(text, ", and so on, %d moves in all,", branch->race_length);
    bl_text_add(text, branch->race_length ? " have moved\n" : " anything follows from it\n");
}

static void add_forks(struct bl_text *text, const struct bl_async *async,
                      const struct bl_signoff *signoff) {
    bl_text_add(text,
                "\nIsochronic forks: %d of %d wires matter. A wire of this list must be faster "
                "than the way round that is named; that is\n"
                "the shortest one on which the circuit fails when only this wire is late.\n",
                signoff->matter_count, signoff->branch_count);
    for (int i = 0; i < signoff->branch_count; i++)
        if (signoff->branches[i].matters) add_branch(text, async, &signoff->branches[i]);
    bl_text_add(text, "\nThese may be as late as they like, all of them together (verified):\n");
    for (int i = 0; i < signoff->branch_count; i++)
        if (!signoff->branches[i].matters)
            bl_text_add(text, "    %s -> %s\n", async->names[signoff->branches[i].from],
                        end_of(async, &signoff->branches[i]));
    bl_text_add(text,
                "Wires that are not named have one end; being late there is being a slow gate.\n");
}

static void add_assumptions(struct bl_text *text, const struct bl_async *async) {
    static const char *const forms[] = {
        [BL_FORM_TABLE] =
            "one look-up table: does not glitch while codes of one value follow each other",
        [BL_FORM_TABLE_RESET] = "two look-up tables: the second one gives the reset, and nothing "
                                "but it reads the first",
        [BL_FORM_COVER] = "NO look-up table: its products and their sum are assumed to have no "
                          "delay against each other",
        [BL_FORM_HOLD] = "a C element behind two sums of products: they are assumed to be faster "
                         "than anything that follows from its output",
        [BL_FORM_MUTEX] = "mutual exclusion: exclusive only with high probability in look-up "
                          "tables; place both NANDs in one slice, let grants settle",
    };
    bl_text_add(text, "\nZero-delay assumptions, gate by gate:\n");
    for (int i = 0; i < async->netlist->gate_count; i++)
        if (async->netlist->gates[i].kind != BL_GATE_INPUT)
            bl_text_add(text, "    %s: %s\n", async->names[i], forms[async->forms[i]]);
    bl_text_add(text,
                "Inversions at a gate's inputs belong to the gate: none is a gate of its own.\n"
                "\nReset: rst holds these at their initial values; it must last until all have "
                "settled, with the inputs at theirs.\n"
                "It may go away at any time and in any order: a gate that is still held is a slow "
                "one.\n   ");
    for (int i = 0; i < async->netlist->gate_count; i++)
        if (async->netlist->gates[i].kind != BL_GATE_INPUT && async->resets[i])
            bl_text_add(text, " %s=%d", async->names[i], async->netlist->gates[i].initial);
    bl_text_add(text, "\n");
}

void bl_async_signoff(struct bl_text *text, const struct bl_async *async,
                      const struct bl_signoff *signoff) {
    int tables = bl_async_tables(async);
    bl_text_add(text,
                "Sign-off list of %s. The circuit was verified against its graph for all delays of "
                "gates; the layout must keep to this.\n",
                async->netlist->name);
    if (tables >= 0)
        bl_text_add(text, "It takes %d look-up table%s of at most %d inputs.\n", tables,
                    bl_ending(tables, "s"), async->table_inputs);
    else
        bl_text_add(
            text,
            "Not all of its gates are look-up tables: synthesise with --style lut for an FPGA.\n");
    add_forks(text, async, signoff);
    add_assumptions(text, async);
}

/* Bit of a gate's table (or of its cover) that reads a signal; -1 when the gate is made of parts.
 */
static int pin_of(const struct bl_async *async, const struct bl_branch *branch) {
    int inputs[129], count;
    if (branch->to < 0) return -1;
    enum bl_gate_form form = async->forms[branch->to];
    if (form != BL_FORM_TABLE && form != BL_FORM_TABLE_RESET && form != BL_FORM_COVER) return -1;
    count = bl_async_inputs(async, branch->to, inputs);
    for (int i = 0; i < count; i++)
        if (inputs[i] == branch->from) return i;
    return -1;
}

static const char *driver_of(const struct bl_async *async, int gate) {
    const struct bl_gate *row = &async->netlist->gates[gate];
    if (row->kind == BL_GATE_INPUT) return NULL;
    if (async->forms[gate] == BL_FORM_TABLE_RESET)
        return bl_format(async->arena, "bl_reset_%s/o", async->names[gate]);
    if (async->forms[gate] == BL_FORM_HOLD)
        return bl_format(async->arena, "bl_gate_%s/m_value", async->names[gate]);
    if (async->forms[gate] != BL_FORM_MUTEX)
        return bl_format(async->arena, "bl_gate_%s/o", async->names[gate]);
    int owner = row->partner < gate ? row->partner : gate;
    return bl_format(async->arena, "bl_gate_%s/m_grant[%d]", async->names[owner], gate != owner);
}

/* One bound: the wire may take as long as the gates of the race, and the environment's answers in
 * it, at least take. */
static void add_bound(struct bl_text *text, const struct bl_async *async,
                      const struct bl_branch *branch, bool vivado) {
    int gates, answers, pin = pin_of(async, branch);
    const char *driver = driver_of(async, branch->from), *from = async->names[branch->from];
    count_steps(async, branch, &gates, &answers);
    bl_text_add(text, "# %s -> %s\n", from, end_of(async, branch));
    if (pin < 0) {
        bl_text_add(text, "#   no pin of one LUT: %s\n",
                    branch->to < 0 ? "keep the way out short"
                                   : "inside or around a gate of several LUTs");
        return;
    }
    bl_text_add(text, "set_max_delay [expr {%d * $bl_gate_ns + %d * $bl_environment_ns}]", gates,
                answers);
    if (!driver) bl_text_add(text, " -from [get_ports {%s}]", from);
    else if (vivado)
        bl_text_add(
            text, " -from [get_pins -leaf -of_objects [get_nets {%s}] -filter {DIRECTION == OUT}]",
            from);
    else bl_text_add(text, " -from [get_pins {%s}]", driver);
    if (vivado)
        bl_text_add(text, " -to [get_pins -hierarchical -filter {NAME =~ *bl_gate_%s/*/I%d}]\n",
                    async->names[branch->to], pin);
    else bl_text_add(text, " -to [get_pins {bl_gate_%s/i[%d]}]\n", async->names[branch->to], pin);
}

static void add_bounds(struct bl_text *text, const struct bl_async *async,
                       const struct bl_signoff *signoff, bool vivado) {
    bl_text_add(text, "# Shortest time of a look-up table with the wire behind it, and of the "
                      "environment from an output to its next input.\n"
                      "set bl_gate_ns 0.5\nset bl_environment_ns 1.0\n\n# Isochronic forks (see "
                      "the sign-off list)\n");
    for (int i = 0; i < signoff->branch_count; i++)
        if (signoff->branches[i].matters) add_bound(text, async, &signoff->branches[i], vivado);
}

void bl_async_sdc(struct bl_text *text, const struct bl_async *async,
                  const struct bl_signoff *signoff) {
    bl_text_add(text,
                "# SDC of the asynchronous circuit %s: paths below the instance that it is (set "
                "current_instance, or put its path before;\n"
                "# Quartus separates levels by | instead of /). Generated by bankloom.\n",
                async->module);
    add_bounds(text, async, signoff, false);
}

void bl_async_xdc(struct bl_text *text, const struct bl_async *async,
                  const struct bl_signoff *signoff) {
    bl_text_add(text,
                "# XDC of the asynchronous circuit %s, for its own instance: read_xdc -ref %s. "
                "Generated by bankloom.\n"
                "# The loops are the gates' memory.\n",
                async->module, async->module);
    for (int i = 0; i < async->netlist->gate_count; i++)
        if (async->netlist->gates[i].kind != BL_GATE_INPUT)
            bl_text_add(text, "set_property ALLOW_COMBINATORIAL_LOOPS TRUE [get_nets {%s}]\n",
                        async->names[i]);
    for (int i = 0; i < async->netlist->gate_count; i++) {
        const struct bl_gate *row = &async->netlist->gates[i];
        const char *name = async->names[i];
        if (row->kind != BL_GATE_MUTEX || row->partner < i) continue;
        bl_text_add(
            text,
            "# both NANDs of an arbiter in one slice\ncreate_macro bl_%s\nupdate_macro bl_%s [list",
            name, name);
        for (int side = 0; side < 2; side++)
            bl_text_add(text, " {bl_gate_%s/g_side[%d].decide/g_xilinx_3.table_3} X0Y0", name,
                        side);
        bl_text_add(
            text,
            "]\nset_property ALLOW_COMBINATORIAL_LOOPS TRUE [get_nets {bl_gate_%s/nand_o[*]}]\n",
            name);
    }
    bl_text_add(text, "\n");
    add_bounds(text, async, signoff, true);
}
