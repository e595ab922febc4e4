/* Finds the clock crossings and the asynchronous gates in the Verilog itself: every instance of
   them, with its path and its clocks. The Verilog is that of the templates and the compiler:
   instances have named connections, and generate blocks have names. */
#include <ctype.h>
#include <string.h>
#include "base/arena.h"
#include "base/path.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_parts.h"

enum { MOST_NESTED = 64 };

struct connection {
    const char *port, *net;
};
struct found {
    const char *module, *path;
    struct {
        struct connection *items;
        int count, capacity;
    } connections;
};
struct module {
    const char *name, *text;
    bool gate, parsed; /* a gate: its wires carry the attribute `keep` */
    struct {
        struct found *items;
        int count, capacity;
    } instances;
};

struct scan {
    struct bl_project *project;
    struct {
        struct module *items;
        int count, capacity;
    } modules;
};

/* ---- words of the text */

static const char *after(const char *at, const char *end) {
    const char *found = strstr(at, end);
    return found ? found + strlen(end) : at + strlen(at);
}

/* Past blanks, comments, directives with what they hide, attributes and strings. */
static const char *skip(const char *at) {
    for (;;) {
        if (isspace((unsigned char)*at)) at++;
        else if (!strncmp(at, "//", 2)) at = after(at, "\n");
        else if (!strncmp(at, "/*", 2)) at = after(at, "*/");
        else if (!strncmp(at, "(*", 2) && at[2] != ')') at = after(at, "*)");
        else if (!strncmp(at, "`ifdef FORMAL", 13)) at = after(at, "`endif");
        else if (*at == '`') at = after(at, "\n");
        else if (*at == '"') at = after(at + 1, "\"");
        else return at;
    }
}

static size_t word_length(const char *at) {
    size_t length = 0;
    if (!isalpha((unsigned char)*at) && *at != '_') return 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '$') length++;
    return length;
}

/* Past what stands in parentheses, when they begin here. */
static const char *past_parentheses(const char *at) {
    int depth = 0;
    for (at = skip(at); *at; at = skip(at + 1)) {
        depth += (*at == '(') - (*at == ')');
        if (*at == ')' && !depth) return at + 1;
        if (!depth) return at;
    }
    return at;
}

static bool word_is(const char *at, size_t length, const char *word) {
    return strlen(word) == length && !strncmp(at, word, length);
}

/* ---- the instances of a module */

struct blocks {
    const char *paths[MOST_NESTED];
    int depth;
    bool loop;
    const char *behind_begin;
};

static struct module *find(const struct scan *scan, const char *name, size_t length) {
    for (int i = 0; i < scan->modules.count; i++)
        if (word_is(name, length, scan->modules.items[i].name)) return &scan->modules.items[i];
    return NULL;
}

/* "begin" or "begin : name": a block of a loop counts for all its rounds. */
static const char *begin_block(struct scan *scan, struct blocks *blocks, const char *at) {
    const char *path = blocks->depth ? blocks->paths[blocks->depth - 1] : "";
    const char *next = skip(at);
    if (*next == ':') {
        next = skip(next + 1);
        size_t length = word_length(next);
        path = bl_format(scan->project->arena, "%s%.*s%s.", path, (int)length, next,
                         blocks->loop ? "[*]" : "");
        at = next + length;
    }
    blocks->loop = false;
    if (blocks->depth < MOST_NESTED) blocks->paths[blocks->depth++] = path;
    return at;
}

/* The connections ".port(net)" whose net is a plain name or a bit of one. */
static const char *read_connections(struct scan *scan, struct found *found, const char *at) {
    const char *end = past_parentheses(at);
    for (at = skip(skip(at) + 1); at < end && *at == '.'; at = skip(at)) {
        size_t length = word_length(at + 1);
        const char *open = skip(at + 1 + length), *close = past_parentheses(open),
                   *net = skip(open + 1);
        size_t net_length = word_length(net);
        if (net_length && *skip(net + net_length) == ')')
            *BL_APPEND(scan->project->arena, &found->connections) = (struct connection){
                bl_strndup(scan->project->arena, at + 1, length),
                bl_strndup(scan->project->arena, net, net_length)};
        at = skip(close);
        if (*at == ',') at++;
    }
    return end;
}

/* "module #(...) name (...)": returns where it ends, or `at` when it is none. */
static const char *read_instance(struct scan *scan, struct module *module, const struct module *of,
                                 const struct blocks *blocks, const char *at) {
    const char *next = skip(at);
    if (*next == '#') next = skip(past_parentheses(skip(next + 1)));
    size_t length = word_length(next);
    if (!length || *skip(next + length) != '(') return at;
    struct found *found = BL_APPEND(scan->project->arena, &module->instances);
    found->module = of->name;
    found->path = bl_format(scan->project->arena, "%s%.*s",
                            blocks->depth ? blocks->paths[blocks->depth - 1] : "", (int)length,
                            next);
    return read_connections(scan, found, next + length);
}

