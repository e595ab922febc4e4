/* Stages of the user's own: their declarations, and the columns that a pipeline gets by using them.
   Such a column is a column of the record like any other: it has the same value of a record
   wherever the stage computes it, because it takes columns by their names. */
#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "base/text.h"
#include "base/toolchain.h"
#include "check/check.h"
#include "check/verilog_ports.h"
#include "ir/naming.h"
#include "ir/words.h"

enum { MOST_LATENCY = 64, MOST_BITS = 64 /* of a column */ };

static const char *const ports_of_all[] = {"clk", "en", "keep"};

/* What a name meets in the user's own files, where it cannot be spelled otherwise. */
static bool is_free(struct bl_check *check, struct bl_name name, const char *kind) {
    const char *word = name.symbol->text, *why = NULL;
    if (bl_word_reserved(word, BL_WORDS_VERILOG | BL_WORDS_SYSTEMVERILOG | BL_WORDS_VERILATOR))
        why = "it is a word of Verilog";
    else if (bl_word_reserved(word, BL_WORDS_C | BL_WORDS_CPP | BL_WORDS_MACROS | BL_WORDS_TYPES))
        why = "it is a word of C or C++";
    else if (!strncmp(word, "bl_", 3)) why = "names that begin so are bankloom's";
    for (int i = 0; i < 3 && !why; i++)
        if (!strcmp(word, ports_of_all[i])) why = "a stage has a port of this name";
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
        good &= is_free(check, field->name, "column of a stage");
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

static bool is_readable(struct bl_check *check, const char *path, struct bl_range range,
                        struct bl_text *text) {
    int error = bl_read_file(text, path);
    if (error) bl_report(check->diags, BL_MSG_OWN_FILE, range, path, strerror(error));
    return !error;
}

static const struct bl_module_port *port_of(const struct bl_module_ports *ports, const char *name,
                                            bool output) {
    for (int i = 0; i < ports->count; i++)
        if (!strcmp(ports->items[i].name, name) && ports->items[i].output == output)
            return &ports->items[i];
    return NULL;
}

static bool check_port(struct bl_check *check, const struct bl_own *own,
                       const struct bl_module_ports *ports, const char *name, int bits, bool output,
                       struct bl_range range) {
    const struct bl_module_port *port = port_of(ports, name, output);
    const char *direction = output ? "output wire" : "input wire",
               *wanted = bits > 1 ? bl_format(check->arena, "[%d:0] %s", bits - 1, name) : name;
    if (!port) bl_report(check->diags, BL_MSG_OWN_PORT, range, own->name, name, direction, wanted);
    else if (port->bits >= 0 && port->bits != bits)
        bl_report(check->diags, BL_MSG_OWN_PORT_BITS, range, name, own->name, port->bits,
                  bl_ending(port->bits, "s"), direction, wanted);
    else return true;
    return false;
}

static bool is_column(const struct bl_column *columns, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (!strcmp(columns[i].name, name)) return true;
    return false;
}

/* What the stage lacks that a port would serve; NULL where the port has its use. */
static const char *useless(const struct bl_own *own, const struct bl_module_port *port) {
    const char *name = port->name;
    if (!strcmp(name, "clk") || !strcmp(name, "en"))
        return own->latency ? NULL : "has latency 0, so nothing clocks it";
    if (!strcmp(name, "keep")) return own->keeps ? NULL : "keeps all records: it lacks `keeps`";
    bool there = port->output ? is_column(own->makes, own->make_count, name)
                              : is_column(own->takes, own->take_count, name);
    if (there) return NULL;
    return port->output ? "makes no such column" : "takes no such column";
}

static bool check_extra(struct bl_check *check, const struct bl_own *own,
                        const struct bl_module_ports *ports, struct bl_range range) {
    bool good = true;
    for (int i = 0; i < ports->count; i++) {
        const char *why = useless(own, &ports->items[i]);
        if (!why) continue;
        bl_report(check->diags, BL_MSG_OWN_PORT_EXTRA, range, own->name, ports->items[i].name, why);
        good = false;
    }
    return good;
}

static bool check_parameters(struct bl_check *check, const struct bl_own *own, const char *text) {
    bool good = true;
    for (int i = 0; i < own->parameter_count; i++) {
        if (bl_verilog_assigns(text, own->name, own->parameters[i].name)) continue;
        bl_report(check->diags, BL_MSG_OWN_PARAMETER, own->parameters[i].range, own->name,
                  own->parameters[i].name);
        good = false;
    }
    return good;
}

/* Every column is a port; `clk` and `en` where it has registers, `keep` where it drops records. */
static bool check_ports(struct bl_check *check, const struct bl_own *own, const char *text,
                        struct bl_range range) {
    struct bl_module_ports ports = {0};
    if (!bl_verilog_ports(check->arena, text, own->name, &ports)) {
        bl_report(check->diags, BL_MSG_OWN_MODULE, range, own->verilog, own->name);
        return false;
    }
    bool good = true;
    for (int i = 0; i < 2 && own->latency; i++)
        good &= check_port(check, own, &ports, ports_of_all[i], 1, false, range);
    for (int i = 0; i < own->take_count; i++)
        good &= check_port(check, own, &ports, own->takes[i].name, own->takes[i].bits, false,
                           own->takes[i].range);
    for (int i = 0; i < own->make_count; i++)
        good &= check_port(check, own, &ports, own->makes[i].name, own->makes[i].bits, true,
                           own->makes[i].range);
    if (own->keeps) good &= check_port(check, own, &ports, "keep", 1, true, range);
    return good && check_extra(check, own, &ports, range) && check_parameters(check, own, text);
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
        !is_free(parts->check, part->label, "parameter")) {
        parts->bad = true;
        return;
    }
    if (value < INT32_MIN || value > INT32_MAX) {
        bl_report(
            parts->check->diags, BL_MSG_OUT_OF_RANGE, part->value->range, part->label.symbol->text,
            bl_format(parts->check->arena, "%lld", (long long)value), "-2147483648", "2147483647");
        parts->bad = true;
    }
    bool column = is_column(own->takes, own->take_count, part->label.symbol->text) ||
                  is_column(own->makes, own->make_count, part->label.symbol->text);
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
static bool check_files(struct bl_check *check, const struct parts *parts) {
    struct bl_text verilog = {0}, golden = {0};
    const struct bl_own *own = parts->own;
    bool good = is_readable(check, own->verilog, parts->verilog, &verilog);
    good &= is_readable(check, own->golden, parts->golden, &golden);
    if (good) bl_text_bytes(&verilog, "", 1);
    if (good) good = check_ports(check, own, verilog.bytes, parts->verilog);
    bl_text_free(&verilog);
    bl_text_free(&golden);
    return good;
}

/* What stands before its block. */
static bool check_head(struct bl_check *check, const struct bl_declaration *declaration,
                       struct bl_own *own) {
    const struct bl_own_tree *tree = declaration->own;
    *own = (struct bl_own){.name = declaration->name.symbol->text,
                           .keeps = tree->keeps,
                           .range = declaration->name.range};
    bool good = is_free(check, declaration->name, "stage");
    good &= take_columns(check, tree->takes, own, &own->takes, &own->take_count);
    good &= take_columns(check, tree->makes, own, &own->makes, &own->make_count);
    if (own->make_count || own->keeps) return good;
    bl_report(check->diags, BL_MSG_OWN_NOTHING, own->range, own->name);
    return false;
}

void bl_check_own(struct bl_check *check, const struct bl_declaration *declaration) {
    struct bl_binding *binding = bl_declare_type(check, declaration->name, BL_BIND_OWN);
    if (declaration->broken || !declaration->name.symbol) return;
    struct bl_own *own = BL_NEW(check->arena, struct bl_own, 1);
    struct parts parts = {.check = check, .own = own};
    bool good = check_head(check, declaration, own);
    collect_parts(&parts, declaration->own->parts);
    own->broken = !good || parts.bad || !(check->drafts || check_files(check, &parts));
    binding->own = own;
    if (!own->broken) *BL_APPEND(check->arena, &check->declared_owns) = own;
}

const struct bl_own *bl_find_own(struct bl_name name) {
    const struct bl_binding *binding = name.symbol ? name.symbol->type : NULL;
    bool good = binding && binding->kind == BL_BIND_OWN && binding->own && !binding->own->broken;
    return good ? binding->own : NULL;
}

static bool is_own(const struct bl_symbol *symbol) {
    return symbol->word >= BL_WORD_STAGE || (symbol->type && symbol->type->kind == BL_BIND_OWN);
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

/* Its module stands beside the pipeline's own. */
static void check_module_names(struct bl_check *check, const struct bl_own *own) {
    const char *top = bl_naming_one(check->arena, BL_NAME_MODULE, check->program->pipeline);
    const char *const taken[] = {top, bl_format(check->arena, "%s_board", top),
                                 bl_format(check->arena, "%s_shell", top)};
    for (int i = 0; i < 3; i++)
        if (!strcmp(own->name, taken[i]))
            bl_report(check->diags, BL_MSG_OWN_WORD, own->range, own->name, "stage",
                      "a module of the pipeline has it");
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
            check_module_names(check, own);
            add_made(check, stage->own.symbol->type->own);
        }
    }
}
