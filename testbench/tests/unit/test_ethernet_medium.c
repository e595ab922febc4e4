/* Ethernet between nodes: when a frame comes to the ps, rates, queues, padding, faults and their
   counts, and that the order in which nodes run changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/carried/random.h"
#include "network/ethernet/carried/ethernet.h"

enum {
    NODES = 3,
    BYTE = 200, /* ps, at 40 Gbit/s */
    LATENCY = 150000,
    SWITCH = 400000,
    WAY = 2 * LATENCY + SWITCH,
    PERIOD = 5000,
    LONGEST = 1514, /* without FCS */
    BEAT = 32,      /* of most tests */
    ROOM = 1600,
    MOST = 600
};
enum { DROP, FLIP, REPEAT, REORDER };

struct sent {
    int to, length;
    int64_t after_ps;     /* it is not offered before */
    int64_t gap_until_ps; /* and until when */
    int gap_beat, gap;    /* in front of which beat, how many cycles; 0: none */
    unsigned char kind;
};
struct came {
    int64_t first_ps, last_ps;
    int length;
    bool bad;
    uint8_t bytes[ROOM];
};

struct node {
    int64_t period, next_ps;
    int beat;
    struct sent sends[MOST];
    int send_count, sending, offset, waited;
    uint8_t bytes[ROOM]; /* of the frame that is being sent */
    struct came *comes;  /* [MOST] */
    int come_count;
    int64_t begun_ps; /* first edge at which a beat of each frame was taken: of the last one */
    unsigned moved_out, moved_in;
    int64_t reset_from, reset_to;
    struct bl_ethernet_in in;
    struct bl_ethernet_out out;
};

struct rig {
    void *medium;
    struct bl_medium_times times;
    int nodes;
    struct node *node; /* [nodes] */
    int64_t now;
    bool backwards; /* the last node runs first */
    int64_t window;
};

static struct bl_ethernet_config usual(void) {
    return (struct bl_ethernet_config){.rate = INT64_C(40000000000),
                                       .latency_ps = LATENCY,
                                       .switch_ps = SWITCH,
                                       .frame = LONGEST + 4,
                                       .queue = 128 * 1024,
                                       .width = 8 * BEAT};
}

static struct rig rig_of(struct bl_ethernet_config config) {
    const struct bl_medium_config medium = {.nodes = NODES, .own = &config};
    struct rig rig = {.nodes = NODES};
    rig.medium = bl_medium_ethernet.create(&medium, &rig.times);
    rig.node = calloc(NODES, sizeof *rig.node);
    assert_non_null(rig.node);
    for (int i = 0; i < NODES; i++) {
        rig.node[i].period = rig.node[i].next_ps = PERIOD;
        rig.node[i].beat = config.width / 8;
        rig.node[i].comes = calloc(MOST, sizeof *rig.node[i].comes);
        assert_non_null(rig.node[i].comes);
    }
    rig.window = rig.times.window_ps;
    return rig;
}

static void free_rig(struct rig *rig) {
    assert_int_equal(bl_medium_ethernet.broken(rig->medium, NULL), 0);
    bl_medium_ethernet.destroy(rig->medium);
    for (int i = 0; i < NODES; i++) free(rig->node[i].comes);
    free(rig->node);
}

/* ---- a node */

/* Addresses of any two nodes differ in two bits. */
static void put_address(uint8_t *bytes, int node) {
    memcpy(bytes, (const uint8_t[]){2, 0x62, 0x6c, 0, 0, (uint8_t)(3 * node)}, 6);
}

/* Addresses, kind, number of the frame, and bytes that follow from its number. */
static void compose(uint8_t *bytes, const struct sent *send, int from, int number) {
    struct bl_random random = bl_random_at((uint64_t)from, (uint64_t)number);
    for (int i = 0; i < send->length; i++) bytes[i] = (uint8_t)bl_random_next(&random);
    put_address(bytes, send->to);
    put_address(bytes + 6, from);
    bytes[14] = send->kind;
    bytes[15] = (uint8_t)from;
    bytes[16] = (uint8_t)number;
    bytes[17] = (uint8_t)(number >> 8);
}

static void drive(struct node *node, int number, int64_t now) {
    const struct sent *send = &node->sends[node->sending];
    node->out = (struct bl_ethernet_out){0};
    if (node->sending == node->send_count || now < send->after_ps) return;
    if (node->offset && node->offset == send->gap_beat * node->beat &&
        (node->waited < send->gap || now < send->gap_until_ps)) {
        node->waited++;
        return;
    }
    if (!node->offset) compose(node->bytes, send, number, node->sending);
    int rest = send->length - node->offset, bytes = rest < node->beat ? rest : node->beat;
    memcpy(node->out.tdata, node->bytes + node->offset, (size_t)bytes);
    node->out.tkeep = UINT64_MAX >> (64 - bytes);
    node->out.tlast = rest <= node->beat;
    node->out.tvalid = 1;
}

