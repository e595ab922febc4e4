#include "bus/emit/bus_graph.h"

#include <math.h>

#include "base/text.h"
#include "bus/bus.h"
#include "bus/bus_print.h"

struct point {
    double x, y;
};

static const double turn = 6.283185307179586;

static struct point polar(struct point from, double radius, double angle) {
    return (struct point){from.x + radius * cos(angle), from.y + radius * sin(angle)};
}

static int stops(const struct bl_bus *bus) {
    return bus->elements == 1 ? 1 : bus->elements + bus->connectors;
}

/* With room for the domain's number in the middle. */
static double inner_radius(const struct bl_bus *bus) {
    double radius = 0.75 / (2 * sin(turn / 2 / stops(bus)));
    return bus->elements == 1 ? 0 : radius < 0.6 ? 0.6 : radius;
}

/* Far enough that neighbours do not touch. */
static double outer_radius(const struct bl_bus *bus) {
    double wide = bus->elements == 1 ? 1.25 : 2 * inner_radius(bus) + 1.1,
           radius = wide / (2 * sin(turn / 2 / bus->domains));
    return radius < 1.5 ? 1.5 : radius;
}

/* Clockwise from the top. */
static double domain_angle(const struct bl_bus *bus, int domain) {
    return turn / 4 - turn * domain / bus->domains;
}

/* Of a stop of a domain, clockwise from its connector 0, which lies inwards as the other one does:
 * elements follow, then connector 1. */
static struct point place(const struct bl_bus *bus, int domain, int stop) {
    double angle = domain_angle(bus, domain), step = turn / stops(bus);
    struct point centre = polar((struct point){0, 0}, outer_radius(bus), angle);
    return polar(centre, inner_radius(bus),
                 angle + turn / 2 - step * (bus->connectors - 1) / 2 - step * stop);
}

/* Points: nine on a screen of 390, and never less than 11 here. */
static double letter_size(const struct bl_bus *bus) {
    double wide = 72 * (2 * (outer_radius(bus) + inner_radius(bus)) + 1), size = wide * 9 / 390;
    return size < 11 ? 11 : size;
}

/* Names of two numbers do not fit their places in large rings: there an element has its number in
 * its domain. */
static bool has_long_names(const struct bl_bus *bus) { return bus->domains <= 9; }

/* The node of a cell of the ring. */
static void add_cell_name(struct bl_text *text, const struct bl_bus *bus, int cell) {
    bl_text_add(text, "d%d_%d", cell / bus->connectors + 1,
                cell % bus->connectors ? stops(bus) - 1 : 0);
}

static void add_stop(struct bl_text *text, const struct bl_bus *bus, int domain, int stop) {
    struct point at = place(bus, domain, stop);
    bool flat = bus->elements == 1, first = stop == 0, connector = first || stop > bus->elements;
    bl_text_add(text, "    d%d_%d [pos=\"%.3f,%.3f!\", label=", domain + 1, stop, at.x, at.y);
    if (flat) bl_text_add(text, "\"domain %d\", shape=box];\n", domain + 1);
    else {
        bl_text_add(text, connector ? "\"" : has_long_names(bus) ? "\"C" : "\"");
        if (has_long_names(bus)) bl_text_add(text, "%d", domain + 1);
        if (connector)
            bl_text_add(text, "/%d\", shape=box, style=filled, fillcolor=\"#e4e8ec\"];\n",
                        first ? 1 : 2);
        else bl_text_add(text, "%d\", shape=box, style=rounded];\n", stop);
    }
}

static void add_domain(struct bl_text *text, const struct bl_bus *bus, int domain) {
    int count = stops(bus);
    for (int stop = 0; stop < count; stop++) add_stop(text, bus, domain, stop);
    if (count == 1) return;
    struct point at = polar((struct point){0, 0}, outer_radius(bus), domain_angle(bus, domain));
    bool room = 72 * inner_radius(bus) > 3.5 * letter_size(bus);
    bl_text_add(text, "    d%d [pos=\"%.3f,%.3f!\", shape=plaintext, label=\"%s%d\"];\n",
                domain + 1, at.x, at.y, room ? "domain\\n" : "", domain + 1);
    for (int stop = 0; stop < count; stop++)
        bl_text_add(text, "    d%d_%d -- d%d_%d [color=\"#8a94a0\"];\n", domain + 1, stop,
                    domain + 1, (stop + 1) % count);
}

/* Between cells k and k + 1. */
static void add_segment(struct bl_text *text, const struct bl_bus *bus, int cell) {
    bl_text_add(text, "    ");
    add_cell_name(text, bus, cell);
    bl_text_add(text, " -- ");
    add_cell_name(text, bus, (cell + 1) % bl_bus_cells(bus));
    bl_text_add(text, " [penwidth=2.2, class=\"segment\"];\n");
}

static void add_arbiter(struct bl_text *text, const struct bl_bus *bus) {
    bl_text_add(text, "    arbiter [pos=\"0,0!\", label=\"arbiter\", shape=box, "
                      "style=\"rounded,filled\", fillcolor=\"#e4e8ec\"];\n");
    for (int cell = 0; cell < bl_bus_cells(bus); cell++) {
        bl_text_add(text, "    arbiter -- ");
        add_cell_name(text, bus, cell);
        bl_text_add(text, " [style=dashed, color=\"#8a94a0\", class=\"wires\"];\n");
    }
}

void bl_bus_graph(struct bl_text *text, const struct bl_bus *bus) {
    char delay[32], gate[32];
    int cells = bl_bus_cells(bus);
    double size = letter_size(bus);
    bl_text_add(
        text,
        "graph bus {\n    graph [layout=neato, fontname=\"Helvetica\", fontsize=%.1f, labelloc=t, "
        "splines=line,\n"
        "           label=\"bus %s: %d domains, %s arbitration\\na segment %s, a LUT %s\"];\n"
        "    node [fontname=\"Helvetica\", fontsize=%.1f, height=0.3, width=0.4, "
        "margin=\"0.06,0.03\", color=\"#1b2530\"];\n",
        size, bus->name, bus->domains, bl_arbitration_word(bus->arbitration),
        bl_bus_time(delay, bus->delay_ps), bl_bus_time(gate, bus->gate_ps), size);
    for (int domain = 0; domain < bus->domains; domain++) add_domain(text, bus, domain);
    for (int cell = 0; cell < cells; cell++) add_segment(text, bus, cell);
    if (bl_bus_is_centralised(bus)) add_arbiter(text, bus);
    bl_text_add(text, "}\n");
}
