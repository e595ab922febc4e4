/* The kind's row, and what `run` does with it. */
#include <stdio.h>
#include <string.h>

#include "board/board.h"
#include "command/options/request.h"
#include "command/run/run_common.h"
#include "driver/compile.h"
#include "emit/emit_bench_node.h"
#include "ir/carried/bench_options.h"
#include "ir/circuit.h"
#include "kind/kind.h"
#include "lower/lower.h"
#include "output/output.h"
#include "plan/certify/certificate.h"
#include "put/put.h"

static void say(struct bl_text *text, const struct bl_program *program) {
    bl_text_add(text, "cluster %s, %d hosts that write into each other's memory",
                program->cluster.name, program->cluster.nodes);
}

static void print(struct bl_text *text, const struct bl_program *program) {
    bl_cluster_print(text, &program->cluster);
}

static const struct bl_renames *renames(const struct bl_program *program) {
    return &program->renames;
}
static const char *name(const struct bl_program *program) { return program->pipeline; }
static struct bl_range range(const struct bl_program *program) { return program->range; }

static void steps(struct bl_compilation *c, const char *path) {
    (void)path;
    c->node = bl_puts_node(c->arena, c->program);
    bl_certificate_check(c->node, c->diags);
    if (c->diags->errors) return;
    struct bl_circuit *circuit = bl_puts_lower(c->arena, c->node);
    c->circuit = circuit;
    bl_circuit_check(circuit, c->diags);
}

static void summary(const struct bl_compilation *c, const struct bl_output *output,
                    const char *folder) {
    const char *symbol = c->program->symbol;
    printf("%s: %d files\n", folder, output->count);
    printf("  rtl/%s.v       the node's top module and its templates (rtl/files.f)\n", symbol);
    printf("  host/%s_host.h the calls for a host program\n", symbol);
    printf("  bench/           simulates a host program: make -C %s/bench host HOST=FILE.c\n",
           folder);
}

/* ---- run: always with a host program */

static void given(const struct bl_request *request, struct bl_run_given *own) {
    (void)request;
    *own = (struct bl_run_given){0};
}

static int look(const struct bl_request *request, const struct bl_compilation *c,
                const struct bl_node_model *model, int count, char **words) {
    struct bl_bench_program program = bl_bench_node_facts(c->node);
    struct bl_bench_options options;
    (void)request;
    program.model = model;
    int status = bl_bench_options_parse(&options, count, words, &program);
    if (status < 0) bl_bench_options_free(&options);
    return status;
}

static const char *trial(const struct bl_program *program) {
    (void)program;
    return NULL;
}

static const struct bl_kind_bench bench = {
    .given = given, .look = look, .trial = trial, .hosted = true};

static const struct bl_kind_word words[] = {{0}};

const struct bl_kind bl_puts_kind = {
    .word = "cluster",
    .one = "a `dma` alone",
    .words = words,
    .finish = bl_finish_puts,
    .say = say,
    .print = print,
    .renames = renames,
    .name = name,
    .range = range,
    .nodes = true,
    .alone = true,
    .steps = steps,
    .explain = bl_puts_explain,
    .files = bl_puts_files,
    .summary = summary,
    .graph = bl_puts_graph,
    .bench = &bench,
};
