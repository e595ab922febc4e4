/* The register map of a node, derived from the plan: shared by the circuit, the host stubs and the
   bench.
   Fixed registers: 0x0000 id, 0x0004 version, 0x0008 control (write 1: start), 0x000C status (bit 0
   busy, 1 done, 2 error), 0x0010 node number, 0x0014/0x0018 cycles of the last run. Then words
   written by the host from 0x0100 and words read by it from 0x0800. */
#ifndef BL_REGMAP_H
#define BL_REGMAP_H

#include "plan/plan.h"

enum { BL_ROW_COUNTS = 16 /* counts that the host sees of a histogram at a time: bl_counts */ };
enum {
    BL_REG_ID = 0x0,
    BL_REG_VERSION = 0x4,
    BL_REG_CONTROL = 0x8,
    BL_REG_STATUS = 0xC,
    BL_REG_NODE = 0x10,
    BL_REG_CYCLES_LOW = 0x14,
    BL_REG_CYCLES_HIGH = 0x18,
    BL_REG_CONFIG = 0x100,
    BL_REG_READ = 0x800
};

struct bl_register {
    const char *name;                 /* "key_count", "overflow" */
    int word;                         /* first word within its group */
    int words;                        /* one per channel, or 1 */
    bool config;                      /* written by the host; else read by it */
    const struct bl_version *version; /* whose elements it counts, or NULL */
    const struct bl_counted *counted; /* the histogram that it shows a row of counts of, or NULL */
    const char *help;
};

struct bl_regmap {
    struct bl_register *items;
    int count, capacity;
    int config_words, read_words; /* at least 1 each */
};

/* Rows, in this order: for every live source version its element count per channel (config); for
   every live written version its element count per channel (read); "overflow": one bit per channel,
   a writer ran out of its region (read); "error": bit 0 the exchange's protocol was violated
   (read); for every histogram that is a result a row of 16 counts (read); and, if there is one,
   "histogram_row", which row they show (config). */
struct bl_regmap *bl_regmap_make(struct bl_arena *arena, const struct bl_plan *plan);
/* The row that counts a version's elements. */
const struct bl_register *bl_regmap_count(const struct bl_regmap *map,
                                          const struct bl_version *version);
/* That of a histogram's counts; that which names the row. */
const struct bl_register *bl_regmap_histogram(const struct bl_regmap *map,
                                              const struct bl_counted *counted);
const struct bl_register *bl_regmap_row(const struct bl_regmap *map);
static inline uint32_t bl_register_address(const struct bl_register *reg, int index) {
    return (uint32_t)((reg->config ? BL_REG_CONFIG : BL_REG_READ) + 4 * (reg->word + index));
}

#endif
