/* Words of a command line, one a line of the input: the parsers of every verb's options, of every
   kind of program, and of the bench's, values of rates, sizes, memories and faults. The first word
   says whose they are. No verb that writes files or starts programs gets any. */
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "command/cmd_boards.h"
#include "command/cmd_check.h"
#include "command/kinds.h"
#include "ir/carried/bench_options.h"
#include "driver/front.h"
#include "command/options/request.h"
#include "simulation/memory/faults.h"
#include "fuzz.h"
#include "ir/carried/inputs.h"
#include "ir/carried/memory.h"
#include "ir/plan.h"
#include "kind/kinds.h"
#include "sweep/sweep.h"
#include "sweep/sweep_axes.h"
#include "sweep/sweep_tasks.h"

enum { MOST_BYTES = 1024, MOST_WORDS = 24 };

struct words {
    char *items[MOST_WORDS + 1];
    int count;
};

static const struct bl_bench_version versions[] = {
    {.name = "key",
     .live = true,
     .source = true,
     .region = 1 << 20,
     .count_register = 0x100,
     .step = -1,
     .line = 3},
    {.name = "key1",
     .live = true,
     .result = true,
     .side = 1,
     .region = 1 << 20,
     .count_register = 0x800,
     .rows = 1,
     .line = 7},
};

static void check_status(int status) {
    if (status < -1 || status > 2) fuzz_fault("the exit status would be %d", status);
}

/* The options of `bankloom run` behind the program, which are the bench's. */
static void parse_bench(const struct words *words) {
    static const struct bl_node_model model = {
        .name = "fuzz", .channels = 8, .word_bytes = 32, .trace_kind = "vcd"};
    const struct bl_bench_program program = {
        .pipeline = "fuzz",
        .source_file = "fuzz.loom",
        .model = &model,
        .nodes = 4,
        .lanes = 4,
        .word_bytes = 32,
        .board_memory = "hbm2",
        .columns = {{.name = "key", .bytes = 4, .key_bits = 10}},
        .column_count = 1,
        .versions = versions,
        .version_count = 2,
        .default_keys = 1024};
    struct bl_bench_options options;
    int status = bl_bench_options_parse(&options, words->count, (char **)(uintptr_t)words->items,
                                        &program);
    check_status(status);
    if (status < 0) bl_bench_options_free(&options);
}

/* A table with one row of each kind. */
static void parse_table(const struct words *words) {
    struct {
        bool flag;
        const char *text, *file;
        int64_t number;
        bl_rules rules;
        struct bl_overrides overrides;
    } got = {.number = 7};
    const struct bl_option table[] = {{.name = "--json",
                                       .short_name = "-j",
                                       .kind = BL_OPTION_FLAG,
                                       .value = &got.flag,
                                       .help = "a flag"},
                                      {.name = "--dist",
                                       .kind = BL_OPTION_TEXT,
                                       .value = &got.text,
                                       .argument = "NAME",
                                       .help = "a text"},
                                      {.name = "--keys",
                                       .kind = BL_OPTION_NUMBER,
                                       .value = &got.number,
                                       .argument = "N",
                                       .low = 3,
                                       .high = 1 << 20,
                                       .help = "a number"},
                                      BL_PLAN_OPTIONS(&got.rules, &got.overrides),
                                      {0}};
    check_status(bl_options_parse_any(table, "fuzz", words->count, (char **)(uintptr_t)words->items,
                                      &got.file));
    if (got.number < 3 || got.number > 1 << 20) fuzz_fault("a number out of its range was taken");
    if (got.rules & ~BL_ALL_RULES) fuzz_fault("a rule that is none was taken");
    for (int i = 0; i < got.overrides.count; i++)
        if (!(got.overrides.settings[i].real > 0)) fuzz_fault("a value that is none was taken");
}

/* What a verb takes of a program of a kind. */
static void parse_kind(const struct words *words, const struct bl_kind *kind, enum bl_verb verb) {
    const struct bl_option none[] = {{0}};
    struct bl_request request = {.verb = verb,
                                 .name = "fuzz",
                                 .usage = "FILE.loom",
                                 .kind = kind,
                                 .argc = words->count,
                                 .argv = (char **)(uintptr_t)words->items,
                                 .arena = bl_arena_new(),
                                 .rules = BL_ALL_RULES};
    request.own = BL_NEW(request.arena, char, kind->own_bytes + 1);
    check_status(bl_request_parse(&request, none));
    bl_options_free(&request.list);
    bl_request_free(&request);
}

static void parse_kinds(const struct words *words) {
    for (int i = 0; i < bl_kind_count; i++)
        for (int verb = BL_VERB_EXPLAIN; verb <= BL_VERB_SWEEP; verb++)
            parse_kind(words, bl_kinds[i], (enum bl_verb)verb);
}

/* Each word as a value: of --memory, --dist, and of the axes and fusions of a sweep. */
static void parse_values(const struct words *words) {
    struct bl_arena *arena = bl_arena_new();
    for (int i = 1; i < words->count; i++) {
        const struct bl_memory_kind *kind;
        struct bl_faults faults;
        const char *message, *word = words->items[i];
        struct bl_sweep_request swept = {0};
        const char *texts[BL_SWEEP_MOST_AXES] = {NULL};
        texts[i % BL_SWEEP_MOST_AXES] = word;
        bl_sweep_axes_begin(arena, &swept, texts);
        if (!bl_faults_parse(word, &kind, &faults)) bl_faults_check(&faults, 4, 8);
        struct bl_input *input = bl_input_new(
            &(struct bl_input_config){.name = word, .key_bits = 8}, &message);
        if (input) bl_input_free(input);
        bl_sweep_axes_parse(arena, &swept);
        bl_sweep_quoted(arena, word);
    }
    bl_arena_free(arena);
}

static bool starts_with(const char *text, const char *start) {
    return !strncmp(text, start, strlen(start));
}

/* These verbs read files and print; the program is one that is there. */
static void run_verb(const struct words *words) {
    static int (*const verbs[])(int, char **) = {bl_cmd_check, bl_cmd_explain, bl_cmd_boards};
    for (int i = 1; i < words->count; i++)
        if (words->items[i][0] == '/' || strstr(words->items[i], ".."))
            return; /* not the whole machine's files */
    int status = verbs[strlen(words->items[0]) % 3](words->count, (char **)(uintptr_t)words->items);
    if (status < 0) fuzz_fault("the exit status would be %d", status);
    check_status(status);
}

/* At every end of a line; the first word is always there. */
static void split(struct words *words, char *text) {
    *words = (struct words){.items = {text}, .count = 1};
    for (char *end; words->count < MOST_WORDS && (end = strchr(text, '\n'));) {
        *end = 0;
        text = end + 1;
        if (*text) words->items[words->count++] = text;
    }
}

void fuzz_target(const uint8_t *data, size_t size) {
    char text[MOST_BYTES + 1] = {0};
    struct words words;
    if (size > MOST_BYTES) return;
    if (size) memcpy(text, data, size);
    split(&words, text);
    if (starts_with(text, "bench")) parse_bench(&words);
    else if (starts_with(text, "bus")) parse_kinds(&words);
    else if (starts_with(text, "value")) parse_values(&words);
    else if (starts_with(text, "verb")) run_verb(&words);
    else parse_table(&words);
}
