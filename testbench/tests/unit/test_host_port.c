/* What lies beyond a node's host port: its times and rates against closed forms, order, tags,
   errors, resets, splits, and the buffers in its memories. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/random.h"
#include "rounds.h"
#include "simulation/host/host_port.h"

enum { WORD = 32, MOST_JOBS = 64, PAGE = 4096 };

/* A burst of the node's. */
struct job {
    uint64_t bus;
    int beats, done;   /* words that were given or taken */
    uint8_t *bytes;    /* read into, written from */
    uint64_t strobe;   /* of every word that is written */
    uint8_t response;  /* the worst */
    int64_t taken_ps;  /* the address */
    int64_t first_ps;  /* the first word that was read */
    int64_t answer_ps; /* the last word, or the answer */
};

struct jobs {
    struct job items[MOST_JOBS];
    int count, asked, moved, answered;
};

struct node {
    struct bl_host_port *port;
    struct bl_host_settings settings;
    int64_t now, period;
    int word;
    struct jobs reads, writes;
    struct bl_axi_in in;
    struct bl_axi_out out;
    struct bl_random random;
    int idle; /* of eight cycles, in how many a side is not ready, by a draw */
};

static struct node join_port(const struct bl_host_settings *settings, int word, int64_t period) {
    return (struct node){.port = bl_host_port_new(settings, word),
                         .settings = *settings,
                         .period = period,
                         .word = word,
                         .random = bl_random_at(3, 5)};
}

static struct node usual_node(void) {
    struct bl_host_settings settings = bl_host_usual;
    settings.gpus = 2;
    return join_port(&settings, WORD, 1000);
}

static struct job *add_job(struct jobs *jobs, uint64_t bus, int beats, void *bytes) {
    if (jobs->count == MOST_JOBS) fail_msg("too many jobs");
    struct job *job = &jobs->items[jobs->count++];
    *job = (struct job){.bus = bus, .beats = beats, .bytes = bytes, .strobe = ~UINT64_C(0)};
    return job;
}

static bool ready(struct node *node) {
    return bl_random_below(&node->random, 8) >= (uint64_t)node->idle;
}

static void drive(struct node *node) {
    const struct jobs *reads = &node->reads, *writes = &node->writes;
    struct bl_axi_out *out = &node->out;
    out->arvalid = reads->asked < reads->count && ready(node);
    out->araddr = reads->items[reads->asked % MOST_JOBS].bus;
    out->arlen = (uint8_t)(reads->items[reads->asked % MOST_JOBS].beats - 1);
    out->awvalid = writes->asked < writes->count && ready(node);
    out->awaddr = writes->items[writes->asked % MOST_JOBS].bus;
    out->awlen = (uint8_t)(writes->items[writes->asked % MOST_JOBS].beats - 1);
    const struct job *job = &writes->items[writes->moved % MOST_JOBS];
    out->wvalid = writes->moved < writes->count && ready(node);
    if (out->wvalid) memcpy(out->wdata, job->bytes + job->done * node->word, (size_t)node->word);
    out->wstrb = job->strobe;
    out->wlast = job->done + 1 == job->beats;
    out->rready = ready(node);
    out->bready = ready(node);
}

static void look_at_read(struct node *node) {
    struct job *job = &node->reads.items[node->reads.moved % MOST_JOBS];
    assert_true(node->reads.moved < node->reads.asked);
    memcpy(job->bytes + job->done * node->word, node->in.rdata, (size_t)node->word);
    if (!job->done) job->first_ps = node->now;
    if (node->in.rresp > job->response) job->response = node->in.rresp;
    assert_int_equal(node->in.rlast, ++job->done == job->beats);
    if (!node->in.rlast) return;
    job->answer_ps = node->now;
    node->reads.moved++;
}

static void look_at_answer(struct node *node) {
    struct job *job = &node->writes.items[node->writes.answered % MOST_JOBS];
    assert_true(node->writes.answered < node->writes.moved);
    job->response = node->in.bresp;
    job->answer_ps = node->now;
    node->writes.answered++;
}

static void look(struct node *node) {
    const struct bl_axi_in *in = &node->in;
    const struct bl_axi_out *out = &node->out;
    if (in->rvalid & out->rready) look_at_read(node);
    if (in->bvalid & out->bready) look_at_answer(node);
    if (in->arready & out->arvalid) node->reads.items[node->reads.asked++].taken_ps = node->now;
    if (in->awready & out->awvalid) node->writes.items[node->writes.asked++].taken_ps = node->now;
    if (!(in->wready & out->wvalid)) return;
    struct job *job = &node->writes.items[node->writes.moved];
    if (++job->done == job->beats) node->writes.moved++;
}

static void cycle(struct node *node) {
    node->now += node->period;
    bl_host_port_present(node->port, node->now, &node->in);
    drive(node);
    look(node);
    bl_host_port_clock(node->port, node->now, &node->in, &node->out);
}

static bool done(const struct node *node) {
    return node->reads.moved == node->reads.count && node->writes.answered == node->writes.count;
}

/* Until all jobs are done, which are forgotten then but for their fields. */
static void finish(struct node *node) {
    for (int64_t end = node->now + INT64_C(1000000000); !done(node);) {
        cycle(node);
        if (node->now > end) fail_msg("the port stops");
    }
    memset(&node->out, 0, sizeof node->out);
}

