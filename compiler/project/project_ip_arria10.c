/* The vendor's IP on Arria 10, which the user generates: Intel's Avalon-MM DMA for PCI Express
 * below the host port, and the 40G Ethernet core, with their pins. */
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "ir/dma.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_ip.h"
#include "project/project_top.h"

static const char HOST[] = "m_axi_host_";
enum { HOST_LENGTH = sizeof HOST - 1, MAC_BITS = 256 };
static const double MAC_HERTZ = 312.5e6;

/* A signal of the IP: its name without _i and _o, whether the IP gives it. */
struct signal {
    const char *name;
    int width;
    bool given;
};
static const struct signal movers[] = {
    {"RdAstRxData", 160, false},      {"RdAstRxValid", 1, false},     {"RdAstRxReady", 1, true},
    {"RdAstTxData", 32, true},        {"RdAstTxValid", 1, true},      {"RdDmaWrite", 1, true},
    {"RdDmaAddress", 64, true},       {"RdDmaWriteData", 256, true},  {"RdDmaBurstCount", 5, true},
    {"RdDmaByteEnable", 32, true},    {"RdDmaWaitRequest", 1, false}, {"WrAstRxData", 160, false},
    {"WrAstRxValid", 1, false},       {"WrAstRxReady", 1, true},      {"WrAstTxData", 32, true},
    {"WrAstTxValid", 1, true},        {"WrDmaRead", 1, true},         {"WrDmaAddress", 64, true},
    {"WrDmaBurstCount", 5, true},     {"WrDmaWaitRequest", 1, false}, {"WrDmaReadData", 256, false},
    {"WrDmaReadDataValid", 1, false},
};
static const struct signal masters[] = {
    {"RxmAddress", 64, true},   {"RxmByteEnable", 4, true},     {"RxmWriteData", 32, true},
    {"RxmWrite", 1, true},      {"RxmRead", 1, true},           {"RxmWaitRequest", 1, false},
    {"RxmReadData", 32, false}, {"RxmReadDataValid", 1, false},
};
static const struct signal messages[] = {
    {"TxsAddress", 64, false},   {"TxsByteEnable", 4, false}, {"TxsChipSelect", 1, false},
    {"TxsWrite", 1, false},      {"TxsRead", 1, false},       {"TxsWriteData", 32, false},
    {"TxsWaitRequest", 1, true}, {"MSIIntfc", 82, true},
};
/* Names of the core's own. */
static const struct signal clients[] = {
    {"l4_tx_data", 256, false},      {"l4_tx_empty", 5, false}, {"l4_tx_startofpacket", 1, false},
    {"l4_tx_endofpacket", 1, false}, {"l4_tx_valid", 1, false}, {"l4_tx_ready", 1, true},
    {"l4_rx_data", 256, true},       {"l4_rx_empty", 5, true},  {"l4_rx_startofpacket", 1, true},
    {"l4_rx_endofpacket", 1, true},  {"l4_rx_error", 6, true},  {"l4_rx_valid", 1, true},
    {"tx_lanes_stable", 1, true},    {"rx_pcs_ready", 1, true},
};
#define LIST(signals) signals, sizeof signals / sizeof *signals

static const struct bl_dma_row *row_of(const struct bl_project *project) {
    const struct bl_dma *dma = project->node->cluster ? project->node->cluster->dma : NULL;
    bool family = !strcmp(project->board->family->word, "arria10");
    return dma && dma->row->port && family && !project->joint ? dma->row : NULL;
}

/* The 40G core's client side has a word of 256 bits in this clock. */
static bool is_of_mac(const struct bl_project *project, int number) {
    const struct bl_cluster *cluster = project->node->cluster;
    double hertz = cluster->clocks[project->node->clock_numbers[number]].hertz;
    return hertz > 0.999 * MAC_HERTZ && hertz < 1.001 * MAC_HERTZ;
}

/* The port's clock is the IP's, so it cannot be that of a memory. */
static bool has_pcie(const struct bl_project *project) {
    return row_of(project) && (!project->node->memory.channels ||
                               project->node->host_clock != project->node->memory_clock);
}

static const char *folder(const struct bl_project *project) { return row_of(project)->folder; }

static bool has_mac_core(const struct bl_project *project) {
    int clock = project->node->network_clock;
    if (!has_pcie(project) || clock == project->node->host_clock || !is_of_mac(project, clock) ||
        (project->node->memory.channels ? clock == project->node->memory_clock : !clock))
        return false;
    for (int i = 0; i < project->circuit->ports.count; i++)
        if (!strcmp(project->circuit->ports.items[i].name, "m_mac_tdata"))
            return project->circuit->ports.items[i].width == MAC_BITS;
    return false;
}

/* ---- the shell: the host port */

static bool is_host(const char *port) { return !strncmp(port, HOST, HOST_LENGTH); }