static void was_taken(struct node *node, int64_t now) {
    if (!node->offset) node->begun_ps = now;
    node->offset += node->beat;
    if (!node->out.tlast) return;
    node->sending++;
    node->offset = node->waited = 0;
}

static void take(struct node *node, int64_t now) {
    struct came *came = &node->comes[node->come_count];
    int bytes = __builtin_popcountll(node->in.tkeep);
    assert_true(node->come_count < MOST && came->length + bytes <= ROOM);
    assert_true(bytes == node->beat || node->in.tlast);
    if (!came->length) came->first_ps = now;
    memcpy(came->bytes + came->length, node->in.tdata, (size_t)bytes);
    came->length += bytes;
    came->last_ps = now;
    came->bad = node->in.tuser;
    if (node->in.tlast) node->come_count++;
}

/* A node that comes out of reset knows nothing of frames that have begun. */
static void forget(struct node *node) {
    node->comes[node->come_count].length = 0;
    node->sending += node->offset > 0;
    node->offset = 0;
}

static void edge(struct rig *rig, int number, int64_t now) {
    struct node *node = &rig->node[number];
    node->moved_in += bl_medium_ethernet.present(rig->medium, number, now, &node->in);
    assert_true(node->in.up);
    if (now >= node->reset_from && now < node->reset_to) {
        forget(node);
        return;
    }
    if (node->in.tvalid) take(node, now);
    drive(node, number, now);
    node->moved_out += bl_medium_ethernet.clock(rig->medium, number, now, &node->in, &node->out);
    if (node->out.tvalid && node->in.tready) was_taken(node, now);
}

static void run_node(struct rig *rig, int number, int64_t end) {
    struct node *node = &rig->node[number];
    for (; node->next_ps < end; node->next_ps += node->period) edge(rig, number, node->next_ps);
}

static void run(struct rig *rig, int64_t until) {
    while (rig->now < until) {
        int64_t end = until - rig->now < rig->window ? until : rig->now + rig->window;
        bl_medium_ethernet.open(rig->medium, NULL, end);
        for (int i = 0; i < NODES; i++) run_node(rig, rig->backwards ? NODES - 1 - i : i, end);
        bl_medium_ethernet.publish(rig->medium);
        rig->now = end;
    }
}

static struct sent *send(struct rig *rig, int from, int to, int length) {
    struct node *node = &rig->node[from];
    assert_true(node->send_count < MOST);
    node->sends[node->send_count] = (struct sent){.to = to, .length = length, .kind = 1};
    return &node->sends[node->send_count++];
}

static uint64_t counted(const struct rig *rig, const char *name, const char *place) {
    struct bl_medium_count count;
    for (int i = 0; bl_medium_ethernet.count(rig->medium, i, &count); i++)
        if (!strcmp(count.name, name) && !strcmp(count.place, place)) return count.count;
    fail_msg("no count of %s, %s", name, place);
    return 0;
}

static int number_of(const struct came *came) { return came->bytes[17] << 8 | came->bytes[16]; }

/* As it was sent, with padding. */
static void assert_whole(const struct rig *rig, const struct came *came) {
    uint8_t wanted[ROOM] = {0};
    const struct sent *send = &rig->node[came->bytes[15]].sends[number_of(came)];
    compose(wanted, send, came->bytes[15], number_of(came));
    assert_int_equal(came->length, send->length < 60 ? 60 : send->length);
    assert_memory_equal(came->bytes, wanted, (size_t)came->length);
    assert_false(came->bad);
}

/* Node 2 is known to the switch from then on. */
static void introduce(struct rig *rig) {
    send(rig, 2, 0, 60);
    run(rig, 2 * WAY);
    for (int i = 0; i < NODES; i++) rig->node[i].come_count = 0;
    for (int i = 0; i < NODES; i++) memset(rig->node[i].comes, 0, sizeof *rig->node[i].comes);
}

/* ---- */

/* A beat that ends with byte n of the frame is there (8 + n + 4) bytes and the way later than the
   first beat was taken. */
static void a_frame_comes_at_the_right_ps(void **state) {
    (void)state;
    struct rig rig = rig_of(usual());
    rig.node[1].period = 1;
    send(&rig, 0, 1, 100);
    run(&rig, 3 * WAY / 2);
    const struct came *came = rig.node[1].comes;
    assert_int_equal(rig.node[1].come_count, 1);
    assert_int_equal(rig.node[0].begun_ps, PERIOD);
    assert_int_equal(came->first_ps, PERIOD + WAY + (8 + 32 + 4) * BYTE);
    assert_int_equal(came->last_ps, PERIOD + WAY + (8 + 100 + 4) * BYTE);
    assert_whole(&rig, came);
    assert_int_equal(rig.node[0].moved_out, 4);
    assert_int_equal(rig.node[1].moved_in, 4);
    free_rig(&rig);
}

