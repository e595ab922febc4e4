/* The gates of arbiter cells of the ring segmented bus. */
#include "bus/model/rsb_cell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = BL_RSB_NAME };

static const char *const gate_names[] = {
#define BL_RSB_GATE(name, wire) wire,
    BL_RSB_GATES(BL_RSB_GATE)
#undef BL_RSB_GATE
};

static const char *const wire_names[] = {
#define BL_RSB_WIRE_INTO(name, wire) wire,
    BL_RSB_WIRES_INTO(BL_RSB_WIRE_INTO)
#undef BL_RSB_WIRE_INTO
};

static bool ends(const char *name, const char *end) {
    size_t length = strlen(name), tail = strlen(end);
    return length > tail && !strcmp(name + length - tail, end);
}

void bl_rsb_resolve(char *out, const char *name, bool clockwise) {
    static const char *const wires[][3] = {{"behind", "left", "right"},
                                           {"ahead", "right", "left"},
                                           {"ahead_na", "right_na", "left_na"}};
    bool this_way = ends(name, "_w"), part = strchr(name, '.');
    snprintf(out, NAME, "%s", name);
    if (this_way || ends(name, "_o"))
        snprintf(out + strlen(out) - 1, NAME - strlen(out) + 1, "%s",
                 this_way == clockwise ? (part ? "1" : "cw") : (part ? "2" : "ccw"));
    for (int i = 0; i < 3; i++)
        if (!strcmp(name, wires[i][0])) snprintf(out, NAME, "%s", wires[i][clockwise ? 1 : 2]);
}

static int bit_named(const struct bl_rsb_cell *cell, const char *name) {
    for (int i = 0; i < cell->gates; i++)
        if (!strcmp(name, cell->names[i])) return i;
    for (int i = BL_RSB_WIRE; i < BL_RSB_WIRE_END; i++)
        if (!strcmp(name, wire_names[i - BL_RSB_WIRE])) return i;
    if (!strcmp(name, "request")) return BL_RSB_REQUEST;
    return !strcmp(name, "match") ? BL_RSB_MATCH : -1;
}

int bl_rsb_cell_bit(const struct bl_rsb_cell *cell, const char *name, int length, bool clockwise) {
    char own[NAME], resolved[NAME];
    if (length >= NAME) return -1;
    snprintf(own, sizeof own, "%.*s", length, name);
    bl_rsb_resolve(resolved, own, clockwise);
    return bit_named(cell, resolved);
}

void bl_rsb_rows_add(struct bl_rsb_rows *rows, const struct bl_rsb_row *list) {
    for (; list->kind != BL_RSB_ROW_END; list++) {
        int at = 0;
        while (at < rows->count && strcmp(rows->rows[at]->name, list->name)) at++;
        if (at == sizeof rows->rows / sizeof *rows->rows) return;
        rows->rows[at] = list;
        if (at == rows->count) rows->count++;
    }
}

/* The row of a name, and in which way. */
static const struct bl_rsb_row *row_of(const struct bl_rsb_rows *rows, const char *name,
                                       bool *clockwise) {
    char own[NAME];
    for (int i = 0; i < rows->count; i++)
        for (int way = 0; way < 2; way++) {
            bl_rsb_resolve(own, rows->rows[i]->name, way == 0);
            *clockwise = way == 0;
            if (!strcmp(own, name)) return rows->rows[i];
        }
    return NULL;
}

/* The expression of one row in its way. */
struct compiler {
    const struct bl_rsb_rows *rows;
    bl_rsb_leaf *leaf;
    void *user;
    bool clockwise;
};

static struct bl_rsb_name find(void *user, const char *name, int length) {
    struct compiler *c = user;
    char own[NAME], found[NAME];
    bool clockwise;
    if (length >= NAME) return (struct bl_rsb_name){-1, NULL};
    snprintf(own, sizeof own, "%.*s", length, name);
    bl_rsb_resolve(found, own, c->clockwise);
    int bit = c->leaf(c->user, found);
    if (bit >= 0) return (struct bl_rsb_name){bit, NULL};
    const struct bl_rsb_row *row = row_of(c->rows, found, &clockwise);
    /* a table's expression is in the way of the gate that it stands in */
    bool other = row && ends(row->name, "_w") && clockwise != c->clockwise;
    return (struct bl_rsb_name){-1, row && !other ? row->text : NULL};
}

const char *bl_rsb_rows_truth(const struct bl_rsb_rows *rows, const char *name,
                              struct bl_rsb_truth *truth, bl_rsb_leaf *leaf, void *user,
                              const struct bl_rsb_row **row, const char **at) {
    struct compiler c = {rows, leaf, user, true};
    *row = row_of(rows, name, &c.clockwise);
    return *row ? bl_rsb_truth(truth, (*row)->text, find, &c, at) : "a gate is missing";
}

/* A cell that is made. */
struct maker {
    struct bl_rsb_cell *cell;
    struct bl_rsb_rows rows;
    const char *timed[BL_RSB_TIMED]; /* names */
    unsigned waits;                  /* timed tables that an expression has named */
};

static int leaf(void *user, const char *name) {
    struct maker *m = user;
    for (int i = 0; i < m->cell->timed; i++)
        if (!strcmp(m->timed[i], name)) m->waits |= 1u << i;
    return bit_named(m->cell, name);
}

/* The gates of its own, behind those of every cell. */
static const char *add_gates(struct maker *m, const struct bl_rsb_row *row) {
    struct bl_rsb_cell *cell = m->cell;
    for (int way = 0; way < (ends(row->name, "_w") ? 2 : 1); way++) {
        char name[NAME];
        bl_rsb_resolve(name, row->name, way == 0);
        if (bit_named(cell, name) >= 0) continue;
        if (cell->gates == BL_RSB_MOST_GATES) return "too many gates";
        memcpy(cell->names[cell->gates++], name, sizeof name);
    }
    return NULL;
}

