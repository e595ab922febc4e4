/* How the plan finds the way of the data: step by step, and in a step stage by stage, each of which
   leads the stream on by what bl_stage_row.route does. */
#ifndef BL_ROUTING_H
#define BL_ROUTING_H

#include "base/arena.h"
#include "base/bits.h"
#include "plan/route/route.h"

/* The way as far as it is known. */
struct bl_routing {
    struct bl_arena *arena;
    const struct bl_plan *plan;
    const struct bl_cluster *cluster;
    struct bl_route *route;
    int nodes, lanes;
    struct bl_cut plain;           /* of a column's words */
    int step;                      /* the one whose way is being found */
    struct bl_chain *chain;        /* what it does */
    const struct bl_stage *stage;  /* the one whose way is being found */
    struct bl_lane_stream *stream; /* what comes out of its stages so far */
};

/* Makes plan->route. The plan has its steps, and no errors. */
void bl_route_make(struct bl_plan *plan);

/* A new stream, fed by nothing yet; `dest_bits` of each element say where it goes. */
struct bl_lane_stream *bl_route_stream(struct bl_routing *routing, const char *name, int lanes,
                                       struct bl_cut cut, int dest_bits);

/* In this step `to` is fed by `from`; see struct bl_feed. */
void bl_route_feed(struct bl_routing *routing, struct bl_lane_stream *from,
                   struct bl_lane_stream *to, const char *dest);
/* The same with the words of one of the columns that are read in turn. */
void bl_route_turn(struct bl_routing *routing, enum bl_turn turn, struct bl_lane_stream *to,
                   const char *dest);

/* A unit of that kind and shape (cut, crossbar, ways) which this step does not use yet, or a new
   one that has neither name nor streams. From now on this step uses it. */
struct bl_unit *bl_route_unit(struct bl_routing *routing, const struct bl_unit_row *row,
                              struct bl_unit shape);
/* Units of that kind so far, and those of so many ways. */
int bl_route_count(const struct bl_routing *routing, const struct bl_unit_row *row);
int bl_route_count_of(const struct bl_routing *routing, const struct bl_unit_row *row, int ways);
/* Gives a new unit its name and its streams, NAME_in and NAME_out, both of all lanes. */
void bl_route_name(struct bl_routing *routing, struct bl_unit *unit, const char *name,
                   struct bl_cut in, struct bl_cut out);
/* The stream goes through the unit. */
void bl_route_through(struct bl_routing *routing, struct bl_unit *unit, const char *dest);

/* How words are cut behind a stage of this step: plan/route/cuts.h. */
struct bl_cut bl_route_cut(const struct bl_routing *routing, const struct bl_stage *stage);

/* The net with the low `wanted` bits of a function of every element of a stream, from bit `shift`
   of the function on, extended to `width`. A function without bits gives zeros. */
const char *bl_route_slice(struct bl_routing *routing, const struct bl_lane_stream *stream,
                           const struct bl_function *function, int shift, int wanted, int width);
/* The net with a function of every element of a stream without its `shift` low bits, modulo
   `modulus`, in `width` bits. */
const char *bl_route_residue(struct bl_routing *routing, const struct bl_lane_stream *stream,
                             const struct bl_function *function, int shift, int modulus, int width);
/* The net with the low `bits` of the destinations that come with a stream. */
const char *bl_route_dest(struct bl_routing *routing, const struct bl_lane_stream *stream,
                          const struct bl_function *function, int bits);

/* A function's name as part of an identifier: a slice written in place, "key[5:3]", becomes
 * "key_5_3_". */
const char *bl_route_identifier(struct bl_routing *routing, const char *name);

#endif
