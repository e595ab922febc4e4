/* alltoallv(f) or alltoallv(f, SIZES): every record goes to the node that f names. The lanes must
   hold flows, one for every destination: lanes with the records of one node are joined before it,
   and where nodes share a lane a splitter per lane makes a flow of each. */
#include "check/check_names.h"
#include "check/pipeline/check_function.h"
#include "check/pipeline/check_pass.h"
#include "emit/emit_golden.h"
#include "ir/pass.h"
#include "ir/plan.h"
#include "lower/lower_control.h"
#include "lower/lower_nets.h"
#include "lower/lower_network.h"
#include "lower/lowering.h"
#include "plan/route/crossbars.h"
#include "plan/route/routing.h"
#include "stage/crossbar_unit.h"
#include "stage/flow_units.h"
#include "stage/stages.h"

static const char *flag_by_step(struct bl_lowering *lo, const char *name,
                                bool (*flag)(const struct bl_lowering *, int)) {
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count);
    for (int i = 0; i < lo->plan->step_count; i++) values[i] = flag(lo, i) ? "1'b1" : "1'b0";
    return bl_circuit_net(lo->circuit, 1, bl_lower_by_step(lo, values), "%s", name);
}

static bool uses_sizes(const struct bl_lowering *lo, int step) {
    const struct bl_chain *chain = &lo->route->chains[step];
    return chain->exchange && chain->end != BL_END_MARKS;
}
static bool is_ordered(const struct bl_lowering *lo, int step) {
    return lo->plan->steps[step].ordered;
}

static void epochs(struct bl_lowering *lo, const struct bl_unit *unit) {
    const char *steps = bl_lower_steps(lo, unit->steps);
    bl_circuit_net(lo->circuit, 1, NULL, "epoch");
    struct bl_instance *inst = bl_lower_instance(
        lo, "bl_epoch", "exchanges", "exchanges are numbered modulo 2", unit->stage->range);
    bl_instance_connect(lo->circuit, inst, "exchange", steps ? "step_start & %s" : "step_start",
                        steps);
    bl_instance_connect(lo->circuit, inst, "epoch", "epoch");
}

/* What says how much every flow has in a step: the histogram, or the counts of what the lanes read.
 */
static const char *sizes_of_step(struct bl_lowering *lo, const struct bl_chain *chain) {
    if (!chain->exchange || chain->end == BL_END_MARKS) return NULL;
    if (chain->end == BL_END_HISTOGRAM) return "sizes_by_flow";
    return chain->join ? bl_format(lo->arena, "%s_count", chain->join)
                       : bl_lower_count(lo, chain->read->versions[0]);
}

static const char *flow_sizes(struct bl_lowering *lo) {
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count), *any = NULL;
    for (int s = 0; s < lo->plan->step_count; s++) {
        values[s] = sizes_of_step(lo, &lo->route->chains[s]);
        if (values[s]) any = values[s];
    }
    if (!any) return bl_format(lo->arena, "%d'd0", lo->flows * BL_COUNT_W);
    for (int s = 0; s < lo->plan->step_count; s++)
        values[s] = values[s] ? values[s] : any; /* no matter in steps without sizes */
    return bl_circuit_net(lo->circuit, lo->flows * BL_COUNT_W, bl_lower_by_step(lo, values),
                          "flow_sizes");
}

static void send(struct bl_lowering *lo, const struct bl_unit *unit, const char *sizes) {
    struct bl_instance *inst = bl_circuit_instance(
        lo->circuit, "bl_alltoallv_send", "exchange_send", "alltoallv: send", unit->stage->range);
    bl_lower_port_settings(lo, inst, &lo->domains[0]);
    bl_instance_set(lo->circuit, inst, "PACKET_WORDS", lo->node->carrier.links.packet_words);
    bl_instance_set(lo->circuit, inst, "COUNT_W", BL_COUNT_W);
    bl_instance_connect(lo->circuit, inst, "node", "node");
    bl_instance_connect(lo->circuit, inst, "use_sizes", "use_sizes");
    bl_instance_connect(lo->circuit, inst, "sizes", "%s", sizes);
    bl_instance_connect(lo->circuit, inst, "epoch", "epoch");
    bl_lower_connect(lo, inst, "s_axis", unit->in, 0, lo->flows);
    bl_lower_connect_port(lo, inst, "m_net", "outward", true);
    bl_instance_connect(lo->circuit, inst, "dst_ready", "dst_ready");
    bl_instance_connect(lo->circuit, inst, "invalid", "failed");
    bl_instance_connect(lo->circuit, inst, "done", "send_done");
}

