/* The modules of stages of the user's own: whether they are as declared, and whether all names of
   modules that would stand in one circuit are different. */
#include <string.h>

#include "base/arena.h"
#include "check/check.h"
#include "check/check_inner.h"
#include "check/check_own.h"
#include "check/modules/module_file.h"

const char *const bl_own_ports[3] = {"clk", "en", "keep"};

/* ---- ports */

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

static bool check_extra(const struct bl_module_check *check, const struct bl_own_file *file) {
    const struct bl_modules *modules = &file->verilog.modules;
    bool good = true;
    for (int i = 0; i < modules->ports.count; i++) {
        const char *why = useless(file->own, &modules->ports.items[i]);
        if (why) bl_module_file_extra(check, &file->verilog, modules->ports.items[i].name, why);
        good &= !why;
    }
    return good;
}

static bool check_columns(const struct bl_module_check *check, const struct bl_own_file *file,
                          const struct bl_column *columns, int count, bool output) {
    bool good = true;
    for (int i = 0; i < count; i++)
        good &= bl_module_file_port(check, &file->verilog, columns[i].name, columns[i].bits, output,
                                    columns[i].range);
    return good;
}

/* Every column is a port; `clk` and `en` where it has registers, `keep` where it drops records. */
static bool check_ports(const struct bl_module_check *check, const struct bl_own_file *file) {
    const struct bl_own *own = file->own;
    const struct bl_module_file *verilog = &file->verilog;
    bool good = true;
    for (int i = 0; i < 2 && own->latency; i++)
        good &= bl_module_file_port(check, verilog, bl_own_ports[i], 1, false, verilog->range);
    good &= check_columns(check, file, own->takes, own->take_count, false);
    good &= check_columns(check, file, own->makes, own->make_count, true);
    if (own->keeps)
        good &= bl_module_file_port(check, verilog, bl_own_ports[2], 1, true, verilog->range);
    return good && check_extra(check, file);
}

/* ---- all that are declared */

static void ask(struct bl_own_file *file) {
    const struct bl_own *own = file->own;
    file->verilog.modules.name = own->name;
    file->verilog.modules.parameters = own->parameters;
    file->verilog.modules.parameter_count = own->parameter_count;
    file->verilog.what = "stage";
}

void bl_check_modules(struct bl_check *check) {
    int count = check->drafts ? 0 : check->own_files.count;
    struct bl_module_file **all = count ? BL_NEW(check->arena, struct bl_module_file *, count)
                                        : NULL;
    for (int i = 0; i < count; i++) {
        ask(&check->own_files.items[i]);
        all[i] = &check->own_files.items[i].verilog;
    }
    const struct bl_module_check modules = {.arena = check->arena, .diags = check->diags};
    bool there = bl_module_files_read(&modules, all, count);
    for (int i = 0; i < count; i++) {
        struct bl_own_file *file = &check->own_files.items[i];
        file->own->broken = !there || !bl_module_file_check(&modules, &file->verilog) ||
                            !check_ports(&modules, file);
    }
}

/* ---- those that a pipeline uses stand beside each other, and beside its own modules */

static struct bl_own_file *file_of(struct bl_check *check, const struct bl_own *own) {
    for (int i = 0; i < check->own_files.count; i++)
        if (check->own_files.items[i].own == own) return &check->own_files.items[i];
    return NULL;
}

static void check_circuit(const struct bl_module_check *check, struct bl_own_file *file) {
    const struct bl_own *own = file->own;
    if (bl_module_is_taken(check, own->name))
        bl_report(check->diags, BL_MSG_OWN_WORD, own->range, own->name, "stage",
                  "a module of the program has it");
    bl_module_file_circuit(check, &file->verilog);
}

/* A file that several stages have is written once, under the name of the first. */
static void share_files(struct bl_check *check, struct bl_own_file *file) {
    const struct bl_modules *modules = &file->verilog.modules;
    file->own->verilog_file = file->own->golden_file = file->own->name;
    for (int i = check->owns.count - 1; i >= 0 && !check->drafts; i--) {
        const struct bl_own_file *other = file_of(check, check->owns.items[i]);
        if (bl_check_own_same(modules->text, modules->length, other->verilog.modules.text,
                              other->verilog.modules.length))
            file->own->verilog_file = other->own->verilog_file;
        if (bl_check_own_same(file->golden.bytes, file->golden.length, other->golden.bytes,
                              other->golden.length))
            file->own->golden_file = other->own->golden_file;
    }
}

void bl_check_own_names(struct bl_check *check, const struct bl_own *own) {
    struct bl_own_file *file = file_of(check, own);
    const struct bl_module_check modules = bl_module_check_circuit(
        check->arena, check->diags, check->program->pipeline, NULL, 0);
    share_files(check, file);
    check_circuit(&modules, file);
    for (int i = 0; i < check->owns.count && own->verilog_file == own->name; i++) {
        struct bl_own_file *other = file_of(check, check->owns.items[i]);
        if (!check->drafts && other->own->verilog_file == other->own->name)
            bl_module_file_two(&modules, &file->verilog, &other->verilog);
    }
}
