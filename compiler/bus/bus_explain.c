#include "bus/bus_explain.h"

#include <cjson/cJSON.h>

#include "base/json.h"
#include "base/text.h"
#include "bus/bus_cells.h"
#include "bus/bus_onboard.h"
#include "bus/bus_onboard_explain.h"
#include "bus/bus_print.h"
#include "bus/model/central/rsb_bus.h"
#include "bus/model/rsb_times.h"

int64_t bl_bus_build_ps(const struct bl_bus *bus, int hops) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    return bl_rsb_build_ps(&ring, hops);
}

int64_t bl_bus_hold_ps(const struct bl_bus *bus, int hops) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    return bl_rsb_hold_ps(&ring, hops);
}

int64_t bl_bus_release_ps(const struct bl_bus *bus, int hops) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    return bl_rsb_release_ps(&ring, hops);
}

int64_t bl_bus_lap_ps(const struct bl_bus *bus) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    return bl_rsb_lap_ps(&ring);
}

int64_t bl_bus_wait_ps(const struct bl_bus *bus) {
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    return bl_rsb_wait_ps(&ring);
}

/* To the arbiter and back; up the tree, the root, the delay and its ten tables more: bl_garb with
 * tables of one delay. */
int64_t bl_bus_alone_ps(int cells, int64_t delay_ps, int64_t gate_ps) {
    return 2 * bl_rsb_centre_wire_ps(cells, delay_ps) +
           (bl_rsb_centre_levels(cells) + bl_rsb_centre_delay(cells) + 11) * gate_ps;
}

int64_t bl_bus_centre_wait_ps(int cells, int64_t delay_ps, int64_t gate_ps) {
    return bl_rsb_centre_wait_ps(cells, delay_ps, gate_ps);
}

/* A table a cell, and trees that join them by four. */
static int bus_line_tables(const struct bl_bus *bus) {
    int tables = bl_bus_cells(bus);
    if (bus->onboard) return 3 * tables * bl_bus_number_bits(bus); /* bl_rsb_board */
    for (int left = tables; left > 1;) tables += left = (left + 3) / 4;
    return tables * bl_bus_number_bits(bus);
}

/* As Yosys counts them for Spartan-3E in what build writes, by the number of domains. */
static int centre_tables(int cells) {
    static const int counts[] = {72,  97,  122, 145, 172, 191, 238,
                                 257, 296, 318, 348, 371, 402, 428};
    return counts[cells - 3];
}

int bl_bus_tables(const struct bl_bus *bus) {
    return bl_bus_is_centralised(bus) ? centre_tables(bl_bus_cells(bus))
                                      : bl_bus_cell_tables(bus) + bus_line_tables(bus);
}

/* Those of one input, which only delay. */
static int bus_delay_tables(const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus);
    return bl_bus_is_centralised(bus)
               ? bl_rsb_centre_delay(cells) + 10
               : cells * (bus->onboard ? bus->onboard->stop_tables + 2 : bl_bus_token_tables(bus));
}

static void add_centre_parts(struct bl_text *text, const struct bl_bus *bus) {
    bl_text_add(
        text,
        "  arbiter   one for all, which holds the state of all segments; without a clock, requests "
        "are taken one at a time\n"
        "  wires     to the arbiter and back, a domain: request, %d of its number; notified, busy, "
        "and 6 "
        "for its switches; data\n"
        "            comes on top\n"
        "  LUTs      %d LUTs of 2 to 4 inputs and flip-flops; %d LUTs that only delay\n",
        bl_bus_number_bits(bus), bl_bus_tables(bus), bus_delay_tables(bus));
}

