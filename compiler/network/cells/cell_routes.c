/* Routes are found in this way: all (link, virtual channel) stand in one line, and a cell may only
   go on to one that stands behind the one it holds, so none can wait for itself. Of the virtual
   channels of its next link a cell takes the first that is behind; where a route finds none, it is
   broken. The line begins in the order of the topology, a turn of all links for each channel. What
   is broken then is searched for: single places of the line and single ties are changed, by
   simulated annealing with numbers that do not depend on the machine. At last ties spread the
   load over links, and the channels that cells begin on spread it over channels. */
#include "network/cells/cell_routes.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/carried/random.h"

enum {
    SMALL = 64,    /* nodes: larger networks are not searched */
    STEPS = 60000, /* of a search, at most, and */
    SEARCHES = 2,  /* searches, of so many links of routes: */
    WORK = 200000000,
    SPREADS = 200000, /* changes that are tried to spread the load */
    FAR = 0x7fff,
    BOTH = BL_CELL_LINKS
};
/* How much rougher a change may make the load at first, as a share of the whole and times the
   square of the nodes; a fullest link that is full enough. */
static const double SLACK = 8, ENOUGH = 1.02;

struct search {
    struct bl_arena *arena;
    const struct bl_cell_links *links;
    int hops;            /* links of all routes */
    int channels, items; /* of the line */
    uint16_t *distance;  /* [to][from] in links */
    uint8_t *ways;       /* [to][node]: the side that is on a shortest way, or BOTH */
    int *in;             /* [links]: where a cell that comes over it comes in at */
    uint8_t *tie;        /* [to][node][in]: of two sides that are as short */
    int *line, *place;   /* [items]: what stands there; where it stands */
    int *share;          /* [to][links]: routes to a node over a link */
    int *broken;         /* [to]: links of routes to a node without a channel behind */
    uint64_t *over;      /* [to][links]: of SMALL nodes, a bit for each whose route is over it */
    int *load;           /* [links]: their sum */
    struct bl_random random;
};

int bl_cell_in(const struct bl_cell_links *links, int link) {
    return links->in[links->to[link]][0] == link ? 0 : 1;
}

/* ---- distances */

static uint16_t *distance(const struct search *s, int from, int to) {
    return &s->distance[to * s->links->nodes + from];
}

/* To one node, backwards. */
static void measure(struct search *s, int to, int *queue) {
    int head = 0, tail = 0;
    for (int from = 0; from < s->links->nodes; from++) *distance(s, from, to) = FAR;
    *distance(s, to, to) = 0;
    queue[tail++] = to;
    while (head < tail) {
        const int node = queue[head++];
        for (int i = 0; i < BL_CELL_LINKS; i++) {
            const int before = s->links->from[s->links->in[node][i]];
            if (*distance(s, before, to) != FAR) continue;
            *distance(s, before, to) = (uint16_t)(*distance(s, node, to) + 1);
            queue[tail++] = before;
        }
    }
}

/* Whether a side of a node is on a shortest way. */
static int is_short(const struct search *s, int node, int side, int to) {
    const int next = s->links->to[s->links->out[node][side]];
    return *distance(s, next, to) + 1 == *distance(s, node, to);
}

static uint8_t *way(const struct search *s, int node, int to) {
    return &s->ways[to * s->links->nodes + node];
}

/* The sides on shortest ways to one node. */
static void note_ways(struct search *s, int to) {
    for (int node = 0; node < s->links->nodes; node++) {
        const int first = is_short(s, node, 0, to), second = is_short(s, node, 1, to);
        *way(s, node, to) = (uint8_t)(first && second ? BOTH : !first);
    }
}

static uint8_t *tie_at(const struct search *s, int node, int in, int to) {
    return &s->tie[(to * s->links->nodes + node) * BL_CELL_INS + in];
}

static int side_at(const struct search *s, int node, int in, int to) {
    const int side = *way(s, node, to);
    return side == BOTH ? *tie_at(s, node, in, to) : side;
}

/* ---- the line */

int bl_cell_behind(struct bl_cell_line line, int link, int held) {
    const int *places = &line.place[link * line.channels];
    int best = -1;
    for (int c = 0; c < line.channels; c++)
        if (places[c] > held && (best < 0 || places[c] < places[best])) best = c;
    return best;
}
static struct bl_cell_line line_of(const struct search *s) {
    return (struct bl_cell_line){s->place, s->channels};
}
static int channel_behind(const struct search *s, int link, int held) {
    return bl_cell_behind(line_of(s), link, held);
}
static int first_channel(const struct search *s, int link) { return channel_behind(s, link, -1); }

