/* The job of counting_sort.loom on processors: a counting sort in C with MPI.

       mpicc -std=c11 -O2 -o counting_sort_mpi counting_sort_mpi.c
       mpirun -n 2 ./counting_sort_mpi --keys 2^24

   Every process holds an equal share of the keys. A key's bucket is its low bits: channel
   key[log2(channels)-1 : 0], node key[log2(channels) +: log2(nodes)]. Bucket b of B belongs to
   process b * P / B of P; afterwards each process holds the keys of its buckets, one bucket after
   the other, and within a bucket in the order in which they were before. The clock runs from the
   keys in memory to the dealt keys in memory; the result is checked each time, beside the clock. */
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    uint64_t keys; /* of all processes */
    uint64_t nodes, channels, repeat, seed;
    const char *input, *output; /* files, or NULL */
};

struct job {
    int rank, processes;
    int buckets;              /* a power of two */
    size_t n, received, room; /* keys here before and after, and for how many there is room */
    uint32_t *keys;           /* as they came */
    uint32_t *grouped;        /* by bucket, to be sent */
    uint32_t *arrived;        /* as they were received: by process, then by bucket */
    uint32_t *dealt;          /* the result: by bucket, then by process */
    int *counts;              /* [buckets] keys here of each bucket */
    int *their_counts;        /* [processes][buckets of this process] */
    int *sent, *sent_at, *got, *got_at; /* [processes] keys to and from each, and where */
};

/* ---- which bucket, and whose ---- */

static int bucket_of(const struct job *job, uint32_t key) {
    return (int)(key & (uint32_t)(job->buckets - 1));
}

/* The first bucket of a process: the least b with b * P / B >= process. */
static int first_bucket(const struct job *job, int process) {
    return (process * job->buckets + job->processes - 1) / job->processes;
}

static int own_buckets(const struct job *job) {
    return first_bucket(job, job->rank + 1) - first_bucket(job, job->rank);
}

/* ---- errors, memory ---- */

/* Every process comes here or none does; the first one says why. */
static int problem(const struct job *job, const char *what, const char *why) {
    if (!job->rank) fprintf(stderr, "error: %s: %s\n", what, why);
    return 0;
}

