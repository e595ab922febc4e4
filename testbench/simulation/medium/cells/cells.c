/* Links of cells as a medium: what a node drives in a cycle its neighbour sees some cycles later,
   and what that says of it as long after. */
#include "network/cells/carried/cells.h"

#include <stdio.h>
#include <string.h>

#include "base/carried/checked.h"
#include "base/carried/counted.h"
#include "base/carried/random.h"

enum { DATA, HEADER, NACK, FAULTS };
static const struct bl_medium_fault faults[] = {BL_CELLS_FAULT_ROWS(BL_MEDIUM_FAULT){0}};

enum { SILENCE_PS = 20000000 /* until a link of which nothing is heard has failed */ };

/* What was driven in a cycle of a node. */
struct slot {
    int64_t cycle;
    struct bl_cell_sent sent;
};
struct said {
    int64_t cycle;
    uint8_t bit;
};

/* One direction of a cable, out of a node, and the wire back. */
struct link {
    struct slot *slots; /* [cycles], of its node */
    struct said *back;  /* [cycles], of the node that it leads to */
    struct {            /* of its node */
        int place;      /* words since a cell began, up to its end */
        int strikes;    /* that which is flipped, 0: none */
        struct bl_random random;
        uint64_t cells, struck[FAULTS];
    } sender;
    struct { /* of the other one */
        struct bl_random random;
        uint64_t struck;
    } receiver;
};

struct cells {
    int nodes, cycles;           /* of a slot's ring */
    struct bl_sim_clock *clocks; /* [nodes] */
    int64_t latency_ps;
    const struct bl_cells_config *own;
    int (*before)[BL_CELL_LINKS]; /* [nodes]: the place of what a link in comes from in links */
    struct link *links;           /* [nodes * BL_CELL_LINKS], by where they begin */
    double rates[BL_MEDIUM_FAULTS];
    char (*places)[32]; /* [nodes * BL_CELL_LINKS] */
};

static struct link *link_of(const struct cells *cells, int node, int link) {
    return &cells->links[node * BL_CELL_LINKS + link];
}

/* The last cycle of a node that has begun at a time; less than 0: none has. */
static int64_t cycle_at(const struct cells *cells, int node, int64_t time_ps) {
    int64_t since_ps = time_ps - cells->clocks[node].phase_ps;
    return since_ps < 0 ? -1 : since_ps / cells->clocks[node].period_ps;
}

static void join(struct cells *cells) {
    for (int i = 0; i < cells->nodes * BL_CELL_LINKS; i++) {
        int node = i / BL_CELL_LINKS, number = i % BL_CELL_LINKS;
        const int end = cells->own->ends[i];
        cells->before[end / BL_CELL_LINKS][end % BL_CELL_LINKS] = i;
        cells->links[i].slots = bl_zalloc((size_t)cells->cycles, sizeof(struct slot));
        cells->links[i].back = bl_zalloc((size_t)cells->cycles, sizeof(struct said));
        for (int k = 0; k < cells->cycles; k++)
            cells->links[i].slots[k].cycle = cells->links[i].back[k].cycle = -1;
        snprintf(cells->places[i], sizeof cells->places[i], "from node %d, link %d", node, number);
    }
}

/* ---- clocks of links: those of the nodes at their other ends */

enum { PHASES = 16, PHASE_STEP = 5 /* from a node to the next one */ };

/* The node that number `link` of a node's links in, or out, joins it to. */
static int other_end(const struct bl_medium_config *config, int node, int link, bool in) {
    const uint8_t *ends = ((const struct bl_cells_config *)config->own)->ends;
    if (!in) return ends[node * BL_CELL_LINKS + link] / BL_CELL_LINKS;
    int from = 0;
    while (ends[from] != node * BL_CELL_LINKS + link) from++;
    return from / BL_CELL_LINKS;
}

/* The number behind `word` in a clock's name; -1: it is another one. */
static int link_named(const char *name, const char *word) {
    const size_t length = strlen(word);
    return strncmp(name, word, length) ? -1 : name[length] - '0';
}