static void receive(struct bl_lowering *lo, const struct bl_unit *unit) {
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_alltoallv_recv",
                                                   "exchange_receive", "alltoallv: receive",
                                                   unit->stage->range);
    bl_lower_port_settings(lo, inst, &lo->domains[0]);
    bl_instance_set(lo->circuit, inst, "COUNT_W", BL_COUNT_W);
    bl_instance_connect(lo->circuit, inst, "use_sizes", "use_sizes");
    bl_instance_connect(lo->circuit, inst, "ordered", "in_order");
    bl_instance_connect(lo->circuit, inst, "epoch", "epoch");
    static const char *const beats[] = {"tvalid", "tready", "tdata", "tkeep", "tid", "tuser"};
    for (int i = 0; i < 6; i++)
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "s_net_%s", beats[i]),
                            "inward_%s", beats[i]);
    bl_instance_connect(lo->circuit, inst, "rx_epoch", "inward_epoch");
    bl_instance_connect(lo->circuit, inst, "rx_any", "inward_any");
    bl_instance_connect(lo->circuit, inst, "rx_source", "inward_source");
    bl_lower_connect(lo, inst, "m_axis", unit->out, 0, lo->lanes);
    bl_instance_connect(lo->circuit, inst, "done", "receive_done");
    bl_instance_connect(lo->circuit, inst, "error", "receive_error");
    bl_instance_connect(lo->circuit, inst, "invalid", "receive_invalid");
}

static void lower(struct bl_lowering *lo, const struct bl_unit *unit) {
    flag_by_step(lo, "use_sizes", uses_sizes);
    epochs(lo, unit);
    flag_by_step(lo, "in_order", is_ordered);
    bl_lower_port_nets(lo);
    send(lo, unit, flow_sizes(lo));
    receive(lo, unit);
}

/* bl_alltoallv_send and _recv, and bl_endpoint from port to link and back. */
enum { SEND_CYCLES = 2, TO_LINK_CYCLES = 1, FROM_LINK_CYCLES = 2, RECEIVE_CYCLES = 2 };
static double way(const struct bl_plan *plan, const struct bl_unit *unit) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    int several = bl_lane_nodes(cluster) > 1, queues = bl_exchange_pairs(cluster) > 0;
    (void)unit;
    return SEND_CYCLES + TO_LINK_CYCLES + FROM_LINK_CYCLES + RECEIVE_CYCLES + several + 2 * queues;
}

static const struct bl_unit_row exchange = {"exchange between nodes", lower, NULL, way};

static struct bl_unit *exchange_unit(struct bl_routing *r, const struct bl_stage *stage) {
    struct bl_unit *unit = bl_route_unit(r, &exchange, (struct bl_unit){.ways = 0});
    if (unit->name) return unit;
    unit->name = "exchange";
    unit->stage = stage;
    struct bl_cut cut = bl_route_cut(r, stage);
    unit->in = bl_route_stream(r, "send", r->lanes * bl_lane_nodes(r->cluster), cut, 0);
    unit->out = bl_route_stream(r, "receive", r->lanes, cut, 0);
    return unit;
}

/* Whether a crossbar that comes next makes words full that came from several nodes. */
static bool made_full(const struct bl_routing *r, const struct bl_pass *pass,
                      const struct bl_stage *stage) {
    for (int s = 0; s < pass->stage_count; s++)
        if (&pass->stages[s] > stage && pass->stages[s].row->role == BL_STAGE_TO_CHANNEL &&
            bl_crossbar_moves(r->cluster, pass->stages[s].functions[0]))
            return true;
    return false;
}

/* Channels hold the values of a function; where these are fewer than what lanes can reach, only
   some lanes reach their node. `crossed`: a crossbar has led them there already. */
static void make_flows(struct bl_routing *r, const struct bl_stage *stage, bool crossed) {
    struct bl_exchange_shape shape = bl_exchange_shape(r->cluster, stage->functions[0]);
    if (!crossed && shape.joined) bl_route_join(r, stage, shape.joined);
    if (bl_lane_nodes(r->cluster) > 1 && (!crossed || shape.split))
        bl_route_splitter(r, stage, bl_crossbar_splitter(r->cluster, bl_route_cut(r, stage)));
}

