#include "board/board_print.h"

#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "board/board.h"
#include "board/board_inner.h"
#include "board/board_value.h"

/* "word A1 B1 (LVDS)"; nothing without pins. */
static void add_pins(struct bl_text *text, const char *word, const struct bl_board_pins *pins,
                     const char *standard) {
    if (!pins->count) return;
    bl_text_add(text, "%s", word);
    for (int i = 0; i < pins->count; i++) bl_text_add(text, " %s", pins->items[i]);
    if (standard) bl_text_add(text, " (%s)", standard);
}

static void add_verified(struct bl_text *text, unsigned verified) {
    if (!verified) bl_text_add(text, "described");
    for (int i = 0, first = 1; i < BL_VERIFICATION_COUNT; i++) {
        if (!(verified >> i & 1)) continue;
        bl_text_add(text, "%s%s", first ? "" : ", ", bl_verification_word((enum bl_verification)i));
        first = 0;
    }
}

static void add_part(struct bl_text *text, const struct bl_board *board) {
    const struct bl_family *family = board->family;
    bl_text_add(text, "%s: %s\n", board->word, board->title);
    bl_text_add(text, "  part        %s, %s of %s, built with %s\n", board->part, family->title,
                bl_vendor_word(family->vendor), family->tool);
    bl_text_add(text, "  logic       %d %s, look-up tables of %d inputs", board->logic,
                family->logic_unit, family->lut_inputs);
    if (board->reserved > 0)
        bl_text_add(text, "; %.4g %% kept for interfaces", 100 * board->reserved);
    bl_text_add(text, "\n  flip-flops  %d\n  dsp         %d\n", board->ff, board->dsp);
    for (int i = 0; i < board->block_rams.count; i++) {
        const struct bl_board_ram *ram = &board->block_rams.items[i];
        bl_text_add(text, "  block RAM   %d %s of %d x %d bit\n", ram->blocks, ram->name,
                    ram->depth, ram->width);
    }
    if (board->lut_ram.depth)
        bl_text_add(text, "  LUT RAM     %s of %d x %d bit, %d %s each\n", board->lut_ram.name,
                    board->lut_ram.depth, board->lut_ram.width, board->lut_ram.logic,
                    family->logic_unit);
}

static void add_interfaces(struct bl_text *text, struct bl_arena *arena,
                           const struct bl_board *board) {
    const struct bl_board_memory *memory = &board->memory;
    const char *ports = memory->ports > 1 ? bl_format(arena, " with %d ports", memory->ports) : "";
    if (memory->channels)
        bl_text_add(text,
                    "  memory      %d channel%s of %s%s: %s each, %s a cycle at %s, %s; read %g "
                    "ns, refresh %g ns\n",
                    memory->channels, bl_ending(memory->channels, "s"), memory->name, ports,
                    bl_board_amount_text(arena, BL_AMOUNT_CAPACITY, (double)memory->channel_bytes),
                    bl_board_amount_text(arena, BL_AMOUNT_CAPACITY, (double)memory->width),
                    bl_board_amount_text(arena, BL_AMOUNT_FREQUENCY, memory->hertz),
                    memory->protocol, memory->read_ns, memory->refresh_ns);
    for (int i = 0; i < board->links.count; i++) {
        const struct bl_board_link *link = &board->links.items[i];
        bl_text_add(text, "  link        %d %s of %d lane%s at %s\n", link->count, link->name,
                    link->lanes, bl_ending(link->lanes, "s"),
                    bl_board_amount_text(arena, BL_AMOUNT_BIT_RATE, link->lane_bits_per_second));
    }
    if (!board->pcie.count) return;
    bl_text_add(text, "  PCIe        %d of generation %d with %d lane%s", board->pcie.count,
                board->pcie.generation, board->pcie.lanes, bl_ending(board->pcie.lanes, "s"));
    if (board->pcie.descriptor) bl_text_add(text, ", descriptors %s", board->pcie.descriptor);
    bl_text_add(text, "\n");
}

static void add_signals(struct bl_text *text, const char *kind,
                        const struct bl_board_signal *signals, int count) {
    for (int i = 0; i < count; i++) {
        bl_text_add(text, "  %-11s %s", kind, signals[i].name);
        add_pins(text, " on", &signals[i].pins, signals[i].standard);
        bl_text_add(text, ", active %s\n", signals[i].active_high ? "high" : "low");
    }
}

static void add_wires(struct bl_text *text, const struct bl_board_wires *wires, const char *what) {
    if (wires->count)
        bl_text_add(text, ", %d %s%s", wires->count, what, bl_ending(wires->count, "s"));
}

/* How many wires there are; the rows are in the JSON document. */
static void add_connectors(struct bl_text *text, const struct bl_board *board) {
    for (int i = 0; i < board->connectors.count; i++) {
        const struct bl_board_connector *connector = &board->connectors.items[i];
        bl_text_add(text, "  connector   %s", connector->name);
        add_wires(text, &connector->wires, "wire");
        add_wires(text, &connector->pairs, "pair");
        if (connector->standard) bl_text_add(text, " (%s)", connector->standard);
        bl_text_add(text, "\n");
    }
}