/* Links of a route for which no virtual channel is behind the one that the cell holds. */
static int walk(const struct search *s, int from, int to) {
    int in = BL_CELL_INJECT, held = -1, broken = 0;
    for (int node = from; node != to;) {
        const int link = s->links->out[node][side_at(s, node, in, to)];
        int channel = channel_behind(s, link, held);
        if (channel < 0) {
            channel = first_channel(s, link);
            broken++;
        }
        held = s->place[link * s->channels + channel];
        in = s->in[link];
        node = s->links->to[link];
    }
    return broken;
}

/* The links of a route, which depend on ties alone. */
static void note_links(const struct search *s, int from, int to) {
    int in = BL_CELL_INJECT;
    for (int node = from; node != to;) {
        const int link = s->links->out[node][side_at(s, node, in, to)];
        s->share[to * s->links->count + link]++;
        if (s->over) s->over[to * s->links->count + link] |= UINT64_C(1) << from;
        in = s->in[link];
        node = s->links->to[link];
    }
}

/* Of all routes to a node. */
static int walk_to(const struct search *s, int to) {
    const size_t count = (size_t)s->links->count;
    int broken = 0;
    memset(&s->share[(size_t)to * count], 0, sizeof *s->share * count);
    if (s->over) memset(&s->over[(size_t)to * count], 0, sizeof *s->over * count);
    for (int from = 0; from < s->links->nodes; from++) {
        note_links(s, from, to);
        broken += walk(s, from, to);
    }
    return s->broken[to] = broken;
}

/* Of the routes over a link, `times` what is broken. */
static void add_over(const struct search *s, int link, int times) {
    for (int to = 0; to < s->links->nodes; to++)
        for (uint64_t over = s->over[to * s->links->count + link]; over; over &= over - 1)
            s->broken[to] += times * walk(s, __builtin_ctzll(over), to);
}

static int sum_broken(const struct search *s) {
    int broken = 0;
    for (int to = 0; to < s->links->nodes; to++) broken += s->broken[to];
    return broken;
}

static int count_broken(const struct search *s) {
    int broken = 0;
    for (int to = 0; to < s->links->nodes; to++) broken += walk_to(s, to);
    return broken;
}

static void put(struct search *s, int place, int item) {
    s->line[place] = item;
    s->place[item] = place;
}

/* Takes what stands at one place to another one. All others stay behind each other as they did, so
   that only routes over its link change. */
static void shift(struct search *s, int from, int to) {
    const int item = s->line[from], step = from < to ? 1 : -1;
    add_over(s, item / s->channels, -1);
    for (int i = from; i != to; i += step) put(s, i, s->line[i + step]);
    put(s, to, item);
    add_over(s, item / s->channels, 1);
}

/* All links in the topology's order, once for each channel. */
static void line_up(struct search *s, const struct bl_cell_topology *topology, int rows) {
    for (int link = 0; link < s->links->count; link++) {
        const int place = topology->place(s->links->nodes, rows, link / BL_CELL_LINKS,
                                          link % BL_CELL_LINKS);
        for (int c = 0; c < s->channels; c++)
            put(s, c * s->links->count + place, link * s->channels + c);
    }
}

/* One that begins goes to either side, and so does one on its way where there is no straight on. */
static void draw_ties(struct search *s, int straight) {
    for (int to = 0; to < s->links->nodes; to++)
        for (int node = 0; node < s->links->nodes; node++)
            for (int in = 0; in < BL_CELL_INS; in++)
                *tie_at(s, node, in,
                        to) = (uint8_t)(in == BL_CELL_INJECT || !straight
                                            ? bl_random_below(&s->random, BL_CELL_LINKS)
                                            : (uint64_t)(s->links->in[node][in] % BL_CELL_LINKS));
}

/* ---- the search */

/* A change that can be taken back: of a place in the line, or of a tie. */
struct change {
    int from, to;
    uint8_t *tie; /* NULL: it is of the line */
    int towards;
};

static struct change draw_shift(struct search *s) {
    struct change change = {.from = (int)bl_random_below(&s->random, (uint64_t)s->items),
                            .to = (int)bl_random_below(&s->random, (uint64_t)s->items)};
    shift(s, change.from, change.to);
    return change;
}

/* Of a tie that there is; without one NULL stays. */
static struct change draw_tie(struct search *s) {
    const uint64_t nodes = (uint64_t)s->links->nodes;
    const int node = (int)bl_random_below(&s->random, nodes),
              in = (int)bl_random_below(&s->random, BL_CELL_INS),
              to = (int)bl_random_below(&s->random, nodes);
    if (node == to || *way(s, node, to) != BOTH) return (struct change){0};
    struct change change = {.tie = tie_at(s, node, in, to), .towards = to};
    *change.tie ^= 1;
    return change;
}

static void take_back(struct search *s, const struct change *change) {
    if (change->tie) *change->tie ^= 1;
    else shift(s, change->to, change->from);
}

