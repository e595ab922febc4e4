#include "emit/emit_icarus.h"

#include "emit/emit_shim.h"
#include "emit/parts.h"

/* The layout of simulation/core/icarus.h, in 32-bit words. */
enum { IN_HEAD = 4, OUT_HEAD = 2, OUT_CHANNEL = 7 };

static int word_words(const struct bl_node_shape *shape) { return shape->word_bytes / 4; }
static int flit_words(const struct bl_node_shape *shape) { return (shape->flit_bits + 31) / 32; }
static int in_channel(const struct bl_node_shape *shape, int j) {
    return IN_HEAD + j * (1 + word_words(shape));
}
static int out_channel(const struct bl_node_shape *shape, int j) {
    return OUT_HEAD + j * (OUT_CHANNEL + word_words(shape));
}
static int in_link(const struct bl_node_shape *shape, int d) {
    return in_channel(shape, shape->channels) + d * (1 + flit_words(shape));
}
static int out_link(const struct bl_node_shape *shape, int d) {
    return out_channel(shape, shape->channels) + d * (1 + flit_words(shape));
}

/* One connection to bits [32 * word + bit +: bits] of a vector. */
static void connect(struct bl_text *text, const char *prefix, int number, const char *port,
                    const char *vector, int word, int bit, int bits) {
    bl_text_add(text, ",\n        .%s", prefix);
    if (number >= 0) bl_text_add(text, "%d_", number);
    bl_text_add(text, "%s(%s[%d:%d])", port, vector, 32 * word + bit + bits - 1, 32 * word + bit);
}

struct row {
    const char *port;
    int bit;
};

static void connect_rows(struct bl_text *text, const char *prefix, int number,
                         const struct row *rows, const char *vector, int word) {
    for (; rows->port; rows++)
        connect(text, prefix, number, rows->port, vector, word, rows->bit, 1);
}

static void connect_registers(struct bl_text *text, const struct bl_node_shape *shape) {
    static const struct row in[] = {{"awvalid", 1}, {"wvalid", 2}, {"bready", 3},
                                    {"arvalid", 4}, {"rready", 5}, {0}};
    static const struct row out[] = {{"awready", 0}, {"wready", 1}, {"bvalid", 2},
                                     {"arready", 3}, {"rvalid", 4}, {0}};
    connect_rows(text, "s_axil_", -1, in, "in", 0);
    connect(text, "s_axil_", -1, "awaddr", "in", 1, 0, shape->register_address_bits);
    connect(text, "s_axil_", -1, "wdata", "in", 2, 0, 32);
    connect(text, "s_axil_", -1, "wstrb", "in", 0, 8, 4);
    connect(text, "s_axil_", -1, "araddr", "in", 3, 0, shape->register_address_bits);
    connect_rows(text, "s_axil_", -1, out, "out", 0);
    connect(text, "s_axil_", -1, "bresp", "out", 0, 8, 2);
    connect(text, "s_axil_", -1, "rresp", "out", 0, 12, 2);
    connect(text, "s_axil_", -1, "rdata", "out", 1, 0, 32);
}

static void connect_channel(struct bl_text *text, const struct bl_node_shape *shape, int j) {
    static const struct row in[] = {{"arready", 0}, {"rvalid", 1}, {"rlast", 2}, {"awready", 3},
                                    {"wready", 4},  {"bvalid", 5}, {0}};
    static const struct row out[] = {{"arvalid", 0},
                                     {"rready", 1},
                                     {"awvalid", 2},
                                     {"wvalid", 3},
                                     {"wlast", 4},
                                     {"bready", 5},
                                     {0}};
    int from = in_channel(shape, j), to = out_channel(shape, j), bits = 8 * shape->word_bytes;
    connect_rows(text, "m_axi_ch", j, in, "in", from);
    connect(text, "m_axi_ch", j, "rresp", "in", from, 8, 2);
    connect(text, "m_axi_ch", j, "bresp", "in", from, 12, 2);
    connect(text, "m_axi_ch", j, "rdata", "in", from + 1, 0, bits);
    connect_rows(text, "m_axi_ch", j, out, "out", to);
    connect(text, "m_axi_ch", j, "arlen", "out", to, 8, 8);
    connect(text, "m_axi_ch", j, "awlen", "out", to, 16, 8);
    connect(text, "m_axi_ch", j, "araddr", "out", to + 1, 0, shape->address_bits);
    connect(text, "m_axi_ch", j, "awaddr", "out", to + 3, 0, shape->address_bits);
    connect(text, "m_axi_ch", j, "wstrb", "out", to + 5, 0, shape->word_bytes);
    connect(text, "m_axi_ch", j, "wdata", "out", to + OUT_CHANNEL, 0, bits);
}

