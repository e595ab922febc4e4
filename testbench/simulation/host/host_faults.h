/* What goes wrong beyond a host port on purpose: rates by name. */
#ifndef BL_HOST_FAULTS_H
#define BL_HOST_FAULTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/carried/random.h"

enum { BL_HOST_FAULTS = 4 };

/* What a row does to a request of the bus. */
struct bl_host_fault {
    const char *word, *help;
    uint8_t response; /* of AXI, in place of the data */
    bool lost;        /* it never comes */
    int late;         /* it comes back later by less than that many times its memory's read time */
};
#define BL_HOST_LOST (INT64_MAX / 4) /* so much later, or more: never */
extern const struct bl_host_fault bl_host_fault_rows[BL_HOST_FAULTS];

/* Rates of the rows, 0 to 1, for each request. */
struct bl_host_faults {
    double rates[BL_HOST_FAULTS];
    uint64_t seed; /* of the order of completions too */
};

/* Of "host-abort=1e-3,host-late=0.01"; NULL, or a message that stays. */
const char *bl_host_faults_parse(const char *text, struct bl_host_faults *faults);
/* A line for each row. */
void bl_host_faults_help(FILE *file);
/* Draws what happens to a request of which nothing was wrong: its response, and by what its data,
   which take `read_ps`, are later. */
uint8_t bl_host_faults_strike(const struct bl_host_faults *faults, struct bl_random *random,
                              int64_t read_ps, int64_t *late_ps);

#endif
