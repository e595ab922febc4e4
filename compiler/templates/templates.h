/* The Verilog templates on disk: which files a circuit needs. */
#ifndef BL_TEMPLATES_H
#define BL_TEMPLATES_H

#include <stdbool.h>
#include "base/text.h"

struct bl_arena;

struct bl_template {
    const char *name, *path; /* module; file */
    bool used;
    struct bl_text text; /* when used, or replaced */
};

struct bl_templates {
    struct bl_template *items;
    int count, capacity;
}; /* sorted by name */

/* All modules under `root`/rtl_templates/<area>/<module>.v. False after a message on stderr. */
bool bl_templates_list(struct bl_arena *arena, struct bl_templates *templates, const char *root);

/* Adds the modules `folder`/<module>.v to the list; a name that is already in it stays as it is. */
void bl_templates_add(struct bl_arena *arena, struct bl_templates *templates, const char *folder);

/* Marks `module` and, transitively, every template that its text instantiates, and reads them.
 * False after a message on stderr. */
bool bl_templates_use(struct bl_templates *templates, const char *module);

/* Where to write the text that a module has in place of its template's, before it is used. NULL: no
   such module. */
struct bl_text *bl_templates_replace(struct bl_templates *templates, const char *module);

/* Frees the texts; the list is the caller's. */
void bl_templates_free(struct bl_templates *templates);

#endif
