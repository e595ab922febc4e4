/* The gates of the arbiter cell of the ring segmented bus. */
#include "simulation/ring/rsb_cell.h"

#define BIT(name) bl_rsb_bit(word, BL_RSB_##name)

/* One way through a cell, seen from the side that a request comes from. */
struct way {
    bool request, back,
        back_na; /* from behind; from ahead, which is the grant; not available from ahead */
    bool pass, na, own, end, drive;
    bool other_own, other_end, other_go;
};

static bool is_clockwise(enum bl_rsb_gate gate) {
    switch (gate) {
    case BL_RSB_PASS_CW:
    case BL_RSB_GO_CW:
    case BL_RSB_NA_CW:
    case BL_RSB_OWN_CW:
    case BL_RSB_END_CW:
    case BL_RSB_DRIVE_CW: return true;
    default: return false;
    }
}

static struct way way_of(uint32_t word, const struct bl_rsb_wires *w, bool clockwise) {
    if (clockwise)
        return (struct way){w->left,      w->right,     w->right_na, BIT(PASS_CW),
                            BIT(NA_CW),   BIT(OWN_CW),  BIT(END_CW), BIT(DRIVE_CW),
                            BIT(OWN_CCW), BIT(END_CCW), BIT(GO_CCW)};
    return (struct way){w->right,    w->left,      w->left_na,   BIT(PASS_CCW),
                        BIT(NA_CCW), BIT(OWN_CCW), BIT(END_CCW), BIT(DRIVE_CCW),
                        BIT(OWN_CW), BIT(END_CW),  BIT(GO_CW)};
}

/* A request that comes now is for this domain: its number is there, and no way has been granted. */
static bool is_meant(uint32_t word) { return BIT(MATCH) && BIT(END_CW) == BIT(END_CCW); }

/* Handed on: a request for others or for a domain that is taken, or a grant; not a grant for this
 * domain. Held while it is there. */
static bool pass(const struct way *way, bool meant, enum bl_rsb_flaw flaw) {
    if (!way->request) return false;
    if (meant) return way->pass && flaw != BL_RSB_FLAW_NO_HOLD;
    return way->other_own ? way->pass : !way->end;
}

/* Granted. A request is new while no `go` wire answers it; when one does, the grant is held. */
static bool end(const struct way *way, bool meant, enum bl_rsb_flaw flaw) {
    if (!way->request) return false;
    if (flaw == BL_RSB_FLAW_NO_MUTEX && meant) return true;
    return meant && !way->other_go ? !way->other_end : way->end;
}

static bool drive(const struct way *way, bool open) {
    return (way->own && open) || (way->other_end && !way->end);
}

/* This domain is the source or the end of a way, or is about to be. A table before "not available".
 */
static bool is_used(uint32_t word) {
    return BIT(OWN_CW) || BIT(OWN_CCW) || BIT(END_CW) || BIT(END_CCW);
}

/* Stays until the cells behind have been left, so that its fall says that the whole way is free
   again. In cell 0 the token says whose answer it is: past it that of another, else its own. */
static bool not_available(const struct way *way, bool used, bool holds, enum bl_rsb_flaw flaw) {
    return (way->pass && used && flaw != BL_RSB_FLAW_NO_ANSWER) ||
           (way->back_na && (way->pass || holds));
}

/* Asks as long as the domain wants a path and has not been answered, when nothing stands on the
 * segment; holds while the grant is there. */
static bool own(const struct way *way, bool open, bool told, enum bl_rsb_flaw flaw) {
    bool ask = open && !told;
    if (flaw == BL_RSB_FLAW_NO_CHECK) return ask || (way->back && way->own);
    if (flaw == BL_RSB_FLAW_NO_LOOP) return ask || (way->back && way->own && open);
    return way->back ? way->own : ask;
}

static bool told(uint32_t word, const struct bl_rsb_wires *w) {
    return BIT(OPEN) && (BIT(TOLD) || ((w->right || w->right_na) && (w->left || w->left_na)));
}

static bool token(uint32_t word, const struct bl_rsb_wires *w, enum bl_rsb_flaw flaw) {
    bool settled = flaw == BL_RSB_FLAW_NO_SETTLE || !(w->left_na || w->right_na);
    return w->token && (BIT(TOKEN) || (settled && bl_rsb_is_done(word)));
}

static inline bool next(uint32_t word, const struct bl_rsb_wires *w, const struct way *way,
                        enum bl_rsb_gate gate, enum bl_rsb_flaw flaw) {
    switch (gate) {
    case BL_RSB_PASS_CW:
    case BL_RSB_PASS_CCW: return pass(way, is_meant(word), flaw);
    case BL_RSB_GO_CW:
    case BL_RSB_GO_CCW: return way->drive || way->pass;
    case BL_RSB_NA_CW:
    case BL_RSB_NA_CCW:
        return not_available(way, w->split ? way->drive : is_used(word),
                             w->first ? BIT(TOKEN) : way->na, flaw);
    case BL_RSB_OWN_CW:
    case BL_RSB_OWN_CCW: return own(way, BIT(OPEN), BIT(TOLD), flaw);
    case BL_RSB_END_CW:
    case BL_RSB_END_CCW: return end(way, is_meant(word), flaw);
    case BL_RSB_DRIVE_CW:
    case BL_RSB_DRIVE_CCW: return drive(way, BIT(OPEN));
    case BL_RSB_TAKEN: return w->token && BIT(TOKEN) ? BIT(REQUEST) : BIT(TAKEN);
    case BL_RSB_TOKEN: return token(word, w, flaw);
    case BL_RSB_OPEN:
        return flaw == BL_RSB_FLAW_NO_TOKEN || (w->token && !BIT(TOKEN)) ? BIT(TAKEN) : BIT(OPEN);
    default: return told(word, w);
    }
}

