/* How the words of a pass are cut behind each of its stages. Records hold the columns that are
   read, the first in the low bits, and after them those that stages of the user's own have made. Of
   these the last ones are left out as soon as no later stage needs them. */
#ifndef BL_CUTS_H
#define BL_CUTS_H

#include "ir/cut.h"

struct bl_pass;

/* What comes out of a stage of the pass. */
struct bl_cut bl_cut_behind(const struct bl_cluster *cluster, const struct bl_pass *pass,
                            const struct bl_stage *stage);
/* The lowest bit of a column in a record that reaches a stage of the pass; 0 where it has no such
   column. */
int bl_column_offset(const struct bl_cluster *cluster, const struct bl_pass *pass,
                     const struct bl_stage *stage, const struct bl_column *column);

#endif