static void forget(struct node *node) {
    node->reads = node->writes = (struct jobs){.count = 0};
    memset(&node->out, 0, sizeof node->out);
}

static void fill_with(uint8_t *bytes, size_t count, uint64_t seed) {
    struct bl_random random = bl_random_at(seed, 9);
    for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)bl_random_next(&random);
}

/* The first edge from a time on. */
static int64_t edge_from(const struct node *node, double ps) {
    int64_t edges = (int64_t)(ps / (double)node->period);
    return ((double)edges * (double)node->period < ps ? edges + 1 : edges) * node->period;
}

static const double usual_rate = 8e9 / 8 * 128 / 130 * 8; /* bytes a second */

static double bus_ps(int bytes) { return bytes * 1e12 / usual_rate; }

/* ---- times */

/* A read alone takes the time of its memory and that of its first completion on the bus. */
static void a_lone_read_takes_its_time(void **state) {
    const struct {
        uint64_t bus;
        double ps;
        int beats;
    } reads[] = {{BL_HOST_MEMORY, 450e3, 1},
                 {BL_HOST_MEMORY + 512, 450e3, 16},
                 {BL_HOST_GPU, 1000e3, 1},
                 {BL_HOST_GPU + BL_HOST_GPU_STEP, 1000e3, 4}};
    (void)state;
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
        struct node node = usual_node();
        uint8_t bytes[512];
        int beats = reads[i].beats, payload = beats < 8 ? beats * WORD : 256;
        const struct job *job = add_job(&node.reads, reads[i].bus, beats, bytes);
        finish(&node);
        int64_t first = job->first_ps - job->taken_ps;
        printf("  %3d B at %#llx: first word after %.0f ns\n", beats * WORD,
               (unsigned long long)reads[i].bus, (double)first / 1e3);
        assert_int_equal(first, edge_from(&node, reads[i].ps + bus_ps(payload + 20)));
        bl_host_port_free(node.port);
    }
}

/* A write is not there before its time, and is when it is answered. */
static void a_write_is_answered_when_it_is_visible(void **state) {
    const uint64_t buses[] = {BL_HOST_MEMORY, BL_HOST_GPU};
    const double times[] = {300e3, 450e3};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct node node = usual_node();
        uint8_t bytes[WORD], nothing[WORD] = {0};
        fill_with(bytes, sizeof bytes, 1);
        const uint8_t *place = bl_host_port_place(node.port, buses[i], WORD);
        const struct job *job = add_job(&node.writes, buses[i], 1, bytes);
        int64_t moved = 0;
        while (!done(&node)) {
            assert_memory_equal(place, nothing, WORD);
            cycle(&node);
            if (!moved && node.writes.moved) moved = node.now;
        }
        assert_memory_equal(place, bytes, WORD);
        assert_int_equal(job->answer_ps - moved, edge_from(&node, times[i] + bus_ps(WORD + 24)));
        bl_host_port_free(node.port);
    }
}

struct spread {
    int64_t least, most;
};
static void note(struct spread *spread, int64_t ps) {
    if (ps < spread->least) spread->least = ps;
    if (ps > spread->most) spread->most = ps;
}

/* A GPU's own times, and what is drawn on top of them: reads and writes one after the other, and
   four writes at once, which become visible in their order. */
static void times_of_a_gpu_and_jitter_are_settings(void **state) {
    struct bl_host_settings settings = bl_host_usual;
    struct spread reads = {INT64_MAX, 0}, writes = reads;
    uint8_t bytes[4][WORD], read[WORD];
    (void)state;
    settings.gpus = 1;
    settings.gpu_read_ps = 600000;
    settings.gpu_write_ps = 200000;
    settings.jitter_ps = 100000;
    struct node node = join_port(&settings, WORD, 1000);
    fill_with(bytes[0], sizeof bytes, 4);
    for (int i = 0; i < 300; i++) {
        const struct job *write = add_job(&node.writes, BL_HOST_GPU, 1, bytes[i % 4]);
        int64_t moved = 0;
        for (; !done(&node); cycle(&node))
            if (!moved && node.writes.moved) moved = node.now;
        note(&writes, write->answer_ps - moved);
        const struct job *job = add_job(&node.reads, BL_HOST_GPU, 1, read);
        finish(&node);
        assert_memory_equal(read, bytes[i % 4], WORD);
        note(&reads, job->first_ps - job->taken_ps);
        forget(&node);
    }
    double bus = bus_ps(WORD + 20);
    assert_in_range(reads.least, 600e3 + bus, 600e3 + bus + 5000);
    assert_in_range(reads.most, 600e3 + bus + 95000, 600e3 + bus + 101000);
    bus = bus_ps(WORD + 24);
    assert_in_range(writes.least, 200e3 + bus, 200e3 + bus + 5000);
    assert_in_range(writes.most, 200e3 + bus + 95000, 200e3 + bus + 101000);
    for (int i = 0; i < 100; i++) {
        uint8_t last[WORD];
        for (int k = 0; k < 4; k++) add_job(&node.writes, BL_HOST_GPU, 1, bytes[(i + k) % 4]);
        finish(&node);
        memcpy(last, bl_host_port_place(node.port, BL_HOST_GPU, WORD), WORD);
        assert_memory_equal(last, bytes[(i + 3) % 4], WORD);
        forget(&node);
    }
    bl_host_port_free(node.port);
}

