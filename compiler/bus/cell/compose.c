#include "bus/cell/compose.h"

#include <stdio.h>
#include <string.h>

#include "async/logic/netlist.h"
#include "base/arena.h"
#include "base/text.h"

/* One part, in one way of the pass-through. */
struct instance {
    struct bl_arena *arena;
    enum bl_cell_part part;
    const struct bl_netlist *circuit;
    bool clockwise;
    struct bl_rsb_rows *rows;
};

static const char *full_name(const struct instance *in, const char *signal) {
    return bl_cell_gate_name(in->arena, in->part, signal, in->clockwise);
}

/* The names of an expression as they are in one way. */
static const char *in_way(struct bl_arena *arena, const char *text, bool clockwise) {
    struct bl_text out = {0};
    char name[BL_RSB_NAME], resolved[BL_RSB_NAME];
    while (*text) {
        size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz_.0123456789");
        if (!length) {
            bl_text_add(&out, "%c", *text++);
            continue;
        }
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        bl_rsb_resolve(resolved, name, clockwise);
        bl_text_add(&out, "%s", resolved);
        text += length;
    }
    char *copy = bl_strdup(arena, out.bytes ? out.bytes : "");
    bl_text_free(&out);
    return copy;
}

static const struct bl_cell_signal *row_of(const struct instance *in, const char *signal,
                                           bool *clockwise) {
    *clockwise = in->clockwise;
    return bl_cell_signal_of(in->part, signal, clockwise);
}

/* What a gate of the circuit is in the cell's expressions, for others or, with `own`, itself. */
static const char *word_of(const struct instance *in, const struct bl_gate *gate, bool own) {
    bool clockwise;
    const struct bl_cell_signal *row = row_of(in, gate->name, &clockwise);
    if (!row || (row->output && row->one_of)) return full_name(in, gate->name);
    const char *text = row->from && !own ? row->from : row->wire;
    return bl_format(in->arena, "(%s)", in_way(in->arena, text, clockwise));
}

static void add_cube(struct bl_text *text, const struct instance *in, const struct bl_gate *reader,
                     const struct bl_cube *cube) {
    const struct bl_cover *cover = &reader->set;
    bool any = false;
    for (int i = 0; i < cover->input_count; i++) {
        if (!(cube->care >> i & 1)) continue;
        const struct bl_gate *gate = &in->circuit->gates[cover->inputs[i]];
        bl_text_add(text, "%s%s%s", any ? " & " : "", cube->value >> i & 1 ? "" : "!",
                    word_of(in, gate, gate == reader));
        any = true;
    }
    if (!any) bl_text_add(text, "1");
}

/* The next value of a gate, 0 with `rst` where it is reset; of one side of a mutual exclusion while
 * the other is not granted. */
static const char *function_of(const struct instance *in, const struct bl_gate *gate, bool reset) {
    struct bl_text text = {0};
    if (reset) bl_text_add(&text, "!rst & (");
    if (gate->kind == BL_GATE_MUTEX)
        bl_text_add(&text, "!%s & (", word_of(in, &in->circuit->gates[gate->partner], true));
    for (int i = 0; i < gate->set.cube_count; i++) {
        if (i) bl_text_add(&text, " | ");
        add_cube(&text, in, gate, &gate->set.cubes[i]);
    }
    if (!gate->set.cube_count) bl_text_add(&text, "0");
    if (gate->kind == BL_GATE_MUTEX) bl_text_add(&text, ")");
    if (reset) bl_text_add(&text, ")");
    char *copy = bl_strdup(in->arena, text.bytes);
    bl_text_free(&text);
    return copy;
}

static bool reads(const struct bl_gate *gate, int other) {
    for (int i = 0; i < gate->set.input_count; i++)
        if (gate->set.inputs[i] == other) return true;
    return false;
}

/* Whether a gate of the circuit sees this one, or it sees itself: then it cannot stand in the place
   of its name. */
static bool is_seen(const struct bl_netlist *circuit, int gate) {
    for (int i = 0; i < circuit->gate_count; i++)
        if (reads(&circuit->gates[i], gate)) return true;
    return false;
}

static void add_row(const struct instance *in, enum bl_rsb_row_kind kind, const char *name,
                    const char *text) {
    struct bl_rsb_row *list = BL_NEW(in->arena, struct bl_rsb_row, 2);
    list[0] = (struct bl_rsb_row){kind, name, text};
    bl_rsb_rows_add(in->rows, list);
}

static void add_gate(const struct instance *in, int index) {
    const struct bl_gate *gate = &in->circuit->gates[index];
    bool clockwise;
    if (gate->kind == BL_GATE_INPUT) return;
    const struct bl_cell_signal *row = row_of(in, gate->name, &clockwise);
    bool own = row && !row->one_of;
    const char *name = own ? in_way(in->arena, row->wire, clockwise) : full_name(in, gate->name);
    bool stands = own || !row || is_seen(in->circuit, index);
    add_row(in, stands ? BL_RSB_ROW_GATE : BL_RSB_ROW_TABLE, name,
            function_of(in, gate, own ? row->reset : stands));
}

static void add_part(const struct instance *in) {
    for (int i = 0; i < in->circuit->gate_count; i++) add_gate(in, i);
}

/* Rows of the glue, in both ways where they have one. */
static void add_glue(struct bl_arena *arena, struct bl_rsb_rows *rows,
                     const struct bl_rsb_row *list) {
    for (; list->kind != BL_RSB_ROW_END; list++)
        for (int way = 0; way < 2; way++) {
            struct instance in = {.arena = arena, .rows = rows};
            add_row(&in, list->kind, in_way(arena, list->name, way == 0),
                    in_way(arena, list->text, way == 0));
        }
}

struct bl_cell_rows bl_cell_compose(struct bl_arena *arena, const struct bl_netlist *const *parts) {
    struct bl_cell_rows rows = {.other = {.count = 0}};
    add_glue(arena, &rows.other, bl_cell_glue);
    for (int part = 0; part < BL_CELL_PART_COUNT; part++)
        for (int way = 0; way < (part == BL_CELL_PART_PASS ? 2 : 1); way++) {
            struct instance in = {arena, (enum bl_cell_part)part, parts[part], way == 0,
                                  &rows.other};
            add_part(&in);
        }
    rows.first = rows.other;
    add_glue(arena, &rows.first, bl_cell_glue_first);
    return rows;
}

const char *bl_cell_make(const struct bl_cell_rows *rows, struct bl_rsb_cell *first,
                         struct bl_rsb_cell *other) {
    const struct bl_rsb_row *row;
    const char *at, *wrong = bl_rsb_cell_of(first, &rows->first, &row, &at);
    return wrong ? wrong : bl_rsb_cell_of(other, &rows->other, &row, &at);
}