/* Lone frames take up to so much longer; frames that follow each other keep order and rate. */
static void jitter_is_drawn_for_every_frame(void **state) {
    (void)state;
    enum { JITTER = 90000, LONE = 200 };
    struct bl_ethernet_config config = usual();
    config.jitter_ps = JITTER;
    struct rig rig = rig_of(config);
    int64_t least = INT64_MAX, most = 0;
    rig.node[1].period = 100;
    introduce(&rig);
    for (int i = 0; i < LONE; i++) {
        send(&rig, 0, 1, 60);
        run(&rig, rig.now + 2 * WAY);
        int64_t took = rig.node[1].comes[i].last_ps - rig.node[0].begun_ps;
        least = took < least ? took : least;
        most = took > most ? took : most;
    }
    const int64_t way = WAY + (8 + 60 + 4) * BYTE;
    assert_in_range(least, way, way + JITTER / 20);
    assert_in_range(most, way + JITTER - JITTER / 20, way + JITTER + 100);
    for (int i = 0; i < LONE; i++) send(&rig, 0, 1, 60);
    run(&rig, rig.now + 3 * WAY + LONE * (8 + 60 + 4 + 12) * BYTE);
    assert_int_equal(rig.node[1].come_count, 2 * LONE);
    for (int i = LONE; i < 2 * LONE; i++) assert_whole(&rig, &rig.node[1].comes[i]);
    for (int i = LONE + 1; i < 2 * LONE; i++)
        assert_int_equal(number_of(&rig.node[1].comes[i]),
                         number_of(&rig.node[1].comes[i - 1]) + 1);
    free_rig(&rig);
}

static void reports_are_no_progress(void **state) {
    (void)state;
    struct rig rig = rig_of(usual());
    send(&rig, 0, 1, 100)->kind = 2;
    send(&rig, 0, 1, 100)->kind = 0x13; /* with a flag */
    send(&rig, 0, 1, 100)->kind = 0x81;
    run(&rig, 2 * WAY);
    assert_int_equal(rig.node[1].come_count, 3);
    assert_int_equal(rig.node[0].moved_out, 4);
    assert_int_equal(rig.node[1].moved_in, 4);
    free_rig(&rig);
}

/* Preamble, FCS and gap are 24 bytes more; a short frame has 60. */
static void frames_follow_each_other_at_the_rate_of_the_line(void **state) {
    (void)state;
    struct rig rig = rig_of(usual());
    static const int lengths[] = {LONGEST, LONGEST, 60, 20, 33, 65, 64, 1000, LONGEST};
    enum { COUNT = sizeof lengths / sizeof *lengths };
    rig.node[1].period = 100;
    for (int i = 0; i < COUNT; i++) send(&rig, 0, 1, lengths[i]);
    run(&rig, 6 * WAY);
    assert_int_equal(rig.node[1].come_count, COUNT);
    int64_t start = PERIOD;
    for (int i = 0; i < COUNT; i++) {
        int length = lengths[i] < 60 ? 60 : lengths[i];
        assert_whole(&rig, &rig.node[1].comes[i]);
        assert_int_equal(rig.node[1].comes[i].last_ps, start + WAY + (length + 12) * BYTE);
        start += (length + 24) * BYTE;
    }
    assert_int_equal(counted(&rig, "frames destroyed for a gap", "MAC of node 0"), 0);
    free_rig(&rig);
}

static void a_frame_to_an_address_not_seen_goes_everywhere(void **state) {
    (void)state;
    struct rig rig = rig_of(usual());
    send(&rig, 0, 2, 60);
    send(&rig, 2, 0, 60)->after_ps = 2 * WAY;
    send(&rig, 0, 2, 60)->after_ps = 4 * WAY;
    run(&rig, 6 * WAY);
    assert_int_equal(rig.node[1].come_count, 1); /* the first: 0 was seen by it, 2 by the second */
    assert_int_equal(rig.node[2].come_count, 2);
    assert_int_equal(rig.node[0].come_count, 1);
    assert_int_equal(number_of(&rig.node[1].comes[0]), 0);
    free_rig(&rig);
}

/* A frame that is bad says nothing about where its source is. */
static void bad_frames_teach_nothing(void **state) {
    (void)state;
    for (int how = 0; how < 3; how++) { /* good, a flipped bit, destroyed */
        struct rig rig = rig_of(usual());
        struct bl_medium_faults faults = {.seed = 1};
        faults.rates[FLIP] = how == 1;
        bl_medium_ethernet.arm(rig.medium, &faults);
        struct sent *sent = send(&rig, 0, 1, 200);
        if (how == 2) sent->gap_beat = 2, sent->gap = 30;
        run(&rig, 2 * WAY);
        assert_int_equal(rig.node[1].comes[0].bad, how > 0);
        faults.rates[FLIP] = 0;
        bl_medium_ethernet.arm(rig.medium, &faults);
        send(&rig, 1, 0, 200);
        run(&rig, 4 * WAY);
        assert_int_equal(rig.node[0].come_count, 1);
        assert_int_equal(rig.node[2].come_count, 1 + (how > 0)); /* the first went everywhere */
        free_rig(&rig);
    }
}

