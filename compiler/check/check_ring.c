/* The ring that joins the nodes of a cluster: delays of single segments, the cell of its arbiter,
   clocks of single nodes. */
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/text.h"
#include "check/check.h"
#include "ir/network.h"
#include "ring/bus_onboard.h"
#include "ring/cell/arbiter.h"

enum { LEAST_DELAY_PS = 100, MOST_PHASE_PS = 1000000 };

static void time_text(char text[64], double seconds) {
    bl_value_text(text, 64, (struct bl_value){.seconds = 1, .real = seconds});
}

static int64_t shortest(const struct bl_cluster *cluster) {
    const struct bl_rsb_segments *s = &cluster->network.segments;
    int64_t less = 0;
    for (int i = 0; i < cluster->nodes && i < BL_RSB_CELLS; i++) {
        if (s->clockwise_ps[i] > less) less = s->clockwise_ps[i];
        if (s->counter_ps[i] > less) less = s->counter_ps[i];
    }
    return cluster->network.delay_ps - less;
}

static bool finish_delays(struct bl_check *check, const struct bl_delays *delays,
                          struct bl_range range, struct bl_cluster *cluster) {
    struct bl_network *network = &cluster->network;
    char text[64];
    if (!network->row->ring) return true;
    if (!bl_finish_delays(check, delays, range, cluster->nodes, &network->segments,
                          &network->delay_ps))
        return false;
    int64_t least = shortest(cluster);
    if (least >= LEAST_DELAY_PS) return true;
    time_text(text, (double)least * 1e-12);
    bl_report(check->diags, BL_MSG_OUT_OF_RANGE, range, "delay", text, "100 ps", "1 us");
    return false;
}

/* The files as the program names them. */
static const char *graphs_text(struct bl_arena *arena, const struct bl_arbiter *arbiter) {
    const char *list = "";
    for (int i = 0; i < BL_CELL_PART_COUNT; i++)
        if (arbiter->files[i])
            list = bl_format(arena, "%s %s \"%s\";", list, bl_cell_part_word((enum bl_cell_part)i),
                             arbiter->files[i]);
    return list;
}

static bool finish_arbiter(struct bl_check *check, const struct bl_part *part,
                           struct bl_network *network) {
    if (!part) return true;
    network->arbiter = bl_check_arbiter(check, part);
    if (!network->arbiter) return false;
    network->made = &network->arbiter->events;
    network->graphs = graphs_text(check->arena, network->arbiter);
    return true;
}

/* Whether there may be clocks of single nodes. */
static bool may_have_clocks(struct bl_check *check, const struct bl_part *part,
                            const struct bl_cluster *cluster) {
    const char *why =
        !cluster->network.row->ring
            ? "a node has a clock of its own over `network rsb` alone; another "
              "network takes one for all nodes"
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
static int node_of(struct bl_check *check, const struct bl_ring_parts *parts, int clock,
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

static bool finish_clock(struct bl_check *check, const struct bl_ring_parts *parts, int clock,
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
static bool finish_clocks(struct bl_check *check, const struct bl_ring_parts *parts,
                          struct bl_cluster *cluster) {
    bool good = true;
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

bool bl_finish_ring(struct bl_check *check, const struct bl_ring_parts *parts,
                    struct bl_range delay, struct bl_cluster *cluster) {
    bool good = finish_clocks(check, parts, cluster) &&
                finish_delays(check, &parts->delays, delay, cluster) &&
                finish_arbiter(check, parts->arbiter, &cluster->network);
    if (!good || !cluster->network.row->ring || !cluster->board) return good;
    const char *why = bl_bus_of_cluster(check->arena, cluster);
    if (why) bl_report(check->diags, BL_MSG_ONBOARD, cluster->network.range, why);
    return !why;
}
