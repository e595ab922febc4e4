/* A circuit of asynchronous gates: what synthesis makes of an STG, what the verifier checks and
 * what is emitted. */
#ifndef BL_NETLIST_H
#define BL_NETLIST_H

#include <stdbool.h>
#include <stdint.h>

struct bl_text;
struct bl_form;

/* A product of at most 64 variables: variable i is a literal when bit i of `care` is set, its value
 * is bit i of `value` (0 elsewhere). */
struct bl_cube {
    uint64_t care, value;
};

/* A sum of products over the outputs of other gates, and of the gate itself where it feeds back. No
 * cube: 0. A cube without care: 1. */
struct bl_cover {
    int *inputs;     /* gates; variable i of the cubes is inputs[i]; each once */
    int input_count; /* at most 64 */
    struct bl_cube *cubes;
    int cube_count;
    /* The same function in factored form over the same variables (form.h), or NULL: for people and
     * for the count. */
    const struct bl_form *form;
};

enum bl_gate_kind {
    BL_GATE_INPUT,    /* driven by the environment */
    BL_GATE_FUNCTION, /* next value = set; a latch or C element when it is among its own inputs; one
                         LUT when lut_inputs > 0 */
    BL_GATE_HOLD, /* generalised C element: 1 when set, 0 when reset, else it holds; set and reset
                     never both */
    BL_GATE_MUTEX /* one grant of a two-way mutual exclusion element: `set` is its request,
                     `partner` the other grant */
};

struct bl_gate {
    const char *name; /* the signal's, or one made for a gate inside (unique) */
    int signal; /* of the specification that was synthesised (inserted state signals included), or
                   -1 for a gate inside */
    enum bl_gate_kind kind;
    struct bl_cover set, reset; /* reset: only of HOLD */
    int partner;                /* gate index; only of MUTEX */
    bool initial;               /* value after reset */
    int lut_inputs; /* FUNCTION made as one LUT of that many inputs; 0: a gate of any size */
};

enum bl_gate_style { BL_STYLE_COMPLEX, BL_STYLE_GENERALISED_C, BL_STYLE_STANDARD_C, BL_STYLE_LUT };

struct bl_netlist {
    const char *name;
    enum bl_gate_style style;
    struct bl_gate
        *gates; /* inputs first, then the others in the order of the signals, gates inside last */
    int gate_count;
};

/* Literals of a netlist as the field counts them: the leaves of the factored forms of all covers, a
   HOLD gate's set and reset, feedback literals of FUNCTION gates included; mutual exclusion
   elements count nothing. */
int bl_netlist_literals(const struct bl_netlist *netlist);

/* Appends equations, one gate a line: "x = a b + x (a + b);", "[x] set: a b; reset: a' b';", "x =
 * mutex(r1; y);". */
void bl_netlist_print(struct bl_text *text, const struct bl_netlist *netlist);

#endif
