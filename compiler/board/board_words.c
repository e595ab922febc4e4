#include "board/board_words.h"

#include "base/arena.h"

enum { OPTIONAL = 0 };

/* What takes something else than an amount. */
#define SHAPED(WORD, USUAL, TYPE, FIELD, HELP, ...)                                              \
    {                                                                                            \
        .word = (WORD), .usual = (USUAL), .help = (HELP), .field = offsetof(struct TYPE, FIELD), \
        .shape = &(const struct bl_setting_shape){.shape = BL_SHAPE_##__VA_ARGS__},              \
    }
#define BLOCK(WORD, USUAL, HELP, BLOCK, MANY)                            \
    {                                                                    \
        .word = (WORD), .usual = (USUAL), .help = (HELP),                \
        .shape = &(const struct bl_setting_shape){                       \
            .shape = BL_SHAPE_BLOCK, .block = &(BLOCK), .many = (MANY)}, \
    }
/* A number in the unit of the family's logic. */
#define LOGIC(HIGH, TYPE, FIELD, HELP)                                                \
    BL_SETTING("logic", NUMBER, 1, HIGH, BL_NEEDED, INT, TYPE, FIELD, .help = (HELP), \
               .shape = &(const struct bl_setting_shape){.shape = BL_SHAPE_LOGIC})
#define STANDARD(TYPE)                                                                   \
    SHAPED("standard", OPTIONAL, TYPE, standard, "as the vendor's tool spells it", TEXT, \
           .signs = " _.-")

static void *add_lut_ram(struct bl_arena *arena, struct bl_board *board) {
    return (void)arena, &board->lut_ram;
}
static void *add_ram(struct bl_arena *arena, struct bl_board *board) {
    return BL_APPEND(arena, &board->block_rams);
}
static void *add_memory(struct bl_arena *arena, struct bl_board *board) {
    return (void)arena, &board->memory;
}
static void *add_link(struct bl_arena *arena, struct bl_board *board) {
    return BL_APPEND(arena, &board->links);
}
static void *add_pcie(struct bl_arena *arena, struct bl_board *board) {
    return (void)arena, &board->pcie;
}
static void *add_clock(struct bl_arena *arena, struct bl_board *board) {
    return BL_APPEND(arena, &board->clocks);
}
static void *add_reached(struct bl_arena *arena, struct bl_board *board) {
    return BL_APPEND(arena, &board->reached);
}
static void *add_reset(struct bl_arena *arena, struct bl_board *board) {
    return BL_APPEND(arena, &board->resets);
}
static void *add_led(struct bl_arena *arena, struct bl_board *board) {
    return BL_APPEND(arena, &board->leds);
}
static void *add_serial(struct bl_arena *arena, struct bl_board *board) {
    return BL_APPEND(arena, &board->serials);
}
static void *add_connector(struct bl_arena *arena, struct bl_board *board) {
    return BL_APPEND(arena, &board->connectors);
}

#define WIDEST(TYPE)                                                     \
    BL_SETTING("width", BITS, 1, 4096, BL_NEEDED, INT, TYPE, width,      \
               .help = "bits of a word in the widest form"),             \
        BL_SETTING("depth", NUMBER, 1, 1e6, BL_NEEDED, INT, TYPE, depth, \
                   .help = "words in the widest form")

static const struct bl_setting ram_settings[] = {BL_SETTING("blocks", NUMBER, 1, 1e6, BL_NEEDED,
                                                            INT, bl_board_ram, blocks,
                                                            .help = "how many the device has"),
                                                 WIDEST(bl_board_ram),
                                                 {0}};
static const struct bl_setting lut_ram_settings[] = {
    WIDEST(bl_board_ram), LOGIC(1e6, bl_board_ram, logic, "the logic that one takes"), {0}};
static const struct bl_setting memory_settings[] = {
    BL_SETTING("channels", NUMBER, 1, 1024, BL_NEEDED, INT, bl_board_memory, channels,
               .help = "how many channels can be used at once"),
    BL_SETTING("ports", NUMBER, 1, 2, OPTIONAL, INT, bl_board_memory, ports,
               .help = "of each channel: 2 where one may read while the other writes"),
    BL_SETTING("width", CAPACITY, 1, 1024, BL_NEEDED, LONG, bl_board_memory, width, .power = true,
               .example = "32 B", .help = "bytes of a channel's word"),
    BL_SETTING("size", CAPACITY, 1024, 1125899906842624.0, BL_NEEDED, LONG, bl_board_memory,
               channel_bytes, .power = true, .help = "the capacity of a channel"),
    BL_SETTING("clock", FREQUENCY, 1e6, 2e9, BL_NEEDED, REAL, bl_board_memory, hertz,
               .help = "the fastest clock of the controller's user side"),
    BL_SETTING("read", TIME, 1e-9, 1e-4, BL_NEEDED, NS, bl_board_memory, read_ns,
               .help = "the time from a request to its first word"),
    BL_SETTING("refresh", TIME, 0, 1e-4, BL_NEEDED, NS, bl_board_memory, refresh_ns,
               .help = "the longest time that a channel takes no request"),
    SHAPED("protocol", BL_NEEDED, bl_board_memory, protocol, "what its controller speaks", NAME,
           .words = "axi4|avalon"),
    {0}};
static const struct bl_setting link_settings[] = {
    BL_SETTING("count", NUMBER, 1, 1024, BL_NEEDED, INT, bl_board_link, count,
               .help = "links of this kind"),
    BL_SETTING("lanes", NUMBER, 1, 64, BL_NEEDED, INT, bl_board_link, lanes,
               .help = "lanes of each link"),
    BL_SETTING("rate", BIT_RATE, 1e6, 1e12, BL_NEEDED, REAL, bl_board_link, lane_bits_per_second,
               .help = "bits a second of one lane on the wire"),
    {0}};
static const struct bl_setting pcie_settings[] = {
    BL_SETTING("count", NUMBER, 1, 64, BL_NEEDED, INT, bl_board_pcie, count, .help = "ports"),
    BL_SETTING("generation", NUMBER, 1, 6, BL_NEEDED, INT, bl_board_pcie, generation,
               .help = "of PCI Express"),
    BL_SETTING("lanes", NUMBER, 1, 32, BL_NEEDED, INT, bl_board_pcie, lanes,
               .help = "lanes of a port"),
    SHAPED("descriptor", OPTIONAL, bl_board_pcie, descriptor, "what its IP is given", NAME,
           .words = "axi|arria10"),
    {0}};
static const struct bl_setting clock_settings[] = {
    SHAPED("pin", OPTIONAL, bl_board_clock, pins, "one, or the positive and the negative one", PINS,
           .least = 1, .most = 2, .signs = "_"),
    STANDARD(bl_board_clock),
    {0}};
static const struct bl_setting reached_settings[] = {
    SHAPED("by", BL_NEEDED, bl_board_reached, placed, "published for the device, or placed for it",
           CHOICE, .words = "published|placed"),
    SHAPED("source", BL_NEEDED, bl_board_reached, source, "which design, and by whom", TEXT),
    {0}};
static const struct bl_setting signal_settings[] = {
    SHAPED("pin", BL_NEEDED, bl_board_signal, pins, "a pin for each bit", PINS, .least = 1,
           .most = 64, .signs = "_"),
    STANDARD(bl_board_signal),
    SHAPED("active", BL_NEEDED, bl_board_signal, active_high, "low or high", CHOICE,
           .words = "low|high"),
    {0}};
static const struct bl_setting serial_settings[] = {
    SHAPED("receive", BL_NEEDED, bl_board_serial, receive, "the pin that comes in", PINS,
           .least = 1, .most = 1, .signs = "_"),
    SHAPED("transmit", BL_NEEDED, bl_board_serial, transmit, "the pin that goes out", PINS,
           .least = 1, .most = 1, .signs = "_"),
    STANDARD(bl_board_serial),
    {0}};
static const struct bl_setting connector_settings[] = {
    STANDARD(bl_board_connector),
    SHAPED("wire", OPTIONAL, bl_board_connector, wires, "its position on the connector and its pin",
           WIRE, .many = true, .least = 2, .most = 2, .signs = "_"),
    SHAPED("pair", OPTIONAL, bl_board_connector, pairs,
           "the positions of the positive and the negative wire, and their pins", WIRE,
           .many = true, .least = 4, .most = 4, .signs = "_"),
    {0}};
static const struct bl_setting clock_head = BL_SETTING(
    "clock", FREQUENCY, 1e3, 1e10, BL_NEEDED, REAL, bl_board_clock, hertz, .help = "its rate");

static const struct bl_setting reached_head = BL_SETTING(
    "reached", FREQUENCY, 1e3, 1e10, BL_NEEDED, REAL, bl_board_reached, hertz, .help = "its rate");

static const struct bl_board_block ram_block = {"`block_ram`", add_ram, true, NULL, ram_settings};
static const struct bl_board_block lut_ram_block = {"`lut_ram`", add_lut_ram, true, NULL,
                                                    lut_ram_settings};
static const struct bl_board_block memory_block = {"`memory`", add_memory, true, NULL,
                                                   memory_settings};
static const struct bl_board_block link_block = {"`link`", add_link, true, NULL, link_settings};
static const struct bl_board_block pcie_block = {"`pcie`", add_pcie, false, NULL, pcie_settings};
static const struct bl_board_block clock_block = {"`clock`", add_clock, true, &clock_head,
                                                  clock_settings};
static const struct bl_board_block reached_block = {"`reached`", add_reached, true, &reached_head,
                                                    reached_settings};
static const struct bl_board_block reset_block = {"`reset`", add_reset, true, NULL,
                                                  signal_settings};
static const struct bl_board_block led_block = {"`led`", add_led, true, NULL, signal_settings};
static const struct bl_board_block serial_block = {"`serial`", add_serial, true, NULL,
                                                   serial_settings};
static const struct bl_board_block connector_block = {"`connector`", add_connector, true, NULL,
                                                      connector_settings};

static const struct bl_setting board_settings[] = {
    SHAPED("title", BL_NEEDED, bl_board, title, "what people call the board", TEXT),
    SHAPED("vendor", BL_NEEDED, bl_board, vendor, "who makes the part", CHOICE,
           .words = "intel|xilinx|lattice"),
    SHAPED("family", BL_NEEDED, bl_board, family, "the family of the part", FAMILY),
    SHAPED("part", BL_NEEDED, bl_board, part, "the part as the vendor's tool takes it", TEXT),
    LOGIC(1e8, bl_board, logic, "a capacity of the part"),
    BL_SETTING("ff", NUMBER, 1, 1e9, BL_NEEDED, INT, bl_board, ff,
               .help = "a capacity of the part"),
    BL_SETTING("dsp", NUMBER, 0, 1e6, BL_NEEDED, INT, bl_board, dsp,
               .help = "a capacity of the part, 0 when it has none"),
    BLOCK("block_ram", BL_NEEDED, "a capacity of the part", ram_block, true),
    BLOCK("lut_ram", OPTIONAL, "memory made of logic", lut_ram_block, false),
    BL_SETTING("reserved", SHARE, 0, 0.99, OPTIONAL, REAL, bl_board, reserved,
               .help = "logic kept for network, memory and host interfaces"),
    BLOCK("memory", OPTIONAL, "whose channels a pipeline reads and writes", memory_block, false),
    BLOCK("link", OPTIONAL, "transceivers", link_block, true),
    BLOCK("pcie", OPTIONAL, "to the host", pcie_block, false),
    BLOCK("clock", BL_NEEDED, "what designs run on", clock_block, true),
    BLOCK("reached", OPTIONAL, "how fast designs were: core, memory, network, host", reached_block,
          true),
    BLOCK("reset", OPTIONAL, "an input", reset_block, true),
    BLOCK("led", OPTIONAL, "a light", led_block, true),
    BLOCK("serial", OPTIONAL, "a serial port", serial_block, true),
    BLOCK("connector", OPTIONAL, "wires to other boards", connector_block, true),
    SHAPED("setting", OPTIONAL, bl_board, settings, "a setting of the project", SETTING,
           .many = true, .signs = " _.-"),
    SHAPED("yosys", BL_NEEDED, bl_board, yosys, "the Yosys command that synthesises for the fabric",
           TEXT, .signs = " _.-", .begin = "synth"),
    SHAPED("fabric", BL_NEEDED, bl_board, stand_in,
           "whether that command knows this fabric or only one near it", CHOICE,
           .words = "same|near"),
    SHAPED("place", OPTIONAL, bl_board, place, "the command that places and routes", TEXT,
           .signs = " _.-", .begin = "nextpnr-"),
    SHAPED("verified", BL_NEEDED, bl_board, verified, "how far designs were verified", SET),
    {0}};

_Static_assert(sizeof board_settings / sizeof *board_settings <= BL_BOARD_MOST_WORDS,
               "no list is longer");

const struct bl_setting *bl_board_words(void) { return board_settings; }

static const char *choices(struct bl_arena *arena, const char *words) {
    char *list = bl_strdup(arena, words);
    for (char *at = list; *at; at++)
        if (*at == '|') *at = ' ';
    return bl_format(arena, "one of: %s", list);
}

const char *bl_board_shape_text(struct bl_arena *arena, const struct bl_setting *setting) {
    static const char *const texts[] = {
        [BL_SHAPE_TEXT] = "a string",       [BL_SHAPE_FAMILY] = "a family",
        [BL_SHAPE_PINS] = "pins",           [BL_SHAPE_SET] = "one or more words",
        [BL_SHAPE_SETTING] = "two strings", [BL_SHAPE_WIRE] = "positions and pins",
        [BL_SHAPE_BLOCK] = "a block"};
    char range[256];
    if (setting->shape->words) return choices(arena, setting->shape->words);
    if (setting->shape->shape != BL_SHAPE_LOGIC) return texts[setting->shape->shape];
    bl_setting_range(range, setting);
    return bl_format(arena, "%s in the family's unit", range);
}
