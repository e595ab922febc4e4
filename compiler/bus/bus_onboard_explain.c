#include "bus/bus_onboard_explain.h"

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/text.h"
#include "board/board.h"
#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "bus/bus_onboard.h"
#include "bus/bus_onboard_wires.h"
#include "bus/bus_print.h"

static void add_data(struct bl_text *text, const struct bl_onboard *onboard) {
    char path[32], frame[32];
    if (onboard->serial)
        bl_text_add(text,
                    "  data      serial, with its clock, each way: a bit takes %d cycles; a path "
                    "trains for %s before its first\n            word, a beat of %d lines takes "
                    "%s and its way there and back\n",
                    onboard->bit_cycles, bl_bus_time(path, onboard->path_ps), onboard->lines,
                    bl_bus_time(frame, onboard->frame_ps));
    else
        bl_text_add(text,
                    "  data      in parallel: %d lines, strobe and `last` each way, %d beats a "
                    "word, %d cycles before their strobe\n",
                    onboard->lines, onboard->beats, onboard->early);
}

static void add_contacts(struct bl_text *text, const struct bl_bus *bus) {
    struct bl_arena *arena = bl_arena_new();
    const struct bl_onboard_wires wires = bl_onboard_wires(arena, bus);
    bl_text_add(text, "  boards    %s, one for each domain: %d of %d wires and %d of %d pairs\n",
                bus->onboard->board->word, wires.needed[0], wires.there[0], wires.needed[1],
                wires.there[1]);
    bl_arena_free(arena);
}

void bl_bus_onboard_explain(struct bl_text *text, const struct bl_bus *bus) {
    char stop[32], pad[32];
    if (!bus->onboard) return;
    add_contacts(text, bus);
    add_data(text, bus->onboard);
    bl_text_add(text,
                "  numbers   a chain each way from the token's holder, open between the last "
                "domain and the first; a cell with\n            something to do holds the token "
                "for %s, until its number has come to all\n"
                "  pads      at most %s between pin and gate; by as much bundled wires may differ "
                "at each\n",
                bl_bus_time(stop, bl_bus_stop_ps(bus)), bl_bus_time(pad, bus->onboard->pad_ps));
}

void bl_bus_onboard_json(cJSON *root, const struct bl_bus *bus) {
    const struct bl_onboard *onboard = bus->onboard;
    if (!onboard) return;
    cJSON *object = cJSON_AddObjectToObject(root, "boards");
    cJSON_AddStringToObject(object, "board", onboard->board->word);
    cJSON_AddBoolToObject(object, "serial", onboard->serial);
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"lines", onboard->lines},
                   {"beats", onboard->beats},
                   {"bit_cycles", onboard->bit_cycles},
                   {"path_ps", (double)onboard->path_ps},
                   {"frame_ps", (double)onboard->frame_ps},
                   {"stop_tables", onboard->stop_tables},
                   {"stop_ps", (double)bl_bus_stop_ps(bus)},
                   {"pad_ps", (double)onboard->pad_ps},
                   {"early_cycles", onboard->early}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        cJSON_AddNumberToObject(object, numbers[i].name, numbers[i].value);
}
