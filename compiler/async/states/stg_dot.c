#include "async/states/stg_dot.h"

#include "async/states/state_graph.h"
#include "base/arena.h"
#include "base/text.h"

static const char *const colours[] = {"red3", "blue3", "green4", "grey40"};

static const char *colour_of(const struct bl_stg *stg, int transition) {
    return colours[stg->signals[stg->transitions[transition].signal].kind];
}

/* Names are printable ASCII, but quotes and backslashes have a meaning there. */
static void add_letters(struct bl_text *text, const char *name) {
    for (; *name; name++) bl_text_add(text, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
}

static void add_name(struct bl_text *text, const char *name) {
    bl_text_add(text, "\"");
    add_letters(text, name);
    bl_text_add(text, "\"");
}

static bool is_drawn(const struct bl_stg_place *place) { return !place->implicit || place->tokens; }

static void add_place(struct bl_text *text, const struct bl_stg *stg, int at) {
    const struct bl_stg_place *place = &stg->places[at];
    if (!is_drawn(place)) {
        for (int i = 0; i < place->pre_count; i++)
            for (int j = 0; j < place->post_count; j++)
                bl_text_add(text, "  t%d -> t%d;\n", place->pre[i], place->post[j]);
        return;
    }
    bl_text_add(text, "  p%d [shape=circle, width=0.3, fixedsize=true, label=\"", at);
    if (place->tokens == 1) bl_text_add(text, "\xe2\x97\x8f");
    else if (place->tokens) bl_text_add(text, "%d", place->tokens);
    bl_text_add(text, "\", xlabel=");
    add_name(text, place->implicit ? "" : place->name);
    bl_text_add(text, "];\n");
    for (int i = 0; i < place->pre_count; i++)
        bl_text_add(text, "  t%d -> p%d;\n", place->pre[i], at);
    for (int i = 0; i < place->post_count; i++)
        bl_text_add(text, "  p%d -> t%d;\n", at, place->post[i]);
}

static void open_graph(struct bl_text *text, const char *name) {
    bl_text_add(text, "digraph ");
    add_name(text, name);
    bl_text_add(text, " {\n");
}

void bl_stg_dot(struct bl_text *text, const struct bl_stg *stg) {
    open_graph(text, stg->name);
    for (int i = 0; i < stg->transition_count; i++) {
        bl_text_add(text, "  t%d [shape=plaintext, fontcolor=%s, label=", i, colour_of(stg, i));
        add_name(text, stg->transitions[i].name);
        bl_text_add(text, "];\n");
    }
    for (int i = 0; i < stg->place_count; i++) add_place(text, stg, i);
    bl_text_add(text, "}\n");
}

/* The code, with a star behind every excited signal. */
static void add_code(struct bl_text *text, const struct bl_state_graph *graph, int state) {
    for (int i = 0; i < graph->net->signal_count; i++)
        bl_text_add(text, "%c%s", bl_graph_value(graph, state, i) ? '1' : '0',
                    bl_graph_is_excited(graph, state, i) ? "*" : "");
}

static void add_legend(struct bl_text *text, const struct bl_stg *stg) {
    bl_text_add(text, "  labelloc=t; label=\"");
    for (int i = 0; i < stg->signal_count; i++) {
        bl_text_add(text, i ? " " : "");
        add_letters(text, stg->signals[i].name);
    }
    bl_text_add(text, "\";\n");
}

void bl_graph_dot(struct bl_text *text, const struct bl_state_graph *graph) {
    open_graph(text, graph->net->name);
    add_legend(text, graph->net);
    for (int state = 0; state < graph->state_count; state++) {
        bl_text_add(text, "  s%d [shape=box%s, label=\"", state, state ? "" : ", style=bold");
        add_code(text, graph, state);
        bl_text_add(text, "\"];\n");
        for (int i = graph->arc_start[state]; i < graph->arc_start[state + 1]; i++) {
            const struct bl_state_arc *arc = &graph->arcs[i];
            bl_text_add(text, "  s%d -> s%d [color=%s, label=", state, arc->state,
                        colour_of(graph->net, arc->transition));
            add_name(text, graph->net->transitions[arc->transition].name);
            bl_text_add(text, "];\n");
        }
    }
    bl_text_add(text, "}\n");
}
