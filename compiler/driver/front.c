#include "driver/front.h"

#include "base/arena.h"
#include "check/check.h"
#include "kind/kind.h"
#include "network/networks.h"
#include "stage/stages.h"
#include "syntax/parse.h"

static const struct bl_vocabulary vocabulary = {bl_networks};

struct bl_tree *bl_front_parse(struct bl_arena *arena, struct bl_diags *diags,
                               struct bl_symbols *symbols, int file) {
    return bl_parse(arena, diags, symbols, &vocabulary, file);
}

struct bl_loaded bl_front_load(const char *path) {
    return bl_load_file(&vocabulary, path);
}

struct bl_program *bl_front_tree(struct bl_arena *arena, struct bl_diags *diags,
                                 struct bl_symbols *symbols, const struct bl_tree *tree,
                                 const struct bl_overrides *overrides) {
    return bl_check(arena, diags, symbols, tree, overrides, bl_stage_row);
}

struct bl_program *bl_front_any(struct bl_arena *arena, struct bl_diags *diags, const char *path,
                                const struct bl_overrides *overrides) {
    struct bl_symbols *symbols = bl_symbols_new(arena);
    struct bl_tree *tree = bl_load(arena, diags, symbols, &vocabulary, path);
    return tree ? bl_front_tree(arena, diags, symbols, tree, overrides) : NULL;
}

static struct bl_program *with_nodes(struct bl_diags *diags, struct bl_program *program) {
    if (!program || program->kind->nodes) return program;
    bl_report(diags, BL_MSG_NO_NODES, program->kind->range(program), program->kind->name(program),
              program->kind->word);
    return NULL;
}

struct bl_program *bl_front(struct bl_arena *arena, struct bl_diags *diags, const char *path,
                            const struct bl_overrides *overrides) {
    return with_nodes(diags, bl_front_any(arena, diags, path, overrides));
}

struct bl_program *bl_front_loaded(const struct bl_loaded *loaded,
                                   const struct bl_overrides *overrides, bool any) {
    struct bl_program *program = loaded->tree
                                     ? bl_front_tree(loaded->arena, loaded->diags, loaded->symbols,
                                                     loaded->tree, overrides)
                                     : NULL;
    return any ? program : with_nodes(loaded->diags, program);
}
