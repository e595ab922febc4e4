/* explain, build, run and graph of a list of sleeps. */
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "driver/compile.h"
#include "explain/graph_draw.h"
#include "output/output.h"
#include "command/options/apart.h"
#include "command/options/options.h"
#include "kind/sleeps/sleeps.h"

struct request {
    const char *output;
    bool dot, quiet;
};

/* The exit status. */
typedef int act(const struct request *request, struct bl_compilation *compilation,
                const struct bl_sleeps *sleeps);

/* Reads and checks the file; what is wrong is printed. */
static int act_on(act *what, const struct request *request, struct bl_loaded *loaded,
                  const char *file) {
    struct bl_compilation compilation;
    int status = BL_EXIT_FAILED;
    bool good = bl_compile_front_any(&compilation, loaded, file, NULL);
    bl_diags_print(compilation.diags, stderr, isatty(STDERR_FILENO));
    if (good) status = what(request, &compilation, compilation.program->body);
    bl_compilation_free(&compilation);
    return status;
}

/* A verb without options of its own. */
static int plain(act *what, const char *usage, int argc, char **argv, struct bl_loaded *loaded) {
    static const struct bl_option none[] = {{0}};
    const char *file;
    int status = bl_options_parse(none, usage, argc, argv, &file);
    return status >= 0 ? status : act_on(what, &(struct request){0}, loaded, file);
}

/* A verb that writes. */
static int writing(act *what, const char *usage, const char *help, int argc, char **argv,
                   struct bl_loaded *loaded) {
    struct request request = {0};
    const char *file;
    const struct bl_option table[] = {{.name = "--output",
                                       .short_name = "-o",
                                       .kind = BL_OPTION_TEXT,
                                       .value = &request.output,
                                       .argument = "PATH",
                                       .help = help},
                                      {.name = "--dot",
                                       .kind = BL_OPTION_FLAG,
                                       .value = &request.dot,
                                       .help = "the source of the picture in its place"},
                                      {.name = "--quiet",
                                       .short_name = "-q",
                                       .kind = BL_OPTION_FLAG,
                                       .value = &request.quiet,
                                       .help = "print nothing when all is well"},
                                      {0}};
    int status = bl_options_parse(table, usage, argc, argv, &file);
    return status >= 0 ? status : act_on(what, &request, loaded, file);
}

static int explain(const struct request *request, struct bl_compilation *compilation,
                   const struct bl_sleeps *sleeps) {
    (void)request;
    (void)compilation;
    struct bl_text text = {0};
    bl_text_add(&text, "%d sleeps, a cycle of the clock is ", sleeps->count);
    bl_text_time(&text, BL_SLEEPS_PERIOD_PS);
    bl_text_add(&text, "\n");
    for (int i = 0; i < sleeps->count; i++) {
        bl_text_time(&text, sleeps->items[i].ps);
        bl_text_add(&text, ": %lld cycles\n", (long long)bl_sleep_cycles(&sleeps->items[i]));
    }
    fwrite(text.bytes, 1, text.length, stdout);
    bl_text_free(&text);
    return BL_EXIT_OK;
}

static int build(const struct request *request, struct bl_compilation *compilation,
                 const struct bl_sleeps *sleeps) {
    struct bl_arena *arena = compilation->arena;
    struct bl_output output = {.arena = arena};
    const struct bl_output_path path = {"-o", request->output};
    if (!request->output) fputs("bankloom build: where to? Name the folder: -o DIR\n", stderr);
    if (!request->output || !bl_outputs_apart("build", compilation->sources, &path, 1))
        return BL_EXIT_USAGE;
    bl_sleeps_verilog(bl_output_add(&output, bl_format(arena, "rtl/sleeps_%s.v", sleeps->name)),
                      sleeps);
    bl_sleeps_bench(bl_output_add(&output, bl_format(arena, "sim/sleeps_%s_bench.v", sleeps->name)),
                    sleeps);
    bool good = bl_output_write(&output, request->output);
    if (good && !request->quiet) printf("%s: %d files\n", request->output, output.count);
    bl_output_free(&output);
    return good ? BL_EXIT_OK : BL_EXIT_FAILED;
}

static int run(const struct request *request, struct bl_compilation *compilation,
               const struct bl_sleeps *sleeps) {
    (void)request;
    (void)compilation;
    struct bl_text text = {0};
    bl_sleeps_say(&text, sleeps);
    fwrite(text.bytes, 1, text.length, stdout);
    bl_text_free(&text);
    return BL_EXIT_OK;
}

static int graph(const struct request *request, struct bl_compilation *compilation,
                 const struct bl_sleeps *sleeps) {
    struct bl_arena *arena = compilation->arena;
    struct bl_text source = {0};
    const char *path = request->output || request->dot ? request->output
                                                       : bl_format(arena, "%s.svg", sleeps->name);
    const struct bl_output_path output = {"-o", path};
    if (!bl_outputs_apart("graph", compilation->sources, &output, 1)) return BL_EXIT_USAGE;
    const char *format = request->dot ? NULL : bl_graph_format(path);
    if (!request->dot && !format) return BL_EXIT_USAGE;
    bl_sleeps_graph(&source, sleeps);
    bool good = request->dot ? bl_graph_write(&source, path)
                             : bl_graph_draw(arena, &source, format, path);
    bl_text_free(&source);
    return good ? BL_EXIT_OK : BL_EXIT_FAILED;
}

int bl_verb_sleeps_explain(int argc, char **argv, struct bl_loaded *loaded) {
    return plain(explain, "bankloom explain FILE.loom     (FILE.loom has sleeps)", argc, argv,
                 loaded);
}
int bl_verb_sleeps_run(int argc, char **argv, struct bl_loaded *loaded) {
    return plain(run, "bankloom run FILE.loom     (FILE.loom has sleeps)", argc, argv, loaded);
}
int bl_verb_sleeps_build(int argc, char **argv, struct bl_loaded *loaded) {
    return writing(build, "bankloom build FILE.loom -o DIR     (FILE.loom has sleeps)",
                   "the folder to write", argc, argv, loaded);
}
int bl_verb_sleeps_graph(int argc, char **argv, struct bl_loaded *loaded) {
    return writing(graph, "bankloom graph FILE.loom [-o OUT.svg]     (FILE.loom has sleeps)",
                   "the picture to write: .svg, .pdf or .png", argc, argv, loaded);
}