static struct bl_instance *across(struct bl_circuit *circuit, const char *name, const char *comment,
                                  const char *clock, const char *from, const char *to) {
    bl_circuit_net(circuit, 1, NULL, "%s", to);
    struct bl_instance *inst = bl_circuit_instance(circuit, "bl_synchroniser", name, comment,
                                                   (struct bl_range){0});
    bl_instance_set(circuit, inst, "WIDTH", 1);
    bl_instance_connect(circuit, inst, "clk", "%s", clock);
    bl_instance_connect(circuit, inst, "s", "%s", from);
    bl_instance_connect(circuit, inst, "m", "%s", to);
    return inst;
}

static void mover_ports(struct bl_project *project, struct bl_instance *inst, const char *clock) {
    struct bl_circuit *shell = project->shell_circuit;
    for (size_t i = 0; i < sizeof movers / sizeof *movers; i++) {
        bl_circuit_port(shell, movers[i].given ? BL_INPUT : BL_OUTPUT, movers[i].width, "%s",
                        movers[i].name)
            ->clock = clock;
        bl_instance_connect(shell, inst, movers[i].name, "%s", movers[i].name);
    }
    for (int i = 0; i < project->circuit->ports.count; i++) {
        const char *name = project->circuit->ports.items[i].name;
        if (is_host(name))
            bl_instance_connect(
                shell, inst, bl_format(project->arena, "s_axi_%s", name + HOST_LENGTH), "%s", name);
    }
    if (bl_dma_sides(project->circuit) == BL_DMA_BOTH) return;
    bl_instance_connect(shell, inst, "s_axi_aruser", "1'b0");
    bl_instance_connect(shell, inst, "s_axi_awuser", "1'b0");
}

static void shell(struct bl_project *project) {
    struct bl_circuit *shell = project->shell_circuit;
    const char *clock = project->node->clocks[project->node->host_clock];
    bl_circuit_heading(shell, "the host port, for the board's IP");
    bl_circuit_port(shell, BL_INPUT, 1, "pcie_ready")->clock = "";
    bl_circuit_port(shell, BL_OUTPUT, 1, "host_error")->clock = clock;
    across(shell, "host_reset", "what shuts the port, in the IP's clock", clock, "ports_shut",
           "host_shut");
    bl_circuit_net(shell, 1, NULL, "host_owed");
    struct bl_instance *inst = bl_circuit_instance(shell, row_of(project)->port, "port_host",
                                                   row_of(project)->title, (struct bl_range){0});
    const struct bl_dma *dma = project->node->cluster->dma;
    bl_instance_set(shell, inst, "DATA_W", 8 * project->node->memory.word_bytes);
    bl_instance_set(shell, inst, "SIDES", bl_dma_sides(project->circuit));
    bl_instance_set(shell, inst, "LOG_QUEUE", bl_log2(dma->queue));
    bl_instance_connect(shell, inst, "clk", "%s", clock);
    bl_instance_connect(shell, inst, "rst", "host_shut");
    bl_instance_connect(shell, inst, "ready", "pcie_ready");
    bl_instance_connect(shell, inst, "busy", "host_owed");
    bl_instance_connect(shell, inst, "error", "host_error");
    mover_ports(project, inst, clock);
    bl_circuit_net(shell, 1, NULL, "host_busy");
    inst = bl_circuit_instance(shell, "bl_capture", "busy_host", "what its movers owe",
                               (struct bl_range){0});
    bl_instance_set(shell, inst, "WIDTH", 1);
    bl_instance_connect(shell, inst, "clk", "%s", clock);
    bl_instance_connect(shell, inst, "take", "1'b1");
    bl_instance_connect(shell, inst, "d", "host_owed");
    bl_instance_connect(shell, inst, "q", "host_busy");
    across(shell, "host_owes", "the same in the node's clock", "clk", "host_busy", "host_waits");
    across(shell, "memory_owes", "and what the memory owes", "clk", "ports_busy", "memory_waits");
}

/* ---- the top */

static bool is_one(const struct signal *signals, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(signals[i].name, name)) return true;
    return false;
}

static const char *net(struct bl_project *project, const char *port) {
    if (!strcmp(port, "s_axil_awprot") || !strcmp(port, "s_axil_arprot")) return "3'd0";
    bool mac = has_mac_core(project) &&
               (!strncmp(port, "m_mac_", 6) || !strncmp(port, "s_mac_", 6));
    bool ours = mac || is_one(LIST(movers), port) || !strncmp(port, "s_axil_", 7) ||
                !strcmp(port, "pcie_ready") || !strcmp(port, "host_error") ||
                !strcmp(port, "host_irq") || !strcmp(port, "node_up");
    return ours ? port : NULL;
}