static void add_parts(struct bl_text *text, const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus), connectors = bus->connectors;
    bl_text_add(text, "bus %s: %d domains, %s arbitration, ", bus->name, bus->domains,
                bl_arbitration_word(bus->arbitration));
    if (bus->elements == 1) bl_text_add(text, "flat\n");
    else
        bl_text_add(text, "hierarchical: %d elements and %d connector%s a domain\n", bus->elements,
                    connectors, bl_ending(connectors, "s"));
    bl_renames_print(text, &bus->renames, "  ");
    bl_text_add(
        text,
        "  ring      %d segments, each between two neighbours; as many paths as do not share one\n",
        cells);
    if (bus->elements > 1)
        bl_text_add(text,
                    "  inside    a synchronous ring of %d segments in every domain, with an "
                    "arbiter of its own\n",
                    bus->elements + connectors);
    if (bus->arbitration == BL_CENTRALISED) {
        add_centre_parts(text, bus);
        return;
    }
    bl_text_add(text, "  arbiter   %d cells, %d a domain, without a clock\n", cells, connectors);
    bl_bus_made_explain(text, bus);
    bl_text_add(text,
                "  wires     5 a segment for control: go and \"not available\" each way, token; %d "
                "address lines%s;\n"
                "            data comes on top\n",
                bl_bus_number_bits(bus),
                bus->onboard ? " each way, a chain" : " that all cells see");
    bl_text_add(text,
                "  LUTs      %d LUTs of 2 to 4 inputs and latches: %d in cells, %d for the "
                "numbers; %d LUTs that only delay\n",
                bl_bus_tables(bus), bl_bus_cell_tables(bus), bus_line_tables(bus),
                bus_delay_tables(bus));
    if (!bus->arbiter && !bus->onboard)
        bl_text_add(text,
                    "            with FABRIC 1 %d fewer, %d carry multiplexers, and %d more that "
                    "only delay\n",
                    cells - 1, 2 * (cells - 1), cells);
}

/* Segments of unequal delays. */
static void add_uneven(struct bl_text *text, const struct bl_bus *bus) {
    if (!bl_bus_is_uneven(bus)) return;
    bl_text_add(text, "  segments  ");
    bl_bus_delays(text, bus);
    bl_text_add(text, "; w is the longest, so these are the most\n");
}

/* A word, or on boards a beat of one. */
static void add_word(struct bl_text *text, const struct bl_bus *bus) {
    const struct bl_rsb_data data = bl_bus_data(bus);
    char way[32], frame[32];
    bl_text_add(text, "  %s      %-10s a hop and g on top: 2 h w + g, ",
                bus->onboard ? "beat" : "word", bl_bus_time(way, 2 * bus->delay_ps));
    if (data.word_ps)
        bl_text_add(text, "behind a frame of %s, ", bl_bus_time(frame, data.word_ps / data.beats));
    bl_text_add(text, "each %s is acknowledged end to end", bus->onboard ? "beat" : "word");
    if (bus->onboard) bl_text_add(text, "; %d a word", data.beats);
    bl_text_add(text, "\n");
}

static void add_delays(struct bl_text *text, const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus), half = cells / 2;
    int ends = 4 + (bus->arbiter ? bl_bus_made(bus)->extra_gates : 0);
    int64_t w = bus->delay_ps, g = bus->gate_ps;
    char first[32], second[32];
    bl_text_add(text,
                "  bypass    at most %d operations of others between a request and its answer, "
                "once the request has locked its "
                "cell\n",
                cells - 1);
    bl_text_add(text, "delays, with w = %s a segment and g = %s a gate, no other path standing\n",
                bl_bus_time(first, w), bl_bus_time(second, g));
    add_uneven(text, bus);
    bl_text_add(
        text,
        "  token     %-10s a lap without requests, up and down: 2 N (w + %d g) + 2 g, N = %d\n",
        bl_bus_time(first, bl_bus_lap_ps(bus)), 1 + bl_bus_token_tables(bus), cells);
    bl_text_add(text,
                "  build     %-10s to %s with the token: h hops one way, m = N - h the other: the "
                "larger of m (2 w + 3 g) + %d g,\n"
                "            where \"not available\" comes back, and h (2 w + 4 g) + %d g, the "
                "grant; h = %d to 1\n",
                bl_bus_time(first, bl_bus_build_ps(bus, half)),
                bl_bus_time(second, bl_bus_build_ps(bus, 1)), ends, ends, half);
    bl_text_add(
        text,
        "  release   %-10s to %s with the token, until the path is gone: h (2 w + 4 g) + %d "
        "g, h = 1 to %d\n",
        bl_bus_time(first, bl_bus_release_ps(bus, 1)),
        bl_bus_time(second, bl_bus_release_ps(bus, half)), ends, half);
    bl_text_add(text,
                "  answer    %-10s at most, to a path or to \"not available\": 2 laps and 2 N (m "
                "(4 w + 6 g) + %d g%s), m = N - 1:\n"
                "            every cell holds the token twice, to build to its neighbour and to "
                "leave the way round the ring\n",
                bl_bus_time(first, bl_bus_wait_ps(bus)), 2 * ends - 1,
                bus->onboard ? " + the hold of the token" : "");
    add_word(text, bus);
}

