#include "bus/report/bus_waves.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vcd.h"
#include "bus/bus.h"
#include "bus/model/hierarchy/rsb_larb.h"

/* A wire of each transfer: it rises with a step and falls with one of others. ASKED is the time in
   the source, WHOLE the step with which all of the path stands. */
enum { ASKED = -1, WHOLE = -2 };
#define STEP(name) (1u << BL_LARB_##name)
static const struct row {
    const char *name, *title;
    int rises;
    unsigned falls;
} rows[] = {
    {"request", "asks", ASKED, STEP(WORDS)},
    {"inner", "inner path", BL_LARB_INNER, STEP(REFUSED) | STEP(TURNED) | STEP(RELEASED)},
    {"outer_request", "asks the outer bus", BL_LARB_REQUEST, STEP(NOTIFIED) | STEP(REFUSED)},
    {"outer", "outer path", BL_LARB_NOTIFIED, STEP(TURNED) | STEP(RELEASED)},
    {"arrived", "path to the element", BL_LARB_ARRIVED, STEP(TURNED) | STEP(RELEASED)},
    {"words", "words", WHOLE, STEP(WORDS)},
    {"path", "the whole path", WHOLE, STEP(RELEASED)},
};
enum { ROWS = sizeof rows / sizeof *rows, OUTER = 3, PATH = 6 };

struct change {
    int64_t time;
    int order, wire, by; /* by: 1 or -1: so many of the causes of a wire are there */
};

struct bl_bus_waves {
    struct bl_arena *arena;
    const struct bl_bus *bus;
    bool *open; /* [transfers * ROWS] */
    int *cells; /* [transfers * 2]: those of the outer path */
    struct {
        struct change *items;
        int count, capacity;
    } changes;
    bool sorted;
};

/* ---- wires: rows of transfers, of each element what it sends and receives, connectors */

static int element_wire(const struct bl_bus *bus, int domain, int element, bool receives) {
    return bus->transfer_count * ROWS + (domain * bus->elements + element) * 2 + receives;
}
static int cell_wire(const struct bl_bus *bus, int cell) {
    return element_wire(bus, bus->domains, 0, false) + cell;
}
static int wires(const struct bl_bus *bus) {
    return cell_wire(bus, bus->domains * bus->connectors);
}

static void change(struct bl_bus_waves *waves, int64_t time, int wire, int by) {
    int order = waves->changes.count;
    *BL_APPEND(waves->arena, &waves->changes) = (struct change){time, order, wire, by};
}

/* A row of a transfer, and the wires of elements and connectors that follow it. */
static void move_row(struct bl_bus_waves *waves, int64_t time, int transfer, int row, bool up) {
    const struct bl_bus_transfer *of = &waves->bus->transfers[transfer];
    bool *open = &waves->open[transfer * ROWS + row];
    int by = up ? 1 : -1;
    if (*open == up) return;
    *open = up;
    change(waves, time, transfer * ROWS + row, by);
    if (row == PATH) {
        change(waves, time, element_wire(waves->bus, of->from.domain - 1, of->from.element - 1, 0),
               by);
        change(waves, time, element_wire(waves->bus, of->to.domain - 1, of->to.element - 1, 1), by);
    }
    for (int i = 0; i < 2 && row == OUTER; i++)
        if (waves->cells[2 * transfer + i] >= 0)
            change(waves, time, cell_wire(waves->bus, waves->cells[2 * transfer + i]), by);
}

struct bl_bus_waves *bl_bus_waves_new(struct bl_arena *arena, const struct bl_bus *bus) {
    struct bl_bus_waves *waves = BL_NEW(arena, struct bl_bus_waves, 1);
    *waves = (struct bl_bus_waves){.arena = arena,
                                   .bus = bus,
                                   .open = BL_NEW(arena, bool, bus->transfer_count *ROWS),
                                   .cells = BL_NEW(arena, int, bus->transfer_count * 2)};
    for (int i = 0; i < bus->transfer_count; i++)
        for (int r = 0; r < ROWS; r++)
            if (rows[r].rises == ASKED) move_row(waves, bus->transfers[i].at_ps, i, r, true);
    return waves;
}

static bool rises(const struct bl_bus_transfer *transfer, const struct row *row, int step) {
    bool inside = transfer->from.domain == transfer->to.domain;
    if (row->rises == WHOLE) return step == (inside ? BL_LARB_INNER : BL_LARB_ARRIVED);
    return row->rises == step;
}

