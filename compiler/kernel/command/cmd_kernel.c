#include "kernel/command/cmd_kernel.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "command/options/options.h"
#include "driver/front.h"
#include "kernel/check/check_owns.h"
#include "kernel/command/kernel_kind.h"
#include "kernel/kernel_own.h"
#include "kernel/trial/kernel_draft.h"
#include "kernel/trial/kernel_trial.h"

enum { WORDS = 2, NOT_GIVEN = -1, MOVES = 40, LIMIT = 10000 };

struct kernel_options {
    const char *lengths;
    int64_t count, seed, limit; /* or NOT_GIVEN */
    bool json;
};

static int parse_options(struct kernel_options *options, int argc, char **argv,
                         const char **words) {
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--count", .kind = BL_OPTION_NUMBER, .value = &options->count, .argument = "N",
         .low = 1, .high = BL_KERNEL_MOST_MOVES, .help = "moves to each input; 40 by default"},
        {.name = "--lengths", .kind = BL_OPTION_TEXT, .value = &options->lengths,
         .argument = "A..B",
         .help = "elements of a move; else one of 256 words, and others of up to about 6"},
        {.name = "--seed", .kind = BL_OPTION_NUMBER, .value = &options->seed, .argument = "N",
         .low = 0, .high = INT64_MAX,
         .help = "seed of lengths, elements and arguments; 1 by default"},
        {.name = "--limit", .kind = BL_OPTION_NUMBER, .value = &options->limit, .argument = "N",
         .low = 16, .high = 1 << 24,
         .help = "cycles without a word after which it has stalled; 10000 by default"},
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &options->json,
         .help = "the result as one JSON document"},
        {.kind = BL_OPTION_HEADING,
         .help = "Tries every kernel in Verilog that the program declares, or the one of that "
                 "name: its module\nagainst its golden function in Verilator and Icarus, with "
                 "gaps and backpressure, the rules of its\nstreams, its rate, what linters say, "
                 "what it takes. Or writes the two files of a new kernel, and\nprints its "
                 "declaration.\n\nexamples:\n"
                 "  bankloom kernel examples/allreduce/allreduce.loom\n"
                 "  bankloom kernel examples/halo/halo.loom stencil --lengths 3..500 --seed 7\n"
                 "  bankloom kernel add.v '{ in part: u32; in own: u32; out sum: u32; }'"},
        {0}
    };
    // clang-format on
    const char *usage = "bankloom kernel FILE.loom [KERNEL] [options]\n"
                        "       bankloom kernel NEW.v ['{ in NAME: TYPE; out NAME: TYPE; ... }']";
    int status = bl_options_parse_words(table, usage, argc, argv, words, WORDS);
    if (status >= 0 || words[0]) return status;
    fprintf(stderr, "bankloom kernel: which file? usage: %s\n", usage);
    return BL_EXIT_USAGE;
}

static bool is_verilog(const char *file) {
    const char *dot = strrchr(file, '.');
    return dot && !strcmp(dot, ".v");
}

static void print_text(struct bl_text *text) {
    if (text->length) fwrite(text->bytes, 1, text->length, stdout);
    bl_text_free(text);
}

static int misused(const char *option, const char *what) {
    fprintf(stderr, "bankloom kernel: %s is for %s\n", option, what);
    return BL_EXIT_USAGE;
}

/* ---- a new kernel */

/* "kernels/add.v" is kernel add. The declaration, as the user would write it: what stands before
   the brace are arguments. */
static const char *declaration(struct bl_arena *arena, const char *file, const char *form) {
    const char *name = bl_path_name(file), *brace = strchr(form, '{');
    int stem = (int)strlen(file) - 2, arguments = brace ? (int)(brace - form) : 0;
    const char *before = arguments ? bl_strndup(arena, form, (size_t)arguments) : "()";
    return bl_format(arena, "kernel %.*s on CLUSTER %s verilog \"%s\" golden \"%.*s.c\" %s",
                     (int)strlen(name) - 2, name, before, file, stem, file, brace ? brace : form);
}

