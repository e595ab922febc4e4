/* Arguments of kernels, of those of moves and those in Verilog. */
#include <string.h>

#include "base/arena.h"
#include "kernel/check/check_inner.h"
#include "kernel/kernel_program.h"

/* Reports one whose name an earlier one has, and one of another type. */
static void check_argument(struct bl_kernel_check *kc, const struct bl_kernel_arguments *before,
                           const struct bl_field *field) {
    struct bl_diags *diags = kc->check->diags;
    for (int i = 0; i < before->count; i++)
        if (field->name.symbol && before->symbols[i] == field->name.symbol)
            bl_report(diags, BL_MSG_LISTED_TWICE, field->name.range, bl_name_text(field->name));
    if (field->type.symbol && strcmp(field->type.symbol->text, "u32"))
        bl_report(diags, BL_MSG_KERNEL_TYPE, field->type.range, bl_name_text(field->name),
                  field->type.symbol->text);
}

struct bl_kernel_arguments bl_kernel_check_arguments(struct bl_kernel_check *kc,
                                                     const struct bl_declaration *declaration) {
    const struct bl_kernel_tree *tree = declaration->body;
    struct bl_kernel_arguments arguments = {0};
    int count = 0;
    for (const struct bl_field *field = tree->arguments; field; field = field->next) count++;
    arguments.names = BL_NEW(kc->check->arena, const char *, count + 1);
    arguments.symbols = BL_NEW(kc->check->arena, struct bl_symbol *, count + 1);
    for (const struct bl_field *field = tree->arguments; field; field = field->next) {
        check_argument(kc, &arguments, field);
        arguments.symbols[arguments.count] = field->name.symbol;
        arguments.names[arguments.count++] = bl_name_text(field->name);
    }
    if (count > BL_MOST_KERNEL_ARGUMENTS)
        bl_report(kc->check->diags, BL_MSG_KERNEL_ARGUMENTS, declaration->name.range,
                  bl_name_text(declaration->name), count, BL_MOST_KERNEL_ARGUMENTS);
    return arguments;
}
