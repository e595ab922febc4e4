/* A picture of the passes for Graphviz: time runs downwards, memory is grey, what one pass leaves
   in block RAM for another is dashed. Arrows from and to memory end at the frame of a pass, so that
   they do not run through its title; dashed ones have no labels, which other arrows would run
   through. */
#include "explain/graph.h"

#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "explain/explain.h"
#include "explain/graph_style.h"
#include "ir/carried/edges.h"
#include "ir/network.h"
#include "ir/pass.h"
#include "plan/route/crossbars.h"
#include "plan/route/cuts.h"
#include "plan/size/crossings.h"

/* One of the two lists of passes. */
struct side {
    const char *id, *title;
    const struct bl_plan *plan;  /* where buffers and places are from; NULL: they are not drawn */
    const struct bl_plan *fused; /* for the labels of passes; NULL on the left side */
    const struct bl_plan *rates; /* whose clocks and network set the rates, as `explain` has them */
    const struct bl_program *program;
    const struct bl_pass *passes;
    int count;
};

bool bl_graph_view_parse(const char *word, enum bl_graph_view *view) {
    static const char *const words[] = {
        [BL_GRAPH_BOTH] = "both", [BL_GRAPH_BEFORE] = "before", [BL_GRAPH_AFTER] = "after"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(word, words[i])) {
            *view = (enum bl_graph_view)i;
            return true;
        }
    return false;
}

/* A list in parentheses or after a word is broken behind its commas when the line gets long; both
   lines are centred, so neither begins or ends with a blank. */
static void add_wrapped(struct bl_text *text, const char *words) {
    enum { WIDE = 26 };
    char piece[2] = "";
    int column = 0;
    for (; *words; words++) {
        *piece = *words;
        bl_text_escaped(text, piece);
        column++;
        if (*words != ',' || column + (int)strcspn(words + 1, ",") <= WIDE) continue;
        bl_text_add(text, "<BR/>");
        words += words[1] == ' ';
        column = 0;
    }
}

static const char *list(struct bl_arena *arena, const struct bl_stage *stage) {
    const char *words = "";
    for (int i = 0; i < stage->function_count; i++)
        words = bl_format(arena, "%s%s%s", words, i ? ", " : "", stage->functions[i]->name);
    return words;
}

/* What a stage does, in the words of the language. */
static const char *stage_title(struct bl_arena *arena, const struct bl_stage *stage) {
    const char *word = bl_stage_said(stage);
    switch (stage->row->role) {
    case BL_STAGE_COMPUTES: return word;
    case BL_STAGE_READS:
    case BL_STAGE_WRITES: return bl_format(arena, "%s %s", word, bl_names(arena, stage));
    case BL_STAGE_TO_CHANNEL:
        return bl_format(arena, "%s(%s)", word,
                         stage->uses ? stage->uses->name : list(arena, stage));
    case BL_STAGE_TO_NODE:
        if (!stage->uses) return bl_format(arena, "%s(%s)", word, list(arena, stage));
        return bl_format(arena, "%s(%s, %s)", word, list(arena, stage), stage->uses->name);
    default: return bl_format(arena, "%s(%s) as %s", word, list(arena, stage), stage->makes->name);
    }
}

/* "makes node, place", "drops records", or both. */
static const char *own_words(struct bl_arena *arena, const struct bl_own *own) {
    const char *words = own->make_count ? "makes " : "";
    for (int i = 0; i < own->make_count; i++)
        words = bl_format(arena, "%s%s%s", words, i ? ", " : "", own->makes[i].name);
    if (!own->keeps) return words;
    return bl_format(arena, "%s%sdrops records", words, *words ? "; " : "");
}

/* The links of a node with their payload rate; a network that has none by what a node sends into
 * it. */
static const char *network_rate(struct bl_arena *arena, const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    if (!plan->node->carrier.edges) return NULL;
    if (!cluster->network.carrier->links)
        return bl_format(arena, "%g GB/s over %s",
                         plan->prediction.injection_bytes_per_second / 1e9, cluster->network.word);
    return bl_format(arena, "%d link%s × %g GB/s", cluster->nodes, bl_ending(cluster->nodes, "s"),
                     bl_edges_even_rate(plan->node->carrier.edges) / 1e9);
}

/* The rate at which a stage can take data, per node; of one of the user's own, what it does. */
static const char *stage_rate(struct bl_arena *arena, const struct side *side,
                              const struct bl_stage *stage) {
    const struct bl_cluster *cluster = &side->program->cluster;
    double channel = cluster->memory.width * side->rates->prediction.word_hertz / 1e9;
    if (stage->row->role == BL_STAGE_READS || stage->row->role == BL_STAGE_WRITES)
        return bl_format(arena, "%d channel%s × %g GB/s", bl_lanes(cluster),
                         bl_ending(bl_lanes(cluster), "s"), channel);
    if (stage->row->role == BL_STAGE_TO_NODE) return network_rate(arena, side->rates);
    return stage->own ? own_words(arena, stage->own) : NULL;
}

