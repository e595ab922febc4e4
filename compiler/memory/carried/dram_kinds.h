/* Kinds of DRAM channel: shape and timing, a row of one table each. */
#ifndef BL_DRAM_KINDS_H
#define BL_DRAM_KINDS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BL_DRAM_BANKS = 16,
    BL_DRAM_GROUPS = 4 /* of a kind, at most */,
    BL_DRAM_ACCESS = 64 /* bytes of an access, at most */
};

/* Names as in JEDEC's standards (JESD235, JESD79-4, JESD79-3); all times in ps. */
struct bl_dram_kind {
    const char *name;          /* "hbm2" */
    int access_bytes;          /* of a column access: pins x burst length / 8, a power of two */
    int column_bits;           /* accesses of a page: 2^column_bits */
    int group_bits, bank_bits; /* 2^... bank groups and banks; a bank's low bits are its group */
    bool groups_low;        /* an address has its group below its column: neighbours take turns */
    bool one_bus;           /* one command bus; else rows and columns have one each */
    uint64_t bytes;         /* of the channel */
    int64_t tCK;            /* a command on a command bus */
    int64_t tBURST;         /* data of an access on the pins: BL / 2 cycles */
    int64_t tRL, tWL;       /* column command to data: read and write latency (CL, CWL) */
    int64_t tCCD_S, tCCD_L; /* column to column command: other group, same group */
    int64_t tRRD_S, tRRD_L; /* activate to activate: other group, same group */
    int64_t tFAW;           /* in which at most four activates lie */
    int64_t tRCDRD, tRCDWR; /* activate to read, to write */
    int64_t tRP, tRAS;      /* precharge to activate; activate to precharge */
    int64_t tRTP, tWR;      /* read command, end of write data to precharge of that bank */
    int64_t tWTR_S, tWTR_L; /* end of write data to read command: other group, same group */
    int64_t tRTW;           /* read to write command */
    int64_t tREFI, tRFC;    /* refresh of all banks: every tREFI, for tRFC */
};

/* NULL when there is none of that name. */
const struct bl_dram_kind *bl_dram_kind_find(const char *name);
/* The kind of a board's memory: the one of its name, else hbm2. NULL: a board without memory. */
const struct bl_dram_kind *bl_dram_kind_of_board(const char *board_memory);

/* Bytes of consecutive addresses that lie in one row of a bank, or of a bank of every group where
   neighbours take turns over the groups; what follows lies in the next bank. */
uint64_t bl_dram_page_bytes(const struct bl_dram_kind *kind);
/* Bytes by which a region has to begin earlier than at a multiple of all banks behind the one
   before, so that as many regions as there are banks (of a group, where neighbours take turns over
   the groups) begin in different ones, in every kind: the longest page without the shorter ones. */
uint64_t bl_dram_shift_bytes(void);

/* One of its times by name, "tFAW", to look at or to change in a copy; NULL when there is none of
   that name. */
int64_t *bl_dram_time(struct bl_dram_kind *kind, const char *name);

#endif