/* Two nodes send at once, at full rate. When the k-th frames of both begin to come, k frames of
   1518 bytes are in the queue. Which of them come, in order. */
static int contend(int queue, int *numbers) {
    struct bl_ethernet_config config = usual();
    config.queue = queue;
    struct rig rig = rig_of(config);
    introduce(&rig);
    for (int i = 0; i < 8; i++)
        for (int node = 0; node < 2; node++) send(&rig, node, 2, LONGEST)->after_ps = 4 * WAY;
    run(&rig, 16 * WAY);
    int count = rig.node[2].come_count;
    assert_int_equal(count + (int)counted(&rig, "tail drops", "switch, output to node 2"), 16);
    for (int i = 0; i < count; i++) {
        const struct came *came = &rig.node[2].comes[i];
        assert_whole(&rig, came);
        numbers[i] = 10 * came->bytes[15] + number_of(came);
        if (i)
            assert_in_range(came->last_ps - came[-1].last_ps, 1538 * BYTE - PERIOD,
                            1538 * BYTE + PERIOD);
    }
    free_rig(&rig);
    return count;
}

static void a_full_queue_drops_at_the_right_byte(void **state) {
    (void)state;
    static const int fits[] = {0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 6, 16},
                     one_less[] = {0, 10, 1, 11, 2, 12, 3, 13, 5, 15, 7, 17};
    int numbers[16];
    assert_int_equal(contend(128 * 1024, numbers), 16);
    assert_int_equal(contend(5 * 1518, numbers), 12);
    assert_memory_equal(numbers, fits, sizeof fits);
    assert_int_equal(contend(5 * 1518 - 1, numbers), 12);
    assert_memory_equal(numbers, one_less, sizeof one_less);
}

static void a_gap_destroys_a_frame(void **state) {
    (void)state;
    struct rig rig = rig_of(usual());
    struct sent *short_gap = send(&rig, 0, 1, 1000);
    short_gap->gap_beat = 10, short_gap->gap = 2; /* which the buffer outlasts */
    struct sent *long_gap = send(&rig, 0, 1, 1000);
    long_gap->gap_beat = 10, long_gap->gap = 6;
    send(&rig, 0, 1, 1000);
    run(&rig, 6 * WAY);
    const struct came *came = rig.node[1].comes;
    assert_int_equal(rig.node[1].come_count, 3);
    assert_whole(&rig, &came[0]);
    assert_int_equal(came[1].length, 10 * BEAT);
    assert_true(came[1].bad);
    assert_whole(&rig, &came[2]);
    assert_int_equal(counted(&rig, "frames destroyed for a gap", "MAC of node 0"), 1);
    assert_int_equal(counted(&rig, "frames with a bad FCS", "MAC of node 1"), 1);
    free_rig(&rig);
}

/* Byte 320 is missing at 70,600 ps, and the sender's next edge is not in that window: the end is
   known to the receiver all the same. */
static void a_gap_at_the_end_of_a_window_is_seen(void **state) {
    (void)state;
    struct rig rig = rig_of(usual());
    struct sent *sent = send(&rig, 0, 1, 1000);
    sent->gap_beat = 10, sent->gap = 20;
    rig.node[1].period = 100;
    run(&rig, 15 * PERIOD);
    run(&rig, 15 * PERIOD + WAY);
    assert_int_equal(rig.node[1].come_count, 1);
    assert_int_equal(rig.node[1].comes[0].length, 320);
    assert_int_equal(rig.node[1].comes[0].last_ps, PERIOD + WAY + (8 + 320 + 4) * BYTE);
    assert_true(rig.node[1].comes[0].bad);
    free_rig(&rig);
}

static void a_frame_beyond_the_longest_is_destroyed(void **state) {
    (void)state;
    struct rig rig = rig_of(usual());
    static const int lengths[] = {LONGEST + 1, LONGEST, LONGEST + 50, LONGEST};
    for (int i = 0; i < 4; i++) send(&rig, 0, 1, lengths[i]);
    run(&rig, 6 * WAY);
    assert_int_equal(rig.node[1].come_count, 4);
    for (int i = 0; i < 4; i++)
        if (i % 2) assert_whole(&rig, &rig.node[1].comes[i]);
        else assert_true(rig.node[1].comes[i].bad);
    assert_int_equal(counted(&rig, "frames too long", "MAC of node 0"), 2);
    assert_int_equal(counted(&rig, "frames destroyed for a gap", "MAC of node 0"), 0);
    free_rig(&rig);
}

