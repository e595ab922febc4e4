/* The gates of the arbiter cell of the ring segmented bus. */
#include "rsb_cell.h"

#define BIT(name) bl_rsb_bit(word, BL_RSB_##name)

static bool pass(uint32_t word, const struct bl_rsb_wires *w, enum bl_rsb_gate gate) {
    if (gate == BL_RSB_PASS_CW) return w->left && !BIT(OWN_CCW) && (!BIT(MATCH_CW) || BIT(END_CCW));
    return w->right && !BIT(OWN_CW) && (!BIT(MATCH_CCW) || BIT(END_CW));
}

static bool go(uint32_t word, enum bl_rsb_gate gate) {
    if (gate == BL_RSB_GO_CW) return (BIT(OWN_CW) && BIT(OPEN)) || BIT(END_CCW) || BIT(PASS_CW);
    return (BIT(OWN_CCW) && BIT(OPEN)) || BIT(END_CW) || BIT(PASS_CCW);
}

/* Stays until the cells behind have been left, so that its fall says that the whole way is free again. */
static bool not_available(uint32_t word, const struct bl_rsb_wires *w, enum bl_rsb_gate gate, enum bl_rsb_flaw flaw) {
    bool used = gate == BL_RSB_NA_CW ? BIT(OWN_CW) || BIT(END_CCW) : BIT(OWN_CCW) || BIT(END_CW);
    if (flaw == BL_RSB_FLAW_NO_ANSWER) used = false;
    if (gate == BL_RSB_NA_CW) return w->right_na ? BIT(PASS_CW) || BIT(NA_CW) : BIT(PASS_CW) && used;
    return w->left_na ? BIT(PASS_CCW) || BIT(NA_CCW) : BIT(PASS_CCW) && used;
}

/* Asks as long as the domain wants a path and has not been answered, when nothing stands on the segment; holds while the grant is there. */
static bool own(uint32_t word, const struct bl_rsb_wires *w, enum bl_rsb_gate gate, enum bl_rsb_flaw flaw) {
    bool back = gate == BL_RSB_OWN_CW ? w->right : w->left, self = bl_rsb_bit(word, gate), ask = BIT(OPEN) && !BIT(TOLD);
    if (flaw == BL_RSB_FLAW_NO_CHECK) return ask || (back && self);
    if (flaw == BL_RSB_FLAW_NO_LOOP) return ask || (back && self && BIT(OPEN));
    return back ? self : ask;
}

static bool end(uint32_t word, const struct bl_rsb_wires *w, enum bl_rsb_gate gate, enum bl_rsb_flaw flaw) {
    bool free = flaw == BL_RSB_FLAW_NO_MUTEX;
    if (gate == BL_RSB_END_CW) return w->left && BIT(MATCH_CW) && (free || !BIT(END_CCW));
    return w->right && BIT(MATCH_CCW) && (free || !BIT(END_CW));
}

static bool told(uint32_t word, const struct bl_rsb_wires *w) {
    if (!BIT(OPEN)) return BIT(TOLD) && (BIT(OWN_CW) || BIT(OWN_CCW));
    return BIT(TOLD) || ((w->right || w->right_na) && (w->left || w->left_na));
}

static bool token(uint32_t word, const struct bl_rsb_wires *w, enum bl_rsb_flaw flaw) {
    bool settled = flaw == BL_RSB_FLAW_NO_SETTLE || !(w->left_na || w->right_na);
    return w->token && (BIT(TOKEN) || settled) && !BIT(LOCK);
}

bool bl_rsb_next(uint32_t word, const struct bl_rsb_wires *w, enum bl_rsb_gate gate, enum bl_rsb_flaw flaw) {
    switch (gate) {
        case BL_RSB_PASS_CW: case BL_RSB_PASS_CCW: return pass(word, w, gate);
        case BL_RSB_GO_CW: case BL_RSB_GO_CCW: return go(word, gate);
        case BL_RSB_NA_CW: case BL_RSB_NA_CCW: return not_available(word, w, gate, flaw);
        case BL_RSB_OWN_CW: case BL_RSB_OWN_CCW: return own(word, w, gate, flaw);
        case BL_RSB_END_CW: case BL_RSB_END_CCW: return end(word, w, gate, flaw);
        case BL_RSB_LOCK: return BIT(WISH) != BIT(TOLD) && !BIT(TOKEN);
        case BL_RSB_TOKEN: return token(word, w, flaw);
        case BL_RSB_OPEN: return BIT(LOCK) && (w->token || flaw == BL_RSB_FLAW_NO_TOKEN) ? BIT(WISH) : BIT(TOLD);
        default: return told(word, w);
    }
}

int bl_rsb_partner(enum bl_rsb_gate gate) {
    switch (gate) {
        case BL_RSB_END_CW: return BL_RSB_END_CCW;
        case BL_RSB_END_CCW: return BL_RSB_END_CW;
        case BL_RSB_LOCK: return BL_RSB_TOKEN;
        case BL_RSB_TOKEN: return BL_RSB_LOCK;
        default: return -1;
    }
}

struct bl_rsb_wires bl_rsb_wires(const uint32_t *words, int count, int cell) {
    uint32_t left = words[cell ? cell - 1 : count - 1], right = words[cell + 1 < count ? cell + 1 : 0];
    return (struct bl_rsb_wires){
        .left = bl_rsb_bit(left, BL_RSB_GO_CW), .left_na = bl_rsb_bit(left, BL_RSB_NA_CCW),
        .right = bl_rsb_bit(right, BL_RSB_GO_CCW), .right_na = bl_rsb_bit(right, BL_RSB_NA_CW),
        .token = bl_rsb_bit(left, BL_RSB_TOKEN) != (cell == 0),
    };
}

const char *bl_rsb_gate_word(enum bl_rsb_gate gate) {
    static const char *const words[] = {
#define BL_RSB_GATE(name, wire) wire,
        BL_RSB_GATES(BL_RSB_GATE)
#undef BL_RSB_GATE
    };
    return words[gate];
}

const char *bl_rsb_flaw_word(enum bl_rsb_flaw flaw) {
    static const char *const words[] = {
#define BL_RSB_FLAW(name, word) word,
        BL_RSB_FLAWS(BL_RSB_FLAW)
#undef BL_RSB_FLAW
    };
    return words[flaw];
}
