/* The bus in Verilog, gate by gate: the ring of arbiter cells and the data switches in a vvp
   process, module bl_icarus_bus. Its pins are two vectors of words: `in` is the reset, then for
   each domain {number at bit 8, ack, request} and its line; `out` for each domain {ack, path, busy,
   notified} and its line. The unit of time is 1 ps. */
#include <string.h>

#include "base/carried/checked.h"
#include "network/rsb/carried/sim_bus.h"
#include "simulation/core/icarus.h"

enum {
    RESET_PS = 1000000,
    LEAST_PS = 2,
    HEAD = 3 /* words of a message in front of the domains: kind, time, reset */
};

struct ring {
    struct bl_sim_bus_config config;
    struct bl_vvp vvp;
    int words; /* of a domain, either way */
    int64_t time;
    uint32_t *message, *out;
};

static void wait_ps(struct ring *ring, int64_t ps) {
    ring->message[0] = BL_ICARUS_WAIT;
    ring->message[1] = (uint32_t)ps;
    bl_vvp_send(&ring->vvp, ring->message, HEAD + ring->config.nodes * ring->words);
    bl_vvp_receive(&ring->vvp, ring->out, ring->config.nodes * ring->words);
}

/* The reset comes before the time of the cluster begins, and lasts until everything has settled. */
static void *create(const struct bl_sim_bus_config *config) {
    struct ring *ring = bl_zalloc(1, sizeof *ring);
    ring->config = *config;
    ring->words = 1 + (config->lines + 2 + 31) / 32;
    ring->message = bl_zalloc((size_t)(HEAD + config->nodes * ring->words), sizeof *ring->message);
    ring->out = bl_zalloc((size_t)(config->nodes * ring->words), sizeof *ring->out);
    bl_vvp_open(&ring->vvp, "bl_icarus_bus");
    ring->message[2] = 1;
    wait_ps(ring, RESET_PS);
    ring->message[2] = 0;
    return ring;
}

static void destroy(void *state) {
    struct ring *ring = state;
    bl_vvp_close(&ring->vvp);
    bl_zfree(ring->message);
    bl_zfree(ring->out);
    bl_zfree(ring);
}

/* A picosecond that is too short for a message is made up for by the next one. */
static void run(void *state, int64_t until) {
    struct ring *ring = state;
    if (until - ring->time < LEAST_PS) return;
    for (; until - ring->time > INT32_MAX; ring->time += INT32_MAX / 2)
        wait_ps(ring, INT32_MAX / 2);
    wait_ps(ring, until - ring->time);
    ring->time = until;
}

static void drive(void *state, int node, const struct bl_sim_bus_out *out) {
    struct ring *ring = state;
    uint32_t *words = ring->message + HEAD + node * ring->words;
    words[0] = (uint32_t)(out->request | out->ack << 1 | out->number << 8);
    memcpy(words + 1, out->line, sizeof *words * (size_t)(ring->words - 1));
}

static void sample(void *state, int node, struct bl_sim_bus_in *in) {
    const struct ring *ring = state;
    const uint32_t *words = ring->out + node * ring->words;
    in->notified = words[0] & 1;
    in->busy = words[0] >> 1 & 1;
    in->path = words[0] >> 2 & 1;
    in->ack = words[0] >> 3 & 1;
    memcpy(in->line, words + 1, sizeof *words * (size_t)(ring->words - 1));
}

/* The Verilog does not know its rules: a broken one shows in what arrives. */
static uint64_t faults(const void *state, FILE *file) {
    (void)state, (void)file;
    return 0;
}

const struct bl_sim_bus_kind bl_sim_bus_icarus = {
    .word = "icarus",
    .create = create,
    .destroy = destroy,
    .run = run,
    .drive = drive,
    .sample = sample,
    .faults = faults,
};
