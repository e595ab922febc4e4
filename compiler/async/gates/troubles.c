#include "async/gates/troubles.h"

#include "async/gates/standard_inner.h"
#include "base/arena.h"

struct bl_troubles *bl_troubles_new(struct bl_arena *arena, const struct bl_spec *spec,
                                    const struct bl_functions *functions) {
    struct bl_troubles *troubles = BL_NEW(arena, struct bl_troubles, 1);
    troubles->twins = bl_csc_twins(arena, spec);
    troubles->points = functions->points;
    troubles->point_of = BL_NEW(arena, int, spec->state_count);
    for (int s = 0; s < spec->state_count; s++)
        troubles->point_of[s] = bl_points_find(functions->points, spec->codes[s]);
    return troubles;
}

void bl_trouble_add(struct bl_arena *arena, struct bl_troubles *troubles,
                    const struct bl_regions *r, uint64_t regions, bool all) {
    const struct bl_spec *spec = r->spec;
    struct bl_trouble *t = BL_APPEND(arena, troubles);
    *t = (struct bl_trouble){.own = BL_NEW(arena, int, spec->state_count),
                             .wrong = BL_NEW(arena, int, spec->state_count),
                             .signal = r->signal};
    t->steady = bl_region_steady(r, regions, &t->code);
    const uint64_t *outside = bl_region_outside(r, regions);
    for (int s = 0; s < spec->state_count; s++) {
        bool wrong = all ? bl_set_has(outside, troubles->point_of[s])
                         : !((spec->codes[s] ^ t->code) & t->steady);
        if (bl_region_has(r, regions, s)) t->own[t->own_count++] = s;
        else if (wrong) t->wrong[t->wrong_count++] = s;
    }
}

void bl_trouble_parts(struct bl_arena *arena, struct bl_troubles *troubles,
                      const struct bl_cube *cube, int most) {
    for (uint64_t rest = cube->care; rest; rest &= rest - 1) {
        uint64_t part = rest & -rest, more = rest & (rest - 1);
        for (int size = 2; size <= most && more; size++, more &= more - 1) {
            part |= more & -more;
            *BL_APPEND(arena, &troubles->parts) = (struct bl_cube){part, cube->value & part};
        }
    }
}

bool bl_trouble_settled(const struct bl_spec *spec, const struct bl_trouble *trouble,
                        const uint8_t *labels, bool value) {
    enum bl_label there = value ? BL_HIGH : BL_LOW, coming = value ? BL_RISING : BL_FALLING;
    for (int i = 0; i < trouble->own_count; i++) {
        int state = trouble->own[i];
        if (labels[state] == there) continue;
        if (labels[state] != coming) return false;
        for (int k = spec->start[state]; k < spec->start[state + 1]; k++)
            if (spec->event_signal[spec->arcs[k].event] == trouble->signal &&
                labels[spec->arcs[k].state] == coming)
                return false;
    }
    return true;
}

int64_t bl_troubles_rank(const struct bl_troubles *troubles, const struct bl_spec *spec,
                         const uint8_t *labels, int64_t left) {
    int64_t conflicts = bl_csc_left(troubles->twins, labels), excited = 0;
    for (int s = 0; s < spec->state_count; s++) excited += bl_label_excited(labels[s]);
    return conflicts * 1000000000 + left * 10000 + excited;
}
