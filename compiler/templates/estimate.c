/* The estimate of a circuit: a walk over its instances, and over the expressions of the top's own
 * nets. */
#include "base/bits.h"
#include "templates/estimate.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "board/board.h"
#include "board/fabric.h"
#include "ir/names/naming.h"

/* ---- the top's own logic */

/* What stands in an expression: operators, and operands other than constants and the steps that
 * choose between them. */
struct expression {
    int choices, gates, data;
};

static struct expression read_expression(const char *text) {
    struct expression found = {0};
    for (const char *at = text; *at; at++) {
        if (*at == '?') found.choices++;
        else if (*at == '&' || *at == '|') found.gates++;
        else if (isalpha((unsigned char)*at) || *at == '_') {
            size_t length = strspn(
                at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
            found.data += strncmp(at, "step_", 5) != 0;
            at += length - 1;
        } else if (isdigit((unsigned char)*at)) at += strspn(at, "0123456789'bdh") - 1;
    }
    return found;
}

/* A choice between data is a multiplexer for every bit; constants that differ by step share a few
 * tables; gates have up to four inputs. */
static void add_expression(struct bl_costing *to, const char *text, int width) {
    const struct expression found = read_expression(text);
    if (found.choices && found.data > 1) bl_cost_choose(to, found.choices + 1, width);
    else if (found.choices) to->cost.lut[3] += found.data ? width : width < 4 ? width : 4;
    else to->cost.lut[4] += width * (found.gates + 2) / 3;
}

static int width_of(const struct bl_circuit *circuit, const char *name) {
    size_t length = strcspn(name, "[");
    int high, low;
    if (name[length])
        return sscanf(name + length, "[%d:%d]", &high, &low) == 2 ? high - low + 1 : 1;
    for (int i = 0; i < circuit->items.count; i++) {
        const struct bl_item *item = &circuit->items.items[i];
        if (item->kind == BL_ITEM_NET && !strcmp(item->net.name, name)) return item->net.width;
    }
    for (int i = 0; i < circuit->ports.count; i++)
        if (!strcmp(circuit->ports.items[i].name, name)) return circuit->ports.items[i].width;
    return 1;
}

/* Nets that are compared as a whole: three bits of both in a table, and what joins
   those. */
static void add_comparisons(struct bl_costing *to, const struct bl_circuit *circuit,
                            const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    for (const char *at = text; (at = strstr(at, " != ")); at += 4) {
        size_t length = 0;
        while (at - length > text && strchr(letters, at[-1 - (int)length])) length++;
        const char *name = bl_strndup(circuit->arena, at - length, length);
        if (length) to->cost.lut[6] += width_of(circuit, name) / 3.0;
    }
}

static struct bl_cost own_logic(const struct bl_circuit *circuit, const struct bl_board *board) {
    struct bl_costing to = {.board = board};
    for (int i = 0; i < circuit->items.count; i++) {
        const struct bl_item *item = &circuit->items.items[i];
        if ((item->kind != BL_ITEM_NET && item->kind != BL_ITEM_ASSIGN) || !item->net.assign)
            continue;
        if (!strncmp(item->net.name, "unused", 6) || !strpbrk(item->net.assign, "?&|=")) continue;
        add_expression(&to, item->net.assign,
                       item->kind == BL_ITEM_NET ? item->net.width
                                                 : width_of(circuit, item->net.name));
        add_comparisons(&to, circuit, item->net.assign);
    }
    return to.cost;
}

/* ---- its instances */

static struct bl_estimate_part *part_of(struct bl_estimate_parts *parts, struct bl_arena *arena,
                                        const char *module) {
    for (int i = 0; i < parts->count; i++)
        if (!strcmp(parts->items[i].module, module)) return &parts->items[i];
    struct bl_estimate_part *part = BL_APPEND(arena, parts);
    part->module = module;
    return part;
}

static struct bl_estimate_part *count(struct bl_estimate *estimate, struct bl_arena *arena,
                                      const char *module, const struct bl_cost *cost) {
    struct bl_resources takes = bl_cost_weigh(cost, estimate->board);
    struct bl_estimate_part *part = part_of(&estimate->parts, arena, module);
    part->count++;
    bl_resources_add(&part->takes, &takes, 1);
    bl_resources_add(&estimate->total, &takes, 1);
    return part;
}

static const struct bl_cost_parts *parts_below(struct bl_arena *arena,
                                               const struct bl_instance *instance,
                                               const struct bl_board *board) {
    const struct bl_cost_row *row = bl_cost_find(instance->module);
    int values[BL_COST_PARAMETERS];
    struct bl_cost_parts parts = {0};
    if (!row) return NULL;
    bl_cost_values(row, instance, values);
    bl_cost_parts_of(row, board, values, &parts);
    if (!parts.shown) return NULL;
    struct bl_cost_parts *kept = BL_NEW(arena, struct bl_cost_parts, 1);
    *kept = parts;
    return kept;
}

/* False where nothing is known of it. */
static bool cost_of(const struct bl_instance *instance, const struct bl_board *board,
                    struct bl_cost *cost) {
    const struct bl_cost_row *row = bl_cost_find(instance->module);
    int values[BL_COST_PARAMETERS];
    if (instance->takes) *cost = *instance->takes;
    if (!row) return instance->takes;
    bl_cost_values(row, instance, values);
    *cost = bl_cost_of(row, board, values, false);
    return true;
}

void bl_estimate_circuit(struct bl_estimate *estimate, struct bl_arena *arena,
                         const struct bl_circuit *circuit, const struct bl_board *board) {
    *estimate = (struct bl_estimate){.board = board};
    for (int i = 0; i < circuit->items.count; i++) {
        const struct bl_instance *instance = circuit->items.items[i].instance;
        if (circuit->items.items[i].kind != BL_ITEM_INSTANCE) continue;
        struct bl_cost cost;
        if (cost_of(instance, board, &cost)) {
            struct bl_estimate_part *part = count(estimate, arena, instance->module, &cost);
            if (!part->below) part->below = parts_below(arena, instance, board);
        } else part_of(&estimate->uncounted, arena, instance->module)->count++;
    }
    const struct bl_cost own = own_logic(circuit, board);
    count(estimate, arena, "", &own);
}

int bl_estimate_yosys_blocks(struct bl_arena *arena, const struct bl_circuit *circuit,
                             const struct bl_board *board) {
    const struct bl_fabric *fabric = bl_fabric_find(board->yosys);
    const struct bl_fabric_block *block = &fabric->block;
    struct bl_board_ram ram = {
        .name = block->name, .blocks = 1, .width = block->width, .depth = block->depth};
    struct bl_board other = *board;
    struct bl_estimate estimate;
    other.block_rams.items = &ram;
    other.block_rams.count = 1;
    other.lut_ram.depth = fabric->lut_ram_words;
    bl_estimate_circuit(&estimate, arena, circuit, &other);
    return (int)(estimate.total.block_ram + 0.5);
}

int bl_estimate_crossbar(const struct bl_board *board, int inputs, int outputs, int elems,
                         int elem_bits) {
    const int dest = outputs > 2 ? bl_log2(outputs) : 1;
    const int values[BL_COST_PARAMETERS] = {inputs, outputs, elems, elem_bits, dest, 0, 5};
    const struct bl_cost cost = bl_cost_of(bl_cost_find("bl_crossbar"), board, values, false);
    return (int)(bl_cost_weigh(&cost, board).logic + 0.5);
}

/* ---- words */

const char *bl_estimate_unit(const struct bl_board *board) {
    static const char *const words[][2] = {
        {"alm", "ALMs"}, {"lut6", "LUT6s"}, {"lut4", "LUT4s"}, {"lc", "logic cells"}};
    int i = 0;
    while (i < 3 && strcmp(words[i][0], board->family->logic_unit)) i++;
    return words[i][1];
}

const char *bl_estimate_ram(struct bl_arena *arena, const struct bl_board *board) {
    char *name = bl_strdup(arena, board->block_rams.items[0].name);
    for (char *at = name; *at; at++) *at = (char)toupper((unsigned char)*at);
    return name;
}

bool bl_estimate_fits(const struct bl_estimate *estimate) {
    const struct bl_board *board = estimate->board;
    const struct bl_resources *total = &estimate->total;
    return total->logic <= board->logic && total->ff <= board->ff &&
           total->block_ram <= board->block_rams.items[0].blocks;
}

void bl_estimate_line(struct bl_text *text, struct bl_arena *arena,
                      const struct bl_estimate *estimate) {
    const struct bl_board *board = estimate->board;
    const struct bl_resources *total = &estimate->total;
    const struct bl_board_ram *ram = board->block_rams.items;
    bl_text_add(
        text,
        "about %.0f of %d %s (%.1f %%), %.0f of %d flip-flops (%.1f %%), %.0f of %d %s (%.1f %%)",
        total->logic, board->logic, bl_estimate_unit(board), 100 * total->logic / board->logic,
        total->ff, board->ff, 100 * total->ff / board->ff, total->block_ram, ram->blocks,
        bl_estimate_ram(arena, board), 100 * total->block_ram / ram->blocks);
}

/* Whether it leaves out what stages of the user's own take themselves. */
static bool estimate_lacks(const struct bl_estimate *estimate) {
    for (int i = 0; i < estimate->parts.count; i++)
        if (!strcmp(bl_module_template(estimate->parts.items[i].module), "bl_own")) return true;
    return false;
}

static void print_line(struct bl_text *text, const char *name, const struct bl_resources *takes) {
    bl_text_add(text, "  %-22s %10.0f %12.0f %12.0f\n", name, takes->logic, takes->ff,
                takes->block_ram);
}

/* The parts of the one that there is, and what is in none of them. */
static void print_below(struct bl_text *text, struct bl_arena *arena, const struct bl_board *board,
                        const struct bl_estimate_part *part) {
    struct bl_resources rest = part->takes;
    if (!part->below || part->count != 1) return;
    for (int i = 0; i < part->below->count; i++) {
        const struct bl_cost_part *below = &part->below->items[i];
        const struct bl_resources takes = bl_cost_weigh(&below->cost, board);
        print_line(text, bl_format(arena, "  %.0f x %s", below->times, below->name), &takes);
        bl_resources_add(&rest, &takes, -1);
    }
    print_line(text, "  between them", &rest);
}

void bl_estimate_print(struct bl_text *text, struct bl_arena *arena,
                       const struct bl_estimate *estimate) {
    const char *unit = bl_estimate_unit(estimate->board),
               *ram = bl_estimate_ram(arena, estimate->board);
    bl_text_add(text,
                "\nresources of a node, estimated without synthesis\n  %-22s %10s %12s %12s\n", "",
                unit, "flip-flops", ram);
    for (int i = 0; i < estimate->parts.count; i++) {
        const struct bl_estimate_part *part = &estimate->parts.items[i];
        if (part->takes.logic + part->takes.ff + part->takes.block_ram < 0.5) continue;
        const char *name = *part->module ? bl_format(arena, "%d x %s", part->count, part->module)
                                         : "the top itself";
        print_line(text, name, &part->takes);
        print_below(text, arena, estimate->board, part);
    }
    bl_text_add(text, estimate_lacks(estimate)
                          ? "  together, but for what is in the bl_own_... of stages, "
                          : "  together ");
    bl_estimate_line(text, arena, estimate);
    bl_text_add(text, bl_estimate_fits(estimate) ? "\n" : ": it does not fit\n");
    if (estimate->uncounted.count) bl_text_add(text, "  not counted: ");
    for (int i = 0; i < estimate->uncounted.count; i++)
        bl_text_add(text, "%s%d x %s%s", i ? ", " : "", estimate->uncounted.items[i].count,
                    estimate->uncounted.items[i].module,
                    i + 1 == estimate->uncounted.count ? "\n" : "");
}