/* Whether a buffer of that name belongs to a stage of that kind. */
static bool buffer_of(const char *name, enum bl_stage_role role) {
    static const char *const begins[BL_STAGE_ROLES] = {[BL_STAGE_READS] = "reader ",
                                                       [BL_STAGE_WRITES] = "writer ",
                                                       [BL_STAGE_STEERS] = "destination ",
                                                       [BL_STAGE_TO_NODE] = "link "};
    if (role == BL_STAGE_TO_CHANNEL)
        return !strncmp(name, "crosspoint ", 11) || !strncmp(name, "bank ", 5);
    return begins[role] && !strncmp(name, begins[role], strlen(begins[role]));
}

/* The queues of a crossbar are those of its own shape. */
static bool is_of_crossbar(const struct bl_buffer *buffer, const struct bl_crossbar_shape *shape) {
    int queues = *buffer->name == 'b' ? bl_crossbar_banks(shape) : bl_crossbar_points(shape);
    return buffer->count == queues && buffer->width_bits == shape->elem_bits;
}

/* That of the stage: towards the nodes before an exchange, else towards the channels. */
static struct bl_crossbar_shape shape_of(const struct side *side, const struct bl_pass *pass,
                                         const struct bl_stage *stage) {
    const struct bl_cluster *cluster = &side->program->cluster;
    struct bl_cut cut = bl_cut_behind(cluster, pass, stage);
    if (bl_feeds_exchange(pass, stage))
        return bl_crossbar_to_nodes(cluster, cut, stage->functions[0]);
    return bl_crossbar_to_channels(cluster, cut, stage->functions[0]);
}

/* One line per buffer; crossbars of one shape have one. */
static void add_buffers(struct bl_text *text, const struct side *side, const struct bl_pass *pass,
                        const struct bl_stage *stage) {
    const struct bl_buffer *shown[16];
    struct bl_crossbar_shape shape = {0};
    int count = 0;
    if (stage->row->role == BL_STAGE_TO_CHANNEL) shape = shape_of(side, pass, stage);
    for (int i = 0; side->plan && i < side->plan->buffer_count && count < 16; i++) {
        const struct bl_buffer *b = &side->plan->buffers[i];
        bool again = !buffer_of(b->name, stage->row->role) ||
                     (stage->row->role == BL_STAGE_TO_CHANNEL && !is_of_crossbar(b, &shape));
        for (int k = 0; k < count; k++) again |= !strcmp(shown[k]->name, b->name);
        if (again) continue;
        shown[count++] = b;
        bl_graph_small(text, bl_format(side->plan->arena, "%d %s%s of %d × %d bit%s", b->count,
                                       b->name, bl_ending(b->count, "s"), b->depth, b->width_bits,
                                       bl_ending(b->width_bits, "s")));
    }
}

static void add_stage(struct bl_text *text, const struct side *side, int pass, int index) {
    static const char *const fills[BL_STAGE_ROLES] = {
        [BL_STAGE_READS] = BL_GRAPH_PLAIN,         [BL_STAGE_WRITES] = BL_GRAPH_PLAIN,
        [BL_STAGE_COUNTS] = BL_GRAPH_TABLE,        [BL_STAGE_STEERS] = BL_GRAPH_TABLE,
        [BL_STAGE_TO_CHANNEL] = BL_GRAPH_CROSSBAR, [BL_STAGE_TO_NODE] = BL_GRAPH_NETWORK,
        [BL_STAGE_COMPUTES] = BL_GRAPH_OWN};
    _Static_assert(BL_STAGE_ROLES == 7, "every role has a colour");
    const struct bl_stage *stage = &side->passes[pass].stages[index];
    struct bl_arena *arena = side->program->arena;
    bl_text_add(text, "      %s_p%d_%d [fillcolor=\"%s\" label=<", side->id, pass, index,
                fills[stage->row->role]);
    bl_graph_begin_label(text);
    add_wrapped(text, stage_title(arena, stage));
    bl_graph_end_title(text);
    bl_graph_small(text, stage_rate(arena, side, stage));
    add_buffers(text, side, &side->passes[pass], stage);
    bl_text_add(text, "</TABLE>>];\n");
}

