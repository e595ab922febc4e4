/* The vendor's IP on Stratix IV: four hard blocks of PCI Express, the ports of a hub, each with the
 * controller that calibrates its transceivers, and their pins. */
#include <string.h>
#include "base/arena.h"
#include "base/bits.h"
#include "board/board.h"
#include "ir/network.h"
#include "ir/program.h"
#include "project/project.h"
#include "project/project_ip.h"
#include "project/project_ip_stratix4.h"
#include "project/project_top.h"

enum { LANES = 8, GENERATION = 2, MOST_PAYLOAD = 256, LEAST_PAYLOAD = 128 };
static const double HERTZ = 250e6, REFERENCE_NS = 10, RECONFIG_NS = 20, FIXED_NS = 8;

/* What a port of a hub is on its bus; `root`: an expression of the top. */
const struct bl_s4_side bl_s4_sides[BL_S4_SIDES] = {
    {"n", BL_S4_HOST, NULL, "an endpoint of the host's bus"},
    {"e", BL_S4_ENDPOINT, "1'b0", "an endpoint, on the cable to the next hub's W"},
    {"w", BL_S4_ROOT, "1'b1", "a root complex, on the cable to the next hub's E"},
    {"s", BL_S4_EITHER, "root_s", "either, on the cable to the other ring's S"}};

/* A port of the IP: at the adapter's of the same name, or constant. */
struct signal {
    const char *name;
    int width;
    bool given; /* by the IP */
    const char *constant;
    bool host; /* at port N alone */
};
static const struct signal signals[] = {
    {"npor", 1, false, NULL, false},          {"pll_powerdown", 1, false, NULL, false},
    {"gxb_powerdown", 1, false, NULL, false}, {"srst", 1, false, NULL, false},
    {"crst", 1, false, NULL, false},          {"rc_pll_locked", 1, true, NULL, false},
    {"dlup_exit", 1, true, NULL, false},      {"hotrst_exit", 1, true, NULL, false},
    {"l2_exit", 1, true, NULL, false},        {"ltssm", 5, true, NULL, false},
    {"tl_cfg_add", 4, true, NULL, false},     {"tl_cfg_ctl", 32, true, NULL, false},
    {"tl_cfg_ctl_wr", 1, true, NULL, false},  {"rx_st_ready0", 1, false, NULL, false},
    {"rx_st_valid0", 1, true, NULL, false},   {"rx_st_bardec0", 8, true, NULL, true},
    {"rx_st_data0", 128, true, NULL, false},  {"rx_st_sop0", 1, true, NULL, false},
    {"rx_st_eop0", 1, true, NULL, false},     {"rx_st_empty0", 1, true, NULL, false},
    {"rx_st_err0", 1, true, NULL, false},     {"rx_st_mask0", 1, false, "1'b0", false},
    {"tx_st_ready0", 1, true, NULL, false},   {"tx_st_valid0", 1, false, NULL, false},
    {"tx_st_data0", 128, false, NULL, false}, {"tx_st_sop0", 1, false, NULL, false},
    {"tx_st_eop0", 1, false, NULL, false},    {"tx_st_empty0", 1, false, NULL, false},
    {"tx_st_err0", 1, false, NULL, false},    {"app_msi_req", 1, false, NULL, true},
    {"app_msi_ack", 1, true, NULL, true},     {"app_msi_num", 5, false, "5'd0", true},
    {"app_msi_tc", 3, false, "3'd0", true},   {"app_int_sts", 1, false, "1'b0", true},
    {"pex_msi_num", 5, false, "5'd0", false}, {"cpl_err", 7, false, "7'd0", false},
    {"cpl_pending", 1, false, "1'b0", false}, {"lmi_addr", 12, false, "12'd0", false},
    {"lmi_din", 32, false, "32'd0", false},   {"lmi_rden", 1, false, "1'b0", false},
    {"lmi_wren", 1, false, "1'b0", false},    {"hpg_ctrler", 5, false, "5'd0", false},
    {"pm_auxpwr", 1, false, "1'b0", false},   {"pm_data", 10, false, "10'd0", false},
    {"pm_event", 1, false, "1'b0", false},    {"pme_to_cr", 1, false, "1'b0", false},
    {"pipe_mode", 1, false, "1'b0", false},   {"test_in", 40, false, "40'd0", false},
};
enum { SIGNALS = sizeof signals / sizeof *signals };

static bool concerns(const struct signal *signal, const struct bl_s4_side *side) {
    return !signal->host || side->role == BL_S4_HOST;
}