void bl_bus_waves_note(struct bl_bus_waves *waves, const struct bl_larb_event *event) {
    int *cells = &waves->cells[2 * event->transfer];
    if (event->step == BL_LARB_NOTIFIED) cells[0] = event->cell, cells[1] = event->to_cell;
    for (int r = 0; r < ROWS; r++) {
        if (rises(&waves->bus->transfers[event->transfer], &rows[r], (int)event->step))
            move_row(waves, event->time_ps, event->transfer, r, true);
        if (rows[r].falls >> event->step & 1)
            move_row(waves, event->time_ps, event->transfer, r, false);
    }
}

static int earlier(const void *a, const void *b) {
    const struct change *one = a, *other = b;
    if (one->time != other->time) return one->time < other->time ? -1 : 1;
    return one->order - other->order;
}

static void sort(struct bl_bus_waves *waves) {
    if (!waves->sorted && waves->changes.count)
        qsort(waves->changes.items, (size_t)waves->changes.count, sizeof *waves->changes.items,
              earlier);
    waves->sorted = true;
}

/* ---- VCD */

static void declare(struct bl_text *text, int wire, const char *name) {
    char code[BL_VCD_CODE];
    bl_text_add(text, "$var wire 1 %s %s $end\n", bl_vcd_code(wire, code), name);
}

static void declare_transfers(struct bl_text *text, const struct bl_bus *bus) {
    for (int i = 0; i < bus->transfer_count; i++) {
        const struct bl_bus_transfer *t = &bus->transfers[i];
        bl_text_add(text, "$scope module transfer_%d_C%d%d_to_C%d%d $end\n", i + 1, t->from.domain,
                    t->from.element, t->to.domain, t->to.element);
        for (int r = 0; r < ROWS; r++) declare(text, i * ROWS + r, rows[r].name);
        bl_text_add(text, "$upscope $end\n");
    }
}

static void declare_domains(struct bl_text *text, const struct bl_bus_waves *waves) {
    const struct bl_bus *bus = waves->bus;
    for (int d = 0; d < bus->domains; d++) {
        bl_text_add(text, "$scope module domain_%d $end\n", d + 1);
        for (int e = 0; e < bus->elements; e++)
            for (int receives = 0; receives < 2; receives++)
                declare(text, element_wire(bus, d, e, receives),
                        bl_format(waves->arena, "C%d%d_%s", d + 1, e + 1,
                                  receives ? "receives" : "sends"));
        for (int c = 0; c < bus->connectors; c++)
            declare(text, cell_wire(bus, d * bus->connectors + c),
                    bl_format(waves->arena, "connector_%d", c + 1));
        bl_text_add(text, "$upscope $end\n");
    }
}

/* What has changed when all of one time has happened. */
static void add_changes(struct bl_text *text, const struct bl_bus_waves *waves) {
    int count = waves->changes.count, *causes = BL_NEW(waves->arena, int, wires(waves->bus));
    bool *shown = BL_NEW(waves->arena, bool, wires(waves->bus));
    char code[BL_VCD_CODE];
    for (int i = 0, end; i < count; i = end) {
        const struct change *items = waves->changes.items;
        bool stamped = false;
        for (end = i; end < count && items[end].time == items[i].time; end++)
            causes[items[end].wire] += items[end].by;
        for (int k = i; k < end; k++) {
            int wire = items[k].wire;
            if (shown[wire] == (causes[wire] > 0)) continue;
            shown[wire] = causes[wire] > 0;
            if (!stamped) bl_text_add(text, "#%lld\n", (long long)items[i].time);
            stamped = true;
            bl_text_add(text, "%d%s\n", shown[wire], bl_vcd_code(wire, code));
        }
    }
}

void bl_bus_waves_vcd(struct bl_text *text, struct bl_bus_waves *waves) {
    const struct bl_bus *bus = waves->bus;
    char code[BL_VCD_CODE];
    sort(waves);
    bl_text_add(text,
                "$comment transfers over bus %s, as bankloom run plays them $end\n"
                "$timescale 1ps $end\n$scope module %s $end\n",
                bus->symbol, bus->symbol);
    declare_transfers(text, bus);
    declare_domains(text, waves);
    bl_text_add(text, "$upscope $end\n$enddefinitions $end\n$dumpvars\n");
    for (int i = 0; i < wires(bus); i++) bl_text_add(text, "0%s\n", bl_vcd_code(i, code));
    bl_text_add(text, "$end\n");
    add_changes(text, waves);
}

