/* A frame for each kernel; in it time runs downwards: what its nodes have, memories and modules of
   the user's own, the nodes in a row, and below them boxes as wide as the row in which they meet:
   the channels between them, then barriers and collectives. So an edge always ends in the column of
   its node. What is the same at every node is said once, at the first. */
#include "kernel/explain/kernel_graph.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "board/board.h"
#include "explain/graph_style.h"
#include "ir/carried/edges.h"
#include "ir/program.h"
#include "kernel/explain/kernel_explain.h"
#include "kernel/kernel_program.h"
#include "kernel/plan/kernel_plan.h"

enum {
    LONGEST = 30 /* letters of a size that is written out */,
    SIZES = 2,
    COLUMN = 92, /* points: of a memory with what is between it and the next */
    SINGLE = 2   /* memories of a kind that are drawn one by one */
};

struct picture {
    struct bl_text *text;
    struct bl_arena *arena;
    const struct bl_kernels_plan *plan;
    const struct bl_kernels *kernels;
};

/* ---- words */

/* "n × 4 B", "4 KiB"; NULL: it is too long to be read. */
static const char *size_words(const struct picture *p, const struct bl_kernel *kernel, int length,
                              int bytes) {
    struct bl_text words = {0};
    if (length < 0) return NULL;
    const struct bl_kernel_expression *e = &kernel->expressions[length];
    if (e->operator== BL_KERNEL_NUMBER) {
        uint64_t size = (uint64_t)e->value * (uint64_t)bytes;
        bool whole = size && size % 1024 == 0;
        bl_text_add(&words, "%llu %s", (unsigned long long)(whole ? size / 1024 : size),
                    whole ? "KiB" : "B");
    } else if (e->operator== BL_KERNEL_SHIFT_RIGHT && /* elements of so many bytes */
               kernel->expressions[e->right]
                   .
                   operator== BL_KERNEL_NUMBER && 1 << kernel->expressions[e->right]
                   .value == bytes) {
        bl_kernel_expression_print(&words, kernel, e->left);
        bl_text_add(&words, " B");
    } else {
        bl_kernel_expression_print(&words, kernel, length);
        bl_text_add(&words, " × %d B", bytes);
    }
    bool shown = words.length <= LONGEST && !strstr(words.bytes, "counter");
    const char *copy = shown ? bl_format(p->arena, "%s", words.bytes) : NULL;
    bl_text_free(&words);
    return copy;
}

/* What a node's port can move a second: a word in each cycle of the slower clock. */
static double port_rate(const struct picture *p, const struct bl_kernel_memory *memory) {
    const struct bl_cluster *cluster = &p->plan->program->cluster;
    const struct bl_kernel_sizes sizes = p->plan->sizes;
    bool card = memory->kind == BL_KERNEL_OF_CARD;
    double port = cluster->clocks[card ? sizes.card.clock : sizes.host.clock].hertz,
           core = cluster->clocks[0].hertz;
    return BL_KERNEL_WORD_BYTES * (port < core ? port : core) / 1e9;
}

/* What a node sends to all others together when all do so alike, by the network's edges; NULL:
   nodes are not joined, or there is no limit. */
static const char *link_words(const struct picture *p) {
    const struct bl_edges *edges = p->plan->node->carrier.edges;
    int nodes = p->kernels->nodes;
    if (!edges || nodes < 2) return NULL;
    double *bytes = BL_NEW(p->arena, double, nodes *nodes);
    for (int pair = 0; pair < nodes * nodes; pair++) bytes[pair] = pair % (nodes + 1) ? 1 : 0;
    double seconds = bl_edges_seconds(edges, bytes);
    return seconds > 0 ? bl_format(p->arena, "%.3g GB/s", (nodes - 1) / seconds / 1e9) : NULL;
}

/* Whether the kernel's move is of no barrier or collective. */
static bool plain(const struct bl_kernel *kernel, int move) {
    for (int i = 0; i < kernel->meeting_count; i++) {
        const struct bl_kernel_meeting *meeting = &kernel->meetings[i];
        if (move >= meeting->first_move && move < meeting->first_move + meeting->move_count)
            return false;
    }
    return true;
}

static bool same_end(struct bl_kernel_end a, struct bl_kernel_end b) {
    return a.kind == b.kind && a.number == b.number;
}