static void add_centre_delays(struct bl_text *text, const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus), levels = bl_rsb_centre_levels(cells),
        delay = bl_rsb_centre_delay(cells);
    int64_t w = bus->delay_ps, g = bus->gate_ps;
    char first[32], second[32];
    bl_text_add(text,
                "  bypass    at most %d operations of others between a request and its answer: 2^D "
                "- 1, D = %d levels of the tree\n",
                bl_rsb_centre_bound(cells), levels);
    bl_text_add(text, "delays, with w = %s a segment and g = %s a gate\n", bl_bus_time(first, w),
                bl_bus_time(second, g));
    bl_text_add(
        text,
        "  way       %-10s from a domain to the arbiter, and back: r = N w / 4, N = %d: the ring "
        "as a square, the arbiter\n"
        "            in its middle, wires along the sides, all as long as those of the corners\n",
        bl_bus_time(first, bl_rsb_centre_wire_ps(cells, w)), cells);
    bl_text_add(text,
                "  build     %-10s while nobody else asks, release likewise: 2 r + (D + L + 11) g; "
                "a delay of L = %d covers\n"
                "            the look-up\n",
                bl_bus_time(first, bl_bus_alone_ps(cells, w, g)), delay);
    bl_text_add(
        text,
        "  operation %-10s from one answer to the next while requests wait: P = (2 L + D + 22) g\n",
        bl_bus_time(first, bl_rsb_centre_operation_ps(cells, g)));
    bl_text_add(text, "  answer    %-10s at most, to a path or to \"not available\": 2 r + 2^D P\n",
                bl_bus_time(first, bl_bus_centre_wait_ps(cells, w, g)));
    bl_text_add(
        text,
        "  word      %-10s a hop and g on top: 2 h w + g, each word is acknowledged end to end\n",
        bl_bus_time(first, 2 * w));
}

/* How long a domain takes to act: by the common clock, or each by its own. */
static void add_clocks(struct bl_text *text, const struct bl_bus *bus) {
    char react[32];
    if (!bl_bus_has_clocks(bus)) {
        bl_text_add(text,
                    "  a domain needs two cycles of its clock, %s, from an answer to its next "
                    "request (synchronisers)\n",
                    bl_bus_time(react, bl_bus_react_ps(bus)));
        return;
    }
    bl_text_add(text, "  a domain acts on an answer at its clock's second edge from then on "
                      "(synchronisers);\n  clocks:");
    for (int i = 0; i < bus->domains; i++) {
        bl_text_add(text, "%s %d: ", i ? "," : "", i + 1);
        bl_bus_clock(text, bus, i);
    }
    bl_text_add(text, "\n");
}

void bl_bus_explain(struct bl_text *text, const struct bl_bus *bus) {
    add_parts(text, bus);
    bl_bus_onboard_explain(text, bus);
    if (bl_bus_is_centralised(bus)) add_centre_delays(text, bus);
    else add_delays(text, bus);
    bl_text_add(text, "assumed\n");
    add_clocks(text, bus);
    bl_text_add(
        text, "  all %sgates are alike; %s\n", bl_bus_is_uneven(bus) ? "" : "segments and all ",
        bl_bus_is_centralised(bus)
            ? "two requests at the same time are decided at once\n"
              "  a number is at the arbiter before its request; the delay is longer than the "
              "look-up (rtl_templates/rsb/bl_garb.v)"
            : "a filter behind a mutual exclusion adds to its gate\n"
              "  a number is at every cell before its request; forks inside a cell are "
              "isochronic (docs/rsb.md)");
}