/* What a change leaves broken: a tie is one destination's alone. */
static int broken_by(struct search *s, const struct change *change, int broken) {
    if (!change->tie) return sum_broken(s);
    const int before = s->broken[change->towards];
    return broken - before + walk_to(s, change->towards);
}

/* Makes a change that is likely to be kept the less it mends and the later it comes; how many are
   broken then. */
static int try_change(struct search *s, int broken, double heat) {
    const struct change change = bl_random_below(&s->random, 2) ? draw_shift(s) : draw_tie(s);
    const int now = broken_by(s, &change, broken);
    if (now <= broken || bl_random_real(&s->random) < exp((broken - now) / heat)) return now;
    take_back(s, &change);
    if (change.tie) walk_to(s, change.towards);
    return broken;
}

/* Until no route is broken; whether that was found. */
static int anneal(struct search *s) {
    int broken = count_broken(s);
    const int steps = bl_min(STEPS, WORK / s->hops);
    for (int i = 0; i < steps && broken; i++) {
        const double rest = 1 - (double)i / steps;
        broken = try_change(s, broken, rest * rest + 0.05);
    }
    return !count_broken(s);
}

/* ---- the load */

static void add_share(const struct search *s, int to, int times) {
    for (int i = 0; i < s->links->count; i++)
        s->load[i] += times * s->share[to * s->links->count + i];
}

/* The sum of the squares, which is least where all are equal. */
static int64_t roughness(const struct search *s) {
    int64_t sum = 0;
    for (int i = 0; i < s->links->count; i++) sum += (int64_t)s->load[i] * s->load[i];
    return sum;
}

/* The fullest link over the mean. */
static double fullest(const struct search *s) {
    int most = 0;
    int64_t sum = 0;
    for (int i = 0; i < s->links->count; i++) {
        sum += s->load[i];
        if (s->load[i] > most) most = s->load[i];
    }
    return sum ? (double)most * s->links->count / (double)sum : 0;
}

/* The load of all routes to a node as they are now; how many are broken. */
static int load_again(const struct search *s, int to) {
    add_share(s, to, -1);
    int broken = walk_to(s, to);
    add_share(s, to, 1);
    return broken;
}

/* Turns a tie, unless a route breaks or the load gets rougher by more than `slack` times. */
static int64_t turn_tie(struct search *s, int64_t rough, double slack) {
    const struct change change = draw_tie(s);
    const int to = change.towards;
    if (!change.tie) return rough;
    const int broken = load_again(s, to);
    const int64_t now = roughness(s);
    if (!broken && (double)now <= (double)rough * (1 + slack)) return now;
    take_back(s, &change);
    load_again(s, to);
    return rough;
}

/* Ties are turned until all links have as much as each other, as far as that is found. */
static double spread(struct search *s) {
    s->load = BL_NEW(s->arena, int, s->links->count);
    for (int to = 0; to < s->links->nodes; to++) add_share(s, to, 1);
    int64_t rough = roughness(s);
    const double slack = SLACK / s->links->nodes / s->links->nodes;
    for (int i = 0; i < SPREADS && s->links->nodes <= SMALL && fullest(s) > ENOUGH; i++)
        rough = turn_tie(s, rough, i < SPREADS / 2 ? slack * (1 - 2.0 * i / SPREADS) : 0);
    return fullest(s);
}

/* ---- the channels that cells begin on */

/* Of a route that begins on a channel: what its links and channels carry, or, where it finds no
   channel behind, FULL. `more` is added to each. */
enum { FULL = 1 << 30 };
static int carry(const struct search *s, int *carried, int from, int to, int channel, int more) {
    int in = BL_CELL_INJECT, sum = 0, held = -1;
    for (int node = from; node != to;) {
        const int link = s->links->out[node][side_at(s, node, in, to)];
        if (held >= 0) channel = channel_behind(s, link, held);
        if (channel < 0) return FULL;
        held = s->place[link * s->channels + channel];
        carried[link * s->channels + channel] += more;
        sum += carried[link * s->channels + channel];
        in = s->in[link];
        node = s->links->to[link];
    }
    return sum;
}

/* Of the channels on which a cell for a node may begin, that on whose way the least is carried. */
static int emptiest(const struct search *s, int *carried, int from, int to) {
    int best = first_channel(s, s->links->out[from][side_at(s, from, BL_CELL_INJECT, to)]);
    if (s->links->nodes > SMALL) return best;
    for (int c = 0, least = carry(s, carried, from, to, best, 0); c < s->channels; c++) {
        const int sum = carry(s, carried, from, to, c, 0);
        if (sum < least) best = c;
        if (sum < least) least = sum;
    }
    return best;
}

