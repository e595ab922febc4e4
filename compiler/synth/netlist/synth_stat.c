#include "synth/netlist/synth_stat.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"

/* The first line behind the heading of the module, or NULL. */
static const char *section(const char *text, const char *name) {
    size_t length = strlen(name);
    while ((text = strstr(text, "=== "))) {
        text += 4;
        if (*text == '\\') text++;
        if (!strncmp(text, name, length) && !strncmp(text + length, " ===", 4))
            return text + length + 4;
    }
    return NULL;
}

/* A line of two words of which the second is a number is a cell and how many there are. */
static void read_line(struct bl_arena *arena, struct bl_stat *stat, const char *line) {
    line += strspn(line, " ");
    size_t length = strcspn(line, " \n");
    const char *number = line + length + strspn(line + length, " ");
    char *end;
    if (!length || !isdigit((unsigned char)*number)) return;
    long count = strtol(number, &end, 10);
    if (*end && *end != '\n') return;
    struct bl_stat_cell *cell = BL_APPEND(arena, stat);
    *cell = (struct bl_stat_cell){bl_strndup(arena, line, length), count};
}

bool bl_stat_read(struct bl_arena *arena, struct bl_stat *stat, const char *text,
                  const char *name) {
    const char *line = section(text, name);
    *stat = (struct bl_stat){0};
    if (!line) return false;
    line = strstr(line, "Number of cells:"); /* what Yosys up to 0.52 writes; the next ones turn the
                                                columns round */
    if (!line) return false;
    while ((line = strchr(line, '\n')) && strncmp(++line, "=== ", 4)) read_line(arena, stat, line);
    return true;
}

/* `stat` prints a name that the source has without the backslash that RTLIL has before it. */
static bool is_instance(const struct bl_rtlil_module *module, const char *name) {
    for (int i = 0; i < module->children.count; i++) {
        const struct bl_rtlil_child *child = &module->children.items[i];
        if (child->module >= 0 && !strcmp(child->type + (*child->type == '\\'), name)) return true;
    }
    return false;
}

const char *bl_stat_weigh(const struct bl_stat *stat, const struct bl_fabric *fabric,
                          const struct bl_rtlil_module *module, struct bl_resources *takes) {
    const char *unknown = NULL;
    *takes = (struct bl_resources){0};
    for (int i = 0; i < stat->count; i++) {
        struct bl_resources one;
        if (bl_fabric_cell(fabric, stat->items[i].name, &one))
            bl_resources_add(takes, &one, (double)stat->items[i].count);
        else if (!is_instance(module, stat->items[i].name) && !unknown)
            unknown = stat->items[i].name;
    }
    return unknown;
}
