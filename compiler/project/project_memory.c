/* Which port of boards/ a node's channel takes, and the signals of each. */
#include <string.h>
#include "board/board.h"
#include "project/project.h"
#include "project/project_inner.h"

#define AXI4_SIGNALS(ID, ADDRESS, MORE_READ, MORE_WRITE)                                          \
    {"arid", BL_OUTPUT, ID, NULL}, {"araddr", BL_OUTPUT, ADDRESS, NULL},                          \
        {"arlen", BL_OUTPUT, 8, NULL}, {"arsize", BL_OUTPUT, 3, NULL},                            \
        {"arburst", BL_OUTPUT, 2, NULL}, {"arprot", BL_OUTPUT, 3, NULL},                          \
        {"arqos", BL_OUTPUT, 4, NULL}, MORE_READ{"arvalid", BL_OUTPUT, 1, NULL},                  \
        {"arready", BL_INPUT, 1, NULL}, {"rid", BL_INPUT, ID, NULL},                              \
        {"rdata", BL_INPUT, BL_PORT_WORD, NULL}, {"rresp", BL_INPUT, 2, NULL},                    \
        {"rlast", BL_INPUT, 1, NULL}, {"rvalid", BL_INPUT, 1, NULL},                              \
        {"rready", BL_OUTPUT, 1, NULL}, {"awid", BL_OUTPUT, ID, NULL},                            \
        {"awaddr", BL_OUTPUT, ADDRESS, NULL}, {"awlen", BL_OUTPUT, 8, NULL},                      \
        {"awsize", BL_OUTPUT, 3, NULL}, {"awburst", BL_OUTPUT, 2, NULL},                          \
        {"awprot", BL_OUTPUT, 3, NULL}, {"awqos", BL_OUTPUT, 4, NULL},                            \
        MORE_WRITE{"awvalid", BL_OUTPUT, 1, NULL}, {"awready", BL_INPUT, 1, NULL},                \
        {"wdata", BL_OUTPUT, BL_PORT_WORD, NULL}, {"wstrb", BL_OUTPUT, BL_PORT_STROBES, NULL},    \
        {"wlast", BL_OUTPUT, 1, NULL}, {"wvalid", BL_OUTPUT, 1, NULL},                            \
        {"wready", BL_INPUT, 1, NULL}, {"bid", BL_INPUT, ID, NULL}, {"bresp", BL_INPUT, 2, NULL}, \
        {"bvalid", BL_INPUT, 1, NULL}, {                                                          \
        "bready", BL_OUTPUT, 1, NULL                                                              \
    }

#define NOTHING
#define LOCK_READ {"arlock", BL_OUTPUT, 1, NULL}, {"arcache", BL_OUTPUT, 4, NULL},
#define LOCK_WRITE {"awlock", BL_OUTPUT, 1, NULL}, {"awcache", BL_OUTPUT, 4, NULL},

static const struct bl_memory_signal hbm[] = {AXI4_SIGNALS(9, 28, NOTHING, NOTHING)};
static const struct bl_memory_signal axi4[] = {
    AXI4_SIGNALS(1, BL_PORT_ADDRESS, LOCK_READ, LOCK_WRITE)};
static const struct bl_memory_signal emif[] = {
    {"ready", BL_INPUT, 1, "waitrequest_n"},
    {"read", BL_OUTPUT, 1, NULL},
    {"write", BL_OUTPUT, 1, NULL},
    {"address", BL_OUTPUT, 26, NULL},
    {"readdata", BL_INPUT, BL_PORT_WORD, NULL},
    {"writedata", BL_OUTPUT, BL_PORT_WORD, NULL},
    {"burstcount", BL_OUTPUT, 7, NULL},
    {"byteenable", BL_OUTPUT, BL_PORT_STROBES, NULL},
    {"readdatavalid", BL_INPUT, 1, NULL},
};

#define SIGNALS(list) list, sizeof list / sizeof *list

/* The last row takes what no other takes. */
static const struct bl_memory_port ports[] = {
    {"stratix10", "axi4", "stratix10_mx2100", "bl_hbm_port", "m_axi", "axi4", 32, true,
     "HBM2 controller: channel i is axi_(i/2 mod 8)_(i mod 2) of stack i/16; memory_core_clk and "
     "memory_core_locked go to ext_core_clk and ext_core_clk_locked, wmc_clk_0_clk comes back as "
     "memory_clk, local_cal_success as memory_calibrated",
     SIGNALS(hbm)},
    {"arria10", "avalon", "arria10_a10pl4", "bl_emif_port", "amm", "avalon", 64, false,
     "external memory interface: mem0_ready is amm_ready_0 and so on; emif_usr_clk comes as "
     "memory_clk, local_cal_success as memory_calibrated",
     SIGNALS(emif)},
    {"kintex7", "axi4", "common", "bl_axi4_port", "m_axi", "axi4", 64, false,
     "MIG 7 series with its AXI4 slave, in front of it an AXI interconnect where there are two "
     "ports: mem0_awaddr is s_axi_awaddr (of the interconnect's first slave port) and so on; "
     "ui_clk comes as memory_clk, init_calib_complete as memory_calibrated",
     SIGNALS(axi4)},
    {NULL, NULL, "common", "bl_axi4_port", "m_axi", "axi4", 0, false,
     "a memory controller or an interconnect with AXI4 slaves, which also changes the width of "
     "words where it has to; its clock comes as memory_clk, memory_calibrated says that it can be "
     "used",
     SIGNALS(axi4)},
};

const struct bl_memory_port *bl_memory_port_find(const struct bl_board *board, int width) {
    const struct bl_memory_port *port = ports;
    for (; port->family; port++)
        if (!strcmp(port->family, board->family->word) &&
            !strcmp(port->protocol, board->memory.protocol) && port->width == width)
            break;
    return port;
}
