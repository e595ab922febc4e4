#include "output/model.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include "base/arena.h"
#include "base/path.h"
#include "base/tools/cache.h"
#include "base/tools/tools.h"

enum { MOST_KEPT = 400 /* files in the cache, hashes among them */ };

/* The simulator first. */
static const struct bl_tool *const verilator_tools[] = {
    &bl_tool_verilator, &bl_tool_cxx, &bl_tool_make, &bl_tool_ar, &bl_tool_objcopy, NULL};
static const struct bl_tool *const icarus_tools[] = {
    &bl_tool_iverilog, &bl_tool_vvp, &bl_tool_cc, &bl_tool_make, &bl_tool_objcopy, NULL};
/* What lies beside a program that runs Icarus. */
static const char *const icarus_suffixes[] = {".vvp", ".vpi"};
enum { ICARUS_FILES = 2 };

struct model {
    struct bl_arena *arena;
    const struct bl_home *home;
    const struct bl_model_options *options;
    const char *pipeline;
    const char *folder;  /* that is compiled in */
    const char *program; /* to be made: in the cache, or below `keep` */
    const char *node; /* the node's model alone, which changes less often than the bench; its place
                         in the cache, or NULL */
    const char *verilated; /* Verilator's own library, compiled once and kept; its place in the
                              cache, or NULL */
    const char *header;    /* Verilator's header, compiled; likewise the header's place, with the
                              compiled one beside it */
    const char *parts;     /* the folder in which ccache keeps the node's compiled parts, or NULL */
    const char *log;
    const char *optimisation;       /* as the user's BL_SIM_OPT has it, for the compiler; or NULL */
    struct bl_tool_version version; /* of the simulator: a new one makes new models */
};

struct progress {
    struct timespec begin;
    bool shown;
};

static double seconds_since(const struct timespec *begin) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begin->tv_sec) + (double)(now.tv_nsec - begin->tv_nsec) / 1e9;
}

static void show_progress(void *context) {
    struct progress *progress = context;
    fprintf(stderr, "\rcompiling the model (kept for the next time)  %.0f s ",
            seconds_since(&progress->begin));
    progress->shown = true;
}

static const char *short_hash(struct bl_arena *arena, const char *text) {
    return bl_format(arena, "%016llx", (unsigned long long)XXH3_64bits(text, strlen(text)));
}

/* What the Makefile calls the kind of model, and the names of what it makes end with. */
static const char *trace_word(const struct model *model) {
    return model->options->trace ? model->options->trace : "0";
}

/* The node's model depends on its Verilog, its face, Verilator's version and the kind of model. */
static const char *node_key(struct model *model, const struct bl_output *output,
                            const char *version) {
    struct bl_arena *arena = model->arena;
    static const char *const parts[] = {"rtl/",
                                        "bench/dma/",
                                        "bench/shim.cpp",
                                        "bench/Makefile",
                                        "bench/verilated.mk",
                                        "simulation/core/",
                                        "base/carried/",
                                        "ir/carried/",
                                        "network/",
                                        "simulation/medium/"};
    const char *all = bl_format(arena, "%s %s", version, trace_word(model));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        all = bl_format(arena, "%s %s", all, bl_output_hash(output, parts[i]));
    return short_hash(arena, all);
}

/* Verilator's library depends on its version, on how it is compiled and on what is put in front of
   its FST writer. */
static const char *verilated_key(struct model *model, const struct bl_output *output,
                                 const char *version) {
    return short_hash(model->arena,
                      bl_format(model->arena, "%s %s %s",
                                bl_output_hash(output, "simulation/core/fst_files.h"),
                                bl_output_hash(output, "bench/verilated.mk"), version));
}

/* The bench's program depends on all emitted files and on the harness's library besides. */
static const char *key(struct model *model, const struct bl_output *output, const char *version) {
    struct bl_arena *arena = model->arena;
    return short_hash(arena, bl_format(arena, "%s %s %s %s %d", bl_output_hash(output, ""),
                                       bl_file_hash(arena, model->home->sim_library), version,
                                       trace_word(model), model->options->icarus));
}