/* Plain moves of a kernel from or to an end; `words`, or NULL, gets up to SIZES of their sizes. */
static int moves_at(const struct picture *p, const struct bl_kernel *kernel,
                    struct bl_kernel_end end, bool source, const char **words) {
    const char *shown[SIZES] = {NULL};
    int count = 0, sizes = 0;
    for (int m = 0; m < kernel->move_count; m++) {
        const struct bl_kernel_move *move = &kernel->moves[m];
        if (!plain(kernel, m) || !same_end(source ? move->from : move->to, end)) continue;
        count++;
        const char *size = words ? size_words(p, kernel, move->length, move->bytes) : NULL;
        for (int i = 0; i < sizes && size; i++)
            if (!strcmp(shown[i], size)) size = NULL;
        if (!size || sizes == SIZES) continue;
        shown[sizes++] = size;
        *words = bl_format(p->arena, "%s%s%s", *words, **words ? ", " : "", size);
    }
    return count;
}

static int first_node(const struct picture *p, const bool *on) {
    for (int n = 0; n < p->kernels->nodes; n++)
        if (on[n]) return n;
    return -1;
}

/* ---- what stands in a frame */

static void add_box(const struct picture *p, const char *name, const char *form, const char *fill,
                    const char *title, const char *small) {
    bl_text_add(p->text, "      %s [%s fillcolor=\"%s\" label=<", name, form, fill);
    bl_graph_begin_label(p->text);
    bl_text_escaped(p->text, title);
    bl_graph_end_title(p->text);
    bl_graph_small(p->text, small);
    bl_text_add(p->text, "</TABLE>>];\n");
}

/* An edge with its words, of one line or two with a line feed between, where it is the first of
   several alike. They begin beside the arrow: each line is as wide as its letters. */
static void add_edge(const struct picture *p, const char *from, const char *to, const char *style,
                     const char *words) {
    bl_text_add(p->text, "    %s -> %s [%s", from, to, style);
    if (words && *words) {
        bl_text_add(p->text, " label=\"");
        for (; *words; words += *words == '\n') {
            int length = (int)strcspn(words, "\n");
            bl_text_add(p->text, "  %.*s\\l", length, words);
            words += length;
        }
        bl_text_add(p->text, "\"");
    }
    bl_text_add(p->text, "];\n");
}

static const char *arrow(bool forward, bool back) {
    return forward && back ? "dir=both" : back ? "dir=back" : "dir=forward";
}

/* "16 MiB", "16 MB" */
static const char *bytes_words(const struct picture *p, int64_t bytes) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"}, *const tens[] = {
                                                                              "B", "kB", "MB", "GB",
                                                                              "TB"};
    bool ten = bytes % 1000000 == 0;
    int64_t step = ten ? 1000 : 1024;
    int unit = 0;
    for (; bytes && bytes % step == 0 && unit < 4; unit++) bytes /= step;
    return bl_format(p->arena, "%lld %s", (long long)bytes, ten ? tens[unit] : units[unit]);
}

/* Whether one of the kernel's collectives reads or writes the memory. */
static bool meets_at(const struct bl_kernel *kernel, int memory) {
    for (int m = 0; m < kernel->move_count; m++) {
        const struct bl_kernel_end end = {BL_KERNEL_AT_MEMORY, memory};
        if (!plain(kernel, m) &&
            (same_end(kernel->moves[m].from, end) || same_end(kernel->moves[m].to, end)))
            return true;
    }
    return false;
}

/* How a kernel uses a memory; of several of a kind, which then are drawn as one, all of them. */
struct use {
    int first, count; /* memories */
    bool reads, writes;
    const char *sizes; /* of plain moves */
};

static void add_use(const struct picture *p, const struct bl_kernel *kernel, int memory,
                    struct use *use) {
    const struct bl_kernel_end end = {BL_KERNEL_AT_MEMORY, memory};
    const char *read = "", *written = "";
    int reads = moves_at(p, kernel, end, true, &read),
        writes = moves_at(p, kernel, end, false, &written);
    bool meets = meets_at(kernel, memory);
    if (!reads && !writes && !meets) return;
    if (!use->count++) use->first = memory;
    use->reads |= reads || meets;
    use->writes |= writes || meets;
    if (*use->sizes) return;
    use->sizes = !strcmp(read, written) ? read : !*written ? read : written;
    if (*read && *written && strcmp(read, written))
        use->sizes = bl_format(p->arena, "read %s\nwrite %s", read, written);
}