/* One declaration of a kernel in Verilog, and nothing else, or NULL after messages. */
static const struct bl_kernel_modules *read_declaration(struct bl_arena *arena,
                                                        struct bl_diags *diags, const char *text) {
    struct bl_symbols *symbols = bl_symbols_new(arena);
    int source = bl_source_add(arena, diags->sources, "new kernel", text, (int)strlen(text));
    const struct bl_tree *tree = bl_front_parse(arena, diags, symbols, source);
    const struct bl_declaration *first = tree ? tree->declarations : NULL;
    if (diags->errors || !first || first->next) return NULL;
    const struct bl_kernel_modules *modules = bl_kernel_modules_check(arena, diags, symbols, tree,
                                                                      &bl_kernels_kind, true);
    return modules && modules->kernels->own_count == 1 ? modules : NULL;
}

static int begin_kernel(const char *file, const char *form) {
    struct bl_arena *arena = bl_arena_new();
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(arena, &sources);
    struct bl_text text = {0};
    const struct bl_kernel_modules *modules = read_declaration(arena, diags,
                                                               declaration(arena, file, form));
    bl_diags_print(diags, stderr, isatty(STDERR_FILENO));
    if (!modules && !diags->errors)
        fprintf(stderr, "bankloom kernel: '%s' are not the ports of a kernel\n", form);
    bool good = modules && bl_kernel_draft_write(arena, modules);
    if (good) {
        bl_text_add(&text, "%s and %s are written. For the program:\n\n", modules->files->verilog,
                    modules->files->golden);
        bl_kernel_draft_declaration(&text, arena, modules);
    }
    print_text(&text);
    bl_arena_free(arena);
    return good ? BL_EXIT_OK : BL_EXIT_FAILED;
}

static int new_kernel(const struct kernel_options *options, const char *file, const char *form) {
    const char *what = "a program with kernels, and a file that ends in .v is a new kernel";
    if (options->count != NOT_GIVEN) return misused("--count", what);
    if (options->lengths) return misused("--lengths", what);
    if (options->seed != NOT_GIVEN) return misused("--seed", what);
    if (options->limit != NOT_GIVEN) return misused("--limit", what);
    if (options->json) return misused("--json", what);
    return begin_kernel(file, form ? form : "{ in taken: u32; out given: u32; }");
}

/* ---- the kernels of a program */

struct job {
    const struct kernel_options *options;
    const struct bl_loaded *loaded;
    const struct bl_kernel_modules *modules;
    struct bl_kernel_lengths lengths;
    struct bl_text text;
    cJSON *kernels;
    bool right;
};

static int number_or(int64_t value, int usual) { return value == NOT_GIVEN ? usual : (int)value; }

static int try_kernel(struct job *job, int number) {
    struct bl_arena *arena = bl_arena_new();
    const struct bl_kernels *kernels = job->modules->kernels;
    const struct bl_kernel_own *own = &kernels->owns[number];
    struct bl_kernel_trial trial = {.arena = arena,
                                    .kernels = kernels,
                                    .own = own,
                                    .files = &job->modules->files[number],
                                    .ports = bl_kernel_ports_of(kernels, own),
                                    .limit = number_or(job->options->limit, LIMIT)};
    int status = BL_EXIT_OK;
    bl_kernel_moves_draw(arena, &trial.moves, own, &trial.ports, &job->lengths);
    if (!bl_kernel_trial_run(&trial))
        status = bl_interrupted() ? BL_EXIT_INTERRUPTED : BL_EXIT_FAILED;
    else {
        job->right &= bl_kernel_trial_is_right(&trial);
        if (job->kernels) bl_kernel_trial_add_json(&trial, job->kernels);
        else bl_kernel_trial_print(&job->text, &trial);
    }
    if (!job->kernels) print_text(&job->text);
    fflush(stdout);
    bl_arena_free(arena);
    return status;
}