/* Reads of the host's memory go on beside. */
static void a_gpu_is_read_at_its_rate(void **state) {
    enum { READS = 40, BEATS = 8 };
    struct bl_host_settings settings = bl_host_usual;
    uint8_t bytes[BEATS * WORD];
    (void)state;
    settings.gpus = 1;
    settings.gpu_rate = 870000000;
    struct node node = join_port(&settings, WORD, 4000);
    for (int gpu = 1; gpu >= 0; gpu--) {
        for (int i = 0; i < READS; i++)
            add_job(&node.reads, (gpu ? BL_HOST_GPU : BL_HOST_MEMORY) + 512 * (unsigned)i, BEATS,
                    bytes);
        finish(&node);
        const double ps = (double)(node.reads.items[READS - 1].first_ps -
                                   node.reads.items[0].first_ps),
                     least = (READS - 1) * sizeof bytes / 870e6 * 1e12;
        if (gpu) assert_in_range(ps, 0.98 * least, 1.02 * least);
        else assert_in_range(ps, 0, least / 4);
        forget(&node);
    }
    bl_host_port_free(node.port);
}

/* A write to the host's memory overtakes one to a GPU's; answers stay in order. */
static void two_memories_show_writes_out_of_order(void **state) {
    struct node node = usual_node();
    uint8_t bytes[WORD];
    (void)state;
    fill_with(bytes, sizeof bytes, 10);
    const uint8_t *gpu = bl_host_port_place(node.port, BL_HOST_GPU, WORD),
                  *host = bl_host_port_place(node.port, BL_HOST_MEMORY, WORD);
    add_job(&node.writes, BL_HOST_GPU, 1, bytes);
    add_job(&node.writes, BL_HOST_MEMORY, 1, bytes);
    while (memcmp(host, bytes, WORD)) cycle(&node);
    assert_memory_not_equal(gpu, bytes, WORD);
    while (memcmp(gpu, bytes, WORD)) {
        assert_false(node.in.bvalid);
        cycle(&node);
    }
    finish(&node);
    assert_int_equal(bl_host_port_counts(node.port).written_bytes, 2 * WORD);
    assert_true(bl_host_port_quiet(node.port));
    bl_host_port_free(node.port);
}

/* A read that was asked for behind a write does not pass it, however slow that is. */
static void a_read_does_not_pass_a_write(void **state) {
    struct bl_host_settings settings = bl_host_usual;
    (void)state;
    settings.read_ps = 100000;
    settings.write_ps = 700000;
    struct node node = join_port(&settings, WORD, 1000);
    uint8_t written[WORD], read[WORD];
    fill_with(written, sizeof written, 2);
    add_job(&node.writes, BL_HOST_MEMORY, 1, written);
    while (!node.writes.moved) cycle(&node);
    cycle(&node);
    add_job(&node.reads, BL_HOST_MEMORY, 1, read);
    finish(&node);
    assert_memory_equal(read, written, WORD);
    bl_host_port_free(node.port);
}

/* ---- rates */

struct rate {
    const char *name;
    int generation, lanes, payload, request, tags, word;
    int64_t read_ps, period;
    int megabytes;
    double at_least; /* of the closed form */
};

static struct bl_host_settings rate_settings(const struct rate *rate) {
    struct bl_host_settings settings = bl_host_usual;
    settings.generation = rate->generation;
    settings.lanes = rate->lanes;
    settings.payload = rate->payload;
    settings.request = rate->request;
    settings.tags = rate->tags;
    settings.read_ps = rate->read_ps;
    return settings;
}

/* Forgets the older half of the jobs when all of them are over. */
static void make_room(struct jobs *jobs, int *over) {
    int gone = MOST_JOBS / 2;
    if (jobs->asked < MOST_JOBS || *over < gone) return;
    memmove(jobs->items, jobs->items + gone, (size_t)gone * sizeof *jobs->items);
    jobs->count -= gone;
    jobs->asked -= gone;
    jobs->moved -= gone;
    if (over != &jobs->moved) jobs->answered -= gone;
}

/* Moves so many bytes through one way of the port, in bursts of 4 KiB; seconds. */
static double move(struct node *node, bool write, int64_t bytes) {
    static uint8_t data[PAGE];
    struct jobs *jobs = write ? &node->writes : &node->reads;
    int64_t asked = 0, begin = node->now;
    while (asked < bytes || !done(node)) {
        for (; asked < bytes && jobs->count < MOST_JOBS; asked += PAGE)
            add_job(jobs, BL_HOST_MEMORY + (uint64_t)asked, PAGE / node->word, data);
        cycle(node);
        make_room(jobs, write ? &jobs->answered : &jobs->moved);
    }
    return (double)(node->now - begin) * 1e-12;
}

/* Bytes a second of reads: the bus, with completions and a share of acknowledge and credit for
   each request, against what the tags allow. */
static double read_form(const struct rate *rate, double bus) {
    double completions = rate->payload < rate->request ? (double)rate->request / rate->payload : 1;
    double carried = rate->request + 20 * completions + 16.0 / 4;
    double most = bus * rate->request / carried;
    double tags = rate->tags * rate->request / ((double)rate->read_ps * 1e-12 + carried / bus);
    return tags < most ? tags : most;
}