/* The next use behind memory `from`, which moves on; false: there is none. */
static bool next_use(const struct picture *p, const struct bl_kernel *kernel, int *from,
                     struct use *use) {
    const struct bl_kernels *all = p->kernels;
    for (; *from < all->memory_count; ++*from) {
        enum bl_kernel_memory_kind kind = all->memories[*from].kind;
        *use = (struct use){.sizes = ""};
        int end = *from;
        for (; end < all->memory_count && all->memories[end].kind == kind; end++)
            add_use(p, kernel, end, use);
        if (use->count > SINGLE) {
            *from = end;
            return true;
        }
        *use = (struct use){.sizes = ""};
        add_use(p, kernel, *from, use);
        if (!use->count) continue;
        ++*from;
        return true;
    }
    return false;
}

/* Names from left to right. */
struct row {
    const char **items;
    int count, capacity;
};

/* Memories that a node has, above it, and the words between the two. */
static void add_memories(const struct picture *p, int k, int node, bool first, struct row *row) {
    const struct bl_kernel *kernel = &p->kernels->kernels[k];
    struct use use;
    for (int at = 0; next_use(p, kernel, &at, &use);) {
        const struct bl_kernel_memory *of = &p->kernels->memories[use.first];
        const char *name = bl_format(p->arena, "m%d_%d_%d", k, node, use.first),
                   *bytes = bytes_words(p, of->bytes), *title = of->name;
        if (use.count > 1) bytes = bl_format(p->arena, "%d × %s", use.count, bytes);
        if (use.count > 1)
            title = bl_format(p->arena, "%s … %d", title,
                              p->kernels->memories[use.first + use.count - 1].number);
        add_box(p, name, "shape=cylinder", BL_GRAPH_MEMORY, title, bytes);
        const char *words = bl_format(p->arena, "%s%s%.3g GB/s%s", use.sizes,
                                      *use.sizes ? "\n" : "", port_rate(p, of),
                                      use.count > 1 ? " each" : "");
        add_edge(p, name, bl_format(p->arena, "k%d_%d", k, node),
                 bl_format(p->arena, "weight=4 %s", arrow(use.reads, use.writes)),
                 first ? words : NULL);
        *BL_APPEND(p->arena, row) = name;
    }
}

/* The ports of a module from or to which the kernel moves: "part, own → sum"; NULL: none. */
static const char *ports_used(const struct picture *p, const struct bl_kernel *kernel,
                              const struct bl_kernel_own *own, bool *gives, bool *takes) {
    const char *given = "", *taken = "";
    for (int i = 0; i < own->port_count; i++) {
        const struct bl_kernel_port *port = &p->kernels->ports[own->first_port + i];
        const struct bl_kernel_end end = {BL_KERNEL_AT_PORT, own->first_port + i};
        if (!moves_at(p, kernel, end, !port->in, NULL)) continue;
        const char **list = port->in ? &given : &taken;
        *list = bl_format(p->arena, "%s%s%s", *list, **list ? ", " : "", port->name);
    }
    *gives = *given;
    *takes = *taken;
    if (!*given && !*taken) return NULL;
    return bl_format(p->arena, "%s%s%s", given, *given && *taken ? " → " : "", taken);
}

/* Modules of the user's own stand in the frame of the first kernel that moves something there. */
static void add_modules(const struct picture *p, int k, int node, bool first, struct row *row) {
    for (int i = 0; i < p->kernels->own_count; i++) {
        const struct bl_kernel_own *own = &p->kernels->owns[i];
        bool gives, takes, drawn = false;
        const char *words = ports_used(p, &p->kernels->kernels[k], own, &gives, &takes);
        if (!words || !own->on[node]) continue;
        const char *name = bl_format(p->arena, "o%d_%d", i, node);
        for (int other = 0; other < k; other++) {
            bool any[2];
            drawn |= p->kernels->kernels[other].on[node] &&
                     ports_used(p, &p->kernels->kernels[other], own, &any[0], &any[1]);
        }
        if (!drawn) add_box(p, name, "", BL_GRAPH_OWN, own->name, NULL);
        if (!drawn) *BL_APPEND(p->arena, row) = name;
        add_edge(p, name, bl_format(p->arena, "k%d_%d", k, node),
                 bl_format(p->arena, "weight=%d %s", drawn ? 0 : 4, arrow(takes, gives)),
                 first ? words : NULL);
    }
}

/* Keeps names in their order from left to right. */
static void add_order(const struct picture *p, const struct row *row) {
    bl_text_add(p->text, "      { rank=same;");
    for (int i = 0; i < row->count; i++) bl_text_add(p->text, " %s;", row->items[i]);
    for (int i = 1; i < row->count; i++)
        bl_text_add(p->text, " %s -> %s [style=invis];", row->items[i - 1], row->items[i]);
    bl_text_add(p->text, " }\n");
}

