/* `bankloom explain` as text. */
#include "explain/explain.h"
#include "explain/certify.h"
#include "explain/mixes.h"
#include "plan/route/exchange.h"
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "board/board.h"
#include "ir/plan.h"
#include "plan/steps/place.h"
#include "templates/estimate.h"
#include "ir/cut.h"
#include "ir/cut.h"
#include "ir/pass.h"
#include "ir/dma.h"
#include "ir/network.h"
#include "plan/fuse/fuse.h"
#include "plan/fuse/pieces.h"
#include "plan/predict/bound.h"
#include "plan/route/crossbars.h"
#include "plan/size/crossings.h"
#include "plan/predict/predict.h"

const char *bl_rules_words(struct bl_arena *arena, bl_rules rules) {
    if (rules == BL_ALL_RULES) return "all";
    const char *words = "";
    for (int r = 0; r < BL_RULE_COUNT; r++)
        if (rules >> r & 1)
            words = bl_format(arena, "%s%s%s", words, *words ? "," : "",
                              bl_rule_word((enum bl_rule)r));
    return *words ? words : "none";
}

const char *bl_plan_label(const struct bl_plan *plan, const struct bl_pass *pass) {
    int *numbers = BL_NEW(plan->arena, int, plan->piece_count), count = 0;
    for (int i = 0; i < plan->piece_count; i++)
        if (plan->home[i] == pass->number) numbers[count++] = i + 1;
    return bl_pieces_label(plan->arena, plan->pieces, plan->piece_count, numbers, count);
}

const char *bl_plan_part(const struct bl_plan *plan, int number) {
    return bl_piece_name(plan->arena, &plan->pieces[number - 1]);
}

const char *bl_decision_passes(const struct bl_plan *plan, const struct bl_decision *decision) {
    if (decision->rule == BL_RULE_SEPARATE)
        return bl_format(plan->arena, "pass %d", plan->pieces[decision->first - 1].pass);
    return bl_format(plan->arena, "passes %s and %s", bl_plan_part(plan, decision->first),
                     bl_plan_part(plan, decision->second));
}

const char *bl_pass_words(struct bl_arena *arena, const struct bl_pass *pass) {
    struct bl_text text = {0};
    bl_pass_print(&text, pass);
    const char *words = bl_strndup(arena, text.bytes, text.length);
    bl_text_free(&text);
    return words;
}

/* What holds for the order of a step, as words. */
static const char *step_order(const struct bl_plan *plan, const struct bl_step *step) {
    const struct bl_stage *write = bl_stage_find(bl_step_pass(plan, step), BL_STAGE_WRITES);
    if (!write) return "writes nothing";
    if (step->ordered)
        return "order a function of the data, because columns of these records travel apart";
    return step->stagger ? "any order; channels start staggered" : "any order";
}

const char *bl_prediction_formula(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    const struct bl_prediction *p = &plan->prediction;
    const char *memory = bl_format(
        plan->arena, "%d B x %d channel%s x %g MHz / %g", cluster->memory.width, bl_lanes(cluster),
        bl_ending(bl_lanes(cluster), "s"), p->word_hertz / 1e6, p->memory_passes);
    if (p->crossings <= 0)
        return bl_format(plan->arena, "T = N * W*M*C/A = %d x %s", cluster->nodes, memory);
    return bl_format(plan->arena, "T = N * min(W*M*C/A, B/m) = %d x min(%s, %g GB/s / %.4g)",
                     cluster->nodes, memory, p->injection_bytes_per_second / 1e9,
                     p->fullest_crossings);
}

/* What the board's description knows it by. */
static const char *clock_role(const struct bl_node *node, int clock) {
    if (!clock) return "core";
    if (node->clock_numbers[node->memory_clock] == clock) return "memory";
    if (bl_node_network_clock(node) == clock) return "network";
    const struct bl_host *host = node->cluster->host;
    return host && host->clock == clock ? "host" : "core";
}

struct bl_clock_basis bl_clock_basis(const struct bl_node *node, int clock) {
    return bl_board_basis(node->board, clock_role(node, clock), node->cluster->clocks[clock].hertz);
}

const char *bl_clock_use(const struct bl_plan *plan, int clock) {
    bool memory = bl_memory_clock(plan) == clock, network = bl_network_clock(plan) == clock;
    if (!clock) return "every stage and the registers";
    if (!memory && !network) return "nothing of this plan runs on it";
    return memory && network ? "the memory's channels and the network with its links"
           : memory          ? "the memory's channels"
                             : "the network with its links";
}

