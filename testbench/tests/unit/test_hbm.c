/* The HBM2 channel: its rate under scattered writes against reference figures, its data under random traffic, and that latencies, banks
   and refresh show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hbm.h"
#include "random.h"
#include "store.h"

enum { CORE_PS = 6667, WORD = 32 };
static const uint64_t CHANNEL = UINT64_C(512) << 20;

static struct bl_hbm *open_channel(int megabits, int word_bytes, int64_t period_ps) {
    const struct bl_hbm_config config = {.megabits = megabits, .word_bytes = word_bytes, .period_ps = period_ps, .bytes = CHANNEL};
    return bl_hbm_create(&config);
}

/* ---- a port that reads one region from end to end and scatters what it has read over buckets, a word a clock each way */

enum { BUCKETS = 2048, REGION = 64 << 10, READ_BEATS = 4, AHEAD = 256 /* words asked for */, BUFFERED = 512 /* read, not written */ };

struct scatter {
    struct bl_hbm *hbm;
    struct bl_random random;
    int burst_words;
    bool in_place;                  /* every bucket stays within its first page */
    uint64_t next[BUCKETS];
    uint64_t read_address, write_address;
    int64_t asked, read, promised, written;
    bool address_waits;
    int words_left;
    struct bl_axi_in in;
    struct bl_axi_out out;
};

static void scatter_open(struct scatter *scatter, int megabits, int burst_bytes, bool rotate, bool in_place) {
    memset(scatter, 0, sizeof *scatter);
    scatter->hbm = open_channel(megabits, WORD, CORE_PS);
    scatter->random = bl_random_at(1, (uint64_t)(megabits + burst_bytes));
    scatter->burst_words = burst_bytes / WORD;
    scatter->in_place = in_place;
    for (uint64_t i = 0; i < BUCKETS; i++) scatter->next[i] = CHANNEL / 2 + i * REGION + (rotate ? i % 32 * 1024 : 0);
}

static void next_bucket(struct scatter *scatter) {
    uint64_t bucket = bl_random_next(&scatter->random) % BUCKETS, bytes = (uint64_t)scatter->burst_words * WORD;
    uint64_t around = scatter->in_place ? 1024 : REGION, *next = &scatter->next[bucket];
    scatter->write_address = *next;
    *next += bytes;
    if (*next % around == 0) *next -= around;
    scatter->address_waits = true;
    scatter->promised += scatter->burst_words;
}

static void scatter_drive(struct scatter *scatter) {
    struct bl_axi_out *out = &scatter->out;
    bool free = !scatter->address_waits && scatter->words_left == 0;
    if (free && scatter->read - scatter->promised >= scatter->burst_words) next_bucket(scatter);
    *out = (struct bl_axi_out){.rready = 1, .bready = 1, .arlen = READ_BEATS - 1, .wstrb = 0xFFFFFFFF};
    out->arvalid = scatter->asked - scatter->read <= AHEAD - READ_BEATS && scatter->asked - scatter->written <= BUFFERED - READ_BEATS;
    out->araddr = scatter->read_address;
    out->awvalid = scatter->address_waits;
    out->awaddr = scatter->write_address;
    out->awlen = (uint8_t)(scatter->burst_words - 1);
    out->wvalid = scatter->words_left > 0 || (scatter->address_waits && scatter->in.awready);
    out->wlast = scatter->words_left == 1 || scatter->burst_words == 1;
}

static void scatter_clock(struct scatter *scatter) {
    const struct bl_axi_out *out = &scatter->out;
    bl_hbm_present(scatter->hbm, &scatter->in);
    scatter_drive(scatter);
    bl_hbm_clock(scatter->hbm, &scatter->in, out);
    if (scatter->in.rvalid) scatter->read++;
    if (out->arvalid && scatter->in.arready) {
        scatter->asked += READ_BEATS;
        scatter->read_address = (scatter->read_address + READ_BEATS * WORD) % (CHANNEL / 4);
    }
    if (out->awvalid && scatter->in.awready) scatter->address_waits = false, scatter->words_left = scatter->burst_words;
    if (out->wvalid && scatter->in.wready) scatter->written++, scatter->words_left--;
}

