/* NAME: a stage of the user's own. It takes columns of every record and makes others, or drops
   records. Its module stands once for each record of a word, in an instance of bl_own_NAME for each
   lane. */
#include "check/check_own.h"
#include "check/check_type.h"
#include "check/pipeline/check_pass.h"
#include "emit/emit_golden.h"
#include "ir/names/naming.h"
#include "ir/pass.h"
#include "ir/plan.h"
#include "lower/lower_nets.h"
#include "lower/lowering.h"
#include "plan/route/crossbars.h"
#include "plan/route/cuts.h"
#include "plan/route/routing.h"
#include "stage/flow_units.h"
#include "stage/stages.h"

static void lower_lane(struct bl_lowering *lo, const struct bl_unit *unit, int lane) {
    const struct bl_own *own = unit->own;
    struct bl_instance *inst = bl_lower_instance(
        lo, bl_own_module(lo->arena, own->name),
        bl_format(lo->arena, "%s_lane%d", unit->name, lane), own->name, unit->stage->range);
    bl_instance_set(lo->circuit, inst, "ELEMS", unit->cut.elems);
    bl_instance_set(lo->circuit, inst, "ELEM_W", unit->cut.elem_bits);
    bl_instance_set(lo->circuit, inst, "MADE_W", bl_own_bits(own));
    bl_instance_set(lo->circuit, inst, "LATENCY", own->latency);
    for (int i = 0; i < own->take_count; i++)
        bl_instance_set(lo->circuit, inst, bl_format(lo->arena, "PLACE_%d", i), unit->places[i]);
    bl_lower_connect(lo, inst, "s_axis", unit->in, lane, 1);
    bl_lower_connect(lo, inst, "m_axis", unit->out, lane, 1);
    bl_instance_connect(lo->circuit, inst, "busy", "%s",
                        bl_lower_bit(lo, bl_format(lo->arena, "%s_busy", unit->name), lane));
}

static void lower(struct bl_lowering *lo, const struct bl_unit *unit) {
    for (int lane = 0; lane < lo->lanes; lane++) lower_lane(lo, unit, lane);
}

static double way(const struct bl_plan *plan, const struct bl_unit *unit) {
    (void)plan;
    return unit->own->latency + 1;
}

static const struct bl_unit_row owns = {"stages of the user's own", lower, NULL, way};

/* Where the columns that it takes lie in a record. */
static const int *places(struct bl_routing *r, const struct bl_stage *stage) {
    int *places = BL_NEW(r->arena, int, stage->own->take_count + 1);
    for (int i = 0; i < stage->own->take_count; i++)
        places[i] = bl_column_offset(r->cluster, bl_step_pass(r->plan, &r->plan->steps[r->step]),
                                     stage, stage->takes[i]);
    return places;
}

/* What it has dropped leaves gaps, which a crossbar that comes next closes. */
static bool closed_behind(const struct bl_routing *r, const struct bl_stage *stage) {
    const struct bl_pass *pass = bl_step_pass(r->plan, &r->plan->steps[r->step]);
    const struct bl_stage *next = stage + 1, *end = pass->stages + pass->stage_count;
    return next < end && next->row->role == BL_STAGE_TO_CHANNEL &&
           (bl_feeds_exchange(pass, next) || bl_crossbar_moves(r->cluster, next->functions[0]));
}

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    /* The stream may still have columns that nobody needs: they stay behind here. */
    struct bl_cut cut = bl_route_cut(r, stage - 1),
                  out = {cut.elems, cut.elem_bits + bl_own_bits(stage->own)};
    struct bl_unit *unit = bl_route_unit(
        r, &owns, (struct bl_unit){.cut = cut, .own = stage->own, .places = places(r, stage)});
    if (!unit->name) {
        unit->stage = stage;
        bl_route_name(r, unit,
                      bl_format(r->arena, "own%d_%s", bl_route_count(r, &owns), stage->own->name),
                      cut, out);
    }
    bl_route_through(r, unit, NULL);
    if (stage->own->keeps && !closed_behind(r, stage)) bl_route_pack(r);
}

