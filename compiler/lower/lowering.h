/* Inside of the lowering: shared by lower*.c only. What there is, and which stream feeds which, the
   plan has decided: plan/route/route.h. */
#ifndef BL_LOWERING_H
#define BL_LOWERING_H

#include <stdbool.h>
#include "base/arena.h"
#include "base/bits.h"
#include "ir/circuit.h"
#include "ir/cut.h"
#include "ir/plan.h"
#include "lower/lower.h"
#include "plan/route/exchange.h"
#include "plan/route/route.h"
#include "plan/size/regmap.h"

/* Counts are words of 32 bits to the host; within a lane they have BL_LANE_COUNT_BITS. */
enum { BL_COUNT_W = 32, BL_CLOCK_W = 64 };

/* A clock and its reset, as nets of the top. */
struct bl_domain {
    const char *clock, *reset;
};

struct bl_lowering {
    struct bl_arena *arena;
    const struct bl_plan *plan;
    const struct bl_route *route; /* of the plan */
    const struct bl_program *program;
    const struct bl_regmap *regmap;
    struct bl_circuit *circuit;
    int nodes, lanes, word_bits, node_bits, lane_bits, flows, burst_words;
    struct bl_cut plain;                        /* of a column's words */
    struct bl_domain *domains, memory, network; /* [0] is core's */
    bool memory_crosses,
        network_crosses;          /* the memory, the network runs on another clock than core */
    const char **writer_channels; /* [lanes]: what each lane's writer is connected to */
};

/* Steps of a mask as an expression: "step_0 | step_2", "1'b1" for all. */
const char *bl_lower_steps(struct bl_lowering *lo, bl_step_set steps);
/* A value of `width` bits that differs by step, as nested conditions; values[] are expressions. */
const char *bl_lower_by_step(struct bl_lowering *lo, const char **values);

/* Bits of the number of one of so many planes. */
static inline int bl_tid_bits(int planes) { return bl_max(1, bl_log2(planes)); }

/* lower_nets.c */
/* An instance on the core's clock. */
struct bl_instance *bl_lower_instance(struct bl_lowering *lo, const char *module, const char *name,
                                      const char *comment, struct bl_range range);
/* The slices of a stream, and all units of the route. */
void bl_lower_slices(struct bl_lowering *lo, const struct bl_lane_stream *stream);
void bl_lower_units(struct bl_lowering *lo);
void bl_lower_declare(struct bl_lowering *lo, const struct bl_lane_stream *stream);
void bl_lower_feeds(struct bl_lowering *lo);
/* Connects lane `lane` (or all lanes when -1) of a stream to the ports PREFIX_tvalid ... of an
 * instance. */
void bl_lower_connect(struct bl_lowering *lo, struct bl_instance *instance, const char *prefix,
                      const struct bl_lane_stream *stream, int first_lane, int lanes);
/* The same with `lanes` lanes that lie `stride` apart, the first one lowest. */
void bl_lower_connect_apart(struct bl_lowering *lo, struct bl_instance *instance,
                            const char *prefix, const struct bl_lane_stream *stream, int first_lane,
                            int lanes, int stride);
/* Lanes of a net with `width` bits a lane, `stride` apart: "{net[95:64], net[31:0]}". */
const char *bl_lower_apart(struct bl_lowering *lo, const char *net, int first_lane, int lanes,
                           int stride, int width);

/* lower_control.c: the counts of a version's elements in every channel, as a net of BL_COUNT_W bits
 * a lane. */
const char *bl_lower_count(struct bl_lowering *lo, const struct bl_version *version);

/* Bit `lane` of a net with a bit a lane. */
const char *bl_lower_bit(struct bl_lowering *lo, const char *net, int lane);

/* The parts of the node, in the order of the data. */
void bl_lower_control(struct bl_lowering *lo);
void bl_lower_read(struct bl_lowering *lo);
void bl_lower_write(struct bl_lowering *lo);
void bl_lower_network(struct bl_lowering *lo);
/* lower_memory.c: the net with the number of the plane of a lane's words, where at most `planes`
   take turns. */
const char *bl_lower_tid(struct bl_lowering *lo, const char *stream, int planes, int lane);
/* lower_network.c: the network port, in both directions: its nets, and what stands on it. */
void bl_lower_port_nets(struct bl_lowering *lo);
void bl_lower_port_settings(struct bl_lowering *lo, struct bl_instance *instance,
                            const struct bl_domain *domain);
void bl_lower_connect_port(struct bl_lowering *lo, struct bl_instance *instance, const char *prefix,
                           const char *name, bool outward);

#endif
