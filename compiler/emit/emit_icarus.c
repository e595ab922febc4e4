#include "emit/emit_icarus.h"

#include <stdio.h>

#include "emit/emit_shim.h"
#include "emit/parts.h"

/* Where a pin lies in its vector: bits side by side within a word; an array of words, or an integer
   of more than 32 bits, from a word of its own on. The reset is bit 0 of the inputs. */
struct slot {
    int word, bit;
};
static const struct slot first_slot[] = {[BL_INPUT] = {0, 1}, [BL_OUTPUT] = {0, 0}};

static int words_of(const struct bl_pin *pin) { return (pin->width + 31) / 32; }
static bool has_words(const struct bl_pin *pin) { return pin->words || pin->width > 32; }

/* Takes the next slot for a pin; `at` is the first that is free. */
static struct slot take_slot(struct slot *at, const struct bl_pin *pin) {
    if (at->bit && (has_words(pin) || at->bit + pin->width > 32))
        *at = (struct slot){at->word + 1, 0};
    struct slot taken = *at;
    if (has_words(pin)) at->word += words_of(pin);
    else at->bit += pin->width;
    return taken;
}

/* Calls `visit` for every pin of one direction with its slot. Returns the words of all. */
typedef void visitor(void *user, const struct bl_node_port *port, const struct bl_pin *pin,
                     struct slot slot);
static int visit_pins(const struct bl_node_ports *ports, enum bl_direction direction,
                      visitor *visit, void *user) {
    struct slot at = first_slot[direction];
    for (int p = 0; p < ports->count; p++) {
        const struct bl_node_port *port = &ports->items[p];
        for (int i = 0; i < port->pins.count; i++) {
            const struct bl_pin *pin = &port->pins.items[i];
            if (pin->direction != direction) continue;
            const struct slot slot = take_slot(&at, pin);
            if (visit) visit(user, port, pin, slot);
        }
    }
    return at.word + (at.bit > 0);
}

static void connect(void *user, const struct bl_node_port *port, const struct bl_pin *pin,
                    struct slot slot) {
    int low = 32 * slot.word + slot.bit;
    (void)port;
    bl_text_add(user, ",\n        .%s_%s(%s[%d:%d])", pin->interface, pin->role,
                pin->direction == BL_INPUT ? "in" : "out", low + pin->width - 1, low);
}

void bl_emit_icarus_top(struct bl_text *text, const char *model, const struct bl_node *node) {
    struct bl_parts parts = {.text = text, .file = "icarus_top.v", .holes = {{"top", model}}};
    bl_part_number(&parts, "clock_high", node->clock_count - 1);
    bl_part_number(&parts, "in_high", 32 * visit_pins(&node->ports, BL_INPUT, NULL, NULL) - 1);
    bl_part_number(&parts, "out_high", 32 * visit_pins(&node->ports, BL_OUTPUT, NULL, NULL) - 1);
    bl_part(&parts, "begin");
    for (int i = 0; i < node->clock_count; i++) {
        bl_part_set(&parts, "clock", node->clocks[i]);
        bl_part_number(&parts, "clock_number", i);
        bl_part(&parts, "clock");
    }
    bl_text_add(text, "        .rst(in[0:0])");
    visit_pins(&node->ports, BL_INPUT, connect, text);
    visit_pins(&node->ports, BL_OUTPUT, connect, text);
    bl_part(&parts, "end");
}

/* Bytes of an array of words; else the highest value. */
static unsigned long long extent(const struct bl_pin *pin) {
    if (pin->words) return 4ull * (unsigned)words_of(pin);
    return pin->width < 64 ? (1ull << pin->width) - 1 : ~0ull;
}

/* A statement that moves a pin between the face and the words. */
static void move(void *user, const struct bl_node_port *port, const struct bl_pin *pin,
                 struct slot slot) {
    const struct bl_parts *model = user;
    bool in = pin->direction == BL_INPUT;
    struct bl_parts parts = {.text = model->text, .file = model->file};
    char number[32], part[32];
    snprintf(number, sizeof number, pin->words ? "%llu" : "0x%llx", extent(pin));
    snprintf(part, sizeof part, "%s%s", in ? "pack" : "unpack",
             pin->words       ? " words"
             : has_words(pin) ? " two"
             : in && slot.bit ? " more"
                              : "");
    bl_part_set(&parts, pin->words ? "bytes" : "mask", number);
    bl_part_set(&parts, "place", pin->face);
    bl_part_set(&parts, "face", port->face ? port->face->member : in ? "in" : "out");
    bl_part_number(&parts, "word", slot.word);
    bl_part_number(&parts, "next_word", slot.word + 1);
    bl_part_number(&parts, "bit", slot.bit);
    bl_part(&parts, part);
}

/* The structures of ports that have their own. */
static void emit_faces(struct bl_parts *parts, const struct bl_node_ports *ports, bool in) {
    for (int i = 0; i < ports->count; i++) {
        const struct bl_port_face *face = ports->items[i].face;
        if (!face || !bl_port_is_first(ports, i)) continue;
        bl_part_set(parts, "structure", in ? face->in : face->out);
        bl_part_set(parts, "face", face->member);
        bl_part(parts, in ? "face in" : "face out");
    }
}

void bl_emit_icarus_model(struct bl_text *text, const struct bl_node *node) {
    struct bl_parts parts = {.text = text, .file = "icarus_model.c"};
    bl_node_holes(&parts, node);
    bl_part_set(&parts, "medium", node->medium_icarus);
    bl_part(&parts, "begin");
    bl_port_headers(&parts, &node->ports);
    if (node->medium) bl_part(&parts, "medium");
    bl_part(&parts, "pins in");
    emit_faces(&parts, &node->ports, true);
    visit_pins(&node->ports, BL_INPUT, move, &parts);
    bl_part(&parts, "pins out");
    emit_faces(&parts, &node->ports, false);
    visit_pins(&node->ports, BL_OUTPUT, move, &parts);
    bl_part_number(&parts, "input_words", visit_pins(&node->ports, BL_INPUT, NULL, NULL));
    bl_part_number(&parts, "output_words", visit_pins(&node->ports, BL_OUTPUT, NULL, NULL));
    bl_part(&parts, "end of pins");
    bl_part(&parts, node->medium ? "joined" : "alone");
    bl_part(&parts, "end");
}