static const struct bl_tool *const *tools(const struct bl_model_options *options) {
    return options->icarus ? icarus_tools : verilator_tools;
}

static bool tools_present(const struct bl_model_options *options) {
    for (const struct bl_tool *const *tool = tools(options); *tool; tool++)
        if (!bl_tool_present(*tool)) return false;
    return true;
}

/* "VARIABLE=path" for make, by way of a link in the folder that is compiled in when make would not
 * take the path as one word. */
static const char *setting(const struct model *model, const char *variable, const char *path) {
    char real[PATH_MAX];
    const char *link = bl_format(model->arena, "%s/bench/kept_%s.a", model->folder, variable);
    if (!path[strcspn(path, BL_NOT_FOR_MAKE)] || !realpath(path, real))
        return bl_format(model->arena, "%s=%s", variable, path);
    unlink(link);
    if (symlink(real, link)) return bl_format(model->arena, "%s=%s", variable, path);
    return bl_format(model->arena, "%s=kept_%s.a", variable, variable);
}

static const char *compiled_header(const struct model *model) {
    return model->header ? bl_format(model->arena, "%s.gch", model->header) : NULL;
}

/* Both files of a header need the same name: only by a path that make takes as it is. */
static bool is_header(const struct model *model, const char *header) {
    return !header[strcspn(header, BL_NOT_FOR_MAKE)] &&
           !access(bl_format(model->arena, "%s.gch", header), R_OK);
}

static bool header_kept(const struct model *model) {
    return model->header && is_header(model, model->header) &&
           bl_cache_intact(model->arena, model->header) &&
           bl_cache_intact(model->arena, compiled_header(model));
}

/* Whether bankloom's own `make` has compiled what this model needs of Verilator: for the same
 * version, without waveforms, as the Makefile does it by default. */
static bool is_ready(const struct model *model) {
    struct bl_text version = {0};
    const char *folder = model->home->verilated;
    size_t length = strlen(model->version.line);
    bool same = folder && !model->options->trace && !model->optimisation &&
                !model->options->icarus &&
                !bl_read_file(&version, bl_format(model->arena, "%s/version", folder)) &&
                version.length > length && version.bytes[length] == '\n' &&
                !memcmp(version.bytes, model->version.line, length);
    bl_text_free(&version);
    return same;
}

/* Verilator's library and its compiled header, as settings for make. */
static int add_verilated(const struct model *model, const char **command) {
    int words = 0;
    bool ready = is_ready(model);
    const char *library = model->verilated, *header = NULL;
    if (ready) library = bl_format(model->arena, "%s/verilated0.a", model->home->verilated);
    if (ready || (library && bl_cache_intact(model->arena, library)))
        command[words++] = setting(model, "VERILATED", library);
    if (ready) header = bl_format(model->arena, "%s/verilated0.h", model->home->verilated);
    if (ready && is_header(model, header)) command[words++] = setting(model, "HEADER", header);
    else if (header_kept(model)) command[words++] = setting(model, "HEADER", model->header);
    return words;
}

