#include "board/board_words.h"

#include "base/arena.h"

#define FIELD(TYPE, NAME) .offset = offsetof(struct TYPE, NAME)

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

static const struct bl_board_row ram_rows[] = {
    {"blocks", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, true, FIELD(bl_board_ram, blocks), .low = 1,
     .high = 1e6, .what = "how many the device has"},
    {"width", BL_SHAPE_AMOUNT, BL_UNIT_BITS, true, FIELD(bl_board_ram, width), .low = 1,
     .high = 4096, .what = "bits of a word in the widest form"},
    {"depth", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, true, FIELD(bl_board_ram, depth), .low = 1,
     .high = 1e6, .what = "words in the widest form"},
    {0}};
static const struct bl_board_row lut_ram_rows[] = {
    {"width", BL_SHAPE_AMOUNT, BL_UNIT_BITS, true, FIELD(bl_board_ram, width), .low = 1,
     .high = 4096, .what = "bits of a word in the widest form"},
    {"depth", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, true, FIELD(bl_board_ram, depth), .low = 1,
     .high = 1e6, .what = "words in the widest form"},
    {"logic", BL_SHAPE_LOGIC, BL_UNIT_LOGIC, true, FIELD(bl_board_ram, logic), .low = 1,
     .high = 1e6, .what = "the logic that one takes"},
    {0}};
static const struct bl_board_row memory_rows[] = {
    {"channels", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, true, FIELD(bl_board_memory, channels), .low = 1,
     .high = 1024, .what = "how many channels can be used at once"},
    {"ports", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, FIELD(bl_board_memory, ports), .low = 1, .high = 2},
    {"width", BL_SHAPE_AMOUNT, BL_UNIT_SIZE, true, FIELD(bl_board_memory, width), .low = 1,
     .high = 1024, .what = "bytes of a channel's word"},
    {"size", BL_SHAPE_AMOUNT, BL_UNIT_SIZE, true, FIELD(bl_board_memory, channel_bytes),
     .low = 1024, .high = 1125899906842624.0, .what = "the capacity of a channel"},
    {"clock", BL_SHAPE_AMOUNT, BL_UNIT_FREQUENCY, true, FIELD(bl_board_memory, hertz), .low = 1e6,
     .high = 2e9, .what = "the fastest clock of the controller's user side"},
    {"read", BL_SHAPE_AMOUNT, BL_UNIT_TIME, true, FIELD(bl_board_memory, read_ns), .low = 1,
     .high = 1e5, .what = "the time from a request to its first word"},
    {"refresh", BL_SHAPE_AMOUNT, BL_UNIT_TIME, true, FIELD(bl_board_memory, refresh_ns), .low = 0,
     .high = 1e5, .what = "the longest time that a channel takes no request"},
    {"protocol", BL_SHAPE_NAME, BL_UNIT_COUNT, true, FIELD(bl_board_memory, protocol),
     .words = "axi4|avalon", .what = "what its controller speaks"},
    {0}};
static const struct bl_board_row link_rows[] = {
    {"count", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, true, FIELD(bl_board_link, count), .low = 1,
     .high = 1024, .what = "links of this kind"},
    {"lanes", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, true, FIELD(bl_board_link, lanes), .low = 1,
     .high = 64, .what = "lanes of each link"},
    {"rate", BL_SHAPE_AMOUNT, BL_UNIT_BIT_RATE, true, FIELD(bl_board_link, lane_bits_per_second),
     .low = 1e6, .high = 1e12, .what = "bits a second of one lane on the wire"},
    {0}};
static const struct bl_board_row pcie_rows[] = {
    {"count", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, true, FIELD(bl_board_pcie, count), .low = 1,
     .high = 64, .what = "ports"},
    {"generation", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, true, FIELD(bl_board_pcie, generation), .low = 1,
     .high = 6, .what = "of PCI Express"},
    {"lanes", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, true, FIELD(bl_board_pcie, lanes), .low = 1,
     .high = 32, .what = "lanes of a port"},
    {0}};
static const struct bl_board_row clock_rows[] = {
    {"pin", BL_SHAPE_PINS, BL_UNIT_COUNT, FIELD(bl_board_clock, pins), .low = 1, .high = 2,
     .signs = "_"},
    {"standard", BL_SHAPE_TEXT, BL_UNIT_COUNT, FIELD(bl_board_clock, standard), .signs = " _.-"},
    {0}};
static const struct bl_board_row signal_rows[] = {
    {"pin", BL_SHAPE_PINS, BL_UNIT_COUNT, true, FIELD(bl_board_signal, pins), .low = 1, .high = 64,
     .signs = "_", .what = "a pin for each bit"},
    {"standard", BL_SHAPE_TEXT, BL_UNIT_COUNT, FIELD(bl_board_signal, standard), .signs = " _.-"},
    {"active", BL_SHAPE_CHOICE, BL_UNIT_COUNT, true, FIELD(bl_board_signal, active_high),
     .words = "low|high", .what = "low or high"},
    {0}};
static const struct bl_board_row serial_rows[] = {
    {"receive", BL_SHAPE_PINS, BL_UNIT_COUNT, true, FIELD(bl_board_serial, receive), .low = 1,
     .high = 1, .signs = "_", .what = "the pin that comes in"},
    {"transmit", BL_SHAPE_PINS, BL_UNIT_COUNT, true, FIELD(bl_board_serial, transmit), .low = 1,
     .high = 1, .signs = "_", .what = "the pin that goes out"},
    {"standard", BL_SHAPE_TEXT, BL_UNIT_COUNT, FIELD(bl_board_serial, standard), .signs = " _.-"},
    {0}};
