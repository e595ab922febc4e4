/* The banks of one DRAM channel and the scheduler in front of them, as a machine of events in integer picoseconds: requests of one column
   access each enter a window, commands leave it when the timing rules allow. No data here: the owner moves data when told of an access. */
#ifndef BL_DRAM_H
#define BL_DRAM_H

#include <stdbool.h>
#include <stdint.h>

enum { BL_DRAM_BANKS = 16, BL_DRAM_GROUPS = 4, BL_DRAM_WINDOW = 32 /* requests of a direction */ };
enum { BL_DRAM_ACCESS = 32 /* bytes of a column access */ };
enum { BL_DRAM_COLUMN_BITS = 5 /* accesses in a page: 1 KB */, BL_DRAM_GROUP_BITS = 2, BL_DRAM_BANK_BITS = 4 };

/* All in ps. Names as in JEDEC's HBM standard; see bl_dram_hbm2 for the values. */
struct bl_dram_timing {
    int64_t tck;                    /* one command on each of the row and the column command bus */
    int64_t burst;                  /* data of one access on the pins */
    int64_t cl, cwl;                /* column command to data */
    int64_t ccd_s, ccd_l;           /* column to column: other group, same group */
    int64_t rrd_s, rrd_l, faw;      /* activate to activate; four of them */
    int64_t rcd, rp, ras, rtp, wr;
    int64_t wtr_s, wtr_l, rtw;      /* end of write data to read command; read to write command */
    int64_t refi, rfc;              /* refresh of all banks: every refi, for rfc */
};

struct bl_dram_request {
    uint32_t row;
    uint16_t slot;                  /* the owner's name for it */
    uint8_t bank;                   /* the low two bits are the group */
    int64_t entered;
};

struct bl_dram_window { struct bl_dram_request items[BL_DRAM_WINDOW]; int count; };

struct bl_dram_bank {
    int64_t row;                    /* open row, or -1 */
    int64_t activate_ok, precharge_ok, column_ok;
};

/* Counted since the start. */
struct bl_dram_counts { uint64_t reads, writes, activates, refreshes, turnarounds; };

enum bl_dram_command { BL_DRAM_NONE, BL_DRAM_COLUMN, BL_DRAM_ACTIVATE, BL_DRAM_PRECHARGE, BL_DRAM_REFRESH };

struct bl_dram {
    struct bl_dram_timing timing;
    struct bl_dram_bank banks[BL_DRAM_BANKS];
    struct bl_dram_window windows[2]; /* reads, writes */
    bool writing;                   /* the direction that is being served */
    int served;                     /* accesses since the direction changed */
    int64_t row_bus_ok;
    int64_t column_ok[2];           /* per direction, from the data bus */
    int64_t group_ok[2][BL_DRAM_GROUPS]; /* per direction and bank group */
    int64_t activates[4];           /* times of the last four */
    int64_t activate_ok[BL_DRAM_GROUPS];
    int activate_next;
    int64_t refresh_at;
    /* the next command */
    int64_t next_time;
    enum bl_dram_command next;
    int next_index;                 /* in its window, for COLUMN and ACTIVATE */
    int next_bank;
    bool next_write;
    struct bl_dram_counts counts;
};

struct bl_dram_access { bool write; int slot; int64_t time; /* of the column command */ };

/* HBM2, one pseudo channel of 64 data pins of `megabits` Mbit/s each (2000 or 1600). */
struct bl_dram_timing bl_dram_hbm2(int megabits);

void bl_dram_init(struct bl_dram *dram, const struct bl_dram_timing *timing);
static inline bool bl_dram_empty(const struct bl_dram *dram) { return dram->windows[0].count + dram->windows[1].count == 0; }
/* Whether a request of this direction may enter now. */
bool bl_dram_room(const struct bl_dram *dram, bool write);
/* A request enters at `time`, not before any command already given. address: bytes. bl_dram_decide must follow before the next step. */
void bl_dram_enter(struct bl_dram *dram, uint64_t address, bool write, int slot, int64_t time);
/* Chooses the next command not before `time`: next_time and next (NONE and INT64_MAX when there is nothing to do). */
void bl_dram_decide(struct bl_dram *dram, int64_t time);
/* Gives the command chosen and decides on the next. True for a column access, described in *access. */
bool bl_dram_step(struct bl_dram *dram, struct bl_dram_access *access);

#endif
