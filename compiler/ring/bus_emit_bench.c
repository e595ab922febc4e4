/* The bench of an arbiter: plays requests one by one and compares the answers with those of the
 * event model. */
#include "emit/parts.h"
#include "ring/bus_emit.h"
#include "simulation/ring/central/rsb_bus.h"

void bl_bus_bench(struct bl_text *text, const struct bl_bus *bus) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    double unit = (double)bus->gate_ps,
           settle = (double)bl_rsb_settle_ps(&ring, bl_bus_is_centralised(bus));
    char gate[32], delay[32];
    struct bl_parts parts = {.text = text,
                             .file = "bus_arbiter_bench.v",
                             .values = {['B'] = bus->symbol,
                                        ['G'] = bl_bus_time(gate, bus->gate_ps),
                                        ['D'] = bl_bus_time(delay, bus->delay_ps)}};
    bl_part_real(&parts, 'W', (double)bus->delay_ps / unit, 6);
    bl_part_real(&parts, 'C', (double)bl_bus_centre_wire_ps(bus) / unit, 6);
    bl_part_number(&parts, 'N', bl_bus_cells(bus));
    bl_part_number(&parts, 'M', bl_bus_number_bits(bus));
    bl_part_real(&parts, 'S', 0.8 * settle / unit, 1);
    bl_part_real(&parts, 'U', unit * 1e-3, 6);
    bl_part(&parts, "all");
}
