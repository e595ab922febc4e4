#include "check/check_own.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/path.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "check/check_inner.h"
#include "check/check_names.h"
#include "check/check_type.h"
#include "ir/names/words.h"

enum { MOST_LATENCY = 64, MOST_BITS = 64 /* of a column */ };

/* What such a name meets in the user's own files; NULL: nothing. */
static const char *check_word(const char *word) {
    if (bl_word_reserved(word, BL_WORDS_VERILOG | BL_WORDS_SYSTEMVERILOG | BL_WORDS_VERILATOR))
        return "it is a word of Verilog";
    if (bl_word_reserved(word, BL_WORDS_C | BL_WORDS_CPP | BL_WORDS_MACROS | BL_WORDS_TYPES))
        return "it is a word of C or C++";
    return strncmp(word, "bl_", 3) ? NULL : "names that begin so are bankloom's";
}

const char *bl_check_own_function(const char *word) {
    return strcmp(word, "main") ? check_word(word) : "C begins with a function of this name";
}

bool bl_check_own_same(const char *a, size_t a_length, const char *b, size_t b_length) {
    return a && b && a_length == b_length && !memcmp(a, b, a_length);
}

static bool is_free(struct bl_check *check, struct bl_name name, const char *kind,
                    const char *(*meets)(const char *word)) {
    const char *word = name.symbol->text, *why = meets(word);
    for (int i = 0; i < 3 && !why; i++)
        if (!strcmp(word, bl_own_ports[i])) why = "a stage has a port of this name";
    if (why) bl_report(check->diags, BL_MSG_OWN_WORD, name.range, word, kind, why);
    return !why;
}

/* The columns that a stage takes or makes. `own` marks the names that it has used. */
static bool take_columns(struct bl_check *check, const struct bl_field *field, const void *own,
                         struct bl_column **columns, int *count) {
    bool good = true;
    for (const struct bl_field *other = field; other; other = other->next) ++*count;
    struct bl_column *column = *columns = BL_NEW(check->arena, struct bl_column, *count + 1);
    for (; field; field = field->next, column++) {
        struct bl_symbol *name = field->name.symbol;
        if (!name || !bl_check_type(check, field->type, column)) return false;
        if (name->owner == own) {
            bl_report(check->diags, BL_MSG_COLUMN_TWICE, field->name.range, name->text);
            good = false;
        }
        good &= is_free(check, field->name, "column of a stage", check_word);
        if (column->bits > MOST_BITS) {
            bl_report(check->diags, BL_MSG_OWN_WIDE, field->name.range, name->text, column->bits,
                      MOST_BITS);
            good = false;
        }
        name->owner = own;
        column->name = name->text;
        column->range = field->name.range;
    }
    return good;
}

/* Relative to the folder of the program. */
static const char *path_of(struct bl_check *check, struct bl_name label) {
    return bl_path_beside(check->arena, check->diags->sources->items[label.range.file].path,
                          label.symbol->text);
}

const char *bl_check_own_file(struct bl_check *check, const char *path, struct bl_range range,
                              size_t *length) {
    enum { MOST_BYTES = 64 << 20 };
    struct stat status;
    struct bl_text text = {0};
    int error = stat(path, &status) ? errno : 0;
    const char *why = NULL, *bytes = NULL;
    if (!error && !S_ISREG(status.st_mode)) why = "it is not a regular file";
    else if (!error && status.st_size > MOST_BYTES) error = EFBIG;
    if (!error && !why) error = bl_read_file(&text, path);
    if (error) why = strerror(error);
    if (why) bl_report(check->diags, BL_MSG_OWN_FILE, range, path, why);
    else bytes = bl_strndup(check->arena, text.bytes ? text.bytes : "", text.length);
    *length = text.length;
    bl_text_free(&text);
    return bytes;
}

bool bl_own_column(const struct bl_column *columns, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (!strcmp(columns[i].name, name)) return true;
    return false;
}

/* What its block has given so far. */
struct parts {
    struct bl_check *check;
    struct bl_own *own;
    struct bl_range verilog, golden, latency;
    bool bad;
};

static bool is_again(struct parts *parts, const struct bl_part *part, struct bl_range *range) {
    bool again = range->line;
    if (again)
        bl_note(
            parts->check->diags,
            bl_report(parts->check->diags, BL_MSG_PART_TWICE, part->range, part->word.symbol->text),
            *range, "the first one is here");
    *range = part->range;
    parts->bad |= again;
    return again;
}

static void collect_path(struct parts *parts, const struct bl_part *part, struct bl_range *range,
                         const char **path) {
    const struct bl_symbol *label = part->label.symbol;
    if (is_again(parts, part, range) || !label) parts->bad = true;
    else if (!part->quoted) {
        bl_report(parts->check->diags, BL_MSG_OWN_STRING, part->label.range,
                  part->word.symbol->text, label->text);
        parts->bad = true;
    } else *path = path_of(parts->check, part->label);
    if (label) *range = part->label.range;
}

