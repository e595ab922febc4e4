/* The node's side of Ethernet: bl_ethernet between the endpoint's links and the MAC's pins, and the
   registers by which the host opens it. */
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/text.h"
#include "ir/program.h"
#include "kind/kind.h"
#include "lower/lower.h"
#include "lower/lower_network.h"
#include "lower/lowering.h"
#include "network/ethernet/carried/counters.h"
#include "network/ethernet/carried/ethernet.h"
#include "network/ethernet/carried/header.h"
#include "network/ethernet/ethernet_inner.h"
#include "output/manifest.h"

/* ---- the port */

static const struct bl_signal signals[] = {BL_ETHERNET_PINS(BL_SIGNAL_IN, BL_SIGNAL_OUT)};
enum { SIGNALS = sizeof signals / sizeof *signals };

static const struct bl_port_face face = {.header = "network/ethernet/carried/ethernet.h",
                                         .sources = "simulation/medium/ethernet",
                                         .in = "struct bl_ethernet_in",
                                         .out = "struct bl_ethernet_out",
                                         .member = "network"};

static int width_of(const struct bl_cluster *cluster, int width) {
    int bits = bl_ethernet(cluster)->width;
    return width == BL_ETHERNET_DATA ? bits : width == BL_ETHERNET_KEEP ? bits / 8 : width;
}

/* Of two streams: what is sent, with its tready, and what comes. */
static const char *stream(const struct bl_signal *signal) {
    return signal->direction == BL_OUTPUT || !strcmp(signal->name, "tready") ? "m_mac" : "s_mac";
}

static void add_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                     struct bl_pins *pins) {
    (void)flit_bits;
    for (int i = 0; i < SIGNALS; i++)
        bl_pins_add(arena, pins, &signals[i], width_of(cluster, signals[i].width),
                    stream(&signals[i]), NULL);
}

const struct bl_network_port bl_ethernet_ports[] = {{"network", &face, add_pins, NULL}, {0}};

/* ---- the host's words */

const struct bl_network_register bl_ethernet_registers[] = {
    {.name = "session",
     .config = true,
     .role = BL_ROLE_SESSION,
     .help = "a number other than 0 opens the port; another one after each reset"},
    {.name = "ethertype", .config = true, .help = "type of the frames; 0: 0x88B5"},
    {.name = "select",
     .config = true,
     .help = "whose address is written: a node, or 255 for this one"},
    {.name = "address_low", .config = true, .help = "bits 31..0 of the address"},
    {.name = "address_high",
     .config = true,
     .help = "bits 15..0: bits 47..32 of the address; a change of bit 16 stores the address"},
    {.name = "count_select",
     .config = true,
     .role = BL_ROLE_SELECT,
     .help = "the counter to be read: 16 times its number, and the peer"},
    {.name = "count_shown", .role = BL_ROLE_SHOWN, .help = "of which counter `count` is"},
    {.name = "count", .role = BL_ROLE_COUNT, .help = "the counter, modulo 2^32"},
    {0}};

enum { OF_node, OF_peer, TELLS_traffic = 0, TELLS_loss, TELLS_presence };
const struct bl_network_counter bl_ethernet_counters[] = {
#define BL_EVENT(side, number, name, of, tells, help) \
    {#name,                                           \
     help,                                            \
     BL_ETHERNET_COUNTS_##name,                       \
     OF_##of,                                         \
     TELLS_##tells == TELLS_loss,                     \
     TELLS_##tells == TELLS_presence},
#include "network/ethernet/carried/counters.def"
#undef BL_EVENT
    {0}};

/* A word of the host as bl_ethernet takes it. `late`: it says that the others stand, so it comes
   two cycles behind them; they are no Gray code, and some bits may come a cycle before others. */
static const struct {
    const char *port, *value; /* in the core's clock */
    int width;                /* 0: of a node's number */
    bool late;
} words[] = {{"node", "node", 0, false},
             {"number", "network_session[15:0]", 16, false},
             {"type", "network_ethertype[15:0]", 16, false},
             {"select", "network_select[7:0]", 8, false},
             {"address_low", "network_address_low", 32, false},
             {"address_high", "network_address_high[15:0]", 16, false},
             {"count_select", "network_count_select[15:0]", 16, false},
             {"opened", "|network_session[15:0]", 1, true},
             {"address_write", "network_address_high[16]", 1, true}};
enum { WORDS = sizeof words / sizeof *words, LATE_STAGES = 4 };

static int word_width(const struct bl_lowering *lo, int i) {
    return words[i].width ? words[i].width : bl_max(1, lo->node_bits);
}

static struct bl_instance *synchroniser(struct bl_lowering *lo, const char *name, int width,
                                        const char *comment, const char *clock) {
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_synchroniser", name, comment,
                                                   lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, inst, "WIDTH", width);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", clock);
    return inst;
}

/* The words that are late, or the others, side by side. */
static void cross(struct bl_lowering *lo, bool late) {
    const char *from = "{", *to = "{", *comma = "";
    int width = 0;
    for (int i = 0; i < WORDS; i++) {
        if (words[i].late != late) continue;
        from = bl_format(lo->arena, "%s%s%s", from, comma, words[i].value);
        to = bl_format(lo->arena, "%s%smac_%s", to, comma, words[i].port);
        width += word_width(lo, i);
        comma = ", ";
    }
    struct bl_instance *inst = synchroniser(
        lo, late ? "strobe_crossing" : "settings_crossing", width,
        late ? "that they stand" : "what the host writes", lo->network.clock);
    if (late) bl_instance_set(lo->circuit, inst, "STAGES", LATE_STAGES);
    bl_instance_connect(lo->circuit, inst, "s", "%s}", from);
    bl_instance_connect(lo->circuit, inst, "m", "%s}", to);
}

