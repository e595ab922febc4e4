/* The program as a picture: before and after fusion, as a source for Graphviz. */
#ifndef BL_GRAPH_H
#define BL_GRAPH_H

#include <stdbool.h>
#include "ir/plan.h"

enum bl_graph_view { BL_GRAPH_BOTH, BL_GRAPH_BEFORE, BL_GRAPH_AFTER };

/* "both", "before", "after". False when the word is none of them. */
bool bl_graph_view_parse(const char *word, enum bl_graph_view *view);

/* One digraph: a cluster for each side, in it a cluster per pass with its stages, and the versions
   between the passes. `unfused` is the plan of the same program without fusion, from which the left
   side has its buffers; NULL when the board cannot hold that plan. */
void bl_graph_print(struct bl_text *text, const struct bl_plan *plan, const struct bl_plan *unfused,
                    enum bl_graph_view view);

#endif