static void collect_latency(struct parts *parts, const struct bl_part *part) {
    int64_t cycles = 0;
    struct bl_check *check = parts->check;
    if (is_again(parts, part, &parts->latency) || !part->value ||
        !bl_check_whole(check, part->value, &cycles))
        parts->bad = true;
    else if (cycles < 0 || cycles > MOST_LATENCY) {
        bl_report(check->diags, BL_MSG_OUT_OF_RANGE, part->value->range, "latency",
                  bl_format(check->arena, "%lld", (long long)cycles), "0",
                  bl_format(check->arena, "%d", MOST_LATENCY));
        parts->bad = true;
    } else parts->own->latency = (int)cycles;
}

static void collect_parameter(struct parts *parts, const struct bl_part *part) {
    struct bl_own *own = parts->own;
    int64_t value = 0;
    if (!part->label.symbol || !part->value || !bl_check_whole(parts->check, part->value, &value) ||
        !is_free(parts->check, part->label, "parameter", check_word)) {
        parts->bad = true;
        return;
    }
    if (value < INT32_MIN || value > INT32_MAX) {
        bl_report(
            parts->check->diags, BL_MSG_OUT_OF_RANGE, part->value->range, part->label.symbol->text,
            bl_format(parts->check->arena, "%lld", (long long)value), "-2147483648", "2147483647");
        parts->bad = true;
    }
    bool column = bl_own_column(own->takes, own->take_count, part->label.symbol->text) ||
                  bl_own_column(own->makes, own->make_count, part->label.symbol->text);
    if (column) {
        bl_report(parts->check->diags, BL_MSG_OWN_WORD, part->label.range, part->label.symbol->text,
                  "parameter", "a column of the stage has it");
        parts->bad = true;
    }
    for (int i = 0; i < own->parameter_count; i++)
        if (!strcmp(own->parameters[i].name, part->label.symbol->text)) {
            bl_report(parts->check->diags, BL_MSG_PART_TWICE, part->range,
                      part->label.symbol->text);
            parts->bad = true;
        }
    own->parameters[own->parameter_count++] = (struct bl_own_parameter){part->label.symbol->text,
                                                                        value, part->label.range};
}

static void collect(struct parts *parts, const struct bl_part *part) {
    const char *word = part->word.symbol->text;
    if (!strcmp(word, "verilog")) collect_path(parts, part, &parts->verilog, &parts->own->verilog);
    else if (!strcmp(word, "golden"))
        collect_path(parts, part, &parts->golden, &parts->own->golden);
    else if (!strcmp(word, "latency")) collect_latency(parts, part);
    else collect_parameter(parts, part);
}

static void need(struct parts *parts, const char *word, struct bl_range given) {
    if (given.line) return;
    bl_report(parts->check->diags, BL_MSG_MISSING_PART, parts->own->range,
              bl_format(parts->check->arena, "stage `%s`", parts->own->name), word);
    parts->bad = true;
}

static void collect_parts(struct parts *parts, const struct bl_part *part) {
    int count = 0;
    for (const struct bl_part *other = part; other; other = other->next) count++;
    parts->own->parameters = BL_NEW(parts->check->arena, struct bl_own_parameter, count + 1);
    for (; part; part = part->next) collect(parts, part);
    need(parts, "verilog", parts->verilog);
    need(parts, "golden", parts->golden);
    need(parts, "latency", parts->latency);
}

/* Both files, read: the golden model is for a C compiler to judge. */
static bool read_files(struct bl_check *check, const struct parts *parts,
                       struct bl_own_file *file) {
    struct bl_modules *modules = &file->verilog.modules;
    modules->path = parts->own->verilog;
    modules->text = bl_check_own_file(check, modules->path, parts->verilog, &modules->length);
    file->golden.bytes = bl_check_own_file(check, parts->own->golden, parts->golden,
                                           &file->golden.length);
    file->verilog.range = parts->verilog;
    return modules->text && file->golden.bytes;
}

/* What stands before its block. */
static bool check_head(struct bl_check *check, const struct bl_declaration *declaration,
                       struct bl_own *own) {
    const struct bl_own_tree *tree = declaration->own;
    *own = (struct bl_own){.name = declaration->name.symbol->text,
                           .keeps = tree->keeps,
                           .range = declaration->name.range};
    bool good = is_free(check, declaration->name, "stage", bl_check_own_function);
    good &= bl_check_file_name(check, declaration->name);
    good &= take_columns(check, tree->takes, own, &own->takes, &own->take_count);
    good &= take_columns(check, tree->makes, own, &own->makes, &own->make_count);
    if (own->make_count || own->keeps) return good;
    bl_report(check->diags, BL_MSG_OWN_NOTHING, own->range, own->name);
    return false;
}

/* Of a declaration that was refused nothing is known but the names of what it makes. */
static void name_made(struct bl_check *check, const struct bl_declaration *declaration,
                      struct bl_own *own) {
    const struct bl_field *field = declaration->own->makes;
    int count = 0;
    own->broken = true;
    own->name = declaration->name.symbol->text;
    own->range = declaration->name.range;
    for (const struct bl_field *other = field; other; other = other->next) count++;
    own->makes = BL_NEW(check->arena, struct bl_column, count + 1);
    for (; field; field = field->next)
        if (field->name.symbol)
            own->makes[own->make_count++] = (struct bl_column){.name = field->name.symbol->text,
                                                               .range = field->name.range};
}