/* ---- boxes in which nodes meet */

static const char *meeting_title(const struct picture *p, const struct bl_kernel_meeting *meeting) {
    const char *words = meeting->word;
    if (meeting->operator) words = bl_format(p->arena, "%s %s", words, meeting->operator);
    if (meeting->type) words = bl_format(p->arena, "%s %s", words, meeting->type);
    if (meeting->from) words = bl_format(p->arena, "%s %s", words, meeting->from);
    if (meeting->to) words = bl_format(p->arena, "%s → %s", words, meeting->to);
    if (meeting->root >= 0)
        words = bl_format(p->arena, "%s, %s node %d", words, meeting->sends ? "from" : "to",
                          meeting->root);
    return words;
}

/* Points that a column is wide: of what stands above a node, at most. */
static int column(const struct picture *p) {
    int most = 1;
    for (int k = 0; k < p->kernels->kernel_count; k++) {
        struct use use;
        int count = 0;
        for (int at = 0; next_use(p, &p->kernels->kernels[k], &at, &use);) count++;
        for (int i = 0; i < p->kernels->own_count; i++) {
            bool any[2];
            count += ports_used(p, &p->kernels->kernels[k], &p->kernels->owns[i], &any[0],
                                &any[1]) != NULL;
        }
        if (count > most) most = count;
    }
    return most * COLUMN;
}

/* A row of the box, of places for edges: "t0" above node 0, "b0" below. */
static void add_places(const struct picture *p, char side) {
    int wide = column(p);
    bl_text_add(p->text, "<TR>");
    for (int n = 0; n < p->kernels->nodes; n++)
        bl_text_add(p->text, "<TD PORT=\"%c%d\" WIDTH=\"%d\" HEIGHT=\"1\"></TD>", side, n, wide);
    bl_text_add(p->text, "</TR>");
}

static void add_line(const struct picture *p, const char *words, bool small) {
    if (!*words) return;
    bl_text_add(p->text, "<TR><TD COLSPAN=\"%d\">%s", p->kernels->nodes,
                small ? "<FONT POINT-SIZE=\"9\">" : "");
    bl_text_escaped(p->text, words);
    bl_text_add(p->text, "%s</TD></TR>", small ? "</FONT>" : "");
}

/* What a box of all nodes is called. What stands above it, if any, is another. */
struct meeting {
    const char *name, *above;
};

static struct meeting begin_meeting(const struct picture *p, const char *name, const char *above) {
    bl_text_add(p->text,
                "      %s [fillcolor=\"" BL_GRAPH_NETWORK "\" margin=\"0.02,0.02\" label=<<TABLE "
                "BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"0\" CELLSPACING=\"1\">",
                name);
    add_places(p, 't');
    return (struct meeting){name, above};
}

static void end_meeting(const struct picture *p) {
    add_places(p, 'b');
    bl_text_add(p->text, "</TABLE>>];\n");
}

/* From a node, or the box above, to the place of the node. */
static void add_place_edge(const struct picture *p, const struct meeting *meeting, int kernel,
                           int node, const char *way, const char *words) {
    const char *from = meeting->above ? bl_format(p->arena, "%s:b%d:s", meeting->above, node)
                                      : bl_format(p->arena, "k%d_%d", kernel, node);
    add_edge(p, from, bl_format(p->arena, "%s:t%d:n", meeting->name, node),
             bl_format(p->arena, "weight=8 %s", way), words);
}

static void add_meeting(const struct picture *p, int k, int number, const char *above) {
    const struct bl_kernel *kernel = &p->kernels->kernels[k];
    const struct bl_kernel_meeting *of = &kernel->meetings[number];
    const struct meeting meeting = begin_meeting(p, bl_format(p->arena, "b%d_%d", k, number),
                                                 above);
    add_line(p, meeting_title(p, of), false);
    end_meeting(p);
    const char *size = size_words(p, kernel, of->length, of->bytes), *link = link_words(p);
    const char *words = bl_format(p->arena, "%s%s%s", size ? size : "", size && link ? "\n" : "",
                                  link ? link : "");
    for (int n = 0; n < p->kernels->nodes; n++) {
        bool all = of->root < 0, sends = (of->root == n) == of->sends;
        const char *way = above ? "dir=forward" : arrow(all || sends, all || !sends);
        add_place_edge(p, &meeting, k, n, way, n ? NULL : words);
    }
}

