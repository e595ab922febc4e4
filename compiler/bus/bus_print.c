#include "bus/bus_print.h"

#include "bus/bus.h"
#include "bus/cell/arbiter.h"

#include "base/text.h"
#include "base/value.h"
#include "board/board.h"
#include "bus/bus_onboard.h"

const char *bl_bus_time(char *text, int64_t picoseconds) {
    bl_value_text(text, 32, (struct bl_value){.seconds = 1, .real = (double)picoseconds * 1e-12});
    return text;
}

static int64_t delay_of(const struct bl_bus *bus, int segment, bool clockwise) {
    const struct bl_rsb_segments *s = &bus->segments;
    return bus->delay_ps - (clockwise ? s->clockwise_ps[segment] : s->counter_ps[segment]);
}

/* The delays differ by segment; by way. */
bool bl_bus_is_uneven(const struct bl_bus *bus) {
    for (int i = 0; i < bl_bus_cells(bus); i++)
        if (bus->segments.clockwise_ps[i] || bus->segments.counter_ps[i]) return true;
    return false;
}

static bool differ_by_way(const struct bl_bus *bus) {
    for (int i = 0; i < bl_bus_cells(bus); i++)
        if (bus->segments.clockwise_ps[i] != bus->segments.counter_ps[i]) return true;
    return false;
}

void bl_bus_delays(struct bl_text *text, const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus), count = bl_bus_is_uneven(bus) ? cells : 1;
    char delay[32];
    for (int i = 0; i < (differ_by_way(bus) ? 2 * count : count); i++)
        bl_text_add(text, "%s%s", i ? ", " : "",
                    bl_bus_time(delay, delay_of(bus, i % cells, i < cells)));
}

bool bl_bus_has_clocks(const struct bl_bus *bus) {
    for (int i = 0; i < bus->domains; i++)
        if (bus->clocks.period_ps[i]) return true;
    return false;
}

int64_t bl_bus_period_ps(const struct bl_bus *bus, int domain) {
    int64_t own = bus->clocks.period_ps[domain];
    return own ? own : bl_bus_clock_ps(bus);
}

int64_t bl_bus_slowest_ps(const struct bl_bus *bus) {
    int64_t slowest = bl_bus_clock_ps(bus);
    for (int i = 0; i < bus->domains; i++)
        if (bl_bus_period_ps(bus, i) > slowest) slowest = bl_bus_period_ps(bus, i);
    return slowest;
}

void bl_bus_clock(struct bl_text *text, const struct bl_bus *bus, int domain) {
    char rate[32], phase[32];
    bl_value_text(rate, sizeof rate,
                  (struct bl_value){.seconds = -1, .real = bus->own_hertz[domain]});
    bl_text_add(text, "%s phase %s", rate, bl_bus_time(phase, bus->clocks.phase_ps[domain]));
}

/* Those of the domains with their own. */
static void print_clocks(struct bl_text *text, const struct bl_bus *bus) {
    for (int i = 0; i < bus->domains && bl_bus_has_clocks(bus); i++) {
        bl_text_add(text, "    clock %d ", i + 1);
        bl_bus_clock(text, bus, i);
        bl_text_add(text, ";\n");
    }
}

static void print_place(struct bl_text *text, struct bl_bus_place place) {
    bl_text_add(text, "%d", place.domain);
    if (place.element) bl_text_add(text, ".%d", place.element);
}

static void print_traffic(struct bl_text *text, const struct bl_bus_traffic *traffic) {
    char gap[32], last[32];
    bl_text_add(text, "traffic { gap %s", bl_bus_time(gap, traffic->gap_ps));
    if (traffic->last_gap_ps > traffic->gap_ps)
        bl_text_add(text, "..%s", bl_bus_time(last, traffic->last_gap_ps));
    bl_text_add(text, "; words %d; transfers %lld; seed %lld; }\n", traffic->words,
                (long long)traffic->transfers, (long long)traffic->seed);
}

static void print_arbiter(struct bl_text *text, const struct bl_arbiter *arbiter) {
    if (!arbiter) return;
    bl_text_add(text, "    arbiter {");
    for (int i = 0; i < BL_CELL_PART_COUNT; i++)
        if (arbiter->files[i])
            bl_text_add(text, " %s \"%s\";", bl_cell_part_word((enum bl_cell_part)i),
                        arbiter->files[i]);
    bl_text_add(text, " }\n");
}

void bl_bus_print(struct bl_text *text, const struct bl_bus *bus) {
    char gate[32], clock[32], at[32];
    bl_value_text(clock, sizeof clock, (struct bl_value){.seconds = -1, .real = bus->clock_hertz});
    bl_text_add(text, "bus %s {\n    domains %d;\n    arbitration %s;\n    delay ", bus->name,
                bus->domains, bl_arbitration_word(bus->arbitration));
    bl_bus_delays(text, bus);
    bl_text_add(text,
                ";\n    gate %s;\n    "
                "connectors %d;\n    elements %d;\n"
                "    clock %s;\n",
                bl_bus_time(gate, bus->gate_ps), bus->connectors, bus->elements, clock);
    print_clocks(text, bus);
    print_arbiter(text, bus->arbiter);
    if (bus->lines) bl_text_add(text, "    lines %d;\n", bus->lines);
    if (bus->onboard) bl_text_add(text, "    board %s;\n", bus->onboard->board->word);
    bl_text_add(text, "}\n");
    if (bus->traffic.gap_ps) print_traffic(text, &bus->traffic);
    for (int i = 0; i < bus->transfer_count; i++) {
        const struct bl_bus_transfer *transfer = &bus->transfers[i];
        bl_text_add(text, "transfer ");
        print_place(text, transfer->from);
        bl_text_add(text, " -> ");
        print_place(text, transfer->to);
        bl_text_add(text, " words %d at %s;\n", transfer->words, bl_bus_time(at, transfer->at_ps));
    }
}
