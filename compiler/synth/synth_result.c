#include "synth/synth_result.h"

#include <string.h>
#include "board/board.h"
#include "synth/synthesis.h"
#include "synth/synthesis_inner.h"

double bl_synth_used(const struct bl_resources *resources, enum bl_resource resource) {
    const double values[] = {resources->logic, resources->ff, resources->block_ram, resources->dsp};
    return values[resource];
}

static double block_rams(const struct bl_board *board) {
    return board->block_rams.count ? board->block_rams.items[0].blocks : 0;
}

double bl_synth_capacity(const struct bl_synth *synth, enum bl_resource resource) {
    const double values[] = {synth->board->logic, synth->board->ff, block_rams(synth->board),
                             synth->board->dsp};
    return values[resource];
}

const char *bl_synth_resource_word(enum bl_resource resource) {
    static const char *const words[] = {"logic", "ff", "block_ram", "dsp"};
    return words[resource];
}

bool bl_synth_beyond(const struct bl_synth *synth, enum bl_resource resource) {
    return bl_synth_used(&synth->total, resource) > bl_synth_capacity(synth, resource);
}

bool bl_synth_fits(const struct bl_synth *synth) {
    for (int r = 0; r < BL_RESOURCE_COUNT; r++)
        if (bl_synth_beyond(synth, (enum bl_resource)r)) return false;
    return true;
}

struct bl_resources bl_synth_role(const struct bl_synth *synth, enum bl_role role) {
    const struct bl_synth_module *top = &synth->modules[synth->top_module];
    struct bl_resources sum = {.logic = 0};
    if (role == BL_ROLE_REST) bl_resources_add(&sum, &top->own, 1);
    for (int i = 0; i < top->rtlil->children.count; i++) {
        const struct bl_rtlil_child *child = &top->rtlil->children.items[i];
        if (child->module >= 0 && synth->modules[child->module].role == role)
            bl_resources_add(&sum, &synth->modules[child->module].all, child->count);
    }
    return sum;
}

const char *bl_role_word(enum bl_role role) {
    static const char *const words[] = {
#define ROW(name, word, title) word,
        BL_ROLES(ROW)
#undef ROW
    };
    return words[role];
}

const char *bl_role_title(enum bl_role role) {
    static const char *const titles[] = {
#define ROW(name, word, title) title,
        BL_ROLES(ROW)
#undef ROW
    };
    return titles[role];
}
