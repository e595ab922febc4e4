#include "synth/synth_path.h"

#include <string.h>
#include "base/arena.h"

enum { NEW = -1, OPEN = -2 };

struct search {
    struct bl_arena *arena;
    struct bl_netlist *netlist;
    int *level; /* of every cell: levels up to its outputs; NEW, or OPEN while it is being looked at
                 */
    int *name;  /* of every net: the wire that names it best, or -1 */
};

/* Whether registers drive all of a wire: then it is the source's name for them, not for something
 * that is made of them. */
static bool is_state(const struct bl_netlist *netlist, const struct bl_netlist_wire *wire) {
    for (int i = 0; i < wire->width; i++) {
        int cell = netlist->driver[bl_netlist_net(netlist, wire->first + i)];
        if (cell < 0 || netlist->cells.items[cell].levels) return false;
    }
    return true;
}

static bool is_better(const struct bl_netlist *netlist, int wire, int than) {
    const struct bl_netlist_wire *a = &netlist->wires.items[wire], *b = &netlist->wires.items[than];
    bool state = is_state(netlist, a);
    return state != is_state(netlist, b) ? state : strlen(a->name) < strlen(b->name);
}

/* Public names only; the shorter is the one nearer to the top. */
static void choose_names(struct search *search) {
    const struct bl_netlist *netlist = search->netlist;
    search->name = BL_NEW(search->arena, int, netlist->bits + 1);
    for (int i = 0; i < netlist->bits; i++) search->name[i] = -1;
    for (int w = 0; w < netlist->wires.count; w++) {
        const struct bl_netlist_wire *wire = &netlist->wires.items[w];
        for (int i = 0; i < wire->width && wire->name[0] == '\\'; i++) {
            int *best = &search->name[bl_netlist_net(netlist, wire->first + i)];
            if (*best < 0 || (*best != w && is_better(netlist, w, *best))) *best = w;
        }
    }
}

/* "queue.wr[3]", or NULL when the net has no name in the source. */
static const char *net_name(const struct search *search, int bit) {
    const struct bl_netlist *netlist = search->netlist;
    int net = bl_netlist_net(netlist, bit), w = search->name[net];
    if (w < 0) return NULL;
    const struct bl_netlist_wire *wire = &netlist->wires.items[w];
    if (wire->width == 1) return bl_strdup(search->arena, wire->name + 1);
    for (int i = 0; i < wire->width; i++)
        if (bl_netlist_net(netlist, wire->first + i) == net)
            return bl_format(search->arena, "%s[%d]", wire->name + 1, i);
    return NULL;
}

/* A cell by its own name, or by that of what it drives. */
static const char *cell_name(const struct search *search, const struct bl_netlist_cell *cell) {
    for (int i = 0; i < cell->outputs.count && cell->name[0] != '\\'; i++) {
        const char *name = cell->outputs.items[i] < 0 ? NULL
                                                      : net_name(search, cell->outputs.items[i]);
        if (name) return name;
    }
    return cell->name[0] == '\\' ? cell->name + 1 : "a register without a name";
}

static int level_of_cell(struct search *search, int cell);

static int level_of_bit(struct search *search, int bit) {
    int cell = bit < 0 ? -1 : search->netlist->driver[bl_netlist_net(search->netlist, bit)];
    return cell < 0 ? 0 : level_of_cell(search, cell);
}

static int level_of_cell(struct search *search, int cell) {
    const struct bl_netlist_cell *here = &search->netlist->cells.items[cell];
    if (!here->levels || search->level[cell] == OPEN) return 0;
    if (search->level[cell] != NEW) return search->level[cell];
    int most = 0;
    search->level[cell] = OPEN;
    for (int i = 0; i < here->through.count; i++) {
        int level = level_of_bit(search, here->through.items[i]);
        if (level > most) most = level;
    }
    return search->level[cell] = most + here->levels;
}

/* The input of a cell from which its longest path comes. */
static int longest_input(struct search *search, const struct bl_netlist_cell *cell) {
    int best = -1, most = -1;
    for (int i = 0; i < cell->through.count; i++) {
        if (cell->through.items[i] < 0) continue;
        int level = level_of_bit(search, cell->through.items[i]);
        if (level > most) most = level, best = cell->through.items[i];
    }
    return best;
}

static const char *source_name(const struct search *search, int bit) {
    int cell = search->netlist->driver[bl_netlist_net(search->netlist, bit)];
    const char *name = net_name(search, bit);
    return name        ? name
           : cell >= 0 ? cell_name(search, &search->netlist->cells.items[cell])
                       : "a constant";
}

/* Walks back from `bit`, noting names of the source on the way. */
static void trace(struct search *search, struct bl_synth_path *path, int bit) {
    struct {
        const char **items;
        int count, capacity;
    } names = {0};
    for (int steps = 0; bit >= 0 && steps <= path->levels; steps++) {
        int cell = search->netlist->driver[bl_netlist_net(search->netlist, bit)];
        path->from = source_name(search, bit);
        if (cell < 0 || !search->netlist->cells.items[cell].levels) break;
        const char *own = search->netlist->cells.items[cell].name,
                   *name = *own == '\\' ? own + 1 : net_name(search, bit);
        if (name) {
            const char **place = BL_APPEND(search->arena, &names);
            *place = name;
        }
        bit = longest_input(search, &search->netlist->cells.items[cell]);
    }
    for (int i = names.count - 1; i >= 0; i--) {
        const char **place = BL_APPEND(search->arena, &path->through);
        *place = names.items[i];
    }
}

struct end {
    int bit, level;
    const struct bl_netlist_cell *cell;
    const struct bl_netlist_wire *port;
};

static void consider(struct search *search, struct end *best, int bit,
                     const struct bl_netlist_cell *cell, const struct bl_netlist_wire *port) {
    int level = level_of_bit(search, bit);
    if (level > best->level) *best = (struct end){bit, level, cell, port};
}

void bl_path_longest(struct bl_synth_path *path, struct bl_arena *arena,
                     struct bl_netlist *netlist) {
    struct search search = {
        .arena = arena, .netlist = netlist, .level = BL_NEW(arena, int, netlist->cells.count + 1)};
    struct end best = {.bit = -1};
    for (int c = 0; c < netlist->cells.count; c++) search.level[c] = NEW;
    choose_names(&search);
    for (int c = 0; c < netlist->cells.count; c++)
        for (int i = 0; i < netlist->cells.items[c].ends.count; i++)
            consider(&search, &best, netlist->cells.items[c].ends.items[i],
                     &netlist->cells.items[c], NULL);
    for (int w = 0; w < netlist->wires.count; w++)
        for (int i = 0; i < netlist->wires.items[w].width && netlist->wires.items[w].output; i++)
            consider(&search, &best, netlist->wires.items[w].first + i, NULL,
                     &netlist->wires.items[w]);
    *path = (struct bl_synth_path){
        .module = path->module, .levels = best.level, .from = "", .to = ""};
    if (best.bit < 0) return;
    trace(&search, path, best.bit);
    path->to = best.cell ? cell_name(&search, best.cell)
                         : bl_format(arena, "output %s", best.port->name + 1);
}
