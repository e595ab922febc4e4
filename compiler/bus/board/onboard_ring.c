#include "bus/board/onboard_ring.h"

#include <string.h>

#include "base/arena.h"
#include "board/board.h"
#include "bus/board/onboard.h"
#include "bus/bus.h"
#include "bus/bus_onboard_wires.h"
#include "project/project_top.h"

static const struct bl_range nowhere;

static const struct bl_onboard *decided(const struct bl_fpga *fpga) { return fpga->bus->onboard; }

static bool used(const struct bl_fpga *fpga, const struct bl_onboard_signal *signal, int end) {
    return bl_onboard_has(fpga->bus, signal, (enum bl_onboard_end)end, fpga->domain);
}

static const char *port_name(const struct bl_fpga *fpga, const struct bl_onboard_signal *signal,
                             int end) {
    return bl_onboard_end_name(fpga->project->arena, signal, (enum bl_onboard_end)end);
}

/* ---- pins */

/* The limits of its pads, which bound the skew of bundled wires, too. */
static void limit(const struct bl_fpga *fpga, const struct bl_onboard_wire *wire,
                  struct bl_project_pin *pin) {
    const struct bl_onboard *onboard = decided(fpga);
    bool pair = wire->signal->pair, input = !bl_onboard_is_output(wire->end);
    pin->idle = !input ? BL_PIN_DRIVEN : pair ? BL_PIN_TERMINATED : BL_PIN_PULLED_DOWN;
    if (onboard->serial && pair && input && wire->bit == 1)
        pin->clock_ns = onboard->bit_cycles * 1e9 / fpga->bus->clock_hertz;
    if (!wire->signal->bundled) return;
    if (pin->clock_ns > 0) return;
    pin->most_ns = (double)onboard->pad_ps * 1e-3;
    pin->net = port_name(fpga, wire->signal, (int)wire->end);
}

static void add_pin(const struct bl_fpga *fpga, const struct bl_onboard_wire *wire) {
    struct bl_project *project = fpga->project;
    const char *port = port_name(fpga, wire->signal, (int)wire->end);
    int bit = bl_onboard_bits(fpga->bus, wire->signal) > 1 ? wire->bit : -1;
    const char *positive = bl_format(project->arena, "%s%s", port,
                                     wire->signal->pair ? "_p" : "_pin");
    limit(fpga, wire, bl_project_pin(project, positive, bit, wire->contact->pin, wire->standard));
    if (wire->signal->pair)
        bl_project_pin(project, bl_format(project->arena, "%s_n", port), bit,
                       wire->contact->negative_pin, wire->standard)
            ->idle = BL_PIN_OF_PAIR;
}

static void add_pins(const struct bl_fpga *fpga) {
    const struct bl_onboard_wires wires = bl_onboard_wires(fpga->project->arena, fpga->bus);
    for (int i = 0; i < wires.count; i++)
        if (used(fpga, wires.items[i].signal, (int)wires.items[i].end))
            add_pin(fpga, &wires.items[i]);
}

/* ---- ports */

/* The buffers between the pins of a signal and the net that is called after it. */
static void add_pads(struct bl_circuit *top, const struct bl_onboard_signal *signal,
                     const char *name, int bits, bool out) {
    static const char *const modules[2][2] = {{"bl_wire_in", "bl_wire_out"},
                                              {"bl_pair_in", "bl_pair_out"}};
    bl_circuit_net(top, bits, NULL, "%s", name);
    struct bl_instance *pads = bl_circuit_instance(
        top, modules[signal->pair][out], bl_format(top->arena, "%s_pads", name), NULL, nowhere);
    bl_instance_set(top, pads, signal->pair ? "PAIRS" : "WIRES", bits);
    if (signal->pair) {
        bl_instance_connect(top, pads, "pin_p", "%s_p", name);
        bl_instance_connect(top, pads, "pin_n", "%s_n", name);
    } else bl_instance_connect(top, pads, "pin", "%s_pin", name);
    bl_instance_connect(top, pads, out ? "s_line" : "m_line", "%s", name);
}

static void add_wire_port(const struct bl_fpga *fpga, const struct bl_onboard_signal *signal,
                          int end) {
    struct bl_circuit *top = fpga->project->top_circuit;
    const char *name = port_name(fpga, signal, end);
    bool out = bl_onboard_is_output((enum bl_onboard_end)end);
    enum bl_direction direction = out ? BL_OUTPUT : BL_INPUT;
    int bits = bl_onboard_bits(fpga->bus, signal);
    bl_circuit_port(top, direction, bits, "%s%s", name, signal->pair ? "_p" : "_pin");
    if (signal->pair) bl_circuit_port(top, direction, bits, "%s_n", name);
    add_pads(top, signal, name, bits, out);
}

