/* Expressions by recursive descent; every part is a truth table over all inputs. */
#include "bus/model/rsb_truth.h"

#include <ctype.h>
#include <string.h>

enum { WORDS = (1 << BL_RSB_INPUTS) / 64, DEPTH = 64 };

struct part {
    uint64_t ones[WORDS];
};

struct parser {
    struct bl_rsb_truth *truth;
    const char *at;
    bl_rsb_find *find;
    void *user;
    int depth;
    const char *wrong;
    const char *where; /* of what is wrong */
};

static struct part choice(struct parser *p);

static struct part constant(bool value) {
    struct part part;
    memset(&part, value ? 255 : 0, sizeof part);
    return part;
}

static struct part fail(struct parser *p, const char *wrong, const char *where) {
    if (!p->wrong) {
        p->wrong = wrong;
        p->where = where;
    }
    return constant(false);
}

/* The table of input k: 1 where bit k of the index is. */
static struct part input(int k) {
    static const uint64_t low[] = {UINT64_C(0xAAAAAAAAAAAAAAAA), UINT64_C(0xCCCCCCCCCCCCCCCC),
                                   UINT64_C(0xF0F0F0F0F0F0F0F0), UINT64_C(0xFF00FF00FF00FF00),
                                   UINT64_C(0xFFFF0000FFFF0000), UINT64_C(0xFFFFFFFF00000000)};
    struct part part;
    for (int i = 0; i < WORDS; i++)
        part.ones[i] = k < 6 ? low[k] : i >> (k - 6) & 1 ? ~UINT64_C(0) : 0;
    return part;
}

static struct part bit(struct parser *p, int bit, const char *where) {
    int k = 0;
    while (k < p->truth->count && p->truth->inputs[k] != bit) k++;
    if (k == BL_RSB_INPUTS) return fail(p, "too many inputs", where);
    if (k == p->truth->count) p->truth->inputs[p->truth->count++] = (uint8_t)bit;
    return input(k);
}

/* An expression in the place of a name. */
static struct part inside(struct parser *p, const char *text, const char *where) {
    const char *at = p->at;
    if (++p->depth > DEPTH) return fail(p, "an expression stands in its own place", where);
    p->at = text;
    struct part part = choice(p);
    if (!p->wrong && *p->at) fail(p, "an operator is expected", p->at);
    p->depth--;
    p->at = at;
    return part;
}

static void skip(struct parser *p) {
    while (isspace((unsigned char)*p->at)) p->at++;
}

static bool take(struct parser *p, char c) {
    skip(p);
    if (*p->at != c) return false;
    p->at++;
    skip(p);
    return true;
}

static struct part name(struct parser *p) {
    const char *begin = p->at;
    while (isalnum((unsigned char)*p->at) || *p->at == '_' || *p->at == '.') p->at++;
    int length = (int)(p->at - begin);
    if (!length) return fail(p, "a name is expected", begin);
    if (length == 1 && (*begin == '0' || *begin == '1')) return constant(*begin == '1');
    struct bl_rsb_name found = p->find(p->user, begin, length);
    if (found.bit >= 0) return bit(p, found.bit, begin);
    return found.text ? inside(p, found.text, begin) : fail(p, "unknown name", begin);
}

static struct part leaf(struct parser *p) {
    skip(p);
    if (take(p, '!')) {
        struct part part = leaf(p);
        for (int i = 0; i < WORDS; i++) part.ones[i] = ~part.ones[i];
        return part;
    }
    if (!take(p, '(')) return name(p);
    struct part part = choice(p);
    return take(p, ')') || p->wrong ? part : fail(p, "')' is expected", p->at);
}

static struct part product(struct parser *p) {
    struct part part = leaf(p);
    while (take(p, '&')) {
        struct part other = leaf(p);
        for (int i = 0; i < WORDS; i++) part.ones[i] &= other.ones[i];
    }
    return part;
}

static struct part difference(struct parser *p) {
    struct part part = product(p);
    while (take(p, '^')) {
        struct part other = product(p);
        for (int i = 0; i < WORDS; i++) part.ones[i] ^= other.ones[i];
    }
    return part;
}

static struct part sum(struct parser *p) {
    struct part part = difference(p);
    while (take(p, '|')) {
        struct part other = difference(p);
        for (int i = 0; i < WORDS; i++) part.ones[i] |= other.ones[i];
    }
    return part;
}

static struct part choice(struct parser *p) {
    struct part part = sum(p);
    if (!take(p, '?')) return part;
    struct part yes = choice(p);
    if (!take(p, ':')) return fail(p, "':' is expected", p->at);
    struct part no = choice(p);
    for (int i = 0; i < WORDS; i++)
        part.ones[i] = (part.ones[i] & yes.ones[i]) | (~part.ones[i] & no.ones[i]);
    return part;
}

const char *bl_rsb_truth(struct bl_rsb_truth *truth, const char *text, bl_rsb_find *find,
                         void *user, const char **at) {
    struct parser p = {.truth = truth, .at = text, .find = find, .user = user};
    memset(truth, 0, sizeof *truth);
    struct part part = choice(&p);
    if (!p.wrong && *p.at) fail(&p, "an operator is expected", p.at);
    memcpy(truth->ones, part.ones, sizeof truth->ones);
    if (at) *at = p.where;
    return p.wrong;
}
