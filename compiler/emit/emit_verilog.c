#include "emit/emit_verilog.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/json.h"
#include "base/source.h"
#include "base/text.h"
#include "ir/circuit.h"

/* A net of the circuit, and whether an item in front of it uses it. */
struct declared {
    const char *name;
    int item; /* its place among the circuit's items */
    bool late;
};

struct nets {
    struct declared *items; /* by their names */
    int count;
};

struct printer {
    struct bl_text *verilog, *map;
    struct nets nets;
    const struct bl_sources *sources;
    size_t counted; /* bytes of `verilog` whose lines are counted */
    int line;       /* of the byte at `counted`, from 1 */
    bool first_row;
};

static int current_line(struct printer *printer) {
    for (; printer->counted < printer->verilog->length; printer->counted++)
        if (printer->verilog->bytes[printer->counted] == '\n') printer->line++;
    return printer->line;
}

/* A row of the side file for the lines first..last that have just been printed. */
static void map_lines(struct printer *printer, int first, int last,
                      const struct bl_instance *instance) {
    if (!instance->range.line) return;
    bl_text_add(printer->map,
                "%s\n  {\"first\": %d, \"last\": %d, \"instance\": \"%s\", \"module\": \"%s\", "
                "\"source\": ",
                printer->first_row ? "" : ",", first, last, instance->name, instance->module);
    bl_json_string(printer->map, bl_source_name(printer->sources, instance->range.file));
    bl_text_add(printer->map, ", \"line\": %u, \"column\": %u}", (unsigned)instance->range.line,
                (unsigned)instance->range.column);
    printer->first_row = false;
}

static void print_width(struct bl_text *text, int width) {
    if (width > 1) bl_text_add(text, "[%d:0] ", width - 1);
}

/* Columns of the widest "[255:0]". */
static int width_columns(const struct bl_circuit *circuit) {
    int most = 0;
    for (int i = 0; i < circuit->ports.count; i++) {
        int width = circuit->ports.items[i].width;
        int columns = width > 1 ? snprintf(NULL, 0, "[%d:0] ", width - 1) : 0;
        if (columns > most) most = columns;
    }
    return most;
}

static void print_ports(struct bl_text *text, const struct bl_circuit *circuit) {
    int columns = width_columns(circuit);
    for (int i = 0; i < circuit->ports.count; i++) {
        const struct bl_port *port = &circuit->ports.items[i];
        char width[32] = "";
        if (port->width > 1) snprintf(width, sizeof width, "[%d:0] ", port->width - 1);
        bl_text_add(text, "    %s wire %-*s%s%s\n",
                    port->direction == BL_INPUT ? "input " : "output", columns, width, port->name,
                    i + 1 < circuit->ports.count ? "," : "");
    }
}

static void print_settings(struct bl_text *text, const struct bl_argument *settings, int count) {
    for (int i = 0; i < count; i++)
        bl_text_add(text, "        .%s(%s)%s\n", settings[i].name, settings[i].value,
                    i + 1 < count ? "," : "");
}

/* In a comment to the end of the line: no character of the path may end that. */
static void add_place(struct bl_text *text, const char *path, unsigned line) {
    bl_text_add(text, " (");
    for (; *path; path++)
        bl_text_add(text, "%c", (unsigned char)*path < ' ' || *path == '\\' ? '?' : *path);
    bl_text_add(text, ":%u)", line);
}

static void print_instance(struct printer *printer, const struct bl_instance *instance) {
    struct bl_text *text = printer->verilog;
    bl_text_add(text, "\n");
    int first = current_line(printer);
    if (instance->comment) bl_text_add(text, "    // %s", instance->comment);
    if (instance->comment && instance->range.line)
        add_place(text, bl_source_name(printer->sources, instance->range.file),
                  (unsigned)instance->range.line);
    if (instance->comment) bl_text_add(text, "\n");
    bl_text_add(text, "    %s ", instance->module);
    if (instance->parameters.count) {
        bl_text_add(text, "#(\n");
        print_settings(text, instance->parameters.items, instance->parameters.count);
        bl_text_add(text, "    ) ");
    }
    bl_text_add(text, "%s (\n", instance->name);
    print_settings(text, instance->connections.items, instance->connections.count);
    bl_text_add(text, "    );\n");
    map_lines(printer, first, current_line(printer) - 1, instance);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct declared *)a)->name, ((const struct declared *)b)->name);
}

static struct declared *find_net(const struct nets *nets, const char *name) {
    const struct declared wanted = {.name = name};
    return bsearch(&wanted, nets->items, (size_t)nets->count, sizeof wanted, by_name);
}

static bool is_in_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

/* Marks every net of an expression that is declared behind the item. What follows an apostrophe are
 * the digits of a number. */
