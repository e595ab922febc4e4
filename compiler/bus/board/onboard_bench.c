#include "bus/board/onboard_bench.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "board/board.h"
#include "bus/board/onboard.h"
#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "bus/bus_explain.h"
#include "bus/bus_onboard_wires.h"
#include "bus/bus_print.h"
#include "emit/parts.h"

/* The clocks of the boards are so much apart, in thousandths; a packet of the bench has at most so
 * many words, and a beat of a word takes about so many cycles. */
enum { APART = 1000, MOST_WORDS = 64, BEAT_CYCLES = 12 };

struct writer {
    struct bl_arena *arena;
    const struct bl_bus *bus;
    struct bl_parts parts;
    const char *idle; /* the wires that are 0 at the end */
};

/* ---- times, in fs */

static int64_t word_ps(const struct bl_bus *bus) {
    const struct bl_onboard *onboard = bus->onboard;
    int64_t beat = BEAT_CYCLES * bl_bus_slowest_ps(bus) +
                   2 * bus->domains * (bus->delay_ps + bus->gate_ps);
    return onboard->beats * (beat + onboard->frame_ps);
}

/* After this long without a word nothing will come. */
static int64_t patience_ps(const struct bl_bus *bus) {
    return 4 * bl_bus_wait_ps(bus) + bus->domains * MOST_WORDS * word_ps(bus) / 4;
}

static int64_t reset_ps(const struct bl_bus *bus) {
    int64_t cycles = ((int64_t)2 << bus->onboard->log_reset) + 1000 * bus->domains;
    return cycles * bl_bus_slowest_ps(bus);
}

static void set_times(struct bl_parts *parts, const struct bl_bus *bus) {
    long long gate = bus->gate_ps * 1000, spread = gate / 3;
    bl_part_number(parts, "delay_values", 2 * spread + 1);
    bl_part_number(parts, "delay_base", gate - spread - 1);
    bl_part_number(parts, "patience_fs", patience_ps(bus) * 1000);
    bl_part_number(parts, "reset_ns", reset_ps(bus) / 1000);
}

/* ---- wires and cables */

static const char *end_name(const struct writer *writer, const struct bl_onboard_signal *signal,
                            enum bl_onboard_end end, int domain) {
    return bl_format(writer->arena, "b%d_%s", domain + 1,
                     bl_onboard_end_name(writer->arena, signal, end));
}

static void add_wire(struct writer *writer, const struct bl_onboard_signal *signal,
                     enum bl_onboard_end end, int domain) {
    const char *name = end_name(writer, signal, end, domain);
    bl_part_set(&writer->parts, "wire", name);
    bl_part_number(&writer->parts, "high", bl_onboard_bits(writer->bus, signal) - 1);
    bl_part(&writer->parts, "wire");
    if (signal->bundled && !signal->chain && strcmp(signal->word, "token") &&
        !bl_onboard_is_output(end))
        writer->idle = bl_format(writer->arena, "%s%s%s", writer->idle, *writer->idle ? ", " : "",
                                 name);
}

/* Bundled wires leave a board and enter the next through two pads, each of which may differ by all
 * of a pad's time: a wire is early or late by that. */
static int64_t off_ps(const struct bl_bus *bus, const struct bl_onboard_signal *signal, int bit,
                      unsigned place) {
    const struct bl_onboard *onboard = bus->onboard;
    unsigned dice = (place * 7u + (unsigned)(signal - bl_onboard_signals) * 13u + (unsigned)bit) *
                    2654435761u;
    return dice >> 31 ? onboard->pad_ps : -onboard->pad_ps;
}

