/* For testbench/bench/coe: copies of three kernels in both directions beside transfers of the host.
   argument `rounds N`: N in a hundred of all rounds, whose copies are of 4 B to 1 MiB, with random
   transfers of the host at once; what was copied is compared, and counted in a line
       copied COPIES BYTES TRANSFERS
   argument `share WAY WORDS BYTES`: a message of the host to the card, or from it, beside copies of
   so many words the same way, and a line with picoseconds, bytes that crossed the host port in that
   time, and what of data the bus model lets through, in bytes a second:
       share PS BYTES LIMIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "one_host.h"
#include "simulation/device/bl_device_sim.h"

enum {
    GPU = 32 << 20,
    HOST = 4 << 20,
    MIB = 1 << 20,
    SLOT = 0x110000,
    SLOTS = 4,
    BACK = 0x800000,
    UP_GPU = 0x1000000,
    DOWN_GPU = 0x1200000,
    DOWN_HOST = 0x200000,
    DOWN_CARD = 0x4000000,
    OWN_CARD = 0x8000000, /* where the host's own transfers go */
    COPIES = 12,          /* of a round */
    HOLD = 40             /* rounds of copies that go on while the host's message does */
};

struct bench {
    struct bl_device *device;
    uint8_t *gpu, *host, *there, *back; /* memories; the host's messages */
    uint32_t random;
    uint64_t copies, bytes, transfers;
};

static int failed(struct bench *bench, const char *what) {
    printf("FAIL %s: %s\n", what, bl_device_message(bench->device));
    return 1;
}

static uint32_t draw(struct bench *bench) {
    bench->random = bench->random * 1664525 + 1013904223;
    return bench->random >> 8;
}

static void fill(struct bench *bench, uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)draw(bench);
}

static int open_all(struct bench *bench) {
    void *gpu, *host;
    uint64_t gpu_bus, host_bus;
    if (one_open(&bench->device)) return 1;
    if (bl_device_gpu_buffer(bench->device, 0, 0, GPU, &gpu, &gpu_bus) ||
        bl_device_buffer(bench->device, 0, HOST, &host, &host_bus) ||
        one_gpu(bench->device, 0, gpu_bus, GPU) || one_host(bench->device, 0, host_bus, HOST))
        return failed(bench, "memories");
    bench->gpu = gpu;
    bench->host = host;
    fill(bench, bench->gpu, GPU);
    fill(bench, bench->host, HOST);
    for (int i = 0; i < 2; i++)
        if (bl_device_write(bench->device, 0, 2 + i, DOWN_CARD, bench->gpu + i * MIB, MIB))
            return failed(bench, "what comes from the card");
    return 0;
}

/* A transfer of the host there and back, of 1 B to 64 KiB. */
static int transfer(struct bench *bench) {
    size_t size = 1 + draw(bench) % (UINT32_C(1) << draw(bench) % 17);
    uint64_t at = OWN_CARD + draw(bench) % 4096;
    int channel = (int)(draw(bench) % 4);
    fill(bench, bench->there, size);
    if (bl_device_write(bench->device, 0, channel, at, bench->there, size) ||
        bl_device_read(bench->device, 0, channel, at, bench->back, size))
        return failed(bench, "a transfer of the host");
    bench->transfers += 2;
    if (!memcmp(bench->there, bench->back, size)) return 0;
    return failed(bench, "what the host has read back");
}

static int differ(struct bench *bench, const char *what, const uint8_t *a, const uint8_t *b,
                  size_t words) {
    if (!memcmp(a, b, 4 * words)) return 0;
    printf("FAIL %s, of %zu words\n", what, words);
    (void)bench;
    return 1;
}

/* What has come: the longest of each copy's. */
static int compare(struct bench *bench, uint32_t most, uint32_t at) {
    int wrong = 0;
    for (uint32_t s = 0; s < SLOTS; s++)
        wrong |= differ(bench, "there and back", bench->gpu + at + s * SLOT,
                        bench->gpu + BACK + at + s * SLOT, most);
    const uint8_t *const gone[] = {bench->gpu + UP_GPU, bench->host};
    const uint8_t *const came[] = {bench->gpu + DOWN_GPU, bench->host + DOWN_HOST};
    for (int i = 0; i < 2; i++) {
        if (bl_device_read(bench->device, 0, 2 + i, 0, bench->back, 4 * (size_t)most) ||
            bl_device_read(bench->device, 0, 2 + i, DOWN_CARD, bench->there, 4 * (size_t)most))
            return failed(bench, "what was copied");
        bench->transfers += 2;
        wrong |= differ(bench, "to the card", gone[i], bench->back, most);
        wrong |= differ(bench, "from the card", came[i], bench->there, most);
    }
    return wrong;
}

