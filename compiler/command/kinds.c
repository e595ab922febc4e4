/* The verbs that take every kind of program: a file is read once, its kind is found in its tree,
   and the kind's verb goes on with that. */
#include "command/kinds.h"

#include <string.h>

#include "base/arena.h"
#include "command/commands.h"
#include "front/front.h"
#include "ring/command/bus_verbs.h"

enum verb { EXPLAIN, BUILD, RUN, GRAPH, VERBS };

static bool is_bus(const struct bl_declaration *declaration) {
    return declaration->kind == BL_DECLARATION_BUS || declaration->kind == BL_DECLARATION_TRAFFIC ||
           declaration->kind == BL_DECLARATION_TRANSFER;
}

static bool is_any(const struct bl_declaration *declaration) {
    (void)declaration;
    return true;
}

/* A program is of the first kind that one of its declarations, or of those that it imports, belongs
   to. What is none yet, or cannot be read, is told by the verbs of the last. */
static const struct kind {
    bool (*owns)(const struct bl_declaration *declaration);
    bl_kind_verb *verbs[VERBS];
} kinds[] = {
    {is_bus, {bl_verb_bus_explain, bl_verb_bus_build, bl_verb_bus_run, bl_verb_bus_graph}},
    {is_any,
     {bl_verb_pipeline_explain, bl_verb_pipeline_build, bl_verb_pipeline_run,
      bl_verb_pipeline_graph}},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool has(const struct bl_tree *tree, const struct kind *kind) {
    for (const struct bl_declaration *declaration = tree->declarations; declaration;
         declaration = declaration->next) {
        if (kind->owns(declaration)) return true;
        if (declaration->kind == BL_DECLARATION_IMPORT && declaration->import.tree &&
            has(declaration->import.tree, kind))
            return true;
    }
    return false;
}

static const struct kind *kind_of(const struct bl_tree *tree) {
    for (int i = 0; tree && i < KINDS; i++)
        if (has(tree, &kinds[i])) return &kinds[i];
    return &kinds[KINDS - 1];
}

/* Reads a word as a program, when none is read yet or that one is of the last kind. */
static const struct kind *read_word(const char *word, const struct kind *kind,
                                    struct bl_loaded *loaded) {
    struct bl_loaded other = bl_front_load(word);
    const struct kind *found = kind_of(other.tree);
    bool better = !loaded->path || found != &kinds[KINDS - 1];
    if (better && loaded->arena) bl_arena_free(loaded->arena);
    if (better) *loaded = other;
    else bl_arena_free(other.arena);
    return better ? found : kind;
}

/* Behind an option stands what it takes. */
static bool is_argument(char **argv, int i) {
    return i > 1 && *argv[i - 1] == '-' && !strchr(argv[i - 1], '=');
}

/* The words name one program, or none; a description of a board may stand beside it. A word with
   the name of a program goes first; else it is the first that can be read, a pipe, too, which is
   read once. */
static const struct kind *find_program(int argc, char **argv, struct bl_loaded *loaded) {
    const struct kind *last = &kinds[KINDS - 1], *kind = last;
    for (int i = 1; i < argc && kind == last; i++)
        if (bl_is_program_file(argv[i])) kind = read_word(argv[i], kind, loaded);
    for (int i = 1; i < argc && !loaded->path; i++)
        if (bl_is_readable(argv[i]) && !is_argument(argv, i))
            kind = read_word(argv[i], kind, loaded);
    return kind;
}

static int dispatch(enum verb verb, int argc, char **argv) {
    struct bl_loaded loaded = {.path = NULL};
    const struct kind *kind = find_program(argc, argv, &loaded);
    int status = kind->verbs[verb](argc, argv, &loaded);
    if (loaded.arena) bl_arena_free(loaded.arena);
    return status;
}

int bl_cmd_explain(int argc, char **argv) { return dispatch(EXPLAIN, argc, argv); }
int bl_cmd_build(int argc, char **argv) { return dispatch(BUILD, argc, argv); }
int bl_cmd_run(int argc, char **argv) { return dispatch(RUN, argc, argv); }
int bl_cmd_graph(int argc, char **argv) { return dispatch(GRAPH, argc, argv); }
