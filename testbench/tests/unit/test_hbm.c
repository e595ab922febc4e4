/* The DRAM channel: its rate against reference figures, its data under random traffic, and that
   latencies, banks, refresh and the order of commands show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/random.h"
#include "base/carried/store.h"
#include "memory/carried/hbm.h"
#include "rounds.h"
#include "simulation/memory/requester/requester.h"

enum { CORE_PS = 6667, WORD = 32 };
static const uint64_t CHANNEL = UINT64_C(512) << 20; /* of hbm2 */

static struct bl_hbm *open_channel(const char *kind, int word_bytes, int64_t period_ps) {
    const struct bl_hbm_config config = {
        .kind = bl_dram_kind_find(kind), .word_bytes = word_bytes, .period_ps = period_ps};
    return bl_hbm_create(&config);
}

/* ---- rates */

/* Percent of a word a cycle, which reads and writes both reach, over 2048 regions. */
static double scatter_share(const char *kind, const char *pattern, int burst_bytes, int cycles) {
    const struct bl_requests requests = {
        .pattern = pattern, .burst_bytes = burst_bytes, .n = 2048, .outstanding = 64};
    struct bl_requester_shares shares = bl_requester_run(bl_dram_kind_find(kind), &requests, WORD,
                                                         CORE_PS, 5000 * CORE_PS,
                                                         (5000 + cycles) * CORE_PS);
    return 100.0 * (shares.read < shares.written ? shares.read : shares.written);
}

static void scatter_agrees_with_the_reference(void **state) {
    static const double reference[2][4] = {{78, 99.9, 100, 100}, {66, 93.6, 98.7, 99.5}};
    int outside = 0;
    (void)state;
    printf("share of 4.8 GB/s each way, reading and scattering over 2048 buckets: model "
           "(reference)\n");
    for (int pins = 0; pins < 2; pins++) {
        printf("  %.1f Gbit/s pins", pins ? 1.6 : 2.0);
        for (int size = 0; size < 4; size++) {
            double share = scatter_share(pins ? "hbm2_1600" : "hbm2", "scatter", WORD << size,
                                         60000);
            printf("  %3d B %5.1f (%.1f)", WORD << size, share, reference[pins][size]);
            if (share < reference[pins][size] - 2 || share > reference[pins][size] + 2) outside++;
        }
        printf("\n");
    }
    assert_int_equal(outside, 0);
}

static void strides_into_one_bank_collapse(void **state) {
    (void)state;
    for (int bytes = WORD; bytes <= 128; bytes *= 2) {
        double same = scatter_share("hbm2", "scatter_samebank", bytes, 30000);
        double rotated = scatter_share("hbm2", "scatter_rotated", bytes, 30000);
        printf("  %3d B bursts: all buckets in one bank %.1f %%, rotated by pages %.1f %%\n", bytes,
               same, rotated);
        assert_true(same < 0.5 * rotated);
        if (bytes <= 64) assert_true(same > 10 && same < 34);
    }
}

/* HBM2 with the times that the independent simulator was given. */
static struct bl_dram_kind compared_kind(void) {
    struct bl_dram_kind kind = *bl_dram_kind_find("hbm2");
    kind.tFAW = 19000;
    kind.tCCD_L = 2000;
    return kind;
}

static struct bl_requester_shares shares_at(const struct bl_dram_kind *kind, const char *pattern,
                                            int burst_bytes, int outstanding, int megahertz) {
    const struct bl_requests requests = {
        .pattern = pattern, .burst_bytes = burst_bytes, .n = 1, .outstanding = outstanding};
    return bl_requester_run(kind, &requests, WORD, (1000000 + megahertz / 2) / megahertz,
                            6 * kind->tREFI, 106 * kind->tREFI);
}

