/* The ring that joins the nodes of a cluster: delays of single segments, the cell of its arbiter,
   boards with contacts for it. */
#include "base/arena.h"
#include "base/text.h"
#include "bus/cell/arbiter.h"
#include "bus/check/check_arbiter.h"
#include "bus/check/check_delays.h"
#include "check/check_inner.h"
#include "network/rsb/rsb_network_inner.h"

enum { LEAST_DELAY_PS = 100 };

static void time_text(char text[64], double seconds) {
    bl_value_text(text, 64, (struct bl_value){.seconds = 1, .real = seconds});
}

static int64_t shortest(const struct bl_rsb_network *network, int nodes) {
    const struct bl_rsb_segments *s = &network->segments;
    int64_t less = 0;
    for (int i = 0; i < nodes && i < BL_RSB_CELLS; i++) {
        if (s->clockwise_ps[i] > less) less = s->clockwise_ps[i];
        if (s->counter_ps[i] > less) less = s->counter_ps[i];
    }
    return network->delay_ps - less;
}

static bool finish_delays(struct bl_check *check, const struct bl_network_parts *parts,
                          const struct bl_cluster *cluster, struct bl_rsb_network *network) {
    char text[64];
    if (!bl_finish_delays(check, &parts->delays, parts->delay_range, cluster->nodes,
                          &network->segments, &network->delay_ps))
        return false;
    int64_t least = shortest(network, cluster->nodes);
    if (least >= LEAST_DELAY_PS) return true;
    time_text(text, (double)least * 1e-12);
    bl_report(check->diags, BL_MSG_OUT_OF_RANGE, parts->delay_range, "delay", text, "100 ps",
              "1 us");
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
                           struct bl_rsb_network *network) {
    if (!part) return true;
    network->arbiter = bl_check_arbiter(check, part);
    if (!network->arbiter) return false;
    network->made = &network->arbiter->events;
    network->graphs = graphs_text(check->arena, network->arbiter);
    return true;
}

bool bl_rsb_finish(struct bl_check *check, const struct bl_network_parts *parts,
                   struct bl_cluster *cluster, void *own) {
    struct bl_rsb_network *network = own;
    if (!finish_delays(check, parts, cluster, network) ||
        !finish_arbiter(check, parts->block, network))
        return false;
    const char *why = cluster->board ? bl_rsb_find_boards(check->arena, cluster, network) : NULL;
    if (why) bl_report(check->diags, BL_MSG_ONBOARD, cluster->network.range, why);
    return !why;
}
