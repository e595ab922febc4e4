/* The arbiter cell of the ring segmented bus as a network of gates, for the checker and the event
   model. docs/rsb.md tells the protocol. A cell's state is one word: a bit for every gate, then
   what the domain and the compared number add. */
#ifndef BL_RSB_CELL_H
#define BL_RSB_CELL_H

#include <stdbool.h>
#include <stdint.h>

enum { BL_RSB_CELLS = 16 }; /* most cells of a ring; the number of a domain has four bits */

/* BL_RSB_GATE(NAME, wire of the Verilog cell). Clockwise is towards the higher number, which is
 * called right. */
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
    BL_RSB_GATE(                                                                                  \
        TOLD,                                                                                     \
        "told") /* answer to the domain: its request has been tried (1), or is being undone (0) */

enum bl_rsb_gate {
#define BL_RSB_GATE(name, wire) BL_RSB_##name,
    BL_RSB_GATES(BL_RSB_GATE)
#undef BL_RSB_GATE
        BL_RSB_GATE_COUNT,
    BL_RSB_BUSY /* no gate: the wire m_busy of the Verilog cell, 1 while bl_rsb_is_done is false */
};

/* Bits of the word behind the gates: the domain's request; the number on the lines, that of the
   token's holder, is this cell's; four bits from BL_RSB_TARGET on, the number of the domain that is
   asked for; where wires have a delay what has arrived, a bit for each wire. */
enum {
    BL_RSB_REQUEST = BL_RSB_GATE_COUNT,
    BL_RSB_MATCH,
    BL_RSB_TARGET,
    BL_RSB_WIRE = BL_RSB_TARGET + 4
};

/* BL_RSB_WIRE_INTO(NAME, member of struct bl_rsb_wires): the wires into a cell. */
#define BL_RSB_WIRES_INTO(BL_RSB_WIRE_INTO) \
    BL_RSB_WIRE_INTO(LEFT, left)            \
    BL_RSB_WIRE_INTO(LEFT_NA, left_na)      \
    BL_RSB_WIRE_INTO(RIGHT, right)          \
    BL_RSB_WIRE_INTO(RIGHT_NA, right_na) BL_RSB_WIRE_INTO(TOKEN, token)

enum {
    BL_RSB_WIRE_BEGIN = BL_RSB_WIRE - 1,
#define BL_RSB_WIRE_INTO(name, member) BL_RSB_WIRE_##name,
    BL_RSB_WIRES_INTO(BL_RSB_WIRE_INTO)
#undef BL_RSB_WIRE_INTO
        BL_RSB_WIRE_END
};

/* The gates that assumption 2 of docs/rsb.md keeps from moving yet: PASS_* falls after DRIVE_* of
   its way has settled. Not where that is split. */
static inline uint32_t bl_rsb_held(uint32_t word, uint32_t excited) {
    uint32_t pass = UINT32_C(1) << BL_RSB_PASS_CW | UINT32_C(1) << BL_RSB_PASS_CCW;
    return word & excited & excited >> (BL_RSB_DRIVE_CW - BL_RSB_PASS_CW) & pass;
}

static inline bool bl_rsb_bit(uint32_t word, int bit) { return word >> bit & 1; }
static inline int bl_rsb_target(uint32_t word) { return (int)(word >> BL_RSB_TARGET & 15); }

/* Nothing is left to do for this cell: its domain has been answered, and a path that was given up
 * is gone. */
static inline bool bl_rsb_is_done(uint32_t word) {
    if (bl_rsb_bit(word, BL_RSB_TAKEN)) return bl_rsb_bit(word, BL_RSB_TOLD);
    return !bl_rsb_bit(word, BL_RSB_TOLD) && !bl_rsb_bit(word, BL_RSB_OWN_CW) &&
           !bl_rsb_bit(word, BL_RSB_OWN_CCW);
}

/* What a cell sees of its neighbours. */
struct bl_rsb_wires {
    bool left, left_na;   /* GO_CW and NA_CCW of the cell to the left */
    bool right, right_na; /* GO_CCW and NA_CW of the cell to the right */
    bool token; /* TOKEN of the cell to the left; for cell 0 its inverse, which makes the one token
                 */
    bool first; /* this is cell 0 */
    bool split; /* DRIVE_* and GO_* are tables of their own, and NA_* sees DRIVE_*: always in cell 0
                   (bl_rarb_cell) */
};

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

/* The value that a gate wants to have. */
bool bl_rsb_next(uint32_t word, const struct bl_rsb_wires *wires, enum bl_rsb_gate gate,
                 enum bl_rsb_flaw flaw);

/* The gates that want another value than they have, a bit for each. */
uint32_t bl_rsb_excited(uint32_t word, const struct bl_rsb_wires *wires, enum bl_rsb_flaw flaw);

/* The gate of the same mutual exclusion, or -1: its rise may take this one's rise back. */
int bl_rsb_partner(enum bl_rsb_gate gate);

/* What cell `cell` of a ring of `count` sees. */
struct bl_rsb_wires bl_rsb_wires(const uint32_t *words, int count, int cell);

/* What has arrived at a cell over wires that have a delay: its bits from BL_RSB_WIRE on. */
struct bl_rsb_wires bl_rsb_arrived(uint32_t word, int cell);

/* The wires, bits from BL_RSB_WIRE on, over which another value is on its way than has arrived. */
uint32_t bl_rsb_travelling(const uint32_t *words, int count, int cell);

/* Of a gate or, from BL_RSB_WIRE on, of a wire into the cell. */
const char *bl_rsb_gate_word(int gate);
const char *bl_rsb_flaw_word(enum bl_rsb_flaw flaw);

#endif
