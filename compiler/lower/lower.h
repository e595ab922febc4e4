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
    int memory_clock, network_clock, host_clock; /* the host port's, -1: there is none */
    /* What the network's row says of the medium; NULL: a node that is alone. */
    const char *medium, *medium_icarus;
    bool memory_shared; /* channel i and channel i + channels / 2 are ports of one controller, which
                           moves a word a cycle in all */
};

/* Of a plan that has its route. */
struct bl_node_shape bl_node_shape(const struct bl_plan *plan);

/* The node's top module, of a plan without errors; to be checked by bl_circuit_check. */
struct bl_circuit *bl_lower(struct bl_arena *arena, const struct bl_plan *plan);

#endif
