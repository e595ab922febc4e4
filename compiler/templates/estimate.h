/* What a circuit takes of its board, without synthesis: the sum of its templates' costs (cost.h)
 * and of the top's own logic. */
#ifndef BL_ESTIMATE_H
#define BL_ESTIMATE_H

#include "ir/circuit.h"
#include "templates/cost.h"

struct bl_arena;
struct bl_board;
struct bl_text;

/* All instances of one template in the top, with everything below them; "" is the top's own logic.
 */
struct bl_estimate_part {
    const char *module;
    int count;
    struct bl_resources takes;
    const struct bl_cost_parts *below; /* of the first one, where its row shows them; else NULL */
};

struct bl_estimate_parts {
    struct bl_estimate_part *items;
    int count, capacity;
};

struct bl_estimate {
    const struct bl_board *board;
    struct bl_resources total;
    struct bl_estimate_parts parts;     /* in the order of their first instances; the top's last */
    struct bl_estimate_parts uncounted; /* instances of what bl_cost_find has no row for; they take
                                           nothing */
};

/* Adds up what the instances take on the board, by their templates. */
void bl_estimate_circuit(struct bl_estimate *estimate, struct bl_arena *arena,
                         const struct bl_circuit *circuit, const struct bl_board *board);

/* Block RAM of the circuit in the blocks that Yosys counts in: those of the fabric that stands in
 * for the board's where one does. */
int bl_estimate_yosys_blocks(struct bl_arena *arena, const struct bl_circuit *circuit,
                             const struct bl_board *board);

/* Logic, in the board's unit, of a crossbar from `inputs` to `outputs` lanes with `elems` elements
 * of `elem_bits` bits a word. */
int bl_estimate_crossbar(const struct bl_board *board, int inputs, int outputs, int elems,
                         int elem_bits);

/* What a board's logic is counted in, for a sentence: "ALMs", "LUT6s", "logic cells"; its block
 * RAM: "M20K". */
const char *bl_estimate_unit(const struct bl_board *board);
const char *bl_estimate_ram(struct bl_arena *arena, const struct bl_board *board);

/* Whether the board has as much logic, flip-flops and block RAM of the first kind. */
bool bl_estimate_fits(const struct bl_estimate *estimate);

/* One line: logic, flip-flops and block RAM, each with the share of the board. */
void bl_estimate_line(struct bl_text *text, struct bl_arena *arena,
                      const struct bl_estimate *estimate);
/* That line and one for every part. */
void bl_estimate_print(struct bl_text *text, struct bl_arena *arena,
                       const struct bl_estimate *estimate);

#endif