void bl_check_own(struct bl_check *check, const struct bl_declaration *declaration) {
    struct bl_binding *binding = bl_declare_type(check, declaration->name, BL_BIND_OWN);
    if (!declaration->name.symbol) return;
    struct bl_own *own = BL_NEW(check->arena, struct bl_own, 1);
    *BL_APPEND(check->arena, &check->declared) = own;
    if (declaration->broken) {
        binding->own = own;
        name_made(check, declaration, own);
        return;
    }
    struct parts parts = {.check = check, .own = own};
    struct bl_own_file file = {.own = own};
    bool good = check_head(check, declaration, own);
    collect_parts(&parts, declaration->own->parts);
    own->broken = !good || parts.bad || !(check->drafts || read_files(check, &parts, &file));
    binding->own = own;
    if (!own->broken) *BL_APPEND(check->arena, &check->own_files) = file;
}

const struct bl_own *bl_find_own(struct bl_name name) {
    const struct bl_binding *binding = name.symbol ? name.symbol->type : NULL;
    bool good = binding && binding->kind == BL_BIND_OWN && binding->own && !binding->own->broken;
    return good ? binding->own : NULL;
}

static bool is_own(const struct bl_symbol *symbol) {
    return bl_word_is_stage(symbol->word) || (symbol->type && symbol->type->kind == BL_BIND_OWN);
}

void bl_report_no_own(struct bl_check *check, struct bl_name name) {
    const struct bl_binding *binding = name.symbol->type;
    if (binding && binding->kind == BL_BIND_OWN) return;
    const struct bl_symbol *near = bl_symbol_near(check->symbols, name.symbol, is_own);
    bl_report(check->diags, BL_MSG_UNKNOWN_STAGE, name.range, name.symbol->text,
              near ? bl_format(check->arena, "did you mean `%s`?", near->text)
                   : "none of this name is declared");
}

/* The columns that a stage makes get their names in the pipeline. */
static void add_made(struct bl_check *check, struct bl_own *own) {
    own->number = check->owns.count;
    *BL_APPEND(check->arena, &check->owns) = own;
    for (int i = 0; i < own->make_count; i++) {
        struct bl_column *column = BL_NEW(check->arena, struct bl_column, 1);
        struct bl_name name = {
            bl_symbol(check->symbols, own->makes[i].name, strlen(own->makes[i].name)),
            own->makes[i].range};
        *column = own->makes[i];
        column->index = check->program->record.column_count + check->made_columns.count;
        column->maker = own;
        *BL_APPEND(check->arena, &check->made_columns) = column;
        bl_declare(check, name, BL_BIND_VERSION)->column.named = column;
    }
}

/* The columns of a stage whose declaration has an error are known as broken. */
static void poison_made(struct bl_check *check, const struct bl_name name) {
    const struct bl_binding *binding = name.symbol->type;
    const struct bl_own *own = binding && binding->kind == BL_BIND_OWN ? binding->own : NULL;
    for (int i = 0; own && i < own->make_count && own->makes[i].name; i++)
        bl_declare_poison(check,
                          (struct bl_name){bl_symbol(check->symbols, own->makes[i].name,
                                                     strlen(own->makes[i].name)),
                                           own->makes[i].range},
                          true);
}

const struct bl_own *bl_check_maker(const struct bl_check *check, const char *column) {
    for (int i = 0; i < check->declared.count; i++) {
        const struct bl_own *own = check->declared.items[i];
        for (int k = 0; k < own->make_count; k++)
            if (own->makes[k].name && !strcmp(own->makes[k].name, column)) return own;
    }
    return NULL;
}

static bool is_added(const struct bl_check *check, const struct bl_own *own) {
    for (int i = 0; i < check->owns.count; i++)
        if (check->owns.items[i] == own) return true;
    return false;
}

void bl_check_made(struct bl_check *check, const struct bl_statement *statement) {
    for (; statement; statement = statement->next) {
        if (statement->kind == BL_STATEMENT_REPEAT) bl_check_made(check, statement->repeat.body);
        if (statement->kind != BL_STATEMENT_PASS) continue;
        for (const struct bl_stage_tree *stage = statement->pass.stages; stage;
             stage = stage->next) {
            const struct bl_own *own = stage->kind == BL_OWN ? bl_find_own(stage->own) : NULL;
            if (stage->kind == BL_OWN && !own) poison_made(check, stage->own);
            if (!own || is_added(check, own)) continue;
            bl_check_own_names(check, own);
            add_made(check, stage->own.symbol->type->own);
        }
    }
}

void bl_warn_owns(struct bl_check *check, unsigned file) {
    for (int i = 0; i < check->declared.count; i++) {
        const struct bl_own *own = check->declared.items[i];
        if (own->range.file == file && !is_added(check, own))
            bl_report(check->diags, BL_MSG_OWN_NO_PASS, own->range, own->name, own->name);
    }
}
