/* What all written files of an asynchronous circuit have in common: names, forms of the gates,
 * reset. */
#include "async/emit/emit_async.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* What all of the files call something of their own; the rest of it begins with bl_. */
static bool is_own(const char *name) {
    static const char *const own[] = {"rst", "unused", "FABRIC", "DELAY"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strcmp(name, own[i])) return true;
    return false;
}

/* Modules of the files: the circuit, its model and its bench. */
static bool is_module(const char *module, const char *name) {
    size_t length = strlen(module);
    return !strncmp(name, module, length) &&
           (!name[length] || !strcmp(name + length, "_model") || !strcmp(name + length, "_bench"));
}

static bool is_taken(const void *module, const char *name) {
    return is_own(name) || (module && is_module(module, name));
}

static void name_module(struct bl_async *async) {
    const struct bl_naming naming = {
        .arena = async->arena, .role = BL_NAME_MODULE, .own = is_taken};
    bl_naming_write(&naming, &async->netlist->name, &async->module, 1);
    bl_renames_add(async->arena, &async->renames, "model", async->netlist->name, async->module);
}

static void name_gates(struct bl_async *async) {
    int count = async->netlist->gate_count;
    const char **names = BL_NEW(async->arena, const char *, count + 1);
    name_module(async);
    const struct bl_naming naming = {
        .arena = async->arena, .role = BL_NAME_SIGNAL, .own = is_taken, .context = async->module};
    async->names = BL_NEW(async->arena, const char *, count + 1);
    for (int i = 0; i < count; i++) names[i] = async->netlist->gates[i].name;
    bl_naming_write(&naming, names, async->names, count);
    for (int i = 0; i < count; i++)
        bl_renames_add(async->arena, &async->renames, "signal", names[i], async->names[i]);
}

static int add_input(int *inputs, int count, int gate) {
    for (int i = 0; i < count; i++)
        if (inputs[i] == gate) return count;
    inputs[count] = gate;
    return count + 1;
}

int bl_async_inputs(const struct bl_async *async, int gate, int *inputs) {
    const struct bl_gate *row = &async->netlist->gates[gate];
    int count = 0;
    for (int i = 0; i < row->set.input_count; i++)
        count = add_input(inputs, count, row->set.inputs[i]);
    if (row->kind != BL_GATE_HOLD) return count;
    for (int i = 0; i < row->reset.input_count; i++)
        count = add_input(inputs, count, row->reset.inputs[i]);
    return add_input(inputs, count, gate);
}

static bool value_of(const int *inputs, int count, uint64_t values, int gate) {
    for (int i = 0; i < count; i++)
        if (inputs[i] == gate) return values >> i & 1;
    return false;
}

static bool cover_value(const struct bl_cover *cover, const int *inputs, int count,
                        uint64_t values) {
    uint64_t code = 0;
    for (int i = 0; i < cover->input_count; i++)
        code |= (uint64_t)value_of(inputs, count, values, cover->inputs[i]) << i;
    for (int i = 0; i < cover->cube_count; i++)
        if ((code & cover->cubes[i].care) == cover->cubes[i].value) return true;
    return false;
}

bool bl_async_function(const struct bl_async *async, int gate, const int *inputs, int count,
                       uint64_t values) {
    const struct bl_gate *row = &async->netlist->gates[gate];
    bool set = cover_value(&row->set, inputs, count, values);
    if (row->kind != BL_GATE_HOLD) return set;
    return set || (value_of(inputs, count, values, gate) &&
                   !cover_value(&row->reset, inputs, count, values));
}

static enum bl_gate_form choose_form(const struct bl_async *async, int gate) {
    const struct bl_gate *row = &async->netlist->gates[gate];
    int inputs[129], count = bl_async_inputs(async, gate, inputs);
    if (row->kind == BL_GATE_MUTEX) return BL_FORM_MUTEX;
    if (count < async->table_inputs) return BL_FORM_TABLE;
    if (count == async->table_inputs) return BL_FORM_TABLE_RESET;
    return row->kind == BL_GATE_HOLD ? BL_FORM_HOLD : BL_FORM_COVER;
}

/* Reset. Values are 0, 1 or UNKNOWN. */
enum { UNKNOWN = 2 };

static int cube_settles(const struct bl_cover *cover, const struct bl_cube *cube,
                        const int *values) {
    int result = 1;
    for (int i = 0; i < cover->input_count; i++) {
        if (!(cube->care >> i & 1)) continue;
        int value = values[cover->inputs[i]];
        if (value == UNKNOWN) result = UNKNOWN;
        else if (value != (int)(cube->value >> i & 1)) return 0;
    }
    return result;
}

static int cover_settles(const struct bl_cover *cover, const int *values) {
    int result = 0;
    for (int i = 0; i < cover->cube_count; i++) {
        int cube = cube_settles(cover, &cover->cubes[i], values);
        if (cube == 1) return 1;
        if (cube == UNKNOWN) result = UNKNOWN;
    }
    return result;
}

