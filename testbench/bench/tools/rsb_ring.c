/* Explores a ring of arbiter cells of the ring segmented bus.
   usage: rsb_ring [--cells N] [--reduced] [--wires] [--split] [--flaw WORD] [--requests K]
            [--states N] [--made FOLDER] [--rows] [--verilog FILE] [--graphs FOLDER]
            [--row NAME=EXPRESSION]
   4 cells, exhaustive, no delays of wires, no flaw, 64M states by default. --split: without
   multiplexers, where `drive` is a table of its own that `na` sees. --graphs: every edge of a cell
   is one that the graphs rarb_token.g, rarb_source.g, rarb_pass.g and rarb_destination.g of the
   folder allow, and every edge that they wait for comes; prints how many of theirs have been seen.
   --made: the cells that are made of the graphs of a folder, in place of the present ones; --rows
   prints them. --verilog: writes the made cell. --row: in one cell, without multiplexers, another
   row. Prints the verdict, the counts and, after a fault, the trace from reset. Exit status 0:
   correct, 1: not, or no cell can be made, 2: wrong use. */
#include <stdlib.h>
#include <string.h>

#include "async/net/stg.h"
#include "async/net/stg_parse.h"
#include "base/arena.h"
#include "base/text.h"
#include "bus/cell/arbiter.h"
#include "bus/cell/part_graph.h"
#include "bus/model/check/rsb_check.h"

static int flaw_named(const char *word) {
    for (int i = 0; i < BL_RSB_FLAW_COUNT; i++)
        if (!strcmp(word, bl_rsb_flaw_word((enum bl_rsb_flaw)i))) return i;
    return -1;
}

static int usage(void) {
    fprintf(stderr,
            "usage: rsb_ring [--cells 3..%d] [--reduced] [--wires] [--split] [--flaw WORD] "
            "[--requests K] [--states N] [--made FOLDER] [--rows] [--graphs FOLDER] "
            "[--verilog FILE] [--row NAME=EXPRESSION]\nflaws:",
            BL_RSB_CELLS);
    for (int i = 0; i < BL_RSB_FLAW_COUNT; i++)
        fprintf(stderr, " %s", bl_rsb_flaw_word((enum bl_rsb_flaw)i));
    fprintf(stderr, "\n");
    return 2;
}

/* Where errors of graphs are reported. */
struct report {
    struct bl_sources sources;
    struct bl_diags *diags;
};

/* The graphs of a folder beside the cell that is searched. */
static struct bl_rsb_graphs *graphs_of(struct bl_arena *arena, const char *folder,
                                       const struct bl_rsb_cell *cell) {
    struct report r = {.diags = NULL};
    const struct bl_stg *parts[BL_CELL_PART_COUNT];
    struct bl_rsb_cell present;
    const char *wrong = "";
    r.diags = bl_diags_new(arena, &r.sources);
    for (int i = 0; i < BL_CELL_PART_COUNT; i++)
        parts[i] = bl_stg_read(
            arena, r.diags,
            bl_format(arena, "%s/rarb_%s.g", folder, bl_cell_part_word((enum bl_cell_part)i)));
    bl_diags_print(r.diags, stderr, false);
    if (r.diags->errors) return NULL;
    bl_rsb_cell_present(&present, false, true, BL_RSB_FLAW_NONE);
    struct bl_rsb_graphs *graphs = bl_cell_graphs_new(arena, parts, cell ? cell : &present, &wrong);
    if (!graphs) fprintf(stderr, "rsb_ring: no graphs to play: %s\n", wrong);
    return graphs;
}

static void print_element(const struct bl_element *e) {
    printf("%-18s %s %04x", e->name, e->kind == BL_ELEMENT_LATCH ? "latch" : "table", e->table);
    for (int k = 0; k < (e->kind == BL_ELEMENT_LATCH ? BL_LATCH_PINS : e->count); k++)
        printf(" %s", e->inputs[k] ? e->inputs[k] : "-");
    printf(e->races ? ", races\n" : "\n");
}

static void print_rows(const struct bl_arbiter *arbiter) {
    const struct bl_rsb_rows *rows = &arbiter->rows.other;
    for (int i = 0; i < rows->count; i++)
        printf("%s = %s\n", rows->rows[i]->name, rows->rows[i]->text);
    for (int i = 0; i < arbiter->other_map.count; i++) print_element(&arbiter->other_map.items[i]);
}

