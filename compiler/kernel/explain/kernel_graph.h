/* Kernels as a picture, as a source for Graphviz. */
#ifndef BL_KERNEL_GRAPH_H
#define BL_KERNEL_GRAPH_H

struct bl_kernels_plan;
struct bl_text;

/* One digraph: a frame for each kernel, in it its nodes in a row below their memories, the modules
   of the user's own, and a box for each barrier and collective, in which all nodes meet. Channels
   run from node to node. */
void bl_kernels_graph(struct bl_text *text, const struct bl_kernels_plan *plan);

#endif
