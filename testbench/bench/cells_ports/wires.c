#include "wires.h"

#include <math.h>
#include <string.h>

#include "base/carried/checked.h"

static int64_t slot(const struct wires *wires, int64_t cycle) {
    return cycle % (wires->config->wire + 1);
}

static bool strikes(struct bl_random *random, double rate) {
    return rate > 0 && bl_random_real(random) < rate;
}

/* Cycles until the next flip of a wire back. */
static int64_t pause_of(struct wires *wires, struct wires_link *link) {
    const double rate = wires->config->rates[WIRES_BACK] / wires->config->cell;
    if (rate <= 0) return INT64_MAX / 2;
    return 1 + (int64_t)(log(1 - bl_random_real(&link->back_random)) / log(1 - rate));
}

void wires_make(struct wires *wires, const struct wires_config *config, uint64_t seed) {
    *wires = (struct wires){.config = config};
    const size_t nodes = (size_t)config->nodes, links = nodes * CELL_LINKS;
    wires->nodes = bl_zalloc(nodes, sizeof(void *));
    wires->in = bl_zalloc(nodes, sizeof(struct node_in));
    wires->out = bl_zalloc(nodes, sizeof(struct node_out));
    wires->links = bl_zalloc(links, sizeof(struct wires_link));
    wires->written = bl_zalloc(nodes, sizeof(int));
    for (size_t i = 0; i < nodes; i++) wires->nodes[i] = node_new((int)i);
    for (size_t i = 0; i < links; i++) {
        wires->links[i].random = bl_random_at(seed, 2 * i);
        wires->links[i].back_random = bl_random_at(seed, 2 * i + 1);
        wires->links[i].next_back = pause_of(wires, &wires->links[i]);
        wires->links[i].begun = wires->links[i].came = -1;
    }
}

void wires_destroy(struct wires *wires) {
    for (int i = 0; i < wires->config->nodes; i++) node_delete(wires->nodes[i]);
    bl_zfree(wires->nodes);
    bl_zfree(wires->in);
    bl_zfree(wires->out);
    bl_zfree(wires->links);
    bl_zfree(wires->written);
}

/* One of the bits of a word, its parity and the mark of the first one. */
static void flip(struct wires *wires, struct wires_link *link, struct cell_wires *word) {
    int bit = (int)bl_random_below(&link->random, (uint64_t)wires->config->width + 2);
    if (bit == wires->config->width) word->first ^= 1;
    else if (bit > wires->config->width) word->parity ^= 1;
    else word->word ^= UINT64_C(1) << bit;
}

static void hurt(struct wires *wires, struct wires_link *link, struct cell_wires *word) {
    const struct wires_config *config = wires->config;
    if (word->first) {
        link->cells++;
        link->begun = wires->now;
        link->place = link->strikes = 0;
        if (strikes(&link->random, config->rates[WIRES_DATA]))
            link->strikes = 1 + (int)bl_random_below(&link->random, (uint64_t)config->cell - 1);
        if (strikes(&link->random, config->rates[WIRES_HEADER])) {
            flip(wires, link, word);
            link->flips[WIRES_HEADER]++;
        }
    } else if (link->strikes && ++link->place == link->strikes) {
        flip(wires, link, word);
        link->flips[WIRES_DATA]++;
    }
}

static uint8_t hurt_back(struct wires *wires, struct wires_link *link, uint8_t said) {
    if (wires->now < link->next_back) return said;
    link->next_back = wires->now + pause_of(wires, link);
    link->flips[WIRES_BACK]++;
    return said ^ 1;
}

/* The host's part: the next word of the table, when the one before has been taken. */
static void write_table(struct wires *wires, int node) {
    const struct wires_config *config = wires->config;
    struct node_in *in = &wires->in[node];
    int *written = &wires->written[node];
    if (in->table_word != wires->out[node].table_taken || *written == config->words) return;
    in->table_word = config->tables[node * config->words + *written] |
                     (~in->table_word & UINT32_C(0x80000000));
    ++*written;
}

bool wires_ready(const struct wires *wires) {
    for (int i = 0; i < wires->config->nodes; i++)
        if (wires->written[i] != wires->config->words ||
            wires->in[i].table_word != wires->out[i].table_taken)
            return false;
    return true;
}

void wires_settle(struct wires *wires, int node, bool rst) {
    struct node_in *in = &wires->in[node];
    if (!rst) write_table(wires, node);
    for (int i = 0; i < CELL_LINKS; i++) {
        struct wires_link *link = &wires->links[node * CELL_LINKS + i];
        in->from[i] = link->there[slot(wires, wires->now)];
        if (in->from[i].first) link->came = wires->now;
        in->heard[i] =
            wires->links[wires->config->ends[node * CELL_LINKS + i]].back[slot(wires, wires->now)];
    }
    node_settle(wires->nodes[node], rst, in, &wires->out[node]);
}

void wires_clock(struct wires *wires, int node) {
    const int64_t then = slot(wires, wires->now + wires->config->wire);
    for (int i = 0; i < CELL_LINKS; i++) {
        struct wires_link *to = &wires->links[wires->config->ends[node * CELL_LINKS + i]];
        struct wires_link *from = &wires->links[node * CELL_LINKS + i];
        to->there[then] = wires->out[node].to[i];
        hurt(wires, to, &to->there[then]);
        from->back[then] = hurt_back(wires, from, wires->out[node].says[i]);
    }
    node_clock(wires->nodes[node], &wires->in[node], wires->config->phase > 0);
}
