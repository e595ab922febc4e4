/* The golden model of kernels: the order of what is moved, how much channels hold, which moves wait
   for each other, errors, and how a run ends. The programs are checked ones; a test that wants them
   to deadlock starts only some of their kernels. */
#include "front_text.h"
#include "kernel/carried/kernel_golden.h"
#include "kernel/kernel_program.h"

#define PAIR                                                                                    \
    "cluster pair { board stratix10_mx2100; nodes 2; clock core 200 MHz; clock pcie 250 MHz;\n" \
    "network full_mesh { link 6.4 GB/s; latency 400 ns; }\n"                                    \
    "host { bus pcie; memory 1 MiB; gpus 2; gpu 1 MiB; clock pcie; } }\n"                       \
    "channel up: u32 from 0 to 1 { buffer 512 B; }\n"
#define TAKE                                          \
    "kernel take on pair node 1 (n: u32, m: u32) {\n" \
    "repeat i in 1..m { recv up -> write gpu0(0, n); } }\n"

enum {
    HOST,
    GPU0,
    GPU1,
    MEMORIES,
    NODES = 2,
    MOST_NODES = 3, /* of a cluster in which nodes meet */
    MEMORY_BYTES = 1 << 20,
    WORD_BYTES = 32,
    BUFFER_WORDS = 16,
    BUFFER_GRANULES = BUFFER_WORDS * WORD_BYTES / 4
};

struct trial {
    struct run run;
    const struct bl_kernels *kernels;
    uint32_t **memories; /* [node * MEMORIES + memory] */
    struct bl_kernel_golden *golden;
};

static uint8_t *place_of(void *of, int node, int memory, uint32_t address) {
    assert_true(address < MEMORY_BYTES);
    return (uint8_t *)((uint32_t **)of)[node * MEMORIES + memory] + address;
}
static void read_bytes(void *of, int node, int memory, uint32_t address, void *bytes, size_t size) {
    memcpy(bytes, place_of(of, node, memory, address), size);
}
static void write_bytes(void *of, int node, int memory, uint32_t address, const void *bytes,
                        size_t size) {
    memcpy(place_of(of, node, memory, address), bytes, size);
}

/* Memories hold numbers that tell node, memory and place. */
static struct trial begin(const char *text) {
    struct trial trial = {0};
    run_check(&trial.run, text, strlen(text), NULL);
    if (trial.run.diags->errors) bl_diags_print(trial.run.diags, stderr, false);
    assert_int_equal(trial.run.diags->errors, 0);
    trial.kernels = bl_program_kernels(trial.run.program);
    assert_non_null(trial.kernels);
    trial.memories = malloc(MOST_NODES * MEMORIES * sizeof *trial.memories);
    assert_non_null(trial.memories);
    for (int i = 0; i < MOST_NODES * MEMORIES; i++) {
        trial.memories[i] = malloc(MEMORY_BYTES);
        assert_non_null(trial.memories[i]);
        for (uint32_t at = 0; at < MEMORY_BYTES / 4; at++)
            trial.memories[i][at] = (uint32_t)(i + 1) << 24 | at;
    }
    const struct bl_kernel_bytes bytes = {
        .of = trial.memories, .read = read_bytes, .write = write_bytes};
    trial.golden = bl_kernel_golden_new(trial.kernels, &bytes);
    return trial;
}

static void end(struct trial *trial) {
    bl_kernel_golden_free(trial->golden);
    for (int i = 0; i < MOST_NODES * MEMORIES; i++) free(trial->memories[i]);
    free(trial->memories);
    run_end(&trial->run);
}

static int number_of(const struct trial *trial, const char *name) {
    for (int i = 0; i < trial->kernels->kernel_count; i++)
        if (!strcmp(trial->kernels->kernels[i].name, name)) return i;
    fail_msg("no kernel %s", name);
    return 0;
}

static void start(struct trial *trial, int node, const char *kernel, uint32_t first,
                  uint32_t second) {
    const uint32_t arguments[] = {first, second};
    bl_kernel_golden_start(trial->golden, node, number_of(trial, kernel), arguments);
}

static void runs_to(struct trial *trial, enum bl_kernels_end wanted) {
    assert_int_equal(bl_kernel_golden_run(trial->golden, 0), wanted);
}

