/* What project.h has for the files of its folder alone. */
#ifndef BL_PROJECT_INNER_H
#define BL_PROJECT_INNER_H

#include <stdbool.h>

struct bl_board;
struct bl_memory_port;
struct bl_pll;
struct bl_project;

/* The port of the board's memory for words of `width` bits; the last row, without a family, when
   there is none. */
const struct bl_memory_port *bl_memory_port_find(const struct bl_board *board, int width);
/* Settings with an oscillator of `low`..`high` Hz that give the frequencies exactly; false when
 * there are none. */
bool bl_pll_solve(struct bl_pll *pll, double reference, const double *hertz, int count, double low,
                  double high);

/* The two modules that stand between the node and the board, and with them clocks, pins and open
 * ports. */
void bl_project_shell(struct bl_project *project);
void bl_project_top(struct bl_project *project);

/* The crossings and asynchronous gates in the Verilog of `output`, from the module `top` down. */
void bl_project_scan(struct bl_project *project);
/* Whether the project has IP that ip.sh makes. */
bool bl_project_has_ip(const struct bl_project *project);

/* One per tool, each writes its files. */
void bl_project_quartus(struct bl_project *project);
void bl_project_sdc(struct bl_project *project);
void bl_project_platform(struct bl_project *project);
void bl_project_vivado(struct bl_project *project);
void bl_project_xdc(struct bl_project *project);
void bl_project_ise(struct bl_project *project);
void bl_project_icestorm(struct bl_project *project);
void bl_project_fusesoc(struct bl_project *project);
/* README, whatever the tool: what is left to connect. */
void bl_project_readme(struct bl_project *project);

#endif