/* The longest routes, which have the least choice, first. */
static void fill_first(const struct search *s, struct bl_cell_routes *routes) {
    const int nodes = s->links->nodes;
    int *carried = BL_NEW(s->arena, int, s->items);
    routes->first = BL_NEW(s->arena, uint8_t, nodes * nodes);
    for (int far = nodes <= SMALL ? nodes : 1; far > 0; far--)
        for (int i = 0; i < nodes * nodes; i++) {
            const int to = i / nodes, from = (i % nodes + to) % nodes;
            if (from == to || (nodes <= SMALL && *distance(s, from, to) != far)) continue;
            const int channel = emptiest(s, carried, from, to);
            routes->first[to * nodes + from] = (uint8_t)channel;
            carry(s, carried, from, to, channel, 1);
        }
}

/* ---- the tables */

static void fill_channels(const struct search *s, struct bl_cell_routes *routes, int node, int in) {
    for (int c = 0; c < s->channels; c++)
        for (int side = 0; side < BL_CELL_LINKS; side++) {
            const int held = in == BL_CELL_INJECT
                                 ? -1
                                 : s->place[s->links->in[node][in] * s->channels + c];
            int channel = channel_behind(s, s->links->out[node][side], held);
            if (channel < 0) channel = first_channel(s, s->links->out[node][side]);
            routes->channel[((node * BL_CELL_INS + in) * s->channels + c) * BL_CELL_LINKS + side] =
                (uint8_t)channel;
        }
}

static const struct bl_cell_routes *make_tables(struct search *s) {
    const int nodes = s->links->nodes, ins = nodes * BL_CELL_INS;
    struct bl_cell_routes *routes = BL_NEW(s->arena, struct bl_cell_routes, 1);
    routes->links = s->links;
    routes->channels = s->channels;
    routes->fullest = spread(s);
    routes->side = BL_NEW(s->arena, uint8_t, ins * nodes);
    routes->channel = BL_NEW(s->arena, uint8_t, ins * s->channels * BL_CELL_LINKS);
    for (int node = 0; node < nodes; node++)
        for (int in = 0; in < BL_CELL_INS; in++) {
            for (int to = 0; to < nodes; to++)
                routes->side[(to * nodes + node) * BL_CELL_INS + in] =
                    (uint8_t)(node == to ? 0 : side_at(s, node, in, to));
            fill_channels(s, routes, node, in);
        }
    fill_first(s, routes);
    routes->tree = bl_cell_tree_grow(s->arena, s->links, line_of(s));
    return routes;
}

static void begin(struct search *s, int channels) {
    s->channels = channels;
    s->items = s->links->count * channels;
    s->line = BL_NEW(s->arena, int, s->items);
    s->place = BL_NEW(s->arena, int, s->items);
}

/* Whether the topology's own order breaks no route, or, with searches, what they make of it. */
static int succeeds(struct search *s, const struct bl_cell_topology *topology, int rows,
                    int channels, int searches) {
    begin(s, channels);
    for (int i = 0; i <= searches; i++) {
        s->random = bl_random_at(1, (uint64_t)i);
        line_up(s, topology, rows);
        draw_ties(s, topology->straight);
        if (!count_broken(s) || (i < searches && anneal(s))) return 1;
    }
    return 0;
}

const struct bl_cell_routes *bl_cell_routes_find(struct bl_arena *arena,
                                                 const struct bl_cell_topology *topology, int nodes,
                                                 int rows, int channels, int *needed) {
    struct search s = {.arena = arena, .links = bl_cell_links_make(arena, topology, nodes, rows)};
    int *queue = BL_NEW(arena, int, nodes);
    s.distance = BL_NEW(arena, uint16_t, nodes * nodes);
    s.ways = BL_NEW(arena, uint8_t, nodes * nodes);
    s.in = BL_NEW(arena, int, s.links->count);
    for (int link = 0; link < s.links->count; link++) s.in[link] = bl_cell_in(s.links, link);
    s.share = BL_NEW(arena, int, nodes *s.links->count);
    if (nodes <= SMALL) s.over = BL_NEW(arena, uint64_t, nodes *s.links->count);
    s.broken = BL_NEW(arena, int, nodes);
    s.tie = BL_NEW(arena, uint8_t, nodes * BL_CELL_INS * nodes);
    for (int to = 0; to < nodes; to++) {
        measure(&s, to, queue);
        note_ways(&s, to);
    }
    for (int i = 0; i < nodes * nodes; i++) s.hops += s.distance[i];
    *needed = channels;
    const int searches = nodes <= SMALL ? SEARCHES : 0;
    if (succeeds(&s, topology, rows, channels, searches)) return make_tables(&s);
    while (*needed < BL_CELL_MOST_CHANNELS && !succeeds(&s, topology, rows, ++*needed, 0)) continue;
    return NULL;
}