static void has_error(struct trial *trial, const char *kernel, enum bl_kernel_error wanted) {
    assert_int_equal(bl_kernel_golden_error(trial->golden, 0, number_of(trial, kernel)), wanted);
}

static uint32_t word_at(const struct trial *trial, int node, int memory, uint32_t address) {
    return trial->memories[node * MEMORIES + memory][address / 4];
}

/* What `begin` has put there. */
static uint32_t first_at(int node, int memory, uint32_t address) {
    return (uint32_t)(node * MEMORIES + memory + 1) << 24 | address / 4;
}

static void describes(struct trial *trial, const char *wanted) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    bl_kernel_golden_describe(trial->golden, file);
    fclose(file);
    assert_string_equal(text, wanted);
    free(text);
}

/* ---- order */

static void words_come_in_the_order_of_the_moves(void **state) {
    (void)state;
    struct trial trial = begin(PAIR "kernel give on pair node 0 (n: u32) {\n"
                                    "read gpu0(0, n) -> send up;\n"
                                    "read gpu1(4, 3) -> send up;\n"
                                    "read host(8, n) -> send up; }\n"
                                    "kernel take on pair node 1 (n: u32) {\n"
                                    "recv up(5) -> write gpu1(0, 5);\n"
                                    "recv up -> write gpu1(20, 2 * n - 2); }\n");
    const uint32_t n = 1001;
    start(&trial, 0, "give", n, 0);
    start(&trial, 1, "take", n, 1);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(bl_kernel_golden_moved(trial.golden), 2 * (2 * n + 3));
    for (uint32_t i = 0; i < 2 * n + 3; i++) {
        uint32_t wanted = i < n       ? first_at(0, GPU0, 4 * i)
                          : i < n + 3 ? first_at(0, GPU1, 4 * (i - n) + 4)
                                      : first_at(0, HOST, 4 * (i - n - 3) + 8);
        assert_int_equal(word_at(&trial, 1, GPU1, 4 * i), wanted);
    }
    assert_int_equal(word_at(&trial, 1, GPU1, 4 * (2 * n + 3)), first_at(1, GPU1, 4 * (2 * n + 3)));
    end(&trial);
}

/* Both nodes send to themselves and to each other; what comes is what each move names. A receiver
   that wants less of a node than that one sends at once, and then something of another, stands. */
static const char free_nodes[] = PAIR
    "channel free: u32 from any to any;\n"
    "kernel sends_up on pair node 0 (n: u32) { read host(0, n) -> send up; }\n"
    "kernel takes_up on pair node 1 (n: u32) { recv up -> write host(0, n); }\n"
    "kernel give on pair (n: u32) {\n"
    "read gpu0(0, 2 * n) -> send free to node;\n"
    "read gpu0(0x2000, 2 * n) -> send free to (node + 1) % nodes; }\n"
    "kernel take on pair (n: u32) {\n"
    "recv free(n) from node -> write gpu1(0, n);\n"
    "recv free(n) from node -> write gpu1(0x20000, n);\n"
    "recv free(2 * n) from (node + 1) % nodes -> write gpu1(0x40000, 2 * n); }\n";

static void moves_name_their_nodes(void **state) {
    (void)state;
    struct trial trial = begin(free_nodes);
    const uint32_t n = 301;
    for (int node = 0; node < NODES; node++) {
        start(&trial, node, "take", n, 0);
        start(&trial, node, "give", n, 0);
    }
    runs_to(&trial, BL_KERNELS_END);
    for (int node = 0; node < NODES; node++)
        for (uint32_t i = 0; i < n; i++) {
            assert_int_equal(word_at(&trial, node, GPU1, 4 * i), first_at(node, GPU0, 4 * i));
            assert_int_equal(word_at(&trial, node, GPU1, 0x20000 + 4 * i),
                             first_at(node, GPU0, 4 * (n + i)));
            assert_int_equal(word_at(&trial, node, GPU1, 0x40000 + 4 * i),
                             first_at(1 - node, GPU0, 0x2000 + 4 * i));
        }
    end(&trial);
}

static void what_is_left_of_a_message_holds_the_end(void **state) {
    (void)state;
    struct trial trial = begin(free_nodes);
    for (int node = 0; node < NODES; node++) {
        start(&trial, node, "take", 1, 0);
        start(&trial, node, "give", 4, 0);
    }
    runs_to(&trial, BL_KERNELS_STAND);
    assert_int_equal(word_at(&trial, 0, GPU1, 0x40000), first_at(0, GPU1, 0x40000));
    end(&trial);
}