static void nets(struct bl_project *project, const struct signal *signals, size_t count) {
    for (size_t i = 0; i < count; i++)
        bl_circuit_net(project->top_circuit, signals[i].width, NULL, "%s", signals[i].name);
}

/* `suffixed`: the IP's names end in _i and _o, seen from the IP. */
static void connect(struct bl_project *project, struct bl_instance *inst,
                    const struct signal *signals, size_t count, bool suffixed) {
    for (size_t i = 0; i < count; i++) {
        const char *end = !suffixed ? "" : signals[i].given ? "_o" : "_i";
        bl_instance_connect(project->top_circuit, inst,
                            bl_format(project->arena, "%s%s", signals[i].name, end), "%s",
                            signals[i].name);
    }
}

static void all_nets(struct bl_project *project) {
    struct bl_circuit *top = project->top_circuit;
    bl_circuit_heading(top, "between the node and the vendor's IP");
    nets(project, LIST(movers));
    nets(project, LIST(masters));
    nets(project, LIST(messages));
    bl_circuit_net(top, 1, NULL, "pcie_ready");
    bl_circuit_net(top, 1, NULL, "node_up");
    bl_circuit_net(top, 1, NULL, "host_error");
    bool has_mac = has_mac_core(project);
    for (int i = 0; i < project->shell_circuit->ports.count; i++) {
        const struct bl_port *port = &project->shell_circuit->ports.items[i];
        bool mac = has_mac && strstr(port->name, "_mac_t");
        bool lite = !strncmp(port->name, "s_axil_", 7) && !strstr(port->name, "prot");
        if (mac || lite || !strcmp(port->name, "host_irq") || !strcmp(port->name, "s_mac_up"))
            if (!strcmp(port->name, "s_mac_up") ? has_mac : true)
                bl_circuit_net(top, port->width, NULL, "%s", port->name);
    }
}

static struct bl_instance *place(struct bl_project *project, const char *module, const char *name,
                                 const char *comment) {
    return bl_circuit_instance(project->top_circuit, module, name, comment, (struct bl_range){0});
}

static void pcie(struct bl_project *project) {
    struct bl_circuit *top = project->top_circuit;
    const char *clock = project->clocks[project->node->host_clock].net;
    struct bl_instance *inst = place(project, "bl_pcie", "pcie",
                                     "the vendor's Avalon-MM DMA for PCI Express");
    int lanes = project->board->pcie.lanes;
    bl_project_ip_pin(project, inst, "pin_pcie_refclk", BL_INPUT, 1, "refclk", 10);
    bl_project_ip_pin(project, inst, "pin_pcie_perst", BL_INPUT, 1, "pin_perst", 0);
    bl_instance_connect(top, inst, "npor", "pin_pcie_perst");
    bl_project_ip_pin(project, inst, "pin_pcie_rx", BL_INPUT, lanes, "rx_in", 0);
    bl_project_ip_pin(project, inst, "pin_pcie_tx", BL_OUTPUT, lanes, "tx_out", 0);
    bl_instance_connect(top, inst, "coreclkout_hip", "%s", clock);
    bl_instance_connect(top, inst, "app_nreset_status", "pcie_ready");
    connect(project, inst, LIST(movers), true);
    connect(project, inst, LIST(masters), true);
    connect(project, inst, LIST(messages), true);
}

static const char *reset_in(struct bl_project *project, const char *name, const char *clock) {
    across(project->top_circuit, bl_format(project->arena, "%s_reset", name),
           "the reset, as the IP's clock sees it", clock, "rst",
           bl_format(project->arena, "rst_%s", name));
    return bl_format(project->arena, "rst_%s", name);
}

static void registers(struct bl_project *project) {
    struct bl_circuit *top = project->top_circuit;
    const char *clock = project->clocks[project->node->host_clock].net,
               *reset = reset_in(project, "pcie", clock);
    struct bl_instance *inst = place(project, "bl_a10_registers", "board_registers",
                                     "the node's registers behind a BAR");
    bl_instance_connect(top, inst, "clk", "%s", clock);
    bl_instance_connect(top, inst, "rst", "%s", reset);
    connect(project, inst, LIST(masters), false);
    bl_instance_connect(top, inst, "m_clk", "%s", project->clocks[0].net);
    bl_instance_connect(top, inst, "m_rst", "rst");
    for (int i = 0; i < project->shell_circuit->ports.count; i++) {
        const char *port = project->shell_circuit->ports.items[i].name;
        if (strncmp(port, "s_axil_", 7) || strstr(port, "prot")) continue;
        bl_instance_connect(top, inst, bl_format(project->arena, "m_axil_%s", port + 7), "%s",
                            port);
    }
    inst = place(project, "bl_a10_interrupt", "board_interrupt", "its interrupt as a message");
    bl_instance_connect(top, inst, "clk", "%s", clock);
    bl_instance_connect(top, inst, "rst", "%s", reset);
    bl_instance_connect(top, inst, "irq", "host_irq");
    connect(project, inst, LIST(messages), false);
}

