#include "model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include "arena.h"
#include "cache.h"

enum { MOST_KEPT = 200 /* files in the cache */ };

static const struct bl_tool verilator_tools[] = {{"verilator", "verilator"}, {"g++", "g++"}, {"make", "make"}, {"ar", "binutils"}, {0}};
static const struct bl_tool icarus_tools[] = {{"iverilog", "iverilog"}, {"vvp", "iverilog"}, {"cc", "gcc"}, {"make", "make"}, {0}};
/* What lies beside a program that runs Icarus. */
static const char *const icarus_suffixes[] = {".vvp", ".vpi"};
enum { ICARUS_FILES = 2 };

struct model {
    struct bl_arena *arena;
    const struct bl_home *home;
    const struct bl_model_options *options;
    const char *pipeline;
    const char *folder;    /* that is compiled in */
    const char *program;   /* to be made: in the cache, or below `keep` */
    const char *node;      /* the node's model alone, which changes less often than the bench; its place in the cache, or NULL */
    const char *verilated; /* Verilator's own library, compiled once and kept; its place in the cache, or NULL */
    const char *log;
};

struct progress { struct timespec begin; bool shown; };

static double seconds_since(const struct timespec *begin) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begin->tv_sec) + (double)(now.tv_nsec - begin->tv_nsec) / 1e9;
}

static void show_progress(void *context) {
    struct progress *progress = context;
    fprintf(stderr, "\rcompiling the model (kept for the next time)  %.0f s ", seconds_since(&progress->begin));
    progress->shown = true;
}

/* The bytes of a file as 16 hexadecimal digits; those of nothing when it cannot be read. */
static const char *file_hash(struct bl_arena *arena, const char *path) {
    struct bl_text text = {0};
    if (path) bl_read_file(&text, path);
    const char *hash = bl_format(arena, "%016llx", (unsigned long long)XXH3_64bits(text.bytes ? text.bytes : "", text.length));
    bl_text_free(&text);
    return hash;
}

static const char *short_hash(struct bl_arena *arena, const char *text) {
    return bl_format(arena, "%016llx", (unsigned long long)XXH3_64bits(text, strlen(text)));
}

/* What the Makefile calls the kind of model, and the names of what it makes end with. */
static const char *trace_word(const struct model *model) { return model->options->trace ? model->options->trace : "0"; }

/* The node's model depends on its Verilog, its face, Verilator's version and the kind of model. */
static const char *node_key(struct model *model, const struct bl_output *output, const char *version) {
    struct bl_arena *arena = model->arena;
    return short_hash(arena, bl_format(arena, "%s %s %s %s %s %s", bl_output_hash(output, "rtl/"), bl_output_hash(output, "bench/shim.cpp"),
                                       bl_output_hash(output, "bench/Makefile"), bl_output_hash(output, "sim/node_model.h"), version,
                                       trace_word(model)));
}

/* Verilator's library depends on its version and on what is put in front of its FST writer. */
static const char *verilated_key(struct model *model, const struct bl_output *output, const char *version) {
    return short_hash(model->arena, bl_format(model->arena, "%s %s", bl_output_hash(output, "sim/fst_files.h"), version));
}

/* The bench's program depends on all emitted files and on the harness's library besides. */
static const char *key(struct model *model, const struct bl_output *output, const char *version) {
    struct bl_arena *arena = model->arena;
    return short_hash(arena, bl_format(arena, "%s %s %s %s %d", bl_output_hash(output, ""), file_hash(arena, model->home->sim_library),
                                       version, trace_word(model), model->options->icarus));
}

/* What the simulator says of its version, as a hash: a new one makes new models. */
static const char *tool_version(struct model *model, const char *cache) {
    const char *log = bl_format(model->arena, "%s/scratch-%ld.version", cache, (long)getpid());
    const char *const verilator[] = {"verilator", "--version", NULL}, *const icarus[] = {"iverilog", "-V", NULL};
    const char *const *command = model->options->icarus ? icarus : verilator;
    const char *hash = bl_tool_run(command, log, NULL, NULL) ? NULL : file_hash(model->arena, log);
    if (!hash && !bl_interrupted()) fprintf(stderr, "bankloom: %s does not run\n", command[0]);
    unlink(log);
    return hash;
}

static bool tools_present(const struct bl_model_options *options) {
    for (const struct bl_tool *tool = options->icarus ? icarus_tools : verilator_tools; tool->name; tool++)
        if (!bl_tool_present(tool)) return false;
    return true;
}

static int run_make(struct model *model) {
    bool terminal = isatty(STDERR_FILENO) && !model->options->quiet;
    struct progress progress = {0};
    const char *jobs = bl_format(model->arena, "-j%ld", sysconf(_SC_NPROCESSORS_ONLN));
    const char *command[16] = {"make", jobs, "--no-print-directory", "-C", bl_format(model->arena, "%s/bench", model->folder),
                              bl_format(model->arena, "TRACE=%s", trace_word(model))};
    if (model->options->icarus) command[5] = "SIM=icarus";
    int words = 6;
    if (model->home->sim_library) command[words++] = bl_format(model->arena, "SIM_LIB=%s", model->home->sim_library);
    if (model->verilated && !access(model->verilated, R_OK)) command[words++] = bl_format(model->arena, "VERILATED=%s", model->verilated);
    if (model->node && !access(model->node, R_OK)) command[words++] = bl_format(model->arena, "NODE=%s", model->node);
    if (model->options->host) command[words++] = "host-program";
    if (model->options->host) command[words++] = bl_format(model->arena, "HOST=%s", model->options->host);
    clock_gettime(CLOCK_MONOTONIC, &progress.begin);
    int status = bl_tool_run(command, model->log, terminal ? show_progress : NULL, &progress);
    if (progress.shown) fprintf(stderr, "\r%60s\r", "");
    if (!status && !model->options->quiet) fprintf(stderr, "model compiled in %.0f s\n", seconds_since(&progress.begin));
    return status;
}

