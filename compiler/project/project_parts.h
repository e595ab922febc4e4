/* What the files of a project are written with: names, times and paths. */
#ifndef BL_PROJECT_PARTS_H
#define BL_PROJECT_PARTS_H

#include "project/project.h"

/* Periods in ns. */
double bl_project_period(const struct bl_project *project, int clock);
/* The path with other separators and another text for the rounds of a loop: "|" and "[*]" for
 * Quartus. */
const char *bl_project_path(const struct bl_project *project, const char *path,
                            const char *separator, const char *rounds);
/* Whether a port of the top goes out. */
bool bl_project_is_output(const struct bl_project *project, const char *port);
/* Whether a file belongs to the board's top alone, not to the node with its memory ports. */
bool bl_project_for_top(const struct bl_project *project, const char *path);
/* The fastest of the node's clocks, Hz. */
double bl_project_fastest(const struct bl_project *project);
/* A new file of project/. */
struct bl_text *bl_project_file(struct bl_project *project, const char *name);
/* For text/project/FILE.in, with the holes that stand in many: `kind` and `pipeline` are what
   stands on the board, "Pipeline" and "sort"; `board`, `node` with its memory ports, the board's
   `top`, the `device`, and `memory`, what the board's wants. */
struct bl_parts bl_project_parts(const struct bl_project *project, struct bl_text *text,
                                 const char *file);
/* Whether there are times to keep: bits that come from other clocks have none where there is no
 * other. */
bool bl_project_is_limited(const struct bl_project *project,
                           const struct bl_project_crossing *cross);
/* The parts "queue", "bits" and "bits of a clock", or "gate" of Xilinx's constraints, for a
   crossing whose paths are filled in: fills from_clock and to_clock; to_limit, from_limit and
   to_period, times in ns. */
void bl_project_crossing(const struct bl_project *project, struct bl_parts *parts,
                         const struct bl_project_crossing *cross);
/* The settings of the tool that its back end in FuseSoC has no option for: a Tcl file that it
 * reads. */
struct bl_parts bl_project_fusesoc_parts(struct bl_project *project);

#endif
