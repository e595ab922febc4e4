/* Inside the parser of `.g` files: what its parts share. */
#ifndef BL_STG_PARSE_INNER_H
#define BL_STG_PARSE_INNER_H

#include "base/names.h"
#include "async/net/stg.h"
#include "async/net/stg_lex.h"

/* A node of the graph: place p is 2p, transition t is 2t + 1; -1 after an error. */
enum { BL_STG_NO_NODE = -1 };

struct bl_stg_arc {
    int place, transition;
    bool produces;
}; /* produces: the transition fills the place */

struct bl_stg_parser {
    struct bl_arena *arena; /* of the result; `scratch` is freed after parsing */
    struct bl_arena *scratch;
    struct bl_diags *diags;
    struct bl_stg_tokens tokens;
    int at; /* the token in hand */
    struct bl_names signal_names, nodes;
    bool in_graph, graph_seen, marking_seen, end_seen;
    const char *model;
    struct bl_range model_range;
    struct {
        struct bl_stg_signal *items;
        int count, capacity;
    } signals;
    struct {
        struct bl_stg_transition *items;
        int count, capacity;
    } transitions;
    struct {
        struct bl_stg_place *items;
        int count, capacity;
    } places;
    struct {
        struct bl_stg_arc *items;
        int count, capacity;
    } arcs;
    struct {
        struct bl_stg_comment *items;
        int count, capacity;
    } comments;
};

/* The token that is not taken yet. */
static inline const struct bl_stg_token *bl_stg_now(const struct bl_stg_parser *parser) {
    return &parser->tokens.items[parser->at];
}

/* The node that a word names, made when it is new and `make`; otherwise NO_NODE without a report
 * when the word is well formed. */
int bl_stg_node(struct bl_stg_parser *parser, const struct bl_stg_token *word, bool make);
/* The implicit place between two transitions, given as indices; -1 when there is none and not
 * `make`. */
int bl_stg_implicit(struct bl_stg_parser *parser, int from, int to, struct bl_range range,
                    bool make);

/* What follows `.marking`, `.capacity`, `.initial`, `.init_state` and `#@mutex`; the token in hand
 * is the first after the word, or the comment itself. */
void bl_stg_parse_marking(struct bl_stg_parser *parser);
void bl_stg_parse_capacity(struct bl_stg_parser *parser);
void bl_stg_parse_initial(struct bl_stg_parser *parser);
void bl_stg_parse_values(struct bl_stg_parser *parser);
void bl_stg_parse_mutex(struct bl_stg_parser *parser);

/* Moves what was parsed into a net, with the lists of its nodes' neighbours. */
struct bl_stg *bl_stg_finish(struct bl_stg_parser *parser);

/* The token's text, for a message. */
const char *bl_stg_token_text(struct bl_stg_parser *parser, const struct bl_stg_token *token);

#endif
