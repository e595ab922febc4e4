/* The register map of a node: shared by the circuit, the host stubs and the bench.
   Behind those that every node has (runtime/bl_device_registers.h) come words that the host gives
   and words that it reads. */
#ifndef BL_REGMAP_H
#define BL_REGMAP_H

#include "ir/network.h"
#include "ir/node.h"
#include "bl_device.h"

enum { BL_ROW_COUNTS = 16 /* counts that the host sees of a histogram at a time: bl_counts */ };
#define BL_HISTOGRAM_ROW "histogram_row" /* the register that says which of them */

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

/* Those of a program before they have their words: none is of the network or the host port. */
struct bl_registers {
    struct bl_register *items;
    int count, capacity;
};
/* Appends one of so many words. */
struct bl_register *bl_registers_add(struct bl_arena *arena, struct bl_registers *list,
                                     const char *name, bool config, int words, const char *help);

/* Rows, in this order: the program's; those of the network's row; and those of the host port,
   "host_NAME" (bl_device_dma_registers.h). */
const struct bl_regmap *bl_regmap_make(const struct bl_node *node,
                                       const struct bl_registers *program);
/* The one of this name; NULL: there is none. */
const struct bl_register *bl_regmap_find(const struct bl_regmap *map, const char *name);
/* The row that counts a version's elements. */
const struct bl_register *bl_regmap_count(const struct bl_regmap *map,
                                          const struct bl_version *version);
/* That of a histogram's counts. */
const struct bl_register *bl_regmap_histogram(const struct bl_regmap *map,
                                              const struct bl_counted *counted);
/* The first of the host port's that the host writes, or reads; NULL: there is no such port. */
const struct bl_register *bl_regmap_host(const struct bl_regmap *map, bool config);
/* The network's of this role; NULL: it has none. */
const struct bl_register *bl_regmap_role(const struct bl_regmap *map, enum bl_network_role role);
static inline uint32_t bl_register_address(const struct bl_register *reg, int index) {
    return (uint32_t)((reg->config ? BL_DEVICE_REG_SETTINGS : BL_DEVICE_REG_RESULTS) +
                      4 * (reg->word + index));
}

#endif
