/* For the tests of asynchronous circuits: netlists from memory. A line a gate:
     in a 0                    an input, its value after reset
     fn c 0 a b | a c | b c    a sum of products; a' is a negated literal
     lut4 c 0 a b | ...        the same as one look-up table of so many inputs
     hold c 0 a b ; a' b'      set and reset
     mutex g1 0 r1 g2          request and partner */
#ifndef NETLIST_TEXT_H
#define NETLIST_TEXT_H

#include "async/logic/netlist.h"
#include "stg_text.h"

static inline int netlist_gate(const struct bl_netlist *netlist, const char *name, size_t length) {
    for (int i = 0; i < netlist->gate_count; i++)
        if (strlen(netlist->gates[i].name) == length &&
            !strncmp(netlist->gates[i].name, name, length))
            return i;
    fail_msg("no gate %.*s", (int)length, name);
    return -1;
}

static inline int netlist_variable(struct bl_cover *cover, int gate) {
    for (int i = 0; i < cover->input_count; i++)
        if (cover->inputs[i] == gate) return i;
    cover->inputs[cover->input_count] = gate;
    return cover->input_count++;
}

/* "a b' | c" */
static inline void netlist_cover(struct bl_arena *arena, const struct bl_netlist *netlist,
                                 struct bl_cover *cover, char *text) {
    char *outer, *inner;
    *cover = (struct bl_cover){.inputs = BL_NEW(arena, int, 64),
                               .cubes = BL_NEW(arena, struct bl_cube, 64)};
    for (char *term = strtok_r(text, "|", &outer); term; term = strtok_r(NULL, "|", &outer)) {
        struct bl_cube *cube = &cover->cubes[cover->cube_count++];
        for (char *word = strtok_r(term, " ", &inner); word; word = strtok_r(NULL, " ", &inner)) {
            size_t length = strlen(word);
            bool negated = word[length - 1] == '\'';
            uint64_t bit = (uint64_t)1 << netlist_variable(
                               cover, netlist_gate(netlist, word, length - negated));
            cube->care |= bit;
            if (!negated) cube->value |= bit;
        }
    }
}

static inline void netlist_line(struct bl_arena *arena, const struct bl_netlist *netlist,
                                struct bl_gate *gate, char *text) {
    char *reset = strchr(text, ';'), *inner;
    if (reset) {
        *reset++ = 0;
        netlist_cover(arena, netlist, &gate->reset, reset);
    }
    if (gate->kind == BL_GATE_MUTEX) {
        char *request = strtok_r(text, " ", &inner), *partner = strtok_r(NULL, " ", &inner);
        gate->partner = netlist_gate(netlist, partner, strlen(partner));
        text = request;
    }
    netlist_cover(arena, netlist, &gate->set, text);
}

static inline struct bl_netlist *netlist_read(struct bl_arena *arena, const char *text) {
    struct bl_netlist *netlist = BL_NEW(arena, struct bl_netlist, 1);
    char *lines[64], *rest[64], *copy = bl_strdup(arena, text), *outer;
    netlist->name = "test";
    netlist->gates = BL_NEW(arena, struct bl_gate, 64);
    for (char *line = strtok_r(copy, "\n", &outer); line; line = strtok_r(NULL, "\n", &outer))
        lines[netlist->gate_count++] = line;
    for (int i = 0; i < netlist->gate_count; i++) {
        char kind[16], name[64];
        int initial, used = 0;
        struct bl_gate *gate = &netlist->gates[i];
        assert_int_equal(sscanf(lines[i], "%15s %63s %d%n", kind, name, &initial, &used), 3);
        rest[i] = lines[i] + used;
        *gate = (struct bl_gate){
            .name = bl_strdup(arena, name), .signal = -1, .partner = -1, .initial = initial};
        gate->kind = !strcmp(kind, "in")      ? BL_GATE_INPUT
                     : !strcmp(kind, "hold")  ? BL_GATE_HOLD
                     : !strcmp(kind, "mutex") ? BL_GATE_MUTEX
                                              : BL_GATE_FUNCTION;
        if (!strncmp(kind, "lut", 3)) gate->lut_inputs = kind[3] - '0';
    }
    for (int i = 0; i < netlist->gate_count; i++)
        if (netlist->gates[i].kind != BL_GATE_INPUT)
            netlist_line(arena, netlist, &netlist->gates[i], rest[i]);
    return netlist;
}

#endif
