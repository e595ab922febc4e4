/* From words to nodes of the graph, and what is said of places after it. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "async/net/stg_parse_inner.h"

/* The parts of a word: "a+/2" has base "a", sign '+', instance 2. */
struct word {
    const char *text;
    int length, base; /* base: letters of the base */
    char sign;        /* 0 when there is none */
    bool numbered;
    int instance;
};

/* False when what stands behind '/' is no instance. */
static bool split(const struct bl_stg_token *token, struct word *word) {
    *word = (struct word){.text = token->text, .length = token->length, .base = token->length};
    const char *slash = memchr(token->text, '/', (size_t)token->length);
    if (slash) {
        int digits = (int)(token->text + token->length - slash) - 1;
        if (digits < 1 || digits > 9) return false;
        for (int i = 1; i <= digits; i++) {
            if (slash[i] < '0' || slash[i] > '9') return false;
            word->instance = word->instance * 10 + slash[i] - '0';
        }
        word->numbered = true;
        word->base = (int)(slash - token->text);
    }
    if (word->base && strchr("+-~", word->text[word->base - 1]))
        word->sign = word->text[--word->base];
    return word->base > 0;
}

static enum bl_stg_edge edge_of(char sign) {
    return sign == '+' ? BL_STG_RISE : sign == '-' ? BL_STG_FALL : BL_STG_TOGGLE;
}

static int make_place(struct bl_stg_parser *parser, const char *name, bool implicit,
                      struct bl_range range) {
    struct bl_stg_place *place = BL_APPEND(parser->scratch, &parser->places);
    *place = (struct bl_stg_place){.name = name, .implicit = implicit, .range = range};
    return parser->places.count - 1;
}

/* The transition of its proper spelling: "a+/0" and "a+" are one. */
static int transition_node(struct bl_stg_parser *parser, const struct word *word, int signal,
                           struct bl_range range, bool make) {
    bool dummy = parser->signals.items[signal].kind == BL_STG_DUMMY;
    const char *sign = dummy ? "" : word->sign == '+' ? "+" : word->sign == '-' ? "-" : "~";
    const char *name = bl_format(parser->arena, word->instance ? "%.*s%s/%d" : "%.*s%s", word->base,
                                 word->text, sign, word->instance);
    int node = bl_names_find(&parser->nodes, name, strlen(name));
    if (node >= 0 || !make) return node;
    struct bl_stg_transition *transition = BL_APPEND(parser->scratch, &parser->transitions);
    *transition = (struct bl_stg_transition){
        .name = name, .signal = signal, .instance = word->instance, .range = range};
    transition->edge = dummy ? BL_STG_SILENT : edge_of(word->sign);
    node = 2 * parser->transitions.count - 1;
    *bl_names_add(&parser->nodes, name, strlen(name)) = node;
    return node;
}

static int report_word(struct bl_stg_parser *parser, enum bl_message message,
                       const struct bl_stg_token *token, int length) {
    bl_report(parser->diags, message, token->range,
              bl_strndup(parser->scratch, token->text, (size_t)length));
    return BL_STG_NO_NODE;
}

/* "p(2)": how some write an arc of weight two. */
static bool has_weight(const struct bl_stg_token *token) {
    int at = token->length - 2;
    while (at > 0 && token->text[at] >= '0' && token->text[at] <= '9') at--;
    return token->length > 3 && token->text[token->length - 1] == ')' && at > 0 &&
           at < token->length - 2 && token->text[at] == '(';
}

static int new_spelling(struct bl_stg_parser *parser, const struct bl_stg_token *token, bool make) {
    struct word word;
    const struct bl_stg_signal *signals = parser->signals.items;
    int all = token->length;
    if (*token->text == '.') return report_word(parser, BL_MSG_STG_PUNCTUATION, token, all);
    if (!split(token, &word))
        return report_word(parser, word.base ? BL_MSG_STG_BAD_INSTANCE : BL_MSG_STG_PUNCTUATION,
                           token, all);
    int signal = bl_names_find(&parser->signal_names, word.text, (size_t)word.base);
    if (signal < 0 && (word.sign || word.numbered) && !has_weight(token))
        return report_word(parser, BL_MSG_STG_UNDECLARED, token, word.base);
    if (signal < 0 && has_weight(token)) return report_word(parser, BL_MSG_STG_WEIGHT, token, all);
    if (signal < 0 && !make) return BL_STG_NO_NODE;
    if (signal < 0)
        return 2 * make_place(parser, bl_strndup(parser->arena, token->text, (size_t)all), false,
                              token->range);
    if (word.sign && signals[signal].kind == BL_STG_DUMMY)
        return report_word(parser, BL_MSG_STG_DUMMY_EDGE, token, word.base);
    return transition_node(parser, &word, signal, token->range, make);
}

