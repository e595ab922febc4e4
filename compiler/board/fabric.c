/* One row per fabric. */
#include "base/bits.h"
#include "board/fabric.h"

#include <stddef.h>
#include <string.h>
#include "base/arena.h"

#define LOGIC(x) \
    { .logic = (x) }
#define FF \
    { .ff = 1 }
#define RAM(x) \
    { .block_ram = (x) }
#define DSP(x) \
    { .dsp = (x) }
#define NOTHING \
    { .logic = 0 }

/* An ALM is one 6-input table or two smaller ones; an adder bit and one bit of a MLAB of 32 words
 * take half of one. */
static const struct bl_cell alm_cells[] = {{"MISTRAL_ALUT6", LOGIC(1)},
                                           {"MISTRAL_ALUT_ARITH", LOGIC(0.5)},
                                           {"MISTRAL_ALUT*", LOGIC(0.5)},
                                           {"MISTRAL_MLAB", LOGIC(0.5)},
                                           {"MISTRAL_NOT", NOTHING},
                                           {"MISTRAL_FF", FF},
                                           {"M20K", RAM(1)},
                                           {"M10K", RAM(1)},
                                           {"MISTRAL_MUL27X27", DSP(1)},
                                           {"MISTRAL_MUL18X18", DSP(0.5)},
                                           {"MISTRAL_MUL9X9", DSP(1.0 / 3)},
                                           {0}};

/* Multiplexers, carries and inverters beside a table cost nothing; a dual-port bit column takes the
 * table twice. */
#define XILINX_CELLS                                                                              \
    {"LUT*", LOGIC(1)}, {"SRL*", LOGIC(1)}, {"RAM16X1S*", LOGIC(1)}, {"RAM16X1D*", LOGIC(2)},     \
        {"RAM32X1S*", LOGIC(2)}, {"MUX*", NOTHING}, {"XORCY", NOTHING}, {"CARRY4", NOTHING},      \
        {"MULT_AND", NOTHING}, {"INV", NOTHING}, {"GND", NOTHING}, {"VCC", NOTHING}, {"FD*", FF}, \
        {"LD*", FF}, {"MULT18X18*", DSP(1)}, {"DSP48*", DSP(1)}, {"RAMB4_*", RAM(1)}, {           \
        "RAMB16*", RAM(1)                                                                         \
    }
static const struct bl_cell lut4_cells[] = {
    XILINX_CELLS, {"RAM32X1D*", LOGIC(4)}, {"RAM64X1S*", LOGIC(4)}, {"RAM64X1D*", LOGIC(8)}, {0}};
static const struct bl_cell lut6_cells[] = {{"RAM32X1S*", LOGIC(1)},
                                            {"RAM32X1D*", LOGIC(2)},
                                            {"RAM64X1S*", LOGIC(1)},
                                            {"RAM64X1D*", LOGIC(2)},
                                            {"RAM128X1S*", LOGIC(2)},
                                            {"RAM128X1D*", LOGIC(4)},
                                            {"RAM256X1S*", LOGIC(4)},
                                            {"RAM256X1D*", LOGIC(8)},
                                            {"RAM32M16", LOGIC(8)},
                                            {"RAM64M8", LOGIC(8)},
                                            {"RAM32M", LOGIC(4)},
                                            {"RAM64M", LOGIC(4)},
                                            {"RAM32X16DR8", LOGIC(8)},
                                            {"RAMB36E1", RAM(1)},
                                            {"RAMB18E1", RAM(0.5)},
                                            XILINX_CELLS,
                                            {0}};
static const struct bl_cell ice40_cells[] = {{"SB_LUT4", LOGIC(1)}, {"SB_CARRY", NOTHING},
                                             {"SB_DFF*", FF},       {"SB_RAM40_4K*", RAM(1)},
                                             {"SB_MAC16", DSP(1)},  {0}};

#define ALM_COUNTED "ALM = (ALUT2..5) / 2 + ALUT6 + carry / 2 + MLAB / 2"
#define ALM_BEGIN "@ -top unit -noflatten -noiopad -noclkbuf -run begin:map_bram\n"
#define ALM_END "@ -top unit -noflatten -noiopad -noclkbuf -run map_lutram:\n"
#define XILINX_COUNTED "LUT = look-up tables, those of distributed RAM and shift registers too"
/* Without the library of all that Xilinx ever made (cells_xtra.v, 1.4 MB), which costs more time
   than most modules and is in no netlist of ours: its begin is done by hand, and the check at the
   end, which would miss it, is left out. */
#define XILINX_RUN                                                                              \
    "read_verilog -lib -specify +/xilinx/cells_sim.v\nhierarchy -check -top unit\n@ -top unit " \
    "-noiopad -noclkbuf -run prepare:check\n"
