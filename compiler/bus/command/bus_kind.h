/* The bus of a program. */
#ifndef BL_BUS_KIND_H
#define BL_BUS_KIND_H

struct bl_bus;
struct bl_kind;
struct bl_program;

extern const struct bl_kind bl_bus_kind;

/* NULL: the program is of another kind. */
const struct bl_bus *bl_program_bus(const struct bl_program *program);

#endif