int bl_stg_node(struct bl_stg_parser *parser, const struct bl_stg_token *token, bool make) {
    int node = bl_names_find(&parser->nodes, token->text, (size_t)token->length);
    if (node >= 0) return node;
    node = new_spelling(parser, token, make);
    if (node >= 0) *bl_names_add(&parser->nodes, token->text, (size_t)token->length) = node;
    return node;
}

int bl_stg_implicit(struct bl_stg_parser *parser, int from, int to, struct bl_range range,
                    bool make) {
    const struct bl_stg_transition *transitions = parser->transitions.items;
    const char *name = bl_format(parser->arena, "<%s,%s>", transitions[from].name,
                                 transitions[to].name);
    int node = bl_names_find(&parser->nodes, name, strlen(name));
    if (node >= 0 || !make) return node < 0 ? -1 : node / 2;
    int place = make_place(parser, name, true, range);
    *bl_names_add(&parser->nodes, name, strlen(name)) = 2 * place;
    return place;
}

static bool at_punctuation(const struct bl_stg_parser *parser, char byte) {
    return bl_stg_now(parser)->kind == BL_STG_PUNCTUATION && *bl_stg_now(parser)->text == byte;
}

/* False after an error was reported. */
static bool expect(struct bl_stg_parser *parser, char byte) {
    if (at_punctuation(parser, byte)) {
        parser->at++;
        return true;
    }
    char wanted[] = {'`', byte, '`', 0};
    bl_report(parser->diags, BL_MSG_STG_EXPECTED, bl_stg_now(parser)->range, wanted,
              bl_stg_token_text(parser, bl_stg_now(parser)));
    return false;
}

static int word_node(struct bl_stg_parser *parser, const char *wanted) {
    if (bl_stg_now(parser)->kind == BL_STG_WORD)
        return bl_stg_node(parser, &parser->tokens.items[parser->at++], false);
    bl_report(parser->diags, BL_MSG_STG_EXPECTED, bl_stg_now(parser)->range, wanted,
              bl_stg_token_text(parser, bl_stg_now(parser)));
    return BL_STG_NO_NODE;
}

/* `<t,u>`; -1 after a report. */
static int implicit_name(struct bl_stg_parser *parser) {
    const struct bl_stg_token *first = bl_stg_now(parser);
    int errors = parser->diags->errors;
    parser->at++;
    int from = word_node(parser, "a transition"),
        to = expect(parser, ',') ? word_node(parser, "a transition") : BL_STG_NO_NODE;
    if (parser->diags->errors > errors || !expect(parser, '>')) return -1;
    struct bl_range range = bl_range_join(first->range, parser->tokens.items[parser->at - 1].range);
    int place = from % 2 == 1 && to % 2 == 1
                    ? bl_stg_implicit(parser, from / 2, to / 2, range, false)
                    : -1;
    long length = parser->tokens.items[parser->at - 1].text + 1 - first->text;
    if (place < 0)
        bl_report(parser->diags, BL_MSG_STG_UNKNOWN_PLACE, range,
                  bl_strndup(parser->scratch, first->text, (size_t)length));
    return place;
}

/* Whether it can only be a place: no declared signal, and no edge or instance of one. */
static bool is_place_word(const struct bl_stg_parser *parser, const struct bl_stg_token *token) {
    struct word word;
    return split(token, &word) && !word.sign && !word.numbered &&
           bl_names_find(&parser->signal_names, word.text, (size_t)word.base) < 0;
}