static void add_cable(struct writer *writer, const struct bl_onboard_signal *signal, int bit,
                      enum bl_onboard_end end, int domain) {
    const struct bl_rsb_options ring = bl_bus_ring(writer->bus);
    bool right = end == BL_ONBOARD_RIGHT_OUT;
    int other = (domain + (right ? 1 : ring.cells - 1)) % ring.cells;
    int64_t delay = bl_rsb_segment_ps(&ring, right ? domain : other,
                                      right ? BL_RSB_CLOCKWISE : BL_RSB_COUNTER) +
                    off_ps(writer->bus, signal, bit, (unsigned)(2 * domain + right));
    const char *from = end_name(writer, signal, end, domain);
    bool late = !signal->pair || bit < bl_onboard_bits(writer->bus, signal) - 1;
    bl_part_set(&writer->parts, "from", bl_format(writer->arena, "%s[%d]", from, bit));
    bl_part_set(&writer->parts, "to",
                bl_format(writer->arena, "%s[%d]",
                          end_name(writer, signal, bl_onboard_other(end), other), bit));
    bl_part_set(&writer->parts, "wire", bl_format(writer->arena, "c_%s_%d", from, bit));
    bl_part_set(&writer->parts, "macro",
                bl_format(writer->arena, "BL_LATER_%s", late ? signal->word : "none"));
    bl_part_number(&writer->parts, "delay_fs", delay > 0 ? delay * 1000 : 0);
    bl_part(&writer->parts, "cable");
}

/* What is done for each end of each board that has wires there. */
static void each_end(struct writer *writer,
                     void (*act)(struct writer *, const struct bl_onboard_signal *,
                                 enum bl_onboard_end, int)) {
    for (int d = 0; d < writer->bus->domains; d++)
        for (const struct bl_onboard_signal *signal = bl_onboard_signals; signal->word; signal++)
            for (int end = 0; end < BL_ONBOARD_END_COUNT; end++)
                if (bl_onboard_has(writer->bus, signal, (enum bl_onboard_end)end, d))
                    act(writer, signal, (enum bl_onboard_end)end, d);
}

static void add_cables(struct writer *writer, const struct bl_onboard_signal *signal,
                       enum bl_onboard_end end, int domain) {
    for (int bit = 0; bl_onboard_is_output(end) && bit < bl_onboard_bits(writer->bus, signal);
         bit++)
        add_cable(writer, signal, bit, end, domain);
}

/* ---- boards */

/* The bench's vectors by ports of the tops: a bit, a word or a destination of each. */
static const char *stream_net(const struct writer *writer, const char *port, int domain) {
    static const struct {
        const char *port, *net;
    } nets[] = {{"domain_clk", "clk[%d]"},   {"domain_rst", "rst[%d]"},
                {"fault", "fault[%d]"},      {"s_tvalid", "s_valid[%d]"},
                {"s_tready", "s_ready[%d]"}, {"s_tlast", "s_last[%d]"},
                {"m_tvalid", "m_valid[%d]"}, {"m_tready", "m_ready[%d]"},
                {"m_tlast", "m_last[%d]"}},
      vectors[] = {{"s_tdata", "s_data[%d*WIDTH +: WIDTH]"},
                   {"m_tdata", "m_data[%d*WIDTH +: WIDTH]"},
                   {"s_tdest", "s_dest[%d*DEST_W +: DEST_W]"}};
    const char *pattern = NULL;
    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++)
        if (!strcmp(port, nets[i].port)) pattern = nets[i].net;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (!strcmp(port, vectors[i].port)) pattern = vectors[i].net;
    if (!pattern) return NULL;
    const char *hole = strstr(pattern, "%d");
    return bl_format(writer->arena, "%.*s%d%s", (int)(hole - pattern), pattern, domain, hole + 2);
}

/* Of the board itself: its clock, a button that nobody presses, lights that nobody sees. */
static const char *board_net(const struct writer *writer, const struct bl_fpga *fpga,
                             const struct bl_port *port) {
    const struct bl_project *project = fpga->project;
    bool own = !strcmp(port->name, fpga->clk_net);
    if (own || (project->reference_port && !strcmp(port->name, project->reference_port)))
        return bl_format(writer->arena, "ref_clk[%d]", fpga->domain);
    if (strncmp(port->name, "pin_", 4)) return NULL;
    if (port->direction == BL_OUTPUT) return "";
    const struct bl_board *board = project->board;
    if (board->resets.count && !strcmp(port->name + 4, board->resets.items[0].name))
        return board->resets.items[0].active_high ? "1'b0" : "1'b1";
    return bl_format(writer->arena, "~ref_clk[%d]", fpga->domain);
}

