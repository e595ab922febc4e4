/* What nodes are, and what lies between and beyond them, as constant tables of ir/carried/bench.h.
 */
#include "emit/emit_bench_node.h"

#include "base/arena.h"
#include "base/path.h"
#include "base/text.h"
#include "board/board.h"
#include "emit/parts.h"
#include "ir/carried/bench.h"
#include "ir/carried/edges.h"
#include "ir/carried/host.h"
#include "ir/network.h"

struct bench {
    struct bl_arena *arena;
    const struct bl_node *node;
    struct bl_parts parts;
};

static void word(struct bench *bench, const char *hole, const char *value) {
    bl_part_set(&bench->parts, hole, value);
}
static void number(struct bench *bench, const char *hole, long long value) {
    bl_part_number(&bench->parts, hole, value);
}
/* Frees the text. */
static void words(struct bench *bench, const char *hole, struct bl_text *text) {
    word(bench, hole, bl_strndup(bench->arena, text->bytes, text->length));
    bl_text_free(text);
}
static void part(const struct bench *bench, const char *name) { bl_part(&bench->parts, name); }

/* A list's item, so many on a line. */
static void begin_item(struct bl_text *text, int index, int line) {
    bl_text_add(text, "%s", !index ? "" : index % line ? ", " : ",\n    ");
}

static void emit_clocks(struct bench *bench) {
    const struct bl_node *node = bench->node;
    struct bl_text text = {0};
    for (int i = 0; i < node->clock_count; i++) {
        bl_text_add(&text, "%s{\"%s\", %.17g}", i ? ", " : "", node->clock_names[i],
                    node->cluster->clocks[node->clock_numbers[i]].hertz);
    }
    words(bench, "clocks", &text);
    part(bench, "clocks");
}

static void emit_node_clocks(struct bench *bench, const struct bl_cluster *cluster) {
    struct bl_text text = {0};
    for (int i = 0; i < cluster->nodes; i++) {
        begin_item(&text, i, 4);
        bl_text_add(&text, "{%.17g, %lld}", cluster->node_clocks[i].hertz,
                    (long long)cluster->node_clocks[i].phase_ps);
    }
    words(bench, "node_clocks", &text);
    part(bench, "clocks of nodes");
}

/* The board's own memory; NULL: it has none, and its kernels move data elsewhere. */
static const char *board_memory(const struct bl_node *node) { return node->board->memory.name; }

/* Within quotes of C. */
static void add_quoted(struct bl_text *text, const char *word) {
    for (; *word; word++) {
        if (*word == '"' || *word == '\\' || *word == '?') bl_text_add(text, "\\%c", *word);
        else if ((unsigned char)*word < ' ') bl_text_add(text, "\\%03o", (unsigned)*word);
        else bl_text_bytes(text, word, 1);
    }
}

static void set_file(struct bench *bench) {
    const struct bl_program *program = bench->node->program;
    struct bl_text text = {0};
    add_quoted(&text, bl_path_name(bl_source_name(program->sources, program->range.file)));
    words(bench, "source_file", &text);
}

static void emit_edges(struct bench *bench) {
    const struct bl_edges *edges = bench->node->carrier.edges;
    struct bl_text items = {0}, uses = {0}, first = {0};
    int pairs = edges ? edges->nodes * edges->nodes : 0;
    for (int i = 0; i < pairs + (edges != NULL); i++) {
        begin_item(&first, i, 16);
        bl_text_add(&first, "%d", edges->first[i]);
    }
    for (int i = 0; edges && i < edges->count; i++) {
        const struct bl_edge *edge = &edges->items[i];
        begin_item(&items, i, 4);
        bl_text_add(&items, "{%d, %d, %.17g, %lld}", edge->from, edge->to, edge->bytes_per_second,
                    (long long)edge->latency_ps);
    }
    for (int i = 0; edges && i < edges->first[pairs]; i++) {
        begin_item(&uses, i, 8);
        bl_text_add(&uses, "{%d, %.17g}", edges->uses[i].edge, edges->uses[i].wire);
    }
    words(bench, "edge_items", &items);
    words(bench, "edge_uses", &uses);
    words(bench, "first_uses", &first);
    if (!edges) return;
    number(bench, "node_count", edges->nodes);
    number(bench, "edge_count", edges->count);
    part(bench, "edges");
}

static const char *const *fault_ports(const struct bl_node *node) {
    const struct bl_carrier_row *carrier = node->cluster->network.carrier;
    return carrier->fault_ports ? carrier->fault_ports(node->arena, node->cluster) : NULL;
}