/* A place that only the marking names: no arc leads to it or from it. */
static int lone_place(struct bl_stg_parser *parser, const struct bl_stg_token *token) {
    bl_report(parser->diags, BL_MSG_STG_LONE_PLACE, token->range, bl_stg_token_text(parser, token));
    return bl_stg_node(parser, token, true) / 2;
}

/* `p` or `<t,u>`; -1 after a report. */
static int place_name(struct bl_stg_parser *parser, bool make) {
    if (at_punctuation(parser, '<')) return implicit_name(parser);
    const struct bl_stg_token *token = bl_stg_now(parser);
    int errors = parser->diags->errors, node = word_node(parser, "a place");
    if (parser->diags->errors > errors) return -1;
    if (node < 0 && make && is_place_word(parser, token)) return lone_place(parser, token);
    if (node < 0) return report_word(parser, BL_MSG_STG_UNKNOWN_PLACE, token, token->length);
    return node % 2 ? report_word(parser, BL_MSG_STG_NOT_A_PLACE, token, token->length) : node / 2;
}

/* The number behind `=`, or -1 after a report. */
static int number(struct bl_stg_parser *parser, int least) {
    const struct bl_stg_token *token = bl_stg_now(parser);
    long value = 0;
    bool good = token->kind == BL_STG_WORD && token->length <= 5;
    for (int i = 0; good && i < token->length; i++) {
        good = token->text[i] >= '0' && token->text[i] <= '9';
        value = value * 10 + token->text[i] - '0';
    }
    if (token->kind == BL_STG_WORD) parser->at++;
    if (good && value >= least && value <= INT16_MAX) return (int)value;
    bl_report(parser->diags, BL_MSG_STG_NUMBER, token->range, bl_stg_token_text(parser, token),
              least);
    return -1;
}

static void marked_place(struct bl_stg_parser *parser) {
    struct bl_range range = bl_stg_now(parser)->range;
    int place = place_name(parser, true), tokens = 1;
    if (at_punctuation(parser, '=')) {
        parser->at++;
        tokens = number(parser, 0);
    }
    if (place < 0 || tokens < 0) return;
    if (parser->places.items[place].tokens)
        bl_report(parser->diags, BL_MSG_STG_TWICE, range, parser->places.items[place].name);
    parser->places.items[place].tokens = tokens;
}

void bl_stg_parse_marking(struct bl_stg_parser *parser) {
    while (bl_stg_now(parser)->kind == BL_STG_LINE_END) parser->at++;
    if (!expect(parser, '{')) return;
    while (!at_punctuation(parser, '}')) {
        const struct bl_stg_token *token = bl_stg_now(parser);
        int before = parser->at;
        if (token->kind == BL_STG_WORD && *token->text == '.') break;
        if (token->kind == BL_STG_FILE_END) break;
        if (token->kind == BL_STG_LINE_END || token->kind == BL_STG_MUTEX_COMMENT) parser->at++;
        else marked_place(parser);
        if (parser->at == before) parser->at++;
    }
    expect(parser, '}');
    if (parser->tokens.items[parser->at - 1].kind == BL_STG_LINE_END) parser->at--;
}

void bl_stg_parse_capacity(struct bl_stg_parser *parser) {
    while (bl_stg_now(parser)->kind < BL_STG_LINE_END) {
        int before = parser->at, place = place_name(parser, false);
        int capacity = place >= 0 && expect(parser, '=') ? number(parser, 1) : 0;
        if (capacity > 0 && parser->places.items[place].capacity)
            bl_report(parser->diags, BL_MSG_STG_TWICE, parser->tokens.items[before].range,
                      parser->places.items[place].name);
        if (capacity <= 0) return;
        parser->places.items[place].capacity = capacity;
    }
}

static void initial_value(struct bl_stg_parser *parser, const struct bl_stg_token *token) {
    int low = *token->text == '!';
    int signal = bl_names_find(&parser->signal_names, token->text + low,
                               (size_t)(token->length - low));
    if (signal < 0) report_word(parser, BL_MSG_STG_UNDECLARED, token, token->length);
    else parser->signals.items[signal].given = !low;
}