/* ---- the picture */

enum { LEFT = 170, WIDE = 780, RIGHT = 16, TOP = 30, LINE = 20, HIGH = 13, COLOURS = 6 };

struct drawing {
    struct bl_text *text;
    const struct bl_bus_waves *waves;
    double ns; /* of the whole width */
    int y;
};

static double place(const struct drawing *d, int64_t ps) {
    return LEFT + (WIDE - LEFT - RIGHT) * ((double)ps * 1e-3 / d->ns);
}

static bool has_changes(const struct bl_bus_waves *waves, int wire) {
    for (int i = 0; i < waves->changes.count; i++)
        if (waves->changes.items[i].wire == wire) return true;
    return false;
}

static void draw_wire(struct drawing *d, int wire, const char *title, const char *colour) {
    d->y += LINE;
    bl_text_add(d->text, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 8,
                d->y - 3, title);
    bl_text_add(d->text, "<path stroke=\"%s\" fill=\"%s\" fill-opacity=\"0.25\" d=\"M%d %d", colour,
                colour, LEFT, d->y);
    for (int i = 0; i < d->waves->changes.count; i++) {
        const struct change *at = &d->waves->changes.items[i];
        if (at->wire == wire)
            bl_text_add(d->text, "H%.1fV%d", place(d, at->time), d->y - (at->by > 0 ? HIGH : 0));
    }
    bl_text_add(d->text, "H%d\"/>\n", WIDE - RIGHT);
}

static void draw_transfer(struct drawing *d, int number) {
    static const char *const colours[COLOURS] = {"#1b6ca8", "#c8502d", "#3b8f4a",
                                                 "#8a4fae", "#8c6d1f", "#4a4a4a"};
    const struct bl_bus_transfer *t = &d->waves->bus->transfers[number];
    d->y += LINE + 6;
    bl_text_add(d->text,
                "<text x=\"8\" y=\"%d\" font-weight=\"bold\">C%d%d &#8594; C%d%d, %d "
                "word%s</text>\n",
                d->y, t->from.domain, t->from.element, t->to.domain, t->to.element, t->words,
                bl_ending(t->words, "s"));
    for (int r = 0; r < ROWS; r++)
        if (has_changes(d->waves, number * ROWS + r))
            draw_wire(d, number * ROWS + r, rows[r].title, colours[number % COLOURS]);
}

/* A step of 1, 2 or 5 times a power of ten, so that some ten of them make the width. */
static double tick_of(double ns) {
    double step = pow(10, floor(log10(ns / 5)));
    return ns / step > 25 ? 5 * step : ns / step > 12 ? 2 * step : step;
}

static void draw_axis(const struct drawing *d, int bottom) {
    double step = tick_of(d->ns);
    for (int i = 0; i * step <= d->ns; i++) {
        double x = place(d, (int64_t)(i * step * 1e3));
        bl_text_add(d->text,
                    "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" "
                    "text-anchor=\"middle\">%g%s</text>\n",
                    x, TOP, bottom, x, TOP - 8, i * step, i ? "" : " ns");
    }
}

static int lines_of(const struct bl_bus_waves *waves) {
    int height = TOP;
    for (int i = 0; i < waves->bus->transfer_count; i++) {
        height += LINE + 6;
        for (int r = 0; r < ROWS; r++) height += has_changes(waves, i * ROWS + r) ? LINE : 0;
    }
    return height + 10;
}

void bl_bus_waves_svg(struct bl_text *text, struct bl_bus_waves *waves) {
    int height = lines_of(waves), count = waves->changes.count;
    sort(waves);
    double end = count ? (double)waves->changes.items[count - 1].time * 1e-3 : 1;
    struct drawing drawing = {text, waves, end > 0 ? end * 1.02 : 1, TOP};
    bl_text_add(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n"
                "<style>.grid{stroke:#ddd;fill:none}</style>\n"
                "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
                WIDE, height, WIDE, height, WIDE, height);
    draw_axis(&drawing, height - 8);
    for (int i = 0; i < waves->bus->transfer_count; i++) draw_transfer(&drawing, i);
    bl_text_add(text, "</svg>\n");
}
