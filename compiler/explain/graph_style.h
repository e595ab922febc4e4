/* What all pictures for Graphviz look like: letters, colours, labels. */
#ifndef BL_GRAPH_STYLE_H
#define BL_GRAPH_STYLE_H

#include <stdbool.h>

struct bl_text;

/* Colours of what is drawn. */
#define BL_GRAPH_FRAME "#8b959e"
#define BL_GRAPH_MEMORY "#eceff1"
#define BL_GRAPH_PLAIN "#ffffff"
#define BL_GRAPH_TABLE "#f4f1e8"
#define BL_GRAPH_CROSSBAR "#e6eef7"
#define BL_GRAPH_NETWORK "#fbeedb"
#define BL_GRAPH_OWN "#e4f1e6"

/* The graph `name` with its defaults, up to the line of words above the picture; `note`: a second
   line, or NULL. Its end is "}\n". */
void bl_graph_begin(struct bl_text *text, const char *name, const char *words, const char *note);

/* A label is a table: a title, then lines in small; the table ends with "</TABLE>". */
void bl_graph_begin_label(struct bl_text *text);
void bl_graph_end_title(struct bl_text *text);
/* NULL: no line. */
void bl_graph_small(struct bl_text *text, const char *words);
/* The label of a frame: the title, and beside it words in small; with the line's attributes. */
void bl_graph_frame(struct bl_text *text, const char *title, const char *small);

#endif
