/* One pass: the order of its stages, and the type rules of docs/language.md. */
#ifndef BL_CHECK_PASS_H
#define BL_CHECK_PASS_H

#include <stdbool.h>

struct bl_binding;
struct bl_check;
struct bl_column;
struct bl_diagnostic;
struct bl_pass;
struct bl_stage;
struct bl_stage_tree;
struct bl_version;

struct bl_walk {
    struct bl_check *check;
    struct bl_pass *pass;
    int rows; /* the arrangement of what comes out of the stages so far */
    bool bad; /* an error was reported: rows means nothing any more */
};

/* The pass's read, and the version of a column that it reads, or NULL. */
const struct bl_stage *bl_walk_read(const struct bl_walk *walk);
const struct bl_version *bl_walk_version(const struct bl_walk *walk,
                                         const struct bl_column *column);

/* Whether the records have the column by now: read, or made by a stage of the user's own. */
bool bl_walk_has(const struct bl_walk *walk, const struct bl_column *column);
/* What to do about a column that is not there: for one that a stage makes, to use that; else
   `hint`. */
const char *bl_walk_hint(const struct bl_walk *walk, const struct bl_column *column,
                         const char *hint);

/* Whether the stage has as many arguments; else an error that names `text`. */
bool bl_walk_count(struct bl_walk *walk, const struct bl_stage_tree *tree, int low, int high,
                   const char *text);
/* Takes at most so many functions of columns that the pass reads from the arguments; the stage is
   bad when one is. `hint` ends the message about a column that is not read. */
void bl_walk_functions(struct bl_walk *walk, const struct bl_stage_tree *tree,
                       struct bl_stage *stage, int most, const char *hint);
/* Declares what the stage leaves behind, behind `as`. */
void bl_walk_product(struct bl_walk *walk, const struct bl_stage_tree *tree,
                     struct bl_stage *stage);
/* Where the product of a binding comes from, as a note. */
void bl_walk_note_product(struct bl_walk *walk, struct bl_diagnostic *diagnostic,
                          const struct bl_binding *binding);
/* A pass without a write reads only what its last stage looks at. */
void bl_walk_purpose(struct bl_walk *walk, const struct bl_stage_tree *tree,
                     const struct bl_stage *stage);
/* Adds a hidden version of the column to the stage, of the records as they are now: what the golden
   model knows of them there. `maker` names it. The stage's list has room. */
void bl_walk_hide(struct bl_walk *walk, struct bl_stage *stage, const char *maker,
                  const struct bl_column *column);
/* The arrangement that the stage makes. */
void bl_walk_move(struct bl_walk *walk, const struct bl_stage *stage);

#endif