/* What a pass can take a second on one node: the least of its memory and its network, in GB/s. */
static double pass_rate(const struct side *side, const struct bl_pass *pass) {
    const struct bl_cluster *cluster = &side->program->cluster;
    const struct bl_prediction *prediction = &side->rates->prediction;
    double memory = bl_lanes(cluster) * cluster->memory.width * prediction->word_hertz / 1e9;
    double network = prediction->injection_bytes_per_second / 1e9;
    return bl_stage_find(pass, BL_STAGE_TO_NODE) && network < memory ? network : memory;
}

/* "pass 1+2", but "passes 1–6" where three or more stand in a row and nothing else. */
static const char *short_label(const struct bl_plan *plan, const struct bl_pass *pass) {
    int first = 0, last = 0, count = 0;
    for (int i = 0; i < plan->piece_count; i++) {
        if (plan->pieces[i].letter) return bl_plan_label(plan, pass);
        if (plan->home[i] != pass->number) continue;
        if (!count++) first = i + 1;
        last = i + 1;
    }
    if (count < 3 || last - first + 1 != count) return bl_plan_label(plan, pass);
    return bl_format(plan->arena, "passes %d–%d", first, last);
}

static void add_pass(struct bl_text *text, const struct side *side, int pass) {
    const struct bl_pass *at = &side->passes[pass];
    const char *label = side->fused ? short_label(side->fused, at)
                                    : bl_format(side->program->arena, "pass %d", at->number);
    bl_text_add(text, "    subgraph cluster_%s_p%d {\n", side->id, pass);
    bl_graph_frame(text, label, bl_format(side->program->arena, "%g GB/s", pass_rate(side, at)));
    bl_text_add(text, " tooltip=\"");
    bl_text_escaped(text, bl_pass_words(side->program->arena, at));
    bl_text_add(text, "\";\n");
    for (int s = 0; s < at->stage_count; s++) add_stage(text, side, pass, s);
    for (int s = 1; s < at->stage_count; s++)
        bl_text_add(text, "      %s_p%d_%d -> %s_p%d_%d [weight=20];\n", side->id, pass, s - 1,
                    side->id, pass, s);
    bl_text_add(text, "    }\n");
}

/* "by node, channel; stable" */
static const char *type_words(struct bl_arena *arena, const struct bl_type *type) {
    static const char *const orders[] = {
        [BL_ORDER_ANY] = "", [BL_ORDER_STABLE] = "stable", [BL_ORDER_SORTED] = "sorted"};
    const char *node = type->node ? type->node->name : "",
               *channel = type->channel ? type->channel->name : "";
    const char *order = orders[type->order];
    if (!*node && !*channel) return *order ? order : NULL;
    return bl_format(arena, "by %s%s%s%s%s", node, *node && *channel ? ", " : "", channel,
                     *order ? "; " : "", order);
}

static bool version_used(const struct side *side, const struct bl_version *version) {
    for (int p = 0; p < side->count; p++)
        for (int s = 0; s < side->passes[p].stage_count; s++)
            if (bl_stage_has(&side->passes[p].stages[s], version)) return true;
    return false;
}

static void add_version(struct bl_text *text, const struct side *side,
                        const struct bl_version *version) {
    struct bl_arena *arena = side->program->arena;
    const char *half = "lower half of the channels";
    if (!side->plan || side->plan->places[version->id].side < 0) half = NULL;
    else if (side->plan->places[version->id].side) half = "upper half of the channels";
    bl_text_add(text, "    %s_v%d [shape=cylinder fillcolor=\"" BL_GRAPH_MEMORY "\" label=<",
                side->id, version->id);
    bl_graph_begin_label(text);
    bl_text_add(text, "<B>");
    bl_text_escaped(text, version->name);
    bl_text_add(text, "</B>");
    bl_graph_end_title(text);
    bl_graph_small(text, version->source ? "given" : type_words(arena, &version->type));
    bl_graph_small(text, half);
    bl_text_add(text, "</TABLE>>];\n");
}

/* Between memory and the stages that read or write a version. */
static void add_memory_edges(struct bl_text *text, const struct side *side, int pass, int index) {
    const struct bl_stage *stage = &side->passes[pass].stages[index];
    for (int v = 0; v < stage->version_count; v++) {
        int id = stage->versions[v]->id;
        if (stage->row->role == BL_STAGE_READS)
            bl_text_add(text, "    %s_v%d -> %s_p%d_%d [weight=3 lhead=cluster_%s_p%d];\n",
                        side->id, id, side->id, pass, index, side->id, pass);
        else
            bl_text_add(text, "    %s_p%d_%d -> %s_v%d [weight=10 ltail=cluster_%s_p%d];\n",
                        side->id, pass, index, side->id, id, side->id, pass);
    }
}

