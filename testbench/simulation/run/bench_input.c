/* The input of a run, and the golden model on it. */
#include <string.h>

#include "simulation/run/bench_state_inner.h"
#include "base/carried/checked.h"
#include "base/carried/random.h"
#include "simulation/golden/deal.h"
#include "ir/carried/inputs.h"

enum { DECIDED = 64 /* highest bits of a key that a distribution decides, at most */ };

static struct bl_deal deal_of(const struct bl_bench_program *program) {
    return (struct bl_deal){program->nodes, program->lanes, program->deal_elements};
}

static int key_bits_of(const struct bl_bench_run *run, int column) {
    const struct bl_bench_column *row = &run->program->columns[column];
    int bits = row->key_bits && run->options.key_bits ? run->options.key_bits : row->key_bits;
    return bits < 8 * row->bytes ? bits : 8 * row->bytes;
}

/* Of a key that is wider than what the distribution decides, the low bits follow from the others.
 */
static bl_wide widened(uint64_t key, int more) {
    bl_wide rest = (bl_wide)bl_mix(key + 1) << DECIDED | bl_mix(key + 2);
    return more ? (bl_wide)key << more | (rest & bl_wide_ones(more)) : key;
}

static bool generate_keys(struct bl_bench_run *run, int column) {
    int bits = key_bits_of(run, column), decided = bits < DECIDED ? bits : DECIDED;
    const struct bl_input_config config = {.name = run->options.distribution,
                                           .seed = run->options.seed + (uint64_t)column,
                                           .key_bits = decided};
    const struct bl_deal deal = deal_of(run->program);
    const char *message;
    struct bl_input *input = bl_input_new(&config, &message);
    if (!input) {
        fprintf(run->problems, "%s: %s; --dist list names all\n", config.name, message);
        return false;
    }
    for (uint64_t i = 0; i < run->input.count; i++) {
        struct bl_dealt dealt = bl_deal(&deal, i);
        const struct bl_input_place place = {
            .number = i,
            .total = run->input.count,
            .node = dealt.node,
            .nodes = deal.nodes,
            .in_node = dealt.in_node,
            .node_total = bl_deal_node_total(&deal, run->input.count, dealt.node),
            .in_lane = dealt.in_lane};
        bl_records_set(&run->input, column, i,
                       widened(bl_input_key(input, &place), bits - decided));
    }
    bl_input_free(input);
    return true;
}

/* What no function looks at is the record's number, so that a torn record shows. */
static bool generate(struct bl_bench_run *run) {
    run->input = bl_records_new(run->program, run->options.keys * (uint64_t)run->program->nodes);
    for (int c = 0; c < run->program->column_count; c++) {
        if (run->program->columns[c].key_bits) {
            if (!generate_keys(run, c)) return false;
            continue;
        }
        for (uint64_t i = 0; i < run->input.count; i++) bl_records_set(&run->input, c, i, i);
    }
    return true;
}

static bool read_file(struct bl_bench_run *run) {
    int bits[BL_BENCH_COLUMNS];
    for (int c = 0; c < run->program->column_count; c++) {
        const struct bl_bench_column *row = &run->program->columns[c];
        bits[c] = row->key_bits && run->options.key_bits ? run->options.key_bits : row->limit_bits;
    }
    bool ok = bl_records_read(&run->input, run->program, run->options.input, run->problems) &&
              bl_records_in_range(&run->input, run->program, bits, run->options.input,
                                  run->problems);
    if (!ok) fputc('\n', run->problems);
    return ok;
}

bool bl_bench_make_input(struct bl_bench_run *run) {
    if (!(run->options.input ? read_file(run) : generate(run))) return false;
    run->result.records = run->input.count;
    return true;
}

static struct bl_golden *golden_of(const struct bl_bench_program *program) {
    int *bytes = bl_zalloc((size_t)program->version_count + 1, sizeof *bytes);
    uint64_t *values = bl_zalloc((size_t)program->histogram_count + 1, sizeof *values);
    for (int i = 0; i < program->version_count; i++)
        bytes[i] = program->columns[program->versions[i].column].bytes;
    for (int i = 0; i < program->histogram_count; i++)
        values[i] = bl_bench_values(&program->histograms[i]);
    struct bl_golden *golden = bl_golden_new(program->nodes, program->lanes, program->version_count,
                                             bytes, program->histogram_count, values);
    bl_zfree(bytes);
    bl_zfree(values);
    return golden;
}

void bl_bench_run_golden(struct bl_bench_run *run) {
    run->golden = golden_of(run->program);
    for (int v = 0; v < run->program->version_count; v++)
        if (run->program->versions[v].source)
            bl_golden_deal(run->golden, v, run->input.items[run->program->versions[v].column],
                           run->input.count, run->program->deal_elements);
    run->program->golden(run->golden);
    run->result.bound = bl_bench_bound(run->program, run->golden);
}