static void golden(struct bl_golden *golden, const struct bl_stage *stage) {
    bl_golden_move(golden, stage, "to a node");
}

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    const struct bl_pass *pass = bl_step_pass(r->plan, &r->plan->steps[r->step]);
    make_flows(r, stage, bl_is_fed(pass, stage));
    struct bl_unit *unit = exchange_unit(r, stage);
    r->route->exchange = unit;
    bl_route_through(r, unit, NULL);
    if (bl_lane_nodes(r->cluster) > 1 && !made_full(r, pass, stage)) bl_route_pack(r);
}

/* The sizes of an exchange: counted by its function, complete, for the records that are on the
 * nodes now. */
static void use_sizes(struct bl_walk *walk, const struct bl_slice *argument,
                      struct bl_stage *stage) {
    struct bl_check *check = walk->check;
    if (argument->of != BL_OF_NAME || argument->kind != BL_SLICE_WHOLE) {
        bl_report(check->diags, BL_MSG_SIZES_NAME, argument->range);
        walk->bad = true;
        return;
    }
    struct bl_binding *binding = bl_find(check, argument->name, BL_BIND_PRODUCT, "a histogram");
    struct bl_diagnostic *diagnostic = NULL;
    if (!binding || binding->product.product->maker->role != BL_STAGE_COUNTS) {
        if (binding) bl_wrong_kind(check, argument->name, binding, "a histogram");
        walk->bad = true;
        return;
    }
    if (walk->bad) return;
    const struct bl_function *counted = binding->product.stage->functions[0],
                             *wanted = stage->functions[0];
    if (binding->product.pass == walk->pass->number)
        diagnostic = bl_report(check->diags, BL_MSG_SAME_PASS, argument->range,
                               binding->symbol->text);
    else if (!bl_function_equal(counted, wanted))
        diagnostic = bl_report(check->diags, BL_MSG_SIZES_FUNCTION, argument->range,
                               binding->symbol->text, counted->name, wanted->name);
    else if (bl_flow_home(check->flow, binding->product.rows) !=
             bl_flow_home(check->flow, walk->rows))
        diagnostic = bl_report(check->diags, BL_MSG_SIZES_HOME, argument->range,
                               binding->symbol->text);
    else {
        stage->uses = binding->product.product;
        return;
    }
    bl_walk_note_product(walk, diagnostic, binding);
    walk->bad = true;
}

/* A column that a stage of the user's own makes, and that this pass does not have: a crossbar has
   gone by it before, and the golden model makes it again. */
static void hide_column(struct bl_walk *walk, struct bl_stage *stage) {
    const struct bl_column *column = stage->functions[0]->column;
    if (!column->maker || bl_walk_has(walk, column)) return;
    stage->hidden = BL_NEW(walk->check->arena, struct bl_version *, 1);
    bl_walk_hide(walk, stage, "alltoallv", column);
}

static void check(struct bl_walk *walk, const struct bl_stage_tree *tree, struct bl_stage *stage) {
    if (!bl_walk_count(walk, tree, 1, 2, "a function, and the sizes if it has them")) return;
    stage->functions = BL_NEW(walk->check->arena, const struct bl_function *, 1);
    stage->functions[0] = bl_check_slice(walk->check, tree->arguments);
    stage->function_count = 1;
    walk->bad |= !stage->functions[0];
    if (tree->arguments->next) use_sizes(walk, tree->arguments->next, stage);
    if (!walk->bad &&
        !bl_function_equal(bl_flow_channel(walk->check->flow, walk->rows), stage->functions[0])) {
        const char *name = stage->functions[0]->name;
        bl_report(walk->check->diags, BL_MSG_NEEDS_CROSSBAR, tree->range, name, name);
        walk->bad = true;
    }
    if (!walk->bad) hide_column(walk, stage);
    bl_walk_move(walk, stage);
}

static const char *follow(struct bl_between *between) {
    if (between->exchanged) return "a pass exchanges once";
    between->moved = between->exchanged = true;
    return NULL;
}

const struct bl_stage_row bl_alltoallv_row = {
    .kind = BL_ALLTOALLV,
    .role = BL_STAGE_TO_NODE,
    .follow = follow,
    .check = check,
    .golden = golden,
    .route = route,
};