/* The links take whole cycles, so phases at their ends are those at their beginnings. */
static void clocks(const struct bl_medium_config *config, struct bl_sim_clock *const *clocks) {
    if (!((const struct bl_cells_config *)config->own)->crosses) return;
    const struct bl_node_model *model = config->models[0];
    for (int i = 0; i < config->nodes; i++) {
        struct bl_sim_clock *own = &clocks[i][model->network_clock];
        own->phase_ps += own->period_ps * (PHASE_STEP * i % PHASES) / PHASES;
    }
    for (int i = 0; i < config->nodes * model->clocks; i++) {
        struct bl_sim_clock *clock = &clocks[i / model->clocks][i % model->clocks];
        const int in = link_named(clock->name, BL_CELL_CLOCK_IN),
                  back = link_named(clock->name, BL_CELL_CLOCK_BACK);
        if (!(model->carried_clocks >> i % model->clocks & 1)) continue;
        clock->phase_ps = clocks[other_end(config, i / model->clocks, in < 0 ? back : in, in >= 0)]
                                [model->network_clock]
                                    .phase_ps;
    }
}

/* A slot lives twice as long as a word is under way: what one node writes in a window of the
   latency none reads in it. */
static void *create(const struct bl_medium_config *config, struct bl_medium_times *times) {
    struct cells *cells = bl_zalloc(1, sizeof *cells);
    const struct bl_cells_config *own = config->own;
    size_t nodes = (size_t)config->nodes;
    *cells = (struct cells){.nodes = config->nodes, .cycles = 2 * own->wire + 2, .own = own};
    cells->clocks = bl_zalloc(nodes, sizeof *cells->clocks);
    memcpy(cells->clocks, config->clocks, nodes * sizeof *cells->clocks);
    cells->latency_ps = own->wire * config->clocks[0].period_ps;
    cells->before = bl_zalloc(nodes, sizeof *cells->before);
    cells->links = bl_zalloc(nodes * BL_CELL_LINKS, sizeof *cells->links);
    cells->places = bl_zalloc(nodes * BL_CELL_LINKS, sizeof *cells->places);
    join(cells);
    *times = (struct bl_medium_times){.window_ps = cells->latency_ps,
                                      .patience_ps = 2 * (int64_t)SILENCE_PS,
                                      .reset_ps = 3 * cells->latency_ps};
    return cells;
}

static void destroy(void *medium) {
    struct cells *cells = medium;
    for (int i = 0; i < cells->nodes * BL_CELL_LINKS; i++) {
        bl_zfree(cells->links[i].slots);
        bl_zfree(cells->links[i].back);
    }
    bl_zfree(cells->clocks);
    bl_zfree(cells->before);
    bl_zfree(cells->links);
    bl_zfree(cells->places);
    bl_zfree(cells);
}

static void arm(void *medium, const struct bl_medium_faults *asked) {
    struct cells *cells = medium;
    memcpy(cells->rates, asked->rates, sizeof cells->rates);
    for (int i = 0; i < cells->nodes * BL_CELL_LINKS; i++) {
        cells->links[i].sender.random = bl_random_at(asked->seed, 2 * (uint64_t)i);
        cells->links[i].receiver.random = bl_random_at(asked->seed, 2 * (uint64_t)i + 1);
    }
}

/* ---- a cycle of a node: what it sees */

static unsigned present(void *medium, int node, int64_t now, void *pins) {
    struct cells *cells = medium;
    struct bl_cells_in *in = pins;
    unsigned moved = 0;
    for (int i = 0; i < BL_CELL_LINKS; i++) {
        const int comes = cells->before[node][i], goes = node * BL_CELL_LINKS + i;
        const int64_t sent = cycle_at(cells, comes / BL_CELL_LINKS, now - cells->latency_ps),
                      said = cycle_at(cells, cells->own->ends[goes] / BL_CELL_LINKS,
                                      now - cells->latency_ps);
        memset(&in->from[i], 0, sizeof in->from[i]);
        in->to[i].said = 0;
        const struct slot *slot =
            &cells->links[comes].slots[(sent + cells->cycles) % cells->cycles];
        const struct said *back = &cells->links[goes].back[(said + cells->cycles) % cells->cycles];
        if (sent >= 0 && slot->cycle == sent) {
            in->from[i].first = slot->sent.first;
            in->from[i].parity = slot->sent.parity;
            memcpy(in->from[i].word, slot->sent.word, sizeof in->from[i].word);
        }
        if (said >= 0 && back->cycle == said) in->to[i].said = back->bit;
        moved += in->from[i].first;
    }
    return moved;
}