/* Percent of a word a clock, which reads and writes both reach; measured after the first 5,000 clocks. */
static double scatter_share(int megabits, int burst_bytes, bool rotate, bool in_place, int clocks) {
    static struct scatter scatter;
    scatter_open(&scatter, megabits, burst_bytes, rotate, in_place);
    int64_t read = 0, written = 0;
    for (int i = 0; i < 5000 + clocks; i++) {
        if (i == 5000) read = scatter.read, written = scatter.written;
        scatter_clock(&scatter);
    }
    read = scatter.read - read;
    written = scatter.written - written;
    bl_hbm_destroy(scatter.hbm);
    return 100.0 * (double)(read < written ? read : written) / clocks;
}

static void scatter_agrees_with_the_reference(void **state) {
    static const double reference[2][4] = {{78, 99.9, 100, 100}, {66, 93.6, 98.7, 99.5}};
    int outside = 0;
    (void)state;
    printf("share of 4.8 GB/s each way, reading and scattering over 2048 buckets: model (reference)\n");
    for (int pins = 0; pins < 2; pins++) {
        printf("  %.1f Gbit/s pins", pins ? 1.6 : 2.0);
        for (int size = 0; size < 4; size++) {
            double share = scatter_share(pins ? 1600 : 2000, WORD << size, true, false, 60000);
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
        double same = scatter_share(2000, bytes, false, true, 30000), rotated = scatter_share(2000, bytes, true, true, 30000);
        printf("  %3d B bursts: all buckets in one bank %.1f %%, rotated by pages %.1f %%\n", bytes, same, rotated);
        assert_true(same < 0.5 * rotated);
        if (bytes <= 64) assert_true(same > 10 && same < 34);
    }
}

/* ---- single requests */

static void one_clock(struct bl_hbm *hbm, struct bl_axi_in *in, const struct bl_axi_out *out) {
    bl_hbm_present(hbm, in);
    bl_hbm_clock(hbm, in, out);
}

/* Clocks from the request's clock to the clock of the first beat. */
static int read_latency(struct bl_hbm *hbm, uint64_t address, uint32_t *first) {
    struct bl_axi_in in = {0};
    struct bl_axi_out out = {.arvalid = 1, .araddr = address, .rready = 1};
    one_clock(hbm, &in, &out);
    assert_true(in.arready);
    out.arvalid = 0;
    for (int clocks = 1; clocks < 1000; clocks++) {
        one_clock(hbm, &in, &out);
        if (!in.rvalid) continue;
        assert_true(in.rlast);
        if (first) *first = in.rdata[0];
        return clocks;
    }
    fail_msg("no answer");
    return 0;
}

static void latency_depends_on_the_row(void **state) {
    struct bl_hbm *hbm = open_channel(2000, WORD, 1000);
    (void)state;
    int closed = read_latency(hbm, 0, NULL), open = read_latency(hbm, 64, NULL), other = read_latency(hbm, 1 << 20, NULL);
    printf("  read latency: open row %d ns, no row %d ns, another row %d ns\n", open, closed, other);
    assert_in_range(open, 100, 110);
    assert_in_range(closed, open + 13, open + 15);
    assert_in_range(other, closed + 13, closed + 15);
    bl_hbm_destroy(hbm);
}

static void unwritten_words_show(void **state) {
    struct bl_hbm *hbm = open_channel(2000, WORD, CORE_PS);
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
    struct bl_hbm *hbm = open_channel(2000, WORD, 1000);
    struct bl_axi_in in = {0};
    struct bl_axi_out out = {.awvalid = 1, .awaddr = 4096, .wvalid = 1, .wlast = 1, .wstrb = 0xF0, .bready = 1, .wdata = {0, 77}};
    uint32_t words[2];
    int clocks = 0;
    (void)state;
    one_clock(hbm, &in, &out);
    assert_true(in.awready && in.wready);
    out.awvalid = out.wvalid = 0;
    do {
        bl_hbm_read(hbm, 4096, words, sizeof words);
        one_clock(hbm, &in, &out);
        clocks++;
    } while (!in.bvalid);
    assert_in_range(clocks, 90, 130);
    assert_int_equal(words[1], 77);
    assert_int_equal(words[0], bl_store_unwritten(4096));
    assert_true(bl_hbm_idle(hbm));
    bl_hbm_destroy(hbm);
}

/* ---- refresh */

static void refresh_shows(void **state) {
    enum { CLOCKS = 200000 };
    struct bl_hbm *hbm = open_channel(2000, WORD, 2000); /* a port as fast as the pins */
    struct bl_axi_in in = {0};
    struct bl_axi_out out = {.rready = 1, .arlen = 15};
    int64_t beats = 0, owed = 0, gap = 0, longest = 0;
    (void)state;
    for (int i = 0; i < CLOCKS; i++) {
        out.arvalid = owed <= 240;
        bl_hbm_present(hbm, &in);
        bl_hbm_clock(hbm, &in, &out);
        if (out.arvalid && in.arready) out.araddr += 16 * WORD, owed += 16;
        gap = in.rvalid ? 0 : gap + 1;
        if (i > 1000 && gap > longest) longest = gap;
        beats += in.rvalid, owed -= in.rvalid;
    }
    uint64_t refreshes = bl_hbm_counts(hbm).refreshes;
    printf("  reading one row after the other: %.1f %% of 16 GB/s, %d refreshes in %d us, longest gap %d ns\n",
           100.0 * (double)beats / CLOCKS, (int)refreshes, CLOCKS / 500, (int)longest * 2);
    assert_in_range(refreshes, CLOCKS / 1950 - 1, CLOCKS / 1950 + 1);
    assert_in_range(longest * 2, 260, 360);
    assert_in_range(beats, CLOCKS * 85 / 100, CLOCKS * 94 / 100);
    bl_hbm_destroy(hbm);
}

static void time_may_be_skipped_when_idle(void **state) {
    struct bl_hbm *clocked = open_channel(2000, WORD, CORE_PS), *skipped = open_channel(2000, WORD, CORE_PS);
    struct bl_random random = bl_random_at(5, 0);
    struct bl_axi_in in = {0};
    const struct bl_axi_out nothing = {0};
    (void)state;
    for (int i = 0; i < 300; i++) {
        uint64_t address = bl_random_next(&random) % CHANNEL / WORD * WORD;
        int pause = (int)(bl_random_next(&random) % 2000);
        assert_int_equal(read_latency(clocked, address, NULL), read_latency(skipped, address, NULL));
        for (int k = 0; k < pause; k++) one_clock(clocked, &in, &nothing);
        assert_true(bl_hbm_idle(clocked) && bl_hbm_idle(skipped));
        bl_hbm_skip(skipped, pause);
    }
    bl_hbm_destroy(clocked);
    bl_hbm_destroy(skipped);
}

/* ---- data under random traffic: a copy of the memory, and bursts that never meet others under way */

enum { AREA = 1 << 16 /* bytes */, UNDER_WAY = 64 };

struct burst { uint32_t first, words; uint8_t *expected; };
struct bursts { struct burst items[UNDER_WAY]; unsigned head, tail; uint32_t beat; };

struct traffic {
    struct bl_hbm *hbm;
    struct bl_random random;
    uint32_t word, stride;          /* bytes; the area's words lie `stride` words apart in rows of 64, so that banks and rows change */
    uint8_t copy[AREA];
    uint8_t taken[AREA / 16];       /* by a burst under way */
    struct bursts reads, writes, data; /* data: bursts whose words are still to be sent */
    struct bl_axi_in in;
    struct bl_axi_out out;
    int64_t beats;
};

static uint64_t place(const struct traffic *traffic, uint32_t word) {
    return (uint64_t)(word / 64) * traffic->stride * 1024 + (uint64_t)(word % 64) * traffic->word;
}

static bool chance(struct traffic *traffic, unsigned sixteenths) { return bl_random_next(&traffic->random) % 16 < sixteenths; }

/* A burst of words that no other burst under way touches; false when the guess was taken. */
static bool choose(struct traffic *traffic, struct burst *burst) {
    uint32_t count = AREA / traffic->word;
    burst->first = (uint32_t)(bl_random_next(&traffic->random) % count);
    burst->words = 1 + (uint32_t)(bl_random_next(&traffic->random) % 16);
    if (burst->first / 64 != (burst->first + burst->words - 1) / 64 || burst->first + burst->words > count) return false;
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

static struct burst *head(struct bursts *bursts) { return bursts->head == bursts->tail ? NULL : &bursts->items[bursts->head % UNDER_WAY]; }

static void start_requests(struct traffic *traffic) {
    struct bl_axi_out *out = &traffic->out;
    struct burst burst;
    if (!out->arvalid && traffic->reads.tail - traffic->reads.head < UNDER_WAY && chance(traffic, 6) && choose(traffic, &burst)) {
        traffic->reads.items[traffic->reads.tail++ % UNDER_WAY] = burst;
        out->arvalid = 1, out->araddr = place(traffic, burst.first), out->arlen = (uint8_t)(burst.words - 1);
    }
    if (!out->awvalid && traffic->writes.tail - traffic->writes.head < UNDER_WAY && traffic->data.tail - traffic->data.head < UNDER_WAY &&
        chance(traffic, 6) && choose(traffic, &burst)) {
        traffic->writes.items[traffic->writes.tail++ % UNDER_WAY] = traffic->data.items[traffic->data.tail++ % UNDER_WAY] = burst;
        out->awvalid = 1, out->awaddr = place(traffic, burst.first), out->awlen = (uint8_t)(burst.words - 1);
    }
}

static void start_word(struct traffic *traffic) {
    struct bl_axi_out *out = &traffic->out;
    const struct burst *burst = head(&traffic->data);
    if (out->wvalid || !burst || chance(traffic, 4)) return;
    out->wvalid = 1;
    out->wlast = traffic->data.beat == burst->words - 1;
    out->wstrb = chance(traffic, 8) ? ~UINT64_C(0) : bl_random_next(&traffic->random);
    for (uint32_t i = 0; i < traffic->word / 4; i++) out->wdata[i] = (uint32_t)bl_random_next(&traffic->random);
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
    assert_memory_equal(traffic->in.rdata, traffic->copy + (burst->first + traffic->reads.beat) * traffic->word, traffic->word);
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

static void data_survive(uint32_t word, uint32_t stride) {
    static struct traffic traffic;
    memset(&traffic, 0, sizeof traffic);
    traffic.hbm = open_channel(2000, (int)word, CORE_PS);
    traffic.random = bl_random_at(3, word * 1000 + stride);
    traffic.word = word, traffic.stride = stride;
    for (uint32_t i = 0; i < AREA / word; i++) bl_hbm_read(traffic.hbm, place(&traffic, i), traffic.copy + i * word, word);
    for (int i = 0; i < 30000; i++) traffic_clock(&traffic);
    assert_true(traffic.beats > 5000);
    bl_hbm_destroy(traffic.hbm);
}

static void data_survive_random_traffic(void **state) {
    (void)state;
    for (uint32_t word = 16; word <= 64; word *= 2) {
        data_survive(word, 4);   /* neighbouring pages */
        data_survive(word, 16);  /* one bank, another row each */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scatter_agrees_with_the_reference), cmocka_unit_test(strides_into_one_bank_collapse),
        cmocka_unit_test(latency_depends_on_the_row), cmocka_unit_test(unwritten_words_show),
        cmocka_unit_test(a_write_is_answered_when_it_is_there), cmocka_unit_test(refresh_shows),
        cmocka_unit_test(time_may_be_skipped_when_idle), cmocka_unit_test(data_survive_random_traffic),
    };
    return cmocka_run_group_tests_name("hbm", tests, NULL, NULL);
}