/* One cell for each thing that once was wrong: the rest is in `make bench NAME=memory`. */
static void agrees_with_an_independent_simulator(void **state) {
    const struct {
        const char *pattern;
        int bytes, outstanding, megahertz;
        double share, off;
    } cells[] = {
        {"stride_1k_read", 64, 64, 450, 0.859, 0.03}, /* 0.547 with row commands by bank, not age */
        {"rand_read", 64, 64, 450, 0.786, 0.03},      /* 0.581 with 32 bursts in flight */
        {"stride_4k_read", 64, 64, 150, 1.000, 0.02},
        {"rand_write", 128, 64, 450, 0.977, 0.03},
        {"seq_read", 64, 16, 300, 0.711, 0.02},
        {"duplex_seq", 64, 64, 300, 1.393, 0.06 * 1.393}, /* 1.207 with batches of 16 and 32 */
        {"duplex_seq", 64, 16, 150, 1.735, 0.06 * 1.735},
        {"duplex_seq", 128, 64, 450, 1.004, 0.06 * 1.004},
    };
    const struct bl_dram_kind kind = compared_kind();
    (void)state;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        struct bl_requester_shares shares = shares_at(&kind, cells[i].pattern, cells[i].bytes,
                                                      cells[i].outstanding, cells[i].megahertz);
        double share = shares.read + shares.written, off = share - cells[i].share;
        printf("  %-15s %3d B, %2d outstanding, %d MHz: %.3f (%.3f)\n", cells[i].pattern,
               cells[i].bytes, cells[i].outstanding, cells[i].megahertz, share, cells[i].share);
        assert_true(off < cells[i].off && off > -cells[i].off);
    }
}

static void reads_and_writes_share(void **state) {
    const char *const patterns[] = {"duplex_seq", "duplex_seqR_randW"};
    const char *const kinds[] = {"hbm2", "ddr4", "ddr3"};
    (void)state;
    for (int k = 0; k < bl_rounds(3); k++) {
        for (int i = 0; i < 2; i++) {
            struct bl_requester_shares shares = shares_at(bl_dram_kind_find(kinds[k]), patterns[i],
                                                          64, 64, 450);
            printf("  %s %s: %.3f of reads, %.3f of writes\n", kinds[k], patterns[i], shares.read,
                   shares.written);
            assert_true(shares.read > 0.9 * shares.written && shares.written > 0.9 * shares.read);
        }
    }
}

/* A few writes among many reads, or one alone, are not kept waiting for a batch. */
static void few_writes_are_not_forgotten(void **state) {
    struct bl_hbm *hbm = open_channel("hbm2", WORD, 1000);
    struct bl_axi_in in = {0};
    struct bl_axi_out out = {.rready = 1, .bready = 1, .arvalid = 1, .arlen = 15, .wstrb = ~0u};
    int since = 0, longest = 0, answered = 0, owed = 0;
    (void)state;
    for (int i = 0; i < 200000; i++) {
        out.awvalid = out.wvalid = out.wlast = since == 0;
        out.awaddr = CHANNEL / 2 + (uint64_t)i * WORD;
        out.arvalid = owed < 512;
        bl_hbm_present(hbm, &in);
        bl_hbm_clock(hbm, &in, &out);
        if (out.arvalid) out.araddr = (out.araddr + 16 * WORD) % (CHANNEL / 2), owed += 16;
        owed -= in.rvalid;
        answered += in.bvalid;
        since = in.bvalid ? 0 : since + 1;
        if (since > longest) longest = since;
    }
    printf("  one write among reads: answered after %d ns at most\n", longest);
    assert_in_range(longest, 200, 900);
    assert_true(answered > 400);
    bl_hbm_destroy(hbm);
}

/* A slower column cadence within a group, and a longer window of four activates, cost what they
   must. */
