/* The modules in the Verilog of a stage or kernel of the user's own, as Yosys reads them. What was
 * read is kept in the cache by the content of the file, so that Yosys is asked once about each. */
#ifndef BL_MODULES_H
#define BL_MODULES_H

#include <stdbool.h>
#include <stddef.h>

struct bl_arena;
struct bl_own_parameter;

struct bl_module_port {
    const char *name;
    bool input, output; /* inout: both */
    int bits;           /* with the parameters given */
};

/* What is asked about one module of a file, and the answer. */
struct bl_modules {
    const char *name;                          /* of the module */
    const struct bl_own_parameter *parameters; /* that it is given */
    int parameter_count;
    const char *path, *text; /* of the file, and the whole of it, */
    size_t length;           /* bytes */
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
    } ports; /* of the module, if there is one */
    struct {
        const char **items;
        int count, capacity;
    } has;             /* names of the parameters that the module has */
    const char *error; /* why it cannot be read or elaborated, or NULL; */
    int line;          /* of the file, or 0. `all` is known where only this could not be done. */
};

/* Answers all, with one call of Yosys for those that the cache lacks, under a limit of time and
 * memory. False when Yosys is missing. */
bool bl_modules_read(struct bl_arena *arena, struct bl_modules *const *all, int count);

/* Whether the file has a module of that name; the module asked about a parameter. */
bool bl_modules_have(const struct bl_modules *modules, const char *name);
bool bl_modules_parameter(const struct bl_modules *modules, const char *name);

#endif
