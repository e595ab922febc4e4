/* What a board has: the description boards/NAME/board.loom, read and checked. docs/boards.md has
 * the grammar and the unit of every word. */
#ifndef BL_BOARD_H
#define BL_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include "base/source.h"

struct bl_arena;
struct bl_diags;

enum bl_vendor { BL_VENDOR_INTEL, BL_VENDOR_XILINX, BL_VENDOR_LATTICE, BL_VENDORS };

/* A family of parts, one row of a constant table: what all of them have in common. */
struct bl_family {
    const char *word,
        *title; /* as the description names it; as the vendor's tool does: "Stratix 10" */
    enum bl_vendor vendor;
    const char
        *tool; /* that makes a bitstream: "quartus_pro", "quartus", "ise", "vivado", "icestorm" */
    const char *pattern;    /* an extended regular expression of every part number, case ignored */
    const char *example;    /* a part number */
    const char *logic_unit; /* what logic is counted in: "alm", "lut6", "lut4" or "lc" */
    int lut_inputs;         /* of the fabric's look-up table */
};

/* Block RAM of one kind, or memory made of logic, in its widest form. */
struct bl_board_ram {
    const char *name; /* "m20k" */
    int blocks;       /* on the device; 0 for memory made of logic */
    int width, depth; /* bits of a word, words */
    int logic;        /* memory made of logic: logic units that one takes; else 0 */
};

/* The memory whose channels a pipeline reads and writes. A board without one has channels 0. */
struct bl_board_memory {
    const char *name; /* "hbm2" */
    int channels;
    int ports; /* of a channel: 2 where one may read while the other writes, which share its rate
                  and its capacity; 0: 1 */
    uint64_t width; /* bytes of a word on the user's side of the controller, one word a cycle */
    uint64_t channel_bytes; /* capacity of a channel, a power of two */
    double hertz;           /* fastest clock of the user's side */
    double read_ns;         /* from a read request to its first word, by the memory's controller */
    double refresh_ns;      /* longest time that a channel takes no request */
    const char *protocol;   /* what the controller speaks: "axi4" or "avalon" */
};

struct bl_board_link {
    const char *name;
    int count, lanes;            /* links of this kind; lanes of each */
    double lane_bits_per_second; /* on the wire, both directions at once */
};

/* count 0: none. */
struct bl_board_pcie {
    int count, generation, lanes;
    const char *descriptor; /* what its IP takes: ir/dma.h; NULL: an AXI4 master */
};

/* Pins in the order of the bits; `standard` as the vendor's tool spells it. No pins: not known, or
 * no pin of the package. */
struct bl_board_pins {
    const char **items;
    int count, capacity;
};

struct bl_board_clock {
    const char *name;
    double hertz;
    struct bl_board_pins pins; /* one, or the positive and the negative of a pair */
    const char *standard;      /* NULL: not given */
};

/* The fastest clock that designs were published to run at on the device, or that was placed and
   routed on it: of `name`, which is core, memory, network or host. */
struct bl_board_reached {
    const char *name;
    double hertz;
    int placed;         /* 0: published, measured on the device */
    const char *source; /* what design, by whom */
};

/* A reset input or a group of light-emitting diodes. */
struct bl_board_signal {
    const char *name;
    struct bl_board_pins pins;
    const char *standard;
    int active_high; /* 1: a one resets or lights, 0: a zero does */
};

struct bl_board_serial {
    const char *name;
    struct bl_board_pins receive, transmit;
    const char *standard;
};

/* A wire of a connector: where it is on the connector, and the pin of the package. `negative`: of a
   pair; NULLs in a single wire. */
struct bl_board_wire {
    const char *position, *pin, *negative_position, *negative_pin;
};
struct bl_board_wires {
    struct bl_board_wire *items;
    int count, capacity;
};

/* Wires to other boards, in the order in which designs take them. */
struct bl_board_connector {
    const char *name, *standard;
    struct bl_board_wires wires, pairs;
};

/* A line of the project for the vendor's tool: a global assignment, a property of the design, an
 * option of the constraints. */
struct bl_board_setting {
    const char *name, *value;
};

/* How far designs for the board were verified, as bits: nothing set means that the board is
 * described only. */
#define BL_VERIFICATIONS(ROW)   \
    ROW(SIMULATED, "simulated") \
    ROW(SYNTHESISED, "synthesised") ROW(PLACED, "placed") ROW(HARDWARE, "hardware")
