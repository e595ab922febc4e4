#include "command/cmd_stage.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "check/check.h"
#include "command/options/options.h"
#include "driver/front.h"
#include "stage_bench/draft.h"
#include "stage_bench/trial.h"

enum { WORDS = 2, NOT_GIVEN = -1, RECORDS = 4096 };

struct stage_options {
    const char *inputs;
    int64_t count, seed, latency; /* or NOT_GIVEN */
    bool json;
};

static int parse_options(struct stage_options *options, int argc, char **argv, const char **words) {
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--inputs", .kind = BL_OPTION_TEXT, .value = &options->inputs, .argument = "FILE",
         .help = "also try these records: one a line, a number for each column, decimal or 0x..."},
        {.name = "--count", .kind = BL_OPTION_NUMBER, .value = &options->count, .argument = "N",
         .low = 0, .high = 1 << 20,
         .help = "random records, beside corner values; 4096 by default"},
        {.name = "--seed", .kind = BL_OPTION_NUMBER, .value = &options->seed, .argument = "N",
         .low = 0, .high = INT64_MAX, .help = "seed of the random records; 1 by default"},
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &options->json,
         .help = "the result as one JSON document"},
        {.name = "--latency", .kind = BL_OPTION_NUMBER, .value = &options->latency,
         .argument = "N", .low = 0, .high = BL_TRIAL_LATENCY,
         .help = "latency of a new stage, in cycles; 1 by default"},
        {.kind = BL_OPTION_HEADING,
         .help = "Tries every stage that the program declares, or the one of that name: its "
                 "Verilog against its\ngolden function in Verilator and Icarus, its latency, what "
                 "linters say, what it takes. Or writes\nthe two files of a new stage, and prints "
                 "its declaration.\n\nexamples:\n"
                 "  bankloom stage examples/stages/hash_partition.loom\n"
                 "  bankloom stage examples/stages/filter.loom below --count 64K --seed 7\n"
                 "  bankloom stage hash.v '(key: u32) -> (bucket: u8)' --latency 3\n"
                 "  bankloom stage below.v '(value: u32) keeps'"},
        {0}
    };
    // clang-format on
    const char *usage = "bankloom stage FILE.loom [STAGE] [options]\n"
                        "       bankloom stage NEW.v ['(COLUMN: TYPE, ...) -> (COLUMN: TYPE, ...) "
                        "keeps'] [--latency N]";
    int status = bl_options_parse_words(table, usage, argc, argv, words, WORDS);
    if (status >= 0 || words[0]) return status;
    fprintf(stderr, "bankloom stage: which file? usage: %s\n", usage);
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
    fprintf(stderr, "bankloom stage: %s is for %s\n", option, what);
    return BL_EXIT_USAGE;
}

/* ---- a new stage */

/* "stages/hash.v" is stage hash. */
static const char *stage_name(struct bl_arena *arena, const char *file) {
    const char *name = bl_path_name(file);
    return bl_strndup(arena, name, strlen(name) - strlen(".v"));
}

/* The declaration of the new stage, as the user would write it. */
static const char *declaration(struct bl_arena *arena, const char *file, const char *columns,
                               int latency) {
    return bl_format(arena, "stage %s %s { verilog \"%s\"; golden \"%.*s.c\"; latency %d; }",
                     stage_name(arena, file), columns, file, (int)strlen(file) - 2, file, latency);
}

/* One declaration of a stage, and nothing else, or NULL after messages. */
static const struct bl_program *read_declaration(struct bl_arena *arena, struct bl_diags *diags,
                                                 const char *text) {
    struct bl_symbols *symbols = bl_symbols_new(arena);
    int source = bl_source_add(arena, diags->sources, "new stage", text, (int)strlen(text));
    const struct bl_tree *tree = bl_front_parse(arena, diags, symbols, source);
    const struct bl_declaration *first = tree ? tree->declarations : NULL;
    if (diags->errors || !first || first->kind != BL_DECLARATION_OWN || first->next) return NULL;
    return bl_check_owns(arena, diags, symbols, tree, true);
}

static int begin_stage(const struct stage_options *options, const char *file, const char *columns) {
    struct bl_arena *arena = bl_arena_new();
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(arena, &sources);
    struct bl_text text = {0};
    int latency = options->latency == NOT_GIVEN ? 1 : (int)options->latency;
    const struct bl_program *program = read_declaration(arena, diags,
                                                        declaration(arena, file, columns, latency));
    bl_diags_print(diags, stderr, isatty(STDERR_FILENO));
    if (!program && !diags->errors)
        fprintf(stderr, "bankloom stage: '%s' are not columns of a stage\n", columns);
    bool good = program && bl_draft_write(program, program->owns[0]);
    if (good) {
        const struct bl_own *own = program->owns[0];
        bl_text_add(&text, "%s and %s are written. For the program:\n\n", own->verilog,
                    own->golden);
        bl_draft_declaration(&text, arena, own);
    }
    print_text(&text);
    bl_arena_free(arena);
    return good ? BL_EXIT_OK : BL_EXIT_FAILED;
}

