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
#include "base/carried/random.h"
#include "base/diag.h"
#include "bus/cell/arbiter.h"
#include "bus/cell/part_circuit.h"
#include "bus/cell/part_graph.h"
#include "bus/model/check/rsb_check.h"

struct fixture {
    struct bl_arena *arena;
    struct bl_sources sources;
    struct bl_diags *diags;
    struct bl_arbiter *made;
    struct bl_rsb_cell present;
};

static int setup(void **state) {
    static struct fixture f;
    static const struct bl_arbiter_source usual[BL_CELL_PART_COUNT];
    const char *root = getenv("BANKLOOM_ROOT") ? getenv("BANKLOOM_ROOT") : ".";
    f.arena = bl_arena_new();
    f.diags = bl_diags_new(f.arena, &f.sources);
    f.made = bl_arbiter_compose(f.arena, f.diags, (struct bl_range){0}, usual, root);
    bl_rsb_cell_present(&f.present, false, true, BL_RSB_FLAW_NONE);
    *state = &f;
    return f.made == NULL;
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
    options.graphs = bl_cell_graphs_new(f->arena, parts,
                                        options.other ? options.other : &f->present, &wrong);
    assert_non_null(options.graphs);
    struct bl_rsb_check check = bl_rsb_check(&options);
    if (!check.fault) assert_true(bl_rsb_graphs_fired(options.graphs, &all, &missing) == all);
    free(check.trace);
    bl_rsb_graphs_free(options.graphs);
    return check.fault;
}

static void present_cell(void **state) {
    struct fixture *f = *state;
    assert_int_equal(search(f, f->made->parts, (struct bl_rsb_check_options){0}),
                     BL_RSB_FAULT_NONE);
    assert_int_equal(search(f, f->made->parts, (struct bl_rsb_check_options){.split = true}),
                     BL_RSB_FAULT_NONE);
    assert_int_equal(search(f, f->made->parts, (struct bl_rsb_check_options){.wires = true}),
                     BL_RSB_FAULT_NONE);
}

static void made_cell(void **state) {
    struct fixture *f = *state;
    struct bl_rsb_check_options made = {.first = &f->made->first, .other = &f->made->other};
    assert_int_equal(search(f, f->made->parts, made), BL_RSB_FAULT_NONE);
    made.wires = true;
    assert_int_equal(search(f, f->made->parts, made), BL_RSB_FAULT_NONE);
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
        assert_int_not_equal(search(f, f->made->parts, options), BL_RSB_FAULT_NONE);
    }
    struct bl_rsb_check_options settle = {.flaw = BL_RSB_FLAW_NO_SETTLE, .flawed = 1};
    assert_int_equal(search(f, f->made->parts, settle), BL_RSB_FAULT_GRAPH);
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
            memcpy(parts, f->made->parts, sizeof parts);
            parts[part] = without_arc(f, f->made->parts[part], arc);
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
    for (int i = 0; i < f->made->rows.other.count; i++) {
        const struct bl_rsb_row *row = f->made->rows.other.rows[i], *at_row;
        if (row->kind != BL_RSB_ROW_GATE) continue;
        struct bl_rsb_row inverted[] = {
            {BL_RSB_ROW_GATE, row->name, bl_format(f->arena, "!(%s)", row->text)},
            {BL_RSB_ROW_END, NULL, NULL}};
        struct bl_rsb_rows rows = f->made->rows.other;
        struct bl_rsb_cell cell;
        const char *at;
        bl_rsb_rows_add(&rows, inverted);
        assert_null(bl_rsb_cell_of(&cell, &rows, &at_row, &at));
        struct bl_rsb_check_options options = {.first = &f->made->first, .other = &cell};
        if (search(f, f->made->parts, options) == BL_RSB_FAULT_NONE)
            fail_msg("%s inverted is not noticed", row->name);
    }
}

/* The bits of a word of one cell as a word of another, which has all its gates. */
static uint64_t translate(const struct bl_rsb_cell *from, const struct bl_rsb_cell *to,
                          uint64_t word) {
    uint64_t gates = bl_rsb_mask(BL_RSB_MOST_GATES) - 1, out = word & ~gates;
    for (int i = 0; i < from->gates; i++) {
        const char *name = from->names[i];
        int bit = bl_rsb_cell_bit(to, name, (int)strlen(name), true);
        assert_true(bit >= 0);
        out |= (word >> i & 1) << bit;
    }
    return out;
}

/* The tables that are parts of a gate as the rest of the word has them. */
static uint64_t settle_parts(const struct bl_rsb_cell *cell, uint64_t word) {
    for (int round = 0; round < cell->gates; round++)
        for (int i = 0; i < cell->gates; i++)
            if (strstr(cell->names[i], ".part_"))
                word ^= bl_rsb_excited(cell, word) & bl_rsb_mask(i);
    return word;
}

/* The first gate that the map makes another function of; NULL: none. */
static const char *differs(struct bl_arena *arena, const struct bl_rsb_rows *rows,
                           const struct bl_rsb_cell *cell, const struct bl_cell_map *map) {
    struct bl_rsb_rows mapped_rows = bl_cell_map_rows(arena, rows, map);
    struct bl_rsb_cell mapped;
    const struct bl_rsb_row *row;
    const char *at;
    struct bl_random random = bl_random_at(1, 0);
    assert_null(bl_rsb_cell_of(&mapped, &mapped_rows, &row, &at));
    for (int i = 0; i < (getenv("BL_LONG") ? 20000 : 5000); i++) {
        uint64_t word = bl_random_next(&random) & (bl_rsb_mask(BL_RSB_WIRE_END) - 1);
        word &= ~(bl_rsb_mask(BL_RSB_MOST_GATES) - bl_rsb_mask(cell->gates));
        uint64_t other = settle_parts(&mapped, translate(cell, &mapped, word));
        uint64_t want = translate(cell, &mapped, word ^ bl_rsb_excited(cell, word));
        uint64_t got = other ^ bl_rsb_excited(&mapped, other);
        for (int k = 0; k < mapped.gates; k++)
            if (!strstr(mapped.names[k], ".part_") && (got ^ want) >> k & 1)
                return bl_strdup(arena, mapped.names[k]);
    }
    return NULL;
}

/* The tables of four inputs and latches of the made cell have the functions of its rows. */
static void mapped_cell(void **state) {
    struct fixture *f = *state;
    struct bl_cell_map *map = BL_NEW(f->arena, struct bl_cell_map, 1);
    assert_null(bl_cell_map(f->arena, &f->made->rows.other, map));
    assert_in_range(map->count, 20, 24);
    assert_null(differs(f->arena, &f->made->rows.other, &f->made->other, map));
    assert_null(bl_cell_map(f->arena, &f->made->rows.first, map));
    assert_null(differs(f->arena, &f->made->rows.first, &f->made->first, map));
    for (int i = 0; i < map->count; i++)
        if (map->items[i].kind == BL_ELEMENT_TABLE) assert_true(map->items[i].count <= 4);
    for (int i = 0; i < map->count; i++) {                 /* one wrong bit of each is noticed */
        if (!strcmp(map->items[i].name, "done")) continue; /* no gate of the checker's */
        map->items[i].table ^= 1;
        assert_non_null(differs(f->arena, &f->made->rows.first, &f->made->first, map));
        map->items[i].table ^= 1;
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
    assert_false(bl_part_check_interface(diags, nowhere, BL_CELL_PART_PASS,
                                         f->made->parts[BL_CELL_PART_TOKEN]));
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
