/* The arbiter cell of the ring segmented bus as a table of gates, for the checker and the event
   model. docs/rsb.md tells the protocol. A cell's state is one word: a bit for every gate, then
   what the domain and the compared number add, then what its wires bring. */
#ifndef BL_RSB_CELL_H
#define BL_RSB_CELL_H

#include <stdbool.h>
#include <stdint.h>

#include "bus/model/rsb_truth.h"

enum { BL_RSB_CELLS = 16 }; /* most cells of a ring; the number of a domain has four bits */

/* BL_RSB_GATE(NAME, wire of the Verilog cell): the gates that every cell has, in this order; those
 * of its own follow. Clockwise is towards the higher number, which is called right. */
#define BL_RSB_GATES(BL_RSB_GATE)                                                                 \
    BL_RSB_GATE(PASS_CW,                                                                          \
                "pass_cw") /* left to right: a request, also one that is refused, or a grant */   \
    BL_RSB_GATE(PASS_CCW, "pass_ccw")                                                             \
    BL_RSB_GATE(                                                                                  \
        GO_CW,                                                                                    \
        "go_cw") /* to the right: a request, or the grant of a request that came from there */    \
    BL_RSB_GATE(GO_CCW, "go_ccw") /* to the left */                                               \
    BL_RSB_GATE(NA_CW, "na_cw")   /* to the left: the clockwise request is not available */       \
    BL_RSB_GATE(NA_CCW, "na_ccw") /* to the right */                                              \
    BL_RSB_GATE(OWN_CW, "own_cw") /* this domain's request or path goes out to the right */       \
    BL_RSB_GATE(OWN_CCW, "own_ccw")                                                               \
    BL_RSB_GATE(END_CW, "end_cw") /* mutual exclusion of the destination: the way that came from  \
                                     the left is granted */                                       \
    BL_RSB_GATE(END_CCW, "end_ccw")                                                               \
    BL_RSB_GATE(                                                                                  \
        DRIVE_CW,                                                                                 \
        "drive_cw") /* this cell itself drives GO_CW: it asks or has a path there, or grants the  \
                       way from the right; the table by which the multiplexer of GO_CW chooses */ \
    BL_RSB_GATE(DRIVE_CCW, "drive_ccw")                                                           \
    BL_RSB_GATE(TAKEN, "taken") /* the request when the falling token last came: what the next    \
                                   rising token works on */                                       \
    BL_RSB_GATE(TOKEN, "token") /* the token goes on to the right; rises and falls by turns */    \
    BL_RSB_GATE(OPEN,                                                                             \
                "open") /* path, or no path: takes over TAKEN while the rising token is here */   \
    BL_RSB_GATE(NOTIFIED, "notified") /* answer to the domain: its request has been tried (1), or \
                                         is being undone (0) */

enum bl_rsb_gate {
#define BL_RSB_GATE(name, wire) BL_RSB_##name,
    BL_RSB_GATES(BL_RSB_GATE)
#undef BL_RSB_GATE
        BL_RSB_GATE_COUNT
};

/* Bits of the word behind the gates: the domain's request; the number on the lines, that of the
   token's holder, is this cell's; four bits from BL_RSB_TARGET on, the number of the domain that is
   asked for; what the wires into the cell bring, a bit for each. Two are no bits: BL_RSB_BUSY, the
   wire m_busy of the Verilog cell, 1 while bl_rsb_is_done is false; BL_RSB_PATH, whether the domain
   was notified of a path that it has not begun to give up. */
enum {
    BL_RSB_MOST_GATES = 30,
    BL_RSB_REQUEST = BL_RSB_MOST_GATES,
    BL_RSB_MATCH,
    BL_RSB_TARGET,
    BL_RSB_WIRE = BL_RSB_TARGET + 4,
    BL_RSB_PATH = 62,
    BL_RSB_BUSY
};

/* BL_RSB_WIRE_INTO(NAME, name): the wires into a cell. */
#define BL_RSB_WIRES_INTO(BL_RSB_WIRE_INTO)                                      \
    BL_RSB_WIRE_INTO(LEFT, "left")         /* GO_CW of the cell to the left */   \
    BL_RSB_WIRE_INTO(LEFT_NA, "left_na")   /* NA_CCW of the cell to the left */  \
    BL_RSB_WIRE_INTO(RIGHT, "right")       /* GO_CCW of the cell to the right */ \
    BL_RSB_WIRE_INTO(RIGHT_NA, "right_na") /* NA_CW of the cell to the right */  \
    BL_RSB_WIRE_INTO(HERE, "here") /* TOKEN of the cell to the left; for cell 0 its inverse */