#define ICE40_COUNTED "LUT4 = SB_LUT4; a logic cell has one of them and one flip-flop"
/* This fabric has no distributed RAM: what the templates mark so becomes block RAM where the
 * address is a register, else flip-flops. */
#define ICE40_RUN                                                                \
    "setattr -unset ramstyle a:ram_style=distributed\nsetattr -unset ram_style " \
    "a:ram_style=distributed\n@ -top unit -noflatten\n"
#define FAMILY_EXPERIMENTAL "Yosys marks this family as experimental"

#define M20K \
    { "M20K", 40, 512 }
#define M10K \
    { "M10K", 20, 512 }

/* Yosys 0.42 has left of its three ALM families the one that can be programmed without Quartus;
 * 0.41 may have. */
#define ALM_FAMILY "synth_intel_alm -family "
#define ALM_DROPPED \
    ALM_FAMILY "cyclonev", { 0, 41 }
#define ALM_FABRIC(BLOCK) "ALM", ALM_COUNTED, "", BLOCK, 6, 32, true, ALM_BEGIN, ALM_END, alm_cells
#define STAYS \
    NULL, { 0, 0 }

static const struct bl_fabric fabrics[] = {
    {ALM_FAMILY "cyclone10gx", ALM_DROPPED, ALM_FABRIC(M20K)},
    {ALM_FAMILY "cyclonev", STAYS, ALM_FABRIC(M10K)},
    {ALM_FAMILY "arriav", ALM_DROPPED, ALM_FABRIC(M10K)},
    {"synth_xilinx -family xc7",
     STAYS,
     "LUT6",
     XILINX_COUNTED,
     "",
     {"RAMB36", 72, 512},
     6,
     64,
     false,
     XILINX_RUN,
     "",
     lut6_cells},
    {"synth_xilinx -family xc3se",
     STAYS,
     "LUT4",
     XILINX_COUNTED,
     FAMILY_EXPERIMENTAL,
     {"RAMB16", 36, 512},
     4,
     16,
     false,
     XILINX_RUN,
     "",
     lut4_cells},
    {"synth_xilinx -family xcv",
     STAYS,
     "LUT4",
     XILINX_COUNTED,
     FAMILY_EXPERIMENTAL,
     {"RAMB4", 16, 256},
     4,
     16,
     false,
     XILINX_RUN,
     "",
     lut4_cells},
    {"synth_ice40",
     STAYS,
     "LUT4",
     ICE40_COUNTED,
     "",
     {"SB_RAM40_4K", 16, 256},
     4,
     0,
     false,
     ICE40_RUN,
     "",
     ice40_cells},
};
enum { FABRICS = sizeof fabrics / sizeof *fabrics };

const struct bl_fabric *bl_fabric_find(const char *command) {
    for (int i = 0; i < FABRICS; i++) {
        size_t length = strlen(fabrics[i].command);
        if (!strncmp(command, fabrics[i].command, length) &&
            (!command[length] || command[length] == ' '))
            return &fabrics[i];
    }
    return NULL;
}

const char *bl_fabric_command_for(struct bl_arena *arena, const struct bl_fabric *fabric,
                                  const char *command, struct bl_release yosys) {
    if (!fabric->successor || !bl_release_reaches(yosys, fabric->dropped)) return command;
    return bl_format(arena, "%s%s", fabric->successor, command + strlen(fabric->command));
}

const char *bl_fabric_command(int index) { return index < FABRICS ? fabrics[index].command : NULL; }

static bool fits(const char *pattern, const char *name) {
    size_t length = strlen(pattern);
    return length && pattern[length - 1] == '*' ? !strncmp(pattern, name, length - 1)
                                                : !strcmp(pattern, name);
}

bool bl_fabric_cell(const struct bl_fabric *fabric, const char *name, struct bl_resources *takes) {
    for (const struct bl_cell *cell = fabric->cells; cell->name; cell++) {
        if (!fits(cell->name, name)) continue;
        *takes = cell->takes;
        return true;
    }
    return false;
}

/* Bits of an address by which one look-up table can choose: four inputs and two address bits in a
 * 6-input table. */
static int chosen_bits(int lut_inputs) { return lut_inputs >= 6 ? 2 : 1; }

int bl_fabric_read_levels(const struct bl_fabric *fabric, long words) {
    long rows = fabric->lut_ram_words ? (words + fabric->lut_ram_words - 1) / fabric->lut_ram_words
                                      : words;
    int bits = bl_log2((int)rows), step = chosen_bits(fabric->lut_inputs);
    return (bits + step - 1) / step + (fabric->lut_ram_words > 0);
}

void bl_resources_add(struct bl_resources *sum, const struct bl_resources *more, double times) {
    sum->logic += times * more->logic;
    sum->ff += times * more->ff;
    sum->block_ram += times * more->block_ram;
    sum->dsp += times * more->dsp;
}
