#include "synth/synth_print.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "board/board.h"
#include "synth/synth_result.h"
#include "synth/synth_words.h"
#include "synth/synthesis.h"
#include "synth/synthesis_inner.h"

enum { NAME = 46 };

/* The block RAM by the name that the board has for it. */
static const char *ram_unit(const struct bl_synth *synth) {
    char *word = bl_strdup(synth->arena, synth->board->block_rams.items[0].name);
    for (char *at = word; *at; at++) *at = (char)toupper((unsigned char)*at);
    return word;
}

static void add_row(struct bl_text *text, const struct bl_synth *synth, const char *name,
                    long count, const struct bl_resources *takes) {
    bl_text_add(text, "%-*s", NAME, name);
    if (count) bl_text_add(text, " %6ld", count);
    else bl_text_add(text, " %6s", "");
    bl_text_add(text, " %10.6g %9.0f %7.4g %6.4g", takes->logic, takes->ff, takes->block_ram,
                takes->dsp);
    bl_text_add(text, " %7.2f %%\n", 100 * takes->logic / bl_synth_capacity(synth, BL_LOGIC));
}

static void add_heading(struct bl_text *text, const struct bl_synth *synth, const char *what,
                        const char *count) {
    bl_text_add(text, "%-*s %6s %10s %9s %7s %6s %9s\n", NAME, what, count, synth->fabric->unit,
                "FF", ram_unit(synth), "DSP", "of device");
}

/* Whether another kind of the same template is in the circuit, so that the parameters must tell
 * them apart. */
static bool has_sibling(const struct bl_synth *synth, int module) {
    for (int i = 0; i < synth->design.count; i++)
        if (i != module && synth->modules[i].count &&
            !strcmp(synth->design.items[i].base, synth->design.items[module].base))
            return true;
    return false;
}

/* The name, and those parameters that differ from another kind's. */
static void name_module(struct bl_text *name, const struct bl_synth *synth, int module, int depth) {
    const struct bl_rtlil_module *rtlil = &synth->design.items[module];
    bl_text_add(name, "%*s%s", 2 * depth, "", rtlil->base);
    for (int p = 0; p < rtlil->parameters.count && has_sibling(synth, module); p++) {
        bool differs = false;
        for (int i = 0; i < synth->design.count; i++) {
            const struct bl_rtlil_module *other = &synth->design.items[i];
            if (!synth->modules[i].count || strcmp(other->base, rtlil->base) ||
                p >= other->parameters.count)
                continue;
            differs |= strcmp(other->parameters.items[p].value, rtlil->parameters.items[p].value) !=
                       0;
        }
        if (!differs) continue;
        bl_text_add(name, " %s=", rtlil->parameters.items[p].name);
        bl_add_value(name, rtlil->parameters.items[p].value);
    }
    if (name->length > NAME) name->bytes[name->length = NAME] = 0;
}

/* `count` modules, below `depth` others: each row says what all of them take, with all below. */
static void add_tree(struct bl_text *text, const struct bl_synth *synth, int module, long count,
                     int depth) {
    const struct bl_synth_module *here = &synth->modules[module];
    struct bl_resources takes = {.logic = 0};
    struct bl_text name = {0};
    bl_resources_add(&takes, &here->all, (double)count);
    name_module(&name, synth, module, depth);
    add_row(text, synth, name.bytes, count, &takes);
    bl_text_free(&name);
    for (int i = 0; i < here->rtlil->children.count; i++) {
        const struct bl_rtlil_child *child = &here->rtlil->children.items[i];
        if (child->module >= 0)
            add_tree(text, synth, child->module, count * child->count, depth + 1);
    }
}

static void add_roles(struct bl_text *text, const struct bl_synth *synth) {
    add_heading(text, synth, "purpose", "");
    for (int r = 0; r < BL_ROLE_COUNT; r++) {
        struct bl_resources takes = bl_synth_role(synth, (enum bl_role)r);
        add_row(text, synth, bl_role_title((enum bl_role)r), 0, &takes);
    }
    add_row(text, synth, "all", 0, &synth->total);
}

static const char *resource_title(const struct bl_synth *synth, int resource) {
    const char *const titles[] = {synth->fabric->unit, "FF", ram_unit(synth), "DSP"};
    return titles[resource];
}