enum {
    BL_RSB_WIRE_BEGIN = BL_RSB_WIRE - 1,
#define BL_RSB_WIRE_INTO(name, word) BL_RSB_WIRE_##name,
    BL_RSB_WIRES_INTO(BL_RSB_WIRE_INTO)
#undef BL_RSB_WIRE_INTO
        BL_RSB_WIRE_END
};

/* A bit of a cell's word, whether it is set, and the domain that is asked for. */
static inline uint64_t bl_rsb_mask(int bit) { return UINT64_C(1) << bit; }
static inline bool bl_rsb_bit(uint64_t word, int bit) { return word >> bit & 1; }
static inline int bl_rsb_target(uint64_t word) { return (int)(word >> BL_RSB_TARGET & 15); }

/* The gates that assumption 2 of docs/rsb.md keeps from moving yet: PASS_* falls after DRIVE_* of
   its way has settled. Of a joined cell only. */
static inline uint64_t bl_rsb_held(uint64_t word, uint64_t excited) {
    uint64_t pass = bl_rsb_mask(BL_RSB_PASS_CW) | bl_rsb_mask(BL_RSB_PASS_CCW);
    return word & excited & excited >> (BL_RSB_DRIVE_CW - BL_RSB_PASS_CW) & pass;
}

/* Nothing is left to do for this cell: its domain has been answered, and a path that was given up
 * is gone. */
static inline bool bl_rsb_is_done(uint64_t word) {
    if (bl_rsb_bit(word, BL_RSB_TAKEN)) return bl_rsb_bit(word, BL_RSB_NOTIFIED);
    return !bl_rsb_bit(word, BL_RSB_NOTIFIED) && !bl_rsb_bit(word, BL_RSB_OWN_CW) &&
           !bl_rsb_bit(word, BL_RSB_OWN_CCW);
}

/* Ways to break the cell on purpose, to see that the checks notice. */
#define BL_RSB_FLAWS(BL_RSB_FLAW)                                                                 \
    BL_RSB_FLAW(NONE, "none")                                                                     \
    BL_RSB_FLAW(NO_CHECK, "no-check")   /* a request goes out although the segment is in use */   \
    BL_RSB_FLAW(NO_ANSWER, "no-answer") /* a segment in use does not answer */                    \
    BL_RSB_FLAW(NO_MUTEX, "no-mutex")   /* the destination grants both ways */                    \
    BL_RSB_FLAW(NO_TOKEN, "no-token")   /* the domain's request is taken without the token */     \
    BL_RSB_FLAW(NO_SETTLE,                                                                        \
                "no-settle") /* the token goes on before the way that lost is free again */       \
    BL_RSB_FLAW(NO_LOOP, "no-release") /* a path is given up without waiting for the way back */  \
    BL_RSB_FLAW(NO_HOLD,                                                                          \
                "no-hold") /* who is meant by a request is not held while the request is there */ \
    BL_RSB_FLAW(CHOICE, "late-choice") /* PASS_* falls before DRIVE_* has settled, as the         \
                                          multiplexer of GO_* must not see it */                  \
    BL_RSB_FLAW(NUMBER, "late-number") /* the number lines settle in the token's cell after its   \
                                          `go` wires have moved */

enum bl_rsb_flaw {
#define BL_RSB_FLAW(name, word) BL_RSB_FLAW_##name,
    BL_RSB_FLAWS(BL_RSB_FLAW)
#undef BL_RSB_FLAW
        BL_RSB_FLAW_COUNT
};

/* Kinds of the rows that a cell is written in. */
enum bl_rsb_row_kind {
    BL_RSB_ROW_END,
    BL_RSB_ROW_GATE,
    BL_RSB_ROW_TABLE, /* a table that stands in the gates that name it (assumption 2) */
    BL_RSB_ROW_TIMED, /* one for which a gate that is to rise waits in the event model: until a
                         gate's delay after it has become 1 */
    BL_RSB_ROW_AHEAD  /* one for which both edges wait: a delay after any change */
};

/* A gate or table: its name and the expression of its next value (rsb_truth.h), over gates, tables,
   the wires of BL_RSB_WIRES_INTO, `request` and `match`. A name that ends with `_w` is two rows,
   with `_cw` and `_ccw`; in its expression `_w` is this way, `_o` the other, and `behind`, `ahead`
   and `ahead_na` are the wires that a request comes over, and that answer it. */
struct bl_rsb_row {
    enum bl_rsb_row_kind kind;
    const char *name, *text;
};

enum { BL_RSB_NAME = 48 }; /* of a gate, with its end */
enum { BL_RSB_TIMED = 4 }; /* most rows of the last two kinds */

