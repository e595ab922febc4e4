/* Printing the typed program. */
#include "ir/program.h"

#include "ir/dma.h"
#include "ir/network.h"
#include "settings/setting.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/value.h"

static void print_versions(struct bl_text *text, const struct bl_stage *stage) {
    for (int i = 0; i < stage->version_count; i++)
        bl_text_add(text, "%s%s", i ? ", " : "", stage->versions[i]->name);
}

static void print_functions(struct bl_text *text, const struct bl_stage *stage) {
    for (int i = 0; i < stage->function_count; i++)
        bl_text_add(text, "%s%s", i ? ", " : "", stage->functions[i]->name);
}

const struct bl_column *bl_program_column(const struct bl_program *program, int index) {
    int own = index - program->record.column_count;
    return own < 0 ? &program->record.columns[index] : program->made[own];
}

int bl_program_versions(const struct bl_program *program) {
    int count = 0;
    for (int i = 0; i < program->version_count; i++) count += !program->versions[i]->hidden;
    return count;
}

const char *bl_stage_said(const struct bl_stage *stage) {
    return stage->own ? stage->own->name : bl_stage_word(stage->row->kind);
}

static void print_stage(struct bl_text *text, const struct bl_stage *stage) {
    bl_text_add(text, "%s", bl_stage_said(stage));
    if (stage->own) return;
    if (stage->row->role == BL_STAGE_READS || stage->row->role == BL_STAGE_WRITES) {
        bl_text_add(text, " ");
        print_versions(text, stage);
        return;
    }
    bl_text_add(text, "(");
    if (stage->row->role == BL_STAGE_TO_CHANNEL && stage->uses)
        bl_text_add(text, "%s", stage->uses->name);
    else print_functions(text, stage);
    if (stage->row->role == BL_STAGE_TO_NODE && stage->uses)
        bl_text_add(text, ", %s", stage->uses->name);
    bl_text_add(text, ")");
    if (stage->makes) bl_text_add(text, " as %s", stage->makes->name);
}

void bl_pass_print(struct bl_text *text, const struct bl_pass *pass) {
    for (int i = 0; i < pass->stage_count; i++) {
        if (i) bl_text_add(text, " -> ");
        print_stage(text, &pass->stages[i]);
    }
}

/* "150 MHz" */
static void print_amount(struct bl_text *text, const char *word, double real, signed char bytes,
                         signed char seconds) {
    char number[64];
    bl_value_text(number, sizeof number,
                  (struct bl_value){.bytes = bytes, .seconds = seconds, .real = real});
    bl_text_add(text, " %s %s", word, number);
}

void bl_text_time(struct bl_text *text, int64_t ps) {
    char number[64];
    bl_value_text(number, sizeof number,
                  (struct bl_value){.seconds = 1, .real = (double)ps * 1e-12});
    bl_text_add(text, "%s", number);
}

void bl_node_clock_print(struct bl_text *text, const struct bl_node_clock *clock) {
    char rate[64];
    bl_value_text(rate, sizeof rate, (struct bl_value){.seconds = -1, .real = clock->hertz});
    bl_text_add(text, " %s phase ", rate);
    bl_text_time(text, clock->phase_ps);
}

/* Those of single nodes. */
static void print_node_clocks(struct bl_text *text, const struct bl_cluster *cluster) {
    for (int i = 0; cluster->node_clocks && i < cluster->nodes; i++) {
        bl_text_add(text, "    clock %d", i + 1);
        bl_node_clock_print(text, &cluster->node_clocks[i]);
        bl_text_add(text, "\n");
    }
}

/* " channels 8 width 32 B": what is not 0 of a list. What has a list of its own its row prints. */
static void print_settings(struct bl_text *text, const struct bl_setting *list, const void *from,
                           const struct bl_cluster *cluster) {
    char value[64];
    for (; list->word; list++) {
        double real = bl_setting_load(list, from);
        if (real == 0 && !list->listed && !list->words) continue;
        bl_text_add(text, " %s%s%s ", list->word, list->kind ? " " : "",
                    list->kind ? list->kind : "");
        bl_setting_text(value, list, real);
        if (list->listed) cluster->network.row->print_list(text, cluster);
        else bl_text_add(text, "%s", value);
    }
}

