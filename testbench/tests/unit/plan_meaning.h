/* What a plan means, on small arrays of records, for tests of fusion: an interpreter of its steps
   that knows nothing of the rules. A record is its number; its key is a hash of it. Where a step
   promises no order, records are shuffled by a seed; where it is `ordered`, they come in an order
   that depends on the records and on the form of the circuit only: which stages share the pass and
   how many columns travel. */
#ifndef PLAN_MEANING_H
#define PLAN_MEANING_H

#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "ir/plan.h"

enum { MEANING_RECORDS = 400, MEANING_PLACES = 64 };

/* Records of each version by place (node * lanes + lane), in order. */
struct meaning_version {
    int count[MEANING_PLACES];
    int *records[MEANING_PLACES];
};
struct meaning {
    struct meaning_version *versions;
};

/* A record on its way: where it is, and by what it is sorted when the step is over. */
struct meaning_item {
    int record, node, lane;
    uint64_t rank;
};

static inline uint64_t meaning_hash(uint64_t value) {
    value = (value ^ (value >> 31)) * UINT64_C(0x9E3779B97F4A7C15);
    value = (value ^ (value >> 29)) * UINT64_C(0xBF58476D1CE4E5B9);
    return value ^ (value >> 32);
}

static inline int meaning_value(const struct bl_function *function, int record) {
    return (int)(meaning_hash((uint64_t)record + 1) >> function->lsb &
                 ((1u << function->bits) - 1));
}

static inline int meaning_least(int a, int b) { return a < b ? a : b; }

/* Lanes are cut into groups with one lane per value of the function. */
static inline void meaning_crossbar(const struct bl_cluster *cluster,
                                    const struct bl_function *function, struct meaning_item *item) {
    int values = meaning_least(bl_lanes(cluster), 1 << function->bits);
    item->lane = item->lane / values * values + meaning_value(function, item->record) % values;
}

static inline void meaning_exchange(const struct bl_cluster *cluster,
                                    const struct bl_function *function, struct meaning_item *item) {
    int lanes = bl_lanes(cluster), nodes = cluster->nodes, from = item->node;
    item->node = meaning_value(function, item->record) % nodes;
    item->lane = nodes <= lanes ? from % nodes + nodes * (item->lane / nodes) : from % lanes;
}