/* The cells that the graphs of a folder make; NULL: they make none, which is reported. */
static const struct bl_arbiter *made_of(struct bl_arena *arena, const char *folder) {
    struct report r = {.diags = NULL};
    struct bl_arbiter_source sources[BL_CELL_PART_COUNT];
    r.diags = bl_diags_new(arena, &r.sources);
    for (int i = 0; i < BL_CELL_PART_COUNT; i++) {
        const char *name = bl_format(arena, "%s/rarb_%s.g", folder,
                                     bl_cell_part_word((enum bl_cell_part)i));
        sources[i] = (struct bl_arbiter_source){name, name, {0}};
    }
    const struct bl_arbiter *made = bl_arbiter_compose(arena, r.diags, (struct bl_range){0},
                                                       sources, "");
    bl_diags_print(r.diags, stderr, false);
    return made;
}

static bool write_cell(struct bl_arena *arena, const struct bl_arbiter *made, const char *path) {
    struct bl_text text = {0};
    bl_arbiter_verilog(arena, &text, made);
    int error = bl_text_save(&text, path);
    if (error) fprintf(stderr, "rsb_ring: cannot write %s: %s\n", path, strerror(error));
    bl_text_free(&text);
    return !error;
}

/* The present cell with one row more: "NAME=EXPRESSION". */
static bool break_cell(struct bl_arena *arena, const char *text, struct bl_rsb_cell *cell) {
    struct bl_rsb_rows rows;
    const struct bl_rsb_row *row = NULL;
    const char *equals = strchr(text, '='), *at, *wrong = "NAME=EXPRESSION is wanted";
    struct bl_rsb_row *list = BL_NEW(arena, struct bl_rsb_row, 2);
    bl_rsb_present_rows(&rows, false, true, BL_RSB_FLAW_NONE);
    if (equals) {
        list[0].name = bl_strndup(arena, text, (size_t)(equals - text));
        list[0].text = equals + 1;
        for (int i = 0; i < rows.count; i++)
            if (!strcmp(rows.rows[i]->name, list[0].name)) list[0].kind = rows.rows[i]->kind;
        bl_rsb_rows_add(&rows, list);
        wrong = list[0].kind ? bl_rsb_cell_of(cell, &rows, &row, &at) : "no such row";
    }
    if (wrong) fprintf(stderr, "rsb_ring: %s: %s\n", text, wrong);
    return !wrong;
}

static void print_seen(const struct bl_rsb_graphs *graphs) {
    const char *missing;
    int all, seen = bl_rsb_graphs_fired(graphs, &all, &missing);
    printf("%d of %d edges of the graphs seen", seen, all);
    printf(missing ? ", not %s\n" : "\n", missing);
}

int main(int argc, char **argv) {
    struct bl_arena *arena = bl_arena_new();
    static struct bl_rsb_cell broken;
    const struct bl_arbiter *cells = NULL;
    const char *graphs = NULL, *made = NULL, *verilog = NULL;
    bool rows = false;
    struct bl_rsb_check_options options = {.cells = 4, .flawed = 1, .limit = UINT32_C(1) << 26};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--reduced")) options.reduced = true;
        else if (!strcmp(argv[i], "--wires")) options.wires = true;
        else if (!strcmp(argv[i], "--split")) options.split = true;
        else if (!strcmp(argv[i], "--cells")) options.cells = atoi(value), i++;
        else if (!strcmp(argv[i], "--requests")) options.requests = atoi(value), i++;
        else if (!strcmp(argv[i], "--states"))
            options.limit = (uint32_t)strtoul(value, NULL, 10), i++;
        else if (!strcmp(argv[i], "--graphs")) graphs = value, i++;
        else if (!strcmp(argv[i], "--made")) made = value, i++;
        else if (!strcmp(argv[i], "--verilog")) verilog = value, i++;
        else if (!strcmp(argv[i], "--row")) {
            if (!break_cell(arena, value, &broken)) return 2;
            options.broken = &broken;
            options.split = true;
            i++;
        } else if (!strcmp(argv[i], "--rows")) rows = true;
        else if (!strcmp(argv[i], "--flaw") && flaw_named(value) >= 0)
            options.flaw = (enum bl_rsb_flaw)flaw_named(value), i++;
        else return usage();
    }
    if (options.cells < 3 || options.cells > BL_RSB_CELLS || !options.limit) return usage();
    if (made && !(cells = made_of(arena, made))) return 1;
    if (cells) options.first = &cells->first, options.other = &cells->other;
    if (cells && rows) print_rows(cells);
    if (cells && verilog && !write_cell(arena, cells, verilog)) return 2;
    if (graphs) options.graphs = graphs_of(arena, graphs, options.other);
    if (graphs && !options.graphs) return 2;
    struct bl_rsb_check check = bl_rsb_check(&options);
    bl_rsb_check_print(stdout, &check, &options);
    if (options.graphs) print_seen(options.graphs);
    free(check.trace);
    bl_rsb_graphs_free(options.graphs);
    bl_arena_free(arena);
    return check.fault ? 1 : 0;
}
