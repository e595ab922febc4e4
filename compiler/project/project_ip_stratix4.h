/* Stratix IV: what the four ports of a hub are on their buses. */
#ifndef BL_PROJECT_IP_STRATIX4_H
#define BL_PROJECT_IP_STRATIX4_H

struct bl_project;

enum { BL_S4_SIDES = 4 };
enum bl_s4_role { BL_S4_HOST, BL_S4_ENDPOINT, BL_S4_ROOT, BL_S4_EITHER };
struct bl_s4_side {
    const char *name;
    enum bl_s4_role role;
    const char *root, *comment; /* an expression of the top: it is a root port; or NULL */
};
extern const struct bl_s4_side bl_s4_sides[BL_S4_SIDES];

/* log2 of the bytes of the window that a BAR has. */
int bl_s4_log_window(const struct bl_project *project);

/* ip.sh, which makes the IP with the vendor's wizard: project_wizard.c. */
void bl_s4_wizard(struct bl_project *project);

#endif
