/* The vendor's IP that the top of a board instantiates: a row for each family that has some. */
#ifndef BL_PROJECT_IP_H
#define BL_PROJECT_IP_H

#include "ir/circuit.h"

struct bl_project;
struct bl_project_clock;

enum { BL_IP_FILES = 8, BL_IP_CLOCKS = 4 }; /* of a project, at most */

/* What the project names of an IP. */
struct bl_project_ip_file {
    const char *module, *assignment, *path;
    bool scripted; /* ip.sh makes it; else the user does */
};

/* A second project of the same files: behind the top's name, and what it defines in Verilog. */
struct bl_project_revision {
    const char *suffix, *macro;
};

struct bl_project_ip {
    bool (*has)(const struct bl_project *project);
    /* Of boards/, with what stands before the IP. */
    const char *(*folder)(const struct bl_project *project);
    const char *const *modules; /* that the vendor's tool makes; NULL behind the last */
    /* Of a revision of the project: 0, or 1 and so on for those that are listed. Their number. */
    int (*files)(const struct bl_project *project, int revision, struct bl_project_ip_file *files);
    const struct bl_project_revision *revisions; /* beside the first, up to one of NULL; or NULL */
    const char *reset;                           /* an expression of the top that resets the node */
    /* The shell: whether a port of the node ends there, what stands there, and an expression of
       what the node's reset waits for. NULL: nothing. */
    bool (*inside_shell)(const char *port);
    void (*shell)(struct bl_project *project);
    const char *shell_busy;
    /* The top: the net for a port of the shell, or NULL; what is in front of the shell, and behind
       it. */
    const char *(*net)(struct bl_project *project, const char *port);
    void (*nets)(struct bl_project *project);
    void (*place)(struct bl_project *project);
    /* Clocks behind the node's, which the IP makes; whether it makes one. */
    void (*add_clocks)(struct bl_project *project);
    bool (*makes_clock)(const struct bl_project *project, int number);
    /* Files of the Quartus project of its own. NULL: none. */
    void (*write)(struct bl_project *project);
};

/* The row that a project has, or NULL. */
const struct bl_project_ip *bl_project_ip_of(const struct bl_project *project);
/* Whether a module is made by the vendor's tool. */
bool bl_project_ip_module(const char *module);
/* Whether a clock is the IP's; whether, as the core's, it comes by a pin of its own, which is then
   made. */
bool bl_project_ip_clock(const struct bl_project *project, int number);
bool bl_project_pin_clock(const struct bl_project *project, int number);
void bl_project_clock_on_pin(struct bl_project *project, struct bl_project_clock *clock);
/* A pin of which nobody has published the place, at the IP's port `of_ip`, or with inst NULL none;
   clock_ns: its period, 0: it is no clock. */
void bl_project_ip_pin(struct bl_project *project, struct bl_instance *inst, const char *port,
                       enum bl_direction direction, int width, const char *of_ip, double clock_ns);

extern const struct bl_project_ip bl_project_arria10, bl_project_stratix4;

#endif
