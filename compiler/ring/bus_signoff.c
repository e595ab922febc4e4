/* What the layout of a bus must keep to: for people, as SDC, as XDC. */
#include "base/text.h"
#include "ring/bus_emit.h"
#include "simulation/ring/rsb_bus.h"

/* Of the domains and the switches. */
static void add_common(struct bl_text *text, int number) {
    bl_text_add(
        text,
        "%d. A domain with a clock sees m_told, m_busy and its path through synchronisers of two flip-flops at least "
        "(chain); these\n"
        "   paths are cut, as are all others between the clocks of two domains.\n"
        "%d. Bundled data. The lines right and left with the switches g_cell[k].data bring data and last from a domain to "
        "another at\n"
        "   most one clock of the sender later than the strobe, their highest bit.\n",
        number, number + 1);
}

/* The assumptions at the top of bl_garb.v. */
static void add_centre_signoff(struct bl_text *text, const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus);
    char delay[32], gate[32];
    bl_text_add(
        text,
        "Sign-off list of bus %s, a centralised arbiter of %d %s (bl_garb). It works by matched delays; the layout must keep\n"
        "to this. It was simulated with %s a segment, %s a look-up table, and tables of which one takes up to twice another.\n\n"
        "1. Bundled number. From a domain its %d number wires take no longer than its wish.\n"
        "2. The delay of %d tables (g_delay) takes longer than to choose the number, to decode it, for the wave to go round the\n"
        "   ring, and to choose the way: about %d tables, with their wires.\n"
        "3. A released path has vanished, two tables a segment, before the delay has fallen and the next grant is there.\n"
        "4. The tables of the delay between two taps (late) take longer than what the flip-flops at the later one load needs.\n"
        "5. A segment that becomes used holds it before the wave leaves it: a fork to one cell, shorter than a look-up table.\n"
        "6. The tables decide of two neighbours in the tree lie in neighbouring slices: they are the mutual exclusions.\n"
        "7. The switches of a path are set before its domain is told: their wires take no longer than told's and four tables.\n"
        "8. While rst is 1 all wishes are 0; rst lasts for an operation, %lld ps.\n",
        bus->symbol, cells, bl_bus_cell_word(bus), bl_bus_time(delay, bus->delay_ps),
        bl_bus_time(gate, bus->gate_ps), bl_bus_number_bits(bus), bl_rsb_centre_delay(cells),
        cells + 9, (long long)bl_bus_reset_ps(bus));
    add_common(text, 9);
    bl_text_add(text, "\nMutual exclusions (6):\n");
    bl_bus_mutexes(text, bus);
}

void bl_bus_signoff(struct bl_text *text, const struct bl_bus *bus) {
    if (bl_bus_is_centralised(bus)) {
        add_centre_signoff(text, bus);
        return;
    }
    int cells = bl_bus_cells(bus), bits = bl_bus_number_bits(bus);
    char delay[32], gate[32];
    bl_text_add(
        text,
        "Sign-off list of bus %s, %d arbiter cells. Its protocol was verified for gates of any delay (docs/rsb.md); the\n"
        "layout must keep to this. It was simulated with %s a segment and %s a look-up table.\n\n"
        "1. Bundled number. The %d number lines show all cells the number of the token's holder. From the wire of the token where\n"
        "   it leaves a cell, through the tree that joins the lines, to any cell they take no longer than the token: a segment,\n"
        "   the %d tables that delay it, and three tables. The holder's own cell is the tight case: it may\n"
        "   give up a path. (With FABRIC 1 a table more delays it, as the last of the three is a multiplexer.)\n"
        "2. So from the tree to a cell they may take as long as a segment's request wires and %s. A tree with\n"
        "   longer wires needs more tables in the token's way.\n"
        "3. Tables behind one gate: the tables that feed another one of the same cell settle before the cell's next input moves;\n"
        "   keep a cell in neighbouring slices. With FABRIC 1 the table and the multiplexer (MUXCY) of each choose_go are in one\n"
        "   slice; what the table chooses has settled before latch_pass of its way falls, two segments and eight gates after\n"
        "   what it looks at; the multiplexer does not glitch when the choice changes between two wires of one value.\n"
        "4. The fork of each wire into a cell is isochronic: the branches below differ by less than one look-up table.\n"
        "5. The latches of a mutual exclusion and the tables that wait for it to decide, below, lie in one slice or in "
        "neighbours.\n"
        "   With FABRIC 1 the tables of g_joined.choose_go wait, but in g_domain[0].\n"
        "   When a tie ends the two sides part within a table's time: latch_pass and the comparison see both.\n"
        "6. While rst is 1 all wishes are 0; rst lasts for two laps of the token, %lld ps.\n",
        bus->symbol, cells, bl_bus_time(delay, bus->delay_ps), bl_bus_time(gate, bus->gate_ps),
        bits, bl_rsb_token_tables(cells),
        bl_bus_number_bits(bus) > 2 ? "two look-up tables (bl_rsb_near is one)"
                                    : "one look-up table",
        (long long)bl_bus_reset_ps(bus));
    add_common(text, 7);
    bl_text_add(text, "\nForks (4), with the wires and gates below each cell:\n");
    bl_bus_forks(text, bus);
    bl_text_add(text, "\nMutual exclusions (5):\n");
    bl_bus_mutexes(text, bus);
}

