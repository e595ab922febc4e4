/* The modules in the Verilog of a stage of the user's own, as Yosys reads them. What was read is
 * kept in the cache by the content of the file, so that Yosys is asked once about each. */
#ifndef BL_MODULES_H
#define BL_MODULES_H

#include <stdbool.h>
#include <stddef.h>

struct bl_arena;
struct bl_own;

struct bl_module_port {
    const char *name;
    bool input, output; /* inout: both */
    int bits;           /* with the parameters of the stage */
};

/* What is asked about one stage, and the answer. */
struct bl_modules {
    const struct bl_own *own;
    const char *text; /* the whole file, */
    size_t length;    /* bytes */
    struct {
        struct bl_module_place {
            const char *name;
            int line;
        } * items;
        int count, capacity;
    } all; /* modules of the file, by their names */
    struct {
        struct bl_module_port *items;
        int count, capacity;
    } ports; /* of the module of the stage, if there is one */
    struct {
        const char **items;
        int count, capacity;
    } parameters;      /* that it has */
    const char *error; /* why it cannot be read or elaborated, or NULL; */
    int line;          /* of the file, or 0. `all` is known where only this could not be done. */
};

/* Reads the modules of all stages, with one call of Yosys for those that the cache lacks, under a
 * limit of time and memory. False when Yosys is missing. */
bool bl_modules_read(struct bl_arena *arena, struct bl_modules *stages, int count);

/* Whether the file has a module of that name; the stage's module a parameter. */
bool bl_modules_have(const struct bl_modules *modules, const char *name);
bool bl_modules_parameter(const struct bl_modules *modules, const char *name);

#endif