/* ---- and what it drives */

static bool strikes(struct bl_random *random, double rate) {
    return rate > 0 && bl_random_real(random) < rate;
}

/* One of the bits of a word, its parity and the mark of the first one. */
static void flip(const struct cells *cells, struct bl_random *random, struct bl_cell_sent *sent) {
    int bit = (int)bl_random_below(random, (uint64_t)cells->own->width + 2);
    if (bit == cells->own->width) sent->first ^= 1;
    else if (bit > cells->own->width) sent->parity ^= 1;
    else sent->word[bit / 32] ^= UINT32_C(1) << bit % 32;
}

/* Which word of the cell that begins is flipped is drawn there. */
static void hurt(const struct cells *cells, struct link *link, struct bl_cell_sent *sent) {
    if (sent->first) {
        link->sender.cells++;
        link->sender.place = 0;
        link->sender.strikes = 0;
        if (strikes(&link->sender.random, cells->rates[DATA]))
            link->sender.strikes = 1 + (int)bl_random_below(&link->sender.random,
                                                            (uint64_t)cells->own->cell - 1);
        if (strikes(&link->sender.random, cells->rates[HEADER])) {
            flip(cells, &link->sender.random, sent);
            link->sender.struck[HEADER]++;
        }
    } else if (link->sender.strikes && ++link->sender.place == link->sender.strikes) {
        flip(cells, &link->sender.random, sent);
        link->sender.struck[DATA]++;
    }
}

static unsigned clock(void *medium, int node, int64_t now, const void *in, const void *out) {
    struct cells *cells = medium;
    const struct bl_cells_out *driven = out;
    const int64_t cycle = cycle_at(cells, node, now);
    (void)in;
    for (int i = 0; i < BL_CELL_LINKS; i++) {
        struct link *to = link_of(cells, node, i), *from = &cells->links[cells->before[node][i]];
        struct slot *slot = &to->slots[cycle % cells->cycles];
        struct said *said = &from->back[cycle % cells->cycles];
        *slot = (struct slot){cycle, driven->to[i]};
        hurt(cells, to, &slot->sent);
        bool flips = strikes(&from->receiver.random, cells->rates[NACK] / cells->own->cell);
        from->receiver.struck += flips;
        *said = (struct said){cycle, driven->from[i].said ^ flips};
    }
    return 0;
}

static void publish(void *medium) { (void)medium; }

/* ---- what is said of it */

static bool count(const void *medium, int i, struct bl_medium_count *count) {
    static const char *const names[] = {"cells", "cells with a flip in the data",
                                        "cells with a flip in the header",
                                        "flips on the wire back"};
    enum { COUNTS = sizeof names / sizeof *names };
    const struct cells *cells = medium;
    int number = i / COUNTS;
    if (number >= cells->nodes * BL_CELL_LINKS) return false;
    const struct link *link = &cells->links[number];
    const uint64_t values[] = {link->sender.cells, link->sender.struck[DATA],
                               link->sender.struck[HEADER], link->receiver.struck};
    *count = (struct bl_medium_count){names[i % COUNTS], cells->places[number], values[i % COUNTS]};
    return true;
}

static bool describe(const void *medium, int node, const void *in, const void *out, FILE *file) {
    const struct bl_cells_out *driven = out;
    bool any = false;
    (void)medium, (void)node, (void)in;
    for (int i = 0; i < BL_CELL_LINKS; i++) {
        any |= driven->to[i].first;
        if (driven->to[i].first) fprintf(file, "    a cell begins on link %d\n", i);
    }
    return any;
}

const struct bl_medium_kind bl_medium_cells = {.word = "cells",
                                               .in_bytes = sizeof(struct bl_cells_in),
                                               .out_bytes = sizeof(struct bl_cells_out),
                                               .create = create,
                                               .destroy = destroy,
                                               .present = present,
                                               .clock = clock,
                                               .clocks = clocks,
                                               .publish = publish,
                                               .describe = describe,
                                               .faults = faults,
                                               .arm = arm,
                                               .count = count};
