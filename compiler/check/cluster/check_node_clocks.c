/* Clocks of single nodes of a cluster. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/text.h"
#include "check/check.h"
#include "check/check_inner.h"
#include "check/check_value.h"
#include "network/networks.h"

enum { MOST_PHASE_PS = 1000000 };

static void time_text(char text[64], double seconds) {
    bl_value_text(text, 64, (struct bl_value){.seconds = 1, .real = seconds});
}

/* Whether there may be clocks of single nodes. */
static bool may_have_clocks(struct bl_check *check, const struct bl_part *part,
                            const struct bl_cluster *cluster) {
    const char *why =
        !cluster->network.row->own_clocks
            ? bl_format(
                  check->arena,
                  "a node has a clock of its own over %s alone; another network takes one "
                  "for all nodes",
                  bl_network_words_with(check->arena, offsetof(struct bl_network_row, own_clocks)))
        : cluster->clock_count > 1
            ? "a node has a clock of its own where the cluster has no clock but `core`"
            : NULL;
    if (why) bl_report(check->diags, BL_MSG_DOMAIN_CLOCK, part->range, why);
    return !why;
}

static bool node_phase(struct bl_check *check, const struct bl_part *part, int64_t *phase_ps) {
    double seconds = 0;
    char text[64];
    if (!part->phase) return true;
    if (!bl_check_amount(check, "phase", part->phase, BL_AMOUNT_TIME, &seconds)) return false;
    *phase_ps = llround(seconds * 1e12);
    if (seconds == 0 || (*phase_ps >= 1 && *phase_ps <= MOST_PHASE_PS)) return true;
    time_text(text, seconds);
    bl_report(check->diags, BL_MSG_OUT_OF_RANGE_OR_0, part->phase->range, "phase", text, "1 ps",
              "1 us");
    return false;
}

/* The node that a clock is of, from 0 on; negative after a report. */
static int node_of(struct bl_check *check, const struct bl_network_parts *parts, int clock,
                   const struct bl_cluster *cluster) {
    const struct bl_part *part = parts->clocks.items[clock];
    struct bl_value of = bl_check_expression(check, part->of);
    if (of.bad) return -1;
    if (of.whole && of.integer >= 1 && of.integer <= cluster->nodes) return (int)of.integer - 1;
    char text[64];
    bl_value_text(text, sizeof text, of);
    if (of.whole && llabs(of.integer) < 1000000)
        bl_report(check->diags, BL_MSG_NO_SUCH_DOMAIN, part->of->range, (int)of.integer,
                  cluster->nodes);
    else bl_report(check->diags, BL_MSG_NOT_WHOLE, part->of->range, text);
    return -1;
}

static bool finish_clock(struct bl_check *check, const struct bl_network_parts *parts, int clock,
                         struct bl_cluster *cluster, const struct bl_part **first) {
    const struct bl_part *part = parts->clocks.items[clock];
    int node = node_of(check, parts, clock, cluster);
    double hertz = 0;
    struct bl_diagnostic *unused;
    if (node < 0 || !bl_check_amount(check, "clock", part->value, BL_AMOUNT_FREQUENCY, &hertz) ||
        !bl_check_clock_rate(check, "clock", part->value->range, hertz, &unused))
        return false;
    if (first[node]) {
        const char *said = bl_format(check->arena, "clock %d", node + 1);
        bl_note(check->diags, bl_report(check->diags, BL_MSG_PART_TWICE, part->range, said),
                first[node]->range, "given here");
        return false;
    }
    first[node] = part;
    cluster->node_clocks[node].hertz = hertz;
    return node_phase(check, part, &cluster->node_clocks[node].phase_ps);
}

/* The others have that of `core` without a phase; `core` is then the fastest of all. */
bool bl_finish_node_clocks(struct bl_check *check, const struct bl_network_parts *parts,
                           struct bl_cluster *cluster) {
    bool good = true;
    cluster->node_clocks = NULL;
    if (!parts->clocks.count) return true;
    if (!may_have_clocks(check, parts->clocks.items[0], cluster)) return false;
    const struct bl_part **first = BL_NEW(check->arena, const struct bl_part *, cluster->nodes);
    cluster->node_clocks = BL_NEW(check->arena, struct bl_node_clock, cluster->nodes);
    for (int i = 0; i < cluster->nodes; i++)
        cluster->node_clocks[i].hertz = cluster->clocks[0].hertz;
    for (int i = 0; i < parts->clocks.count; i++)
        good &= finish_clock(check, parts, i, cluster, first);
    cluster->clocks[0].hertz = cluster->node_clocks[0].hertz;
    for (int i = 1; i < cluster->nodes; i++)
        if (cluster->node_clocks[i].hertz > cluster->clocks[0].hertz)
            cluster->clocks[0].hertz = cluster->node_clocks[i].hertz;
    return good;
}
