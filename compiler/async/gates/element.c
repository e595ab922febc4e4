/* C elements with gates in front of them. */
#include "base/arena.h"
#include "async/gates/standard.h"
#include "async/gates/synth_build_inner.h"

struct wires {
    int gates[BL_REGIONS];
    bool values[BL_REGIONS];
    int count;
};

/* A gate for each form; for a literal the signal itself, taken as it is or inverted. */
static struct wires make_forms(struct bl_builder *builder, int signal, const struct bl_side *side,
                               const char *what) {
    struct wires wires = {.count = side->count};
    for (int i = 0; i < side->count; i++) {
        const struct bl_form *form = side->forms[i];
        bool plain = form->kind == BL_FORM_LITERAL;
        wires.values[i] = !plain || form->value;
        wires.gates[i] = plain ? builder->gate_of[form->variable]
                               : bl_builder_inside(builder, signal, what,
                                                   bl_builder_cover(builder, form),
                                                   bl_form_value(form, builder->spec->codes[0]));
    }
    return wires;
}

/* One gate that is the or of several. */
static void gather(struct bl_builder *builder, int signal, const struct bl_side *side,
                   struct wires *wires, const char *what) {
    bool initial = false;
    if (wires->count < 2) return;
    for (int i = 0; i < side->count; i++)
        initial |= bl_form_value(side->forms[i], builder->spec->codes[0]);
    struct bl_cover cover = bl_builder_gates(builder, wires->gates, wires->values, wires->count,
                                             false);
    *wires = (struct wires){{bl_builder_inside(builder, signal, what, cover, initial)}, {true}, 1};
}

/* The or of wires, the first of which is variable `from`. */
static const struct bl_form *any_of(struct bl_arena *arena, const struct wires *wires, int from) {
    const struct bl_form *form = bl_form_of_sum(arena, NULL, 0);
    for (int i = 0; i < wires->count; i++)
        form = bl_form_join(arena, BL_FORM_OR, form,
                            bl_form_literal(arena, from + i, wires->values[i]));
    return form;
}

void bl_make_element(struct bl_builder *builder, int signal, const struct bl_side *set,
                     const struct bl_side *reset, bool two_inputs) {
    struct bl_arena *arena = builder->arena;
    struct wires up = make_forms(builder, signal, set, "set"),
                 down = make_forms(builder, signal, reset, "reset");
    if (two_inputs) gather(builder, signal, set, &up, "sets");
    if (two_inputs) gather(builder, signal, reset, &down, "resets");
    const struct bl_form *rise = any_of(arena, &up, 1),
                         *stay = bl_form_not(arena, any_of(arena, &down, 1 + up.count));
    const struct bl_form *held = bl_form_join(arena, BL_FORM_AND, bl_form_literal(arena, 0, true),
                                              bl_form_join(arena, BL_FORM_OR, rise, stay));
    const struct bl_form *form = bl_form_join(arena, BL_FORM_OR,
                                              bl_form_join(arena, BL_FORM_AND, rise, stay), held);
    struct bl_sum sum = bl_form_flatten(arena, form);
    struct bl_cover cover = {.inputs = BL_NEW(arena, int, 1 + up.count + down.count),
                             .cubes = sum.cubes,
                             .cube_count = sum.count,
                             .form = form};
    cover.inputs[cover.input_count++] = builder->gate_of[signal];
    for (int i = 0; i < up.count; i++) cover.inputs[cover.input_count++] = up.gates[i];
    for (int i = 0; i < down.count; i++) cover.inputs[cover.input_count++] = down.gates[i];
    builder->netlist->gates[builder->gate_of[signal]].set = cover;
}
