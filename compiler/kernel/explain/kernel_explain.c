#include "kernel/explain/kernel_explain.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/text.h"
#include "board/board.h"
#include "explain/certify.h"
#include "explain/estimate_json.h"
#include "explain/explain.h"
#include "ir/dma.h"
#include "ir/network.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/kernel_program.h"
#include "kernel/plan/kernel_plan.h"
#include "node/regmap.h"
#include "plan/steps/place.h"
#include "templates/estimate.h"

/* "read gpu", "send ping", "sum" */
static void end_print(struct bl_text *text, const struct bl_kernels *kernels,
                      struct bl_kernel_end end, bool source) {
    if (bl_kernel_at_memory(end))
        bl_text_add(text, "%s %s", source ? "read" : "write", kernels->memories[end.number].name);
    else if (bl_kernel_at_channel(end))
        bl_text_add(text, "%s %s", source ? "recv" : "send", kernels->channels[end.number].name);
    else if (bl_kernel_at_peer(end))
        bl_text_add(text, "%s bundle %s, node %d", source ? "recv" : "send",
                    kernels->bundles[end.number / kernels->nodes].name,
                    end.number % kernels->nodes);
    else if (end.kind == BL_KERNEL_AT_PORT)
        bl_text_add(text, "%s", kernels->ports[end.number].name);
    else bl_text_add(text, "%s", end.kind == BL_KERNEL_AT_VALUE ? "fill" : "drop");
}

void bl_kernel_move_print(struct bl_text *text, const struct bl_kernels *kernels,
                          const struct bl_kernel_move *move) {
    if (move->copies) {
        bl_text_add(text, "copy %s -> %s", kernels->memories[move->from.number].name,
                    kernels->memories[move->to.number].name);
        return;
    }
    end_print(text, kernels, move->from, true);
    bl_text_add(text, " -> ");
    end_print(text, kernels, move->to, false);
}

void bl_kernel_reduction_print(struct bl_text *text, const struct bl_kernels *kernels,
                               const struct bl_kernel_reduction *reduction) {
    static const char *const operators[] = {
#define ROW(name, word) [BL_KERNEL_COMBINE_##name] = word,
        BL_KERNEL_COMBINES(ROW)
#undef ROW
    };
    const char *by = reduction->own < 0 ? operators[reduction->combine]
                                        : kernels->owns[reduction->own].name;
    bl_text_add(text, "%s: ", reduction->name);
    if (reduction->inputs == 1) bl_text_add(text, "a copy");
    else
        bl_text_add(text, "%s of %d streams of %s, elements of %d B", by, reduction->inputs,
                    kernels->ports[reduction->first_port].type, reduction->bytes);
    bl_text_add(text, ", to %d\n", reduction->outputs);
}

static void explain_cluster(struct bl_text *text, const struct bl_kernels_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    bl_text_add(text, "cluster %s: %d node%s of %s, network %s\n", cluster->name, cluster->nodes,
                bl_ending(cluster->nodes, "s"), plan->board->word, cluster->network.word);
    for (int i = 0; i < cluster->clock_count; i++) {
        const struct bl_clock_basis basis = bl_clock_basis(plan->node, i);
        bl_text_add(text, "  clock %-8s %g MHz, %s\n", cluster->clocks[i].name,
                    cluster->clocks[i].hertz / 1e6, bl_clock_basis_words(plan->arena, &basis));
    }
}

