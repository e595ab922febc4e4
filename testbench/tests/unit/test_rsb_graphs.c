/* The four graphs of the arbiter's cell beside whole rings: the present cell does what they say, so
   does the cell that is made of them, and what differs is noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "async/net/stg.h"
#include "base/arena.h"
#include "base/diag.h"
#include "ring/cell/cell_map.h"
#include "ring/cell/part_circuit.h"
#include "ring/cell/part_graph.h"
#include "simulation/ring/check/rsb_check.h"

struct fixture {
    struct bl_arena *arena;
    struct bl_sources sources;
    struct bl_diags *diags;
    const struct bl_stg *parts[BL_CELL_PART_COUNT];
    struct bl_rsb_cell present, first, other;
    struct bl_cell_rows rows;
};

static int setup(void **state) {
    static struct fixture f;
    const struct bl_netlist *circuits[BL_CELL_PART_COUNT];
    const char *root = getenv("BANKLOOM_ROOT") ? getenv("BANKLOOM_ROOT") : ".";
    struct bl_range nowhere = {0};
    f.arena = bl_arena_new();
    f.diags = bl_diags_new(f.arena, &f.sources);
    for (int i = 0; i < BL_CELL_PART_COUNT; i++) {
        enum bl_cell_part part = (enum bl_cell_part)i;
        f.parts[i] = bl_stg_read(
            f.arena, f.diags,
            bl_format(f.arena, "%s/examples/rsb/rarb_%s.g", root, bl_cell_part_word(part)));
        if (!f.parts[i] || !bl_part_check_interface(f.diags, nowhere, part, f.parts[i])) return 1;
        circuits[i] = bl_part_circuit(f.arena, f.diags, nowhere, part, f.parts[i]);
        if (!circuits[i]) return 1;
    }
    bl_rsb_cell_present(&f.present, false, true, BL_RSB_FLAW_NONE);
    f.rows = bl_cell_compose(f.arena, circuits);
    *state = &f;
    return bl_cell_make(&f.rows, &f.first, &f.other) != NULL;
}

static int teardown(void **state) {
    struct fixture *f = *state;
    bl_arena_free(f->arena);
    return 0;
}

/* A search with the graphs of `parts` beside the cells; all their edges are to be seen where
   nothing is wrong. */
static enum bl_rsb_fault search(struct fixture *f, const struct bl_stg *const *parts,
                                struct bl_rsb_check_options options) {
    const char *wrong, *missing;
    int all;
    options.cells = 3;
    options.limit = 4000000;
    options.play = bl_cell_play(f->arena, parts, options.other ? options.other : &f->present,
                                &wrong);
    assert_non_null(options.play);
    struct bl_rsb_check check = bl_rsb_check(&options);
    if (!check.fault) assert_true(bl_rsb_play_fired(options.play, &all, &missing) == all);
    free(check.trace);
    bl_rsb_play_free(options.play);
    return check.fault;
}

static void present_cell(void **state) {
    struct fixture *f = *state;
    assert_int_equal(search(f, f->parts, (struct bl_rsb_check_options){0}), BL_RSB_FAULT_NONE);
    assert_int_equal(search(f, f->parts, (struct bl_rsb_check_options){.split = true}),
                     BL_RSB_FAULT_NONE);
    assert_int_equal(search(f, f->parts, (struct bl_rsb_check_options){.wires = true}),
                     BL_RSB_FAULT_NONE);
}

static void made_cell(void **state) {
    struct fixture *f = *state;
    struct bl_rsb_check_options made = {.first = &f->first, .other = &f->other};
    assert_int_equal(search(f, f->parts, made), BL_RSB_FAULT_NONE);
    made.wires = true;
    assert_int_equal(search(f, f->parts, made), BL_RSB_FAULT_NONE);
    made.wires = false;
    made.reduced = true;
    made.cells = 5;
    made.limit = 4000000;
    struct bl_rsb_check check = bl_rsb_check(&made);
    assert_int_equal(check.fault, BL_RSB_FAULT_NONE);
}

/* A broken cell does what no graph allows, or does not do what one waits for. */
static void flaws(void **state) {
    struct fixture *f = *state;
    for (int flaw = 1; flaw < BL_RSB_FLAW_CHOICE; flaw++) {
        struct bl_rsb_check_options options = {.flaw = (enum bl_rsb_flaw)flaw, .flawed = 1};
        assert_int_not_equal(search(f, f->parts, options), BL_RSB_FAULT_NONE);
    }
    struct bl_rsb_check_options settle = {.flaw = BL_RSB_FLAW_NO_SETTLE, .flawed = 1};
    assert_int_equal(search(f, f->parts, settle), BL_RSB_FAULT_GRAPH);
}

