#include "memory/carried/dram_kinds.h"

#include <stddef.h>
#include <string.h>

#define MB(count) (UINT64_C(count) << 20)

/* A pseudo channel of HBM2: 64 data pins, BL 4, pages of 1 KB. Times are cycles of the channel, but
   those of a single bank and of refresh, which are ns at both pin speeds. */
#define HBM2(word, clock)                                                                     \
    .name = word, .access_bytes = 32, .column_bits = 5, .group_bits = 2, .bank_bits = 4,      \
    .bytes = MB(512), .tCK = clock, .tBURST = 2 * clock, .tRL = 14 * clock, .tWL = 4 * clock, \
    .tCCD_S = 2 * clock, .tCCD_L = 3 * clock, .tRRD_S = 4 * clock, .tRRD_L = 6 * clock,       \
    .tFAW = 22 * clock, .tRCDRD = 14000, .tRCDWR = 14000, .tRP = 14000, .tRAS = 34000,        \
    .tRTP = 5000, .tWR = 16000, .tWTR_S = 6 * clock, .tWTR_L = 8 * clock, .tRTW = 14 * clock, \
    .tREFI = 3900000, .tRFC = 260000

static const struct bl_dram_kind kinds[] = {
    {HBM2("hbm2", 1000)},
    {HBM2("hbm2_1600", 1250)},
    /* One rank of eight x8 dies of 8 Gb: 64 data pins, BL 8, pages of 8 KB; speed bin 17-17-17. */
    {.name = "ddr4",
     .access_bytes = 64,
     .column_bits = 7,
     .group_bits = 2,
     .bank_bits = 4,
     .groups_low = true,
     .one_bus = true,
     .bytes = MB(8192),
     .tCK = 833,
     .tBURST = 3332,
     .tRL = 14161,
     .tWL = 9996,
     .tCCD_S = 3332,
     .tCCD_L = 5000,
     .tRRD_S = 3332,
     .tRRD_L = 4998,
     .tFAW = 21000,
     .tRCDRD = 14161,
     .tRCDWR = 14161,
     .tRP = 14161,
     .tRAS = 32000,
     .tRTP = 7500,
     .tWR = 15000,
     .tWTR_S = 2500,
     .tWTR_L = 7500,
     .tRTW = 9163,
     .tREFI = 7800000,
     .tRFC = 350000},
    /* One rank of eight x8 dies of 2 Gb: 64 data pins, BL 8, pages of 8 KB, 8 banks without groups;
       speed bin 11-11-11. */
    {.name = "ddr3",
     .access_bytes = 64,
     .column_bits = 7,
     .group_bits = 0,
     .bank_bits = 3,
     .one_bus = true,
     .bytes = MB(2048),
     .tCK = 1250,
     .tBURST = 5000,
     .tRL = 13750,
     .tWL = 10000,
     .tCCD_S = 5000,
     .tCCD_L = 5000,
     .tRRD_S = 6000,
     .tRRD_L = 6000,
     .tFAW = 30000,
     .tRCDRD = 13750,
     .tRCDWR = 13750,
     .tRP = 13750,
     .tRAS = 35000,
     .tRTP = 7500,
     .tWR = 15000,
     .tWTR_S = 7500,
     .tWTR_L = 7500,
     .tRTW = 11250,
     .tREFI = 7800000,
     .tRFC = 160000},
};

const struct bl_dram_kind *bl_dram_kind_find(const char *name) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
    return NULL;
}

const struct bl_dram_kind *bl_dram_kind_of_board(const char *board_memory) {
    const struct bl_dram_kind *kind = board_memory ? bl_dram_kind_find(board_memory) : NULL;
    return kind ? kind : &kinds[0];
}

uint64_t bl_dram_page_bytes(const struct bl_dram_kind *kind) {
    return (uint64_t)kind->access_bytes
           << (kind->column_bits + (kind->groups_low ? kind->group_bits : 0));
}

uint64_t bl_dram_shift_bytes(void) {
    uint64_t pages = 0, longest = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        uint64_t page = bl_dram_page_bytes(&kinds[i]);
        pages |= page;
        if (page > longest) longest = page;
    }
    return longest - (pages - longest);
}

int64_t *bl_dram_time(struct bl_dram_kind *kind, const char *name) {
    const struct {
        const char *name;
        int64_t *time;
    } times[] = {
#define TIME(field) {#field, &kind->field}
        TIME(tCK),    TIME(tBURST), TIME(tRL),    TIME(tWL),   TIME(tCCD_S),
        TIME(tCCD_L), TIME(tRRD_S), TIME(tRRD_L), TIME(tFAW),  TIME(tRCDRD),
        TIME(tRCDWR), TIME(tRP),    TIME(tRAS),   TIME(tRTP),  TIME(tWR),
        TIME(tWTR_S), TIME(tWTR_L), TIME(tRTW),   TIME(tREFI), TIME(tRFC)};
#undef TIME
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (strcmp(times[i].name, name) == 0) return times[i].time;
    return NULL;
}
