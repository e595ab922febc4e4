#include "command/run/run_host.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/tools/toolchain.h"
#include "output/model.h"

int bl_host_own_words(int argc, char **argv) {
    int count = 0;
    while (count < argc && strcmp(argv[count], "--")) count++;
    return count;
}

/* A path that make can take, or a message. */
static bool usable(const char *path) {
    if (!path[strcspn(path, BL_NOT_FOR_MAKE)]) return true;
    fprintf(stderr,
            "bankloom run: --host %s: make cannot take a path with blanks, quotes, $, #, %% or :\n",
            path);
    return false;
}

/* Whether a file's name ends as a C or C++ file's. */
static bool is_source(const char *path) {
    static const char *const ends[] = {".c", ".cpp", ".cc"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
        if (!strcmp(dot, ends[i])) return true;
    return false;
}

const char *bl_host_file(struct bl_arena *arena, const char *path) {
    const char *file = NULL;
    char *real = NULL;
    if (!is_source(path))
        fprintf(stderr, "bankloom run: --host %s: not a C or C++ file: .c, .cpp or .cc\n", path);
    else if (!(real = realpath(path, NULL)) || access(real, R_OK))
        fprintf(stderr, "bankloom run: --host %s: %s\n", path, strerror(errno));
    else if (usable(real)) file = bl_strdup(arena, real);
    free(real);
    return file;
}

int bl_host_run(struct bl_arena *arena, const char *program, int argc, char **argv,
                const struct bl_host_simulated *simulated) {
    int first = bl_host_own_words(argc, argv) + 1, count = argc > first ? argc - first : 0;
    const char **words = bl_alloc(arena, (size_t)(count + 2) * sizeof *words);
    words[0] = program;
    for (int i = 0; i < count; i++) words[i + 1] = argv[first + i];
    words[count + 1] = NULL;
    unsetenv("BANKLOOM_DEVICE"); /* the simulation is linked into the program */
    if (simulated->memory) setenv("BL_SIM_MEMORY", simulated->memory, 1);
    if (simulated->faults) setenv("BL_SIM_FAULTS", simulated->faults, 1);
    if (simulated->pcap) setenv("BL_SIM_PCAP", simulated->pcap, 1);
    if (simulated->quiet) setenv("BL_SIM_QUIET", "1", 1);
    if (simulated->seed >= 0)
        setenv("BL_SIM_SEED", bl_format(arena, "%" PRId64, simulated->seed), 1);
    if (simulated->threads > 0)
        setenv("BL_SIM_THREADS", bl_format(arena, "%" PRId64, simulated->threads), 1);
    return bl_program_run(program, words);
}