static void check_rate(const struct rate *rate, bool write, double bus) {
    struct bl_host_settings settings = rate_settings(rate);
    struct node node = join_port(&settings, rate->word, rate->period);
    int64_t bytes = (int64_t)rate->megabytes << 20;
    double form = write ? bus * rate->payload / (rate->payload + 24) : read_form(rate, bus);
    double seen = (double)bytes / move(&node, write, bytes);
    double own = write ? bl_host_port_write_limit(&settings) : bl_host_port_read_limit(&settings);
    const struct bl_host_counts counts = bl_host_port_counts(node.port);
    printf("  %-26s %-7s %2d MB: %.4f GB/s, closed form %.4f GB/s: %.2f %%\n", rate->name,
           write ? "written" : "read", rate->megabytes, seen / 1e9, form / 1e9, 100 * seen / form);
    assert_int_equal(write ? counts.written_bytes : counts.read_bytes, bytes);
    assert_true(own > 0.999999 * form && own < 1.000001 * form);
    assert_true(seen > rate->at_least * form && seen <= 1.0001 * form);
    bl_host_port_free(node.port);
}

static void rates_are_those_of_the_closed_forms(void **state) {
    static const struct rate rates[] = {
        {"Gen3 x8", 3, 8, 256, 512, 32, WORD, 450000, 4000, 64, 0.99},
        {"Gen3 x8, read 1 us", 3, 8, 256, 512, 32, WORD, 1000000, 4000, 8, 0.99},
        {"Gen2 x8", 2, 8, 256, 512, 32, WORD, 450000, 4000, 8, 0.99},
        {"Gen1 x1, 128 B, 128 B", 1, 1, 128, 128, 32, 16, 450000, 4000, 1, 0.99},
        {"Gen3 x8, 4096 B", 3, 8, 4096, 4096, 32, WORD, 450000, 4000, 16, 0.99},
        {"Gen4 x16, 64 B words", 4, 16, 256, 512, 64, 64, 450000, 1000, 32, 0.99},
        {"Gen3 x8, 2 tags", 3, 8, 256, 512, 2, WORD, 450000, 500, 2, 0.95},
    };
    static const double buses[] = {usual_rate, usual_rate, 4e9, 0.25e9, usual_rate, 0, usual_rate};
    (void)state;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        double bus = buses[i] > 0 ? buses[i] : 4 * usual_rate;
        check_rate(&rates[i], false, bus);
        check_rate(&rates[i], true, bus);
    }
}

/* Both ways at once: a direction carries what its own data take, the requests, and its share of
   acknowledge and credit for the other; both are full. */
static void reads_and_writes_take_turns(void **state) {
    static uint8_t data[PAGE];
    struct node node = join_port(&bl_host_usual, WORD, 4000);
    /* of r requests of 512 B and w writes of 256 B a second:
       down 556 r + 4 w, up 32 r + 280 w */
    double r = usual_rate * (280 - 4) / (556 * 280 - 4 * 32), w = (usual_rate - 32 * r) / 280;
    (void)state;
    while (node.now < INT64_C(1000000000)) {
        while (node.reads.count < MOST_JOBS)
            add_job(&node.reads, BL_HOST_MEMORY, PAGE / WORD, data);
        while (node.writes.count < MOST_JOBS)
            add_job(&node.writes, BL_HOST_MEMORY + PAGE, PAGE / WORD, data);
        cycle(&node);
        make_room(&node.reads, &node.reads.moved);
        make_room(&node.writes, &node.writes.answered);
    }
    const struct bl_host_counts counts = bl_host_port_counts(node.port);
    double read = (double)counts.read_bytes * 1e3, written = (double)counts.written_bytes * 1e3;
    printf("  at once: read %.4f (%.4f), written %.4f (%.4f) GB/s\n", read / 1e9, 512 * r / 1e9,
           written / 1e9, 256 * w / 1e9);
    assert_true(read > 0.99 * 512 * r && read < 1.001 * 512 * r);
    assert_true(written > 0.99 * 256 * w && written < 1.001 * 256 * w);
    bl_host_port_free(node.port);
}

/* ---- order, tags, data */

static int random_beats(struct node *node) { return 1 + (int)bl_random_below(&node->random, 128); }

enum { TRAFFIC = 1 << 18 /* bytes of a memory; a half is written, the other read */ };

static uint64_t random_place(struct node *node) {
    return bl_random_below(&node->random, (TRAFFIC / 2 - PAGE) / WORD) * WORD;
}

/* A write of random length, a third with strobes; `copy` is what its memory is to be. */
static void add_write(struct node *node, uint64_t bus, uint8_t *copy, uint8_t *bytes) {
    uint64_t at = random_place(node);
    struct job *job = add_job(&node->writes, bus + at, random_beats(node), bytes);
    if (bl_random_below(&node->random, 3) == 0) job->strobe = bl_random_next(&node->random);
    for (int k = 0; k < job->beats * WORD; k++)
        if (job->strobe >> k % WORD & 1) copy[at + (unsigned)k] = bytes[k];
}

static void check_reads(const struct node *node, const uint8_t *memory, uint64_t bus) {
    for (int i = 0; i < node->reads.count; i++) {
        const struct job *job = &node->reads.items[i];
        assert_memory_equal(job->bytes, memory + (job->bus - bus), (size_t)(job->beats * WORD));
        assert_int_equal(job->response, BL_AXI_OKAY);
    }
}

