/* The ports of a node: tables of signals, from which the top module, the simulator's shim, the
   wrapper for Icarus, board projects and constraints are made. */
#ifndef BL_PORT_H
#define BL_PORT_H

#include "ir/circuit.h"

/* A signal: the port INTERFACE_ROLE of the top module, "m_link0_tvalid". */
struct bl_pin {
    const char *interface, *role;
    enum bl_direction direction; /* seen from the node */
    int width;                   /* bits */
    const char *face;            /* its place in the structure of the simulation for its direction:
                                    "link[0].tvalid", an integer (ir/carried/node_model.h) */
    bool words;                  /* the place is an array of words of 32 bits */
    int face_bits;               /* of an integer there */
    const char *valid;           /* the byte that says whether it counts; NULL: always */
    bool clockless;              /* looked at or driven without regard to the port's clock */
};
struct bl_pins {
    struct bl_pin *items;
    int count, capacity;
};

/* The structures that a port has in the simulation, where they are not part of bl_node_in and
   bl_node_out themselves. */
struct bl_port_face {
    const char *header;   /* "network/links/carried/links.h" */
    const char *sources;  /* a folder of the simulation besides that; NULL: none */
    const char *in, *out; /* "struct bl_links_in" */
    const char *member;   /* the pointer to them in bl_node_in and bl_node_out: "network" */
};

/* Who stands at the other side of a port: in a simulation a model of it, on a board its pins, or
   the vendor's IP. */
enum bl_far_end { BL_FAR_HOST, BL_FAR_MEMORY, BL_FAR_MEDIUM };

/* What stands at the edge of the node together and goes by one clock. A node may have several of
   each sort. */
struct bl_node_port {
    const char *word; /* "registers", "channel 3", "network" */
    enum bl_far_end far;
    int clock;                       /* place among the node's clocks */
    const struct bl_port_face *face; /* NULL: places are of bl_node_in and bl_node_out */
    struct bl_pins pins;
};
struct bl_node_ports {
    struct bl_node_port *items;
    int count, capacity;
};

/* Whether no port before number `i` has the same structures. */
bool bl_port_is_first(const struct bl_node_ports *ports, int i);

/* A signal as ir/carried/axi.h and the media list them. */
struct bl_signal {
    const char *name;
    enum bl_direction direction;
    int width; /* bits, or a number below 1 that stands for some */
    bool words;
    int face_bits;
    const char *valid; /* "": none */
};
#define BL_SIGNAL(DIRECTION, TYPE, NAME, DIMENSION, WIDTH, VALID) \
    {#NAME, DIRECTION, WIDTH, sizeof #DIMENSION > 1, 8 * sizeof(TYPE), #VALID},
#define BL_SIGNAL_IN(TYPE, NAME, DIMENSION, WIDTH, VALID) \
    BL_SIGNAL(BL_INPUT, TYPE, NAME, DIMENSION, WIDTH, VALID)
#define BL_SIGNAL_OUT(TYPE, NAME, DIMENSION, WIDTH, VALID) \
    BL_SIGNAL(BL_OUTPUT, TYPE, NAME, DIMENSION, WIDTH, VALID)

/* Appends a pin for a signal of this width; its place is PATH.NAME, or NAME. */
struct bl_pin *bl_pins_add(struct bl_arena *arena, struct bl_pins *pins,
                           const struct bl_signal *signal, int width, const char *interface,
                           const char *path);

#endif
