/* Yosys' text form of a circuit (RTLIL), split into its modules, each in a form that depends on
 * nothing but its own content. */
#ifndef BL_SYNTH_RTLIL_H
#define BL_SYNTH_RTLIL_H

#include <stddef.h>
#include "base/text.h"

struct bl_arena;

struct bl_rtlil_pair {
    const char *name, *value;
}; /* a parameter, without its backslash; as Yosys prints its value */

struct bl_rtlil_child {
    const char *type;
    int module;
    int count;
}; /* `module` is its index in the design, -1 for a cell of Yosys */

struct bl_rtlil_module {
    const char *name; /* as Yosys has it: "$paramod$0fd7...\bl_queue" or "\sort" */
    const char *base; /* as the source has it: "bl_queue" */
    struct {
        struct bl_rtlil_pair *items;
        int count, capacity;
    } parameters;
    struct {
        struct bl_rtlil_child *items;
        int count, capacity;
    } children;       /* instances of other modules, each kind once */
    const char *body; /* the lines up to `end`: sorted, names of Yosys' own numbered from 1, without
                         places in the source */
    const char *ports; /* the lines among them that are ports: what a black box needs */
};

struct bl_rtlil {
    struct bl_rtlil_module *items;
    int count, capacity;
};

/* Reads `text`, which Yosys has written after `proc`; everything lies in the arena. */
struct bl_rtlil bl_rtlil_split(struct bl_arena *arena, const char *text);

/* The index of the module whose source name is `base`, or -1. */
int bl_rtlil_find(const struct bl_rtlil *design, const char *base);

/* Adds the module under the name `\unit`, with what it instantiates as black boxes. */
void bl_rtlil_alone(struct bl_text *text, const struct bl_rtlil *design, int module);

/* Adds the module under the name `\unit`, with all that lies below it. */
void bl_rtlil_whole(struct bl_text *text, const struct bl_rtlil *design, int module);

#endif