static void parse(struct scan *scan, struct module *module) {
    struct blocks blocks = {0};
    module->parsed = true;
    for (const char *at = skip(module->text); *at; at = skip(at)) {
        size_t length = word_length(at);
        const struct module *of = length ? find(scan, at, length) : NULL;
        const char *next = at + (length ? length : 1);
        if (word_is(at, length, "module")) next = skip(next) + word_length(skip(next));
        else if (word_is(at, length, "for")) blocks.loop = true;
        else if (word_is(at, length, "begin")) next = begin_block(scan, &blocks, next);
        else if (word_is(at, length, "end") && blocks.depth) blocks.depth--;
        else if (of) next = read_instance(scan, module, of, &blocks, next);
        at = next;
    }
}

/* ---- from the top down */

struct bound {
    const char *net;
    int clock;
};
struct bounds {
    struct bound *items;
    int count, capacity;
};

static int clock_of(const struct bounds *bounds, const char *net) {
    for (int i = 0; net && i < bounds->count; i++)
        if (!strcmp(bounds->items[i].net, net)) return bounds->items[i].clock;
    return -1;
}

static int clock_at(const struct bounds *bounds, const struct found *found, const char *port) {
    for (int i = 0; i < found->connections.count; i++)
        if (!strcmp(found->connections.items[i].port, port))
            return clock_of(bounds, found->connections.items[i].net);
    return -1;
}

static void add(struct scan *scan, enum bl_crossing_kind kind, const char *path, int from, int to) {
    *BL_APPEND(scan->project->arena, &scan->project->crossings) = (struct bl_project_crossing){
        .kind = kind, .path = path, .from = from, .to = to};
}

static void walk(struct scan *scan, struct module *module, const char *path,
                 const struct bounds *bounds) {
    struct bl_arena *arena = scan->project->arena;
    if (!module->parsed) parse(scan, module);
    for (int i = 0; i < module->instances.count; i++) {
        const struct found *found = &module->instances.items[i];
        const char *inner = bl_format(arena, "%s%s", path, found->path);
        const char *without = scan->project->without;
        if (without && strstr(inner, without)) continue;
        struct module *of = find(scan, found->module, strlen(found->module));
        if (!strcmp(found->module, "bl_async_fifo"))
            add(scan, BL_CROSS_FIFO, inner, clock_at(bounds, found, "s_clk"),
                clock_at(bounds, found, "m_clk"));
        else if (!strcmp(found->module, "bl_synchroniser"))
            add(scan, BL_CROSS_BITS, inner, -1, clock_at(bounds, found, "clk"));
        else if (of->gate && scan->project->gates) continue;
        else if (of->gate) add(scan, BL_CROSS_GATE, inner, -1, -1);
        else {
            struct bounds below = {0};
            for (int c = 0; c < found->connections.count; c++) {
                int clock = clock_of(bounds, found->connections.items[c].net);
                if (clock >= 0)
                    *BL_APPEND(arena, &below) = (struct bound){found->connections.items[c].port,
                                                               clock};
            }
            walk(scan, of, bl_format(arena, "%s/", inner), &below);
        }
    }
}

/* A gate keeps its wires by an attribute in the source: (* keep ... *). */
static bool keeps(const char *text) {
    for (const char *at = strstr(text, "(*"); at; at = strstr(at + 2, "(*")) {
        const char *end = strstr(at, "*)"), *word = strstr(at, "keep");
        if (end && word && word < end) return true;
    }
    return false;
}

/* Stages of the user's own have one clock and any Verilog: nothing is looked for in them. */
static bool is_users(const struct bl_program *program, const char *name) {
    for (int i = 0; program && i < program->own_count; i++)
        if (!strcmp(bl_format(program->arena, "%s.v", program->owns[i]->name), name)) return true;
    return false;
}

static void list_modules(struct scan *scan) {
    const struct bl_program *program = scan->project->node->program;
    for (int i = 0; i < scan->project->output->count; i++) {
        const struct bl_output_file *file = &scan->project->output->items[i];
        size_t length = strlen(file->path);
        const char *name = bl_path_name(file->path);
        bool circuit = !strncmp(file->path, "rtl/", 4) || !strncmp(file->path, "project/", 8);
        if (!circuit || length < 3 || strcmp(file->path + length - 2, ".v")) continue;
        if (is_users(program, name)) continue;
        struct module *module = BL_APPEND(scan->project->arena, &scan->modules);
        module->name = bl_strndup(scan->project->arena, name, strlen(name) - 2);
        module->text = bl_strndup(scan->project->arena, file->text.bytes, file->text.length);
        module->gate = keeps(module->text);
    }
}

void bl_project_scan(struct bl_project *project) {
    struct scan scan = {.project = project};
    struct bounds bounds = {0};
    list_modules(&scan);
    for (int i = 0; i < project->clock_count; i++)
        *BL_APPEND(project->arena, &bounds) = (struct bound){project->clocks[i].net, i};
    walk(&scan, find(&scan, project->top, strlen(project->top)), "", &bounds);
}
