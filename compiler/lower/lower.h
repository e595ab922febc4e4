/* From the plan to the circuit, and from the circuit to Verilog. */
#ifndef BL_LOWER_H
#define BL_LOWER_H

#include "ir/circuit.h"
#include "ir/network.h"
#include "plan/plan.h"

enum { BL_NODE_CLOCKS = 3 /* core, the memory's and the network's */ };

/* The numbers of the node's top module that the simulation's shim and the host need to know. */
struct bl_node_shape {
    const char *top;     /* module name: the pipeline's name */
    int channels, links; /* memory channels; links of the network, the node itself included */
    int word_bytes;      /* of a memory channel */
    int address_bits;    /* of a channel */
    int flit_bits;       /* of a link */
    int payload_bytes;   /* of a flit */
    int bus_lines; /* data lines each way of the bus that stands in the place of links; 0: no bus */
    int register_address_bits;
    const char *clocks[BL_NODE_CLOCKS]; /* the clock ports: "clk" for core, "clk_NAME" for the
                                           others that are used */
    int clock_numbers[BL_NODE_CLOCKS];  /* the same as places in bl_cluster.clocks */
    int clock_count;
    /* Places in `clocks`: what the ports of the channels and of the links belong to; the registers
     * are core's. */
    int memory_clock, link_clock;
    bool memory_shared; /* channel i and channel i + channels / 2 are ports of one controller, which
                           moves a word a cycle in all */
};

struct bl_node_shape bl_node_shape(const struct bl_plan *plan);

/* The network's pins; a node that is alone has none. */
struct bl_pins bl_node_pins(const struct bl_plan *plan);

struct bl_circuit *bl_lower(struct bl_arena *arena, const struct bl_plan *plan);

/* The Verilog of the top module; `map` receives the JSON side file that maps its lines to source
 * lines. */
void bl_emit_verilog(struct bl_text *verilog, struct bl_text *map, const struct bl_circuit *circuit,
                     const struct bl_sources *sources);

#endif