static void emit_fault_ports(struct bench *bench, const char *const *ports) {
    struct bl_text text = {0};
    for (int i = 0; i < bench->node->cluster->nodes; i++) {
        begin_item(&text, i, 8);
        bl_text_add(&text, "\"%s\"", ports[i]);
    }
    words(bench, "fault_ports", &text);
    part(bench, "fault ports");
}

static void emit_host(struct bench *bench) {
    const struct bl_cluster *cluster = bench->node->cluster;
    const struct bl_host *host = cluster->host;
    const struct bl_network_row *row = cluster->network.row;
    const struct bl_network_window window = row->window ? row->window(cluster)
                                                        : (struct bl_network_window){0};
    number(bench, "generation", host->generation);
    number(bench, "bus_lanes", host->lanes);
    number(bench, "payload", host->payload);
    number(bench, "request", host->request);
    number(bench, "completion", host->completion);
    number(bench, "tags", host->tags);
    number(bench, "read_ps", host->read_ps);
    number(bench, "write_ps", host->write_ps);
    number(bench, "memory_bytes", host->memory);
    number(bench, "base", host->base);
    number(bench, "gpus", host->gpus);
    number(bench, "gpu_bytes", host->gpu);
    number(bench, "gpu_read_ps", host->gpu_read_ps);
    number(bench, "gpu_write_ps", host->gpu_write_ps);
    number(bench, "gpu_rate", (long long)host->gpu_rate);
    number(bench, "jitter_ps", host->jitter_ps);
    number(bench, "interrupt_ps", host->interrupt_ps);
    number(bench, "store_ps", host->store_ps);
    number(bench, "window", (long long)window.base);
    number(bench, "window_bytes", window.bytes);
    number(bench, "register_block", (long long)window.registers);
    number(bench, "slots", window.slots);
    part(bench, "host port");
}

static void emit_program(struct bench *bench, const struct bl_bench_settings *settings) {
    const struct bl_node *node = bench->node;
    number(bench, "node_count", node->cluster->nodes);
    number(bench, "lanes", node->memory.channels / 2);
    number(bench, "word_bytes", node->memory.word_bytes);
    number(bench, "unit_bytes", settings->unit_bytes);
    number(bench, "deal_elements", settings->deal_elements);
    word(bench, "edges", node->carrier.edges ? "&edges" : "NULL");
    number(bench, "quiet_cycles", settings->quiet_cycles);
    part(bench, "program");
    if (board_memory(node)) {
        word(bench, "board_memory", board_memory(node));
        part(bench, "memory of the program");
    }
    part(bench, "clocks of the program");
    if (node->cluster->host) part(bench, "host port of the program");
}

static struct bench begin(struct bl_text *text, const struct bl_node *node) {
    return (struct bench){
        .arena = node->arena,
        .node = node,
        .parts = {.text = text,
                  .file = "bench.c",
                  .holes = {{"pipeline", node->program->pipeline}, {"symbol", node->top}}}};
}

void bl_emit_bench_node(struct bl_text *text, const struct bl_node *node,
                        const struct bl_bench_settings *settings) {
    struct bench bench = begin(text, node);
    const struct bl_cluster *cluster = node->cluster;
    bool medium = cluster->nodes > 1 && cluster->network.carrier->write_medium;
    const char *const *ports = fault_ports(node);
    emit_edges(&bench);
    if (ports) emit_fault_ports(&bench, ports);
    if (medium) cluster->network.carrier->write_medium(text, node);
    if (cluster->node_clocks) emit_node_clocks(&bench, cluster);
    emit_clocks(&bench);
    if (cluster->host) emit_host(&bench);
    set_file(&bench);
    emit_program(&bench, settings);
    if (medium) part(&bench, "medium");
    if (ports) part(&bench, "fault ports of the program");
    if (cluster->node_clocks) part(&bench, "node clocks");
}

void bl_emit_bench_device(struct bl_text *text, const struct bl_node *node) {
    struct bench bench = begin(text, node);
    number(&bench, "node_count", node->cluster->nodes);
    number(&bench, "channels", node->memory.channels);
    part(&bench, "device");
}

struct bl_bench_program bl_bench_node_facts(const struct bl_node *node) {
    /* That there is a host is a fact; what it is like is not asked before the bench is made. */
    static const struct bl_host_settings some_host;
    return (struct bl_bench_program){.pipeline = node->program->pipeline,
                                     .nodes = node->cluster->nodes,
                                     .lanes = node->memory.channels / 2,
                                     .board_memory = board_memory(node),
                                     .fault_ports = fault_ports(node),
                                     .host = node->cluster->host ? &some_host : NULL};
}