/* The byte with the kind is in the second beat of the narrowest port, the first one of others. */
static void ports_of_every_width(void **state) {
    (void)state;
    for (int width = 64; width <= 512; width *= 2) {
        struct bl_ethernet_config config = usual();
        int beat = width / 8, beats = (100 + beat - 1) / beat;
        config.width = width;
        struct rig rig = rig_of(config);
        rig.node[0].period = 150 * beat;
        rig.node[1].period = 100;
        for (int i = 0; i < 5; i++) send(&rig, 0, 1, 100);
        run(&rig, 3 * WAY);
        assert_int_equal(rig.node[1].come_count, 5);
        for (int i = 0; i < 5; i++) {
            const struct came *came = &rig.node[1].comes[i];
            int64_t start = PERIOD + WAY + i * 124 * BYTE;
            assert_whole(&rig, came);
            assert_int_equal(came->first_ps, start + (8 + beat + 4) * BYTE);
            assert_int_equal(came->last_ps, start + (8 + 100 + 4) * BYTE);
        }
        assert_int_equal(rig.node[0].moved_out, 5 * (beats - (width == 64)));
        assert_int_equal(rig.node[1].moved_in, 5 * (beats - (width == 64)));
        free_rig(&rig);
    }
}

/* What comes while a node is in reset is not seen later, nor is the rest of a frame of that time.
 */
static void a_reset_loses_what_comes_and_ends_what_goes(void **state) {
    (void)state;
    struct rig rig = rig_of(usual());
    for (int i = 0; i < 6; i++) send(&rig, 0, 1, LONGEST);
    rig.node[1].reset_from = WAY + 1000000;
    rig.node[1].reset_to = WAY + 1100000; /* of the fourth frame, 307600 ps each */
    rig.node[0].reset_from = 1700000;     /* of the sixth */
    rig.node[0].reset_to = 1720000;
    send(&rig, 0, 1, 300);
    run(&rig, 4000000);
    static const int wanted[] = {0, 1, 2, 4, 5, 6};
    assert_int_equal(rig.node[1].come_count, 6);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(number_of(&rig.node[1].comes[i]), wanted[i]);
        assert_int_equal(rig.node[1].comes[i].bad, i == 4);
    }
    free_rig(&rig);
}

/* Two edges of a node that drives this and then that, the first offer taken or not. */
static uint64_t broken_by(struct bl_ethernet_out first, struct bl_ethernet_out second, bool taken) {
    const struct bl_ethernet_config config = usual();
    const struct bl_medium_config medium = {.nodes = NODES, .own = &config};
    struct bl_medium_times times;
    struct bl_ethernet_in in;
    void *made = bl_medium_ethernet.create(&medium, &times);
    for (int i = 0; i < 2; i++) {
        bl_medium_ethernet.present(made, 0, (i + 1) * PERIOD, &in);
        in.tready = i || taken;
        bl_medium_ethernet.clock(made, 0, (i + 1) * PERIOD, &in, i ? &second : &first);
    }
    uint64_t broken = bl_medium_ethernet.broken(made, NULL);
    bl_medium_ethernet.destroy(made);
    return broken;
}

static void rules_of_the_stream_are_looked_at(void **state) {
    (void)state;
    const struct bl_ethernet_out full = {.tvalid = 1, .tkeep = UINT32_MAX}, none = {.tvalid = 0};
    struct bl_ethernet_out last = full, other = full;
    last.tlast = 1;
    last.tkeep = 0xff;
    assert_int_equal(broken_by(full, last, true), 0);
    assert_int_equal(broken_by(full, full, false), 0);
    assert_int_equal(broken_by(full, none, false), 1);
    assert_int_equal(broken_by(last, full, false), 1);
    other.tdata[7] = 1;
    assert_int_equal(broken_by(full, other, false), 1);
    assert_int_equal(broken_by(full, other, true), 0);
    other.tkeep = 0xff; /* in front of the last beat */
    assert_int_equal(broken_by(full, other, true), 1);
    last.tkeep = 0xf7;
    assert_int_equal(broken_by(full, last, true), 1);
    last.tkeep = 0;
    assert_int_equal(broken_by(full, last, true), 1);
    last.tkeep = UINT64_MAX; /* of a wider port */
    assert_int_equal(broken_by(full, last, true), 1);
}

/* Byte 320 is wanted 328 bytes after the frame began: what comes at that ps is in time, at the next
   edge it is late. */
static void a_beat_may_come_at_the_last_ps(void **state) {
    (void)state;
    for (int late = 0; late < 2; late++) {
        struct rig rig = rig_of(usual());
        struct node *node = &rig.node[0];
        struct sent *sent = send(&rig, 0, 1, 1000);
        node->period = 100;
        sent->gap_beat = 10;
        sent->gap_until_ps = PERIOD + 328 * BYTE + 100 * late;
        run(&rig, 3 * WAY);
        assert_int_equal(rig.node[1].comes[0].bad, late);
        assert_int_equal(counted(&rig, "frames destroyed for a gap", "MAC of node 0"), late);
        free_rig(&rig);
    }
}

