/* Random transfers over the ring segmented bus: domains that ask after exponentially distributed gaps. */
#ifndef BL_RSB_MONTE_CARLO_H
#define BL_RSB_MONTE_CARLO_H

#include <stdio.h>

#include "rsb.h"

struct bl_rsb_load {
    int domains;                  /* 3..16 */
    int64_t gate_ps, wire_ps;     /* a table; a segment, for control and data alike */
    int64_t react_ps;             /* a domain needs so long from an answer to its next wish; 1 or more */
    int64_t gap_ps;               /* mean of the gaps from the end of a transfer to the next request of the same domain */
    int words;                    /* of a transfer; each is acknowledged end to end before the next: two times hops * wire_ps + gate_ps */
    uint64_t transfers;           /* to finish, of all domains together */
    uint64_t seed;
};

struct bl_rsb_yield {
    uint64_t transfers, refused;  /* finished; attempts that found no way */
    int64_t time_ps;
    double words_per_us;          /* throughput of all domains together */
    double hops;                  /* mean length of a path */
    double wait_ns, wait_most_ns; /* from the request to the path: mean, most */
    int bypass;                   /* most operations of others between a lock and its answer; at most domains - 1 */
    uint64_t events, errors[BL_RSB_ERROR_COUNT], error_count;
};

/* Runs until so many transfers are done or an error has been seen. False: the load is out of range. */
bool bl_rsb_monte_carlo(const struct bl_rsb_load *load, struct bl_rsb_yield *yield);

/* One header, then one line for each load. */
void bl_rsb_csv_header(FILE *out);
void bl_rsb_csv_line(FILE *out, const struct bl_rsb_load *load, const struct bl_rsb_yield *yield);

#endif
