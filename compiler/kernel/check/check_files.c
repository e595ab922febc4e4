/* The files of kernels in Verilog: their modules have the ports that the declarations say, and all
   names of modules that stand in one circuit are different. */
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "check/check_own.h"
#include "check/modules/module_file.h"
#include "kernel/check/check_inner.h"
#include "kernel/kernel_own.h"
#include "kernel/kernel_program.h"

/* The files of a kernel, as they were read. */
struct files {
    struct bl_module_file verilog;
    const char *golden;
    size_t golden_length;
    bool read; /* both, of a sound declaration */
};

static struct bl_module_check circuit(struct bl_kernel_check *kc) {
    const struct bl_program *program = kc->check->program;
    struct bl_arena *arena = kc->check->arena;
    int count = kc->kernel_trees.count;
    if (!kc->cluster) return (struct bl_module_check){.arena = arena, .diags = kc->check->diags};
    const char **modules = BL_NEW(arena, const char *, count);
    for (int i = 0; i < count; i++) {
        const struct bl_kernel kernel = {.name = bl_name_text(kc->kernel_trees.items[i]->name)};
        modules[i] = bl_kernel_module(arena, program, &kernel);
    }
    return bl_module_check_circuit(arena, kc->check->diags, program->pipeline, modules, count);
}

/* ---- one kernel */

static bool read_files(struct bl_kernel_check *kc, int number, struct files *files) {
    const struct bl_declaration *declaration = kc->own_trees.items[number];
    const struct bl_kernel_tree *tree = declaration->body;
    struct bl_modules *modules = &files->verilog.modules;
    files->verilog.what = "kernel";
    files->verilog.range = tree->verilog.range;
    modules->name = kc->owns[number].name;
    modules->path = kc->files[number].verilog;
    modules->text = bl_check_own_file(kc->check, modules->path, tree->verilog.range,
                                      &modules->length);
    files->golden = bl_check_own_file(kc->check, kc->files[number].golden, tree->golden.range,
                                      &files->golden_length);
    return modules->text && files->golden;
}

static bool has_port(const struct bl_kernel_header *header, const char *name) {
    for (int i = 0; i < header->count; i++)
        if (!strcmp(header->items[i].name, name)) return true;
    return false;
}

static bool check_ports(const struct bl_module_check *check, const struct bl_module_file *file,
                        const struct bl_kernel_header *header) {
    const struct bl_modules *modules = &file->modules;
    bool good = true;
    for (int i = 0; i < header->count; i++)
        good &= bl_module_file_port(check, file, header->items[i].name, header->items[i].bits,
                                    !header->items[i].in, file->range);
    for (int i = 0; good && i < modules->ports.count; i++)
        if (!has_port(header, modules->ports.items[i].name))
            bl_module_file_extra(check, file, modules->ports.items[i].name,
                                 "has no such port or argument");
    return good;
}

static void check_module(struct bl_kernel_check *kc, const struct bl_module_check *check,
                         int number, struct files *files) {
    const struct bl_kernel_own *own = &kc->owns[number];
    const struct bl_kernel_header header = bl_kernel_own_header(kc->check->arena, kc->kernels, own);
    if (bl_module_is_taken(check, own->name))
        bl_report(check->diags, BL_MSG_OWN_WORD, kc->own_trees.items[number]->name.range, own->name,
                  "kernel in Verilog", "a module of the program has it");
    if (!bl_module_file_check(check, &files->verilog)) return;
    if (check_ports(check, &files->verilog, &header))
        bl_module_file_circuit(check, &files->verilog);
}

/* ---- all of them */

/* A file that several kernels have is written once, under the name of the first. */
static void share(struct bl_kernel_check *kc, const struct files *files, int number) {
    const struct files *file = &files[number];
    struct bl_kernel_own_files *made = &kc->files[number];
    made->verilog_file = made->golden_file = kc->owns[number].name;
    for (int i = number - 1; i >= 0; i--) {
        if (bl_check_own_same(file->verilog.modules.text, file->verilog.modules.length,
                              files[i].verilog.modules.text, files[i].verilog.modules.length))
            made->verilog_file = kc->files[i].verilog_file;
        if (bl_check_own_same(file->golden, file->golden_length, files[i].golden,
                              files[i].golden_length))
            made->golden_file = kc->files[i].golden_file;
    }
}

static bool is_written(const struct bl_kernel_check *kc, int number) {
    return !strcmp(kc->files[number].verilog_file, kc->owns[number].name);
}

static void check_two(struct bl_kernel_check *kc, const struct bl_module_check *check,
                      struct files *files, int number) {
    for (int i = 0; i < number && is_written(kc, number); i++)
        if (is_written(kc, i)) bl_module_file_two(check, &files[number].verilog, &files[i].verilog);
}

void bl_kernel_check_files(struct bl_kernel_check *kc, const bool *sound) {
    int count = kc->check->drafts ? 0 : kc->own_trees.count, asked = 0;
    struct files *files = BL_NEW(kc->check->arena, struct files, bl_max(1, count));
    struct bl_module_file **all = BL_NEW(kc->check->arena, struct bl_module_file *,
                                         bl_max(1, count));
    const struct bl_module_check check = circuit(kc);
    for (int i = 0; i < count; i++) {
        files[i].read = sound[i] && read_files(kc, i, &files[i]);
        if (files[i].read) all[asked++] = &files[i].verilog;
        share(kc, files, i);
    }
    if (!bl_module_files_read(&check, all, asked)) return;
    for (int i = 0; i < count; i++)
        if (files[i].read) check_module(kc, &check, i, &files[i]);
    for (int i = 0; i < count; i++) check_two(kc, &check, files, i);
}