bool bl_rsb_next(uint32_t word, const struct bl_rsb_wires *w, enum bl_rsb_gate gate,
                 enum bl_rsb_flaw flaw) {
    struct way way = way_of(word, w, is_clockwise(gate));
    return next(word, w, &way, gate, flaw);
}

/* Written out gate by gate, and without a flaw where there is none: the searches spend their time
 * here. */
static inline uint32_t excited(uint32_t word, const struct bl_rsb_wires *w, enum bl_rsb_flaw flaw) {
    struct way clockwise = way_of(word, w, true), counter = way_of(word, w, false);
    uint32_t set = 0;
#define BL_RSB_GATE(name, wire)                                                         \
    set |= (uint32_t)next(word, w, is_clockwise(BL_RSB_##name) ? &clockwise : &counter, \
                          BL_RSB_##name, flaw)                                          \
           << BL_RSB_##name;
    BL_RSB_GATES(BL_RSB_GATE)
#undef BL_RSB_GATE
    return set ^ (word & ((UINT32_C(1) << BL_RSB_GATE_COUNT) - 1));
}

uint32_t bl_rsb_excited(uint32_t word, const struct bl_rsb_wires *w, enum bl_rsb_flaw flaw) {
    return flaw == BL_RSB_FLAW_NONE ? excited(word, w, BL_RSB_FLAW_NONE) : excited(word, w, flaw);
}

int bl_rsb_partner(enum bl_rsb_gate gate) {
    switch (gate) {
    case BL_RSB_END_CW: return BL_RSB_END_CCW;
    case BL_RSB_END_CCW: return BL_RSB_END_CW;
    default: return -1;
    }
}

struct bl_rsb_wires bl_rsb_wires(const uint32_t *words, int count, int cell) {
    uint32_t left = words[cell ? cell - 1 : count - 1],
             right = words[cell + 1 < count ? cell + 1 : 0];
    return (struct bl_rsb_wires){
        .left = bl_rsb_bit(left, BL_RSB_GO_CW),
        .left_na = bl_rsb_bit(left, BL_RSB_NA_CCW),
        .right = bl_rsb_bit(right, BL_RSB_GO_CCW),
        .right_na = bl_rsb_bit(right, BL_RSB_NA_CW),
        .token = bl_rsb_bit(left, BL_RSB_TOKEN) != (cell == 0),
        .first = cell == 0,
        .split = cell == 0,
    };
}

struct bl_rsb_wires bl_rsb_arrived(uint32_t word, int cell) {
    return (struct bl_rsb_wires){
#define BL_RSB_WIRE_INTO(name, member) .member = bl_rsb_bit(word, BL_RSB_WIRE_##name),
        BL_RSB_WIRES_INTO(BL_RSB_WIRE_INTO)
#undef BL_RSB_WIRE_INTO
            .first = cell == 0,
        .split = cell == 0,
    };
}

uint32_t bl_rsb_travelling(const uint32_t *words, int count, int cell) {
    struct bl_rsb_wires sent = bl_rsb_wires(words, count, cell),
                        here = bl_rsb_arrived(words[cell], cell);
    uint32_t set = 0;
#define BL_RSB_WIRE_INTO(name, member) \
    set |= (uint32_t)(sent.member != here.member) << BL_RSB_WIRE_##name;
    BL_RSB_WIRES_INTO(BL_RSB_WIRE_INTO)
#undef BL_RSB_WIRE_INTO
    return set;
}

const char *bl_rsb_gate_word(int gate) {
    static const char *const words[] = {
#define BL_RSB_GATE(name, wire) wire,
        BL_RSB_GATES(BL_RSB_GATE)
#undef BL_RSB_GATE
    };
    static const char *const wires[] = {
#define BL_RSB_WIRE_INTO(name, member) "wire " #member,
        BL_RSB_WIRES_INTO(BL_RSB_WIRE_INTO)
#undef BL_RSB_WIRE_INTO
    };
    return gate < BL_RSB_WIRE ? words[gate] : wires[gate - BL_RSB_WIRE];
}

const char *bl_rsb_flaw_word(enum bl_rsb_flaw flaw) {
    static const char *const words[] = {
#define BL_RSB_FLAW(name, word) word,
        BL_RSB_FLAWS(BL_RSB_FLAW)
#undef BL_RSB_FLAW
    };
    return words[flaw];
}
