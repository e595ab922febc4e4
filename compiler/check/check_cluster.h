/* Clusters: collecting their parts, applying the command line, checking the sizes. */
#ifndef BL_CHECK_CLUSTER_H
#define BL_CHECK_CLUSTER_H

struct bl_check;
struct bl_part;

/* The name of the board that a part `board` has, or its path, with a `/` in it; NULL: there is
   none. */
const char *bl_check_board_name(struct bl_check *check, const struct bl_part *board);

#endif
