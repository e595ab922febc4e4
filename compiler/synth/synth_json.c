#include "synth/synth_json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/json.h"
#include "base/text.h"
#include "board/board.h"
#include "synth/synth_result.h"
#include "synth/synth_words.h"
#include "synth/synthesis.h"
#include "synth/synthesis_inner.h"

static cJSON *element(cJSON *items) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(items, object);
    return object;
}

/* Halves and thirds, without the noise of their sums. */
static double rounded(double value) { return round(value * 1000) / 1000; }

static void add_resources(cJSON *object, const struct bl_resources *takes, double times) {
    for (int r = 0; r < BL_RESOURCE_COUNT; r++) {
        enum bl_resource resource = (enum bl_resource)r;
        cJSON_AddNumberToObject(object, bl_synth_resource_word(resource),
                                rounded(times * bl_synth_used(takes, resource)));
    }
}

static void add_share(cJSON *object, const struct bl_synth *synth, enum bl_resource resource) {
    double used = bl_synth_used(&synth->total, resource),
           capacity = bl_synth_capacity(synth, resource);
    cJSON_AddNumberToObject(object, "used", rounded(used));
    cJSON_AddNumberToObject(object, "capacity", capacity);
    if (capacity > 0) cJSON_AddNumberToObject(object, "share", used / capacity);
    else cJSON_AddNullToObject(object, "share");
}

static void add_fabric(cJSON *root, const struct bl_synth *synth) {
    cJSON *fabric = cJSON_AddObjectToObject(root, "fabric");
    cJSON_AddStringToObject(fabric, "command", synth->command);
    cJSON_AddBoolToObject(fabric, "stand_in", synth->stand_in);
    cJSON_AddStringToObject(fabric, "note", synth->fabric->note);
    cJSON_AddStringToObject(fabric, "logic_unit", synth->fabric->unit);
    cJSON_AddStringToObject(fabric, "counted", synth->fabric->counted);
    cJSON *block = cJSON_AddObjectToObject(fabric, "block_ram");
    cJSON_AddStringToObject(block, "name", synth->fabric->block.name);
    cJSON_AddNumberToObject(block, "width", synth->fabric->block.width);
    cJSON_AddNumberToObject(block, "depth", synth->fabric->block.depth);
    cJSON_AddStringToObject(fabric, "yosys", synth->version);
}

static void add_fit(cJSON *root, const struct bl_synth *synth) {
    cJSON_AddBoolToObject(root, "fits", bl_synth_fits(synth));
    cJSON *beyond = cJSON_AddArrayToObject(root, "beyond");
    for (int r = 0; r < BL_RESOURCE_COUNT; r++) {
        if (!bl_synth_beyond(synth, (enum bl_resource)r)) continue;
        cJSON *row = element(beyond);
        cJSON_AddStringToObject(row, "resource", bl_synth_resource_word((enum bl_resource)r));
        add_share(row, synth, (enum bl_resource)r);
    }
    cJSON *totals = cJSON_AddObjectToObject(root, "totals");
    for (int r = 0; r < BL_RESOURCE_COUNT; r++)
        add_share(cJSON_AddObjectToObject(totals, bl_synth_resource_word((enum bl_resource)r)),
                  synth, (enum bl_resource)r);
}

static void add_roles(cJSON *root, const struct bl_synth *synth) {
    cJSON *roles = cJSON_AddArrayToObject(root, "roles");
    for (int r = 0; r < BL_ROLE_COUNT; r++) {
        struct bl_resources takes = bl_synth_role(synth, (enum bl_role)r);
        cJSON *role = element(roles);
        cJSON_AddStringToObject(role, "role", bl_role_word((enum bl_role)r));
        cJSON_AddStringToObject(role, "title", bl_role_title((enum bl_role)r));
        add_resources(role, &takes, 1);
    }
}

static void add_part(cJSON *parts, const char *name, const char *area, enum bl_role role,
                     long count, const struct bl_resources *takes) {
    cJSON *part = element(parts);
    cJSON_AddStringToObject(part, "module", name);
    cJSON_AddStringToObject(part, "area", area);
    cJSON_AddStringToObject(part, "role", bl_role_word(role));
    cJSON_AddNumberToObject(part, "count", (double)count);
    add_resources(part, takes, (double)count);
}