static void data_come_in_order_though_completions_do_not(void **state) {
    struct node node = usual_node();
    uint8_t *memory = bl_host_port_place(node.port, BL_HOST_MEMORY, TRAFFIC);
    static uint8_t read[MOST_JOBS * PAGE];
    (void)state;
    fill_with(memory, TRAFFIC, 3);
    for (int round = 0; round < bl_rounds(20); round++) {
        node.idle = round % 5;
        for (int i = 0; i < MOST_JOBS; i++)
            add_job(&node.reads, BL_HOST_MEMORY + random_place(&node), random_beats(&node),
                    read + i * PAGE);
        finish(&node);
        check_reads(&node, memory, BL_HOST_MEMORY);
        forget(&node);
    }
    const struct bl_host_counts counts = bl_host_port_counts(node.port);
    printf("  %llu completions, %llu of them overtook an older request's\n",
           (unsigned long long)counts.completions, (unsigned long long)counts.overtaken);
    assert_true(counts.overtaken > counts.completions / 10);
    assert_true(bl_host_port_quiet(node.port));
    bl_host_port_free(node.port);
}

/* So many requests cannot be over sooner, if no more are on their way. */
static void no_more_reads_are_on_their_way_than_tags(void **state) {
    const int tags[] = {1, 3, 8, 32};
    static uint8_t bytes[16 * 512];
    (void)state;
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        struct bl_host_settings settings = bl_host_usual;
        settings.tags = tags[i];
        struct node node = join_port(&settings, WORD, 1000);
        for (int k = 0; k < 48; k++)
            add_job(&node.reads, BL_HOST_MEMORY + (uint64_t)k * 512, 16, bytes);
        finish(&node);
        const struct job *jobs = node.reads.items;
        assert_true(jobs[47].answer_ps - jobs[0].taken_ps >= 48 / tags[i] * settings.read_ps);
        assert_int_equal(bl_host_port_counts(node.port).most_tags, tags[i]);
        assert_int_equal(bl_host_port_counts(node.port).requests, 48);
        bl_host_port_free(node.port);
    }
}

/* Both ways at once, with pauses. */
static void data_survive_random_traffic(void **state) {
    const uint64_t buses[] = {BL_HOST_MEMORY, BL_HOST_GPU + BL_HOST_GPU_STEP};
    static uint8_t copy[TRAFFIC], written[MOST_JOBS * PAGE], read[MOST_JOBS * PAGE];
    struct node node = usual_node();
    (void)state;
    for (int round = 0; round < bl_rounds(40); round++) {
        uint64_t bus = buses[round % 2], half = (uint64_t)(round / 2 % 2) * (TRAFFIC / 2);
        uint8_t *memory = bl_host_port_place(node.port, bus, TRAFFIC);
        memcpy(copy, memory, TRAFFIC);
        fill_with(written, sizeof written, (uint64_t)round);
        node.idle = round % 7;
        for (int i = 0; i < MOST_JOBS; i++) {
            add_write(&node, bus + half, copy + half, written + i * PAGE);
            add_job(&node.reads, bus + TRAFFIC / 2 - half + random_place(&node),
                    random_beats(&node), read + i * PAGE);
        }
        finish(&node);
        assert_memory_equal(memory, copy, TRAFFIC);
        check_reads(&node, memory, bus);
        forget(&node);
    }
    bl_host_port_free(node.port);
}

/* The first word of a burst is the one that its address lies in. */
static void a_burst_begins_at_a_word(void **state) {
    struct node node = usual_node();
    uint8_t *memory = bl_host_port_place(node.port, BL_HOST_MEMORY, PAGE), read[2 * WORD],
            written[2 * WORD];
    (void)state;
    fill_with(memory, PAGE, 11);
    fill_with(written, sizeof written, 12);
    add_job(&node.reads, BL_HOST_MEMORY + 5, 2, read);
    add_job(&node.writes, BL_HOST_MEMORY + 512 + 5, 2, written);
    finish(&node);
    assert_memory_equal(read, memory, sizeof read);
    assert_memory_equal(memory + 512, written, sizeof written);
    bl_host_port_free(node.port);
}

/* ---- transfers of the bus */

struct split {
    const char *name;
    bool write;
    uint64_t at;
    int beats;
    uint64_t strobe;
    uint64_t transfers, completions, up, down; /* bytes of the bus, both ways */
};

