/* How names are spelled in the written files, where they meet the words of Verilog, C and C++ and
   what these files call things of their own. One rule for all: a name stays as it is where it can.
   Other characters than letters, digits and `_` become `_`; `s_` is put in front of what may not
   begin so; what is taken gets a number at its end, the first of _1, _2, ... that is free. A name
   that can stay never gives way to one that cannot. */
#ifndef BL_NAMING_H
#define BL_NAMING_H

#include <stdbool.h>

struct bl_arena;
struct bl_text;
struct cJSON;

enum bl_name_role {
    BL_NAME_MODULE, /* of Verilog; files and C functions begin with it */
    BL_NAME_SIGNAL, /* a port or net of Verilog */
    BL_NAME_RECORD, /* a tag of C and C++ */
    BL_NAME_COLUMN, /* a member of such a structure, and a part of macros in capitals */
    BL_NAME_PART    /* only a part of longer names, of macros in capitals among them */
};

struct bl_naming {
    struct bl_arena *arena;
    enum bl_name_role role;
    const char *stem; /* macros of the files begin with it; NULL: none */
    bool (*own)(const void *context,
                const char *name); /* whether the files use the name themselves; NULL: no */
    const void *context;
};

/* The spellings of `count` names that are used side by side. Equal names are spelled alike only by
 * being given once. */
void bl_naming_write(const struct bl_naming *naming, const char *const *names, const char **written,
                     int count);
/* The spelling of one name. */
const char *bl_naming_one(struct bl_arena *arena, enum bl_name_role role, const char *name);

/* The module around a stage of the user's own, an instance of template bl_own; and which template a
   module is made from. */
const char *bl_own_module(struct bl_arena *arena, const char *stage);
const char *bl_module_template(const char *module);

/* The word in capitals, for macros. */
const char *bl_upper(struct bl_arena *arena, const char *word);

/* The names that are spelled otherwise, for the user. */
struct bl_renames {
    struct bl_rename {
        const char *kind, *name, *written;
    } * items;
    int count, capacity;
};

/* Notes a name, unless it is written as it is. */
void bl_renames_add(struct bl_arena *arena, struct bl_renames *renames, const char *kind,
                    const char *name, const char *written);
/* A line each, "<before>column EOF: EOF_1", below a line that says what this is; nothing when all
 * names are written as they are. */
void bl_renames_print(struct bl_text *text, const struct bl_renames *renames, const char *before);
/* The member `renamed` of a JSON object: kind, name and written of each; an empty array when there
 * are none. */
void bl_renames_json(const struct bl_renames *renames, struct cJSON *object);

#endif
