/* The verbs that take every kind of program: a file is read once, its kind is found in its tree,
   and the kind's verb goes on with that. */
#include "command/kinds.h"

#include <string.h>

#include "base/arena.h"
#include "driver/front.h"
#include "kind/kinds.h"

/* What is none yet, or cannot be read, is told by the verbs of the first. */
static const struct bl_kind *kind_of(const struct bl_tree *tree) {
    const struct bl_kind *kind = tree ? bl_tree_kind(tree) : NULL;
    return kind ? kind : bl_kinds[0];
}

/* Reads a word as a program, when none is read yet or that one is of the first kind. */
static const struct bl_kind *read_word(const char *word, const struct bl_kind *kind,
                                       struct bl_loaded *loaded) {
    struct bl_loaded other = bl_front_load(word);
    const struct bl_kind *found = kind_of(other.tree);
    bool better = !loaded->path || found != bl_kinds[0];
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
static const struct bl_kind *find_program(int argc, char **argv, struct bl_loaded *loaded) {
    const struct bl_kind *kind = bl_kinds[0];
    for (int i = 1; i < argc && kind == bl_kinds[0]; i++)
        if (bl_is_program_file(argv[i])) kind = read_word(argv[i], kind, loaded);
    for (int i = 1; i < argc && !loaded->path; i++)
        if (bl_is_readable(argv[i]) && !is_argument(argv, i))
            kind = read_word(argv[i], kind, loaded);
    return kind;
}

static int dispatch(enum bl_verb verb, int argc, char **argv) {
    struct bl_loaded loaded = {.path = NULL};
    const struct bl_kind *kind = find_program(argc, argv, &loaded);
    int status = kind->verbs[verb](argc, argv, &loaded);
    if (loaded.arena) bl_arena_free(loaded.arena);
    return status;
}

int bl_cmd_explain(int argc, char **argv) { return dispatch(BL_VERB_EXPLAIN, argc, argv); }
int bl_cmd_build(int argc, char **argv) { return dispatch(BL_VERB_BUILD, argc, argv); }
int bl_cmd_run(int argc, char **argv) { return dispatch(BL_VERB_RUN, argc, argv); }
int bl_cmd_graph(int argc, char **argv) { return dispatch(BL_VERB_GRAPH, argc, argv); }
