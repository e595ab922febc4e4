#include "templates/templates.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/host_memory.h"
#include "base/tools/toolchain.h"

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct bl_template *)a)->name, ((const struct bl_template *)b)->name);
}

static void list_area(struct bl_arena *arena, struct bl_templates *templates, const char *area) {
    DIR *folder = bl_open_folder(area);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        if (length < 3 || strcmp(entry->d_name + length - 2, ".v")) continue;
        struct bl_template *template = BL_APPEND(arena, templates);
        template->name = bl_strndup(arena, entry->d_name, length - 2);
        template->path = bl_format(arena, "%s/%s", area, entry->d_name);
    }
    if (folder) closedir(folder);
}

bool bl_templates_list(struct bl_arena *arena, struct bl_templates *templates, const char *root) {
    const char *top = bl_format(arena, "%s/rtl_templates", root);
    DIR *folder = bl_open_folder(top);
    *templates = (struct bl_templates){0};
    if (!folder) fprintf(stderr, "bankloom: cannot read %s: %s\n", top, strerror(errno));
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            list_area(arena, templates, bl_format(arena, "%s/%s", top, entry->d_name));
    if (folder) closedir(folder);
    if (templates->count)
        qsort(templates->items, (size_t)templates->count, sizeof *templates->items, by_name);
    return folder;
}

static struct bl_template *find(const struct bl_templates *templates, const char *name,
                                size_t length);

void bl_templates_add(struct bl_arena *arena, struct bl_templates *templates, const char *folder) {
    struct bl_templates more = {0};
    list_area(arena, &more, folder);
    for (int i = 0; i < more.count; i++) {
        if (find(templates, more.items[i].name, strlen(more.items[i].name))) continue;
        struct bl_template *template = BL_APPEND(arena, templates);
        *template = more.items[i];
        qsort(templates->items, (size_t)templates->count, sizeof *templates->items, by_name);
    }
}

static struct bl_template *find(const struct bl_templates *templates, const char *name,
                                size_t length) {
    char word[128];
    if (length >= sizeof word || !templates->count) return NULL;
    memcpy(word, name, length);
    word[length] = 0;
    const struct bl_template key = {.name = word};
    return bsearch(&key, templates->items, (size_t)templates->count, sizeof key, by_name);
}

/* The character behind a comment or a directive's FORMAL part that starts at `at`, or `at` itself.
 */
static const char *skip(const char *at) {
    const char *end = NULL;
    size_t length = 0;
    if (!strncmp(at, "//", 2)) end = strchr(at, '\n'), length = 1;
    else if (!strncmp(at, "/*", 2)) end = strstr(at, "*/"), length = 2;
    else if (!strncmp(at, "`ifdef FORMAL", 13)) end = strstr(at, "`endif"), length = 6;
    else return at;
    return end ? end + length : at + strlen(at);
}

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

/* Every word of the text that is a template's name is an instance of it: the prefix is reserved for
 * modules. */
static bool use_words(struct bl_templates *templates, const char *at) {
    while (*at) {
        const char *after = skip(at);
        if (after != at) {
            at = after;
            continue;
        }
        size_t length = 0;
        while (in_word(at[length])) length++;
        const struct bl_template *found = length > 3 && !strncmp(at, "bl_", 3)
                                              ? find(templates, at, length)
                                              : NULL;
        if (found && !bl_templates_use(templates, found->name)) return false;
        at += length ? length : 1;
    }
    return true;
}

bool bl_templates_use(struct bl_templates *templates, const char *module) {
    struct bl_template *template = find(templates, module, strlen(module));
    if (!template) {
        fprintf(stderr, "bankloom: there is no template %s\n", module);
        return false;
    }
    if (template->used) return true;
    template->used = true;
    int error = template->text.length ? 0 : bl_read_file(&template->text, template->path);
    if (error) fprintf(stderr, "bankloom: cannot read %s: %s\n", template->path, strerror(error));
    return !error && (!template->text.length || use_words(templates, template->text.bytes));
}

struct bl_text *bl_templates_replace(struct bl_templates *templates, const char *module) {
    struct bl_template *template = find(templates, module, strlen(module));
    return template ? &template->text : NULL;
}

void bl_templates_free(struct bl_templates *templates) {
    for (int i = 0; i < templates->count; i++) bl_text_free(&templates->items[i].text);
}
