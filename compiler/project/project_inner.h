/* What project.h has for the files of its folder alone. */
#ifndef BL_PROJECT_INNER_H
#define BL_PROJECT_INNER_H

#include <stdbool.h>

struct bl_board;
struct bl_memory_port;
struct bl_pll;
struct bl_project;
struct bl_project_clock;

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

/* The vendor's IP for PCI Express and Ethernet in the top: project_ip.c. Whether there is one; the
   folder of boards/ with what stands before it, or NULL; whether a module is one. */
bool bl_project_has_pcie(const struct bl_project *project);
bool bl_project_has_mac(const struct bl_project *project);
const char *bl_project_ip_folder(const struct bl_project *project);
bool bl_project_ip_module(const char *module);
/* Whether a port of the node ends in the shell; the host port there, which leaves the nets
   host_waits and memory_waits; the net of the top for a port of the shell, or NULL. */
bool bl_project_inside_shell(const struct bl_project *project, const char *port);
void bl_project_shell_host(struct bl_project *project);
const char *bl_project_ip_net(struct bl_project *project, const char *port);
/* What the top has of it, in front of the shell and behind it. */
void bl_project_ip_nets(struct bl_project *project);
void bl_project_ip(struct bl_project *project);
/* Whether a clock is the IP's; whether, as the core's, it comes by a pin of its own, which is then
   made. */
bool bl_project_ip_clock(const struct bl_project *project, int number);
bool bl_project_pin_clock(const struct bl_project *project, int number);
void bl_project_clock_on_pin(struct bl_project *project, struct bl_project_clock *clock);

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