static void counters_node_and_arguments_have_their_values(void **state) {
    (void)state;
    struct trial trial = begin(PAIR
                               "kernel give on pair node 0 (n: u32, m: u32) {\n"
                               "repeat i in 1..m { read host(0, n) -> send up; } }"
                               "\n" TAKE "kernel turns on pair (n: u32, m: u32) {\n"
                               "repeat i in 1..n { repeat j in i..m {\n"
                               "read gpu0(4 * j, 1) -> write gpu1(64 * i + 4 * (j - i), 1); } }\n"
                               "repeat i in 0 - 1..0 - 1 {\n"
                               "read host(512 >> node, 1) -> write gpu1(i - 3, 1); } }\n");
    start(&trial, 1, "turns", 3, 4);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(bl_kernel_golden_error(trial.golden, 1, number_of(&trial, "turns")),
                     BL_KERNEL_BEYOND); /* 2^32 - 4 */
    assert_int_equal(bl_kernel_golden_moved(trial.golden), 4 + 3 + 2);
    for (uint32_t i = 1; i <= 3; i++)
        for (uint32_t j = i; j <= 4; j++)
            assert_int_equal(word_at(&trial, 1, GPU1, 64 * i + 4 * (j - i)),
                             first_at(1, GPU0, 4 * j));
    assert_int_equal(word_at(&trial, 1, GPU1, 64 * 3 + 8), first_at(1, GPU1, 64 * 3 + 8));
    end(&trial);
}

/* ---- what a channel holds */

#define GIVE                                                                                    \
    "kernel give on pair node 0 (n: u32, m: u32) { repeat i in 1..m { read gpu0(0, n) -> send " \
    "up; } }\n"

static void a_channel_holds_its_words_and_no_more(void **state) {
    (void)state;
    struct trial trial = begin(PAIR GIVE TAKE);
    start(&trial, 0, "give", BUFFER_GRANULES, 1);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(bl_kernel_golden_moved(trial.golden), BUFFER_GRANULES);
    start(&trial, 0, "give", 1, 1);
    runs_to(&trial, BL_KERNELS_STAND);
    assert_int_equal(bl_kernel_golden_moved(trial.golden), BUFFER_GRANULES);
    describes(&trial, "kernel give of node 0 waits for room in channel up\n");
    start(&trial, 1, "take", 8, 1);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(bl_kernel_golden_moved(trial.golden), BUFFER_GRANULES + 8 + 1);
    end(&trial);
}

static void the_end_of_a_move_takes_a_word(void **state) {
    (void)state;
    struct trial trial = begin(PAIR GIVE TAKE);
    start(&trial, 0, "give", 1, BUFFER_WORDS + 1);
    runs_to(&trial, BL_KERNELS_STAND);
    assert_int_equal(bl_kernel_golden_moved(trial.golden), BUFFER_WORDS);
    end(&trial);
}

static void a_receiver_waits_for_what_is_missing(void **state) {
    (void)state;
    struct trial trial = begin(PAIR GIVE TAKE);
    start(&trial, 0, "give", 12, 1);
    start(&trial, 1, "take", 15, 1);
    runs_to(&trial, BL_KERNELS_STAND);
    describes(&trial, "kernel take of node 1 waits for channel up to bring 3 words of 4 bytes\n");
    start(&trial, 0, "give", 2, 1);
    runs_to(&trial, BL_KERNELS_STAND);
    describes(&trial, "kernel take of node 1 waits for channel up to bring 1 word of 4 bytes\n");
    start(&trial, 0, "give", 1, 1);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(word_at(&trial, 1, GPU0, 4 * 14), first_at(0, GPU0, 0));
    end(&trial);
}

/* ---- moves that wait for each other */

static void a_read_waits_for_an_earlier_write(void **state) {
    (void)state;
    struct trial trial = begin(PAIR GIVE TAKE "kernel copy on pair node 0 (n: u32, m: u32) {\n"
                                              "read gpu0(0, n) -> write gpu1(0, n);\n"
                                              "read gpu1(m, n) -> write host(0, n); }\n");
    start(&trial, 0, "copy", 100, 0);
    runs_to(&trial, BL_KERNELS_END);
    for (uint32_t at = 0; at < 400; at += 4)
        assert_int_equal(word_at(&trial, 0, HOST, at), first_at(0, GPU0, at));
    end(&trial);
}

