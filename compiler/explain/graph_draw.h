/* Graphviz, as a child. */
#ifndef BL_GRAPH_DRAW_H
#define BL_GRAPH_DRAW_H

#include <stdbool.h>

struct bl_arena;
struct bl_text;

/* "svg", "pdf" or "png" by the end of the name, or NULL after a message on stderr. */
const char *bl_graph_format(const char *path);

/* Source of Graphviz to a file, or to stdout without a path or with "-". False after a message. */
bool bl_graph_write(const struct bl_text *source, const char *path);

/* Runs `dot` on `source` and writes `format` ("svg", "pdf", "png") to `path`. False after a message
 * on stderr; nothing is written then. */
bool bl_graph_draw(struct bl_arena *arena, const struct bl_text *source, const char *format,
                   const char *path);

#endif