static void bursts_are_split(void **state) {
    static const struct split splits[] = {
        {"read of one size", false, 512, 16, ~0u, 1, 2, 24, 512 + 2 * 20},
        {"read over a page", false, PAGE - 256, 16, ~0u, 2, 2, 2 * 24, 512 + 2 * 20},
        {"read off the boundary", false, 32, 16, ~0u, 1, 3, 24, 512 + 3 * 20},
        {"read of 2 KiB, acknowledged", false, 0, 64, ~0u, 4, 8, 4 * 24 + 2 * 16,
         2048 + 8 * 20 + 16},
        {"write of two sizes", true, 0, 16, ~0u, 2, 0, 512 + 2 * 24, 0},
        {"write over a page", true, PAGE - 32, 5, ~0u, 2, 0, 5 * 32 + 2 * 24, 0},
        {"write of 1 KiB, acknowledged", true, 32, 32, ~0u, 4, 0, 1024 + 4 * 24, 16},
        {"write of 3 B", true, 0, 1, 0x70, 1, 0, 4 + 24, 0},
        {"write of 3 B over a word", true, 0, 1, 0x1c0, 1, 0, 8 + 24, 0},
        {"write of nothing", true, 0, 1, 0, 0, 0, 0, 0},
    };
    static uint8_t bytes[PAGE];
    (void)state;
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++) {
        const struct split *split = &splits[i];
        struct node node = usual_node();
        struct jobs *jobs = split->write ? &node.writes : &node.reads;
        add_job(jobs, BL_HOST_MEMORY + split->at, split->beats, bytes)->strobe = split->strobe;
        finish(&node);
        const struct bl_host_counts counts = bl_host_port_counts(node.port);
        printf("  %s\n", split->name);
        assert_int_equal(split->write ? counts.writes : counts.requests, split->transfers);
        assert_int_equal(counts.completions, split->completions);
        assert_int_equal(counts.up_bytes, split->up);
        assert_int_equal(counts.down_bytes, split->down);
        bl_host_port_free(node.port);
    }
}

/* ---- errors */

static void addresses_of_nobody_are_refused(void **state) {
    const uint64_t size = (uint64_t)bl_host_usual.memory_bytes,
                   buses[] = {0, BL_HOST_MEMORY - WORD, BL_HOST_MEMORY + size,
                              BL_HOST_GPU + 2 * BL_HOST_GPU_STEP};
    struct node node = usual_node();
    uint8_t ones[2 * WORD], read[4][2 * WORD];
    (void)state;
    memset(ones, 0xff, sizeof ones);
    for (int i = 0; i < 4; i++) {
        add_job(&node.reads, buses[i], i == 1 ? 1 : 2, read[i]);
        add_job(&node.writes, buses[i], i == 1 ? 1 : 2, ones);
    }
    finish(&node);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(node.reads.items[i].response, BL_AXI_DECERR);
        assert_int_equal(node.writes.items[i].response, BL_AXI_DECERR);
        assert_memory_equal(read[i], ones, (size_t)(i == 1 ? WORD : 2 * WORD));
    }
    assert_int_equal(bl_host_port_counts(node.port).refused, 8);
    assert_int_equal(bl_host_port_counts(node.port).written_bytes, 0);
    bl_host_port_free(node.port);
}

/* A burst from the last page on: what is there is read and written, what is beyond is not. */
static void a_burst_beyond_the_end_is_refused_from_there_on(void **state) {
    struct node node = usual_node();
    uint64_t end = BL_HOST_MEMORY + (uint64_t)bl_host_usual.memory_bytes;
    uint8_t read[16 * WORD], written[16 * WORD];
    const uint8_t *place = bl_host_port_place(node.port, end - 256, 256);
    (void)state;
    fill_with(written, sizeof written, 4);
    const struct job *write = add_job(&node.writes, end - 256, 16, written);
    finish(&node);
    const struct job *job = add_job(&node.reads, end - 256, 16, read);
    finish(&node);
    assert_int_equal(write->response, BL_AXI_DECERR);
    assert_int_equal(job->response, BL_AXI_DECERR);
    assert_memory_equal(place, written, 256);
    assert_memory_equal(read, written, 256);
    for (int i = 256; i < 512; i++) assert_int_equal(read[i], 0xff);
    bl_host_port_free(node.port);
}

/* Each of many reads is aborted, and with three tags all are answered; then reads are right. */
static void an_abort_frees_its_tag(void **state) {
    struct bl_host_settings settings = bl_host_usual;
    struct bl_host_faults faults;
    static uint8_t read[PAGE], memory_was[PAGE];
    (void)state;
    settings.tags = 3;
    struct node node = join_port(&settings, WORD, 1000);
    fill_with(bl_host_port_place(node.port, BL_HOST_MEMORY, PAGE), PAGE, 5);
    assert_null(bl_host_faults_parse("host-abort=1", &faults));
    bl_host_port_arm(node.port, &faults);
    for (int i = 0; i < 20; i++) add_job(&node.reads, BL_HOST_MEMORY, 16, read);
    finish(&node);
    for (int i = 0; i < 20; i++) assert_int_equal(node.reads.items[i].response, BL_AXI_SLVERR);
    for (int i = 0; i < 512; i++) assert_int_equal(read[i], 0xff);
    assert_int_equal(bl_host_port_counts(node.port).aborted, 20);
    assert_true(bl_host_port_quiet(node.port));
    forget(&node);
    bl_host_port_arm(node.port, &(struct bl_host_faults){.seed = 0});
    add_job(&node.reads, BL_HOST_MEMORY, PAGE / WORD, read);
    finish(&node);
    memcpy(memory_was, bl_host_port_place(node.port, BL_HOST_MEMORY, PAGE), PAGE);
    assert_int_equal(node.reads.items[0].response, BL_AXI_OKAY);
    assert_memory_equal(read, memory_was, PAGE);
    assert_int_equal(bl_host_port_counts(node.port).most_tags, 3);
    bl_host_port_free(node.port);
}