static void add_pinout(struct bl_text *text, struct bl_arena *arena, const struct bl_board *board) {
    for (int i = 0; i < board->clocks.count; i++) {
        const struct bl_board_clock *clock = &board->clocks.items[i];
        bl_text_add(text, "  clock       %s, %s", clock->name,
                    bl_board_amount_text(arena, BL_AMOUNT_FREQUENCY, clock->hertz));
        add_pins(text, " on", &clock->pins, clock->standard);
        bl_text_add(text, "\n");
    }
    for (int i = 0; i < board->reached.count; i++) {
        const struct bl_board_reached *reached = &board->reached.items[i];
        bl_text_add(text, "  reached     %s, %s, %s: %s\n", reached->name,
                    bl_board_amount_text(arena, BL_AMOUNT_FREQUENCY, reached->hertz),
                    reached->placed ? "placed and routed" : "published", reached->source);
    }
    add_signals(text, "reset", board->resets.items, board->resets.count);
    add_signals(text, "led", board->leds.items, board->leds.count);
    for (int i = 0; i < board->serials.count; i++) {
        const struct bl_board_serial *serial = &board->serials.items[i];
        bl_text_add(text, "  serial      %s:", serial->name);
        add_pins(text, " receives on", &serial->receive, NULL);
        add_pins(text, ", transmits on", &serial->transmit, serial->standard);
        bl_text_add(text, "\n");
    }
    add_connectors(text, board);
    for (int i = 0; i < board->settings.count; i++)
        bl_text_add(text, "  setting     %s = %s\n", board->settings.items[i].name,
                    board->settings.items[i].value);
}

void bl_board_print(struct bl_text *text, const struct bl_board *board) {
    struct bl_arena *arena = bl_arena_new();
    add_part(text, board);
    add_interfaces(text, arena, board);
    add_pinout(text, arena, board);
    bl_text_add(text, "  synthesis   yosys %s%s\n", board->yosys,
                board->stand_in ? ", a fabric near this one that stands in for it" : "");
    if (board->place) bl_text_add(text, "  placement   %s\n", board->place);
    bl_text_add(text, "  verified    ");
    add_verified(text, board->verified);
    bl_text_add(text, "\n");
    bl_arena_free(arena);
}

enum { COLUMNS = 7 };

static const char *memory_cell(struct bl_arena *arena, const struct bl_board *board) {
    return board->memory.channels
               ? bl_format(arena, "%d x %s", board->memory.channels, board->memory.name)
               : "none";
}

static const char *link_cell(struct bl_arena *arena, const struct bl_board *board) {
    const char *cell = board->links.count ? "" : "none";
    for (int i = 0; i < board->links.count; i++)
        cell = bl_format(arena, "%s%s%d x %s", cell, i ? ", " : "", board->links.items[i].count,
                         board->links.items[i].name);
    return cell;
}

static void fill_cells(struct bl_arena *arena, const struct bl_board *board,
                       const char *cells[COLUMNS]) {
    struct bl_text verified = {0};
    add_verified(&verified, board->verified);
    cells[0] = board->word;
    cells[1] = board->part;
    cells[2] = bl_format(arena, "%d %s", board->logic, board->family->logic_unit);
    cells[3] = bl_format(arena, "%d %s", board->block_rams.items->blocks,
                         board->block_rams.items->name);
    cells[4] = memory_cell(arena, board);
    cells[5] = link_cell(arena, board);
    cells[6] = bl_strndup(arena, verified.bytes, verified.length);
    bl_text_free(&verified);
}

void bl_boards_print(struct bl_text *text, const struct bl_board *const *boards, int count) {
    struct bl_arena *arena = bl_arena_new();
    const char *(*cells)[COLUMNS] = bl_alloc(arena, sizeof *cells * (size_t)(count + 1));
    static const char *const heads[COLUMNS] = {"board",  "part",  "logic",   "block RAM",
                                               "memory", "links", "verified"};
    size_t widths[COLUMNS] = {0};
    memcpy(cells[0], heads, sizeof heads);
    for (int row = 0; row < count; row++) fill_cells(arena, boards[row], cells[row + 1]);
    for (int row = 0; row <= count; row++)
        for (int i = 0; i < COLUMNS; i++)
            if (strlen(cells[row][i]) > widths[i]) widths[i] = strlen(cells[row][i]);
    for (int row = 0; row <= count; row++)
        for (int i = 0; i < COLUMNS; i++)
            bl_text_add(text, "%-*s%s", i + 1 < COLUMNS ? (int)widths[i] : 0, cells[row][i],
                        i + 1 < COLUMNS ? "  " : "\n");
    bl_arena_free(arena);
}