/* A copy of a part without its arc number `arc` from a transition; NULL: it has fewer. */
static const struct bl_stg *without_arc(struct fixture *f, const struct bl_stg *from, int arc) {
    struct bl_stg *stg = BL_NEW(f->arena, struct bl_stg, 1);
    *stg = *from;
    stg->transitions = BL_NEW(f->arena, struct bl_stg_transition, from->transition_count);
    memcpy(stg->transitions, from->transitions,
           (size_t)from->transition_count * sizeof *stg->transitions);
    for (int i = 0; i < stg->transition_count; i++) {
        struct bl_stg_transition *t = &stg->transitions[i];
        for (int k = 0; k < t->post_count; k++) {
            if (arc--) continue;
            int *post = BL_NEW(f->arena, int, t->post_count);
            for (int n = 0, to = 0; n < t->post_count; n++)
                if (n != k) post[to++] = t->post[n];
            t->post = post;
            t->post_count--;
            return stg;
        }
    }
    return NULL;
}

/* An arc from a transition taken out: the token that it does not make is missed. */
static void missing_arcs(void **state) {
    struct fixture *f = *state;
    int count = 0;
    for (int part = 0; part < BL_CELL_PART_COUNT; part++)
        for (int arc = 0;; arc++, count++) {
            const struct bl_stg *parts[BL_CELL_PART_COUNT];
            memcpy(parts, f->parts, sizeof parts);
            parts[part] = without_arc(f, f->parts[part], arc);
            if (!parts[part]) break;
            if (search(f, parts, (struct bl_rsb_check_options){0}) == BL_RSB_FAULT_NONE)
                fail_msg("arc %d of %s is not missed", arc,
                         bl_cell_part_word((enum bl_cell_part)part));
        }
    assert_in_range(count, 100, 300);
}

/* A wire of a made cell inverted. */
static void inverted_wires(void **state) {
    struct fixture *f = *state;
    for (int i = 0; i < f->rows.other.count; i++) {
        const struct bl_rsb_row *row = f->rows.other.rows[i], *at_row;
        if (row->kind != BL_RSB_ROW_GATE) continue;
        struct bl_rsb_row inverted[] = {
            {BL_RSB_ROW_GATE, row->name, bl_format(f->arena, "!(%s)", row->text)},
            {BL_RSB_ROW_END, NULL, NULL}};
        struct bl_rsb_rows rows = f->rows.other;
        struct bl_rsb_cell cell;
        const char *at;
        bl_rsb_rows_add(&rows, inverted);
        assert_null(bl_rsb_cell_of(&cell, &rows, &at_row, &at));
        struct bl_rsb_check_options options = {.first = &f->first, .other = &cell};
        if (search(f, f->parts, options) == BL_RSB_FAULT_NONE)
            fail_msg("%s inverted is not noticed", row->name);
    }
}

/* The elements of the made cell: tables of four inputs and latches that say what the rows say, so
   that the cell of them, with a delay for each, is right, too. */
static void mapped_cell(void **state) {
    struct fixture *f = *state;
    static struct bl_cell_map map;
    assert_null(bl_cell_map(f->arena, &f->rows.other, &map));
    assert_in_range(map.count, 20, 25);
    struct bl_rsb_rows rows = bl_cell_map_rows(f->arena, &f->rows.other, &map);
    struct bl_rsb_cell cell;
    const struct bl_rsb_row *row;
    const char *at;
    assert_null(bl_rsb_cell_of(&cell, &rows, &row, &at));
    for (int i = 0; i < f->other.gates; i++) {
        const char *name = f->other.names[i];
        assert_true(bl_rsb_cell_bit(&cell, name, (int)strlen(name), true) >= 0);
    }
}

static bool is_reported(const struct bl_diags *diags, const char *code) {
    for (int i = 0; i < diags->count; i++)
        if (!strcmp(diags->items[i].code, code)) return true;
    return false;
}

/* A part's graph in the place of another's: its signals are missing, its own unknown. */
static void wrong_interface(void **state) {
    struct fixture *f = *state;
    struct bl_diags *diags = bl_diags_new(f->arena, &f->sources);
    struct bl_range nowhere = {0};
    assert_false(
        bl_part_check_interface(diags, nowhere, BL_CELL_PART_PASS, f->parts[BL_CELL_PART_TOKEN]));
    assert_true(is_reported(diags, "E0175"));
    assert_true(is_reported(diags, "E0176"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(present_cell),    cmocka_unit_test(made_cell),
        cmocka_unit_test(flaws),           cmocka_unit_test(missing_arcs),
        cmocka_unit_test(inverted_wires),  cmocka_unit_test(mapped_cell),
        cmocka_unit_test(wrong_interface),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