static void *allocate(size_t n, size_t size) {
    void *memory = calloc(n ? n : 1, size);
    if (memory) return memory;
    fprintf(stderr, "error: no memory for %zu times %zu bytes\n", n, size);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

/* Room for n keys to come. One process may get all of them; an MPI count is an int. */
static void make_room(struct job *job, size_t n) {
    if (n > INT_MAX) {
        fprintf(stderr, "error: more than %d keys come to one process\n", INT_MAX);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (n <= job->room && job->arrived) return;
    free(job->arrived);
    free(job->dealt);
    job->arrived = allocate(n, sizeof *job->arrived);
    job->dealt = allocate(n, sizeof *job->dealt);
    job->room = n;
}

static void allocate_all(struct job *job) {
    size_t p = (size_t)job->processes;
    job->keys = allocate(job->n, sizeof *job->keys);
    job->grouped = allocate(job->n, sizeof *job->grouped);
    job->counts = allocate((size_t)job->buckets, sizeof *job->counts);
    job->their_counts = allocate(p * (size_t)own_buckets(job), sizeof *job->their_counts);
    job->sent = allocate(4 * p, sizeof *job->sent);
    job->sent_at = job->sent + p;
    job->got = job->sent_at + p;
    job->got_at = job->got + p;
    make_room(job, job->n + job->n / 8);
}

static void free_all(struct job *job) {
    free(job->keys);
    free(job->grouped);
    free(job->arrived);
    free(job->dealt);
    free(job->counts);
    free(job->their_counts);
    free(job->sent);
}

/* ---- the sort ---- */

/* at[i] = what[0] + ... + what[i - 1] */
static void sums(const int *what, int *at, int n) {
    for (int i = 0, sum = 0; i < n; sum += what[i++]) at[i] = sum;
}

static void group(struct job *job) {
    int at[job->buckets];
    memset(job->counts, 0, (size_t)job->buckets * sizeof *job->counts);
    for (size_t i = 0; i < job->n; i++) job->counts[bucket_of(job, job->keys[i])]++;
    sums(job->counts, at, job->buckets);
    for (size_t i = 0; i < job->n; i++)
        job->grouped[at[bucket_of(job, job->keys[i])]++] = job->keys[i];
}

/* Tells each process how many keys of each of its buckets it will get from this one. */
static void exchange_counts(struct job *job) {
    int first[job->processes], many[job->processes], from[job->processes], all[job->processes];
    int own = own_buckets(job);
    for (int p = 0; p < job->processes; p++) {
        first[p] = first_bucket(job, p);
        many[p] = first_bucket(job, p + 1) - first[p];
        from[p] = p * own;
        all[p] = own;
    }
    MPI_Alltoallv(job->counts, many, first, MPI_INT, job->their_counts, all, from, MPI_INT,
                  MPI_COMM_WORLD);
    for (int p = 0; p < job->processes; p++) {
        job->sent[p] = job->got[p] = 0;
        for (int b = 0; b < many[p]; b++) job->sent[p] += job->counts[first[p] + b];
        for (int b = 0; b < own; b++) job->got[p] += job->their_counts[p * own + b];
    }
}

static void exchange_keys(struct job *job) {
    sums(job->sent, job->sent_at, job->processes);
    int64_t received = 0;
    for (int p = 0; p < job->processes; p++) received += job->got[p];
    make_room(job, (size_t)received);
    sums(job->got, job->got_at, job->processes);
    job->received = (size_t)received;
    MPI_Alltoallv(job->grouped, job->sent, job->sent_at, MPI_UINT32_T, job->arrived, job->got,
                  job->got_at, MPI_UINT32_T, MPI_COMM_WORLD);
}

/* The keys of one bucket lie together in what came from each process. */
static void gather_buckets(struct job *job) {
    int own = own_buckets(job), at[job->processes];
    memcpy(at, job->got_at, sizeof at);
    uint32_t *to = job->dealt;
    for (int b = 0; b < own; b++)
        for (int p = 0; p < job->processes; p++) {
            size_t n = (size_t)job->their_counts[p * own + b];
            memcpy(to, job->arrived + at[p], n * sizeof *to);
            at[p] += (int)n;
            to += n;
        }
}

static void sort(struct job *job) {
    group(job);
    exchange_counts(job);
    exchange_keys(job);
    gather_buckets(job);
}

/* ---- the check ---- */

static uint64_t mix(uint64_t x) { /* splitmix64's finalizer */
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/* Sums that are the same for the same keys in any order: how many, and two of their hashes. */
static void fingerprint(const uint32_t *keys, size_t n, uint64_t sum[3]) {
    uint64_t own[3] = {n, 0, 0};
    for (size_t i = 0; i < n; i++) {
        own[1] += mix(keys[i]);
        own[2] += mix(keys[i] ^ UINT64_C(0x5bd1e995) << 32);
    }
    MPI_Allreduce(own, sum, 3, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
}

static int in_order(const struct job *job) {
    int least = first_bucket(job, job->rank);
    for (size_t i = 0; i < job->received; i++) {
        int bucket = bucket_of(job, job->dealt[i]);
        if (bucket < least || bucket >= first_bucket(job, job->rank + 1)) return 0;
        least = bucket;
    }
    return 1;
}

/* What is wrong with the result, or NULL; the same in every process. */
static const char *check(const struct job *job) {
    uint64_t before[3], after[3];
    int right = in_order(job), all_right;
    MPI_Allreduce(&right, &all_right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (!all_right) return "the keys are not in the order of their buckets";
    fingerprint(job->keys, job->n, before);
    fingerprint(job->dealt, job->received, after);
    if (before[0] != after[0]) return "another number of keys came out";
    return memcmp(before, after, sizeof before) ? "some keys are not those that went in" : NULL;
}

/* ---- keys: made, or from a file, and to one ---- */

/* Where this process's share of n begins. */
static uint64_t share(const struct job *job, uint64_t n, int process) {
    uint64_t p = (uint64_t)process, all = (uint64_t)job->processes;
    return n / all * p + (n % all < p ? n % all : p);
}

static void make_keys(struct job *job, uint64_t seed, uint64_t first) {
    for (size_t i = 0; i < job->n; i++) job->keys[i] = (uint32_t)(mix(seed + first + i) >> 32);
}

static int open_file(const struct job *job, const char *path, int mode, MPI_File *file) {
    if (MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, file) == MPI_SUCCESS) return 1;
    return problem(job, path, "cannot be opened");
}

static int file_keys(const struct job *job, const char *path, uint64_t *keys) {
    MPI_File file;
    MPI_Offset size = 0;
    if (!open_file(job, path, MPI_MODE_RDONLY, &file)) return 0;
    MPI_File_get_size(file, &size);
    MPI_File_close(&file);
    *keys = (uint64_t)size / sizeof *job->keys;
    return (uint64_t)size % sizeof *job->keys ? problem(job, path, "no whole number of keys") : 1;
}

/* Whether every process has read or written all of its n keys. */
static int all_moved(const struct job *job, const char *path, MPI_Status *status, size_t n) {
    int moved = 0, right, all_right;
    MPI_Get_count(status, MPI_UINT32_T, &moved);
    right = moved >= 0 && (size_t)moved == n;
    MPI_Allreduce(&right, &all_right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all_right ? 1 : problem(job, path, "was not read or written to its end");
}

static int read_keys(struct job *job, const char *path, uint64_t first) {
    MPI_File file;
    MPI_Status status = {0};
    MPI_Offset at = (MPI_Offset)(first * sizeof *job->keys);
    if (!open_file(job, path, MPI_MODE_RDONLY, &file)) return 0;
    MPI_File_read_at_all(file, at, job->keys, (int)job->n, MPI_UINT32_T, &status);
    MPI_File_close(&file);
    return all_moved(job, path, &status, job->n);
}

static int write_keys(const struct job *job, const char *path) {
    MPI_File file;
    MPI_Status status = {0};
    uint64_t n = job->received, before = 0;
    MPI_Exscan(&n, &before, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (!job->rank) before = 0; /* Exscan leaves the first one's undefined */
    if (!open_file(job, path, MPI_MODE_WRONLY | MPI_MODE_CREATE, &file)) return 0;
    MPI_File_set_size(file, 0);
    MPI_File_write_at_all(file, (MPI_Offset)(before * sizeof *job->dealt), job->dealt,
                          (int)job->received, MPI_UINT32_T, &status);
    MPI_File_close(&file);
    return all_moved(job, path, &status, job->received);
}

/* ---- options ---- */

static const struct option long_options[] = {
    {"keys", 1, NULL, 'k'},   {"nodes", 1, NULL, 'n'}, {"channels", 1, NULL, 'c'},
    {"repeat", 1, NULL, 'r'}, {"seed", 1, NULL, 's'},  {"input", 1, NULL, 'i'},
    {"output", 1, NULL, 'o'}, {NULL, 0, NULL, 0},
};

/* 1000 or 2^10. */
static int number(const char *text, uint64_t *value) {
    char *end;
    int power = !strncmp(text, "2^", 2);
    const char *digits = power ? text + 2 : text;
    *value = strtoull(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || *end) return 0;
    if (power) *value = *value < 63 ? UINT64_C(1) << *value : 0;
    return !power || *value;
}

static int read_options(const struct job *job, int argc, char **argv, struct options *o) {
    uint64_t *values[128] = {['k'] = &o->keys,
                             ['n'] = &o->nodes,
                             ['c'] = &o->channels,
                             ['r'] = &o->repeat,
                             ['s'] = &o->seed};
    opterr = !job->rank;
    for (int c; (c = getopt_long(argc, argv, "", long_options, NULL)) != -1;) {
        if (c == '?') return 0;
        if (c == 'i') o->input = optarg;
        if (c == 'o') o->output = optarg;
        if (values[c] && !number(optarg, values[c])) return problem(job, optarg, "no number");
    }
    return optind == argc ? 1 : problem(job, argv[optind], "there are no arguments but options");
}

static int is_power(uint64_t n) { return n && n <= 4096 && !(n & (n - 1)); }

static int right_options(struct job *job, struct options *o) {
    if (!is_power(o->nodes) || !is_power(o->channels))
        return problem(job, "nodes and channels", "powers of two to 4096 are possible");
    job->buckets = (int)(o->nodes * o->channels);
    if (job->buckets > 65536 || job->buckets < job->processes)
        return problem(job, "buckets", "from one for each process to 65536 are possible");
    if (!o->repeat) return problem(job, "repeat", "at least 1");
    if (o->input && !file_keys(job, o->input, &o->keys)) return 0;
    if (o->keys / (uint64_t)job->processes >= INT_MAX)
        return problem(job, "keys", "too many for one process");
    return 1;
}

/* ---- all of it ---- */

/* The shortest of so many sorts, in seconds of the slowest process; negative when one is wrong. */
static double measure(struct job *job, uint64_t repeat) {
    double best = -1;
    for (uint64_t i = 0; i < repeat; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double own = MPI_Wtime(), slowest;
        sort(job);
        own = MPI_Wtime() - own;
        MPI_Allreduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (best < 0 || slowest < best) best = slowest;
        const char *wrong = check(job);
        if (wrong) {
            problem(job, "the result", wrong);
            return -1;
        }
    }
    return best;
}

static int run(struct job *job, const struct options *o) {
    uint64_t first = share(job, o->keys, job->rank);
    job->n = (size_t)(share(job, o->keys, job->rank + 1) - first);
    allocate_all(job);
    if (o->input && !read_keys(job, o->input, first)) return 0;
    if (!o->input) make_keys(job, o->seed << 32, first);
    double seconds = measure(job, o->repeat);
    if (seconds < 0) return 0;
    if (!job->rank)
        printf("%" PRIu64 " keys dealt to %d buckets by %d %s in %.3f ms, %.3f GB/s "
               "(the best of %" PRIu64 "); the result is right\n",
               o->keys, job->buckets, job->processes, job->processes > 1 ? "processes" : "process",
               seconds * 1e3, seconds > 0 ? (double)o->keys * sizeof *job->keys / seconds / 1e9 : 0,
               o->repeat);
    return o->output ? write_keys(job, o->output) : 1;
}

int main(int argc, char **argv) {
    struct options options = {.keys = 1 << 23, .nodes = 8, .channels = 8, .repeat = 5, .seed = 1};
    struct job job = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &job.processes);
    int ok = read_options(&job, argc, argv, &options) && right_options(&job, &options) &&
             run(&job, &options);
    free_all(&job);
    MPI_Finalize();
    return ok ? 0 : 1;
}
