/* What the bench says of the bus between the nodes: a struct bl_sim_bus_config with the delays of
   single segments, and the cell made of graphs. */
#include "base/text.h"
#include "network/rsb/rsb_network_inner.h"

static void add_delays(struct bl_text *text, const char *name, const int64_t *less, int nodes) {
    bl_text_add(text, "    .%s = {", name);
    for (int i = 0; i < nodes; i++) bl_text_add(text, "%s%lld", i ? ", " : "", (long long)less[i]);
    bl_text_add(text, "},\n");
}

static void add_segments(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct bl_rsb_segments *segments = &bl_rsb_network(cluster)->segments;
    bl_text_add(text, "static const struct bl_rsb_segments bus_segments = {\n");
    add_delays(text, "clockwise_ps", segments->clockwise_ps, cluster->nodes);
    add_delays(text, "counter_ps", segments->counter_ps, cluster->nodes);
    bl_text_add(text, "};\n\n");
}

/* {3, {1, 2, 3}, {0x7f}} */
static void add_truth(struct bl_text *text, const struct bl_rsb_truth *truth) {
    int words = truth->count > 6 ? 1 << (truth->count - 6) : 1;
    bl_text_add(text, "{%d, {", truth->count);
    for (int i = 0; i < truth->count || !i; i++)
        bl_text_add(text, "%s%d", i ? ", " : "", truth->inputs[i]);
    bl_text_add(text, "}, {");
    for (int i = 0; i < words; i++)
        bl_text_add(text, "%s0x%llx", i ? ", " : "", (unsigned long long)truth->ones[i]);
    bl_text_add(text, "}}");
}

static void add_truths(struct bl_text *text, const char *name, const struct bl_rsb_truth *truths,
                       int count) {
    if (!count) return;
    bl_text_add(text, "        .%s = {\n", name);
    for (int i = 0; i < count; i++) {
        bl_text_add(text, "            ");
        add_truth(text, &truths[i]);
        bl_text_add(text, ",\n");
    }
    bl_text_add(text, "        },\n");
}

static void add_names(struct bl_text *text, const struct bl_rsb_cell *cell) {
    bl_text_add(text, "        .names = {");
    for (int i = 0; i < cell->gates; i++)
        bl_text_add(text, "%s\"%s\"", !i ? "" : i % 6 ? ", " : ",\n            ", cell->names[i]);
    bl_text_add(text, "},\n        .waits = {");
    for (int i = 0; i < cell->gates; i++) bl_text_add(text, "%s%d", i ? ", " : "", cell->waits[i]);
    bl_text_add(text, "},\n");
}

static void add_cell(struct bl_text *text, const char *name, const struct bl_rsb_cell *cell) {
    bl_text_add(text, "    .%s = {\n        .gates = %d,\n", name, cell->gates);
    add_names(text, cell);
    add_truths(text, "truth", cell->truth, cell->gates);
    add_truths(text, "tables", cell->tables, cell->timed);
    bl_text_add(text,
                "        .timed = %d, .done = %d, .ahead = %u, .races = 0x%llx, .joined = %s,\n"
                "        .sees = 0x%llx,\n    },\n",
                cell->timed, cell->done, cell->ahead, (unsigned long long)cell->races,
                cell->joined ? "true" : "false", (unsigned long long)cell->sees);
}

static void add_made(struct bl_text *text, const struct bl_rsb_cells *made) {
    bl_text_add(text, "/* The arbiter's cell, made of graphs. */\n"
                      "static const struct bl_rsb_cells bus_made = {\n");
    add_cell(text, "first", &made->first);
    add_cell(text, "other", &made->other);
    bl_text_add(text, "    .extra_gates = %d,\n};\n\n", made->extra_gates);
}

static void add_boards(struct bl_text *text, const struct bl_rsb_boards *boards) {
    bl_text_add(text,
                "static const struct bl_rsb_boards bus_boards = {%lld, %lld, %lld, %lld};\n\n",
                (long long)boards->token_ps, (long long)boards->stop_ps, (long long)boards->path_ps,
                (long long)boards->frame_ps);
}

static void add_tables(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct bl_rsb_network *network = bl_rsb_network(cluster);
    bl_text_add(text, "#include \"network/rsb/carried/sim_bus.h\"\n"
                      "#include \"bus/model/rsb.h\"\n\n");
    if (bl_rsb_is_uneven(network)) add_segments(text, cluster);
    if (network->made) add_made(text, network->made);
    if (network->on_boards) add_boards(text, &network->boards);
}

void bl_bus_write_medium(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    const struct bl_rsb_network *network = bl_rsb_network(cluster);
    add_tables(text, cluster);
    bl_text_add(text,
                "static const struct bl_sim_bus_config medium = {\n"
                "    .nodes = %d, .lines = %d, .delay_ps = %lld, .gate_ps = %lld,\n",
                cluster->nodes, network->lines, (long long)network->delay_ps,
                (long long)network->gate_ps);
    if (bl_rsb_is_uneven(network)) bl_text_add(text, "    .segments = &bus_segments,\n");
    if (network->on_boards) bl_text_add(text, "    .boards = &bus_boards,\n");
    if (network->made) bl_text_add(text, "    .made = &bus_made,\n");
    bl_text_add(text, "};\n\n");
}
