/* The options that change a cluster: those of settings, --board, and --clock of the core. */
#ifndef BL_OVERRIDES_H
#define BL_OVERRIDES_H

#include <stdbool.h>

enum { BL_MOST_OVERRIDES = 16 };
struct bl_arena;
struct bl_setting;

/* What the command line changes in the cluster of the source. */
struct bl_overrides {
    struct bl_override {
        const char *word; /* of the setting */
        double real;      /* as the option counts it, in base units */
    } settings[BL_MOST_OVERRIDES];
    int count;
    const char *
        board; /* a name or a path, relative to the working directory; NULL: as the source has it */
    bool drafts; /* no option: the files of stages of the user's own are not looked at, nor Yosys
                    asked */
};

/* The settings that have an option, in the order of the lists that they are in: cluster, memory,
   clocks, networks; of several with one word the first. How many there are. */
int bl_override_settings(const struct bl_setting *all[BL_MOST_OVERRIDES]);

/* The value of the option --WORD; 0: as the source has it. And giving it another. */
double bl_override(const struct bl_overrides *overrides, const char *word);
void bl_override_set(struct bl_overrides *overrides, const char *word, double real);
/* "--nodes": the first that is given, in that order, after --board when `board`; NULL: none. */
const char *bl_override_first(struct bl_arena *arena, const struct bl_overrides *overrides,
                              bool board);

/* Takes one option of the command line: --board NAME|PATH, or --WORD VALUE of a setting.
   Returns how many of the arguments at `arguments` it used: 0 when the first is none of these, 2
   when it was taken, and -1 after an error was printed on stderr, behind the name of the verb. */
int bl_overrides_option(struct bl_overrides *overrides, const char *verb, int count,
                        char **arguments);

#endif