/* The first move fills the channel and stands; whether the second, which writes `at`, is done. */
static void later_write(uint32_t at, bool waits) {
    struct trial trial = begin(
        PAIR "kernel take on pair node 1 (n: u32) { recv up -> write gpu0(0, n); }\n"
             "kernel give on pair node 0 (n: u32, m: u32) {\n"
             "read gpu0(0, n) -> send up;\n"
             "read host(0, 1) -> write gpu0(m, 1); }\n");
    const uint32_t n = BUFFER_GRANULES + 8;
    start(&trial, 0, "give", n, at);
    runs_to(&trial, BL_KERNELS_STAND);
    assert_int_equal(word_at(&trial, 0, GPU0, at),
                     waits ? first_at(0, GPU0, at) : first_at(0, HOST, 0));
    start(&trial, 1, "take", n, 1);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(word_at(&trial, 0, GPU0, at), first_at(0, HOST, 0));
    assert_int_equal(word_at(&trial, 1, GPU0, 4 * n - 4), first_at(0, GPU0, 4 * n - 4));
    end(&trial);
}

static void a_write_waits_for_an_earlier_read_of_the_same_bytes(void **state) {
    (void)state;
    later_write(4 * (BUFFER_GRANULES + 7), true);
    later_write(4 * (BUFFER_GRANULES + 4), true);
    later_write(0, true); /* though it was read already */
    later_write(4 * (BUFFER_GRANULES + 8), false);
}

/* The last move that writes a place has the last word, though nothing comes for the first. */
static void a_write_waits_for_an_earlier_write_of_the_same_bytes(void **state) {
    (void)state;
    struct trial trial = begin(
        PAIR "kernel give on pair node 0 (n: u32) { read gpu0(0, n) -> send up; }\n"
             "kernel take on pair node 1 (n: u32, m: u32) {\n"
             "recv up -> write gpu0(0, n); fill(5, 1) -> write gpu0(m, 1); }\n");
    start(&trial, 1, "take", 8, 28);
    runs_to(&trial, BL_KERNELS_STAND);
    assert_int_equal(word_at(&trial, 1, GPU0, 28), first_at(1, GPU0, 28));
    start(&trial, 0, "give", 8, 0);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(word_at(&trial, 1, GPU0, 28), 5);
    assert_int_equal(word_at(&trial, 1, GPU0, 24), first_at(0, GPU0, 24));
    start(&trial, 1, "take", 8, 32);
    runs_to(&trial, BL_KERNELS_STAND);
    assert_int_equal(word_at(&trial, 1, GPU0, 32), 5);
    end(&trial);
}

/* The channel is full, so the first move stands; whether the second, which has nothing to do with
   it, is done before the first has ended. */
static void second_move(const char *between, bool done) {
    char text[1024];
    snprintf(text, sizeof text,
             PAIR "kernel take on pair node 1 (n: u32) { recv up(n) -> drop; }\n"
                  "kernel give on pair node 0 (n: u32) { fill(7 << 20, n) -> send up;\n"
                  "%s fill(n, 2) -> write gpu1(8, 2); }\n",
             between);
    struct trial trial = begin(text);
    const uint32_t n = BUFFER_GRANULES + 1;
    start(&trial, 0, "give", n, 0);
    runs_to(&trial, BL_KERNELS_STAND);
    assert_int_equal(word_at(&trial, 0, GPU1, 12), done ? n : first_at(0, GPU1, 12));
    start(&trial, 1, "take", n, 0);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(word_at(&trial, 0, GPU1, 8), n);
    assert_int_equal(word_at(&trial, 0, GPU1, 16), first_at(0, GPU1, 16));
    assert_int_equal(bl_kernel_golden_moved(trial.golden), 2 * n + 2);
    end(&trial);
}

static void a_wait_is_for_all_moves_before_it(void **state) {
    (void)state;
    second_move("", true);
    second_move("wait;", false);
}

