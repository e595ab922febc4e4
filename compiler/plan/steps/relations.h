/* Which passes of a list read, write, make and use what: answers about a long list without a walk
   through it. A pass is known by its place, an index of the caller's that orders the passes; lists
   of places are ascending. */
#ifndef BL_RELATIONS_H
#define BL_RELATIONS_H

#include "ir/program.h"

struct bl_relations;

enum bl_relation {
    BL_READS,           /* a version; a place as often as the pass reads it */
    BL_READS_UNCOUNTED, /* the same, passes without a histogram only */
    BL_READS_TO_COUNT,  /* the same, passes that take a histogram and do nothing else only */
    BL_WRITES,          /* a version */
    BL_MAKES,
    BL_USES /* a product */
};

/* Of passes at places 0, 1 and so on. `types` must hold while passes are added and taken out.
   `made_only`: leaves out who reads, and who does the same work. */
struct bl_relations *bl_relations_of(struct bl_arena *arena, const struct bl_pass *passes,
                                     int count, const struct bl_type *types, bool made_only);
void bl_relations_add(struct bl_relations *relations, const struct bl_pass *pass, int place);
void bl_relations_remove(struct bl_relations *relations, const struct bl_pass *pass, int place);

struct bl_where {
    const int *places;
    int count;
};
/* Places of the passes that stand in the relation to a version or a product; they hold until a pass
 * is added or taken out. */
struct bl_where bl_related(const struct bl_relations *relations, enum bl_relation relation,
                           const void *what);
/* Places of the passes that do with column `column` of the same records what this pass does. */
struct bl_where bl_same_work(const struct bl_relations *relations, const struct bl_pass *pass,
                             int column);

/* In how many stages a product is used, and in how many a version is read. */
int bl_product_users(const struct bl_relations *relations, const struct bl_product *product);
int bl_version_readers(const struct bl_relations *relations, const struct bl_version *version);
/* The first place: of a pass that makes or uses a product, or writes a version; -1 when none. */
int bl_product_maker(const struct bl_relations *relations, const struct bl_product *product);
int bl_product_user(const struct bl_relations *relations, const struct bl_product *product);
int bl_version_writer(const struct bl_relations *relations, const struct bl_version *version);
/* Whether one of the places lies between `low` and `high`, neither included. */
bool bl_where_between(struct bl_where where, int low, int high);

/* A version that holds other columns of the same records as `stage` writes, but is written by
   another pass: columns that travel apart. Passes at places `but` and `but_too` do not count (-1:
   none left out). NULL when all columns travel together. */
const struct bl_version *bl_apart(const struct bl_relations *relations,
                                  const struct bl_pass *passes, const struct bl_type *types,
                                  const struct bl_stage *write, int but, int but_too);

#endif
