#include "kernel/plan/kernel_limits.h"

#include "base/arena.h"
#include "base/diag.h"
#include "base/value.h"
#include "ir/program.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/kernel_program.h"
#include "kernel/plan/kernel_plan.h"
#include "templates/range_text.h"
#include "templates/ranges.h"

static bool is_read(const struct bl_kernels *kernels, bool of_card) {
    for (int i = 0; i < kernels->memory_count; i++)
        for (int k = 0; k < kernels->kernel_count; k++)
            if ((kernels->memories[i].kind == BL_KERNEL_OF_CARD) == of_card &&
                bl_kernel_uses(&kernels->kernels[k], i, false))
                return true;
    return false;
}

/* log2 of the words that a reader's queue takes. */
static int most_queue(void) {
    struct bl_range_values values = {0};
    bl_range_usual(&values, "bl_kernel_read");
    return (int)bl_range_bounds(bl_range_row("bl_kernel_read", "LOG_QUEUE"), &values).most;
}

/* What is on its way between a request and its data has room in the reader's queue. */
static void check_queue(const struct bl_kernels_plan *plan,
                        const struct bl_kernel_port_sizes *sizes, const char *what,
                        struct bl_range range, struct bl_diags *diags) {
    const struct bl_clock *clock = &plan->program->cluster.clocks[sizes->clock];
    int most = most_queue();
    char time[64];
    if (sizes->log_queue <= most) return;
    bl_value_text(time, sizeof time,
                  (struct bl_value){.seconds = 1, .real = 1e-12 * (double)sizes->read_ps});
    bl_report(diags, BL_MSG_KERNEL_READ, range, what, time, 1 << most, clock->hertz / 1e6,
              clock->name);
}

void bl_kernels_check_limits(const struct bl_kernels_plan *plan, struct bl_diags *diags) {
    const struct bl_kernels *kernels = plan->kernels;
    const struct bl_cluster *cluster = &plan->program->cluster;
    const struct bl_kernel_sizes sizes = plan->sizes;
    if (is_read(kernels, false))
        check_queue(plan, &sizes.host, "the host's memory", cluster->host->range, diags);
    if (is_read(kernels, true))
        check_queue(plan, &sizes.card, "the card's memory", cluster->memory.range, diags);
}