/* The number lines to each cell, against the delay of a segment. */
static void add_bounds(struct bl_text *text, const struct bl_bus *bus, const char *get) {
    int cells = bl_bus_cells(bus);
    bl_text_add(
        text,
        "set bl_segment_ns %.3f\nset bl_gate_ns %.3f\n\n# 1: a number is at every cell before the first request\n",
        (double)bus->delay_ps * 1e-3, (double)bus->gate_ps * 1e-3);
    for (int k = 0; k < cells; k++)
        bl_text_add(
            text,
            "set_max_delay [expr {$bl_segment_ns + %d * $bl_gate_ns}] -from [%s*g_lines.numbers/*}]"
            " -to [%s*g_domain[%d].rarb/*}]\n",
            bl_bus_number_bits(bus) > 2 ? 2 : 1, get, get, k);
}

/* What the delay of a centralised arbiter covers, against the tables of that delay. */
static void add_centre_bounds(struct bl_text *text, const struct bl_bus *bus, const char *get) {
    int delay = bl_rsb_centre_delay(bl_bus_cells(bus));
    bl_text_add(text,
                "set bl_gate_ns %.3f\n\n# 2: the way is known before the delay ends\n"
                "set_max_delay [expr {%d * $bl_gate_ns}] -to [%s*arbiter/way_*}]\n",
                (double)bus->gate_ps * 1e-3, delay, get);
}

/* Into the synchronisers of connectors and domains. */
static void add_cuts(struct bl_text *text, const char *get) {
    bl_text_add(text, "# Into the clocks of the domains\nset_false_path -to [%s*chain*}]\n\n", get);
}

void bl_bus_sdc(struct bl_text *text, const struct bl_bus *bus) {
    bl_text_add(
        text,
        "# SDC of bus %s, paths below its instance; see signoff.txt. Quartus separates levels by | instead of /. "
        "Written by bankloom.\n",
        bus->symbol);
    add_cuts(text, "get_cells {");
    if (bl_bus_is_centralised(bus)) {
        add_centre_bounds(text, bus, "get_cells {");
        return;
    }
    add_bounds(text, bus, "get_cells {");
    bl_bus_fork_bounds(text, bus, false);
}

void bl_bus_xdc(struct bl_text *text, const struct bl_bus *bus) {
    const char *cells = bl_bus_is_centralised(bus) ? "arbiter" : "g_domain*rarb";
    bl_text_add(
        text,
        "# XDC of bus %s, for its own instance: read_xdc -ref %s. See signoff.txt. Written by bankloom.\n"
        "# The loops are the gates' memory.\n"
        "set_property ALLOW_COMBINATORIAL_LOOPS TRUE [get_nets -hierarchical -filter {NAME =~ *%s/*}]\n"
        "set_property ALLOW_COMBINATORIAL_LOOPS TRUE [get_nets -hierarchical -filter {NAME =~ *g_cell[*]*}]\n"
        "set_property DONT_TOUCH TRUE [get_cells -hierarchical -filter {NAME =~ *%s}]\n\n",
        bus->symbol, bus->symbol, cells, cells);
    add_cuts(text, "get_cells -hierarchical -filter {NAME =~ ");
    if (bl_bus_is_centralised(bus))
        add_centre_bounds(text, bus, "get_cells -hierarchical -filter {NAME =~ ");
    else {
        add_bounds(text, bus, "get_cells -hierarchical -filter {NAME =~ ");
        bl_bus_fork_bounds(text, bus, true);
    }
    bl_bus_mutex_places(text, bus);
}