/* An interrupt is for the caller to tell. */
static bool report_failure(const struct model *model, int status) {
    if (bl_interrupted()) return false;
    fprintf(stderr, "bankloom: compiling the model failed (status %d). The end of what was said:\n", status);
    bl_log_tail(model->log, 30);
    return false;
}

/* Moves what was made in the scratch folder into the cache; another run may have been faster, which is as good. */
static void keep_archive(const struct model *model, const char *name, const char *place) {
    if (place && access(place, R_OK)) (void)!rename(bl_format(model->arena, "%s/bench/%s%s.a", model->folder, name,
                                                                               trace_word(model)), place);
}

static bool keep_results(const struct model *model, const char *made) {
    struct bl_arena *arena = model->arena;
    bool kept = true;
    keep_archive(model, "verilated", model->verilated);
    keep_archive(model, "node", model->node);
    if (!strcmp(made, model->program)) return true;
    for (int i = 0; i < ICARUS_FILES && model->options->icarus; i++)
        kept &= !rename(bl_format(arena, "%s%s", made, icarus_suffixes[i]), bl_format(arena, "%s%s", model->program, icarus_suffixes[i]));
    if (kept && !rename(made, model->program)) return true;
    fprintf(stderr, "bankloom: cannot keep the model as %s: %s\n", model->program, strerror(errno));
    return false;
}

/* What the Makefile makes of the user's host program: its name without the end. */
static const char *made_host(const struct model *model) {
    const char *slash = strrchr(model->options->host, '/'), *name = slash ? slash + 1 : model->options->host, *dot = strrchr(name, '.');
    int length = (int)(dot ? (size_t)(dot - name) : strlen(name));
    return bl_format(model->arena, "%s/bench/host/%.*s", model->folder, length, name);
}

static const char *made_path(const struct model *model) {
    if (model->options->host) return made_host(model);
    const char *kind = model->options->icarus ? "icarus" : model->options->trace;
    const char *end = kind ? bl_format(model->arena, "_%s", kind) : "";
    return bl_format(model->arena, "%s/bench/%s_bench%s", model->folder, model->pipeline, end);
}

/* Whether the program is in the cache, with all that it needs beside it; notes that it was used. */
static bool is_kept(const struct model *model) {
    bool kept = !access(model->program, X_OK);
    bl_cache_used(model->program);
    for (int i = 0; i < ICARUS_FILES && model->options->icarus; i++) {
        const char *beside = bl_format(model->arena, "%s%s", model->program, icarus_suffixes[i]);
        kept = kept && !access(beside, R_OK);
        bl_cache_used(beside);
    }
    return kept;
}

static bool compile(struct model *model, const struct bl_output *output) {
    if (!bl_output_write(output, model->folder)) return false;
    int status = run_make(model);
    return status ? report_failure(model, status) : keep_results(model, made_path(model));
}

static const char *make_in_cache(struct model *model, const struct bl_output *output, const char *cache) {
    const char *version = tool_version(model, cache);
    if (!version) return NULL;
    model->program = bl_format(model->arena, "%s/%s-%s", cache, model->pipeline, key(model, output, version));
    if (model->options->host) model->program = bl_format(model->arena, "%s/scratch-%ld.host", cache, (long)getpid());
    else if (is_kept(model)) return model->program;
    model->folder = bl_format(model->arena, "%s/scratch-%ld", cache, (long)getpid());
    model->log = bl_format(model->arena, "%s.log", model->folder);
    if (!model->options->icarus) {
        model->node = bl_format(model->arena, "%s/node-%s.a", cache, node_key(model, output, version));
        model->verilated = bl_format(model->arena, "%s/verilated%s-%s.a", cache, trace_word(model), verilated_key(model, output, version));
    }
    bl_cache_tidy(cache, MOST_KEPT);
    bool ok = compile(model, output);
    bl_remove_tree(model->folder);
    unlink(model->log);
    return ok ? model->program : NULL;
}

static const char *make_in_folder(struct model *model, const struct bl_output *output) {
    model->folder = model->options->keep;
    model->log = bl_format(model->arena, "%s.log", model->folder);
    model->program = made_path(model);
    bool ok = compile(model, output);
    if (ok) unlink(model->log);
    return ok ? model->program : NULL;
}

const char *bl_model_make(struct bl_arena *arena, const struct bl_output *output, const struct bl_home *home, const char *pipeline,
                          const struct bl_model_options *options) {
    struct model model = {.arena = arena, .home = home, .options = options, .pipeline = pipeline};
    if (!tools_present(options)) return NULL;
    if (options->keep) return make_in_folder(&model, output);
    const char *cache = bl_cache_folder(arena);
    return cache ? make_in_cache(&model, output, cache) : NULL;
}

void bl_model_drop(struct bl_arena *arena, const char *program, const struct bl_model_options *options) {
    if (!options->host || options->keep) return;
    unlink(program);
    for (int i = 0; i < ICARUS_FILES && options->icarus; i++) unlink(bl_format(arena, "%s%s", program, icarus_suffixes[i]));
}
