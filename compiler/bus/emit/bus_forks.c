#include "bus/emit/bus_forks.h"

#include <stdio.h>

#include "base/text.h"
#include "bus/bus.h"
#include "bus/cell/arbiter.h"
#include "bus/cell/cell_emit.h"

/* A wire into a cell and who reads it there. As the Verilog of bl_rarb_cell has it;
 * testbench/tests/system/bus_build.sh looks for each. */
struct fork {
    const char *wire, *output, *input;
    bool from_left;
    const char *readers[4];
    const char *row; /* what it is in the rows of a cell that is made of graphs */
    const char *net; /* in the top of an FPGA of its own */
};
static const struct fork FORKS[] = {
    {"right",
     "m_right",
     "s_left",
     true,
     {"g_way[0].latch_end/s_clear", "g_way[0].latch_pass/s_clear", "g_way[1].table_own/i[3]",
      "table_answered/i[1]"},
     "left",
     "left_go_in"},
    {"right_na",
     "m_right_na",
     "s_left_na",
     true,
     {"g_way[1].table_na/i[3]", "table_answered/i[0]", "latch_token/s_enable"},
     "left_na",
     "left_na_in"},
    {"left",
     "m_left",
     "s_right",
     false,
     {"g_way[1].latch_end/s_clear", "g_way[1].latch_pass/s_clear", "g_way[0].table_own/i[3]",
      "table_answered/i[3]"},
     "right",
     "right_go_in"},
    {"left_na",
     "m_left_na",
     "s_right_na",
     false,
     {"g_way[0].table_na/i[3]", "table_answered/i[2]", "latch_token/s_load"},
     "right_na",
     "right_na_in"},
};
enum { FORK_COUNT = sizeof FORKS / sizeof *FORKS };

static int sender(const struct bl_bus *bus, const struct fork *fork, int k) {
    int cells = bl_bus_cells(bus);
    return (k + (fork->from_left ? cells - 1 : 1)) % cells;
}

/* The pins in cell k that a fork leads to. */
static void add_readers(struct bl_text *text, const struct bl_bus *bus, const struct fork *fork,
                        int k, const char *prefix, const char *separator) {
    if (bus->arbiter) {
        bl_cell_readers(text, &bus->arbiter->first_map, &bus->arbiter->other_map, k == 0, fork->row,
                        prefix, separator);
        return;
    }
    for (int i = 0; i < 4 && fork->readers[i]; i++)
        bl_text_add(text, "%s%s%s", i ? separator : "", prefix, fork->readers[i]);
}

static void add_cell_name(struct bl_text *text, const struct bl_bus *bus, int k) {
    if (bus->onboard) bl_text_add(text, "     ring/rarb of FPGA %d", k + 1);
    else bl_text_add(text, "     arbiter/ring/g_domain[%d].rarb", k);
}

static void add_fork(struct bl_text *text, const struct bl_bus *bus, const struct fork *fork,
                     int k) {
    if (bus->onboard) bl_text_add(text, "       %s -> ", fork->net);
    else bl_text_add(text, "       %s[%d] -> ", fork->wire, sender(bus, fork, k));
    add_readers(text, bus, fork, k, "", ", ");
    bl_text_add(text, "\n");
}

/* The token's fork, behind its delay. */
static void add_token_fork(struct bl_text *text, const struct bl_bus *bus, int k) {
    const struct fork token = {.readers = {"latch_taken/s_load", "latch_open/s_load",
                                           k ? "latch_token/s_clear" : "g_first.table_here/i[0]"},
                               .row = "here"};
    if (bus->onboard) bl_text_add(text, "       m_token of ring/stop -> ");
    else bl_text_add(text, "       token_late of g_domain[%d] -> ", k);
    add_readers(text, bus, &token, k, "", ", ");
    bl_text_add(text, "\n");
}

void bl_bus_forks(struct bl_text *text, const struct bl_bus *bus) {
    for (int k = 0; k < bl_bus_cells(bus); k++) {
        add_cell_name(text, bus, k);
        bl_text_add(text, ":\n");
        for (int i = 0; i < FORK_COUNT; i++) add_fork(text, bus, &FORKS[i], k);
        add_token_fork(text, bus, k);
    }
}

/* The bound of a fork in SDC: from pin to pins. */
static void add_bound(struct bl_text *text, const struct bl_bus *bus, const struct fork *fork,
                      int k) {
    char prefix[64];
    snprintf(prefix, sizeof prefix, "arbiter/ring/g_domain[%d].rarb/", k);
    bl_text_add(text, " -from [get_pins {arbiter/ring/g_domain[%d].rarb/%s}] -to [get_pins {",
                sender(bus, fork, k), fork->output);
    add_readers(text, bus, fork, k, prefix, " ");
    bl_text_add(text, "}]\n");
}