static int new_stage(const struct stage_options *options, const char *file, const char *columns) {
    const char *what = "a program with stages, and a file that ends in .v is a new stage";
    if (options->inputs) return misused("--inputs", what);
    if (options->count != NOT_GIVEN) return misused("--count", what);
    if (options->seed != NOT_GIVEN) return misused("--seed", what);
    if (options->json) return misused("--json", what);
    return begin_stage(options, file, columns ? columns : "(key: u32) -> (bucket: u8)");
}

/* ---- the stages of a program */

struct job {
    const struct stage_options *options;
    const struct bl_loaded *loaded;
    const struct bl_program *program;
    struct bl_text text;
    cJSON *stages;
    bool right;
};

/* The user's records first, so that a difference is reported for them. */
static bool fill(struct bl_trial *trial, const struct stage_options *options) {
    uint64_t random = options->seed == NOT_GIVEN ? 1 : (uint64_t)options->seed;
    int count = options->count == NOT_GIVEN ? RECORDS : (int)options->count;
    trial->records.columns = trial->own->take_count;
    if (options->inputs &&
        !bl_trial_read(trial->arena, &trial->records, trial->own, options->inputs))
        return false;
    bl_trial_add_corners(trial->arena, &trial->records, trial->own, &random);
    bl_trial_add_random(trial->arena, &trial->records, trial->own, &random, count);
    return true;
}

static int try_stage(struct job *job, const struct bl_own *own) {
    struct bl_arena *arena = bl_arena_new();
    struct bl_trial trial = {.arena = arena, .program = job->program, .own = own};
    int status = fill(&trial, job->options) ? BL_EXIT_OK : BL_EXIT_USAGE;
    if (status == BL_EXIT_OK && !bl_trial_run(&trial))
        status = bl_interrupted() ? BL_EXIT_INTERRUPTED : BL_EXIT_FAILED;
    else if (status == BL_EXIT_OK) {
        job->right &= bl_trial_is_right(&trial);
        if (job->stages) bl_trial_add_json(&trial, job->stages);
        else bl_trial_print(&job->text, &trial);
    }
    if (!job->stages) print_text(&job->text);
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

/* Those that are wanted, one after the other. */
static int try_stages(struct job *job, const char *name) {
    cJSON *root = job->options->json ? cJSON_CreateObject() : NULL;
    int status = BL_EXIT_OK;
    if (root) cJSON_AddStringToObject(root, "program", job->loaded->path);
    if (root) job->stages = cJSON_AddArrayToObject(root, "stages");
    bl_interrupts_hold();
    for (int i = 0; i < job->program->own_count && status == BL_EXIT_OK; i++)
        if (!name || !strcmp(job->program->owns[i]->name, name))
            status = try_stage(job, job->program->owns[i]);
    if (status == BL_EXIT_INTERRUPTED) fputs("bankloom: interrupted\n", stderr);
    if (root && status == BL_EXIT_OK) print_json(job, root);
    else cJSON_Delete(root);
    return status != BL_EXIT_OK || job->right ? status : BL_EXIT_FAILED;
}

static bool has_stage(const struct bl_program *program, const char *name) {
    for (int i = 0; i < program->own_count; i++)
        if (!name || !strcmp(program->owns[i]->name, name)) return true;
    return false;
}

/* What is asked of a program that has no errors, before anything is run; the exit status, or -1. */
static int find_misuse(const struct job *job, const char *name) {
    const struct bl_program *program = job->program;
    if (!has_stage(program, name)) {
        fprintf(stderr, "bankloom stage: %s declares no stage%s%s\n", job->loaded->path,
                name ? " " : "", name ? name : "");
        return BL_EXIT_FAILED;
    }
    if (job->options->inputs && !name && program->own_count > 1)
        return misused("--inputs", "one stage: name it behind the program");
    return bl_trial_tools_present(job->loaded->arena) ? -1 : BL_EXIT_FAILED;
}

static int of_program(const struct stage_options *options, const char *file, const char *name) {
    if (options->latency != NOT_GIVEN)
        return misused("--latency", "a new stage, whose file ends in .v");
    struct bl_loaded loaded = bl_front_load(file);
    struct job job = {.options = options, .loaded = &loaded, .right = true};
    if (loaded.tree)
        job.program = bl_check_owns(loaded.arena, loaded.diags, loaded.symbols, loaded.tree, false);
    if (!job.program && options->json) bl_diags_print_json(loaded.diags, stdout);
    else bl_diags_print(loaded.diags, stderr, isatty(STDERR_FILENO));
    int status = job.program ? find_misuse(&job, name) : BL_EXIT_FAILED;
    if (status < 0) status = try_stages(&job, name);
    bl_arena_free(loaded.arena);
    return status;
}

int bl_cmd_stage(int argc, char **argv) {
    struct stage_options options = {.count = NOT_GIVEN, .seed = NOT_GIVEN, .latency = NOT_GIVEN};
    const char *words[WORDS];
    int status = parse_options(&options, argc, argv, words);
    if (status >= 0) return status;
    return (is_verilog(words[0]) ? new_stage : of_program)(&options, words[0], words[1]);
}
