#include "synth/netlist/synth_netlist.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "synth/netlist/synth_lines.h"

struct reader {
    struct bl_arena *arena;
    struct bl_netlist *netlist;
    const struct bl_fabric *fabric;
    int *slots, slot_count; /* wires by name */
    struct {
        int (*items)[2];
        int count, capacity;
    } same;
};

static unsigned hash(const char *at, size_t length) {
    unsigned value = 2166136261u;
    for (size_t i = 0; i < length; i++) value = (value ^ (unsigned char)at[i]) * 16777619u;
    return value;
}

static void enter(struct reader *reader, int wire) {
    const char *name = reader->netlist->wires.items[wire].name;
    unsigned slot = hash(name, strlen(name));
    while (reader->slots[slot % (unsigned)reader->slot_count]) slot++;
    reader->slots[slot % (unsigned)reader->slot_count] = wire + 1;
}

static void add_wire(struct reader *reader, const char *line) {
    struct bl_netlist *netlist = reader->netlist;
    struct bl_netlist_wire *wire = BL_APPEND(reader->arena, &netlist->wires);
    *wire = (struct bl_netlist_wire){.first = netlist->bits, .width = 1};
    for (line += strlen("  wire "); *line != '\\' && *line != '$';
         line += bl_word_length(line) + 1) {
        if (bl_starts(line, "width ")) wire->width = atoi(line + 6);
        wire->input |= bl_starts(line, "input ");
        wire->output |= bl_starts(line, "output ");
    }
    wire->name = bl_strndup(reader->arena, line, bl_word_length(line));
    netlist->bits += wire->width;
    if (2 * netlist->wires.count > reader->slot_count) {
        reader->slot_count = reader->slot_count ? 2 * reader->slot_count : 1024;
        reader->slots = BL_NEW(reader->arena, int, reader->slot_count);
        for (int i = 0; i + 1 < netlist->wires.count; i++) enter(reader, i);
    }
    enter(reader, netlist->wires.count - 1);
}

static const struct bl_netlist_wire *find_wire(const struct reader *reader, const char *name,
                                               size_t length) {
    for (unsigned slot = hash(name, length);; slot++) {
        int found = reader->slot_count ? reader->slots[slot % (unsigned)reader->slot_count] : 0;
        if (!found) return NULL;
        const struct bl_netlist_wire *wire = &reader->netlist->wires.items[found - 1];
        if (!strncmp(wire->name, name, length) && !wire->name[length]) return wire;
    }
}

static void add_bit(struct reader *reader, struct bl_bits *bits, int bit) {
    int *place = BL_APPEND(reader->arena, bits);
    *place = bit;
}

/* A constant, "4'0101" or a plain number of 32 bits. */
static void add_constant(struct reader *reader, struct bl_bits *bits, const char *at) {
    const char *quote = memchr(at, '\'', bl_word_length(at));
    for (int i = quote ? atoi(at) : 32; i > 0; i--) add_bit(reader, bits, -1);
}

/* Reads a signal, lowest bit first, and returns what is behind it. A list in braces has its highest
 * part first. */
static const char *read_signal(struct reader *reader, struct bl_bits *bits, const char *at) {
    if (*at == '{') {
        struct bl_bits parts[2] = {{0}};
        for (at += 2; *at && *at != '}' && *at != '\n'; at += *at == ' ') {
            struct bl_bits part = {0};
            at = read_signal(reader, &part, at);
            for (int i = part.count - 1; i >= 0; i--) add_bit(reader, &parts[0], part.items[i]);
        }
        for (int i = parts[0].count - 1; i >= 0; i--) add_bit(reader, bits, parts[0].items[i]);
        return *at == '}' ? at + 1 : at;
    }
    size_t length = bl_word_length(at);
    const struct bl_netlist_wire *wire = *at == '\\' || *at == '$' ? find_wire(reader, at, length)
                                                                   : NULL;
    int low = 0, high = wire ? wire->width - 1 : -1;
    if (!wire) add_constant(reader, bits, at);
    at += length;
    if (at[0] == ' ' && at[1] == '[') {
        char *end;
        high = low = (int)strtol(at + 2, &end, 10);
        if (*end == ':') low = (int)strtol(end + 1, &end, 10);
        at = end + 1;
    }
    for (int i = low; i <= high && wire; i++) add_bit(reader, bits, wire->first + i);
    return at;
}

static void add_connection(struct reader *reader, const char *line) {
    struct bl_bits left = {0}, right = {0};
    const char *at = read_signal(reader, &left, line + strlen("  connect "));
    read_signal(reader, &right, at + 1);
    for (int i = 0; i < left.count && i < right.count; i++) {
        if (left.items[i] < 0 || right.items[i] < 0) continue;
        int(*pair)[2] = BL_APPEND(reader->arena, &reader->same);
        (*pair)[0] = left.items[i];
        (*pair)[1] = right.items[i];
    }
}

/* ---- cells */

