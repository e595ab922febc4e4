#include "explain/estimate_json.h"

#include <cjson/cJSON.h>
#include <math.h>

#include "board/board.h"
#include "ir/node.h"
#include "templates/estimate.h"

static cJSON *add_element(cJSON *items) {
    cJSON *element = cJSON_CreateObject();
    cJSON_AddItemToArray(items, element);
    return element;
}

static void add_taken(cJSON *object, const struct bl_resources *takes) {
    cJSON_AddNumberToObject(object, "logic", round(takes->logic));
    cJSON_AddNumberToObject(object, "ff", round(takes->ff));
    cJSON_AddNumberToObject(object, "block_ram", takes->block_ram);
    cJSON_AddNumberToObject(object, "dsp", takes->dsp);
}

static void add_shares(cJSON *to, const struct bl_estimate *estimate) {
    const struct bl_board *board = estimate->board;
    cJSON *shares = cJSON_AddObjectToObject(to, "shares");
    cJSON_AddNumberToObject(shares, "logic", estimate->total.logic / board->logic);
    cJSON_AddNumberToObject(shares, "ff", estimate->total.ff / board->ff);
    cJSON_AddNumberToObject(shares, "block_ram",
                            estimate->total.block_ram / board->block_rams.items[0].blocks);
}

/* `top`: what the top's own logic is listed as. */
static void add_parts(cJSON *to, const struct bl_estimate *estimate, const char *top) {
    cJSON *parts = cJSON_AddArrayToObject(to, "parts");
    for (int i = 0; i < estimate->parts.count; i++) {
        cJSON *part = add_element(parts);
        cJSON_AddStringToObject(part, "module",
                                *estimate->parts.items[i].module ? estimate->parts.items[i].module
                                                                 : top);
        cJSON_AddNumberToObject(part, "count", estimate->parts.items[i].count);
        add_taken(part, &estimate->parts.items[i].takes);
    }
    cJSON *uncounted = cJSON_AddArrayToObject(to, "not_counted");
    for (int i = 0; i < estimate->uncounted.count; i++) {
        cJSON *part = add_element(uncounted);
        cJSON_AddStringToObject(part, "module", estimate->uncounted.items[i].module);
        cJSON_AddNumberToObject(part, "count", estimate->uncounted.items[i].count);
    }
}

void bl_estimate_add_json(cJSON *root, const struct bl_node *node,
                          const struct bl_circuit *circuit) {
    const struct bl_board *board = node->board;
    struct bl_estimate estimate;
    bl_estimate_circuit(&estimate, node->arena, circuit, board);
    cJSON *to = cJSON_AddObjectToObject(root, "estimate");
    cJSON_AddStringToObject(to, "logic_unit", board->family->logic_unit);
    add_taken(to, &estimate.total);
    cJSON_AddNumberToObject(to, "yosys_block_ram",
                            bl_estimate_yosys_blocks(node->arena, circuit, board));
    cJSON_AddBoolToObject(to, "fits", bl_estimate_fits(&estimate));
    add_shares(to, &estimate);
    add_parts(to, &estimate, node->top);
}
