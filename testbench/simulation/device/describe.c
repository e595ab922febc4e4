/* What every node waits for, for the message of a cluster that does not move any more. */
#include "simulation/device/cluster_state.h"

struct question {
    const char *text;
    bool (*holds)(const struct bl_axi_in *in, const struct bl_axi_out *out);
};

static bool read_request(const struct bl_axi_in *in, const struct bl_axi_out *out) {
    return out->arvalid && !in->arready;
}
static bool read_data(const struct bl_axi_in *in, const struct bl_axi_out *out) {
    return in->rvalid && !out->rready;
}
static bool write_request(const struct bl_axi_in *in, const struct bl_axi_out *out) {
    return out->awvalid && !in->awready;
}
static bool write_data(const struct bl_axi_in *in, const struct bl_axi_out *out) {
    return out->wvalid && !in->wready;
}
static bool write_response(const struct bl_axi_in *in, const struct bl_axi_out *out) {
    return in->bvalid && !out->bready;
}

static const struct question questions[] = {
    {"the memory does not take the read request of channel", read_request},
    {"the node does not take the data read from channel", read_data},
    {"the memory does not take the write request of channel", write_request},
    {"the memory does not take the data for channel", write_data},
    {"the node does not take the write response of channel", write_response},
};

static bool describe_channels(const struct bl_sim_node *node, const struct question *question,
                              FILE *file) {
    bool any = false;
    for (int i = 0; i < node->model->channels; i++) {
        if (!question->holds(&node->in.axi[i], &node->out.axi[i])) continue;
        if (!any) fprintf(file, "    %s", question->text);
        fprintf(file, "%s %d", any ? "," : "", i);
        any = true;
    }
    if (any) fputc('\n', file);
    return any;
}

static bool describe_network(const struct bl_sim_node *node, FILE *file) {
    const struct bl_medium_kind *kind = node->model->medium;
    return kind && kind->describe &&
           kind->describe(node->medium, node->number, node->in.network, node->out.network, file);
}

/* Words of its memory channels, where it has any. */
static void describe_words(const struct bl_sim_node *node, FILE *file) {
    uint64_t read = 0, written = 0;
    for (int i = 0; i < node->model->channels; i++) {
        read += node->channels[i].read_words;
        written += node->channels[i].written_words;
    }
    if (node->model->channels)
        fprintf(file, " %llu words read, %llu written", (unsigned long long)read,
                (unsigned long long)written);
}

static void describe_node(const struct bl_sim_node *node, FILE *file) {
    bool any = false;
    fprintf(file, "  node %d:", node->number);
    describe_words(node, file);
    fputc('\n', file);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        any |= describe_channels(node, &questions[i], file);
    any |= describe_network(node, file);
    if (!any)
        fputs(node->model->channels ? "    no request, no data and no flit waits at its ports\n"
                                    : "    nothing waits at its ports\n",
              file);
}

void bl_cluster_sim_describe(const struct bl_cluster_sim *sim, FILE *file) {
    for (int i = 0; i < sim->count; i++) describe_node(&sim->nodes[i], file);
}