static void print_network(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct bl_network *network = &cluster->network;
    bl_text_add(text, "    network %s", network->word);
    if (!network->own) return;
    print_settings(text, network->row->settings, network->own, cluster);
    if (network->row->print_blocks) network->row->print_blocks(text, cluster);
}

static void print_clock(struct bl_text *text, const struct bl_cluster *cluster, int clock) {
    if (clock) bl_text_add(text, " clock %s", cluster->clocks[clock].name);
    bl_text_add(text, "\n");
}

static void print_host(struct bl_text *text, const struct bl_cluster *cluster) {
    if (!cluster->host) return;
    bl_text_add(text, "    host bus %s", cluster->host->bus);
    print_settings(text, bl_host_settings, cluster->host, cluster);
    print_clock(text, cluster, cluster->host->clock);
    if (!cluster->dma || !cluster->dma->name) return;
    bl_text_add(text, "    dma %s descriptor %s", cluster->dma->name, cluster->dma->row->word);
    print_settings(text, bl_dma_settings, cluster->dma, cluster);
    bl_text_add(text, "\n");
}

void bl_cluster_print(struct bl_text *text, const struct bl_cluster *cluster) {
    bl_text_add(text, "cluster %s\n    board %s\n    nodes %d\n", cluster->name,
                cluster->board_word, cluster->nodes);
    for (int i = 0; i < cluster->clock_count; i++) {
        bl_text_add(text, "    clock");
        print_amount(text, cluster->clocks[i].name, cluster->clocks[i].hertz, 0, -1);
        bl_text_add(text, "\n");
    }
    print_node_clocks(text, cluster);
    bl_text_add(text, "    memory");
    print_settings(text, bl_memory_settings, &cluster->memory, cluster);
    print_clock(text, cluster, cluster->memory.clock);
    print_network(text, cluster);
    print_clock(text, cluster, cluster->network.clock);
    print_host(text, cluster);
}

static void print_record(struct bl_text *text, const struct bl_record *record) {
    bl_text_add(text, "record %s\n", record->name);
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_column *column = &record->columns[i];
        bl_text_add(text, "    %d %s: %c%d\n", i, column->name,
                    column->is_float    ? 'f'
                    : column->is_signed ? 'i'
                                        : 'u',
                    column->bits);
    }
}

const char *bl_bits_text(struct bl_arena *arena, const char *of, int lsb, int bits) {
    return bits == 1 ? bl_format(arena, "%s[%d]", of, lsb)
                     : bl_format(arena, "%s[%d:%d]", of, lsb + bits - 1, lsb);
}

/* "key[5:3]", "key[]" for a function without bits, "hash" for one that is no slice, or "none" */
static void print_function(struct bl_text *text, const struct bl_function *function) {
    if (!function) bl_text_add(text, "none");
    else if (function->mix) bl_text_add(text, "%s", function->name);
    else if (!function->bits) bl_text_add(text, "%s[]", function->column->name);
    else if (function->bits == 1)
        bl_text_add(text, "%s[%d]", function->column->name, function->lsb);
    else
        bl_text_add(text, "%s[%d:%d]", function->column->name, function->lsb + function->bits - 1,
                    function->lsb);
}

static void print_version(struct bl_text *text, const struct bl_version *version) {
    static const char *const orders[] = {"any", "stable", "sorted"};
    bl_text_add(text, "    %d %s: column %s, node ", version->id, version->name,
                version->column->name);
    print_function(text, version->type.node);
    bl_text_add(text, ", channel ");
    print_function(text, version->type.channel);
    bl_text_add(text, ", order %s, rows %d%s%s\n", orders[version->type.order], version->type.rows,
                version->source ? ", source" : "", version->result ? ", result" : "");
}

void bl_program_print(struct bl_text *text, const struct bl_program *program) {
    bl_cluster_print(text, &program->cluster);
    print_record(text, &program->record);
    bl_text_add(text, "pipeline %s(%s: %s)\n", program->pipeline, program->input,
                program->record.name);
    for (int i = 0; i < program->pass_count; i++) {
        bl_text_add(text, "    %d ", program->passes[i].number);
        bl_pass_print(text, &program->passes[i]);
        bl_text_add(text, "\n");
    }
    bl_text_add(text, "versions\n");
    for (int i = 0; i < program->version_count; i++) print_version(text, program->versions[i]);
}
