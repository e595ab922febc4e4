/* The circuit: one node's Verilog as a plain netlist of template instances, nets and assigns. Made by lower.c, printed by emit_verilog.c. */
#ifndef BL_CIRCUIT_H
#define BL_CIRCUIT_H

#include <stdint.h>
#include "source.h"

struct bl_arena;
struct bl_text;

enum bl_direction { BL_INPUT, BL_OUTPUT };

struct bl_port { const char *name; enum bl_direction direction; int width; };

/* A wire of the top module. `assign` may be NULL (driven by an instance) or an expression. */
struct bl_net { const char *name; int width; const char *assign; const char *comment; struct bl_range range; };

struct bl_setting { const char *name; const char *value; };  /* a parameter or a connection: .name(value) */

struct bl_instance {
    const char *module, *name;
    struct bl_setting *parameters;
    int parameter_count, parameter_capacity;
    struct bl_setting *connections;
    int connection_count, connection_capacity;
    const char *comment;        /* one line: the stage in the user's words */
    struct bl_range range;      /* where that stage stands in the source */
};

/* Items appear in the Verilog in this order, so that a reader meets them as the data does. */
struct bl_item {
    enum { BL_ITEM_NET, BL_ITEM_INSTANCE, BL_ITEM_ASSIGN, BL_ITEM_HEADING } kind;
    struct bl_net net;          /* NET; ASSIGN uses name and assign */
    struct bl_instance instance;
    const char *heading;
};

struct bl_circuit {
    struct bl_arena *arena;
    const char *name;           /* the top module */
    struct bl_port *ports;
    int port_count, port_capacity;
    struct bl_item *items;
    int item_count, item_capacity;
    const char **templates;     /* the modules used directly, sorted, each once */
    int template_count, template_capacity;
};

void bl_circuit_print(struct bl_text *text, const struct bl_circuit *circuit);

#endif
