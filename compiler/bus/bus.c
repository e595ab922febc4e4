#include "bus/bus.h"

#include <math.h>

#include "ir/program.h"

const struct bl_body_type bl_bus_body = {"bl_bus"};

const struct bl_bus *bl_program_bus(const struct bl_program *program) {
    return bl_program_body(program, &bl_bus_body);
}

int bl_bus_number_bits(const struct bl_bus *bus) {
    return bl_bus_cells(bus) > 8 ? 4 : bl_bus_cells(bus) > 4 ? 3 : 2;
}

int64_t bl_bus_react_ps(const struct bl_bus *bus) { return llround(2e12 / bus->clock_hertz); }

const char *bl_arbitration_word(enum bl_arbitration arbitration) {
    return arbitration == BL_DISTRIBUTED ? "distributed" : "centralised";
}

int64_t bl_bus_clock_ps(const struct bl_bus *bus) { return llround(1e12 / bus->clock_hertz); }
