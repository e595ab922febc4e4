/* Excitation regions and the products that cover them. */
#include <string.h>

#include "async/gates/standard_inner.h"
#include "base/arena.h"
#include "async/gates/standard.h"

enum { PRIMES = 64, REPAIR_DEPTH = 4, REPAIR_STEPS = 400, JOINED = 8 };

static bool in_region(const struct bl_regions *r, int state) {
    return (r->spec->excited[state] >> r->signal & 1) &&
           (r->spec->codes[state] >> r->signal & 1) != r->rise;
}

static void flood(struct bl_regions *r, int state, int *stack) {
    int depth = 0;
    r->of_state[state] = r->count;
    stack[depth++] = state;
    while (depth) {
        int at = stack[--depth];
        for (int side = 0; side < 2; side++) {
            const int *start = side ? r->spec->back_start : r->spec->start;
            const struct bl_spec_arc *arcs = side ? r->spec->back : r->spec->arcs;
            for (int i = start[at]; i < start[at + 1]; i++) {
                int next = arcs[i].state;
                if (!in_region(r, next) || r->of_state[next] >= 0) continue;
                r->of_state[next] = r->count;
                stack[depth++] = next;
            }
        }
    }
    r->count++;
}

/* Regions that share a code must share a cube: they become one. */
static void join_twins(struct bl_regions *r) {
    const int *order = r->spec->by_code;
    for (int i = 1; i < r->spec->state_count; i++) {
        int one = r->of_state[order[i - 1]], other = r->of_state[order[i]];
        if (r->spec->codes[order[i]] != r->spec->codes[order[i - 1]] || one == other || one < 0 ||
            other < 0)
            continue;
        int kept = one < other ? one : other, gone = one < other ? other : one;
        for (int s = 0; s < r->spec->state_count; s++)
            if (r->of_state[s] == gone) r->of_state[s] = kept;
            else if (r->of_state[s] > gone) r->of_state[s]--;
        r->count--;
    }
}

struct bl_regions bl_regions_find(struct bl_arena *arena, const struct bl_spec *spec,
                                  const struct bl_functions *functions, int signal, bool rise) {
    struct bl_regions r = {
        .spec = spec, .functions = functions, .arena = arena, .signal = signal, .rise = rise};
    r.of_state = BL_NEW(arena, int, spec->state_count);
    int *stack = BL_NEW(arena, int, spec->state_count);
    memset(r.of_state, -1, sizeof *r.of_state * (size_t)spec->state_count);
    for (int s = 0; s < spec->state_count; s++)
        if (in_region(&r, s) && r.of_state[s] < 0) flood(&r, s, stack);
    join_twins(&r);
    return r;
}

/* Arcs on which a cube must not rise: they lead to states in which the signal has moved. */
struct rises {
    uint64_t *from, *to;
    int count;
};

struct repair {
    uint64_t code, free; /* of the regions; variables that do not change within them */
    struct rises rises;
    struct bl_region_cube *best;
    int steps;
};

static struct rises list_rises(const struct bl_regions *r, uint64_t chosen) {
    const struct bl_spec *spec = r->spec;
    struct rises rises = {BL_NEW(r->arena, uint64_t, spec->arc_count),
                          BL_NEW(r->arena, uint64_t, spec->arc_count), 0};
    for (int s = 0; s < spec->state_count; s++)
        for (int i = spec->start[s]; i < spec->start[s + 1]; i++) {
            int next = spec->arcs[i].state;
            bool moved = (spec->codes[next] >> r->signal & 1) == r->rise &&
                         !(spec->excited[next] >> r->signal & 1);
            if (!moved || bl_region_has(r, chosen, s)) continue;
            rises.from[rises.count] = spec->codes[s];
            rises.to[rises.count++] = spec->codes[next];
        }
    return rises;
}

/* Adds literals until the cube rises nowhere but on entry to the regions. */
static void repair(struct repair *p, struct bl_cube cube, int depth) {
    if (p->best->found && bl_ones(cube.care) >= bl_ones(p->best->cube.care)) return;
    for (int i = 0; i < p->rises.count; i++) {
        if (bl_cube_has(&cube, p->rises.from[i]) || !bl_cube_has(&cube, p->rises.to[i])) continue;
        for (uint64_t rest = (p->rises.to[i] ^ p->code) & p->free; rest && depth && p->steps-- > 0;
             rest &= rest - 1) {
            uint64_t bit = rest & -rest;
            repair(p, (struct bl_cube){cube.care | bit, cube.value | (p->code & bit)}, depth - 1);
        }
        return;
    }
    p->best->cube = cube;
    p->best->found = true;
}

uint64_t *bl_region_outside(const struct bl_regions *r, uint64_t chosen) {
    const struct bl_points *points = r->functions->points;
    uint64_t *off = bl_set_new(r->arena, points), *excited = bl_set_new(r->arena, points);
    const uint64_t *wrong = r->rise ? r->functions->low[r->signal] : r->functions->high[r->signal];
    memcpy(off, wrong, sizeof *off * (size_t)points->words);
    for (int s = 0; s < r->spec->state_count; s++)
        if (r->of_state[s] >= 0 && !bl_region_has(r, chosen, s))
            bl_set_add(excited, bl_points_find(points, r->spec->codes[s]));
    for (int w = 0; w < points->words; w++) off[w] |= excited[w];
    return off;
}

