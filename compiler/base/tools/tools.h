/* The programs that bankloom calls: where Debian has them, and between which releases they are
 * known to work. */
#ifndef BL_TOOLS_H
#define BL_TOOLS_H

#include <stdbool.h>

struct bl_arena;

/* 5.006 is {5, 6}. */
struct bl_release {
    int major, minor;
};

struct bl_tool {
    const char *name, *package;
    const char *ask;                  /* the option that prints the version; NULL: never asked */
    struct bl_release oldest, newest; /* that the tests pass with; those of Debian 12 and 13 */
};

extern const struct bl_tool bl_tool_verilator, bl_tool_iverilog, bl_tool_vvp, bl_tool_yosys,
    bl_tool_nextpnr_ice40, bl_tool_icepack, bl_tool_dot, bl_tool_cxx, bl_tool_cc, bl_tool_make,
    bl_tool_ar, bl_tool_objcopy;

/* Where `tool` is on the PATH, or NULL; and what there is to say when it is not. */
const char *bl_tool_path(struct bl_arena *arena, const struct bl_tool *tool);
const char *bl_tool_missing(struct bl_arena *arena, const struct bl_tool *tool);
/* Whether `tool` is on the PATH; else a message on stderr that names the package. */
bool bl_tool_present(const struct bl_tool *tool);

/* What a tool said when it was asked. */
struct bl_tool_version {
    const char *line;          /* "Yosys 0.23 (git sha1 7ce5011c24b)" */
    struct bl_release release; /* {0, 0} when the line has none: then nothing is known of its age */
};

/* Asks a tool for its version. False when it is not there or does not run. */
bool bl_tool_asked(struct bl_arena *arena, const struct bl_tool *tool,
                   struct bl_tool_version *version);

/* The same; false after a message on stderr, also when the tool is too old, or after an interrupt.
 */
bool bl_tool_ask(struct bl_arena *arena, const struct bl_tool *tool,
                 struct bl_tool_version *version);

/* Warns on stderr when the tool is newer than any that was tested. For those that are about to use
 * it. */
void bl_tool_warn_newer(const struct bl_tool *tool, const struct bl_tool_version *version);

/* Whether `a` is `b` or a later release. */
bool bl_release_reaches(struct bl_release a, struct bl_release b);

#endif