static void add_segments_json(cJSON *root, const struct bl_bus *bus) {
    cJSON *items = cJSON_AddArrayToObject(root, "segments_ps");
    const struct bl_rsb_options ring = bl_bus_ring(bus);
    for (int i = 0; i < 2 * ring.cells; i++) {
        enum bl_rsb_way way = i < ring.cells ? BL_RSB_CLOCKWISE : BL_RSB_COUNTER;
        int64_t delay = bl_rsb_segment_ps(&ring, i % ring.cells, way);
        cJSON_AddItemToArray(items, cJSON_CreateNumber((double)delay));
    }
}

static void add_clocks_json(cJSON *root, const struct bl_bus *bus) {
    cJSON *items = cJSON_AddArrayToObject(root, "clocks");
    for (int i = 0; i < bus->domains; i++) {
        cJSON *clock = cJSON_CreateObject();
        cJSON_AddNumberToObject(clock, "period_ps", (double)bl_bus_period_ps(bus, i));
        cJSON_AddNumberToObject(clock, "phase_ps", (double)bus->clocks.phase_ps[i]);
        cJSON_AddItemToArray(items, clock);
    }
}

void bl_bus_explain_json(struct bl_text *text, const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus), joined = bus->arbiter ? 0 : cells - 1;
    int64_t w = bus->delay_ps, g = bus->gate_ps;
    enum { BOTH, RING, CENTRE } kind = bl_bus_is_centralised(bus) ? CENTRE : RING;
    const struct {
        const char *name;
        double value;
        int of;
    } numbers[] = {{"domains", bus->domains, BOTH},
                   {"elements", bus->elements, BOTH},
                   {"connectors", bus->connectors, BOTH},
                   {"segments", cells, BOTH},
                   {"segment_ps", (double)w, BOTH},
                   {"gate_ps", (double)g, BOTH},
                   {"react_ps", (double)bl_bus_react_ps(bus), BOTH},
                   {"luts", bl_bus_tables(bus), BOTH},
                   {"delay_tables", bus_delay_tables(bus), BOTH},
                   {"bypass_bound", bl_rsb_bus_bound(cells, kind == CENTRE), BOTH},
                   {"way_ps", (double)bl_rsb_centre_wire_ps(cells, w), CENTRE},
                   {"build_alone_ps", (double)bl_bus_alone_ps(cells, w, g), CENTRE},
                   {"operation_ps", (double)bl_rsb_centre_operation_ps(cells, g), CENTRE},
                   {"answer_most_ps", (double)bl_bus_centre_wait_ps(cells, w, g), CENTRE},
                   {"cells", cells, RING},
                   {"number_lines", bl_bus_number_bits(bus), RING},
                   {"cell_tables", bl_bus_cell_tables(bus), RING},
                   {"joined_cell_tables", bl_bus_cell_tables(bus) - joined, RING},
                   {"carry_multiplexers", 2 * joined, RING},
                   {"number_tables", bus_line_tables(bus), RING},
                   {"lap_ps", (double)bl_bus_lap_ps(bus), RING},
                   {"build_most_ps", (double)bl_bus_build_ps(bus, 1), RING},
                   {"release_most_ps", (double)bl_bus_release_ps(bus, cells / 2), RING},
                   {"answer_most_ps", (double)bl_bus_wait_ps(bus), RING}};
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "bus", bus->name);
    bl_renames_json(&bus->renames, root);
    cJSON_AddStringToObject(root, "arbitration", bl_arbitration_word(bus->arbitration));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].of == BOTH || numbers[i].of == (int)kind)
            cJSON_AddNumberToObject(root, numbers[i].name, numbers[i].value);
    if (bl_bus_is_uneven(bus)) add_segments_json(root, bus);
    if (bl_bus_has_clocks(bus)) add_clocks_json(root, bus);
    bl_bus_onboard_json(root, bus);
    bl_json_add(text, root);
}
