/* The facts on a sweep's page. */
#ifndef BL_SWEEP_FACTS_H
#define BL_SWEEP_FACTS_H

#include "sweep/sweep.h"

/* Adds what the page says of the records, the memory and the fabric that its numbers come from. */
void bl_sweep_facts(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                    struct cJSON *root);

#endif
