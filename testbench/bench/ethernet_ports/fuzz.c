#include "fuzz.h"

#include <string.h>

#include "base/carried/checked.h"
#include "network/ethernet/carried/header.h"

/* As in counters.def. */
enum event {
    DATA,
    HAD,
    REPORT = 3,
    GREETING,
    SESSION,
    ILLEGAL,
    AHEAD,
    CREDIT,
    BAD = 12,
    NOT_MINE,
    NOBODY
};
enum { HEADER = BL_ETHERNET_MAC_BYTES, PAYLOAD = HEADER + BL_ETHERNET_HEADER_BYTES };
enum {
    MANY = 8,        /* real frames that wait: no other one goes before them */
    FAR_AHEAD = 128, /* more than a window and all that waits */
    MUCH = 0x4000    /* credits: more than a link has */
};

bool fuzz_is_exact(int event) { return event >= SESSION; }

/* ---- fields */

struct field {
    int at, bits;
};
#define FIELD(name) ((struct field){8 * HEADER + BL_ETHERNET_AT_##name, BL_ETHERNET_BITS_##name})

static unsigned get(const uint8_t *bytes, struct field field) {
    unsigned value = 0;
    for (int i = 0; i < (field.bits + 7) / 8; i++) value = value << 8 | bytes[field.at / 8 + i];
    return value >> field.at % 8 & ((1U << field.bits) - 1);
}

static void set(uint8_t *bytes, struct field field, unsigned value) {
    unsigned mask = (1U << field.bits) - 1;
    if (field.bits < 8) {
        uint8_t *byte = bytes + field.at / 8;
        *byte = (uint8_t)((*byte & ~(mask << field.at % 8)) | (value & mask) << field.at % 8);
        return;
    }
    for (int i = field.bits / 8 - 1; i >= 0; i--, value >>= 8)
        bytes[field.at / 8 + i] = (uint8_t)value;
}

static void add(uint8_t *bytes, struct field field, unsigned value) {
    set(bytes, field, get(bytes, field) + value);
}

static unsigned below(struct fuzz *fuzz, unsigned range) {
    return (unsigned)bl_random_below(&fuzz->random, range);
}

/* ---- what a receiver has to make of a frame */

static const uint8_t prefix[] = {0x02, 0x62, 0x6c, 0, 0};

static bool is_own(const uint8_t *address, int node) {
    static const uint8_t all[] = {255, 255, 255, 255, 255, 255};
    return !memcmp(address, all, sizeof all) ||
           (!memcmp(address, prefix, sizeof prefix) && address[5] == node);
}

static bool is_peer(const struct fuzz *fuzz, const uint8_t *address, int node) {
    return !memcmp(address, prefix, sizeof prefix) && address[5] < fuzz->nodes &&
           address[5] != node;
}

/* Only the MAC's padding may follow the payload. */
static bool is_whole(int payload, int length) {
    int least = BL_FRAME_LEAST - PAYLOAD;
    return payload == length || (payload == least && length < least);
}

static bool is_legal_data(const struct fuzz *fuzz, const uint8_t *bytes) {
    int length = (int)get(bytes, FIELD(length)), word = 4 * fuzz->elems;
    return length % word == 0 && length > 0 && length / word <= fuzz->run_words &&
           get(bytes, FIELD(id)) < (unsigned)fuzz->channels &&
           get(bytes, FIELD(keep)) >> fuzz->elems == 0;
}

static bool is_legal(const struct fuzz *fuzz, const uint8_t *bytes, int payload) {
    int length = (int)get(bytes, FIELD(length));
    if (!is_whole(payload, length)) return false;
    switch (get(bytes, FIELD(kind))) {
    case BL_ETHERNET_DATA_FRAME: return is_legal_data(fuzz, bytes);
    case BL_ETHERNET_REPORT: return length == BL_ETHERNET_REPORT_BYTES;
    case BL_ETHERNET_HELLO:
        return length == BL_ETHERNET_HELLO_BYTES && get(bytes, FIELD(session)) != 0;
    default: return false;
    }
}

