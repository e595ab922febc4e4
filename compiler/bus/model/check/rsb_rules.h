/* What has to hold in a ring of arbiter cells, whatever the delays. */
#ifndef BL_RSB_RULES_H
#define BL_RSB_RULES_H

#include "bus/model/check/rsb_check.h"

/* The paths of a ring. */
struct bl_rsb_map {
    int user[BL_RSB_CELLS];   /* the domain whose path uses segment i, between cell i and the next;
                                 -1: none */
    int owner[BL_RSB_CELLS];  /* the domain whose path ends at cell i; -1: none */
    int target[BL_RSB_CELLS]; /* where the path of domain i ends; -1: it has none */
    bool clockwise[BL_RSB_CELLS]; /* the way of the path of domain i */
    enum bl_rsb_fault fault;      /* NONE, SEGMENT or PATH */
    int cell;                     /* where the fault is */
};

/* The answer that cell `cell` is about to give to its domain: right way, right destination, no free
 * way refused. */
enum bl_rsb_fault bl_rsb_check_answer(const uint64_t *words, int count, int cell);

/* The token is about to leave: every wire stands as the paths want it, and nothing else. `*cell` is
 * where it does not. */
enum bl_rsb_fault bl_rsb_check_settled(const uint64_t *words, int count, int *cell);

#endif
