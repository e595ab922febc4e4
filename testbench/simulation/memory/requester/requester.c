#include "simulation/memory/requester/requester.h"

#include <string.h>

#include "base/carried/checked.h"

enum { KB = 1024, MOST_REGIONS = 4096 };
enum { SAVED = 64 /* words that a port may be late and catch up */ };
enum { READ_BYTES = 128, AHEAD = 256, BUFFERED = 512 /* words of the scattering requester */ };
static const uint64_t HALF = UINT64_C(256) << 20;

/* SHIFTED: sequential, in other banks than the reads. */
enum order { NONE, SEQUENTIAL, SHIFTED, ANYWHERE, STRIDE_1K, STRIDE_4K, IN_TURN, AT_RANDOM };
enum starts { FIRST_PAGE, RANDOM_PAGE, ROTATED };
enum ports { ONE, TWO, COUPLED };

struct pattern {
    const char *name;
    enum order reads, writes;
    enum ports ports;
    enum starts starts;      /* of regions, where writes go to such */
    uint64_t region, filled; /* bytes from one to the next, and before it begins again */
};

static const struct pattern patterns[] = {
    {"seq_read", SEQUENTIAL, NONE, ONE, 0, 0, 0},
    {"seq_write", NONE, SEQUENTIAL, ONE, 0, 0, 0},
    {"rand_read", ANYWHERE, NONE, ONE, 0, 0, 0},
    {"rand_write", NONE, ANYWHERE, ONE, 0, 0, 0},
    {"stride_1k_read", STRIDE_1K, NONE, ONE, 0, 0, 0},
    {"stride_1k_write", NONE, STRIDE_1K, ONE, 0, 0, 0},
    {"stride_4k_read", STRIDE_4K, NONE, ONE, 0, 0, 0},
    {"mix_runs", SEQUENTIAL, SHIFTED, ONE, 0, 0, 0},
    {"duplex_seq", SEQUENTIAL, SHIFTED, TWO, 0, 0, 0},
    {"duplex_seqR_randW", SEQUENTIAL, ANYWHERE, TWO, 0, 0, 0},
    {"scatter_rr_samebank", NONE, IN_TURN, ONE, FIRST_PAGE, 1024 * KB, 1024 * KB},
    {"scatter_rr_randbank", NONE, IN_TURN, ONE, RANDOM_PAGE, 1024 * KB, 1024 * KB},
    {"scatter", SEQUENTIAL, AT_RANDOM, COUPLED, ROTATED, 64 * KB, 64 * KB},
    {"scatter_rotated", SEQUENTIAL, AT_RANDOM, COUPLED, ROTATED, 64 * KB, KB},
    {"scatter_samebank", SEQUENTIAL, AT_RANDOM, COUPLED, FIRST_PAGE, 64 * KB, KB},
};

/* What a port hands over: one burst at a time, its address and, of a write, its words. */
struct port {
    int64_t saved; /* words that it may move at once */
    bool busy, read_address, write_address;
    uint64_t address;
    int words; /* of a write, still to be handed over */
};

struct requester {
    const struct pattern *pattern;
    const struct bl_requests *requests;
    struct bl_hbm *channel;
    int word_bytes;
    struct bl_axi_in in;
    struct bl_axi_out out;
    struct port ports[2];
    uint64_t random;
    uint64_t bursts, chosen[2]; /* in all; of each direction, that have an address */
    int outstanding[2];
    int64_t asked, received, promised, handed, answered; /* words */
    uint64_t next[MOST_REGIONS];
};

/* xorshift64*: the regions' first pages are those of the reference's table. */
static uint64_t draw(struct requester *requester) {
    uint64_t *x = &requester->random;
    *x ^= *x << 13, *x ^= *x >> 7, *x ^= *x << 17;
    return (*x * UINT64_C(2685821657736338717)) >> 11;
}

static const struct pattern *pattern_named(const char *name) {
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (strcmp(patterns[i].name, name) == 0) return &patterns[i];
    bl_zfatal("unknown pattern of memory requests");
}

static int burst_bytes(const struct requester *requester, bool write) {
    return requester->pattern->ports == COUPLED && !write ? READ_BYTES
                                                          : requester->requests->burst_bytes;
}

static uint64_t first_page(struct requester *requester, int region) {
    switch (requester->pattern->starts) {
    case RANDOM_PAGE: return draw(requester) % 64 * KB;
    case ROTATED: return (uint64_t)(region % 32) * KB;
    default: return 0;
    }
}

static uint64_t in_region(struct requester *requester, uint64_t region, uint64_t bytes) {
    uint64_t at = requester->next[region], filled = requester->pattern->filled;
    requester->next[region] = at / filled * filled + (at + bytes) % filled;
    return region * requester->pattern->region + at;
}

static uint64_t stride(uint64_t number, uint64_t bytes) {
    return number * bytes % HALF + number * bytes / HALF * 64 % KB;
}

