/* Decomposition of functions: a table where it fits, else a latch, else a table whose inputs are
   inputs of the function and another table (after Ashenhurst and Curtis, with inputs in both). */
#include "bus/cell/cell_map.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"

enum { LEAVES = 64, MOST = BL_RSB_INPUTS, NONE = 1000 };

/* A function over leaves. */
struct function {
    int count;
    int inputs[MOST];
    uint64_t ones[(1 << MOST) / 64];
};

/* `outer` over inputs of the function and, as its last input, `inner`. */
struct split {
    unsigned in, both; /* inputs of the inner table; those of them that the outer one has, too */
    int cost;
};

struct mapper {
    struct bl_arena *arena;
    const struct bl_rsb_rows *rows;
    struct bl_cell_map *map;
    const char *leaves[LEAVES];
    int count;
    const char *gate; /* that is mapped */
    int self;         /* its leaf */
    int parts;
};

static bool value(const struct function *f, unsigned code) {
    return f->ones[code / 64] >> code % 64 & 1;
}

static void set(struct function *f, unsigned code) {
    f->ones[code / 64] |= UINT64_C(1) << code % 64;
}

static bool is_leaf(const struct bl_rsb_row *row) { return row->kind != BL_RSB_ROW_TABLE; }

static int leaf_of(void *user, const char *name) {
    struct mapper *m = user;
    for (int i = 0; i < m->count; i++)
        if (!strcmp(m->leaves[i], name)) return i;
    return -1;
}

static void add_leaf(struct mapper *m, const char *name) {
    if (m->count < LEAVES && leaf_of(m, name) < 0) m->leaves[m->count++] = name;
}

/* Without the inputs that do not matter. */
static struct function reduce(const struct bl_rsb_truth *truth) {
    struct function f = {.count = 0};
    unsigned kept[MOST];
    for (int k = 0; k < truth->count; k++) {
        bool matters = false;
        for (unsigned i = 0; i < 1u << truth->count && !matters; i++)
            matters = (truth->ones[i / 64] >> i % 64 & 1) !=
                      (truth->ones[(i ^ 1u << k) / 64] >> (i ^ 1u << k) % 64 & 1);
        if (!matters) continue;
        kept[f.count] = (unsigned)k;
        f.inputs[f.count++] = truth->inputs[k];
    }
    for (unsigned code = 0; code < 1u << f.count; code++) {
        unsigned whole = 0;
        for (int k = 0; k < f.count; k++) whole |= (code >> k & 1) << kept[k];
        if (truth->ones[whole / 64] >> whole % 64 & 1) set(&f, code);
    }
    return f;
}

static struct bl_element *add(struct mapper *m, const char *name, enum bl_element_kind kind) {
    if (m->map->count == BL_ELEMENTS) return NULL;
    struct bl_element *element = &m->map->items[m->map->count++];
    *element = (struct bl_element){.kind = kind};
    snprintf(element->name, sizeof element->name, "%s", name);
    return element;
}

/* The bits of `code` where `of` has bits, put together. */
static unsigned gather(unsigned code, unsigned of) {
    unsigned out = 0;
    for (int k = 0, at = 0; of >> k; k++)
        if (of >> k & 1) out |= (code >> k & 1) << at++;
    return out;
}

static unsigned scatter(unsigned code, unsigned of) {
    unsigned out = 0;
    for (int k = 0, at = 0; of >> k; k++)
        if (of >> k & 1) out |= (code >> at++ & 1) << k;
    return out;
}

/* What the function is of the other inputs when those of `in` are `code`. */
static unsigned column(const struct function *f, unsigned in, unsigned code) {
    unsigned rest = ((1u << f->count) - 1) & ~in, out = 0;
    int bits = __builtin_popcount(rest);
    for (unsigned i = 0; i < 1u << bits; i++)
        out |= (unsigned)value(f, scatter(i, rest) | scatter(code, in)) << i;
    return out;
}

/* The inner table of a split: 1 where the function is that with more ones. False where two values
   are not enough. `columns` are those of all codes of `in`. */
