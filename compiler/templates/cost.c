/* What a template takes by its row, and the way from neutral terms to a board's unit. */
#include "templates/cost.h"

#include <stdlib.h>
#include <string.h>
#include "board/board.h"
#include "ir/names/naming.h"

/* What one of each neutral term takes, by the unit of the fabric. */
static const struct {
    const char *unit;
    double lut[BL_LUT_INPUTS + 1], carry, ram16, ram32;
} weights[] = {
    {"alm", {0, 0, 0.5, 0.5, 0.5, 0.5, 1}, 0.5, 0.5, 0.5},
    {"lut6", {0, 0, 1, 1, 1, 1, 1}, 0.1, 0.73, 0.73},
    {"lut4", {0, 0, 1, 1, 1, 2.3, 2.3}, 0.1, 2, 5},
    {"lc", {0, 0, 1, 1, 1, 1, 2}, 1, 2, 2},
};
enum { UNITS = sizeof weights / sizeof *weights };

const struct bl_cost_row *bl_cost_find(const char *name) {
    const char *template = bl_module_template(name);
    for (const struct bl_cost_row *row = bl_costs; row->name; row++)
        if (!strcmp(row->name, template)) return row;
    return NULL;
}

struct bl_cost bl_cost_of(const struct bl_cost_row *row, const struct bl_board *board,
                          const int *values, bool own) {
    struct bl_costing costing = {.board = board, .below = !own};
    row->add(&costing, values);
    return costing.cost;
}

struct bl_cost bl_cost_parts_of(const struct bl_cost_row *row, const struct bl_board *board,
                                const int *values, struct bl_cost_parts *parts) {
    struct bl_costing costing = {.board = board, .below = true, .parts = parts};
    *parts = (struct bl_cost_parts){0};
    row->add(&costing, values);
    return costing.cost;
}

/* Of a parameter of many bits, 32'h1f or {32'h1f, 32'h3}, how many of them are 1. */
static int ones_of(const char *text) {
    static const char digits[] = "0123456789abcdef";
    int count = 0;
    for (const char *at = text; (at = strchr(at, '\'')); at++)
        for (const char *digit = at + 2, *found; *digit && (found = strchr(digits, *digit));
             digit++)
            for (int value = (int)(found - digits); value; value >>= 1) count += value & 1;
    return count;
}

static int setting_value(const struct bl_argument *setting) {
    return strchr(setting->value, '\'') ? ones_of(setting->value) : atoi(setting->value);
}

void bl_cost_values(const struct bl_cost_row *row, const struct bl_instance *instance,
                    int values[BL_COST_PARAMETERS]) {
    for (int p = 0; row->parameters[p].name; p++) {
        values[p] = row->parameters[p].value;
        for (int i = 0; i < instance->parameters.count; i++)
            if (!strcmp(instance->parameters.items[i].name, row->parameters[p].name))
                values[p] = setting_value(&instance->parameters.items[i]);
    }
}

static void cost_add(struct bl_cost *sum, const struct bl_cost *more, double times) {
    for (int i = 0; i <= BL_LUT_INPUTS; i++) sum->lut[i] += times * more->lut[i];
    sum->carry += times * more->carry;
    sum->ff += times * more->ff;
    sum->ram16 += times * more->ram16;
    sum->ram32 += times * more->ram32;
    sum->block_ram += times * more->block_ram;
    sum->dsp += times * more->dsp;
}

struct bl_resources bl_cost_weigh(const struct bl_cost *cost, const struct bl_board *board) {
    int unit = 0;
    while (unit + 1 < UNITS && strcmp(weights[unit].unit, board->family->logic_unit)) unit++;
    double logic = weights[unit].carry * cost->carry + weights[unit].ram16 * cost->ram16 +
                   weights[unit].ram32 * cost->ram32;
    for (int i = 2; i <= BL_LUT_INPUTS; i++) logic += weights[unit].lut[i] * cost->lut[i];
    return (struct bl_resources){
        .logic = logic, .ff = cost->ff, .block_ram = cost->block_ram, .dsp = cost->dsp};
}

void bl_cost_choose(struct bl_costing *to, int ways, double count) {
    static const int inputs[] = {0, 0, 3, 5, 6};
    if (ways >= 2 && ways <= 4) to->cost.lut[inputs[ways]] += count;
    else if (ways > 4) to->cost.lut[6] += count * (ways - 1) / 3;
}

void bl_cost_gather(struct bl_costing *to, int ways, double count) {
    if (ways <= 3) to->cost.lut[2 * ways] += count;
    else to->cost.lut[4] += count, to->cost.lut[5] += count * (ways - 2) / 2;
}

/* Where the fabric has no such RAM: block RAM, with a way around it for words that are written and
 * read at once, or else flip-flops. */
static void ram_elsewhere(struct bl_costing *to, int width, int words, bool registered) {
    if (registered) {
        bl_cost_block(to, width, words);
        to->cost.lut[3] += width + 5;
        to->cost.ff += width - 4;
    } else {
        to->cost.lut[4] += (0.8 * width + 1) * words;
        to->cost.ff += (double)width * words;
    }
}

void bl_cost_ram(struct bl_costing *to, int width, int words, bool registered) {
    const int columns = (words + 31) / 32;
    if (!to->board->lut_ram.depth) {
        ram_elsewhere(to, width, words, registered);
        return;
    }
    *(words <= 16 ? &to->cost.ram16 : &to->cost.ram32) += (double)width * columns;
    bl_cost_choose(to, columns, width);
}

/* With rows of blocks, and a choice between them, where Yosys maps no block of so many words. */
void bl_cost_block(struct bl_costing *to, int width, int words) {
    const struct bl_fabric *fabric = bl_fabric_find(to->board->yosys);
    to->cost.block_ram += bl_board_rams(to->board, words, width);
    if (fabric && fabric->own_block_ram && words > 2 * fabric->block.depth)
        bl_cost_choose(to, (words + fabric->block.depth - 1) / fabric->block.depth, width);
}

static void part_add(struct bl_cost_parts *parts, const char *name, double times,
                     const struct bl_cost *cost) {
    if (parts->count == BL_COST_PARTS) return;
    struct bl_cost_part *part = &parts->items[parts->count++];
    *part = (struct bl_cost_part){.name = name, .times = times};
    cost_add(&part->cost, cost, times);
}

void bl_cost_below(struct bl_costing *to, double times, const char *name, const int *values) {
    if (!to->below) return;
    const struct bl_cost below = bl_cost_of(bl_cost_find(name), to->board, values, false);
    cost_add(&to->cost, &below, times);
    if (to->parts) part_add(to->parts, name, times, &below);
}

void bl_cost_show(struct bl_costing *to) {
    if (to->parts) to->parts->shown = true;
}
