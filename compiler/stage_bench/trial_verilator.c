/* The bench compiled by Verilator. What is the same for all benches, Verilator's own library, is
   kept in the cache. */
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include "base/arena.h"
#include "base/text.h"
#include "base/tools/cache.h"
#include "base/tools/toolchain.h"
#include "base/tools/tools.h"
#include "stage_bench/trial_work_inner.h"

static const char *const parts[] = {"verilated.o", "verilated_timing.o", "verilated_threads.o",
                                    "verilated_random.o"};
enum { PARTS = sizeof parts / sizeof *parts };

static const char *made_at(const struct bl_trial_work *work, int part) {
    return bl_format(work->arena, "%s/obj/%s", work->folder, parts[part]);
}

/* Where the parts of this version of Verilator are kept: their paths go on with ".NAME". NULL: they
   are not kept. */
static const char *find_stem(const struct bl_trial_work *work) {
    struct bl_tool_version version;
    const char *folder = bl_cache_folder(work->arena);
    if (!folder || !bl_tool_asked(work->arena, &bl_tool_verilator, &version)) return NULL;
    const char *key = bl_format(work->arena, "%s trial -O0", version.line);
    return bl_format(work->arena, "%s/%016llx", folder,
                     (unsigned long long)XXH3_64bits(key, strlen(key)));
}

static const char *place_of(const struct bl_trial_work *work, const char *stem, int part) {
    return bl_format(work->arena, "%s.%s", stem, parts[part]);
}

static bool copy(const char *from, const char *to) {
    struct bl_text text = {0};
    bool good = !bl_read_file(&text, from) && !bl_text_save(&text, to);
    bl_text_free(&text);
    return good;
}

/* Younger than the Makefile, so that make leaves them as they are. */
static void take_kept(const struct bl_trial_work *work, const char *stem) {
    for (int i = 0; i < PARTS; i++) {
        const char *place = place_of(work, stem, i);
        if (bl_cache_intact(work->arena, place)) copy(place, made_at(work, i));
    }
}

static void keep(const struct bl_trial_work *work, const char *stem) {
    for (int i = 0; i < PARTS; i++) {
        const char *place = place_of(work, stem, i), *made = made_at(work, i);
        if (access(made, R_OK) || bl_cache_intact(work->arena, place)) continue;
        const char *near = bl_format(work->arena, "%s.%ld", place, (long)getpid());
        if (!copy(made, near) || bl_cache_put(work->arena, near, place)) unlink(near);
    }
}

static bool make_model(const struct bl_trial_work *work, const char *log) {
    const char *const words[] = {"verilator",   "--cc",       "--exe",     "--main",
                                 "--timing",    "-Wno-fatal", "-Wno-lint", "-Wno-style",
                                 "-O1",         "--x-assign", "unique",    "--x-initial",
                                 "unique",      "--Mdir",     "obj",       "--top-module",
                                 "bl_trial",    "-o",         "trial",     "bench.v",
                                 work->verilog, NULL};
    return !bl_trial_tool(work, words, log);
}

bool bl_trial_compile_verilator(const struct bl_trial_work *work, const char *log) {
    const char *jobs = bl_format(work->arena, "-j%ld", sysconf(_SC_NPROCESSORS_ONLN));
    const char *const words[] = {"make",
                                 "-C",
                                 "obj",
                                 "-f",
                                 "Vbl_trial.mk",
                                 jobs,
                                 "OPT_FAST=-O0",
                                 "OPT_SLOW=-O0",
                                 "OPT_GLOBAL=-O0",
                                 "trial",
                                 NULL};
    if (!make_model(work, log)) return false;
    const char *stem = find_stem(work);
    if (stem) take_kept(work, stem);
    bool good = !bl_trial_tool(work, words, log);
    if (good && stem) keep(work, stem);
    return good;
}
