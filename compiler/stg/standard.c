/* Standard C: every excitation region, or several together, has one cube that is 1 throughout, 0 wherever the signal is not to move or stay there,
   and rises nowhere else. Such a cube is a gate of its own: its rise is acknowledged by the signal, its fall by the opposite edge. */
#include <string.h>

#include "arena.h"
#include "csc.h"
#include "search.h"
#include "synth_build.h"

enum { REGIONS = 64, PRIMES = 256, REPAIR_DEPTH = 4 };

/* The excitation regions of one edge of a signal. */
struct regions {
    const struct bl_spec *spec;
    const struct bl_functions *functions;
    struct bl_arena *arena;
    int signal;
    bool rise;
    int *of_state;                /* region or -1 */
    int count;
};

struct chosen { struct bl_cube cube; uint64_t regions; bool found; };

static bool in_region(const struct regions *r, int state) {
    return (r->spec->excited[state] >> r->signal & 1) && (r->spec->codes[state] >> r->signal & 1) != r->rise;
}

static void flood(struct regions *r, int state, int *stack) {
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
static void join_twins(struct regions *r) {
    const int *order = bl_spec_by_code(r->arena, r->spec);
    for (int i = 1; i < r->spec->state_count; i++) {
        int one = r->of_state[order[i - 1]], other = r->of_state[order[i]];
        if (r->spec->codes[order[i]] != r->spec->codes[order[i - 1]] || one == other || one < 0 || other < 0) continue;
        int kept = one < other ? one : other, gone = one < other ? other : one;
        for (int s = 0; s < r->spec->state_count; s++)
            if (r->of_state[s] == gone) r->of_state[s] = kept;
            else if (r->of_state[s] > gone) r->of_state[s]--;
        r->count--;
    }
}

static struct regions find_regions(struct bl_arena *arena, const struct bl_spec *spec, const struct bl_functions *functions, int signal, bool rise) {
    struct regions r = {.spec = spec, .functions = functions, .arena = arena, .signal = signal, .rise = rise};
    r.of_state = BL_NEW(arena, int, spec->state_count);
    int *stack = BL_NEW(arena, int, spec->state_count);
    memset(r.of_state, -1, sizeof *r.of_state * (size_t)spec->state_count);
    for (int s = 0; s < spec->state_count; s++)
        if (in_region(&r, s) && r.of_state[s] < 0) flood(&r, s, stack);
    join_twins(&r);
    return r;
}

static bool holds(const struct bl_cube *cube, uint64_t code) { return (code & cube->care) == cube->value; }

static bool inside(const struct regions *r, uint64_t chosen, int state) { return r->of_state[state] >= 0 && chosen >> r->of_state[state] & 1; }

/* Adds literals of `free` variables until the cube rises nowhere but on entry to the regions. */
static void repair(const struct regions *r, uint64_t chosen, uint64_t code, uint64_t free, struct bl_cube cube, int depth, struct chosen *best) {
    if (best->found && bl_ones(cube.care) >= bl_ones(best->cube.care)) return;
    for (int s = 0; s < r->spec->state_count; s++)
        for (int i = r->spec->start[s]; i < r->spec->start[s + 1]; i++) {
            int next = r->spec->arcs[i].state;
            if (holds(&cube, r->spec->codes[s]) || !holds(&cube, r->spec->codes[next]) || inside(r, chosen, next)) continue;
            for (uint64_t rest = (r->spec->codes[next] ^ code) & free; rest && depth; rest &= rest - 1) {
                uint64_t bit = rest & -rest;
                repair(r, chosen, code, free, (struct bl_cube){cube.care | bit, cube.value | (code & bit)}, depth - 1, best);
            }
            return;
        }
    *best = (struct chosen){cube, chosen, true};
}

/* Everything that a cube for the regions must not cover. */
static uint64_t *outside(const struct regions *r, uint64_t chosen) {
    const struct bl_points *points = r->functions->points;
    uint64_t *off = bl_set_new(r->arena, points), *excited = bl_set_new(r->arena, points);
    const uint64_t *wrong = r->rise ? r->functions->low[r->signal] : r->functions->high[r->signal];
    memcpy(off, wrong, sizeof *off * (size_t)points->words);
    for (int s = 0; s < r->spec->state_count; s++)
        if (r->of_state[s] >= 0 && !inside(r, chosen, s)) bl_set_add(excited, bl_points_find(points, r->spec->codes[s]));
    for (int w = 0; w < points->words; w++) off[w] |= excited[w];
    return off;
}

/* The cube with the fewest literals for some regions together. */
static struct chosen find_cube(const struct regions *r, uint64_t chosen) {
    struct chosen best = {.regions = chosen};
    uint64_t code = 0, steady = ~(uint64_t)0, masks[PRIMES];
    bool first = true, complete = true;
    for (int s = 0; s < r->spec->state_count; s++) {
        if (!inside(r, chosen, s)) continue;
        if (first) code = r->spec->codes[s];
        first = false;
        steady &= ~(r->spec->codes[s] ^ code);
    }
    struct bl_points points = *r->functions->points;
    points.usable &= steady;
    const uint64_t *off = outside(r, chosen);
    if (bl_set_has_cube(&points, off, &(struct bl_cube){points.usable, code & points.usable})) return best;
    int count = bl_primes_at(&points, code, off, masks, PRIMES, &complete);
    for (int i = 0; i < count; i++)
        repair(r, chosen, code, points.usable & ~masks[i], (struct bl_cube){masks[i], code & masks[i]}, REPAIR_DEPTH, &best);
    return best;
}

/* Joins two lots of regions when one cube for both is possible and saves literals, or one of them has none alone. */
static bool join_two(const struct regions *r, struct chosen *lots, int *count) {
    for (int i = 0; i < *count; i++)
        for (int k = i + 1; k < *count; k++) {
            struct chosen both = find_cube(r, lots[i].regions | lots[k].regions);
            if (!both.found) continue;
            if (lots[i].found && lots[k].found && bl_ones(both.cube.care) >= bl_ones(lots[i].cube.care) + bl_ones(lots[k].cube.care)) continue;
            lots[i] = both;
            lots[k] = lots[--*count];
            return true;
        }
    return false;
}

/* Cubes for all regions of an edge; returns how many regions have none. */
static int find_cubes(const struct regions *r, struct chosen *lots, int *count) {
    int missing = 0;
    *count = 0;
    if (r->count > REGIONS) return r->count;
    for (int i = 0; i < r->count; i++) lots[(*count)++] = find_cube(r, (uint64_t)1 << i);
    while (join_two(r, lots, count)) continue;
    for (int i = 0; i < *count; i++) missing += !lots[i].found;
    return missing;
}

/* A form that is one gate: an and or an or of literals. */
static bool is_plain(const struct bl_form *form, enum bl_form_kind kind) {
    if (form->kind == BL_FORM_LITERAL) return true;
    return form->kind == kind && is_plain(form->left, kind) && is_plain(form->right, kind);
}

static const struct bl_form *plain_form(struct bl_arena *arena, const struct bl_functions *functions, int signal) {
    const struct bl_form *form = bl_form_quick(arena, functions->points, functions->high[signal], functions->low[signal]);
    return is_plain(form, BL_FORM_AND) || is_plain(form, BL_FORM_OR) ? form : NULL;
}

static int64_t count_missing(const struct bl_goal *goal, const struct bl_spec *spec) {
    struct bl_arena *scratch = bl_arena_new();
    int64_t conflicts = bl_spec_conflicts(spec), missing = 0;
    (void)goal;
    const struct bl_functions *functions = bl_spec_functions(scratch, spec);
    for (uint64_t rest = conflicts ? 0 : bl_spec_local(spec); rest; rest &= rest - 1) {
        int signal = __builtin_ctzll(rest), count;
        if (plain_form(scratch, functions, signal)) continue;
        for (int rise = 0; rise < 2; rise++) {
            struct chosen lots[REGIONS];
            struct regions r = find_regions(scratch, spec, functions, signal, rise);
            missing += find_cubes(&r, lots, &count);
        }
    }
    bl_arena_free(scratch);
    return conflicts ? 1000 + conflicts : missing;
}

static int64_t rank_labels(const struct bl_ranking *ranking, const struct bl_spec *spec, const uint8_t *labels) {
    int64_t conflicts = bl_csc_left(ranking->data, labels), excited = 0;
    for (int s = 0; s < spec->state_count; s++) excited += bl_label_excited(labels[s]);
    return conflicts * 1000000 + excited;
}

static struct bl_ranking make_ranking(const struct bl_goal *goal, struct bl_arena *arena, const struct bl_spec *spec) {
    (void)goal;
    return (struct bl_ranking){rank_labels, bl_csc_twins(arena, spec)};
}

static int count_literals(const struct bl_goal *goal, const struct bl_spec *spec, bool quick) {
    (void)goal;
    return quick ? 0 : bl_csc_literals(spec, true);
}

struct bl_spec *bl_standard_prepare(struct bl_arena *arena, struct bl_spec *spec, int limit) {
    struct bl_goal goal = {.prefix = "mc", .misses = count_missing, .ranking = make_ranking, .literals = count_literals};
    return bl_search(arena, spec, &goal, limit);
}

/* The gate that makes one edge's cover; with one literal the signal itself, taken as it is or inverted. */
static int make_side(struct bl_builder *builder, int signal, bool rise, bool *value) {
    struct chosen lots[REGIONS];
    struct regions r = find_regions(builder->arena, builder->spec, builder->functions, signal, rise);
    int count, gates[REGIONS];
    bool values[REGIONS];
    find_cubes(&r, lots, &count);
    *value = true;
    for (int i = 0; i < count; i++) {
        const struct bl_cube *cube = &lots[i].cube;
        values[i] = true;
        if (bl_ones(cube->care) == 1) {
            gates[i] = builder->gate_of[__builtin_ctzll(cube->care)];
            values[i] = cube->value != 0;
            continue;
        }
        struct bl_cover cover = bl_builder_cover(builder, bl_form_of_sum(builder->arena, cube, 1));
        gates[i] = bl_builder_inside(builder, signal, rise ? "set" : "reset", cover, holds(cube, builder->spec->codes[0]));
    }
    if (!count) return -1;
    if (count == 1) {
        *value = values[0];
        return gates[0];
    }
    bool initial = false;
    for (int i = 0; i < count; i++) initial |= holds(&lots[i].cube, builder->spec->codes[0]);
    return bl_builder_inside(builder, signal, rise ? "sets" : "resets", bl_builder_gates(builder, gates, values, count, false), initial);
}

/* A C element: it moves when set and reset agree on where to. */
static void make_element(struct bl_builder *builder, int signal) {
    bool set_value, reset_value;
    int set = make_side(builder, signal, true, &set_value), reset = make_side(builder, signal, false, &reset_value), self = builder->gate_of[signal];
    struct bl_arena *arena = builder->arena;
    const struct bl_form *hold = bl_form_literal(arena, 0, true), *zero = bl_form_of_sum(arena, NULL, 0);
    const struct bl_form *up = set < 0 ? zero : bl_form_literal(arena, 1, set_value);
    const struct bl_form *stay = reset < 0 ? bl_form_not(arena, zero) : bl_form_literal(arena, set < 0 ? 1 : 2, !reset_value);
    const struct bl_form *form = bl_form_join(arena, BL_FORM_OR, bl_form_join(arena, BL_FORM_AND, up, stay),
                                              bl_form_join(arena, BL_FORM_AND, hold, bl_form_join(arena, BL_FORM_OR, up, stay)));
    struct bl_sum sum = bl_form_flatten(arena, form);
    struct bl_cover cover = {.inputs = BL_NEW(arena, int, 3), .cubes = sum.cubes, .cube_count = sum.count, .form = form};
    cover.inputs[cover.input_count++] = self;
    if (set >= 0) cover.inputs[cover.input_count++] = set;
    if (reset >= 0) cover.inputs[cover.input_count++] = reset;
    builder->netlist->gates[self].set = cover;
}

void bl_make_standard(struct bl_builder *builder) {
    for (uint64_t rest = bl_spec_local(builder->spec); rest; rest &= rest - 1) {
        int signal = __builtin_ctzll(rest);
        const struct bl_form *plain = plain_form(builder->arena, builder->functions, signal);
        if (plain) builder->netlist->gates[builder->gate_of[signal]].set = bl_builder_cover(builder, plain);
        else make_element(builder, signal);
    }
}