static inline int meaning_by_rank(const void *a, const void *b) {
    const struct meaning_item *x = a, *y = b;
    if (x->node != y->node) return x->node < y->node ? -1 : 1;
    if (x->lane != y->lane) return x->lane < y->lane ? -1 : 1;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* What the order of an ordered step depends on beside the records. */
static inline uint64_t meaning_form(const struct bl_pass *pass) {
    uint64_t form = (uint64_t)pass->stages[0].version_count;
    for (int s = 0; s < pass->stage_count; s++)
        if (pass->stages[s].row->role == BL_STAGE_TO_CHANNEL ||
            pass->stages[s].row->role == BL_STAGE_TO_NODE)
            form = form * 8 + (uint64_t)pass->stages[s].row->kind;
    return form;
}

static inline int meaning_read(const struct meaning *meaning, const struct bl_cluster *cluster,
                               const struct bl_pass *pass, bool ordered, uint64_t seed, int column,
                               struct meaning_item *items) {
    const struct meaning_version *from = &meaning->versions[pass->stages[0].versions[column]->id];
    int lanes = bl_lanes(cluster), count = 0;
    for (int place = 0; place < cluster->nodes * lanes; place++)
        for (int i = 0; i < from->count[place]; i++) {
            struct meaning_item *item = &items[count++];
            *item = (struct meaning_item){
                .record = from->records[place][i], .node = place / lanes, .lane = place % lanes};
            uint64_t place_and_index = ((uint64_t)place << 32) + (uint64_t)i;
            item->rank = meaning_hash(place_and_index * 7919 +
                                      (ordered ? meaning_form(pass) : meaning_hash(seed) | 1));
        }
    return count;
}

static inline void meaning_pass(struct bl_arena *arena, struct meaning *meaning,
                                const struct bl_cluster *cluster, const struct bl_pass *pass,
                                bool ordered, uint64_t seed) {
    const struct bl_stage *write = &pass->stages[pass->stage_count - 1];
    static struct meaning_item items[MEANING_RECORDS];
    for (int c = 0; write->row->role == BL_STAGE_WRITES && c < write->version_count; c++) {
        int count = meaning_read(meaning, cluster, pass, ordered, seed, c, items),
            lanes = bl_lanes(cluster);
        for (int i = 0; i < count; i++)
            for (int s = 0; s < pass->stage_count; s++) {
                if (pass->stages[s].row->role == BL_STAGE_TO_CHANNEL)
                    meaning_crossbar(cluster, pass->stages[s].functions[0], &items[i]);
                if (pass->stages[s].row->role == BL_STAGE_TO_NODE)
                    meaning_exchange(cluster, pass->stages[s].functions[0], &items[i]);
            }
        qsort(items, (size_t)count, sizeof *items, meaning_by_rank);
        struct meaning_version *to = &meaning->versions[write->versions[c]->id];
        for (int i = 0; i < count; i++) {
            int place = items[i].node * lanes + items[i].lane;
            if (!to->records[place]) to->records[place] = BL_NEW(arena, int, MEANING_RECORDS);
            to->records[place][to->count[place]++] = items[i].record;
        }
    }
}

/* Runs the steps of a plan. Sources hold MEANING_RECORDS records, dealt unevenly. */
static inline struct meaning *meaning_make(struct bl_arena *arena, const struct bl_plan *plan,
                                           uint64_t seed) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    struct meaning *meaning = BL_NEW(arena, struct meaning, 1);
    meaning->versions = BL_NEW(arena, struct meaning_version, plan->program->version_count);
    int places = cluster->nodes * bl_lanes(cluster);
    for (int v = 0; v < plan->program->version_count; v++)
        for (int r = 0; plan->program->versions[v]->source && r < MEANING_RECORDS; r++) {
            struct meaning_version *to = &meaning->versions[v];
            int place = (int)(meaning_hash((uint64_t)r * 31) % (uint64_t)places);
            if (!to->records[place]) to->records[place] = BL_NEW(arena, int, MEANING_RECORDS);
            to->records[place][to->count[place]++] = r;
        }
    for (int s = 0; s < plan->step_count; s++)
        for (int p = plan->steps[s].first_pass;
             p < plan->steps[s].first_pass + plan->steps[s].pass_count; p++)
            meaning_pass(arena, meaning, cluster, &plan->passes[p], plan->steps[s].ordered,
                         seed * 1000 + (uint64_t)s);
    return meaning;
}

static inline int meaning_by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static inline bool meaning_same_set(struct bl_arena *arena, const struct meaning_version *a,
                                    const struct meaning_version *b) {
    for (int place = 0; place < MEANING_PLACES; place++) {
        if (a->count[place] != b->count[place]) return false;
        int count = a->count[place], *x = BL_NEW(arena, int, count + 1),
            *y = BL_NEW(arena, int, count + 1);
        for (int i = 0; i < count; i++) x[i] = a->records[place][i], y[i] = b->records[place][i];
        qsort(x, (size_t)count, sizeof *x, meaning_by_number);
        qsort(y, (size_t)count, sizeof *y, meaning_by_number);
        if (memcmp(x, y, sizeof *x * (size_t)count)) return false;
    }
    return true;
}

static inline bool meaning_paired(const struct meaning_version *a,
                                  const struct meaning_version *b) {
    for (int place = 0; place < MEANING_PLACES; place++)
        if (a->count[place] != b->count[place] ||
            (a->count[place] &&
             memcmp(a->records[place], b->records[place], sizeof(int) * (size_t)a->count[place])))
            return false;
    return true;
}

/* NULL when both hold the same records at every place of every result, and results with the same
 * rows are paired; else what differs. */
static inline const char *meaning_compare(struct bl_arena *arena, const struct bl_program *program,
                                          const struct meaning *wanted, const struct meaning *got) {
    for (int v = 0; v < program->version_count; v++) {
        if (!program->versions[v]->result) continue;
        if (!meaning_same_set(arena, &wanted->versions[v], &got->versions[v]))
            return bl_format(arena, "%s differs", program->versions[v]->name);
        for (int w = 0; w < v; w++)
            if (program->versions[w]->result &&
                program->versions[w]->type.rows == program->versions[v]->type.rows &&
                !meaning_paired(&got->versions[v], &got->versions[w]))
                return bl_format(arena, "%s and %s are torn", program->versions[w]->name,
                                 program->versions[v]->name);
    }
    return NULL;
}

#endif
