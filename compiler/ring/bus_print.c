/* A bus in the language's own words. */
#include "ring/bus.h"

#include "base/text.h"
#include "base/value.h"

const char *bl_bus_time(char *text, int64_t picoseconds) {
    bl_value_text(text, 32, (struct bl_value){.seconds = 1, .real = (double)picoseconds * 1e-12});
    return text;
}

bool bl_bus_is_uneven(const struct bl_bus *bus) {
    for (int i = 0; i < bl_bus_cells(bus); i++)
        if (bus->shorter_ps[i]) return true;
    return false;
}

void bl_bus_delays(struct bl_text *text, const struct bl_bus *bus) {
    int count = bl_bus_is_uneven(bus) ? bl_bus_cells(bus) : 1;
    char delay[32];
    for (int i = 0; i < count; i++)
        bl_text_add(text, "%s%s", i ? ", " : "",
                    bl_bus_time(delay, bus->delay_ps - bus->shorter_ps[i]));
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

void bl_bus_print(struct bl_text *text, const struct bl_bus *bus) {
    char gate[32], clock[32], at[32];
    bl_value_text(clock, sizeof clock, (struct bl_value){.seconds = -1, .real = bus->clock_hertz});
    bl_text_add(text, "bus %s {\n    domains %d;\n    arbitration %s;\n    delay ", bus->name,
                bus->domains, bl_arbitration_word(bus->arbitration));
    bl_bus_delays(text, bus);
    bl_text_add(text,
                ";\n    gate %s;\n    "
                "connectors %d;\n    elements %d;\n"
                "    clock %s;\n}\n",
                bl_bus_time(gate, bus->gate_ps), bus->connectors, bus->elements, clock);
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