static void a_value_is_written_again_and_again(void **state) {
    (void)state;
    struct trial trial = begin(PAIR "kernel take on pair node 1 (n: u32) {\n"
                                    "recv up -> write gpu0(4, n); }\n"
                                    "kernel give on pair node 0 (n: u32) {\n"
                                    "fill(7 << 20, n) -> send up; }\n");
    start(&trial, 0, "give", 13, 0);
    start(&trial, 1, "take", 13, 0);
    runs_to(&trial, BL_KERNELS_END);
    for (uint32_t at = 4; at < 4 + 4 * 13; at += 4)
        assert_int_equal(word_at(&trial, 1, GPU0, at), 7 << 20);
    assert_int_equal(word_at(&trial, 1, GPU0, 4 + 4 * 13), first_at(1, GPU0, 4 + 4 * 13));
    end(&trial);
}

#define CELLS                                                                                   \
    "cluster pair { board stratix10_mx2100; nodes 3; clock core 200 MHz; clock pcie 250 MHz;\n" \
    "network cells { word 64 bit; }\n"                                                          \
    "host { bus pcie; memory 1 MiB; gpus 2; gpu 1 MiB; clock pcie; } }\n"

/* Two starts of `meet` on nodes 0 and 1, which wait for each other; other nodes are there. */
static void holds(const char *text, int channels) {
    struct trial trial = begin(text);
    assert_int_equal(trial.kernels->channel_count, channels);
    const int nodes = trial.kernels->nodes;
    for (int n = 2; n < nodes; n++) start(&trial, n, "meet", 4, 0);
    start(&trial, 0, "meet", 5, 0);
    runs_to(&trial, BL_KERNELS_STAND);
    assert_int_equal(word_at(&trial, 0, GPU1, 0), first_at(0, GPU1, 0));
    start(&trial, 1, "meet", 6, 0);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(word_at(&trial, 0, GPU1, 0), 5);
    assert_int_equal(word_at(&trial, 1, GPU1, 0), 6);
    for (int n = 2; n < nodes; n++) start(&trial, n, "meet", 4, 0);
    start(&trial, 1, "meet", 7, 0);
    runs_to(&trial, BL_KERNELS_STAND);
    start(&trial, 0, "meet", 8, 0);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(word_at(&trial, 0, GPU1, 0), 8);
    end(&trial);
}

#define MEET "kernel meet on pair (n: u32) { barrier; fill(n, 1) -> write gpu1(0, 1); barrier; }\n"

static void a_barrier_holds_until_all_have_come(void **state) {
    (void)state;
    holds(PAIR GIVE TAKE MEET, 2);
}

static void a_barrier_that_the_network_counts_is_one_channel(void **state) {
    (void)state;
    holds(CELLS MEET, 1);
    struct trial trial = begin(CELLS MEET);
    assert_true(trial.kernels->channels[0].meets);
    assert_string_equal(trial.kernels->channels[0].name, "meet_barrier");
    end(&trial);
}

/* ---- errors and ends */

#define BYTES                                                                                    \
    "channel bytes: u8 from 0 to 1;\n"                                                           \
    "kernel give on pair node 0 (n: u32, m: u32) { read gpu0(m, n) -> send bytes; read gpu0(0, " \
    "1) "                                                                                        \
    "-> send up(1); }\n"                                                                         \
    "kernel take on pair node 1 (n: u32) { recv bytes -> write gpu0(0, n); "                     \
    "recv up -> write gpu1(0, 1); }\n"

static void fails_with(uint32_t n, uint32_t m, enum bl_kernel_error wanted, uint64_t moved) {
    struct trial trial = begin(PAIR BYTES);
    start(&trial, 0, "give", n, m);
    runs_to(&trial, BL_KERNELS_END);
    has_error(&trial, "give", wanted);
    assert_int_equal(bl_kernel_golden_moved(trial.golden), moved);
    end(&trial);
}

static void lengths_and_addresses_are_multiples_of_four_bytes(void **state) {
    (void)state;
    fails_with(4, 0, BL_KERNEL_FINE, 2);
    fails_with(3, 0, BL_KERNEL_UNALIGNED, 0);
    fails_with(4, 2, BL_KERNEL_UNALIGNED, 0);
    fails_with(0, 2, BL_KERNEL_FINE, 1); /* nothing is moved, and nowhere */
}