static void times_of_the_kind_are_felt(void **state) {
    struct bl_dram_kind kind = compared_kind(), slow = kind;
    (void)state;
    slow.tCCD_L = 3000;
    double plain = shares_at(&kind, "seq_read", 128, 16, 450).read;
    double spread = shares_at(&slow, "seq_read", 128, 16, 450).read;
    printf("  tCCD_L 2 and 3 ns, reads of 128 bytes in order: %.3f and %.3f\n", plain, spread);
    assert_true(spread < plain - 0.05);
    slow = kind;
    slow.tFAW = 30000;
    double four = shares_at(&kind, "rand_write", 64, 64, 450).written;
    double rare = shares_at(&slow, "rand_write", 64, 64, 450).written;
    printf("  tFAW 19 and 30 ns, writes of 64 bytes anywhere: %.3f and %.3f\n", four, rare);
    assert_true(rare < 0.75 * four);
    const char *const names[] = {"tCK",    "tBURST", "tRL",    "tWL",   "tCCD_S",
                                 "tCCD_L", "tRRD_S", "tRRD_L", "tFAW",  "tRCDRD",
                                 "tRCDWR", "tRP",    "tRAS",   "tRTP",  "tWR",
                                 "tWTR_S", "tWTR_L", "tRTW",   "tREFI", "tRFC"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(*bl_dram_time(&kind, names[i]) > 0);
    assert_null(bl_dram_time(&kind, "tNONE"));
    assert_null(bl_dram_kind_find("core"));
}

/* ---- the order of commands */

/* Sixteen requests, each to another bank and row, that enter at once: from the highest bank down.
 */
static void tied_row_commands_go_oldest_first(void **state) {
    struct bl_dram dram;
    struct bl_dram_access access;
    int next = 15;
    (void)state;
    bl_dram_init(&dram, bl_dram_kind_find("hbm2"));
    for (int bank = 15; bank >= 0; bank--)
        bl_dram_enter(&dram, (uint64_t)bank * 1024, false, (uint32_t)bank, 0);
    bl_dram_decide(&dram, 0);
    while (dram.next != BL_DRAM_REFRESH && dram.next != BL_DRAM_NONE) {
        if (dram.next == BL_DRAM_ACTIVATE) assert_int_equal(dram.next_bank, next--);
        int64_t time = dram.next_time;
        bl_dram_step(&dram, &access);
        bl_dram_decide(&dram, time);
    }
    assert_int_equal(next, -1);
    assert_int_equal(dram.counts.reads, 16);
}

/* A second look at the times, command by command, of random requests. */
struct seen {
    int64_t activates[5], group_row[BL_DRAM_GROUPS], row[BL_DRAM_BANKS];
    int64_t column, group_column[BL_DRAM_GROUPS], data_until;
    bool wrote;
};

static void look_at_command(const struct bl_dram *dram, struct seen *seen) {
    const struct bl_dram_kind *t = &dram->kind;
    int64_t now = dram->next_time;
    int group = dram->next_bank & ((1 << t->group_bits) - 1);
    if (dram->next == BL_DRAM_ACTIVATE) {
        memmove(seen->activates, seen->activates + 1, 4 * sizeof *seen->activates);
        seen->activates[4] = now;
        assert_true(now - seen->activates[3] >= t->tRRD_S && now - seen->activates[0] >= t->tFAW);
        assert_true(now - seen->group_row[group] >= t->tRRD_L);
        seen->row[dram->next_bank] = seen->group_row[group] = now;
    } else if (dram->next == BL_DRAM_PRECHARGE) {
        assert_true(now - seen->row[dram->next_bank] >= t->tRAS);
    } else if (dram->next == BL_DRAM_COLUMN) {
        int64_t data = now + (dram->next_write ? t->tWL : t->tRL);
        assert_true(now - seen->row[dram->next_bank] >= (dram->next_write ? t->tRCDWR : t->tRCDRD));
        assert_true(data >= seen->data_until && now - seen->column >= t->tCCD_S);
        assert_true(now - seen->group_column[group] >= t->tCCD_L);
        if (seen->wrote && !dram->next_write) assert_true(now >= seen->data_until + t->tWTR_S);
        seen->data_until = data + t->tBURST;
        seen->column = seen->group_column[group] = now;
        seen->wrote = dram->next_write;
    }
}

static void commands_keep_their_times(const char *kind) {
    struct bl_random random = bl_random_at(7, (uint64_t)kind[0]);
    struct bl_dram dram;
    struct bl_dram_access access;
    struct seen seen;
    int64_t now = 0;
    memset(&seen, 0xC0, sizeof seen); /* long ago */
    seen.wrote = false;
    bl_dram_init(&dram, bl_dram_kind_find(kind));
    for (int i = 0; i < 200000; i++) {
        bool write = bl_random_next(&random) % 2;
        uint64_t address = bl_random_next(&random) % (1 << 20);
        if (bl_dram_room(&dram, write) && bl_random_next(&random) % 2)
            bl_dram_enter(&dram, address, write, 0, now);
        bl_dram_decide(&dram, now);
        if (dram.next == BL_DRAM_NONE) continue;
        assert_true(dram.next_time >= now);
        now = dram.next_time;
        look_at_command(&dram, &seen);
        bl_dram_step(&dram, &access);
    }
    assert_true(dram.counts.reads > 5000 && dram.counts.writes > 5000 &&
                dram.counts.refreshes > 10);
}

static void every_command_keeps_its_times(void **state) {
    (void)state;
    commands_keep_their_times("hbm2");
    commands_keep_their_times("ddr4");
    commands_keep_their_times("ddr3");
}

/* ---- single requests */

static void one_clock(struct bl_hbm *hbm, struct bl_axi_in *in, const struct bl_axi_out *out) {
    bl_hbm_present(hbm, in);
    bl_hbm_clock(hbm, in, out);
}

/* Cycles from the request's clock to the clock of the first beat. */
static int read_latency(struct bl_hbm *hbm, uint64_t address, uint32_t *first) {
    struct bl_axi_in in = {0};
    struct bl_axi_out out = {.arvalid = 1, .araddr = address, .rready = 1};
    one_clock(hbm, &in, &out);
    assert_true(in.arready);
    out.arvalid = 0;
    for (int cycles = 1; cycles < 1000; cycles++) {
        one_clock(hbm, &in, &out);
        if (!in.rvalid) continue;
        assert_true(in.rlast);
        if (first) *first = in.rdata[0];
        return cycles;
    }
    fail_msg("no answer");
    return 0;
}

static void latency_depends_on_the_row(void **state) {
    struct bl_hbm *hbm = open_channel("hbm2", WORD, 1000);
    (void)state;
    int closed = read_latency(hbm, 0, NULL), open = read_latency(hbm, 64, NULL),
        other = read_latency(hbm, 1 << 20, NULL);
    printf("  read latency: open row %d ns, no row %d ns, another row %d ns\n", open, closed,
           other);
    assert_in_range(open, 100, 110);
    assert_in_range(closed, open + 13, open + 15);
    assert_in_range(other, closed + 13, closed + 15);
    bl_hbm_destroy(hbm);
}

static void unwritten_words_show(void **state) {
    struct bl_hbm *hbm = open_channel("hbm2", WORD, CORE_PS);
    uint32_t word, through_the_port;
    (void)state;
    for (uint64_t address = 0; address < CHANNEL; address += 12345632) {
        bl_hbm_read(hbm, address, &word, sizeof word);
        read_latency(hbm, address, &through_the_port);
        assert_int_equal(word, bl_store_unwritten(address));
        assert_int_equal(word, through_the_port);
        assert_int_not_equal(word, 0);
    }
    bl_hbm_destroy(hbm);
}

static void a_write_is_answered_when_it_is_there(void **state) {
    struct bl_hbm *hbm = open_channel("hbm2", WORD, 1000);
    struct bl_axi_in in = {0};
    struct bl_axi_out out = {.awvalid = 1,
                             .awaddr = 4096,
                             .wvalid = 1,
                             .wlast = 1,
                             .wstrb = 0xF0,
                             .bready = 1,
                             .wdata = {0, 77}};
    uint32_t words[2];
    int cycles = 0;
    (void)state;
    one_clock(hbm, &in, &out);
    assert_true(in.awready && in.wready);
    out.awvalid = out.wvalid = 0;
    do {
        bl_hbm_read(hbm, 4096, words, sizeof words);
        one_clock(hbm, &in, &out);
        cycles++;
    } while (!in.bvalid);
    assert_in_range(cycles, 90, 130);
    assert_int_equal(words[1], 77);
    assert_int_equal(words[0], bl_store_unwritten(4096));
    assert_true(bl_hbm_idle(hbm));
    bl_hbm_destroy(hbm);
}

/* ---- refresh */

static void refresh_shows(void **state) {
    enum { CYCLES = 200000 };
    struct bl_hbm *hbm = open_channel("hbm2", WORD, 2000); /* a port as fast as the pins */
    struct bl_axi_in in = {0};
    struct bl_axi_out out = {.rready = 1, .arlen = 15};
    int64_t beats = 0, owed = 0, gap = 0, longest = 0;
    (void)state;
    for (int i = 0; i < CYCLES; i++) {
        out.arvalid = owed <= 240;
        bl_hbm_present(hbm, &in);
        bl_hbm_clock(hbm, &in, &out);
        if (out.arvalid && in.arready) out.araddr += 16 * WORD, owed += 16;
        gap = in.rvalid ? 0 : gap + 1;
        if (i > 1000 && gap > longest) longest = gap;
        beats += in.rvalid, owed -= in.rvalid;
    }
    uint64_t refreshes = bl_hbm_counts(hbm).refreshes;
    printf("  reading one row after the other: %.1f %% of 16 GB/s, %d refreshes in %d us, longest "
           "gap %d ns\n",
           100.0 * (double)beats / CYCLES, (int)refreshes, CYCLES / 500, (int)longest * 2);
    assert_in_range(refreshes, CYCLES / 1950 - 1, CYCLES / 1950 + 1);
    assert_in_range(longest * 2, 260, 360);
    assert_in_range(beats, CYCLES * 85 / 100, CYCLES * 94 / 100);
    bl_hbm_destroy(hbm);
}

static void time_may_be_skipped_when_idle(void **state) {
    struct bl_hbm *clocked = open_channel("hbm2", WORD, CORE_PS),
                  *skipped = open_channel("hbm2", WORD, CORE_PS);
    struct bl_random random = bl_random_at(5, 0);
    struct bl_axi_in in = {0};
    const struct bl_axi_out nothing = {0};
    (void)state;
    for (int i = 0; i < 300; i++) {
        uint64_t address = bl_random_next(&random) % CHANNEL / WORD * WORD;
        int pause = (int)(bl_random_next(&random) % 2000);
        assert_int_equal(read_latency(clocked, address, NULL),
                         read_latency(skipped, address, NULL));
        for (int k = 0; k < pause; k++) one_clock(clocked, &in, &nothing);
        assert_true(bl_hbm_idle(clocked) && bl_hbm_idle(skipped));
        bl_hbm_skip(skipped, pause);
    }
    bl_hbm_destroy(clocked);
    bl_hbm_destroy(skipped);
}

/* ---- data under random traffic: a copy of the memory, and bursts that never meet others under way
 */

enum { AREA = 1 << 16 /* bytes */, UNDER_WAY = 64 };

struct burst {
    uint32_t first, words;
    uint8_t *expected;
};
struct bursts {
    struct burst items[UNDER_WAY];
    unsigned head, tail;
    uint32_t beat;
};

struct traffic {
    struct bl_hbm *hbm;
    struct bl_random random;
    uint32_t word, stride; /* bytes; the area's words lie `stride` words apart in rows of 64, so
                              that banks and rows change */
    uint8_t copy[AREA];
    uint8_t taken[AREA / 16];          /* by a burst under way */
    struct bursts reads, writes, data; /* data: bursts whose words are still to be sent */
    struct bl_axi_in in;
    struct bl_axi_out out;
    int64_t beats;
};

static uint64_t place(const struct traffic *traffic, uint32_t word) {
    return (uint64_t)(word / 64) * traffic->stride * 1024 + (uint64_t)(word % 64) * traffic->word;
}

static bool chance(struct traffic *traffic, unsigned sixteenths) {
    return bl_random_next(&traffic->random) % 16 < sixteenths;
}

/* A burst of words that no other burst under way touches; false when the guess was taken. */
static bool choose(struct traffic *traffic, struct burst *burst) {
    uint32_t count = AREA / traffic->word;
    burst->first = (uint32_t)(bl_random_next(&traffic->random) % count);
    burst->words = 1 + (uint32_t)(bl_random_next(&traffic->random) % 16);
    if (burst->first / 64 != (burst->first + burst->words - 1) / 64 ||
        burst->first + burst->words > count)
        return false;
    for (uint32_t i = 0; i < burst->words; i++)
        if (traffic->taken[burst->first + i]) return false;
    memset(traffic->taken + burst->first, 1, burst->words);
    return true;
}

static void release(struct traffic *traffic, struct bursts *bursts) {
    const struct burst *burst = &bursts->items[bursts->head++ % UNDER_WAY];
    memset(traffic->taken + burst->first, 0, burst->words);
    bursts->beat = 0;
}

static struct burst *head(struct bursts *bursts) {
    return bursts->head == bursts->tail ? NULL : &bursts->items[bursts->head % UNDER_WAY];
}

static void start_requests(struct traffic *traffic) {
    struct bl_axi_out *out = &traffic->out;
    struct burst burst;
    if (!out->arvalid && traffic->reads.tail - traffic->reads.head < UNDER_WAY &&
        chance(traffic, 6) && choose(traffic, &burst)) {
        traffic->reads.items[traffic->reads.tail++ % UNDER_WAY] = burst;
        out->arvalid = 1, out->araddr = place(traffic, burst.first),
        out->arlen = (uint8_t)(burst.words - 1);
    }
    if (!out->awvalid && traffic->writes.tail - traffic->writes.head < UNDER_WAY &&
        traffic->data.tail - traffic->data.head < UNDER_WAY && chance(traffic, 6) &&
        choose(traffic, &burst)) {
        traffic->writes.items[traffic->writes.tail++ % UNDER_WAY] =
            traffic->data.items[traffic->data.tail++ % UNDER_WAY] = burst;
        out->awvalid = 1, out->awaddr = place(traffic, burst.first),
        out->awlen = (uint8_t)(burst.words - 1);
    }
}

static void start_word(struct traffic *traffic) {
    struct bl_axi_out *out = &traffic->out;
    const struct burst *burst = head(&traffic->data);
    if (out->wvalid || !burst || chance(traffic, 4)) return;
    out->wvalid = 1;
    out->wlast = traffic->data.beat == burst->words - 1;
    out->wstrb = chance(traffic, 8) ? ~UINT64_C(0) : bl_random_next(&traffic->random);
    for (uint32_t i = 0; i < traffic->word / 4; i++)
        out->wdata[i] = (uint32_t)bl_random_next(&traffic->random);
}

static void word_sent(struct traffic *traffic) {
    const struct burst *burst = head(&traffic->data);
    uint8_t *copy = traffic->copy + (burst->first + traffic->data.beat) * traffic->word;
    for (uint32_t i = 0; i < traffic->word; i++)
        if (traffic->out.wstrb >> i & 1) copy[i] = ((const uint8_t *)traffic->out.wdata)[i];
    traffic->out.wvalid = 0;
    if (++traffic->data.beat == burst->words) traffic->data.head++, traffic->data.beat = 0;
}

static void beat_came(struct traffic *traffic) {
    const struct burst *burst = head(&traffic->reads);
    assert_non_null(burst);
    assert_memory_equal(traffic->in.rdata,
                        traffic->copy + (burst->first + traffic->reads.beat) * traffic->word,
                        traffic->word);
    assert_int_equal(traffic->in.rlast, traffic->reads.beat == burst->words - 1);
    traffic->beats++;
    if (++traffic->reads.beat == burst->words) release(traffic, &traffic->reads);
}

static void traffic_clock(struct traffic *traffic) {
    struct bl_axi_out *out = &traffic->out;
    bl_hbm_present(traffic->hbm, &traffic->in);
    start_requests(traffic);
    start_word(traffic);
    out->rready = chance(traffic, 12);
    out->bready = chance(traffic, 12);
    bl_hbm_clock(traffic->hbm, &traffic->in, out);
    if (traffic->in.rvalid && out->rready) beat_came(traffic);
    if (traffic->in.arready && out->arvalid) out->arvalid = 0;
    if (traffic->in.awready && out->awvalid) out->awvalid = 0;
    if (traffic->in.wready && out->wvalid) word_sent(traffic);
    if (traffic->in.bvalid && out->bready) {
        assert_true(traffic->data.head - traffic->writes.head > 0 && head(&traffic->writes));
        release(traffic, &traffic->writes);
    }
}

static void data_survive(const char *kind, uint32_t word, uint32_t stride) {
    static struct traffic traffic;
    memset(&traffic, 0, sizeof traffic);
    traffic.hbm = open_channel(kind, (int)word, CORE_PS);
    traffic.random = bl_random_at(3, word * 1000 + stride);
    traffic.word = word, traffic.stride = stride;
    for (uint32_t i = 0; i < AREA / word; i++)
        bl_hbm_read(traffic.hbm, place(&traffic, i), traffic.copy + i * word, word);
    const int cycles = bl_rounds(30000);
    for (int i = 0; i < cycles; i++) traffic_clock(&traffic);
    assert_true(traffic.beats > cycles / 6);
    bl_hbm_destroy(traffic.hbm);
}

static void data_survive_random_traffic(void **state) {
    const char *const kinds[] = {"hbm2", "ddr4", "ddr3"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        for (uint32_t word = 16; word <= 64; word *= 2) {
            data_survive(kinds[i], word, 4);   /* neighbouring pages */
            data_survive(kinds[i], word, 16);  /* of hbm2 one bank, another row each */
            data_survive(kinds[i], word, 128); /* of the others */
        }
    }
}

/* ---- other kinds */

/* Words that share a column access of a burst take one: as many bytes with words of any size. */
static void words_of_a_burst_share_an_access(void **state) {
    const struct {
        const char *kind;
        int64_t period;
        double pins;
    } rows[] = {{"hbm2", 1000, 16.0}, {"ddr4", 1666, 19.2}, {"ddr3", 2500, 12.8}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const struct bl_dram_kind *kind = bl_dram_kind_find(rows[i].kind);
        for (int word = 16; word <= 64; word *= 2) {
            const struct bl_requests requests = {
                .pattern = "seq_read", .burst_bytes = 256, .n = 1, .outstanding = 64};
            struct bl_requester_shares shares = bl_requester_run(
                kind, &requests, word, rows[i].period, 2 * kind->tREFI, 12 * kind->tREFI);
            double rate = shares.read * word / (double)rows[i].period * 1000;
            double asked = word / (double)rows[i].period * 1000;
            printf("  %s, words of %d bytes: %.1f of %.1f GB/s, asked for %.1f\n", rows[i].kind,
                   word, rate, rows[i].pins, asked);
            assert_true(rate > 0.9 * (asked < rows[i].pins ? asked : rows[i].pins));
            assert_true(rate <= rows[i].pins);
        }
    }
}

/* Nothing but the requester limits what is under way. */
static void any_number_of_bursts_is_taken(void **state) {
    enum { MANY = 500 };
    struct bl_hbm *hbm = open_channel("hbm2", WORD, 1000);
    struct bl_axi_in in = {0};
    struct bl_axi_out out = {.arvalid = 1, .awvalid = 1, .wvalid = 1, .wlast = 1, .wstrb = ~0u};
    int beats = 0, answered = 0;
    (void)state;
    for (int i = 0; i < MANY; i++) {
        out.araddr = (uint64_t)i * 4096, out.awaddr = CHANNEL / 2 + (uint64_t)i * 4096;
        out.wdata[0] = (uint32_t)i;
        one_clock(hbm, &in, &out);
        assert_true(in.arready && in.awready && in.wready);
    }
    out = (struct bl_axi_out){.rready = 1, .bready = 1};
    for (int i = 0; i < 20000; i++) {
        one_clock(hbm, &in, &out);
        if (in.rvalid) assert_int_equal(in.rdata[0], bl_store_unwritten((uint64_t)beats * 4096));
        beats += in.rvalid, answered += in.bvalid;
    }
    assert_int_equal(beats, MANY);
    assert_int_equal(answered, MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        uint32_t word;
        bl_hbm_read(hbm, CHANNEL / 2 + (uint64_t)i * 4096, &word, sizeof word);
        assert_int_equal(word, i);
    }
    assert_true(bl_hbm_idle(hbm));
    bl_hbm_destroy(hbm);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scatter_agrees_with_the_reference),
        cmocka_unit_test(strides_into_one_bank_collapse),
        cmocka_unit_test(agrees_with_an_independent_simulator),
        cmocka_unit_test(reads_and_writes_share),
        cmocka_unit_test(few_writes_are_not_forgotten),
        cmocka_unit_test(times_of_the_kind_are_felt),
        cmocka_unit_test(tied_row_commands_go_oldest_first),
        cmocka_unit_test(every_command_keeps_its_times),
        cmocka_unit_test(latency_depends_on_the_row),
        cmocka_unit_test(unwritten_words_show),
        cmocka_unit_test(a_write_is_answered_when_it_is_there),
        cmocka_unit_test(refresh_shows),
        cmocka_unit_test(time_may_be_skipped_when_idle),
        cmocka_unit_test(data_survive_random_traffic),
        cmocka_unit_test(words_of_a_burst_share_an_access),
        cmocka_unit_test(any_number_of_bursts_is_taken),
    };
    return cmocka_run_group_tests_name("hbm", tests, NULL, NULL);
}