/* Reads the same bytes again and again: how many had each response, and the longest time. */
static int64_t read_again(struct node *node, const uint8_t *memory, int seen[4]) {
    static uint8_t read[MOST_JOBS][512];
    int64_t longest = 0;
    for (int i = 0; i < MOST_JOBS; i++) add_job(&node->reads, BL_HOST_MEMORY, 16, read[i]);
    finish(node);
    for (int i = 0; i < MOST_JOBS; i++) {
        const struct job *job = &node->reads.items[i];
        int64_t time = job->answer_ps - job->taken_ps;
        seen[job->response]++;
        if (time > longest) longest = time;
        if (!job->response) assert_memory_equal(read[i], memory, 512);
    }
    forget(node);
    return longest;
}

/* And good data among them are right. */
static void faults_come_at_their_rates(void **state) {
    struct bl_host_faults faults;
    struct node node = usual_node();
    uint8_t *memory = bl_host_port_place(node.port, BL_HOST_MEMORY, PAGE);
    int seen[4] = {0};
    int64_t longest = 0;
    (void)state;
    fill_with(memory, PAGE, 6);
    assert_null(
        bl_host_faults_parse("host-abort=0.1,host-unsupported=0.2,host-late=0.05", &faults));
    bl_host_port_arm(node.port, &faults);
    for (int round = 0; round < 20; round++) {
        int64_t time = read_again(&node, memory, seen);
        if (time > longest) longest = time;
    }
    printf("  of %d: %d aborted, %d refused, the longest took %.0f ns\n", 20 * MOST_JOBS,
           seen[BL_AXI_SLVERR], seen[BL_AXI_DECERR], (double)longest / 1e3);
    assert_in_range(seen[BL_AXI_SLVERR], 60, 150);
    assert_in_range(seen[BL_AXI_DECERR], 200, 310);
    assert_in_range(longest, 5000000, 17 * 450000 * 2);
    bl_host_port_free(node.port);
}

