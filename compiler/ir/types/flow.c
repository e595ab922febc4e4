#include "ir/types/flow.h"

#include <string.h>
#include <xxhash.h>

#include "base/arena.h"

/* How an arrangement came about. ALLTOALLV from home to home is numbered as well: those entries are
 * homes only. */
struct origin {
    int from, kind, column, lsb, bits, mix;
};

struct arrangement {
    struct origin origin;
    const struct bl_function *node, *channel;
    int home;
};

struct bl_flow {
    struct bl_arena *arena;
    struct arrangement *items;
    int count, capacity;
    int *slots; /* open addressing; 0 is empty, for the source is never looked up */
    int slot_count;
};

enum { HOME_KIND = BL_STAGE_ROLES, FIRST_SLOTS = 256 };

static void insert(struct bl_flow *flow, int number) {
    uint64_t mask = (uint64_t)flow->slot_count - 1,
             i = XXH3_64bits(&flow->items[number].origin, sizeof(struct origin)) & mask;
    while (flow->slots[i]) i = (i + 1) & mask;
    flow->slots[i] = number;
}

static void make_slots(struct bl_flow *flow, int count) {
    flow->slot_count = count;
    flow->slots = BL_NEW(flow->arena, int, count);
    for (int i = 1; i < flow->count; i++) insert(flow, i);
}

struct bl_flow *bl_flow_new(struct bl_arena *arena) {
    struct bl_flow *flow = BL_NEW(arena, struct bl_flow, 1);
    flow->arena = arena;
    (void)BL_APPEND(arena, flow);
    make_slots(flow, FIRST_SLOTS);
    return flow;
}

/* The number of an origin, or 0. */
static int find(const struct bl_flow *flow, const struct origin *origin) {
    uint64_t mask = (uint64_t)flow->slot_count - 1, i = XXH3_64bits(origin, sizeof *origin) & mask;
    for (; flow->slots[i]; i = (i + 1) & mask)
        if (!memcmp(&flow->items[flow->slots[i]].origin, origin, sizeof *origin))
            return flow->slots[i];
    return 0;
}

static int add(struct bl_flow *flow, const struct arrangement *arrangement) {
    *BL_APPEND(flow->arena, flow) = *arrangement;
    if (flow->count * 2 > flow->slot_count) make_slots(flow, flow->slot_count * 2);
    else insert(flow, flow->count - 1);
    return flow->count - 1;
}

/* The home that an exchange leads to from another home. */
static int next_home(struct bl_flow *flow, struct origin origin, int home) {
    origin.from = home;
    origin.kind += HOME_KIND;
    int number = find(flow, &origin);
    return number ? number : add(flow, &(struct arrangement){.origin = origin});
}

int bl_flow_move(struct bl_flow *flow, int rows, enum bl_stage_role role,
                 const struct bl_function *function) {
    struct origin origin = {rows,          (int)role,      function->column->index,
                            function->lsb, function->bits, function->mix};
    int number = find(flow, &origin);
    if (number) return number;
    struct arrangement made = {.origin = origin, .home = flow->items[rows].home};
    if (role == BL_STAGE_TO_CHANNEL) {
        made.node = flow->items[rows].node;
        made.channel = function;
    } else {
        made.node = function;
        made.home = next_home(flow, origin, made.home);
    }
    return add(flow, &made);
}

int bl_flow_drop(struct bl_flow *flow, int rows, int own) {
    struct origin origin = {.from = rows, .kind = BL_STAGE_COMPUTES, .column = own};
    int number = find(flow, &origin);
    if (number) return number;
    struct arrangement made = flow->items[rows];
    made.origin = origin;
    made.home = next_home(flow, origin, made.home);
    return add(flow, &made);
}

const struct bl_function *bl_flow_node(const struct bl_flow *flow, int rows) {
    return flow->items[rows].node;
}
const struct bl_function *bl_flow_channel(const struct bl_flow *flow, int rows) {
    return flow->items[rows].channel;
}
int bl_flow_home(const struct bl_flow *flow, int rows) { return flow->items[rows].home; }
int bl_flow_count(const struct bl_flow *flow) { return flow->count; }
