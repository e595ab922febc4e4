#define _DEFAULT_SOURCE
#include "ir/carried/inputs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/random.h"
#include "simulation/records/zipf.h"

struct distribution;

struct bl_input {
    const struct distribution *distribution;
    uint64_t seed, mask;     /* mask = 2^key_bits - 1 */
    double parameter, range; /* range = 2^key_bits */
    struct bl_zipf zipf;
};

/* One row per distribution; `least` > `most` means that it takes no parameter. */
struct distribution {
    const char *name;
    double least, most, usual;
    uint64_t (*key)(const struct bl_input *input, const struct bl_input_place *place,
                    struct bl_random *random);
    const char *help;
};

static uint64_t below_range(const struct bl_input *input, double value) {
    if (value >= input->range) return input->mask;
    return value > 0 ? (uint64_t)value & input->mask : 0;
}

/* number * 2^key_bits / total, without loss. */
static uint64_t scaled(const struct bl_input *input, uint64_t number, uint64_t total) {
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)number * ((wide)input->mask + 1) / total);
}

static uint64_t uniform(const struct bl_input *input, const struct bl_input_place *place,
                        struct bl_random *random) {
    (void)place;
    return bl_random_next(random) & input->mask;
}

static uint64_t zipf(const struct bl_input *input, const struct bl_input_place *place,
                     struct bl_random *random) {
    (void)place;
    return below_range(input, bl_zipf_draw(&input->zipf, random) - 1);
}

static uint64_t equal(const struct bl_input *input, const struct bl_input_place *place,
                      struct bl_random *random) {
    (void)place, (void)random;
    return bl_mix(input->seed + 1) & input->mask;
}

static uint64_t few(const struct bl_input *input, const struct bl_input_place *place,
                    struct bl_random *random) {
    (void)place;
    struct bl_random chosen = bl_random_at(input->seed,
                                           ~bl_random_below(random, (uint64_t)input->parameter));
    return bl_random_next(&chosen) & input->mask;
}

static uint64_t sawtooth(const struct bl_input *input, const struct bl_input_place *place,
                         struct bl_random *random) {
    (void)random;
    return place->in_lane & input->mask;
}

static uint64_t sorted(const struct bl_input *input, const struct bl_input_place *place,
                       struct bl_random *random) {
    (void)random;
    return scaled(input, place->number, place->total);
}

static uint64_t reverse(const struct bl_input *input, const struct bl_input_place *place,
                        struct bl_random *random) {
    (void)random;
    return scaled(input, place->total - 1 - place->number, place->total);
}

static uint64_t almost(const struct bl_input *input, const struct bl_input_place *place,
                       struct bl_random *random) {
    bool stray = bl_random_real(random) * 100 < input->parameter;
    return stray ? bl_random_next(random) & input->mask : sorted(input, place, random);
}

/* Helman, Bader and JaJa: the records of each node are cut in as many parts as there are nodes;
   part i is uniform in the i-th part of the range. */
static uint64_t bucket(const struct bl_input *input, const struct bl_input_place *place,
                       struct bl_random *random) {
    uint64_t part = place->in_node * (uint64_t)place->nodes / place->node_total;
    return below_range(input,
                       ((double)part + bl_random_real(random)) * input->range / place->nodes);
}

/* The same authors: nodes in groups of g; a node's part i is uniform in the part of the range that
 * its group and i name. */
static uint64_t group(const struct bl_input *input, const struct bl_input_place *place,
                      struct bl_random *random) {
    int size = (int)input->parameter < place->nodes ? (int)input->parameter : place->nodes;
    uint64_t within = place->in_node * (uint64_t)size / place->node_total;
    uint64_t part = ((uint64_t)(place->node / size * size + place->nodes / 2) + within) %
                    (uint64_t)place->nodes;
    return below_range(input,
                       ((double)part + bl_random_real(random)) * input->range / place->nodes);
}

/* The same authors: all records of a node lie in one part of the range, and neighbours' parts are
 * apart. */
static uint64_t staggered(const struct bl_input *input, const struct bl_input_place *place,
                          struct bl_random *random) {
    int half = place->nodes / 2,
        part = place->node < half ? 2 * place->node + 1 : 2 * (place->node - half);
    return below_range(input, (part + bl_random_real(random)) * input->range / place->nodes);
}

static uint64_t bits(const struct bl_input *input, const struct bl_input_place *place,
                     struct bl_random *random) {
    uint64_t key = input->mask;
    (void)place;
    for (int i = 0; i < (int)input->parameter; i++) key &= bl_random_next(random);
    return key;
}