enum bl_verification {
#define ROW(name, word) BL_##name,
    BL_VERIFICATIONS(ROW)
#undef ROW
        BL_VERIFICATION_COUNT
};

struct bl_board {
    const char *word;      /* the name that a program uses */
    const char *title;     /* what people call it */
    struct bl_range range; /* of its name in the description; .file is the source */
    struct bl_range memory_range,
        links_range;    /* of the first part `memory` and `link`, where there is one */
    const char *source; /* all bytes of the description */
    int source_length;
    const char *digest; /* 32 hexadecimal digits over them, for keys of caches */
    int vendor;         /* enum bl_vendor */
    const struct bl_family *family;
    const char *part; /* as the vendor's tool takes it */
    int logic;        /* in family->logic_unit */
    int ff, dsp;
    double reserved; /* share of the logic kept for network, memory and host interfaces: 0..1 */
    struct {
        struct bl_board_ram *items;
        int count, capacity;
    } block_rams;                /* at least one; the compiler counts in the first kind */
    struct bl_board_ram lut_ram; /* depth 0: the fabric has none */
    struct bl_board_memory memory;
    struct {
        struct bl_board_link *items;
        int count, capacity;
    } links;
    struct bl_board_pcie pcie;
    struct {
        struct bl_board_clock *items;
        int count, capacity;
    } clocks; /* at least one; the first is the one to build on */
    struct {
        struct bl_board_reached *items;
        int count, capacity;
    } reached; /* one for each name at most */
    struct {
        struct bl_board_signal *items;
        int count, capacity;
    } resets, leds;
    struct {
        struct bl_board_serial *items;
        int count, capacity;
    } serials;
    struct {
        struct bl_board_connector *items;
        int count, capacity;
    } connectors;
    struct {
        struct bl_board_setting *items;
        int count, capacity;
    } settings;
    const char *yosys; /* the command that synthesises for the fabric: "synth_ice40" */
    int stand_in;      /* 1: that fabric is not the board's but the nearest that Yosys has */
    const char *place; /* the command that places and routes, without files: "nextpnr-ice40 --hx8k
                          --package ct256"; NULL: none */
    unsigned verified; /* 1 << enum bl_verification */
};

/* Finds, reads and checks the board that `name` names: a folder of boards/, or, when it has a `/`
   or ends in `.loom`, a file or a folder with a board.loom, relative to the file that `range` lies
   in (to the working directory when that is no place). NULL after its errors were reported; `range`
   is where the name stands. */
const struct bl_board *bl_board_load(struct bl_arena *arena, struct bl_diags *diags,
                                     const char *name, struct bl_range range);

/* Whether a file is a description, not a program: it begins with the word `board`, behind at most
   64 KiB of comments, or it has the name board.loom and nothing in it. A pipe, which can be read
   once only, is never one. */
bool bl_board_is_description(const char *path);

/* The names of the folders of boards/ that have a description, sorted. */
struct bl_board_names {
    const char **items;
    int count, capacity;
};
struct bl_board_names bl_board_list(struct bl_arena *arena);

/* Block RAMs, of the first kind, of a memory of `depth` words of `width` bits on this board: in the
   shape of a block that wastes the fewest bits, which is what Yosys looks for. */
int bl_board_rams(const struct bl_board *board, int depth, int width);

/* Links of so many bit/s, each way, that the lanes of a board make. Lanes of one kind can be bonded
   and split; coding is not counted. */
int bl_board_links(const struct bl_board *board, double bits_per_second);

/* Memory channels that a node can have, ports that share one counted each. */
static inline int bl_board_channels(const struct bl_board *board) {
    return board->memory.channels * (board->memory.ports > 1 ? board->memory.ports : 1);
}

/* What a clock of a program rests on. */
struct bl_clock_basis {
    const char *word;                      /* "published", "placed" or "stated" */
    const struct bl_board_reached *reached; /* NULL: stated, nothing as fast is known */
};
/* `name` as in bl_board_reached. */
struct bl_clock_basis bl_board_basis(const struct bl_board *board, const char *name, double hertz);
/* "published on this device up to 178 MHz (WHO)"; "stated". */
const char *bl_clock_basis_words(struct bl_arena *arena, const struct bl_clock_basis *basis);

/* Whether the memory's controller makes the clock of its user's side itself, of the frequency that
   the description gives: an interconnect that brings its words to another width runs on it too.
   Else it runs on the program's. */
bool bl_board_memory_makes_clock(const struct bl_board *board);

#endif
