/* The banks of one DRAM channel and the scheduler in front of them, as a machine of events in
   integer picoseconds: requests of one column access each enter a window, commands leave it when
   the timing rules allow. No data here: the owner moves data when it hears of an access. */
#ifndef BL_DRAM_H
#define BL_DRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "memory/carried/dram_kinds.h"

enum { BL_DRAM_WINDOW = 32 /* requests of a direction */ };

struct bl_dram_request {
    int64_t entered;
    uint32_t row;
    uint32_t number; /* the owner's name for it */
    uint8_t bank;    /* the low bits are the group */
};

/* By age; sets of them as bits. */
struct bl_dram_window {
    struct bl_dram_request items[BL_DRAM_WINDOW];
    int count;
    uint32_t of_bank[BL_DRAM_BANKS];
    unsigned banks; /* those with a request */
    uint32_t hits;  /* those whose row is open */
};

struct bl_dram_bank {
    int64_t row; /* open row, or -1 */
    int64_t activate_ok, precharge_ok;
    int64_t column_ok[2]; /* read, write */
};

/* Counted since the start. */
struct bl_dram_counts {
    uint64_t reads, writes, activates, refreshes, turnarounds;
};

enum bl_dram_command {
    BL_DRAM_NONE,
    BL_DRAM_COLUMN,
    BL_DRAM_ACTIVATE,
    BL_DRAM_PRECHARGE,
    BL_DRAM_REFRESH,
    BL_DRAM_TURN
};

struct bl_dram {
    struct bl_dram_kind kind;
    int access_bits; /* of an address, within an access */
    struct bl_dram_bank banks[BL_DRAM_BANKS];
    struct bl_dram_window windows[2]; /* reads, writes */
    bool writing;                     /* the direction that is being served */
    int batch;            /* accesses after which it changes when the other one has enough */
    int served;           /* accesses since the direction changed */
    int64_t bus_ok[2];    /* command buses: rows, columns */
    int64_t column_ok[2]; /* per direction, from the data bus */
    int64_t group_ok[2][BL_DRAM_GROUPS]; /* per direction and bank group */
    int64_t activates[4];                /* times of the last four */
    int64_t activate_ok[BL_DRAM_GROUPS];
    int activate_next;
    int64_t refresh_at;
    /* the next command */
    int64_t next_time;
    enum bl_dram_command next;
    int next_index; /* in its window, for COLUMN and ACTIVATE */
    int next_bank;
    bool next_write;
    struct bl_dram_counts counts;
};

struct bl_dram_access {
    bool write;
    uint32_t number;
    int64_t time; /* of the column command */
};

/* All rows closed, nothing waiting, at cycle 0. */
void bl_dram_init(struct bl_dram *dram, const struct bl_dram_kind *kind);
/* No request is in the windows. */
static inline bool bl_dram_empty(const struct bl_dram *dram) {
    return dram->windows[0].count + dram->windows[1].count == 0;
}
/* Whether a request of this direction may enter now. */
static inline bool bl_dram_room(const struct bl_dram *dram, bool write) {
    return dram->windows[write].count < BL_DRAM_WINDOW;
}
/* A request enters at `time`, not before any command already given. address: bytes. */
void bl_dram_enter(struct bl_dram *dram, uint64_t address, bool write, uint32_t number,
                   int64_t time);
/* Chooses the next command not before `time`: next_time and next (NONE and INT64_MAX when there is
   nothing to do). To be called again after requests have entered and after a step. */
void bl_dram_decide(struct bl_dram *dram, int64_t time);
/* Gives the command chosen. True for a column access, described in *access. */
bool bl_dram_step(struct bl_dram *dram, struct bl_dram_access *access);

#endif