const char *bl_bound_words(const struct bl_plan *plan) {
    const struct bl_prediction *p = &plan->prediction;
    bool network = p->crossings > 0 && p->network_bytes_per_second < p->memory_bytes_per_second;
    if (p->clock < 0) return plan->program->cluster.network.carrier->bounds;
    const struct bl_clock *clock = &plan->program->cluster.clocks[p->clock];
    bool shared = !network && bl_plan_shares_memory(plan);
    return bl_format(plan->arena,
                     "clock %s bounds it: %s moves a word in each of its cycles, at %g MHz%s",
                     clock->name,
                     network  ? "a link or a lane of the network"
                     : shared ? "a memory controller"
                              : "a channel",
                     clock->hertz / 1e6,
                     shared ? "; a pass that writes counts twice, because what is read and what is "
                              "written share controllers"
                            : "");
}

static void add_written(struct bl_text *text, const struct bl_plan *plan) {
    bl_text_add(text, "passes as written (%d)\n", plan->program->pass_count);
    for (int i = 0; i < plan->program->pass_count; i++)
        bl_text_add(text, "  %2d  %s\n", plan->program->passes[i].number,
                    bl_pass_words(plan->arena, &plan->program->passes[i]));
}

/* Functions that are more than a slice, and how deep their XORs are. */
static void add_mixes(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_function **mixes;
    int count = bl_mixes_of(plan->arena, plan->program, &mixes);
    if (count) bl_text_add(text, "\nfunctions that are XORs of bits of a column\n");
    for (int i = 0; i < count; i++) {
        int most = bl_mix_terms(mixes[i]), levels = bl_mix_levels(mixes[i]);
        bl_text_add(text,
                    "  %s: %d bit%s, each of at most %d of `%s`; %d level%s of 6-input LUTs\n",
                    mixes[i]->name, mixes[i]->bits, bl_ending(mixes[i]->bits, "s"), most,
                    mixes[i]->column->name, levels, bl_ending(levels, "s"));
    }
}

static void add_applied(struct bl_text *text, const struct bl_plan *plan) {
    int count = 0;
    bl_text_add(text, "\nfusions (--fuse %s)\n", bl_rules_words(plan->arena, plan->rules));
    for (int i = 0; i < plan->decision_count; i++) {
        const struct bl_decision *d = &plan->decisions[i];
        if (!d->applied) continue;
        bl_text_add(text, "  %-10s %s: %s\n", bl_rule_word(d->rule), bl_decision_passes(plan, d),
                    d->reason);
        count++;
    }
    if (!count) bl_text_add(text, "  none\n");
}

/* The next part that still has work behind this one; 0: none. */
static int next_standing(const struct bl_plan *plan, int part) {
    do part++;
    while (part <= plan->piece_count && !plan->home[part - 1]);
    return part <= plan->piece_count ? part : 0;
}

/* Whether earlier neighbours stand for the same two passes of the plan. */
static bool is_explained(const struct bl_plan *plan, int first, int second) {
    int left = plan->home[first - 1], right = plan->home[second - 1];
    for (int p = next_standing(plan, 0), next; p < first; p = next) {
        next = next_standing(plan, p);
        int a = plan->home[p - 1], b = plan->home[next - 1];
        if ((a == left && b == right) || (a == right && b == left)) return true;
    }
    return false;
}

static void add_reasons(struct bl_text *text, const struct bl_plan *plan, int first, int second) {
    bl_text_add(text, "  passes %s and %s\n", bl_plan_part(plan, first),
                bl_plan_part(plan, second));
    for (int i = 0; i < plan->decision_count; i++) {
        const struct bl_decision *d = &plan->decisions[i];
        if (!d->applied && d->first == first && d->second == second)
            bl_text_add(text, "    %-10s %s\n", bl_rule_word(d->rule), d->reason);
    }
}

/* Passes that are one, or gone, were not left apart. */
static void add_refused(struct bl_text *text, const struct bl_plan *plan) {
    int count = 0;
    bl_text_add(text, "\nneighbouring passes that were not fused, and why\n");
    for (int first = next_standing(plan, 0), second; first; first = second) {
        second = next_standing(plan, first);
        if (!second || plan->home[first - 1] == plan->home[second - 1] ||
            is_explained(plan, first, second))
            continue;
        add_reasons(text, plan, first, second);
        count++;
    }
    if (!count) bl_text_add(text, "  none\n");
}