/* ---- whether they are there */

static bool is_bus(const struct bl_host *host) {
    return host && host->generation == GENERATION && host->lanes == LANES &&
           host->payload >= LEAST_PAYLOAD && host->payload <= MOST_PAYLOAD;
}

static bool has(const struct bl_project *project) {
    const struct bl_cluster *cluster = project->node->cluster;
    const struct bl_board *board = project->board;
    if (strcmp(board->family->word, "stratix4") || board->pcie.count < BL_S4_SIDES) return false;
    if (project->joint || project->node->memory.channels || !cluster->network.row->window)
        return false;
    double hertz = cluster->clocks[project->node->clock_numbers[0]].hertz;
    return is_bus(cluster->host) && hertz > 0.999 * HERTZ && hertz < 1.001 * HERTZ;
}

static const char *folder(const struct bl_project *project) {
    (void)project;
    return "stratix4gx_530";
}

static struct bl_network_window window(const struct bl_project *project) {
    return project->node->cluster->network.row->window(project->node->cluster);
}

int bl_s4_log_window(const struct bl_project *project) {
    int log = 0;
    while (INT64_C(1) << log < window(project).bytes) log++;
    return log;
}

/* ---- the top */

static const char *net_of(struct bl_project *project, const char *name,
                          const struct bl_s4_side *side) {
    return bl_format(project->arena, "%s_%s", name, side->name);
}

static bool is_tlp(const char *port) {
    return !strncmp(port, "m_tlp_", 6) || !strncmp(port, "s_tlp_", 6);
}

static const char *net(struct bl_project *project, const char *port) {
    (void)project;
    return is_tlp(port) || !strcmp(port, "host_irq") || !strcmp(port, "node_up") ? port : NULL;
}

static void nets_of(struct bl_project *project, const struct bl_s4_side *side) {
    struct bl_circuit *top = project->top_circuit;
    for (int i = 0; i < SIGNALS; i++)
        if (!signals[i].constant && concerns(&signals[i], side))
            bl_circuit_net(top, signals[i].width, NULL, "%s",
                           net_of(project, signals[i].name, side));
    bl_circuit_net(top, 1, NULL, "busy_%s", side->name);
    bl_circuit_net(top, 34, NULL, "reconfig_fromgxb_%s", side->name);
    bl_circuit_net(top, 4, NULL, "reconfig_togxb_%s", side->name);
}

static void nets(struct bl_project *project) {
    struct bl_circuit *top = project->top_circuit;
    bl_circuit_heading(top, "between the node and the vendor's IP");
    for (int i = 0; i < project->shell_circuit->ports.count; i++) {
        const struct bl_port *port = &project->shell_circuit->ports.items[i];
        const char *ours = net(project, port->name);
        if (ours == port->name) bl_circuit_net(top, port->width, NULL, "%s", port->name);
    }
    for (int i = 0; i < BL_S4_SIDES; i++) nets_of(project, &bl_s4_sides[i]);
    bl_circuit_net(top, 1, NULL, "ready_n");
    bl_circuit_net(top, 1, NULL, "root_s");
    bl_circuit_net(top, 1, "~node_up", "ports_rst");
}

static struct bl_instance *place(struct bl_project *project, const char *module, const char *name,
                                 const char *comment) {
    return bl_circuit_instance(project->top_circuit, module, name, comment, (struct bl_range){0});
}

static const char *clock_of(const struct bl_project *project, const struct bl_s4_side *side) {
    int number = (int)(side - bl_s4_sides);
    return project->clocks[number ? project->node->clock_count + number - 1 : 0].net;
}

static void lanes(struct bl_project *project, struct bl_instance *inst,
                  const struct bl_s4_side *side) {
    const char *rx = bl_format(project->arena, "pin_pcie_%s_rx", side->name),
               *tx = bl_format(project->arena, "pin_pcie_%s_tx", side->name);
    bl_project_ip_pin(project, NULL, rx, BL_INPUT, LANES, NULL, 0);
    bl_project_ip_pin(project, NULL, tx, BL_OUTPUT, LANES, NULL, 0);
    for (int i = 0; i < LANES; i++) {
        bl_instance_connect(project->top_circuit, inst, bl_format(project->arena, "rx_in%d", i),
                            "%s[%d]", rx, i);
        bl_instance_connect(project->top_circuit, inst, bl_format(project->arena, "tx_out%d", i),
                            "%s[%d]", tx, i);
    }
}