/* Kernels and host at once: so many rounds, of n words and `step` more in each. */
static int play(struct bench *bench, uint32_t n, uint32_t step, uint32_t rounds) {
    uint32_t at = 4 * (draw(bench) % 1024), most = n + step * (rounds - 1);
    struct bl_device *device = bench->device;
    fill(bench, bench->gpu, (size_t)at + 4 * most);
    fill(bench, bench->gpu + UP_GPU, (size_t)4 * most);
    if (one_both_run(device, 0, n, step, rounds, at) || one_up_run(device, 0, n, step, rounds) ||
        one_down_run(device, 0, n, step, rounds))
        return failed(bench, "a start");
    enum bl_device_result result;
    while ((result = one_both_wait(device, 0, 1, NULL)) == BL_DEVICE_TIMEOUT)
        if (transfer(bench)) return 1;
    if (result || one_up_wait(device, 0, 0, NULL) || one_down_wait(device, 0, 0, NULL))
        return failed(bench, "the kernels");
    bench->copies += (uint64_t)COPIES * rounds;
    bench->bytes += UINT64_C(4) * COPIES * rounds * (n + (uint64_t)step * (rounds - 1) / 2);
    return compare(bench, most, at);
}

static int play_rounds(struct bench *bench, uint32_t percent) {
    static const uint32_t kinds[][3] = {
        {1, 1, 250}, {100, 37, 200}, {1000, 0, 310}, {20000, 1000, 70}, {262143, 0, 6}};
    for (int i = 0; i < 5; i++) {
        uint32_t rounds = (kinds[i][2] * percent + 99) / 100;
        if (play(bench, kinds[i][0], kinds[i][1], rounds)) return 1;
    }
    printf("copied %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", bench->copies, bench->bytes,
           bench->transfers);
    return 0;
}

/* ---- the rate of both together */

static uint64_t crossed(const struct bench *bench, bool down) {
    struct bl_host_counts counts = bl_host_port_counts(
        bl_cluster_sim_node(bl_device_sim_cluster(bench->device), 0)->host);
    return down ? counts.written_bytes : counts.read_bytes;
}

static int share(struct bench *bench, bool down, uint32_t words, size_t size) {
    struct bl_device *device = bench->device;
    uint32_t rounds = HOLD + (uint32_t)(2 * size / 4 / (words + 4096));
    uint8_t *message = calloc(size, 1);
    if (!message) return failed(bench, "no memory");
    if (down ? one_down_run(device, 0, words, 0, rounds) : one_up_run(device, 0, words, 0, rounds))
        return failed(bench, "a start");
    int64_t begin = bl_cluster_sim_now(bl_device_sim_cluster(device));
    uint64_t before = crossed(bench, down);
    if (down ? bl_device_read(device, 0, 0, OWN_CARD, message, size)
             : bl_device_write(device, 0, 0, OWN_CARD, message, size))
        return failed(bench, "the message");
    int64_t ps = bl_cluster_sim_now(bl_device_sim_cluster(device)) - begin;
    uint64_t bytes = crossed(bench, down) - before;
    enum bl_device_result rests = down ? one_down_wait(device, 0, 1, NULL)
                                       : one_up_wait(device, 0, 1, NULL);
    if (rests != BL_DEVICE_TIMEOUT) return failed(bench, "the copies ended before the message");
    printf("share %" PRId64 " %" PRIu64 " %.0f\n", ps, bytes,
           down ? bl_host_port_write_limit(&bl_host_usual)
                : bl_host_port_read_limit(&bl_host_usual));
    free(message);
    return 0;
}

int main(int argc, char **argv) {
    struct bench bench = {.random = 1};
    bench.there = calloc(MIB, 1);
    bench.back = calloc(MIB, 1);
    if (argc < 3 || !bench.there || !bench.back || open_all(&bench)) return 2;
    int status = !strcmp(argv[1], "rounds")
                     ? play_rounds(&bench, (uint32_t)strtoul(argv[2], NULL, 0))
                 : argc > 4 ? share(&bench, !strcmp(argv[2], "down"),
                                    (uint32_t)strtoul(argv[3], NULL, 0), strtoul(argv[4], NULL, 0))
                            : 2;
    bl_device_close(bench.device);
    return status;
}
