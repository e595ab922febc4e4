#include "emit/emit_icarus.h"

#include "emit/emit_shim.h"
#include "emit/parts.h"

/* The layout of simulation/core/icarus.h, in 32-bit words. */
enum { IN_HEAD = 4, OUT_HEAD = 2, OUT_CHANNEL = 7 };

static int word_words(const struct bl_node_shape *shape) { return shape->word_bytes / 4; }
static int in_channel(const struct bl_node_shape *shape, int j) {
    return IN_HEAD + j * (1 + word_words(shape));
}
static int out_channel(const struct bl_node_shape *shape, int j) {
    return OUT_HEAD + j * (OUT_CHANNEL + word_words(shape));
}

/* Where a pin lies in its vector, counted from the first word behind the channels': bits side by
   side within a word, an array of words from a word of its own on. */
struct slot {
    int word, bit;
};

static int words_of(const struct bl_pin *pin) { return (pin->width + 31) / 32; }

/* Takes the next slot for a pin; `at` is the first that is free. */
static struct slot take_slot(struct slot *at, const struct bl_pin *pin) {
    if (at->bit && (pin->words || at->bit + pin->width > 32)) *at = (struct slot){at->word + 1, 0};
    struct slot taken = *at;
    if (pin->words) at->word += words_of(pin);
    else at->bit += pin->width;
    return taken;
}

/* Words of all pins of one direction. */
static int pin_words(const struct bl_pins *pins, enum bl_direction direction) {
    struct slot at = {0, 0};
    for (int i = 0; i < pins->count; i++)
        if (pins->items[i].direction == direction) take_slot(&at, &pins->items[i]);
    return at.word + (at.bit > 0);
}

/* One connection to bits [32 * word + bit +: bits] of a vector. */
static void connect(struct bl_text *text, const char *prefix, int number, const char *port,
                    const char *vector, int word, int bit, int bits) {
    bl_text_add(text, ",\n        .%s", prefix);
    if (number >= 0) bl_text_add(text, "%d_", number);
    bl_text_add(text, "%s(%s[%d:%d])", port, vector, 32 * word + bit + bits - 1, 32 * word + bit);
}

struct row {
    const char *port;
    int bit;
};

static void connect_rows(struct bl_text *text, const char *prefix, int number,
                         const struct row *rows, const char *vector, int word) {
    for (; rows->port; rows++)
        connect(text, prefix, number, rows->port, vector, word, rows->bit, 1);
}

static void connect_registers(struct bl_text *text, const struct bl_node_shape *shape) {
    static const struct row in[] = {{"awvalid", 1}, {"wvalid", 2}, {"bready", 3},
                                    {"arvalid", 4}, {"rready", 5}, {0}};
    static const struct row out[] = {{"awready", 0}, {"wready", 1}, {"bvalid", 2},
                                     {"arready", 3}, {"rvalid", 4}, {0}};
    connect_rows(text, "s_axil_", -1, in, "in", 0);
    connect(text, "s_axil_", -1, "awaddr", "in", 1, 0, shape->register_address_bits);
    connect(text, "s_axil_", -1, "wdata", "in", 2, 0, 32);
    connect(text, "s_axil_", -1, "wstrb", "in", 0, 8, 4);
    connect(text, "s_axil_", -1, "araddr", "in", 3, 0, shape->register_address_bits);
    connect_rows(text, "s_axil_", -1, out, "out", 0);
    connect(text, "s_axil_", -1, "bresp", "out", 0, 8, 2);
    connect(text, "s_axil_", -1, "rresp", "out", 0, 12, 2);
    connect(text, "s_axil_", -1, "rdata", "out", 1, 0, 32);
}

static void connect_channel(struct bl_text *text, const struct bl_node_shape *shape, int j) {
    static const struct row in[] = {{"arready", 0}, {"rvalid", 1}, {"rlast", 2}, {"awready", 3},
                                    {"wready", 4},  {"bvalid", 5}, {0}};
    static const struct row out[] = {{"arvalid", 0},
                                     {"rready", 1},
                                     {"awvalid", 2},
                                     {"wvalid", 3},
                                     {"wlast", 4},
                                     {"bready", 5},
                                     {0}};
    int from = in_channel(shape, j), to = out_channel(shape, j), bits = 8 * shape->word_bytes;
    connect_rows(text, "m_axi_ch", j, in, "in", from);
    connect(text, "m_axi_ch", j, "rresp", "in", from, 8, 2);
    connect(text, "m_axi_ch", j, "bresp", "in", from, 12, 2);
    connect(text, "m_axi_ch", j, "rdata", "in", from + 1, 0, bits);
    connect_rows(text, "m_axi_ch", j, out, "out", to);
    connect(text, "m_axi_ch", j, "arlen", "out", to, 8, 8);
    connect(text, "m_axi_ch", j, "awlen", "out", to, 16, 8);
    connect(text, "m_axi_ch", j, "araddr", "out", to + 1, 0, shape->address_bits);
    connect(text, "m_axi_ch", j, "awaddr", "out", to + 3, 0, shape->address_bits);
    connect(text, "m_axi_ch", j, "wstrb", "out", to + 5, 0, shape->word_bytes);
    connect(text, "m_axi_ch", j, "wdata", "out", to + OUT_CHANNEL, 0, bits);
}