/* ---- faults */

static struct rig faulty(int fault, double rate, int frames) {
    struct rig rig = rig_of(usual());
    struct bl_medium_faults faults = {.seed = 7};
    faults.rates[fault] = rate;
    bl_medium_ethernet.arm(rig.medium, &faults);
    for (int i = 0; i < frames; i++) send(&rig, 0, 1, 60 + i % 200);
    run(&rig, (int64_t)frames * 300 * BYTE + 20 * WAY);
    return rig;
}

static void dropped_frames_do_not_come(void **state) {
    (void)state;
    struct rig rig = faulty(DROP, 0.2, 500);
    int dropped = (int)counted(&rig, "frames dropped", "wire from node 0 to the switch");
    assert_in_range(dropped, 50, 150);
    assert_int_equal(rig.node[1].come_count, 500 - dropped);
    for (int i = 0; i < rig.node[1].come_count; i++) assert_whole(&rig, &rig.node[1].comes[i]);
    free_rig(&rig);
}

static int bits_apart(const struct rig *rig, const struct came *came, int number) {
    uint8_t wanted[ROOM];
    int bits = 0;
    compose(wanted, &rig->node[0].sends[number], 0, number);
    for (int i = 0; i < came->length; i++) bits += __builtin_popcount(wanted[i] ^ came->bytes[i]);
    return bits;
}

/* In a bad frame one bit is flipped, or it is one of the FCS. */
static void a_flipped_bit_is_reported(void **state) {
    (void)state;
    struct rig rig = faulty(FLIP, 0.3, 500);
    int bad = 0, seen = 0;
    assert_int_equal(rig.node[1].come_count, 500);
    for (int i = 0; i < 500; i++) {
        const struct came *came = &rig.node[1].comes[i];
        int bits = bits_apart(&rig, came, i);
        assert_in_range(bits, 0, came->bad);
        bad += came->bad;
        seen += bits;
    }
    assert_int_equal(bad, counted(&rig, "bits flipped", "wire from node 0 to the switch"));
    assert_int_equal(bad, counted(&rig, "frames with a bad FCS", "MAC of node 1"));
    assert_true(seen > bad / 3 && seen < bad && bad > 100);
    free_rig(&rig);
}

static void repeated_frames_come_twice(void **state) {
    (void)state;
    struct rig rig = faulty(REPEAT, 0.15, 500);
    int twice = 0, count = rig.node[1].come_count;
    for (int i = 0; i < count; i++) {
        const struct came *came = &rig.node[1].comes[i];
        assert_whole(&rig, came);
        twice += i && number_of(came) == number_of(came - 1);
    }
    assert_in_range(twice, 40, 120);
    assert_int_equal(twice, counted(&rig, "frames repeated", "wire from node 0 to the switch"));
    assert_int_equal(count, 500 + twice);
    free_rig(&rig);
}

/* Whatever was held back is behind a frame with a higher number. */
static void held_frames_are_overtaken(void **state) {
    (void)state;
    struct rig rig = faulty(REORDER, 0.2, 500);
    int overtaken = 0, highest = -1;
    assert_int_equal(rig.node[1].come_count, 500);
    for (int i = 0; i < 500; i++) {
        assert_whole(&rig, &rig.node[1].comes[i]);
        int number = number_of(&rig.node[1].comes[i]);
        overtaken += number < highest;
        if (number < highest) continue;
        assert_int_equal(i, highest + 1); /* all that were held back have followed */
        highest = number;
    }
    assert_in_range(overtaken, 50, 150);
    assert_int_equal(overtaken,
                     counted(&rig, "frames held back", "wire from node 0 to the switch"));
    free_rig(&rig);
}

static void a_held_frame_waits_no_longer_than_5_us(void **state) {
    (void)state;
    struct rig rig = faulty(REORDER, 1, 1);
    assert_int_equal(rig.node[1].come_count, 1);
    int64_t wanted = PERIOD + WAY + 5000000 + (60 + 12) * BYTE;
    assert_in_range(rig.node[1].comes[0].last_ps, wanted, wanted + PERIOD - 1);
    free_rig(&rig);
}

/* ---- who runs first */

/* Three nodes, every kind of fault, gaps, a short queue. */
static struct rig busy_rig(bool backwards, int64_t window) {
    struct bl_ethernet_config config = usual();
    config.queue = 6000;
    struct rig rig = rig_of(config);
    const struct bl_medium_faults faults = {.rates = {0.05, 0.05, 0.05, 0.05}, .seed = 3};
    struct bl_random random = {11};
    bl_medium_ethernet.arm(rig.medium, &faults);
    rig.backwards = backwards;
    rig.window = window;
    for (int i = 0; i < 250 * NODES; i++) {
        int from = i % NODES;
        struct sent *sent = send(&rig, from, (from + 1 + (int)bl_random_below(&random, 2)) % NODES,
                                 18 + (int)bl_random_below(&random, LONGEST - 17));
        sent->gap_beat = 3;
        sent->gap = bl_random_below(&random, 20) ? 0 : 7;
    }
    for (int i = 0; i < NODES; i++) rig.node[i].period = rig.node[i].next_ps = PERIOD + 7 * i;
    return rig;
}

