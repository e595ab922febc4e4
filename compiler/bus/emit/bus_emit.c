/* A bus as Verilog: the top module, its templates, the list of files, and all else that goes into
 * the folder. */
#include <string.h>

#include "bus/emit/bus_emit.h"

#include "base/arena.h"
#include "bus/bus_onboard.h"
#include "bus/cell/arbiter.h"
#include "bus/emit/bus_emit_bench.h"
#include "bus/emit/bus_emit_domains.h"
#include "bus/emit/bus_emit_packets.h"
#include "bus/emit/bus_emit_top.h"
#include "bus/emit/bus_signoff.h"
#include "bus/model/central/rsb_bus.h"
#include "emit/parts.h"
#include "output/output.h"
#include "templates/templates.h"

static const char *arbiter_template(const struct bl_bus *bus) {
    return bl_bus_is_centralised(bus) ? "bl_garb" : "bl_rarb_ring";
}

static void set_holes(struct bl_parts *parts, const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus), bits = bl_bus_number_bits(bus);
    bl_part_number(parts, "cells", cells);
    bl_part_number(parts, "vector_high", cells - 1);
    bl_part_number(parts, "numbers_high", cells * bits - 1);
    bl_part_number(parts, "number_bits", bits);
    bl_part_number(parts, "all_number_bits", cells * bits);
    bl_part_number(parts, "margin", BL_RSB_MARGIN);
    bl_part_number(parts, "stop_tables", bus->onboard ? bus->onboard->stop_tables : 0);
    bl_part_number(parts, "delay_tables",
                   bl_bus_is_centralised(bus) ? bl_rsb_centre_delay(cells) : 0);
}

void bl_bus_arbiter(struct bl_text *text, const struct bl_bus *bus) {
    bool centre = bl_bus_is_centralised(bus), pairs = bus->connectors > 1;
    struct bl_parts parts = {
        .text = text,
        .file = "bus_arbiter.v",
        .holes = {{"bus", bus->symbol},
                  {"source_name", bus->name},
                  {"arbitration", bl_arbitration_word(bus->arbitration)},
                  {"cell_word", centre ? "domains" : "cells in a ring"},
                  {"template", arbiter_template(bus)},
                  {"domain", pairs ? "k / 2 + 1, connector k % 2," : "k + 1"}}};
    set_holes(&parts, bus);
    bl_part(&parts, "begin");
    bl_renames_print(text, &bus->renames, "// ");
    bl_part(&parts, "module");
    bl_part(&parts, centre ? "centre" : "ring");
    bl_part(&parts, "end");
}

/* The templates into rtl/, and the list of all files there, the top last. */
static bool add_templates(struct bl_output *output, const struct bl_bus *bus, const char *root) {
    struct bl_templates templates;
    struct bl_text list = {0};
    bool ok = bl_templates_list(output->arena, &templates, root);
    if (ok && bus->arbiter)
        bl_arbiter_verilog(output->arena, bl_templates_replace(&templates, "bl_rarb_cell"),
                           bus->arbiter);
    ok = ok && bl_templates_use(&templates, arbiter_template(bus)) &&
         bl_templates_use(&templates, "bl_rsb_switch") &&
         bl_templates_use(&templates, bus->elements > 1 ? "bl_larb_domain" : "bl_rsb_connector");
    for (int i = 0; i < templates.count && ok; i++) {
        if (!templates.items[i].used) continue;
        bl_text_add(&list, "%s.v\n", templates.items[i].name);
        *bl_output_add(output, bl_format(output->arena, "rtl/%s.v",
                                         templates.items[i].name)) = templates.items[i].text;
        templates.items[i].text = (struct bl_text){0};
    }
    bl_text_add(&list, "%s_arbiter.v\n%s.v\n", bus->symbol, bus->symbol);
    *bl_output_add(output, "rtl/files.f") = list;
    bl_templates_free(&templates);
    return ok;
}

static bool add_verilog(struct bl_output *output, const struct bl_bus *bus, const char *root) {
    bl_bus_top(bl_output_add(output, bl_format(output->arena, "rtl/%s.v", bus->symbol)), bus);
    bl_bus_arbiter(bl_output_add(output, bl_format(output->arena, "rtl/%s_arbiter.v", bus->symbol)),
                   bus);
    return add_templates(output, bus, root);
}

static void print_requests(struct bl_text *text, const struct bl_rsb_request *requests, int count) {
    for (int i = 0; i < count; i++)
        bl_text_add(text, "%d %d %d %d %lld %lld\n", requests[i].domain, requests[i].target,
                    (int)requests[i].way, requests[i].tie, (long long)requests[i].at_ps,
                    (long long)requests[i].took_ps);
}

bool bl_bus_output(struct bl_output *output, const struct bl_bus *bus,
                   const struct bl_rsb_request *requests, int count, const char *root) {
    struct bl_arena *arena = output->arena;
    if (!add_verilog(output, bus, root)) return false;
    bl_bus_bench(bl_output_add(output, bl_format(arena, "sim/%s_arbiter_bench.v", bus->symbol)),
                 bus);
    bl_bus_packets(bl_output_add(output, bl_format(arena, "sim/%s_bench.v", bus->symbol)), bus);
    print_requests(bl_output_add(output, bl_format(arena, "sim/%s_requests.txt", bus->symbol)),
                   requests, count);
    bl_bus_signoff(bl_output_add(output, "signoff.txt"), bus);
    bl_bus_sdc(bl_output_add(output, bl_format(arena, "%s.sdc", bus->symbol)), bus);
    bl_bus_xdc(bl_output_add(output, bl_format(arena, "%s.xdc", bus->symbol)), bus);
    return true;
}

bool bl_bus_domains_output(struct bl_output *output, const struct bl_bus *bus, const char *root) {
    if (!add_verilog(output, bus, root)) return false;
    bl_bus_domains_bench(
        bl_output_add(output, bl_format(output->arena, "sim/%s_bench.v", bus->symbol)), bus);
    return true;
}
