#include "board/board_json.h"

#include <cjson/cJSON.h>
#include "base/json.h"
#include "base/text.h"
#include "board/board.h"
#include "board/board_inner.h"

static void add_pins(cJSON *object, const char *name, const struct bl_board_pins *pins) {
    cJSON *list = cJSON_AddArrayToObject(object, name);
    for (int i = 0; i < pins->count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(pins->items[i]));
}

/* A new object in a list, with its name and, when it has one, its I/O standard. */
static cJSON *add_named(cJSON *list, const char *name, const char *standard) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(list, object);
    cJSON_AddStringToObject(object, "name", name);
    if (standard) cJSON_AddStringToObject(object, "standard", standard);
    return object;
}

static void add_ram(cJSON *object, const struct bl_board_ram *ram) {
    if (ram->blocks) cJSON_AddNumberToObject(object, "blocks", ram->blocks);
    cJSON_AddNumberToObject(object, "width_bits", ram->width);
    cJSON_AddNumberToObject(object, "depth", ram->depth);
    if (ram->logic) cJSON_AddNumberToObject(object, "logic", ram->logic);
}

static void add_capacities(cJSON *root, const struct bl_board *board) {
    cJSON_AddNumberToObject(root, "logic", board->logic);
    cJSON_AddStringToObject(root, "logic_unit", board->family->logic_unit);
    cJSON_AddNumberToObject(root, "lut_inputs", board->family->lut_inputs);
    cJSON_AddNumberToObject(root, "reserved", board->reserved);
    cJSON_AddNumberToObject(root, "ff", board->ff);
    cJSON_AddNumberToObject(root, "dsp", board->dsp);
    cJSON *rams = cJSON_AddArrayToObject(root, "block_rams");
    for (int i = 0; i < board->block_rams.count; i++)
        add_ram(add_named(rams, board->block_rams.items[i].name, NULL),
                &board->block_rams.items[i]);
    if (!board->lut_ram.depth) return;
    cJSON *ram = cJSON_AddObjectToObject(root, "lut_ram");
    cJSON_AddStringToObject(ram, "name", board->lut_ram.name);
    add_ram(ram, &board->lut_ram);
}

static void add_memory(cJSON *root, const struct bl_board_memory *memory) {
    if (!memory->channels) return;
    cJSON *object = cJSON_AddObjectToObject(root, "memory");
    cJSON_AddStringToObject(object, "name", memory->name);
    cJSON_AddNumberToObject(object, "channels", memory->channels);
    cJSON_AddNumberToObject(object, "ports", memory->ports > 1 ? memory->ports : 1);
    cJSON_AddNumberToObject(object, "width_bytes", (double)memory->width);
    cJSON_AddNumberToObject(object, "channel_bytes", (double)memory->channel_bytes);
    cJSON_AddNumberToObject(object, "hertz", memory->hertz);
    cJSON_AddNumberToObject(object, "read_ns", memory->read_ns);
    cJSON_AddNumberToObject(object, "refresh_ns", memory->refresh_ns);
    cJSON_AddStringToObject(object, "protocol", memory->protocol);
}

static void add_interfaces(cJSON *root, const struct bl_board *board) {
    add_memory(root, &board->memory);
    cJSON *links = cJSON_AddArrayToObject(root, "links");
    for (int i = 0; i < board->links.count; i++) {
        const struct bl_board_link *link = &board->links.items[i];
        cJSON *object = add_named(links, link->name, NULL);
        cJSON_AddNumberToObject(object, "count", link->count);
        cJSON_AddNumberToObject(object, "lanes", link->lanes);
        cJSON_AddNumberToObject(object, "lane_bits_per_second", link->lane_bits_per_second);
    }
    if (!board->pcie.count) return;
    cJSON *pcie = cJSON_AddObjectToObject(root, "pcie");
    cJSON_AddNumberToObject(pcie, "count", board->pcie.count);
    cJSON_AddNumberToObject(pcie, "generation", board->pcie.generation);
    cJSON_AddNumberToObject(pcie, "lanes", board->pcie.lanes);
    if (board->pcie.descriptor)
        cJSON_AddStringToObject(pcie, "descriptor", board->pcie.descriptor);
}

static void add_signals(cJSON *root, const char *name, const struct bl_board_signal *signals,
                        int count) {
    cJSON *list = cJSON_AddArrayToObject(root, name);
    for (int i = 0; i < count; i++) {
        cJSON *object = add_named(list, signals[i].name, signals[i].standard);
        add_pins(object, "pins", &signals[i].pins);
        cJSON_AddStringToObject(object, "active", signals[i].active_high ? "high" : "low");
    }
}

