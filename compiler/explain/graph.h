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

/* "svg", "pdf" or "png" by the end of the name, or NULL after a message on stderr. */
const char *bl_graph_format(const char *path);

/* Source of Graphviz to a file, or to stdout without a path or with "-". False after a message. */
bool bl_graph_write(const struct bl_text *source, const char *path);

/* Runs `dot` on `source` and writes `format` ("svg", "pdf", "png") to `path`. False after a message
 * on stderr; nothing is written then. */
bool bl_graph_draw(struct bl_arena *arena, const struct bl_text *source, const char *format,
                   const char *path);

#endif
