/* Kinds of stages, as the language sees them (stages.def), and the row that says what one does. */
#ifndef BL_STAGE_H
#define BL_STAGE_H

#include <stdbool.h>

enum bl_stage_kind {
#define BL_STAGE(name, word, versions, makes, help) BL_##name,
#include "ir/stages.def"
#undef BL_STAGE
    BL_STAGE_KINDS
};

/* How the source writes a stage. */
struct bl_stage_words {
    const char *word, *help;
    bool versions; /* its arguments are column versions, else functions in brackets */
    bool makes;    /* it leaves something in block RAM, which it names: `as NAME` */
};

/* The row of a kind in stages.def, and its word alone. */
const struct bl_stage_words *bl_stage_words(enum bl_stage_kind kind);
const char *bl_stage_word(enum bl_stage_kind kind);

/* What a stage does with the records of its pass. All who look at a pass ask for this and never for
   the kind itself. */
enum bl_stage_role {
    BL_STAGE_READS,      /* begins the pass: versions come from memory */
    BL_STAGE_COUNTS,     /* counts the records, which go on as they came */
    BL_STAGE_STEERS,     /* keeps where each record goes, for the pass that comes next */
    BL_STAGE_TO_CHANNEL, /* moves records between the channels of a node */
    BL_STAGE_TO_NODE,    /* moves records between the nodes */
    BL_STAGE_WRITES,     /* ends the pass: versions go to memory */
    BL_STAGE_COMPUTES,   /* makes columns of every record, or drops records */
    BL_STAGE_ROLES
};

/* What stands between two stages of a pass: what those so far have made of the records. */
struct bl_between {
    bool begun;     /* they come from memory */
    bool counted;   /* a stage has looked at them, which is purpose enough */
    bool computed;  /* they have more columns than were read, or are not all that were read */
    bool moved;     /* they are not where they were read */
    bool exchanged; /* nor on the same node */
    bool ended;     /* nothing comes out any more */
};

struct bl_golden;
struct bl_routing;
struct bl_stage;
struct bl_stage_tree;
struct bl_walk;

/* One for every kind: a file in stage/. */
struct bl_stage_row {
    enum bl_stage_kind kind;
    enum bl_stage_role role;
    /* NULL where the stage can stand behind others, and then *between is what comes out of it;
       otherwise what it wants, the end of a sentence. */
    const char *(*follow)(struct bl_between *between);
    /* Takes the arguments and gives the stage its meaning: check/pipeline/check_pass.h. */
    void (*check)(struct bl_walk *walk, const struct bl_stage_tree *tree, struct bl_stage *stage);
    /* Prints what it does to the records of a pass in the golden model: emit/emit_golden.h; the
       holes `function` and `value` are its function and what that looks at. NULL: nothing. */
    void (*golden)(struct bl_golden *golden, const struct bl_stage *stage);
    /* Of a stage that computes: declares made_COLUMN for each column that it makes, by what it
       takes; asked once for a record of a pass, by the first stage that needs one of them. */
    void (*compute)(struct bl_golden *golden, const struct bl_stage *stage);
    /* Leads the stream of the pass through what the stage needs: plan/route/routing.h. */
    void (*route)(struct bl_routing *routing, const struct bl_stage *stage);
};

#endif
