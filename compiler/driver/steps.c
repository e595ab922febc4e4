#include "driver/steps.h"

#include "driver/compile.h"
#include "ir/plan.h"
#include "lower/lower.h"
#include "plan/certify/certificate.h"
#include "plan/fuse/fuse.h"
#include "plan/fuse/separate.h"
#include "plan/plan.h"
#include "plan/plan_node.h"
#include "plan/predict/predict.h"
#include "plan/route/routing.h"
#include "plan/size/links.h"
#include "templates/estimate.h"

bool bl_steps_front(struct bl_compilation *c, const struct bl_loaded *loaded, bool any) {
    c->program = bl_front_loaded(loaded, c->overrides, any);
    return c->program;
}

struct bl_resources bl_lowered_cost(struct bl_arena *arena, const struct bl_plan *plan) {
    struct bl_estimate estimate;
    bl_estimate_circuit(&estimate, arena, bl_lower(arena, plan), plan->board);
    return estimate.total;
}

static bool begin(struct bl_compilation *c) {
    c->plan = bl_plan_begin(c->arena, c->program, c->rules, bl_lowered_cost, c->diags);
    return !bl_plan_is_too_long(c->plan, c->diags);
}

static bool separate(struct bl_compilation *c) {
    bl_separate_make(c->plan);
    return true;
}

static bool fuse(struct bl_compilation *c) {
    bl_fuse_run(c->plan);
    return true;
}

static bool arrange(struct bl_compilation *c) {
    bl_plan_arrange(c->plan, c->diags);
    return true;
}

static bool route(struct bl_compilation *c) {
    if (!c->diags->errors) bl_route_make(c->plan);
    return true;
}

static bool make_node(struct bl_compilation *c) {
    bl_plan_node(c->plan, c->diags);
    c->node = c->plan->node;
    return true;
}

static bool size(struct bl_compilation *c) {
    bl_plan_size(c->plan, c->diags);
    return true;
}

static bool check_links(struct bl_compilation *c) {
    bl_links_check(c->plan, c->diags);
    bl_certificate_check(c->node, c->diags);
    return true;
}

static bool predict(struct bl_compilation *c) {
    if (!c->diags->errors) bl_prediction_make(c->plan);
    return !c->diags->errors;
}

static bool lower(struct bl_compilation *c) {
    c->circuit = bl_lower(c->arena, c->plan);
    return true;
}

static bool check_circuit(struct bl_compilation *c) {
    bl_circuit_check(c->circuit, c->diags);
    return true;
}

/* A step reads what those above it have made; false ends the list. */
static const struct step {
    const char *name, *reads, *makes, *why;
    bool (*run)(struct bl_compilation *compilation);
} steps[] = {
    {"begin", "program", "plan: the passes as written",
     "a program with more passes than any circuit ends here", begin},
    {"separate", "passes as written", "the moves of the passes, each a pass of its own",
     "what the rules make of a program does not depend on how its passes were written", separate},
    {"fuse", "passes as written, their moves, board",
     "fewer passes, and the decisions that led to them",
     "before anything is sized: everything below depends on the passes", fuse},
    {"arrange", "passes, board", "steps, regions of memory",
     "when and where, before what moves the data", arrange},
    {"route", "steps", "units, streams, and which feeds which in which step",
     "every unit and its name is decided here, once", route},
    {"node", "passes, board", "a node: clocks, ports, registers, carrier and its links",
     "what is sized, lowered and written around the passes is made around it", make_node},
    {"size", "steps, units, node, board", "buffers, and errors about those that do not fit",
     "a buffer belongs to a unit", size},
    {"links", "buffers, network", "errors about links that the buffers cannot cover",
     "a depth is known only now", check_links},
    {"predict", "all of the plan", "cycles, T and the bound", "the last of the plan", predict},
    {"lower", "plan without errors", "circuit: instances and wires of a node",
     "what is built, explained and estimated is this one", lower},
    {"check circuit", "circuit, ranges of the templates", "errors about parameters",
     "no template sees a value that it refuses", check_circuit},
};

void bl_steps_plan(struct bl_compilation *c) {
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (!steps[i].run(c)) return;
}
