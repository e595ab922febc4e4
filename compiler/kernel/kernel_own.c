#include "kernel/kernel_own.h"

#include <string.h>

#include "base/arena.h"
#include "ir/names/naming.h"

/* ---- ports */

static const struct {
    const char *name;
    int bits;
    bool back; /* against the stream */
} stream[] = {{"tvalid", 1, false},
              {"tready", 1, true},
              {"tdata", 8 * BL_KERNEL_GRANULE *BL_KERNEL_WORD_GRANULES, false},
              {"tkeep", BL_KERNEL_WORD_GRANULES, false},
              {"tlast", 1, false}};
enum { STREAM = sizeof stream / sizeof *stream };

static void add(struct bl_arena *arena, struct bl_kernel_header *header, const char *name, bool in,
                int bits) {
    *BL_APPEND(arena, header) = (struct bl_kernel_header_port){name, in, bits};
}

const char *bl_kernel_own_port(struct bl_arena *arena, const struct bl_kernel_own *own,
                               int argument) {
    return bl_format(arena, "argument_%s", own->arguments[argument]);
}

struct bl_kernel_header bl_kernel_own_header(struct bl_arena *arena,
                                             const struct bl_kernels *kernels,
                                             const struct bl_kernel_own *own) {
    struct bl_kernel_header header = {0};
    add(arena, &header, "clk", true, 1);
    add(arena, &header, "rst", true, 1);
    for (int i = 0; i < own->argument_count; i++)
        add(arena, &header, bl_kernel_own_port(arena, own, i), true, 32);
    for (int i = 0; i < own->port_count; i++) {
        const struct bl_kernel_port *port = &kernels->ports[own->first_port + i];
        for (int s = 0; s < STREAM; s++)
            add(arena, &header, bl_format(arena, "%s_%s", port->name, stream[s].name),
                port->in != stream[s].back, stream[s].bits);
    }
    return header;
}

/* ---- the golden function */

static bool is_own(const void *context, const char *name) {
    static const char *const words[] = {"state", "in", "out", "last"};
    (void)context;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i])) return true;
    return false;
}

const char **bl_kernel_own_parameters(struct bl_arena *arena, const struct bl_kernel_own *own) {
    const struct bl_naming naming = {.arena = arena, .role = BL_NAME_RECORD, .own = is_own};
    const char **names = BL_NEW(arena, const char *, own->argument_count + 1);
    bl_naming_write(&naming, own->arguments, names, own->argument_count);
    return names;
}

const char *bl_kernel_own_prototype(struct bl_arena *arena, const struct bl_kernel_own *own,
                                    const char *name) {
    const char **names = bl_kernel_own_parameters(arena, own);
    const char *text = bl_format(
        arena, "unsigned %s(void *state, const void *const *in, void *const *out, unsigned last",
        name);
    for (int i = 0; i < own->argument_count; i++)
        text = bl_format(arena, "%s, uint32_t %s", text, names[i]);
    return bl_format(arena, "%s);", text);
}

const char *bl_kernel_own_values(struct bl_arena *arena, const struct bl_kernel_own *own,
                                 const char *array) {
    const char *text = "";
    for (int i = 0; i < own->argument_count; i++)
        text = bl_format(arena, "%s, %s[%d]", text, array, i);
    return text;
}
