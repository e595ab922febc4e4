#include "bus/cell/arbiter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "async/net/stg_parse.h"
#include "base/arena.h"
#include "base/path.h"
#include "base/text.h"
#include "bus/cell/cell_emit.h"
#include "bus/cell/part_circuit.h"
#include "bus/cell/part_graph.h"
#include "bus/model/check/rsb_check.h"

/* The file of a part's usual graph. */
#define USUAL "rarb_%s.g"

enum { CELLS = 3, STATES = 8000000, TRACE = 40 /* events that are reported */ };

/* What is made. */
struct making {
    struct bl_arena *arena;
    struct bl_diags *diags;
    struct bl_range range; /* of the program's `arbiter` */
    const struct bl_netlist *circuits[BL_CELL_PART_COUNT];
    struct bl_arbiter *arbiter;
};

/* The graph of a part and its circuit. */
static bool read_part(struct making *m, enum bl_cell_part part,
                      const struct bl_arbiter_source *source, const char *root) {
    struct bl_range range = source->path ? source->range : m->range;
    const char *usual = bl_format(m->arena, "%s/examples/rsb/" USUAL, root,
                                  bl_cell_part_word(part));
    if (source->path && access(source->path, R_OK)) {
        bl_report(m->diags, BL_MSG_OWN_FILE, range, source->name, strerror(errno));
        return false;
    }
    m->arbiter->parts[part] = bl_stg_read(m->arena, m->diags, source->path ? source->path : usual);
    if (!m->arbiter->parts[part] ||
        !bl_part_check_interface(m->diags, range, part, m->arbiter->parts[part]))
        return false;
    m->circuits[part] = bl_part_circuit(m->arena, m->diags, range, part, m->arbiter->parts[part]);
    return m->circuits[part];
}

static bool too_large(struct making *m, const char *why) {
    if (why) bl_report(m->diags, BL_MSG_CELL_SIZE, m->range, why);
    return why;
}

static bool make_events(struct making *m, const struct bl_rsb_rows *rows,
                        const struct bl_cell_map *map, struct bl_rsb_cell *cell) {
    struct bl_rsb_rows mapped = bl_cell_map_rows(m->arena, rows, map);
    const struct bl_rsb_row *row;
    const char *at;
    if (too_large(m, bl_rsb_cell_of(cell, &mapped, &row, &at))) return false;
    bl_cell_map_races(map, cell);
    return true;
}

static bool make_cells(struct making *m) {
    struct bl_arbiter *a = m->arbiter;
    a->rows = bl_cell_compose(m->arena, m->circuits);
    if (too_large(m, bl_cell_make(&a->rows, &a->first, &a->other)) ||
        too_large(m, bl_cell_map(m->arena, &a->rows.first, &a->first_map)) ||
        too_large(m, bl_cell_map(m->arena, &a->rows.other, &a->other_map)))
        return false;
    a->events.extra_gates = a->other_map.count - BL_RSB_GATE_COUNT;
    if (!make_events(m, &a->rows.first, &a->first_map, &a->events.first) ||
        !make_events(m, &a->rows.other, &a->other_map, &a->events.other))
        return false;
    bl_cell_map_invert(&a->first_map);
    return true;
}

/* The events from reset to the fault: the last of them, where they are many. */
static void tell_trace(struct making *m, struct bl_diagnostic *diagnostic,
                       const struct bl_rsb_check *check) {
    struct bl_text text = {0};
    int first = check->trace_length > TRACE ? check->trace_length - TRACE : 0;
    bl_text_add(&text, first ? "the last of %d events from reset:" : "from reset, %d events:",
                check->trace_length);
    for (int i = first; i < check->trace_length; i++) {
        const struct bl_rsb_event *e = &check->trace[i];
        const struct bl_rsb_cell *cell = e->cell ? &m->arbiter->other : &m->arbiter->first;
        bl_text_add(&text, " %d.%s%c", e->cell + 1, bl_rsb_gate_word(cell, e->gate),
                    e->value ? '+' : '-');
    }
    bl_note(m->diags, diagnostic, m->range, "%s", text.bytes);
    bl_text_free(&text);
}

/* A ring of the cell, its graphs beside it. */
static bool search(struct making *m) {
    const char *wrong = "";
    struct bl_rsb_check_options options = {
        .cells = CELLS, .first = &m->arbiter->first, .other = &m->arbiter->other, .limit = STATES};
    options.graphs = bl_cell_graphs_new(m->arena, m->arbiter->parts, &m->arbiter->other, &wrong);
    if (!options.graphs)
        return !too_large(m, bl_format(m->arena, "that of the %s is too large", wrong));
    struct bl_rsb_check check = bl_rsb_check(&options);
    if (check.fault) {
        bool graph = check.fault == BL_RSB_FAULT_GRAPH;
        struct bl_diagnostic *diagnostic = bl_report(
            m->diags, BL_MSG_CELL_WRONG, m->range, CELLS, bl_rsb_fault_word(check.fault),
            check.cell + 1, graph ? ": " : "", graph ? bl_rsb_graphs_reason(options.graphs) : "");
        tell_trace(m, diagnostic, &check);
    }
    m->arbiter->states = check.states;
    free(check.trace);
    bl_rsb_graphs_free(options.graphs);
    return !check.fault;
}

struct bl_arbiter *bl_arbiter_compose(struct bl_arena *arena, struct bl_diags *diags,
                                      struct bl_range range,
                                      const struct bl_arbiter_source *sources, const char *root) {
    struct making m = {arena, diags, range, {NULL}, BL_NEW(arena, struct bl_arbiter, 1)};
    bool good = true;
    for (int i = 0; i < BL_CELL_PART_COUNT; i++) {
        m.arbiter->files[i] = sources[i].name;
        good &= read_part(&m, (enum bl_cell_part)i, &sources[i], root);
    }
    return good && make_cells(&m) ? m.arbiter : NULL;
}

const struct bl_arbiter *bl_arbiter_make(struct bl_arena *arena, struct bl_diags *diags,
                                         struct bl_range range,
                                         const struct bl_arbiter_source *sources,
                                         const char *root) {
    struct making m = {.arena = arena, .diags = diags, .range = range};
    m.arbiter = bl_arbiter_compose(arena, diags, range, sources, root);
    return m.arbiter && search(&m) ? m.arbiter : NULL;
}

void bl_arbiter_verilog(struct bl_arena *arena, struct bl_text *text,
                        const struct bl_arbiter *arbiter) {
    const char *names[BL_CELL_PART_COUNT];
    for (int i = 0; i < BL_CELL_PART_COUNT; i++)
        names[i] = arbiter->files[i]
                       ? bl_path_name(arbiter->files[i])
                       : bl_format(arena, USUAL, bl_cell_part_word((enum bl_cell_part)i));
    bl_cell_emit(text, &arbiter->first_map, &arbiter->other_map, names);
}