uint64_t bl_region_steady(const struct bl_regions *r, uint64_t chosen, uint64_t *code) {
    uint64_t steady = ~(uint64_t)0;
    bool first = true;
    for (int s = 0; s < r->spec->state_count; s++) {
        if (!bl_region_has(r, chosen, s)) continue;
        if (first) *code = r->spec->codes[s];
        first = false;
        steady &= ~(r->spec->codes[s] ^ *code);
    }
    return steady;
}

struct bl_region_cube bl_region_cube(const struct bl_regions *r, uint64_t chosen) {
    struct bl_region_cube best = {.regions = chosen};
    uint64_t code = 0, masks[PRIMES];
    bool complete = true;
    struct bl_points points = *r->functions->points;
    points.usable &= bl_region_steady(r, chosen, &code);
    const uint64_t *off = bl_region_outside(r, chosen);
    if (bl_set_has_cube(&points, off, &(struct bl_cube){points.usable, code & points.usable}))
        return best;
    int count = bl_primes_at(&points, code, off, masks, PRIMES, &complete);
    struct repair p = {
        .code = code, .free = points.usable, .rises = list_rises(r, chosen), .best = &best};
    for (int i = 0; i < count; i++) {
        p.steps = REPAIR_STEPS;
        repair(&p, (struct bl_cube){masks[i], code & masks[i]}, REPAIR_DEPTH);
    }
    return best;
}

/* What the sum must not be 1 on: grows until no arc rises outside of the regions. */
const struct bl_form *bl_region_form(const struct bl_regions *r) {
    const struct bl_points *points = r->functions->points;
    uint64_t *on = bl_set_new(r->arena, points), *off = bl_region_outside(r, ~(uint64_t)0);
    for (int s = 0; s < r->spec->state_count; s++)
        if (r->of_state[s] >= 0) bl_set_add(on, bl_points_find(points, r->spec->codes[s]));
    struct rises rises = list_rises(r, ~(uint64_t)0);
    for (;;) {
        const struct bl_form *form = bl_form_quick(r->arena, points, on, off);
        bool rose = false;
        for (int i = 0; i < rises.count; i++) {
            if (bl_form_value(form, rises.from[i]) || !bl_form_value(form, rises.to[i])) continue;
            int point = bl_points_find(points, rises.to[i]);
            if (bl_set_has(on, point)) return NULL;
            bl_set_add(off, point);
            rose = true;
        }
        if (!rose) return form;
    }
}

/* Joins two lots of regions when one cube for both is possible and saves literals, or one of them
 * has none alone. */
static bool join_two(const struct bl_regions *r, struct bl_region_cube *lots, int *count) {
    for (int i = 0; i < *count; i++)
        for (int k = i + 1; k < *count; k++) {
            struct bl_region_cube both = bl_region_cube(r, lots[i].regions | lots[k].regions);
            if (!both.found) continue;
            if (lots[i].found && lots[k].found &&
                bl_ones(both.cube.care) >= bl_ones(lots[i].cube.care) + bl_ones(lots[k].cube.care))
                continue;
            lots[i] = both;
            lots[k] = lots[--*count];
            return true;
        }
    return false;
}

int bl_region_cubes(const struct bl_regions *r, struct bl_region_cube *lots, int *count) {
    int missing = 0;
    *count = 0;
    if (r->count > BL_REGIONS) return r->count;
    for (int i = 0; i < r->count; i++) lots[(*count)++] = bl_region_cube(r, (uint64_t)1 << i);
    while (*count <= JOINED && join_two(r, lots, count)) continue;
    for (int i = 0; i < *count; i++) missing += !lots[i].found;
    return missing;
}

/* A form that is one gate: an and or an or of literals. */
static bool is_plain(const struct bl_form *form, enum bl_form_kind kind) {
    if (form->kind == BL_FORM_LITERAL) return true;
    return form->kind == kind && is_plain(form->left, kind) && is_plain(form->right, kind);
}

const struct bl_form *bl_plain_form(struct bl_arena *arena, const struct bl_functions *functions,
                                    int signal) {
    const struct bl_form *form = bl_form_quick(arena, functions->points, functions->high[signal],
                                               functions->low[signal]);
    return is_plain(form, BL_FORM_AND) || is_plain(form, BL_FORM_OR) ? form : NULL;
}

static int visit_edge(const struct bl_regions *r, bl_uncovered *visit, void *data) {
    struct bl_region_cube lots[BL_REGIONS];
    int count, missing = bl_region_cubes(r, lots, &count);
    for (int i = 0; visit && i < count; i++)
        if (!lots[i].found) visit(data, r, lots[i].regions);
    return missing;
}

int bl_regions_uncovered(struct bl_arena *arena, const struct bl_spec *spec,
                         const struct bl_functions *functions, bl_uncovered *visit, void *data) {
    int missing = 0;
    for (uint64_t rest = bl_spec_local(spec); rest; rest &= rest - 1) {
        int signal = __builtin_ctzll(rest);
        if (bl_plain_form(arena, functions, signal)) continue;
        for (int rise = 0; rise < 2; rise++) {
            struct bl_regions r = bl_regions_find(arena, spec, functions, signal, rise);
            missing += visit_edge(&r, visit, data);
        }
    }
    return missing;
}