/* ---- channels */

/* Which kernel of a node has this end of a channel; -1: none. */
static int owner(const struct picture *p, int channel, bool sends, int node) {
    const struct bl_kernel_end end = {BL_KERNEL_AT_CHANNEL, channel};
    for (int k = 0; k < p->kernels->kernel_count; k++)
        if (p->kernels->kernels[k].on[node] &&
            moves_at(p, &p->kernels->kernels[k], end, !sends, NULL))
            return k;
    return -1;
}

/* The first kernel that has an end of the channel; -1: it is a barrier's. */
static int first_owner(const struct picture *p, int channel) {
    int first = -1;
    for (int n = 0; n < p->kernels->nodes; n++)
        for (int sends = 0; sends < 2; sends++) {
            int k = owner(p, channel, sends, n);
            if (k >= 0 && (first < 0 || k < first)) first = k;
        }
    return first;
}

/* Whether kernel `a` has an end of a channel of which `b` has one. */
static bool joined(const struct picture *p, int a, int b) {
    bool joins = false;
    for (int c = 0; c < p->kernels->channel_count && !joins; c++) {
        const struct bl_kernel_end end = {BL_KERNEL_AT_CHANNEL, c};
        bool at[2] = {false, false};
        for (int i = 0; i < 2; i++) {
            const struct bl_kernel *kernel = &p->kernels->kernels[i ? b : a];
            at[i] = moves_at(p, kernel, end, true, NULL) || moves_at(p, kernel, end, false, NULL);
        }
        joins = at[0] && at[1];
    }
    return joins;
}

/* [kernels]: the first kernel that channels join this one to, by way of others, too. */
static int *groups(const struct picture *p) {
    int count = p->kernels->kernel_count, *group = BL_NEW(p->arena, int, count);
    for (int k = 0; k < count; k++) group[k] = k;
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++) {
            if (group[a] == group[b] || !joined(p, a, b)) continue;
            int low = group[a] < group[b] ? group[a] : group[b], high = group[a] + group[b] - low;
            for (int k = 0; k < count; k++)
                if (group[k] == high) group[k] = low;
        }
    return group;
}

/* "0 → 1, 1 → 0"; only the first few. */
static const char *ways_words(const struct picture *p, const struct bl_kernel_channel *of) {
    enum { MOST = 4 };
    const char *words = "";
    int count = 0;
    if (of->any) return "from any node to any";
    for (int n = 0; n < p->kernels->nodes; n++) {
        if (of->to[n] < 0 || count++ >= MOST) continue;
        words = bl_format(p->arena, "%s%s%d → %d", words, *words ? ", " : "node ", n, of->to[n]);
    }
    return count > MOST ? bl_format(p->arena, "%s, … (%d)", words, count) : words;
}

static void add_channel_line(const struct picture *p, int channel) {
    const struct bl_kernel_channel *of = &p->kernels->channels[channel];
    const struct bl_kernel_end end = {BL_KERNEL_AT_CHANNEL, channel};
    const char *sizes = "";
    for (int n = p->kernels->nodes - 1; n >= 0; n--) {
        int k = owner(p, channel, true, n);
        const char *own = "";
        if (k >= 0) moves_at(p, &p->kernels->kernels[k], end, false, &own);
        if (*own) sizes = own;
    }
    const char *line = bl_format(p->arena, "%s: %s, %s", of->name, of->type, ways_words(p, of));
    if (*sizes) line = bl_format(p->arena, "%s, %s", line, sizes);
    add_line(p, line, false);
}

/* How kernels of a group move to and from channels at a node. */
static void ways_at(const struct picture *p, const int *group, int of, int node, int k, bool *sends,
                    bool *receives) {
    for (int c = 0; c < p->kernels->channel_count; c++) {
        int owners[2] = {owner(p, c, true, node), owner(p, c, false, node)};
        *sends |= owners[0] == k && group[k] == of;
        *receives |= owners[1] == k && group[k] == of;
    }
}

