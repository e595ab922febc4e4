/* A mapped circuit of one module, read from RTLIL: bits, who drives them, which cells are logic and
 * which are registers. */
#ifndef BL_SYNTH_NETLIST_H
#define BL_SYNTH_NETLIST_H

#include <stdbool.h>
#include "board/fabric.h"

struct bl_arena;

struct bl_bits {
    int *items;
    int count, capacity;
}; /* numbers of bits; -1 for a constant */

struct bl_netlist_cell {
    const char *type, *name;
    int levels; /* of look-up tables from its inputs to its outputs; 0: a register, or nothing
                   known: it cuts the path */
    struct bl_bits through; /* inputs from which a path leads to the outputs */
    struct bl_bits ends;    /* inputs at which paths end */
    struct bl_bits outputs;
};

struct bl_netlist_wire {
    const char *name;
    int first, width;
    bool input, output;
};

struct bl_netlist {
    struct bl_arena *arena;
    struct {
        struct bl_netlist_wire *items;
        int count, capacity;
    } wires;
    struct {
        struct bl_netlist_cell *items;
        int count, capacity;
    } cells;
    int bits;
    int *same;   /* of every bit: another one that is the same net, or itself */
    int *driver; /* of every net: the cell that drives it, or -1 */
};

/* Reads the module `\unit` of the text. The fabric says how many levels an asynchronous read has.
 */
void bl_netlist_read(struct bl_netlist *netlist, struct bl_arena *arena, const char *text,
                     const struct bl_fabric *fabric);

/* The number of the net that a bit belongs to. */
int bl_netlist_net(const struct bl_netlist *netlist, int bit);

#endif
