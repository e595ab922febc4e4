/* The modules of stages of the user's own: whether they are as declared, and whether all names of
   modules that would stand in one circuit are different. */
#include "check/modules/modules.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/tools/tools.h"
#include "check/check.h"
#include "check/check_inner.h"
#include "ir/names/naming.h"
#include "ir/names/words.h"

const char *const bl_own_ports[3] = {"clk", "en", "keep"};

/* A place in the Verilog, for an error there: all of a line. */
static struct bl_range place_in(struct bl_check *check, struct bl_own_file *file, int line) {
    struct bl_sources *sources = check->diags->sources;
    if (!file->source)
        file->source = bl_source_add(check->arena, sources, file->own->verilog, file->verilog.bytes,
                                     (int)file->verilog.length);
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

static bool check_port(struct bl_check *check, const struct bl_modules *modules, const char *name,
                       int bits, bool output, struct bl_range range) {
    const struct bl_module_port *port = port_of(modules, name);
    const char *direction = output ? "output wire" : "input wire",
               *wanted = bits > 1 ? bl_format(check->arena, "[%d:0] %s", bits - 1, name) : name;
    if (!port || port->output != output || port->input == output)
        bl_report(check->diags, BL_MSG_OWN_PORT, range, modules->own->name, name, direction,
                  wanted);
    else if (port->bits != bits)
        bl_report(check->diags, BL_MSG_OWN_PORT_BITS, range, name, modules->own->name, port->bits,
                  bl_ending(port->bits, "s"), direction, wanted);
    else return true;
    return false;
}

/* What the stage lacks that a port would serve; NULL where the port has its use. */
static const char *useless(const struct bl_own *own, const struct bl_module_port *port) {
    const char *name = port->name;
    if (!strcmp(name, "clk") || !strcmp(name, "en"))
        return own->latency ? NULL : "has latency 0, so nothing clocks it";
    if (!strcmp(name, "keep")) return own->keeps ? NULL : "keeps all records: it lacks `keeps`";
    bool there = port->output ? bl_own_column(own->makes, own->make_count, name)
                              : bl_own_column(own->takes, own->take_count, name);
    if (there) return NULL;
    return port->output ? "makes no such column" : "takes no such column";
}

static bool check_extra(struct bl_check *check, const struct bl_modules *modules,
                        struct bl_range range) {
    bool good = true;
    for (int i = 0; i < modules->ports.count; i++) {
        const char *why = useless(modules->own, &modules->ports.items[i]);
        if (!why) continue;
        bl_report(check->diags, BL_MSG_OWN_PORT_EXTRA, range, modules->own->name,
                  modules->ports.items[i].name, why);
        good = false;
    }
    return good;
}

/* Every column is a port; `clk` and `en` where it has registers, `keep` where it drops records. */
static bool check_ports(struct bl_check *check, const struct bl_modules *modules,
                        struct bl_range range) {
    const struct bl_own *own = modules->own;
    bool good = true;
    for (int i = 0; i < 2 && own->latency; i++)
        good &= check_port(check, modules, bl_own_ports[i], 1, false, range);
    for (int i = 0; i < own->take_count; i++)
        good &= check_port(check, modules, own->takes[i].name, own->takes[i].bits, false,
                           own->takes[i].range);
    for (int i = 0; i < own->make_count; i++)
        good &= check_port(check, modules, own->makes[i].name, own->makes[i].bits, true,
                           own->makes[i].range);
    if (own->keeps) good &= check_port(check, modules, bl_own_ports[2], 1, true, range);
    return good && check_extra(check, modules, range);
}

static bool check_parameters(struct bl_check *check, const struct bl_modules *modules) {
    const struct bl_own *own = modules->own;
    bool good = true;
    for (int i = 0; i < own->parameter_count; i++) {
        if (bl_modules_parameter(modules, own->parameters[i].name)) continue;
        bl_report(check->diags, BL_MSG_OWN_PARAMETER, own->parameters[i].range, own->name,
                  own->parameters[i].name);
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

static void report_name(struct bl_check *check, struct bl_own_file *file,
                        const struct bl_module_place *module, const char *why) {
    bl_note(check->diags,
            bl_report(check->diags, BL_MSG_OWN_MODULE_NAME, file->range, file->own->verilog,
                      module->name, why),
            place_in(check, file, module->line), "the module is here");
}

static bool check_words(struct bl_check *check, struct bl_own_file *file) {
    bool good = true;
    for (int i = 0; i < file->modules->all.count; i++) {
        const struct bl_module_place *module = &file->modules->all.items[i];
        const char *why = clash(module->name);
        if (why) report_name(check, file, module, why);
        good &= !why;
    }
    return good;
}

/* ---- all that are declared */

static bool report_error(struct bl_check *check, struct bl_own_file *file) {
    const struct bl_modules *modules = file->modules;
    struct bl_range there = place_in(check, file, modules->line);
    const char *line = modules->line ? bl_format(check->arena, ", line %d", modules->line) : "";
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_OWN_VERILOG, file->range,
                                                 file->own->verilog, line, modules->error);
    if (there.file) bl_note(check->diags, diagnostic, there, "it is here");
    return false;
}

static bool check_file(struct bl_check *check, struct bl_own_file *file) {
    const struct bl_modules *modules = file->modules;
    if (!modules->all.count && modules->error) return report_error(check, file);
    if (!check_words(check, file)) return false;
    if (!bl_modules_have(modules, file->own->name)) {
        bl_report(check->diags, BL_MSG_OWN_MODULE, file->range, file->own->verilog,
                  file->own->name);
        return false;
    }
    if (!check_parameters(check, modules)) return false;
    if (modules->error) return report_error(check, file);
    return check_ports(check, modules, file->range);
}

void bl_check_modules(struct bl_check *check) {
    int count = check->drafts ? 0 : check->own_files.count;
    struct bl_modules *all = count ? BL_NEW(check->arena, struct bl_modules, count) : NULL;
    for (int i = 0; i < count; i++) {
        struct bl_own_file *file = &check->own_files.items[i];
        all[i] = (struct bl_modules){
            .own = file->own, .text = file->verilog.bytes, .length = file->verilog.length};
        file->modules = &all[i];
    }
    bool there = !count || bl_modules_read(check->arena, all, count);
    for (int i = 0; i < count; i++) {
        struct bl_own_file *file = &check->own_files.items[i];
        file->own->broken = !there || !check_file(check, file);
    }
    if (!there)
        bl_report(check->diags, BL_MSG_OWN_YOSYS, check->own_files.items[0].range,
                  check->own_files.items[0].own->name,
                  bl_tool_missing(check->arena, &bl_tool_yosys));
}

/* ---- those that a pipeline uses stand beside each other, and beside its own modules */

static struct bl_own_file *file_of(struct bl_check *check, const struct bl_own *own) {
    for (int i = 0; i < check->own_files.count; i++)
        if (check->own_files.items[i].own == own) return &check->own_files.items[i];
    return NULL;
}

static bool is_same(struct bl_own_text a, struct bl_own_text b) {
    return a.length == b.length && !memcmp(a.bytes, b.bytes, a.length);
}

static bool is_circuits(struct bl_check *check, const char *name) {
    const char *top = bl_naming_one(check->arena, BL_NAME_MODULE, check->program->pipeline);
    const char *const taken[] = {top, bl_format(check->arena, "%s_board", top),
                                 bl_format(check->arena, "%s_shell", top)};
    for (int i = 0; i < 3; i++)
        if (!strcmp(name, taken[i])) return true;
    return false;
}

static void check_circuit(struct bl_check *check, struct bl_own_file *file) {
    static const char why[] = "a module of the pipeline has it";
    const struct bl_own *own = file->own;
    if (is_circuits(check, own->name))
        bl_report(check->diags, BL_MSG_OWN_WORD, own->range, own->name, "stage", why);
    for (int i = 0; file->modules && i < file->modules->all.count; i++) {
        const struct bl_module_place *module = &file->modules->all.items[i];
        if (strcmp(module->name, own->name) && is_circuits(check, module->name))
            report_name(check, file, module, "a module of the pipeline has this name");
    }
}

static void check_two(struct bl_check *check, struct bl_own_file *file, struct bl_own_file *other) {
    for (int i = 0; file->modules && i < file->modules->all.count; i++) {
        const struct bl_module_place *module = &file->modules->all.items[i];
        for (int k = 0; k < other->modules->all.count; k++) {
            if (strcmp(module->name, other->modules->all.items[k].name)) continue;
            struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_OWN_MODULE_TWICE,
                                                         file->range, other->own->name,
                                                         file->own->name, module->name);
            bl_note(check->diags, diagnostic,
                    place_in(check, other, other->modules->all.items[k].line), "one is here");
            bl_note(check->diags, diagnostic, place_in(check, file, module->line),
                    "another is here");
        }
    }
}

/* A file that several stages have is written once, under the name of the first. */
static void share_files(struct bl_check *check, struct bl_own_file *file) {
    file->own->verilog_file = file->own->golden_file = file->own->name;
    for (int i = check->owns.count - 1; i >= 0 && !check->drafts; i--) {
        const struct bl_own_file *other = file_of(check, check->owns.items[i]);
        if (is_same(file->verilog, other->verilog))
            file->own->verilog_file = other->own->verilog_file;
        if (is_same(file->golden, other->golden)) file->own->golden_file = other->own->golden_file;
    }
}

void bl_check_own_names(struct bl_check *check, const struct bl_own *own) {
    struct bl_own_file *file = file_of(check, own);
    share_files(check, file);
    check_circuit(check, file);
    for (int i = 0; i < check->owns.count && own->verilog_file == own->name; i++) {
        struct bl_own_file *other = file_of(check, check->owns.items[i]);
        if (!check->drafts && other->own->verilog_file == other->own->name)
            check_two(check, file, other);
    }
}
