/* The ports of a module, as its header states them. */
#ifndef BL_VERILOG_PORTS_H
#define BL_VERILOG_PORTS_H

#include <stdbool.h>

struct bl_arena;

struct bl_module_port {
    const char *name;
    bool output;
    int bits; /* -1: the header does not say it in numbers */
};

struct bl_module_ports {
    struct bl_module_port *items;
    int count, capacity;
};

/* Those of module `name` in the text of a Verilog file, written with their directions in its
   header (Verilog-2001). False where there is no such module. */
bool bl_verilog_ports(struct bl_arena *arena, const char *text, const char *name,
                      struct bl_module_ports *ports);
/* Whether the module gives a value to something of that name: a parameter, if it has one. */
bool bl_verilog_assigns(const char *text, const char *name, const char *parameter);

#endif
