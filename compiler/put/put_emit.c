/* The files of a build. */
#include "base/arena.h"
#include "base/text.h"
#include "driver/build.h"
#include "driver/compile.h"
#include "emit/emit_bench.h"
#include "emit/emit_bench_node.h"
#include "emit/emit_host.h"
#include "emit/emit_identity.h"
#include "emit/emit_make.h"
#include "emit/emit_network.h"
#include "emit/parts.h"
#include "ir/dma.h"
#include "ir/network.h"
#include "node/regmap.h"
#include "output/harness.h"
#include "output/output.h"
#include "put/put.h"

static struct bl_parts parts_of(struct bl_text *text, const struct bl_node *node,
                                const char *file) {
    struct bl_parts parts = {.text = text, .file = file};
    bl_part_set(&parts, "name", node->program->pipeline);
    bl_part_set(&parts, "symbol", node->program->symbol);
    bl_part_set(&parts, "guard", bl_upper(node->arena, node->program->symbol));
    bl_part_number(&parts, "nodes", node->cluster->nodes);
    bl_part_number(&parts, "gpus", node->cluster->host->gpus);
    bl_part_number(&parts, "requests", node->cluster->dma->registers);
    return parts;
}

static void set_register(struct bl_parts *parts, const struct bl_node *node, const char *hole,
                         const char *name) {
    const struct bl_register *reg = bl_regmap_find(node->registers, name);
    bl_part_set(parts, hole,
                bl_format(node->arena, "0x%04x", (unsigned)bl_register_address(reg, 0)));
}

static void write_header(struct bl_text *text, const void *of, const char *identity) {
    const struct bl_node *node = of;
    struct bl_parts parts = parts_of(text, node, "puts_host.h");
    bl_part_set(&parts, "identity", identity);
    set_register(&parts, node, "dropped", "network_dropped");
    set_register(&parts, node, "reports", "network_report_store");
    bl_part(&parts, "all");
}

static void set_hex(struct bl_parts *parts, struct bl_arena *arena, const char *hole,
                    uint64_t number) {
    bl_part_set(parts, hole, bl_format(arena, "0x%llx", (unsigned long long)number));
}

static void emit_memory(struct bl_parts *parts, struct bl_arena *arena, int64_t at, int64_t bytes,
                        uint64_t bus) {
    set_hex(parts, arena, "at", (uint64_t)at);
    set_hex(parts, arena, "bytes", (uint64_t)bytes);
    set_hex(parts, arena, "bus", bus);
    bl_part(parts, "memory");
}

/* A row for each memory in a slice of the window, and how far slices are apart. */
static void emit_memories(struct bl_parts *parts, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    const struct bl_network_window window = cluster->network.row->window(cluster);
    for (int i = 0; i <= cluster->host->gpus; i++)
        emit_memory(parts, node->arena, i * window.quarter,
                    bl_window_pages(i ? cluster->host->gpu : cluster->host->memory) *
                        BL_WINDOW_PAGE,
                    bl_host_memory_at(cluster->host, i));
    emit_memory(parts, node->arena, window.own_at, window.own, 0);
    set_hex(parts, node->arena, "slice", (uint64_t)window.slice);
    set_hex(parts, node->arena, "window", window.base);
    set_hex(parts, node->arena, "window_bytes", (uint64_t)window.bytes);
    set_register(parts, node, "settings", "network_chain_low");
    set_register(parts, node, "state", "network_state");
    set_register(parts, node, "report", "network_report_chain");
    bl_part(parts, "offsets");
}

static void emit_host(struct bl_text *text, const struct bl_node *node,
                      const struct bl_text *header) {
    struct bl_parts parts = parts_of(text, node, "puts_host.c");
    bl_part(&parts, "begin");
    bl_part_set(&parts, "network", bl_emit_network(text, node) ? "&network" : "NULL");
    bl_part_number(&parts, "word_bytes", node->memory.word_bytes);
    bl_part_set(&parts, "signature", bl_host_signature(node->arena, header, text));
    bl_part(&parts, "end");
    emit_memories(&parts, node);
}

/* Longer than the engine waits for an answer. */
static int quiet_cycles(const struct bl_cluster *cluster) {
    enum { TIMES = 3 };
    const double cycles = 1e-12 * (double)cluster->dma->timeout_ps * cluster->clocks[0].hertz;
    return BL_BENCH_QUIET_CYCLES + TIMES * (int)cycles;
}

static void emit_bench(struct bl_text *text, const struct bl_node *node) {
    const struct bl_bench_settings settings = {.unit_bytes = node->memory.word_bytes,
                                               .deal_elements = 1,
                                               .quiet_cycles = quiet_cycles(node->cluster)};
    struct bl_parts parts = parts_of(text, node, "puts.c");
    bl_part(&parts, "begin");
    bl_emit_bench_node(text, node, &settings);
    bl_part(&parts, "end of the program");
    bl_emit_bench_device(text, node);
    bl_part(&parts, "main");
}

static void add_c_files(struct bl_output *output, const struct bl_node *node) {
    struct bl_arena *arena = output->arena;
    struct bl_text header = {0};
    bl_emit_identified(&header, arena, node, write_header);
    emit_host(bl_output_add(output, bl_format(arena, "host/%s_host.c", node->top)), node, &header);
    *bl_output_add(output, bl_format(arena, "host/%s_host.h", node->top)) = header;
    emit_bench(bl_output_add(output, bl_format(arena, "bench/%s_bench.c", node->top)), node);
    bl_emit_hosted_makefile(bl_output_add(output, "bench/Makefile"), node);
    bl_output_simulators(output, node);
}

bool bl_puts_files(struct bl_output *output, const struct bl_compilation *c,
                   const struct bl_home *home) {
    struct bl_text list = {0};
    *output = (struct bl_output){.arena = c->arena};
    bl_output_top(output, c->circuit, c->program->sources);
    bool ok = bl_output_templates(output, c->circuit, home, &list);
    bl_text_add(&list, "%s.v\n", c->circuit->name);
    *bl_output_add(output, "rtl/files.f") = list;
    if (!ok) return false;
    add_c_files(output, c->node);
    return bl_output_around(output, c->node, c->circuit, home);
}