void bl_ethernet_host_nets(struct bl_lowering *lo) {
    for (int i = 0; i < WORDS; i++)
        bl_circuit_net(lo->circuit, word_width(lo, i), lo->network_crosses ? NULL : words[i].value,
                       "mac_%s", words[i].port);
    if (lo->network_crosses) {
        cross(lo, false);
        cross(lo, true);
    }
    bl_circuit_net(lo->circuit, 16, "mac_number & {16{mac_opened}}", "mac_session");
    bl_circuit_net(
        lo->circuit, 16,
        bl_format(lo->arena, "(mac_type == 16'd0) ? 16'h%04x : mac_type", BL_ETHERNET_TYPE),
        "mac_ethertype");
    bl_circuit_net(lo->circuit, 32, NULL, "mac_count");
    bl_circuit_net(lo->circuit, 16, NULL, "mac_count_shown");
    /* what the host's words have beyond that */
    bl_circuit_net(lo->circuit, 1,
                   "&{network_session[31:16], network_ethertype[31:16], network_select[31:8], "
                   "network_address_high[31:17], network_count_select[31:16]}",
                   "unused_network_bits");
    if (!lo->network_crosses) {
        bl_circuit_assign(lo->circuit, "network_count", "mac_count");
        bl_circuit_assign(lo->circuit, "network_count_shown", "{16'd0, mac_count_shown}");
        return;
    }
    bl_circuit_net(lo->circuit, 16, NULL, "core_count_shown");
    struct bl_instance *inst = synchroniser(lo, "count_crossing", 48, "a counter and which it is",
                                            lo->domains[0].clock);
    bl_instance_connect(lo->circuit, inst, "s", "{mac_count_shown, mac_count}");
    bl_instance_connect(lo->circuit, inst, "m", "{core_count_shown, network_count}");
    bl_circuit_assign(lo->circuit, "network_count_shown", "{16'd0, core_count_shown}");
}

/* ---- the circuit */

/* Of the header's fields and the program as it is run: nodes that differ do not understand each
   other. */
static const char *hash(const struct bl_lowering *lo) {
    struct bl_text text = {0};
#define BL_BITS(name, bits, help) bl_text_add(&text, #name " %d\n", bits);
#include "network/ethernet/carried/header.def"
#undef BL_BITS
    lo->program->kind->print(&text, lo->program);
    bl_text_add(&text, "%s", lo->node->as_run);
    const char *digits = bl_content_hash(lo->arena, &text);
    bl_text_free(&text);
    return digits;
}

static void parameters(struct bl_lowering *lo, struct bl_instance *inst) {
    const struct bl_cluster *cluster = &lo->program->cluster;
    const struct bl_carrier *carrier = &lo->node->carrier;
    const struct bl_ethernet_plan plan = bl_ethernet_plan(cluster, carrier);
    const struct bl_parameter values[] = {{"WIDTH", bl_ethernet(cluster)->width},
                                          {"RUN_WORDS", plan.run_words},
                                          {"LOG_WINDOW", plan.log_window},
                                          {"WINDOW", plan.window},
                                          {"SEND_FRAMES", plan.send_frames},
                                          {"RECV_FRAMES", plan.recv_frames},
                                          {"TIMEOUT", plan.timeout},
                                          {"RETRIES", bl_ethernet(cluster)->retries},
                                          {"PATIENCE", plan.patience},
                                          {"LOG_BUFFER", lo->node->carrier.links.log_depth}};
    bl_lower_link_settings(lo, inst);
    bl_instance_set_all(lo->circuit, inst, values, sizeof values / sizeof *values);
    const char *digits = hash(lo);
    bl_instance_set_bits(lo->circuit, inst, "HASH_HIGH", bl_format(lo->arena, "32'h%.8s", digits));
    bl_instance_set_bits(lo->circuit, inst, "HASH_LOW",
                         bl_format(lo->arena, "32'h%.8s", digits + 8));
}

void bl_ethernet_connect(struct bl_lowering *lo, struct bl_instance *inst) {
    static const char *const ports[][2] = {{"node", "mac_node"},
                                           {"session", "mac_session"},
                                           {"ethertype", "mac_ethertype"},
                                           {"select", "mac_select"},
                                           {"address_low", "mac_address_low"},
                                           {"address_high", "mac_address_high"},
                                           {"address_write", "mac_address_write"},
                                           {"count_select", "mac_count_select"},
                                           {"count", "mac_count"},
                                           {"count_shown", "mac_count_shown"}};
    bl_lower_network_clock(lo, inst);
    for (size_t i = 0; i < sizeof ports / sizeof *ports; i++)
        bl_instance_connect(lo->circuit, inst, ports[i][0], "%s", ports[i][1]);
    for (int i = 0; i < SIGNALS; i++) {
        const char *pin = bl_format(lo->arena, "%s_%s", stream(&signals[i]), signals[i].name);
        bl_instance_connect(lo->circuit, inst, pin, "%s", pin);
    }
}

void bl_ethernet_lower(struct bl_lowering *lo) {
    bl_ethernet_host_nets(lo);
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_ethernet", "ethernet",
                                                   "links in Ethernet frames",
                                                   lo->program->cluster.network.range);
    parameters(lo, inst);
    bl_ethernet_connect(lo, inst);
    bl_lower_connect_carrier(lo, inst, "");
}
