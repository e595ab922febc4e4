/* From the plan to the circuit, and from the circuit to Verilog. */
#ifndef BL_LOWER_H
#define BL_LOWER_H

#include "ir/circuit.h"
#include "ir/network.h"
#include "ir/plan.h"
#include "ir/port.h"

/* The numbers of the node's top module that the simulation's shim and the host need to know. */
struct bl_node_shape {
    const char *top;   /* module name: the pipeline's name */
    int channels;      /* of memory */
    int word_bytes;    /* of a memory channel */
    int address_bits;  /* of a channel */
    int flit_bits;     /* of the network's carrier */
    int payload_bytes; /* of a flit */
    const char *
        *clocks; /* the clock ports: "clk" for core, "clk_NAME" for the others that are used */
    int *clock_numbers; /* the same as places in bl_cluster.clocks */
    int clock_count;
    /* Places in `clocks`: what the ports of the channels and of the network belong to; the
     * registers are core's. */
    int memory_clock, network_clock;
    /* What the network's row says of the medium; NULL: a node that is alone. */
    const char *medium, *medium_icarus;
    bool memory_shared; /* channel i and channel i + channels / 2 are ports of one controller, which
                           moves a word a cycle in all */
};

struct bl_node_shape bl_node_shape(const struct bl_plan *plan);

/* All ports of the node but clocks and reset, in the order of the top module: registers, channels,
   the network. */
struct bl_node_ports bl_node_ports(const struct bl_plan *plan);
/* The pins of the registers' alone. */
struct bl_pins bl_register_pins(const struct bl_plan *plan);
/* The pins of the network's alone; a node that is alone has none. */
struct bl_pins bl_network_pins(const struct bl_plan *plan);

struct bl_circuit *bl_lower(struct bl_arena *arena, const struct bl_plan *plan);

/* The Verilog of the top module; `map` receives the JSON side file that maps its lines to source
 * lines. */
void bl_emit_verilog(struct bl_text *verilog, struct bl_text *map, const struct bl_circuit *circuit,
                     const struct bl_sources *sources);

#endif