static const struct bl_board_row connector_rows[] = {
    {"standard", BL_SHAPE_TEXT, BL_UNIT_COUNT, FIELD(bl_board_connector, standard),
     .signs = " _.-"},
    {"wire", BL_SHAPE_WIRE, BL_UNIT_COUNT, .many = true, FIELD(bl_board_connector, wires), .low = 2,
     .high = 2, .signs = "_"},
    {"pair", BL_SHAPE_WIRE, BL_UNIT_COUNT, .many = true, FIELD(bl_board_connector, pairs), .low = 4,
     .high = 4, .signs = "_"},
    {0}};
static const struct bl_board_row clock_head = {"clock",           BL_SHAPE_AMOUNT,
                                               BL_UNIT_FREQUENCY, FIELD(bl_board_clock, hertz),
                                               .low = 1e3,        .high = 1e10};

static const struct bl_board_block ram_block = {"`block_ram`", add_ram, true, NULL, ram_rows};
static const struct bl_board_block lut_ram_block = {"`lut_ram`", add_lut_ram, true, NULL,
                                                    lut_ram_rows};
static const struct bl_board_block memory_block = {"`memory`", add_memory, true, NULL, memory_rows};
static const struct bl_board_block link_block = {"`link`", add_link, true, NULL, link_rows};
static const struct bl_board_block pcie_block = {"`pcie`", add_pcie, false, NULL, pcie_rows};
static const struct bl_board_block clock_block = {"`clock`", add_clock, true, &clock_head,
                                                  clock_rows};
static const struct bl_board_block reset_block = {"`reset`", add_reset, true, NULL, signal_rows};
static const struct bl_board_block led_block = {"`led`", add_led, true, NULL, signal_rows};
static const struct bl_board_block serial_block = {"`serial`", add_serial, true, NULL, serial_rows};
static const struct bl_board_block connector_block = {"`connector`", add_connector, true, NULL,
                                                      connector_rows};

static const struct bl_board_row board_rows[] = {
    {"title", BL_SHAPE_TEXT, BL_UNIT_COUNT, true, FIELD(bl_board, title),
     .what = "what people call the board"},
    {"vendor", BL_SHAPE_CHOICE, BL_UNIT_COUNT, true, FIELD(bl_board, vendor),
     .words = "intel|xilinx|lattice", .what = "who makes the part"},
    {"family", BL_SHAPE_FAMILY, BL_UNIT_COUNT, true, FIELD(bl_board, family),
     .what = "the family of the part"},
    {"part", BL_SHAPE_TEXT, BL_UNIT_COUNT, true, FIELD(bl_board, part),
     .what = "the part as the vendor's tool takes it"},
    {"logic", BL_SHAPE_LOGIC, BL_UNIT_LOGIC, true, FIELD(bl_board, logic), .low = 1, .high = 1e8,
     .what = "a capacity of the part"},
    {"ff", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, true, FIELD(bl_board, ff), .low = 1, .high = 1e9,
     .what = "a capacity of the part"},
    {"dsp", BL_SHAPE_AMOUNT, BL_UNIT_COUNT, true, FIELD(bl_board, dsp), .low = 0, .high = 1e6,
     .what = "a capacity of the part, 0 when it has none"},
    {"block_ram", BL_SHAPE_BLOCK, BL_UNIT_COUNT, true, true, .block = &ram_block,
     .what = "a capacity of the part"},
    {"lut_ram", BL_SHAPE_BLOCK, BL_UNIT_COUNT, .block = &lut_ram_block},
    {"reserved", BL_SHAPE_AMOUNT, BL_UNIT_SHARE, FIELD(bl_board, reserved), .low = 0, .high = 0.99},
    {"memory", BL_SHAPE_BLOCK, BL_UNIT_COUNT, .block = &memory_block},
    {"link", BL_SHAPE_BLOCK, BL_UNIT_COUNT, .many = true, .block = &link_block},
    {"pcie", BL_SHAPE_BLOCK, BL_UNIT_COUNT, .block = &pcie_block},
    {"clock", BL_SHAPE_BLOCK, BL_UNIT_COUNT, true, true, .block = &clock_block,
     .what = "what designs run on"},
    {"reset", BL_SHAPE_BLOCK, BL_UNIT_COUNT, .many = true, .block = &reset_block},
    {"led", BL_SHAPE_BLOCK, BL_UNIT_COUNT, .many = true, .block = &led_block},
    {"serial", BL_SHAPE_BLOCK, BL_UNIT_COUNT, .many = true, .block = &serial_block},
    {"connector", BL_SHAPE_BLOCK, BL_UNIT_COUNT, .many = true, .block = &connector_block},
    {"setting", BL_SHAPE_SETTING, BL_UNIT_COUNT, .many = true, FIELD(bl_board, settings),
     .signs = " _.-"},
    {"yosys", BL_SHAPE_TEXT, BL_UNIT_COUNT, true, FIELD(bl_board, yosys), .signs = " _.-",
     .begin = "synth", .what = "the Yosys command that synthesises for the fabric"},
    {"fabric", BL_SHAPE_CHOICE, BL_UNIT_COUNT, true, FIELD(bl_board, stand_in),
     .words = "same|near", .what = "whether that command knows this fabric or only one near it"},
    {"place", BL_SHAPE_TEXT, BL_UNIT_COUNT, FIELD(bl_board, place), .signs = " _.-",
     .begin = "nextpnr-"},
    {"verified", BL_SHAPE_SET, BL_UNIT_COUNT, true, FIELD(bl_board, verified),
     .what = "how far designs were verified"},
    {0}};

_Static_assert(sizeof board_rows / sizeof *board_rows <= BL_BOARD_MOST_ROWS,
               "no table has more rows");

const struct bl_board_row *bl_board_rows(void) { return board_rows; }