static void transceivers(struct bl_project *project, struct bl_instance *inst,
                         const struct bl_s4_side *side) {
    struct bl_circuit *top = project->top_circuit;
    bl_project_ip_pin(project, inst, bl_format(project->arena, "pin_pcie_%s_refclk", side->name),
                      BL_INPUT, 1, "refclk", REFERENCE_NS);
    lanes(project, inst, side);
    bl_instance_connect(top, inst, "cal_blk_clk", "pin_clk_reconfig");
    bl_instance_connect(top, inst, "reconfig_clk", "pin_clk_reconfig");
    bl_instance_connect(top, inst, "fixedclk_serdes", "pin_clk_fixed");
    bl_instance_connect(top, inst, "busy_altgxb_reconfig", "busy_%s", side->name);
    bl_instance_connect(top, inst, "reconfig_togxb", "reconfig_togxb_%s", side->name);
    bl_instance_connect(top, inst, "reconfig_fromgxb", "reconfig_fromgxb_%s", side->name);
    inst = place(project, "bl_reconfig", net_of(project, "reconfig", side),
                 "the vendor's controller of its transceivers");
    bl_instance_connect(top, inst, "reconfig_clk", "pin_clk_reconfig");
    bl_instance_connect(top, inst, "reconfig_fromgxb", "reconfig_fromgxb_%s", side->name);
    bl_instance_connect(top, inst, "reconfig_togxb", "reconfig_togxb_%s", side->name);
    bl_instance_connect(top, inst, "busy", "busy_%s", side->name);
}

static void hard_block(struct bl_project *project, const struct bl_s4_side *side) {
    struct bl_circuit *top = project->top_circuit;
    struct bl_instance *inst = place(project, net_of(project, "bl_pcie", side),
                                     net_of(project, "pcie", side), side->comment);
    bl_instance_connect(top, inst, "core_clk_out", "%s", clock_of(project, side));
    bl_instance_connect(top, inst, "pld_clk", "%s", clock_of(project, side));
    for (int i = 0; i < SIGNALS; i++)
        if (concerns(&signals[i], side))
            bl_instance_connect(top, inst, signals[i].name, "%s",
                                signals[i].constant ? signals[i].constant
                                                    : net_of(project, signals[i].name, side));
    transceivers(project, inst, side);
}

/* The hub's stream at a port: m_* of the adapter is s_* of the node. */
static void connect_hub(struct bl_project *project, struct bl_instance *inst,
                        const struct bl_s4_side *side) {
    static const char *const sent[] = {"tvalid", "tready", "tdata", "tlast", "tuser"},
                             *const came[] = {"tvalid", "tdata", "tlast", "tuser", "freed"};
    enum { EACH = sizeof sent / sizeof *sent };
    struct bl_circuit *top = project->top_circuit;
    for (int i = 0; i < EACH; i++)
        bl_instance_connect(top, inst, bl_format(project->arena, "s_%s", sent[i]), "m_tlp_%s_%s",
                            side->name, sent[i]);
    for (int i = 0; i < EACH; i++)
        bl_instance_connect(top, inst, bl_format(project->arena, "m_%s", came[i]), "s_tlp_%s_%s",
                            side->name, came[i]);
    bl_instance_set(top, inst, "LOG_WINDOW", bl_s4_log_window(project));
    bl_instance_set(top, inst, "SLOTS", window(project).slots);
    for (int i = 0; i < SIGNALS; i++)
        if (!signals[i].constant && concerns(&signals[i], side))
            bl_instance_connect(top, inst, signals[i].name, "%s",
                                net_of(project, signals[i].name, side));
}

static void host_port(struct bl_project *project, const struct bl_s4_side *side) {
    struct bl_circuit *top = project->top_circuit;
    struct bl_instance *inst = place(project, "bl_s4_host_port", net_of(project, "board", side),
                                     "the hub's port to the host");
    bl_project_ip_pin(project, inst, "pin_pcie_n_perst", BL_INPUT, 1, "perst_n", 0);
    bl_instance_connect(top, inst, "pld_clk", "%s", clock_of(project, side));
    bl_instance_connect(top, inst, "rst", "ports_rst");
    bl_instance_connect(top, inst, "ready", "ready_n");
    bl_instance_connect(top, inst, "irq", "host_irq");
    connect_hub(project, inst, side);
    bl_circuit_assign(top, "m_tlp_n_freed", "1'b0");
    bl_circuit_assign(top, "s_tlp_n_up", "1'b1");
}

