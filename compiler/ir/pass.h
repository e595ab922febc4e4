/* Questions about a pass and its stages. */
#ifndef BL_PASS_H
#define BL_PASS_H

#include "ir/program.h"

/* The stages of a pass as letters, in order: R H T X (crossbar) A (alltoallv) W C (computes).
   `letters` holds at least 16. */
const char *bl_pass_letters(const struct bl_pass *pass, char *letters);
/* The same without histograms and stages of the user's own. */
const char *bl_pass_shape(const struct bl_pass *pass, char *letters);
/* The first stage of a kind, or NULL. */
struct bl_stage *bl_stage_find(const struct bl_pass *pass, enum bl_stage_role role);
/* The last stage of a kind before another one, or NULL. */
const struct bl_stage *bl_stage_before(const struct bl_pass *pass, const struct bl_stage *stage,
                                       enum bl_stage_role role);
/* Whether an exchange gets its records from a crossbar at once. */
bool bl_is_fed(const struct bl_pass *pass, const struct bl_stage *exchange);
/* The columns of a pass in the order of its records: those that are read, then those that its
   stages make. NULL beyond the last. */
const struct bl_column *bl_pass_column(const struct bl_pass *pass, int place);
/* The bits of all columns that a stage of the user's own makes. */
int bl_own_bits(const struct bl_own *own);
/* The columns that the stages of a pass make: at most BL_MOST_MADE. */
int bl_pass_made(const struct bl_pass *pass);
bool bl_stage_makes(const struct bl_stage *stage, const struct bl_column *column);
/* The first stage of a pass, before `stage`, that makes the column, or NULL. */
const struct bl_stage *bl_stage_maker(const struct bl_pass *pass, const struct bl_stage *stage,
                                      const struct bl_column *column);
/* Whether the records that reach a stage have the column. */
bool bl_stage_gets(const struct bl_pass *pass, const struct bl_stage *stage,
                   const struct bl_column *column);
/* The version with a column of the records that reach a stage: of those that a stage of the user's
   own has made or left, the last before it, or what the pass reads. NULL: there is none. */
const struct bl_version *bl_version_at(const struct bl_pass *pass, const struct bl_stage *stage,
                                       const struct bl_column *column);
/* Whether what comes out of a stage is exchanged at once. */
bool bl_feeds_exchange(const struct bl_pass *pass, const struct bl_stage *stage);
/* The first column version that the pass reads. */
struct bl_version *bl_pass_reads(const struct bl_pass *pass);
bool bl_stage_has(const struct bl_stage *stage, const struct bl_version *version);
bool bl_stage_has_column(const struct bl_stage *stage, const struct bl_column *column);
/* The bits of the columns that a stage reads or writes. */
int bl_stage_bits(const struct bl_stage *stage);
/* "key, value" */
const char *bl_names(struct bl_arena *arena, const struct bl_stage *stage);

#endif
