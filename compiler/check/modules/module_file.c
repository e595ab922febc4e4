#include "check/modules/module_file.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "base/tools/tools.h"
#include "ir/names/naming.h"
#include "ir/names/words.h"
#include "ir/program.h"

/* A place in the Verilog, for an error there: all of a line. */
static struct bl_range place_in(const struct bl_module_check *check, struct bl_module_file *file,
                                int line) {
    struct bl_sources *sources = check->diags->sources;
    if (!file->source)
        file->source = bl_source_add(check->arena, sources, file->modules.path, file->modules.text,
                                     (int)file->modules.length);
    if (!file->source || line < 1 || line > sources->items[file->source].lines)
        return (struct bl_range){0};
    const char *text = sources->items[file->source].text +
                       sources->items[file->source].line_start[line - 1];
    size_t blanks = strspn(text, " \t"), extent = strcspn(text + blanks, "\r\n");
    if (extent > UINT16_MAX || blanks >= UINT16_MAX) return (struct bl_range){0};
    return (struct bl_range){(unsigned)file->source & 1023, (unsigned)line & 0x3fffff,
                             (blanks + 1) & UINT16_MAX, (extent ? extent : 1) & UINT16_MAX};
}

/* ---- ports and parameters */

static const struct bl_module_port *port_of(const struct bl_modules *modules, const char *name) {
    for (int i = 0; i < modules->ports.count; i++)
        if (!strcmp(modules->ports.items[i].name, name)) return &modules->ports.items[i];
    return NULL;
}

bool bl_module_file_port(const struct bl_module_check *check, const struct bl_module_file *file,
                         const char *name, int bits, bool output, struct bl_range range) {
    const struct bl_module_port *port = port_of(&file->modules, name);
    const char *direction = output ? "output wire" : "input wire",
               *wanted = bits > 1 ? bl_format(check->arena, "[%d:0] %s", bits - 1, name) : name;
    if (!port || port->output != output || port->input == output)
        bl_report(check->diags, BL_MSG_OWN_PORT, range, file->modules.name, name, direction,
                  wanted);
    else if (port->bits != bits)
        bl_report(check->diags, BL_MSG_OWN_PORT_BITS, range, name, file->modules.name, port->bits,
                  bl_ending(port->bits, "s"), direction, wanted);
    else return true;
    return false;
}

void bl_module_file_extra(const struct bl_module_check *check, const struct bl_module_file *file,
                          const char *port, const char *why) {
    bl_report(check->diags, BL_MSG_OWN_PORT_EXTRA, file->range, file->modules.name, port,
              file->what, why);
}

static bool check_parameters(const struct bl_module_check *check,
                             const struct bl_modules *modules) {
    bool good = true;
    for (int i = 0; i < modules->parameter_count; i++) {
        const struct bl_own_parameter *parameter = &modules->parameters[i];
        if (bl_modules_parameter(modules, parameter->name)) continue;
        bl_report(check->diags, BL_MSG_OWN_PARAMETER, parameter->range, modules->name,
                  parameter->name);
        good = false;
    }
    return good;
}

/* ---- names of modules */

static const char *clash(const char *name) {
    if (!strncmp(name, "bl_", 3)) return "names that begin so are bankloom's";
    if (bl_word_reserved(name, BL_WORDS_VERILOG | BL_WORDS_SYSTEMVERILOG))
        return "it is a word of SystemVerilog, which Verilator reads";
    return NULL;
}

static void report_name(const struct bl_module_check *check, struct bl_module_file *file,
                        const struct bl_module_place *module, const char *why) {
    bl_note(check->diags,
            bl_report(check->diags, BL_MSG_OWN_MODULE_NAME, file->range, file->modules.path,
                      module->name, why),
            place_in(check, file, module->line), "the module is here");
}

static bool check_words(const struct bl_module_check *check, struct bl_module_file *file) {
    bool good = true;
    for (int i = 0; i < file->modules.all.count; i++) {
        const struct bl_module_place *module = &file->modules.all.items[i];
        const char *why = clash(module->name);
        if (why) report_name(check, file, module, why);
        good &= !why;
    }
    return good;
}