static uint64_t gaussian(const struct bl_input *input, const struct bl_input_place *place,
                         struct bl_random *random) {
    double sum = 0;
    (void)place;
    for (int i = 0; i < 4; i++) sum += bl_random_real(random);
    return below_range(input, sum / 4 * input->range);
}

static uint64_t exponential(const struct bl_input *input, const struct bl_input_place *place,
                            struct bl_random *random) {
    (void)place;
    return below_range(input, -log(1 - bl_random_real(random)) / input->parameter * input->range);
}

static const struct distribution distributions[] = {
    {"uniform", 1, 0, 0, uniform, "every key alike"},
    {"zipf", 0.01, 10, 1.0, zipf, "key k as often as 1 / (k + 1)^E; zipf:E, usually 1.0"},
    {"equal", 1, 0, 0, equal, "one key, chosen by the seed"},
    {"few", 1, 1e9, 4, few, "K distinct keys, chosen by the seed; few:K, usually 4"},
    {"sawtooth", 1, 0, 0, sawtooth,
     "every channel counts through all keys, again and again, all in step"},
    {"sorted", 1, 0, 0, sorted, "rising over the whole input"},
    {"reverse", 1, 0, 0, reverse, "falling over the whole input"},
    {"almost", 0, 100, 1, almost, "sorted, but P percent are anywhere; almost:P, usually 1"},
    {"bucket", 1, 0, 0, bucket,
     "bucket-sorted: a node's i-th part is uniform in the i-th part of the range"},
    {"group", 1, 64, 2, group,
     "g-group: as bucket, but within groups of G nodes, shifted by half the range; group:G, "
     "usually 2"},
    {"staggered", 1, 0, 0, staggered,
     "all keys of a node in one part of the range, neighbours' parts apart"},
    {"bits", 1, 64, 2, bits,
     "the bitwise and of K uniform words: less entropy with every word; bits:K, usually 2"},
    {"gaussian", 1, 0, 0, gaussian, "the mean of four uniform numbers"},
    {"exponential", 0.01, 1e6, 8, exponential,
     "mean 1/L of the range, what lies above it at its end; exponential:L, usually 8"},
};
enum { DISTRIBUTIONS = sizeof distributions / sizeof *distributions };

uint64_t bl_random_below(struct bl_random *random, uint64_t range) {
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)bl_random_next(random) * range >> 64);
}

static const struct distribution *find(const char *name, size_t length) {
    for (int i = 0; i < DISTRIBUTIONS; i++)
        if (strlen(distributions[i].name) == length &&
            memcmp(distributions[i].name, name, length) == 0)
            return &distributions[i];
    return NULL;
}

static const char *read_parameter(struct bl_input *input, const char *text) {
    const struct distribution *row = input->distribution;
    char *end;
    input->parameter = row->usual;
    if (!*text) return NULL;
    if (row->least > row->most) return "the distribution takes no parameter";
    input->parameter = strtod(text + 1, &end);
    if (end == text + 1 || *end) return "the distribution's parameter is not a number";
    return input->parameter >= row->least && input->parameter <= row->most
               ? NULL
               : "the distribution's parameter is out of range";
}

struct bl_input *bl_input_new(const struct bl_input_config *config, const char **message) {
    struct bl_input *input = bl_zalloc(1, sizeof *input);
    size_t length = strcspn(config->name, ":");
    input->distribution = find(config->name, length);
    input->seed = config->seed;
    input->range = ldexp(1, config->key_bits);
    input->mask = config->key_bits >= 64 ? UINT64_MAX : (UINT64_C(1) << config->key_bits) - 1;
    *message = input->distribution ? read_parameter(input, config->name + length)
                                   : "there is no distribution of this name";
    if (*message) {
        bl_zfree(input);
        return NULL;
    }
    if (input->distribution->key == zipf)
        bl_zipf_init(&input->zipf, input->parameter, input->range);
    return input;
}

void bl_input_free(struct bl_input *input) { bl_zfree(input); }

uint64_t bl_input_key(const struct bl_input *input, const struct bl_input_place *place) {
    struct bl_random random = bl_random_at(input->seed, place->number);
    return input->distribution->key(input, place, &random);
}

void bl_inputs_help(FILE *file) {
    for (int i = 0; i < DISTRIBUTIONS; i++)
        fprintf(file, "  %-12s %s\n", distributions[i].name, distributions[i].help);
}
