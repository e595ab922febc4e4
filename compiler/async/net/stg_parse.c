#include "async/net/stg_parse.h"

#include "async/net/stg_parse_inner.h"

#include <string.h>

#include "async/net/stg_inner.h"
#include "async/net/stg_net.h"
#include "base/arena.h"
#include "base/path.h"

enum phase { DECLARE = 1, GRAPH, MARK };

struct header {
    const char *word;
    enum phase phase; /* in which its line is read */
    int kind;         /* of the signals that it declares, or -1 */
    void (*parse)(struct bl_stg_parser *parser);
};

static void parse_model(struct bl_stg_parser *parser);
static void parse_graph(struct bl_stg_parser *parser);
static void parse_nothing(struct bl_stg_parser *parser);

static const struct header headers[] = {
    {".model", DECLARE, -1, parse_model},
    {".name", DECLARE, -1, parse_model},
    {".inputs", DECLARE, BL_STG_INPUT, NULL},
    {".outputs", DECLARE, BL_STG_OUTPUT, NULL},
    {".internal", DECLARE, BL_STG_INTERNAL, NULL},
    {".dummy", DECLARE, BL_STG_DUMMY, NULL},
    {".silent", DECLARE, BL_STG_DUMMY, NULL},
    {".graph", GRAPH, -1, parse_graph},
    {".marking", MARK, -1, bl_stg_parse_marking},
    {".capacity", MARK, -1, bl_stg_parse_capacity},
    {".initial", MARK, -1, bl_stg_parse_initial},
    {".init_state", MARK, -1, bl_stg_parse_values},
    {".mode", MARK, -1, parse_nothing}, /* the way other tools time the circuit */
    {".slowenv", MARK, -1, parse_nothing},
    {".end", MARK, -1, parse_nothing},
};

static bool is_word(const struct bl_stg_token *token, const char *word) {
    return token->kind == BL_STG_WORD && (size_t)token->length == strlen(word) &&
           !memcmp(token->text, word, (size_t)token->length);
}

const char *bl_stg_token_text(struct bl_stg_parser *parser, const struct bl_stg_token *token) {
    if (token->kind == BL_STG_FILE_END) return "the end of the file";
    if (token->kind == BL_STG_LINE_END) return "the end of the line";
    return bl_strndup(parser->scratch, token->text, (size_t)token->length);
}

static void report(struct bl_stg_parser *parser, enum bl_message message,
                   const struct bl_stg_token *token) {
    bl_report(parser->diags, message, token->range, bl_stg_token_text(parser, token));
}

static void parse_nothing(struct bl_stg_parser *parser) {
    while (bl_stg_now(parser)->kind < BL_STG_LINE_END) parser->at++;
}

static void parse_model(struct bl_stg_parser *parser) {
    const struct bl_stg_token *token = bl_stg_now(parser);
    if (token->kind != BL_STG_WORD) return;
    if (parser->model)
        bl_report(parser->diags, BL_MSG_STG_NAMED_TWICE, token->range, parser->model);
    else {
        parser->model = bl_strndup(parser->arena, token->text, (size_t)token->length);
        parser->model_range = token->range;
    }
    parser->at++;
    if (bl_stg_now(parser)->kind < BL_STG_LINE_END)
        report(parser, BL_MSG_STG_MODEL_WORDS, bl_stg_now(parser));
    parse_nothing(parser);
}

static bool can_be_signal(const struct bl_stg_token *token) {
    return *token->text != '.' && !memchr(token->text, '/', (size_t)token->length) &&
           !strchr("+-~", token->text[token->length - 1]);
}

static void declare(struct bl_stg_parser *parser, const struct bl_stg_token *token,
                    enum bl_stg_kind kind) {
    if (!can_be_signal(token)) {
        report(parser, BL_MSG_STG_SIGNAL_NAME, token);
        return;
    }
    int *value = bl_names_add(&parser->signal_names, token->text, (size_t)token->length);
    if (*value >= 0) {
        const struct bl_stg_signal *first = &parser->signals.items[*value];
        if (first->kind != kind)
            bl_note(parser->diags,
                    bl_report(parser->diags, BL_MSG_STG_TWO_KINDS, token->range, first->name,
                              bl_stg_kind_word(first->kind), bl_stg_kind_word(kind)),
                    first->range, "declared here");
        return;
    }
    *value = parser->signals.count;
    struct bl_stg_signal *signal = BL_APPEND(parser->scratch, &parser->signals);
    *signal = (struct bl_stg_signal){bl_strndup(parser->arena, token->text, (size_t)token->length),
                                     kind, -1, token->range};
}

