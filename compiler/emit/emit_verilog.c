/* Prints the circuit as one Verilog-2001 module, and the JSON side file that maps its lines to
 * source lines. */
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/json.h"
#include "base/text.h"
#include "lower/lower.h"

struct printer {
    struct bl_text *verilog, *map;
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

static void print_settings(struct bl_text *text, const struct bl_setting *settings, int count) {
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

static void print_net(struct bl_text *text, const struct bl_net *net) {
    bl_text_add(text, "    wire ");
    print_width(text, net->width);
    bl_text_add(text, "%s%s%s;\n", net->name, net->assign ? " = " : "",
                net->assign ? net->assign : "");
}

static void print_item(struct printer *printer, const struct bl_item *item) {
    switch (item->kind) {
    case BL_ITEM_HEADING: bl_text_add(printer->verilog, "\n    // ---- %s\n", item->heading); break;
    case BL_ITEM_NET: print_net(printer->verilog, &item->net); break;
    case BL_ITEM_INSTANCE: print_instance(printer, item->instance); break;
    case BL_ITEM_ASSIGN:
        bl_text_add(printer->verilog, "    assign %s = %s;\n", item->net.name, item->net.assign);
        break;
    }
}

void bl_emit_verilog(struct bl_text *verilog, struct bl_text *map, const struct bl_circuit *circuit,
                     const struct bl_sources *sources) {
    struct printer printer = {
        .verilog = verilog, .map = map, .sources = sources, .line = 1, .first_row = true};
    bl_text_add(verilog, "// %s\n// Generated by bankloom: edit the program, not this file.\n",
                circuit->comment);
    if (circuit->renames) bl_renames_print(verilog, circuit->renames, "// ");
    bl_text_add(verilog, "`default_nettype none\n\nmodule %s (\n", circuit->name);
    bl_text_add(map, "{\"module\": \"%s\", \"lines\": [", circuit->name);
    print_ports(verilog, circuit);
    bl_text_add(verilog, ");\n\n");
    for (int i = 0; i < circuit->items.count; i++) print_item(&printer, &circuit->items.items[i]);
    bl_text_add(verilog, "\nendmodule\n\n`default_nettype wire\n");
    bl_text_add(map, "\n]}\n");
}
