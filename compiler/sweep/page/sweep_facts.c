/* What the page of a sweep says of how its numbers came about: the records, the memory that was
 * timed, what counted the resources. */
#include "sweep/page/sweep_facts.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "ir/carried/memory.h"
#include "sweep/sweep.h"
#include "sweep/page/sweep_page.h"
#include "sweep/sweep_possible.h"

/* What was simulated: records and memory. */
static void add_input(const struct bl_sweep *sweep, cJSON *root) {
    const struct bl_sweep_input *input = &sweep->input;
    const char *memory = bl_sweep_common_memory(sweep);
    const struct bl_memory_kind *kind = memory ? bl_memory_find(memory) : NULL;
    if (input->keys)
        cJSON_AddStringToObject(root, "keys",
                                bl_sweep_grouped(sweep->arena, strtod(input->keys, NULL)));
    if (input->distribution) cJSON_AddStringToObject(root, "distribution", input->distribution);
    if (input->group) cJSON_AddStringToObject(root, "group", input->group);
    if (input->seed) cJSON_AddStringToObject(root, "seed", input->seed);
    if (memory) cJSON_AddStringToObject(root, "memory", memory);
    if (kind) cJSON_AddStringToObject(root, "memory_help", kind->help);
}

static bool has_word(const cJSON *items, const char *name, const char *word) {
    const cJSON *item;
    cJSON_ArrayForEach(
        item, items) if (!strcmp(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, name)),
                                 word)) return true;
    return false;
}

/* The boards whose own memory is not what was timed. */
static void add_other_memories(const struct bl_sweep *sweep, cJSON *root) {
    cJSON *items = cJSON_AddArrayToObject(root, "other_memories");
    for (int i = 0; i < sweep->points.count; i++) {
        const struct bl_sweep_shape *shape = &sweep->points.items[i].shape;
        const char *timed = bl_sweep_memory(sweep, i);
        if (!timed || !shape->board_memory || !strcmp(shape->board_memory, timed) ||
            has_word(items, "board", shape->board))
            continue;
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(items, item);
        cJSON_AddStringToObject(item, "board", shape->board);
        cJSON_AddStringToObject(item, "board_memory",
                                *shape->board_memory ? shape->board_memory : "none");
    }
}

/* What counted the resources, by which command, and for which boards that is a stand-in. */
static void add_fabrics(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                        cJSON *root) {
    cJSON *items = cJSON_AddArrayToObject(root, "fabrics");
    for (int i = 0; i < sweep->points.count; i++) {
        const char *board = sweep->points.items[i].shape.board;
        if (!results[i].fabric || has_word(items, "board", board)) continue;
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(items, item);
        cJSON_AddStringToObject(item, "board", board);
        cJSON_AddStringToObject(item, "command", results[i].fabric);
        cJSON_AddStringToObject(item, "yosys", results[i].yosys ? results[i].yosys : "Yosys");
        cJSON_AddBoolToObject(item, "stand_in", results[i].stand_in);
    }
}

void bl_sweep_facts(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                    cJSON *root) {
    add_input(sweep, root);
    add_other_memories(sweep, root);
    add_fabrics(sweep, results, root);
}
