/* Kernels in Verilog: their ports and files. */
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/path.h"
#include "check/check_inner.h"
#include "check/check_own.h"
#include "check/check_type.h"
#include "ir/program.h"
#include "kernel/check/check_inner.h"
#include "kernel/check/check_owns.h"

enum { BL_MOST_KERNEL_RATE = 1 << 20 };

/* Beside the program, where the path does not begin with a slash; NULL without a path. */
static const char *find_file(struct bl_kernel_check *kc, struct bl_name path) {
    const char *source = kc->check->diags->sources->items[path.range.file].path;
    return path.symbol ? bl_path_beside(kc->check->arena, source, path.symbol->text) : NULL;
}

/* Moves name ports alone, so no two of a program have one name. */
static void check_port_name(struct bl_kernel_check *kc, struct bl_name name) {
    int i = 0;
    while (i < kc->ports.count && name.symbol && strcmp(kc->ports.items[i].name, name.symbol->text))
        i++;
    if (name.symbol && i < kc->ports.count)
        bl_report(kc->check->diags, BL_MSG_ALREADY_DECLARED, name.range, name.symbol->text);
}

static void add_port(struct bl_kernel_check *kc, int own, const struct bl_port_tree *tree) {
    struct bl_column type = {0};
    check_port_name(kc, tree->name);
    bool known = bl_check_type(kc->check, tree->type, &type);
    *BL_APPEND(kc->check->arena, &kc->ports) = (struct bl_kernel_port){
        .name = bl_name_text(tree->name),
        .type = bl_name_text(tree->type),
        .bytes = known ? type.bits / 8 : BL_KERNEL_GRANULE,
        .own = own,
        .in = tree->in};
}

/* The number of an input among those of the module; -1: there is none of the name. */
static int input_of(const struct bl_port_tree *ports, const struct bl_symbol *name) {
    for (int number = 0; ports; ports = ports->next) {
        if (ports->in && ports->name.symbol == name) return number;
        number += ports->in;
    }
    return -1;
}

/* What the outputs, which were added, say of how much they give. */
static void set_rates(struct bl_kernel_check *kc, const struct bl_kernel_own *own,
                      const struct bl_port_tree *ports) {
    const struct bl_port_tree *tree = ports;
    for (int i = own->first_port; tree; tree = tree->next, i++) {
        if (!tree->of.symbol) continue;
        int of = input_of(ports, tree->of.symbol);
        bool fits = tree->per >= 1 && tree->per <= BL_MOST_KERNEL_RATE && tree->after >= 0 &&
                    tree->after <= BL_MOST_KERNEL_RATE;
        if (of < 0)
            bl_report(kc->check->diags, BL_MSG_KERNEL_RATE_OF, tree->of.range, own->name,
                      bl_name_text(tree->of));
        else if (!fits)
            bl_report(kc->check->diags, BL_MSG_KERNEL_RATE, tree->name.range,
                      bl_name_text(tree->name), BL_MOST_KERNEL_RATE);
        else
            kc->ports.items[i].rate = (struct bl_kernel_rate){(int)tree->per, of, (int)tree->after,
                                                              tree->move};
    }
}

static const char *port_named(struct bl_kernel_check *kc, const struct bl_kernel_own *own) {
    const struct bl_kernel_header header = bl_kernel_own_header(kc->check->arena, kc->kernels, own);
    for (int i = 0; i < header.count; i++)
        if (!strcmp(header.items[i].name, own->name)) return "its module has a port of this name";
    return NULL;
}

/* Its module and its function have this name, in files of the user's. */
static void check_own_name(struct bl_kernel_check *kc, struct bl_name name,
                           const struct bl_kernel_own *own) {
    const char *why = name.symbol ? bl_check_own_function(own->name) : NULL;
    if (name.symbol && !why) why = port_named(kc, own);
    if (why)
        bl_report(kc->check->diags, BL_MSG_OWN_WORD, name.range, own->name, "kernel in Verilog",
                  why);
}

static void check_own(struct bl_kernel_check *kc, int number, struct bl_kernel_own *own) {
    const struct bl_declaration *declaration = kc->own_trees.items[number];
    const struct bl_kernel_tree *tree = declaration->body;
    bool any_input = false;
    own->name = bl_name_text(declaration->name);
    own->on = kc->cluster ? bl_kernel_nodes(kc, &tree->nodes) : NULL;
    own->first_port = kc->ports.count;
    for (const struct bl_port_tree *port = tree->ports; port; port = port->next) {
        any_input |= port->in;
        add_port(kc, number, port);
    }
    own->port_count = kc->ports.count - own->first_port;
    set_rates(kc, own, tree->ports);
    if (!any_input || own->port_count > BL_KERNEL_OWN_PORTS)
        bl_report(kc->check->diags, BL_MSG_KERNEL_PORTS, declaration->name.range,
                  BL_KERNEL_OWN_PORTS, own->name, own->port_count);
    const struct bl_kernel_arguments arguments = bl_kernel_check_arguments(kc, declaration);
    own->arguments = arguments.names;
    own->argument_count = arguments.count;
    kc->kernels->ports = kc->ports.items; /* as far as they are known */
    check_own_name(kc, declaration->name, own);
    kc->files[number] = (struct bl_kernel_own_files){.verilog = find_file(kc, tree->verilog),
                                                     .golden = find_file(kc, tree->golden)};
}

void bl_kernel_check_owns(struct bl_kernel_check *kc) {
    int count = kc->own_trees.count;
    kc->owns = BL_NEW(kc->check->arena, struct bl_kernel_own, bl_max(1, count));
    kc->operators = BL_NEW(kc->check->arena, bool, bl_max(1, count));
    kc->files = BL_NEW(kc->check->arena, struct bl_kernel_own_files, bl_max(1, count));
    kc->kernels->owns = kc->owns;
    kc->kernels->own_count = count;
    bool *sound = BL_NEW(kc->check->arena, bool, bl_max(1, count));
    for (int i = 0; i < count; i++) {
        int errors = kc->check->diags->errors;
        check_own(kc, i, &kc->owns[i]);
        sound[i] = kc->check->diags->errors == errors && !kc->own_trees.items[i]->broken;
    }
    kc->own_ports = kc->ports.count;
    kc->kernels->ports = kc->ports.items;
    kc->kernels->port_count = kc->ports.count;
    bl_kernel_check_files(kc, sound);
}

const struct bl_kernel_modules *bl_kernel_modules_check(struct bl_arena *arena,
                                                        struct bl_diags *diags,
                                                        struct bl_symbols *symbols,
                                                        const struct bl_tree *tree,
                                                        const struct bl_kind *kind, bool drafts) {
    struct bl_kernel_check *kc = bl_check_collected(arena, diags, symbols, tree, kind, drafts);
    struct bl_kernel_modules *modules = BL_NEW(arena, struct bl_kernel_modules, 1);
    struct bl_kernel_check none = {.check = NULL};
    if (!kc) kc = &none;
    kc->kernels = BL_NEW(arena, struct bl_kernels, 1);
    if (kc->check) bl_kernel_check_owns(kc);
    modules->kernels = kc->kernels;
    modules->files = kc->files;
    return diags->errors ? NULL : modules;
}