/* From the stage that makes a table or a histogram to this one that uses it. */
static void add_product_edge(struct bl_text *text, const struct side *side, int pass, int index) {
    const struct bl_product *product = side->passes[pass].stages[index].uses;
    for (int p = 0; product && p < side->count; p++)
        for (int s = 0; s < side->passes[p].stage_count; s++)
            if (side->passes[p].stages[s].makes == product)
                bl_text_add(text, "    %s_p%d_%d -> %s_p%d_%d [style=dashed weight=2];\n", side->id,
                            p, s, side->id, pass, index);
}

static void add_side(struct bl_text *text, const struct side *side) {
    bl_text_add(text, "  subgraph cluster_%s {\n    label=<", side->id);
    bl_graph_begin_label(text);
    bl_text_add(text, "<FONT POINT-SIZE=\"13\"><B>%s</B></FONT>", side->title);
    bl_graph_end_title(text);
    if (side->plan)
        bl_graph_small(text, bl_format(side->plan->arena, "peak %.4g GB/s",
                                       side->plan->prediction.bytes_per_second / 1e9));
    bl_text_add(text, "</TABLE>>; pencolor=\"#ffffff\"; labeljust=c;\n");
    for (int p = 0; p < side->count; p++) add_pass(text, side, p);
    for (int v = 0; v < side->program->version_count; v++)
        if (version_used(side, side->program->versions[v]))
            add_version(text, side, side->program->versions[v]);
    for (int p = 0; p < side->count; p++)
        for (int s = 0; s < side->passes[p].stage_count; s++) {
            add_memory_edges(text, side, p, s);
            add_product_edge(text, side, p, s);
        }
    bl_text_add(text, "  }\n");
}

/* Whether a stage of that side uses what another pass has left in block RAM. */
static bool has_products(const struct side *side) {
    for (int p = 0; p < side->count; p++)
        for (int s = 0; s < side->passes[p].stage_count; s++)
            if (side->passes[p].stages[s].uses) return true;
    return false;
}

/* ", memory at 75 MHz" where it has a clock of its own. */
static const char *clock_words(const struct bl_plan *plan, const char *part, int clock) {
    if (!clock) return "";
    return bl_format(plan->arena, ", %s at %g MHz", part,
                     plan->program->cluster.clocks[clock].hertz / 1e6);
}

/* `dashed`: dashed arrows are in the picture. */
static void add_head(struct bl_text *text, const struct bl_plan *plan, bool dashed) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    const char *words = bl_format(
        plan->arena,
        "pipeline %s, %d node%s, %d + %d channels of %d bytes at %g MHz%s, network "
        "%s%s, --fuse %s",
        plan->program->pipeline, cluster->nodes, bl_ending(cluster->nodes, "s"), bl_lanes(cluster),
        bl_lanes(cluster), cluster->memory.width, cluster->clocks[0].hertz / 1e6,
        clock_words(plan, "memory", bl_memory_clock(plan)), cluster->network.word,
        clock_words(plan, "network", bl_network_clock(plan)),
        bl_rules_words(plan->arena, plan->rules));
    bl_graph_begin(text, plan->program->pipeline, words,
                   dashed ? "dashed: from block RAM, a table strip by strip, a histogram as the "
                            "sizes of messages"
                          : NULL);
}

void bl_graph_print(struct bl_text *text, const struct bl_plan *plan, const struct bl_plan *unfused,
                    enum bl_graph_view view) {
    const struct bl_program *program = plan->program;
    struct bl_arena *arena = plan->arena;
    const char *as = program->pass_count == 1 ? "pass" : "passes",
               *runs = plan->pass_count == 1 ? "pass" : "passes";
    struct side before = {.id = "before",
                          .title = bl_format(arena, "as written: %d %s", program->pass_count, as),
                          .plan = unfused,
                          .rates = unfused ? unfused : plan,
                          .program = program,
                          .passes = program->passes,
                          .count = program->pass_count};
    struct side after = {.id = "after",
                         .title = bl_format(arena, "as it runs: %d %s", plan->pass_count, runs),
                         .plan = plan,
                         .fused = plan,
                         .rates = plan,
                         .program = program,
                         .passes = plan->passes,
                         .count = plan->pass_count};
    add_head(text, plan,
             (view != BL_GRAPH_AFTER && has_products(&before)) ||
                 (view != BL_GRAPH_BEFORE && has_products(&after)));
    if (view != BL_GRAPH_AFTER) add_side(text, &before);
    if (view != BL_GRAPH_BEFORE) add_side(text, &after);
    bl_text_add(text, "}\n");
}