/* A cell, compiled from its rows. */
struct bl_rsb_cell {
    int gates; /* BL_RSB_GATE_COUNT and its own */
    char names[BL_RSB_MOST_GATES][BL_RSB_NAME];
    struct bl_rsb_truth truth[BL_RSB_MOST_GATES];
    uint8_t waits[BL_RSB_MOST_GATES]; /* a bit for each timed table that stands in the gate */
    int timed, done; /* done: the timed table of that name, what bl_rsb_is_done says */
    unsigned ahead;  /* those of the timed tables for which both edges wait */
    struct bl_rsb_truth tables[BL_RSB_TIMED];
    uint64_t races; /* gates that may want to move and then not, besides those of arbitration */
    bool joined;    /* a gate `drive` is the table by which a multiplexer chooses (bl_rsb_held) */
    uint64_t sees;  /* the bits that any gate reads, and the gates */
};

/* Rows that count: of several lists the last of each name. */
struct bl_rsb_rows {
    const struct bl_rsb_row *rows[96];
    int count;
};

/* Adds a list, up to BL_RSB_ROW_END; a row replaces that of its name. */
void bl_rsb_rows_add(struct bl_rsb_rows *rows, const struct bl_rsb_row *list);

/* A name as it is in one way: "go_w" is "go_cw", "go_o" is "go_ccw", "source.go_w" is
   "source.go_1", "ahead" is "right". `out` has BL_RSB_NAME bytes. */
void bl_rsb_resolve(char *out, const char *name, bool clockwise);

/* The bit of a name as it is in one way; -1: none, the expression of its row stands there. */
typedef int bl_rsb_leaf(void *user, const char *name);

/* The function of the row `name`. Returns NULL, or what is wrong, about the row `*row` at `*at`. */
const char *bl_rsb_rows_truth(const struct bl_rsb_rows *rows, const char *name,
                              struct bl_rsb_truth *truth, bl_rsb_leaf *leaf, void *user,
                              const struct bl_rsb_row **row, const char **at);

/* Compiles the rows of a cell. Returns NULL, or what is wrong, about the row `*row` at `*at`. */
const char *bl_rsb_cell_of(struct bl_rsb_cell *cell, const struct bl_rsb_rows *rows,
                           const struct bl_rsb_row **row, const char **at);

/* The cell of rtl_templates/rsb/bl_rarb_cell.v: the first of a ring or another, of tables alone
   (JOINED is 0, the first always) or with multiplexers, broken or not. */
void bl_rsb_cell_present(struct bl_rsb_cell *cell, bool first, bool split, enum bl_rsb_flaw flaw);
/* Its rows. */
void bl_rsb_present_rows(struct bl_rsb_rows *rows, bool first, bool split, enum bl_rsb_flaw flaw);

/* The gates that want another value than they have, a bit for each; `word` with its wires. */
uint64_t bl_rsb_excited(const struct bl_rsb_cell *cell, uint64_t word);

/* What was found for words before; all 0 at first. For the cells of a ring, `kind` a small number
   for each different cell. */
enum { BL_RSB_MEMO = 8192 };
struct bl_rsb_memo {
    uint64_t words[BL_RSB_MEMO];
    uint32_t excited[BL_RSB_MEMO];
};
uint64_t bl_rsb_recall(const struct bl_rsb_cell *cell, int kind, uint64_t word,
                       struct bl_rsb_memo *memo);

/* The bit of a gate, a wire, `request` or `match` by its name in one way (struct bl_rsb_row); -1:
   unknown. */
int bl_rsb_cell_bit(const struct bl_rsb_cell *cell, const char *name, int length, bool clockwise);

/* The timed tables that are 1, a bit for each. */
unsigned bl_rsb_timed(const struct bl_rsb_cell *cell, uint64_t word);

/* The gate of the same mutual exclusion, or -1: its rise may take this one's rise back. */
int bl_rsb_partner(int gate);

/* The word of cell `cell` of a ring of `count` with the wires as its neighbours drive them. */
uint64_t bl_rsb_seen(const uint64_t *words, int count, int cell);

/* The wires over which another value is on its way than has arrived: bits from BL_RSB_WIRE on. */
static inline uint64_t bl_rsb_travelling(const uint64_t *words, int count, int cell) {
    return bl_rsb_seen(words, count, cell) ^ words[cell];
}

/* Of a gate or, from BL_RSB_WIRE on, of a wire into the cell: "wire left". */
const char *bl_rsb_gate_word(const struct bl_rsb_cell *cell, int gate);
const char *bl_rsb_flaw_word(enum bl_rsb_flaw flaw);

#endif
