/* A bus as a picture for Graphviz: the domains clockwise in a ring, the first on top; inside a
   domain its elements and connectors in a ring of their own; a centralised arbiter in the middle.
   Places are computed here, in inches; letters grow with the picture, so that it can be read on a
   small screen. */
#ifndef BL_BUS_GRAPH_H
#define BL_BUS_GRAPH_H

struct bl_bus;
struct bl_text;

/* The picture for `bankloom graph`, a source for Graphviz. */
void bl_bus_graph(struct bl_text *text, const struct bl_bus *bus);

#endif