static void cable_port(struct bl_project *project, const struct bl_s4_side *side) {
    struct bl_circuit *top = project->top_circuit;
    struct bl_instance *inst = place(project, "bl_s4_cable_port", net_of(project, "board", side),
                                     "the hub's port to the cable");
    bl_instance_set(top, inst, "LOG_PAYLOAD", bl_log2(project->node->cluster->host->payload));
    bl_instance_connect(top, inst, "clk", "%s", project->clocks[0].net);
    bl_instance_connect(top, inst, "rst", "ports_rst");
    bl_instance_connect(top, inst, "pld_clk", "%s", clock_of(project, side));
    bl_instance_connect(top, inst, "root", "%s", side->root);
    bl_instance_connect(top, inst, "up", "s_tlp_%s_up", side->name);
    bl_instance_connect(top, inst, "drained", "m_tlp_%s_drained", side->name);
    bl_instance_connect(top, inst, "s_freed", "m_tlp_%s_freed", side->name);
    connect_hub(project, inst, side);
}

static void place_all(struct bl_project *project) {
    struct bl_circuit *top = project->top_circuit;
    bl_circuit_heading(top, "the vendor's IP, and the hub's ports on it");
    bl_project_ip_pin(project, NULL, "pin_clk_reconfig", BL_INPUT, 1, NULL, RECONFIG_NS);
    bl_project_ip_pin(project, NULL, "pin_clk_fixed", BL_INPUT, 1, NULL, FIXED_NS);
    bl_instance_connect(top, place(project, "bl_s4_side", "side_s", "what S is in this revision"),
                        "root", "root_s");
    for (int i = 0; i < BL_S4_SIDES; i++) {
        hard_block(project, &bl_s4_sides[i]);
        if (bl_s4_sides[i].role == BL_S4_HOST) host_port(project, &bl_s4_sides[i]);
        else cable_port(project, &bl_s4_sides[i]);
    }
    bl_circuit_net(top, 1, "&{1'b0, m_tlp_n_drained}", "unused_drained");
}

/* ---- clocks: the first is N's, the others follow */

static void add_clocks(struct bl_project *project) {
    for (int i = 1; i < BL_S4_SIDES; i++)
        project->clocks[project->clock_count++] = (struct bl_project_clock){
            .name = bl_format(project->arena, "pcie_%s", bl_s4_sides[i].name), .hertz = HERTZ};
}

static bool makes_clock(const struct bl_project *project, int number) {
    return !number || number >= project->node->clock_count;
}

/* ---- the IP's files: of each revision its own S */

static const struct bl_project_ip_file made[][BL_IP_FILES] = {
    {{"bl_pcie_n", "QIP_FILE", "ip/bl_pcie_n.qip", true},
     {"bl_pcie_e", "QIP_FILE", "ip/bl_pcie_e.qip", true},
     {"bl_pcie_w", "QIP_FILE", "ip/bl_pcie_w.qip", true},
     {"bl_pcie_s", "QIP_FILE", "ip/endpoint/bl_pcie_s.qip", true},
     {"bl_reconfig", "QIP_FILE", "ip/bl_reconfig.qip", true}},
    {{"bl_pcie_n", "QIP_FILE", "ip/bl_pcie_n.qip", true},
     {"bl_pcie_e", "QIP_FILE", "ip/bl_pcie_e.qip", true},
     {"bl_pcie_w", "QIP_FILE", "ip/bl_pcie_w.qip", true},
     {"bl_pcie_s", "QIP_FILE", "ip/root/bl_pcie_s.qip", true},
     {"bl_reconfig", "QIP_FILE", "ip/bl_reconfig.qip", true}}};

static int files(const struct bl_project *project, int revision, struct bl_project_ip_file *files) {
    (void)project;
    memcpy(files, made[revision], sizeof *made);
    return 5;
}

static const struct bl_project_revision revisions[] = {{"_s_root", "BL_S_ROOT=1"}, {NULL, NULL}};
static const char *const modules[] = {"bl_pcie_n", "bl_pcie_e",   "bl_pcie_w",
                                      "bl_pcie_s", "bl_reconfig", NULL};

const struct bl_project_ip bl_project_stratix4 = {.has = has,
                                                  .folder = folder,
                                                  .modules = modules,
                                                  .files = files,
                                                  .revisions = revisions,
                                                  .reset = "~ready_n",
                                                  .net = net,
                                                  .nets = nets,
                                                  .place = place_all,
                                                  .add_clocks = add_clocks,
                                                  .makes_clock = makes_clock,
                                                  .write = bl_s4_wizard};
