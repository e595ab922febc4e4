#include "explain/report.h"

#include <string.h>
#include "base/path.h"
#include "base/text.h"
#include "explain/explain.h"
#include "ir/network.h"
#include "plan/fuse/fuse.h"

static void add_passes(struct bl_text *text, const struct bl_pass *passes, int count) {
    for (int i = 0; i < count; i++) {
        bl_text_add(text, "  %2d  ", i + 1);
        bl_pass_print(text, &passes[i]);
        bl_text_add(text, "\n");
    }
}

static int applied(const struct bl_plan *plan) {
    int count = 0;
    for (int i = 0; i < plan->decision_count; i++) count += plan->decisions[i].applied;
    return count;
}

/* Adds a sentence, broken at blanks so that no line passes column 118; lines after the first begin
 * at `indent`. */
static void add_wrapped(struct bl_text *text, const char *sentence, int column, int indent) {
    for (const char *begin = sentence; *sentence;) {
        size_t word = strcspn(sentence, " ");
        bool wrap = column + (int)word >= 118 && sentence != begin;
        if (wrap) bl_text_add(text, "\n%*s", indent, "");
        else if (sentence != begin) bl_text_add(text, " ");
        column = (wrap ? indent : column + 1) + (int)word;
        bl_text_add(text, "%.*s", (int)word, sentence);
        sentence += word + strspn(sentence + word, " ");
    }
    bl_text_add(text, "\n");
}

static void add_fusions(struct bl_text *text, const struct bl_plan *plan) {
    if (!applied(plan)) bl_text_add(text, "no fusion\n");
    else bl_text_add(text, "fusions\n");
    for (int i = 0; i < plan->decision_count; i++) {
        const struct bl_decision *decision = &plan->decisions[i];
        if (!decision->applied) continue;
        const char *word = bl_rule_word(decision->rule);
        if (decision->rule == BL_RULE_SEPARATE)
            bl_text_add(text, "  %-9s  %s: ", word, bl_decision_passes(plan, decision));
        else
            bl_text_add(text, "  %-9s  passes %2s and %2s: ", word,
                        bl_plan_part(plan, decision->first), bl_plan_part(plan, decision->second));
        add_wrapped(text, decision->reason, 32, 13);
    }
}

static void add_prediction(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_prediction *prediction = &plan->prediction;
    if (prediction->crossings <= 0) {
        bl_text_add(
            text,
            "peak       T = %.4g GB/s at %.0f MHz, of the memory: nothing crosses the network\n",
            prediction->bytes_per_second / 1e9, prediction->word_hertz / 1e6);
        return;
    }
    bl_text_add(
        text,
        "peak       T = %.4g GB/s at %.0f MHz, the smaller of memory %.4g and network %.4g GB/s\n",
        prediction->bytes_per_second / 1e9, prediction->word_hertz / 1e6,
        prediction->memory_bytes_per_second / 1e9, prediction->network_bytes_per_second / 1e9);
}

static void add_simulation(struct bl_text *text, const struct bl_cluster *cluster,
                           const char *simulator) {
    bl_text_add(text, "simulated with %s, ", simulator);
    if (cluster->nodes == 1) bl_text_add(text, "cycle by cycle\n");
    else cluster->network.carrier->simulated(text, cluster);
}

void bl_report_plan(struct bl_text *text, const struct bl_plan *plan, const char *simulator) {
    const struct bl_program *program = plan->program;
    const struct bl_cluster *cluster = &program->cluster;
    bl_text_add(text, "%s: pipeline %s on %s, %d node%s, %d + %d channels of %d bytes\n\n",
                bl_path_name(program->sources->items[program->range.file].path), program->pipeline,
                cluster->name, cluster->nodes, bl_ending(cluster->nodes, "s"), bl_lanes(cluster),
                bl_lanes(cluster), cluster->memory.width);
    bl_text_add(text, "passes as written\n");
    add_passes(text, program->passes, program->pass_count);
    add_fusions(text, plan);
    bl_text_add(text, "passes of the circuit (A = %d)\n", plan->pass_count);
    add_passes(text, plan->passes, plan->pass_count);
    add_prediction(text, plan);
    add_simulation(text, cluster, simulator);
}
