#include "plan/fuse/pieces.h"

#include "base/arena.h"

struct bl_piece *bl_pieces_whole(struct bl_arena *arena, const struct bl_program *program) {
    struct bl_piece *pieces = BL_NEW(arena, struct bl_piece, program->pass_count);
    for (int p = 0; p < program->pass_count; p++) pieces[p].pass = program->passes[p].number;
    return pieces;
}

const char *bl_piece_name(struct bl_arena *arena, const struct bl_piece *part) {
    return part->letter ? bl_format(arena, "%d%c", part->pass, part->letter)
                        : bl_format(arena, "%d", part->pass);
}

/* How many of the numbers, from this one on, are all pieces of a pass; 0: not all are there. */
static int whole_pass(const struct bl_piece *pieces, int piece_count, const int *numbers,
                      int count) {
    const struct bl_piece *first = &pieces[numbers[0] - 1], *end = pieces + piece_count;
    int length = 1;
    if (first->letter > 'a') return 0;
    for (const struct bl_piece *piece = first + 1; piece < end && piece->pass == first->pass;
         piece++)
        if (length == count || numbers[length++] != piece - pieces + 1) return 0;
    return length;
}

const char *bl_pieces_label(struct bl_arena *arena, const struct bl_piece *pieces, int piece_count,
                            const int *numbers, int count) {
    const char *label = "pass ", *between = "";
    for (int i = 0; i < count; between = "+") {
        const struct bl_piece *piece = &pieces[numbers[i] - 1];
        int whole = whole_pass(pieces, piece_count, numbers + i, count - i);
        const char *name = whole ? bl_format(arena, "%d", piece->pass)
                                 : bl_piece_name(arena, piece);
        label = bl_format(arena, "%s%s%s", label, between, name);
        i += whole ? whole : 1;
    }
    return label;
}
