/* The node's side of hubs: bl_hub between the host and the links. */
#include "base/arena.h"
#include "base/bits.h"
#include "lower/lower.h"
#include "lower/lower_network.h"
#include "lower/lowering.h"
#include "network/hub/hub_inner.h"
#include "node/ports.h"

static const char *const names[BL_HUB_PORTS] = {"n", "e", "w", "s"};

/* ---- the ports to other hubs */

static const struct bl_port_face face = {.header = "network/hub/carried/hub.h",
                                         .sources = "simulation/medium/hub",
                                         .in = "struct bl_hub_in",
                                         .out = "struct bl_hub_out",
                                         .member = "network"};

static void add_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                     struct bl_pins *pins) {
    (void)cluster, (void)flit_bits;
    for (int i = 1; i < BL_HUB_PORTS; i++)
        bl_pins_add_tlp(arena, pins, names[i], bl_format(arena, "link[%d]", i - 1));
}

const struct bl_network_port bl_hub_ports[] = {{"network", &face, add_pins, NULL}, {0}};

/* ---- the host's words */

const struct bl_network_register bl_hub_registers[] = {
    BL_NETWORK_TABLE("{changes, 0 [2], range [3], field [2], value [24]}: ranges"),
    {.name = "dropped", .help = "writes that nobody took, modulo 2^32"},
    {.name = "chain_low", .config = true, .help = "bus address of the first descriptor"},
    {.name = "chain_high", .config = true, .help = "and its bits above 2^32"},
    {.name = "end_low",
     .config = true,
     .help = "where in the window the end is written; 0: nowhere"},
    {.name = "end_high", .config = true, .help = "and its bits above 2^32"},
    {.name = "end_value", .config = true, .help = "what is written there"},
    {.name = "go",
     .config = true,
     .help = "15..0: another number than before starts a run; 16: of registers, 21..17 of them"},
    {.name = "stop", .config = true, .help = "15..0: the number of a run that is to stop"},
    {.name = "slot", .config = true, .help = "the register that `request` is put into"},
    {.name = "request0", .config = true, .help = "a descriptor, of which this is the first word"},
    {.name = "request1", .config = true, .help = "its second"},
    {.name = "request2", .config = true, .help = "its third"},
    {.name = "request3", .config = true, .help = "its fourth"},
    {.name = "request4", .config = true, .help = "its fifth"},
    {.name = "request5", .config = true, .help = "its sixth"},
    {.name = "request6", .config = true, .help = "its seventh"},
    {.name = "request7", .config = true, .help = "its eighth"},
    {.name = "state",
     .help = "bits 31..24 its error, 16: it runs, 15..0 the last number that has ended"},
    {.name = "count", .help = "requests of it that were begun"},
    {.name = "report_chain",
     .help = "of what the engine has written since the last start was lost first: bits 31..24 why, "
             "23..16 at which hub"},
    {.name = "report_store",
     .help = "the same of what the host has stored, the last; 15..0: how many, modulo 2^16"},
    {0}};

/* ---- the circuit */

enum { REQUEST_WORDS = 8 };

/* A signal of all ports side by side, N lowest. */
static void connect_pins(struct bl_lowering *lo, struct bl_instance *inst, const char *port,
                         const char *interface, const char *role) {
    const char *all = "";
    for (int i = BL_HUB_PORTS - 1; i >= 0; i--)
        all = bl_format(lo->arena, "%s%s_%s_%s%s", all, interface, names[i], role, i ? ", " : "");
    bl_instance_connect(lo->circuit, inst, port, "{%s}", all);
}

