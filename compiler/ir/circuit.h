/* The circuit: one node's Verilog as a plain netlist of template instances, nets and assigns. Made
   by lower.c, printed by emit_verilog.c. */
#ifndef BL_CIRCUIT_H
#define BL_CIRCUIT_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include "base/source.h"
#include "ir/names/naming.h"

struct bl_arena;
struct bl_diags;
struct bl_text;

enum bl_direction { BL_INPUT, BL_OUTPUT };

struct bl_port {
    const char *name;
    enum bl_direction direction;
    int width;
    const char *clock; /* the clock port whose edges it goes by; "": none, as of a clock, of a reset
                          and of what is looked at or driven at any time; NULL: not said */
};

/* A wire of the top module. `assign` may be NULL (driven by an instance) or an expression. */
struct bl_net {
    const char *name;
    int width;
    const char *assign;
};

struct bl_argument {
    const char *name;
    const char *value;
}; /* a parameter or a connection: .name(value) */

struct bl_instance {
    const char *module, *name;
    bool written;                /* its module is no template: it is written beside the circuit */
    const struct bl_cost *takes; /* of one that is written: estimated by who writes it (cost.h);
                                    NULL: not known */
    struct {
        struct bl_argument *items;
        int count, capacity;
    } parameters, connections;
    const char *comment;   /* one line: the stage in the user's words */
    struct bl_range range; /* where that stage stands in the source */
};

/* Items appear in the Verilog in this order, so that a reader meets them as the data does. */
struct bl_item {
    enum { BL_ITEM_HEADING, BL_ITEM_NET, BL_ITEM_INSTANCE, BL_ITEM_ASSIGN } kind;
    struct bl_net net; /* NET; ASSIGN uses name and assign */
    struct bl_instance *instance;
    const char *heading;
};

struct bl_circuit {
    struct bl_arena *arena;
    const char *name;                 /* the top module */
    const char *comment;              /* what it is, for the header */
    const struct bl_renames *renames; /* for the header; NULL: none */
    struct {
        struct bl_port *items;
        int count, capacity;
    } ports;
    struct {
        struct bl_item *items;
        int count, capacity;
    } items;
};

/* Without ports or items. */
struct bl_circuit *bl_circuit_new(struct bl_arena *arena, const char *name, const char *comment);
/* Adds a port, whose name is the format's; of no clock yet. */
struct bl_port *bl_circuit_port(struct bl_circuit *circuit, enum bl_direction direction, int width,
                                const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A comment line above the items that follow. */
void bl_circuit_heading(struct bl_circuit *circuit, const char *heading);
/* Declares a wire; `assign` may be NULL. Returns its name. */
const char *bl_circuit_net(struct bl_circuit *circuit, int width, const char *assign,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));
void bl_circuit_assign(struct bl_circuit *circuit, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct bl_instance *bl_circuit_instance(struct bl_circuit *circuit, const char *module,
                                        const char *name, const char *comment,
                                        struct bl_range range);
void bl_instance_set(struct bl_circuit *circuit, struct bl_instance *instance,
                     const char *parameter, int64_t value);
struct bl_parameter {
    const char *name;
    int64_t value;
};
void bl_instance_set_all(struct bl_circuit *circuit, struct bl_instance *instance,
                         const struct bl_parameter *parameters, size_t count);
/* A parameter of many bits, as Verilog writes it. */
void bl_instance_set_bits(struct bl_circuit *circuit, struct bl_instance *instance,
                          const char *parameter, const char *bits);
void bl_instance_connect(struct bl_circuit *circuit, struct bl_instance *instance, const char *port,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));

/* A name that two of the circuit's ports, nets and instances have, or NULL. */
const char *bl_circuit_twice(const struct bl_circuit *circuit);
/* Such a name is an internal fault. */
void bl_circuit_check_names(const struct bl_circuit *circuit);
/* Checks the names, and reports every parameter of an instance that its template does not take. */
void bl_circuit_check(const struct bl_circuit *circuit, struct bl_diags *diags);

/* Appends the module in Verilog. */
void bl_circuit_print(struct bl_text *text, const struct bl_circuit *circuit);

#endif