static struct rig everything(bool backwards, int64_t window) {
    struct rig rig = busy_rig(backwards, window);
    run(&rig, 250 * 1538 * BYTE);
    return rig;
}

static void the_order_of_nodes_and_the_windows_change_nothing(void **state) {
    (void)state;
    struct rig one = everything(false, WAY);
    assert_true(counted(&one, "tail drops", "switch, output to node 0") > 0);
    assert_true(counted(&one, "frames destroyed for a gap", "MAC of node 1") > 0);
    for (int k = 0; k < 3; k++) {
        struct rig other = everything(k != 1, k ? WAY / 3 + 1 : WAY);
        for (int i = 0; i < NODES; i++) {
            assert_true(one.node[i].come_count > 100);
            assert_int_equal(one.node[i].come_count, other.node[i].come_count);
            assert_memory_equal(one.node[i].comes, other.node[i].comes,
                                sizeof *one.node[i].comes * (size_t)one.node[i].come_count);
        }
        struct bl_medium_count a, b;
        for (int i = 0; bl_medium_ethernet.count(one.medium, i, &a); i++) {
            assert_true(bl_medium_ethernet.count(other.medium, i, &b));
            assert_int_equal(a.count, b.count);
        }
        free_rig(&other);
    }
    free_rig(&one);
}

/* ---- the capture */

