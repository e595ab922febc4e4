/* Standard C: every excitation region, or several together, has one monotonous product, which is a
   gate of its own: its rise is acknowledged by the signal, its fall by the opposite edge. */
#include <string.h>

#include "async/gates/standard.h"
#include "async/gates/standard_inner.h"
#include "base/arena.h"
#include "async/coding/csc.h"
#include "async/coding/search.h"
#include "async/gates/synth_build_inner.h"
#include "async/gates/troubles.h"

static int64_t count_missing(const struct bl_goal *goal, const struct bl_spec *spec) {
    struct bl_arena *scratch = bl_arena_new();
    int64_t conflicts = bl_spec_conflicts(spec), missing = 0;
    (void)goal;
    if (!conflicts)
        missing = bl_regions_uncovered(scratch, spec, bl_spec_functions(scratch, spec), NULL, NULL);
    bl_arena_free(scratch);
    return conflicts ? 1000 + conflicts : missing;
}

struct finding {
    struct bl_arena *arena;
    struct bl_troubles *troubles;
};

static void add_trouble(void *data, const struct bl_regions *r, uint64_t regions) {
    struct finding *finding = data;
    bl_trouble_add(finding->arena, finding->troubles, r, regions, false);
}

static struct bl_troubles *find_troubles(struct bl_arena *arena, const struct bl_spec *spec) {
    const struct bl_functions *functions = bl_spec_functions(arena, spec);
    struct finding finding = {arena, bl_troubles_new(arena, spec, functions)};
    if (!bl_spec_conflicts(spec))
        bl_regions_uncovered(arena, spec, functions, add_trouble, &finding);
    return finding.troubles;
}

/* What the new signal does not keep away from a region. */
static int64_t rank_labels(const struct bl_ranking *ranking, const struct bl_spec *spec,
                           const uint8_t *labels) {
    const struct bl_troubles *troubles = ranking->data;
    int64_t left = 0;
    for (int i = 0; i < troubles->count; i++) {
        const struct bl_trouble *trouble = &troubles->items[i];
        int64_t least = trouble->wrong_count;
        for (int value = 0; value < 2; value++) {
            int64_t wrong = 0;
            if (!bl_trouble_settled(spec, trouble, labels, value)) continue;
            for (int k = 0; k < trouble->wrong_count; k++)
                wrong += labels[trouble->wrong[k]] != (value ? BL_LOW : BL_HIGH);
            if (wrong < least) least = wrong;
        }
        left += least;
    }
    return bl_troubles_rank(troubles, spec, labels, left);
}

static struct bl_ranking make_ranking(const struct bl_goal *goal, struct bl_arena *arena,
                                      const struct bl_spec *spec) {
    (void)goal;
    return (struct bl_ranking){.rank = rank_labels, .data = find_troubles(arena, spec)};
}

struct bl_spec *bl_standard_prepare(struct bl_arena *arena, struct bl_spec *spec, int limit) {
    struct bl_goal goal = {.prefix = "mc",
                           .beam = 3,
                           .any = true,
                           .misses = count_missing,
                           .ranking = make_ranking,
                           .literals = bl_csc_literals_of_found};
    return bl_search(arena, spec, &goal, limit);
}

static struct bl_side find_side(struct bl_builder *builder, int signal, bool rise) {
    struct bl_region_cube lots[BL_REGIONS];
    struct bl_regions r = bl_regions_find(builder->arena, builder->spec, builder->functions, signal,
                                          rise);
    struct bl_side side = {0};
    bl_region_cubes(&r, lots, &side.count);
    for (int i = 0; i < side.count; i++)
        side.forms[i] = bl_form_of_sum(builder->arena, &lots[i].cube, 1);
    return side;
}

void bl_make_standard(struct bl_builder *builder) {
    for (uint64_t rest = bl_spec_local(builder->spec); rest; rest &= rest - 1) {
        int signal = __builtin_ctzll(rest);
        const struct bl_form *plain = bl_plain_form(builder->arena, builder->functions, signal);
        if (plain)
            builder->netlist->gates[builder->gate_of[signal]].set = bl_builder_cover(builder,
                                                                                     plain);
        else {
            struct bl_side set = find_side(builder, signal, true),
                           reset = find_side(builder, signal, false);
            bl_make_element(builder, signal, &set, &reset, true);
        }
    }
}
