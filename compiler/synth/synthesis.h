/* What a circuit takes of its device, by Yosys for the board's fabric: every distinct module once,
 * multiplied by how often it occurs. */
#ifndef BL_SYNTHESIS_H
#define BL_SYNTHESIS_H

#include <stdbool.h>
#include "base/tools/toolchain.h"
#include "board/fabric.h"
#include "output/output.h"
#include "synth/netlist/synth_rtlil.h"

struct bl_board;

/* What a part of a node is for, by the folder of its template. Word for documents, title for
 * readers. */
#define BL_ROLES(ROW)                                   \
    ROW(MEMORY, "memory", "memory readers and writers") \
    ROW(CROSSBAR, "crossbar", "crossbars")              \
    ROW(TABLE, "table", "histograms, tables, packing")  \
    ROW(NETWORK, "network", "network port")             \
    ROW(KERNEL, "kernel", "kernels and their streams")  \
    ROW(REST, "rest", "rest")
enum bl_role {
#define ROW(name, word, title) BL_ROLE_##name,
    BL_ROLES(ROW)
#undef ROW
        BL_ROLE_COUNT
};

struct bl_synth_module {
    const struct bl_rtlil_module *rtlil;
    const char *area; /* folder of the template: "sort"; "top" */
    enum bl_role role;
    long count;              /* in the whole circuit; 0: not in it */
    struct bl_resources own; /* of one, without what it instantiates */
    struct bl_resources all; /* of one, with everything below */
};

/* The longest path between registers, or a port and a register: of the top, and of each kind of its
 * instances with all below. */
struct bl_synth_path {
    int module;
    int levels;
    const char *from, *to;
    struct {
        const char **items;
        int count, capacity;
    } through; /* named signals between them, in the direction of the data */
};

/* What place and route say: fastest clock and the one asked for, logic cells, the file for the
 * device. */
struct bl_placement {
    double most_hertz, asked_hertz;
    int cells, cells_of;
    const char *bitstream;
};

struct bl_synth {
    struct bl_arena *arena;
    const struct bl_board *board;
    const struct bl_fabric *fabric;
    const char *top, *file; /* module; program or Verilog file */
    bool handmade;          /* a Verilog file of the user's, not a program's circuit */
    const char *version;    /* "Yosys 0.23 (...)" */
    const char *command;    /* the board's, or what this Yosys has in its place */
    bool stand_in;          /* it is not of the board's own fabric */
    const char *unknown; /* a cell that was not counted because the fabric's table has none of that
                            name, or NULL */
    struct bl_rtlil design;
    struct bl_synth_module *modules; /* as many as the design has, in its order */
    int top_module;
    struct bl_resources total;
    struct {
        struct bl_synth_path *items;
        int count, capacity;
    } paths;
    struct bl_placement placement; /* `bitstream` NULL: not placed */
    bool misused; /* place and route was asked for where there is none: wrong usage */
};

struct bl_synthesis_options {
    bool depth, bar;
    int jobs;
    const char *place; /* folder for what place and route make, or NULL */
};

/* Synthesises the modules that the cache does not have, and counts. `synth` comes with arena,
   board, top and file set; `output` has the Verilog below rtl/. Interrupts must be held. False
   after a message on stderr, or after an interrupt. */
bool bl_synth_run(struct bl_synth *synth, const struct bl_output *output,
                  const struct bl_home *home, const struct bl_synthesis_options *options);

#endif
