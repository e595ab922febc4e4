#include "async/gates/gaps.h"

#include <string.h>

#include "async/gates/standard_inner.h"
#include "base/arena.h"
#include "base/text.h"
#include "async/gates/standard.h"

/* The product with the most literals that is 1 throughout the regions: where it goes wrong, all
 * others do or rise somewhere else. */
static struct bl_cube narrowest(const struct bl_regions *r, uint64_t regions) {
    uint64_t code = 0, steady = bl_region_steady(r, regions, &code) & r->functions->points->usable;
    return (struct bl_cube){steady, code & steady};
}

/* A state outside of the regions that the product covers and must not. */
static int find_covered(const struct bl_regions *r, uint64_t regions, const struct bl_cube *cube) {
    const uint64_t *outside = bl_region_outside(r, regions);
    for (int s = 0; s < r->spec->state_count; s++)
        if (bl_cube_has(cube, r->spec->codes[s]) &&
            bl_set_has(outside, bl_points_find(r->functions->points, r->spec->codes[s])))
            return s;
    return -1;
}

/* A state in which the product becomes 1 although the signal has moved. */
static int find_rise(const struct bl_regions *r, uint64_t regions, const struct bl_cube *cube) {
    const struct bl_spec *spec = r->spec;
    for (int s = 0; s < spec->state_count; s++)
        for (int i = spec->start[s]; i < spec->start[s + 1] && !bl_region_has(r, regions, s); i++) {
            int next = spec->arcs[i].state;
            bool moved = (spec->codes[next] >> r->signal & 1) == r->rise &&
                         !(spec->excited[next] >> r->signal & 1);
            if (moved && !bl_cube_has(cube, spec->codes[s]) && bl_cube_has(cube, spec->codes[next]))
                return next;
        }
    return -1;
}

struct finding {
    struct bl_arena *arena;
    struct bl_gaps gaps;
};

static void add_gap(void *data, const struct bl_regions *r, uint64_t regions) {
    struct finding *finding = data;
    struct bl_cube cube = narrowest(r, regions);
    struct bl_gap *gap = BL_APPEND(finding->arena, &finding->gaps);
    *gap = (struct bl_gap){.signal = r->signal,
                           .rise = r->rise,
                           .covered = find_covered(r, regions, &cube),
                           .rises = -1};
    if (gap->covered < 0) gap->rises = find_rise(r, regions, &cube);
    while (!bl_region_has(r, regions, gap->state)) gap->state++;
}

struct bl_gaps bl_gaps_find(struct bl_arena *arena, const struct bl_spec *spec) {
    struct finding finding = {.arena = arena};
    bl_regions_uncovered(arena, spec, bl_spec_functions(arena, spec), add_gap, &finding);
    return finding.gaps;
}

/* The events from the initial state to another, on a shortest way. */
static const char *trace_text(struct bl_arena *arena, const struct bl_spec *spec, int state) {
    int *from = BL_NEW(arena, int, spec->state_count), *way = BL_NEW(arena, int, spec->state_count),
        count = 0;
    memset(from, -1, sizeof *from * (size_t)spec->state_count);
    way[count++] = from[0] = 0;
    for (int at = 0; at < count && from[state] < 0; at++)
        for (int i = spec->start[way[at]]; i < spec->start[way[at] + 1]; i++) {
            int next = spec->arcs[i].state;
            if (from[next] < 0) from[way[count++] = next] = way[at];
        }
    const char *text = "";
    for (; state; state = from[state]) {
        uint64_t moved = spec->codes[state] ^ spec->codes[from[state]];
        int signal = __builtin_ctzll(moved);
        text = bl_format(arena, "%s%c%s%s", spec->names[signal],
                         spec->codes[state] & moved ? '+' : '-', *text ? " " : "", text);
    }
    return *text ? text : "nothing";
}

const char *bl_gap_text(struct bl_arena *arena, const struct bl_spec *spec,
                        const struct bl_gap *gap) {
    const char *edge = bl_format(arena, "`%s%c` after %s", spec->names[gap->signal],
                                 gap->rise ? '+' : '-', trace_text(arena, spec, gap->state));
    if (gap->covered >= 0)
        return bl_format(arena,
                         "%s: every product that is 1 as long as it is excited is also 1 after %s, "
                         "where it is not to be",
                         edge, trace_text(arena, spec, gap->covered));
    if (gap->rises >= 0)
        return bl_format(arena, "%s: every product rises once more, as after %s", edge,
                         trace_text(arena, spec, gap->rises));
    return bl_format(arena, "%s: no product was found that rises only there", edge);
}