/* One box of the channels that join the kernels of a group; its name, or NULL: there are none. */
static const char *add_channels(const struct picture *p, const int *group, int of) {
    bool any = false;
    for (int c = 0; c < p->kernels->channel_count; c++) {
        int first = first_owner(p, c);
        any |= first >= 0 && group[first] == of;
    }
    if (!any) return NULL;
    const struct meeting box = begin_meeting(p, bl_format(p->arena, "c%d", of), NULL);
    for (int c = 0; c < p->kernels->channel_count; c++) {
        int first = first_owner(p, c);
        if (first >= 0 && group[first] == of) add_channel_line(p, c);
    }
    end_meeting(p);
    const char *words = link_words(p);
    for (int n = 0; n < p->kernels->nodes; n++)
        for (int k = 0; k < p->kernels->kernel_count; k++) {
            bool sends = false, receives = false;
            ways_at(p, group, of, n, k, &sends, &receives);
            if (!sends && !receives) continue;
            add_place_edge(p, &box, k, n, arrow(sends, receives), words);
            words = NULL;
        }
    return box.name;
}

/* ---- frames */

/* A kernel's frame with its nodes; *row gets what stands in its first line. */
static void begin_frame(const struct picture *p, int k, struct row *row) {
    const struct bl_kernel *kernel = &p->kernels->kernels[k];
    const char *arguments = "";
    struct row nodes = {0};
    for (int i = 0; i < kernel->argument_count; i++)
        arguments = bl_format(p->arena, "%s%s%s", arguments, i ? ", " : "", kernel->arguments[i]);
    bl_text_add(p->text, "    subgraph cluster_k%d {\n", k);
    bl_graph_frame(p->text, bl_format(p->arena, "kernel %s", kernel->name), arguments);
    bl_text_add(p->text, "\n");
    int first = first_node(p, kernel->on);
    for (int n = 0; n < p->kernels->nodes; n++) {
        if (!kernel->on[n]) continue;
        const char *name = bl_format(p->arena, "k%d_%d", k, n);
        *BL_APPEND(p->arena, &nodes) = name;
        add_box(p, name, bl_format(p->arena, "group=n%d", n), BL_GRAPH_PLAIN,
                bl_format(p->arena, "node %d", n), NULL);
        add_memories(p, k, n, n == first, row);
        add_modules(p, k, n, n == first, row);
    }
    if (!row->count) *row = nodes;
    add_order(p, row);
    if (row->items != nodes.items) add_order(p, &nodes);
}

/* The frames of a group side by side, its channels, and what its kernels do one after the other.
   Below stands the name of what is lowest. */
static const char *add_group(const struct picture *p, const int *group, int of, const char *above) {
    const char *lowest = NULL, *channels = NULL;
    int members = 0;
    for (int k = 0; k < p->kernels->kernel_count; k++) members += group[k] == of;
    for (int k = 0; k < p->kernels->kernel_count; k++) {
        const struct bl_kernel *kernel = &p->kernels->kernels[k];
        struct row row = {0};
        if (group[k] != of || first_node(p, kernel->on) < 0) continue;
        begin_frame(p, k, &row);
        if (above) add_edge(p, above, row.items[0], "style=invis weight=9", NULL);
        if (members == 1) channels = add_channels(p, group, of);
        const char *last = channels;
        for (int i = 0; i < kernel->meeting_count; i++) {
            add_meeting(p, k, i, last);
            last = bl_format(p->arena, "b%d_%d", k, i);
        }
        bl_text_add(p->text, "    }\n");
        lowest = last ? bl_format(p->arena, "%s:b0:s", last)
                      : bl_format(p->arena, "k%d_%d", k, first_node(p, kernel->on));
    }
    if (members > 1) channels = add_channels(p, group, of);
    return channels && members > 1 ? bl_format(p->arena, "%s:b0:s", channels) : lowest;
}

static void begin(const struct picture *p) {
    const struct bl_cluster *cluster = &p->plan->program->cluster;
    const char *words = bl_format(p->arena, "cluster %s, %d node%s of %s, core at %g MHz",
                                  cluster->name, cluster->nodes, bl_ending(cluster->nodes, "s"),
                                  p->plan->board->word, cluster->clocks[0].hertz / 1e6);
    if (p->plan->node->carrier.joined)
        words = bl_format(p->arena, "%s, network %s", words, cluster->network.word);
    bl_graph_begin(p->text, p->kernels->name, words,
                   cluster->nodes > 1 ? "sizes and rates stand at the first node that has them"
                                      : NULL);
}

void bl_kernels_graph(struct bl_text *text, const struct bl_kernels_plan *plan) {
    const struct picture picture = {text, plan->arena, plan, plan->kernels};
    const int *group = groups(&picture);
    const char *above = NULL;
    begin(&picture);
    for (int k = 0; k < picture.kernels->kernel_count; k++)
        if (group[k] == k) above = add_group(&picture, group, k, above);
    bl_text_add(text, "}\n");
}
