/* What the passes are called that the rules begin with. */
#ifndef BL_PIECES_H
#define BL_PIECES_H

#include "ir/plan.h"

/* The passes as they are written, each a piece of its own. */
struct bl_piece *bl_pieces_whole(struct bl_arena *arena, const struct bl_program *program);
/* "2", or "2a" of the first move of pass 2. */
const char *bl_piece_name(struct bl_arena *arena, const struct bl_piece *piece);
/* "pass 1+2a" of the pieces with these numbers, which ascend; a pass with all of its moves is a
   number alone. */
const char *bl_pieces_label(struct bl_arena *arena, const struct bl_piece *pieces, int piece_count,
                            const int *numbers, int count);

#endif