static int gate_settles(const struct bl_gate *row, const int *values) {
    int set = cover_settles(&row->set, values);
    if (row->kind != BL_GATE_HOLD || set == 1) return set;
    return set == 0 && cover_settles(&row->reset, values) == 1 ? 0 : UNKNOWN;
}

/* Whether every gate comes to its initial value while those with reset are held and nothing is
 * known of the inputs. */
static bool reset_reaches_all(const struct bl_async *async, int *values) {
    const struct bl_netlist *netlist = async->netlist;
    bool changed = true, all = true;
    for (int i = 0; i < netlist->gate_count; i++)
        values[i] = async->resets[i] ? netlist->gates[i].initial : UNKNOWN;
    while (changed) {
        changed = false;
        for (int i = 0; i < netlist->gate_count; i++) {
            if (values[i] != UNKNOWN || netlist->gates[i].kind == BL_GATE_INPUT) continue;
            values[i] = gate_settles(&netlist->gates[i], values);
            changed |= values[i] != UNKNOWN;
        }
    }
    for (int i = 0; i < netlist->gate_count; i++)
        all &= netlist->gates[i].kind == BL_GATE_INPUT || values[i] == netlist->gates[i].initial;
    return all;
}

static void place_resets(struct bl_async *async) {
    int *values = BL_NEW(async->arena, int, async->netlist->gate_count + 1);
    for (int i = 0; i < async->netlist->gate_count; i++)
        async->resets[i] = async->netlist->gates[i].kind != BL_GATE_INPUT;
    for (int i = 0; i < async->netlist->gate_count; i++) {
        if (!async->resets[i] || async->forms[i] != BL_FORM_TABLE_RESET) continue;
        async->resets[i] = false;
        if (reset_reaches_all(async, values)) async->forms[i] = BL_FORM_TABLE;
        else async->resets[i] = true;
    }
}

struct bl_async *bl_async_new(struct bl_arena *arena, const struct bl_stg *net,
                              const struct bl_netlist *netlist, int table_inputs) {
    struct bl_async *async = BL_NEW(arena, struct bl_async, 1);
    if (!table_inputs) table_inputs = BL_TABLE_INPUTS;
    *async = (struct bl_async){.arena = arena,
                               .net = net,
                               .file_net = net,
                               .netlist = netlist,
                               .table_inputs = table_inputs};
    name_gates(async);
    async->forms = BL_NEW(arena, enum bl_gate_form, netlist->gate_count + 1);
    async->resets = BL_NEW(arena, bool, netlist->gate_count + 1);
    for (int i = 0; i < netlist->gate_count; i++)
        if (netlist->gates[i].kind != BL_GATE_INPUT) async->forms[i] = choose_form(async, i);
    place_resets(async);
    return async;
}

int bl_async_tables(const struct bl_async *async) {
    int tables = 0;
    for (int i = 0; i < async->netlist->gate_count; i++) {
        if (async->netlist->gates[i].kind == BL_GATE_INPUT) continue;
        if (async->forms[i] == BL_FORM_COVER || async->forms[i] == BL_FORM_HOLD) return -1;
        tables += async->forms[i] == BL_FORM_TABLE ? 1 : 2;
    }
    return tables;
}

static void add_cover(struct bl_text *text, const struct bl_async *async,
                      const struct bl_cover *cover) {
    if (!cover->cube_count) bl_text_add(text, "0");
    for (int i = 0; i < cover->cube_count; i++) {
        const struct bl_cube *cube = &cover->cubes[i];
        const char *space = "";
        bl_text_add(text, "%s%s", i ? " + " : "", cube->care ? "" : "1");
        for (int v = 0; v < cover->input_count; v++) {
            if (!(cube->care >> v & 1)) continue;
            bl_text_add(text, "%s%s%s", space, async->names[cover->inputs[v]],
                        cube->value >> v & 1 ? "" : "'");
            space = " ";
        }
    }
}

void bl_async_equation(struct bl_text *text, const struct bl_async *async, int gate) {
    const struct bl_gate *row = &async->netlist->gates[gate];
    bl_text_add(text, row->kind == BL_GATE_HOLD ? "%s: set " : "%s = ", async->names[gate]);
    if (row->kind == BL_GATE_MUTEX) {
        bl_text_add(text, "grant of %s, not together with %s", async->names[row->set.inputs[0]],
                    async->names[row->partner]);
        return;
    }
    add_cover(text, async, &row->set);
    if (row->kind != BL_GATE_HOLD) return;
    bl_text_add(text, ", reset ");
    add_cover(text, async, &row->reset);
}

int bl_async_signal(const struct bl_async *async, int gate) {
    for (int s = 0; s < async->net->signal_count; s++)
        if (!strcmp(async->net->signals[s].name, async->netlist->gates[gate].name)) return s;
    return -1;
}
