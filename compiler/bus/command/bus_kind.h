/* The kind of program that is a bus: kind/kind.h. */
#ifndef BL_BUS_KIND_H
#define BL_BUS_KIND_H

extern const struct bl_kind bl_bus_kind;

#endif