/* ---- the whole file */

static bool report_error(const struct bl_module_check *check, struct bl_module_file *file) {
    const struct bl_modules *modules = &file->modules;
    struct bl_range there = place_in(check, file, modules->line);
    const char *line = modules->line ? bl_format(check->arena, ", line %d", modules->line) : "";
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_OWN_VERILOG, file->range,
                                                 file->modules.path, line, modules->error);
    if (there.file) bl_note(check->diags, diagnostic, there, "it is here");
    return false;
}

bool bl_module_file_check(const struct bl_module_check *check, struct bl_module_file *file) {
    const struct bl_modules *modules = &file->modules;
    if (!modules->all.count && modules->error) return report_error(check, file);
    if (!check_words(check, file)) return false;
    if (!bl_modules_have(modules, modules->name)) {
        bl_report(check->diags, BL_MSG_OWN_MODULE, file->range, modules->path, modules->name);
        return false;
    }
    if (!check_parameters(check, modules)) return false;
    return !modules->error || report_error(check, file);
}

bool bl_module_files_read(const struct bl_module_check *check, struct bl_module_file *const *files,
                          int count) {
    struct bl_modules **all = count ? BL_NEW(check->arena, struct bl_modules *, count) : NULL;
    for (int i = 0; i < count; i++) all[i] = &files[i]->modules;
    if (!count || bl_modules_read(check->arena, all, count)) return true;
    bl_report(check->diags, BL_MSG_OWN_YOSYS, files[0]->range, files[0]->what,
              files[0]->modules.name, bl_tool_missing(check->arena, &bl_tool_yosys));
    return false;
}

/* ---- several files in one circuit */

struct bl_module_check bl_module_check_circuit(struct bl_arena *arena, struct bl_diags *diags,
                                               const char *program, const char *const *more,
                                               int more_count) {
    enum { OWN = 3 };
    const char *top = bl_naming_one(arena, BL_NAME_MODULE, program),
               **taken = BL_NEW(arena, const char *, OWN + more_count);
    taken[0] = top;
    taken[1] = bl_format(arena, "%s_board", top);
    taken[2] = bl_format(arena, "%s_shell", top);
    for (int i = 0; i < more_count; i++) taken[OWN + i] = more[i];
    return (struct bl_module_check){arena, diags, taken, OWN + more_count};
}

bool bl_module_is_taken(const struct bl_module_check *check, const char *name) {
    for (int i = 0; i < check->taken_count; i++)
        if (!strcmp(name, check->taken[i])) return true;
    return false;
}

bool bl_module_file_circuit(const struct bl_module_check *check, struct bl_module_file *file) {
    bool good = true;
    for (int i = 0; i < file->modules.all.count; i++) {
        const struct bl_module_place *module = &file->modules.all.items[i];
        if (!strcmp(module->name, file->modules.name) || !bl_module_is_taken(check, module->name))
            continue;
        report_name(check, file, module, "a module of the program has this name");
        good = false;
    }
    return good;
}

static void report_two(const struct bl_module_check *check, struct bl_module_file *file,
                       const struct bl_module_place *module, struct bl_module_file *other,
                       const struct bl_module_place *again) {
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_OWN_MODULE_TWICE, file->range,
                                                 file->what, other->modules.name,
                                                 file->modules.name, module->name, file->what);
    bl_note(check->diags, diagnostic, place_in(check, other, again->line), "one is here");
    bl_note(check->diags, diagnostic, place_in(check, file, module->line), "another is here");
}

bool bl_module_file_two(const struct bl_module_check *check, struct bl_module_file *file,
                        struct bl_module_file *other) {
    bool good = true;
    for (int i = 0; i < file->modules.all.count; i++) {
        const struct bl_module_place *module = &file->modules.all.items[i];
        for (int k = 0; k < other->modules.all.count; k++) {
            const struct bl_module_place *again = &other->modules.all.items[k];
            if (strcmp(module->name, again->name)) continue;
            report_two(check, file, module, other, again);
            good = false;
        }
    }
    return good;
}
