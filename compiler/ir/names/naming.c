#include "ir/names/naming.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/names.h"
#include "base/text.h"
#include "ir/names/words.h"

static const unsigned words_of[] = {
    [BL_NAME_MODULE] = BL_WORDS_VERILOG | BL_WORDS_SYSTEMVERILOG | BL_WORDS_CALLS,
    [BL_NAME_SIGNAL] = BL_WORDS_VERILOG | BL_WORDS_SYSTEMVERILOG | BL_WORDS_C | BL_WORDS_CPP |
                       BL_WORDS_VERILATOR,
    [BL_NAME_RECORD] = BL_WORDS_C | BL_WORDS_CPP | BL_WORDS_MACROS | BL_WORDS_TYPES,
    [BL_NAME_COLUMN] = BL_WORDS_C | BL_WORDS_CPP | BL_WORDS_MACROS | BL_WORDS_TYPES,
    [BL_NAME_PART] = 0,
};

/* Columns and parts go into macros in capitals. */
static bool in_capitals(enum bl_name_role role) {
    return role == BL_NAME_COLUMN || role == BL_NAME_PART;
}

static bool begins(const char *name, const char *front) {
    return !strncmp(name, front, strlen(front));
}

/* Whether a name may not begin as it does: there C and C++, our own files or macros of these have
 * all names for themselves. */
static bool is_kept(const struct bl_naming *naming, const char *name) {
    if (naming->role == BL_NAME_PART) return false;
    if (!isalpha((unsigned char)*name) && *name != '_') return true;
    if (*name == '_' && (name[1] == '_' || isupper((unsigned char)name[1]))) return true;
    if (begins(name, "bl_") || begins(name, "BL_") || !strcmp(name, "bl") || !strcmp(name, "BL"))
        return true;
    return naming->stem && begins(name, naming->stem);
}

static const char *spell(const struct bl_naming *naming, const char *name) {
    char *copy = bl_format(naming->arena, "%s%s", is_kept(naming, name) ? "s_" : "", name);
    for (char *at = copy; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '_') *at = '_';
    return copy;
}

const char *bl_upper(struct bl_arena *arena, const char *word) {
    char *upper = bl_strdup(arena, word);
    for (char *at = upper; *at; at++) *at = (char)toupper((unsigned char)*at);
    return upper;
}

/* Takes a spelling if it is free. */
static bool take(const struct bl_naming *naming, struct bl_names *taken, const char *spelling) {
    if (bl_word_reserved(spelling, words_of[naming->role])) return false;
    if (naming->own && naming->own(naming->context, spelling)) return false;
    const char *key = in_capitals(naming->role) ? bl_upper(naming->arena, spelling) : spelling;
    int *value = bl_names_add(taken, key, strlen(key));
    if (*value >= 0) return false;
    *value = 1;
    return true;
}

static const char *take_other(const struct bl_naming *naming, struct bl_names *taken,
                              const char *name) {
    const char *plain = spell(naming, name);
    if (bl_word_reserved(bl_format(naming->arena, "%s_1", plain), words_of[naming->role]))
        plain = bl_format(naming->arena, "s_%s", plain);
    const char *spelling = plain;
    for (int number = 1; !take(naming, taken, spelling); number++)
        spelling = bl_format(naming->arena, "%s_%d", plain, number);
    return spelling;
}

void bl_naming_write(const struct bl_naming *naming, const char *const *names, const char **written,
                     int count) {
    struct bl_names taken = {.arena = naming->arena};
    for (int i = 0; i < count; i++) {
        bool stays = !strcmp(spell(naming, names[i]), names[i]) && take(naming, &taken, names[i]);
        written[i] = stays ? names[i] : NULL;
    }
    for (int i = 0; i < count; i++)
        if (!written[i]) written[i] = take_other(naming, &taken, names[i]);
}

const char *bl_naming_one(struct bl_arena *arena, enum bl_name_role role, const char *name) {
    const struct bl_naming naming = {.arena = arena, .role = role};
    const char *written;
    bl_naming_write(&naming, &name, &written, 1);
    return written;
}

static const char own_template[] = "bl_own", own_front[] = "bl_own_";

const char *bl_own_module(struct bl_arena *arena, const char *stage) {
    return bl_format(arena, "%s%s", own_front, stage);
}

const char *bl_module_template(const char *module) {
    return begins(module, own_front) ? own_template : module;
}

void bl_renames_add(struct bl_arena *arena, struct bl_renames *renames, const char *kind,
                    const char *name, const char *written) {
    if (strcmp(name, written)) *BL_APPEND(arena, renames) = (struct bl_rename){kind, name, written};
}

void bl_renames_print(struct bl_text *text, const struct bl_renames *renames, const char *before) {
    if (renames->count)
        bl_text_add(text, "%srenamed in the written files, because the name is taken there:\n",
                    before);
    for (int i = 0; i < renames->count; i++)
        bl_text_add(text, "%s  %s %s: %s\n", before, renames->items[i].kind, renames->items[i].name,
                    renames->items[i].written);
}

void bl_renames_json(const struct bl_renames *renames, struct cJSON *object) {
    cJSON *list = cJSON_AddArrayToObject(object, "renamed");
    for (int i = 0; i < renames->count; i++) {
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "kind", renames->items[i].kind);
        cJSON_AddStringToObject(row, "name", renames->items[i].name);
        cJSON_AddStringToObject(row, "written", renames->items[i].written);
        cJSON_AddItemToArray(list, row);
    }
}
