/* A bus as Verilog: the top module, its templates, the list of files, and all else that goes into
 * the folder. */
#include "ring/bus_emit.h"

#include "base/arena.h"
#include "emit/output.h"
#include "simulation/ring/rsb_bus.h"
#include "templates/templates.h"

static const char *arbiter_template(const struct bl_bus *bus) {
    return bl_bus_is_centralised(bus) ? "bl_garb" : "bl_rarb_ring";
}

static struct bl_text *add_file(struct bl_output *output, const char *path) {
    struct bl_output_file *file = BL_APPEND(output->arena, output);
    *file = (struct bl_output_file){.path = path};
    return &file->text;
}

/* A centralised arbiter is at the end of wires: wishes come there later than they were made, and
 * answers back. */
static void add_centre_wires(struct bl_text *text, const struct bl_bus *bus) {
    int last = bl_bus_cells(bus) - 1, last_number = bl_bus_cells(bus) * bl_bus_number_bits(bus) - 1;
    bl_text_add(
        text,
        "    // Wires to the middle: in a simulation with BL_CENTRE_DELAY they take so long, there and back.\n"
        "    wire [%d:0] told_there, busy_there;\n"
        "`ifdef BL_CENTRE_DELAY\n"
        "    reg  [%d:0] wish_there, told_here, busy_here;\n"
        "    reg  [%d:0] number_there;\n"
        "    always @(s_wish) wish_there <= #(`BL_CENTRE_DELAY) s_wish;\n"
        "    always @(s_number) number_there <= #(`BL_CENTRE_DELAY) s_number;\n"
        "    always @(told_there) told_here <= #(`BL_CENTRE_DELAY) told_there;\n"
        "    always @(busy_there) busy_here <= #(`BL_CENTRE_DELAY) busy_there;\n"
        "    assign m_told = told_here;\n"
        "    assign m_busy = busy_here;\n"
        "`else\n"
        "    wire [%d:0] wish_there = s_wish;\n"
        "    wire [%d:0] number_there = s_number;\n"
        "    assign m_told = told_there;\n"
        "    assign m_busy = busy_there;\n"
        "`endif\n",
        last, last, last_number, last, last_number);
}

/* The instance of the arbiter, up to its results but m_told and m_busy. */
static void add_arbiter(struct bl_text *text, const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus), bits = bl_bus_number_bits(bus);
    if (bl_bus_is_centralised(bus)) {
        add_centre_wires(text, bus);
        bl_text_add(
            text,
            "    bl_garb #(.DOMAINS(%d), .NUMBER(%d), .DELAY(%d), .FABRIC(FABRIC)) arbiter (\n"
            "        .rst(rst), .s_wish(wish_there), .s_number(number_there), .m_told(told_there),\n"
            "        .m_busy(busy_there)",
            cells, bits, bl_rsb_centre_delay(cells));
    } else
        bl_text_add(
            text,
            "    bl_rarb_ring #(.DOMAINS(%d), .NUMBER(%d), .LINES(1), .MARGIN(%d), .FABRIC(FABRIC)) ring (\n"
            "        .rst(rst), .s_wish(s_wish), .s_number(s_number), .s_outer_number(%d'd0), .m_told(m_told),\n"
            "        .m_busy(m_busy)",
            cells, bits, BL_RSB_MARGIN, cells * bits);
}

void bl_bus_arbiter(struct bl_text *text, const struct bl_bus *bus) {
    static const char *const results[] = {"told",      "busy",   "own_cw",  "own_ccw", "grant_cw",
                                          "grant_ccw", "end_cw", "end_ccw", "pass_cw", "pass_ccw"};
    enum { RESULTS = sizeof results / sizeof *results };
    int cells = bl_bus_cells(bus), bits = bl_bus_number_bits(bus);
    bl_text_add(text,
                "`default_nettype none\n"
                "// The %s arbiter of bus %s, %d %s. Written by bankloom.\n",
                bl_arbitration_word(bus->arbitration), bus->name, cells,
                bl_bus_is_centralised(bus) ? "domains" : "cells in a ring");
    bl_renames_print(text, &bus->renames, "// ");
    bl_text_add(
        text,
        "// Contract: that of %s; bit k of a vector and number k belong to domain %s of the source.\n"
        "// The loops are the gates' memory:\n"
        "// verilator lint_off UNOPTFLAT\n"
        "module %s_arbiter #(\n"
        "    // as of bl_lut: 0 any, 1 Xilinx with 4-input tables, 2 Xilinx with 6-input tables, 3 iCE40\n"
        "    parameter FABRIC = 0\n"
        ") (\n"
        "    input  wire        rst,\n"
        "    input  wire [%d:0] s_wish,\n"
        "    input  wire [%d:0] s_number",
        arbiter_template(bus), bus->connectors > 1 ? "k / 2 + 1, connector k % 2," : "k + 1",
        bus->symbol, cells - 1, cells * bits - 1);
    for (int i = 0; i < RESULTS; i++)
        bl_text_add(text, ",\n    output wire [%d:0] m_%s", cells - 1, results[i]);
    bl_text_add(text, "\n);\n");
    add_arbiter(text, bus);
    for (int i = 2; i < RESULTS; i++)
        bl_text_add(text, ",\n        .m_%s(m_%s)", results[i], results[i]);
    bl_text_add(text, "\n    );\nendmodule\n`default_nettype wire\n");
}

