#include "synth/netlist/synth_rtlil.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "synth/netlist/synth_lines.h"

/* One object of a module: a wire, a memory, a cell with its lines, or a connection, with the
 * attributes before it. */
struct object {
    const char *begin, *end; /* its lines */
    const char *name;        /* what it is sorted by */
    int rank, place;         /* of its kind; where it stood */
};
struct objects {
    struct object *items;
    int count, capacity;
};

struct renames {
    const char **from;
    int count, capacity;
    int *slots;
    int slot_count;
};

/* The last word of a line. */
static const char *last_word(const char *line) {
    const char *end = strchr(line, '\n'), *at = end ? end : line + strlen(line);
    while (at > line && at[-1] != ' ') at--;
    return at;
}

/* Orders names so that numbers in them count as numbers: Yosys numbers its own objects in the order
 * in which it makes them. */
static int compare_names(const char *a, const char *b) {
    while (*a > ' ' && *b > ' ') {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            char *after_a, *after_b;
            unsigned long long x = strtoull(a, &after_a, 10), y = strtoull(b, &after_b, 10);
            if (x != y) return x < y ? -1 : 1;
            a = after_a;
            b = after_b;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    return (*a > ' ') - (*b > ' ');
}

static int by_name(const void *left, const void *right) {
    const struct object *a = left, *b = right;
    if (a->rank != b->rank) return a->rank - b->rank;
    int order = a->rank == 4 ? 0 : compare_names(a->name, b->name);
    return order ? order : a->place - b->place;
}

static int rank_of(const char *line) {
    static const char *const words[] = {"parameter", "wire", "memory", "cell", "connect"};
    for (int i = 0; i < 5; i++)
        if (bl_starts(line, words[i])) return i;
    return 4;
}

/* Splits the lines of a module into its objects. Returns the line behind them, its `end`. */
static const char *split_body(struct bl_arena *arena, struct objects *objects, const char *at) {
    while (*at && !bl_starts(at, "end")) {
        const char *begin = at;
        while (bl_starts(at, "  attribute ")) at = bl_next_line(at);
        if (!bl_starts(at, "  ")) {
            at = bl_next_line(at);
            continue;
        }
        struct object *object = BL_APPEND(arena, objects);
        object->begin = begin;
        object->rank = rank_of(at + 2);
        object->name = last_word(at);
        object->place = objects->count;
        if (object->rank == 3)
            while (!bl_starts(at, "  end")) at = bl_next_line(at);
        at = object->end = bl_next_line(at);
    }
    if (objects->count)
        qsort(objects->items, (size_t)objects->count, sizeof *objects->items, by_name);
    return at;
}

static unsigned long hash_word(const char *at, size_t length) {
    unsigned long hash = 5381;
    for (size_t i = 0; i < length; i++) hash = 33 * hash + (unsigned char)at[i];
    return hash;
}

static bool same_word(const char *kept, const char *at, size_t length) {
    return !strncmp(kept, at, length) && bl_word_length(kept) == length;
}

static void rehash(struct bl_arena *arena, struct renames *renames) {
    renames->slot_count = renames->slot_count ? 2 * renames->slot_count : 256;
    renames->slots = BL_NEW(arena, int, renames->slot_count);
    for (int i = 0; i < renames->count; i++) {
        unsigned long slot = hash_word(renames->from[i], bl_word_length(renames->from[i]));
        while (renames->slots[slot % (unsigned long)renames->slot_count]) slot++;
        renames->slots[slot % (unsigned long)renames->slot_count] = i + 1;
    }
}

/* The number of a name of Yosys' own, by first appearance. */
static int number_of(struct bl_arena *arena, struct renames *renames, const char *at,
                     size_t length) {
    if (2 * renames->count >= renames->slot_count) rehash(arena, renames);
    unsigned long slot = hash_word(at, length);
    for (;; slot++) {
        int found = renames->slots[slot % (unsigned long)renames->slot_count];
        if (!found) break;
        if (same_word(renames->from[found - 1], at, length)) return found;
    }
    if (renames->count == renames->capacity)
        renames->from = bl_grow(arena, renames->from, renames->count, &renames->capacity,
                                sizeof *renames->from);
    renames->from[renames->count++] = at;
    return renames->slots[slot % (unsigned long)renames->slot_count] = renames->count;
}

static void add_line(struct bl_arena *arena, struct renames *renames, struct bl_text *text,
                     const char *line, const char *end) {
    bool quoted = false, type = bl_starts(line + strspn(line, " "), "cell ");
    while (line < end) {
        size_t length = *line == ' ' || *line == '\n' ? 1 : bl_word_length(line);
        bool own = *line == '$' && !quoted && !bl_starts(line, "$paramod") && !type;
        if (own) bl_text_add(text, "$%d", number_of(arena, renames, line, length));
        else bl_text_bytes(text, line, length);
        for (size_t i = 0; i < length && !own; i++)
            quoted ^= line[i] == '"' && (!i || line[i - 1] != '\\');
        if (*line == '$') type = false;
        line += length;
    }
}

static bool is_noise(const char *line) {
    static const char *const noise[] = {"attribute \\src ", "attribute \\hdlname ",
                                        "attribute \\full_case ", "attribute \\parallel_case "};
    line += strspn(line, " ");
    for (size_t i = 0; i < sizeof noise / sizeof *noise; i++)
        if (bl_starts(line, noise[i])) return true;
    return false;
}

static bool is_port(const struct object *object) {
    const char *line = object->begin;
    while (bl_starts(line, "  attribute ")) line = bl_next_line(line);
    const char *end = bl_next_line(line);
    for (const char *at = line; object->rank == 1 && at < end; at += bl_word_length(at) + 1)
        if (bl_starts(at, "input ") || bl_starts(at, "output ") || bl_starts(at, "inout "))
            return true;
    return false;
}

static void add_parameter(struct bl_arena *arena, struct bl_rtlil_module *module,
                          const struct object *object) {
    const char *at = object->begin;
    while (bl_starts(at, "  attribute ")) at = bl_next_line(at);
    at += strlen("  parameter ");
    size_t length = bl_word_length(at);
    if (at[length] != ' ') return; /* without a value */
    struct bl_rtlil_pair *pair = BL_APPEND(arena, &module->parameters);
    pair->name = bl_strndup(arena, at + (*at == '\\'), length - (*at == '\\'));
    at += length + 1;
    pair->value = bl_strndup(arena, at, strcspn(at, "\n"));
}

static void add_child(struct bl_arena *arena, struct bl_rtlil_module *module,
                      const struct object *object) {
    const char *at = object->begin;
    while (bl_starts(at, "  attribute ")) at = bl_next_line(at);
    at += strlen("  cell ");
    size_t length = bl_word_length(at);
    if (*at != '\\' && !bl_starts(at, "$paramod")) return;
    for (int i = 0; i < module->children.count; i++)
        if (same_word(module->children.items[i].type, at, length)) {
            module->children.items[i].count++;
            return;
        }
    struct bl_rtlil_child *child = BL_APPEND(arena, &module->children);
    *child = (struct bl_rtlil_child){
        .type = bl_strndup(arena, at, length), .module = -1, .count = 1};
}

/* The body in its own order and with its own names. */
static void add_objects(struct bl_arena *arena, struct bl_rtlil_module *module,
                        const struct objects *objects) {
    struct bl_text body = {0}, ports = {0};
    struct renames renames = {0};
    for (int i = 0; i < objects->count; i++) {
        const struct object *object = &objects->items[i];
        size_t before = body.length;
        if (object->rank == 0) {
            add_parameter(arena, module, object);
            continue;
        }
        for (const char *line = object->begin, *end; line < object->end; line = end) {
            end = bl_next_line(line);
            if (!is_noise(line)) add_line(arena, &renames, &body, line, end);
        }
        if (is_port(object)) bl_text_bytes(&ports, body.bytes + before, body.length - before);
        if (object->rank == 3) add_child(arena, module, object);
    }
    module->body = bl_strndup(arena, body.bytes ? body.bytes : "", body.length);
    module->ports = bl_strndup(arena, ports.bytes ? ports.bytes : "", ports.length);
    bl_text_free(&body);
    bl_text_free(&ports);
}

static const char *base_name(struct bl_arena *arena, const char *name) {
    const char *begin = strchr(name, '\\');
    return begin ? bl_strndup(arena, begin + 1, strcspn(begin + 1, "\\")) : name;
}

struct bl_rtlil bl_rtlil_split(struct bl_arena *arena, const char *text) {
    struct bl_rtlil design = {0};
    while (*text) {
        if (!bl_starts(text, "module ")) {
            text = bl_next_line(text);
            continue;
        }
        struct bl_rtlil_module *module = BL_APPEND(arena, &design);
        struct objects objects = {0};
        module->name = bl_strndup(arena, text + 7, strcspn(text + 7, "\n"));
        module->base = base_name(arena, module->name);
        text = split_body(arena, &objects, bl_next_line(text));
        add_objects(arena, module, &objects);
    }
    for (int m = 0; m < design.count; m++)
        for (int c = 0; c < design.items[m].children.count; c++)
            for (int i = 0; i < design.count; i++)
                if (!strcmp(design.items[m].children.items[c].type, design.items[i].name))
                    design.items[m].children.items[c].module = i;
    return design;
}

int bl_rtlil_find(const struct bl_rtlil *design, const char *base) {
    for (int i = 0; i < design->count; i++)
        if (!strcmp(design->items[i].base, base)) return i;
    return -1;
}

void bl_rtlil_alone(struct bl_text *text, const struct bl_rtlil *design, int module) {
    const struct bl_rtlil_module *unit = &design->items[module];
    bl_text_add(text, "autoidx 1000000\nmodule \\unit\n%send\n", unit->body);
    for (int i = 0; i < unit->children.count; i++) {
        int child = unit->children.items[i].module;
        if (child < 0) continue;
        bl_text_add(text, "attribute \\blackbox 1\nmodule %s\n%send\n", design->items[child].name,
                    design->items[child].ports);
    }
}

static void add_below(struct bl_text *text, const struct bl_rtlil *design, int module, bool *done) {
    const struct bl_rtlil_module *unit = &design->items[module];
    for (int i = 0; i < unit->children.count; i++) {
        int child = unit->children.items[i].module;
        if (child < 0 || done[child]) continue;
        done[child] = true;
        bl_text_add(text, "module %s\n%send\n", design->items[child].name,
                    design->items[child].body);
        add_below(text, design, child, done);
    }
}

void bl_rtlil_whole(struct bl_text *text, const struct bl_rtlil *design, int module) {
    struct bl_arena *arena = bl_arena_new();
    bl_text_add(text, "autoidx 1000000\nmodule \\unit\n%send\n", design->items[module].body);
    add_below(text, design, module, BL_NEW(arena, bool, design->count));
    bl_arena_free(arena);
}