/* A column that it takes: there, and of that type. */
static const struct bl_column *find_taken(struct bl_walk *walk, const struct bl_stage_tree *tree,
                                          const struct bl_own *own,
                                          const struct bl_column *wanted) {
    struct bl_check *check = walk->check;
    const struct bl_symbol *symbol = bl_symbol_find(check->symbols, wanted->name,
                                                    __builtin_strlen(wanted->name));
    const struct bl_binding *binding = symbol ? symbol->value : NULL;
    const struct bl_column *column = binding && binding->kind == BL_BIND_VERSION
                                         ? binding->column.named
                                         : NULL;
    struct bl_diagnostic *diagnostic = NULL;
    if (!column || !bl_walk_has(walk, column)) {
        diagnostic = bl_report(check->diags, BL_MSG_OWN_COLUMN, tree->range, own->name,
                               wanted->name, column ? bl_walk_hint(walk, column, "") : "");
    } else if (column->bits != wanted->bits || column->is_float != wanted->is_float ||
               column->is_signed != wanted->is_signed) {
        diagnostic = bl_report(check->diags, BL_MSG_OWN_TYPE, tree->range, own->name, wanted->name,
                               bl_type_word(wanted), bl_type_word(column));
    } else return column;
    bl_note(check->diags, diagnostic, wanted->range, "it is declared here");
    walk->bad = true;
    return NULL;
}

static const struct bl_column *find_made(struct bl_walk *walk, const struct bl_stage_tree *tree,
                                         const struct bl_own *own, int index) {
    struct bl_check *check = walk->check;
    for (int i = 0; i < check->made_columns.count; i++) {
        const struct bl_column *column = check->made_columns.items[i];
        if (column->maker != own || __builtin_strcmp(column->name, own->makes[index].name))
            continue;
        if (!bl_walk_has(walk, column)) return column;
        bl_report(check->diags, BL_MSG_OWN_AGAIN, tree->range, column->name, own->name);
        walk->bad = true;
    }
    walk->bad = true;
    return NULL;
}

/* All columns of the records so far. */
static void hide_all(struct bl_walk *walk, struct bl_stage *stage) {
    const struct bl_stage *read = bl_walk_read(walk);
    const char *name = stage->own->name;
    for (int i = 0; i < read->version_count; i++)
        bl_walk_hide(walk, stage, name, read->versions[i]->column);
    for (const struct bl_stage *own = read; own < stage; own++)
        for (int i = 0; own->own && i < own->own->make_count; i++)
            bl_walk_hide(walk, stage, name, own->made[i]);
}

static void check(struct bl_walk *walk, const struct bl_stage_tree *tree, struct bl_stage *stage) {
    struct bl_check *check = walk->check;
    const struct bl_own *own = bl_find_own(tree->own);
    if (!own) {
        bl_report_no_own(check, tree->own);
        walk->bad = true;
        return;
    }
    const struct bl_column **takes = BL_NEW(check->arena, const struct bl_column *,
                                            own->take_count + 1);
    const struct bl_column **made = BL_NEW(check->arena, const struct bl_column *,
                                           own->make_count + 1);
    for (int i = 0; i < own->take_count && !walk->bad; i++)
        takes[i] = find_taken(walk, tree, own, &own->takes[i]);
    for (int i = 0; i < own->make_count && !walk->bad; i++) made[i] = find_made(walk, tree, own, i);
    if (walk->bad) return;
    if (bl_pass_made(walk->pass) + own->make_count > BL_MOST_MADE) {
        bl_report(check->diags, BL_MSG_OWN_TOO_MANY, tree->range, BL_MOST_MADE);
        walk->bad = true;
        return;
    }
    if (own->keeps) walk->rows = bl_flow_drop(check->flow, walk->rows, own->number);
    stage->own = own;
    stage->takes = takes;
    stage->made = made;
    stage->hidden = BL_NEW(check->arena, struct bl_version *,
                           bl_walk_read(walk)->version_count + check->made_columns.count + 1);
    if (own->keeps) hide_all(walk, stage);
    for (int i = 0; i < own->make_count; i++) bl_walk_hide(walk, stage, own->name, made[i]);
}

static const char *follow(struct bl_between *between) {
    between->computed = true;
    return NULL;
}

const struct bl_stage_row bl_own_row = {
    .kind = BL_OWN,
    .role = BL_STAGE_COMPUTES,
    .follow = follow,
    .check = check,
    .golden = bl_golden_own,
    .compute = bl_golden_call,
    .route = route,
};