static void a_move_stays_in_its_memory(void **state) {
    (void)state;
    fails_with(8, MEMORY_BYTES - 8, BL_KERNEL_FINE, 3);
    fails_with(8, MEMORY_BYTES - 4, BL_KERNEL_BEYOND, 0);
    fails_with(4, UINT32_C(0xfffffffc), BL_KERNEL_BEYOND, 0);
    fails_with(UINT32_C(0xfffffffc), 4, BL_KERNEL_BEYOND, 0);
}

static void what_was_moved_before_an_error_stays(void **state) {
    (void)state;
    struct trial trial = begin(PAIR GIVE TAKE
                               "kernel copy on pair node 0 (n: u32, m: u32) {\n"
                               "repeat i in 0..n { read gpu0(4 * i, 1) -> write gpu1(4 * i, 1);\n"
                               "read host(i << m, 1) -> write gpu1(512, 1); } }\n");
    start(&trial, 0, "copy", 9, 0);
    runs_to(&trial, BL_KERNELS_END);
    has_error(&trial, "copy", BL_KERNEL_UNALIGNED);
    assert_int_equal(word_at(&trial, 0, GPU1, 4), first_at(0, GPU0, 4));
    assert_int_equal(word_at(&trial, 0, GPU1, 8), first_at(0, GPU1, 8));
    start(&trial, 0, "copy", 9, 2); /* the next start forgets the error */
    runs_to(&trial, BL_KERNELS_END);
    has_error(&trial, "copy", BL_KERNEL_FINE);
    end(&trial);
}

static void a_limit_ends_what_goes_on(void **state) {
    (void)state;
    struct trial trial = begin(PAIR GIVE TAKE "kernel turns on pair node 0 () {\n"
                                              "repeat i in 0..4294967295 { repeat j in 1..0 {\n"
                                              "read gpu0(0, 1) -> write gpu1(0, 1); } }\n"
                                              "read gpu0(0, 1) -> write gpu1(0, 1); }\n");
    start(&trial, 0, "turns", 0, 0);
    assert_int_equal(bl_kernel_golden_run(trial.golden, 10000), BL_KERNELS_GO_ON);
    assert_int_equal(bl_kernel_golden_moved(trial.golden), 0);
    end(&trial);
}

static void a_start_that_breaks_a_rule_is_none(void **state) {
    (void)state;
    const uint32_t few[] = {2}, many[] = {3};
    struct trial trial = begin(PAIR GIVE TAKE
                               "kernel rule on pair (k: u32) {\n"
                               "require k >= 4 - node; require (node - 1) % 3 == 0 + "
                               "2 - 2 * node;\n"
                               "read gpu0(0, k) -> write gpu1(0, k); }\n");
    int rule = number_of(&trial, "rule");
    assert_false(bl_kernel_golden_start(trial.golden, 1, rule, few));
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(bl_kernel_golden_moved(trial.golden), 0);
    assert_true(bl_kernel_golden_start(trial.golden, 1, rule, many));
    assert_false(bl_kernel_golden_start(trial.golden, 0, rule, many));
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(bl_kernel_golden_moved(trial.golden), 3);
    end(&trial);
}

static void words_that_stay_are_counted(void **state) {
    (void)state;
    const int channel = 0, receiver = 1;
    struct trial trial = begin(PAIR GIVE TAKE);
    start(&trial, 0, "give", 3, 2);
    start(&trial, 1, "take", 3, 1);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(bl_kernel_golden_left(trial.golden, receiver, channel), 3);
    assert_int_equal(bl_kernel_golden_left(trial.golden, 0, channel), 0);
    end(&trial);
}

/* ---- unreliable channels */

#define LOSSY                                                                                    \
    "cluster pair { board stratix10_mx2100; nodes 2; clock core 200 MHz; clock mac 312.5 MHz;\n" \
    "network ethernet { port 40 Gbit/s; clock mac; }\n"                                          \
    "host { bus pcie; memory 1 MiB; gpus 2; gpu 1 MiB; } }\n"                                    \
    "channel up: u32 from 0 to 1 { unreliable; }\n"

/* Without an end, and nobody receives; what was taken ahead of its sender is dropped when it comes;
   gaps are zeros in their place, and an error behind all moves. */