/* Its own clock comes in with what it receives: the last of the project's. */
static void mac(struct bl_project *project) {
    struct bl_circuit *top = project->top_circuit;
    static const char *const stream[] = {"tdata", "tkeep", "tvalid", "tlast"};
    const char *clock = project->clocks[project->node->network_clock].net,
               *rx_clock = project->clocks[project->clock_count - 1].net;
    const char *reset = reset_in(project, "mac", clock),
               *rx_reset = reset_in(project, "mac_rx", rx_clock);
    nets(project, LIST(clients));
    bl_circuit_net(top, 1, NULL, "mac_overflow");
    struct bl_instance *inst = place(project, "bl_mac", "mac", "the vendor's 40G Ethernet core");
    bl_project_ip_pin(project, inst, "pin_mac_refclk", BL_INPUT, 1, "clk_ref", 1e3 / 644.53125);
    bl_project_ip_pin(project, inst, "pin_mac_rx", BL_INPUT, 4, "rx_serial", 0);
    bl_project_ip_pin(project, inst, "pin_mac_tx", BL_OUTPUT, 4, "tx_serial", 0);
    bl_instance_connect(top, inst, "reset_async", "rst");
    bl_instance_connect(top, inst, "clk_txmac", "%s", clock);
    bl_instance_connect(top, inst, "clk_rxmac", "%s", rx_clock);
    connect(project, inst, LIST(clients), false);
    inst = place(project, "bl_a10_mac", "board_mac", "the node's frames as the core has them");
    bl_instance_connect(top, inst, "clk", "%s", clock);
    bl_instance_connect(top, inst, "rst", "%s", reset);
    bl_instance_connect(top, inst, "rx_clk", "%s", rx_clock);
    bl_instance_connect(top, inst, "rx_rst", "%s", rx_reset);
    for (int i = 0; i < 4; i++) {
        bl_instance_connect(top, inst, bl_format(project->arena, "s_axis_%s", stream[i]),
                            "m_mac_%s", stream[i]);
        bl_instance_connect(top, inst, bl_format(project->arena, "m_axis_%s", stream[i]),
                            "s_mac_%s", stream[i]);
    }
    bl_instance_connect(top, inst, "s_axis_tready", "m_mac_tready");
    bl_instance_connect(top, inst, "m_axis_tuser", "s_mac_tuser");
    bl_instance_connect(top, inst, "m_axis_up", "s_mac_up");
    bl_instance_connect(top, inst, "overflow", "mac_overflow");
    connect(project, inst, LIST(clients), false);
}

static void place_all(struct bl_project *project) {
    bl_circuit_heading(project->top_circuit, "the vendor's IP, which the user generates");
    pcie(project);
    registers(project);
    bool has_mac = has_mac_core(project);
    if (has_mac) mac(project);
    bl_circuit_net(project->top_circuit, 1,
                   has_mac ? "&{1'b0, node_up, host_error, mac_overflow}"
                           : "&{1'b0, node_up, host_error}",
                   "unused_states");
}

static int files(const struct bl_project *project, int revision, struct bl_project_ip_file *files) {
    (void)revision;
    static const struct bl_project_ip_file made[] = {{"bl_pcie", "IP_FILE", "ip/bl_pcie.ip", false},
                                                     {"bl_mac", "IP_FILE", "ip/bl_mac.ip", false}};
    memcpy(files, made, sizeof made);
    return has_mac_core(project) ? 2 : 1;
}

/* ---- clocks */

static void add_clocks(struct bl_project *project) {
    if (!has_mac_core(project)) return;
    const struct bl_project_clock *sent = &project->clocks[project->node->network_clock];
    project->clocks[project->clock_count++] = (struct bl_project_clock){.name = "mac_rx",
                                                                        .hertz = sent->hertz};
}

static bool makes_clock(const struct bl_project *project, int number) {
    bool memory = project->node->memory.channels && number == project->node->memory_clock;
    return !memory && (number == project->node->host_clock ||
                       (has_mac_core(project) && (number == project->node->network_clock ||
                                                  number >= project->node->clock_count)));
}

static const char *const modules[] = {"bl_pcie", "bl_mac", NULL};

const struct bl_project_ip bl_project_arria10 = {.has = has_pcie,
                                                 .folder = folder,
                                                 .modules = modules,
                                                 .files = files,
                                                 .reset = "~pcie_ready",
                                                 .shell_busy = "host_waits | memory_waits",
                                                 .inside_shell = is_host,
                                                 .shell = shell,
                                                 .net = net,
                                                 .nets = all_nets,
                                                 .place = place_all,
                                                 .add_clocks = add_clocks,
                                                 .makes_clock = makes_clock};