static void explain_channels(struct bl_text *text, const struct bl_kernels *kernels) {
    const int word = BL_KERNEL_WORD_BYTES;
    if (kernels->channel_count) bl_text_add(text, "channels\n");
    for (int i = 0; i < kernels->channel_count; i++) {
        const struct bl_kernel_channel *channel = &kernels->channels[i];
        if (channel->meets) continue;
        bl_text_add(text, "  %s: %s, %d words of %d B at the receiving end, send %s%s;",
                    channel->name, channel->type, channel->words, word,
                    channel->now ? "now" : "packed", channel->unreliable ? ", unreliable" : "");
        const char *comma = "";
        if (channel->any) bl_text_add(text, " from any node to any, as moves say");
        for (int n = 0; n < kernels->nodes; n++) {
            if (channel->to[n] < 0) continue;
            bl_text_add(text, "%s node %d to %d", comma, n, channel->to[n]);
            comma = ",";
        }
        bl_text_add(text, "\n");
    }
}

/* How the nodes learn that all are at a kernel's barriers. */
static void explain_barriers(struct bl_text *text, const struct bl_kernels *kernels) {
    const char *heading = "barriers\n";
    for (int i = 0; i < kernels->kernel_count; i++) {
        const struct bl_kernel *kernel = &kernels->kernels[i];
        const struct bl_kernel_meeting *barrier = NULL;
        for (int m = 0; m < kernel->meeting_count; m++)
            if (!strcmp(kernel->meetings[m].word, "barrier")) barrier = &kernel->meetings[m];
        if (!barrier || !barrier->move_count) continue;
        const struct bl_kernel_end to = kernel->moves[barrier->first_move].to;
        bool meets = kernels->channels[to.number].meets;
        bl_text_add(text, "%s  %s: ", heading, kernel->name);
        bl_text_add(text,
                    meets ? "in the network, which counts the nodes that are there\n"
                          : "a word from every node to each of the other %d\n",
                    kernels->nodes - 1);
        heading = "";
    }
}

static void explain_bundles(struct bl_text *text, const struct bl_kernels *kernels) {
    const int word = BL_KERNEL_GRANULE * BL_KERNEL_WORD_GRANULES;
    if (kernels->bundle_count) bl_text_add(text, "bundles, from every node to every node\n");
    for (int i = 0; i < kernels->bundle_count; i++)
        bl_text_add(text, "  %s: %d words of %d B at each receiving end\n",
                    kernels->bundles[i].name, kernels->bundles[i].words, word);
    if (kernels->reduction_count) bl_text_add(text, "reductions\n");
    for (int i = 0; i < kernels->reduction_count; i++) {
        bl_text_add(text, "  ");
        bl_kernel_reduction_print(text, kernels, &kernels->reductions[i]);
    }
}

static void explain_kernels(struct bl_text *text, const struct bl_kernels *kernels) {
    bl_text_add(text, "kernels\n");
    for (int i = 0; i < kernels->kernel_count; i++) {
        const struct bl_kernel *kernel = &kernels->kernels[i];
        bl_text_add(text, "  %s, line %d, on node", kernel->name, kernel->line);
        const char *comma = " ";
        for (int n = 0; n < kernels->nodes; n++) {
            if (!kernel->on[n]) continue;
            bl_text_add(text, "%s%d", comma, n);
            comma = ", ";
        }
        bl_text_add(text, "\n");
        for (int r = 0; r < kernel->rule_count; r++)
            bl_text_add(text, "    require %s\n", kernel->rules[r].text);
        for (int m = 0; m < kernel->move_count; m++) {
            bl_text_add(text, "    ");
            bl_kernel_move_print(text, kernels, &kernel->moves[m]);
            bl_text_add(text, ", elements of %d B\n", kernel->moves[m].bytes);
        }
    }
}

void bl_kernel_group_print(struct bl_text *text, const struct bl_kernels *kernels,
                           const struct bl_kernel_group *group, const char *before) {
    bl_text_add(text, "%sgroup %s:", before, group->name);
    for (int i = 0; i < group->count; i++) {
        const struct bl_kernel_member *member = &group->members[i];
        bl_text_add(text, "%s%s", i ? ", " : " ", kernels->kernels[member->kernel].name);
        if (member->at) bl_text_add(text, " where %s", member->at->text);
    }
    bl_text_add(text, "\n");
    for (int i = 0; i < group->rule_count; i++)
        bl_text_add(text, "%s    require %s\n", before, group->rules[i].text);
}