static bool inner(const struct split *s, const unsigned *columns, uint32_t *table) {
    unsigned both = gather(s->both, s->in);
    int size = 1 << __builtin_popcount(s->in);
    *table = 0;
    for (int i = 0; i < size; i++) {
        unsigned low = columns[i];
        for (int k = 0; k < size; k++)
            if ((unsigned)(i & (int)both) == (unsigned)(k & (int)both) &&
                __builtin_popcount(columns[k]) < __builtin_popcount(low))
                low = columns[k];
        for (int k = 0; k < size; k++)
            if ((i & (int)both) == (k & (int)both) && columns[k] != columns[i] &&
                columns[k] != low && columns[i] != low)
                return false;
        if (columns[i] != low) *table |= 1u << i;
    }
    return true;
}

/* The outer function: its inputs are those that are not only in the inner table, then that. */
static struct function outer(const struct function *f, const struct split *s, uint32_t table,
                             int leaf) {
    unsigned kept = ((1u << f->count) - 1) & ~(s->in & ~s->both);
    struct function out = {.count = 0};
    for (int k = 0; k < f->count; k++)
        if (kept >> k & 1) out.inputs[out.count++] = f->inputs[k];
    out.inputs[out.count++] = leaf;
    for (unsigned code = 0; code < 1u << f->count; code++) {
        unsigned from = gather(code, kept);
        unsigned by = table >> gather(code, s->in) & 1;
        if (value(f, code)) set(&out, from | by << (out.count - 1));
    }
    return out;
}

/* Literals of up to six inputs: input k, inverted, or none of them. */
static uint64_t literal(int k, bool inverted) {
    static const uint64_t tables[] = {UINT64_C(0xAAAAAAAAAAAAAAAA), UINT64_C(0xCCCCCCCCCCCCCCCC),
                                      UINT64_C(0xF0F0F0F0F0F0F0F0), UINT64_C(0xFF00FF00FF00FF00),
                                      UINT64_C(0xFFFF0000FFFF0000), UINT64_C(0xFFFFFFFF00000000)};
    return inverted ? ~tables[k] : tables[k];
}

struct latch {
    int pins[BL_LATCH_PINS]; /* 2 k + inverted, or NONE */
};

static uint64_t pin(const struct latch *latch, int which, uint64_t none) {
    int p = latch->pins[which];
    return p == NONE ? none : literal(p / 2, p % 2);
}

static bool makes(const struct latch *latch, uint64_t ones, uint64_t mask, uint64_t self) {
    uint64_t load = pin(latch, 2, ~UINT64_C(0)) & pin(latch, 3, ~UINT64_C(0));
    uint64_t next = (load & pin(latch, 4, 0)) | (~load & self);
    next = ~pin(latch, 0, 0) & (pin(latch, 1, 0) | next);
    return !((next ^ ones) & mask);
}

/* All choices of pins from `which` on. `d` and one of load and enable are always taken. */
static bool choose_pins(struct latch *latch, int which, int inputs, uint64_t ones, uint64_t mask,
                        uint64_t self) {
    if (which == BL_LATCH_PINS) return makes(latch, ones, mask, self);
    bool may_be_none = which == 0 || which == 1 || which == 3;
    for (int p = may_be_none ? -1 : 0; p < 2 * inputs; p++) {
        latch->pins[which] = p < 0 ? NONE : p;
        if (choose_pins(latch, which + 1, inputs, ones, mask, self)) return true;
    }
    return false;
}

static bool find_latch(const struct function *f, int self, struct latch *latch) {
    int at = 0;
    while (at < f->count && f->inputs[at] != self) at++;
    if (at == f->count || f->count > 6) return false;
    uint64_t mask = f->count == 6 ? ~UINT64_C(0) : (UINT64_C(1) << (1 << f->count)) - 1;
    return choose_pins(latch, 0, f->count, f->ones[0], mask, literal(at, false));
}

static void add_latch(struct mapper *m, const char *name, const struct function *f,
                      const struct latch *latch) {
    struct bl_element *element = add(m, name, BL_ELEMENT_LATCH);
    for (int i = 0; i < BL_LATCH_PINS && element; i++) {
        int p = latch->pins[i];
        /* load and enable are 1 without a pin, the others 0 */
        bool one = i == 2 || i == 3;
        element->inputs[i] = p == NONE ? NULL : m->leaves[f->inputs[p / 2]];
        element->table |= (uint32_t)(p == NONE ? one : p % 2) << (4 - i);
    }
}

static void add_table(struct mapper *m, const char *name, const int *inputs, int count,
                      uint32_t table) {
    struct bl_element *element = add(m, name, BL_ELEMENT_TABLE);
    if (!element) return;
    element->count = count;
    element->table = table;
    for (int i = 0; i < count; i++) element->inputs[i] = m->leaves[inputs[i]];
}