static void mark(const struct bl_circuit *circuit, const struct nets *nets, const char *expression,
                 int item) {
    for (const char *at = expression; at && *at;) {
        size_t length = 0;
        while (is_in_name(at[length])) length++;
        bool name = length && !isdigit((unsigned char)*at) && (at == expression || at[-1] != '\'');
        struct declared *net = name ? find_net(nets, bl_strndup(circuit->arena, at, length)) : NULL;
        if (net && net->item > item) net->late = true;
        at += length ? length : 1;
    }
}

static void mark_instance(const struct bl_circuit *circuit, const struct nets *nets,
                          const struct bl_instance *instance, int item) {
    for (int i = 0; i < instance->parameters.count; i++)
        mark(circuit, nets, instance->parameters.items[i].value, item);
    for (int i = 0; i < instance->connections.count; i++)
        mark(circuit, nets, instance->connections.items[i].value, item);
}

static struct nets list_nets(const struct bl_circuit *circuit) {
    struct nets nets = {.items = BL_NEW(circuit->arena, struct declared, circuit->items.count)};
    for (int i = 0; i < circuit->items.count; i++) {
        const struct bl_net *net = &circuit->items.items[i].net;
        if (circuit->items.items[i].kind == BL_ITEM_NET)
            nets.items[nets.count++] = (struct declared){net->name, i, false};
    }
    qsort(nets.items, (size_t)nets.count, sizeof *nets.items, by_name);
    return nets;
}

static struct nets mark_late(const struct bl_circuit *circuit) {
    struct nets nets = list_nets(circuit);
    for (int i = 0; i < circuit->items.count; i++) {
        const struct bl_item *item = &circuit->items.items[i];
        if (item->kind == BL_ITEM_INSTANCE) mark_instance(circuit, &nets, item->instance, i);
        if (item->kind == BL_ITEM_ASSIGN) mark(circuit, &nets, item->net.name, i);
        if (item->kind == BL_ITEM_ASSIGN || item->kind == BL_ITEM_NET)
            mark(circuit, &nets, item->net.assign, i);
    }
    return nets;
}

static void print_declaration(struct bl_text *text, const char *name, int width) {
    bl_text_add(text, "    wire ");
    print_width(text, width);
    bl_text_add(text, "%s", name);
}

/* In the order in which they are driven. */
static void print_late_nets(struct printer *printer, const struct bl_circuit *circuit) {
    bool first = true;
    for (int i = 0; i < circuit->items.count; i++) {
        const struct bl_net *net = &circuit->items.items[i].net;
        if (circuit->items.items[i].kind != BL_ITEM_NET) continue;
        if (!find_net(&printer->nets, net->name)->late) continue;
        if (first)
            bl_text_add(printer->verilog, "    // ---- nets that are used before their place\n");
        first = false;
        print_declaration(printer->verilog, net->name, net->width);
        bl_text_add(printer->verilog, ";\n");
    }
}

static void print_net(struct printer *printer, const struct bl_net *net) {
    struct bl_text *text = printer->verilog;
    bool late = find_net(&printer->nets, net->name)->late;
    if (late && !net->assign) return;
    if (late) bl_text_add(text, "    assign %s", net->name);
    else print_declaration(text, net->name, net->width);
    bl_text_add(text, "%s%s;\n", net->assign ? " = " : "", net->assign ? net->assign : "");
}

static void print_item(struct printer *printer, const struct bl_item *item) {
    switch (item->kind) {
    case BL_ITEM_HEADING: bl_text_add(printer->verilog, "\n    // ---- %s\n", item->heading); break;
    case BL_ITEM_NET: print_net(printer, &item->net); break;
    case BL_ITEM_INSTANCE: print_instance(printer, item->instance); break;
    case BL_ITEM_ASSIGN:
        bl_text_add(printer->verilog, "    assign %s = %s;\n", item->net.name, item->net.assign);
        break;
    }
}

void bl_emit_verilog(struct bl_text *verilog, struct bl_text *map, const struct bl_circuit *circuit,
                     const struct bl_sources *sources) {
    struct printer printer = {.verilog = verilog,
                              .map = map,
                              .nets = mark_late(circuit),
                              .sources = sources,
                              .line = 1,
                              .first_row = true};
    bl_text_add(verilog, "// %s\n// Generated by bankloom: edit the program, not this file.\n",
                circuit->comment);
    if (circuit->renames) bl_renames_print(verilog, circuit->renames, "// ");
    bl_text_add(verilog, "`default_nettype none\n\nmodule %s (\n", circuit->name);
    bl_text_add(map, "{\"module\": \"%s\", \"lines\": [", circuit->name);
    print_ports(verilog, circuit);
    bl_text_add(verilog, ");\n\n");
    print_late_nets(&printer, circuit);
    for (int i = 0; i < circuit->items.count; i++) print_item(&printer, &circuit->items.items[i]);
    bl_text_add(verilog, "\nendmodule\n\n`default_nettype wire\n");
    bl_text_add(map, "\n]}\n");
}
