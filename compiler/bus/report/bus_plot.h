/* The curves of random traffic as a drawing: throughput over how often requests come, one line for
 * each number of domains and delay. */
#ifndef BL_BUS_PLOT_H
#define BL_BUS_PLOT_H

struct bl_bus_points;
struct bl_text;

/* Appends the drawing, an SVG. */
void bl_bus_plot(struct bl_text *text, const struct bl_bus_points *points);

#endif