static void what_is_lost_is_zeros_in_its_place(void **state) {
    (void)state;
    const struct bl_kernel_gap gaps[] = {{1, 0, 2, 3}, {1, 0, 8, 1}, {1, 0, 900, 4000}};
    const uint32_t n = 5000;
    struct trial trial = begin(LOSSY GIVE TAKE);
    for (int i = 0; i < 3; i++) bl_kernel_golden_lose(trial.golden, &gaps[i]);
    start(&trial, 0, "give", n, 2);
    runs_to(&trial, BL_KERNELS_END);
    has_error(&trial, "give", BL_KERNEL_FINE);
    start(&trial, 1, "take", n, 2);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(bl_kernel_golden_error(trial.golden, 1, number_of(&trial, "take")),
                     BL_KERNEL_MISSED);
    assert_int_equal(bl_kernel_golden_left(trial.golden, 1, 0), 0);
    for (uint32_t i = 0; i < n; i++) /* the second move's, which misses nothing */
        assert_int_equal(word_at(&trial, 1, GPU0, 4 * i), first_at(0, GPU0, 4 * i));
    end(&trial);
}

static void a_gap_is_not_waited_for(void **state) {
    (void)state;
    const struct bl_kernel_gap gap = {1, 0, 1, 3};
    struct trial trial = begin(LOSSY GIVE TAKE);
    bl_kernel_golden_lose(trial.golden, &gap);
    start(&trial, 1, "take", 3, 2);
    runs_to(&trial, BL_KERNELS_STAND);
    start(&trial, 0, "give", 1, 2);
    runs_to(&trial, BL_KERNELS_STAND);
    assert_int_equal(word_at(&trial, 1, GPU0, 0), 0);
    start(&trial, 0, "give", 2, 2);
    runs_to(&trial, BL_KERNELS_END);
    assert_int_equal(word_at(&trial, 1, GPU0, 0), 0);
    assert_int_equal(word_at(&trial, 1, GPU0, 4), first_at(0, GPU0, 0));
    assert_int_equal(word_at(&trial, 1, GPU0, 8), first_at(0, GPU0, 4));
    end(&trial);
}

static void outputs_give_what_they_declare(void **state) {
    (void)state;
    static const struct {
        struct bl_kernel_rate rate;
        const char *gives; /* of three moves of four elements */
    } rows[] = {{{.per = 1}, "111111111111"},
                {{.per = 3}, "001001001001"},
                {{.per = 1, .after = 2}, "001100110011"},
                {{.per = 2, .after = 1}, "001000100010"},
                {{.per = 1, .move = true}, "000100010001"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_kernel_come come = {0};
        for (int at = 0; rows[i].gives[at]; at++)
            assert_int_equal(bl_kernel_rate_gives(&rows[i].rate, &come, at % 4 == 3),
                             rows[i].gives[at] == '1');
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_come_in_the_order_of_the_moves),
        cmocka_unit_test(moves_name_their_nodes),
        cmocka_unit_test(what_is_left_of_a_message_holds_the_end),
        cmocka_unit_test(counters_node_and_arguments_have_their_values),
        cmocka_unit_test(a_channel_holds_its_words_and_no_more),
        cmocka_unit_test(the_end_of_a_move_takes_a_word),
        cmocka_unit_test(a_receiver_waits_for_what_is_missing),
        cmocka_unit_test(a_read_waits_for_an_earlier_write),
        cmocka_unit_test(a_write_waits_for_an_earlier_read_of_the_same_bytes),
        cmocka_unit_test(a_write_waits_for_an_earlier_write_of_the_same_bytes),
        cmocka_unit_test(a_wait_is_for_all_moves_before_it),
        cmocka_unit_test(a_value_is_written_again_and_again),
        cmocka_unit_test(a_barrier_holds_until_all_have_come),
        cmocka_unit_test(a_barrier_that_the_network_counts_is_one_channel),
        cmocka_unit_test(lengths_and_addresses_are_multiples_of_four_bytes),
        cmocka_unit_test(a_move_stays_in_its_memory),
        cmocka_unit_test(what_was_moved_before_an_error_stays),
        cmocka_unit_test(a_limit_ends_what_goes_on),
        cmocka_unit_test(a_start_that_breaks_a_rule_is_none),
        cmocka_unit_test(words_that_stay_are_counted),
        cmocka_unit_test(what_is_lost_is_zeros_in_its_place),
        cmocka_unit_test(a_gap_is_not_waited_for),
        cmocka_unit_test(outputs_give_what_they_declare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