static void add_wires(cJSON *object, const char *name, const struct bl_board_wires *wires) {
    cJSON *list = cJSON_AddArrayToObject(object, name);
    for (int i = 0; i < wires->count; i++) {
        const struct bl_board_wire *wire = &wires->items[i];
        cJSON *row = cJSON_CreateObject();
        cJSON_AddItemToArray(list, row);
        cJSON_AddStringToObject(row, "position", wire->position);
        cJSON_AddStringToObject(row, "pin", wire->pin);
        if (!wire->negative_pin) continue;
        cJSON_AddStringToObject(row, "negative_position", wire->negative_position);
        cJSON_AddStringToObject(row, "negative_pin", wire->negative_pin);
    }
}

static void add_connectors(cJSON *root, const struct bl_board *board) {
    cJSON *connectors = cJSON_AddArrayToObject(root, "connectors");
    for (int i = 0; i < board->connectors.count; i++) {
        const struct bl_board_connector *connector = &board->connectors.items[i];
        cJSON *object = add_named(connectors, connector->name, connector->standard);
        add_wires(object, "wires", &connector->wires);
        add_wires(object, "pairs", &connector->pairs);
    }
}

static void add_reached(cJSON *root, const struct bl_board *board) {
    cJSON *list = cJSON_AddArrayToObject(root, "reached");
    for (int i = 0; i < board->reached.count; i++) {
        const struct bl_board_reached *reached = &board->reached.items[i];
        cJSON *object = add_named(list, reached->name, NULL);
        cJSON_AddNumberToObject(object, "hertz", reached->hertz);
        cJSON_AddStringToObject(object, "by", reached->placed ? "placed" : "published");
        cJSON_AddStringToObject(object, "source", reached->source);
    }
}

static void add_pinout(cJSON *root, const struct bl_board *board) {
    cJSON *clocks = cJSON_AddArrayToObject(root, "clocks");
    for (int i = 0; i < board->clocks.count; i++) {
        cJSON *object = add_named(clocks, board->clocks.items[i].name,
                                  board->clocks.items[i].standard);
        cJSON_AddNumberToObject(object, "hertz", board->clocks.items[i].hertz);
        add_pins(object, "pins", &board->clocks.items[i].pins);
    }
    add_reached(root, board);
    add_signals(root, "resets", board->resets.items, board->resets.count);
    add_signals(root, "leds", board->leds.items, board->leds.count);
    cJSON *serials = cJSON_AddArrayToObject(root, "serials");
    for (int i = 0; i < board->serials.count; i++) {
        cJSON *object = add_named(serials, board->serials.items[i].name,
                                  board->serials.items[i].standard);
        add_pins(object, "receive", &board->serials.items[i].receive);
        add_pins(object, "transmit", &board->serials.items[i].transmit);
    }
    add_connectors(root, board);
    cJSON *settings = cJSON_AddArrayToObject(root, "settings");
    for (int i = 0; i < board->settings.count; i++)
        cJSON_AddStringToObject(add_named(settings, board->settings.items[i].name, NULL), "value",
                                board->settings.items[i].value);
}

static void add_flow(cJSON *root, const struct bl_board *board) {
    cJSON_AddStringToObject(root, "yosys", board->yosys);
    cJSON_AddStringToObject(root, "fabric", board->stand_in ? "near" : "same");
    if (board->place) cJSON_AddStringToObject(root, "place", board->place);
    cJSON *verified = cJSON_AddArrayToObject(root, "verified");
    for (int i = 0; i < BL_VERIFICATION_COUNT; i++)
        if (board->verified >> i & 1)
            cJSON_AddItemToArray(verified,
                                 cJSON_CreateString(bl_verification_word((enum bl_verification)i)));
}

static cJSON *board_object(const struct bl_board *board) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "board", board->word);
    cJSON_AddStringToObject(root, "title", board->title);
    cJSON_AddStringToObject(root, "vendor", bl_vendor_word(board->family->vendor));
    cJSON_AddStringToObject(root, "family", board->family->word);
    cJSON_AddStringToObject(root, "tool", board->family->tool);
    cJSON_AddStringToObject(root, "part", board->part);
    add_capacities(root, board);
    add_interfaces(root, board);
    add_pinout(root, board);
    add_flow(root, board);
    return root;
}

void bl_board_print_json(struct bl_text *text, const struct bl_board *board) {
    bl_json_add(text, board_object(board));
}

void bl_boards_print_json(struct bl_text *text, const struct bl_board *const *boards, int count) {
    cJSON *root = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(root, "boards");
    for (int i = 0; i < count; i++) cJSON_AddItemToArray(list, board_object(boards[i]));
    bl_json_add(text, root);
}