static enum event fate(const struct fuzz *fuzz, int node, const uint8_t *bytes, int length) {
    unsigned kind = get(bytes, FIELD(kind));
    if (length < PAYLOAD) return BAD;
    if (!is_own(bytes, node) || (bytes[12] << 8 | bytes[13]) != BL_ETHERNET_TYPE) return NOT_MINE;
    if (!is_peer(fuzz, bytes + 6, node)) return NOBODY;
    if (!is_legal(fuzz, bytes, length - PAYLOAD)) return ILLEGAL;
    if (kind == BL_ETHERNET_HELLO) return GREETING;
    if (get(bytes, FIELD(session)) != fuzz->at[node].sessions[bytes[11]]) return SESSION;
    return kind == BL_ETHERNET_REPORT ? REPORT : DATA;
}

/* ---- changes */

static void flip(struct fuzz *fuzz, struct fuzz_node *at, int from, int to) {
    for (int i = 1 + (int)below(fuzz, 8); i > 0 && from < to; i--) {
        unsigned bit = 8 * (unsigned)from + below(fuzz, 8 * (unsigned)(to - from));
        at->made[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

static void fill(struct fuzz *fuzz, struct fuzz_node *at, int from, int to) {
    for (int i = from; i < to; i++) at->made[i] = (uint8_t)below(fuzz, 256);
}

static void other_receiver(struct fuzz *fuzz, struct fuzz_node *at) {
    if (below(fuzz, 2)) flip(fuzz, at, 0, 6);
    else at->made[5] = (uint8_t)below(fuzz, (unsigned)fuzz->nodes);
}
static void other_sender(struct fuzz *fuzz, struct fuzz_node *at) {
    if (below(fuzz, 2)) flip(fuzz, at, 6, 12);
    else at->made[11] = (uint8_t)below(fuzz, PORTS_NODES);
}
static void other_type(struct fuzz *fuzz, struct fuzz_node *at) { flip(fuzz, at, 12, 14); }
static void other_kind(struct fuzz *fuzz, struct fuzz_node *at) {
    set(at->made, FIELD(kind), below(fuzz, 16));
}
static void other_session(struct fuzz *fuzz, struct fuzz_node *at) {
    if (below(fuzz, 2)) flip(fuzz, at, HEADER + 1, HEADER + 3);
    else set(at->made, FIELD(session), below(fuzz, 3));
}
static void other_channel(struct fuzz *fuzz, struct fuzz_node *at) {
    set(at->made, FIELD(id), below(fuzz, 256));
}
static void other_keep(struct fuzz *fuzz, struct fuzz_node *at) {
    set(at->made, FIELD(keep), below(fuzz, 1 << 16));
}
static void other_length(struct fuzz *fuzz, struct fuzz_node *at) {
    unsigned word = 4 * (unsigned)fuzz->elems;
    unsigned lengths[] = {below(fuzz, 1 << 16), word * below(fuzz, (unsigned)fuzz->run_words + 2),
                          below(fuzz, 64), (unsigned)(at->length - PAYLOAD) + below(fuzz, 3) - 1};
    set(at->made, FIELD(length), lengths[below(fuzz, 4)]);
}
static void more_credit(struct fuzz *fuzz, struct fuzz_node *at) {
    add(at->made, FIELD(credit), MUCH + below(fuzz, MUCH));
}
static void far_ahead(struct fuzz *fuzz, struct fuzz_node *at) {
    unsigned step = FAR_AHEAD + below(fuzz, below(fuzz, 2) ? 64 : 1 << 22);
    add(at->made, FIELD(seq), step);
}

static void cut(struct fuzz *fuzz, struct fuzz_node *at) {
    at->length = 1 + (int)below(fuzz, (unsigned)at->length);
}
static void cut_to_words(struct fuzz *fuzz, struct fuzz_node *at) {
    int words = (at->length - PAYLOAD) / (4 * fuzz->elems);
    if (words > 0) at->length = PAYLOAD + 4 * fuzz->elems * (int)below(fuzz, (unsigned)words);
}
static void lengthen(struct fuzz *fuzz, struct fuzz_node *at) {
    unsigned scale = below(fuzz, 4096), most = scale == 0 ? 66000 : scale < 64 ? 9000 : 100;
    int length = at->length + 1 + (int)below(fuzz, most);
    fill(fuzz, at, at->length, length);
    at->length = length;
}
/* So long that 16 bits would make the right length of it. */
static void lengthen_much(struct fuzz *fuzz, struct fuzz_node *at) {
    if (below(fuzz, 512)) lengthen(fuzz, at);
    else at->length += 1 << 16;
}
static int word_of(struct fuzz *fuzz, const struct fuzz_node *at) {
    int word = fuzz->width / 8, words = at->length / word;
    return words > 0 ? word * (int)below(fuzz, (unsigned)words) : 0;
}
static void repeat_word(struct fuzz *fuzz, struct fuzz_node *at) {
    int word = fuzz->width / 8, from = word_of(fuzz, at);
    memmove(at->made + from + word, at->made + from, (size_t)(at->length - from));
    at->length += word;
}
static void lose_word(struct fuzz *fuzz, struct fuzz_node *at) {
    int word = fuzz->width / 8, from = word_of(fuzz, at);
    if (at->length <= word) return;
    memmove(at->made + from, at->made + from + word, (size_t)(at->length - from - word));
    at->length -= word;
}
static void swap_words(struct fuzz *fuzz, struct fuzz_node *at) {
    int a = word_of(fuzz, at), b = word_of(fuzz, at);
    for (int i = 0; i < fuzz->width / 8; i++) {
        uint8_t byte = at->made[a + i];
        at->made[a + i] = at->made[b + i];
        at->made[b + i] = byte;
    }
}
/* Told and filled alike: only its size may be wrong. */
static void other_size(struct fuzz *fuzz, struct fuzz_node *at) {
    int word = 4 * fuzz->elems, words = (int)below(fuzz, 2 * (unsigned)fuzz->run_words);
    int payload = words * word + (below(fuzz, 2) ? (int)below(fuzz, (unsigned)word) : 0);
    if (PAYLOAD + payload > at->length) fill(fuzz, at, at->length, PAYLOAD + payload);
    set(at->made, FIELD(length), (unsigned)payload);
    at->length = PAYLOAD + payload < BL_FRAME_LEAST ? BL_FRAME_LEAST : PAYLOAD + payload;
}
/* Frames of a word of the MAC, one behind the other. */
static void runt(struct fuzz *fuzz, struct fuzz_node *at) {
    int word = fuzz->width / 8, most = word < PAYLOAD ? word : PAYLOAD - 1;
    at->length = 1 + (int)below(fuzz, (unsigned)most);
    at->burst = (int)below(fuzz, 10);
}
static void runt_again(struct fuzz *fuzz, struct fuzz_node *at) {
    int burst = at->burst - 1;
    runt(fuzz, at);
    at->burst = burst;
}
static void flip_any(struct fuzz *fuzz, struct fuzz_node *at) { flip(fuzz, at, 0, at->length); }
static void flip_head(struct fuzz *fuzz, struct fuzz_node *at) { flip(fuzz, at, 0, PAYLOAD); }
static void noise(struct fuzz *fuzz, struct fuzz_node *at) {
    int heads[] = {0, 6, 12, HEADER, HEADER + 1, HEADER + 3};
    at->length = 1 + (int)below(fuzz, 200);
    fill(fuzz, at, heads[below(fuzz, 6)], at->length);
}
/* Other data under a right header, too. */
static void damage(struct fuzz *fuzz, struct fuzz_node *at) {
    at->bad = true;
    if (below(fuzz, 2)) flip(fuzz, at, 0, at->length);
    if (below(fuzz, 2)) far_ahead(fuzz, at);
}

static void keep_all(struct fuzz *fuzz, struct fuzz_node *at) { (void)fuzz, (void)at; }
static void make_report(struct fuzz *fuzz, struct fuzz_node *at) {
    set(at->made, FIELD(kind), BL_ETHERNET_REPORT);
    set(at->made, FIELD(length), BL_ETHERNET_REPORT_BYTES);
    set(at->made, FIELD(probe), below(fuzz, 2));
    at->length = BL_FRAME_LEAST;
    fill(fuzz, at, PAYLOAD, at->length);
}
static void make_greeting(struct fuzz *fuzz, struct fuzz_node *at) {
    set(at->made, FIELD(kind), BL_ETHERNET_HELLO);
    set(at->made, FIELD(length), BL_ETHERNET_HELLO_BYTES);
    set(at->made, FIELD(probe), below(fuzz, 2));
    at->length = BL_FRAME_LEAST;
    memset(at->made + PAYLOAD, 0, (size_t)(at->length - PAYLOAD)); /* the model's hash */
    fill(fuzz, at, PAYLOAD, PAYLOAD + 2);
}

/* share: of so many draws. event: what the receiver may make of it beside dropping it. A row with
   one leaves the acknowledge of the frame as it was, and, but for CREDIT, its credit. */
static const struct change {
    void (*make)(struct fuzz *fuzz, struct fuzz_node *at);
    unsigned share;
    int event;
} changes[] = {
    {other_receiver, 6, -1},
    {other_sender, 6, -1},
    {other_type, 6, -1},
    {other_kind, 6, -1},
    {other_session, 8, -1},
    {other_channel, 4, -1},
    {other_keep, 4, -1},
    {other_length, 10, -1},
    {cut, 6, -1},
    {cut_to_words, 4, -1},
    {lengthen_much, 8, -1},
    {repeat_word, 8, -1},
    {lose_word, 8, -1},
    {swap_words, 4, -1},
    {flip_any, 6, -1},
    {flip_head, 6, -1},
    {noise, 4, -1},
    {damage, 8, -1},
    {far_ahead, 6, AHEAD},
    {keep_all, 6, DATA},
    {other_size, 8, -1},
    {runt, 2, -1},
    {make_report, 1, REPORT},
    {make_greeting, 2, GREETING},
    {more_credit, 4, CREDIT},
};
enum { CHANGES = sizeof changes / sizeof *changes };

static const struct change burst = {runt_again, 0, -1};

static const struct change *draw(struct fuzz *fuzz, const struct fuzz_node *at) {
    if (at->burst > 0) return &burst;
    unsigned all = 0;
    for (int i = 0; i < CHANGES; i++) all += changes[i].share;
    int row = 0;
    for (unsigned at = below(fuzz, all); at >= changes[row].share; row++) at -= changes[row].share;
    return &changes[row];
}

static enum event try(struct fuzz *fuzz, int node, int *may) {
    struct fuzz_node *at = &fuzz->at[node];
    unsigned known = at->got < FUZZ_PAST ? at->got : FUZZ_PAST;
    const struct fuzz_frame *past = &at->past[below(fuzz, known)];
    memcpy(at->made, past->bytes, (size_t)past->length);
    at->length = past->length;
    at->bad = false;
    const struct change *change = draw(fuzz, at);
    *may = change->event;
    /* as if it were one that has still to come */
    if (change->event < 0 && below(fuzz, 2)) add(at->made, FIELD(seq), 1 + below(fuzz, 8));
    change->make(fuzz, at);
    if (at->bad) return BAD;
    enum event event = fate(fuzz, node, at->made, at->length);
    bool counts = event == DATA || (event == REPORT && change->event == CREDIT);
    return counts && change->event > REPORT ? (enum event)change->event : event;
}

/* A frame in `made` that is dropped, or does no harm. */
static void make(struct fuzz *fuzz, int node) {
    enum event event;
    int may;
    do event = try(fuzz, node, &may);
    while (!fuzz_is_exact((int)event) && (int)event != may);
    if (event == DATA) event = HAD;
    fuzz->due[event]++;
    fuzz->all++;
}

/* ---- between the MAC and the node */

static void collect(struct fuzz *fuzz, struct fuzz_node *at, const struct bl_ethernet_in *in) {
    struct fuzz_frame *frame = &at->way[(at->first + at->count) % FUZZ_WAY];
    int bytes = __builtin_popcountll(in->tkeep);
    memcpy(frame->bytes + frame->length, in->tdata, (size_t)bytes);
    frame->length += bytes;
    if (!in->tlast) return;
    if (++at->count == FUZZ_WAY) bl_zfatal("fuzz: too many frames wait");
    at->way[(at->first + at->count) % FUZZ_WAY].length = 0;
    if (!fuzz->ends) at->quota += (int)below(fuzz, 2 * (unsigned)fuzz->rate + 1);
}

static void choose(struct fuzz *fuzz, int node) {
    struct fuzz_node *at = &fuzz->at[node];
    if (at->pause > 0) at->pause--;
    else if (at->got > 0 && at->quota > 0 && at->count < MANY && !fuzz->ends) {
        at->quota--;
        make(fuzz, node);
        at->own = true;
        at->bytes = at->made;
    } else if (at->count > 0) {
        at->own = at->bad = false;
        at->bytes = at->way[at->first].bytes;
        at->length = at->way[at->first].length;
    }
    at->at = 0;
}

/* A frame of the switch's, which sends those for unknown addresses to all. */
static void pass(struct fuzz *fuzz, int node) {
    struct fuzz_node *at = &fuzz->at[node];
    const struct fuzz_frame *frame = &at->way[at->first];
    enum event event = fate(fuzz, node, frame->bytes, frame->length);
    if (event == GREETING) at->sessions[frame->bytes[11]] = get(frame->bytes, FIELD(session));
    if (fuzz_is_exact((int)event)) fuzz->due[event]++;
    at->past[at->got++ % FUZZ_PAST] = *frame;
    at->first = (at->first + 1) % FUZZ_WAY;
    at->count--;
}

static void end(struct fuzz *fuzz, int node) {
    struct fuzz_node *at = &fuzz->at[node];
    at->bytes = NULL;
    at->pause = at->burst > 0 || below(fuzz, 2) ? 0 : (int)below(fuzz, 4);
    if (!at->own) pass(fuzz, node);
}

static void give(struct fuzz *fuzz, int node, struct bl_ethernet_in *in) {
    struct fuzz_node *at = &fuzz->at[node];
    int word = fuzz->width / 8, rest = at->length - at->at, bytes = rest < word ? rest : word;
    uint8_t *data = (uint8_t *)in->tdata;
    memcpy(data, at->bytes + at->at, (size_t)bytes);
    for (int i = bytes; i < word; i++) data[i] = (uint8_t)below(fuzz, 256);
    in->tvalid = 1;
    in->tkeep = UINT64_MAX >> (64 - bytes);
    in->tlast = bytes == rest;
    in->tuser = in->tlast && at->bad;
    at->at += bytes;
    if (in->tlast) end(fuzz, node);
}

void fuzz_change(struct fuzz *fuzz, int node, struct bl_ethernet_in *in) {
    struct fuzz_node *at = &fuzz->at[node];
    if (in->tvalid) collect(fuzz, at, in);
    if (!at->bytes) choose(fuzz, node);
    in->tvalid = in->tlast = in->tuser = 0;
    if (at->bytes) give(fuzz, node, in);
}