static uint64_t address_of_next(struct requester *requester, bool write) {
    uint64_t number = requester->chosen[write]++, bytes = (uint64_t)burst_bytes(requester, write);
    uint64_t regions = (uint64_t)requester->requests->n;
    switch (write ? requester->pattern->writes : requester->pattern->reads) {
    case SHIFTED: return (number * bytes % HALF + 8 * KB) % HALF;
    case ANYWHERE: return draw(requester) % (HALF / bytes) * bytes;
    case STRIDE_1K: return stride(number, KB);
    case STRIDE_4K: return stride(number, 4 * KB);
    case IN_TURN: return in_region(requester, number % regions, bytes);
    case AT_RANDOM: return in_region(requester, draw(requester) % regions, bytes);
    default: return number * bytes % HALF;
    }
}

/* Whether the next burst of this port is a write. */
static bool writes_next(const struct requester *requester, int port) {
    const struct pattern *pattern = requester->pattern;
    if (pattern->ports != ONE) return port == 1;
    if (pattern->reads == NONE || pattern->writes == NONE) return pattern->reads == NONE;
    return requester->bursts / (uint64_t)requester->requests->n % 2;
}

static bool may_begin(const struct requester *requester, const struct port *port, bool write) {
    int words = burst_bytes(requester, write) / requester->word_bytes;
    if (port->saved < (write ? 1 : words)) return false;
    bool room = requester->outstanding[write] < requester->requests->outstanding;
    if (requester->pattern->ports != COUPLED) return room;
    if (write) return room && requester->received >= requester->promised + words;
    return requester->asked + words <= requester->handed + BUFFERED &&
           requester->asked + words <= requester->received + AHEAD;
}

static void begin(struct requester *requester, struct port *port, bool write) {
    int words = burst_bytes(requester, write) / requester->word_bytes;
    *port = (struct port){.saved = port->saved - (write ? 0 : words),
                          .busy = true,
                          .read_address = !write,
                          .write_address = write,
                          .address = (write ? HALF : 0) + address_of_next(requester, write),
                          .words = write ? words : 0};
    requester->bursts++;
    requester->outstanding[write]++;
    *(write ? &requester->promised : &requester->asked) += words;
}

static void drive(struct requester *requester, struct port *port) {
    struct bl_axi_out *out = &requester->out;
    if (port->read_address) {
        out->arvalid = 1, out->araddr = port->address;
        out->arlen = (uint8_t)(burst_bytes(requester, false) / requester->word_bytes - 1);
    }
    if (port->write_address) {
        out->awvalid = 1, out->awaddr = port->address;
        out->awlen = (uint8_t)(burst_bytes(requester, true) / requester->word_bytes - 1);
    }
    if (port->words && port->saved > 0) out->wvalid = 1, out->wlast = port->words == 1;
}

static void handed_over(struct requester *requester, struct port *port) {
    if (port->read_address && requester->in.arready) port->read_address = false;
    if (port->write_address && requester->in.awready) port->write_address = false;
    if (port->words && requester->out.wvalid && requester->in.wready)
        port->words--, port->saved--, requester->handed++;
    port->busy = port->read_address || port->write_address || port->words;
}

static void answers(struct requester *requester) {
    requester->received += requester->in.rvalid;
    if (requester->in.rvalid && requester->in.rlast) requester->outstanding[false]--;
    if (!requester->in.bvalid) return;
    requester->outstanding[true]--;
    requester->answered += requester->requests->burst_bytes / requester->word_bytes;
}

static void one_clock(struct requester *requester) {
    int ports = requester->pattern->ports == ONE ? 1 : 2;
    bl_hbm_present(requester->channel, &requester->in);
    requester->out = (struct bl_axi_out){.rready = 1, .bready = 1, .wstrb = UINT64_MAX};
    for (int i = 0; i < ports; i++) {
        struct port *port = &requester->ports[i];
        bool write = writes_next(requester, i);
        if (port->saved < SAVED) port->saved++;
        if (!port->busy && may_begin(requester, port, write)) begin(requester, port, write);
        drive(requester, port);
    }
    bl_hbm_clock(requester->channel, &requester->in, &requester->out);
    for (int i = 0; i < ports; i++)
        if (requester->ports[i].busy) handed_over(requester, &requester->ports[i]);
    answers(requester);
}

struct bl_requester_shares bl_requester_run(const struct bl_dram_kind *kind,
                                            const struct bl_requests *requests, int word_bytes,
                                            int64_t period_ps, int64_t from_ps, int64_t until_ps) {
    const struct bl_hbm_config config = {
        .kind = kind, .word_bytes = word_bytes, .period_ps = period_ps};
    struct requester *requester = bl_zalloc(1, sizeof *requester);
    int64_t now = 0, received = 0, answered = 0, cycles = 0;
    requester->pattern = pattern_named(requests->pattern);
    requester->requests = requests;
    requester->word_bytes = word_bytes;
    requester->random = UINT64_C(88172645463325252);
    requester->channel = bl_hbm_create(&config);
    if (requests->n > MOST_REGIONS) bl_zfatal("too many regions of memory requests");
    for (int i = 0; i < requests->n; i++) requester->next[i] = first_page(requester, i);
    for (; now < until_ps; now += period_ps) {
        if (now >= from_ps && cycles++ == 0)
            received = requester->received, answered = requester->answered;
        one_clock(requester);
    }
    const struct bl_requester_shares shares = {
        (double)(requester->received - received) / (double)cycles,
        (double)(requester->answered - answered) / (double)cycles};
    bl_hbm_destroy(requester->channel);
    bl_zfree(requester);
    return shares;
}
