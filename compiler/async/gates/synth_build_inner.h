/* Inside synthesis: making netlists. */
#ifndef BL_SYNTH_BUILD_INNER_H
#define BL_SYNTH_BUILD_INNER_H

#include "async/logic/form.h"
#include "async/gates/synth.h"

struct bl_builder {
    struct bl_arena *arena;
    const struct bl_stg *net;
    const struct bl_spec *spec;
    struct bl_functions *functions;
    struct bl_netlist *netlist;
    int gate_capacity;
    int *gate_of; /* of a signal */
};

/* A netlist with a gate for every signal: inputs first, then grants of mutual exclusion elements
   and local signals in the order of the signals. Local signals have no function yet. */
struct bl_builder bl_builder_new(struct bl_arena *arena, const struct bl_stg *net,
                                 const struct bl_spec *spec, enum bl_gate_style style);

/* A cover from a form over signals. */
struct bl_cover bl_builder_cover(const struct bl_builder *builder, const struct bl_form *form);

/* A cover over gates: the and of some (`and`) or the or of them; value[i] says whether gates[i] is
 * taken as it is. */
struct bl_cover bl_builder_gates(const struct bl_builder *builder, const int *gates,
                                 const bool *values, int count, bool and);

/* Adds a gate inside, named after a signal; its index. */
int bl_builder_inside(struct bl_builder *builder, int signal, const char *what,
                      struct bl_cover cover, bool initial);

/* The points where a signal rises: next value 1, value 0. Where it falls. */
uint64_t *bl_builder_rising(const struct bl_builder *builder, int signal);
uint64_t *bl_builder_falling(const struct bl_builder *builder, int signal);

/* What moves a signal one way: gates of which one at a time is 1, monotonously (standard.h). */
struct bl_side {
    const struct bl_form *forms[64];
    int count;
};

/* A C element for the signal: it moves when some form of one side is 1 and none of the other, and
   holds in between. With `two_inputs` an or gate gathers the forms of a side, otherwise they are
   inputs of the element. */
void bl_make_element(struct bl_builder *builder, int signal, const struct bl_side *set,
                     const struct bl_side *reset, bool two_inputs);

/* One style each. `bl_make_standard` and `bl_make_luts` may insert signals and return the
 * specification they used; NULL: impossible. */
const struct bl_form *bl_complex_form(struct bl_arena *arena, const struct bl_functions *functions,
                                      int signal);
void bl_make_complex(struct bl_builder *builder);
void bl_make_generalised(struct bl_builder *builder);
struct bl_spec *bl_standard_prepare(struct bl_arena *arena, struct bl_spec *spec, int limit);
void bl_make_standard(struct bl_builder *builder);
struct bl_spec *bl_lut_prepare(struct bl_arena *arena, struct bl_spec *spec, int lut_inputs,
                               int limit);
void bl_make_luts(struct bl_builder *builder, int lut_inputs);

#endif
