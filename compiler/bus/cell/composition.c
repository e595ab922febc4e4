/* The table of the composition. */
#include "bus/cell/composition.h"

#include <string.h>

#include "base/arena.h"

/* Inputs, outputs, and signals of a wire that may be one of several. */
#define IN(part, name, wire) \
    { BL_CELL_PART_##part, false, name, wire, false, NULL, NULL, NULL, false }
#define IN_FROM(part, name, wire, from) \
    { BL_CELL_PART_##part, false, name, wire, false, NULL, NULL, from, false }
#define IN_ONE(part, name, wire, rises_if, from) \
    { BL_CELL_PART_##part, false, name, wire, true, rises_if, NULL, from, false }
#define OUT(part, name, wire) \
    { BL_CELL_PART_##part, true, name, wire, false, NULL, NULL, NULL, false }
#define OUT_RESET(part, name, wire) \
    { BL_CELL_PART_##part, true, name, wire, false, NULL, NULL, NULL, true }
#define OUT_ONE(part, name, wire) \
    { BL_CELL_PART_##part, true, name, wire, true, NULL, NULL, NULL, false }

/* Nothing is left to do: a domain that has been taken has been notified, another has no path. */
#define DONE "(taken ? notified : !notified & !own_cw & !own_ccw)"

const struct bl_cell_signal bl_cell_signals[] = {
    /* the token of cell 0 comes inverted: that is how there is one */
    IN_FROM(TOKEN, "here", "here", "came"),
    IN(TOKEN, "taken", "taken"),
    OUT_RESET(TOKEN, "open", "open"),
    OUT(TOKEN, "token", "token"),
    IN_FROM(TOKEN, "done", "here & !token & " DONE " & !left_na & !right_na",
            "came & !token & done & !left_na & !right_na"),

    IN(SOURCE, "open", "open"),
    OUT(SOURCE, "own_w", "own_w"),
    IN(SOURCE, "grant_w", "ahead"),
    OUT(SOURCE, "notified", "notified"),

    /* a `go` wire into the cell: the grant of the domain's own request, or handed back from ahead,
       or a new request, which no `go` wire answers yet: for this domain, or for others; one that is
       for this domain is kept apart from others while it is there */
    {-1, false, NULL, "ahead", true, NULL, "own_w", NULL, false},
    IN_ONE(PASS, "grant_ahead", "ahead", NULL, "pass_o"),
    IN_ONE(PASS, "request", "behind", "!match & !go_o", "pass_w"),
    IN_ONE(DESTINATION, "request_w", "behind", "match & !go_o", "request_w"),

    IN(PASS, "own", "drive_w"),
    /* others see the mutual exclusion through a filter: when it has decided */
    {BL_CELL_PART_DESTINATION, true, "end_w", "end_w", false, NULL, NULL, "grant_w", false},

    /* a `go` wire out of the cell */
    OUT_ONE(SOURCE, "go_w", "go_w"),
    OUT_ONE(PASS, "go", "go_w"),
    OUT_ONE(PASS, "grant", "go_o"),
    OUT_ONE(DESTINATION, "grant_w", "go_o"),

    /* not available: from ahead, and to those behind */
    IN_ONE(SOURCE, "na_w", "ahead_na", NULL, NULL),
    IN_ONE(PASS, "na_ahead", "ahead_na", NULL, "ahead_na & (pass_w | holds_w)"),
    OUT_ONE(PASS, "na", "na_w"),
    OUT_ONE(DESTINATION, "na_w", "na_w"),
    {0, false, NULL, NULL, false, NULL, NULL, NULL, false}};

#define GATE BL_RSB_ROW_GATE
#define TABLE BL_RSB_ROW_TABLE
#define END \
    { BL_RSB_ROW_END, NULL, NULL }

const struct bl_rsb_row bl_cell_glue[] = {
    /* compared and latched: a new request for this domain, and what is handed on, a request for
       others or a grant */
    {GATE, "request_w", "behind & (match & !go_o | request_w)"},
    {GATE, "pass_w", "behind & (match | own_o ? pass_w : !request_w)"},
    /* filtered: while the mutual exclusion is undecided none of its sides is granted */
    {GATE, "grant_w", "end_w & !end_o"},
    /* merged: what this cell itself drives, its own request or path or a grant; and what is handed
       on */
    {GATE, "drive_w", "source.go_w | destination.grant_o"},
    {GATE, "go_w", "!rst & (drive_w | pass.go_w | pass.grant_o)"},
    {GATE, "na_w", "pass.na_w | destination.na_w"},
    /* "not available" stays until the ways ahead have been left */
    {TABLE, "holds_w", "na_w"},
    {TABLE, "came", "here"},
    {GATE, "taken", "!rst & (here & token ? request : taken)"},
    {BL_RSB_ROW_TIMED, "done", DONE},
    {TABLE, "rst", "0"},
    END};

/* In the first cell the token says whose answer it is, so that no ring of answers outlives a reset,
   which stops the token, too. */
const struct bl_rsb_row bl_cell_glue_first[] = {
    {TABLE, "holds_w", "token"}, {BL_RSB_ROW_AHEAD, "came", "here & !rst"}, END};

int bl_cell_graph(enum bl_cell_part part, bool clockwise) {
    if (part == BL_CELL_PART_PASS && !clockwise) return BL_CELL_PART_COUNT;
    return (int)part;
}

static bool has_way(const char *text) {
    return text && (strstr(text, "_w") || strstr(text, "_o") || strstr(text, "ahead") ||
                    strstr(text, "behind"));
}

bool bl_cell_signal_has_way(const struct bl_cell_signal *row) {
    size_t length = row->signal ? strlen(row->signal) : 0;
    return length > 2 && !strcmp(row->signal + length - 2, "_w");
}

const char *bl_cell_signal_name(struct bl_arena *arena, const struct bl_cell_signal *row,
                                bool clockwise) {
    if (!bl_cell_signal_has_way(row)) return row->signal;
    return bl_format(arena, "%.*s%c", (int)strlen(row->signal) - 1, row->signal,
                     clockwise ? '1' : '2');
}

const struct bl_cell_signal *bl_cell_signal_of(enum bl_cell_part part, const char *name,
                                               bool *clockwise) {
    size_t length = strlen(name);
    for (const struct bl_cell_signal *row = bl_cell_signals; row->wire; row++) {
        if (row->part != (int)part) continue;
        if (!strcmp(row->signal, name)) return row;
        char way = length ? name[length - 1] : 0;
        if (!bl_cell_signal_has_way(row) || strlen(row->signal) != length ||
            strncmp(row->signal, name, length - 1) || (way != '1' && way != '2'))
            continue;
        *clockwise = way == '1';
        return row;
    }
    return NULL;
}

const char *bl_cell_gate_name(struct bl_arena *arena, enum bl_cell_part part, const char *signal,
                              bool clockwise) {
    const char *tail = part != BL_CELL_PART_PASS ? "" : clockwise ? "_1" : "_2";
    return bl_format(arena, "%s.%s%s", bl_cell_part_word(part), signal, tail);
}

int bl_composition_rows(struct bl_arena *arena, struct bl_rsb_signal_row *rows) {
    int count = 0;
    for (const struct bl_cell_signal *s = bl_cell_signals; s->wire; s++)
        for (int way = 0; way < (has_way(s->wire) ? 2 : 1); way++)
            rows[count++] = (struct bl_rsb_signal_row){
                .graph = s->part < 0 ? -1 : bl_cell_graph((enum bl_cell_part)s->part, way == 0),
                .signal = bl_cell_signal_name(arena, s, way == 0),
                .wire = s->wire,
                .one_of = s->one_of,
                .rises_if = s->rises_if,
                .only_if = s->only_if,
                .clockwise = way == 0,
            };
    return count;
}

const char *bl_cell_part_word(enum bl_cell_part part) {
    static const char *const words[] = {
#define BL_CELL_PART(name, word) word,
        BL_CELL_PARTS(BL_CELL_PART)
#undef BL_CELL_PART
    };
    return words[part];
}