static void connect_pins(struct bl_text *text, const struct bl_node_shape *shape,
                         const struct bl_pins *pins, enum bl_direction direction) {
    bool in = direction == BL_INPUT;
    int base = in ? in_channel(shape, shape->channels) : out_channel(shape, shape->channels);
    struct slot at = {0, 0};
    for (int i = 0; i < pins->count; i++) {
        const struct bl_pin *pin = &pins->items[i];
        if (pin->direction != direction) continue;
        struct slot slot = take_slot(&at, pin);
        int low = 32 * (base + slot.word) + slot.bit;
        bl_text_add(text, ",\n        .%s_%s(%s[%d:%d])", pin->interface, pin->role,
                    in ? "in" : "out", low + pin->width - 1, low);
    }
}

void bl_emit_icarus_top(struct bl_text *text, const struct bl_node_shape *shape,
                        const struct bl_pins *pins) {
    struct bl_parts parts = {.text = text, .file = "icarus_top.v", .values = {['T'] = shape->top}};
    int in = in_channel(shape, shape->channels) + pin_words(pins, BL_INPUT),
        out = out_channel(shape, shape->channels) + pin_words(pins, BL_OUTPUT);
    bl_part_number(&parts, 'C', shape->clock_count - 1);
    bl_part_number(&parts, 'I', 32 * in - 1);
    bl_part_number(&parts, 'O', 32 * out - 1);
    bl_part(&parts, "begin");
    for (int i = 0; i < shape->clock_count; i++) {
        parts.values['S'] = shape->clocks[i];
        bl_part_number(&parts, 'E', i);
        bl_part(&parts, "clock");
    }
    bl_text_add(text, "        .rst(in[0:0])");
    connect_registers(text, shape);
    for (int j = 0; j < shape->channels; j++) connect_channel(text, shape, j);
    connect_pins(text, shape, pins, BL_INPUT);
    connect_pins(text, shape, pins, BL_OUTPUT);
    bl_part(&parts, "end");
}

/* A statement for each pin of one direction that moves it between the face and the words. */
static void move_pins(const struct bl_parts *model, const struct bl_pins *pins,
                      enum bl_direction direction) {
    struct slot at = {0, 0};
    for (int i = 0; i < pins->count; i++) {
        const struct bl_pin *pin = &pins->items[i];
        if (pin->direction != direction) continue;
        const struct slot slot = take_slot(&at, pin);
        struct bl_parts parts = {.text = model->text, .file = model->file};
        parts.values['F'] = pin->face;
        bl_part_number(&parts, 'W', slot.word);
        bl_part_number(&parts, 'B', slot.bit);
        bl_part_number(&parts, 'N', pin->words ? 4 * words_of(pin) : (1 << pin->width) - 1);
        if (direction == BL_OUTPUT) bl_part(&parts, pin->words ? "unpack words" : "unpack");
        else if (pin->words) bl_part(&parts, "pack words");
        else bl_part(&parts, slot.bit ? "pack more" : "pack");
    }
}

void bl_emit_icarus_model(struct bl_text *text, const struct bl_node_shape *shape,
                          const struct bl_pins *pins) {
    struct bl_parts parts = {.text = text, .file = "icarus_model.c"};
    bl_node_holes(&parts, shape);
    parts.values['B'] = shape->bus_lines ? "&bl_sim_bus_icarus" : "NULL";
    bl_part(&parts, "begin");
    move_pins(&parts, pins, BL_INPUT);
    bl_part(&parts, pins->count ? "pins out" : "no pins");
    move_pins(&parts, pins, BL_OUTPUT);
    bl_part_number(&parts, 'I', pin_words(pins, BL_INPUT));
    bl_part_number(&parts, 'O', pin_words(pins, BL_OUTPUT));
    bl_part(&parts, "end");
}
