/* A bus with each domain in an FPGA of its own: what is decided about it, and the wires between the
 * boards, a table. */
#ifndef BL_BUS_ONBOARD_H
#define BL_BUS_ONBOARD_H

#include <stdbool.h>
#include <stdint.h>

struct bl_arena;
struct bl_board;
struct bl_bus;

/* Times are those of one pad: from the pin to the first gate, or from the last gate to the pin. */
struct bl_onboard {
    const struct bl_board *board;
    int lines;        /* data lines of a domain's connector */
    bool serial;      /* they go over two lines */
    int bit_cycles;   /* of a serial bit: 0 where there are none */
    int early;        /* of a connector: cycles of parallel data before their strobe */
    int stop_tables;  /* of bl_rsb_stop: they delay the token into a cell with something to do */
    int64_t pad_ps;   /* at most, and by as much bundled wires may differ */
    int64_t path_ps;  /* of the slowest domain, before its first word: the training */
    int64_t frame_ps; /* of a serial beat, beside its way there and back */
    int beats;        /* handshakes of a word */
    int log_reset;    /* log2 of the cycles of a domain's reset */
};

enum { BL_ONBOARD_WORD = 32 }; /* bits of a word on boards */

/* The four places of a board at which wires go out and in. Clockwise from RIGHT_OUT to the LEFT_IN
 * of the next, counter-clockwise from LEFT_OUT to the RIGHT_IN of the one before. */
#define BL_ONBOARD_ENDS(ROW)   \
    ROW(LEFT_IN, "left", "in") \
    ROW(LEFT_OUT, "left", "out") ROW(RIGHT_IN, "right", "in") ROW(RIGHT_OUT, "right", "out")
enum bl_onboard_end {
#define ROW(name, side, way) BL_ONBOARD_##name,
    BL_ONBOARD_ENDS(ROW)
#undef ROW
        BL_ONBOARD_END_COUNT
};
/* Whether the board drives the wires of this end. */
static inline bool bl_onboard_is_output(enum bl_onboard_end end) {
    return end == BL_ONBOARD_LEFT_OUT || end == BL_ONBOARD_RIGHT_OUT;
}

enum bl_onboard_width { BL_ONBOARD_ONE, BL_ONBOARD_NUMBER, BL_ONBOARD_LINES };

/* A signal between two boards: a row of the table. */
struct bl_onboard_signal {
    const char *word; /* "go": wires are called left_go_in, ..., with a bit behind it where there
                         are several */
    enum bl_onboard_width width;
    bool pair;                               /* over differential pairs */
    bool chain;                              /* not between the last domain and the first */
    bool bundled;                            /* with all others that are */
    const char *ports[BL_ONBOARD_END_COUNT]; /* of bl_rsb_board, "" where the top has it; NULL: no
                                                such wire */
};
/* Ends with a word of NULL. */
extern const struct bl_onboard_signal bl_onboard_signals[];

/* Contacts that are left for probes, at most as many as bl_rsb_board has. */
enum { BL_ONBOARD_PROBES = 9 };

/* Why a bus cannot be on such boards, and why what was decided cannot be built; NULL: it can. */
const char *bl_onboard_refuses(struct bl_arena *arena, const struct bl_bus *bus,
                               const struct bl_board *board, int lines);
const char *bl_onboard_fault(struct bl_arena *arena, const struct bl_onboard *onboard);
/* Decides about a bus whose `board` and `lines` are set. */
const struct bl_onboard *bl_onboard_decide(struct bl_arena *arena, const struct bl_bus *bus,
                                           const struct bl_board *board, int lines);

#endif