static void faults_are_read(void **state) {
    struct bl_host_faults faults;
    (void)state;
    assert_null(bl_host_faults_parse("host-late=1e-3,host-abort=0.5", &faults));
    assert_true(faults.rates[0] == 0.5 && faults.rates[1] == 0 && faults.rates[2] == 1e-3);
    const char *const bad[] = {"",
                               "host-abort",
                               "host-abort=",
                               "host-abort=2",
                               "host-abort=-1",
                               "host-abort=1x",
                               "host-abort=1,",
                               "host-early=1",
                               "host-abor=1",
                               "host-aborts=1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(bl_host_faults_parse(bad[i], &faults));
}

/* ---- a reset */

/* Reads and writes on their way, a write without its last word; then a reset. */
static void reset_amid(struct node *node, uint8_t *written, uint8_t *read, int cycles) {
    for (int i = 0; i < 16; i++) {
        add_job(&node->reads, BL_HOST_MEMORY + PAGE * 8 + (uint64_t)i * 1024, 32, read);
        add_job(&node->writes, BL_HOST_MEMORY + (uint64_t)i * 512, 16, written + i * 512);
    }
    for (int i = 0; i < cycles; i++) cycle(node);
    bl_host_port_reset(node->port);
    forget(node);
}

/* What is there of the writes is a beginning, in whole transfers, and nothing is beside them. */
static void check_beginning(const uint8_t *memory, const uint8_t *written) {
    int there = 0;
    while (there < 32 && !memcmp(memory + there * 256, written + there * 256, 256)) there++;
    for (int i = there * 256; i < 7 * PAGE; i++) assert_int_equal(memory[i], 0);
}

/* The next read and write after a reset, at whatever moment that came, are right at once. */
static void after_a_reset_nothing_of_before_is_answered(void **state) {
    static uint8_t written[16 * 512], read[PAGE];
    (void)state;
    fill_with(written, sizeof written, 7);
    for (int cycles = 1; cycles < 1500; cycles += 7) {
        struct node node = usual_node();
        uint8_t *memory = bl_host_port_place(node.port, BL_HOST_MEMORY, 16 * PAGE);
        fill_with(memory + 8 * PAGE, 8 * PAGE, 8);
        reset_amid(&node, written, read, cycles);
        const struct job *job = add_job(&node.reads, BL_HOST_MEMORY + 12 * PAGE, 128, read),
                         *write = add_job(&node.writes, BL_HOST_MEMORY + 7 * PAGE, 16, written);
        finish(&node);
        assert_int_equal(job->response | write->response, BL_AXI_OKAY);
        assert_memory_equal(read, memory + 12 * PAGE, PAGE);
        assert_memory_equal(memory + 7 * PAGE, written, 512);
        check_beginning(memory, written);
        assert_true(bl_host_port_quiet(node.port));
        bl_host_port_free(node.port);
    }
}

/* Nothing comes for a node that asks for nothing after its reset. */
static void a_reset_leaves_no_answers(void **state) {
    static uint8_t written[16 * 512], read[PAGE];
    struct node node = usual_node();
    (void)state;
    reset_amid(&node, written, read, 300);
    node.out.rready = node.out.bready = 1;
    for (int i = 0; i < 5000; i++) {
        cycle(&node);
        assert_false(node.in.rvalid | node.in.bvalid | node.in.wready);
    }
    assert_true(bl_host_port_quiet(node.port));
    bl_host_port_free(node.port);
}

/* ---- buffers */

static void buffers_are_first_fit(void **state) {
    struct node node = usual_node();
    uint64_t bus[5];
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_non_null(bl_host_port_alloc(node.port, BL_HOST_OWN_MEMORY, 2 * PAGE - 5, &bus[i]));
    for (int i = 0; i < 3; i++) assert_int_equal(bus[i], BL_HOST_MEMORY + (uint64_t)i * 2 * PAGE);
    assert_true(bl_host_port_release(node.port, bus[1]));
    assert_false(bl_host_port_release(node.port, bus[1]));
    assert_false(bl_host_port_release(node.port, bus[0] + PAGE));
    assert_non_null(bl_host_port_alloc(node.port, BL_HOST_OWN_MEMORY, 2 * PAGE + 1, &bus[3]));
    assert_int_equal(bus[3], bus[2] + 2 * PAGE);
    assert_non_null(bl_host_port_alloc(node.port, BL_HOST_OWN_MEMORY, 2 * PAGE, &bus[4]));
    assert_int_equal(bus[4], bus[1]);
    assert_non_null(bl_host_port_alloc(node.port, 1, 1, &bus[4]));
    assert_int_equal(bus[4], BL_HOST_GPU + BL_HOST_GPU_STEP);
    assert_null(bl_host_port_alloc(node.port, 2, 1, &bus[4]));
    assert_null(bl_host_port_alloc(node.port, -2, 1, &bus[4]));
    bl_host_port_free(node.port);
}

static void buffers_fill_a_memory_and_no_more(void **state) {
    struct node node = usual_node();
    size_t size = (size_t)bl_host_usual.gpu_bytes;
    uint64_t first, bus;
    (void)state;
    assert_null(bl_host_port_alloc(node.port, 0, size + 1, &bus));
    assert_non_null(bl_host_port_alloc(node.port, 0, size / 2 + 1, &first));
    assert_null(bl_host_port_alloc(node.port, 0, size / 2, &bus));
    assert_non_null(bl_host_port_alloc(node.port, 0, size / 2 - PAGE, &bus));
    assert_true(bl_host_port_release(node.port, first) && bl_host_port_release(node.port, bus));
    assert_null(bl_host_port_alloc(node.port, 0, SIZE_MAX, &bus));
    uint8_t *bytes = bl_host_port_alloc(node.port, 0, size, &first);
    assert_non_null(bytes);
    assert_int_equal((uintptr_t)bytes % PAGE, 0);
    assert_null(bl_host_port_alloc(node.port, 0, 1, &bus));
    assert_true(bl_host_port_release(node.port, first));
    assert_non_null(bl_host_port_alloc(node.port, 0, size, &bus));
    bytes[size - 1] = 1;
    assert_ptr_equal(bl_host_port_place(node.port, bus, size), bytes);
    assert_null(bl_host_port_place(node.port, bus, size + 1));
    assert_null(bl_host_port_place(node.port, bus + size, 1));
    assert_null(bl_host_port_place(node.port, bus - 1, 1));
    bl_host_port_free(node.port);
}

/* Random buffers of which none overlaps another. */
static void buffers_do_not_overlap(void **state) {
    enum { COUNT = 64 };
    struct node node = usual_node();
    uint64_t bus[COUNT] = {0};
    size_t size[COUNT] = {0};
    (void)state;
    for (int i = 0; i < 5000; i++) {
        int k = (int)bl_random_below(&node.random, COUNT);
        if (size[k]) assert_true(bl_host_port_release(node.port, bus[k]));
        size[k] = 1 + (size_t)bl_random_below(&node.random, 1 << 19);
        if (!bl_host_port_alloc(node.port, BL_HOST_OWN_MEMORY, size[k], &bus[k])) size[k] = 0;
        assert_int_equal(bus[k] % PAGE, 0);
        for (int j = 0; j < COUNT; j++)
            if (j != k && size[j] && size[k])
                assert_true(bus[j] + size[j] <= bus[k] || bus[k] + size[k] <= bus[j]);
    }
    bl_host_port_free(node.port);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lone_read_takes_its_time),
        cmocka_unit_test(a_write_is_answered_when_it_is_visible),
        cmocka_unit_test(times_of_a_gpu_and_jitter_are_settings),
        cmocka_unit_test(a_gpu_is_read_at_its_rate),
        cmocka_unit_test(two_memories_show_writes_out_of_order),
        cmocka_unit_test(a_read_does_not_pass_a_write),
        cmocka_unit_test(rates_are_those_of_the_closed_forms),
        cmocka_unit_test(reads_and_writes_take_turns),
        cmocka_unit_test(data_come_in_order_though_completions_do_not),
        cmocka_unit_test(no_more_reads_are_on_their_way_than_tags),
        cmocka_unit_test(data_survive_random_traffic),
        cmocka_unit_test(a_burst_begins_at_a_word),
        cmocka_unit_test(bursts_are_split),
        cmocka_unit_test(addresses_of_nobody_are_refused),
        cmocka_unit_test(a_burst_beyond_the_end_is_refused_from_there_on),
        cmocka_unit_test(an_abort_frees_its_tag),
        cmocka_unit_test(faults_come_at_their_rates),
        cmocka_unit_test(faults_are_read),
        cmocka_unit_test(after_a_reset_nothing_of_before_is_answered),
        cmocka_unit_test(a_reset_leaves_no_answers),
        cmocka_unit_test(buffers_are_first_fit),
        cmocka_unit_test(buffers_fill_a_memory_and_no_more),
        cmocka_unit_test(buffers_do_not_overlap),
    };
    return cmocka_run_group_tests_name("host port", tests, NULL, NULL);
}