static void parse_signals(struct bl_stg_parser *parser, enum bl_stg_kind kind) {
    for (; bl_stg_now(parser)->kind < BL_STG_LINE_END; parser->at++) {
        if (bl_stg_now(parser)->kind == BL_STG_WORD) declare(parser, bl_stg_now(parser), kind);
        else if (*bl_stg_now(parser)->text != ',')
            report(parser, BL_MSG_STG_PUNCTUATION, bl_stg_now(parser));
    }
}

/* Puts the dummies behind the signals, which keep their order. */
static void sort_signals(struct bl_stg_parser *parser) {
    int count = parser->signals.count, next = 0;
    struct bl_stg_signal *sorted = BL_NEW(parser->scratch, struct bl_stg_signal, count);
    for (int dummies = 0; dummies < 2; dummies++)
        for (int i = 0; i < count; i++)
            if ((parser->signals.items[i].kind == BL_STG_DUMMY) == dummies)
                sorted[next++] = parser->signals.items[i];
    for (int i = 0; i < count; i++)
        *bl_names_add(&parser->signal_names, sorted[i].name, strlen(sorted[i].name)) = i;
    parser->signals.items = sorted;
    parser->signals.capacity = count;
}

static void parse_graph(struct bl_stg_parser *parser) {
    parser->in_graph = true;
    parse_nothing(parser);
}

static void add_arc(struct bl_stg_parser *parser, int place, int transition, bool produces) {
    *BL_APPEND(parser->scratch, &parser->arcs) = (struct bl_stg_arc){place, transition, produces};
}

static void connect(struct bl_stg_parser *parser, int from, int to,
                    const struct bl_stg_token *token) {
    if (from % 2 && to % 2) {
        int place = bl_stg_implicit(parser, from / 2, to / 2, token->range, true);
        add_arc(parser, place, from / 2, true);
        add_arc(parser, place, to / 2, false);
    } else if (from % 2) add_arc(parser, to / 2, from / 2, true);
    else if (to % 2) add_arc(parser, from / 2, to / 2, false);
    else
        bl_report(parser->diags, BL_MSG_STG_PLACE_TO_PLACE, token->range,
                  parser->places.items[from / 2].name, parser->places.items[to / 2].name);
}

/* A line `node successor...` */
static void parse_arcs(struct bl_stg_parser *parser) {
    int from = BL_STG_NO_NODE;
    for (bool first = true; bl_stg_now(parser)->kind < BL_STG_LINE_END;
         parser->at++, first = false) {
        const struct bl_stg_token *token = bl_stg_now(parser);
        if (token->kind == BL_STG_PUNCTUATION) {
            report(parser, BL_MSG_STG_PUNCTUATION, token);
            continue;
        }
        int node = bl_stg_node(parser, token, true);
        if (first) from = node;
        else if (from >= 0 && node >= 0) connect(parser, from, node, token);
    }
}

static const struct header *find_header(const struct bl_stg_token *token) {
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (is_word(token, headers[i].word)) return &headers[i];
    return NULL;
}

/* A marking may be longer than its line: up to the `}`, or to a line that cannot belong to it. */
static void skip_marking(struct bl_stg_parser *parser) {
    for (; bl_stg_now(parser)->kind != BL_STG_FILE_END; parser->at++) {
        const struct bl_stg_token *token = bl_stg_now(parser);
        if (token->kind == BL_STG_PUNCTUATION && *token->text == '}') return;
        if (token->kind == BL_STG_LINE_END &&
            (token[1].kind >= BL_STG_MUTEX_COMMENT || *token[1].text == '.'))
            return;
    }
}

/* A part that stands there again is added to the first. */
static void meet_part(struct bl_stg_parser *parser, const struct bl_stg_token *token, bool *seen) {
    if (*seen) report(parser, BL_MSG_STG_PART_TWICE, token);
    *seen = true;
}