void bl_bus_fork_bounds(struct bl_text *text, const struct bl_bus *bus, bool vivado) {
    bl_text_add(text, "\n# 4: forks. A segment is the way to the cell; there the branches differ "
                      "by less than a look-up table\n");
    for (int k = 0; k < bl_bus_cells(bus); k++)
        for (int i = 0; i < FORK_COUNT; i++) {
            const struct fork *fork = &FORKS[i];
            int from = sender(bus, fork, k);
            bl_text_add(text, "set_max_delay [expr {$bl_segment_ns + $bl_gate_ns}]");
            if (vivado)
                bl_text_add(text,
                            " -from [get_pins -leaf -of_objects [get_nets {arbiter/ring/%s[%d]}] "
                            "-filter {DIRECTION == OUT}]"
                            " -to [get_pins -leaf -of_objects [get_nets {arbiter/ring/%s[%d]}] "
                            "-filter {DIRECTION == IN}]\n",
                            fork->wire, from, fork->wire, from);
            else add_bound(text, bus, fork, k);
        }
}

void bl_bus_mutexes(struct bl_text *text, const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus);
    if (!bl_bus_is_centralised(bus))
        for (int k = 0; k < cells; k++)
            add_cell_name(text, bus, k),
                bl_text_add(text, ": %s\n",
                            bus->arbiter ? "at_end_of_0 with at_end_of_1; at_grant_0, at_grant_1"
                                         : "g_way[0].latch_end with g_way[1].latch_end; "
                                           "g_way[0].g_split.table_drive, "
                                           "g_way[1].g_split.table_drive");
    else
        for (int i = 2; i < 2 * cells; i += 2)
            bl_text_add(text,
                        "     arbiter/arbiter/tree: g_child[%d].decide with g_child[%d].decide\n",
                        i, i + 1);
}

/* Of the tables of a mutual exclusion `head`0`tail`, `head`1`tail`, a table `which` of so many
 * inputs each. */
static void add_pair(struct bl_text *text, const char *head, int first, const char *tail) {
    for (int side = 0; side < 2; side++)
        bl_text_add(text, " {%s[%d].%s} X0Y0", head, first + side, tail);
}

/* The mutual exclusion of a made cell and its filters. */
static void add_made_pairs(struct bl_text *text, const struct bl_bus *bus, int k,
                           const char *cell) {
    static const char *const gates[] = {"end_cw", "end_ccw", "grant_cw", "grant_ccw"};
    const struct bl_arbiter *a = bus->arbiter;
    for (int i = 0; i < 4; i++) {
        bl_text_add(text, " {%s/", cell);
        bl_cell_primitive(text, k ? &a->other_map : &a->first_map, gates[i]);
        bl_text_add(text, "} X0Y0");
    }
}

void bl_bus_mutex_place(struct bl_text *text, const struct bl_bus *bus, int k, const char *cell) {
    char head[96];
    bl_text_add(text, "create_macro bl_end_%d\nupdate_macro bl_end_%d [list", k, k);
    snprintf(head, sizeof head, "%s/g_way", cell);
    if (bus->arbiter) add_made_pairs(text, bus, k, cell);
    else {
        add_pair(text, head, 0, "latch_end/g_table.hold/g_xilinx_6.table_6");
        add_pair(text, head, 0, "g_split.table_drive/g_xilinx_4.table_4");
    }
    bl_text_add(text, "]\n");
}

void bl_bus_mutex_places(struct bl_text *text, const struct bl_bus *bus) {
    int cells = bl_bus_cells(bus);
    char cell[64];
    bl_text_add(text, "\n# Mutual exclusions: their LUTs in one slice (FABRIC 2)\n");
    for (int k = 0; k < cells && !bl_bus_is_centralised(bus); k++) {
        snprintf(cell, sizeof cell, "arbiter/ring/g_domain[%d].rarb", k);
        bl_bus_mutex_place(text, bus, k, cell);
    }
    for (int i = 2; i < 2 * cells && bl_bus_is_centralised(bus); i += 2) {
        bl_text_add(text, "create_macro bl_tree_%d\nupdate_macro bl_tree_%d [list", i, i);
        add_pair(text, "arbiter/arbiter/tree/g_child", i, "decide/g_xilinx_4.table_4");
        bl_text_add(text, "]\n");
    }
}
