/* The families of parts that board descriptions may name. */
#include <regex.h>
#include <stddef.h>
#include <string.h>
#include "arena.h"
#include "board.h"

/* A part number is checked by the rules of its family: the device, its grade, the package, with the letters that the vendor gives them. */
static const struct bl_family families[] = {
    {"stratix10", "Stratix 10", BL_VENDOR_INTEL, "quartus_pro",
     "1S[DGMSTX][0-9]{2,3}[A-Z]{1,3}[0-9][FU][0-9]{2}[CEI][1-3][A-Z]{2}[A-Z0-9]*", "1SM21BHU2F53E1VG", "alm", 6},
    {"arria10", "Arria 10", BL_VENDOR_INTEL, "quartus_pro",
     "10A[STX][0-9]{3}[A-Z][0-9][FU][0-9]{2}[EIM][1-3][A-Z]{2}[A-Z0-9]*", "10AX115N3F40E2SG", "alm", 6},
    {"cyclone10gx", "Cyclone 10 GX", BL_VENDOR_INTEL, "quartus_pro",
     "10CX[0-9]{3}Y[FU][0-9]{3}[EI][56]G", "10CX220YF780E5G", "alm", 6},
    {"stratix4", "Stratix IV", BL_VENDOR_INTEL, "quartus",
     "EP4S(E|GX|40G|100G)[0-9]{1,3}[A-Z]{0,2}[FH][0-9]{2}[CIM][1-4][A-Z]*", "EP4SGX530KH40C2", "alm", 6},
    {"cyclone5", "Cyclone V", BL_VENDOR_INTEL, "quartus",
     "5C(EB|EF|GX|GT|SE|SX|ST)[A-Z0-9]+[FMU][0-9]{2}[ACI][678][A-Z]*", "5CSEMA5F31C6", "alm", 6},
    {"kintex7", "Kintex-7", BL_VENDOR_XILINX, "vivado",
     "xc7k[0-9]{2,3}t(fbg|fbv|ffg|ffv)[0-9]{3,4}-[123]L?", "xc7k325tffg900-2", "lut6", 6},
    {"virtex7", "Virtex-7", BL_VENDOR_XILINX, "vivado",
     "xc7v(x|h)?[0-9]{3,4}t(ff|fh|fl|hc)[gv]?[0-9]{4}-[123]L?", "xc7vx485tffg1761-2", "lut6", 6},
    {"artix7", "Artix-7", BL_VENDOR_XILINX, "vivado",
     "xc7a[0-9]{2,3}t(cpg|cs|ft|fg|fbg|ffg|sbg)[gv]?[0-9]{3,4}-[123]L?", "xc7a100tcsg324-1", "lut6", 6},
    {"spartan3e", "Spartan-3E", BL_VENDOR_XILINX, "ise",
     "xc3s[0-9]{3,4}e-(vq|cp|tq|pq|ft|fg)g?[0-9]{3}-[45]", "xc3s1200e-ft256-4", "lut4", 4},
    {"spartan2", "Spartan-II", BL_VENDOR_XILINX, "ise",
     "xc2s[0-9]{2,3}-(vq|cs|tq|pq|fg)g?[0-9]{3}-[56]", "xc2s150-pq208-5", "lut4", 4},
    {"ice40", "iCE40", BL_VENDOR_LATTICE, "icestorm",
     "iCE40(HX|LP|UP|UL)[0-9]+K?-[A-Z]{2}[0-9]{2,3}", "iCE40HX8K-CT256", "lc", 4},
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
    for (int i = 1; i < FAMILIES; i++) list = bl_format(arena, "%s%s%s", list, i + 1 < FAMILIES ? ", " : " and ", families[i].word);
    return list;
}

bool bl_family_has(const struct bl_family *family, const char *part) {
    regex_t pattern;
    regmatch_t match;
    if (regcomp(&pattern, family->pattern, REG_EXTENDED | REG_ICASE)) return false;
    bool has = !regexec(&pattern, part, 1, &match, 0) && !match.rm_so && !part[match.rm_eo];
    regfree(&pattern);
    return has;
}