static void add_wire_ports(const struct bl_fpga *fpga) {
    bl_circuit_heading(fpga->project->top_circuit, "wires to the boards behind and ahead");
    for (const struct bl_onboard_signal *signal = bl_onboard_signals; signal->word; signal++)
        for (int end = 0; end < BL_ONBOARD_END_COUNT; end++)
            if (used(fpga, signal, end)) add_wire_port(fpga, signal, end);
}

/* ---- reset: the first board waits until all are ready, then lets them run one after the other */

static void add_domain_reset(const struct bl_fpga *fpga) {
    struct bl_circuit *top = fpga->project->top_circuit;
    struct bl_instance *inst = bl_circuit_instance(top, "bl_board_reset", "domain_reset",
                                                   "the domain, after all cells", nowhere);
    bl_instance_connect(top, inst, "clk", "%s", fpga->project->clocks[0].net);
    bl_instance_set(top, inst, "LOG_CLOCKS", decided(fpga)->log_reset);
    bl_instance_connect(top, inst, "request", "cell_rst");
    bl_instance_connect(top, inst, "rst", "domain_rst");
}

void bl_onboard_reset(const struct bl_fpga *fpga) {
    struct bl_project *project = fpga->project;
    struct bl_circuit *top = project->top_circuit;
    bool first = !fpga->domain, last = fpga->domain == fpga->bus->domains - 1;
    bl_project_reset(project, first ? "~right_ready_in" : NULL, decided(fpga)->log_reset);
    bl_circuit_net(top, 1, first ? "rst" : "rst | ~left_run_in", "cell_rst");
    if (!last) bl_circuit_assign(top, "right_run_out", "~cell_rst");
    if (!first) bl_circuit_assign(top, "left_ready_out", last ? "~rst" : "~rst & right_ready_in");
    add_domain_reset(fpga);
}

/* ---- the ring's part, and the connector */

static int fabric_of(const struct bl_board *board) {
    if (board->vendor == BL_VENDOR_XILINX) return board->family->lut_inputs == 6 ? 2 : 1;
    return board->vendor == BL_VENDOR_LATTICE ? 3 : 0;
}

static void connect(const struct bl_fpga *fpga, struct bl_instance *inst, const char *port,
                    const char *net) {
    bl_instance_connect(fpga->project->top_circuit, inst, port, "%s", net);
}

/* A wire that this board has not: an input is 0. */
static const char *no_wire(const struct bl_fpga *fpga, const struct bl_onboard_signal *signal,
                           int end) {
    struct bl_circuit *top = fpga->project->top_circuit;
    const char *name = port_name(fpga, signal, end);
    int bits = bl_onboard_bits(fpga->bus, signal);
    if (!bl_onboard_is_output((enum bl_onboard_end)end))
        return bl_format(top->arena, "%d'd0", bits);
    return bl_circuit_net(top, bits, NULL, "unused_%s", name);
}

static void connect_wires(const struct bl_fpga *fpga, struct bl_instance *inst) {
    for (const struct bl_onboard_signal *signal = bl_onboard_signals; signal->word; signal++)
        for (int end = 0; end < BL_ONBOARD_END_COUNT; end++) {
            const char *port = signal->ports[end];
            if (port && *port)
                connect(fpga, inst, port,
                        used(fpga, signal, end) ? port_name(fpga, signal, end)
                                                : no_wire(fpga, signal, end));
        }
}

/* Between the connector and the ring's part: the ports of both, the net and how wide it is. */
enum width { ONE_BIT, OF_NUMBER, OF_LINE };
static const struct {
    const char *connector, *ring, *net;
    enum width width;
} JOINS[] = {{"m_number", "s_number", "number", OF_NUMBER},
             {"m_request", "s_request", "request", ONE_BIT},
             {"s_notified", "m_notified", "notified", ONE_BIT},
             {"s_busy", "m_busy", "busy", ONE_BIT},
             {"s_path", "m_path", "path", ONE_BIT},
             {"m_line", "s_line", "line_out", OF_LINE},
             {"s_ack", "m_ack", "ack_in", ONE_BIT},
             {"s_line", "m_line", "line_in", OF_LINE},
             {"m_ack", "s_ack", "ack_out", ONE_BIT}};
