/* Random transfers over the ring segmented bus: domains, or elements of domains, that ask after
 * exponentially distributed gaps. */
#ifndef BL_RSB_MONTE_CARLO_H
#define BL_RSB_MONTE_CARLO_H

#include <stdio.h>

#include "bus/model/hierarchy/rsb_larb.h"

/* Faults that can be made on purpose when half of the transfers are done: BL_RSB_DAMAGE(NAME,
 * word). */
#define BL_RSB_DAMAGES(BL_RSB_DAMAGE)                                                              \
    BL_RSB_DAMAGE(NONE, "none")                                                                    \
    BL_RSB_DAMAGE(                                                                                 \
        WITHDRAW,                                                                                  \
        "withdraw") /* a domain takes a request back a gate's time after it has raised it */       \
    BL_RSB_DAMAGE(STUCK, "stuck") /* the clockwise wire out of cell 1 keeps 0; a centralised       \
                                     arbiter takes that segment for free */                        \
    /* the token wire out of the cell opposite to 0 keeps its value: the token is lost there; of a \
     * centralised arbiter the delay does */                                                       \
    BL_RSB_DAMAGE(TOKEN, "token")

enum bl_rsb_damage {
#define BL_RSB_DAMAGE(name, word) BL_RSB_DAMAGE_##name,
    BL_RSB_DAMAGES(BL_RSB_DAMAGE)
#undef BL_RSB_DAMAGE
        BL_RSB_DAMAGE_COUNT
};

/* As `--fault` takes it. */
const char *bl_rsb_damage_word(enum bl_rsb_damage fault);

enum { BL_RSB_REPORTS = 4 };

/* A broken rule: at a cell of the outer bus, or inside a domain. */
struct bl_rsb_report {
    enum bl_rsb_error error;
    int cell;
    bool inside;
    int64_t time_ps;
};

struct bl_rsb_load {
    int domains; /* 3..16 */
    int elements,
        connectors;   /* of a domain, as of bl_larb_options; with 0 or 1 elements the bus is flat */
    bool centralised; /* one arbiter for all in place of the ring of cells */
    const struct bl_rsb_cells *made; /* as of bl_rsb_options */
    int64_t gate_ps, wire_ps;        /* a table; a segment, for control and data alike */
    int64_t token_ps, stop_ps;       /* as of bl_rsb_options */
    struct bl_rsb_segments segments; /* of a flat bus, as of bl_rsb_options */
    struct bl_rsb_data data;
    struct bl_rsb_clocks clocks; /* of a flat bus; react_ps is then no longer than a period */
    int64_t
        react_ps; /* a flat domain needs so long from an answer to its next request; 1 or more */
    int64_t clock_ps; /* of domains with elements */
    int64_t gap_ps;   /* mean of the gaps from the end of a transfer to the next request of the same
                         domain or element */
    int words; /* of a transfer; each is acknowledged end to end before the next: two times hops *
                  wire_ps + gate_ps */
    bool without[BL_LARB_RULE_COUNT];
    uint64_t transfers; /* to finish, of all together */
    uint64_t seed;
    enum bl_rsb_damage damage;
    /* Called now and then with the transfers done so far; whether to go on. May be NULL. */
    bool (*tick)(void *user, uint64_t transfers);
    void *user;
};

struct bl_rsb_yield {
    uint64_t transfers, refused; /* finished; attempts that found no way */
    int64_t time_ps;
    double words_per_us; /* throughput of all domains together */
    uint64_t paths; /* got, also by transfers that were not finished: the means are over them */
    double hops;    /* mean length of a path, 0 of one inside a domain */
    double wait_ns, wait_most_ns; /* from the request to the whole path: mean, most */
    int bypass; /* most operations of others between a lock and its answer; at most bl_rsb_bus_bound
                 */
    int64_t inner_wait, inner_bound; /* of the domain that came nearest: as of bl_larb_wait */
    uint64_t events, errors[BL_RSB_ERROR_COUNT], error_count;
    struct bl_rsb_report reports[BL_RSB_REPORTS]; /* the first broken rules */
    int report_count;
    int64_t fault_ps; /* when the fault was made; -1: it was not */
    int fault_cell;
};

/* Cells of the outer bus. */
static inline int bl_rsb_load_cells(const struct bl_rsb_load *load) {
    return load->domains * (load->elements > 1 ? load->connectors : 1);
}

/* Runs until so many transfers are done, an error has been seen or tick says no. False: the load is
 * out of range. */
bool bl_rsb_monte_carlo(const struct bl_rsb_load *load, struct bl_rsb_yield *yield);

/* One header, then one line for each load. */
void bl_rsb_csv_header(FILE *out);
void bl_rsb_csv_line(FILE *out, const struct bl_rsb_load *load, const struct bl_rsb_yield *yield);

#endif