struct bl_rsb_options bl_bus_ring(const struct bl_bus *bus) {
    return (struct bl_rsb_options){.cells = bl_bus_cells(bus),
                                   .gate_ps = bus->gate_ps,
                                   .wire_ps = bus->delay_ps,
                                   .token_ps = bl_bus_token_ps(bus)};
}

/* The templates into rtl/, and the list of all files there, the top last. */
static bool add_templates(struct bl_output *output, const struct bl_bus *bus, const char *root) {
    struct bl_templates templates;
    struct bl_text list = {0};
    bool ok = bl_templates_list(output->arena, &templates, root) &&
              bl_templates_use(&templates, arbiter_template(bus)) &&
              bl_templates_use(&templates, "bl_rsb_switch") &&
              bl_templates_use(&templates,
                               bus->elements > 1 ? "bl_larb_domain" : "bl_rsb_connector");
    for (int i = 0; i < templates.count && ok; i++) {
        if (!templates.items[i].used) continue;
        bl_text_add(&list, "%s.v\n", templates.items[i].name);
        *add_file(output, bl_format(output->arena, "rtl/%s.v",
                                    templates.items[i].name)) = templates.items[i].text;
        templates.items[i].text = (struct bl_text){0};
    }
    bl_text_add(&list, "%s_arbiter.v\n%s.v\n", bus->symbol, bus->symbol);
    *add_file(output, "rtl/files.f") = list;
    bl_templates_free(&templates);
    return ok;
}

static bool add_verilog(struct bl_output *output, const struct bl_bus *bus, const char *root) {
    bl_bus_top(add_file(output, bl_format(output->arena, "rtl/%s.v", bus->symbol)), bus);
    bl_bus_arbiter(add_file(output, bl_format(output->arena, "rtl/%s_arbiter.v", bus->symbol)),
                   bus);
    return add_templates(output, bus, root);
}

static void print_wishes(struct bl_text *text, const struct bl_bus *bus,
                         const struct bl_rsb_wish *wishes, int count) {
    double unit = (double)bus->gate_ps;
    for (int i = 0; i < count; i++)
        bl_text_add(text, "%d %d %d %d %.6f %.6f\n", wishes[i].domain, wishes[i].target,
                    (int)wishes[i].way, wishes[i].tie, (double)wishes[i].at_ps / unit,
                    (double)wishes[i].took_ps / unit);
}

bool bl_bus_output(struct bl_output *output, const struct bl_bus *bus,
                   const struct bl_rsb_wish *wishes, int count, const char *root) {
    struct bl_arena *arena = output->arena;
    if (!add_verilog(output, bus, root)) return false;
    bl_bus_bench(add_file(output, bl_format(arena, "sim/%s_arbiter_bench.v", bus->symbol)), bus);
    bl_bus_packets(add_file(output, bl_format(arena, "sim/%s_bench.v", bus->symbol)), bus);
    print_wishes(add_file(output, bl_format(arena, "sim/%s_wishes.txt", bus->symbol)), bus, wishes,
                 count);
    bl_bus_signoff(add_file(output, "signoff.txt"), bus);
    bl_bus_sdc(add_file(output, bl_format(arena, "%s.sdc", bus->symbol)), bus);
    bl_bus_xdc(add_file(output, bl_format(arena, "%s.xdc", bus->symbol)), bus);
    return true;
}

bool bl_bus_domains_output(struct bl_output *output, const struct bl_bus *bus, const char *root) {
    if (!add_verilog(output, bus, root)) return false;
    bl_bus_domains_bench(add_file(output, bl_format(output->arena, "sim/%s_bench.v", bus->symbol)),
                         bus);
    return true;
}
