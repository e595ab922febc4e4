#include "ir/carried/edges.h"

#include <stdbool.h>

#include "base/carried/checked.h"

static int pairs(const struct bl_edges *edges) { return edges->nodes * edges->nodes; }

static bool is_own(const struct bl_edges *edges, int pair) {
    return pair / edges->nodes == pair % edges->nodes;
}

static double seconds_of(const struct bl_edge *edge, double bytes) {
    return edge->bytes_per_second > 0 ? bytes / edge->bytes_per_second : 0;
}

double bl_edges_seconds(const struct bl_edges *edges, const double *bytes) {
    double *loads = bl_zalloc((size_t)edges->count + 1, sizeof *loads), longest = 0;
    for (int pair = 0; pair < pairs(edges); pair++)
        for (int u = edges->first[pair]; u < edges->first[pair + 1]; u++)
            loads[edges->uses[u].edge] += bytes[pair] * edges->uses[u].wire;
    for (int i = 0; i < edges->count; i++) {
        double seconds = seconds_of(&edges->items[i], loads[i]);
        if (seconds > longest) longest = seconds;
    }
    bl_zfree(loads);
    return longest;
}

double bl_edges_even_rate(const struct bl_edges *edges) {
    double *bytes = bl_zalloc((size_t)pairs(edges), sizeof *bytes);
    for (int pair = 0; pair < pairs(edges); pair++) bytes[pair] = !is_own(edges, pair);
    double seconds = bl_edges_seconds(edges, bytes);
    bl_zfree(bytes);
    return seconds > 0 ? 1 / seconds : 0;
}

static double pair_seconds(const struct bl_edges *edges, int pair) {
    double longest = 0;
    for (int u = edges->first[pair]; u < edges->first[pair + 1]; u++) {
        const struct bl_edge_use *use = &edges->uses[u];
        double seconds = seconds_of(&edges->items[use->edge], use->wire);
        if (seconds > longest) longest = seconds;
    }
    return longest;
}

double bl_edges_lone_rate(const struct bl_edges *edges) {
    double least = 0;
    for (int pair = 0; pair < pairs(edges); pair++) {
        double seconds = is_own(edges, pair) ? 0 : pair_seconds(edges, pair);
        if (seconds > 0 && (least <= 0 || seconds < least)) least = seconds;
    }
    return least > 0 ? 1 / least : 0;
}

int64_t bl_edges_latency(const struct bl_edges *edges) {
    int64_t longest = 0;
    for (int pair = 0; pair < pairs(edges); pair++) {
        int64_t sum = 0;
        for (int u = edges->first[pair]; u < edges->first[pair + 1]; u++)
            sum += edges->items[edges->uses[u].edge].latency_ps;
        if (sum > longest) longest = sum;
    }
    return longest;
}