/* One line for each resource: used, capacity, share, and by how much it does not fit. */
static void synth_add_totals(struct bl_text *text, const struct bl_synth *synth) {
    for (int r = 0; r < BL_RESOURCE_COUNT; r++) {
        double used = bl_synth_used(&synth->total, (enum bl_resource)r),
               capacity = bl_synth_capacity(synth, (enum bl_resource)r);
        bl_text_add(text, "  %-7s %10.7g of %-9.7g", resource_title(synth, r), used, capacity);
        if (capacity > 0) bl_text_add(text, " %7.2f %%", 100 * used / capacity);
        if (used > capacity) bl_text_add(text, "  does not fit: %.7g too many", used - capacity);
        bl_text_add(text, "\n");
    }
}

/* Where the blocks that were counted are not the device's. */
static void add_block(struct bl_text *text, const struct bl_synth *synth) {
    const struct bl_board_ram *has = synth->board->block_rams.items;
    const struct bl_fabric_block *counted = &synth->fabric->block;
    if (has->width == counted->width && has->depth == counted->depth) return;
    bl_text_add(text,
                "block RAM is counted in %s of %d x %d bit; the device has %s of %d x %d bit, of "
                "which it takes another number\n",
                counted->name, counted->depth, counted->width, ram_unit(synth), has->depth,
                has->width);
}

static void add_method(struct bl_text *text, const struct bl_synth *synth) {
    const struct bl_fabric *fabric = synth->fabric;
    bl_text_add(text, "counted by %s, %s%s: %s\n", synth->version, synth->command,
                synth->stand_in ? " (the nearest fabric that it has, not the board's own)" : "",
                fabric->counted);
    add_block(text, synth);
    if (*fabric->note) bl_text_add(text, "%s\n", fabric->note);
    if (synth->unknown)
        bl_text_add(text, "cells without a count, among them %s, are left out\n", synth->unknown);
}

static void add_paths(struct bl_text *text, const struct bl_synth *synth) {
    const struct bl_fabric *fabric = synth->fabric;
    bl_text_add(text,
                "\nlongest paths between registers, in levels of %d-input look-up tables; "
                "submodules are joined, instances of the "
                "top apart;\nan adder is one level, block RAM a register, a port an end, ",
                fabric->lut_inputs);
    if (fabric->lut_ram_words)
        bl_text_add(text, "a read of distributed RAM one level up to %d words\n",
                    fabric->lut_ram_words);
    else bl_text_add(text, "a read is block RAM if its address is a register, else multiplexers\n");
    for (int i = 0; i < synth->paths.count; i++) {
        const struct bl_synth_path *path = &synth->paths.items[i];
        struct bl_text name = {0};
        name_module(&name, synth, path->module, 1);
        bl_text_add(text, "%-*s %6d level%s\n", NAME, name.bytes, path->levels,
                    bl_ending(path->levels, "s"));
        bl_text_free(&name);
        if (!path->levels) continue;
        bl_text_add(text, "      from %s\n", path->from);
        for (int s = 0; s < path->through.count; s++)
            bl_text_add(text, "      by   %s\n", path->through.items[s]);
        bl_text_add(text, "      to   %s\n", path->to);
    }
}

static void add_placement(struct bl_text *text, const struct bl_placement *placement) {
    if (!placement->bitstream) return;
    bl_text_add(text,
                "placed and routed: %d of %d logic cells, clock at most %.2f MHz (%.6g MHz on the "
                "board)\n%s is for the device\n",
                placement->cells, placement->cells_of, placement->most_hertz / 1e6,
                placement->asked_hertz / 1e6, placement->bitstream);
}

void bl_synth_print(struct bl_text *text, const struct bl_synth *synth, bool quiet) {
    bl_text_add(text, "%s on %s (%s)\n\n", synth->top, synth->board->word, synth->board->part);
    if (!quiet) {
        add_heading(text, synth, "module, with all below", "count");
        add_tree(text, synth, synth->top_module, 1, 0);
        bl_text_add(text, "\n");
    }
    add_roles(text, synth);
    if (synth->paths.count) add_paths(text, synth);
    bl_text_add(text, "\n");
    synth_add_totals(text, synth);
    add_method(text, synth);
    add_placement(text, &synth->placement);
}