static void add_parts(cJSON *root, const struct bl_synth *synth) {
    cJSON *parts = cJSON_AddArrayToObject(root, "parts");
    const struct bl_synth_module *top = &synth->modules[synth->top_module];
    add_part(parts, synth->top, "top", BL_ROLE_REST, 1, &top->own);
    for (int i = 0; i < top->rtlil->children.count; i++) {
        const struct bl_rtlil_child *child = &top->rtlil->children.items[i];
        if (child->module < 0) continue;
        const struct bl_synth_module *module = &synth->modules[child->module];
        add_part(parts, module->rtlil->base, module->area, module->role, child->count,
                 &module->all);
    }
}

static void add_parameters(cJSON *object, const struct bl_rtlil_module *module) {
    cJSON *parameters = cJSON_AddObjectToObject(object, "parameters");
    for (int i = 0; i < module->parameters.count; i++) {
        struct bl_text value = {0};
        char *end;
        bl_add_value(&value, module->parameters.items[i].value);
        double number = strtod(value.bytes, &end);
        if (*end)
            cJSON_AddStringToObject(parameters, module->parameters.items[i].name, value.bytes);
        else cJSON_AddNumberToObject(parameters, module->parameters.items[i].name, number);
        bl_text_free(&value);
    }
}

static void add_modules(cJSON *root, const struct bl_synth *synth) {
    cJSON *modules = cJSON_AddArrayToObject(root, "modules");
    for (int i = 0; i < synth->design.count; i++) {
        const struct bl_synth_module *module = &synth->modules[i];
        if (!module->count) continue;
        cJSON *object = element(modules);
        cJSON_AddStringToObject(object, "module", module->rtlil->base);
        add_parameters(object, module->rtlil);
        cJSON_AddStringToObject(object, "area", module->area);
        cJSON_AddNumberToObject(object, "count", (double)module->count);
        add_resources(object, &module->own, 1);
    }
}

static void add_depth(cJSON *root, const struct bl_synth *synth) {
    cJSON *depth = cJSON_AddArrayToObject(root, "depth");
    for (int i = 0; i < synth->paths.count; i++) {
        const struct bl_synth_path *path = &synth->paths.items[i];
        cJSON *object = element(depth);
        cJSON_AddStringToObject(object, "module", synth->design.items[path->module].base);
        cJSON_AddNumberToObject(object, "levels", path->levels);
        cJSON_AddStringToObject(object, "from", path->from);
        cJSON_AddStringToObject(object, "to", path->to);
        cJSON *through = cJSON_AddArrayToObject(object, "through");
        for (int s = 0; s < path->through.count; s++)
            cJSON_AddItemToArray(through, cJSON_CreateString(path->through.items[s]));
    }
}

static void add_placement(cJSON *root, const struct bl_placement *placement) {
    if (!placement->bitstream) return;
    cJSON *object = cJSON_AddObjectToObject(root, "placement");
    cJSON_AddNumberToObject(object, "most_hertz", round(placement->most_hertz));
    cJSON_AddNumberToObject(object, "asked_hertz", placement->asked_hertz);
    cJSON_AddNumberToObject(object, "cells", placement->cells);
    cJSON_AddNumberToObject(object, "cells_of", placement->cells_of);
    cJSON_AddStringToObject(object, "bitstream", placement->bitstream);
}

void bl_synth_print_json(struct bl_text *text, const struct bl_synth *synth) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "program", synth->top);
    cJSON_AddStringToObject(root, "file", synth->file);
    cJSON_AddStringToObject(root, "board", synth->board->word);
    cJSON_AddStringToObject(root, "part", synth->board->part);
    add_fabric(root, synth);
    add_fit(root, synth);
    add_roles(root, synth);
    add_parts(root, synth);
    add_modules(root, synth);
    if (synth->paths.count) add_depth(root, synth);
    add_placement(root, &synth->placement);
    bl_json_add(text, root);
}
