/* complement(COLUMN) as NAME: a column NAME with all bits of another one inverted. A toy that shows
   what a kind of stage needs: this file, its template and its row in ir/stages.def. */
#include "check/pipeline/check_function.h"
#include "check/check_names.h"
#include "check/pipeline/check_pass.h"
#include "emit/emit_golden.h"
#include "ir/pass.h"
#include "ir/plan.h"
#include "lower/lower_nets.h"
#include "lower/lowering.h"
#include "plan/route/cuts.h"
#include "plan/route/routing.h"
#include "stage/stages.h"

/* ---- its meaning */

/* The whole column that its argument is, or NULL after an error. */
static const struct bl_column *argument(struct bl_walk *walk, const struct bl_stage_tree *tree) {
    if (!bl_walk_count(walk, tree, 1, 1, "a column")) return NULL;
    const struct bl_function *all = bl_check_slice(walk->check, tree->arguments);
    walk->bad |= !all || all->mix || all->bits != all->column->bits || all->bits > 64 ||
                 !bl_walk_has(walk, all->column);
    if (!walk->bad) return all->column;
    if (all)
        bl_report(walk->check->diags, BL_MSG_ARGUMENTS, tree->range, "complement",
                  "a whole column of the record, of at most 64 bits", 1);
    return NULL;
}

static const struct bl_column *declare(struct bl_check *check, struct bl_name name,
                                       const struct bl_column *of, struct bl_own *own) {
    struct bl_column *column = BL_NEW(check->arena, struct bl_column, 1);
    *column = *of;
    column->name = name.symbol->text;
    column->range = name.range;
    column->index = check->program->record.column_count + check->made_columns.count;
    column->maker = own;
    *own = (struct bl_own){.name = "complement", .take_count = 1, .makes = column, .make_count = 1};
    *BL_APPEND(check->arena, &check->made_columns) = column;
    bl_declare(check, name, BL_BIND_VERSION)->column.named = column;
    return column;
}

static void check(struct bl_walk *walk, const struct bl_stage_tree *tree, struct bl_stage *stage) {
    struct bl_check *check = walk->check;
    const struct bl_column *of = argument(walk, tree);
    if (!of || !tree->as.symbol) return;
    struct bl_own *own = BL_NEW(check->arena, struct bl_own, 1);
    stage->takes = BL_NEW(check->arena, const struct bl_column *, 1);
    stage->made = BL_NEW(check->arena, const struct bl_column *, 1);
    stage->hidden = BL_NEW(check->arena, struct bl_version *, 1);
    stage->takes[0] = of;
    stage->made[0] = declare(check, tree->as, of, own);
    stage->own = own;
    bl_walk_hide(walk, stage, "complement", stage->made[0]);
}

static const char *follow(struct bl_between *between) {
    between->computed = true;
    return NULL;
}

static void compute(struct bl_golden *golden, const struct bl_stage *stage) {
    const struct bl_column *made = stage->made[0];
    bl_text_add(golden->parts.text,
                "                const uint64_t made_%s = (uint64_t)~(%s) & "
                "(uint64_t)bl_wide_ones(%d);\n"
                "                (void)made_%s;\n",
                made->name, bl_golden_value(golden, stage->takes[0]), made->bits, made->name);
}

/* ---- its circuit */

static void lower(struct bl_lowering *lo, const struct bl_unit *unit) {
    for (int lane = 0; lane < lo->lanes; lane++) {
        struct bl_instance *inst = bl_lower_instance(
            lo, "bl_complement", bl_format(lo->arena, "%s_lane%d", unit->name, lane),
            "inverted bits of a column", unit->stage->range);
        bl_instance_set(lo->circuit, inst, "ELEMS", unit->cut.elems);
        bl_instance_set(lo->circuit, inst, "ELEM_W", unit->cut.elem_bits);
        bl_instance_set(lo->circuit, inst, "LSB", unit->ways);
        bl_instance_set(lo->circuit, inst, "BITS", unit->stage->made[0]->bits);
        bl_lower_connect(lo, inst, "s_axis", unit->in, lane, 1);
        bl_lower_connect(lo, inst, "m_axis", unit->out, lane, 1);
    }
}

/* A word leaves when it enters. */
static double way(const struct bl_plan *plan, const struct bl_unit *unit) {
    (void)plan;
    (void)unit;
    return 0;
}

static const struct bl_unit_row complements = {"inverted columns", lower, NULL, way};

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    const struct bl_pass *pass = bl_step_pass(r->plan, &r->plan->steps[r->step]);
    struct bl_cut cut = bl_route_cut(r, stage - 1),
                  out = {cut.elems, cut.elem_bits + stage->made[0]->bits};
    int lsb = bl_column_offset(r->cluster, pass, stage, stage->takes[0]);
    struct bl_unit *unit = bl_route_unit(
        r, &complements, (struct bl_unit){.cut = cut, .ways = lsb, .own = stage->own});
    if (!unit->name) {
        unit->stage = stage;
        bl_route_name(r, unit, bl_format(r->arena, "complement%d", bl_route_count(r, &complements)),
                      cut, out);
        unit->own = NULL;
    }
    bl_route_through(r, unit, NULL);
}

const struct bl_stage_row bl_complement_row = {
    .kind = BL_COMPLEMENT,
    .role = BL_STAGE_COMPUTES,
    .follow = follow,
    .check = check,
    .golden = bl_golden_own,
    .compute = compute,
    .route = route,
};