/* A wire to another board; the negative one of a pair comes inverted. */
static const char *wire_net(const struct writer *writer, const struct bl_fpga *fpga,
                            const struct bl_port *port) {
    const char *tail = strrchr(port->name, '_');
    bool negative = tail && !strcmp(tail, "_n");
    if (!tail || (negative && port->direction == BL_OUTPUT)) return "";
    return bl_format(writer->arena, "%sb%d_%.*s", negative ? "~" : "", fpga->domain + 1,
                     (int)(tail - port->name), port->name);
}

static void add_port(struct writer *writer, const struct bl_fpga *fpga, const struct bl_port *port,
                     bool last) {
    const char *net = stream_net(writer, port->name, fpga->domain);
    if (!net) net = board_net(writer, fpga, port);
    if (!net) net = wire_net(writer, fpga, port);
    bl_part_set(&writer->parts, "port", port->name);
    bl_part_set(&writer->parts, "net", net);
    bl_part_set(&writer->parts, "comma", last ? "" : ",");
    bl_part(&writer->parts, "port");
}

static double hertz_of(const struct bl_fpga *fpga) {
    const struct bl_project *project = fpga->project;
    return project->reference >= 0 ? project->board->clocks.items[project->reference].hertz
                                   : project->clocks[0].hertz;
}

static void add_board(struct writer *writer, const struct bl_fpga *fpga) {
    const struct bl_circuit *top = fpga->project->top_circuit;
    double half = 1e15 / hertz_of(fpga) / 2 * (APART + fpga->domain) / APART;
    bl_part_number(&writer->parts, "half_fs", llround(half));
    bl_part_number(&writer->parts, "board_number", fpga->domain);
    bl_part_number(&writer->parts, "board", fpga->domain + 1);
    bl_part(&writer->parts, "board");
    for (int i = 0; i < top->ports.count; i++)
        add_port(writer, fpga, &top->ports.items[i], i == top->ports.count - 1);
    bl_part(&writer->parts, "end of board");
}

static void add_macros(struct writer *writer) {
    for (const struct bl_onboard_signal *signal = bl_onboard_signals; signal->word; signal++) {
        bl_part_set(&writer->parts, "macro", bl_format(writer->arena, "BL_LATER_%s", signal->word));
        bl_part(&writer->parts, "macro");
    }
    bl_part_set(&writer->parts, "macro", "BL_LATER_none");
    bl_part(&writer->parts, "macro");
}

void bl_onboard_bench(struct bl_text *text, const struct bl_bus *bus, const struct bl_fpga *fpgas) {
    char gate[32], delay[32];
    struct writer writer = {fpgas->project->arena,
                            bus,
                            {.text = text,
                             .file = "bus_boards_bench.v",
                             .holes = {{"bus", bus->symbol},
                                       {"gate", bl_bus_time(gate, bus->gate_ps)},
                                       {"segment", bl_bus_time(delay, bus->delay_ps)}}},
                            ""};
    set_times(&writer.parts, bus);
    bl_part_number(&writer.parts, "domains", bus->domains);
    bl_part_number(&writer.parts, "number_bits", bl_bus_number_bits(bus));
    bl_part(&writer.parts, "begin");
    add_macros(&writer);
    bl_part(&writer.parts, "module");
    each_end(&writer, add_wire);
    for (int d = 0; d < bus->domains; d++) add_board(&writer, &fpgas[d]);
    each_end(&writer, add_cables);
    bl_part_set(&writer.parts, "idle_wires", writer.idle);
    bl_part(&writer.parts, "play");
}
