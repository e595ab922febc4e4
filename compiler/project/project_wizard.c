/* Stratix IV: ip.sh, which makes the variations of "IP Compiler for PCI Express" with the vendor's
 * wizard. That reads what a variation is from the comments of its file. */
#include <string.h>
#include "base/arena.h"
#include "ir/program.h"
#include "project/project.h"
#include "project/project_ip_stratix4.h"
#include "project/project_parts.h"

struct parameter {
    const char *name, *type, *value;
};
/* Of all variations: x8 of Gen2 with 128 bits at the user's side, one virtual channel, messages for
   an interrupt, and tables of credits as the wizard makes them for the longest payload. */
static const struct parameter common[] = {
    {"p_pcie_phy", "STRING", "Stratix IV GX"},
    {"p_pcie_enable_hip", "STRING", "1"},
    {"p_pcie_phy_interface", "STRING", "Serial"},
    {"p_pcie_app_signal_interface", "STRING", "AvalonST128"},
    {"p_pcie_number_of_lanes", "STRING", "x8"},
    {"p_pcie_rate", "STRING", "Gen2 (5.0 Gbps)"},
    {"p_pcie_txrx_clock", "STRING", "100 MHz"},
    {"p_pcie_version", "STRING", "2.0"},
    {"p_pcie_virutal_channels", "INTEGER", "1"}, /* the wizard's own spelling */
    {"p_pcie_tag_supported", "INTEGER", "32"},
    {"p_pcie_link_common_clock", "BOOLEAN", "1"},
    {"p_pcie_advanced_error_reporting", "BOOLEAN", "0"},
    {"p_pcie_ecrc_check", "BOOLEAN", "0"},
    {"p_pcie_ecrc_generation", "BOOLEAN", "0"},
    {"p_pcie_use_crc_forwarding", "BOOLEAN", "0"},
    {"p_pcie_msi_message_requested", "INTEGER", "1"},
    {"p_pcie_msi_message_64bits_address_capable", "BOOLEAN", "1"},
    {"p_pcie_auto_configure_retry_buffer", "BOOLEAN", "1"},
    {"p_pcie_rx_buffer_preset", "STRING", "Default"},
    {"p_pcie_initiator_performance_preset", "STRING", "Maximum"},
    {"p_pcie_target_performance_preset", "STRING", "Maximum"},
    {"p_pcie_test_out_width", "STRING", "None"},
    {"p_pcie_class_code", "STRING", "0xFF0000"},
    {"deviceFamily", "STRING", "Stratix IV"},
};

static void parameter(struct bl_parts *parts, const char *name, const char *type,
                      const char *value) {
    bl_part_set(parts, "name", name);
    bl_part_set(parts, "type", type);
    bl_part_set(parts, "value", value);
    bl_part(parts, "parameter");
}

/* "512 GBytes - 39 bits". */
static const char *size(struct bl_arena *arena, int log) {
    static const char *const units[] = {"Bytes", "KBytes", "MBytes", "GBytes", "TBytes"};
    return bl_format(arena, "%d %s - %d bits", 1 << log % 10, units[log / 10], log);
}

/* A BAR of 64 bits takes two. */
static void bar(struct bl_project *project, struct bl_parts *parts, int number, int log) {
    const char *const names[] = {"p_pcie_bar_type_bar_%d", "p_pcie_bar_size_bar_%d",
                                 "p_pcie_bar_used_bar_%d"};
    for (int i = 0; i < 2; i++) {
        const char *values[] = {i ? "N/A" : "64-bit Prefetchable Memory",
                                i ? "N/A" : size(project->arena, log), "1"};
        for (int p = 0; p < 3; p++)
            parameter(parts, bl_format(project->arena, names[p], number + i),
                      p == 2 ? "BOOLEAN" : "STRING", values[p]);
    }
}

static void bars(struct bl_project *project, struct bl_parts *parts, enum bl_s4_role role) {
    enum { LOG_REGISTERS = 16 };
    int used = role == BL_S4_HOST ? 4 : role == BL_S4_ENDPOINT ? 2 : 0;
    if (used > 0) bar(project, parts, 0, bl_s4_log_window(project));
    if (used > 2) bar(project, parts, 2, LOG_REGISTERS);
    for (int i = used; i < 6; i++)
        parameter(parts, bl_format(project->arena, "p_pcie_bar_used_bar_%d", i), "BOOLEAN", "0");
}

static void variation(struct bl_project *project, struct bl_parts *parts,
                      const struct bl_s4_side *side, enum bl_s4_role role, const char *folder) {
    bl_part_set(parts, "variation", bl_format(project->arena, "bl_pcie_%s", side->name));
    bl_part_set(parts, "folder", folder);
    bl_part_set(parts, "comment", side->comment);
    bl_part(parts, "variation");
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        parameter(parts, common[i].name, common[i].type, common[i].value);
    parameter(parts, "p_pcie_port_type", "STRING",
              role == BL_S4_ROOT ? "Root Port" : "Native Endpoint");
    parameter(parts, "p_pcie_max_payload_size", "STRING",
              bl_format(project->arena, "%d Bytes", project->node->cluster->host->payload));
    parameter(parts, "p_pcie_variation_name", "STRING",
              bl_format(project->arena, "bl_pcie_%s_core", side->name));
    bars(project, parts, role);
    bl_part(parts, "end");
}

void bl_s4_wizard(struct bl_project *project) {
    struct bl_parts parts = bl_project_parts(project, bl_project_file(project, "ip.sh"),
                                             "quartus_wizard.sh");
    bl_part_set(&parts, "family", "Stratix IV");
    bl_part(&parts, "begin");
    for (int i = 0; i < BL_S4_SIDES; i++) {
        const struct bl_s4_side *side = &bl_s4_sides[i];
        bool either = side->role == BL_S4_EITHER;
        variation(project, &parts, side, either ? BL_S4_ENDPOINT : side->role,
                  either ? "ip/endpoint" : "ip");
        if (either) variation(project, &parts, side, BL_S4_ROOT, "ip/root");
    }
    bl_part(&parts, "transceivers");
}