static void connect_link(struct bl_text *text, const struct bl_node_shape *shape, int d) {
    int from = in_link(shape, d), to = out_link(shape, d);
    connect(text, "m_link", d, "tready", "in", from, 0, 1);
    connect(text, "s_link", d, "tvalid", "in", from, 1, 1);
    connect(text, "m_link", d, "credit", "in", from, 4, 4);
    connect(text, "s_link", d, "tdata", "in", from + 1, 0, shape->flit_bits);
    connect(text, "m_link", d, "tvalid", "out", to, 0, 1);
    connect(text, "s_link", d, "credit", "out", to, 4, 4);
    connect(text, "m_link", d, "tdata", "out", to + 1, 0, shape->flit_bits);
}

static int line_words(const struct bl_node_shape *shape) {
    return shape->bus_lines ? (shape->bus_lines + 2 + 31) / 32 : 0;
}
static int bus_words(const struct bl_node_shape *shape) {
    return shape->bus_lines ? 1 + line_words(shape) : 0;
}

static void connect_bus(struct bl_text *text, const struct bl_node_shape *shape) {
    static const struct row in[] = {{"told", 0}, {"busy", 1}, {"path", 2}, {"ack", 3}, {0}},
                            out[] = {{"wish", 0}, {"ack", 1}, {0}};
    int from = in_link(shape, shape->links), to = out_link(shape, shape->links);
    if (!shape->bus_lines) return;
    connect_rows(text, "s_bus_", -1, in, "in", from);
    connect(text, "s_bus_line", -1, "", "in", from + 1, 0, shape->bus_lines + 2);
    connect_rows(text, "m_bus_", -1, out, "out", to);
    connect(text, "m_bus_number", -1, "", "out", to, 8, shape->number_bits);
    connect(text, "m_bus_line", -1, "", "out", to + 1, 0, shape->bus_lines + 2);
}

void bl_emit_icarus_top(struct bl_text *text, const struct bl_node_shape *shape) {
    struct bl_parts parts = {.text = text, .file = "icarus_top.v", .values = {['T'] = shape->top}};
    bl_part_number(&parts, 'C', shape->clock_count - 1);
    bl_part_number(&parts, 'I', 32 * (in_link(shape, shape->links) + bus_words(shape)) - 1);
    bl_part_number(&parts, 'O', 32 * (out_link(shape, shape->links) + bus_words(shape)) - 1);
    bl_part(&parts, "begin");
    for (int i = 0; i < shape->clock_count; i++) {
        parts.values['S'] = shape->clocks[i];
        bl_part_number(&parts, 'E', i);
        bl_part(&parts, "clock");
    }
    bl_text_add(text, "        .rst(in[0:0])");
    connect_registers(text, shape);
    for (int j = 0; j < shape->channels; j++) connect_channel(text, shape, j);
    for (int d = 0; d < shape->links; d++) connect_link(text, shape, d);
    connect_bus(text, shape);
    bl_part(&parts, "end");
}

void bl_emit_icarus_model(struct bl_text *text, const struct bl_node_shape *shape) {
    struct bl_parts parts = {.text = text, .file = "icarus_model.c"};
    bl_node_holes(&parts, shape);
    parts.values['B'] = shape->bus_lines ? "&bl_sim_bus_icarus" : "NULL";
    bl_part(&parts, "all");
}
