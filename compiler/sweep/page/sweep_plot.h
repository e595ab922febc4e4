/* The page's plots. */
#ifndef BL_SWEEP_PLOT_H
#define BL_SWEEP_PLOT_H

#include "sweep/sweep.h"

/* What the template draws plots from, as an array of objects; and the legends that they share. */
struct cJSON *bl_sweep_plots(const struct bl_sweep *sweep, const struct bl_sweep_result *results);
void bl_sweep_legends(const struct bl_sweep *sweep, struct cJSON *root);
/* The place of a point's choice among those of the sweep: its colour. */
int bl_sweep_choice_place(const struct bl_sweep *sweep, int point);

#endif