static void connect_engine(struct bl_lowering *lo, struct bl_instance *inst) {
    static const char *const wires[][2] = {
        {"chain", "{network_chain_high[15:0], network_chain_low}"},
        {"end_at", "{network_end_high[15:0], network_end_low}"},
        {"end_value", "network_end_value"},
        {"go", "network_go[21:0]"},
        {"stop", "network_stop[15:0]"},
        {"slot", "network_slot[3:0]"}};
    const struct bl_host *host = lo->program->cluster.host;
    const char *request = "network_request0";
    for (int i = 1; i < REQUEST_WORDS; i++)
        request = bl_format(lo->arena, "network_request%d, %s", i, request);
    bl_instance_set(lo->circuit, inst, "LOG_REQUEST", bl_log2(host->request));
    bl_instance_set(lo->circuit, inst, "TAGS", bl_hub_tags(&lo->program->cluster));
    bl_instance_set(lo->circuit, inst, "STEP", bl_hub_step(&lo->program->cluster));
    for (size_t i = 0; i < sizeof wires / sizeof *wires; i++)
        bl_instance_connect(lo->circuit, inst, wires[i][0], "%s", wires[i][1]);
    bl_instance_connect(lo->circuit, inst, "request", "{%s}", request);
    bl_circuit_net(lo->circuit, 1,
                   "&{1'b0, network_chain_high[31:16], network_end_high[31:16], network_go[31:22], "
                   "network_stop[31:16], network_slot[31:4]}",
                   "unused_engine");
    bl_circuit_net(lo->circuit, 1, NULL, "network_irq");
    bl_instance_connect(lo->circuit, inst, "irq", "network_irq");
    bl_instance_connect(lo->circuit, inst, "state", "network_state");
    bl_instance_connect(lo->circuit, inst, "count", "network_count");
}

/* The node's registers, which have no other way to the host. */
static void connect_registers(struct bl_lowering *lo, struct bl_instance *inst) {
    const struct bl_pins pins = bl_node_registers(lo->arena);
    for (int i = 0; i < pins.count; i++) {
        const struct bl_pin *pin = &pins.items[i];
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "m_axil_%s", pin->role),
                            "%s_%s", pin->interface, pin->role);
    }
}

static int log_slice(const struct bl_cluster *cluster) {
    int log = 0;
    while (INT64_C(1) << log < bl_hub_slice(cluster)) log++;
    return log;
}

void bl_hub_lower(struct bl_lowering *lo) {
    static const char *const outward[] = {"tvalid", "tready", "tdata", "tlast", "tuser", "drained"};
    static const char *const inward[] = {"tvalid", "tdata", "tlast", "tuser", "up"};
    const struct bl_cluster *cluster = &lo->program->cluster;
    struct bl_instance *inst = bl_circuit_instance(
        lo->circuit, "bl_hub", "hub", "between the host and the links", cluster->network.range);
    bl_instance_set(lo->circuit, inst, "LOG_WORDS", bl_hub_log_words(cluster));
    bl_instance_set(lo->circuit, inst, "SLOTS", bl_hub_slots(cluster));
    bl_instance_set(lo->circuit, inst, "LOG_SLICE", log_slice(cluster));
    bl_instance_set(lo->circuit, inst, "BUBBLE", !bl_hub(cluster)->cut);
    bl_instance_set(lo->circuit, inst, "LOG_MEMORY", bl_hub_log_memory(cluster));
    bl_instance_set(lo->circuit, inst, "LOG_PAYLOAD", bl_log2(cluster->host->payload));
    bl_instance_set(lo->circuit, inst, "HOST_PAGES", (int)bl_window_pages(cluster->host->memory));
    bl_instance_set(lo->circuit, inst, "GPUS", cluster->host->gpus);
    bl_instance_set(lo->circuit, inst, "GPU_PAGES", (int)bl_window_pages(cluster->host->gpu));
    bl_lower_network_clock(lo, inst);
    bl_instance_connect(lo->circuit, inst, "node", "{%d'd0, %s}", 16 - lo->node_bits,
                        bl_lower_network_node(lo));
    bl_lower_connect_table(lo, inst);
    bl_instance_connect(lo->circuit, inst, "dropped", "network_dropped");
    bl_instance_connect(lo->circuit, inst, "report_chain", "network_report_chain");
    bl_instance_connect(lo->circuit, inst, "report_store", "network_report_store");
    connect_engine(lo, inst);
    connect_registers(lo, inst);
    for (size_t i = 0; i < sizeof outward / sizeof *outward; i++)
        connect_pins(lo, inst, bl_format(lo->arena, "m_%s", outward[i]), "m_tlp", outward[i]);
    for (size_t i = 0; i < sizeof inward / sizeof *inward; i++)
        connect_pins(lo, inst, bl_format(lo->arena, "s_%s", inward[i]), "s_tlp", inward[i]);
    connect_pins(lo, inst, "m_freed", "s_tlp", "freed");
    connect_pins(lo, inst, "s_freed", "m_tlp", "freed");
}
