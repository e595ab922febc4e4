/* The register map of a node, derived from the plan: shared by the circuit, the host stubs and the
   bench.
   Behind those that every node has (runtime/bl_device_registers.h) come words that the host gives
   and words that it reads. */
#ifndef BL_REGMAP_H
#define BL_REGMAP_H

#include "ir/network.h"
#include "ir/plan.h"
#include "bl_device.h"

enum { BL_ROW_COUNTS = 16 /* counts that the host sees of a histogram at a time: bl_counts */ };
struct bl_register {
    const char *name;                 /* "key_count", "overflow" */
    int word;                         /* first word within its group */
    int words;                        /* one per channel, or 1 */
    bool config;                      /* written by the host; else read by it */
    const struct bl_version *version; /* whose elements it counts, or NULL */
    const struct bl_counted *counted; /* the histogram that it shows a row of counts of, or NULL */
    bool network;                     /* of the network's row */
    bool host;                        /* of the host port */
    enum bl_network_role role;        /* the network's */
    const char *net; /* of the circuit, that it shows or that shows it; NULL: one of the above */
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
   (read); for every histogram that is a result a row of 16 counts (read); if there is one,
   "histogram_row", which row they show (config); those of the network's row; and those of the
   host port, "host_NAME" (bl_device_dma_registers.h). */
struct bl_regmap *bl_regmap_make(struct bl_arena *arena, const struct bl_plan *plan);
/* The row that counts a version's elements. */
const struct bl_register *bl_regmap_count(const struct bl_regmap *map,
                                          const struct bl_version *version);
/* That of a histogram's counts; that which names the row. */
const struct bl_register *bl_regmap_histogram(const struct bl_regmap *map,
                                              const struct bl_counted *counted);
const struct bl_register *bl_regmap_row(const struct bl_regmap *map);
/* The first of the host port's that the host writes, or reads; NULL: there is no such port. */
const struct bl_register *bl_regmap_host(const struct bl_regmap *map, bool config);
/* The network's of this role; NULL: it has none. */
const struct bl_register *bl_regmap_role(const struct bl_regmap *map, enum bl_network_role role);
static inline uint32_t bl_register_address(const struct bl_register *reg, int index) {
    return (uint32_t)((reg->config ? BL_DEVICE_REG_SETTINGS : BL_DEVICE_REG_RESULTS) +
                      4 * (reg->word + index));
}

#endif
