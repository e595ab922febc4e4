#include "plan/size/registers.h"

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "ir/plan.h"
#include "templates/range_text.h"

static void add_counts(struct bl_registers *list, const struct bl_plan *plan, bool source) {
    const struct bl_program *program = plan->program;
    for (int i = 0; i < program->version_count; i++) {
        const struct bl_version *version = program->versions[i];
        if (!plan->live[i] || version->source != source) continue;
        bl_registers_add(plan->arena, list, bl_format(plan->arena, "%s_count", version->symbol),
                         source, bl_lanes(&program->cluster),
                         source ? "elements of the column in each channel, given by the host"
                                : "elements written to each channel")
            ->version = version;
    }
}

static void add_faults(struct bl_registers *list, const struct bl_plan *plan) {
    bl_registers_add(plan->arena, list, "overflow", false, 1,
                     "one bit per channel: a column version did not fit its region")
        ->net = "overflow_word";
    bl_registers_add(plan->arena, list, "error", false, 1,
                     "bit 0: the exchange's protocol was violated")
        ->net = "error_word";
}

static void add_histograms(struct bl_registers *list, const struct bl_plan *plan) {
    for (int i = 0; i < plan->program->counted_count; i++) {
        const struct bl_counted *counted = &plan->program->counted[i];
        bl_registers_add(plan->arena, list,
                         bl_format(plan->arena, "%s_counts", counted->product->symbol), false,
                         BL_ROW_COUNTS, "counts of the row that is asked for")
            ->counted = counted;
    }
    if (plan->program->counted_count)
        bl_registers_add(plan->arena, list, BL_HISTOGRAM_ROW, true, 1,
                         "the row of 16 counts of every histogram that can be read");
}

struct bl_registers bl_plan_registers(const struct bl_plan *plan) {
    struct bl_registers list = {0};
    add_counts(&list, plan, true);
    add_counts(&list, plan, false);
    add_faults(&list, plan);
    add_histograms(&list, plan);
    return list;
}

/* The registers that the host writes and those that it reads have fixed room. Nearly all are
   counts: one for every channel of a column. */
void bl_registers_check(const struct bl_plan *plan, struct bl_diags *diags) {
    const struct bl_program *program = plan->program;
    const struct bl_regmap *map = plan->node->registers;
    int lanes = bl_lanes(&program->cluster),
        most_written = bl_range_most("bl_registers", "WRITE_WORDS"),
        most_read = bl_range_most("bl_registers", "READ_WORDS");
    if (map->config_words > most_written)
        bl_report(diags, BL_MSG_PLAN_LIMIT, program->record.range,
                  bl_format(plan->arena,
                            "a node has registers for %d columns of %d channel%s, and %d are read",
                            most_written / lanes, lanes, bl_ending(lanes, "s"),
                            map->config_words / lanes));
    if (map->read_words <= most_read) return;
    bl_report(diags, BL_MSG_PLAN_LIMIT, program->range,
              bl_format(plan->arena,
                        "the counts of the columns that are written take %d registers, and a node "
                        "has %d: take fewer channels, or write fewer columns",
                        map->read_words, most_read));
}
