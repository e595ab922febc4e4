/* The board's top: clocks, reset and lights on pins; what vendor IP is to be connected to stays
 * open. */
#ifndef BL_PROJECT_TOP_H
#define BL_PROJECT_TOP_H

#include "ir/circuit.h"

struct bl_arena;
struct bl_project;
struct bl_project_pin;

/* Parts of the board's top, in this order. The clocks, whose names and frequencies are in
   project->clocks: from pins, a PLL or ports. The reset `rst`: by the button, the PLL, and `more`,
   an expression, or NULL; it lasts 2^log_clocks cycles. The lights. */
void bl_project_clocks(struct bl_project *project);
void bl_project_reset(struct bl_project *project, const char *more, int log_clocks);
void bl_project_lights(struct bl_project *project, const char *calibrated, const char *error,
                       const char *waiting);
/* A port of the top without a pin, and one on a pin. */
void bl_project_open(struct bl_project *project, enum bl_direction direction, int width,
                     const char *name, int clock, bool is_clock);
struct bl_project_pin *bl_project_pin(struct bl_project *project, const char *port, int bit,
                                      const char *pin, const char *standard);

#endif
