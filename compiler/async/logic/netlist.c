#include "async/logic/netlist.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "async/logic/form.h"

/* The factored form of a cover: the one that synthesis found, or else one of the sum as it is. */
static const struct bl_form *form_of(struct bl_arena *arena, const struct bl_cover *cover) {
    return cover->form ? cover->form : bl_form_of_sum(arena, cover->cubes, cover->cube_count);
}

int bl_netlist_literals(const struct bl_netlist *netlist) {
    struct bl_arena *scratch = bl_arena_new();
    int literals = 0;
    for (int i = 0; i < netlist->gate_count; i++) {
        const struct bl_gate *gate = &netlist->gates[i];
        if (gate->kind == BL_GATE_INPUT || gate->kind == BL_GATE_MUTEX) continue;
        literals += form_of(scratch, &gate->set)->literals;
        if (gate->kind == BL_GATE_HOLD) literals += form_of(scratch, &gate->reset)->literals;
    }
    bl_arena_free(scratch);
    return literals;
}

static void print_cover(struct bl_text *text, struct bl_arena *scratch,
                        const struct bl_netlist *netlist, const struct bl_cover *cover) {
    const char *names[64] = {0};
    for (int i = 0; i < cover->input_count; i++) names[i] = netlist->gates[cover->inputs[i]].name;
    bl_form_print(text, form_of(scratch, cover), names);
}

void bl_netlist_print(struct bl_text *text, const struct bl_netlist *netlist) {
    struct bl_arena *scratch = bl_arena_new();
    for (int i = 0; i < netlist->gate_count; i++) {
        const struct bl_gate *gate = &netlist->gates[i];
        if (gate->kind == BL_GATE_INPUT) continue;
        bl_text_add(text,
                    gate->kind == BL_GATE_HOLD    ? "[%s] set: "
                    : gate->kind == BL_GATE_MUTEX ? "%s = mutex("
                                                  : "%s = ",
                    gate->name);
        print_cover(text, scratch, netlist, &gate->set);
        if (gate->kind == BL_GATE_MUTEX)
            bl_text_add(text, "; %s)", netlist->gates[gate->partner].name);
        if (gate->kind == BL_GATE_HOLD) {
            bl_text_add(text, "; reset: ");
            print_cover(text, scratch, netlist, &gate->reset);
        }
        bl_text_add(text, ";\n");
    }
    bl_arena_free(scratch);
}