static const char *add_row(struct maker *m, const struct bl_rsb_row *row) {
    struct bl_rsb_cell *cell = m->cell;
    if (row->kind == BL_RSB_ROW_GATE) return add_gates(m, row);
    if (row->kind == BL_RSB_ROW_TABLE) return NULL;
    if (cell->timed == BL_RSB_TIMED) return "too many timed tables";
    if (row->kind == BL_RSB_ROW_AHEAD) cell->ahead |= 1u << cell->timed;
    m->timed[cell->timed++] = row->name;
    return NULL;
}

static const char *compile_all(struct maker *m, const struct bl_rsb_row **row, const char **at) {
    struct bl_rsb_cell *cell = m->cell;
    const char *wrong = NULL;
    for (int i = 0; i < cell->gates && !wrong; i++) {
        m->waits = 0;
        wrong = bl_rsb_rows_truth(&m->rows, cell->names[i], &cell->truth[i], leaf, m, row, at);
        cell->waits[i] = (uint8_t)m->waits;
        cell->sees |= bl_rsb_mask(i);
        for (int k = 0; k < cell->truth[i].count; k++)
            cell->sees |= bl_rsb_mask(cell->truth[i].inputs[k]);
    }
    for (int i = 0; i < cell->timed && !wrong; i++)
        wrong = bl_rsb_rows_truth(&m->rows, m->timed[i], &cell->tables[i], leaf, m, row, at);
    return wrong;
}

const char *bl_rsb_cell_of(struct bl_rsb_cell *cell, const struct bl_rsb_rows *rows,
                           const struct bl_rsb_row **row, const char **at) {
    struct maker m = {.cell = cell, .rows = *rows};
    const char *wrong = NULL;
    memset(cell, 0, sizeof *cell);
    for (cell->gates = 0; cell->gates < BL_RSB_GATE_COUNT; cell->gates++)
        snprintf(cell->names[cell->gates], NAME, "%s", gate_names[cell->gates]);
    for (int i = 0; i < m.rows.count && !wrong; i++) {
        *row = m.rows.rows[i];
        wrong = add_row(&m, m.rows.rows[i]);
    }
    while (cell->done < cell->timed && strcmp(m.timed[cell->done], "done")) cell->done++;
    if (!wrong && cell->done == cell->timed) wrong = "a table `done` is missing";
    return wrong ? wrong : compile_all(&m, row, at);
}

uint64_t bl_rsb_excited(const struct bl_rsb_cell *cell, uint64_t word) {
    uint64_t next = 0;
    for (int i = 0; i < cell->gates; i++)
        next |= (uint64_t)bl_rsb_truth_at(&cell->truth[i], word) << i;
    return next ^ (word & (bl_rsb_mask(cell->gates) - 1));
}

uint64_t bl_rsb_recall(const struct bl_rsb_cell *cell, int kind, uint64_t word,
                       struct bl_rsb_memo *memo) {
    uint64_t key = (word & cell->sees) | (uint64_t)(kind + 1) << 56;
    size_t at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 51);
    if (memo->words[at] != key) {
        memo->words[at] = key;
        memo->excited[at] = (uint32_t)bl_rsb_excited(cell, word);
    }
    return memo->excited[at];
}

unsigned bl_rsb_timed(const struct bl_rsb_cell *cell, uint64_t word) {
    unsigned set = 0;
    for (int i = 0; i < cell->timed; i++)
        set |= (unsigned)bl_rsb_truth_at(&cell->tables[i], word) << i;
    return set;
}

int bl_rsb_partner(int gate) {
    switch (gate) {
    case BL_RSB_END_CW: return BL_RSB_END_CCW;
    case BL_RSB_END_CCW: return BL_RSB_END_CW;
    default: return -1;
    }
}

uint64_t bl_rsb_seen(const uint64_t *words, int count, int cell) {
    uint64_t left = words[cell ? cell - 1 : count - 1],
             right = words[cell + 1 < count ? cell + 1 : 0];
    uint64_t wires = (left >> BL_RSB_GO_CW & 1) << BL_RSB_WIRE_LEFT |
                     (left >> BL_RSB_NA_CCW & 1) << BL_RSB_WIRE_LEFT_NA |
                     (right >> BL_RSB_GO_CCW & 1) << BL_RSB_WIRE_RIGHT |
                     (right >> BL_RSB_NA_CW & 1) << BL_RSB_WIRE_RIGHT_NA |
                     ((left >> BL_RSB_TOKEN & 1) ^ (uint64_t)(cell == 0)) << BL_RSB_WIRE_HERE;
    uint64_t all = (bl_rsb_mask(BL_RSB_WIRE_END) - 1) & ~(bl_rsb_mask(BL_RSB_WIRE) - 1);
    return (words[cell] & ~all) | wires;
}

const char *bl_rsb_gate_word(const struct bl_rsb_cell *cell, int gate) {
    static const char *const wires[] = {
#define BL_RSB_WIRE_INTO(name, wire) "wire " wire,
        BL_RSB_WIRES_INTO(BL_RSB_WIRE_INTO)
#undef BL_RSB_WIRE_INTO
    };
    if (gate == BL_RSB_REQUEST) return "request";
    return gate < BL_RSB_WIRE ? cell->names[gate] : wires[gate - BL_RSB_WIRE];
}

const char *bl_rsb_flaw_word(enum bl_rsb_flaw flaw) {
    static const char *const words[] = {
#define BL_RSB_FLAW(name, word) word,
        BL_RSB_FLAWS(BL_RSB_FLAW)
#undef BL_RSB_FLAW
    };
    return words[flaw];
}