static int run_make(struct model *model) {
    bool terminal = isatty(STDERR_FILENO) && !model->options->quiet;
    struct progress progress = {0};
    const char *jobs = bl_format(model->arena, "-j%ld", sysconf(_SC_NPROCESSORS_ONLN));
    const char *command[20] = {"make",
                               jobs,
                               "--no-print-directory",
                               "-C",
                               bl_format(model->arena, "%s/bench", model->folder),
                               bl_format(model->arena, "TRACE=%s", trace_word(model))};
    if (model->options->icarus) command[5] = "SIM=icarus";
    int words = 6;
    if (model->optimisation)
        command[words++] = bl_format(model->arena, "OPT=%s", model->optimisation);
    if (model->home->sim_library)
        command[words++] = setting(model, "SIM_LIB", model->home->sim_library);
    words += add_verilated(model, command + words);
    if (model->node && bl_cache_intact(model->arena, model->node))
        command[words++] = setting(model, "NODE", model->node);
    if (model->parts && !bl_make_folders(model->parts)) {
        bl_cache_used(model->parts);
        command[words++] = setting(model, "KEPT", model->parts);
    }
    if (model->options->host) command[words++] = "host-program";
    if (model->options->host)
        command[words++] = bl_format(model->arena, "HOST=%s", model->options->host);
    clock_gettime(CLOCK_MONOTONIC, &progress.begin);
    int status = bl_tool_run(command, model->log, terminal ? show_progress : NULL, &progress);
    if (progress.shown) fprintf(stderr, "\r%60s\r", "");
    if (!status && !model->options->quiet)
        fprintf(stderr, "model compiled in %.0f s\n", seconds_since(&progress.begin));
    return status;
}

/* Whether the model was compiled, and then the user's host program was not: the bench's Makefile
   says when it comes to that. */
static bool is_of_host(const struct model *model) {
    struct bl_text log = {0};
    const bool is = !bl_read_file(&log, model->log) && log.bytes &&
                    strstr(log.bytes, "compiling the host program\n");
    bl_text_free(&log);
    return is;
}

/* An interrupt is for the caller to tell. */
static bool report_failure(const struct model *model, int status) {
    if (bl_interrupted()) return false;
    fprintf(stderr, "bankloom: compiling the %s failed (status %d). The end of what was said:\n",
            is_of_host(model) ? "host program" : "model", status);
    bl_log_tail(model->log, 30);
    return false;
}

/* Moves what was made in the scratch folder, if it was, into the cache; another run may have been
 * faster, which is as good. */
static void keep_part(const struct model *model, const char *name, const char *end,
                      const char *place) {
    if (place && !bl_cache_intact(model->arena, place))
        (void)!bl_cache_put(
            model->arena,
            bl_format(model->arena, "%s/bench/%s%s%s", model->folder, name, trace_word(model), end),
            place);
}

/* A host program is for one run: it has no hash beside it. */
static int put(const struct model *model, const char *made, const char *place) {
    if (!model->options->host) return bl_cache_put(model->arena, made, place);
    return rename(made, place) ? errno : 0;
}

static bool keep_results(const struct model *model, const char *made) {
    struct bl_arena *arena = model->arena;
    int error = 0;
    keep_part(model, "verilated", ".a", model->verilated);
    keep_part(model, "verilated", ".h", model->header);
    keep_part(model, "verilated", ".h.gch", compiled_header(model));
    keep_part(model, "node", ".a", model->node);
    if (!strcmp(made, model->program)) return true;
    for (int i = 0; i < ICARUS_FILES && model->options->icarus && !error; i++)
        error = put(model, bl_format(arena, "%s%s", made, icarus_suffixes[i]),
                    bl_format(arena, "%s%s", model->program, icarus_suffixes[i]));
    if (!error) error = put(model, made, model->program);
    if (error)
        fprintf(stderr, "bankloom: cannot keep the model as '%s': %s\n", model->program,
                strerror(error));
    return !error;
}

/* What the Makefile makes of the user's host program: its name without the end. */
static const char *made_host(const struct model *model) {
    const char *name = bl_path_name(model->options->host), *dot = strrchr(name, '.');
    int length = (int)(dot ? (size_t)(dot - name) : strlen(name));
    return bl_format(model->arena, "%s/bench/host/%.*s", model->folder, length, name);
}

static const char *made_path(const struct model *model) {
    if (model->options->host) return made_host(model);
    const char *kind = model->options->icarus ? "icarus" : model->options->trace;
    const char *end = kind ? bl_format(model->arena, "_%s", kind) : "";
    return bl_format(model->arena, "%s/bench/%s_bench%s", model->folder, model->pipeline, end);
}