/* Frees the document. */
static void print_json(const struct job *job, cJSON *root) {
    cJSON_AddBoolToObject(root, "right", job->right);
    bl_diags_add_json(job->loaded->diags, root);
    bl_json_print(stdout, root);
}

static bool is_wanted(const struct job *job, int number, const char *name) {
    return !name || !strcmp(job->modules->kernels->owns[number].name, name);
}

/* Those that are wanted, one after the other. */
static int try_kernels(struct job *job, const char *name) {
    cJSON *root = job->options->json ? cJSON_CreateObject() : NULL;
    int status = BL_EXIT_OK;
    if (root) cJSON_AddStringToObject(root, "program", job->loaded->path);
    if (root) job->kernels = cJSON_AddArrayToObject(root, "kernels");
    bl_interrupts_hold();
    for (int i = 0; i < job->modules->kernels->own_count && status == BL_EXIT_OK; i++)
        if (is_wanted(job, i, name)) status = try_kernel(job, i);
    if (status == BL_EXIT_INTERRUPTED) fputs("bankloom: interrupted\n", stderr);
    if (root && status == BL_EXIT_OK) print_json(job, root);
    else cJSON_Delete(root);
    return status != BL_EXIT_OK || job->right ? status : BL_EXIT_FAILED;
}

/* "3..500"; false after a message. */
static bool read_lengths(struct job *job) {
    const struct kernel_options *options = job->options;
    char behind;
    job->lengths.count = number_or(options->count, MOVES);
    job->lengths.seed = options->seed == NOT_GIVEN ? 1 : (uint64_t)options->seed;
    if (!options->lengths) return true;
    if (sscanf(options->lengths, "%d..%d%c", &job->lengths.least, &job->lengths.most, &behind) ==
            2 &&
        job->lengths.least >= 1 && job->lengths.least <= job->lengths.most &&
        job->lengths.most <= BL_KERNEL_MOST_LENGTH)
        return true;
    fprintf(stderr, "bankloom kernel: --lengths %s: it is A..B, from 1 to %d\n", options->lengths,
            BL_KERNEL_MOST_LENGTH);
    return false;
}

static bool has_kernel(const struct job *job, const char *name) {
    for (int i = 0; i < job->modules->kernels->own_count; i++)
        if (is_wanted(job, i, name)) return true;
    fprintf(stderr, "bankloom kernel: %s declares no kernel%s%s in Verilog\n", job->loaded->path,
            name ? " " : "", name ? name : "");
    return false;
}

static int of_program(const struct kernel_options *options, const char *file, const char *name) {
    struct bl_loaded loaded = bl_front_load(file);
    struct job job = {.options = options, .loaded = &loaded, .right = true};
    int status = read_lengths(&job) ? BL_EXIT_FAILED : BL_EXIT_USAGE;
    if (loaded.tree)
        job.modules = bl_kernel_modules_check(loaded.arena, loaded.diags, loaded.symbols,
                                              loaded.tree, &bl_kernels_kind, false);
    if (!job.modules && options->json) bl_diags_print_json(loaded.diags, stdout);
    else bl_diags_print(loaded.diags, stderr, isatty(STDERR_FILENO));
    if (job.modules && status == BL_EXIT_FAILED && has_kernel(&job, name) &&
        bl_trial_tools_present(loaded.arena))
        status = try_kernels(&job, name);
    bl_arena_free(loaded.arena);
    return status;
}

int bl_cmd_kernel(int argc, char **argv) {
    struct kernel_options options = {.count = NOT_GIVEN, .seed = NOT_GIVEN, .limit = NOT_GIVEN};
    const char *words[WORDS];
    int status = parse_options(&options, argc, argv, words);
    if (status >= 0) return status;
    return (is_verilog(words[0]) ? new_kernel : of_program)(&options, words[0], words[1]);
}