static uint32_t number_at(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* The remainder of a frame with its FCS, bit by bit: always the same when it is right. */
static bool is_right(const uint8_t *bytes, uint32_t count) {
    uint32_t rest = UINT32_MAX;
    for (uint32_t i = 0; i < 8 * count; i++)
        rest = rest >> 1 ^ ((rest ^ bytes[i / 8] >> i % 8) & 1 ? 0xedb88320 : 0);
    return rest == 0xdebb20e3;
}

struct seen {
    int interfaces, right[NODES][2], bad[NODES][2]; /* packets, by interface and inbound */
    int dropped, flipped, twice;
    uint64_t last;
    uint32_t last_bytes;
};

static void see_comment(struct seen *seen, const uint8_t *text, uint32_t length, bool inbound) {
    seen->dropped += length == 24 && !memcmp(text, "dropped behind this node", 24);
    seen->flipped += !inbound && length == 27 && !memcmp(text, "a bit is flipped on the way", 27);
    seen->twice += length == 18 && !memcmp(text, "the second of both", 18);
}

static void see_options(struct seen *seen, const uint8_t *at, uint32_t *flags) {
    for (uint32_t pass = 0; pass < 2; pass++)
        for (const uint8_t *option = at; option[0];) {
            uint32_t length = option[2];
            if (option[0] == 2) *flags = number_at(option + 4);
            else if (pass) see_comment(seen, option + 4, length, *flags & 1);
            option += 4 + (length + 3) / 4 * 4;
        }
}

static void see_packet(struct seen *seen, const uint8_t *block) {
    uint32_t from = number_at(block + 8), bytes = number_at(block + 20), flags = 0;
    uint64_t time = (uint64_t)number_at(block + 12) << 32 | number_at(block + 16);
    see_options(seen, block + 28 + (bytes + 3) / 4 * 4, &flags);
    assert_true(from < (uint32_t)seen->interfaces && time >= seen->last);
    assert_int_equal(flags >> 5 & 15, 4);
    assert_in_range(flags & 3, 1, 2);
    bool right = is_right(block + 28, bytes);
    assert_int_equal(right, !(flags >> 24 & 1));
    (right ? seen->right : seen->bad)[from][flags & 1]++;
    seen->last = time;
    seen->last_bytes = bytes;
}

/* All blocks of a file, each with its length at both ends. */
static struct seen read_capture(const char *name) {
    struct seen seen = {0};
    static uint8_t bytes[1 << 22];
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_in_range(size, 28, sizeof bytes - 1);
    assert_int_equal(number_at(bytes), 0x0a0d0d0a);
    for (size_t at = 0; at < size;) {
        uint32_t length = number_at(bytes + at + 4), type = number_at(bytes + at);
        assert_true(length % 4 == 0 && at + length <= size);
        assert_int_equal(number_at(bytes + at + length - 4), length);
        seen.interfaces += type == 1;
        if (type == 6) see_packet(&seen, bytes + at);
        at += length;
    }
    return seen;
}

static void name_file(char name[32]) {
    strcpy(name, "/tmp/bl_ethernet_XXXXXX");
    int file = mkstemp(name);
    assert_true(file >= 0);
    close(file);
}

/* The frame that was sent at t ends (8 + n + 4) bytes later, and at the other node the way more. */
static void the_capture_has_the_time_of_the_last_byte(void **state) {
    (void)state;
    char name[32];
    struct rig rig = rig_of(usual());
    name_file(name);
    assert_true(bl_medium_ethernet.capture(rig.medium, name, 1));
    send(&rig, 0, 1, 101);
    run(&rig, 3 * WAY);
    assert_int_equal(bl_medium_ethernet.end_capture(rig.medium), 0);
    struct seen seen = read_capture(name);
    assert_int_equal(seen.interfaces, 1);
    assert_int_equal(seen.right[0][1], 1);
    assert_int_equal(seen.right[0][0], 0);
    assert_int_equal(seen.last, (PERIOD + WAY + (8 + 101 + 4) * BYTE) / 1000);
    assert_int_equal(seen.last_bytes, 105);
    remove(name);
    free_rig(&rig);
}

static void the_capture_has_every_frame_and_what_became_of_it(void **state) {
    (void)state;
    char name[32], place[2][48];
    struct rig rig = busy_rig(false, WAY);
    int dropped = 0, flipped = 0;
    name_file(name);
    assert_true(bl_medium_ethernet.capture(rig.medium, name, -1));
    run(&rig, 500 * 1538 * BYTE); /* until nothing is under way */
    assert_int_equal(bl_medium_ethernet.end_capture(rig.medium), 0);
    struct seen seen = read_capture(name);
    assert_int_equal(seen.interfaces, NODES);
    for (int i = 0; i < NODES; i++) {
        snprintf(place[0], sizeof place[0], "wire from node %d to the switch", i);
        snprintf(place[1], sizeof place[1], "MAC of node %d", i);
        int bad = (int)counted(&rig, "frames with a bad FCS", place[1]);
        assert_int_equal(seen.bad[i][0], counted(&rig, "frames destroyed for a gap", place[1]));
        assert_int_equal(seen.right[i][0] + seen.bad[i][0], 250);
        assert_int_equal(seen.bad[i][1], bad);
        assert_int_equal(seen.right[i][1] + bad, rig.node[i].come_count);
        dropped += (int)counted(&rig, "frames dropped", place[0]);
        flipped += (int)counted(&rig, "bits flipped", place[0]);
    }
    assert_int_equal(seen.dropped, dropped);
    assert_int_equal(seen.flipped, flipped);
    assert_true(dropped > 0 && flipped > 0 && seen.twice > 0);
    remove(name);
    free_rig(&rig);
}

static void a_capture_that_cannot_be_written_is_reported(void **state) {
    (void)state;
    struct rig rig = busy_rig(false, WAY);
    assert_false(bl_medium_ethernet.capture(rig.medium, "/tmp/bl_no_such_folder/x", -1));
    assert_int_equal(errno, ENOENT);
    assert_true(bl_medium_ethernet.capture(rig.medium, "/dev/full", -1));
    run(&rig, 500 * 1538 * BYTE);
    assert_int_equal(bl_medium_ethernet.end_capture(rig.medium), ENOSPC);
    free_rig(&rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_comes_at_the_right_ps),
        cmocka_unit_test(jitter_is_drawn_for_every_frame),
        cmocka_unit_test(reports_are_no_progress),
        cmocka_unit_test(frames_follow_each_other_at_the_rate_of_the_line),
        cmocka_unit_test(a_frame_to_an_address_not_seen_goes_everywhere),
        cmocka_unit_test(a_full_queue_drops_at_the_right_byte),
        cmocka_unit_test(a_gap_destroys_a_frame),
        cmocka_unit_test(a_gap_at_the_end_of_a_window_is_seen),
        cmocka_unit_test(a_frame_beyond_the_longest_is_destroyed),
        cmocka_unit_test(ports_of_every_width),
        cmocka_unit_test(bad_frames_teach_nothing),
        cmocka_unit_test(a_reset_loses_what_comes_and_ends_what_goes),
        cmocka_unit_test(rules_of_the_stream_are_looked_at),
        cmocka_unit_test(a_beat_may_come_at_the_last_ps),
        cmocka_unit_test(dropped_frames_do_not_come),
        cmocka_unit_test(a_flipped_bit_is_reported),
        cmocka_unit_test(repeated_frames_come_twice),
        cmocka_unit_test(held_frames_are_overtaken),
        cmocka_unit_test(a_held_frame_waits_no_longer_than_5_us),
        cmocka_unit_test(the_order_of_nodes_and_the_windows_change_nothing),
        cmocka_unit_test(the_capture_has_the_time_of_the_last_byte),
        cmocka_unit_test(the_capture_has_every_frame_and_what_became_of_it),
        cmocka_unit_test(a_capture_that_cannot_be_written_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