/* Whether the program is in the cache, with all that it needs beside it, undamaged; notes that it
 * was used. */
static bool is_kept(const struct model *model) {
    bool kept = bl_cache_intact(model->arena, model->program) && !access(model->program, X_OK);
    for (int i = 0; i < ICARUS_FILES && model->options->icarus; i++)
        kept = bl_cache_intact(model->arena, bl_format(model->arena, "%s%s", model->program,
                                                       icarus_suffixes[i])) &&
               kept;
    return kept;
}

/* Whether a model can be compiled in the cache, else after a message. */
static bool may_compile(const struct model *model, const char *cache) {
    if (!tools_present(model->options)) return false;
    if (!access(cache, W_OK | X_OK)) return true;
    fprintf(stderr,
            "bankloom: the model is not compiled yet and cannot be kept in '%s': %s; "
            "XDG_CACHE_HOME or --keep names another "
            "folder\n",
            cache, strerror(errno));
    return false;
}

/* The folder stays locked until bankloom ends: what is run is what was compiled. */
static bool compile(struct model *model, const struct bl_output *output) {
    if (bl_output_write_held(output, model->folder) < 0) return false;
    int status = run_make(model);
    return status ? report_failure(model, status) : keep_results(model, made_path(model));
}

static const char *make_in_cache(struct model *model, const struct bl_output *output,
                                 const char *cache) {
    if (!bl_tool_ask(model->arena, *tools(model->options), &model->version)) return NULL;
    const char *version = model->version.line;
    if (model->optimisation)
        version = bl_format(model->arena, "%s %s", version, model->optimisation);
    model->program = bl_format(model->arena, "%s/%s-%s", cache, model->pipeline,
                               key(model, output, version));
    if (model->options->host)
        model->program = bl_format(model->arena, "%s/scratch-%ld.host", cache, (long)getpid());
    else if (is_kept(model)) return model->program;
    model->folder = bl_format(model->arena, "%s/scratch-%ld", cache, (long)getpid());
    model->log = bl_format(model->arena, "%s.log", model->folder);
    if (!model->options->icarus) {
        model->parts = bl_format(model->arena, "%s/parts", cache);
        model->node = bl_format(model->arena, "%s/node-%s.a", cache,
                                node_key(model, output, version));
        const char *library = verilated_key(model, output, version);
        model->verilated = bl_format(model->arena, "%s/verilated%s-%s.a", cache, trace_word(model),
                                     library);
        model->header = bl_format(model->arena, "%s/verilated%s-%s.h", cache, trace_word(model),
                                  library);
    }
    if (!may_compile(model, cache)) return NULL;
    bl_tool_warn_newer(*tools(model->options), &model->version);
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
    if (!tools_present(model->options) ||
        !bl_tool_ask(model->arena, *tools(model->options), &model->version))
        return NULL;
    bl_tool_warn_newer(*tools(model->options), &model->version);
    bool ok = compile(model, output);
    if (ok) unlink(model->log);
    return ok ? model->program : NULL;
}

const char *bl_model_make(struct bl_arena *arena, const struct bl_output *output,
                          const struct bl_home *home, const char *pipeline,
                          const struct bl_model_options *options) {
    struct model model = {.arena = arena,
                          .home = home,
                          .options = options,
                          .pipeline = pipeline,
                          .optimisation = getenv("BL_SIM_OPT")};
    if (model.optimisation && !*model.optimisation) model.optimisation = NULL;
    if (options->keep) return make_in_folder(&model, output);
    const char *cache = bl_cache_folder(arena);
    return cache ? make_in_cache(&model, output, cache) : NULL;
}

void bl_model_drop(struct bl_arena *arena, const char *program,
                   const struct bl_model_options *options) {
    if (!options->host || options->keep) return;
    unlink(program);
    for (int i = 0; i < ICARUS_FILES && options->icarus; i++)
        unlink(bl_format(arena, "%s%s", program, icarus_suffixes[i]));
}
