#include "syntax/load.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/path.h"
#include "syntax/parse.h"

/* One file that was read; `open` while it or something that it imports is being read. */
struct file {
    dev_t device;
    ino_t inode;
    bool open;
    struct bl_range range;
};

struct loader {
    struct bl_arena *arena;
    struct bl_diags *diags;
    struct bl_symbols *symbols;
    const struct bl_vocabulary *vocabulary;
    struct {
        struct file *items;
        int count, capacity;
    } files;
};

static void load_imports(struct loader *loader, struct bl_tree *tree);

/* The place in `files` of the file with this status, or -1. */
static int find_file(const struct loader *loader, const struct stat *status) {
    for (int i = 0; i < loader->files.count; i++)
        if (loader->files.items[i].device == status->st_dev &&
            loader->files.items[i].inode == status->st_ino)
            return i;
    return -1;
}

/* Reads and parses a file that was not read before; NULL with errno set. */
static struct bl_tree *load_file(struct loader *loader, const char *path, const struct stat *status,
                                 struct bl_range range) {
    int file = bl_source_read(loader->arena, loader->diags->sources, path),
        place = loader->files.count;
    if (!file) return NULL;
    *BL_APPEND(loader->arena, &loader->files) = (struct file){status->st_dev, status->st_ino, true,
                                                              range};
    struct bl_tree *tree = bl_parse(loader->arena, loader->diags, loader->symbols,
                                    loader->vocabulary, file);
    load_imports(loader, tree);
    loader->files.items[place].open = false;
    return tree;
}

static void load_import(struct loader *loader, const struct bl_tree *tree,
                        struct bl_declaration *import) {
    struct bl_diagnostic *diagnostic;
    struct stat status;
    const char *from = loader->diags->sources->items[tree->file].path,
               *path = bl_path_beside(loader->arena, from, import->import.path);
    bool there = !stat(path, &status);
    int known = there ? find_file(loader, &status) : -1;
    if (known < 0) {
        if (there) import->import.tree = load_file(loader, path, &status, import->import.range);
        if (!import->import.tree)
            bl_report(loader->diags, BL_MSG_IMPORT_UNREADABLE, import->import.range, path,
                      bl_source_error());
    } else if (loader->files.items[known].open) {
        diagnostic = bl_report(loader->diags, BL_MSG_IMPORT_CYCLE, import->import.range, path);
        if (loader->files.items[known].range.file)
            bl_note(loader->diags, diagnostic, loader->files.items[known].range,
                    "its reading began here");
    }
}

static void load_imports(struct loader *loader, struct bl_tree *tree) {
    for (struct bl_declaration *declaration = tree->declarations; declaration;
         declaration = declaration->next)
        if (declaration->kind == BL_DECLARATION_IMPORT && declaration->import.path)
            load_import(loader, tree, declaration);
}

struct bl_tree *bl_load(struct bl_arena *arena, struct bl_diags *diags, struct bl_symbols *symbols,
                        const struct bl_vocabulary *vocabulary, const char *path) {
    struct loader loader = {
        .arena = arena, .diags = diags, .symbols = symbols, .vocabulary = vocabulary};
    struct stat status;
    struct bl_tree *tree = stat(path, &status)
                               ? NULL
                               : load_file(&loader, path, &status, (struct bl_range){0});
    const char *why = tree                 ? NULL
                      : !strcmp(path, "-") ? "standard input is /dev/stdin"
                                           : bl_source_error();
    if (!tree) bl_report(diags, BL_MSG_FILE_UNREADABLE, (struct bl_range){0}, path, why);
    return tree;
}

struct bl_loaded bl_load_file(const struct bl_vocabulary *vocabulary, const char *path) {
    struct bl_loaded loaded = {.path = path, .arena = bl_arena_new()};
    loaded.sources = BL_NEW(loaded.arena, struct bl_sources, 1);
    loaded.diags = bl_diags_new(loaded.arena, loaded.sources);
    loaded.symbols = bl_symbols_new(loaded.arena);
    loaded.tree = bl_load(loaded.arena, loaded.diags, loaded.symbols, vocabulary, path);
    return loaded;
}

bool bl_is_program_file(const char *path) {
    struct stat status;
    size_t length = strlen(path);
    return *path != '-' && length >= 5 && !strcmp(path + length - 5, ".loom") &&
           !stat(path, &status) && S_ISREG(status.st_mode);
}

bool bl_is_readable(const char *path) {
    struct stat status;
    return *path != '-' && !stat(path, &status) && !S_ISDIR(status.st_mode);
}