/* Passes with several moves whose moves are not passes of their own to the rules. */
static void add_whole(struct bl_text *text, const struct bl_plan *plan) {
    bool any = false;
    for (int i = 0; i < plan->decision_count; i++) {
        const struct bl_decision *d = &plan->decisions[i];
        if (d->applied || d->rule != BL_RULE_SEPARATE) continue;
        if (!any) bl_text_add(text, "\npasses that stay as they are written, and why\n");
        any = true;
        bl_text_add(text, "  %s: %s\n", bl_decision_passes(plan, d), d->reason);
    }
}

static void add_steps(struct bl_text *text, const struct bl_plan *plan) {
    bl_text_add(text, "\nsteps of the circuit (A = %d)\n", plan->pass_count);
    for (int i = 0; i < plan->step_count; i++) {
        const struct bl_step *step = &plan->steps[i];
        bl_text_add(text, "  %2d  reads the %s half; %s\n", i + 1,
                    step->read_side ? "upper" : "lower", step_order(plan, step));
        for (int p = step->first_pass; p < step->first_pass + step->pass_count; p++)
            bl_text_add(text, "        %s: %s%s\n", bl_plan_label(plan, &plan->passes[p]),
                        bl_pass_words(plan->arena, &plan->passes[p]),
                        step->pass_count == 2 ? "  (strips alternate)" : "");
    }
}

static void add_places(struct bl_text *text, const struct bl_plan *plan) {
    bl_text_add(text, "\ncolumn versions\n");
    for (int v = 0; v < plan->program->version_count; v++) {
        const struct bl_place *place = &plan->places[v];
        if (place->side < 0) continue;
        bl_text_add(text, "  %-12s %s half, from 0x%09llx, %g MiB in each channel",
                    plan->program->versions[v]->name, place->side ? "upper" : "lower",
                    (unsigned long long)place->base, (double)place->bytes / 1048576);
        int planes = bl_column_planes(&plan->program->cluster, plan->program->versions[v]->column);
        if (planes > 1)
            bl_text_add(text, ", in %d planes of %d bits", planes,
                        plan->program->cluster.memory.plane_bits);
        bl_text_add(text, "\n");
    }
}

static void add_buffers(struct bl_text *text, const struct bl_plan *plan) {
    int rams = 0, logic = 0;
    bl_text_add(text, "\nbuffers of a node\n");
    for (int i = 0; i < plan->buffer_count; i++) {
        const struct bl_buffer *b = &plan->buffers[i];
        bl_text_add(text, "  %-20s %d x %d bit%s, %d of them, %d block RAM%s: %s\n", b->name,
                    b->depth, b->width_bits, bl_ending(b->width_bits, "s"), b->count, b->block_rams,
                    bl_ending(b->block_rams, "s"), b->reason);
        rams += b->block_rams;
    }
    const struct bl_crossbar_shape *shape;
    for (int at = 0; (shape = bl_plan_crossbar(plan, &at));)
        logic += bl_crossbar_logic(plan->board, shape);
    const struct bl_board *board = plan->board;
    const struct bl_board_ram *ram = board->block_rams.items;
    bl_text_add(text,
                "  together %d of %d block RAMs (%.1f %%); crossbars about %d of %d %s (%.1f %%, "
                "estimated)\n",
                rams, ram->blocks, 100.0 * rams / ram->blocks, logic, board->logic,
                bl_estimate_unit(board), 100.0 * logic / board->logic);
}

static void add_estimate(struct bl_text *text, const struct bl_plan *plan,
                         const struct bl_circuit *circuit) {
    struct bl_estimate estimate;
    bl_estimate_circuit(&estimate, plan->arena, circuit, plan->board);
    bl_estimate_print(text, plan->arena, &estimate);
}

static void add_crossing(struct bl_text *text, const struct bl_plan *plan,
                         const struct bl_crossing *crossing) {
    const struct bl_clock *clocks = plan->program->cluster.clocks;
    bl_text_add(text, "  %-22s %s to %s, ", crossing->name, clocks[crossing->from].name,
                clocks[crossing->to].name);
    if (crossing->depth)
        bl_text_add(text, "%d x %d bit%s, %d of them: ", crossing->depth, crossing->width_bits,
                    bl_ending(crossing->width_bits, "s"), crossing->count);
    else bl_text_add(text, "%d bit%s: ", crossing->count, bl_ending(crossing->count, "s"));
    bl_text_add(text, "%s\n", crossing->reason);
}

