/* What --faults and --pcap ask of the network between the nodes. */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "command/run/run_common.h"
#include "ir/carried/medium.h"
#include "network/networks.h"

static bool has_frames(const struct bl_carrier_row *carrier) { return carrier->frames; }
static bool has_faults(const struct bl_carrier_row *carrier) { return carrier->faults; }

/* "drop, flip, repeat and reorder" */
static const char *words_of(struct bl_arena *arena, const struct bl_medium_fault *faults) {
    const char *list = faults->word;
    for (int i = 1; faults[i].word; i++)
        list = bl_format(arena, "%s%s%s", list, faults[i + 1].word ? ", " : " and ",
                         faults[i].word);
    return list;
}

/* "; `network ethernet` has": the networks that have what is asked for, with their faults. */
static const char *those_with(struct bl_arena *arena, bool (*has)(const struct bl_carrier_row *)) {
    const char *list = "";
    for (int i = 0; bl_networks[i]; i++)
        for (const struct bl_carrier_row *const *at = bl_networks[i]->carriers; *at; at++)
            if (has(*at))
                list = bl_format(arena, "%s; `network %s`%s%s has %s", list, bl_networks[i]->word,
                                 (*at)->setting ? " with " : "",
                                 (*at)->setting ? (*at)->setting : "",
                                 has == has_faults ? words_of(arena, (*at)->faults) : "them");
    return list;
}

static bool refuse_network(struct bl_arena *arena, const struct bl_network *network,
                           const char *option, const char *what,
                           bool (*has)(const struct bl_carrier_row *)) {
    fprintf(stderr,
            "bankloom run: %s: the network `%s` between the nodes has no %s%s (see --help)\n",
            option, network->row->word, what, those_with(arena, has));
    return false;
}

/* Whether the network has faults for an item of the list. Those of the host, and what they are, are
   the bench's to look at. */
static bool is_fault_good(struct bl_arena *arena, const struct bl_network *network,
                          const char *item) {
    static const char of_host[] = "host-";
    return !strncmp(item, of_host, sizeof of_host - 1) || network->carrier->faults ||
           refuse_network(arena, network, "--faults", "faults to inject", has_faults);
}

bool bl_run_network(struct bl_arena *arena, const struct bl_run_common *run,
                    const struct bl_cluster *cluster, struct bl_medium_kind *medium) {
    const struct bl_network *network = &cluster->network;
    *medium = (struct bl_medium_kind){.faults = network->carrier->faults};
    if (run->pcap && !network->carrier->frames)
        return refuse_network(arena, network, "--pcap", "frames to capture", has_frames);
    for (const char *at = run->faults.bytes; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (!is_fault_good(arena, network, at)) return false;
    return true;
}
