#include "command/options/request.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "command/options/apart.h"
#include "kind/kinds.h"

void bl_options_add(struct bl_option_list *list, const struct bl_option *rows) {
    for (; rows->name || rows->help || rows->value; rows++) {
        assert(list->count < BL_MOST_OPTIONS);
        list->items[list->count++] = *rows;
    }
    list->items[list->count] = (struct bl_option){0};
}

void bl_options_free(const struct bl_option_list *list) {
    for (int i = 0; i < list->count; i++)
        if (list->items[i].kind == BL_OPTION_LIST) bl_text_free(list->items[i].value);
}

/* ---- the program among the words */

/* What is none yet, or cannot be read, is reported by the verbs of the first. */
static const struct bl_kind *kind_of(const struct bl_tree *tree) {
    const struct bl_kind *kind = tree ? bl_tree_kind(tree) : NULL;
    return kind ? kind : bl_kinds[0];
}

/* Reads a word as a program, when none is read yet or that one is of the first kind. */
static void read_word(struct bl_request *request, const char *word) {
    struct bl_loaded other = bl_front_load(word);
    const struct bl_kind *found = kind_of(other.tree);
    bool better = !request->loaded.path || found != bl_kinds[0];
    struct bl_arena *left = better ? request->loaded.arena : other.arena;
    if (left) bl_arena_free(left);
    if (!better) return;
    request->loaded = other;
    request->kind = found;
}

/* Behind an option stands what it takes. */
static bool is_argument(char **argv, int i) {
    return i > 1 && *argv[i - 1] == '-' && !strchr(argv[i - 1], '=');
}

/* The words name one program, or none; a description of a board may stand beside it. A word with
   the name of a program goes first; else it is the first that can be read, a pipe, too, which is
   read once. */
static void find_program(struct bl_request *request) {
    char **argv = request->argv;
    for (int i = 1; i < request->argc && request->kind == bl_kinds[0]; i++)
        if (bl_is_program_file(argv[i])) read_word(request, argv[i]);
    for (int i = 1; i < request->argc && !request->loaded.path; i++)
        if (bl_is_readable(argv[i]) && !is_argument(argv, i)) read_word(request, argv[i]);
}

void bl_request_begin(struct bl_request *request, enum bl_verb verb, const char *name,
                      const char *usage, int argc, char **argv) {
    *request = (struct bl_request){.verb = verb,
                                   .name = name,
                                   .usage = usage,
                                   .kind = bl_kinds[0],
                                   .argc = argc,
                                   .argv = argv,
                                   .arena = bl_arena_new(),
                                   .rules = BL_ALL_RULES};
    find_program(request);
    request->own = BL_NEW(request->arena, char, request->kind->own_bytes + 1);
}

void bl_request_free(struct bl_request *request) {
    if (request->loaded.arena) bl_arena_free(request->loaded.arena);
    bl_arena_free(request->arena);
}

/* ---- its options */

static const char *usage_of(const struct bl_request *request) {
    const char *usage = bl_format(request->arena, "bankloom %s %s", request->name, request->usage);
    if (request->kind == bl_kinds[0]) return usage;
    return bl_format(request->arena, "%s     (FILE.loom has %s)", usage, request->kind->one);
}

static bool has_option(const struct bl_option_list *list, const char *word) {
    size_t length = strcspn(word, "=");
    for (int i = 0; i < list->count; i++) {
        const char *name = list->items[i].name;
        if (name && strlen(name) == length && !strncmp(name, word, length)) return true;
    }
    return false;
}

/* The kind whose programs have the option with this verb, beside the one that there is; or NULL. */
static const struct bl_kind *kind_with(const struct bl_request *request, const char *word) {
    for (int i = 0; i < bl_kind_count; i++) {
        struct bl_request other = *request;
        other.kind = bl_kinds[i];
        other.own = BL_NEW(request->arena, char, other.kind->own_bytes + 1);
        other.list.count = other.argc = 0;
        if (other.kind != request->kind && other.kind->options)
            other.kind->options(&other, &other.list);
        if (has_option(&other.list, word)) return other.kind;
    }
    return NULL;
}

/* Whether one of the words is an option of another kind's programs; after a message. */
static bool is_of_another(const struct bl_request *request) {
    for (int i = 1; i < request->argc && request->loaded.path; i++) {
        const char *word = request->argv[i];
        if (strncmp(word, "--", 2) || has_option(&request->list, word)) continue;
        const struct bl_kind *kind = kind_with(request, word);
        if (!kind) continue;
        fprintf(stderr, "bankloom %s: %.*s is for %s, and %s has %s\n", request->name,
                (int)strcspn(word, "="), word, kind->one, request->loaded.path, request->kind->one);
        return true;
    }
    return false;
}

/* By all that stands in the list. */
static int parse(struct bl_request *request) {
    const struct bl_kind *kind = request->kind;
    if (is_of_another(request)) return BL_EXIT_USAGE;
    int status = bl_options_parse(request->list.items, usage_of(request), request->argc,
                                  request->argv, &request->file);
    return status < 0 && kind->check_options ? kind->check_options(request) : status;
}

int bl_request_parse_rows(struct bl_request *request, const struct bl_option *rows) {
    const struct bl_kind *kind = request->kind;
    int status = kind->options ? kind->options(request, &request->list) : -1;
    bl_options_add(&request->list, rows);
    return status < 0 ? parse(request) : status;
}

int bl_request_parse(struct bl_request *request, const struct bl_option *rows) {
    const struct bl_kind *kind = request->kind;
    const struct bl_option plan[] = {BL_PLAN_OPTIONS(&request->rules, &request->overrides), {0}},
                           cluster[] = {BL_CLUSTER_OPTIONS(&request->overrides), {0}};
    int status = kind->options ? kind->options(request, &request->list) : -1;
    bl_options_add(&request->list, rows);
    if (kind->nodes) bl_options_add(&request->list, kind->passes ? plan : cluster);
    return status < 0 ? parse(request) : status;
}

bool bl_request_compile(struct bl_request *request, struct bl_compilation *compilation) {
    return bl_compile(compilation, &request->loaded, request->file, &request->overrides,
                      request->rules, request->json);
}

int bl_request_output(const struct bl_request *request, const struct bl_compilation *compilation,
                      const char *path) {
    const struct bl_output_path output = {"-o", path};
    return bl_outputs_apart(request->name, compilation->sources, &output, 1) ? -1 : BL_EXIT_USAGE;
}