static void add_clocks(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    struct bl_crossing crossings[BL_MOST_CROSSINGS];
    int count = bl_plan_crossings(plan, crossings);
    bl_text_add(text, "\nclocks\n");
    for (int i = 0; i < cluster->clock_count; i++) {
        const struct bl_clock_basis basis = bl_clock_basis(plan->node, i);
        bl_text_add(text, "  %-12s %g MHz: %s; %s\n", cluster->clocks[i].name,
                    cluster->clocks[i].hertz / 1e6, bl_clock_use(plan, i),
                    bl_clock_basis_words(plan->arena, &basis));
    }
    if (!count) {
        bl_text_add(text, "  crossings: none, everything runs on %s\n", cluster->clocks[0].name);
        return;
    }
    bl_text_add(text, "crossings between the clocks of a node\n");
    for (int i = 0; i < count; i++) add_crossing(text, plan, &crossings[i]);
}

/* For some numbers of records, every value as often as any other. */
static void add_expected(struct bl_text *text, const struct bl_plan *plan) {
    for (int i = 0; i < BL_EXPECTED_SIZES && !plan->prediction.is_bound; i++) {
        struct bl_expected expected = bl_expected_even(plan, bl_expected_sizes[i]);
        bl_text_add(text,
                    "  predicted for %7llu records a node: %9.0f cycles, %.2f GB/s, %.1f %% of T "
                    "(%.0f cycles by the bound, %.0f of fixed way)\n",
                    (unsigned long long)bl_expected_sizes[i], expected.cycles,
                    expected.bytes_per_second / 1e9,
                    100 * expected.bytes_per_second / plan->prediction.bytes_per_second,
                    expected.bound_cycles, expected.cycles - expected.bound_cycles);
    }
}

/* The same where the network's rate is reached in part. */
static void add_bounds(struct bl_text *text, const struct bl_plan *plan) {
    if (!plan->prediction.is_bound) return;
    bl_text_add(text, "  a bound and no prediction: %s\n",
                plan->program->cluster.network.carrier->reached);
    for (int i = 0; i < BL_EXPECTED_SIZES; i++) {
        struct bl_expected expected = bl_expected_even(plan, bl_expected_sizes[i]);
        bl_text_add(text, "  bound for %7llu records a node: at least %9.0f cycles\n",
                    (unsigned long long)bl_expected_sizes[i], expected.bound_cycles);
    }
}

static void add_prediction(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_prediction *p = &plan->prediction;
    bl_text_add(text,
                "\nprediction\n  %s\n    = %.2f GB/s of the %d bytes counted of a record (%d moved "
                "at a time)\n",
                bl_prediction_formula(plan), p->bytes_per_second / 1e9, p->counted_bytes,
                p->moved_bytes);
    bl_text_add(text, "  memory alone %.2f GB/s", p->memory_bytes_per_second / 1e9);
    if (p->crossings > 0)
        bl_text_add(text, ", network alone %.2f GB/s; a link carries %.0f %% of its payload rate",
                    p->network_bytes_per_second / 1e9, 100 * p->link_load);
    bl_text_add(text, "\n  %s\n", bl_bound_words(plan));
    add_expected(text, plan);
    add_bounds(text, plan);
    const struct bl_carrier_row *network = plan->program->cluster.network.carrier;
    if (network->explain && p->crossings > 0) network->explain(text, plan->node);
    bl_explain_certificate(text, plan->node);
}

void bl_explain_print(struct bl_text *text, const struct bl_plan *plan,
                      const struct bl_circuit *circuit) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    bl_text_add(text,
                "pipeline %s on %s: %d node%s (%s), %d + %d channels of %d bytes, network %s\n\n",
                plan->program->pipeline, cluster->name, cluster->nodes,
                bl_ending(cluster->nodes, "s"), plan->board->word, bl_lanes(cluster),
                bl_lanes(cluster), cluster->memory.width, cluster->network.word);
    bl_renames_print(text, &plan->program->renames, "");
    if (plan->program->renames.count) bl_text_add(text, "\n");
    add_written(text, plan);
    add_mixes(text, plan);
    add_applied(text, plan);
    add_whole(text, plan);
    add_refused(text, plan);
    add_steps(text, plan);
    add_places(text, plan);
    if (cluster->dma) bl_text_add(text, "\n");
    if (cluster->dma) bl_dma_print(text, cluster);
    add_buffers(text, plan);
    add_estimate(text, plan, circuit);
    add_clocks(text, plan);
    add_prediction(text, plan);
}