static bool is_output(const char *port, size_t length) {
    static const char *const names[] = {"\\Y", "\\X", "\\CO", "\\Q", "\\RD_DATA"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && !strncmp(names[i], port, length)) return true;
    return false;
}

/* Clocks are no data. */
static bool is_clock(const char *port, size_t length) {
    static const char *const names[] = {"\\C", "\\CLK", "\\RD_CLK", "\\WR_CLK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && !strncmp(names[i], port, length)) return true;
    return false;
}

/* What cuts a path: a register, or an instance of which nothing is known. */
static bool is_register(const char *type) {
    static const char *const parts[] = {"DFF", "dff", "DLATCH", "dlatch"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(type, parts[i])) return true;
    return *type == '\\' || bl_starts(type, "$paramod");
}

static void add_port(struct reader *reader, struct bl_netlist_cell *cell, const char *line,
                     bool memory, bool asynchronous) {
    const char *port = line + strlen("    connect ");
    size_t length = bl_word_length(port);
    bool through = memory ? asynchronous && bl_starts(port, "\\RD_ADDR ") : cell->levels > 0;
    struct bl_bits *bits = is_output(port, length) ? &cell->outputs
                           : through               ? &cell->through
                                                   : &cell->ends;
    if (!is_clock(port, length)) read_signal(reader, bits, port + length + 1);
}

/* The value of a cell's parameter as a number; a string of zeros, or nothing, is 0. */
static long parameter(const char *line, const char *name) {
    for (; *line && !bl_starts(line, "  end"); line = bl_next_line(line)) {
        const char *at = line + strspn(line, " ");
        if (!bl_starts(at, "parameter ") || !(at = strchr(at, '\\')) || !bl_starts(at + 1, name) ||
            at[1 + strlen(name)] != ' ')
            continue;
        at += strlen(name) + 2;
        const char *quote = memchr(at, '\'', bl_word_length(at));
        return quote ? strtol(quote + 1, NULL, 2) : strtol(at, NULL, 10);
    }
    return 0;
}

static const char *add_cell(struct reader *reader, const char *line) {
    struct bl_netlist_cell *cell = BL_APPEND(reader->arena, &reader->netlist->cells);
    const char *type = line + strlen("  cell "), *name = type + bl_word_length(type) + 1;
    cell->type = bl_strndup(reader->arena, type, bl_word_length(type));
    cell->name = bl_strndup(reader->arena, name, bl_word_length(name));
    line = bl_next_line(line);
    bool memory = bl_starts(cell->type, "$mem"),
         asynchronous = memory && !parameter(line, "RD_CLK_ENABLE");
    if (memory)
        cell->levels = asynchronous ? bl_fabric_read_levels(reader->fabric, parameter(line, "SIZE"))
                                    : 0;
    else cell->levels = is_register(cell->type) ? 0 : 1;
    for (; *line && !bl_starts(line, "  end"); line = bl_next_line(line))
        if (bl_starts(line, "    connect ")) add_port(reader, cell, line, memory, asynchronous);
    return line;
}

/* ---- nets */

int bl_netlist_net(const struct bl_netlist *netlist, int bit) {
    while (netlist->same[bit] != bit) bit = netlist->same[bit] = netlist->same[netlist->same[bit]];
    return bit;
}

static void join(struct reader *reader) {
    struct bl_netlist *netlist = reader->netlist;
    netlist->same = BL_NEW(reader->arena, int, netlist->bits + 1);
    netlist->driver = BL_NEW(reader->arena, int, netlist->bits + 1);
    for (int i = 0; i < netlist->bits; i++) netlist->same[i] = i, netlist->driver[i] = -1;
    for (int i = 0; i < reader->same.count; i++) {
        int a = bl_netlist_net(netlist, reader->same.items[i][0]),
            b = bl_netlist_net(netlist, reader->same.items[i][1]);
        netlist->same[a] = b;
    }
    for (int c = 0; c < netlist->cells.count; c++)
        for (int i = 0; i < netlist->cells.items[c].outputs.count; i++) {
            int bit = netlist->cells.items[c].outputs.items[i];
            if (bit >= 0) netlist->driver[bl_netlist_net(netlist, bit)] = c;
        }
}

void bl_netlist_read(struct bl_netlist *netlist, struct bl_arena *arena, const char *text,
                     const struct bl_fabric *fabric) {
    struct reader reader = {.arena = arena, .netlist = netlist, .fabric = fabric};
    *netlist = (struct bl_netlist){.arena = arena};
    const char *line = strstr(text, "\nmodule \\unit\n");
    line = line ? bl_next_line(line + 1) : "";
    const char *const begin = line;
    for (; *line && !bl_starts(line, "end");
         line = bl_next_line(line)) /* wires may stand behind what names them */
        if (bl_starts(line, "  wire ")) add_wire(&reader, line);
    for (line = begin; *line && !bl_starts(line, "end"); line = bl_next_line(line)) {
        if (bl_starts(line, "  cell ")) line = add_cell(&reader, line);
        else if (bl_starts(line, "  connect ")) add_connection(&reader, line);
    }
    join(&reader);
}
