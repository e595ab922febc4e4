#include "emit/emit_icarus.h"

#include "base/text.h"
#include "simulation/ring/rsb.h"

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
    bl_text_add(
        text,
        "// The node %s for Icarus: its ports as two vectors that a VPI module moves. Written by bankloom.\n",
        shape->top);
    bl_text_add(
        text,
        "`default_nettype none\nmodule bl_icarus;\n    reg [%d:0] clk;\n    reg [%d:0] in;\n    wire [%d:0] out;\n\n",
        shape->clock_count - 1, 32 * (in_link(shape, shape->links) + bus_words(shape)) - 1,
        32 * (out_link(shape, shape->links) + bus_words(shape)) - 1);
    bl_text_add(text, "    %s node (\n", shape->top);
    for (int i = 0; i < shape->clock_count; i++)
        bl_text_add(text, "        .%s(clk[%d]),\n", shape->clocks[i], i);
    bl_text_add(text, "        .rst(in[0:0])");
    connect_registers(text, shape);
    for (int j = 0; j < shape->channels; j++) connect_channel(text, shape, j);
    for (int d = 0; d < shape->links; d++) connect_link(text, shape, d);
    connect_bus(text, shape);
    bl_text_add(text, "\n    );\nendmodule\n`default_nettype wire\n");
}

/* The ring that the nodes are joined to. Pins of domain k: word 1 + k * BUS of `in`, word k * BUS
 * of `out`. */
static const char bus_body[] =
    "    localparam W = LINES + 2, BUS = 1 + (W + 31) / 32;\n"
    "    reg  [32*(1+DOMAINS*BUS)-1:0] in;\n"
    "    wire [32*DOMAINS*BUS-1:0] out;\n"
    "    wire [DOMAINS-1:0] wish, told, busy, own_cw, own_ccw, grant_cw, grant_ccw, end_cw, end_ccw, pass_cw, pass_ccw;\n"
    "    wire [DOMAINS*NUMBER-1:0] number;\n"
    "    wire [DOMAINS*W-1:0] to_left, to_right;\n"
    "    bl_rarb_ring #(.DOMAINS(DOMAINS), .NUMBER(NUMBER), .MARGIN(MARGIN)) ring (\n"
    "        .rst(in[0]), .s_wish(wish), .s_number(number),\n"
    "        .s_outer_number({DOMAINS*NUMBER{1'b0}}),\n"
    "        .m_told(told), .m_busy(busy), .m_own_cw(own_cw), .m_own_ccw(own_ccw), .m_grant_cw(grant_cw), .m_grant_ccw(grant_ccw),\n"
    "        .m_end_cw(end_cw), .m_end_ccw(end_ccw), .m_pass_cw(pass_cw), .m_pass_ccw(pass_ccw));\n"
    "    genvar k;\n"
    "    generate\n"
    "        for (k = 0; k < DOMAINS; k = k + 1) begin : g_domain\n"
    "            localparam LEFT = (k + DOMAINS - 1) % DOMAINS, RIGHT = (k + 1) % DOMAINS, IN = 32 * (1 + k * BUS), OUT = 32 * k * BUS;\n"
    "            wire [W-1:0] from_left, from_right;\n"
    "            assign #DELAY from_left  = to_right[LEFT*W +: W];\n"
    "            assign #DELAY from_right = to_left[RIGHT*W +: W];\n"
    "            assign wish[k] = in[IN];\n"
    "            assign number[k*NUMBER +: NUMBER] = in[IN+8 +: NUMBER];\n"
    "            assign out[OUT +: 3] = {(own_cw[k] & grant_cw[k]) | (own_ccw[k] & grant_ccw[k]), busy[k], told[k]};\n"
    "            assign out[OUT+4 +: 28] = 28'd0;\n"
    "            bl_rsb_switch #(.LINES(LINES)) switch (\n"
    "                .own_cw(own_cw[k]), .own_ccw(own_ccw[k]), .end_cw(end_cw[k]), .end_ccw(end_ccw[k]), .pass_cw(pass_cw[k]),\n"
    "                .pass_ccw(pass_ccw[k]), .s_line(in[IN+32 +: W]), .m_ack(out[OUT+3]), .m_line(out[OUT+32 +: W]), .s_ack(in[IN+1]),\n"
    "                .s_left(from_left), .m_left(to_left[k*W +: W]), .s_right(from_right), .m_right(to_right[k*W +: W]));\n"
    "        end\n"
    "    endgenerate\n"
    "endmodule\n"
    "`default_nettype wire\n";

void bl_emit_icarus_bus(struct bl_text *text, const struct bl_node_shape *shape,
                        const struct bl_cluster *cluster) {
    const struct bl_network *network = &cluster->network;
    long long table = network->gate_ps, spread = table / 3, delay = network->delay_ps;
    bl_text_add(
        text,
        "// The ring segmented bus of %d domains for Icarus, its pins as two vectors. Written by bankloom.\n",
        cluster->nodes);
    bl_text_add(
        text,
        "`timescale 1ps/1ps\n// Every table takes %lld to %lld ps, see bl_lut: were all the same, a tie would stay.\n"
        "`define BL_RANDOM_DELAY %lld + %lld\n`define BL_WIRE_DELAY %lld\n",
        table - spread, table + spread, 2 * spread + 1, table - spread - 1, delay);
    bl_text_add(
        text,
        "`default_nettype none\nmodule bl_icarus_bus;\n    localparam DOMAINS = %d, NUMBER = %d, LINES = %d, DELAY = %lld;\n"
        "    localparam MARGIN = %d;\n",
        cluster->nodes, shape->number_bits, shape->bus_lines, delay, BL_RSB_MARGIN);
    bl_text_bytes(text, bus_body, sizeof bus_body - 1);
}

void bl_emit_icarus_model(struct bl_text *text, const struct bl_node_shape *shape) {
    bl_text_add(
        text,
        "/* The node %s under Icarus, behind the face of node_model.h. Written by bankloom. */\n",
        shape->top);
    bl_text_add(text,
                "#include <stddef.h>\n#include \"simulation/network/sim_bus.h\"\n"
                "#include \"simulation/core/icarus.h\"\n\n"
                "extern const struct bl_node_model bl_node_model_%s;\n\n",
                shape->top);
    bl_text_add(text,
                "static void *create(const void *like) {\n"
                "    return bl_icarus_create(&bl_node_model_%s, like);\n}\n\n",
                shape->top);
    bl_text_add(text,
                "const struct bl_node_model bl_node_model_%s = {\n"
                "    \"%s\", %d, %d, %d, %d, %d, %d, %d, %d, %d, create, bl_icarus_destroy, "
                "bl_icarus_settle, bl_icarus_clock, NULL, NULL, %s, %d,\n};\n",
                shape->top, shape->top, shape->channels, shape->links, shape->word_bytes,
                (shape->flit_bits + 7) / 8, shape->payload_bytes, shape->clock_count,
                shape->memory_clock, shape->link_clock, shape->memory_shared,
                shape->bus_lines ? "&bl_sim_bus_icarus" : "NULL", shape->bus_lines);
}
