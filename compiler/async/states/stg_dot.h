/* Drawings for Graphviz. Inputs are red, outputs blue, internal signals green, dummies grey. */
#ifndef BL_STG_DOT_H
#define BL_STG_DOT_H

struct bl_state_graph;
struct bl_stg;
struct bl_text;

/* The net, and the graph as observed (or of the net, when that is all there is), for Graphviz. */
void bl_stg_dot(struct bl_text *text, const struct bl_stg *stg);
void bl_graph_dot(struct bl_text *text, const struct bl_state_graph *graph);

#endif