/* Fewer elements; then fewer inputs in both tables. */
static bool is_better(const struct split *s, const struct split *best, int least) {
    if (s->cost != least) return s->cost < least;
    return s->cost < NONE && __builtin_popcount(s->both) < __builtin_popcount(best->both);
}

/* How many elements a function takes at least; NONE: this way it cannot be made. With `best` the
   split is kept. */
static int cost(const struct function *f, int self, int depth, struct split *best) {
    struct latch latch;
    if (f->count <= BL_TABLE_INPUTS || find_latch(f, self, &latch)) return 1;
    if (!depth) return NONE;
    int least = NONE;
    for (unsigned in = 1; in < 1u << f->count; in++) {
        unsigned columns[1 << BL_TABLE_INPUTS];
        int size = __builtin_popcount(in);
        bool feeds_back = false;
        for (int k = 0; k < f->count; k++) feeds_back |= in >> k & 1 && f->inputs[k] == self;
        if (feeds_back || size < 2 || size > BL_TABLE_INPUTS || f->count - size > 5) continue;
        for (unsigned i = 0; i < 1u << size; i++) columns[i] = column(f, in, i);
        for (unsigned both = in;; both = (both - 1) & in) {
            struct split s = {in, both, 0};
            uint32_t table;
            if (size - __builtin_popcount(both) >= 2 && inner(&s, columns, &table)) {
                struct function rest = outer(f, &s, table, LEAVES);
                s.cost = 1 + cost(&rest, self, depth - 1, NULL);
                if (best && is_better(&s, best, least)) *best = s;
                if (s.cost < least) least = s.cost;
            }
            if (!both) break;
        }
    }
    return least;
}

/* A table inside gets a name and is a leaf from then on. */
static int add_inner(struct mapper *m, const struct function *f, const struct split *s,
                     uint32_t table) {
    int inputs[MOST], count = 0;
    const char *name = bl_format(m->arena, "%s.part_%d", m->gate, ++m->parts);
    for (int k = 0; k < f->count; k++)
        if (s->in >> k & 1) inputs[count++] = f->inputs[k];
    add_table(m, name, inputs, count, table);
    struct bl_element *element = &m->map->items[m->map->count - 1];
    element->races = true;
    element->inside = m->gate;
    add_leaf(m, element->name);
    return leaf_of(m, element->name);
}

static bool map_function(struct mapper *m, struct function f) {
    struct latch latch;
    while (f.count > BL_TABLE_INPUTS && !find_latch(&f, m->self, &latch)) {
        struct split best = {0};
        unsigned columns[1 << BL_TABLE_INPUTS];
        uint32_t table;
        if (cost(&f, m->self, 3, &best) >= NONE) return false;
        for (unsigned i = 0; i < 1u << __builtin_popcount(best.in); i++)
            columns[i] = column(&f, best.in, i);
        inner(&best, columns, &table);
        f = outer(&f, &best, table, add_inner(m, &f, &best, table));
    }
    if (f.count > BL_TABLE_INPUTS) add_latch(m, m->gate, &f, &latch);
    else add_table(m, m->gate, f.inputs, f.count, (uint32_t)f.ones[0]);
    return true;
}

/* Whether a gate is one of arbitration or reads both sides of one. */
static bool arbitrates(const struct bl_element *element, const char *gate) {
    bool cw = !strcmp(gate, "end_cw"), ccw = !strcmp(gate, "end_ccw");
    for (int i = 0; i < BL_LATCH_PINS; i++) {
        if (!element->inputs[i]) continue;
        cw |= !strcmp(element->inputs[i], "end_cw");
        ccw |= !strcmp(element->inputs[i], "end_ccw");
    }
    return cw && ccw;
}

static const char *map_row(struct mapper *m, const struct bl_rsb_row *row) {
    struct bl_rsb_truth truth;
    const struct bl_rsb_row *wrong_row;
    const char *at;
    m->gate = row->name;
    m->parts = 0;
    m->self = leaf_of(m, row->name);
    /* its own row is wanted, not the leaf */
    const char *wrong = bl_rsb_rows_truth(m->rows, row->name, &truth, leaf_of, m, &wrong_row, &at);
    if (wrong) return wrong;
    if (!map_function(m, reduce(&truth)))
        return bl_format(m->arena, "`%s` reads too many signals", row->name);
    struct bl_element *element = &m->map->items[m->map->count - 1];
    element->races = row->kind != BL_RSB_ROW_GATE || !strcmp(row->name, "taken") ||
                     arbitrates(element, row->name);
    return m->map->count == BL_ELEMENTS ? "there are too many gates" : NULL;
}