static void parse_header(struct bl_stg_parser *parser, enum phase phase) {
    const struct bl_stg_token *token = bl_stg_now(parser);
    const struct header *header = find_header(token);
    parser->in_graph = false;
    parser->at++;
    if (!header && phase == DECLARE) report(parser, BL_MSG_STG_UNKNOWN_HEADER, token);
    if (phase == DECLARE && is_word(token, ".graph")) meet_part(parser, token, &parser->graph_seen);
    if (phase == DECLARE && is_word(token, ".marking"))
        meet_part(parser, token, &parser->marking_seen);
    if (header && header->phase == phase && header->parse) header->parse(parser);
    else if (header && header->phase == phase)
        parse_signals(parser, (enum bl_stg_kind)header->kind);
    else if (is_word(token, ".marking")) skip_marking(parser);
    if (is_word(token, ".end")) parser->end_seen = true;
}

static void parse_line(struct bl_stg_parser *parser, enum phase phase) {
    const struct bl_stg_token *token = bl_stg_now(parser);
    if (token->kind == BL_STG_MUTEX_COMMENT) {
        if (phase == MARK) bl_stg_parse_mutex(parser);
        parser->at++;
    } else if (token->kind == BL_STG_STATE_COMMENT) {
        if (phase == MARK) bl_stg_parse_values(parser);
        else parser->at++;
    } else if (token->kind == BL_STG_WORD && *token->text == '.') parse_header(parser, phase);
    else if (phase == GRAPH && parser->in_graph) parse_arcs(parser);
    else if (phase == GRAPH && token->kind < BL_STG_LINE_END)
        report(parser, BL_MSG_STG_OUTSIDE, token);
    while (bl_stg_now(parser)->kind < BL_STG_LINE_END) parser->at++;
    if (bl_stg_now(parser)->kind == BL_STG_LINE_END) parser->at++;
}

static void parse_phase(struct bl_stg_parser *parser, enum phase phase) {
    parser->end_seen = parser->in_graph = false;
    for (parser->at = 0; bl_stg_now(parser)->kind != BL_STG_FILE_END && !parser->end_seen;)
        parse_line(parser, phase);
}

static void check_parts(struct bl_stg_parser *parser) {
    const struct bl_stg_token *end =
        &parser->tokens
             .items[parser->tokens.count > 1 ? parser->tokens.count - 2 : 0]; /* of the last line */
    if (!parser->graph_seen) bl_report(parser->diags, BL_MSG_STG_NO_GRAPH, end->range);
    else if (!parser->marking_seen) bl_report(parser->diags, BL_MSG_STG_NO_MARKING, end->range);
    else if (!parser->end_seen) bl_report(parser->diags, BL_MSG_STG_NO_END, end->range);
}

/* "folder/name.g" -> "name" */
static const char *name_of_file(struct bl_arena *arena, const char *path) {
    if (!strcmp(path, BL_SOURCE_INPUT)) return "stdin";
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path,
               *dot = strrchr(name, '.');
    return bl_strndup(arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

static void check_model(struct bl_stg_parser *parser) {
    int length = (int)strlen(parser->model);
    if (length > BL_MOST_LETTERS)
        bl_report(parser->diags, BL_MSG_STG_LONG_NAME, parser->model_range, length,
                  BL_MOST_LETTERS);
}

struct bl_stg *bl_stg_parse(struct bl_arena *arena, struct bl_diags *diags, int file) {
    struct bl_arena *scratch = bl_arena_new();
    struct bl_stg_parser parser = {.arena = arena, .scratch = scratch, .diags = diags};
    int errors = diags->errors;
    parser.signal_names.arena = parser.nodes.arena = scratch;
    parser.tokens = bl_stg_lex(scratch, diags, file);
    parse_phase(&parser, DECLARE);
    sort_signals(&parser);
    parse_phase(&parser, GRAPH);
    parse_phase(&parser, MARK);
    check_parts(&parser);
    if (!parser.model) parser.model = name_of_file(arena, diags->sources->items[file].path);
    check_model(&parser);
    struct bl_stg *stg = bl_stg_finish(&parser);
    bl_arena_free(scratch);
    return diags->errors > errors ? NULL : stg;
}

struct bl_stg *bl_stg_read(struct bl_arena *arena, struct bl_diags *diags, const char *path) {
    bool input = !strcmp(path, "-");
    int file = input ? bl_source_read_input(diags->arena, diags->sources)
                     : bl_source_read(diags->arena, diags->sources, path);
    if (file) return bl_stg_parse(arena, diags, file);
    bl_report(diags, BL_MSG_FILE_UNREADABLE, (struct bl_range){0}, input ? BL_SOURCE_INPUT : path,
              bl_source_error());
    return NULL;
}
