/* What the host ports of a run have carried, and in which time. */
#include <inttypes.h>

#include "simulation/run/bench_state_inner.h"

static struct bl_host_counts all_counts(const struct bl_bench_run *run) {
    struct bl_host_counts sum = {0};
    struct bl_cluster_sim *cluster = bl_device_sim_cluster(run->device);
    for (int i = 0; i < run->program->nodes; i++) {
        struct bl_host_counts node = bl_host_port_counts(bl_cluster_sim_node(cluster, i)->host);
        sum.read_bytes += node.read_bytes;
        sum.written_bytes += node.written_bytes;
        sum.refused += node.refused;
    }
    return sum;
}

static bool has_ports(const struct bl_bench_run *run) {
    return run->device && run->program->host;
}

void bl_bench_print_ports(const struct bl_bench_run *run, FILE *file) {
    if (!has_ports(run)) return;
    struct bl_host_counts counts = all_counts(run);
    fprintf(file, "host ports      %" PRIu64 " bytes to the nodes, %" PRIu64 " from them\n",
            counts.read_bytes, counts.written_bytes);
    fprintf(file, "                %.3f us to load, %.3f us to read back\n",
            (double)run->loaded_ps / 1e6, (double)run->fetched_ps / 1e6);
}

void bl_bench_json_ports(const struct bl_bench_run *run, FILE *file) {
    if (!has_ports(run)) return;
    struct bl_host_counts counts = all_counts(run);
    fprintf(file,
            "  \"host_ports\": {\"bytes_to_nodes\": %" PRIu64 ", \"bytes_from_nodes\": %" PRIu64
            ", \"refused\": %" PRIu64 ", \"load_ps\": %" PRId64 ", \"fetch_ps\": %" PRId64 "},\n",
            counts.read_bytes, counts.written_bytes, counts.refused, run->loaded_ps,
            run->fetched_ps);
}