/* Groups, and what `check` has tried. */
static void explain_groups(struct bl_text *text, const struct bl_program *program) {
    int count;
    const struct bl_kernel_group *groups = bl_program_kernel_groups(program, &count);
    for (int i = 0; i < count; i++)
        bl_kernel_group_print(text, bl_program_kernels(program), &groups[i], "  ");
    bl_kernel_tried_print(text, bl_program_kernel_tried(program));
}

void bl_kernel_tried_print(struct bl_text *text, const struct bl_kernel_tried *tried) {
    if (!tried->not_tried) return;
    bl_text_add(text, "  deadlocks: tried with %llu set%s of values%s%s\n",
                (unsigned long long)tried->sets, bl_ending((int64_t)tried->sets, "s"),
                *tried->not_tried ? "; not tried: " : "", tried->not_tried);
}

static void explain_port(struct bl_text *text, const struct bl_kernels_plan *plan,
                         const struct bl_kernel_port_sizes *sizes) {
    bl_text_add(text,
                "  bursts of up to %d B; a reader asks for %d words of %d B before the first has "
                "come: %g ns and the circuit's cycles of %s\n",
                1 << sizes->log_piece, 1 << sizes->log_queue, BL_KERNEL_WORD_BYTES,
                (double)sizes->read_ps / 1e3, plan->program->cluster.clocks[sizes->clock].name);
}

static void explain_copies(struct bl_text *text, const struct bl_kernels_plan *plan) {
    for (int way = 0; way < 2; way++) {
        const struct bl_kernel_copies *copies = &plan->copies[way];
        if (!copies->count) continue;
        bl_text_add(
            text,
            "  %d cop%s %s the card, descriptors %d to %d: one waits for at most %d other%s "
            "of kernels and %d of the host\n",
            copies->count, copies->count == 1 ? "y" : "ies", way ? "from" : "to", copies->first,
            copies->first + copies->count - 1, copies->ahead, bl_ending(copies->ahead, "s"),
            copies->ahead + 1);
    }
}

static void explain_ports(struct bl_text *text, const struct bl_kernels_plan *plan) {
    const struct bl_kernel_sizes sizes = plan->sizes;
    int channels = plan->node->memory.channels;
    bl_text_add(text, "host port\n");
    explain_port(text, plan, &sizes.host);
    bl_dma_print(text, &plan->program->cluster);
    if (!channels) return;
    bl_text_add(text,
                "memory of the card: %d channel%s of %s, %llu bytes each, which the host reaches "
                "by DMA\n",
                channels, bl_ending(channels, "s"), plan->board->memory.name,
                (unsigned long long)bl_channel_bytes(plan->board));
    explain_port(text, plan, &sizes.card);
    explain_copies(text, plan);
}

static void explain_registers(struct bl_text *text, const struct bl_kernels_plan *plan) {
    const struct bl_regmap *map = plan->node->registers;
    bl_text_add(text, "registers\n");
    for (int i = 0; i < map->count; i++)
        bl_text_add(
            text, "  0x%04x  %-5s  %-24s %s\n", (unsigned)bl_register_address(&map->items[i], 0),
            map->items[i].config ? "write" : "read", map->items[i].name, map->items[i].help);
}

void bl_kernels_explain(struct bl_text *text, const struct bl_kernels_plan *plan,
                        const struct bl_circuit *circuit) {
    const struct bl_kernels *kernels = plan->kernels;
    const struct bl_carrier_row *row = plan->program->cluster.network.carrier;
    struct bl_estimate estimate;
    explain_cluster(text, plan);
    explain_kernels(text, kernels);
    explain_groups(text, plan->program);
    explain_channels(text, kernels);
    explain_barriers(text, kernels);
    explain_bundles(text, kernels);
    explain_ports(text, plan);
    if (plan->node->carrier.joined && row->explain) bl_text_add(text, "network\n");
    if (plan->node->carrier.joined && row->explain) row->explain(text, plan->node);
    if (plan->node->carrier.joined) bl_explain_certificate(text, plan->node);
    explain_registers(text, plan);
    bl_estimate_circuit(&estimate, plan->arena, circuit, plan->board);
    bl_estimate_print(text, plan->arena, &estimate);
}