void bl_stg_parse_initial(struct bl_stg_parser *parser) {
    const struct bl_stg_token *token = bl_stg_now(parser);
    if (token->kind != BL_STG_WORD || token->length != 5 || memcmp(token->text, "state", 5) != 0) {
        bl_report(parser->diags, BL_MSG_STG_INITIAL, token->range);
        return;
    }
    for (parser->at++; bl_stg_now(parser)->kind < BL_STG_LINE_END; parser->at++) {
        if (bl_stg_now(parser)->kind == BL_STG_WORD) initial_value(parser, bl_stg_now(parser));
        else bl_report(parser->diags, BL_MSG_STG_INITIAL, bl_stg_now(parser)->range);
    }
}

/* The next signal from `signal` on that has the kind, or the count of all. */
static int next_of_kind(const struct bl_stg_parser *parser, int signal, enum bl_stg_kind kind) {
    while (signal < parser->signals.count && parser->signals.items[signal].kind != kind) signal++;
    return signal;
}

/* Takes `length` values, those of inputs, then of outputs, then of internal signals, each in the
   order of their declaration. False when they are not as many, or others than 0, 1 and X. */
static bool take_values(struct bl_stg_parser *parser, const char *values, int length) {
    static const enum bl_stg_kind kinds[] = {BL_STG_INPUT, BL_STG_OUTPUT, BL_STG_INTERNAL};
    int at = 0;
    for (int k = 0; k < 3; k++)
        for (int signal = next_of_kind(parser, 0, kinds[k]); signal < parser->signals.count;
             signal = next_of_kind(parser, signal + 1, kinds[k])) {
            if (at >= length || !memchr("01xX", values[at], 4)) return false;
            if (values[at] < 'X') parser->signals.items[signal].given = values[at] - '0';
            at++;
        }
    return at == length;
}

/* `[0101]`, of the line or of the comment. */
void bl_stg_parse_values(struct bl_stg_parser *parser) {
    const struct bl_stg_token *token = bl_stg_now(parser);
    const char *from = token->text, *to = from + token->length;
    while (from < to && (*from == ' ' || *from == '\t')) from++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r')) to--;
    bool good = to - from >= 2 && *from == '[' && to[-1] == ']' &&
                take_values(parser, from + 1, (int)(to - from) - 2);
    if (!good) bl_report(parser->diags, BL_MSG_STG_VALUES, token->range);
    if (token->kind != BL_STG_LINE_END) parser->at++;
}

static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

/* The next word of a comment, as a token; its length is 0 at the end. */
static struct bl_stg_token comment_word(const struct bl_stg_token *comment, int *at) {
    while (*at < comment->length && is_blank(comment->text[*at])) ++*at;
    int from = *at;
    while (*at < comment->length && !is_blank(comment->text[*at])) ++*at;
    struct bl_stg_token word = {BL_STG_WORD, comment->text + from, *at - from, comment->range};
    word.range.column = (uint16_t)(comment->range.column + from);
    word.range.extent = (uint16_t)(word.length ? word.length : 1);
    return word;
}

static bool equals(const struct bl_stg_token *word, const char *text) {
    return (size_t)word->length == strlen(text) && !memcmp(word->text, text, (size_t)word->length);
}

void bl_stg_parse_mutex(struct bl_stg_parser *parser) {
    int at = 0;
    struct bl_stg_token place = comment_word(bl_stg_now(parser), &at),
                        word = comment_word(bl_stg_now(parser), &at);
    bool protocol = word.length > 9 && !memcmp(word.text, "protocol=", 9);
    if (!place.length || (word.length && !protocol)) {
        bl_report(parser->diags, BL_MSG_STG_MUTEX_WORDS, bl_stg_now(parser)->range);
        return;
    }
    int node = bl_names_find(&parser->nodes, place.text, (size_t)place.length);
    if (node < 0 || node % 2) {
        report_word(parser, node < 0 ? BL_MSG_STG_UNKNOWN_PLACE : BL_MSG_STG_NOT_A_PLACE, &place,
                    place.length);
        return;
    }
    struct bl_stg_comment *comment = BL_APPEND(parser->scratch, &parser->comments);
    *comment = (struct bl_stg_comment){node / 2, BL_STG_UNKNOWN, place.range};
    if (equals(&word, "protocol=LATE")) comment->protocol = BL_STG_LATE;
    if (equals(&word, "protocol=EARLY")) comment->protocol = BL_STG_EARLY;
}