const char *bl_cell_map(struct bl_arena *arena, const struct bl_rsb_rows *rows,
                        struct bl_cell_map *map) {
    static const char *const others[] = {
#define BL_RSB_WIRE_INTO(name, wire) wire,
        BL_RSB_WIRES_INTO(BL_RSB_WIRE_INTO)
#undef BL_RSB_WIRE_INTO
            "rst",
        "request", "match"};
    struct mapper m = {.arena = arena, .rows = rows, .map = map};
    const char *wrong = NULL;
    map->count = 0;
    for (int i = 0; i < (int)(sizeof others / sizeof *others); i++) add_leaf(&m, others[i]);
    for (int i = 0; i < rows->count; i++)
        if (is_leaf(rows->rows[i])) add_leaf(&m, rows->rows[i]->name);
    for (int i = 0; i < rows->count && !wrong; i++)
        if (is_leaf(rows->rows[i])) wrong = map_row(&m, rows->rows[i]);
    return wrong;
}

/* The expression of an element over its inputs. */
static const char *expression(struct bl_arena *arena, const struct bl_element *e) {
    static const char *const none[] = {"0", "0", "1", "1", "0"};
    char *text = bl_strdup(arena, "0");
    if (e->kind == BL_ELEMENT_LATCH) {
        const char *p[BL_LATCH_PINS];
        for (int i = 0; i < BL_LATCH_PINS; i++)
            p[i] = !e->inputs[i]
                       ? none[i]
                       : bl_format(arena, "%s%s", e->table >> (4 - i) & 1 ? "!" : "", e->inputs[i]);
        return bl_format(arena, "!(%s) & (%s | (%s & %s ? %s : %s))", p[0], p[1], p[2], p[3], p[4],
                         e->name);
    }
    for (int code = 0; code < 1 << e->count; code++) {
        if (!(e->table >> code & 1)) continue;
        text = bl_format(arena, "%s | 1", text);
        for (int k = 0; k < e->count; k++)
            text = bl_format(arena, "%s & %s%s", text, code >> k & 1 ? "" : "!", e->inputs[k]);
    }
    return text;
}

struct bl_rsb_rows bl_cell_map_rows(struct bl_arena *arena, const struct bl_rsb_rows *rows,
                                    const struct bl_cell_map *map) {
    struct bl_rsb_rows out = *rows;
    for (int i = 0; i < map->count; i++) {
        struct bl_rsb_row *list = BL_NEW(arena, struct bl_rsb_row, 2);
        enum bl_rsb_row_kind kind = BL_RSB_ROW_GATE;
        for (int k = 0; k < rows->count; k++)
            if (!strcmp(rows->rows[k]->name, map->items[i].name)) kind = rows->rows[k]->kind;
        list[0] = (struct bl_rsb_row){kind, map->items[i].name, expression(arena, &map->items[i])};
        bl_rsb_rows_add(&out, list);
    }
    return out;
}

void bl_cell_map_races(const struct bl_cell_map *map, struct bl_rsb_cell *cell) {
    for (int i = 0; i < map->count; i++)
        for (int k = 0; k < cell->gates && map->items[i].races; k++)
            if (!strcmp(cell->names[k], map->items[i].name)) cell->races |= bl_rsb_mask(k);
}

/* A table whose input k is inverted. */
static uint32_t swap(uint32_t table, int count, int k) {
    uint32_t out = 0;
    for (int code = 0; code < 1 << count; code++) out |= (table >> (code ^ 1 << k) & 1) << code;
    return out;
}

void bl_cell_map_invert(struct bl_cell_map *map) {
    for (int i = 0; i < map->count; i++) {
        struct bl_element *e = &map->items[i];
        for (int k = 0; k < BL_LATCH_PINS; k++) {
            if (!e->inputs[k] || strcmp(e->inputs[k], "here")) continue;
            if (e->kind == BL_ELEMENT_LATCH) e->table ^= 1u << (4 - k);
            else e->table = swap(e->table, e->count, k);
        }
    }
}