/* ---- as JSON */

static void json_channels(struct bl_text *text, const struct bl_kernels *kernels) {
    for (int i = 0; i < kernels->channel_count; i++) {
        const struct bl_kernel_channel *channel = &kernels->channels[i];
        bl_text_add(
            text,
            "%s\n    {\"name\": \"%s\", \"type\": \"%s\", \"words\": %d, \"any\": %s, %s\"to\": [",
            i ? "," : "", channel->name, channel->type, channel->words,
            channel->any ? "true" : "false", channel->meets ? "\"barrier\": true, " : "");
        for (int n = 0; n < kernels->nodes; n++)
            bl_text_add(text, "%s%d", n ? ", " : "", channel->to[n]);
        bl_text_add(text, "]}");
    }
}

static void json_kernels(struct bl_text *text, const struct bl_kernels *kernels) {
    for (int i = 0; i < kernels->kernel_count; i++) {
        const struct bl_kernel *kernel = &kernels->kernels[i];
        bl_text_add(text, "%s\n    {\"name\": \"%s\", \"line\": %d, \"requires\": [", i ? "," : "",
                    kernel->name, kernel->line);
        for (int r = 0; r < kernel->rule_count; r++)
            bl_text_add(text, "%s\"%s\"", r ? ", " : "", kernel->rules[r].text);
        bl_text_add(text, "], \"moves\": [");
        for (int m = 0; m < kernel->move_count; m++) {
            bl_text_add(text, "%s\"", m ? ", " : "");
            bl_kernel_move_print(text, kernels, &kernel->moves[m]);
            bl_text_add(text, "\"");
        }
        bl_text_add(text, "]}");
    }
}

static void json_clocks(struct bl_text *text, const struct bl_kernels_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    for (int i = 0; i < cluster->clock_count; i++) {
        const struct bl_clock_basis basis = bl_clock_basis(plan->node, i);
        bl_text_add(text, "%s\n    {\"name\": \"%s\", \"hertz\": %.0f, \"rests_on\": \"%s\"",
                    i ? "," : "", cluster->clocks[i].name, cluster->clocks[i].hertz, basis.word);
        if (basis.reached)
            bl_text_add(text, ", \"reached_hertz\": %.0f, \"source\": ", basis.reached->hertz);
        if (basis.reached) bl_json_string(text, basis.reached->source);
        bl_text_add(text, "}");
    }
}

/* Those that kernels use. */
static void json_memories(struct bl_text *text, const struct bl_kernels *kernels) {
    const char *comma = "";
    for (int i = 0; i < kernels->memory_count; i++) {
        const struct bl_kernel_memory *memory = &kernels->memories[i];
        if (!bl_kernels_use(kernels, i)) continue;
        bl_text_add(text, "%s\n    {\"name\": \"%s\", \"bytes\": %lld, \"on_bus\": %s}", comma,
                    memory->name, (long long)memory->bytes,
                    bl_kernel_memory_row(memory)->on_bus ? "true" : "false");
        comma = ",";
    }
}

static void json_copies(struct bl_text *text, const struct bl_kernels_plan *plan) {
    const char *comma = "";
    for (int way = 0; way < 2; way++) {
        const struct bl_kernel_copies *copies = &plan->copies[way];
        if (!copies->count) continue;
        bl_text_add(text,
                    "%s\n    {\"way\": \"%s\", \"count\": %d, \"first_id\": %d, "
                    "\"ahead\": {\"kernels\": %d, \"host\": %d}}",
                    comma, way ? "from the card" : "to the card", copies->count, copies->first,
                    copies->ahead, copies->ahead + 1);
        comma = ",";
    }
}

