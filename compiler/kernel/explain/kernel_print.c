/* The checked kernels in words, for `check --dump program`, the tests, and the hash by which nodes
   on a network know that they run one program. */
#include "base/arena.h"
#include "base/text.h"
#include "ir/program.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/explain/kernel_explain.h"
#include "kernel/kernel_program.h"

static void print_channel(struct bl_text *text, const struct bl_kernels *kernels,
                          const struct bl_kernel_channel *channel) {
    bl_text_add(text, "channel %s: %s, %d words, send %s%s\n", channel->name, channel->type,
                channel->words, channel->now ? "now" : "packed",
                channel->unreliable ? ", unreliable" : "");
    if (channel->any) bl_text_add(text, "    any to any\n");
    if (channel->meets) bl_text_add(text, "    all to all, which the network counts\n");
    for (int n = 0; n < kernels->nodes && !channel->meets; n++)
        if (channel->to[n] >= 0) bl_text_add(text, "    %d to %d\n", n, channel->to[n]);
}

void bl_kernel_expression_print(struct bl_text *text, const struct bl_kernel *kernel, int number) {
    static const char *const signs[] = {
#define ROW(name, sign) [BL_KERNEL_##name] = sign,
        BL_KERNEL_OPERATORS(ROW)
#undef ROW
            [BL_KERNEL_MINIMUM] = "min"};
    const struct bl_kernel_expression *e = &kernel->expressions[number];
    switch (e->operator) {
    case BL_KERNEL_NUMBER: bl_text_add(text, "%lu", (unsigned long)e->value); return;
    case BL_KERNEL_ARGUMENT: bl_text_add(text, "%s", kernel->arguments[e->value]); return;
    case BL_KERNEL_COUNTER: bl_text_add(text, "counter %lu", (unsigned long)e->value); return;
    case BL_KERNEL_CYCLES: bl_text_add(text, "cycles of move %lu", (unsigned long)e->value); return;
    case BL_KERNEL_NODE: bl_text_add(text, "node"); return;
    case BL_KERNEL_AT_NODE:
        bl_text_add(text, "(at %lu ", (unsigned long)e->value);
        bl_kernel_expression_print(text, kernel, e->left);
        bl_text_add(text, ")");
        return;
    default: break;
    }
    bl_text_add(text, "(");
    bl_kernel_expression_print(text, kernel, e->left);
    bl_text_add(text, " %s ", signs[e->operator]);
    bl_kernel_expression_print(text, kernel, e->right);
    bl_text_add(text, ")");
}

/* "word EXPRESSION", where there is one. */
static void print_number(struct bl_text *text, const struct bl_kernel *kernel, const char *word,
                         int number) {
    if (number < 0) return;
    bl_text_add(text, "%s", word);
    bl_kernel_expression_print(text, kernel, number);
}

static void print_move(struct bl_text *text, const struct bl_kernels *kernels,
                       const struct bl_kernel *kernel, const struct bl_kernel_move *move) {
    bl_kernel_move_print(text, kernels, move);
    if (move->free) bl_text_add(text, ", free");
    print_number(text, kernel, ", from ", move->from_address);
    print_number(text, kernel, ", to ", move->to_address);
    print_number(text, kernel, ", from node ", move->from_node);
    print_number(text, kernel, ", to node ", move->to_node);
    print_number(text, kernel, ", count ", move->length);
    bl_text_add(text, " of %d B\n", move->bytes);
}

static void print_steps(struct bl_text *text, const struct bl_kernels *kernels,
                        const struct bl_kernel *kernel) {
    int depth = 1;
    for (int i = 0; i < kernel->step_count; i++) {
        const struct bl_kernel_step *step = &kernel->steps[i];
        if (step->kind == BL_KERNEL_CHECK) continue;
        if (step->kind == BL_KERNEL_END) {
            depth--;
            continue;
        }
        bl_text_add(text, "%*s", 4 * depth, "");
        if (step->kind == BL_KERNEL_WAIT) {
            bl_text_add(text, "wait\n");
            continue;
        }
        if (step->kind == BL_KERNEL_AWAIT) {
            bl_text_add(text, "wait for move %d\n", step->number);
            continue;
        }
        if (step->kind == BL_KERNEL_MOVE) {
            print_move(text, kernels, kernel, &kernel->moves[step->number]);
            continue;
        }
        bl_text_add(text, "repeat counter %d", step->number);
        print_number(text, kernel, " in ", step->first);
        print_number(text, kernel, step->below ? "..<" : "..", step->last);
        bl_text_add(text, "\n");
        depth++;
    }
}

static void print_kernel(struct bl_text *text, const struct bl_kernels *kernels,
                         const struct bl_kernel *kernel) {
    bl_text_add(text, "kernel %s on", kernel->name);
    for (int n = 0; n < kernels->nodes; n++)
        if (kernel->on[n]) bl_text_add(text, " %d", n);
    for (int i = 0; i < kernel->argument_count; i++)
        bl_text_add(text, "%s%s", i ? ", " : ": ", kernel->arguments[i]);
    bl_text_add(text, "\n");
    for (int i = 0; i < kernel->rule_count; i++)
        bl_text_add(text, "    require %s\n", kernel->rules[i].text);
    print_steps(text, kernels, kernel);
}

/* As nodes have it: words as kernels move them, and no clock of channels that none of them uses. */
static struct bl_memory memory_of(const struct bl_program *program) {
    const struct bl_memory *given = &program->cluster.memory;
    int channels = bl_kernels_cards(bl_program_kernels(program));
    return (struct bl_memory){.channels = channels,
                              .width = BL_KERNEL_WORD_BYTES,
                              .strip = given->strip,
                              .burst = given->burst,
                              .clock = channels ? given->clock : 0};
}

static void print_cluster(struct bl_text *text, const struct bl_program *program) {
    struct bl_cluster shown = program->cluster;
    shown.memory = memory_of(program);
    bl_cluster_print(text, &shown);
}

void bl_kernels_print(struct bl_text *text, const struct bl_program *program) {
    const struct bl_kernels *kernels = bl_program_kernels(program);
    print_cluster(text, program);
    for (int i = 0; i < kernels->channel_count; i++)
        print_channel(text, kernels, &kernels->channels[i]);
    for (int i = 0; i < kernels->bundle_count; i++)
        bl_text_add(text, "bundle %s: %d words\n", kernels->bundles[i].name,
                    kernels->bundles[i].words);
    for (int i = 0; i < kernels->reduction_count; i++)
        bl_kernel_reduction_print(text, kernels, &kernels->reductions[i]);
    for (int i = 0; i < kernels->kernel_count; i++)
        print_kernel(text, kernels, &kernels->kernels[i]);
    int groups;
    const struct bl_kernel_group *group = bl_program_kernel_groups(program, &groups);
    for (int i = 0; i < groups; i++) bl_kernel_group_print(text, kernels, &group[i], "");
}