enum { JOIN_COUNT = sizeof JOINS / sizeof *JOINS };

const char *bl_onboard_net(const char *port) {
    for (int i = 0; i < JOIN_COUNT; i++)
        if (!strcmp(JOINS[i].connector, port)) return JOINS[i].net;
    return NULL;
}

static int join_bits(const struct bl_fpga *fpga, enum width width) {
    switch (width) {
    case OF_LINE: return decided(fpga)->lines + 2;
    case OF_NUMBER: return bl_bus_number_bits(fpga->bus);
    case ONE_BIT: break;
    }
    return 1;
}

static void add_nets(const struct bl_fpga *fpga) {
    struct bl_circuit *top = fpga->project->top_circuit;
    bl_circuit_heading(top, "the domain");
    for (int i = 0; i < JOIN_COUNT; i++)
        bl_circuit_net(top, join_bits(fpga, JOINS[i].width), NULL, "%s", JOINS[i].net);
    bl_circuit_net(top, BL_ONBOARD_PROBES, NULL, "probes");
}

void bl_onboard_connect(const struct bl_fpga *fpga, struct bl_instance *inst, bool ring) {
    connect(fpga, inst, "clk", fpga->clk_net);
    connect(fpga, inst, "rst", fpga->ring_rst);
    for (int i = 0; i < JOIN_COUNT; i++)
        connect(fpga, inst, ring ? JOINS[i].ring : JOINS[i].connector, JOINS[i].net);
}

static void add_ring(const struct bl_fpga *fpga) {
    struct bl_circuit *top = fpga->project->top_circuit;
    const struct bl_onboard *onboard = decided(fpga);
    bl_circuit_heading(top, "this board's part of the ring");
    struct bl_instance *inst = bl_circuit_instance(top, "bl_rsb_board", "ring", NULL, nowhere);
    bl_instance_set(top, inst, "NUMBER", bl_bus_number_bits(fpga->bus));
    bl_instance_set(top, inst, "DOMAIN", fpga->domain);
    bl_instance_set(top, inst, "DELAY", onboard->stop_tables);
    bl_instance_set(top, inst, "LINES", onboard->lines);
    bl_instance_set(top, inst, "SERIAL", onboard->serial);
    if (onboard->serial) bl_instance_set(top, inst, "BITS", onboard->bit_cycles);
    bl_instance_set(top, inst, "FABRIC", fabric_of(onboard->board));
    bl_onboard_connect(fpga, inst, true);
    connect(fpga, inst, "cell_rst", "cell_rst");
    connect_wires(fpga, inst);
    connect(fpga, inst, "m_fault", "fault");
    connect(fpga, inst, "m_probe", "probes");
}

/* ---- probes, on what is left of the wires */

static void probe_pins(const struct bl_fpga *fpga, const struct bl_onboard_wires *probes) {
    for (int i = 0; i < probes->count; i++)
        bl_project_pin(fpga->project, "probe", probes->count > 1 ? i : -1,
                       probes->items[i].contact->pin, probes->items[i].standard);
}

static void add_probes(const struct bl_fpga *fpga) {
    struct bl_circuit *top = fpga->project->top_circuit;
    const struct bl_onboard_wires probes = bl_onboard_probes(top->arena, fpga->bus);
    if (probes.count < BL_ONBOARD_PROBES)
        bl_circuit_net(
            top, 1,
            bl_format(top->arena, "&{1'b0, probes[%d:%d]}", BL_ONBOARD_PROBES - 1, probes.count),
            "unused_probes");
    if (!probes.count) return;
    bl_circuit_port(top, BL_OUTPUT, probes.count, "probe");
    struct bl_instance *pads = bl_circuit_instance(top, "bl_wire_out", "probe_pads", NULL, nowhere);
    bl_instance_set(top, pads, "WIRES", probes.count);
    bl_instance_connect(top, pads, "s_line", "probes[%d:0]", probes.count - 1);
    bl_instance_connect(top, pads, "pin", "probe");
    probe_pins(fpga, &probes);
}

void bl_onboard_ring(const struct bl_fpga *fpga) {
    add_wire_ports(fpga);
    add_pins(fpga);
    add_nets(fpga);
    add_ring(fpga);
    add_probes(fpga);
}