static void json_groups(struct bl_text *text, const struct bl_program *program) {
    int count;
    const struct bl_kernel_group *groups = bl_program_kernel_groups(program, &count);
    for (int i = 0; i < count; i++) {
        bl_text_add(text, "%s\n    {\"name\": \"%s\", \"kernels\": [", i ? "," : "",
                    groups[i].name);
        for (int m = 0; m < groups[i].count; m++)
            bl_text_add(text, "%s\"%s\"", m ? ", " : "",
                        bl_program_kernels(program)->kernels[groups[i].members[m].kernel].name);
        bl_text_add(text, "], \"requires\": [");
        for (int r = 0; r < groups[i].rule_count; r++)
            bl_text_add(text, "%s\"%s\"", r ? ", " : "", groups[i].rules[r].text);
        bl_text_add(text, "]}");
    }
}

static void json_tried(struct bl_text *text, const struct bl_kernel_tried *tried) {
    bl_text_add(text, "],\n  \"tried\": {\"sets\": %llu, \"not_tried\": \"%s\"},\n",
                (unsigned long long)tried->sets, tried->not_tried ? tried->not_tried : "");
}

/* The last member, and the end of the document. */
static void json_estimate(struct bl_text *text, const struct bl_kernels_plan *plan,
                          const struct bl_circuit *circuit) {
    struct bl_text member = {0};
    cJSON *root = cJSON_CreateObject();
    bl_estimate_add_json(root, plan->node, circuit);
    bl_json_add(&member, root);
    const char *inside = strchr(member.bytes, '{') + 1;
    bl_text_add(text, "%s", inside);
    bl_text_free(&member);
}

/* The end of the list before it, and the guarantee, where the network gives one. */
static void json_guarantee(struct bl_text *text, const struct bl_node *node) {
    const char *guarantee = node->carrier.joined ? bl_explain_guarantee(node) : NULL;
    bl_text_add(text, "],\n");
    if (guarantee) bl_text_add(text, "  \"guarantee\": \"%s\",\n", guarantee);
}

void bl_kernels_explain_json(struct bl_text *text, const struct bl_kernels_plan *plan,
                             const struct bl_circuit *circuit) {
    const struct bl_kernels *kernels = plan->kernels;
    const struct bl_regmap *map = plan->node->registers;
    struct bl_estimate estimate;
    bl_text_add(text, "{\n  \"cluster\": \"%s\", \"nodes\": %d,\n  \"kernels\": [", kernels->name,
                kernels->nodes);
    json_kernels(text, kernels);
    bl_text_add(text, "],\n  \"groups\": [");
    json_groups(text, plan->program);
    json_tried(text, bl_program_kernel_tried(plan->program));
    bl_text_add(text, "  \"clocks\": [");
    json_clocks(text, plan);
    bl_text_add(text, "],\n  \"channels\": [");
    json_channels(text, kernels);
    bl_text_add(text, "],\n  \"memories\": [");
    json_memories(text, kernels);
    bl_text_add(text, "],\n  \"copies\": [");
    json_copies(text, plan);
    bl_text_add(text, "],\n  \"registers\": [");
    for (int i = 0; i < map->count; i++)
        bl_text_add(text, "%s\n    {\"name\": \"%s\", \"address\": %u}", i ? "," : "",
                    map->items[i].name, (unsigned)bl_register_address(&map->items[i], 0));
    bl_estimate_circuit(&estimate, plan->arena, circuit, plan->board);
    json_guarantee(text, plan->node);
    bl_text_add(text, "  \"fits\": %s,\n", bl_estimate_fits(&estimate) ? "true" : "false");
    json_estimate(text, plan, circuit);
}
