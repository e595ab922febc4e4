/* The families of parts that board descriptions may name. */
#include <errno.h>
#include <regex.h>
#include <stddef.h>
#include <string.h>
#include "base/arena.h"
#include "base/host_memory.h"
#include "board/board.h"
#include "board/board_inner.h"

/* A part number is checked by the rules of its family: the devices that it has; their packages for
   Kintex-7, Spartan and iCE40, else only the form of a package; the grade, with the letters that
   the vendor gives it. The packages of iCE40 are those that nextpnr-ice40 takes, and those of the
   three small devices that it does not know. */
static const struct bl_family families[] = {
    {"stratix10", "Stratix 10", BL_VENDOR_INTEL, "quartus_pro",
     "1S([GSTX](040|065|085|110|165|166|210|211|250|280|10M)|M(16|21)|D(110|21|280))[A-Z]{1,3}[0-9]"
     "[FU][0-9]{2}[CEI][1-3][A-Z]{2}"
     "[A-Z0-9]*",
     "1SM21BHU2F53E1VG", "alm", 6},
    {"arria10", "Arria 10", BL_VENDOR_INTEL, "quartus_pro",
     "10A[STX](016|022|027|032|048|057|066|090|115)[A-Z][0-9][FU][0-9]{2}[EIM][1-3][A-Z]{2}[A-Z0-9]"
     "*",
     "10AX115N3F40E2SG", "alm", 6},
    {"cyclone10gx", "Cyclone 10 GX", BL_VENDOR_INTEL, "quartus_pro",
     "10CX(085|105|150|220)Y[FU][0-9]{3}[EI][56]G", "10CX220YF780E5G", "alm", 6},
    {"stratix4", "Stratix IV", BL_VENDOR_INTEL, "quartus",
     "EP4S(E(230|360|530|820)|GX(70|110|180|230|290|360|530)|40G[25]|100G[2-5])[A-Z]{0,2}[FH][0-9]{"
     "2}[CIM][1-4][A-Z]*",
     "EP4SGX530KH40C2", "alm", 6},
    {"cyclone5", "Cyclone V", BL_VENDOR_INTEL, "quartus",
     "5C(E[BFM]A[24579]|GX[BFM]C[34579]|GT[BFM]D[579]|SE[BFM]A[2456]|SX[BFM]C[2456]|ST[BFM]D[56])["
     "A-Z0-9]*[FMU][0-9]{2}[ACI][678][A-Z]*",
     "5CSEMA5F31C6", "alm", 6},
    {"kintex7", "Kintex-7", BL_VENDOR_XILINX, "vivado",
     "xc7k(70tfb[gv](484|676)|160t(fb[gv](484|676)|ff[gv]676)|(325|410)tf[bf][gv](676|900)|355tff["
     "gv]901|(420|480)tff[gv](901|1156))"
     "-[123]L?",
     "xc7k325tffg900-2", "lut6", 6},
    {"virtex7", "Virtex-7", BL_VENDOR_XILINX, "vivado",
     "xc7v(585|2000|x(330|415|485|550|690|980|1140)|h(580|870))t(ff|fh|fl|hc)[gv]?[0-9]{4}-[123]L?",
     "xc7vx485tffg1761-2", "lut6", 6},
    {"artix7", "Artix-7", BL_VENDOR_XILINX, "vivado",
     "xc7a(12|15|25|35|50|75|100|200)t(cpg|cs|ft|fg|fbg|ffg|sbg)[gv]?[0-9]{3,4}-[123]L?",
     "xc7a100tcsg324-1", "lut6", 6},
    {"spartan3e", "Spartan-3E", BL_VENDOR_XILINX, "ise",
     "xc3s(100e-(vqg?100|cpg?132|tqg?144)|250e-(vqg?100|cpg?132|tqg?144|pqg?208|ftg?256)|"
     "500e-(vqg?100|cpg?132|pqg?208|ftg?256|fgg?320)|1200e-(ftg?256|fgg?(320|400))|1600e-fgg?(320|"
     "400|484))-[45]",
     "xc3s1200e-ft256-4", "lut4", 4},
    {"spartan2", "Spartan-II", BL_VENDOR_XILINX, "ise",
     "xc2s(15-(vqg?100|csg?144|tqg?144)|30-(vqg?100|csg?144|tqg?144|pqg?208)|50-(tqg?144|pqg?208|"
     "fgg?256)|"
     "100-(tqg?144|pqg?208|fgg?(256|456))|(150|200)-(pqg?208|fgg?(256|456)))-[56]",
     "xc2s150-pq208-5", "lut4", 4},
    {"ice40", "iCE40", BL_VENDOR_LATTICE, "icestorm",
     "iCE40(LP384-(CM36|CM49|SG32)|LP640-SWG16TR|(HX|LP)1K-(CM36|CM49|CM81|CM121|CB81|CB121|CB132|"
     "QN84|SWG16TR|TQ144|VQ100)|"
     "(HX|LP)4K-(BG121|CB132|CM81|CM121|CM225|TQ144)|(HX|LP)8K-(BG121|CB132|CM81|CM121|CM225|CT256)"
     "|UP[35]K-(SG48|UWG30)|"
     "UL(640|1K)-(CM36A|SWG16))",
     "iCE40HX8K-CT256", "lc", 4},
};
enum { FAMILIES = sizeof families / sizeof *families };

static const char *const vendors[BL_VENDORS] = {
    [BL_VENDOR_INTEL] = "intel", [BL_VENDOR_XILINX] = "xilinx", [BL_VENDOR_LATTICE] = "lattice"};

const char *bl_vendor_word(enum bl_vendor vendor) { return vendors[vendor]; }

const struct bl_family *bl_family_find(const char *word) {
    for (int i = 0; i < FAMILIES; i++)
        if (!strcmp(families[i].word, word)) return &families[i];
    return NULL;
}

const char *bl_family_words(struct bl_arena *arena) {
    const char *list = families[0].word;
    for (int i = 1; i < FAMILIES; i++)
        list = bl_format(arena, "%s%s%s", list, i + 1 < FAMILIES ? ", " : " and ",
                         families[i].word);
    return list;
}

/* regexec tells a lack of memory by errno alone. */
bool bl_family_has(const struct bl_family *family, const char *part) {
    regex_t pattern;
    regmatch_t match;
    if (regcomp(&pattern, family->pattern, REG_EXTENDED | REG_ICASE)) bl_out_of_memory();
    errno = 0;
    bool matches = !regexec(&pattern, part, 1, &match, 0);
    if (!matches && errno == ENOMEM) bl_out_of_memory();
    regfree(&pattern);
    return matches && !match.rm_so && !part[match.rm_eo];
}
